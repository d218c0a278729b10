"""The read path over the archive: what was said, found by its words, the words around it and what its session is about.

The surroundings of a turn are worth more than a better embedder: a record is scored with its neighbours and session.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.recall.arms.meaning import Asked
from perdure.recall.bm25 import Counted, Weighed, count, idf, score, weigh
from perdure.recall.fuse import NEAR_ENOUGH, counting
from perdure.recall.question.anchored import anchored
from perdure.recall.question.question import Question, read
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.store.finder import ARCHIVAL, Filters, Finder, RecordChunk
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
PIECES = 64
"""Of each record so many of its first pieces are read (25,600 characters), and those that an arm proposed."""
MOST_PIECES = 20_000
"""Pieces read around the hits of one look-up. Sessions that no longer fit are read close to the hits alone."""
MOST_SHOWN = 2 << 20
"""Characters of neighbours that come with the answers; those of the best come first."""
DAYS_BEFORE, DAYS_AFTER, DAYS_RECENT = 2.0, 7.0, 30.0
"""Outside a named time a record counts less by the day; people tell of things afterwards."""

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For raw dialogue words lead.
WORDS_ONLY: Mapping[str, float] = {
    "turn": 0.30, "window": 0.25, "session": 0.15,
    "speaker": 0.25, "role": 0.25, "user": 0.15, "time": 0.40, "question": -0.05,
}  # fmt: skip
WITH_MEANING: Mapping[str, float] = {
    "turn": 0.20, "window": 0.25, "session": 0.15, "meaning": 0.25, "around": 0.15,
    "speaker": 0.25, "role": 0.25, "user": 0.15, "time": 0.40, "question": -0.05,
}  # fmt: skip
SESSION_WORDS: Mapping[str, float] = {
    "turn": 0.05, "window": 0.20, "session": 0.35, "said": 0.15, "time": 0.20, "recent": 0.30,
}  # fmt: skip
SESSION_MEANING: Mapping[str, float] = {
    "window": 0.05, "session": 0.25, "meaning": 0.35, "overall": 0.35, "time": 0.10, "recent": 0.25,
}  # fmt: skip
_OF_WORDS = frozenset({"turn", "window", "session", "said"})
_SPREAD = _OF_WORDS | {"meaning", "around", "overall"}

_TO_ASSISTANT = re.compile(r"\b(you|your)\b|你|您", re.IGNORECASE)
_TO_USER = re.compile(r"\b(i|my|me|mine|i'm|i've|we|our)\b|我", re.IGNORECASE)

_STEPS = tuple(step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step)
_NONE: Counter[str] = Counter()

Place = tuple[str, int]
Columns = Mapping[str, Sequence[float]]
"""What each arm says, one value for each candidate."""


@dataclass(slots=True)
class Surroundings:
    """The pieces of every record read, by place, counted; and the chunks they are of."""

    words: Weighed
    pieces: dict[Place, list[Counted]] = field(default_factory=dict)
    chunks: dict[Place, list[RecordChunk]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)

    def add(self, chunks: Iterable[RecordChunk]) -> None:
        for chunk in chunks:
            if chunk.id in self.seen:
                continue
            self.seen.add(chunk.id)
            place = chunk.session_id, chunk.position
            self.chunks.setdefault(place, []).append(chunk)
            self.pieces.setdefault(place, []).append(count(chunk.search_text, self.words))

    def beside(self, place: Place) -> list[Counted]:
        """The first pieces of the neighbours."""
        session_id, position = place
        near = (self.pieces.get((session_id, position + step)) for step in _STEPS)
        return [pieces[0] for pieces in near if pieces]


def look_up(
    tx: Transaction,
    query: str,
    *,
    k: int,
    filters: Filters,
    asked: Asked | None = None,
    by_session: bool = False,
    with_words: bool = False,
    arms: frozenset[str] | None = None,
) -> list[Trace]:
    """The k records that answer a question best, each with its neighbours; `by_session` gives one per session.

    What stands beside the words may be the answer. `with_words` is for those who look for the words themselves.
    """
    check_count(k, "k", MAX_K)
    question = anchored(tx, read(query, tx.now))
    words = weigh(tx.finder, ARCHIVAL, question.words)
    pool, near = _pool(tx.finder, question, words, asked, filters, wanted=k, size=SESSION_POOL if by_session else POOL)
    around = _surroundings(tx.finder, pool, words)
    wanted = around.chunks if by_session else _with_neighbours(pool)
    places = [place for place in sorted(wanted) if place in around.chunks and filters.admits(around.chunks[place][0])]
    if asked is not None:
        every = [chunk.id for place in places for chunk in around.chunks[place] if chunk.id not in near]
        near |= tx.finder.closeness(ARCHIVAL, asked.model, asked.vector, every)
    columns: Columns = {
        **_measure(places, around, words, near),
        **_note([around.chunks[place][0] for place in places], question, tx.now),
    }
    scores = _sum(columns, counting(WITH_MEANING if near else WORDS_ONLY, arms))
    if by_session:
        columns, scores = _best_of_sessions(
            places, columns, scores, counting(SESSION_MEANING if near else SESSION_WORDS, arms)
        )
    rows = [row for row in scores if _answers(columns, row)]
    if with_words:  # where nothing holds them, what was found by time or meaning is better than nothing
        rows = [row for row in rows if columns["turn"][row]] or rows
    best = sorted(rows, key=lambda row: (-round(scores[row], 6), *places[row]))[:k]
    found = {places[row]: (scores[row], {arm: values[row] for arm, values in columns.items()}) for row in best}
    return _traces(tx, found, around, missing=("meaning",) if asked and not near else ())


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
        if span.kind is not SpanKind.RELATIVE
    ][:2]


def _surroundings(find: Finder, pool: Sequence[RecordChunk], words: Weighed) -> Surroundings:
    """What was said in the sessions of the pool; near the hits where a session is very long, or too much was read."""
    places: dict[str, list[int]] = defaultdict(list)
    for chunk in pool:
        places[chunk.session_id].append(chunk.position)
    around, left = Surroundings(words), MOST_PIECES
    for session_id, positions in sorted(places.items(), key=lambda found: (-len(found[1]), found[0])):
        first, last = min(positions), max(positions)
        slack = max(NEIGHBOURS * 2, (LONGEST_SESSION - (last - first)) // 2)
        found: list[RecordChunk] = []
        if last - first <= LONGEST_SESSION:
            found = find.neighbours(session_id, first - slack, last + slack, pieces=PIECES, limit=left + 1)
        if not found or len(found) > left:
            found = list(_close_by(find, session_id, positions))
        left = max(0, left - len(found))
        around.add(found)
    around.add(pool)  # last: the first piece of a record stands for it
    return around


def _close_by(find: Finder, session_id: str, positions: Iterable[int]) -> Iterator[RecordChunk]:
    """What stands beside the hits."""
    wide = 2 * NEIGHBOURS
    for position in sorted(set(positions)):
        most = (2 * wide + 1) * SESSION_PIECES
        yield from find.neighbours(session_id, position - wide, position + wide, pieces=SESSION_PIECES, limit=most)


def _with_neighbours(pool: Sequence[RecordChunk]) -> set[Place]:
    """Where the pool stands, and beside it: an answer often follows the words that were asked for."""
    steps = range(-NEIGHBOURS, NEIGHBOURS + 1)
    return {(chunk.session_id, chunk.position + step) for chunk in pool for step in steps}


def _measure(
    places: Sequence[Place], around: Surroundings, words: Weighed, near: Mapping[int, float]
) -> dict[str, list[float]]:
    """BM25 of the record, of it with its neighbours, of its session and of what the user said there; closeness."""
    whole = [_together(around.pieces[place]) for place in places]
    windows = [_together([text, *around.beside(place)]) for place, text in zip(places, whole, strict=True)]
    sessions, said = _sessions(around, words)
    columns = {
        "turn": [score(text, words) for text in whole],
        "window": _bm25(windows, words),
        "session": [sessions[session_id] for session_id, _ in places],
        "said": [said.get(session_id, 0.0) for session_id, _ in places],
    }
    if near:
        close = {
            place: max((near[chunk.id] for chunk in around.chunks[place] if chunk.id in near), default=0.0)
            for place in places
        }
        columns["meaning"] = [close[place] for place in places]
        columns["around"] = [
            close[session_id, at] + 0.5 * (close.get((session_id, at - 1), 0.0) + close.get((session_id, at + 1), 0.0))
            for session_id, at in places
        ]
    return columns


def _sessions(around: Surroundings, words: Weighed) -> tuple[dict[str, float], dict[str, float]]:
    """BM25 of whole sessions, and of what the user said in each, since answers are long and repeat what was asked.

    What a word is worth among sessions is not what it is worth among single pieces.
    """
    members: dict[str, list[Counted]] = defaultdict(list)
    by_user: dict[str, list[Counted]] = defaultdict(list)
    for place, pieces in around.pieces.items():
        members[place[0]] += pieces[:SESSION_PIECES]
        if around.chunks[place][0].role == "user":
            by_user[place[0]] += pieces[:SESSION_PIECES]
    texts = [_together(pieces) for pieces in members.values()]
    holding = Counter(word for text in texts for word in text.counts)
    rarity = replace(words, weights={word: idf(len(texts), holding[word]) for word in words.weights})
    said = [_together(pieces) for pieces in by_user.values()]
    return (
        dict(zip(members, _bm25(texts, rarity), strict=True)),
        dict(zip(by_user, _bm25(said, rarity), strict=True)),
    )


def _together(pieces: Sequence[Counted]) -> Counted:
    """Several texts as one. Most hold none of the words, and then there is nothing to add up."""
    length = sum([piece.length for piece in pieces])
    holding = [piece.counts for piece in pieces if piece.counts]
    if len(holding) < 2:
        return Counted(holding[0] if holding else _NONE, length)
    counts: Counter[str] = Counter()
    dict.update(counts, holding[0])  # what Counter does of its own takes ten times as long
    for more in holding[1:]:
        for word, times in more.items():
            counts[word] = counts.get(word, 0) + times
    return Counted(counts, length)


def _bm25(texts: Sequence[Counted], words: Weighed) -> list[float]:
    """BM25 with lengths measured against those of the same kind."""
    average = sum(text.length for text in texts) / max(1, len(texts))
    return [score(text, words, average=average) if text.counts else 0.0 for text in texts]


def _note(chunks: Sequence[RecordChunk], question: Question, now: datetime) -> dict[str, list[float]]:
    """What a record's speaker, role, time and form say about it."""
    named = set(re.findall(r"\w+", question.text.casefold()))
    role = "assistant" if _TO_ASSISTANT.search(question.text) else "user" if _TO_USER.search(question.text) else None
    spans = [span for span in question.times if span.kind is not SpanKind.RELATIVE]
    moments = {chunk.timestamp for chunk in chunks}  # a session is often archived with one time for all of it
    fits = {moment: max((_fits(moment, span) for span in spans), default=0.0) for moment in moments}
    fresh = {moment: math.exp(-max(0.0, (now - moment).total_seconds()) / 86_400 / DAYS_RECENT) for moment in moments}
    speaks = {name: float(name.casefold() in named) for chunk in chunks if (name := chunk.speaker) is not None}
    return {
        "speaker": [0.0 if chunk.speaker is None else speaks[chunk.speaker] for chunk in chunks],
        "role": [float(chunk.speaker is None and chunk.role == role) for chunk in chunks],
        "user": [float(chunk.speaker is None and chunk.role == "user") for chunk in chunks],
        "time": [fits[chunk.timestamp] for chunk in chunks],
        "question": [float(chunk.ends_with in ("?", "？")) for chunk in chunks],
        "recent": [fresh[chunk.timestamp] for chunk in chunks],
    }


