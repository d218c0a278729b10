"""Obeying requests: what is to be remembered is found to be kept, what is to be forgotten is found to be taken back.

Whatever else a reader finds in the words of a request to forget is dropped: asking to forget something never confirms
it. What it finds in a request to remember says of which type it is; the words are kept whole in any case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from perdure.intake.extract import mood
from perdure.intake.extract.contract import Finding, Known, Turn
from perdure.intake.meant import SHOWN, Meant, Thing, denied_by, denies, meant_by, things_of, touched_by, without_names
from perdure.intake.orders import clauses_of
from perdure.intake.plural import how_many
from perdure.intake.read.grams import words as grams
from perdure.intake.read.named import listed_in
from perdure.intake.read_ahead import ReadClause, ReadRequest
from perdure.intake.request_words import STAYING, THE_REST
from perdure.intake.requests import Request, requests_in, requests_of, spared
from perdure.intake.wholly import has_all, says_more
from perdure.intake.words import regex
from perdure.language import Span, language_of, sentences, weight
from perdure.messages import say
from perdure.simplified import simplified
from perdure.spans import without_spans
from perdure.textcache import cached_texts
from perdure.types.keys import fold_name
from perdure.values import JSON, Candidate, Event, Role, Source

if TYPE_CHECKING:
    from perdure.intake.read.named import Named

REMEMBER, FORGET, DENY = "requests.remember", "requests.forget", "requests.deny"
_CODES = {REMEMBER: "request.remember", FORGET: "request.forget", DENY: "request.deny"}
ANNOTATES = frozenset(
    {"profile", "preferences", "facts", "relationships", "goals", "tasks", "decisions", "events", "rules"}
)
"""The types by which a reader may say what a request to remember is about."""


@dataclass(frozen=True, slots=True)
class RequestAnswer:
    """A request that changed no item, and why."""

    event: int
    start: int
    end: int
    reason: str
    candidates: tuple[Thing, ...] = ()
    is_stated: bool = False
    """Whether its words may be a statement all the same."""
    hides: tuple[Thing, ...] = ()
    """What was only said, and is to be hidden."""
    is_faint: bool = False
    """Whether it is hardly a request, and rather a statement."""

    def takes(self, clause: ReadClause) -> bool:
        """Whether a clause is nothing but this request."""
        overlaps = clause.event == self.event and clause.start < self.end and self.start < clause.end
        return overlaps and not self.is_stated


@dataclass(frozen=True, slots=True)
class Obeyed:
    """What came of the requests of a turn, and what else was found in it."""

    findings: tuple[Finding, ...]
    answers: tuple[RequestAnswer, ...] = ()


Among = tuple[Sequence[Thing], Sequence[Thing]]
"""What a request to forget may mean: what is held, and what was only said."""
NamedBy = Callable[[str, Sequence[str]], "Named | None"]
"""Says by meaning which of what is held a request to forget names; None where it cannot tell."""


def obey(
    turn: Turn,
    known: Known,
    findings: Sequence[Finding],
    read: Sequence[ReadRequest] = (),
    named: NamedBy | None = None,
    said: Callable[[Sequence[Thing]], Sequence[Thing]] = lambda held: (),
) -> Obeyed:
    """The findings of a turn with its requests obeyed: those that words tell, and those that the reader `read`.

    `said` tells what was said beside what is held: a request to forget may mean that.
    """
    kept = list(findings)
    made: list[Finding] = []
    answers: list[RequestAnswer] = []
    # Few turns ask or deny anything.
    held = cache(lambda: without_names(_apart(things_of((*known.items, *known.latest)))))
    for number, event in enumerate(turn.events):
        if event.role != Role.USER:
            continue
        asks = requests_of(turn, number, read)
        # Without a reader nothing but words tells what is meant, and what was said is full of words.
        lines = said(held()) if named is not None and any(one.kind == "forget" for one in asks) else ()
        for request in asks:
            touching = [f for f in kept if f.event == number and f.start < request.end and request.start < f.end]
            found = (
                _forgotten(request, number, event, (held(), lines), known, named) if request.kind == "forget" else []
            )
            if request.kind == "forget" and not found:
                # It was said of something else than memory; and asking to forget makes no rule in any case.
                kept = [finding for finding in kept if finding not in touching or finding.candidate.type != "rules"]
                continue
            if not request.is_stated:
                kept = [finding for finding in kept if finding not in touching]
            elif request.kind == "forget":  # it may state something as well, but no rule
                kept = [finding for finding in kept if finding not in touching or finding.candidate.type != "rules"]
            if request.kind == "forget":
                made += [one for one in found if isinstance(one, Finding) and not _is_gone(one, made)]
                answers += [one for one in found if isinstance(one, RequestAnswer)]
                continue
            remembered = [] if request.is_vain else _remembered(request, number, event, touching, turn)
            made += remembered
            if not remembered and not request.is_stated:
                nothing = say("request.nothing", language_of(event.content))
                answers.append(RequestAnswer(number, request.start, request.end, nothing))
        taken = [(finding.start, finding.end) for finding in made if finding.event == number]
        for start, end, mark in sentences(event.content, 0, len(event.content)):
            sentence = event.content[start:end]
            is_denial = "?" not in mark and "？" not in mark and denies(sentence)
            denied = denied_by(sentence, held()) if is_denial else None
            if denied is None or any(start < b and a < end for a, b in taken):
                continue
            thing, (first, last) = denied
            # Who says what holds instead of it, such as a dislike, has it replaced and not only ended.
            near = [f for f in kept if f.event == number and f.start < end and start < f.end]
            if not any(_turns(f, thing, (start + first, start + last)) for f in near):
                kept = [f for f in kept if f not in near or f.start >= start + last or f.end <= start + first]
                made.append(taken_back(DENY, thing, number, event, (start, end)))
    order = sorted([*kept, *made], key=lambda finding: (finding.event, finding.start))
    return Obeyed(tuple(order), tuple(answers))


def _is_gone(finding: Finding, made: Sequence[Finding]) -> bool:
    """Whether the same was asked to be forgotten a clause before: `That exam? Strike it.`"""
    own = finding.candidate
    return any(
        one.candidate.retract and one.candidate.key == own.key and one.candidate.value == own.value for one in made
    )


def _stays(content: str) -> str:
    """What a message says is to stay."""
    rest = spared(content)
    return " ".join(content[a:b] for a, b in clauses_of(content) if not rest[a:b].strip())


_STAYING, _THE_REST = regex(STAYING, re.IGNORECASE), regex(THE_REST, re.IGNORECASE)


def _speaks_of_staying(content: str) -> bool:
    """Whether a clause of a message speaks of something that stays; what asks something does not."""
    content = simplified(content)
    clauses = (content[start:end] for start, end in clauses_of(content))
    return any(_STAYING.search(clause) and not mood.is_question(clause) for clause in clauses)


def _staying(said: str, things: Sequence[Thing], named: NamedBy | None) -> Collection[Thing]:
    """What is to stay, by its words; where no word fits, what is likeliest by meaning."""
    by_words = touched_by(said, things) if said else ()
    if by_words or not said or named is None or _THE_REST.search(said):
        return by_words
    found = named(said, [thing.said for thing in things])
    return [] if found is None or found.one is None else [things[at] for at in (found.one, *found.more)]


def _turns(finding: Finding, denied: Thing, clause: Span) -> bool:
    """Whether a finding says something else of the very thing that is denied, or a clause beside puts another there."""
    name = finding.candidate.value.get("name")
    if finding.candidate.type != denied.held.type:
        return False
    is_beside = finding.start >= clause[1] or finding.end <= clause[0]
    is_instead = denied.field is not None and is_beside and not finding.candidate.retract
    return is_instead or (name is not None and name == denied.held.value.get("name"))


def forgets_in(events: Sequence[Event], read: Sequence[ReadRequest]) -> list[str]:
    """The requests to forget in a turn, word by word, and each with the sentence before it."""
    found: list[str] = []
    for number, event in enumerate(events):
        if event.role == Role.USER:
            requests = requests_in(event.content, (), [one for one in read if one.event == number])
            spans = [(request.start, request.end) for request in requests if request.kind == "forget"]
            text = spared(event.content)
            found += [text[a:b] for a, b in spans]
            found += [text[a:b] for a, b in map(partial(_with_before, text), spans)]
            found += [stays for stays in (_stays(event.content),) if spans and stays]
    return list(dict.fromkeys(found))


def is_request(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a message lies in a request: it was obeyed when it was said, and is not read again."""
    return any(request.start < end and start < request.end for request in requests_in(text))


