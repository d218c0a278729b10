"""Reading turns ahead of the transaction that keeps them, by the reader of our own. It proposes; `conclude` decides.

No write waits for the reader to load: until it is there, turns are read by rules alone and put up to be read again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, TypeVar

from perdure.errors import Unsupported
from perdure.intake.extract import mood
from perdure.intake.orders import clauses_of, own_parts
from perdure.intake.request_words import ELSEWHERE, OF_MEMORY
from perdure.intake.words import regex
from perdure.language import Span, sentences
from perdure.models.one_thread import one_thread
from perdure.textcache import on_forgetting
from perdure.values import RELAYED, WISH, Event, Grade, Role

if TYPE_CHECKING:
    from perdure.intake.read.clauses import ReadableClause
    from perdure.intake.read.features import Array
    from perdure.intake.read.match import Described, HeldMatch
    from perdure.intake.read.named import AskedForget, Named
    from perdure.intake.read.reader import ClauseReading, Reader

T = TypeVar("T")

CHANGES = frozenset({"update", "correct", "retract", "done"})
"""The acts by which somebody says that something is no longer as it was."""
MAY_CHANGE = 0.3
"""The chance of being kept from which on such a clause is looked at: what it changes may make it worth keeping."""
ASIDE = 0.15
"""The chance of being kept from which on any clause is matched with what is held: most changes are told by the way."""
TOLD, STATED = frozenset({"update", "correct"}), frozenset({"state", "update", "correct", "done", "blocked"})
"""The acts of those who tell what is different now; and of those who tell how something is, in whatever way."""
TELLS = 0.35
"""The chance of telling what is different now from which on a clause hardly asks: `had to drop out of Berlin`."""
STATES_SOMETHING, LIKELY_STATES = 0.05, 0.1
"""The chance of being kept without which nothing is taken for a request to remember by the reader alone: for one that
is sure, and for one that is only likely."""
IDLE = 0.05
"""The chance of being kept below which nothing is, though rules know its words: of 2,736 statements of the corpus that
rules find and that are to be kept, three lie there when their hand is left out, and 91 of the 314 that are not."""
AROUND = 3
"""Characters by which what rules find may reach beyond the clauses that were read: marks and spaces."""
MAY_TELL = 0.2
"""The chance of being kept from which on a clause may be what another one, right beside it, asks to remember."""
DESCRIBED = 4_096
"""How many texts are kept as the reader sees them; each takes about 3 KB."""
LINES = 4_096
"""Of how many lines that were only said the vectors are kept; each takes 2 KB."""
ASKED = 256
"""How many requests to forget are kept so."""
MOST = 32
"""Clauses of one turn that are read before it is acknowledged; the rest is read from the queue."""
REST = 1_024
"""Clauses of one turn that are read in all; what goes beyond them stays in the archive alone."""
REACH = 400
"""Characters of the assistant's last word in which its question is looked for."""
WHOLE = 240
"""Characters up to which a message of several clauses is also read as one, for what it asks and what it changes."""
FEW = 3
"""Parts up to which a message as a whole may be a sure request."""


