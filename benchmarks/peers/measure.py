"""What is measured of each store: every count is of what its process acknowledged, and what a later one finds there."""

from __future__ import annotations

import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, groupby, islice
from pathlib import Path
from typing import Any

from benchmarks.peers.peers import Installed
from benchmarks.peers.process import PeerFailed, PeerProcess, Said
from perdure.bench.measure import mean, measure

K = 10
WARM_UP = 5
WRITES, KILLS, FIRST, SECOND, SYNCS = "wkabs"
"""What the ids of turns begin with, by who writes them."""
KILLED_AFTER = (5, 20)
"""Acknowledged writes after which a process is killed: at least, at most."""


@dataclass(frozen=True)
class Asked:
    """A question with its vector and the turns that answer it."""

    text: str
    vector: bytes
    gold: frozenset[str]


@dataclass(frozen=True)
class PeerTalk:
    """What is told, and what is asked about it."""

    name: str
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    writes: int = 100
    kills: int = 10
    each: int = 50
    """Turns of each of two writers."""
    syncs: bool = True
    """Whether calls to the disk are counted."""


def fresh(conversations: Sequence[PeerTalk], name: str) -> Iterator[Said]:
    """Turns that were never told, each with its id in its text."""
    turns = [turn for conversation in conversations for turn in conversation.turns]
    for number in count():
        turn = turns[number % len(turns)]
        yield replace(turn, id=f"{name}{number}", text=f"{name}{number} {turn.text}", session=name)


def written(conversations: Sequence[PeerTalk], sizes: Sizes) -> list[Said]:
    """Every turn that the write tests may use, so that their vectors can be made before."""
    most = {
        WRITES: sizes.writes + WARM_UP,
        KILLS: sizes.kills * (KILLED_AFTER[1] + 1),
        FIRST: sizes.each,
        SECOND: sizes.each,
        SYNCS: WARM_UP + 1,
    }
    return [turn for name, number in most.items() for turn in islice(fresh(conversations, name), number)]


