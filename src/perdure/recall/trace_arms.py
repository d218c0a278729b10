"""What each arm says about records of the archive: their words, those around them, their session, closeness, time.

Everything is counted for all candidates at once, in arrays: how often a word stands where comes from the word index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import to_micros
from perdure.recall.archive_cache import RecordRun
from perdure.recall.bm25 import K1, B, Weighed, idf
from perdure.recall.question.question import Question
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.store.finder import ARCHIVAL, Filters, Finder, PiecePlace

NEIGHBOURS = 2
"""How many records before and after count as the surroundings of one."""
SESSION_PIECES = 2
"""Of each record only its first pieces speak for its session: one long paste is not what a session is about."""
DAYS_BEFORE, DAYS_AFTER, DAYS_RECENT = 2.0, 7.0, 30.0
"""Outside a named time a record counts less by the day; people tell of things afterwards."""
_DAY = 86_400e6  # microseconds
_FAR = -2.0
"""Below every cosine."""

_TO_ASSISTANT = re.compile(r"\b(you|your)\b|你|您", re.IGNORECASE)
_TO_USER = re.compile(r"\b(i|my|me|mine|i'm|i've|we|our)\b|我", re.IGNORECASE)
_STEPS = tuple(step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step)

Columns = dict[str, Any]
"""What each arm says, one value for each candidate."""


@dataclass(slots=True)
class Surroundings:
    """The records of several stretches as one table, ordered by session and place."""

    sessions: list[str]
    # of each piece
    ids: Any
    record: Any
    """Which row of the table it is of."""
    ordinal: Any
    length: Any
    # of each record
    session: Any
    """Which of the sessions it is of."""
    position: Any
    timestamp: Any
    record_ids: list[str]
    roles: list[str]
    speakers: list[str | None]
    names: list[str | None]
    asks: Any
    keys: Any

    @classmethod
    def of(cls, stretches: Sequence[RecordRun], pool: Sequence[PiecePlace]) -> Surroundings | None:
        """From stretches in any order. Pieces of the pool that no stretch has are added to their records."""
        import numpy as np

        kept = sorted((one for one in stretches if len(one.ids)), key=lambda one: (one.session_id, one.position[0]))
        if not kept:
            return None
        sessions = list(dict.fromkeys(one.session_id for one in kept))
        number = {session_id: at for at, session_id in enumerate(sessions)}
        counts = [len(one.position) for one in kept]
        offsets = np.cumsum([0, *counts[:-1]])
        session = np.repeat([number[one.session_id] for one in kept], counts)
        position = np.concatenate([one.position for one in kept])
        table = cls(
            sessions,
            np.concatenate([one.ids for one in kept]),
            np.concatenate([one.record + offset for one, offset in zip(kept, offsets, strict=True)]),
            np.concatenate([one.ordinal for one in kept]),
            np.concatenate([one.length for one in kept]),
            session,
            position,
            np.concatenate([one.timestamp for one in kept]),
            [record_id for one in kept for record_id in one.record_ids],
            [role for one in kept for role in one.roles],
            [speaker for one in kept for speaker in one.speakers],
            [name for one in kept for name in one.names],
            np.concatenate([one.asks for one in kept]),
            (session << 40) + position,
        )
        table._add(pool, number)
        return table

    def _add(self, pool: Sequence[PiecePlace], number: Mapping[str, int]) -> None:
        import numpy as np

        known = set(self.ids.tolist())
        more = [place for place in pool if place.id not in known and place.session_id in number]
        if not more:
            return
        rows, there = self.rows([(number[place.session_id] << 40) + place.position for place in more])
        self.ids = np.concatenate((self.ids, np.array([place.id for place in more], np.int64)[there]))
        self.record = np.concatenate((self.record, rows[there]))
        self.ordinal = np.concatenate((self.ordinal, np.array([place.ordinal for place in more], np.int64)[there]))
        self.length = np.concatenate((self.length, np.array([place.length for place in more], np.float64)[there]))

    def rows(self, keys: Any) -> tuple[Any, Any]:
        """The rows of places, and which of them are there at all."""
        import numpy as np

        wanted = np.asarray(keys, np.int64)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return at, self.keys[at] == wanted

    @property
    def is_named(self) -> bool:
        """Whether people with names talk here, more than a user with an assistant."""
        return 2 * sum(speaker is not None for speaker in self.speakers) > len(self.speakers)

    def place(self, row: int) -> tuple[str, int]:
        """The session of a record, and where in it."""
        return self.sessions[self.session[row]], int(self.position[row])

    def next_to(self, row: int, steps: int) -> list[int]:
        """The rows beside one that are there, in order."""
        rows, there = self.rows(self.keys[row] + [step for step in range(-steps, steps + 1) if step])
        return list(rows[there].tolist())

    def words_in(self, row: int) -> int:
        return int(self.length[self.record == row].sum())

    def all_rows(self) -> Any:
        import numpy as np

        return np.arange(len(self.position))

    def beside(self, pool: Sequence[PiecePlace]) -> Any:
        """The rows of the pool, and those beside them: an answer often follows the words that were asked for."""
        import numpy as np

        number = {session_id: at for at, session_id in enumerate(self.sessions)}
        keys = np.array([(number[p.session_id] << 40) + p.position for p in pool if p.session_id in number], np.int64)
        steps = np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        rows, there = self.rows(np.unique((keys[:, None] + steps).ravel()))
        return rows[there]

    def admitted(self, rows: Any, filters: Filters) -> Any:
        """Those of some rows that a filter admits: the same rule as for what was proposed."""
        import numpy as np

        if filters == Filters():
            return rows
        keep = np.ones(len(rows), bool)
        if filters.since is not None:
            keep &= self.timestamp[rows] >= to_micros(filters.since)
        if filters.until is not None:
            keep &= self.timestamp[rows] < to_micros(filters.until)
        if filters.session_id is not None:
            keep &= np.array([self.sessions[at] == filters.session_id for at in self.session[rows]], bool)
        for wanted, said in ((filters.role, self.roles), (filters.name, self.names)):
            if wanted is not None:
                keep &= np.array([said[row] == wanted for row in rows.tolist()], bool)
        return rows[keep]


@dataclass(slots=True)
class CountedWords:
    """How often each word of the question stands in each piece that holds any."""

    piece: Any
    word: Any
    times: Any
    width: int

    def by(self, groups: Any, size: int, only: Any = None) -> Any:
        """Added up: one row for each group of pieces, one column for each word."""
        import numpy as np

        piece, word, times = self.piece, self.word, self.times
        if only is not None:
            keep = only[piece]
            piece, word, times = piece[keep], word[keep], times[keep]
        cells = np.bincount(groups[piece] * self.width + word, times, minlength=size * self.width)
        return cells.reshape(size, self.width)


def count(find: Finder, around: Surroundings, words: Weighed) -> CountedWords:
    """From the word index."""
    import numpy as np

    order = np.argsort(around.ids)
    ids = around.ids[order]
    found = find.occurrences(ARCHIVAL, list(words.weights), ids.tolist())
    rows, columns, often = [], [], []
    for column, word in enumerate(words.weights):
        chunks, times = found.get(word, ((), ()))
        if len(chunks):
            at = np.minimum(np.searchsorted(ids, chunks), len(ids) - 1)
            there = ids[at] == chunks
            rows.append(order[at[there]])
            often.append(times[there])
            columns.append(np.full(len(rows[-1]), column))
    if not rows:
        none = np.empty(0, np.int64)
        return CountedWords(none, none, np.empty(0), len(words.weights))
    return CountedWords(np.concatenate(rows), np.concatenate(columns), np.concatenate(often), len(words.weights))


def by_words(
    rows: Any, around: Surroundings, counted: CountedWords, words: Weighed, *, sessions: bool
) -> tuple[Columns, Any]:
    """BM25 of records, of them with their neighbours, of their sessions and of what the user said there.

    Answers how often each word stands in each record as well.
    """
    import numpy as np

    size = len(around.position)
    weights = np.fromiter(words.weights.values(), np.float64, len(words.weights))
    whole = counted.by(around.record, size)
    lengths = np.bincount(around.record, around.length, minlength=size)
    first = around.ordinal == 0
    starts = counted.by(around.record, size, first)
    start_lengths = np.bincount(around.record[first], around.length[first], minlength=size)
    window, window_lengths = whole[rows].copy(), lengths[rows].copy()
    for step in _STEPS:
        near, there = around.rows(around.keys[rows] + step)
        window[there] += starts[near[there]]
        window_lengths[there] += start_lengths[near[there]]
    columns: Columns = {
        "turn": _bm25(whole[rows], lengths[rows], weights, words.average),
        "window": _bm25(window, window_lengths, weights),
    }
    if around.is_named:
        columns["answer"] = _answers(rows, around, _bm25(whole, lengths, weights, words.average))
    of_session, said = _sessions(around, counted, words)
    columns["session"] = of_session[around.session[rows]]
    if sessions:
        columns["said"] = said[around.session[rows]]
    return columns, whole


def _answers(rows: Any, around: Surroundings, scores: Any) -> Any:
    """The words of the question that a record answers: what stands before it, if somebody else asked it."""
    import numpy as np

    before, there = around.rows(around.keys[rows] - 1)
    speakers = around.speakers
    pairs = zip(rows.tolist(), before.tolist(), strict=True)
    by_another = np.array([speakers[row] is not None and speakers[row] != speakers[other] for row, other in pairs])
    scaled = np.where(there, scores[before], 0.0)
    most = scaled.max(initial=0.0)
    return np.where(there & by_another & (around.asks[before] > 0), scaled / most if most > 0 else 0.0, 0.0)


def _sessions(around: Surroundings, counted: CountedWords, words: Weighed) -> tuple[Any, Any]:
    """BM25 of whole sessions, and of what the user said in each, since answers are long and repeat what was asked.

    What a word is worth among sessions is not what it is worth among single pieces.
    """
    import numpy as np

    size = len(around.sessions)
    session = around.session[around.record]
    speaks = around.ordinal < SESSION_PIECES
    of_user = speaks & np.array([role == "user" for role in around.roles], bool)[around.record]
    whole = counted.by(session, size, speaks)
    weights = np.array([idf(size, int(holding)) for holding in (whole > 0).sum(axis=0).tolist()], np.float64)
    lengths = np.bincount(session[speaks], around.length[speaks], minlength=size)
    said = np.bincount(session[of_user], around.length[of_user], minlength=size)
    there = said > 0
    by_user = np.zeros(size)
    by_user[there] = _bm25(counted.by(session, size, of_user)[there], said[there], weights)
    return _bm25(whole, lengths, weights), by_user


def _bm25(counts: Any, lengths: Any, weights: Any, average: float | None = None) -> Any:
    """BM25, with lengths measured against those of the same kind if not against an average."""
    import numpy as np

    if not len(lengths) or not counts.shape[1]:
        return np.zeros(len(lengths))
    norm = K1 * (1 - B + B * lengths / (average or lengths.mean() or 1.0))
    return (counts * (K1 + 1) / (counts + norm[:, None])) @ weights


def by_meaning(rows: Any, around: Surroundings, near: Mapping[int, float]) -> Columns:
    """How close each record is to the question, and how close it is together with what stands beside it."""
    import numpy as np

    cosine = np.full(len(around.position), _FAR)
    ids = around.ids.tolist()
    known = [(at, near[chunk_id]) for at, chunk_id in enumerate(ids) if chunk_id in near]
    if known:
        pieces, cosines = zip(*known, strict=True)
        np.maximum.at(cosine, around.record[list(pieces)], np.array(cosines))
    cosine[cosine == _FAR] = 0.0
    candidate = np.zeros(len(around.position), bool)
    candidate[rows] = True
    beside = np.zeros(len(rows))
    for step in (-1, 1):
        other, there = around.rows(around.keys[rows] + step)
        there &= candidate[other]
        beside[there] += cosine[other[there]]
    return {"meaning": cosine[rows], "around": cosine[rows] + 0.5 * beside}


def pieces_of(rows: Any, around: Surroundings) -> list[int]:
    """The pieces of some records."""
    import numpy as np

    wanted = np.zeros(len(around.position), bool)
    wanted[rows] = True
    return list(around.ids[wanted[around.record]].tolist())


def by_form(rows: Any, around: Surroundings, question: Question, now: datetime) -> Columns:
    """What a record's speaker, role, time and form say about it."""
    import numpy as np

    named = set(re.findall(r"\w+", question.text.casefold()))
    role = "assistant" if _TO_ASSISTANT.search(question.text) else "user" if _TO_USER.search(question.text) else None
    spans = [span for span in question.times if span.kind is not SpanKind.RELATIVE]
    at = rows.tolist()
    speakers = [around.speakers[row] for row in at]
    speaks = {name: float(name.casefold() in named) for name in set(speakers) if name is not None}
    roles = [around.roles[row] if around.speakers[row] is None else None for row in at]
    moment = around.timestamp[rows]
    return {
        "speaker": np.array([0.0 if name is None else speaks[name] for name in speakers]),
        "role": np.array([float(said is not None and said == role) for said in roles]),
        "user": np.array([float(said == "user") for said in roles]),
        "time": np.max([_fits(moment, span) for span in spans], axis=0) if spans else np.zeros(len(at)),
        "question": around.asks[rows],
        "recent": np.exp(-np.maximum(0.0, (to_micros(now) - moment) / _DAY) / DAYS_RECENT),
    }


def _fits(moment: Any, span: TimeSpan) -> Any:
    """1 inside a named time; outside it fades, faster before than after."""
    import numpy as np

    early = 0.0 if span.start is None else np.maximum(0.0, (to_micros(span.start) - moment) / _DAY)
    late = 0.0 if span.end is None else np.maximum(0.0, (moment - to_micros(span.end)) / _DAY)
    return np.exp(-early / DAYS_BEFORE - late / DAYS_AFTER) * np.ones(len(moment))
