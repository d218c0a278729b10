"""What goes with what was chosen: whatever rests on it alone, and whatever repeats it.

A conclusion that has other sources is kept without the erased one, unless it says words that only the erased one had:
then it goes too, and its other sources are read again. Of a profile only the fields go that rested on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perdure.control.erasure.choose import WHOLE, Chosen
from perdure.intake.asked import is_question_of, questions_of, tells_field
from perdure.intake.extract.known import words
from perdure.intake.telling import Told, told_of
from perdure.language import sentences
from perdure.spans import Span, merged, without_spans
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.types.registry import Registry
from perdure.values import JSON, Choice, Evidence, Item, Record, Source, Status

DIRECT = "direct"
"""The tag of a record that was made to hold one direct write."""
LONG = 12
"""Characters from which on a text inside a value is a text of its own, and not a word."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A profile from which fields go: the version that is written again from what is left."""

    item: Item
    value: Mapping[str, JSON]
    evidence: tuple[Evidence, ...]


@dataclass(slots=True)
class Closure:
    """All that goes, and what stays without it."""

    records: dict[str, Record] = field(default_factory=dict)
    """Records of which something goes, as they are now."""
    cuts: dict[str, list[Span]] = field(default_factory=dict)
    gone: dict[str, Item] = field(default_factory=dict)
    shortened: dict[str, Shortened] = field(default_factory=dict)
    kept: dict[str, tuple[Item, tuple[Evidence, ...]]] = field(default_factory=dict)
    """Items that lose evidence, and what they rest on then, with the places as they are now."""
    again: set[tuple[str, int]] = field(default_factory=set)
    """Turns that are read again, because what was drawn from them goes."""
    partial: set[str] = field(default_factory=set)
    """Versions of a profile that go because of some of their fields; the others stand in its newest version."""
    fields: list[tuple[Item, Mapping[str, JSON]]] = field(default_factory=list)
    """Fields that go, each with its version."""
    told: list[Told] = field(default_factory=list)
    """What was chosen, by the ways in which it is told."""
    sessions: set[str] = field(default_factory=set)

    @property
    def blank(self) -> list[str]:
        """Records of which nothing is left that says anything."""
        return [name for name, record in self.records.items() if is_blank(record, self.cuts[name])]

    def texts(self) -> list[str]:
        """Every text that goes, the longest first."""
        found = [text for _, fact in self.fields for text in _fact_texts(fact)]
        for name, record in self.records.items():
            text = record.content or ""
            found += [text[start:end] for start, end in self.cuts[name]]
            if name in self.blank:
                found += [*_long_texts(record.arguments), *_long_texts(record.result)]
        for item in self.gone.values():
            if item.id not in self.partial:
                found += [item.content, *_long_texts(item.value)]
        stripped = {text.strip() for text in found}
        return sorted((text for text in stripped if len(text.encode()) > 3), key=lambda text: (-len(text), text))


def close(tx: Transaction, chosen: Chosen, registry: Registry) -> Closure:
    """What goes with what was chosen."""
    closing = _Closing(tx, chosen, registry)
    closing.run()
    return closing.found


def is_blank(record: Record, cuts: Sequence[Span]) -> bool:
    """Whether nothing is left of a record once these spans are cut."""
    text = record.content or ""
    left, at = "", 0
    for start, end in merged(cuts):
        left, at = left + text[at:start], end
    return not any(char.isalnum() for char in left + text[at:]) and (bool(text) or any(e >= WHOLE for _, e in cuts))


