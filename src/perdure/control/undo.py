"""Undoing everything that came from one source, as if it had never been heard.

A source is a session, a record, a document, an address, a tool, a kind of source, or one change set. What it said is
retracted; what it had replaced or denied comes back; what others said on top of it stays, without its share; what it
merely confirmed loses that confirmation. The archive stays as it is: it says what happened.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from perdure.clock import Time, aware
from perdure.errors import InvalidInput
from perdure.intake.asked import proofs_of, questions_of
from perdure.intake.gate import not_from_here
from perdure.intake.restore import Rebased, Rebuilt, Restored, TakenBack, restore
from perdure.messages import say
from perdure.store.past import BESIDE, PROOFS, taken_back, undid
from perdure.store.rows import mutable_params
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import JSON, Change, Evidence, Item, Source, Status, check_text

KINDS = ("session", "record", "document", "url", "tool", "source", "change")


@dataclass(frozen=True, slots=True)
class Suspect:
    """The source whose effects are to be undone, and since when."""

    kind: str
    name: str
    since: datetime | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class Undone:
    """What was undone, or would be: by key, in the order it was said."""

    gone: tuple[Item, ...] = ()
    """Versions that came from the source: they are retracted."""
    back: tuple[Item, ...] = ()
    """Versions that hold again."""
    rebuilt: tuple[Item, ...] = ()
    """Versions that stood on the source's words and are written again without them."""
    weakened: tuple[Item, ...] = ()
    """Versions that lose a confirmation or a piece of evidence."""

    def as_json(self) -> dict[str, JSON]:
        return {
            name: [item.as_json() for item in getattr(self, name)] for name in ("gone", "back", "rebuilt", "weakened")
        }

    def __bool__(self) -> bool:
        return bool(self.gone or self.back or self.rebuilt or self.weakened)


def suspect(source: str, since: Time | None = None) -> Suspect:
    """`tool:web_search`, `session:<id>`, `record:<id>`, `document:<id>`, `url:…`, `source:outside` or `change:42`."""
    kind, _, name = check_text(source, "source", max_bytes=4_096).partition(":")
    if kind not in KINDS or not name:
        forms = ", ".join(f"`{one}:…`" for one in KINDS)
        raise InvalidInput(
            f"`source` must be one of {forms}", field="source", hint=say("hint.for_example", example="tool:web_search")
        )
    if kind == "source" and name not in {member.value for member in Source}:
        raise InvalidInput(f"there is no source `{name}`", field="source", hint=", ".join(s.value for s in Source))
    if kind == "change" and not (name.isascii() and name.isdigit() and len(name) < 19):
        raise InvalidInput("a change set is named by its number", field="source", hint="`change:42`")
    return Suspect(kind, name, None if since is None else aware(since, "since"))


@dataclass(slots=True)
class _Key:
    """One key with all its versions and changes, and which of them came from the source."""

    scope: str = ""
    versions: dict[str, Item] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    tainted: set[str] = field(default_factory=set)
    inherited: set[str] = field(default_factory=set)
    """Versions that came from the source and that others have said again since: they stand on those words alone."""


@dataclass(slots=True)
class _UndoPlan:
    gone: list[Item] = field(default_factory=list)
    rebased: list[Rebased] = field(default_factory=list)
    rebuilt: list[Rebuilt] = field(default_factory=list)


def undo_source(tx: Transaction, who: Suspect, registry: Registry, *, dry_run: bool) -> Undone:
    """Undo what a source did to the items of this scope. With `dry_run` nothing is written."""
    judge = _Judge(tx, who)
    plan = _UndoPlan()
    keys = list(_keys(tx, judge))
    own = [key for key in keys if not_from_here(tx.scope, key.scope) is None]
    if keys and not own:
        raise InvalidInput(say("write.shared_only_main"), field="scope", hint=say("hint.act_in_main"))
    for key in own:
        _plan(key, judge, registry, plan)
    if not dry_run:
        versions: list[Restored] = [*map(TakenBack, plan.gone), *plan.rebased, *plan.rebuilt]
        restore(tx, versions, registry=registry, reason=say("log.source_undone", source=str(who)))
    back = [one.item for one in plan.rebased if one.fields["status"] == "active" and one.item.status != Status.ACTIVE]
    weak = [one.item for one in plan.rebased if one.item not in back]
    return Undone(tuple(plan.gone), tuple(back), tuple(one.item for one in plan.rebuilt), tuple(weak))