def _fits(moment: datetime, span: TimeSpan) -> float:
    """1 inside a named time; outside it fades, faster before than after."""
    if span.start is not None and moment < span.start:
        return math.exp(-(span.start - moment).total_seconds() / 86_400 / DAYS_BEFORE)
    if span.end is not None and moment >= span.end:
        return math.exp(-(moment - span.end).total_seconds() / 86_400 / DAYS_AFTER)
    return 1.0


def _sum(columns: Columns, weights: Mapping[str, float], rows: Sequence[int] | None = None) -> dict[int, float]:
    """The weighted sum of the arms. Words and meaning are brought to one scale first; the others are 0 to 1 already."""
    chosen = range(len(next(iter(columns.values()), ()))) if rows is None else rows
    total = [0.0] * len(chosen)
    for arm, weight in weights.items():
        if arm not in columns:
            continue
        values = [columns[arm][row] for row in chosen]
        if arm in _SPREAD:
            values = _scaled(values, from_zero=arm in _OF_WORDS)
        total = [so_far + weight * value for so_far, value in zip(total, values, strict=True)]
    return dict(zip(chosen, total, strict=True))


def _answers(columns: Columns, row: int) -> bool:
    """Whether a record has anything to do with the question: its words, or those beside it, or what it means."""
    close = columns["meaning"][row] if "meaning" in columns else 0.0
    return columns["turn"][row] > 0 or columns["window"][row] > 0 or close >= NEAR_ENOUGH


