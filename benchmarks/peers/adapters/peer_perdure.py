"""Perdure through its public verbs. `$PEER_LEARN` = 0 keeps turns and concludes nothing, as the others do."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path

from wire import Turn, serve

from perdure import Event, Memory, Session
from perdure.bench.run import model_of
from perdure.clock import ManualClock

ALL = 1_000_000
MARK = "turn:"


class Perdure:
    def __init__(self) -> None:
        self._learn = os.environ.get("PEER_LEARN", "1") == "1"
        self._vectors = os.environ.get("PEER_VECTORS")
        self._turns: dict[str, str] = {}
        self._sessions: dict[str, Session] = {}

    def open(self, folder: str) -> None:
        # Asked right after the conversation, as everybody else is; the vectors were made before.
        self._clock = ManualClock()
        embedder = model_of("local", self._copied(Path(self._vectors))) if self._vectors else "none"
        self._memory = Memory.open("peer", home=folder, clock=self._clock, embedder=embedder, warm=self._learn)

    @staticmethod
    def _copied(vectors: Path) -> Path:
        """A file of this process alone: what learning embeds besides is added to it."""
        copy = Path(tempfile.mkdtemp(prefix="perdure-peer-")) / "vectors"
        return Path(shutil.copy(vectors, copy))

    def add(self, turns: Sequence[Turn]) -> None:
        for session, group in groupby(turns, key=lambda turn: turn.session):
            said = list(group)
            at = [datetime.fromisoformat(turn.at) for turn in said]
            self._clock.advance(at[-1] - self._clock.now())
            events = [
                Event.user(turn.text, speaker=turn.speaker, timestamp=when, tags=(MARK + turn.id,))
                for turn, when in zip(said, at, strict=True)
            ]
            if session not in self._sessions:
                self._sessions[session] = self._memory.start_session(session)
            into = self._sessions[session]
            if len(events) == 1:
                receipts = [self._memory.commit_turn(into, events[0], learn=self._learn)]
            else:
                receipts = self._memory.commit_turns(into, [[event] for event in events], learn=self._learn)
            for turn, receipt in zip(said, receipts, strict=True):
                self._turns[receipt.records[0]] = turn.id

    def finish(self) -> None:
        self._memory.jobs.run_pending()
        self._memory.index.catch_up()

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        return [self._turns[trace.record.id] for trace in self._memory.retrieve_archival(question, k=k)]

    def held(self) -> list[str]:
        kept = [
            record
            for session in self._memory.archive.sessions(limit=ALL)
            for record in self._memory.archive.records(session, limit=ALL)
        ]
        return [tag.removeprefix(MARK) for record in kept for tag in record.tags if tag.startswith(MARK)]

    def close(self) -> None:
        self._memory.close()


serve(Perdure)