class _Judge:
    """Says of a version, a piece of evidence and a change whether the source is behind it."""

    def __init__(self, tx: Transaction, who: Suspect) -> None:
        self._who = who
        self._records = _records(tx, who)
        self._made = _made_by(tx, who)

    @property
    def is_change(self) -> bool:
        """Whether it is a change set that is undone: then places in the evidence say who added what."""
        return self._who.kind == "change"

    def evidence(self, one: Evidence) -> bool:
        match self._who.kind:
            case "document":
                return one.document_id == self._who.name
            case "url":
                return one.url == self._who.name
            case "change":
                return False  # what a change added to a version is taken away with the change
        return one.record_id in self._records

    def version(self, item: Item) -> bool:
        if self._who.since is not None and item.created_at < self._who.since:
            return False
        if self._who.kind == "source":
            return item.source.value == self._who.name
        if self._who.kind == "change":
            return item.id in self._made
        if item.source_message_id is not None and item.source_message_id in self._records:
            return True
        proofs = proofs_of(item)
        return bool(proofs) and all(map(self.evidence, proofs))

    def change(self, change: Change) -> bool:
        if self._who.since is not None and change.at < self._who.since:
            return False
        if self._who.kind == "source":
            return change.source.value == self._who.name
        if self._who.kind == "change":
            return change.revision == int(self._who.name)
        return change.after.get("by") in self._records


def _records(tx: Transaction, who: Suspect) -> frozenset[str]:
    if who.kind == "record":
        return frozenset({who.name})
    if who.kind == "session":
        return tx.past.records_in(who.name, who.since)
    return tx.past.records_of_tool(who.name, who.since) if who.kind == "tool" else frozenset()


def _made_by(tx: Transaction, who: Suspect) -> frozenset[str]:
    """The versions that came about in one change set."""
    if who.kind != "change":
        return frozenset()
    changes = tx.changes_of_revision(int(who.name))
    return frozenset(one.item_id for one in changes if not one.before and one.action not in BESIDE)


def _keys(tx: Transaction, judge: _Judge) -> Iterable[_Key]:
    """The keys that the source had a hand in."""
    keys: dict[tuple[str, str], _Key] = defaultdict(_Key)
    for item in sorted(tx.decided(type=None, key=None, status=None), key=lambda item: item.sequence):
        keys[item.scope, item.key].scope = item.scope
        keys[item.scope, item.key].versions[item.id] = item
    for change in tx.past.changes():
        if (change.scope, change.key) in keys and change.action not in BESIDE:
            keys[change.scope, change.key].changes.append(change)
    for key in keys.values():
        said = [v for v in key.versions.values() if v.status is not Status.RETRACTED and judge.version(v)]
        key.tainted = {v.id for v in said if not _said_again(v, key, judge)}
        key.inherited = {v.id for v in said} - key.tainted
        touched = any(judge.evidence(e) for v in key.versions.values() for e in proofs_of(v) if not judge.version(v))
        if key.tainted or key.inherited or touched or any(c.before and judge.change(c) for c in key.changes):
            yield key


def _plan(key: _Key, judge: _Judge, registry: Registry, plan: _UndoPlan) -> None:
    for item in key.versions.values():
        if item.id in key.tainted:
            plan.gone.append(item)
            continue
        if item.status is Status.RETRACTED and judge.version(item):
            continue  # undone before, or denied by others
        own = [change for change in key.changes if change.item_id == item.id and change.before]
        undone = taken_back(own)
        bad = [c for c in own if c.sequence not in undone and _is_bad(c, key, judge)]
        if item.id in key.inherited and judge.is_change:
            again = [c for c in own if c.sequence not in undone and _is_clean_word(c, item, judge)]
            kept = tuple(replace(e, quote=None) for e in item.evidence[int(again[0].before["evidence"]) :])
            if len(kept) < len(item.evidence):
                plan.rebased.append(Rebased(item, mutable_params(item), kept, ()))
            continue
        kept = _kept(item, own, bad, judge)
        if bad or len(kept) < len(item.evidence):
            fields = _rebased(item, own, bad, undone, key)
            numbers = [number for change in bad for number in (change.sequence, *undid(change))]
            plan.rebased.append(Rebased(item, fields, kept or item.evidence, numbers))
        lineage = _lineage(item, key)
        combines = registry.get(item.type).combine is not None
        if combines and item.status is Status.ACTIVE and any(one.id in key.tainted for one in lineage):
            clean = [one for one in lineage if one.id not in key.tainted]
            trust = min(one.source.trust for one in clean)
            plan.rebuilt.append(Rebuilt(item, _without(lineage, key.tainted), kept, trust))


def _said_again(item: Item, key: _Key, judge: _Judge) -> bool:
    """Whether others have said the same since, with words of their own."""
    own = [change for change in key.changes if change.item_id == item.id]
    gone = taken_back(own)
    return any(_is_clean_word(change, item, judge) and change.sequence not in gone for change in own)


def _is_clean_word(change: Change, item: Item, judge: _Judge) -> bool:
    """Whether a change is somebody else's word for a version, with no less authority than it has."""
    adds = change.action == "confirmed" and "evidence" in change.before and change.source.trust >= item.source.trust
    return adds and not judge.change(change)


