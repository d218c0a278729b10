"""The read path over the archive: what was said, found by its words, the words around it and what its session is about.

The surroundings of a turn are worth more than a better embedder: a record is scored with its neighbours and session.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from perdure.recall.arms.meaning import Asked
from perdure.recall.bm25 import Counted, Weighed, count, score, weigh
from perdure.recall.fuse import NEAR_ENOUGH, counting
from perdure.recall.question.anchored import anchored
from perdure.recall.question.question import Question, read
from perdure.recall.question.spans import Kind, TimeSpan
from perdure.store.finding import ARCHIVAL, Filters, Finder, RecordChunk
from perdure.store.transaction import Transaction
from perdure.values import Trace, Why, check_count

LOOKUP_REASONS = ("user_ask_evidence", "low_confidence", "recall_miss", "tool_call", "maintenance")
MAX_K = 1_000
POOL = 200
SESSION_POOL = 600
"""How many pieces of records each arm proposes; more where whole sessions are compared."""
NEIGHBOURS = 2
"""How many records before and after count as the surroundings of one."""
AROUND = 1
"""How many of them come with an answer."""
SESSION_PIECES = 2
"""Of each record only its first pieces speak for its session: one long paste is not what a session is about."""
LONGEST_SESSION = 400
"""Records of a session that are read around the hits; the rest of a very long one is not."""
DAYS_BEFORE, DAYS_AFTER, DAYS_RECENT = 2.0, 7.0, 30.0
"""Outside a named time a record counts less by the day; people tell of things afterwards."""

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For raw dialogue words lead.
WORDS_ONLY: Mapping[str, float] = {
    "turn": 0.30, "window": 0.25, "session": 0.15, "speaker": 0.25, "role": 0.25, "time": 0.40, "question": -0.05,
}  # fmt: skip
WITH_MEANING: Mapping[str, float] = {
    "turn": 0.20, "window": 0.25, "session": 0.15, "meaning": 0.25, "around": 0.15,
    "speaker": 0.25, "role": 0.25, "time": 0.40, "question": -0.05,
}  # fmt: skip
SESSION_WORDS: Mapping[str, float] = {"window": 0.5, "session": 0.5, "time": 0.3, "recent": 0.2}
SESSION_MEANING: Mapping[str, float] = {
    "window": 0.3, "session": 0.3, "meaning": 0.5, "overall": 0.3, "time": 0.3, "recent": 0.2,
}  # fmt: skip
_OF_WORDS = frozenset({"turn", "window", "session"})
_SPREAD = _OF_WORDS | {"meaning", "around", "overall"}

_TO_ASSISTANT = re.compile(r"\b(you|your)\b|你|您", re.IGNORECASE)
_TO_USER = re.compile(r"\b(i|my|me|mine|i'm|i've|we|our)\b|我", re.IGNORECASE)
_RECENT = re.compile(
    r"\b(last time|previous(?:ly)?|earlier|we (?:discussed|talked|agreed|decided|selected|set|made|finali[sz]ed)"
    r"|as discussed|continue|next step|what'?s next|now|so far|just|already|latest|current(?:ly)?|recent(?:ly)?|update"
    r"|follow(?:ing)? up|let'?s)\b|上次|刚才|刚刚|之前说|继续|接下来|最近|目前|现在|最新",
    re.IGNORECASE,
)

Place = tuple[str, int]
Name = TypeVar("Name", Place, str)


@dataclass(slots=True)
class Seen:
    """A record that may answer, with what each arm says of it."""

    chunk: RecordChunk
    arms: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class Surroundings:
    """The pieces of every record read, by place, counted; and the chunks they are of."""

    words: Weighed
    pieces: dict[Place, list[Counted]] = field(default_factory=lambda: defaultdict(list))
    chunks: dict[Place, list[RecordChunk]] = field(default_factory=lambda: defaultdict(list))

    def add(self, chunks: Iterable[RecordChunk]) -> None:
        for chunk in chunks:
            place = chunk.session_id, chunk.position
            if all(known.id != chunk.id for known in self.chunks[place]):
                self.chunks[place].append(chunk)
                self.pieces[place].append(count(chunk.search_text, self.words))

    def beside(self, place: Place) -> list[Place]:
        session_id, position = place
        near = (position + step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step)
        return [(session_id, at) for at in near if (session_id, at) in self.pieces]


def look_up(
    tx: Transaction,
    query: str,
    *,
    k: int,
    filters: Filters,
    asked: Asked | None = None,
    by_session: bool = False,
    arms: frozenset[str] | None = None,
) -> list[Trace]:
    """The k records that answer a question best, each with its neighbours; `by_session` gives one per session."""
    check_count(k, "k", MAX_K)
    question = anchored(tx, read(query, tx.now))
    words = weigh(tx.finder, ARCHIVAL, question.words)
    pool, near = _pool(tx.finder, question, words, asked, filters, wanted=k, size=SESSION_POOL if by_session else POOL)
    around = _surroundings(tx.finder, pool, words)
    candidates = around.chunks if by_session else _with_neighbours(pool)
    seen = {
        place: Seen(around.chunks[place][0])
        for place in sorted(candidates)
        if place in around.chunks and filters.admits(around.chunks[place][0])
    }
    if asked is not None:
        every = [chunk.id for place in seen for chunk in around.chunks[place] if chunk.id not in near]
        near |= tx.finder.closeness(ARCHIVAL, asked.model, asked.vector, every)
    _measure(seen, around, words, near)
    _note(seen.values(), question, tx.now)
    meaning = bool(near)
    scored = _sum(seen, counting(WITH_MEANING if meaning else WORDS_ONLY, arms))
    if by_session:
        scored = _best_of_sessions(seen, scored, counting(SESSION_MEANING if meaning else SESSION_WORDS, arms))
    scored = {place: value for place, value in scored.items() if _answers(seen[place].arms)}
    best = sorted(scored, key=lambda place: (-round(scored[place], 6), *place))[:k]
    return _traces(tx, seen, scored, best, words, around, missing=("meaning",) if asked and not meaning else ())


def _pool(
    find: Finder, question: Question, words: Weighed, asked: Asked | None, filters: Filters, *, wanted: int, size: int
) -> tuple[list[RecordChunk], dict[int, float]]:
    """The records that any arm proposes: by words, by words within a named time, by meaning."""
    chunks: dict[int, RecordChunk] = {}
    near: dict[int, float] = {}
    wanted = max(wanted, size // 2)  # what a filter leaves of the best is too little to compare
    if words.weights:
        for wanted_filters in (filters, *_within(question.times, filters)):
            found = find.record_chunks(words.weights, pool=size, at_least=wanted, filters=wanted_filters)
            chunks |= {chunk.id: chunk for chunk in found}
    if asked is not None:
        found, near = find.near_records(asked.model, asked.vector, pool=size, at_least=wanted, filters=filters)
        chunks |= {chunk.id: chunk for chunk in found}
    return list(chunks.values()), near


def _within(times: Sequence[TimeSpan], filters: Filters) -> list[Filters]:
    """The same look, narrowed to each named time."""
    return [
        replace(
            filters,
            since=max(filter(None, (filters.since, span.start)), default=None),
            until=min(filter(None, (filters.until, span.end)), default=None),
        )
        for span in times
        if span.kind is not Kind.RELATIVE
    ][:2]


def _surroundings(find: Finder, pool: Sequence[RecordChunk], words: Weighed) -> Surroundings:
    """Everything said in the sessions of the pool, near the hits where a session is very long."""
    places: dict[str, list[int]] = defaultdict(list)
    for chunk in pool:
        places[chunk.session_id].append(chunk.position)
    around = Surroundings(words)
    for session_id, positions in places.items():
        first, last = min(positions), max(positions)
        slack = max(NEIGHBOURS * 2, (LONGEST_SESSION - (last - first)) // 2)
        if last - first <= LONGEST_SESSION:
            around.add(find.neighbours(session_id, first - slack, last + slack))
        else:
            for position in positions:
                around.add(find.neighbours(session_id, position - 2 * NEIGHBOURS, position + 2 * NEIGHBOURS))
    return around


def _with_neighbours(pool: Sequence[RecordChunk]) -> set[Place]:
    """Where the pool stands, and beside it: an answer often follows the words that were asked for."""
    steps = range(-NEIGHBOURS, NEIGHBOURS + 1)
    return {(chunk.session_id, chunk.position + step) for chunk in pool for step in steps}


def _measure(seen: Mapping[Place, Seen], around: Surroundings, words: Weighed, near: Mapping[int, float]) -> None:
    """BM25 of the record, of it with its neighbours and of its session; closeness alone and with its neighbours."""
    whole = {place: _together(around.pieces[place]) for place in seen}
    windows = {
        place: _together([whole[place], *(around.pieces[beside][0] for beside in around.beside(place))])
        for place in seen
    }
    sessions: dict[str, list[Counted]] = defaultdict(list)
    for (session_id, _), pieces in around.pieces.items():
        sessions[session_id] += pieces[:SESSION_PIECES]
    scores = {
        "turn": {place: score(text, words) for place, text in whole.items()},
        "window": _bm25(windows, words),
    }
    of_session = _bm25({session_id: _together(pieces) for session_id, pieces in sessions.items()}, words)
    close = {
        place: max((near[chunk.id] for chunk in around.chunks[place] if chunk.id in near), default=0.0)
        for place in seen
    }
    for place, record in seen.items():
        record.arms |= {arm: values[place] for arm, values in scores.items()}
        record.arms["session"] = of_session[place[0]]
        if near:
            sides = [(place[0], place[1] - 1), (place[0], place[1] + 1)]
            record.arms["meaning"] = close[place]
            record.arms["around"] = close[place] + 0.5 * sum(close.get(side, 0.0) for side in sides)


def _together(pieces: Sequence[Counted]) -> Counted:
    counts: Counter[str] = Counter()
    for piece in pieces:
        if piece.counts:
            counts.update(piece.counts)
    return Counted(counts, sum(piece.length for piece in pieces))


def _bm25(texts: Mapping[Name, Counted], words: Weighed) -> dict[Name, float]:
    """BM25 with the worth that words have among records; lengths are measured against those of the same kind."""
    average = sum(text.length for text in texts.values()) / max(1, len(texts))
    return {name: score(text, words, average=average) for name, text in texts.items()}


def _note(records: Iterable[Seen], question: Question, now: datetime) -> None:
    """What a record's speaker, role, time and form say about it."""
    named = set(re.findall(r"\w+", question.text.casefold()))
    role = "assistant" if _TO_ASSISTANT.search(question.text) else "user" if _TO_USER.search(question.text) else None
    recent = bool(_RECENT.search(question.text))
    for record in records:
        chunk = record.chunk
        record.arms["speaker"] = float(chunk.speaker is not None and chunk.speaker.casefold() in named)
        record.arms["role"] = float(chunk.speaker is None and chunk.role == role)
        record.arms["time"] = max((_fits(chunk.timestamp, span) for span in question.times), default=0.0)
        record.arms["question"] = float(chunk.ends_with in ("?", "？"))
        age = max(0.0, (now - chunk.timestamp).total_seconds() / 86_400)
        record.arms["recent"] = math.exp(-age / DAYS_RECENT) if recent else 0.0


