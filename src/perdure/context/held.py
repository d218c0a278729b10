"""What a context carries unasked, and what may disagree with it: as it is, or as it was at a point."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.recall.as_of import Then, links_then, listed_then
from perdure.store.links import Link, LinkKind
from perdure.store.transaction import ALL, Transaction
from perdure.types.core import CORE_TYPES, IMPORTANT, is_standing
from perdure.values import Item, Record, Status

LONGEST = 200
"""Records of a session that are read at most."""


class Held:
    """What holds now, read as it is needed."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def identity(self) -> Item | None:
        return next(iter(self._tx.items(type="identity", key=None, status=Status.ACTIVE, limit=1)), None)

    def core(self, limit: int) -> list[Item]:
        """What is told in every conversation."""
        return self._tx.carried.core(limit)

    def wishes(self, limit: int) -> list[Item]:
        """How the user wants to be answered, and what must or must not be done."""
        return self._tx.carried.wishes(limit)

    def in_range(self, first: str, last: str, limit: int) -> list[Item]:
        """What holds under the keys from `first` up to `last`, in the order it came; of too many the latest."""
        return self._tx.carried.in_range(first, last, limit)

    def patches(self) -> list[Item] | None:
        """The patches to choose from; None leaves it to the store."""
        return None

    def doubts(self, items: Sequence[Item]) -> dict[str, list[Item]]:
        """By item, what may disagree with it and holds too, where nobody has decided yet."""
        tx = self._tx
        links = tx.links.of_many([item.id for item in items])
        open_ = {item_id: [link for link in found if _is_doubt(link)] for item_id, found in links.items()}
        others = tx.items_by_id(sorted({link.other(item_id) for item_id, found in open_.items() for link in found}))
        return {
            item_id: [
                others[o] for link in found if (o := link.other(item_id)) in others and others[o].holds_at(tx.now)
            ]
            for item_id, found in open_.items()
        }


class HeldThen(Held):
    """The same as it was believed at a point. Everything is read once: the log is what says how it was."""

    def __init__(self, tx: Transaction, then: Then) -> None:
        super().__init__(tx)
        self._then = then
        self._items = listed_then(tx, None, None, Status.ACTIVE, then, ALL)

    def identity(self) -> Item | None:
        return next((item for item in self._items if item.type == "identity"), None)

    def core(self, limit: int) -> list[Item]:
        wishes = self.wishes(limit)
        told = {item.id for item in wishes}
        return [*wishes, *(item for item in self._items if _is_core(item) and item.id not in told)][:limit]

    def wishes(self, limit: int) -> list[Item]:
        return [item for item in self._items if is_standing(item)][:limit]

    def in_range(self, first: str, last: str, limit: int) -> list[Item]:
        found = sorted((item for item in self._items if first <= item.key < last), key=lambda item: item.sequence)
        return found[-limit:]

    def patches(self) -> list[Item] | None:
        return sorted((item for item in self._items if item.type == "patches"), key=lambda item: -item.sequence)

    def doubts(self, items: Sequence[Item]) -> dict[str, list[Item]]:
        held = {item.id: item for item in self._items}
        found: dict[str, list[Item]] = {item.id: [] for item in items}
        changes = self._tx.past.changes_after(self._then.sequence)
        for (first, second, kind), is_settled in links_then(self._tx, changes).items():
            if kind != LinkKind.DOUBTFUL or is_settled:
                continue
            for one, other in ((first, second), (second, first)):
                if one in found and other in held:
                    found[one].append(held[other])
        return {item_id: others for item_id, others in found.items() if others}


def turns_then(tx: Transaction, session_id: str, then: Then, *, turns: int, limit: int | None) -> list[Record]:
    """The last turns of a session as they were at a point: nobody had said what came later."""
    found = tx.carried.last_turns(session_id, after_turn=0, after=0, until=then.end, limit=limit or LONGEST)
    last = max((record.turn_id for record in found), default=0)
    return [record for record in found if limit is not None or record.turn_id > last - turns]


def _is_core(item: Item) -> bool:
    """The rule of `ContextReads.core`, for an item that is at hand."""
    weighs = item.pinned or item.importance >= IMPORTANT or item.type != "preferences"
    return item.type in CORE_TYPES and weighs and (item.pinned or item.expires_at is None)


def _is_doubt(link: Link) -> bool:
    return link.kind is LinkKind.DOUBTFUL and link.state == "open"