def without_requests_to_forget(text: str) -> str:
    """A message without the requests to forget in it: what they speak of is not to be done, or told."""
    spans = [(request.start, request.end) for request in requests_in(text) if request.kind == "forget"]
    return without_spans(text, spans, " ")


def _remembered(
    request: Request, number: int, event: Event, touching: Sequence[Finding], turn: Turn
) -> Iterator[Finding]:
    """Every part of what is to be remembered, whole: by the type a reader saw in it, or as a plain fact."""
    for start, end in _together(request.what, touching):
        said = event.content[start:end]
        typed = [f for f in touching if f.candidate.type in ANNOTATES and f.start < end and start < f.end]
        reason = _reason(REMEMBER, event.content, said)
        for finding in typed:
            if not finding.candidate.retract:
                wish = replace(finding.candidate, keep="permanent", content=said, importance=0.85)
                yield Finding(finding.rule, number, start, end, wish, reason)
        if not any(not finding.candidate.retract for finding in typed):
            value = {"subject": turn.subject(event), "predicate": said, "value": said}
            plain = Candidate("facts", value, content=said, keep="permanent", importance=0.85, replaces=False)
            yield Finding(REMEMBER, number, start, end, plain, reason)


def _together(parts: Sequence[Span], touching: Sequence[Finding]) -> Sequence[Span]:
    """What is to be remembered, in one piece where one finding is about all of it: else one part would hide another."""
    is_one = len(parts) > 1 and any(
        f.start < parts[0][1] and parts[-1][0] < f.end for f in touching if f.candidate.type in ANNOTATES
    )
    return [(parts[0][0], parts[-1][1])] if is_one else parts


