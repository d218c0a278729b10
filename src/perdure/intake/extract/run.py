"""The order of the steps: set aside what nobody said → sentences → clauses → rules → findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from perdure.errors import InvalidInput
from perdure.intake.extract import aside, mood
from perdure.intake.extract.contract import Clause, Draft, Finding, Known, Matched, Reading, Rule, Turn
from perdure.intake.extract.rules import (
    address,
    boundaries,
    corrections,
    decisions,
    entities,
    events,
    goals,
    preferences,
    profile,
    relations,
    remember,
    statements,
    tasks,
    tools,
)
from perdure.intake.extract.sentences import MAX_SENTENCE, clauses, language_of, sentences
from perdure.types.base import KeyContext
from perdure.types.keys import fold_name
from perdure.types.registry import builtin
from perdure.values import Candidate, Event, Role, Source

RULES: tuple[Rule, ...] = (
    *corrections.RULES,
    *address.RULES,
    *relations.RULES,
    *profile.RULES,
    *preferences.RULES,
    *tasks.RULES,
    *events.RULES,
    *goals.RULES,
    *decisions.RULES,
    *boundaries.RULES,
    *entities.RULES,
    *statements.RULES,
    *remember.RULES,
)
"""In order of precedence: a rule that yields gives way to those before it."""

_SOFT = frozenset({"guessed", mood.PAST})
"""Moods that colour one clause and leave the rest of the sentence stated."""
_NOTHING = Known()


def extract(turn: Turn, known: Known = _NOTHING) -> list[Finding]:
    """What was said plainly in a turn. Pure: the same turn and the same memory give the same findings."""
    found: list[Finding] = []
    for number, event in enumerate(turn.events):
        if event.role == Role.USER:
            found.extend(_from_person(turn, number, event, known))
        elif event.role == Role.TOOL:
            for rule, draft, reason, (start, end) in tools.from_tool(event, number, turn):
                found.append(Finding(rule, number, start, end, _candidate(draft, reason), reason))
    return _settled(found, turn.today)


def _from_person(turn: Turn, number: int, event: Event, known: Known) -> Iterator[Finding]:
    subject = event.speaker if turn.kind == "group" else "user"
    text = event.content
    if not subject or mood.not_meant(text[: aside.MAX_MESSAGE]):
        return
    held = _held_names(known)
    before: list[Finding] = []
    for line_start, line_end in aside.own_words(text, turn.injected.get(number, ())):
        for start, end, mark in sentences(text, line_start, line_end):
            if end - start > MAX_SENTENCE:
                continue
            sentence = text[start:end]
            if _only_laughs(sentence):
                before = []  # what came just before was not meant
                continue
            yield from before
            before = list(_from_sentence(turn, number, known, subject, sentence, start, mark))
            before += _from_names(number, known, subject, sentence, start, held, turn)
    yield from before


def _from_sentence(
    turn: Turn, number: int, known: Known, subject: str, sentence: str, start: int, mark: str
) -> Iterator[Finding]:
    spans = clauses(sentence)
    asked = mood.asks(sentence, mark, spans)
    why_not = mood.not_stated(sentence)
    is_hard = why_not is not None and why_not not in _SOFT
    quoted = mood.quoted(sentence) + aside.code_spans(sentence)
    language = language_of(sentence)
    parts = [(Clause(sentence[a:b], start + a, sentence, language), n in asked) for n, (a, b) in enumerate(spans)]
    whole = (Clause(sentence, start, sentence, language), bool(asked) or why_not is not None)
    taken: list[tuple[int, int]] = []
    for rule in RULES:
        for clause, is_open in (whole,) if rule.sentence else parts:
            if rule.guarded and (is_open or is_hard or (why_not in _SOFT and mood.not_stated(clause.text))):
                continue
            lowered = clause.text.lower()
            if rule.cues and not any(cue.lower() in lowered for cue in rule.cues):
                continue
            reading = Reading(clause, turn, known, subject, turn.today)
            for match in rule.pattern.finditer(clause.text):
                a, b = clause.start + match.start(), clause.start + match.end()
                if any(s <= a - start < e for s, e in quoted) and not rule.name.startswith("entities."):
                    continue
                if rule.yields and any(a < e and s < b for s, e in taken):
                    continue
                made = rule.make(Matched(match), reading)
                for draft in (made,) if isinstance(made, Draft) else made or ():
                    reason = f"{rule.why_zh}：“{clause.text}”" if language == "zh" else f"{rule.why_en}: “{clause.text}”"
                    if turn.kind == "group" and draft.type == "rules":
                        draft = replace(draft, source=Source.RELAYED)  # in a group nobody alone makes rules
                    yield Finding(rule.name, number, a, b, _candidate(draft, reason), reason)
                    if draft.type != "entities":
                        taken.append((a, b))


def _from_names(
    number: int, known: Known, subject: str, sentence: str, start: int, held: set[str], turn: Turn
) -> Iterator[Finding]:
    if not known.mentions:
        return
    language = language_of(sentence)
    for kind, name, a, b in entities.frequent(sentence, dict(known.mentions), held):
        draft = entities.entity(None, kind, name, sentence, is_zh=language == "zh")
        reason = f"“{name}”再次被提到" if language == "zh" else f"“{name}” came up again"
        yield Finding("entities.frequent", number, start + a, start + b, _candidate(draft, reason), reason)


def _held_names(known: Known) -> set[str]:
    """Names that need no entity because an item holds them already."""
    names: set[str] = set()
    for item in known.items:
        for value in item.value.values():
            if isinstance(value, str):
                names.add(fold_name(value))
            elif isinstance(value, list | tuple):
                names.update(fold_name(str(v)) for inner in value if isinstance(inner, dict) for v in inner.values())
    return names


def _only_laughs(sentence: str) -> bool:
    laugh = mood.SENTENCE["laughed"]
    return bool(laugh.search(sentence)) and len(laugh.sub("", sentence).strip("哈嘿嘻hae ~～!！。.")) <= 2


def _candidate(draft: Draft, reason: str) -> Candidate:
    return Candidate(
        type=draft.type,
        value=draft.value,
        content=draft.content,
        source=draft.source,
        confidence=draft.confidence,
        importance=draft.importance,
        valid_from=draft.valid_from,
        duration=draft.duration,
        retract=draft.retract,
        reason=reason,
    )


def _settled(found: list[Finding], today: date) -> list[Finding]:
    """Only what a type accepts, and of two that say the same or contradict each other the later one."""
    context = KeyContext(agent_id="-", session_id="-", today=today, new_id=lambda: "-")
    kept: dict[tuple[str, ...], Finding] = {}
    for finding in found:
        candidate = finding.candidate
        kind = builtin().get(candidate.type)
        try:
            value = kind.parse(candidate.value)
            key = kind.key(value, context)
        except InvalidInput:
            continue
        facts = candidate.value.get("facts", ())
        names = [fold_name(str(fact["k"])) for fact in facts] if candidate.type == "profile" else []
        same = (candidate.type, key, *names, "retract" if candidate.retract else "")
        kept.pop(same, None)
        kept[same] = finding
    taken_back = {k[:-1] for k in kept if k[-1] == "retract"}
    restated = {k[:-1] for k in kept if not k[-1]}
    return [f for k, f in kept.items() if not (k[-1] == "retract" and k[:-1] in taken_back & restated)]
