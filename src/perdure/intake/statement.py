"""What was read out of a turn, as a statement: the words themselves, with what is sure about them as annotation.

The content of an item is the sentence that was said, whole and as archived. Its key is made from an attribute only
where that attribute is sure; everything else has a key made of the statement, so that unlike things never meet.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from perdure.intake.extract.contract import Finding
from perdure.intake.extract.known import words
from perdure.intake.extract.sentences import clauses
from perdure.language import Span, sentences
from perdure.regex import regex
from perdure.textcache import cached_texts
from perdure.types.attributes import holds_one_value
from perdure.types.base import KeyContext
from perdure.types.registry import builtin
from perdure.values import JSON, Candidate

MAX_STATEMENT = 600
"""A longer sentence is no statement of one thing: its clause is taken instead."""
_SURE_FACTS = ("statements.",)
"""The rules whose facts name a subject and an attribute in so many words: `the capital of France is …`."""
_SAYS_SO = ("corrections.",)
"""The rules that read a speaker who says what takes the place of what."""


_OF_TOOLS = ("tools.",)
"""What a tool did is told by the rule that reads its result; JSON is no statement."""
_READ = ("reader.",)
"""What the reader found is a statement already, and never replaces."""
_NAMED = ("llm",)
"""The readers that name subject and attribute themselves: what they name is the key, and replaces only where listed."""


def statement_in(content: str, start: int, end: int) -> Span:
    """The sentence that a span lies in; where that is too long, the span."""
    starts, rows = _cut(content)
    at = bisect_right(starts, start) - 1
    if at < 0 or start >= rows[at][1]:
        return start, end
    first, last, mark = rows[at]
    # A span that goes on beyond its sentence takes all it touches.
    whole = first, max(last + len(mark.split("\n")[0].rstrip()), end)
    return whole if whole[1] - whole[0] <= MAX_STATEMENT else (start, end)


@cached_texts(256)  # of a long message every finding asks for its sentence
def _cut(content: str) -> tuple[list[int], list[tuple[int, int, str]]]:
    """The sentences of a message, and where each of them begins."""
    rows = list(sentences(content, 0, len(content)))
    return [start for start, _, _ in rows], rows


def alone(contents: Sequence[str], findings: Sequence[Finding]) -> list[bool]:
    """Of every finding whether no other one, of other words, stands in its sentence. `contents` are those of events."""
    spans: dict[int, list[Span]] = {}
    for number, start, end in sorted({(f.event, f.start, f.end) for f in findings if f.candidate.type != "entities"}):
        spans.setdefault(number, []).append((start, end))
    return [_is_alone(contents[f.event], (f.start, f.end), spans.get(f.event, [])) for f in findings]


def _is_alone(content: str, own: Span, spans: Sequence[Span]) -> bool:
    """Whether no other of these spans, which are in order, begins in the sentence of this one."""
    first, last = statement_in(content, *own)
    within = spans[bisect_left(spans, (first, 0)) : bisect_left(spans, (last, 0))][:2]
    return all(span == own for span in within)


def as_statement(finding: Finding, content: str, *, is_alone: bool = True) -> tuple[Candidate, Span]:
    """The candidate of a finding in the words of its statement, and where in the event's content those stand.

    Of a sentence that says several things each gets its own clauses: one of them may change and the others not.
    """
    candidate = finding.candidate
    start, end = finding.start, finding.end
    if not 0 <= start < end <= len(content):
        start, end = 0, len(content)
    if candidate.retract:
        return replace(candidate, content=None), (start, end)
    span = _span(finding, content, start, end) if is_alone else _clauses_of(finding, content, start, end)
    said = content[span[0] : span[1]]
    annotate = _BY_TYPE.get(candidate.type)
    if finding.rule.startswith(_READ):
        return candidate, (start, end)
    if annotate is None or finding.rule.startswith(_OF_TOOLS):
        return replace(candidate, replaces=True), (start, end)
    value, is_sure = annotate(candidate, said, finding.rule)
    key = candidate.key or (None if is_sure else _statement_key(candidate.type, value, said))
    sure = is_sure or candidate.replaces or finding.rule.startswith(_SAYS_SO)
    # A correction may name only what is new; then it is told with what it corrects.
    told = None if finding.rule.startswith(_SAYS_SO) and not _stands_alone(candidate, said) else said
    return replace(candidate, value=value, content=told, key=key, replaces=sure), span


def _span(finding: Finding, content: str, start: int, end: int) -> Span:
    """Where the statement stands: its sentence; what a request or a model quotes, as quoted.

    Of `not X, Y` the clause that says what holds is the statement: the other one says what does not.
    """
    if finding.candidate.keep == "permanent" or finding.rule.startswith(_NAMED):
        return start, end
    first, last = statement_in(content, start, end)
    return _without_denials(content, (first, last), (start, end)) if _is_cut(finding) else (first, last)


_DENIES = regex(
    r"^(?:no|nope|not|never|wrong|sorry|actually no|i (?:don'?t|do not|no longer|never))\b"
    r"|^(?:不对|不是|错了|不|没|别|我不|我没)",
    re.IGNORECASE,
)


def _clauses_of(finding: Finding, content: str, start: int, end: int) -> Span:
    """The clauses that a finding touches; what a request or a model quotes, as quoted."""
    if finding.candidate.keep == "permanent" or finding.rule.startswith(_NAMED):
        return start, end
    first, last = statement_in(content, start, end)
    spans = [(first + a, first + b) for a, b in clauses(content[first:last])]
    touched = [(a, b) for a, b in spans if a < end and start < b]
    return (touched[0][0], touched[-1][1]) if touched else (first, last)


def _is_cut(finding: Finding) -> bool:
    """Whether what a statement denies is left out of it.

    Not of a correction of a field, or of a part of a statement: `not peanuts, walnuts` cut to its end says too little.
    """
    candidate = finding.candidate
    if not finding.rule.startswith(_SAYS_SO):
        return candidate.type in ("profile", "facts", "preferences")
    return candidate.type != "profile" and not candidate.rivals


def _without_denials(content: str, sentence: Span, found: Span) -> Span:
    """The clauses around a finding up to those that only say what does not hold."""
    spans = [(sentence[0] + a, sentence[0] + b) for a, b in clauses(content[sentence[0] : sentence[1]])]
    denied = {n for n, (a, b) in enumerate(spans) if _DENIES.match(content[a:b])}
    touched = [n for n, (a, b) in enumerate(spans) if a < found[1] and found[0] < b and n not in denied]
    if not touched or not denied:
        return sentence
    first, last = touched[0], touched[-1]
    while first > 0 and first - 1 not in denied:
        first -= 1
    while last < len(spans) - 1 and last + 1 not in denied:
        last += 1
    return spans[first][0], sentence[1] if last == len(spans) - 1 else spans[last][1]


Annotated = tuple[Mapping[str, JSON], bool]


def _profile(candidate: Candidate, said: str, rule: str) -> Annotated:
    """Every field with its words; one that may have several values is told from its like by its value."""
    facts = [_field(fact, said, rule) for fact in candidate.value.get("facts", ())]
    return {**candidate.value, "facts": facts}, True


def _field(fact: Any, said: str, rule: str) -> dict[str, JSON]:
    field: dict[str, JSON] = {**fact, "said": said}
    if not holds_one_value(str(fact["k"])) and not rule.startswith(_SAYS_SO):
        field["many"] = True
    return field


def _facts(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    if rule.startswith(_NAMED):
        return value, holds_one_value(str(value.get("predicate", "")))
    if rule.startswith((*_SURE_FACTS, *_SAYS_SO)) or holds_one_value(str(value.get("predicate", ""))):
        return value, True
    return {**value, "predicate": said, "value": said}, False


def _preferences(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    # What somebody thinks of one thing holds one value: who comes to dislike it no longer likes it.
    is_attitude = value.get("value") in ("likes", "dislikes", "preferred")
    return value, is_attitude or holds_one_value(str(value.get("name", "")))


def _decisions(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    if candidate.replaces or rule.startswith((*_SAYS_SO, *_NAMED)):
        return value, not rule.startswith(_NAMED)
    return value, False


def _statement_key(type: str, value: Mapping[str, JSON], said: str) -> str | None:
    """The key of a thing that only its statement tells from others: the part that names it is the statement."""
    name = _NAMED_BY.get(type)
    if name is None:
        return None
    kind = builtin().get(type)
    context = KeyContext(agent_id="-", session_id="-", today=date.min, new_id=lambda: "-")
    return kind.key(kind.parse({**value, name: said}), context)


_NAMED_BY = {"decisions": "topic", "events": "title", "goals": "name"}
"""The field of a value that names the thing in its key."""


def _stands_alone(candidate: Candidate, said: str) -> bool:
    """Whether a statement names the thing that it is about."""
    name = str(candidate.value.get("title") or candidate.value.get("topic") or candidate.value.get("predicate") or "")
    return not name or bool(words(name) & words(said))


def _events(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    return value, rule.startswith((*_NAMED, *_SAYS_SO))


def _tasks(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    # A task is known by its title; the same title with another state or date is the same task.
    return value, True


def _plain(candidate: Candidate, said: str, rule: str) -> Annotated:
    value = candidate.value
    return value, False


_BY_TYPE = {
    "profile": _profile,
    "facts": _facts,
    "preferences": _preferences,
    "decisions": _decisions,
    "events": _events,
    "tasks": _tasks,
    "goals": _plain,
    "rules": _plain,
    "relationships": _plain,
    "lessons": _plain,
}