@dataclass(frozen=True, slots=True)
class ReadClause:
    """What the reader takes one clause of an event to be."""

    event: int
    start: int
    end: int
    types: Mapping[str, float]
    """The chance of every kind of statement."""
    act: str
    whose: str
    grade: Grade | None
    """How sure it is that this is to be kept; None for what may only matter because of what it changes."""
    text: str
    chance: float = 1.0
    """How likely it is that this is to be kept."""
    answers: str = ""
    """The assistant's question that it follows in few words."""


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What the reader takes for a request to memory itself: a clause of an event, or all of it."""

    event: int
    start: int
    end: int
    kind: Literal["remember", "forget", "none"]
    """`none` says that this is plainly no request, whatever words it has."""
    is_sure: bool
    """Otherwise nothing is changed for it: what is to be forgotten is asked, and what is to be kept is kept a week."""
    is_faint: bool = False
    """Not even likely: asked about only where something that is held fits well."""
    is_told: bool = False
    """Its clause tells how something is, and may ask for nothing at all."""
    is_full: bool = False
    """It says itself what is to be remembered, and does not point to what stands beside it."""
    is_bare: bool = False
    """It says nothing but that something beside it is to be remembered."""
    by_itself: tuple[Span, ...] = ()
    """Of a message as a whole the parts that ask by themselves, however faintly; the others may say what is meant."""


@dataclass(frozen=True, slots=True)
class Readings:
    """A turn as the reader sees it."""

    clauses: tuple[ReadClause, ...] = ()
    requests: tuple[ReadRequest, ...] = ()
    asides: tuple[ReadClause, ...] = ()
    """Clauses that are not worth keeping, unless they change something that is held."""
    wholes: tuple[ReadClause, ...] = ()
    """Short messages of several clauses as one: `got the letter. it's 960 from May` tells its change as a whole."""
    chances: tuple[tuple[int, int, int, float], ...] = ()
    """Of every clause that was read its event, where it starts and ends, and the chance that it is to be kept."""
    is_partial: bool = False
    """Whether the turn goes on beyond what was read of it."""
    before: Mapping[str, tuple[ReadRequest, ...]] = field(default_factory=dict)
    """The requests in the messages before it, by their words, where it may answer one of them."""

    def is_idle(self, event: int, start: int, end: int) -> bool:
        """Whether all that was said in a stretch is plainly not worth keeping, whatever words it has."""
        within = [(a, b, chance) for n, a, b, chance in self.chances if n == event and a < end and start < b]
        is_read = bool(within) and within[-1][1] + AROUND >= end  # of a long message only the first clauses are
        return is_read and max(chance for _, _, chance in within) < IDLE

    @property
    def texts(self) -> list[str]:
        """All that may be matched with what is held."""
        return [clause.text for clause in (*self.clauses, *self.asides, *self.wholes)]

    def free_of(self, is_taken: Callable[[ReadClause], bool]) -> Readings:
        """Without the statements, and the messages as a whole, that are taken for something else."""
        clauses, wholes = (tuple(one for one in some if not is_taken(one)) for some in (self.clauses, self.wholes))
        return replace(self, clauses=clauses, wholes=wholes)

    def __bool__(self) -> bool:
        return bool(self.clauses or self.requests or self.asides)


NOT_READ = Readings()


@dataclass(frozen=True, slots=True)
class Changed:
    """Which of what is held a statement changes."""

    at: int
    is_sure: bool
    """Otherwise a person decides."""
    single: float = 0.0
    """How likely it can be so in one way only."""
    ends: float = 0.0
    """How likely the statement says that it is over."""
    replaces: float = 0.0
    """How likely the statement tells what holds in its place."""
    told: float = 0.0
    """What the rarest word tells that the statement has of it."""


class TurnReader:
    """The reader of one process: loaded once, in the background, and used by one thread at a time."""

    def __init__(self, executor: Executor, cache: Path | None) -> None:
        self._executor = executor
        self._cache = cache
        self._reader: Reader | None = None
        self._loading: asyncio.Task[None] | None = None
        self._turn = Lock()
        self._described: dict[str, Described] = {}
        self._lines: dict[str, Array] = {}
        """What was only said: a request may mean it, and nothing changes it, so that its vector is enough."""
        self._asked: dict[str, AskedForget] = {}
        self._forgotten = 0
        self._keeping = Lock()
        on_forgetting(self._forget)
        self.problem: str | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether turns can be read now."""
        return self._reader is not None

    def _forget(self) -> None:
        with self._keeping:
            self._forgotten += 1
            self._described, self._lines, self._asked = {}, {}, {}

    def load(self) -> None:
        """Begin to load it, unless that was begun or has failed."""
        if self._reader is None and self._loading is None and self.problem is None:
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        from perdure.intake.read.reader import load_reader

        try:
            self._reader = await self._in_thread(lambda: load_reader(self._cache))
        except Unsupported as missing:
            self.problem = missing.message  # `doctor` shows it; rules go on alone

    async def wait(self) -> bool:
        """Wait until it is loaded. Answers whether it is."""
        self.load()
        if self._loading is not None:
            await asyncio.shield(self._loading)
        return self.is_loaded

    async def read(self, events: Sequence[Event], before: str = "", *, is_whole: bool = False) -> Readings:
        """What a turn's user says, clause by clause: the first of them, or all. `before` is the assistant's last word.

        Of a long turn some are read at a time, so that other turns need not wait for all of it.
        """
        reader = self._reader
        if reader is None:
            return Readings()

        def read(some: Sequence[Spoken]) -> Readings:
            with self._turn, one_thread():
                return _read(reader, some)

        def begin() -> tuple[list[list[Spoken]], Readings]:
            first, *rest = _slices(events, before)
            return rest, read(first)

        rest, begun = await self._in_thread(begin)
        if not is_whole:
            return replace(begun, is_partial=bool(rest))
        return _joined([begun, *[await self._in_thread(partial(read, some)) for some in rest]])

    async def prepare(self, texts: Iterable[str], requests: Sequence[str] = (), said: Iterable[str] = ()) -> None:
        """Describe texts, requests to forget and what was only `said`, ahead of a transaction that is to match them.

        What is described is kept.
        """
        held, lines = dict.fromkeys(texts), dict.fromkeys(said)
        is_known = held.keys() <= self._described.keys() and lines.keys() <= self._described.keys() | self._lines.keys()
        if self._reader is not None and (requests or not is_known):
            await self._in_thread(lambda: self._describe([*held], requests, [*lines]))

    def match(self, said: str, held: Sequence[str]) -> Changed | None:
        """Which of what is held a statement changes, if one stands out. Looks only at what was prepared."""
        reader, found = self._reader, self._ranked(said, held)
        if reader is None or not found:
            return None
        at, best = found[0]
        sure, likely = reader.odds
        if best.odds < likely or best.relation.best == "same":
            return None
        is_change = best.relation.best in ("replaces", "ends")
        is_sure, how = is_change and best.odds >= sure, best.relation
        return Changed(at, is_sure=is_sure, single=best.single, ends=how.ends, replaces=how.replaces, told=best.told)

    def nearest(self, said: str, held: Sequence[str]) -> list[tuple[int, float]]:
        """What of what is held a statement may be about, the likeliest first, each with its log odds."""
        return [(at, found.odds) for at, found in self._ranked(said, held)]

    def _ranked(self, said: str, held: Sequence[str]) -> list[tuple[int, HeldMatch]]:
        """What is held in the very same words is no other thing, and would stand out before all others."""
        reader, new = self._reader, self._described.get(said)
        others = [(at, self._described.get(text)) for at, text in enumerate(held) if text != said]
        known = [(at, found) for at, found in others if found is not None]
        if reader is None or new is None or not known:
            return []
        with self._turn, one_thread():
            ranked = reader.match(new, [found for _, found in known])
        return [(known[one.at][0], one) for one in ranked]

    def named(self, said: str, held: Sequence[str]) -> Named | None:
        """Which of what is held a request to forget names, by meaning. Looks only at what was prepared."""
        reader, asked = self._reader, self._asked.get(said)
        if reader is None or asked is None:
            return None
        described, lines = self._described, self._lines
        known = {text: at for at, text in reversed(list(enumerate(held))) if text in described or text in lines}
        vectors = {text: described[text].encoded.vectors[0] if text in described else lines[text] for text in known}
        with self._turn, one_thread():
            found = reader.named(asked, vectors)
        places = list(known.values())
        one = None if found.one is None else places[found.one]
        several, more = (tuple(places[at] for at in some) for some in (found.several, found.more))
        return replace(found, one=one, several=several, more=more)

    def _describe(self, texts: Sequence[str], requests: Sequence[str], lines: Sequence[str]) -> None:
        reader = self._reader
        assert reader is not None
        with self._turn, one_thread():
            with self._keeping:
                begun = self._forgotten
                self._described = _with_room(self._described, texts, DESCRIBED)
                self._lines = _with_room(self._lines, lines, LINES)
                self._asked = _with_room(self._asked, requests, ASKED)
            missing = [text for text in texts if text not in self._described]
            known = {*missing, *self._described, *self._lines} if lines else {}
            fresh = [text for text in lines if text not in known]
            reader.encode_ahead(missing, requests, fresh)
            described = {one.text: one for one in reader.describe(missing)}
            vectors = dict(zip(fresh, reader.encode(fresh).vectors, strict=True)) if fresh else {}
            asked = dict(zip(requests, reader.asked(requests), strict=True))
            with self._keeping:
                # Of what was erased meanwhile nothing is kept, be it that this turn is then matched with less.
                if begun == self._forgotten:
                    self._described = self._described | described
                    self._lines = self._lines | vectors
                    self._asked = self._asked | asked

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Stop waiting for it."""
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Some clauses of what a user said in an event, and the question of the assistant's that they follow."""

    number: int
    event: Event
    clauses: Sequence[ReadableClause]
    question: str
    is_all: bool
    """Whether these are all clauses of the event."""


