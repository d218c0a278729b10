"""A store for the test of `benchmarks.peers`: it acknowledges what it has not written, and loses it when killed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "peers" / "adapters"))
from wire import Turn, serve


class Forgetful:
    def open(self, folder: str) -> None:
        self._file = Path(folder) / "turns"
        self._turns: list[str] = self._file.read_text(encoding="utf-8").split() if self._file.exists() else []

    def add(self, turns: Sequence[Turn]) -> None:
        self._turns += [turn.id for turn in turns]

    def finish(self) -> None:
        self._file.write_text("\n".join(self._turns), encoding="utf-8")

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        return self._turns[:k]

    def held(self) -> list[str]:
        return self._turns

    def close(self) -> None:
        self.finish()


serve(Forgetful)
