"""What the reader found, as findings: the clause verbatim, of a type only where the reader can be relied on for it.

It never replaces or ends anything. Where rules, or a request, read the same words, theirs stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perdure.intake.extract.contract import Finding, Turn
from perdure.intake.extract.dates import find_day
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.intake.requests import requests_of
from perdure.language import language_of
from perdure.messages import say
from perdure.values import JSON, Candidate, Grade

STATES = frozenset({"state", "update", "correct"})
"""The acts by which somebody states something that can stand by itself."""
LIKELY = 0.6
"""How confident memory is of what is only likely."""


def statements(turn: Turn, read: Readings, found: Sequence[Finding]) -> list[Finding]:
    """The clauses that are to be kept and that nobody else has read."""
    taken = [(finding.event, finding.start, finding.end) for finding in found if finding.candidate.type != "entities"]
    taken += [(n, *span) for n, spans in turn.injected.items() for span in spans]
    for number, event in enumerate(turn.events):
        asked = requests_of(turn, number, read.requests) if event.role == "user" else []
        taken += [(number, r.start, r.end) for r in asked if not (r.is_read and r.is_unsure)]
    kept = [c for c in read.clauses if c.grade is not None and c.act in STATES and c.whose != "agent"]
    # What somebody likely asks to have remembered is likely worth keeping, whatever it states.
    kept += [
        ReadClause(r.event, r.start, r.end, "", "state", "user", Grade.PROVISIONAL, "")
        for r in read.requests
        if r.kind == "remember" and not any(c.event == r.event and c.start < r.end and r.start < c.end for c in kept)
    ]
    return [
        as_finding(turn, clause)
        for clause in kept
        if not any(n == clause.event and a < clause.end and clause.start < b for n, a, b in taken)
    ]


def as_finding(turn: Turn, clause: ReadClause) -> Finding:
    event = turn.events[clause.event]
    said = event.content[clause.start : clause.end]
    subject = event.speaker if turn.kind == "group" and event.speaker else "user"
    kind, value = _typed(clause, said, subject, turn)
    candidate = Candidate(
        kind,
        value,
        content=said,
        confidence=None if clause.grade is Grade.SURE else LIKELY,
        importance=0.5 if clause.grade is Grade.SURE else 0.2,
        grade=clause.grade or Grade.PROVISIONAL,
        replaces=False,
    )
    reason = say("heard.sure_statement" if clause.grade is Grade.SURE else "heard.likely", language_of(said), said=said)
    return Finding(f"reader.{clause.type or 'statement'}", clause.event, clause.start, clause.end, candidate, reason)


def _typed(clause: ReadClause, said: str, subject: str, turn: Turn) -> tuple[str, Mapping[str, JSON]]:
    """The type with the statement as its text; a plain fact where the type needs what nobody has made out."""
    plain: Mapping[str, JSON] = {"subject": subject, "predicate": said, "value": said}
    if clause.grade is not Grade.SURE:
        return "facts", plain
    match clause.type:
        case "preferences":
            return "preferences", {"name": said, "value": said, "subject": subject}
        case "rules" if turn.kind != "group":
            return "rules", {"rule": said}
        case "tasks":
            return "tasks", {"title": said[:200], "status": "todo"}
        case "decisions":
            return "decisions", {"topic": said, "decision": said, "made_at": turn.today.isoformat()}
        case "goals":
            return "goals", {"name": said}
        case "events":
            day = find_day(said, turn.today)
            return ("facts", plain) if day is None else ("events", {"date": day.day.isoformat(), "title": said})
    return "facts", plain
