"""Turns are cut into clauses that stand exactly where they say they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.intake.read.clauses import LONGEST, clauses


def texts(turn: str) -> list[str]:
    return [clause.text for clause in clauses(turn)]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("I live in Leeds. My cat is Otto!", ["I live in Leeds.", "My cat is Otto!"]),
        ("我搬家了。现在住上海，挺好的！你呢？", ["我搬家了。", "现在住上海，挺好的！", "你呢？"]),
        ("我 prefer 用 vim。always have.", ["我 prefer 用 vim。", "always have."]),
        ("对了；周会改周四了\n记一下", ["对了；", "周会改周四了", "记一下"]),
        ("moved house.现在住昆明", ["moved house.", "现在住昆明"]),
    ],
)
def test_sentences_of_both_languages_are_cut(turn: str, expected: list[str]) -> None:
    assert texts(turn) == expected


@pytest.mark.parametrize(
    "turn",
    [
        "Dr. Abara and Mrs. Lee meet Prof. Okoro at 5 p.m. on Monday",
        "宝宝的pediatrician是Dr. Feng",
        "the paint in the hall is Pigeon, no. 25",
        "J. R. Hartley pays approx. 3.50 for e.g. tea, milk etc. and so on",
        'He said "I quit. I\'m done." and left',
        "他说“我不去。你去吧。”然后走了",
        "「走。现在。」他喊",
        "look at https://example.org/a?b=1;c=2!x and tell me",
        "run `a; b. c!` first",
        "I thought... well... maybe",
    ],
)
def test_short_forms_quotations_links_and_code_are_not_cut(turn: str) -> None:
    assert texts(turn) == [turn]


def test_blocks_of_code_and_quoted_lines_are_left_out() -> None:
    turn = "look:\n```python\nmy_name = 'x'. y\n```\nI use vim.\n> I live in Oslo.\nyes"
    assert texts(turn) == ["look:", "I use vim.", "yes"]


def test_a_block_that_is_never_closed_goes_on_to_the_end() -> None:
    assert texts("before\n```\nI live in Oslo.\nafter") == ["before"]


def test_bullets_are_not_part_of_a_clause_and_minus_signs_are() -> None:
    assert texts("- 买菜\n2) 交房租\n• call mum\n-5 degrees\n3.5 km run") == [
        "买菜",
        "交房租",
        "call mum",
        "-5 degrees",
        "3.5 km run",
    ]


@pytest.mark.parametrize("turn", ["", "   \n\t", "🎉🎉🎉", "…… ！！", "\x00\x01\x02", "---"])
def test_what_says_nothing_has_no_clauses(turn: str) -> None:
    assert clauses(turn) == []


def test_control_characters_do_not_move_places() -> None:
    turn = "\x00\x07I live in Leeds.\x1b[0m 我搬家了\x00"
    assert [turn[c.start : c.end] for c in clauses(turn)] == [c.text for c in clauses(turn)]
    assert "I live in Leeds." in texts(turn)


def test_other_languages_are_cut_like_english() -> None:
    assert texts("Vivo en Cádiz. Tengo dos hijos.") == ["Vivo en Cádiz.", "Tengo dos hijos."]
    assert texts("Я живу в Казани. У меня кошка!") == ["Я живу в Казани.", "У меня кошка!"]
    assert texts("京都に住んでいます。猫が好きです。") == ["京都に住んでいます。", "猫が好きです。"]


def test_a_long_sentence_is_cut_at_its_commas() -> None:
    turn = ", ".join(f"word number {n} of a very long list" for n in range(40))
    parts = texts(turn)
    assert max(map(len, parts)) <= LONGEST
    assert len(parts) > 3
    assert all(part.endswith(",") for part in parts[:-1])


def test_ten_thousand_sentences_of_one_word_are_all_there() -> None:
    assert len(clauses("yes. " * 10_000)) == 10_000
    assert len(clauses("好。" * 10_000)) == 10_000


@pytest.mark.parametrize(
    "piece", ["word ", "x", "。", '"', 'a"b ', "`", "> \n", "```\n", "http://", "-", " - ", "1", "a@", "“", ", ", "\n"]
)
def test_no_turn_takes_more_than_steps_in_proportion(piece: str) -> None:
    """Where steps grew with the square of the length, the time limit of the tests would end this one."""
    turn = piece * ((1_000_000 if piece == "word " else 300_000) // len(piece))
    found = clauses(turn)
    assert all(turn[c.start : c.end] == c.text for c in found[:: max(1, len(found) // 50)])
    assert all(len(c.text) <= LONGEST for c in found)


@given(st.text(alphabet=st.characters() | st.sampled_from('。.!?\n"“”`> -，,;')))
def test_clauses_are_in_order_do_not_overlap_and_are_exact(turn: str) -> None:
    at = 0
    for clause in clauses(turn):
        assert at <= clause.start < clause.end <= len(turn)
        assert turn[clause.start : clause.end] == clause.text
        at = clause.end


@pytest.mark.parametrize(
    ("turn", "parts"),
    [
        ("I'm allergic to nuts, any ideas for snacks?", ["I'm allergic to nuts", "any ideas for snacks?"]),
        (
            "Dee has her hip done on 14 June, what do people bring",
            ["Dee has her hip done on 14 June", "what do people bring"],
        ),
        ("周三晚上雷打不动要跳广场舞,那音箱怎么连", ["周三晚上雷打不动要跳广场舞", "那音箱怎么连"]),
        ("我一吃虾就起疹子，这个能吃吗？", ["我一吃虾就起疹子", "这个能吃吗？"]),
        ("我对海鲜过敏，附近有 what 好吃的吗？", ["我对海鲜过敏", "附近有 what 好吃的吗？"]),
    ],
)
def test_a_question_behind_a_statement_stands_apart(turn: str, parts: list[str]) -> None:
    assert texts(turn) == parts


@pytest.mark.parametrize(
    "turn",
    [
        "I live in Leeds, right?",
        "我住在杭州，对吧？",
        "If I lived in York, would I pay less?",
        "如果我住在杭州，能办吗？",
        "what should I cook, I'm vegan",
        "he said he'd come, did he?",
        "Every time I mention my ex, could you change the subject?",
        "Before you delete any files, will you ask me?",
        "每次我说我累了，能不能别讲大道理？",
        "I moved to Berlin in May, where I work for SAP",
        "Our landlord is Tom Baker, whose dog bites",
        "我先生做外贸，什么都卖",
        "My sister's birthday is May 4, am I right?",
        "我妹妹的生日是五月四号，你还记不记得",
        'I keep a sign on my desk: "Breathe, what would Dolly do"',
    ],
)
def test_what_belongs_to_a_question_is_not_cut_from_it(turn: str) -> None:
    assert texts(turn) == [turn]
