"""The labelled set holds what it promises, and what memory makes of it reaches its marks."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import cache

import pytest

from perdure.bench.intake import labelled
from perdure.bench.intake.labelled import Measured

SHAPES = labelled.shapes()


@cache
def measured() -> Measured:
    return asyncio.run(labelled.measure(SHAPES, lambda *_: None))


def test_the_set_is_large_half_chinese_and_a_third_of_it_silent() -> None:
    languages = Counter(shape["language"] for shape in SHAPES)
    assert len(SHAPES) >= 900
    assert 0.45 <= languages["zh"] / len(SHAPES) <= 0.55
    assert sum(not shape["expect"] for shape in SHAPES) >= 300
    assert len({shape["id"] for shape in SHAPES}) == len(SHAPES)


RECALL = {"plain1": 0.6, "plain2": 0.6, "plain3": 0.2}
"""Of what is said in other ways rules alone find less: the reader reads it."""


@pytest.mark.parametrize("part", ["dev", "test", "fresh", "plain1", "plain2", "plain3"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_plain_statements_are_found_and_little_else(part: str, language: str) -> None:
    got = measured().counts[f"{part} {language}"].as_json()
    assert got["found"] * (1 - got["precision"]) <= max(1.01, 0.05 * got["found"])
    assert got["recall"] >= RECALL.get(part, 0.80)
    assert got["nothing_clean"] >= 0.98
    assert got["duplicate_rate"] == 0


def test_updates_and_retractions_are_seen() -> None:
    got = measured().counts["all"].as_json()
    assert got["update_accuracy"] >= 0.90
    assert got["retraction_accuracy"] >= 0.90
    assert got["key_accuracy"] >= 0.95


def test_a_planted_error_is_counted() -> None:
    lie = {**SHAPES[0], "expect": [{"type": "facts", "key": "fact:x:y", "value": {}, "change": "new"}]}
    found = asyncio.run(labelled.measure([lie], lambda *_: None))
    assert found.counts["all"].right == 0
    assert [error["id"] for error in found.errors] == [lie["id"]]


def test_the_command_prints_rates_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from perdure.cli.main import main

    assert main(["bench", "intake", "--part", "fresh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["labelled"]["groups"]["fresh"]["precision"] >= 0.95
    assert isinstance(told["labelled"]["errors"], list)
    assert main(["bench", "intake", "--part", "nobody"]) == 2
