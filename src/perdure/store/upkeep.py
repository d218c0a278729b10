"""What the daily run reads and keeps of its own: what is due in a scope, what ended, and what became of each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, iso, to_micros
from perdure.store.attachments import FILE_COLUMNS
from perdure.store.contract import Blobs, Cursor, Row
from perdure.store.rows import change_of, file_of, intact
from perdure.store.statements import ITEM_COLUMNS, VISIBLE_ITEM
from perdure.values import JSON, Change, Item, StoredFile

DEMOTED, FADED, LAPSED, MERGED, WEAKENED = "demoted", "faded", "lapsed", "merged", "weakened"
"""How the log calls what upkeep does to an item."""
RUNNING, DONE, UNFINISHED, FAILED, SKIPPED = STATES = ("running", "done", "unfinished", "failed", "skipped")

# Names of scopes only, so that each can be gone through by itself.
SCOPES_IN_USE = (
    "SELECT i.scope FROM memory_items i WHERE OWNED(i) UNION SELECT s.scope FROM sessions s WHERE OWNED(s) ORDER BY 1"
)
# Of this scope alone: what is shared is gone through as the scope `shared`.
ITEMS_TO_KEEP = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :scope AND i.status = 'active' AND i.sequence > :after"
    " ORDER BY i.sequence LIMIT :limit"
)
ITEMS_PAST = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :scope AND i.status = 'retracted' AND i.updated_at <= :before"
    " AND i.sequence > :after ORDER BY i.sequence LIMIT :limit"
)
ITEMS_ENDED = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND (i.status = 'retracted' OR (i.status = 'active' AND NOT i.pinned AND i.expires_at <= :now)"
    " OR (i.status = 'superseded' AND EXISTS (SELECT 1 FROM changes c WHERE OWNED(c) AND c.scope = i.scope"
    " AND c.key = i.key AND (c.item_id = i.id AND c.action = 'merged'"
    " OR c.item_id = i.superseded_by AND c.action = 'rebuilt'))))"
    " ORDER BY i.updated_at DESC, i.sequence DESC LIMIT :limit"
)
ITEMS_MERGED_INTO = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.status = 'superseded' AND i.superseded_by = :id AND NOT EXISTS (SELECT 1 FROM memory_items o"
    " WHERE OWNED(o) AND o.scope = i.scope AND o.key = i.key AND (o.id = :id OR o.status IN ('active', 'pending')))"
    " ORDER BY i.sequence"
)
CHANGES_BETWEEN = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c WHERE OWNED(c) AND c.scope IN (:scope, 'shared')"
    " AND c.changed_at >= :since AND c.changed_at < :until ORDER BY c.sequence"
)
# Over all scopes: bytes are shared by their hash, and no name or byte is shown.
FILES_EXPIRED = (
    "SELECT "
    + FILE_COLUMNS
    + " FROM attachments f WHERE OWNED(f) AND f.expires_at <= :now AND NOT EXISTS (SELECT 1 FROM attachments o"
    " WHERE OWNED(o) AND o.sha256 = f.sha256 AND (o.expires_at IS NULL OR o.expires_at > :now)) ORDER BY f.id"
)
STEP_PUT = (
    "INSERT INTO upkeep_steps (day, step, state, changed, problem, started_at, finished_at)"
    " VALUES (:day, :step, :state, :changed, :problem, :started_at, :finished_at)"
)
STEP_DROP = "DELETE FROM upkeep_steps AS u WHERE OWNED(u) AND u.day = :day AND u.step = :step"
_STEP = "SELECT u.day, u.step, u.state, u.changed, u.problem, u.started_at, u.finished_at FROM upkeep_steps u"
STEPS_OF_LAST_DAY = (
    _STEP
    + " WHERE OWNED(u) AND u.day = (SELECT MAX(l.day) FROM upkeep_steps l WHERE OWNED(l))"
    + " ORDER BY u.started_at, u.step"
)
STEP_LAST_DONE = (
    _STEP + " WHERE OWNED(u) AND u.step = :step AND u.state = 'done' AND u.day <= :day ORDER BY u.day DESC LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class StepRow:
    """What became of one step of a daily run."""

    day: str
    step: str
    state: str
    changed: int
    problem: str | None
    started_at: datetime
    finished_at: datetime | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "day": self.day,
            "step": self.step,
            "state": self.state,
            "changed": self.changed,
            "problem": self.problem,
            "started_at": iso(self.started_at),
            "finished_at": iso(self.finished_at),
        }


@intact
def step_of(row: Row) -> StepRow:
    finished = None if row[6] is None else from_micros(row[6])
    return StepRow(row[0], row[1], row[2], int(row[3]), row[4], from_micros(row[5]), finished)


class UpkeepTable:
    """The upkeep side of a transaction."""

    def __init__(
        self, cursor: Cursor, params: Mapping[str, Any], blobs: Blobs, items: Callable[..., list[Item]]
    ) -> None:
        self._cursor = cursor
        self._params = dict(params)
        self._blobs = blobs
        self._items = items

    # what is due

    def scopes(self) -> list[str]:
        """Every scope that anything was kept in."""
        return [row[0] for row in self._cursor.all(SCOPES_IN_USE, self._params)]

    def active(self, *, after: int, limit: int) -> list[Item]:
        """What was decided for in this scope alone, lapsed or not, in order."""
        return self._items(ITEMS_TO_KEEP, after=after, limit=limit)

    def past(self, before: datetime, *, after: int, limit: int) -> list[Item]:
        """What ended in this scope alone up to a moment, in order."""
        return self._items(ITEMS_PAST, before=to_micros(before), after=after, limit=limit)

    def ended(self, limit: int) -> list[Item]:
        """What no longer holds and was not replaced by something newer, the latest first."""
        return self._items(ITEMS_ENDED, limit=limit)

    def merged_into(self, item_id: str) -> list[Item]:
        """What an item took in that was held under another key, and is not held there again."""
        return self._items(ITEMS_MERGED_INTO, id=item_id)

    def changes_between(self, since: datetime, until: datetime) -> list[Change]:
        """What was done in this scope from one moment up to another."""
        given = {"since": to_micros(since), "until": to_micros(until)}
        return [change_of(row) for row in self._cursor.all(CHANGES_BETWEEN, self._params | given)]

    # attachments

    def expired_files(self) -> list[StoredFile]:
        """Attachments whose time is over and whose bytes no other one needs, as long as the bytes are there."""
        files = [file_of(row) for row in self._cursor.all(FILES_EXPIRED, self._params)]
        return [file for file in files if self._blobs.get(file.sha256) is not None]

    def drop_bytes(self) -> int:
        """Drop the bytes of attachments whose time is over. Their rows stay: the hash chain counts on them."""
        hashes = {file.sha256 for file in self.expired_files()}
        for sha256 in sorted(hashes):
            self._blobs.drop(sha256)
        return len(hashes)

    # the steps

    def put_step(self, row: StepRow) -> None:
        """Keep what became of a step. No item changes by it: the revision stays."""
        params = {
            "day": row.day,
            "step": row.step,
            "state": row.state,
            "changed": row.changed,
            "problem": row.problem,
            "started_at": to_micros(row.started_at),
            "finished_at": None if row.finished_at is None else to_micros(row.finished_at),
        }
        self._cursor.run(STEP_DROP, self._params | params)
        self._cursor.run(STEP_PUT, params)

    def last_steps(self) -> list[StepRow]:
        """The steps of the last day on which any was done, in order."""
        return [step_of(row) for row in self._cursor.all(STEPS_OF_LAST_DAY, self._params)]

    def last_done(self, step: str, day: str) -> StepRow | None:
        """When a step was last done, up to a day."""
        rows = self._cursor.all(STEP_LAST_DONE, self._params | {"step": step, "day": day})
        return step_of(rows[0]) if rows else None
