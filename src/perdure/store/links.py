"""Links between two items that may disagree, or may say the same: both stand, until somebody settles it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from perdure.clock import from_micros, iso
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.store.contract import Cursor, Row
from perdure.store.rows import dumps, intact
from perdure.store.statements import ACTIVE_ITEM, VISIBLE_ITEM
from perdure.values import JSON, SHARED

LogBeside = Callable[[str, str, dict[str, Any], dict[str, Any]], None]
"""Writes into the log what happened beside an item: its id, the action, before, after."""

LINK_COLUMNS = "l.item_a, l.item_b, l.kind, l.scope, l.created_at, l.settled_at, l.sequence"
# The scope of a link is the narrower one of its two items: whoever sees the link may see both.
VISIBLE_LINK = "OWNED(l) AND l.scope IN (:scope, 'shared')"
LINKED_SCOPES = "SELECT i.id, i.scope FROM memory_items i WHERE i.id IN EACH(:ids) AND " + VISIBLE_ITEM
LINK_ADD = (
    "INSERT INTO links (item_a, item_b, kind, scope, created_at, sequence)"
    " VALUES (:item_a, :item_b, :kind, :own, :now, :sequence)"
)
LINK = (
    "SELECT "
    + LINK_COLUMNS
    + " FROM links l WHERE l.item_a = :item_a AND l.item_b = :item_b AND l.kind = :kind AND "
    + VISIBLE_LINK
)
LINK_SETTLE = (
    "UPDATE links AS l SET settled_at = :now WHERE l.item_a = :item_a AND l.item_b = :item_b AND l.kind = :kind"
    " AND l.settled_at IS NULL AND " + VISIBLE_LINK
)
LINK_REOPEN = (
    "UPDATE links AS l SET settled_at = NULL WHERE l.item_a = :item_a AND l.item_b = :item_b AND l.kind = :kind"
    " AND l.settled_at IS NOT NULL AND " + VISIBLE_LINK
)
LINK_DROP = (
    "DELETE FROM links AS l WHERE l.item_a = :item_a AND l.item_b = :item_b AND l.kind = :kind AND " + VISIBLE_LINK
)
LINKS_VISIBLE = "SELECT " + LINK_COLUMNS + " FROM links l WHERE " + VISIBLE_LINK + " ORDER BY l.sequence"
LINKS_OF_FIRST = "SELECT " + LINK_COLUMNS + " FROM links l WHERE l.item_a IN EACH(:ids) AND " + VISIBLE_LINK
LINKS_OF_SECOND = "SELECT " + LINK_COLUMNS + " FROM links l WHERE l.item_b IN EACH(:ids) AND " + VISIBLE_LINK
# Where one of the two no longer holds there is nothing to decide. Should it hold again, so does the question.
LINKS_OPEN = (
    "SELECT "
    + LINK_COLUMNS
    + " FROM links l WHERE "
    + VISIBLE_LINK
    + " AND l.settled_at IS NULL"
    + " AND EXISTS (SELECT 1 FROM memory_items i WHERE i.id = l.item_a AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + ") AND EXISTS (SELECT 1 FROM memory_items i WHERE i.id = l.item_b AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + ") ORDER BY l.sequence LIMIT :limit"
)


class LinkKind(StrEnum):
    """What two linked items have to do with each other."""

    DOUBTFUL = "doubtful"
    """They may disagree."""
    ALIKE = "alike"
    """They may say the same in other words."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two items that may disagree, and whether that is settled. The smaller id comes first."""

    item_a: str
    item_b: str
    kind: LinkKind
    scope: str
    created_at: datetime
    settled_at: datetime | None
    sequence: int

    @property
    def state(self) -> Literal["open", "settled"]:
        return "open" if self.settled_at is None else "settled"

    def other(self, item_id: str) -> str:
        """The id at the other end."""
        return self.item_b if item_id == self.item_a else self.item_a

    def as_json(self) -> dict[str, JSON]:
        return {
            "items": [self.item_a, self.item_b],
            "kind": self.kind.value,
            "scope": self.scope,
            "state": self.state,
            "created_at": iso(self.created_at),
            "settled_at": iso(self.settled_at),
        }


@intact
def link_of(row: Row) -> Link:
    settled = None if row[5] is None else from_micros(row[5])
    return Link(row[0], row[1], LinkKind(row[2]), row[3], from_micros(row[4]), settled, row[6])


