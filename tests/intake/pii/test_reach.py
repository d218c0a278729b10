"""The rates that are promised, on a smaller set than the benchmark's, made with another seed."""

from __future__ import annotations

import pytest

from benchmarks.pii.evaluate import Result, evaluate, is_found
from benchmarks.pii.positives import CHECKSUM, COMMON, Positive


@pytest.fixture(scope="module")
def result() -> Result:
    return evaluate(seed=7, each=50, many=5_000)


@pytest.mark.parametrize("kind", CHECKSUM)
def test_classes_with_a_checksum_are_found(result: Result, kind: str) -> None:
    assert result.recall(kind) >= 0.99


@pytest.mark.parametrize("kind", COMMON)
def test_phones_mails_and_keys_are_found(result: Result, kind: str) -> None:
    assert result.recall(kind) >= 0.95


def test_every_other_class_is_found(result: Result) -> None:
    kinds = {kind for kind, _ in result.of}
    assert {kind: rate for kind in kinds if (rate := result.recall(kind)) < 0.95} == {}


def test_harmless_texts_are_left_alone(result: Result) -> None:
    assert (result.false_rate <= 0.001, result.negatives.total()) == (True, 5_000)


def test_the_measure_sees_what_is_not_found() -> None:
    """A red control: a value that is nothing, and one that is cut short."""
    assert not is_found(Positive("phone", "en", "call 12", 5, 7))
    assert not is_found(Positive("email", "en", "x a@b.com.", 0, 10))