def _slices(events: Sequence[Event], before: str) -> list[list[Spoken]]:
    """What the user says in a turn, in pieces of at most `MOST` clauses."""
    from perdure.intake.read.clauses import clauses

    slices: list[list[Spoken]] = [[]]
    room, left = MOST, REST
    for number, event in enumerate(events):
        if event.role == Role.ASSISTANT:
            before = event.content
        if event.role != Role.USER:
            continue
        parts, at = clauses(event.content)[:left], 0
        left -= len(parts)
        question = question_in(before)
        while at < len(parts):
            if not room:
                slices.append([])
                room = MOST
            some = parts[at : at + room]
            slices[-1].append(Spoken(number, event, some, question if at == 0 else "", len(some) == len(parts)))
            at, room = at + len(some), room - len(some)
    return slices


def question_in(said: str) -> str:
    """The question that the assistant's words end with; empty where they end with none."""
    last = said[-REACH:]
    found = list(sentences(last, 0, len(last)))
    if not found:
        return ""
    start, end, mark = found[-1]
    return f"{last[start:end]}{mark.strip()}" if "?" in mark or "？" in mark else ""


def _joined(found: Sequence[Readings]) -> Readings:
    """Pieces of one turn as one."""
    return Readings(
        clauses=tuple(one for piece in found for one in piece.clauses),
        requests=tuple(one for piece in found for one in piece.requests),
        asides=tuple(one for piece in found for one in piece.asides),
        wholes=tuple(one for piece in found for one in piece.wholes),
        chances=tuple(one for piece in found for one in piece.chances),
    )


