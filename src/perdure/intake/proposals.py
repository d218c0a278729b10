"""What a model proposes, matched with what is held: which item it takes back or changes. Pure: no store, no model.

The user's words are the authority; the model only says which item they mean. That is settled by words and by the
reader: where they agree with the model it is done; where another item is as near, or nothing speaks for it, a person is
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from perdure.intake.changes import Match, is_another, may_be_many, with_change
from perdure.intake.extract.contract import Finding, Turn
from perdure.intake.extract.llm import FORGETS, RULE, Read
from perdure.intake.meant import Thing, meant_by
from perdure.intake.obey import NamedBy
from perdure.intake.requests import requests_in
from perdure.types.keys import fold_name
from perdure.values import Candidate, Source

Nearest = Callable[[str, Sequence[str]], list[tuple[int, float]]]
"""What of what is held a statement may be about, the likeliest first, with log odds."""

LEAD = 0.75
"""By how much, in log odds, the one that is meant must be ahead of the next."""
ASKED = 3
"""How many a person is asked about at most."""


@dataclass(frozen=True, slots=True)
class HeldThings:
    """What a proposal may be about, and who says which one."""

    things: Sequence[Thing]
    match: Match | None = None
    nearest: Nearest | None = None
    named: NamedBy | None = None


@dataclass(frozen=True, slots=True)
class MeantThings:
    """What a proposal is about; several, or one that is not sure, are for a person to decide."""

    things: tuple[Thing, ...] = ()
    is_sure: bool = False


def matched(turn: Turn, read: Read, held: HeldThings, own_key: str) -> list[Finding]:
    """The findings that a proposal comes to. `own_key` is the key that its value gives."""
    if read.finding.candidate.retract:
        return _taken_back(turn, read, held)
    finding = read.finding
    said = turn.events[finding.event].content[finding.start : finding.end]
    if named := _named(read.replaces, finding.candidate, held.things):
        meant = settle([said], said, named, held)
        thing = next((one for one in meant.things if one in named), named[0])
        is_sure = meant.is_sure and not is_another(said, thing.said) and finding.candidate.source is Source.USER
        if thing.held.key == own_key:
            return [replace(finding, candidate=replace(finding.candidate, replaces=is_sure))]
        is_done = finding.candidate.type == "tasks" and finding.candidate.value.get("status") == "done"
        is_sure = is_sure and not may_be_many(thing)
        return with_change("done" if is_done else "update", [finding], thing, is_sure=is_sure)
    if held.match is None or finding.candidate.type == "profile" or own_key in {one.held.key for one in held.things}:
        return [finding]
    # As with what the reader finds; but where nobody says what it changes, both stand.
    things = [one for one in held.things if one.held.type != "rules"]
    found = held.match(said, [one.said for one in things])
    return [finding] if found is None else with_change("state", [finding], things[found.at], is_sure=False)


def _taken_back(turn: Turn, read: Read, held: HeldThings) -> list[Finding]:
    finding, candidate = read.finding, read.finding.candidate
    text = turn.events[finding.event].content
    named = _named(read.replaces, candidate, held.things)
    said, asks = text[finding.start : finding.end], finding.rule == FORGETS
    meant = settle(_words_of(text, finding), said, named, held, is_request=asks)
    is_sure = meant.is_sure and candidate.source in (Source.USER, Source.RELAYED)
    rule = finding.rule if is_sure else RULE  # only what is clear is forgotten at once
    found = [replace(finding, rule=rule, candidate=_of(thing, candidate, asks=not is_sure)) for thing in meant.things]
    return found or [replace(finding, rule=RULE)]  # as the model puts it: what it names may be held out of sight


def settle(
    phrases: Sequence[str], said: str, named: Sequence[Thing], held: HeldThings, *, is_request: bool = False
) -> MeantThings:
    """Whether the things that a model names are those that are meant, be it by a statement or a request to forget."""
    tried = [meant_by(phrase, held.things) for phrase in phrases]
    by_words = next((one for one in tried if one.one), None) or next((one for one in tried if one.several), None)
    if by_words is not None:
        near = (by_words.one, *by_words.same) if by_words.one else by_words.several
        if named and all(thing in named for thing in near):
            return MeantThings(tuple(near), is_sure=True)
        if by_words.one is not None or any(thing in named for thing in near):
            return MeantThings(_first(*named, *near))
    texts = [thing.said for thing in held.things]
    asked = held.named(said, texts) if held.named is not None and is_request else None
    first = None if asked is None else next((at for at in (asked.one, *asked.several) if at is not None), None)
    if first is not None and held.things[first] in named:
        return MeantThings((held.things[first],), is_sure=True)  # who reads the request names the same as the model
    order = [] if held.nearest is None else held.nearest(said, texts)
    ranked = [(held.things[at], odds) for at, odds in order]
    if not named:
        return MeantThings(tuple(thing for thing, _ in ranked[:1]))
    if not ranked or ranked[0][0] not in named:
        return MeantThings(_first(*named))
    behind = [(thing, odds) for thing, odds in ranked if thing not in named]
    if behind and ranked[0][1] - behind[0][1] < LEAD:
        return MeantThings(_first(ranked[0][0], behind[0][0]))
    return MeantThings((ranked[0][0],), is_sure=True)


def _named(key: str | None, candidate: Candidate, things: Sequence[Thing]) -> list[Thing]:
    """The things under a key; of a profile the fields that the value gives, or all of it where it gives none."""
    if key is None:
        return []
    name, _, field = key.partition("#")
    here = [thing for thing in things if thing.held.key == name]
    if not any(thing.field for thing in here):
        return here
    facts = candidate.value.get("facts")
    wanted = [fact for fact in facts if isinstance(fact, dict)] if isinstance(facts, list) else []
    attributes = {fold_name(str(fact.get("k", ""))) for fact in wanted} | ({fold_name(field)} if field else set())
    values = {fold_name(str(fact.get("v", ""))) for fact in wanted}
    by_name = [one for one in here if one.field and fold_name(str(one.field.get("k", ""))) in attributes]
    exact = [one for one in by_name if one.field and fold_name(str(one.field.get("v", ""))) in values]
    return exact or by_name or here


def _words_of(text: str, finding: Finding) -> list[str]:
    """The words that name what is meant: of a request those that it names it by, else all that is quoted."""
    if finding.rule == FORGETS:
        asked = [r for r in requests_in(text) if r.kind == "forget" and r.start < finding.end and finding.start < r.end]
        return [text[a:b] for request in asked for a, b in request.what]
    return [text[finding.start : finding.end]]


def _of(thing: Thing, candidate: Candidate, *, asks: bool) -> Candidate:
    """The retraction of a thing that is held."""
    value = thing.held.value
    if thing.field is not None:
        value = {**value, "facts": [{name: thing.field[name] for name in ("k", "v") if name in thing.field}]}
    return replace(candidate, type=thing.held.type, value=value, key=thing.held.key, asks=asks)


def _first(*things: Thing) -> tuple[Thing, ...]:
    """The first few, each once."""
    seen: list[Thing] = []
    for thing in things:
        if thing not in seen:
            seen.append(thing)
    return tuple(seen[:ASKED])
