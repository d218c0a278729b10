"""Spans of the archive that forgetting hides from every pack. The archive itself keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.spans import Span, merged
from perdure.store.contract import Cursor
from perdure.store.links import LogBeside
from perdure.store.rows import dumps
from perdure.store.statements import VISIBLE_RECORD

# A span has the scope of its record.
VISIBLE_SPAN = "OWNED(w) AND w.scope IN (:scope, 'shared')"
RECORD_SCOPE = "SELECT r.scope FROM archival_records r WHERE r.id = :record_id AND " + VISIBLE_RECORD
SPAN_ADD = (
    "INSERT INTO withheld (record_id, span_start, span_end, item_id, scope, created_at, sequence)"
    " VALUES (:record_id, :span_start, :span_end, :item_id, :own, :now, :sequence)"
)
SPAN = (
    "SELECT w.sequence FROM withheld w WHERE w.record_id = :record_id AND w.span_start = :span_start"
    " AND w.span_end = :span_end AND w.item_id = :item_id AND " + VISIBLE_SPAN
)
SPAN_LIFT = (
    "DELETE FROM withheld AS w WHERE w.record_id = :record_id AND w.span_start = :span_start"
    " AND w.span_end = :span_end AND (CAST(:item_id AS TEXT) IS NULL OR w.item_id = :item_id) AND " + VISIBLE_SPAN
)
SPANS_OF_RECORDS = (
    "SELECT w.record_id, w.span_start, w.span_end FROM withheld w WHERE w.record_id IN EACH(:ids) AND " + VISIBLE_SPAN
)
SPANS_OF_ITEM = (
    "SELECT w.record_id, w.span_start, w.span_end FROM withheld w WHERE w.item_id = :item_id AND "
    + VISIBLE_SPAN
    + " ORDER BY w.sequence"
)
# Lines of files that were taken in and are hidden, unless the same line was written there again since.
HIDDEN_LINES = (
    "SELECT DISTINCT r.content_ref, r.content FROM withheld w THEN JOIN archival_records r ON r.id = w.record_id"
    " WHERE r.content_ref IS NOT NULL AND "
    + VISIBLE_SPAN
    + " AND "
    + VISIBLE_RECORD
    + " AND NOT EXISTS (SELECT 1 FROM archival_records n WHERE OWNED(n) AND n.session_id = r.session_id"
    " AND n.content_ref = r.content_ref AND n.content = r.content AND n.sequence > r.sequence"
    " AND NOT EXISTS (SELECT 1 FROM withheld v WHERE OWNED(v) AND v.record_id = n.id))"
)
SPANS_VISIBLE = "SELECT w.record_id, w.span_start, w.span_end, w.item_id FROM withheld w WHERE " + VISIBLE_SPAN
ANY_SPAN_IN_SESSION = (
    "SELECT 1 FROM archival_records r THEN JOIN withheld w ON w.record_id = r.id AND "
    + VISIBLE_SPAN
    + " WHERE r.session_id = :session_id AND "
    + VISIBLE_RECORD
    + " LIMIT 1"
)


class Withheld:
    """The withheld spans that a unit of work sees and writes."""

    def __init__(
        self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int], log: LogBeside
    ) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number
        self._log = log

    def add(self, record_id: str, start: int, end: int, *, item_id: str | None = None) -> bool:
        """Hide the characters from `start` up to `end` of a record; `item_id` is what was forgotten, if an item.

        Spans may overlap. False if exactly this was hidden already.
        """
        if not 0 <= start < end:
            raise InvalidInput(
                f"a span from {start} to {end} holds nothing", field="start", hint=say("hint.span_order")
            )
        scope = self._cursor.all(RECORD_SCOPE, {**self._params, "record_id": record_id})
        if not scope:
            raise NotFound("no such record here", hint=say("hint.record_in_scope"))
        given = {**self._params, **_span(record_id, start, end), "item_id": item_id or "", "own": scope[0][0]}
        if self._cursor.all(SPAN, given):
            return False
        self._cursor.run(SPAN_ADD, given | {"sequence": self._next()})
        if item_id:
            self._log(item_id, "hidden", {}, {"span": [record_id, start, end]})
        return True

    def of(self, record_ids: Sequence[str]) -> dict[str, list[Span]]:
        """The hidden spans of records, in order and without overlap. Records that have none are left out."""
        found: dict[str, list[Span]] = {}
        if record_ids:
            for row in self._cursor.all(SPANS_OF_RECORDS, {**self._params, "ids": dumps(list(record_ids))}):
                found.setdefault(row[0], []).append((row[1], row[2]))
        return {record_id: merged(spans) for record_id, spans in found.items()}

    def lines(self) -> frozenset[tuple[str, str]]:
        """(file, line) of what stands in files and is hidden, because it was forgotten."""
        return frozenset((str(row[0]), str(row[1])) for row in self._cursor.all(HIDDEN_LINES, {**self._params}))

    def about(self, item_id: str) -> list[tuple[str, int, int]]:
        """(record, start, end) of all that was hidden because this item was forgotten, in the order it was."""
        rows = self._cursor.all(SPANS_OF_ITEM, {**self._params, "item_id": item_id})
        return [(row[0], row[1], row[2]) for row in rows]

    def everything(self) -> list[tuple[str, int, int, str]]:
        """(record, start, end, forgotten item or '') of all that is hidden."""
        return [(row[0], row[1], row[2], row[3]) for row in self._cursor.all(SPANS_VISIBLE, self._params)]

    def any_in(self, session_id: str) -> bool:
        """Whether anything that was said in a session is hidden."""
        return bool(self._cursor.all(ANY_SPAN_IN_SESSION, {**self._params, "session_id": session_id}))

    def lift(self, record_id: str, start: int, end: int, *, item_id: str | None = None) -> bool:
        """Take back exactly what `add` hid: of one forgotten item, or whatever it was about. False if nothing was."""
        given = _span(record_id, start, end) | {"item_id": item_id}
        lifted = self._cursor.run(SPAN_LIFT, {**self._params, **given})
        if lifted:
            self._next()  # others are to see it
        if lifted and item_id:
            self._log(item_id, "lifted", {"span": [record_id, start, end]}, {})
        return bool(lifted)


def _span(record_id: str, start: int, end: int) -> dict[str, Any]:
    return {"record_id": record_id, "span_start": start, "span_end": end}