def _is_bad(change: Change, key: _Key, judge: _Judge) -> bool:
    """Whether a change came of the source; one that undid others is bad only where it hands over to the source."""
    successor = change.after.get("superseded_by")
    if successor in key.inherited:  # others have said since what replaced it
        return False
    return successor in key.tainted or (not undid(change) and judge.change(change))


def _kept(item: Item, own: Sequence[Change], bad: Sequence[Change], judge: _Judge) -> tuple[Evidence, ...]:
    """The evidence of a version without what the source said, and without what a bad change added."""
    added = [(change.before["evidence"], change.after["evidence"]) for change in bad if "evidence" in change.before]
    replaced = any(PROOFS in change.before for change in own)  # then places no longer say who added what
    spans = [] if replaced else added
    asked = questions_of(item)  # who is asked something says what they answer themselves
    return tuple(
        replace(one, quote=None)
        for place, one in enumerate(item.evidence)
        if (one in asked or not judge.evidence(one)) and not any(first <= place < last for first, last in spans)
    )


def _rebased(item: Item, own: Sequence[Change], bad: Sequence[Change], undone: set[int], key: _Key) -> dict[str, Any]:
    """The fields of a version as they would be without the bad changes."""
    fields = mutable_params(item)
    for change in reversed(own):
        fields |= {name: value for name, value in change.before.items() if name in fields}
    for change in own:
        if change in bad:
            fields |= _taken_over(change, key)
            continue
        if change.sequence in undone or undid(change):
            continue
        for name, value in change.after.items():
            if name == "confidence":
                before = change.before.get(name)
                fields[name] = min(1.0, max(0.0, fields[name] + float(value) - float(before)))  # type: ignore[arg-type]
            elif name in fields:
                fields[name] = value
    return fields


_ENDS = ("superseded", "retracted", "forgotten", "lapsed")


def _taken_over(change: Change, key: _Key) -> dict[str, Any]:
    """What others did to the version that took this one's place, they would have done to this one."""
    successor = change.after.get("superseded_by")
    while isinstance(successor, str) and successor in key.tainted:
        ends = [c for c in key.changes if c.item_id == successor and c.action in _ENDS]
        last = ends[-1].after if ends else _came_ended(key.versions[successor])
        if not last:
            return {}
        following = last.get("superseded_by")
        if following not in key.tainted:
            return {name: last[name] for name in ("status", "superseded_by", "valid_to") if name in last}
        successor = following
    return {}


def _came_ended(item: Item) -> dict[str, Any]:
    """What ended a version that came in from another memory with its end already."""
    if item.superseded_by is None:
        return {}
    columns = mutable_params(item)
    return {name: columns[name] for name in ("status", "superseded_by", "valid_to")}


def _lineage(item: Item, key: _Key) -> list[Item]:
    """The versions that a version was made from, oldest first, itself last."""
    line = [item]
    while before := [v for v in key.versions.values() if v.superseded_by == line[0].id and v is not line[0]]:
        line.insert(0, before[-1])
    return line


def _without(lineage: Sequence[Item], tainted: set[str]) -> Mapping[str, JSON]:
    """The value of the last version without what the tainted ones put in."""
    value: Any = _emptied(lineage[0].value)
    held: Any = value
    for version in lineage:
        if version.id not in tainted:
            value = _apply(held, version.value, value)
        held = version.value
    return dict(value)


def _emptied(value: Mapping[str, JSON]) -> dict[str, JSON]:
    return {k: [] if isinstance(v, list | tuple) else {} if isinstance(v, Mapping) else v for k, v in value.items()}


def _apply(old: Any, new: Any, base: Any) -> Any:
    """What changed from `old` to `new`, done to `base`."""
    if isinstance(new, Mapping) and isinstance(old, Mapping) and isinstance(base, Mapping):
        done = {name: inner for name, inner in base.items() if name in new or name not in old}
        for name, inner in new.items():
            if name not in old or old[name] != inner:
                done[name] = _apply(old[name], inner, base[name]) if name in old and name in base else inner
        return done
    if isinstance(new, list | tuple) and isinstance(old, list | tuple) and isinstance(base, list | tuple):
        before, after, known = _named(old), _named(new), _named(base)
        left = {name: inner for name, inner in known.items() if name in after or name not in before}
        changed = {name: inner for name, inner in after.items() if before.get(name) != inner}
        return list((left | changed).values())
    return new if old != new else base


def _named(parts: Sequence[Any]) -> dict[str, Any]:
    """The parts of a list by name: a fact by its `k`, anything else by itself."""
    return {str(part["k"]) if isinstance(part, Mapping) and "k" in part else str(part): part for part in parts}
