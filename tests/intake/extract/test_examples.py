"""Every rule has examples of what it finds, and counter-examples that it passes over."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from perdure.intake.extract import run
from tests.intake.extract.said import found, known

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))


def _fired(text: str, after: list[str]) -> set[str]:
    return {finding.rule for finding in found(text, known(*after))}


def test_every_rule_has_both() -> None:
    assert [rule.name for rule in run.RULES] == list(EXAMPLES)
    assert all(shown["finds"] and shown["passes"] for shown in EXAMPLES.values())


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_rule_finds_its_examples_and_passes_over_the_others(name: str) -> None:
    shown = EXAMPLES[name]
    after = shown.get("after", [])
    assert all(name in _fired(text, after) for text in shown["finds"])
    assert not any(name in _fired(text, after) for text in shown["passes"])
