"""What the reader found, as findings: the clause verbatim, of the type that it most likely has.

It never replaces or ends anything. Where rules, or a request, read the same words, theirs stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from perdure.intake.answers import answer_in
from perdure.intake.asked import told_with
from perdure.intake.extract.contract import Finding, KnownItem, Turn
from perdure.intake.extract.dates import FoundDay, find_day
from perdure.intake.extract.rules.days import comes_each_year
from perdure.intake.extract.tense import day_in
from perdure.intake.read.goes_on import OWNERS
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.intake.requests import requests_of
from perdure.language import language_of
from perdure.messages import say
from perdure.regex import regex
from perdure.values import JSON, Candidate, Grade

READ = "reader."
"""How the rules are called that stand for the reader."""
STATEMENT = "statement"
"""The field of a profile that holds a statement whose attribute nobody has made out. There may be many."""
STATES = frozenset({"state", "update", "correct", "done", "blocked", "retract"})
"""The acts by which somebody states something that can stand by itself."""
_SPEAKER = regex(r"\b(?:i|i['’]?m|i['’]?ve|we|my|our|me|us)\b|[我俺咱]", re.IGNORECASE)
LIKELY = 0.6
"""How confident memory is of what is only likely."""
PLAIN = {"relationships": "facts", "lessons": "facts", "note": "facts", "identity": "rules"}
"""Types that need what a clause alone does not tell (who it is, how long it is to last), as what they are kept."""
ACTED_ON = {"rules": 0.5, "tasks": 0.5, "decisions": 0.4, "goals": 0.4}
"""What an agent acts on must be this likely; otherwise it is a plain fact."""

AHEAD = frozenset({"tasks", "goals"})
"""What lies ahead, and so do the days that it names: `the novel done by June`."""
STANDS_DENIED = frozenset({"profile", "preferences", "facts"})
"""What somebody no longer is or likes is still said of them; a task or a plan that is off is none."""

NAMED_FIRST = 10
"""Whoever is named within so many characters is whom a statement is about: `my kid's allergic`, 我爸血压高."""


def statements(turn: Turn, read: Readings, found: Sequence[Finding], held: Sequence[KnownItem] = ()) -> list[Finding]:
    """The clauses that are to be kept and that nobody else has read."""
    # Who somebody is, once it is known, is not all that is said of them: "my friend Isla is allergic to eggs".
    # But a turn that is read again says no more of them than is held of it already.
    said = [event.content for event in turn.events]
    known = [
        dict(item.value)
        for item in held
        if item.type == "relationships" and not any(item.content and item.content in text for text in said)
    ]
    again = [finding for finding in found if dict(finding.candidate.value) in known]
    taken = [
        (finding.event, finding.start, finding.end)
        for finding in found
        if finding.candidate.type != "entities" and dict(finding.candidate.value) not in known
    ]
    taken += [(n, *span) for n, spans in turn.injected.items() for span in spans]
    for number, event in enumerate(turn.events):
        asked = requests_of(turn, number, read.requests) if event.role == "user" else []
        # Of what is only likely a request it is not known yet whether anything fits; `obey` knows.
        taken += [(number, r.start, r.end) for r in asked if not (r.is_read and r.is_unsure)]
    kept = [c for c in read.clauses if c.grade is not None and _states(c)]
    # It would be lost as "said before" if it were not kept: then what is only possible is kept for a while.
    kept += [replace(c, grade=Grade.PROVISIONAL) for c in read.asides if any(_meet(f, c) for f in again)]
    # What somebody likely asks to have remembered is likely worth keeping, whatever it states.
    kept += [
        ReadClause(r.event, r.start, r.end, {"facts": 1.0}, "state", "user", Grade.PROVISIONAL, "")
        for r in read.requests
        if r.kind == "remember"
        and not r.is_sure
        and not any(c.event == r.event and c.start < r.end and r.start < c.end for c in kept)
    ]
    return [
        as_finding(turn, clause)
        for clause in kept
        if not any(n == clause.event and a < clause.end and clause.start < b for n, a, b in taken)
    ]


def _states(clause: ReadClause) -> bool:
    """Whether a clause can stand by itself, or does so beside the question it answers; a bare `yes` does not."""
    return clause.act in STATES or (clause.act == "confirm" and bool(clause.answers) and answer_in(clause.text) is None)


def _meet(finding: Finding, clause: ReadClause) -> bool:
    return finding.event == clause.event and finding.start < clause.end and clause.start < finding.end


def as_finding(turn: Turn, clause: ReadClause, *, is_plain: bool = False) -> Finding:
    """A clause as a finding; `is_plain` keeps it as a statement of no type."""
    event = turn.events[clause.event]
    said = _told(event.content[clause.start : clause.end], clause.answers)
    subject = event.speaker if turn.kind == "group" and event.speaker else "user"
    day = _day(said, turn.today)
    kind = "facts" if is_plain else kind_of(clause, has_day=day is not None, in_group=turn.kind == "group")
    if kind in AHEAD:
        day = find_day(said, turn.today)
    candidate = Candidate(
        kind,
        _value(kind, clause, said, subject, turn.today, None if day is None else day.day),
        content=said,
        confidence=None if clause.grade is Grade.SURE else LIKELY,
        importance=0.5 if clause.grade is Grade.SURE else 0.2,
        grade=clause.grade or Grade.PROVISIONAL,
        replaces=False,
    )
    reason = say("heard.sure_statement" if clause.grade is Grade.SURE else "heard.likely", language_of(said), said=said)
    return Finding(f"{READ}{kind}", clause.event, clause.start, clause.end, candidate, reason)


def _told(said: str, question: str) -> str:
    """A statement with the question it answers, unless it names the speaker: `shellfish and kiwi` says too little."""
    return said if not question or _SPEAKER.search(said) else told_with(question, said)


def _day(said: str, today: date) -> FoundDay | None:
    """The day that a statement names, behind the speaker where its verbs say so.

    A date that is nearer ahead than behind lies ahead all the same: `they've given me June 22 for the surgery`.
    """
    ahead, told = find_day(said, today), day_in(said, today)
    if ahead is not None and told is not None and ahead.is_named and ahead.day - today < today - told.day:
        return ahead
    return told


def kind_of(clause: ReadClause, *, has_day: bool, in_group: bool) -> str:
    """The type that a clause most likely has among those it can have; a plain fact where that is open."""
    if not clause.types:
        return "facts"
    chances: Counter[str] = Counter()
    for name, chance in clause.types.items():
        kind = PLAIN.get(name, name)
        without = (kind == "events" and not has_day) or (kind == "rules" and in_group)
        chances["facts" if without else kind] += chance  # type: ignore[assignment]  # chances add up like counts
    wish = chances["rules"] + chances["preferences"]
    kind, chance = max(chances.items(), key=lambda one: (one[1], one[0]))
    if wish >= chance and (chances["rules"] < ACTED_ON["rules"] or clause.grade is not Grade.SURE):
        return "preferences"  # how somebody wants something, and not clearly an order
    is_open = chance < ACTED_ON.get(kind, 0) or (clause.act == "retract" and kind not in STANDS_DENIED)
    is_of_another = clause.whose == "other" or OWNERS.search(clause.text[:NAMED_FIRST]) is not None
    is_not_theirs = kind == "profile" and (clause.grade is not Grade.SURE or is_of_another)
    return "facts" if is_open or is_not_theirs else kind


def _value(kind: str, clause: ReadClause, said: str, subject: str, today: date, day: date | None) -> Mapping[str, JSON]:
    """The statement as the text of its type, with the day that it speaks of."""
    due = {"due": day.isoformat()} if day is not None and day >= today else {}
    match kind:
        case "profile":
            return {"subject": subject, "facts": [{"k": STATEMENT, "v": said, "many": True, "said": said}]}
        case "preferences":
            return {"name": said, "value": said, "subject": subject}
        case "rules":
            return {"rule": said}
        case "tasks":
            status = clause.act if clause.act in ("done", "blocked") else "todo"
            return {"title": said[:200], "status": status, **due}
        case "decisions":
            return {"topic": said, "decision": said, "made_at": (day or today).isoformat()}
        case "goals":
            return {"name": said, **due}
        case "events":
            again = {"recurs": "yearly"} if comes_each_year(said) else {}
            return {"date": (day or today).isoformat(), "title": said, **again}
    return {"subject": subject, "predicate": said, "value": said, **({"day": day.isoformat()} if due and day else {})}
