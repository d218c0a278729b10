"""What a store is, seen from above: engines hand out stores, a store runs units of work.

A unit of work is a plain function of a `Transaction`. It is handed a scope and sees that scope and `shared`, nothing
else; it runs in a thread, never waits for a model, and is committed whole or not at all. `submit` answers only after
the commit is durable. Every driver error arrives as one of `perdure.errors`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from perdure.values import JSON

if TYPE_CHECKING:
    from perdure.store.chunks import Totals
    from perdure.store.transaction import Transaction

T = TypeVar("T")
Row = tuple[Any, ...]
Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AgentRow:
    """An agent as the store lists it."""

    id: str
    name: str | None
    created_at: datetime | None
    revision: int
    problem: str | None = None
    """Why it cannot be read, if it cannot; its id is then the name of its folder, which is all there is to see."""

    def as_json(self) -> dict[str, JSON]:
        from perdure.clock import iso

        return {
            "id": self.id,
            "name": self.name,
            "created_at": iso(self.created_at),
            "revision": self.revision,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class ChunkMatch:
    """A chunk that holds some of the words asked for."""

    item_id: str
    search_text: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Something `doctor` looked at: what, whether it is sound, and how to fix it if not."""

    check: str
    ok: bool
    detail: str
    repair: str | None = None

    def as_json(self) -> dict[str, JSON]:
        return {"check": self.check, "ok": self.ok, "detail": self.detail, "repair": self.repair}


@dataclass(slots=True)
class QueuedUnit:
    """A unit of writing work in the queue of an engine, and whoever waits for it."""

    scope: str
    work: Callable[[Transaction], Any]
    future: Future[Any] = field(default_factory=Future)


class Cursor(Protocol):
    """The few things the shared statements need of a driver. Engines compile a statement once and keep it."""

    def all(self, statement: str, params: Params = ...) -> list[Row]:
        """Every row of a query."""
        ...

    def together(self, asked: Sequence[tuple[str, Params]]) -> list[list[Row]]:
        """The rows of statements none of which hangs on another's answer: on a server they travel together."""
        ...

    def run(self, statement: str, params: Params = ...) -> int:
        """Run a change and say how many rows it touched."""
        ...

    def later(self, statement: str, params: Params = ...) -> None:
        """Run a change whose count nobody asks for: at once, or before anything is read and before the unit ends."""
        ...

    def many(self, statement: str, rows: Sequence[Params]) -> None:
        """Run a change once per row."""
        ...

    def stream(self, statement: str, params: Params = ...) -> Iterator[Row]:
        """The rows of a large query, a few at a time."""
        ...

    def propose(self, mem_type: str, weights: Mapping[str, float], totals: Totals, limit: int) -> dict[int, float]:
        """The chunks with the best BM25 by these weights, best first, whoever they belong to."""
        ...

    def holding(self, mem_type: str, words: Sequence[str], totals: Totals, limit: int) -> list[int]:
        """The chunks that hold any of the words, whoever they belong to; of more than the limit the best by BM25."""
        ...

    def frequencies(self, mem_type: str, words: Sequence[str]) -> dict[str, int]:
        """In how many chunks each word stands; words that stand in none are left out."""
        ...

    def occurrences(self, mem_type: str, words: Sequence[str], chunk_ids: Sequence[int]) -> dict[str, tuple[Any, Any]]:
        """The chunks of each word and how often it stands in each, as arrays: at least those of `chunk_ids`."""
        ...

    def nearest(self, mem_type: str, model: str, vector: bytes, limit: int) -> dict[int, float]:
        """Chunk ids nearest to a vector (float32, unit length) with their cosine, best first."""
        ...

    def is_pending(self, mem_type: str, model: str) -> bool:
        """Whether `nearest` finds nothing because its index is still being made."""
        ...

    def closeness(self, mem_type: str, model: str, vector: bytes, chunk_ids: Any) -> Any:
        """The cosine of each of the given chunks (an array of numbers) with a vector; NaN where there is none."""
        ...

    def vector(self, data: bytes) -> object:
        """A vector as a parameter of `VECTOR(...)`."""
        ...

    def find(self, words: Sequence[str], *, every: bool, params: Params, limit: int) -> list[Row]:
        """Chunks of visible, active items that hold any (or every) word: (item id, search text), newest first."""
        ...


class Blobs(Protocol):
    """Where attachment bytes live: beside the SQLite file, in a table on PostgreSQL. Addressed by their SHA-256."""

    def put(self, sha256: str, data: bytes) -> None:
        """Keep the bytes durably before the transaction that refers to them commits."""
        ...

    def get(self, sha256: str) -> bytes | None:
        """The bytes, or None when they are gone."""
        ...

    def drop(self, sha256: str) -> None:
        """Let go of the bytes, if they are there."""
        ...


class AgentStore(Protocol):
    """The memory of one agent."""

    agent_id: str
    folder: Path | None
    """The agent's own folder, where the engine has one."""

    def submit(self, scope: str, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue a unit of writing work. The future holds its result once the commit is durable, or our error."""
        ...

    def read(self, scope: str, work: Callable[[Transaction], T]) -> T:
        """Run a unit of reading work on a consistent snapshot, in this thread."""
        ...

    def revision(self) -> int:
        """How many commits this agent has seen; it moves when any process writes."""
        ...

    def check(self) -> list[Diagnosis]:
        """What the engine itself can say about the health of its files, settings and indexes."""
        ...

    def purge(self) -> list[str]:
        """Bring what was deleted out of the files as well, and out of memory. Answers what is left for an operator."""
        ...

    def sweep(self) -> None:
        """The same at any cost: write everything anew."""
        ...

    def close(self) -> None:
        """Finish what is queued and let go of every file and connection."""
        ...


class Engine(Protocol):
    """A home: a folder of SQLite files, or a PostgreSQL database."""

    name: str

    def open(self, agent_id: str, *, create: bool) -> AgentStore:
        """Open an agent's store, making it where `create` is true; otherwise a missing one is `NotFound`."""
        ...

    def fork(
        self,
        source: str,
        new: str,
        *,
        finish: Callable[[Transaction], None],
        files: frozenset[str] | None = None,
    ) -> None:
        """Make an agent out of a copy of another, whole or not at all. One that exists already is a `Conflict`.

        `finish` makes the copy its own before anybody sees it. `files` are the attachments (by hash) that come along;
        None means all.
        """
        ...

    def agents(self) -> list[AgentRow]:
        """Every agent here, ordered by id."""
        ...

    def delete(self, agent_id: str) -> dict[str, int]:
        """Delete all that an agent has, itself included. Answers how much that was; a missing one is `NotFound`."""
        ...

    def check(self) -> list[Diagnosis]:
        """Versions and abilities of the engine."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...