def _forgotten(
    request: Request, number: int, event: Event, among: Among, known: Known, named: NamedBy | None
) -> list[Finding | RequestAnswer]:
    """What is meant, taken back; or the answer that it is not clear what."""
    span = (request.start, request.end)
    if not known.latest and _means_the_last(_what(request, event.content)):
        return []
    meant, is_clear = _named_by(request, event.content, among, known, named)
    is_clear = is_clear and _is_wholly_named(request, event.content, meant, with_ideas=named is not None)
    made: list[Finding | RequestAnswer] = []
    if meant.one is not None and is_clear:
        made += [taken_back(FORGET, thing, number, event, span) for thing in meant.taken if thing.line is None]
        hides = tuple(thing for thing in meant.taken if thing.line is not None)
        told = say("request.only_said", language_of(event.content), things=listed(hides))
        made += [RequestAnswer(number, *span, told, hides=hides)] if hides else []
    shown = meant.several if made or meant.one is None else (*meant.taken, *meant.several)[:SHOWN]
    if shown:
        code = "request.also" if made else "request.this" if len(shown) == 1 else "request.which"
        reason = say(code, language_of(event.content), things=listed(shown))
        is_faint = request.is_stated and request.is_faint
        return [*made, RequestAnswer(number, *span, reason, tuple(shown), request.is_stated, is_faint=is_faint)]
    if made or request.is_weak:
        return made
    return [RequestAnswer(number, *span, say("request.unknown", language_of(event.content)))]


CERTAIN = 3.5
"""Log odds by meaning from which on a thing is meant though it lacks words of the request: `what I earn` says `my day
rate` in other words."""


_ADDS = regex(r"\W*(?:or|and|also|plus)\b|\W*(?:还有|以及|和|跟)", re.IGNORECASE)
"""How a clause begins that names one thing more: `my bank stuff, or my insurance number`."""


def _is_wholly_named(request: Request, content: str, meant: Meant, *, with_ideas: bool) -> bool:
    """Whether all that is taken has all that the request names, and says nothing beside that."""
    if not request.what or meant.is_last:
        return True
    content = spared(content)
    start, end = _with_before(content, (request.start, request.end))
    around = [(start + a, start + b) for a, b in clauses_of(content[start:end])]
    # Of what the reader alone has found it is not known which clause names the thing; else the others say why.
    spans = (
        around if request.is_read else [*request.what, *(one for one in around if _ADDS.match(content[slice(*one)]))]
    )
    phrases = [content[a:b] for a, b in spans]
    of_all = [member for phrase in phrases for member in listed_in(phrase)] if meant.more else []
    return all(
        (meant.odds >= CERTAIN or has_all([*phrases, *of_all], thing, with_ideas=with_ideas))
        and not says_more(phrases, thing)
        for thing in meant.taken
    )


