"""Chroma, in this process, on disk."""

from __future__ import annotations

from collections.abc import Sequence

import chromadb
from chromadb.config import Settings
from wire import Turn, serve


class Chroma:
    def open(self, folder: str) -> None:
        self._client = chromadb.PersistentClient(folder, settings=Settings(anonymized_telemetry=False))
        # Without an embedder of its own: its default one is fetched from the network.
        self._turns = self._client.get_or_create_collection(
            "turns", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )

    def add(self, turns: Sequence[Turn]) -> None:
        self._turns.add(
            ids=[turn.id for turn in turns],
            documents=[turn.line for turn in turns],
            embeddings=[turn.vector for turn in turns],
            metadatas=[{"speaker": turn.speaker, "session": turn.session, "at": turn.at} for turn in turns],
        )

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        return self._turns.query(query_embeddings=[vector], n_results=k)["ids"][0]

    def held(self) -> list[str]:
        return self._turns.get(include=[])["ids"]

    def close(self) -> None:
        """It has no close of its own."""


serve(Chroma)
