"""Learning which lines ask something of memory itself: to remember, or to forget.

Lines are compared with a part of the labelled ones only, so that what is learned stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.orders import clauses_of, own_parts
from perdure.intake.read.features import Encoded, Shortening
from perdure.intake.read.heads import Heads
from perdure.intake.read.request import KINDS, RequestFeatures, RequestLikeness
from perdure.models.encoder import Encoder
from perdure.models.kept import Kept
from training.clause_model import run_parts
from training.corpus import LANGUAGES, Forget, Pair, Sentence, SpokenRequest
from training.folds import by_hand
from training.learn import Array, Runs, apart, auc, left_out

CENTRES = 1200
RUNS, LEAST = 2.0, 4
RIDGE = 0.5
EVERY = 6
"""Of the sentences that ask nothing, each so many-th is learned from: more would drown the requests."""
CHANGES = 2
"""The same of statements by which something changes."""
MESSAGES = 2
"""The same of whole messages."""
SURE = {"remember": 0.99, "forget": 0.99}
LIKELY = {"remember": 0.96, "forget": 0.94}
"""The share of lines that only look like requests which must stay below each threshold."""
SILENT = {"sure": 0.999, "likely": 0.994, "faint": 0.98}
"""The same of plain sentences that were not learned from, for requests to forget. To remember one does little harm."""
STEPS = 120
PLAIN = "-"
"""The hand of those."""
FAINT = 0.88
"""The share of lines that only look like requests which must stay below the faintest request to forget."""

Rows = list[tuple[str, str, str, bool]]
"""Hand, kind, text, and whether it is a line as it was written (and not a part of one)."""


def lines_of(
    requests: Sequence[SpokenRequest], forgets: Sequence[Forget], sentences: Sequence[Sentence], changes: Sequence[Pair]
) -> Rows:
    """All lines to learn from: whole ones; requests without what they are about; parts of what is no request.

    Who says that something has changed or ended asks nothing of memory by that.
    """
    rows: Rows = []
    for one in requests:
        text = own_words(one.text)
        rows.append((one.hand, one.request, text, True))
        rest = text.replace(one.what, "…", 1) if one.what else text
        if one.request != "none" and rest != text and rest.strip(" …，,。.：:!！"):
            rows.append((one.hand, one.request, rest, False))
        parts = clauses_of(text)
        if one.request == "none" and len(parts) > 1:
            rows += [(one.hand, "none", text[a:b], False) for a, b in parts]
    rows += [(one.hand, "forget", own_words(one.text), False) for one in forgets]
    plain = [s for s in sentences if s.type != "note" and s.act != "retract"]
    rows += [(s.hand, "none", own_words(s.text), False) for s in plain[::EVERY]]
    rows += [(PLAIN, "none", own_words(s.text), False) for s in plain[EVERY // 2 :: EVERY]]
    # "Solid. Lock this down. What's next?": a whole message is read as well, and hardly ever asks for anything.
    rows += [(hand, "none", own_words(text), False) for hand, text in messages_of(sentences)[::MESSAGES]]
    rows += [(s.hand, "remember", own_words(s.text), False) for s in sentences if s.type == "note" and s.act == "state"]
    told = [pair for pair in changes if pair.relation in ("replaces", "ends")]
    rows += [(pair.hand, "none", own_words(pair.new), False) for pair in told[::CHANGES]]
    return [row for row in rows if row[2].strip()]


def messages_of(sentences: Sequence[Sentence]) -> list[tuple[str, str]]:
    """Hand and text of the messages of several sentences that ask nothing of memory."""
    messages: dict[tuple[str, int], list[Sentence]] = {}
    for sentence in sentences:
        if sentence.turn is not None and not sentence.joined:
            messages.setdefault((sentence.hand, sentence.turn), []).append(sentence)
    return [
        (hand, " ".join(part.text for part in parts))
        for (hand, _), parts in messages.items()
        if len(parts) > 1 and not any(part.type == "note" or part.act == "retract" for part in parts)
    ]


def own_words(text: str) -> str:
    """A line as the reader looks at it: the words of others in it left out."""
    found = own_parts(text, [(0, len(text))])
    return found[0][1] if found else ""


class RequestModel:
    """The lines, and their likenesses to some of them and in runs of words."""

    def __init__(self, rows: Rows, encoded: Encoded, heads: Heads) -> None:
        self.rows = rows
        self.hands = np.array([row[0] for row in rows])
        self.kinds = np.array([row[1] for row in rows])
        self.whole = np.array([row[3] for row in rows])
        texts = [row[2] for row in rows]
        raw = heads.raw(texts, encoded.short)
        self.middle = raw.mean(axis=0).astype(np.float32)
        self.spread = np.maximum(raw.std(axis=0), 1e-3).astype(np.float32)
        short, said = RequestFeatures(self.middle, self.spread).of(encoded.short, raw)
        # The lines as they were written, evenly taken, are what others are compared with.
        asked = np.flatnonzero(self.whole)
        self.centres = asked[np.linspace(0, len(asked) - 1, min(CENTRES, len(asked))).astype(int)]
        self.step, self.head_step = (float(np.abs(part).max()) / 127 for part in (short, said))
        self.short = np.round(short[self.centres] / self.step).astype(np.int8)
        self.said = np.round(said[self.centres] / self.head_step).astype(np.int8)
        centres = (
            self.short.astype(np.float32) * np.float32(self.step),
            self.said.astype(np.float32) * np.float32(self.head_step),
        )
        likeness = RequestLikeness(*centres)
        self.near = likeness.of(short, said)
        within = likeness.of(*centres).astype(np.float64)
        self.inverse = np.linalg.inv(within + 0.01 * np.eye(len(within))).astype(np.float32)
        self.runs = Runs.of(texts, least=LEAST)
        self.targets = np.array([[1.0 if kind == one else -1.0 for one in KINDS] for kind in self.kinds], np.float32)

    def fits(self, unseen: Sequence[NDArray[np.bool_]]) -> Array:
        """Coefficients of fits of which each has not seen the rows that are marked for it."""
        return apart(self.raw, self.targets, np.stack(unseen, axis=1).astype(np.float32), RIDGE, most=STEPS)

    def learned(self, fit: Array) -> Array:
        """What each of the lines that others are compared with counts."""
        out: Array = self.inverse @ (self.near.T @ fit)
        return out

    def raw(self, fit: Array) -> Array:
        """What a fit says about every row."""
        by_runs = RUNS * self.runs.sums(self.runs.weights(fit), len(self.rows))
        out: Array = self.near @ self.learned(fit) + by_runs
        return out

    def parts(self, fit: Array, limits: dict[str, Any]) -> dict[str, Any]:
        """The fit as the reader's file holds it."""
        return {
            "request.middle": self.middle,
            "request.spread": self.spread,
            "request.vectors": self.short,
            "request.heads": self.said,
            "request.learned": self.learned(fit).astype(np.float16),
            **run_parts("request.runs", self.runs, RUNS * self.runs.weights(fit)),
            "request.plain": {"step": self.step, "head_step": self.head_step, **limits},
        }


