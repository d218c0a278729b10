"""What a context carries unasked, and what may disagree with it: as it is, or as it was at a point."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.recall.as_of import Then, held_then, links_then, listed_then
from perdure.store.links import Link, LinkKind
from perdure.store.transaction import ALL, Transaction
from perdure.types.core import CORE_TYPES, IMPORTANT, WISH_TYPES, is_standing
from perdure.values import Item, Record, Status

LONGEST = 200
"""Records of a session that are read at most."""


class CurrentItems:
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


class HeldThen(CurrentItems):
    """The same as it was believed at a point, of which the log tells. A type is read once, and only if it is needed."""

    def __init__(self, tx: Transaction, then: Then) -> None:
        super().__init__(tx)
        self._then = then
        self._types: dict[str, list[Item]] = {}

    def _of(self, *types: str) -> list[Item]:
        """What was held of some types, the most important first."""
        for name in types:
            if name not in self._types:
                self._types[name] = listed_then(self._tx, name, None, Status.ACTIVE, self._then, ALL)
        found = [item for name in types for item in self._types[name]]
        return sorted(found, key=lambda item: (-item.importance, -item.sequence))

    def identity(self) -> Item | None:
        return next(iter(self._of("identity")), None)

    def core(self, limit: int) -> list[Item]:
        wishes = self.wishes(limit)
        told = {item.id for item in wishes}
        return [*wishes, *(item for item in self._of(*CORE_TYPES) if _is_core(item) and item.id not in told)][:limit]

    def wishes(self, limit: int) -> list[Item]:
        return [item for item in self._of(*WISH_TYPES) if is_standing(item)][:limit]

    def in_range(self, first: str, last: str, limit: int) -> list[Item]:
        found = sorted((item for item in self._of("notes") if first <= item.key < last), key=lambda item: item.sequence)
        return found[-limit:]

    def patches(self) -> list[Item] | None:
        return sorted(self._of("patches"), key=lambda item: -item.sequence)

    def doubts(self, items: Sequence[Item]) -> dict[str, list[Item]]:
        tx, told = self._tx, {item.id for item in items}
        links = links_then(tx, tx.past.changes_after(self._then.sequence))
        open_ = [link[:2] for link, settled in links.items() if link[2] == LinkKind.DOUBTFUL and not settled]
        pairs = [(one, other) for a, b in open_ for one, other in ((a, b), (b, a)) if one in told]
        others = list(tx.items_by_id(sorted({other for _, other in pairs})).values())
        held = {item.id: item for item in held_then(tx, others, self._then)}
        found: dict[str, list[Item]] = {}
        for one, other in pairs:
            if other in held:
                found.setdefault(one, []).append(held[other])
        return found


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
