"""Which items, spans and records a target names. Where words are not clear, nothing is chosen and all are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from perdure.clock import aware, to_micros
from perdure.control.erasure.target import ErasureTarget
from perdure.errors import InvalidInput, NotFound
from perdure.intake.choose import choose as choose_held
from perdure.intake.gate import not_from_here
from perdure.language import sentences
from perdure.messages import say
from perdure.store.transaction import LAST, Transaction
from perdure.types.keys import fold_name
from perdure.types.naming import Names
from perdure.types.registry import Registry
from perdure.values import JSON, Choice, Item, Record, Status, Target

RecordSpan = tuple[str, int, int]
WHOLE = LAST
"""The end of a span that is a whole record."""
PAGE = 500


@dataclass(slots=True)
class Chosen:
    """What a target names, by ids and places alone."""

    items: set[str] = field(default_factory=set)
    """Versions."""
    fields: set[tuple[str, int]] = field(default_factory=set)
    """Fields of a profile: the version, and which of its fields."""
    spans: set[RecordSpan] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)
    """Sessions that go as a whole."""
    unclear: tuple[Choice, ...] = ()
    """What words may mean, where they may mean several things."""

    def __bool__(self) -> bool:
        return bool(self.items or self.fields or self.spans or self.sessions)

    def add_records(self, ids: Iterable[str]) -> None:
        self.spans |= {(record_id, 0, WHOLE) for record_id in ids}

    def as_json(self) -> dict[str, JSON]:
        return {
            "items": sorted(self.items),
            "fields": [list(one) for one in sorted(self.fields)],
            "spans": [list(one) for one in sorted(self.spans)],
            "sessions": sorted(self.sessions),
        }

    @classmethod
    def parse(cls, shape: Mapping[str, Any]) -> Chosen:
        return cls(
            set(shape["items"]),
            {(str(name), int(n)) for name, n in shape["fields"]},
            {(str(name), int(start), int(end)) for name, start, end in shape["spans"]},
            set(shape["sessions"]),
        )


def choose(tx: Transaction, target: ErasureTarget, registry: Registry) -> Chosen:
    """What a target names in this scope. `NotFound` where it is nothing."""
    chosen = Chosen()
    if target.id is not None:
        _by_id(tx, target.id, chosen)
    elif target.session is not None:
        _by_session(tx, target.session, chosen)
    elif target.person is not None:
        _by_person(tx, target.person, chosen)
    elif target.since is not None or target.until is not None:
        since = 0 if target.since is None else to_micros(aware(target.since, "since"))
        until = LAST if target.until is None else to_micros(aware(target.until, "until"))
        chosen.add_records(tx.record_ids_of(since=since, until=until))
    else:
        _held(tx, Target(key=target.key, type=target.type, query=target.query), registry, chosen)
        if not chosen and not chosen.unclear and target.query is not None:
            chosen.spans |= set(_sentences_with(tx, [target.query]))
    if not chosen and not chosen.unclear:
        raise NotFound("there is nothing like this in this scope", hint=say("hint.list_items"))
    return chosen


def _by_id(tx: Transaction, name: str, chosen: Chosen) -> None:
    item = tx.item(name)
    if item is None:
        record = tx.record(name)
        if record is None:
            return
        if record.scope != tx.scope:
            raise InvalidInput(say("write.shared_only_main"), field="scope", hint=say("hint.act_in_main"))
        chosen.add_records([name])
        return
    _check_here(tx, item)
    versions = tx.versions(item.scope, item.key)
    is_newest = item.status is Status.ACTIVE or item.sequence == max(version.sequence for version in versions)
    chosen.items |= {version.id for version in versions} if is_newest else {item.id}


def _by_session(tx: Transaction, name: str, chosen: Chosen) -> None:
    session = tx.session(name)
    if session is None or session.scope != tx.scope:
        return
    chosen.sessions.add(name)
    chosen.add_records(tx.record_ids_of(session_id=name))


def _by_person(tx: Transaction, name: str, chosen: Chosen) -> None:
    """What somebody said here, what is held about them, and every sentence that names them."""
    names = _names_of(tx, name)
    for speaker in names:
        chosen.add_records(tx.record_ids_of(speaker=speaker))
    folded = {fold_name(one) for one in names}
    known = _naming(names)
    for item in tx.decided(type=None, key=None, status=None):
        parts = {fold_name(part) for part in item.key.split(":")[1:]}
        if item.scope == tx.scope and (parts & folded or known.found_in(item.content)):
            chosen.items.add(item.id)
    chosen.spans |= set(_sentences_with(tx, names))


def _names_of(tx: Transaction, name: str) -> list[str]:
    """The name, and the other names that memory knows for the same person."""
    wanted = fold_name(name)
    for item in tx.decided(type="entities", key=None, status=Status.ACTIVE):
        known = [str(item.value.get("canonical", "")), *map(str, item.value.get("aliases") or ())]
        if wanted in map(fold_name, known):
            return list(dict.fromkeys([name, *filter(None, known)]))
    return [name]


def _held(tx: Transaction, target: Target, registry: Registry, chosen: Chosen) -> None:
    meant = choose_held(tx, target, registry=registry, include_past=True)
    if not meant.is_clear:
        chosen.unclear = meant.found
        return
    for choice in meant.found:
        _check_here(tx, choice.item)
        if choice.fact is None:
            chosen.items |= {version.id for version in tx.versions(choice.item.scope, choice.item.key)}
        else:
            chosen.fields.add((choice.item.id, _place(choice)))


def _place(choice: Choice) -> int:
    facts = list(choice.item.value.get("facts") or ())
    return next(n for n, fact in enumerate(facts) if fact == choice.fact)


def _check_here(tx: Transaction, item: Item) -> None:
    if why_not := not_from_here(tx.scope, item.scope):
        raise InvalidInput(why_not, field="scope", hint=say("hint.act_in_main"))


def _sentences_with(tx: Transaction, words: Iterable[str]) -> Iterable[RecordSpan]:
    """The sentences of this scope's archive in which one of the words stands, whatever its width and case."""
    wanted = _naming(words)
    after = 0
    while page := tx.all_records(after=after, limit=PAGE):
        after = page[-1][1].sequence
        for _, record in page:
            if record.scope == tx.scope and wanted.found_in(record.content or ""):
                yield from _told_in(record, wanted)


def _told_in(record: Record, wanted: Names) -> Iterable[RecordSpan]:
    text = record.content or ""
    for start, end, mark in sentences(text, 0, len(text)):
        if wanted.found_in(text[start:end]):
            yield record.id, start, end + len(mark.split("\n")[0].rstrip())


def _naming(words: Iterable[str]) -> Names:
    return Names.of([("it", {"aliases": list(words)})])