def _fits(moment: datetime, span: TimeSpan) -> float:
    """1 inside a named time; outside it fades, faster before than after."""
    if span.kind is Kind.RELATIVE:
        return 0.0
    if span.start is not None and moment < span.start:
        return math.exp(-(span.start - moment).total_seconds() / 86_400 / DAYS_BEFORE)
    if span.end is not None and moment >= span.end:
        return math.exp(-(moment - span.end).total_seconds() / 86_400 / DAYS_AFTER)
    return 1.0


def _sum(seen: Mapping[Place, Seen], weights: Mapping[str, float]) -> dict[Place, float]:
    """The weighted sum of the arms. Words and meaning are brought to one scale first; the others are 0 to 1 already."""
    scale = {
        arm: _scale((record.arms.get(arm, 0.0) for record in seen.values()), from_zero=arm in _OF_WORDS)
        for arm in weights
        if arm in _SPREAD
    }
    total: dict[Place, float] = {}
    for place, record in seen.items():
        total[place] = sum(
            weight * (scale[arm](record.arms.get(arm, 0.0)) if arm in scale else record.arms.get(arm, 0.0))
            for arm, weight in weights.items()
        )
    return total


def _answers(arms: Mapping[str, float]) -> bool:
    """Whether a record has anything to do with the question: its words, or those beside it, or what it means."""
    return arms.get("turn", 0.0) > 0 or arms.get("window", 0.0) > 0 or arms.get("meaning", 0.0) >= NEAR_ENOUGH


