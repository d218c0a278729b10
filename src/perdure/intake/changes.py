"""What a turn changes of what is held: each clause is matched with it, and what it ends or doubts is named.

A change that is sure is made where the speaker says so or names the old thing beside the new one, or where it can be
so in one way only. One that is only likely leaves both standing and asks. What is never replaced by another (an
allergy, a condition, a medicine) is at most asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from perdure.intake.extract.contract import Finding, Known, Turn
from perdure.intake.extract.denial import may_end
from perdure.intake.meant import Thing, things_of
from perdure.intake.read.goes_on import MAY_STAND_ON, STANDS_ON, names_more, owners
from perdure.intake.read_ahead import CHANGES, MAY_CHANGE, Changed, ReadClause, Readings
from perdure.intake.reader_statements import READ, STATEMENT, as_finding
from perdure.intake.requests import requests_of
from perdure.intake.wholly import says_several
from perdure.messages import say
from perdure.regex import regex
from perdure.types.attributes import holds_one_value
from perdure.values import Candidate, Grade

Match = Callable[[str, Sequence[str]], Changed | None]

CHANGEABLE = frozenset(
    {"profile", "preferences", "facts", "events", "tasks", "goals", "relationships", "decisions", "notes"}
)
"""The types of what a statement may put an end to."""
ENDS = frozenset({"retract", "done"})
"""The acts that end something without putting anything in its place."""
SINGLE = 0.75
"""How likely what is held can be so in one way only, from which on another way replaces it though nobody says so."""
ENDED = 0.6
"""How likely a statement says that what is held is over, from which on the speaker has said so, whatever the act."""
REPLACED = 0.9
"""How likely a statement tells what holds in place of what is held, from which on it may replace it with no word for
change: the same said again is no change."""
NAMES = 0.5
"""What the rarest shared word tells, from which on the old thing is named: `Fiesta`, not `sister`."""
OVER = 0.9
"""How likely a statement says that what is held is over, from which on `too` and 也 say nothing against it."""
_NEVER_REPLACED = regex(
    r"(?i)\b(?:allerg|intoleran|diagnos|medic|prescri|dose|tablet|pill|insulin|asthma|diabet|epilep"
    r"|blood (?:pressure|sugar)|\d+ ?mg)|过敏|不耐受|确诊|服用|[毫微]克|[药病]|血压|血糖|糖尿|哮喘"
)
_NUMBERED = regex(
    r"\b(?!(?:is|are|was|be|at|in|on|the|to|for|of|by|from|till|until|about|and|or)\b)([^\W\d_]{2,})(?<![是在到为要有])"
    r"[ #№-]{0,2}(\d+)(?!\d|[.:,]\d|st\b|nd\b|rd\b|th\b|[k%]| ?[ap]m\b| ?[年月日号点万元块岁])"
)
"""A thing with its number (PR 12). Days, hours, amounts and ages are no names: they are what changes."""


def matchable(known: Known) -> list[Thing]:
    """What is held that a statement may change."""
    return [thing for thing in things_of(known.items) if thing.held.type in CHANGEABLE]


def changed(
    turn: Turn,
    read: Readings,
    found: Sequence[Finding],
    known: Known,
    match: Match,
    asked: Collection[Thing] = (),
) -> list[Finding]:
    """The findings of a turn, each with what it ends or may disagree with; and those that only a change makes.

    `asked`: what the turn's own requests could not settle. Whoever is asked about something finds it as it was.
    """
    clauses = matched_clauses(turn, read)
    things = matchable(known) if clauses else []
    said = [thing.said for thing in things]
    findings = list(found)
    settled: set[int] = set()
    """The events of which a clause has its match: only without one is all of it looked at together."""
    for clause in clauses:
        of_clause = [f for f in findings if f.event == clause.event and f.start < clause.end and clause.start < f.end]
        if any(not _may_change(finding) for finding in of_clause):
            continue  # rules understood it, or somebody asked for it
        if clause in read.wholes and clause.event in settled:
            continue
        matched = match(clause.text, said) if things else None
        if matched is None:
            continue
        thing = things[matched.at]
        if not may_end(clause.text, thing.said):
            continue
        settled.add(clause.event)
        is_open = any(one.held.key == thing.held.key and one.said == thing.said for one in asked)
        is_sure = matched.is_sure and not is_open and may_replace(clause, thing, matched)
        told = [f for f in of_clause if f.candidate.type not in ("entities", "profile")] or [_statement(turn, clause)]
        if thing.held.key in {finding.candidate.key for finding in told} or _is_out_of_reach(told, thing):
            continue
        # Of several clauses together each keeps what was found in it.
        gone = told if clause in read.wholes and told[0] in of_clause else of_clause
        findings = [f for f in findings if f not in gone or f.candidate.type == "entities"]
        findings += with_change(clause.act, told, thing, is_sure=is_sure)
    return findings


def _is_out_of_reach(told: Sequence[Finding], thing: Thing) -> bool:
    """Whether what was told is an order, which ends nothing that is so: `stop asking about the gym`."""
    return all(finding.candidate.type == "rules" for finding in told) and thing.held.type not in (
        "rules",
        "preferences",
    )


def is_settled(asked: Collection[Thing], made: Sequence[Finding]) -> bool:
    """Whether findings end or replace one of the things that were asked about, or mark it for a person."""
    ended = {key for f in made for key in (f.candidate.takes_place_of, *f.candidate.rivals) if key}
    ended |= {str(f.candidate.key) for f in made if f.rule.startswith("changes.")}
    return any(thing.held.key in ended for thing in asked)


def matched_clauses(turn: Turn, read: Readings) -> list[ReadClause]:
    """The clauses that are matched with what is held: none that memory itself put there, no request's own words."""
    asked = [
        (number, request.start, request.end)
        for number in {clause.event for clause in (*read.asides, *read.wholes)}
        for request in requests_of(turn, number, read.requests)
    ]
    injected = [(n, *span) for n, spans in turn.injected.items() for span in spans]
    further = [clause for clause in (*read.asides, *read.wholes) if not _lies_in(clause, asked)]
    return [clause for clause in (*read.clauses, *further) if not _lies_in(clause, injected)]