class _Closing:
    """Follows evidence from what was chosen to what rests on it, until nothing more is found."""

    def __init__(self, tx: Transaction, chosen: Chosen, registry: Registry) -> None:
        self._tx = tx
        self._chosen = chosen
        self._registry = registry
        self._fields: set[tuple[str, str, str, str]] = set()
        """(scope, key, name, value) of fields that were chosen."""
        self._read: dict[str, Record] = {}
        self.found = Closure(sessions=set(chosen.sessions))

    def run(self) -> None:
        for record_id, start, end in sorted(self._chosen.spans):
            self._cut(record_id, start, end)
        items = self._tx.items_anywhere([*self._chosen.items, *(name for name, _ in self._chosen.fields)])
        for name in sorted(self._chosen.items & items.keys()):
            self._choose(items[name])
        for name, place in sorted(self._chosen.fields):
            if name in items:
                self._choose_field(items[name], place)
        seen = -1
        while seen != (seen := self._size()):
            self._follow()

    def _size(self) -> int:
        spans = sum(end - start for cuts in self.found.cuts.values() for start, end in cuts)
        return len(self.found.gone) + spans + len(self.found.cuts)

    # what was chosen

    def _choose(self, item: Item) -> None:
        """A chosen version goes with the words that say it. What it was only drawn from stays."""
        self.found.gone[item.id] = item
        told = told_of(Choice(item))
        self.found.told.append(told)
        for proof in item.evidence:
            self._cut_proof(item, proof, told)

    def _choose_field(self, item: Item, place: int) -> None:
        facts = list(item.value.get("facts") or ())
        fact = facts[place]
        self._fields.add((item.scope, item.key, *_named(fact)))
        choice = Choice(item, field=str(fact.get("k")), fact=fact, words=str(fact.get("said") or ""))
        told = told_of(choice)
        self.found.told.append(told)
        for proof in item.evidence:
            quote = self._quote(proof)
            said = str(fact.get("said") or "")
            if proof.start is None or told.is_told_by(quote) or (said and said in quote) or is_question_of(quote, said):
                self._cut_proof(item, proof, told)

    def _cut_proof(self, item: Item, proof: Evidence, told: Told) -> None:
        record = self._record(proof.record_id)
        if record is None:
            return
        is_own = DIRECT in record.tags
        if item.source is Source.INFERENCE and not is_own:
            return
        if is_own and item.type in record.tags and proof.start in (0, None):
            self._cut(record.id, 0, WHOLE)
        elif proof.start is not None and proof.end is not None:
            self._cut(record.id, proof.start, proof.end)
        else:
            spans = list(_sentences_of(record, told)) or [(0, WHOLE)]
            for start, end in spans:
                self._cut(record.id, start, end)

    def _cut(self, record_id: str, start: int, end: int) -> None:
        record = self._record(record_id)
        if record is None or (record.content is None and record.arguments is None and record.result is None):
            return  # gone already
        self.found.records[record_id] = record
        self.found.cuts[record_id] = merged([*self.found.cuts.get(record_id, ()), (start, end)])

    # what rests on it

    def _follow(self) -> None:
        for item in self._tx.items_resting_on(list(self.found.cuts)):
            if item.id not in self.found.gone:
                self._judge(item)
        for scope, key, _, _ in self._fields:
            for item in self._tx.versions(scope, key):
                if item.id not in self.found.gone:
                    self._judge(item)

    def _judge(self, item: Item) -> None:
        lost = [proof for proof in item.evidence if self._is_cut(proof)]
        rest = tuple(replace(proof, quote=None) for proof in item.evidence if self._stands(proof))
        # A question proves nothing by itself, and without it its answer has to be read again.
        asked = [replace(proof, quote=None) for proof in questions_of(item, self._quote)]
        is_proved = any(proof not in asked for proof in rest)
        is_unasked = any(replace(proof, quote=None) in asked for proof in lost)
        if self._has_fields(item):
            self._judge_fields(item, lost, rest if is_proved else ())
        elif lost and (not is_proved or is_unasked or self._repeats(item, lost, rest)):
            self._drop(item, [proof for proof in rest if proof not in asked])
        elif lost or any(proof.record_id in self.found.cuts for proof in rest):
            self.found.kept[item.id] = (item, rest)

    def _drop(self, item: Item, rest: Iterable[Evidence]) -> None:
        self.found.gone[item.id] = item
        self.found.kept.pop(item.id, None)
        for proof in item.evidence:
            record = self._record(proof.record_id)
            if record is not None and DIRECT in record.tags and item.type in record.tags:
                self._cut(record.id, 0, WHOLE)
        if item.status is Status.ACTIVE:
            self._read_again(rest)

    def _read_again(self, rest: Iterable[Evidence]) -> None:
        sources = (self._record(proof.record_id) for proof in rest)
        self.found.again |= {(one.session_id, one.turn_id) for one in sources if one is not None}

    def _repeats(self, item: Item, lost: Sequence[Evidence], rest: Sequence[Evidence]) -> bool:
        """Whether an item says words that stand only in what is erased."""
        only = words(" ".join(map(self._quote, lost))) - words(" ".join(map(self._rest, rest)))
        return bool(only & words(" ".join([item.content, *_texts(item.value)])))

    # profiles

    def _has_fields(self, item: Item) -> bool:
        return self._registry.get(item.type).without is not None and bool(item.value.get("facts"))

    def _judge_fields(self, item: Item, lost: Sequence[Evidence], rest: tuple[Evidence, ...]) -> None:
        facts = list(item.value["facts"])
        gone = [fact for fact in facts if self._goes(item, fact, lost, rest)]
        if not gone:
            if lost or any(proof.record_id in self.found.cuts for proof in rest):
                self.found.kept[item.id] = (item, rest or tuple(replace(e, quote=None) for e in item.evidence))
            return
        self.found.fields += [(item, fact) for fact in gone]
        if any(self._lost_question(fact, lost) for fact in gone) and item.status is Status.ACTIVE:
            self._read_again(proof for proof in rest if any(tells_field(self._rest(proof), fact) for fact in gone))
        left = [fact for fact in facts if fact not in gone]
        if not left or not rest:
            self._drop(item, rest)
            return
        self.found.gone[item.id] = item
        self.found.partial.add(item.id)
        self.found.kept.pop(item.id, None)
        if item.status is Status.ACTIVE:
            asked = [replace(e, quote=None) for e in questions_of(_with_fields(item, left), self._quote)]
            mine = tuple(e for e in rest if e in asked or any(tells_field(self._rest(e), fact) for fact in left))
            self.found.shortened[item.id] = Shortened(item, {**item.value, "facts": left}, mine or rest)

    def _goes(self, item: Item, fact: Mapping[str, JSON], lost: Sequence[Evidence], rest: Sequence[Evidence]) -> bool:
        """Whether a field was chosen, or was said only in what is erased."""
        if (item.scope, item.key, *_named(fact)) in self._fields:
            return True
        if self._lost_question(fact, lost):
            return True
        if not lost or any(tells_field(self._rest(proof), fact) for proof in rest):
            return False
        return not rest or any(tells_field(self._quote(proof), fact) for proof in lost)

    def _lost_question(self, fact: Mapping[str, JSON], lost: Sequence[Evidence]) -> bool:
        """Whether a field is told with a question that goes."""
        return any(is_question_of(self._quote(proof), str(fact.get("said") or "")) for proof in lost)

    # records

    def _record(self, record_id: str | None) -> Record | None:
        if record_id is None:
            return None
        if record_id not in self._read:
            self._read |= self._tx.records_anywhere([record_id])
        return self._read.get(record_id)

    def _quote(self, proof: Evidence) -> str:
        record = self._record(proof.record_id)
        text = (record.content if record is not None else None) or proof.quote or ""
        return text if proof.start is None else text[proof.start : proof.end]

    def _rest(self, proof: Evidence) -> str:
        """What is left of what a proof rests on."""
        if proof.start is not None:
            return self._quote(proof)
        return without_spans(self._quote(proof), self.found.cuts.get(proof.record_id or "", ()))

    def _is_cut(self, proof: Evidence) -> bool:
        """Whether something goes of what a proof rests on."""
        cuts = self.found.cuts.get(proof.record_id or "", ())
        if proof.start is None or proof.end is None:
            return bool(cuts)
        return any(start < proof.end and proof.start < end for start, end in cuts)

    def _stands(self, proof: Evidence) -> bool:
        """Whether a proof is one still: nothing of it goes, or of a whole record something is left."""
        if not self._is_cut(proof):
            return True
        record = self.found.records.get(proof.record_id or "")
        return proof.start is None and record is not None and not is_blank(record, self.found.cuts[record.id])


def _named(fact: Mapping[str, JSON]) -> tuple[str, str]:
    return fold_name(str(fact.get("k"))), fold_name(str(fact.get("v")))


def _fact_texts(fact: Mapping[str, JSON]) -> list[str]:
    """The words that a field was said in, and its value where it is more than a word or two."""
    return [str(part) for part in (fact.get("said"), *_long_texts(fact.get("v"))) if part]


def _with_fields(item: Item, facts: Sequence[Mapping[str, JSON]]) -> Item:
    return replace(item, content="", value={**item.value, "facts": facts})


def _sentences_of(record: Record, told: Told) -> Iterator[Span]:
    text = record.content or ""
    for start, end, mark in sentences(text, 0, len(text)):
        if told.is_told_by(text[start:end]):
            yield start, end + len(mark.split("\n")[0].rstrip())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _texts(inner)


def _long_texts(value: Any) -> list[str]:
    """Texts inside a value that are worth looking for on their own. Ids and times of ours are not."""
    return [text for text in _texts(value) if len(text) >= LONG and not _is_ours(text)]


def _is_ours(text: str) -> bool:
    return " " not in text and text[:4].isdigit() and ("T" in text or text.count("-") == 4)