def _read(reader: Reader, spoken: Sequence[Spoken]) -> Readings:
    found: list[ReadClause] = []
    asides: list[ReadClause] = []
    wholes: list[ReadClause] = []
    asked: list[ReadRequest] = []
    chances: list[tuple[int, int, int, float]] = []
    for one in spoken:
        number, event, parts = one.number, one.event, one.clauses
        own = own_parts(event.content, [(part.start, part.end) for part in parts])
        whole = _whole(event.content, parts) if one.is_all else []
        # All that may be read of it, in one pass of the encoder.
        as_one = _asked_as_one(event.content, own) if one.is_all else []
        reader.look([*(part.text for part in (*parts, *whole)), *(said for _, said in own), *as_one])
        readings = reader.read(parts, one.question)
        words = dict(own)
        chances += [(number, read.start, read.end, read.sure) for read in readings]
        requests = _requests(reader, number, own, as_one)
        away = [r for r in requests if _is_elsewhere(r, event.content[r.start : r.end])]
        # What is quoted, or given to be worked on, is read for what is asked alone; and an order states nothing.
        said = [
            read
            for read in readings
            if 2 * len(words.get((read.start, read.end), "")) > read.end - read.start
            and not any(r.start <= read.start and read.end <= r.end for r in away)
        ]
        for read in said:
            if read.sure < ASIDE:
                continue
            is_told = read.keep or (read.sure >= MAY_CHANGE and read.act in CHANGES)
            (found if is_told else asides).append(_clause(number, event.content, read))
        if any(read.sure >= ASIDE for read in readings) and not away:
            wholes += [_clause(number, event.content, read) for read in reader.read(whole)]
        if RELAYED not in event.tags and WISH not in event.tags:
            asked += [borne for r in requests if r not in away and (borne := _borne_out(r, said)) is not None]
    return Readings(tuple(found), tuple(asked), tuple(asides), tuple(wholes), tuple(chances))


_OF_MEMORY, _ELSEWHERE = regex(OF_MEMORY, re.IGNORECASE), regex(ELSEWHERE, re.IGNORECASE)
_FIRST = regex(r"\b(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll))\b|[我咱俺]", re.IGNORECASE)


def _is_elsewhere(request: ReadRequest, said: str) -> bool:
    """Whether something is to be taken from somewhere else than memory: `remove the peanuts from the recipe`.

    Who tells what he himself has done gives no order.
    """
    is_order = request.kind == "forget" and not request.is_faint and not _FIRST.search(said)
    return is_order and _ELSEWHERE.search(said) is not None and not _OF_MEMORY.search(said)


