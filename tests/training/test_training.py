"""Learning twice from the same slice of the corpus gives the same reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perdure.intake.read.features import Shortening
from perdure.intake.read.heads import Heads, Scores
from perdure.intake.read.weights import VERSION
from perdure.models.encoder import Encoder
from perdure.models.kept import open_kept
from training import corpus, learn
from training.encoding import Encoding
from training.learn import auc, solve
from training.train import told_beside, train

EVERY = 48


def scores_of(folder: Path, texts: list[str]) -> Scores:
    kept = open_kept(folder / "weights.bin", source=VERSION)
    encoded = Shortening(kept).of(*Encoder().encode_with_pieces(texts))
    return Heads(kept).scores(texts, encoded.short)


@pytest.mark.timeout(900)  # it learns twice: a minute and a half alone, more beside other tests
def test_two_runs_give_equal_labels_and_a_slice_already_tells_statements_from_small_talk(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        train(tmp_path / name, every=EVERY)
    texts = [s.text for s in corpus.sentences()[7::200]]
    one, other = (scores_of(tmp_path / name, texts) for name in ("first", "second"))
    assert np.abs(one.keep - other.keep).max() < 0.01
    for name in ("type", "act", "whose"):
        assert np.array_equal(getattr(one, name).argmax(axis=1), getattr(other, name).argmax(axis=1))
    seen = corpus.sentences()[::EVERY]
    unseen = [s for s in corpus.sentences()[11::97] if s not in seen]
    scores = scores_of(tmp_path / "first", [s.text for s in unseen])
    assert auc(scores.keep, np.array([s.keep for s in unseen])) > 0.75


def test_the_equations_are_solved() -> None:
    rng = np.random.default_rng(1)
    half = rng.normal(size=(40, 40)).astype(np.float32)
    matrix = half @ half.T / 40
    wanted = rng.normal(size=(40, 3)).astype(np.float32)
    found = solve(lambda along: matrix @ along, wanted, 0.5, precise=1e-5)
    assert np.allclose(matrix @ found + 0.5 * found, wanted, atol=1e-3)


def test_likenesses_of_frequent_and_of_rare_runs_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "FREQUENT", 3)
    runs = learn.Runs.of([s.text for s in corpus.sentences()[:60]], least=2)
    along = np.random.default_rng(2).normal(size=(60, 2)).astype(np.float32)
    assert np.allclose(runs.likeness() @ along, runs.sums(runs.weights(along), 60), atol=1e-4)


@pytest.mark.parametrize("block", [7, 1_000])
@pytest.mark.parametrize(("rows", "columns"), [(50, 50), (40, 30), (30, 40), (50, 13)])
def test_likenesses_in_two_bytes_are_those_of_features_and_runs(
    monkeypatch: pytest.MonkeyPatch, block: int, rows: int, columns: int
) -> None:
    """In whatever blocks they are kept, each once, and of however many rows they are asked for."""
    monkeypatch.setattr(learn, "BLOCK", block)
    monkeypatch.setattr(learn, "TILE", (4, 5) if block < 50 else learn.TILE)
    texts = [s.text for s in corpus.sentences()[:50]]
    runs, features = learn.Runs.of(texts, least=2), np.random.default_rng(4).normal(size=(50, 8)).astype(np.float32)
    along = np.random.default_rng(5).normal(size=(columns, 2)).astype(np.float32)
    want = (learn.likeness(features, features, 0.1) + runs.likeness())[:rows, :columns] @ along
    assert np.allclose(learn.Alike(features, runs, 0.1, 1.0).times(along, rows), want, atol=2e-3)


def test_what_is_gone_on_about_in_a_conversation_is_a_pair_in_which_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def kept(text: str, act: str = "state") -> corpus.Sentence:
        return corpus.Sentence("x", "en", keep=True, type="facts", act=act, whose="user", text=text, talk="x1")

    talk = [
        kept("I bought a kayak in May"),
        kept("My sister is a nurse"),
        kept("The kayak is a joy to paddle"),
        kept("I sold the kayak", "update"),
    ]
    monkeypatch.setattr(corpus, "conversations", lambda: [talk])
    pairs = told_beside(Encoding(), 2)
    assert {(pair.old, pair.new) for pair in pairs} == {
        ("I bought a kayak in May", "The kayak is a joy to paddle"),
        ("I bought a kayak in May", "My sister is a nurse"),
    }
    assert all(pair.is_talk and pair.relation == "adds" for pair in pairs)
    assert [pair.new for pair in told_beside(Encoding(), 1)] == ["The kayak is a joy to paddle"], "the nearest first"


def test_a_fold_that_is_left_out_is_not_learned_from() -> None:
    rng = np.random.default_rng(3)
    half = rng.normal(size=(30, 30)).astype(np.float32)
    matrix, wanted = half @ half.T / 30, rng.normal(size=(30, 2)).astype(np.float32)
    folds = np.zeros((30, 2), dtype=np.float32)
    folds[:10, 0] = folds[10:, 1] = 1
    with_none = np.concatenate([folds, np.zeros((30, 1), dtype=np.float32)], axis=1)
    learned = learn.apart(lambda along: matrix @ along, wanted, with_none, 0.5)
    said = learn.left_out(lambda along: matrix @ along, learned, folds)
    alone = np.linalg.solve(matrix[10:, 10:] + 0.5 * np.eye(20), wanted[10:])
    assert np.allclose(said[:10], matrix[:10, 10:] @ alone, atol=0.02)
    assert np.allclose(learned[2], np.linalg.solve(matrix + 0.5 * np.eye(30), wanted), atol=0.02)


def test_a_row_of_no_fold_is_said_nothing_about() -> None:
    folds = np.array([[1], [0]], dtype=np.float32)
    said = learn.left_out(lambda along: along, np.ones((1, 2, 1), dtype=np.float32), folds)
    assert said[0, 0] == 1
    assert np.isnan(said[1, 0])


def test_what_was_encoded_is_not_encoded_again_and_two_processes_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [s.text for s in corpus.sentences()[:12]]
    encoding = Encoding()
    alone = encoding.encode_with_pieces([*texts, texts[0]])
    assert np.array_equal(alone[1][0], alone[1][-1])
    monkeypatch.setattr(Encoder, "encode_with_pieces", lambda *_: pytest.fail("encoded again"))
    assert np.array_equal(encoding.encode(texts), alone[0][:-1])
    monkeypatch.setattr("training.encoding.MANY", 1)
    monkeypatch.setattr("training.encoding.TOGETHER", 6)
    beside = Encoding().encode_with_pieces(texts)
    for one, other in zip(alone, beside, strict=True):
        assert np.abs(one[:-1] - other).max() < 1e-5


def test_auc_counts_pairs_in_the_right_order() -> None:
    assert auc(np.array([0.9, 0.8, 0.1]), np.array([True, True, False])) == 1.0
    assert auc(np.array([0.1, 0.8, 0.9]), np.array([True, True, False])) == 0.0
