"""Learning twice from the same slice of the corpus gives the same reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perdure.intake.read.heads import Heads
from perdure.intake.read.weights import VERSION
from perdure.models.encoder import Encoder
from perdure.models.kept import open_kept
from training import corpus
from training.learn import auc, solve
from training.train import train

EVERY = 24


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    first, second = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    train(first, every=EVERY)
    train(second, every=EVERY)
    return first, second


def test_two_runs_give_equal_labels_and_nearly_equal_probabilities(trained: tuple[Path, Path]) -> None:
    texts = [s.text for s in corpus.sentences()[7::200]]
    vectors = Encoder().encode(texts)
    one, other = (Heads(open_kept(folder / "weights.bin", source=VERSION)).scores(texts, vectors) for folder in trained)
    assert np.abs(one.keep - other.keep).max() < 0.01
    for name in ("type", "act", "whose"):
        assert np.array_equal(getattr(one, name).argmax(axis=1), getattr(other, name).argmax(axis=1))


def test_a_slice_already_tells_statements_from_small_talk(trained: tuple[Path, Path]) -> None:
    seen = corpus.sentences()[::EVERY]
    unseen = [s for s in corpus.sentences()[11::97] if s not in seen]
    texts = [s.text for s in unseen]
    heads = Heads(open_kept(trained[0] / "weights.bin", source=VERSION))
    scores = heads.scores(texts, Encoder().encode(texts))
    assert auc(scores.keep, np.array([s.keep for s in unseen])) > 0.75


def test_the_equations_are_solved() -> None:
    rng = np.random.default_rng(1)
    half = rng.normal(size=(40, 40)).astype(np.float32)
    matrix = half @ half.T / 40
    wanted = rng.normal(size=(40, 3)).astype(np.float32)
    found = solve(lambda along: matrix @ along, wanted, 0.5, precise=1e-5)
    assert np.allclose(matrix @ found + 0.5 * found, wanted, atol=1e-3)


def test_auc_counts_pairs_in_the_right_order() -> None:
    assert auc(np.array([0.9, 0.8, 0.1]), np.array([True, True, False])) == 1.0
    assert auc(np.array([0.1, 0.8, 0.9]), np.array([True, True, False])) == 0.0
