"""How a store is asked from outside: one JSON object per line, in and out. Standard library alone, since it runs in the
environment of whatever is measured. An adapter is a class with the verbs of `Peer` and ends with `serve(ItsClass)`.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from array import array
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Turn:
    """What somebody said, and its vector."""

    id: str
    text: str
    """The words, without who said them."""
    speaker: str
    session: str
    at: str
    vector: list[float]

    @property
    def line(self) -> str:
        """The text as every peer keeps it; the vector is of it."""
        return f"{self.speaker}: {self.text}"


class Peer(Protocol):
    """A store of turns. What `add` returned from is acknowledged."""

    def open(self, folder: str) -> None: ...
    def add(self, turns: Sequence[Turn]) -> None: ...
    def finish(self) -> None:
        """Wait for whatever `add` left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]: ...
    def held(self) -> list[str]:
        """The ids of all turns that are there."""

    def close(self) -> None: ...


class GivenVectors:
    """For a store that embeds by itself: an embedder that hands out what the driver made, and nothing else."""

    def __init__(self) -> None:
        self._held: dict[str, list[float]] = {}

    def take(self, text: str, vector: list[float]) -> None:
        self._held[text] = vector

    def of(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._held[text] for text in texts]


def serve(make: Callable[[], Peer]) -> None:
    """Answer until stdin ends. What the store prints goes to stderr, so that stdout has answers alone."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    peer = make()
    for line in sys.stdin:
        before = spent()
        try:
            answer = {"answer": _do(peer, json.loads(line))}
        except Exception as error:  # noqa: BLE001 - a store may raise anything, and the driver is told
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps({**answer, "cpu": spent() - before}) + "\n")
        answers.flush()


def _do(peer: Peer, asked: dict[str, Any]) -> Any:
    match asked.pop("do"):
        case "open":
            return peer.open(asked["folder"])
        case "add":
            return peer.add([Turn(**{**turn, "vector": _vector(turn["vector"])}) for turn in asked["turns"]])
        case "finish":
            return peer.finish()
        case "search":
            return peer.search(asked["question"], _vector(asked["vector"]), asked["k"])
        case "held":
            return peer.held()
        case "close":
            return peer.close()
        case other:
            raise ValueError(f"no such verb: {other}")


def _vector(text: str) -> list[float]:
    numbers = array("f")
    numbers.frombytes(b64decode(text))
    return list(numbers)


def spent() -> float:
    """Seconds of CPU of this process, all of its threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