class Bench:
    """One store, measured in every respect. A respect in which it fails says how, and the others go on."""

    def __init__(self, peer: Installed, conversations: Sequence[PeerTalk], vectors: Path | None, sizes: Sizes):
        self._peer = peer
        self._conversations = conversations
        self._environment = {"PEER_VECTORS": str(vectors)} if vectors else {}
        self._sizes = sizes

    def run(self) -> dict[str, Any]:
        figures: dict[str, Any] = {}
        for name, part in (
            ("recall", self.recall),
            ("writes", self.writes),
            ("kills", self.kills),
            ("two_writers", self.two_writers),
            ("syncs", self.syncs),
        ):
            try:
                figures[name] = part()
            except PeerFailed as failure:
                figures[name] = {"error": str(failure)}
        return figures

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(prefix="perdure-peers-"))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # a store that was killed may have left a process of its own

    def _start(self, folder: Path, under: Sequence[str] = ()) -> PeerProcess:
        return PeerProcess(self._peer, folder, self._environment, under)

    def recall(self) -> dict[str, float]:
        """How much of what answers a question is found, and the CPU of taking in and of asking."""
        found, cpu, took, told = [], [], 0.0, 0
        for conversation in self._conversations:
            with self._folder() as folder, self._start(folder) as peer:
                peer.open()
                sessions = [list(group) for _, group in groupby(conversation.turns, key=lambda turn: turn.session)]
                peer.add(sessions[0])  # loads what is loaded at the first use, which is not counted
                peer.ask("finish")
                for session in sessions[1:]:
                    peer.add(session)
                    took, told = took + peer.cpu, told + len(session)
                peer.ask("finish")
                took += peer.cpu
                for asked in conversation.questions[:WARM_UP]:
                    peer.search(asked.text, asked.vector, K)
                for asked in conversation.questions:
                    found.append(measure(peer.search(asked.text, asked.vector, K), asked.gold))
                    cpu.append(peer.cpu * 1e3)
                peer.ask("close")
        figures = mean(found)
        return {
            "questions": len(found),
            "r5": round(figures.recall_5, 3),
            "r10": round(figures.recall_10, 3),
            "query_ms_p50": round(statistics.median(cpu), 2),
            "query_ms_p95": round(sorted(cpu)[int(len(cpu) * 0.95)], 2),
            "ingest_s_per_1000": round(took / told * 1e3, 2),
        }

    def writes(self) -> dict[str, float]:
        """Turns one after the other, each waited for."""
        with self._folder() as folder, self._start(folder) as peer:
            peer.open()
            turns = fresh(self._conversations, WRITES)
            for _ in range(WARM_UP):
                peer.add([next(turns)])
            cpu, begun = [], time.perf_counter()
            for _ in range(self._sizes.writes):
                peer.add([next(turns)])
                cpu.append(peer.cpu * 1e3)
            took = time.perf_counter() - begun
        return {"per_second": round(self._sizes.writes / took, 1), "cpu_ms": round(statistics.median(cpu), 2)}

    def kills(self) -> dict[str, Any]:
        """kill -9 while writing, open again, look for all that was ever acknowledged; many times in one store."""
        chance = random.Random(0)
        acknowledged: set[str] = set()
        lost: set[str] = set()
        turns = fresh(self._conversations, KILLS)
        with self._folder() as folder:
            for number in range(self._sizes.kills + 1):
                with self._start(folder) as peer:
                    try:
                        peer.open()
                        lost |= acknowledged - peer.held() if acknowledged else set()
                    except PeerFailed as failure:
                        if not number:
                            raise
                        kept = {"kills": number, "acknowledged": len(acknowledged), "lost": len(acknowledged)}
                        return {**kept, "first_error": f"cannot be opened after kill {number}: {failure}"}
                    if number < self._sizes.kills:
                        acknowledged |= self._write_until_killed(peer, turns, chance)
        return {"kills": self._sizes.kills, "acknowledged": len(acknowledged), "lost": len(lost)}

    @staticmethod
    def _write_until_killed(peer: PeerProcess, turns: Iterator[Said], chance: random.Random) -> set[str]:
        """What was acknowledged before the kill, which meets one more write somewhere on its way."""
        acknowledged = set()
        for _ in range(chance.randint(*KILLED_AFTER)):
            turn = next(turns)
            peer.add([turn])
            acknowledged.add(turn.id)
        peer.send("add", turns=[next(turns).as_json()])
        time.sleep(chance.random() * 2 * peer.wall)
        peer.kill()
        return acknowledged

    def two_writers(self) -> dict[str, Any]:
        """Two processes write into one store at the same time; then a third looks."""
        with self._folder() as folder:
            with self._start(folder) as first, self._start(folder) as second, ThreadPoolExecutor(2) as both:
                tasks = [
                    both.submit(self._write_each, peer, fresh(self._conversations, name))
                    for peer, name in ((first, FIRST), (second, SECOND))
                ]
                came = [task.result() for task in tasks]
            acknowledged = set().union(*(names for names, _ in came))
            errors = [error for _, found in came for error in found]
            with self._start(folder) as third:
                third.open()
                lost = acknowledged - third.held()
        wanted = 2 * self._sizes.each
        figures = {"written": wanted, "acknowledged": len(acknowledged), "lost": len(lost), "refused": len(errors)}
        return {**figures, **({"first_error": errors[0]} if errors else {})}

    def _write_each(self, peer: PeerProcess, turns: Iterator[Said]) -> tuple[set[str], list[str]]:
        done: set[str] = set()
        errors: list[str] = []
        try:
            peer.open()
        except PeerFailed as failure:
            return done, [str(failure)] * self._sizes.each
        for _ in range(self._sizes.each):
            turn = next(turns)
            try:
                peer.add([turn])
                done.add(turn.id)
            except PeerFailed as failure:
                errors.append(str(failure))
        return done, errors

    def syncs(self) -> dict[str, float] | None:
        """How often a write asks the disk to keep it (fsync and its kin), counted by strace where there is one."""
        if not self._sizes.syncs or shutil.which("strace") is None:
            return None
        with self._folder() as folder:
            log = folder / "calls"
            under = ("strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,sync_file_range,msync", "-o", str(log))
            with self._start(folder, under) as peer:
                peer.open()
                turns = fresh(self._conversations, SYNCS)
                peer.add([next(turns)])
                before = _lines(log)
                for _ in range(WARM_UP):
                    peer.add([next(turns)])
                after = _lines(log)
        return {"per_write": round((after - before) / WARM_UP, 1)}


def _lines(log: Path) -> int:
    return log.read_text(errors="replace").count("sync") if log.exists() else 0
