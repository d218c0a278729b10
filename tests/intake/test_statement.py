"""A statement is the sentence that was said; what is found in a long message costs no more than its length."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perdure import AgentMemory, Event
from perdure.intake import statement
from perdure.intake.extract.contract import Finding
from perdure.intake.statement import alone, as_statement
from perdure.textcache import forget_texts
from perdure.values import Candidate


def found(content: str, *words: str, type: str = "facts") -> list[Finding]:
    candidate = Candidate(type, {"subject": "user", "predicate": "p", "value": "v"})
    spans = [(content.index(word), content.index(word) + len(word)) for word in words]
    return [Finding("rules.test", 0, start, end, candidate, "") for start, end in spans]


@pytest.mark.parametrize(
    ("content", "words", "is_alone"),
    [
        ("I like tea. I live in Leeds.", ["tea", "Leeds"], [True, True]),
        ("I like tea, and I live in Leeds.", ["tea", "Leeds"], [False, False]),
        ("I like tea and figs. Hm.", ["tea", "figs"], [False, False]),
        ("我爱喝茶。我住在杭州。", ["茶", "杭州"], [True, True]),
        ("我爱喝茶，住在杭州。", ["茶", "杭州"], [False, False]),
        ("I like tea.", ["tea", "tea"], [True, True]),
    ],
)
def test_a_finding_is_alone_where_no_other_words_of_its_sentence_say_something(
    content: str, words: list[str], is_alone: list[bool]
) -> None:
    assert alone([content], found(content, *words)) == is_alone


def test_a_name_in_the_sentence_leaves_a_finding_alone() -> None:
    content = "I like tea with Ann."
    findings = [*found(content, "tea"), *found(content, "Ann", type="entities")]
    assert alone([content], findings) == [True, False]


def test_what_stands_between_sentences_is_its_own_statement() -> None:
    content = "I like tea.   I live in Leeds."
    assert statement.statement_in(content, 12, 13) == (12, 13)
    assert statement.statement_in(content, 3, 5) == (0, 11)
    assert statement.statement_in(content, 3, 20) == (0, 20)


class Counted:
    """Counts the sentences that are cut out of messages."""

    def __init__(self) -> None:
        self.cut = 0

    def sentences(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        for row in cut_sentences(text, start, end):
            self.cut += 1
            yield row


cut_sentences = statement.sentences


@pytest.mark.parametrize("lines", [50, 400])
def test_each_event_is_cut_into_sentences_once(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    forget_texts()  # nothing is known of these texts yet
    counted = Counted()
    monkeypatch.setattr(statement, "sentences", counted.sentences)
    content = "\n".join(f"Friend {n} of {lines} likes figs." for n in range(lines))
    findings = found(content, *(f"Friend {n} of" for n in range(lines)))
    by_itself = alone([content], findings)
    said = [as_statement(f, content, is_alone=one)[1] for f, one in zip(findings, by_itself, strict=True)]
    assert all(by_itself)
    assert [content[start:end] for start, end in said] == content.split("\n")
    assert counted.cut == lines


async def test_a_long_turn_is_learned_from_in_work_that_grows_with_its_length(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_texts()  # nothing is known of these texts yet
    counted = Counted()
    monkeypatch.setattr(statement, "sentences", counted.sentences)
    lines = [f"TODO: read chapter {n} of the book" for n in range(40)]
    receipt = await luna.commit_turn(await luna.start_session(), [Event.user("\n".join(lines))])
    assert len(receipt.outcomes) == len(lines)
    assert counted.cut == len(lines)
