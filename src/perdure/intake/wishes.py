"""What somebody hands over to be remembered: every word of it is kept, for good, of the type that its words say.

Such a text is a request as a whole (`luna.remember("…")`, a host's tool). A host's model speaks of the user in the
third person; it is read as if the user had said it, and kept as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from perdure.intake.extract.contract import Finding, Known, Turn
from perdure.intake.obey import ANNOTATES, REMEMBER, obey
from perdure.intake.words import regex
from perdure.language import Span, language_of, sentences
from perdure.messages import say
from perdure.values import WISH, Candidate, Event, Grade, Role

IMPORTANCE = 0.85
Read = Callable[[Turn, Known], Sequence[Finding]]


def with_wishes(turn: Turn, known: Known, found: Sequence[Finding], read: Read) -> tuple[Finding, ...]:
    """The findings of a turn; where an event is a wish, with all of its words in them."""
    wished = {n for n, event in enumerate(turn.events) if event.role == Role.USER and WISH in event.tags}
    if not wished:
        return tuple(found)
    made = [finding for finding in found if finding.event not in wished]
    for number in sorted(wished):
        own = [finding for finding in found if finding.event == number]

        def read_alone(event: Event) -> Sequence[Finding]:
            alone = replace(turn, events=(event,), injected={})
            return obey(alone, known, read(alone, known)).findings

        made += _wishes(turn, number, own, read_alone)
    return tuple(made)


def _wishes(
    turn: Turn, number: int, found: Sequence[Finding], read: Callable[[Event], Sequence[Finding]]
) -> Iterator[Finding]:
    event = turn.events[number]
    plain: list[Span] = []
    for start, end, mark in sentences(event.content, 0, len(event.content)):
        said = event.content[start:end]
        own = as_own_words(said)
        told = [] if own == said else [replace(one, event=number) for one in read(replace(event, content=own))]
        told = told or [finding for finding in found if finding.start < end and start < finding.end]
        kept = [_kept(finding, (start, end), said) for finding in told if _is_told(finding)]
        yield from kept
        if not kept:
            # What stands together and is of no type stays together.
            close = end + len(mark.split("\n")[0].rstrip())
            is_next = bool(plain) and not event.content[plain[-1][1] : start].strip()
            plain = [*plain[:-1], (plain[-1][0], close)] if is_next else [*plain, (start, close)]
    for start, end in plain:
        said = event.content[start:end]
        value = {"subject": turn.subject(event), "predicate": said, "value": said}
        candidate = Candidate("facts", value, content=said, keep="permanent", importance=IMPORTANCE, replaces=False)
        yield Finding(REMEMBER, number, start, end, candidate, _reason(said))


def _is_told(finding: Finding) -> bool:
    return finding.candidate.retract or finding.candidate.type in ANNOTATES


def _kept(finding: Finding, span: Span, said: str) -> Finding:
    """A finding with the whole sentence as its statement, sure and permanent: somebody wanted it so."""
    if finding.candidate.retract:
        return replace(finding, start=span[0], end=span[1])
    wish = replace(
        finding.candidate,
        keep="permanent",
        content=said,
        importance=IMPORTANCE,
        confidence=None if finding.candidate.grade is Grade.PROVISIONAL else finding.candidate.confidence,
        grade=Grade.SURE,
    )
    return replace(finding, start=span[0], end=span[1], candidate=wish, reason=_reason(said))


def _reason(said: str) -> str:
    return say("request.remember", language_of(said), said=said)


_THE_USER = r"(?:the |this |our |my )?user"
_SUBJECT = regex(rf"^{_THE_USER}(?P<own>['’]s)? +(?P<adverb>(?:<wishes.adverbs> +)*)(?P<verb>[\w'’]+)", re.IGNORECASE)
_ANYWHERE = regex(rf"\b{_THE_USER}(?P<own>['’]s)?\b", re.IGNORECASE)
_THEIR = regex(r"\b(?:their|his|her)\b(?= \w)", re.IGNORECASE)
_THEY = regex(r"\b(?:they are|they're|he is|he's|she is|she's)\b|\b(?:they|he|she)\b", re.IGNORECASE)
_USER_ZH = regex("(?:该|本|这位|这个|那位)?(?:用户|使用者)(?:本人|自己)?")
_VERBS = {
    "is": "am",
    "isn't": "am not",
    "has": "have",
    "hasn't": "haven't",
    "does": "do",
    "doesn't": "don't",
    "goes": "go",
    "was": "was",
}


def as_own_words(said: str) -> str:
    """A sentence about `the user` as the user would have said it; any other sentence as it is."""
    if _USER_ZH.search(said):
        return _USER_ZH.sub("我", said)
    first = _SUBJECT.match(said)
    if first is None:
        return _ANYWHERE.sub(lambda found: "my" if found["own"] else "me", said)
    if first["own"]:
        return "My " + _THEIR.sub("my", said[first.start("adverb") :])
    rest = said[first.end("verb") :]
    rest = _ANYWHERE.sub(lambda found: "my" if found["own"] else "me", _THEIR.sub("my", rest))
    rest = _THEY.sub(lambda found: "I" if " " not in found[0] and "'" not in found[0] else "I am", rest)
    return f"I {first['adverb']}{_first_person(first['verb'])}{rest}"


def _first_person(verb: str) -> str:
    """`likes` → `like`; what is not in the present stays."""
    plain = verb.lower().replace("’", "'")
    if plain in _VERBS:
        return _VERBS[plain]
    if plain.endswith("ies") and len(plain) > 4:
        return f"{plain[:-3]}y"
    if plain.endswith(("sses", "shes", "ches", "xes", "zes")):
        return plain[:-2]
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