def _lies_in(clause: ReadClause, spans: Sequence[tuple[int, int, int]]) -> bool:
    return any(n == clause.event and a < clause.end and clause.start < b for n, a, b in spans)


def is_another(said: str, held: str) -> bool:
    """Whether what is held goes on beside what is said.

    It is never replaced by another, or has a number of its own (PR 13 ends nothing of PR 12), or somebody else's thing
    is spoken of, or the speaker says that it goes on.
    """
    if _NEVER_REPLACED.search(held) or STANDS_ON.search(said) or owners(said) - owners(held):
        return True
    numbered = dict(_NUMBERED.findall(held.lower()))
    return any(numbered.get(name, number) != number for name, number in _NUMBERED.findall(said.lower()))


def may_replace(clause: ReadClause, thing: Thing, matched: Changed) -> bool:
    """Whether what match is sure of may be done: somebody says so or names both, or it can be so in one way only.

    Of a field whose attribute is known that is known too. What is hardly worth keeping replaces nothing, and what may
    go on beside it is asked about.
    """
    name = _attribute(thing)
    is_single = matched.single >= SINGLE if name == STATEMENT else holds_one_value(name)
    # `Traded the Fiesta in for a Skoda`: who names the old one beside the new one has said what takes whose place.
    is_other = matched.replaces >= REPLACED and (is_single or matched.told >= NAMES)
    says_so = clause.act in CHANGES or matched.ends >= ENDED or is_other
    is_told = says_so and clause.chance >= MAY_CHANGE
    # `The lessons are over, I've given the zither away too`: what is plainly over does not go on beside anything.
    is_over = (
        matched.ends >= OVER and not is_another(clause.text, thing.said) and not names_more(thing.said, clause.text)
    )
    is_free = is_over or not may_go_on(clause.text, thing.said)
    # `Production runs 14, staging 15`: what is new about the one leaves the other as it was.
    is_free = is_free and (name != STATEMENT or not says_several(thing.said))
    return is_told and is_free and not _NEVER_REPLACED.search(name)


def may_be_many(thing: Thing) -> bool:
    """Whether a thing is a field of which there may be several."""
    return _attribute(thing) != STATEMENT and not holds_one_value(_attribute(thing))


def _attribute(thing: Thing) -> str:
    """The attribute of a field; of what has none that is known, that it is a statement."""
    return STATEMENT if thing.field is None else str(thing.field.get("k", ""))


def may_go_on(said: str, held: str) -> bool:
    """Whether what is held may go on beside what is said; what the reader alone makes out is not sure then."""
    return is_another(said, held) or names_more(held, said) or MAY_STAND_ON.search(said) is not None


def _may_change(finding: Finding) -> bool:
    """Whether a finding leaves open what it changes: one with a key of its own replaces what is held under that."""
    candidate = finding.candidate
    if candidate.type == "entities":
        return True
    by_rules = candidate.type == "profile" and not finding.rule.startswith(READ)
    return not (candidate.retract or by_rules or finding.rule.startswith("requests."))


def _statement(turn: Turn, clause: ReadClause) -> Finding:
    """A clause that is kept because of what it changes: by itself, for a profile is one item for all its fields."""
    return as_finding(turn, clause if clause.grade else replace(clause, grade=Grade.PROVISIONAL), is_plain=True)


def with_change(act: str, told: Sequence[Finding], thing: Thing, *, is_sure: bool) -> list[Finding]:
    """A statement, found once or several times, with the thing that it ends or may disagree with."""
    first = told[0]
    if thing.field is not None:
        stays = _annotated(first, grade=Grade.SURE) if is_sure else first
        return [stays, *told[1:], _taken_out(first, thing, asks=not is_sure)]
    if is_sure and act == "done" and thing.held.type == "tasks":
        done = Candidate(
            "tasks", {**thing.held.value, "status": "done"}, key=thing.held.key, content=thing.held.content
        )
        return [replace(first, rule="changes.done", candidate=done)]
    if is_sure:
        # What puts an end to something does not itself lapse in a week.
        return [_annotated(first, takes_place_of=thing.held.key, grade=Grade.SURE), *told[1:]]
    return [_annotated(first, rivals=(thing.held.key,)), *told[1:]]


def _annotated(finding: Finding, **change: object) -> Finding:
    return replace(finding, candidate=replace(finding.candidate, **change))  # type: ignore[arg-type]


def _taken_out(finding: Finding, thing: Thing, *, asks: bool) -> Finding:
    """The field of a profile that no longer holds; `asks` leaves it to a person."""
    value = {**thing.held.value, "facts": [thing.field]}
    source = finding.candidate.source
    candidate = Candidate("profile", value, key=thing.held.key, source=source, retract=True, asks=asks)
    reason = say("heard.no_longer", said=thing.said)
    return replace(finding, rule="changes.ended", candidate=candidate, reason=reason)