def _with_room(kept: dict[str, T], wanted: Sequence[str], most: int) -> dict[str, T]:
    """What is kept of texts; nothing of it where there is no room for what is wanted, which is then made again."""
    return kept if len(kept) + sum(text not in kept for text in wanted) <= most else {}


def _clause(number: int, text: str, read: ClauseReading) -> ReadClause:
    said = text[read.start : read.end]
    grade = Grade(read.grade) if read.keep else None
    if all(mood.is_question(said[a:b]) for a, b in clauses_of(said)):
        grade = None  # `where's the spare key` asks, though nothing marks it as a question
    return ReadClause(
        number, read.start, read.end, read.types, read.act, read.whose, grade, said, read.sure, read.answers
    )


def _whole(text: str, parts: Sequence[ReadableClause]) -> list[ReadableClause]:
    """A message of several clauses as one, where it is short enough to be about one thing, and no list."""
    if len(parts) < 2:
        return []
    start, end = parts[0].start, parts[-1].end
    if end - start > WHOLE or any(text[a.end : b.start].strip() for a, b in pairwise(parts)):
        return []
    return [replace(parts[0], end=end, text=text[start:end])]


def _borne_out(request: ReadRequest, readings: Sequence[ClauseReading]) -> ReadRequest | None:
    """A request as far as its clauses bear it out.

    What is to be remembered states something: pasted text and quotations sound like requests too. Who tells how
    something is (`had to drop out of Berlin`) may ask for nothing to be forgotten: what that ends is for match to say.
    """
    within = [one for one in readings if one.start < request.end and request.start < one.end]
    least = STATES_SOMETHING if request.is_sure else LIKELY_STATES
    if request.kind == "remember":
        states = max((one.sure for one in within), default=0.0)
        # `File this away. Our error budget is 0.1 percent.`: what is to be remembered may stand beside it.
        beside = [one.sure for one in readings if one not in within and _is_beside(one, within)]
        is_told = states >= least or (request.is_sure and max(beside, default=0.0) >= MAY_TELL)
        return replace(request, is_full=states >= MAY_CHANGE, is_bare=states < least) if is_told else None
    # What reads like a rule (`don't hang on to that any longer`) tells nothing: that is how the request is put.
    stated = [one for one in within if one.keep and one.type != "rules"]
    if request.kind == "forget" and any(_tells(one) if request.is_sure else one.act in STATED for one in stated):
        return replace(request, is_sure=False, is_told=True)
    return request


def _tells(one: ClauseReading) -> bool:
    """Whether a clause may well tell what is different now."""
    return sum(one.acts[act] for act in TOLD) >= TELLS


def _is_beside(one: ClauseReading, clauses: Sequence[ClauseReading]) -> bool:
    """Whether a clause stands right before or behind others."""
    return bool(clauses) and (0 <= clauses[0].start - one.end <= AROUND or 0 <= one.start - clauses[-1].end <= AROUND)


def _requests(reader: Reader, number: int, own: Sequence[tuple[Span, str]], as_one: Sequence[str]) -> list[ReadRequest]:
    """The clauses that ask something of memory; where none does, the message as a whole may."""
    found = [
        ReadRequest(number, *part, kind=read.kind, is_sure=read.is_sure, is_faint=read.is_faint)
        for (part, _), read in zip(own, reader.requests([said for _, said in own]), strict=True)
    ]
    if any(one.kind != "none" and not one.is_faint for one in found) or not as_one:
        return found
    read = reader.requests(as_one)[0]
    if read.kind == "none" or (read.is_faint and any(one.is_faint for one in found)):
        return found
    is_sure = read.is_sure and len(own) <= FEW  # of a long message not everything can be meant
    by_itself = tuple((one.start, one.end) for one in found if one.kind == read.kind)
    return [ReadRequest(number, own[0][0][0], own[-1][0][1], read.kind, is_sure, read.is_faint, by_itself=by_itself)]


def _asked_as_one(text: str, own: Sequence[tuple[Span, str]]) -> list[str]:
    """What is asked in several parts as one text, where it is short enough: as it stands, if nothing was taken out."""
    is_as_said = all(text[start:end] == said for (start, end), said in own)
    whole = text[own[0][0][0] : own[-1][0][1]] if own and is_as_said else " ".join(said for _, said in own)
    return [whole] if len(own) > 1 and len(whole) <= WHOLE else []