def _scaled(values: Sequence[float], *, from_zero: bool) -> list[float]:
    """Words start at none of them; closeness starts at the least close, since nothing is without some."""
    low, high = 0.0 if from_zero else min(values, default=0.0), max(values, default=0.0)
    return [(value - low) / (high - low) for value in values] if high > low else [float(v > 0) for v in values]


def _best_of_sessions(
    places: Sequence[Place], columns: Columns, scores: Mapping[int, float], weights: Mapping[str, float]
) -> tuple[Columns, dict[int, float]]:
    """One record for each session: its best, with what the arms say of the session as a whole."""
    members: dict[str, list[int]] = defaultdict(list)
    for row, (session_id, _) in enumerate(places):
        members[session_id].append(row)
    best = {max(rows, key=lambda row: (scores[row], places[row])): rows for rows in members.values()}
    summary: dict[str, list[float]] = {arm: list(values) for arm, values in columns.items()}
    for arm, values in columns.items():
        for row, rows in best.items():
            summary[arm][row] = max(values[member] for member in rows)
    if "meaning" in columns:
        close = columns["meaning"]
        summary["overall"] = [0.0] * len(places)
        for row, rows in best.items():
            summary["overall"][row] = sum(close[member] for member in rows) / len(rows)
    return summary, _sum(summary, weights, list(best))


def _traces(
    tx: Transaction,
    found: Mapping[Place, tuple[float, Mapping[str, float]]],
    around: Surroundings,
    *,
    missing: tuple[str, ...],
) -> list[Trace]:
    records = tx.records_by_id([around.chunks[place][0].record_id for place in found])
    traces, room = [], MOST_SHOWN
    for place, (value, arms) in found.items():
        record = records.get(around.chunks[place][0].record_id)
        if record is None:
            continue
        matched = {word for piece in around.pieces[place] for word in piece.counts}
        beside = tx.records_between(place[0], place[1] - AROUND, place[1] + AROUND) if room > 0 else []
        room -= sum(len(other.content or "") for other in beside if other.id != record.id)
        traces.append(
            Trace(
                record,
                round(value, 6),
                Why(
                    raw={arm: round(said, 4) for arm, said in arms.items() if said},
                    words=tuple(sorted(matched)),
                    missing=missing,
                ),
                tuple(other for other in beside if other.id != record.id),
            )
        )
    return traces
