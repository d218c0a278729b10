"""One store in a process of its own, asked over a pipe."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.peers.peers import Installed

PATIENCE = 300.0
"""Seconds within which an answer must come."""


class PeerFailed(Exception):
    """A store raised, ended, or did not answer."""


@dataclass(frozen=True)
class Said:
    """A turn as it is handed over."""

    id: str
    text: str
    speaker: str
    session: str
    at: str
    vector: bytes

    def as_json(self) -> dict[str, str]:
        return {**asdict(self), "vector": b64encode(self.vector).decode()}


class PeerProcess:
    """A started adapter. Leaving the `with` ends it; `kill` ends it as a power switch would end the program."""

    def __init__(
        self, peer: Installed, folder: Path, environment: Mapping[str, str] | None = None, under: Sequence[str] = ()
    ) -> None:
        """`under`: a program that watches it."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `kill`
        home = folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        self.store = folder / "store"
        self.store.mkdir(exist_ok=True)
        self.cpu = 0.0
        """Seconds of CPU that the last verb took."""
        self.wall = 0.0
        """Seconds on the clock."""
        self._process = subprocess.Popen(
            [*under, str(peer.python), str(peer.rival.adapter)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**peer.environment, "HOME": str(home), **(environment or {})},
            cwd=folder,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def open(self) -> None:
        self.ask("open", folder=str(self.store))

    def add(self, turns: Sequence[Said]) -> None:
        self.ask("add", turns=[turn.as_json() for turn in turns])

    def search(self, question: str, vector: bytes, k: int) -> list[str]:
        found: list[str] = self.ask("search", question=question, vector=b64encode(vector).decode(), k=k)
        return found

    def held(self) -> set[str]:
        return set(self.ask("held"))

    def ask(self, verb: str, **more: Any) -> Any:
        """One verb, and its answer."""
        begun = time.perf_counter()
        self.send(verb, **more)
        try:
            return self._answer()
        finally:
            self.wall = time.perf_counter() - begun

    def send(self, verb: str, **more: Any) -> None:
        """A verb without waiting for what comes of it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"do": verb, **more}).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerFailed(self._last_words()) from None

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as wait:
            wait.register(self._process.stdout, selectors.EVENT_READ)
            if not wait.select(PATIENCE):
                raise PeerFailed(f"no answer in {PATIENCE:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            raise PeerFailed(self._last_words())
        answer = json.loads(line)
        self.cpu = answer["cpu"]
        if "error" in answer:
            raise PeerFailed(" ".join(answer["error"].split())[:300])
        return answer["answer"]

    def _last_words(self) -> str:
        """What it wrote last, when it is gone."""
        self._process.wait(timeout=10)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines() or ["nothing"]
        return f"ended with {self._process.returncode}: {lines[-1][:300]}"

    def kill(self) -> None:
        if self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue  # what was on its way to it is lost with it
