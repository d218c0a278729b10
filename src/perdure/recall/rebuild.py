"""Rebuilding what is derived from items and records: chunks, word index, mentions. Vectors follow.

A sound index is made again in place, some items or records at a time: others write in between, every one of them is
found all the while, and how far it came is kept, so that it goes on from there. A damaged one is made again at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from perdure.segment import RULES
from perdure.store.finder import ARCHIVAL, RECALL
from perdure.store.indexing import RecordText
from perdure.store.mentions import Entities, note, note_items
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts, record_texts
from perdure.types.registry import Registry
from perdure.values import JSON, Item, Record

PAGE = 500
REBUILD = "rebuild"
"""What the settings of an agent call how far it came."""
VECTORS = "vectors"
STAGES = (RECALL, ARCHIVAL, VECTORS)
Embeds = Callable[[Item], bool]


def rebuild(
    tx: Transaction,
    registry: Registry,
    embeds: Embeds = lambda item: True,
    *,
    report: Callable[[int], None] = lambda more: None,
) -> int:
    """Drop everything derived and make it again, in one transaction: readers see the old or the new.

    `report` hears of every page how many items or records it held.
    """
    tx.index.drop_all()
    known = all_entities(tx)
    after, count = 0, 0
    while page := tx.all_items(after=after, limit=PAGE):
        _add_items(tx, registry, embeds, page, known)
        after, count = page[-1].sequence, count + len(page)
        report(len(page))
    after = 0
    while records := tx.all_records(after=after, limit=PAGE):
        after = _add_records(tx, records, known)
        report(len(records))
    tx.settings.set(REBUILD, None)
    return count


@dataclass(frozen=True, slots=True)
class RebuildProgress:
    """How far a rebuild came: the stage, the last number that is done in it, and how many items there were so far."""

    began: int
    """The last number that was given out when it began."""
    stage: str = RECALL
    after: int = 0
    items: int = 0
    rules: int | None = None
    """By which rules words are cut; what was begun by others begins again."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "began": self.began, "stage": self.stage, "after": self.after, "items": self.items, "rules": self.rules
        }  # fmt: skip

    @property
    def share(self) -> tuple[int, int]:
        """So much of so much is done."""
        return STAGES.index(self.stage) * self.began + min(self.after, self.began), len(STAGES) * self.began


def begin(tx: Transaction) -> None:
    """Make a note that all is to be made again."""
    tx.settings.set(REBUILD, RebuildProgress(tx.sequence, rules=RULES).as_json())


def reached(tx: Transaction) -> RebuildProgress | None:
    """How far a rebuild came that is not finished."""
    kept = tx.settings.get(REBUILD)
    progress = None if kept is None else RebuildProgress(**kept)
    return progress if progress is None or progress.rules == RULES else RebuildProgress(progress.began, rules=RULES)


class Rebuilding:
    """A rebuild, unit by unit. What is known of the names of things is kept between them."""

    def __init__(self, registry: Registry, embeds: Embeds) -> None:
        self._registry = registry
        self._embeds = embeds
        self._known = Entities()
        self._known_at = -1

    def some(self, tx: Transaction, limit: int) -> RebuildProgress | None:
        """Make the next few again. Answers how far it came; None when there was nothing left to do.

        What others write meanwhile is indexed as ever, and left alone: whoever writes much would never let it end. Two
        processes may do this at once: each takes up what the other one left.
        """
        progress = reached(tx)
        if progress is None:
            return None
        if progress.stage == VECTORS:
            if not tx.index.drop_vectors_before(progress.began, PAGE):
                tx.index.settle()
                tx.settings.set(REBUILD, None)
                return replace(progress, after=progress.began)
            return progress
        made = (self._items if progress.stage == RECALL else self._records)(tx, progress, limit)
        tx.settings.set(REBUILD, made.as_json())
        return made

    def _items(self, tx: Transaction, progress: RebuildProgress, limit: int) -> RebuildProgress:
        page = [i for i in tx.all_items(after=progress.after, limit=limit) if i.sequence <= progress.began]
        if not page:
            return replace(progress, stage=ARCHIVAL, after=0)
        tx.index.drop_of(RECALL, [item.id for item in page])
        _add_items(tx, self._registry, self._embeds, page, self._entities(tx))
        return replace(progress, after=page[-1].sequence, items=progress.items + len(page))

    def _records(self, tx: Transaction, progress: RebuildProgress, limit: int) -> RebuildProgress:
        found = tx.all_records(after=progress.after, limit=limit)
        page = [(position, record) for position, record in found if record.sequence <= progress.began]
        if not page:
            return replace(progress, stage=VECTORS, after=0)
        tx.index.drop_of(ARCHIVAL, [record.id for _, record in page])
        return replace(progress, after=_add_records(tx, page, self._entities(tx)))

    def _entities(self, tx: Transaction) -> Entities:
        """The names of things, read again when one was changed in between."""
        if self._known_at < 0 or tx.index.entities_changed(self._known_at):
            self._known = all_entities(tx)
        self._known_at = tx.sequence
        return self._known


def all_entities(tx: Transaction) -> Entities:
    """The names that things have, in every scope."""
    return Entities(tx.index.entity_names(every_scope=True))


def _add_items(tx: Transaction, registry: Registry, embeds: Embeds, page: list[Item], known: Entities) -> None:
    for item in page:
        tx.index.add_item(item, chunk_texts(registry.get(item.type), item), embed=embeds(item))
    note_items(tx, page, known)


def _add_records(tx: Transaction, page: list[tuple[int, Record]], known: Entities) -> int:
    """Answers the number of the last one."""
    tx.index.add_records([RecordText(r.id, r.session_id, position, record_texts(r)) for position, r in page])
    note(tx, ARCHIVAL, [(record.id, record.scope, record.content or "") for _, record in page], known)
    return page[-1][1].sequence
