"""The read path over the archive: what was said, found by its words, the words around it and what its session is about.

The surroundings of a turn are worth more than a better embedder: a record is scored with its neighbours and session.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from perdure.recall.archive_cache import STRETCH, ArchiveCache, ArchiveReader, read_ideas
from perdure.recall.arms.meaning import Asked
from perdure.recall.bm25 import Weighed, weigh
from perdure.recall.fuse import NEAR_ENOUGH, counting
from perdure.recall.ideas import asked_ideas
from perdure.recall.question.anchored import anchored
from perdure.recall.question.question import Question, read
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.recall.surroundings import NEIGHBOURS, SESSION_PIECES, RecordRun, Surroundings
from perdure.recall.trace_arms import Columns, by_form, by_ideas, by_meaning, by_words, count, pieces_of
from perdure.store.finder import ARCHIVAL, Filters, PiecePlace
from perdure.store.transaction import Transaction
from perdure.values import Record, Trace, Why, check_count

LOOKUP_REASONS = ("user_ask_evidence", "low_confidence", "recall_miss", "tool_call", "maintenance")
MAX_K = 1_000
POOL = 200
SESSION_POOL = 600
"""How many pieces of records each arm proposes; more where whole sessions are compared."""
AROUND = 1
"""How many neighbours come with an answer."""
LONGEST_SESSION = 400
"""Records of a session that are read around the hits; the rest of a very long one is not."""
PIECES = 64
"""Of each record so many of its first pieces are read (25,600 characters), and those that an arm proposed."""
MOST_PIECES = 20_000
"""Pieces read around the hits of one look-up. Sessions that no longer fit are read close to the hits alone."""
MOST_SHOWN = 2 << 20
"""Characters of neighbours that come with the answers; those of the best come first."""
LONGEST_WORD = 32
"""Characters to a search word, by a rough estimate from above."""

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For raw dialogue words lead. `role` is
# above `user`: whoever asks what the assistant said gets that.
WORDS_ONLY: Mapping[str, float] = {
    "turn": 0.31, "window": 0.17, "session": 0.15, "ideas": 0.21,
    "speaker": 0.25, "role": 0.27, "user": 0.24, "time": 0.40, "question": -0.10,
}  # fmt: skip
WITH_MEANING: Mapping[str, float] = {
    "turn": 0.18, "window": 0.14, "session": 0.11, "meaning": 0.37, "around": 0.11, "ideas": 0.15,
    "speaker": 0.25, "role": 0.25, "user": 0.22, "time": 0.42, "question": -0.10,
}  # fmt: skip
# Talk between named people: who answers a question seldom repeats its words.
NAMED_WORDS: Mapping[str, float] = {
    "turn": 0.30, "window": 0.25, "session": 0.15, "ideas": 0.05,
    "speaker": 0.25, "role": 0.25, "user": 0.15, "time": 0.40, "question": -0.05, "answer": 0.15,
}  # fmt: skip
NAMED_MEANING: Mapping[str, float] = {
    "turn": 0.15, "window": 0.20, "session": 0.15, "meaning": 0.20, "around": 0.20, "ideas": 0.07,
    "speaker": 0.30, "role": 0.25, "user": 0.15, "time": 0.40, "question": -0.10, "answer": 0.15,
}  # fmt: skip
SESSION_WORDS: Mapping[str, float] = {
    "turn": 0.05, "window": 0.20, "session": 0.35, "said": 0.15, "theme": 0.10, "time": 0.20, "recent": 0.30,
}  # fmt: skip
SESSION_MEANING: Mapping[str, float] = {
    "window": 0.05, "session": 0.25, "meaning": 0.35, "overall": 0.35, "theme": 0.22, "time": 0.10, "recent": 0.25,
}  # fmt: skip
_FROM_NONE = frozenset({"turn", "window", "session", "said", "ideas", "theme"})
_SPREAD = _FROM_NONE | {"meaning", "around", "overall"}


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
    archive: ArchiveCache | None = None,
) -> list[Trace]:
    """The k records that answer a question best, each with its neighbours; `by_session` gives one per session.

    What stands beside the words may be the answer. `with_words` is for those who look for the words themselves.
    `archive` is what earlier look-ups of this agent have kept.
    """
    check_count(k, "k", MAX_K)
    question = anchored(tx, read(query, tx.now)).said_in(tx.now)
    words = weigh(tx.finder, ARCHIVAL, question.words)
    kept = archive or ArchiveCache()
    around, rows = _candidates(kept.reader(tx), question, words, asked, filters, k=k, by_session=by_session)
    if around is None or not len(rows):
        return []
    columns, held = by_words(rows, around, count(tx.finder, around, words), words, sessions=by_session)
    is_near = False
    if asked is not None:
        pieces = pieces_of(rows, around)
        near = tx.finder.closeness(ARCHIVAL, asked.model, asked.vector, around.ids[pieces])
        if is_near := bool((near == near).any()):
            columns |= by_meaning(rows, around, pieces, near)
    if around.ideas is not None:
        columns |= by_ideas(rows, around, asked_ideas(question), sessions=by_session)
    columns |= by_form(rows, around, question, tx.now)
    scores = _sum(columns, counting(_weights(around, with_meaning=is_near), arms))
    if by_session:
        weights = counting(SESSION_MEANING if is_near else SESSION_WORDS, arms)
        rows, columns, scores = _best_of_sessions(rows, around.session[rows], columns, scores, weights)
    best = _best(columns, scores, k, with_words=with_words)
    found = [
        RankedRecord(
            int(rows[at]),
            round(float(scores[at]), 6),
            {arm: round(float(said[at]), 4) for arm, said in columns.items() if said[at]},
            tuple(sorted(word for word, times in zip(words.weights, held[rows[at]], strict=True) if times)),
        )
        for at in best
    ]
    lacks = asked is not None and (not is_near or tx.finder.is_pending(ARCHIVAL, asked.model))
    return _traces(tx, found, around, missing=("meaning",) if lacks else ())


def _candidates(
    reader: ArchiveReader,
    question: Question,
    words: Weighed,
    asked: Asked | None,
    filters: Filters,
    *,
    k: int,
    by_session: bool,
) -> tuple[Surroundings | None, Any]:
    """The records that are compared, with what stands around them: all of a small archive, else what arms propose."""
    if reader.is_small:
        around = reader.whole()
        return around, () if around is None else around.admitted(around.all_rows(), filters)
    size = SESSION_POOL if by_session else POOL
    pool = _pool(reader, question, words, asked, filters, wanted=k, size=size)
    stretches = _stretches(reader, pool)
    if by_session:
        read_ideas(reader.find, stretches)
    around = Surroundings.of(stretches, pool)
    if around is None:
        return None, ()
    return around, around.admitted(around.all_rows() if by_session else around.beside(pool), filters)


def _weights(around: Surroundings, *, with_meaning: bool) -> Mapping[str, float]:
    """What each arm counts, by who talks in the sessions that are compared."""
    if around.is_named:
        return NAMED_MEANING if with_meaning else NAMED_WORDS
    return WITH_MEANING if with_meaning else WORDS_ONLY


class RankedRecord(NamedTuple):
    """A record that was found: its row in the surroundings, its score, what each arm says, and its words."""

    row: int
    score: float
    raw: Mapping[str, float]
    words: tuple[str, ...]


def _pool(
    reader: ArchiveReader,
    question: Question,
    words: Weighed,
    asked: Asked | None,
    filters: Filters,
    *,
    wanted: int,
    size: int,
) -> list[PiecePlace]:
    """The records that any arm proposes: by words, by words within a named time, by meaning."""
    places: dict[int, PiecePlace] = {}
    wanted = max(wanted, size // 2)  # what a filter leaves of the best is too little to compare
    if words.weights:
        for narrowed in (filters, *_within(question.times, filters)):
            keep = partial(reader.placed, filters=narrowed)
            found = reader.find.worded_records(words.weights, pool=size, at_least=wanted, keep=keep)
            places |= {place.id: place for place in found}
    if asked is not None:
        keep = partial(reader.placed, filters=filters)
        found = reader.find.near_records(asked.model, asked.vector, pool=size, at_least=wanted, keep=keep)
        places |= {place.id: place for place in found}
    return list(places.values())


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


def _stretches(reader: ArchiveReader, pool: Sequence[PiecePlace]) -> list[RecordRun]:
    """What was said in the sessions of the pool; near the hits where a session is very long, or too much was read."""
    hits: dict[str, list[int]] = defaultdict(list)
    for place in pool:
        hits[place.session_id].append(place.position)
    stretches: list[RecordRun] = []
    left = MOST_PIECES
    for session_id, positions in sorted(hits.items(), key=lambda found: (-len(found[1]), found[0])):
        found = _around(reader, session_id, min(positions), max(positions), left)
        if found is None:
            found = [reader.close_by(session_id, positions, wide=2 * NEIGHBOURS, pieces=SESSION_PIECES)]
        left = max(0, left - sum(len(one.ids) for one in found))
        stretches += found
    return stretches


def _around(reader: ArchiveReader, session_id: str, first: int, last: int, left: int) -> list[RecordRun] | None:
    """A session from its first hit to its last and some way beyond; None where that is too much."""
    if last - first > LONGEST_SESSION:
        return None
    slack = max(NEIGHBOURS * 2, (LONGEST_SESSION - (last - first)) // 2)
    found: list[RecordRun] = []
    for number in range(max(0, first - slack) // STRETCH, (last + slack) // STRETCH + 1):
        one = reader.stretch(session_id, number, pieces=PIECES, limit=left)
        if one is None:
            return None
        left -= len(one.ids)
        found.append(one)
    return found


def _sum(columns: Columns, weights: Mapping[str, float]) -> Any:
    """The weighted sum of the arms. Words and meaning are brought to one scale first; the others are 0 to 1 already."""
    import numpy as np

    total = np.zeros(len(next(iter(columns.values()))))
    for arm, weight in weights.items():
        if arm in columns:
            values = columns[arm]
            total = total + weight * (_scaled(values, from_zero=arm in _FROM_NONE) if arm in _SPREAD else values)
    return total


def _scaled(values: Any, *, from_zero: bool) -> Any:
    """Words and ideas start at none of them; closeness starts at the least close, since nothing is without some."""
    low, high = 0.0 if from_zero else values.min(), values.max()
    return (values - low) / (high - low) if high > low else (values > 0).astype(float)


def _best(columns: Columns, scores: Any, k: int, *, with_words: bool) -> list[int]:
    """The rows that have to do with the question (its words, or those beside it, or what it means), best first.

    `with_words`: where no row holds them, what was found by time or meaning is better than nothing.
    """
    import numpy as np

    answers = (columns["turn"] > 0) | (columns["window"] > 0)
    if "meaning" in columns:
        answers |= columns["meaning"] >= NEAR_ENOUGH
    if with_words and (answers & (columns["turn"] > 0)).any():
        answers &= columns["turn"] > 0
    rows = np.flatnonzero(answers)
    return list(rows[np.lexsort((rows, -scores[rows].round(6)))[:k]].tolist())


def _best_of_sessions(
    rows: Any, session: Any, columns: Columns, scores: Any, weights: Mapping[str, float]
) -> tuple[Any, Columns, Any]:
    """One record for each session: its best, with what the arms say of the session as a whole."""
    import numpy as np

    starts = np.flatnonzero(np.diff(session, prepend=-1))
    ends = np.append(starts[1:], len(rows))
    # Of equally good ones the last.
    best = [end - 1 - int(scores[first:end][::-1].argmax()) for first, end in zip(starts, ends, strict=True)]
    summary: Columns = {arm: np.maximum.reduceat(values, starts) for arm, values in columns.items()}
    if "meaning" in columns:
        summary["overall"] = np.add.reduceat(columns["meaning"], starts) / (ends - starts)
    return rows[best], summary, _sum(summary, weights)


def _traces(
    tx: Transaction,
    found: Sequence[RankedRecord],
    around: Surroundings,
    *,
    missing: tuple[str, ...],
) -> list[Trace]:
    beside = _beside(found, around)
    rows = dict.fromkeys([*(one.row for one in found), *(row for near in beside.values() for row in near)])
    read = tx.records_by_id([around.record_ids[row] for row in rows])
    traces, room = [], MOST_SHOWN
    for one in found:
        record = read.get(around.record_ids[one.row])
        if record is None:
            continue
        others: list[Record] = []
        if room > 0 and one.row in beside:
            names = [around.record_ids[row] for row in beside[one.row]]
            others = [read[name] for name in names if name in read]
        elif room > 0:
            session_id, at = around.place(one.row)
            near = tx.records_between(session_id, at - AROUND, at + AROUND)
            others = [other for other in near if other.id != record.id]
        room -= sum(len(other.content or "") for other in others)
        why = Why(raw=one.raw, words=one.words, missing=missing)
        traces.append(Trace(record, one.score, why, tuple(others)))
    return traces


def _beside(found: Sequence[RankedRecord], around: Surroundings) -> dict[int, list[int]]:
    """The rows around each hit, to be read all at once: of the hits whose neighbours have words and are short enough.

    Before the first record of a session there is none.
    """
    near = {one.row: around.next_to(one.row) for one in found}
    rows = {row: others for row, others in near.items() if len(others) == 2 - (around.position[row] == 1)}
    words = sum(int(around.lengths[row]) for others in rows.values() for row in others)
    return rows if words * LONGEST_WORD <= MOST_SHOWN else {}
