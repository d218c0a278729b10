"""What a case counts: pure functions from what memory held at each moment to counts and errors.

A *thing* is an item's text, or one field of a profile. A `holds` entry is met by one thing that has all its words.

`collision`      what had been stored is no longer there, or was taken for another thing that was said before
`stale`          the old is still there after a change, not marked as doubtful
`lost`           an explicit request to remember was not kept whole
`wrong_forget`   a request to forget took something else away, or confirmed what it was about
`forget_obeyed`  what was to be forgotten is gone (of what had been stored)
`forget_asked`   what was not withdrawn, or could not be told apart, was answered with the candidates
`false_command`  what was no command changed something
`early_lapse`    what was stored is no longer there at its time
`missed`         it was never stored: the reading is at fault, not the decision
`not_stored`     what was to go had never been stored

Counts are of entries, but `wrong_forget` and `false_command`, which are of cases.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from perdure.bench.intake.cases import DecisionCase, Words
from perdure.values import Item, Merged, Receipt, Refused, Retracted, Stored, Superseded

MEASURES = (
    "collision",
    "stale",
    "lost",
    "wrong_forget",
    "forget_obeyed",
    "forget_asked",
    "false_command",
    "early_lapse",
    "missed",
    "not_stored",
)
VANISHED = {"lost": "lost", "forget": "wrong_forget", "false_command": "false_command", "early_lapse": "early_lapse"}
"""What it is called, by the measure of the case, when something that had been stored is no longer there."""
TOLD = "episodes"
"""An episode tells what was said. It neither keeps a thing nor is it stale, but it may tell what was forgotten."""


@dataclass(frozen=True, slots=True)
class SeenThing:
    """A text that memory holds, and the item that it is of."""

    item_id: str
    key: str
    type: str
    text: str
    names: tuple[str, ...]
    """How a question names it: by its text, or by what was said of a profile's field."""
    value: str = ""
    """Of a profile's field what it holds. The sentence that said it may have said other fields too."""

    def has(self, words: Words) -> bool:
        return all(folded(word) in self.text for word in words)

    def is_about(self, words: Words) -> bool:
        """Whether it is this field that the words speak of, and not another of the same sentence."""
        own = self.names[0]
        return not self.value or any(self.value in folded(word) or folded(word) in own for word in words)


@dataclass(frozen=True, slots=True)
class Look:
    """What memory held at one moment: the active items, and the ids of those that are marked as doubtful."""

    items: Sequence[Item]
    doubtful: frozenset[str] = frozenset()

    @property
    def things(self) -> list[SeenThing]:
        return list(things_of(self.items))


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a case: what memory held around each turn and in the end, and the receipts."""

    before: Sequence[Look]
    after: Sequence[Look]
    receipts: Sequence[Receipt]
    end: Look

    def having(self, look: Look, words: Words) -> list[SeenThing]:
        """What has all the words then. Where some field was ever about them, no other field of its sentence counts."""
        found = [thing for one in (*self.before, *self.after, self.end) for thing in one.things if thing.has(words)]
        known = any(thing.value and thing.is_about(words) for thing in found)
        return [thing for thing in look.things if thing.has(words) and (thing.is_about(words) or not known)]

    def has(self, look: Look, words: Words) -> bool:
        """Whether anything but an episode has all the words then."""
        return any(thing.type != TOLD for thing in self.having(look, words))


@dataclass(slots=True)
class Counts:
    """By group (`all` or a language) and measure: how many of how many; and every error."""

    groups: dict[str, dict[str, list[int]]] = field(
        default_factory=lambda: defaultdict(lambda: {name: [0, 0] for name in MEASURES})
    )
    cases: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    errors: list[dict[str, Any]] = field(default_factory=list)

    def add(self, case: DecisionCase, verdicts: Iterable[Verdict]) -> None:
        """Count one case."""
        found = list(verdicts)
        for group in ("all", case.lang):
            self.cases[group] += 1
            for verdict in found:
                count = self.groups[group][verdict.measure]
                count[0] += verdict.counts
                count[1] += 1
        wrong = [verdict for verdict in found if verdict.why]
        if wrong:
            said = [turn.user for turn in case.turns]
            errors = [{"measure": verdict.measure, "why": verdict.why} for verdict in wrong]
            self.errors.append({"id": case.id, "lang": case.lang, "said": said, "errors": errors})

    def as_json(self) -> dict[str, Any]:
        return {
            group: {"cases": self.cases[group], **{name: {"n": n, "of": of} for name, (n, of) in counts.items()}}
            for group, counts in self.groups.items()
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer that a case gives to one measure: whether it counts, and why where something is wrong."""

    measure: str
    counts: bool
    why: str = ""


