"""What each arm says about records of the archive: their words, those around them, their session, closeness, time.

Everything is counted for all candidates at once, in arrays: how often a word stands where comes from the word index.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure.clock import to_micros
from perdure.recall.bm25 import K1, B, Weighed, idf
from perdure.recall.ideas import AskedIdeas
from perdure.recall.question.question import Question
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.recall.surroundings import NEIGHBOURS, Surroundings
from perdure.store.finder import ARCHIVAL, Finder

DAYS_BEFORE, DAYS_AFTER, DAYS_RECENT = 2.0, 7.0, 30.0
"""Outside a named time a record counts less by the day; people tell of things afterwards."""
_DAY = 86_400e6  # microseconds
_FAR = -2.0
"""Below every cosine."""

_TO_ASSISTANT = re.compile(r"\b(you|your)\b|你|您", re.IGNORECASE)
_TO_USER = re.compile(r"\b(i|my|me|mine|i'm|i've|we|our)\b|我", re.IGNORECASE)

Columns = dict[str, Any]
"""What each arm says, one value for each candidate."""


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

    ids, order = around.by_id
    width = len(words.weights)
    found = find.occurrences(ARCHIVAL, list(words.weights), ids.tolist()) if width else {}
    lists = [found[word] if word in found else (np.empty(0, np.int64), np.empty(0)) for word in words.weights]
    if not lists:
        none = np.empty(0, np.int64)
        return CountedWords(none, none, np.empty(0), width)
    chunks = np.concatenate([one[0] for one in lists])
    column = np.repeat(np.arange(width), [len(one[0]) for one in lists])
    at = np.minimum(np.searchsorted(ids, chunks), len(ids) - 1)
    there = ids[at] == chunks
    return CountedWords(order[at[there]], column[there], np.concatenate([one[1] for one in lists])[there], width)


def by_words(
    rows: Any, around: Surroundings, counted: CountedWords, words: Weighed, *, sessions: bool
) -> tuple[Columns, Any]:
    """BM25 of records, of them with their neighbours, of their sessions and of what the user said there.

    Answers how often each word stands in each record as well.
    """
    import numpy as np

    size = len(around)
    weights = np.fromiter(words.weights.values(), np.float64, len(words.weights))
    whole = counted.by(around.record, size)
    starts = np.vstack((counted.by(around.record, size, around.first), np.zeros((1, counted.width))))
    mine, near = at(rows, whole), at(rows, around.near.T)
    window = mine + starts[near].sum(axis=1)
    turn = _bm25(mine, at(rows, around.lengths), weights, words.average)
    columns: Columns = {"turn": turn, "window": _bm25(window, at(rows, around.window_lengths), weights)}
    if around.is_named:
        every = turn if len(rows) == size else _bm25(whole, around.lengths, weights, words.average)
        columns["answer"] = _answers(rows, around, every)
    of_session, said = _sessions(around, counted, sessions=sessions)
    columns["session"] = of_session[at(rows, around.session)]
    if sessions:
        columns["said"] = said[at(rows, around.session)]
    return columns, whole


def at(rows: Any, values: Any) -> Any:
    """The values of some rows, which are in order and each there once: all of them are the values as they are."""
    return values if len(rows) == len(values) else values[rows]


def _answers(rows: Any, around: Surroundings, scores: Any) -> Any:
    """The words of the question that a record answers: what stands before it, if somebody else asked it."""
    import numpy as np

    before = at(rows, around.near[NEIGHBOURS - 1])
    scaled = np.append(scores, 0.0)[before]
    most = scaled.max(initial=0.0)
    return np.where(at(rows, around.answers), scaled / most if most > 0 else 0.0, 0.0)


def _sessions(around: Surroundings, counted: CountedWords, *, sessions: bool) -> tuple[Any, Any]:
    """BM25 of whole sessions, and of what the user said in each, since answers are long and repeat what was asked.

    What a word is worth among sessions is not what it is worth among single pieces. What the user said is counted only
    where `sessions` are compared.
    """
    import numpy as np

    size = len(around.sessions)
    whole = counted.by(around.piece_session, size, around.speaks)
    weights = np.array([idf(size, int(holding)) for holding in (whole > 0).sum(axis=0).tolist()], np.float64)
    lengths, said = around.session_lengths
    by_user = np.zeros(size)
    if sessions:
        there = said > 0
        of_user = counted.by(around.piece_session, size, around.of_user)
        by_user[there] = _bm25(of_user[there], said[there], weights)
    return _bm25(whole, lengths, weights), by_user


def _bm25(counts: Any, lengths: Any, weights: Any, average: float | None = None) -> Any:
    """BM25, with lengths measured against those of the same kind if not against an average."""
    import numpy as np

    if not len(lengths) or not counts.shape[1]:
        return np.zeros(len(lengths))
    norm = K1 * (1 - B + B * lengths / (average or lengths.mean() or 1.0))
    return (counts * (K1 + 1) / (counts + norm[:, None])) @ weights


def by_ideas(rows: Any, around: Surroundings, asked: AskedIdeas | None, *, sessions: bool) -> Columns:
    """How far records share the ideas of the question, and their sessions where those are compared."""
    table = around.ideas
    if table is None or asked is None:
        return {}
    columns: Columns = {"ideas": at(rows, table.shared(asked, around.record, len(around)))}
    if sessions:
        themes = table.shared(asked, around.piece_session, len(around.sessions))
        columns["theme"] = themes[at(rows, around.session)]
    return columns


def by_meaning(rows: Any, around: Surroundings, pieces: Any, near: Any) -> Columns:
    """How close each record is to the question, and how close it is together with what stands beside it.

    `near` is how close each of the `pieces` is; nothing is known of one without a vector.
    """
    import numpy as np

    cosine = np.full(len(around) + 1, _FAR)
    np.maximum.at(cosine, around.record[pieces], np.where(np.isnan(near), _FAR, near))
    cosine[cosine == _FAR] = 0.0
    candidate = cosine if len(rows) == len(around) else np.zeros(len(around) + 1)
    candidate[rows] = cosine[rows]
    beside = candidate[at(rows, around.near[NEIGHBOURS - 1])] + candidate[at(rows, around.near[NEIGHBOURS])]
    return {"meaning": cosine[rows], "around": cosine[rows] + 0.5 * beside}


def pieces_of(rows: Any, around: Surroundings) -> Any:
    """The places of the pieces of some records."""
    import numpy as np

    if len(rows) == len(around):
        return np.arange(len(around.ids))
    wanted = np.zeros(len(around), bool)
    wanted[rows] = True
    return np.flatnonzero(wanted[around.record])


def by_form(rows: Any, around: Surroundings, question: Question, now: datetime) -> Columns:
    """What a record's speaker, role, time and form say about it."""
    import numpy as np

    named = set(re.findall(r"\w+", question.text.casefold()))
    role = "assistant" if _TO_ASSISTANT.search(question.text) else "user" if _TO_USER.search(question.text) else None
    spans = [span for span in question.times if span.kind is not SpanKind.RELATIVE]
    people, who = around.spoken_by
    speaks = np.array([*(float(name.casefold() in named) for name in people), 0.0])
    moment = at(rows, around.timestamp)
    return {
        "speaker": speaks[at(rows, who)],
        "role": at(rows, around.is_role[role]) if role is not None else np.zeros(len(rows)),
        "user": at(rows, around.is_role["user"]),
        "time": np.max([_fits(moment, span) for span in spans], axis=0) if spans else np.zeros(len(rows)),
        "question": at(rows, around.asks),
        "recent": np.exp(-np.maximum(0.0, (to_micros(now) - moment) / _DAY) / DAYS_RECENT),
    }


def _fits(moment: Any, span: TimeSpan) -> Any:
    """1 inside a named time; outside it fades, faster before than after."""
    import numpy as np

    early = 0.0 if span.start is None else np.maximum(0.0, (to_micros(span.start) - moment) / _DAY)
    late = 0.0 if span.end is None else np.maximum(0.0, (moment - to_micros(span.end)) / _DAY)
    return np.exp(-early / DAYS_BEFORE - late / DAYS_AFTER) * np.ones(len(moment))
