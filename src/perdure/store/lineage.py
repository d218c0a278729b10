"""Where a memory came from: the agents it was forked from or that were merged into it. And what a fork cuts away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, iso, to_micros
from perdure.store.chain import GENESIS
from perdure.store.contract import Cursor, Row
from perdure.store.rows import checksum, intact
from perdure.tokens import rough
from perdure.values import JSON, SHARED, Item

ANCESTORS = (
    "SELECT n.ancestor_id, n.kind, n.sequence, n.revision, n.happened_at FROM ancestors n WHERE OWNED(n)"
    " ORDER BY n.ordinal"
)
ANCESTOR_ADD = (
    "INSERT INTO ancestors (ordinal, ancestor_id, kind, sequence, revision, happened_at)"
    " VALUES (:ordinal, :ancestor_id, :kind, :sequence, :revision, :now)"
)
KEY_OF_ITEM = "UPDATE memory_items AS i SET key = :key, checksum = :checksum WHERE OWNED(i) AND i.id = :id"
CHUNKS_OF_ITEM_DROP = "DELETE FROM memory_chunks AS c WHERE OWNED(c) AND c.item_id = :id"
# An entry of the log with another key is not the one that was sealed: without its salt nobody says it is.
KEY_OF_CHANGES = (
    "UPDATE changes AS c SET key = :key, salt = NULL WHERE OWNED(c) AND c.scope = 'shared' AND c.key = :old"
)
USAGE_DROP = "DELETE FROM usage AS u WHERE OWNED(u)"

# What came after a number or a moment, over all scopes; children before what they belong to.
CUTS = (
    "DELETE FROM withheld AS w WHERE OWNED(w) AND w.item_id IN"
    " (SELECT i.id FROM memory_items i WHERE OWNED(i) AND i.sequence > :sequence)",
    "DELETE FROM memory_items AS i WHERE OWNED(i) AND i.sequence > :sequence",
    "DELETE FROM attachments AS f WHERE OWNED(f) AND f.record_id IN"
    " (SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.sequence > :sequence)",
    "DELETE FROM archival_records AS r WHERE OWNED(r) AND r.sequence > :sequence",
    "DELETE FROM receipts AS p WHERE OWNED(p) AND p.created_at > :moment",
    "DELETE FROM sessions AS s WHERE OWNED(s) AND s.sequence > :sequence",
    "DELETE FROM changes AS c WHERE OWNED(c) AND c.sequence > :sequence",
    "DELETE FROM lookups AS k WHERE OWNED(k) AND k.sequence > :sequence",
    "DELETE FROM extraction_queue AS q WHERE OWNED(q) AND q.sequence > :sequence",
    "DELETE FROM patch_history AS h WHERE OWNED(h) AND h.sequence > :sequence",
    "DELETE FROM working_memory AS m WHERE OWNED(m) AND m.last_updated > :moment",
    "DELETE FROM snapshots AS s WHERE OWNED(s) AND s.sequence > :sequence",
)
SESSIONS_CUT = (
    "SELECT s.id, s.completed_at, s.message_count, s.watermark FROM sessions s WHERE OWNED(s)"
    " AND (s.alive_at > :moment OR s.completed_at > :moment)"
)
SAID_IN_SESSION = "SELECT r.turn_id, r.content FROM archival_records r WHERE OWNED(r) AND r.session_id = :session_id"
SESSION_RECOUNT = (
    "UPDATE sessions AS s SET completed_at = :completed_at, message_count = :messages, turn_count = :turns,"
    " total_tokens = :tokens, alive_at = :alive_at,"
    " watermark = CASE WHEN s.watermark > :messages THEN 0 ELSE s.watermark END,"
    " compacted = CASE WHEN s.watermark > :messages THEN NULL ELSE s.compacted END WHERE s.id = :id AND OWNED(s)"
)
LAST_LINK = (
    "SELECT h.link FROM (SELECT r.sequence AS place, r.chain_hash AS link FROM archival_records r WHERE OWNED(r)"
    " UNION ALL SELECT c.sequence AS place, c.chain_hash AS link FROM changes c"
    " WHERE OWNED(c) AND c.chain_hash IS NOT NULL) h ORDER BY h.place DESC LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class Ancestor:
    """An agent that this memory came from: forked off it, or merged from it."""

    agent_id: str
    kind: str
    sequence: int
    """Up to which number of that agent's log it was taken."""
    revision: int
    """For a fork, that agent's change set; for a merge, the change set here that took it in."""
    at: datetime

    def as_json(self) -> dict[str, JSON]:
        return {"agent": self.agent_id, "kind": self.kind, "revision": self.revision, "at": iso(self.at)}


@intact
def ancestor_of(row: Row) -> Ancestor:
    return Ancestor(row[0], row[1], int(row[2]), int(row[3]), from_micros(row[4]))


class Lineage:
    """The ancestry of an agent, and making one memory out of the copy of another."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number

    def ancestors(self) -> list[Ancestor]:
        """The oldest first."""
        return [ancestor_of(row) for row in self._cursor.all(ANCESTORS, self._params)]

    def add(self, ancestor_id: str, kind: str, sequence: int, revision: int) -> None:
        given = {"ancestor_id": ancestor_id, "kind": kind, "sequence": sequence, "revision": revision}
        self._cursor.run(ANCESTOR_ADD, {**self._params, **given, "ordinal": self._next()})

    def rename(self, versions: Sequence[Item], key: str) -> list[Item]:
        """Give versions of a shared key another key: the identity of a copy is its own. Their chunks are dropped."""
        renamed = [replace(item, key=key) for item in versions]
        for item in renamed:
            self._cursor.run(CHUNKS_OF_ITEM_DROP, {**self._params, "id": item.id})
            self._cursor.run(KEY_OF_ITEM, {**self._params, "id": item.id, "key": key, "checksum": checksum(item)})
        if versions:
            assert versions[0].scope == SHARED
            self._cursor.run(KEY_OF_CHANGES, {**self._params, "key": key, "old": versions[0].key})
        return renamed

    def drop_usage(self) -> None:
        """What was spent, was spent by the other."""
        self._cursor.run(USAGE_DROP, self._params)

    def cut(self, sequence: int, moment: datetime) -> bytes:
        """Remove all that came after a point, in every scope. Answers the last link of the chain that is left."""
        given = {**self._params, "sequence": sequence, "moment": to_micros(moment)}
        for statement in CUTS:
            self._cursor.run(statement, given)
        for session_id, completed_at, _, _ in self._cursor.all(SESSIONS_CUT, given):
            said = self._cursor.all(SAID_IN_SESSION, {**self._params, "session_id": session_id})
            counts = {
                "id": session_id,
                "completed_at": None if completed_at is None or completed_at > given["moment"] else completed_at,
                "messages": len(said),
                "turns": max((row[0] for row in said), default=0),
                "tokens": sum(rough(row[1] or "") for row in said),
                "alive_at": given["moment"],
            }
            self._cursor.run(SESSION_RECOUNT, {**self._params, **counts})
        last = self._cursor.all(LAST_LINK, self._params)
        return bytes(last[0][0]) if last else GENESIS