def folded(text: str) -> str:
    """A text as it is compared: width, case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def things_of(items: Iterable[Item]) -> Iterator[SeenThing]:
    """What items say: each its text, a profile each of its fields."""
    for item in items:
        facts = item.value.get("facts") if item.type == "profile" else None
        if not facts:
            text = folded(item.content)
            yield SeenThing(item.id, item.key, item.type, text, (text,))
            continue
        for fact in facts:
            plain, said = folded(f"{fact['k']}: {fact['v']}"), folded(fact.get("said") or "")
            text = f"{plain} {said}".strip()
            yield SeenThing(item.id, f"{item.key}#{fact['k']}", item.type, text, (plain, said), folded(str(fact["v"])))


def judge(case: DecisionCase, seen: Seen) -> list[Verdict]:
    """Everything that a case says about memory."""
    verdicts = [verdict for words in case.holds for verdict in _held(case, seen, words)]
    verdicts += [verdict for words in case.gone for verdict in _gone(case, seen, words)]
    if case.measure == "forget":
        verdicts = _once("wrong_forget", [*verdicts, _forgot_another(case, seen)])
    elif case.silent or case.measure == "false_command":
        changed = "; ".join(_changes(seen)) if case.silent else ""
        verdicts = _once("false_command", [*verdicts, Verdict("false_command", bool(changed), changed)])
    if case.ask:
        verdicts.append(_asked(seen, not _changes(seen)))
    return verdicts


def _held(case: DecisionCase, seen: Seen, words: Words) -> Iterator[Verdict]:
    """What must be there: is it, and if not, was it ever?"""
    name = VANISHED.get(case.measure, "collision")
    was = [n for n, look in enumerate(seen.after, 1) if seen.has(look, words)]
    why = ""
    if not seen.has(seen.end, words):
        if case.measure in ("forget", "false_command") and not seen.has(seen.before[-1], words):
            name = "collision"  # it had gone before the turn that the case is about
        if case.measure == "lost":
            why = f"not kept: {_shown(words)}"
        elif was:
            why = f"stored by turn {was[0]}, no longer there: {_shown(words)}"
        elif _is_swallowed(seen, words):
            name, why = "collision", f"taken for another that was said before: {_shown(words)}"
        else:
            yield Verdict("missed", True, f"never stored: {_shown(words)}")
            return
    yield Verdict(name, bool(why), why)
    if case.measure != "lost":
        yield Verdict("missed", False)


def _is_swallowed(seen: Seen, words: Words) -> bool:
    """Whether a receipt says that the statement was heard, and was the same as something that does not say it."""
    wanted = [folded(word) for word in words]
    return any(
        isinstance(outcome, Merged) and all(word in folded(outcome.reason) for word in wanted)
        for receipt in seen.receipts
        for outcome in receipt.outcomes
    )


def _gone(case: DecisionCase, seen: Seen, words: Words) -> Iterator[Verdict]:
    """What must not be there any more: unmarked, and in nothing that must be there."""
    forgets = case.measure == "forget"
    kept = _all_having(seen, seen.end, case.holds)
    there = [
        thing.text
        for thing in seen.having(seen.end, words)
        if thing.item_id not in seen.end.doubtful and (forgets if thing.type == TOLD else thing not in kept)
    ]
    why = f"still there: {there[0]}" if there else ""
    if case.measure == "false_command":
        yield Verdict("false_command", bool(there), why)
        return
    stored = seen.has(seen.before[-1], words) if forgets else any(seen.has(look, words) for look in seen.after)
    yield Verdict("not_stored", not stored, "" if stored else f"never stored: {_shown(words)}")
    if stored and not forgets:
        yield Verdict("stale", bool(there), why)
    elif stored and not case.ask:
        yield Verdict("forget_obeyed", not there, why)
        if there:
            yield _asked(seen, True)


def _forgot_another(case: DecisionCase, seen: Seen) -> Verdict:
    """Whether the last turn took away anything but what it was about, or confirmed that."""
    before, after = seen.before[-1], seen.after[-1]
    meant = set() if case.ask or case.silent else _all_having(seen, before, case.gone)
    left, old = {thing.text for thing in after.things}, {thing.text for thing in before.things}
    gone = [thing for thing in before.things if thing.text not in left and thing.type != TOLD]
    went = [f"went: {thing.text}" for thing in gone if thing not in meant]
    told = {o.item_id for o in seen.receipts[-1].outcomes if isinstance(o, Stored | Merged)}
    confirmed = [
        f"confirmed: {thing.text}"
        for thing in _all_having(seen, after, case.gone) - _all_having(seen, after, case.holds)
        if thing.type != TOLD and (thing.text not in old or (thing.item_id in told and thing.type != "profile"))
    ]
    return Verdict("wrong_forget", bool(went or confirmed), "; ".join([*went, *sorted(confirmed)]))


def _all_having(seen: Seen, look: Look, entries: Sequence[Words]) -> set[SeenThing]:
    return {thing for words in entries for thing in seen.having(look, words)}


def _once(measure: str, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Of a measure that counts cases one verdict, made from all that the case gave."""
    same = [one for one in verdicts if one.measure == measure]
    reasons = "; ".join(dict.fromkeys(one.why for one in same if one.why))
    rest = [one for one in verdicts if one.measure != measure]
    return [*rest, Verdict(measure, any(one.counts for one in same), reasons)]


def _changes(seen: Seen) -> list[str]:
    """What the last turn changed: things that came or went, and whatever its receipt says was written or withdrawn."""
    old = {(thing.key, thing.text) for thing in seen.before[-1].things}
    new = {(thing.key, thing.text) for thing in seen.after[-1].things}
    moved = [f"came: {text}" for _, text in sorted(new - old)] + [f"went: {text}" for _, text in sorted(old - new)]
    written = [o for o in seen.receipts[-1].outcomes if isinstance(o, Stored | Superseded | Retracted)]
    return moved or [f"{outcome.outcome}: {outcome.key}" for outcome in written]


def _asked(seen: Seen, unchanged: bool) -> Verdict:
    """Whether the last receipt refuses and names at least one of the things that were held."""
    names = {name for thing in seen.before[-1].things if thing.type != TOLD for name in thing.names if name}
    asks = any(
        isinstance(outcome, Refused) and any(name in folded(outcome.reason) for name in names)
        for outcome in seen.receipts[-1].outcomes
    )
    why = "" if asks and unchanged else f"no question: {_told(seen)}"
    return Verdict("forget_asked", asks and unchanged, why)


def _told(seen: Seen) -> str:
    return "; ".join(f"{o.outcome} {o.reason}" for o in seen.receipts[-1].outcomes) or "the receipt is empty"


def _shown(words: Words) -> str:
    return " + ".join(words)