def _scale(values: Iterable[float], *, from_zero: bool) -> Callable[[float], float]:
    """Words start at none of them; closeness starts at the least close, since nothing is without some."""
    known = list(values)
    low, high = 0.0 if from_zero else min(known, default=0.0), max(known, default=0.0)
    return (lambda value: (value - low) / (high - low)) if high > low else (lambda value: float(value > 0))


def _best_of_sessions(
    seen: Mapping[Place, Seen], scored: Mapping[Place, float], weights: Mapping[str, float]
) -> dict[Place, float]:
    """One record for each session: its best, with the score of the session as a whole."""
    members: dict[str, list[Place]] = defaultdict(list)
    for place in seen:
        members[place[0]].append(place)
    summary: dict[Place, Seen] = {}
    for places in members.values():
        best = max(places, key=lambda place: (scored[place], place))
        arms = {arm: max(seen[place].arms.get(arm, 0.0) for place in places) for arm in weights if arm != "overall"}
        arms["overall"] = sum(seen[place].arms.get("meaning", 0.0) for place in places) / len(places)
        summary[best] = Seen(seen[best].chunk, arms)
    return _sum(summary, weights)


def _traces(
    tx: Transaction,
    seen: Mapping[Place, Seen],
    scored: Mapping[Place, float],
    best: Sequence[Place],
    words: Weighed,
    around: Surroundings,
    *,
    missing: tuple[str, ...],
) -> list[Trace]:
    records = tx.records_by_id([seen[place].chunk.record_id for place in best])
    traces = []
    for place in best:
        record = records.get(seen[place].chunk.record_id)
        if record is None:
            continue
        matched = {word for piece in around.pieces[place] for word in piece.counts}
        beside = tx.records_between(place[0], place[1] - AROUND, place[1] + AROUND)
        traces.append(
            Trace(
                record,
                round(scored[place], 6),
                Why(
                    raw={arm: round(value, 4) for arm, value in seen[place].arms.items() if value},
                    words=tuple(sorted(matched)),
                    missing=missing,
                ),
                tuple(other for other in beside if other.id != record.id),
            )
        )
    return traces
