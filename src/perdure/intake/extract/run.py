"""The order of the steps: set aside what nobody said → sentences → clauses → rules → findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from perdure.errors import InvalidInput
from perdure.intake.extract import aside, mood
from perdure.intake.extract.contract import Clause, Draft, Finding, Known, Matched, Reading, Rule, Span, Turn
from perdure.intake.extract.rules import (
    address,
    boundaries,
    corrections,
    decisions,
    entities,
    events,
    goals,
    orders,
    person,
    place,
    preferences,
    relations,
    statements,
    tasks,
    tools,
    work,
)
from perdure.intake.extract.sentences import MAX_SENTENCE, clauses, language_of, sentences
from perdure.intake.words import regex, written_out
from perdure.messages import say
from perdure.types.attributes import holds_one_value
from perdure.types.base import KeyContext
from perdure.types.keys import fold_name
from perdure.types.registry import builtin
from perdure.values import JSON, Candidate, Event, Role, Source

RULES: tuple[Rule, ...] = (
    *corrections.RULES,
    *address.RULES,
    *relations.RULES,
    *place.RULES,
    *work.RULES,
    *person.RULES,
    *preferences.RULES,
    *tasks.RULES,
    *events.RULES,
    *goals.RULES,
    *decisions.RULES,
    *boundaries.RULES,
    *orders.RULES,
    *entities.RULES,
    *statements.RULES,
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
    subject = turn.subject(event)
    text = event.content
    if mood.not_meant(text[: aside.MAX_MESSAGE]):
        return
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
    yield from before


def _from_sentence(
    turn: Turn, number: int, known: Known, subject: str, sentence: str, start: int, mark: str
) -> Iterator[Finding]:
    spans = clauses(sentence)
    asked = mood.asks(sentence, mark, spans)
    why_not = mood.not_stated(sentence)
    is_hard = why_not is not None and why_not not in _SOFT
    language = language_of(sentence)
    whole = Clause(sentence, start, sentence, language)
    spans = [(a + mood.reported_of_me(sentence[a:b]), b) for a, b in spans]
    parts = [Clause(sentence[a:b], start + a, sentence, language) for a, b in spans]
    silent = {n for n, part in enumerate(parts) if n in asked or is_hard or (why_not and mood.not_stated(part.text))}
    quoted = [(start + a, start + b) for a, b in mood.quoted(sentence) + aside.code_spans(sentence)]
    page = _SentencePage(turn, number, known, subject, quoted, [])
    others = _of_others(parts)
    said: set[int] = set()
    rules = _worth_trying(sentence)
    for rule in rules:
        if rule.sentence:
            if not (rule.guarded and (asked or why_not)):
                yield from page.read(rule, whole)
            continue
        for n, part in enumerate(parts):
            if not (rule.guarded and n in silent) and (n not in others or rule.name.startswith(_NOT_OF_SPEAKER)):
                for finding in page.read(rule, part):
                    said.add(n)
                    yield finding
    for n in range(1, len(parts)):
        carried = _carried(parts[n - 1], parts[n]) if n - 1 in said and n not in said and n not in silent else None
        if carried is not None:
            for rule in _worth_trying(carried.text):
                if not rule.sentence:
                    for finding in page.read(rule, carried):
                        said.add(n)
                        yield finding


_SPEAKS = regex(r"\b(?:i|i'm|i've|i'd|my|me|we|our)\b|[我咱俺]|本人", re.IGNORECASE)


_NOT_OF_SPEAKER = (
    "entities.",
    "statements.",
    "relationships.",
    "relations.",
    "events.",
    "tasks.",
    "decisions.",
)
"""The rules that say something of others; all the rest take a clause without a subject for the speaker's."""


def _of_others(parts: Sequence[Clause]) -> set[int]:
    """The clauses without a subject of their own that go on about somebody else: 小李退伍了，现在在快递公司上班."""
    found: set[int] = set()
    about_other = False
    for n, part in enumerate(parts):
        if _SPEAKS.search(part.text):
            about_other = False
        elif n == 0 or not about_other:
            about_other = n == 0 and part.language == "zh" and bool(_SUBJECT_ZH.match(part.text))
        if about_other and n > 0 and not _SPEAKS.search(part.text):
            found.add(n)
    return found


_SUBJECT_ZH = regex(
    r"^(?:我们?家?的?)?(?:[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,3}(?:哥|姐|叔|姨|老师|总|同学)"
    r"|<run.others_zh>)"
)
"""A first clause that is about somebody else."""


