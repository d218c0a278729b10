"""Calibration, thresholds and the figures of the card, all from sentences that the fit has not seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.heads import softmax
from training.clause_model import ClauseModel
from training.corpus import ACTS, LANGUAGES, TYPES, WHOSE
from training.learn import Array, auc

SURE = 0.93
LIKELY = 0.89
"""What of a grade is rightly kept in whole conversations, where one sentence in four states something that lasts."""
KINDS = 0.9
COLUMNS = {
    "type": (1, 1 + len(TYPES)),
    "act": (1 + len(TYPES), 1 + len(TYPES) + len(ACTS)),
    "whose": (1 + len(TYPES) + len(ACTS), 1 + len(TYPES) + len(ACTS) + len(WHOSE)),
}


def slope_and_offset(scores: Array, truth: NDArray[np.bool_]) -> tuple[float, float]:
    """The logistic curve that fits best, found by Newton's method."""
    features = np.stack([scores.astype(np.float64), np.ones(len(scores))], axis=1)
    found = np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-features @ found))
        curve = (features * (chance * (1 - chance))[:, None]).T @ features + 1e-6 * np.eye(2)
        found += np.linalg.solve(curve, features.T @ (truth - chance))
    return float(found[0]), float(found[1])


def sharpness(raw: Array, truth: NDArray[np.int64]) -> float:
    """The factor that makes the softmax of `raw` least surprised by the truth."""

    def surprise(factor: float) -> float:
        scaled = raw * factor
        top = scaled.max(axis=1)
        return float(
            np.mean(top + np.log(np.exp(scaled - top[:, None]).sum(axis=1)) - scaled[np.arange(len(truth)), truth])
        )

    return min((round(1.0 + 0.25 * step, 2) for step in range(60)), key=surprise)


def calibration(model: ClauseModel, raw: Array) -> dict[str, Any]:
    """Slope and offset of keep, and how sharp types, acts and whose are."""
    seen = ~np.isnan(raw[:, 0])
    keep = model.keep_target[:, 0] > 0
    out: dict[str, Any] = {"keep": slope_and_offset(raw[seen, 0], keep[seen])}
    for name, (start, end) in COLUMNS.items():
        targets = model.kind_targets[:, start - 1 : end - 1]
        rows = seen[: model.kept] & (targets.sum(axis=1) > 0)
        out[name] = sharpness(raw[: model.kept][rows, start:end], targets[rows].argmax(axis=1))
    return out


def thresholds(model: ClauseModel, chance: Array) -> dict[str, float]:
    """From which chance on a clause is sure, and from which on it is provisional, set on conversations."""
    spoken = ~np.isnan(chance) & in_talk(model)
    keep = model.keep_target[spoken, 0] > 0
    provisional, sure = (lowest_precise(chance[spoken], keep, share) for share in (LIKELY, SURE))
    return {"provisional": provisional, "sure": max(sure, provisional)}


def in_talk(model: ClauseModel) -> NDArray[np.bool_]:
    """Which sentences stand in a conversation."""
    return np.array([sentence.talk != "" for sentence in model.sentences])


def kind_limits(model: ClauseModel, raw: Array, calibration: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Per kind the chance from which on nine of ten are right, and the share of kept sentences that reach it."""
    out = {}
    for name, (start, end) in COLUMNS.items():
        targets = model.kind_targets[:, start - 1 : end - 1]
        rows = ~np.isnan(raw[: model.kept, 0]) & (targets.sum(axis=1) > 0)
        chances = softmax(raw[: model.kept][rows, start:end] * np.float32(calibration[name]))
        right = chances.argmax(axis=1) == targets[rows].argmax(axis=1)
        limit = lowest_precise(chances.max(axis=1), right, KINDS)
        out[name] = {"limit": limit, "share": _share(chances.max(axis=1) >= limit)}
    return out


def lowest_precise(chance: Array, keep: NDArray[np.bool_], precision: float) -> float:
    """The lowest threshold above which at least this share is rightly kept."""
    order = np.argsort(-chance, kind="stable")
    right = np.cumsum(keep[order]) / np.arange(1, len(order) + 1)
    good = np.nonzero(right >= precision)[0]
    return float(chance[order[good[-1]]]) if len(good) else 1.0


def figures(model: ClauseModel, raw: Array, chance: Array, limits: dict[str, float]) -> dict[str, Any]:
    """What the card reports, over all hands and by language; AUC also by hand."""
    seen = ~np.isnan(chance)
    keep = model.keep_target[:, 0] > 0
    hands = np.array([sentence.hand for sentence in model.sentences])
    langs = np.array([sentence.lang for sentence in model.sentences])
    # Of a hand that wrote nothing but what is to be kept nothing can be told apart.
    rows_of = {hand: seen & (hands == hand) for hand in sorted(set(hands[seen & ~keep]))}
    by_hand = {hand: round(auc(chance[rows], keep[rows]), 4) for hand, rows in rows_of.items()}
    out: dict[str, Any] = {"auc": round(float(np.mean(list(by_hand.values()))), 4), "auc by hand": by_hand}
    spoken = seen & in_talk(model)
    out["conversations"] = {name: _at(chance[spoken], keep[spoken], limit) for name, limit in limits.items()}
    for lang in ("all", *LANGUAGES):
        rows = seen & ((langs == lang) | (lang == "all"))
        out[lang] = {name: _at(chance[rows], keep[rows], limit) for name, limit in limits.items()}
        for name, (start, end) in COLUMNS.items():
            targets = model.kind_targets[:, start - 1 : end - 1]
            known = rows[: model.kept] & (targets.sum(axis=1) > 0)
            right = raw[: model.kept, start:end].argmax(axis=1) == targets.argmax(axis=1)
            found = known & (chance[: model.kept] >= limits["provisional"])
            out[lang][name] = {"all": _share(right[known]), "found": _share(right[found])}
    return out


def _at(chance: Array, keep: NDArray[np.bool_], limit: float) -> dict[str, float]:
    over = chance >= limit
    return {"found": _share(over[keep]), "clean": _share(~over[~keep]), "precision": _share(keep[over])}


def _share(values: NDArray[np.bool_]) -> float:
    return round(float(values.mean()), 3) if len(values) else 0.0
