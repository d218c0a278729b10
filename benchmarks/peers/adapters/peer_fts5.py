"""The baseline: one FTS5 table of SQLite, as Python brings it. Words alone."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

from wire import Turn, serve

_WORD = re.compile(r"\w+")


class Fts5:
    def open(self, folder: str) -> None:
        self._connection = sqlite3.connect(f"{folder}/words.db", isolation_level=None, timeout=60)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS turns USING fts5(id UNINDEXED, line, tokenize='porter unicode61')"
        )

    def add(self, turns: Sequence[Turn]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO turns VALUES (?, ?)", [(turn.id, turn.line) for turn in turns])
        self._connection.execute("COMMIT")

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(question.lower())))
        found = self._connection.execute(
            "SELECT id FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?", (words, k)
        ).fetchall()
        return [row[0] for row in found]

    def held(self) -> list[str]:
        return [row[0] for row in self._connection.execute("SELECT id FROM turns")]

    def close(self) -> None:
        self._connection.close()


serve(Fts5)
