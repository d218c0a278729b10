"""What the model says about sentences it has not learned from: hands left out, and groups left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.intake.read.grams import words
from perdure.intake.read.reader import JOINED, SHORT
from training.clause_model import ClauseModel, Fit
from training.corpus import Sentence
from training.learn import Array

TOGETHER = 5
"""Folds over which the hands are dealt. One for each hand would take four times as long and say the same."""


def by_hand(hands: NDArray[Any], some: Iterable[str] | None = None) -> Iterator[NDArray[np.bool_]]:
    """Folds that no hand is spread over: what is said about a row has not seen its hand, nor a few others."""
    names = sorted(set(hands if some is None else some))
    for number in range(min(TOGETHER, len(names))):
        yield np.isin(hands, names[number::TOGETHER])


def by_group(groups: NDArray[np.int64], count: int = 3) -> Iterator[NDArray[np.bool_]]:
    """Folds of about equal size that no group is spread over."""
    fold = np.random.default_rng(14).integers(count, size=groups.max() + 1)[groups]
    for number in range(count):
        yield fold == number


def learned(model: ClauseModel, *families: Iterator[NDArray[np.bool_]]) -> tuple[Fit, list[Array]]:
    """The fit; and for each family of folds the raw outputs for each row from a fit that has not seen it."""
    fit, said = model.fit(*map(list, families))
    return fit, [answered(model, raw) for raw in said]


def joined(sentences: list[Sentence]) -> list[Sentence]:
    """Answers once more, after the line they answer: the reader looks at short ones both ways."""
    return [replace(s, text=f"{s.prev} {s.text}", joined=True) for s in sentences if s.prev]


def answered(model: ClauseModel, raw: Array) -> Array:
    """The outputs as the reader mixes them: short answers get a share of their joined form, which itself drops out."""
    twins = {(s.prev, s.text): at for at, s in enumerate(model.sentences) if s.joined}
    for at, sentence in enumerate(model.sentences):
        if sentence.joined:
            continue
        twin = twins.get((sentence.prev, f"{sentence.prev} {sentence.text}"))
        if twin is not None and len(words(sentence.text)) <= SHORT:
            raw[at] = (1 - JOINED) * raw[at] + JOINED * raw[twin]
    raw[list(twins.values())] = np.nan
    return raw