def _worth_trying(text: str) -> list[Rule]:
    """The rules one of whose cues is there, in order. Looking for words is much cheaper than running patterns."""
    lowered = text.lower()
    latin, han = _by_cue()
    places: set[int] = set()
    for cue, rules in latin if lowered.isascii() else latin + han:
        if cue in lowered:
            places.update(rules)
    return [RULES[place] for place in sorted(places)]


@cache
def _by_cue() -> tuple[tuple[tuple[str, list[int]], ...], ...]:
    """The places of the rules that each cue stands for: Latin cues, then Chinese ones."""
    found: dict[str, list[int]] = {}
    for number, rule in enumerate(RULES):
        for cue in written_out(rule.cues):
            found.setdefault(cue, []).append(number)
    return tuple(tuple(pair for pair in found.items() if pair[0].isascii() is latin) for latin in (True, False))


_SUBJECT = {"zh": "我", "en": "I "}
_CARRIES = {
    "zh": regex("^(?:我|[^，,]{0,6}我)"),
    "en": regex(r"^(?:\w+ ){0,2}(?:i|i'm|i've)\b", re.IGNORECASE),
}
_GOES_ON = {
    "zh": regex(
        r"^<run.before_going_on_zh>*(?:讨厌|喜欢|不喜欢|不吃|不喝|不爱|爱|住|在[^，,]{2,12}(?:工作|上班|读书)"
        r"|<run.goes_on_zh>)"
    ),
    "en": regex(r"^(?:really |also |currently |now )?<run.goes_on>\b", re.IGNORECASE),
}
_SOMEBODY_ELSE = regex(r"<run.somebody_zh>|\b<run.somebody>\b", re.IGNORECASE)


def _carried(before: Clause, clause: Clause) -> Clause | None:
    """A clause with the subject that the clause before it left unsaid: `我是护士，住杭州`."""
    language = clause.language
    if not _CARRIES[language].match(before.text) and not before.carried:
        return None
    if _SOMEBODY_ELSE.search(before.text) or not _GOES_ON[language].match(clause.text):
        return None
    front = _SUBJECT[language]
    return replace(clause, text=front + clause.text, start=clause.start - len(front), carried=len(front))


@dataclass(frozen=True, slots=True)
class _SentencePage:
    """What all rules that read one sentence have in common."""

    turn: Turn
    number: int
    known: Known
    subject: str
    quoted: Sequence[Span]
    taken: list[Span]

    def read(self, rule: Rule, clause: Clause) -> Iterator[Finding]:
        """What one rule finds in one clause."""
        reading = Reading(clause, self.turn, self.known, self.subject, self.turn.today)
        for match in rule.pattern.finditer(clause.text):
            start = clause.start + max(match.start(), clause.carried)
            end = clause.start + match.end()
            if rule.guarded and any(a <= start < b for a, b in self.quoted):
                continue
            if rule.yields and any(start < b and a < end for a, b in self.taken):
                continue
            made = rule.make(Matched(match), reading)
            for draft in (made,) if isinstance(made, Draft) else made or ():
                said = clause.text[clause.carried :]
                language = clause.language
                reason = say("heard.in_words", language, what=say(rule.why, language), words=said)
                if self.turn.kind == "group" and draft.type == "rules":
                    draft = replace(draft, source=Source.RELAYED)  # in a group nobody alone makes rules
                yield Finding(rule.name, self.number, start, end, _candidate(draft, reason), reason)
                if draft.type != "entities":
                    self.taken.append((start, end))


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
        duration=draft.duration,
        retract=draft.retract,
        replaces=draft.replaces,
        key=draft.key,
        rivals=draft.rivals,
        reason=reason,
    )


def _field_name(fact: Mapping[str, JSON]) -> str:
    """What tells a field of a profile from the others: its name, and where there may be several of those its value."""
    name = fold_name(str(fact["k"]))
    return name if holds_one_value(name) else f"{name}={fold_name(str(fact['v']))}"


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
        names = [_field_name(fact) for fact in facts] if candidate.type == "profile" else []
        same = (candidate.type, key, *names, "retract" if candidate.retract else "")
        kept.pop(same, None)
        kept[same] = finding
    taken_back = {k[:-1] for k in kept if k[-1] == "retract"}
    restated = {k[:-1] for k in kept if not k[-1]}
    return [f for k, f in kept.items() if not (k[-1] == "retract" and k[:-1] in taken_back & restated)]
