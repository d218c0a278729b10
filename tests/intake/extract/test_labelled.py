"""The labelled set holds what it promises, and the rules reach their marks on it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from benchmarks.intake import evaluate

SHAPES: list[dict[str, Any]] = [json.loads(line) for line in evaluate.LABELLED.read_text(encoding="utf-8").splitlines()]
COUNTS, ERRORS = evaluate.evaluate(SHAPES)


def test_the_set_is_large_half_chinese_and_a_third_of_it_silent() -> None:
    languages = Counter(shape["language"] for shape in SHAPES)
    silent = sum(not shape["expect"] for shape in SHAPES)
    assert len(SHAPES) >= 320
    assert 0.45 <= languages["zh"] / len(SHAPES) <= 0.55
    assert silent >= 110
    assert len({shape["id"] for shape in SHAPES}) == len(SHAPES)


@pytest.mark.parametrize("half", ["dev", "test", "fresh"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_plain_statements_are_found_and_little_else(half: str, language: str) -> None:
    got = COUNTS[f"{half} {language}"].as_json()
    assert got["precision"] >= 0.95
    assert got["recall"] >= 0.80
    assert got["nothing_clean"] >= 0.98
    assert got["duplicates"] == 0


@pytest.mark.parametrize("half", ["dev", "test"])
def test_updates_retractions_and_task_states_are_seen(half: str) -> None:
    assert COUNTS[half].as_json()["change_accuracy"] >= 0.90


def test_a_planted_error_is_counted() -> None:
    lie = {**SHAPES[0], "expect": [{"type": "facts", "key": "fact:x:y", "value": {}, "change": "new"}]}
    counts, errors = evaluate.evaluate([lie])
    assert counts[evaluate.half_of(lie["dialogue"])].right == 0
    assert [error["id"] for error in errors] == [lie["id"]]
