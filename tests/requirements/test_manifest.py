"""A requirement is done when a test names it, and only then."""

from __future__ import annotations

from tests.requirements.manifest import MANIFEST, load, mentions, mentions_in_tests, parse, problems, summary

# A small manifest and a test file, wrong in every way that must be reported.
PLANTED_MANIFEST = """
[R001]
group = "A"
tag = "M"
text = "Proved on a function."
done = true

[R002]
group = "A"
tag = "M"
text = "Proved on a class, together with another."
done = true

[R003]
group = "B"
tag = "S"
text = "Proved for a whole module."
done = true
note = "Overruled: the test proves that it stays off."

[R004]
group = "B"
tag = "M"
text = "Claimed, but without a test."
done = true

[R005]
group = "B"
tag = "M"
text = "Tested, but not claimed."
done = false

[R006]
group = "B"
tag = "M"
text = "Neither tested nor claimed: still to do, and no problem."
done = false
"""
PLANTED_TESTS = """
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.requirement("R003")]

@pytest.mark.requirement("R001")
async def test_function(): ...

@pytest.mark.requirement("R002", "R001")
class TestClass: ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.requirement("R005"))])
def test_not_claimed(x): ...

@pytest.mark.requirement("R999")
def test_unknown(): ...

@pytest.mark.requirement(ID)
def test_not_literal(): ...

# pytest.mark.requirement("R004") in a comment proves nothing, nor does "pytest.mark.requirement('R004')" in a string.
"""


def test_manifest_and_tests_agree() -> None:
    assert problems(load(), mentions_in_tests()) == []


def test_ids_are_complete_sorted_and_unique() -> None:
    assert list(load()) == [f"R{number:03}" for number in range(1, 377)]
    assert MANIFEST.read_text(encoding="utf-8").count("\n[R") == 376


def test_every_planted_disagreement_is_reported() -> None:
    assert problems(parse(PLANTED_MANIFEST), mentions(PLANTED_TESTS, "planted.py")) == [
        "R004 is marked done, but no test names it",
        "planted.py:12: R005 has a test, but manifest.toml says `done = false`",
        "planted.py:15: R999 is not in manifest.toml",
        'planted.py:18: write the ids as literals: @pytest.mark.requirement("R001", "R002")',
    ]


def test_summary_counts_what_is_done_and_what_is_left() -> None:
    assert summary(parse(PLANTED_MANIFEST)) == "requirements: 4 of 6 done; M left: 2 of 5"
