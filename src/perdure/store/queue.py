"""Work for later, each piece once. A worker holds a lease on a job; what fails for good stays, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from perdure.clock import from_micros, iso, to_micros
from perdure.errors import Conflict
from perdure.messages import say
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact, micros
from perdure.values import JSON

KINDS = ("learn", "extract", "episode", "consolidate")
WAITING, LEASED, DONE, DEAD = STATES = ("waiting", "leased", "done", "dead")
STOPPED = "its worker stopped before it was done"
KEPT_ONLY = "kept, not to be learned from"

JOB_COLUMNS = (
    "q.sequence, q.kind, q.session_id, q.scope, q.turn_id, q.status, q.retry_count, q.max_retries, q.not_before,"
    " q.lease_owner, q.lease_until, q.last_error, q.created_at, q.updated_at"
)
JOB_THERE = (
    "SELECT q.sequence FROM extraction_queue q"
    " WHERE OWNED(q) AND q.kind = :kind AND q.session_id = :session_id AND q.turn_id = :turn_id"
)
JOB_ADD = (
    "INSERT INTO extraction_queue (sequence, kind, session_id, scope, turn_id, status, max_retries, not_before,"
    " last_error, created_at, updated_at)"
    " VALUES (:sequence, :kind, :session_id, :scope, :turn_id, 'waiting', :max_retries, :not_before, :last_error,"
    " :now, :now) ON CONFLICT DO NOTHING"
)
JOB_CLOSED = (
    "INSERT INTO extraction_queue (sequence, kind, session_id, scope, turn_id, status, max_retries, not_before,"
    " last_error, created_at, updated_at)"
    " VALUES (:sequence, :kind, :session_id, :scope, :turn_id, 'done', 0, :now, :last_error, :now, :now)"
    " ON CONFLICT DO NOTHING"
)
# Turns in which somebody spoke, for a reader who has not read them. What was kept only is nobody's to read.
TURNS_UNREAD = (
    "SELECT r.session_id, r.turn_id, MIN(r.sequence) FROM archival_records r"
    " WHERE OWNED(r) AND r.scope IN (:scope, 'shared') AND r.scope = :scope AND r.role = 'user'"
    " AND r.session_id NOT LIKE 'direct:%' AND r.sequence > :after"
    " AND (CAST(:session_id AS TEXT) IS NULL OR r.session_id = :session_id)"
    " AND NOT EXISTS (SELECT 1 FROM extraction_queue q WHERE OWNED(q) AND q.session_id = r.session_id"
    " AND q.turn_id = r.turn_id AND (q.kind = :kind OR (q.kind = 'learn' AND q.last_error = :kept)))"
    " GROUP BY r.session_id, r.turn_id ORDER BY MIN(r.sequence) LIMIT :limit"
)
# Workers serve every scope; what they do with a job they do in the scope that is kept with it.
JOBS_DUE = (
    "SELECT "
    + JOB_COLUMNS
    + " FROM extraction_queue q WHERE OWNED(q) AND ((q.status = 'waiting' AND q.not_before <= :now)"
    " OR (q.status = 'leased' AND q.lease_until <= :now)) AND q.kind IN EACH(:ids) ORDER BY q.sequence LIMIT :limit"
)
JOB_NEXT = (
    "SELECT MIN(CASE q.status WHEN 'waiting' THEN q.not_before ELSE q.lease_until END) FROM extraction_queue q"
    " WHERE OWNED(q) AND q.status IN ('waiting', 'leased') AND q.kind IN EACH(:ids)"
)
# Compare and set: of two workers that saw the same job one gets it, and whoever lost its lease changes nothing.
JOB_LEASE = (
    "UPDATE extraction_queue AS q SET status = 'leased', retry_count = :retry_count, last_error = :last_error,"
    " lease_owner = :owner, lease_until = :until, updated_at = :now WHERE OWNED(q) AND q.sequence = :id"
    " AND (q.status = 'waiting' OR (q.status = 'leased' AND q.lease_until <= :now))"
)
JOBS_GIVE_UP = (
    "UPDATE extraction_queue AS q SET status = 'dead', retry_count = q.retry_count + 1, last_error = :last_error,"
    " lease_owner = NULL, lease_until = NULL, updated_at = :now WHERE OWNED(q) AND q.status = 'leased'"
    " AND q.lease_until <= :now AND q.retry_count >= q.max_retries"
)
JOB_MOVE = (
    "UPDATE extraction_queue AS q SET status = :status, retry_count = :retry_count, not_before = :not_before,"
    " last_error = :last_error, lease_owner = NULL, lease_until = NULL, updated_at = :now"
    " WHERE OWNED(q) AND q.sequence = :id AND q.status = 'leased' AND q.lease_owner = :owner"
)
JOB_NOTE = "UPDATE extraction_queue AS q SET last_error = :last_error WHERE OWNED(q) AND q.sequence = :id"
JOB_RETRY = (
    "UPDATE extraction_queue AS q SET status = 'waiting', retry_count = 0, not_before = :now, updated_at = :now"
    " WHERE OWNED(q) AND q.sequence = :id AND q.scope IN (:scope, 'shared') AND q.status IN ('dead', 'waiting')"
)
JOBS = (
    "SELECT " + JOB_COLUMNS + " FROM extraction_queue q WHERE OWNED(q) AND q.scope IN (:scope, 'shared')"
    " AND (CAST(:status AS TEXT) IS NULL OR q.status = :status) ORDER BY q.sequence LIMIT :limit"
)
JOB = (
    "SELECT "
    + JOB_COLUMNS
    + " FROM extraction_queue q WHERE OWNED(q) AND q.scope IN (:scope, 'shared') AND q.sequence = :id"
)
JOBS_OF_SESSION = (
    "SELECT COUNT(*) FROM extraction_queue q WHERE OWNED(q) AND q.kind = :kind AND q.session_id = :session_id"
)
# Counts and reasons over all scopes, for `doctor`: they carry no text of a memory.
JOB_COUNTS = "SELECT q.kind, q.status, COUNT(*) FROM extraction_queue q WHERE OWNED(q) GROUP BY q.kind, q.status"
JOBS_DEAD = (
    "SELECT " + JOB_COLUMNS + " FROM extraction_queue q WHERE OWNED(q) AND q.status = 'dead' ORDER BY q.sequence"
)
JOB_REASONS = (
    "SELECT q.last_error, COUNT(*) FROM extraction_queue q WHERE OWNED(q) AND q.status = :status"
    " AND (CAST(:kind AS TEXT) IS NULL OR q.kind = :kind)"
    " AND q.last_error IS NOT NULL AND q.last_error <> :kept GROUP BY q.last_error ORDER BY COUNT(*) DESC, q.last_error"
)


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work for later. `turn_id` 0 stands for the session as a whole."""

    id: int
    kind: str
    session_id: str
    scope: str
    turn_id: int
    status: str
    retry_count: int
    max_retries: int
    not_before: datetime
    lease_owner: str | None
    lease_until: datetime | None
    last_error: str | None
    created_at: datetime
    updated_at: datetime

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "kind": self.kind,
            "session": self.session_id,
            "scope": self.scope,
            "turn_id": self.turn_id,
            "status": self.status,
            "retry_count": self.retry_count,
            "max_retries": self.max_retries,
            "not_before": iso(self.not_before),
            "last_error": self.last_error,
            "created_at": iso(self.created_at),
            "updated_at": iso(self.updated_at),
        }