def learn_requests(
    encoder: Encoder,
    kept: Kept,
    requests: Sequence[SpokenRequest],
    forgets: Sequence[Forget],
    sentences: Sequence[Sentence],
    changes: Sequence[Pair],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights and figures; the figures and thresholds are of hands that the fit has not seen."""
    rows = lines_of(requests, forgets, sentences, changes)
    texts = [row[2] for row in rows]
    encoded = Shortening(kept).of(*encoder.encode_with_pieces(texts))
    model = RequestModel(rows, encoded, Heads(kept))
    plain = model.hands == PLAIN
    folds = list(by_hand(model.hands, {one.hand for one in requests}))
    fits = model.fits([*(fold | plain for fold in folds), plain])
    fit = fits[-1]
    scores = left_out(model.raw, fits, np.stack(folds, axis=1).astype(np.float32))
    asked = model.whole & ~np.isnan(scores[:, 0])
    limits, figures = request_figures(scores[asked], model.kinds[asked], model.hands[asked])
    raw = model.raw(fit)
    silent = {grade: float(np.quantile(raw[plain, 1], share)) for grade, share in SILENT.items()}
    for grade in ("sure", "likely"):
        limits[grade]["forget"] = max(limits[grade]["forget"], silent[grade])
    limits["none"] = max(limits["none"], silent["faint"])
    figures["all"] = found_at(scores[asked], model.kinds[asked], limits)
    langs = {own_words(one.text): one.lang for one in requests}
    spoken = np.array([langs.get(row[2], "") for row in rows])[asked]
    for lang in LANGUAGES:
        some = spoken == lang
        figures[lang] = found_at(scores[asked][some], model.kinds[asked][some], limits)
    return model.parts(fit, limits), figures


def request_figures(scores: Array, kinds: NDArray[Any], hands: NDArray[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Thresholds, and what is found above them by hands left out."""
    best = scores.argmax(axis=1)
    none = kinds == "none"
    limits: dict[str, Any] = {"sure": {}, "likely": {}}
    for at, kind in enumerate(KINDS):
        chosen = np.where(best == at, scores[:, at], scores.min())
        limits["sure"][kind] = float(np.quantile(chosen[none], SURE[kind]))
        limits["likely"][kind] = float(np.quantile(chosen[none], LIKELY[kind]))
    limits["none"] = float(np.quantile(scores[none, 1], FAINT))
    figures: dict[str, Any] = {"all": found_at(scores, kinds, limits)}
    figures["auc"] = {
        kind: round(auc(scores[none | (kinds == kind), at], (kinds == kind)[none | (kinds == kind)]), 4)
        for at, kind in enumerate(KINDS)
    }
    for hand in sorted(set(hands.tolist())):
        figures[f"hand {hand}"] = found_at(scores[hands == hand], kinds[hands == hand], limits)
    return limits, figures


def found_at(scores: Array, kinds: NDArray[Any], limits: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Per kind: found, and false of the lines that only look like one, above both thresholds."""
    out: dict[str, dict[str, float]] = {}
    best = scores.argmax(axis=1)
    for at, kind in enumerate(KINDS):
        chosen = np.where(best == at, scores[:, at], -9)
        out[kind] = {
            f"{name} {grade}": round(float((chosen[kinds == of] >= limits[grade][kind]).mean()), 3)
            for grade in ("sure", "likely")
            for name, of in (("found", kind), ("false", "none"))
        }
    out["forget"] |= {
        f"{name} faint": round(float((scores[kinds == of, 1] >= limits["none"]).mean()), 3)
        for name, of in (("found", "forget"), ("false", "none"))
    }
    return out