def _named_by(request: Request, content: str, among: Among, known: Known, named: NamedBy | None) -> tuple[Meant, bool]:
    """What a request means, by words and then by meaning; and whether it may be obeyed, or has to be asked about."""
    stays = _staying(_stays(content), [*among[0], *among[1]], named)
    # It speaks of something that stays, and nobody has made out what: that may be the very thing that words find.
    is_left_open = not stays and _speaks_of_staying(content)
    is_own = partial(_is_own, request, simplified(content))
    things, lines = ([one for one in some if one not in stays and not is_own(one)] for some in among)
    content = spared(content)
    is_clear = not request.is_unsure and not is_left_open
    last = things_of(known.latest) if _means_the_last(_what(request, content)) else []
    if last:
        return Meant(last[0], more=tuple(last[1:]), is_last=True), is_clear
    said = content[request.start : request.end]
    # What was only said is no less meant: of two friends one may be held, and the other one spoken of.
    pool = things if named is None else [*things, *lines]
    tried = [] if request.is_read else [meant_by(content[a:b], pool, how_many(said)) for a, b in request.what]
    meant = next((one for one in tried if one.one), None) or next((one for one in tried if one.several), Meant())
    if meant.one is not None or named is None:
        return meant, is_clear
    things = [*things, *lines]
    texts = [thing.said for thing in things]
    found = named(said, texts)
    start, end = _with_before(content, (request.start, request.end))
    is_back = _points_back(said)
    # `Taco truck? Drop it from your notes.` What is named may stand in the sentence before; where the request itself
    # only says `it`, it does: `That failed exam? Strike it from the record` speaks of no record.
    is_before = is_back and start < request.start
    is_empty = found is not None and found.one is None and (is_back or not found.several)
    if found is not None and (is_before or (is_empty and not meant.several)):
        before = content[start:end]
        wider = named(before, texts)
        if wider is not None and wider.one is not None and not wider.is_clear:
            wider = replace(wider, one=None, several=(wider.one, *wider.several)) if is_before else None
        found = found if wider is None else wider
        near = touched_by(before, things) if found is wider else ()
        if len(near) > 1:  # `Sunny would kill me for telling you about the test. Scrub that.`
            return Meant(several=near[:SHOWN]), is_clear
    # What nobody but the reader takes for one, and not for sure, is asked about only where something fits.
    is_doubted = request.is_faint or (request.is_read and request.is_unsure)
    if is_doubted and (found is None or not found.is_likely):
        return Meant(), False
    return _by_meaning(found, things, meant), is_clear


_BACK = regex(
    r"\b(?:it|them|him|her)\b|\b(?:that|this|those|these)(?=\W*$)|[它他她]|[这那]一?[个条]?(?=\W*$)", re.IGNORECASE
)
NAMES_NOTHING = 6
"""What a request weighs at most that says no more than that something is to go."""


def _points_back(said: str) -> bool:
    """Whether a request says `it` and hardly anything else: then what it means was named before."""
    return weight(said) <= NAMES_NOTHING and _BACK.search(simplified(said)) is not None


def listed(things: Sequence[Thing]) -> str:
    """Things to choose from; of two that were said in one sentence, what each of them is."""
    said = Counter(thing.said for thing in things)
    shown = [thing.said if said[thing.said] == 1 or not thing.field else _field(thing.field) for thing in things]
    return "; ".join(f"“{text}”" for text in shown)


def _field(field: Mapping[str, JSON]) -> str:
    return f"{field.get('k')}: {field.get('v')}"


def _what(request: Request, content: str) -> str:
    return " ".join(content[start:end] for start, end in request.what)


def _with_before(text: str, span: Span) -> Span:
    """A stretch of a message with the sentence before it."""
    before = [start for start, _, _ in sentences(text, 0, span[0])]
    return (before[-1] if before else span[0]), span[1]