class Links:
    """The links that a unit of work sees and writes. A link goes when one of its items is deleted."""

    def __init__(
        self, cursor: Cursor, params: Mapping[str, Any], next_number: Callable[[], int], log: LogBeside
    ) -> None:
        self._cursor = cursor
        self._params = params
        self._next = next_number
        self._log = log

    def add(self, a_id: str, b_id: str, kind: str = LinkKind.DOUBTFUL) -> Link:
        """Link two items, in either order. A link that is there stays as it is, settled or not."""
        pair = _pair(a_id, b_id, kind)
        scopes = {row[1] for row in self._both(a_id, b_id)}
        known = self._cursor.all(LINK, {**self._params, **pair})
        if not known:
            own = next((scope for scope in scopes if scope != SHARED), SHARED)
            self._cursor.run(LINK_ADD, {**self._params, **pair, "own": own, "sequence": self._next()})
            known = self._cursor.all(LINK, {**self._params, **pair})
            self._log(a_id, "linked", {}, _with(b_id, kind))
        return link_of(known[0])

    def _both(self, a_id: str, b_id: str) -> list[Row]:
        rows = self._cursor.all(LINKED_SCOPES, {**self._params, "ids": dumps([a_id, b_id])})
        if len(rows) < 2:
            raise NotFound("one of the two items to link is not here", hint=say("hint.items_in_scope"))
        return rows

    def of(self, item_id: str) -> list[Link]:
        """The links of an item, the oldest first."""
        return self.of_many([item_id]).get(item_id, [])

    def of_many(self, ids: Sequence[str]) -> dict[str, list[Link]]:
        """The links of items, by item, the oldest first. Items that have none are left out."""
        if not ids:
            return {}
        given = {**self._params, "ids": dumps(list(ids))}
        wanted = set(ids)
        found = {link_of(row) for which in (LINKS_OF_FIRST, LINKS_OF_SECOND) for row in self._cursor.all(which, given)}
        by_item: dict[str, list[Link]] = {}
        for link in sorted(found, key=lambda link: link.sequence):
            for item_id in wanted & {link.item_a, link.item_b}:
                by_item.setdefault(item_id, []).append(link)
        return by_item

    def visible(self) -> list[Link]:
        """Every link, open or settled, the oldest first."""
        return [link_of(row) for row in self._cursor.all(LINKS_VISIBLE, self._params)]

    def open(self, limit: int) -> list[Link]:
        """Links that nobody has settled and whose items both hold now, the oldest first."""
        return [link_of(row) for row in self._cursor.all(LINKS_OPEN, {**self._params, "limit": limit})]

    def settle(self, a_id: str, b_id: str, kind: str = LinkKind.DOUBTFUL) -> bool:
        """Say that it is decided. False if there is no open link between the two."""
        settled = self._cursor.run(LINK_SETTLE, {**self._params, **_pair(a_id, b_id, kind)})
        if settled:
            self._log(a_id, "settled", _with(b_id, kind), _with(b_id, kind))
        return bool(settled)

    def reopen(self, a_id: str, b_id: str, kind: str = LinkKind.DOUBTFUL) -> bool:
        """Take back that it is decided. False if there is no settled link between the two."""
        opened = self._cursor.run(LINK_REOPEN, {**self._params, **_pair(a_id, b_id, kind)})
        if opened:
            self._log(a_id, "reopened", _with(b_id, kind), _with(b_id, kind))
        return bool(opened)

    def drop(self, a_id: str, b_id: str, kind: str = LinkKind.DOUBTFUL) -> bool:
        """Take a link back, as if it had never been made. False if there is none."""
        dropped = self._cursor.run(LINK_DROP, {**self._params, **_pair(a_id, b_id, kind)})
        if dropped:
            self._log(a_id, "unlinked", _with(b_id, kind), {})
        return bool(dropped)


def _with(b_id: str, kind: str) -> dict[str, Any]:
    """A link as the log of its first item has it. One that names no kind is doubtful."""
    return {"with": b_id} | ({} if kind == LinkKind.DOUBTFUL else {"kind": LinkKind(kind).value})


def linked_in(shape: Mapping[str, Any]) -> tuple[str, LinkKind]:
    """The other item of a link in the log, and its kind."""
    return str(shape["with"]), LinkKind(shape.get("kind", LinkKind.DOUBTFUL))


def _pair(a_id: str, b_id: str, kind: str) -> dict[str, str]:
    if a_id == b_id:
        raise InvalidInput("an item cannot be linked with itself", field="b_id", hint=say("hint.name_two_items"))
    if kind not in list(LinkKind):
        known = ", ".join(f"`{one}`" for one in LinkKind)
        raise InvalidInput(f"there is no such kind of link; there is {known}", field="kind")
    first, second = sorted((a_id, b_id))
    return {"item_a": first, "item_b": second, "kind": LinkKind(kind).value}
