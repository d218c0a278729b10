"""MemPalace: a turn is a drawer in its default collection (Chroma), found through its own search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wire import GivenVectors, Turn, serve  # first: what follows takes folders off the path

# isort: split
import mempalace.embedding as embedding
from chromadb import EmbeddingFunction

VECTORS = GivenVectors()


class Given(EmbeddingFunction):  # type: ignore[misc,type-arg]
    """Its own embedder fetches a model from the network."""

    def __init__(self) -> None:
        """Nothing to load."""

    def __call__(self, input: Any) -> Any:
        return VECTORS.of(list(input))

    @staticmethod
    def name() -> str:
        return "default"

    def get_config(self) -> dict[str, Any]:
        return {}

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> Given:
        return Given()


GIVEN = Given()
embedding.get_embedding_function = lambda *_, **__: GIVEN

from mempalace.palace import get_collection  # noqa: E402 - once the embedder is in its place
from mempalace.searcher import search_memories  # noqa: E402


class MemPalace:
    def open(self, folder: str) -> None:
        self._folder = folder
        self._drawers = get_collection(folder, create=True)

    def add(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            VECTORS.take(turn.line, turn.vector)
        self._drawers.upsert(
            ids=[turn.id for turn in turns],
            documents=[turn.line for turn in turns],
            metadatas=[
                {
                    "wing": "peers",
                    "room": f"session-{turn.session}",
                    "source_file": turn.id,
                    "chunk_index": 0,
                    "added_by": "peers",
                    "filed_at": turn.at,
                }
                for turn in turns
            ],
        )

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        VECTORS.take(question, vector)
        found = search_memories(question, self._folder, n_results=k)
        if "results" not in found:
            raise RuntimeError(str(found))
        return [hit["source_file"] for hit in found["results"]]

    def held(self) -> list[str]:
        return list(self._drawers.get(include=[])["ids"])

    def close(self) -> None:
        """It has no close of its own."""


serve(MemPalace)