def _by_meaning(named: Named | None, things: Sequence[Thing], by_words: Meant) -> Meant:
    """What a request means where words alone do not tell: by meaning, unless the words speak of others."""
    if named is None:
        return by_words
    near = tuple(things[at] for at in named.several)
    if named.one is None:
        return by_words if by_words.several else Meant(several=near)
    one = things[named.one]
    more = tuple(things[at] for at in named.more)
    if more:
        others = tuple(thing for thing in by_words.several if thing not in (one, *more))
        # One sentence said several things, and not all of them may be meant.
        taken = {thing.said for thing in (one, *more) if thing.field}
        others += tuple(thing for thing in things if thing.said in taken and thing not in (one, *more))
        return Meant(several=(one, *more, *others)[:SHOWN]) if others else Meant(one, several=near, more=more)
    same = tuple(thing for thing in things if thing is not one and thing.said == one.said)
    is_agreed = by_words.several == (one,)  # words alone do not settle it, and speak of nothing else
    # 儿子那件事: where both sons are held, and no word tells which one, it is asked, whatever is likelier.
    if by_words.several and not is_agreed and (one not in by_words.several or not named.is_clear or by_words.is_even):
        return Meant(several=(one, *(thing for thing in by_words.several if thing is not one))[:SHOWN])
    if same and one.field is not None:  # one sentence said several things, and not all of them may be meant
        return Meant(several=(one, *same)[:SHOWN])
    twins = () if named.is_clear else _twins(one, things)
    if twins:
        return Meant(several=(one, *twins)[:SHOWN])
    return Meant(one, several=near, same=same, odds=named.odds)


TWIN = 0.5
"""The share of its words from which on a thing is put like another: 房贷还有九年, 车贷还有两年."""


def _twins(one: Thing, things: Sequence[Thing]) -> tuple[Thing, ...]:
    """What is put in nearly the same words as what a request likely means: it may as well mean that."""
    own = set(grams(one.said))
    return tuple(
        thing
        for thing in things
        if thing.said != one.said and len(own.intersection(grams(thing.said))) >= TWIN * max(len(own), 1)
    )


def _is_own(request: Request, content: str, thing: Thing) -> bool:
    """Whether a thing is the request itself, said before: it holds all that is said now, or, where only the reader took
    several sentences for a request, is one of them.

    `My weight is 80. Act as if you never heard that.` What stands beside a sentence that asks by itself is meant.
    """
    said = content[request.start : request.end]
    own, other = _letters(said), _letters(thing.compared)
    if own in other:
        return True
    if not request.is_read or other not in own:
        return False
    rows = [(request.start + a, request.start + b) for a, b, _ in sentences(said, 0, len(said))]
    asking = [(a, b) for a, b in rows if any(a < end and start < b for start, end in request.by_itself)]
    return any(_letters(content[a:b]) == other for a, b in asking or rows)


@cached_texts(20_000)
def _letters(text: str) -> str:
    """A text without marks and spaces."""
    return "".join(filter(str.isalnum, text)).casefold()


def _apart(things: Sequence[Thing]) -> list[Thing]:
    """Each thing once: what was said last is held too."""
    seen: dict[tuple[str, str], Thing] = {}
    for thing in things:
        field = "" if thing.field is None else fold_name(str(thing.field.get("v", "")))
        seen.setdefault((thing.held.key, field), thing)
    return list(seen.values())


_LAST = frozenset(
    map(
        fold_name,
        ("", "that", "this", "what I said", "what I just said", "刚才说的", "我刚才说的", "刚刚说的", "这个", "那个"),
    )
)
"""How people speak of what they said last."""


def _means_the_last(said: str) -> bool:
    return fold_name(simplified(said).strip("吧了啊呀 ")) in _LAST


def taken_back(rule: str, thing: Thing, number: int, event: Event, span: Span) -> Finding:
    """A thing that a stretch of an event asks to be forgotten, or denies."""
    value = thing.held.value
    if thing.field is not None:
        value = {**value, "facts": [{name: thing.field[name] for name in ("k", "v") if name in thing.field}]}
    reason = _reason(rule, event.content, event.content[span[0] : span[1]])
    candidate = Candidate(thing.held.type, value, key=thing.held.key, source=Source.USER, retract=True)
    return Finding(rule, number, *span, candidate, reason)


def _reason(rule: str, content: str, said: str) -> str:
    return say(_CODES[rule], language_of(content), said=said)