@intact
def job_of(row: Row) -> Job:
    return Job(
        id=row[0],
        kind=row[1],
        session_id=row[2],
        scope=row[3],
        turn_id=row[4],
        status=row[5],
        retry_count=row[6],
        max_retries=row[7],
        not_before=from_micros(row[8]),
        lease_owner=row[9],
        lease_until=None if row[10] is None else from_micros(row[10]),
        last_error=row[11],
        created_at=from_micros(row[12]),
        updated_at=from_micros(row[13]),
    )


class Queue:
    """The jobs of one agent. Leasing and finishing change no item, so the revision stays."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], number: Callable[[], int]) -> None:
        self._cursor = cursor
        self._params = params
        self._number = number
        self.has_grown = False
        """Whether this unit put up something that a worker should know of."""

    def add(
        self,
        kind: str,
        session_id: str,
        turn_id: int = 0,
        *,
        max_retries: int,
        not_before: datetime | None = None,
        reason: str | None = None,
    ) -> bool:
        """Put a job up in this transaction's scope. False if it is there already, whatever became of it."""
        place = {**self._params, "kind": kind, "session_id": session_id, "turn_id": turn_id}
        if self._cursor.all(JOB_THERE, place):
            return False
        due = self._params["now"] if not_before is None else micros(not_before)
        given = {"max_retries": max_retries, "not_before": due, "last_error": reason}
        self.has_grown = True
        return bool(self._cursor.run(JOB_ADD, place | given | {"sequence": self._number()}))

    def close(self, session_id: str, turns: Sequence[int]) -> None:
        """Nobody is to learn from these turns, neither now nor later."""
        rows = [
            {**self._params, "sequence": self._number(), "kind": "learn", "session_id": session_id}
            | {"turn_id": turn_id, "last_error": KEPT_ONLY}
            for turn_id in turns
        ]
        self._cursor.many(JOB_CLOSED, rows)

    def done(self, kind: str, session_id: str, turn_id: int = 0) -> None:
        """Say that what a job would do for a turn, or a whole session, is done with, in this transaction."""
        place = {**self._params, "sequence": self._number(), "kind": kind, "session_id": session_id}
        self._cursor.run(JOB_CLOSED, place | {"turn_id": turn_id, "last_error": None})

    def unread(
        self, kind: str | None, *, session_id: str | None = None, after: int = 0, limit: int
    ) -> list[tuple[str, int, int]]:
        """(session, turn, sequence) of the turns of this scope that never had a job of a kind, in order.

        With no kind: of all turns that may be learned from.
        """
        given = {"kind": kind or "", "kept": KEPT_ONLY, "session_id": session_id, "after": after, "limit": limit}
        return [(row[0], int(row[1]), int(row[2])) for row in self._cursor.all(TURNS_UNREAD, {**self._params, **given})]

    def lease(self, owner: str, until: datetime, kinds: Sequence[str] | None = None, limit: int = 1) -> list[Job]:
        """Take jobs that are due, and those whose worker let its lease run out; the oldest first.

        A lease that ran out counts as a try: a job that kills its workers ends among the dead.
        """
        self._cursor.run(JOBS_GIVE_UP, {**self._params, "last_error": STOPPED})
        taken = (self._take(job, owner, until) for job in self._due(kinds, limit))
        return [job for job in taken if job is not None]

    def _take(self, job: Job, owner: str, until: datetime) -> Job | None:
        stopped = job.status == LEASED
        tries, reason = job.retry_count + stopped, STOPPED if stopped else job.last_error
        given = {"id": job.id, "owner": owner, "until": to_micros(until), "retry_count": tries, "last_error": reason}
        if not self._cursor.run(JOB_LEASE, {**self._params, **given}):
            return None
        return replace(job, status=LEASED, retry_count=tries, lease_owner=owner, lease_until=until, last_error=reason)

    def is_due(self, kinds: Sequence[str] | None = None) -> bool:
        """Whether there is anything to lease."""
        return bool(self._due(kinds, 1))

    def next_due(self, kinds: Sequence[str] | None = None) -> datetime | None:
        """When the next job is due, or its lease over; None when nothing waits."""
        found = self._cursor.all(JOB_NEXT, {**self._params, "ids": dumps(kinds or KINDS)})[0][0]
        return None if found is None else from_micros(found)

    def _due(self, kinds: Sequence[str] | None, limit: int) -> list[Job]:
        rows = self._cursor.all(JOBS_DUE, {**self._params, "ids": dumps(kinds or KINDS), "limit": limit})
        return [job_of(row) for row in rows]

    def finish(self, job: Job) -> None:
        """Done, in the transaction that holds what came of it. Whoever lost the lease gets a `Conflict`."""
        if not self._move(job, DONE, job.not_before, None):
            raise Conflict("the lease on this job was lost", hint=say("hint.job_taken_over"))

    def note(self, job: Job, note: str) -> None:
        """Write down with a finished job what of its work was refused, and why."""
        self._cursor.run(JOB_NOTE, {**self._params, "id": job.id, "last_error": note})

    def fail(self, job: Job, error: str, retry_at: datetime | None) -> bool:
        """It failed: try again then, or never (None). False when the lease was lost meanwhile."""
        tried = replace(job, retry_count=job.retry_count + 1)
        if retry_at is None:
            return self._move(tried, DEAD, job.not_before, error)
        return self._move(tried, WAITING, retry_at, error)

    def put_off(self, job: Job, reason: str | None, until: datetime) -> bool:
        """Not now: it waits until then, and no try is counted."""
        return self._move(job, WAITING, until, reason)

    def _move(self, job: Job, status: str, not_before: datetime, error: str | None) -> bool:
        given = {
            "id": job.id,
            "owner": job.lease_owner,
            "status": status,
            "retry_count": job.retry_count,
            "not_before": to_micros(not_before),
            "last_error": error,
        }
        return bool(self._cursor.run(JOB_MOVE, {**self._params, **given}))

    def retry(self, job_id: int) -> bool:
        """Let a dead or waiting job of this scope run at once, with all its tries. False if it is neither."""
        self.has_grown = bool(self._cursor.run(JOB_RETRY, {**self._params, "id": job_id}))
        return self.has_grown

    def job(self, job_id: int) -> Job | None:
        """One job of this scope."""
        rows = self._cursor.all(JOB, {**self._params, "id": job_id})
        return job_of(rows[0]) if rows else None

    def jobs(self, status: str | None, limit: int) -> list[Job]:
        """The jobs of this scope, the oldest first."""
        return [job_of(row) for row in self._cursor.all(JOBS, {**self._params, "status": status, "limit": limit})]

    def count_of(self, kind: str, session_id: str) -> int:
        """How many jobs of a kind a session ever had."""
        given = {"kind": kind, "session_id": session_id}
        return int(self._cursor.all(JOBS_OF_SESSION, {**self._params, **given})[0][0])

    def counts(self) -> dict[tuple[str, str], int]:
        """How many jobs there are by (kind, status), over all scopes."""
        return {(row[0], row[1]): int(row[2]) for row in self._cursor.all(JOB_COUNTS, self._params)}

    def dead(self) -> list[Job]:
        """What failed for good, over all scopes: each says why."""
        return [job_of(row) for row in self._cursor.all(JOBS_DEAD, self._params)]

    def reasons(self, status: str, kind: str | None = None) -> list[tuple[str, int]]:
        """Why jobs wait or died, and how many, over all scopes; the most frequent first."""
        rows = self._cursor.all(JOB_REASONS, {**self._params, "status": status, "kind": kind, "kept": KEPT_ONLY})
        return [(row[0], int(row[1])) for row in rows]
