"""Reading a turn: what each clause states, of which kind, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from perdure.intake.plural import how_many
from perdure.intake.read.clauses import ReadableClause, parts_of
from perdure.intake.read.features import Array, Encoded, Shortening
from perdure.intake.read.grams import words
from perdure.intake.read.heads import Heads, Scores
from perdure.intake.read.match import Described, HeldMatch, Matching
from perdure.intake.read.named import AskedForget, Named, NameMeasure, asked_parts, listed_in
from perdure.intake.read.pairs import Pairs, Relation, Texts
from perdure.intake.read.request import RequestHead, RequestReading
from perdure.intake.read.weights import FILE, open_weights, refusal
from perdure.models.encoder import Encoder
from perdure.models.kept import Damaged
from perdure.models.lately import LATELY
from perdure.models.thesaurus import packaged
from perdure.simplified import simplified
from perdure.textcache import on_forgetting

Grade = Literal["sure", "provisional", "none"]

SHORT = 12
"""Words up to which the first clause of a message is also read together with the question it answers."""
JOINED = 0.5
"""What that counts."""

OPEN = 0.15
"""The chance of being kept from which on a clause is also read in parts."""
PART = 0.75
"""What the part that says most counts then."""
LOOKED_AT = 512
"""How many texts are kept as the encoder and the heads see them; each takes 3 KB."""


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """What one clause is taken to be. `sure` is the chance that it is to be kept; the other chances hold given that."""

    start: int
    end: int
    keep: bool
    grade: Grade
    sure: float
    type: str
    type_sure: float
    types: dict[str, float]
    """The chance of every type, given that it is to be kept."""
    act: str
    act_sure: float
    acts: dict[str, float]
    """The chance of every act, given that it is to be kept."""
    whose: str
    whose_sure: float
    answers: str = ""
    """The question that it was also read with."""


class Reader:
    """The packaged encoder and the learned weights. Like the encoder, not for two threads at once."""

    def __init__(self, encoder: Encoder, *, weights: Path = FILE) -> None:
        kept = open_weights(weights)
        self._encoder = encoder
        try:
            self._shortening = Shortening(kept)
            self._heads = Heads(kept)
            self._pairs = Pairs(kept)
            self._thesaurus = packaged()
            self._matching = Matching(kept, self._pairs, self._thesaurus)
            self._requests = RequestHead(kept)
            self._naming = NameMeasure(kept, self._thesaurus)
        except (Damaged, ValueError, KeyError) as problem:
            raise refusal(weights, problem) from None
        self._looked_at: dict[str, tuple[Array, Array, Array]] = {}
        on_forgetting(self._forget)

    def _forget(self) -> None:
        self._looked_at = {}

    def encode(self, texts: Sequence[str]) -> Encoded:
        """What the encoder makes of texts. Its vectors are those that search uses, except of traditional characters."""
        return self._shortening.of(*self._encoder.encode_with_pieces([simplified(text) for text in texts]))

    def look(self, texts: Sequence[str]) -> tuple[Encoded, Array]:
        """What the encoder makes of texts, and what the heads say of them before calibration.

        A message is looked at several times (for what it states, asks and changes): what was looked at lately is not
        looked at again, and what is looked at together costs one pass.
        """
        looked_at = self._looked_at
        missing = [text for text in dict.fromkeys(texts) if text not in looked_at]
        if missing:
            if len(looked_at) + len(missing) > LOOKED_AT:
                missing, looked_at = list(dict.fromkeys(texts)), {}
                self._looked_at = looked_at
            encoded = self.encode(missing)
            rows = zip(encoded.vectors, encoded.short, self._heads.raw(missing, encoded.short), strict=True)
            # Copies: a row that is only looked at would keep the whole batch in memory.
            looked_at |= {text: (a.copy(), b.copy(), c.copy()) for text, (a, b, c) in zip(missing, rows, strict=True)}
        vectors, short, raw = (np.stack(some) for some in zip(*(looked_at[text] for text in texts), strict=True))
        return Encoded(vectors, short), raw

    def read(self, clauses: Sequence[ReadableClause], question: str = "") -> list[ClauseReading]:
        """One reading per clause, in order. `question` is what the assistant asked right before the first of them."""
        if not clauses:
            return []
        texts = [clause.text for clause in clauses]
        is_answer = bool(question.strip()) and len(words(texts[0])) <= SHORT
        scores = self._scores(texts, question if is_answer else "")
        readings = [self._reading(clause, scores, at) for at, clause in enumerate(clauses)]
        return [replace(readings[0], answers=question), *readings[1:]] if is_answer else readings

    def relate(self, new: str, held: Sequence[str]) -> list[Relation]:
        """How a statement stands to each of the held ones."""
        if not held:
            return []
        texts = [new, *held]
        encoded, raw = self.look(texts)
        scores = self._heads.calibrated(raw)
        first = np.zeros(len(held), dtype=np.int64)
        others = np.arange(1, len(texts))
        return self._pairs.relate(
            Texts(held, encoded.rows(others), _rows(scores, others)),
            Texts([new] * len(held), encoded.rows(first), _rows(scores, first)),
        )

    def describe(self, texts: Sequence[str]) -> list[Described]:
        """Statements as they are matched. What is held is described once and kept by the caller."""
        if not texts:
            return []
        encoded, raw = self.look(texts)
        scores = self._heads.calibrated(raw)
        directions = self._matching.direction(encoded)
        single = [np.array([at]) for at in range(len(texts))]
        return [
            Described(text, encoded.rows(at), _rows(scores, at), directions[at[0]], self._thesaurus.ideas(text).all)
            for text, at in zip(texts, single, strict=True)
        ]

    def match(self, new: Described, held: Sequence[Described]) -> list[HeldMatch]:
        """Which of what is held a statement may change, surest first."""
        return self._matching.rank(new, held)

    def requests(self, texts: Sequence[str]) -> list[RequestReading]:
        """What each text asks of memory itself, if anything."""
        if not texts:
            return []
        encoded, raw = self.look(texts)
        return self._requests.read(texts, encoded.short, raw)

    def encode_ahead(self, texts: Sequence[str], requests: Sequence[str], lines: Sequence[str]) -> None:
        """Encode in one pass what `describe`, `asked` and `encode` will need: the encoder remembers what it made."""
        missing = [text for text in texts if text not in self._looked_at]
        parts = [part for some in _parts(requests)[1].values() for part in some]
        if missing or lines or parts:
            self.encode(list(dict.fromkeys((*missing, *lines, *parts))))

    def asked(self, texts: Sequence[str]) -> list[AskedForget]:
        """Requests to forget as they are matched with what is held."""
        members, parts = _parts(texts)
        every = list(dict.fromkeys(part for some in parts.values() for part in some))
        vectors = dict(zip(every, self.encode(every).vectors, strict=True)) if every else {}
        asked = {one: AskedForget(some, np.stack([vectors[part] for part in some])) for one, some in parts.items()}
        return [replace(asked[text], listed=tuple(asked[one] for one in members[text])) for text in texts]

    def named(self, asked: AskedForget, held: Mapping[str, Array]) -> Named:
        """Which of what is held, texts with their vectors, a request to forget names: one, or several if it says so."""
        if not held:
            return Named()
        return self._naming.choose(asked, list(held), np.stack(list(held.values())), how_many(asked.parts[0]))

    @property
    def odds(self) -> tuple[float, float]:
        """The log odds from which on a match is sure, and from which on it is worth a person's look."""
        return self._matching.sure, self._matching.likely

    @property
    def limits(self) -> dict[str, float]:
        """For `type`, `act` and `whose`: the chance from which on nine of ten were right; below, leave it out."""
        return self._heads.limits

    def grade(self, sure: float) -> Grade:
        """The grade that a probability of being kept deserves."""
        if sure >= self._heads.sure:
            return "sure"
        return "provisional" if sure >= self._heads.provisional else "none"

    def _scores(self, texts: Sequence[str], question: str) -> Scores:
        """What the heads say; a share of it, for a short answer, from reading it after the question."""
        _, raw = self.look(texts)
        if question:
            raw[0] *= 1 - JOINED
            raw[0] += JOINED * self.look([f"{question} {texts[0]}"])[1][0]
        self._look_closer(texts, raw)
        return self._heads.calibrated(raw)

    def _look_closer(self, texts: Sequence[str], raw: Array) -> None:
        """Of clauses that are not far from being kept, read the parts between commas: one may state something."""
        chances = self._heads.calibrated(raw).keep
        parts = [
            (at, part)
            for at, text in enumerate(texts)
            if OPEN <= chances[at] < self._heads.provisional
            for part in parts_of(text)
        ]
        if not parts:
            return
        said = [part for _, part in parts]
        best: dict[int, float] = {}
        for (at, _), score in zip(parts, self.look(said)[1][:, 0], strict=True):
            best[at] = max(best.get(at, float(score)), float(score))
        for at, score in best.items():
            raw[at, 0] = max(float(raw[at, 0]), (1 - PART) * float(raw[at, 0]) + PART * score)

    def _reading(self, clause: ReadableClause, scores: Scores, at: int) -> ClauseReading:
        sure = float(scores.keep[at])
        grade = self.grade(sure)
        type_, act, whose = (int(row[at].argmax()) for row in (scores.type, scores.act, scores.whose))
        return ClauseReading(
            start=clause.start,
            end=clause.end,
            keep=grade != "none",
            grade=grade,
            sure=sure,
            type=self._heads.types[type_],
            type_sure=float(scores.type[at, type_]),
            types=dict(zip(self._heads.types, map(float, scores.type[at]), strict=True)),
            act=self._heads.acts[act],
            act_sure=float(scores.act[at, act]),
            acts=dict(zip(self._heads.acts, map(float, scores.act[at]), strict=True)),
            whose=self._heads.whose[whose],
            whose_sure=float(scores.whose[at, whose]),
        )


_BEFOREHAND: dict[Path | None, Reader] = {}
"""Loaded already, for the first who asks: a reader is not for two at once."""


def load_beforehand(cache: Path | None = None) -> None:
    """Load a reader now that somebody will ask for later."""
    _BEFOREHAND[cache] = load_reader(cache)


def load_reader(cache: Path | None = None) -> Reader:
    """A reader whose encoder keeps its decoded tables in `cache`; without a folder every start decodes them again."""
    if cache in _BEFOREHAND:
        return _BEFOREHAND.pop(cache)
    encoder = Encoder(cache, LATELY)
    encoder.load()
    return Reader(encoder)


def _parts(requests: Sequence[str]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What each request lists; and of each request, and of each that it lists, the parts that are compared."""
    members = {text: listed_in(text) for text in requests}
    return members, {one: asked_parts(one) for text, some in members.items() for one in (text, *some)}


def _rows(scores: Scores, at: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Scores:
    return Scores(scores.keep[at], scores.type[at], scores.act[at], scores.whose[at])
