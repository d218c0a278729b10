"""Whatever comes in: no error, the same answer twice, exact spans, candidates that their types accept, linear time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.intake.extract import Known, Turn, extract
from perdure.intake.extract.contract import Rule
from perdure.intake.extract.run import RULES
from perdure.intake.words import written_out
from perdure.values import Event
from tests.intake.extract.said import TODAY, found, key_of, known
from tests.intake.extract.test_changes import CHANGES
from tests.intake.extract.test_rules import PLAIN
from tests.timing import growth

CUES = sorted({cue for rule in RULES for cue in written_out(rule.cues)})
PIECES = [
    *(text for text, _ in PLAIN),
    *CUES,
    "，",
    ", ",
    "。",
    "? ",
    "\n",
    "“",
    '"',
    " ",
    "我",
    "I ",
    "Aa ",
    "3月5日",
    "\x00",
    "\ud800",
    "𠀀",
]
KNOWN = known(*(before for before, _, _ in CHANGES))


def check(text: str, memory: Known) -> None:
    findings = found(text, memory)
    assert findings == found(text, memory)
    for finding in findings:
        assert 0 <= finding.start < finding.end <= len(text)
        assert key_of(finding)
        assert finding.reason
        assert finding.candidate.content


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    check(text, KNOWN)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_mix_of_known_phrases_is_read_without_an_error(text: str) -> None:
    check(text, KNOWN)


@given(st.text(), st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists), st.text())
def test_any_tool_event_is_read_without_an_error(name: str, result: object, content: str) -> None:
    events = (Event.tool(name, result, {"error": result, "path": result, "status": result}, content=content),)
    assert extract(Turn(events, TODAY)) == extract(Turn(events, TODAY))


@pytest.mark.parametrize("text", [text for text, _ in PLAIN])
def test_the_span_is_the_words_the_rule_fired_on(text: str) -> None:
    before = "Hello there. 你好。\n"
    for here, moved in zip(found(text), found(before + text), strict=True):
        assert (moved.start, moved.end) == (here.start + len(before), here.end + len(before))
        assert (before + text)[moved.start : moved.end] == text[here.start : here.end]
        assert text[here.start : here.end].strip("。. ") in text


def test_every_rule_has_a_name_of_its_own_and_cues() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    assert all(rule.cues and all(cue == cue.lower() for cue in written_out(rule.cues)) for rule in RULES)


EVIL = [
    "a",
    "我",
    "已经",
    "都",
    "I need to ",
    "the x of ",
    "my my ",
    "，我",
    "now, ",
    "just ",
    ".",
    "“",
    "'",
    "a/",
    "a.",
    "是",
    "不是",
    "Aa ",
    "1月",
    "\n我",
    "\nI ",
]


@pytest.mark.parametrize("seed", EVIL)
def test_ten_times_the_text_takes_about_ten_times_the_time(seed: str) -> None:
    """100 KB against 10 KB. A quadratic step would take a hundred times as long."""
    small, large = (Turn((Event.user((seed * size)[:size]),), TODAY) for size in (10_000, 100_000))
    assert growth(extract, small, large, 40) < 40


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_pattern_is_linear_on_evil_text(rule: Rule) -> None:
    """Twenty times the text, far less than four hundred times the time."""

    def read(text: str) -> int:
        return sum(1 for _ in rule.pattern.finditer(text))

    for seed in (*EVIL, *list(written_out(rule.cues))[:4]):
        small, large = ((seed * size)[:size] for size in (5_000, 100_000))
        assert growth(read, small, large, 160) < 160, seed


def test_a_quadratic_pattern_would_be_seen() -> None:
    slow = re.compile(r"(?:a|b)*c")
    assert growth(lambda size: slow.search("a" * size), 1_000, 20_000, 160, tries=2) > 160
