"""One unit of work, the same on both engines. It sees one scope and `shared`; whatever changes an item also logs it.

What is kept per noun is in a file of its own; here they come together:

    unit         the agent's counters           items, evidence    versions as they are read
    sessions     conversations                  changes            versions as they are written, and the log
    records      the archive                    receipts           answers by idempotency key
    attachments  files of the archive           lookups            looks into the archive
    all_scopes   everything, for rebuilding and checking
    erasing      taking rows out for good; tombstones and erasures say what must not come back, and what was asked
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from perdure.ids import Ids
from perdure.store.context_reads import ContextReads
from perdure.store.contract import Blobs, ChunkMatch, Cursor
from perdure.store.erasing import ErasingTable
from perdure.store.erasures import Erasures
from perdure.store.finder import Finder
from perdure.store.held_chunks import ChunkCache, HeldChunks
from perdure.store.indexing import Index
from perdure.store.injected import InjectedLines
from perdure.store.lineage import Lineage
from perdure.store.links import Links
from perdure.store.lookups import LookupTable
from perdure.store.model_calls import ModelCalls
from perdure.store.patching import PatchLog
from perdure.store.portable import Portable
from perdure.store.queue import Queue
from perdure.store.receipts import ReceiptTable
from perdure.store.scope_log import ScopeLog
from perdure.store.sessions import SessionTable
from perdure.store.settings import AgentSettings
from perdure.store.snapshots import Snapshots
from perdure.store.tombstones import Tombstones
from perdure.store.unit import ALL, LAST, Counters
from perdure.store.upkeep import UpkeepTable
from perdure.store.usage import Ledger
from perdure.store.whole import WholeAgent
from perdure.store.withheld import Withheld
from perdure.store.working import WorkingTable

__all__ = ["ALL", "LAST", "Transaction", "perform"]

T = TypeVar("T")


class Transaction(SessionTable, ErasingTable, ReceiptTable, LookupTable):
    """What a unit of work can read and write. Made by an engine, never kept beyond the unit."""

    def __init__(
        self,
        cursor: Cursor,
        blobs: Blobs,
        ids: Ids,
        *,
        scope: str,
        now: datetime,
        head: Counters | None = None,
        chunks: ChunkCache | None = None,
    ) -> None:
        """`chunks` are what other units have read; one that writes has none."""
        super().__init__(cursor, blobs, ids, scope=scope, now=now, head=head)
        held = None if chunks is None else HeldChunks(chunks, cursor, self._params, self.revision, self.sequence)
        self.finder = Finder(cursor, self._params, held=held)
        self.index = Index(cursor, self._params, self._next)
        self.settings = AgentSettings(cursor, self._params, self._next)
        self.injected = InjectedLines(cursor, self._params, self.keyed)
        self.carried = ContextReads(self._items, self._records)
        self.patching = PatchLog(cursor, self._params, self._next)
        self.queue = Queue(cursor, self._params, self._next)
        self.working = WorkingTable(cursor, self._params)
        self.usage = Ledger(cursor, self._params)
        self.past = ScopeLog(cursor, self._params)
        self.upkeep = UpkeepTable(cursor, self._params, blobs, self._items)
        self.portable = Portable(cursor, self._params, blobs, self._move)
        self.links = Links(cursor, self._params, self._next, self.log_beside)
        self.lineage = Lineage(cursor, self._params, self._next)
        self.snapshots = Snapshots(cursor, self._params, self._next)
        self.withheld = Withheld(cursor, self._params, self._next, self.log_beside)
        self.whole = WholeAgent(cursor, self._params, self._next, self._items)
        self.calls = ModelCalls(cursor, self._params)
        self.tombstones = Tombstones(cursor, self._params, self.keyed, self._next)
        self.erasures = Erasures(cursor, self._params, self._next)

    def cut(self, sequence: int, moment: datetime) -> None:
        """Remove all that came after a point, in every scope: for a copy that is to begin there."""
        self._next()
        self._head.chain = self.lineage.cut(sequence, moment)
        self.declare_erased()

    def at(self, moment: datetime) -> Transaction:
        """The same snapshot read as if it were another moment."""
        head = replace(self._head, is_touched=False)
        return Transaction(self._cursor, self._blobs, self.ids, scope=self.scope, now=moment, head=head)

    def within(self, scope: str) -> Transaction:
        """The same unit of work in another scope of the agent, for what its owner does to all of them at once."""
        return Transaction(self._cursor, self._blobs, self.ids, scope=scope, now=self.now, head=self._head)

    def find(self, words: Sequence[str], *, every: bool, limit: int) -> list[ChunkMatch]:
        """Chunks of items that hold now and contain any (or every) of the words, newest first."""
        rows = self._cursor.find(words, every=every, params=self._params, limit=limit)
        return [ChunkMatch(row[0], row[1]) for row in rows]


def perform(work: Callable[[Transaction], T], transaction: Transaction) -> T:
    """Run a unit of work. A `StopIteration` that escapes it becomes an error which a future can carry.

    Asyncio cannot hand one to whoever awaits: they would wait for ever.
    """
    try:
        return work(transaction)
    except StopIteration as stopped:
        raise RuntimeError("a unit of work raised StopIteration") from stopped
