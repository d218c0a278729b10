"""LangGraph's store over SQLite (langgraph-checkpoint-sqlite), with its vector index.

It loads an extension, which the `sqlite3` of many Pythons cannot; `pysqlite3-binary` takes its place there.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from wire import GivenVectors, Turn, serve

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

PLACE = ("turns",)
ALL = 1_000_000


class LangGraph:
    def __init__(self) -> None:
        self._vectors = GivenVectors()
        self._open = ExitStack()

    def open(self, folder: str) -> None:
        index = {"dims": 512, "embed": self._vectors.of, "text_fields": ["text"]}
        self._store = self._open.enter_context(SqliteStore.from_conn_string(f"{folder}/store.db", index=index))
        self._store.setup()

    def add(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self._vectors.take(turn.line, turn.vector)
        self._store.batch(
            [PutOp(PLACE, turn.id, {"text": turn.line, "session": turn.session, "at": turn.at}) for turn in turns]
        )

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        self._vectors.take(question, vector)
        return [item.key for item in self._store.search(PLACE, query=question, limit=k)]

    def held(self) -> list[str]:
        return [item.key for item in self._store.search(PLACE, limit=ALL)]

    def close(self) -> None:
        self._open.close()


serve(LangGraph)
