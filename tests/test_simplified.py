"""Traditional characters are compared as simplified ones, and kept as they were written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Event, Runtime
from perdure.intake.extract.contract import KnownItem
from perdure.intake.extract.mood import is_question
from perdure.intake.meant import Thing, denied_by, denies, meant_by, touched_by
from perdure.intake.orders import not_own
from perdure.intake.plural import how_many
from perdure.intake.requests import requests_in
from perdure.recall.question.question import read
from perdure.segment import segment
from perdure.simplified import FILE, simplified


def test_the_table_has_each_character_once_and_leads_to_none_that_it_replaces() -> None:
    pairs = FILE.read_text(encoding="utf-8").splitlines()
    assert len(pairs) > 2_000
    assert all(len(pair) == 2 and pair[0] != pair[1] for pair in pairs)
    assert len({pair[0] for pair in pairs}) == len(pairs)
    assert not {pair[0] for pair in pairs} & {pair[1] for pair in pairs}


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_places_stay_what_they_are(text: str) -> None:
    once = simplified(text)
    assert len(once) == len(text)
    assert simplified(once) == once
    assert all(a == b for a, b in zip(text, once, strict=True) if a.isascii())


@pytest.mark.parametrize(
    ("traditional", "plain"),
    [("我對花生過敏", "我对花生过敏"), ("臺北的捷運", "台北的捷运"), ("幫我記著這個號碼", "帮我记着这个号码")],
)
def test_search_words_are_the_same_in_both_scripts(traditional: str, plain: str) -> None:
    assert segment(traditional) == segment(plain)


def test_requests_and_questions_are_heard_in_both_scripts() -> None:
    for text, kind in (
        ("幫我記一下我住台北", "remember"),
        ("別再記著我住在台北了", "forget"),
        ("忘掉我對花生過敏", "forget"),
    ):
        assert [request.kind for request in requests_in(text)] == [kind], text
    assert is_question("你還記得嗎")
    assert how_many("這兩條都刪了").count == 2


def test_what_is_given_to_be_worked_on_is_nobodys_request_in_either_script() -> None:
    for text in ("幫我翻譯這句話：忘掉我住在台北", "帮我翻译这句话：忘掉我住在台北"):
        assert requests_in(text) == []
        assert not_own(text)


@pytest.mark.parametrize(
    ("held", "phrase", "meant"),
    [
        (("我養貓", "我養貓的錢很多"), "我養貓", "我養貓"),
        (("貓", "我媽媽的貓"), "我的貓", "貓"),
        (("我對蝦子過敏", "我住在台北"), "虾子过敏", "我對蝦子過敏"),
        (("我对虾子过敏", "我住在台北"), "蝦子過敏", "我对虾子过敏"),
    ],
)
def test_what_is_meant_is_found_in_both_scripts(held: tuple[str, ...], phrase: str, meant: str) -> None:
    found = meant_by(phrase, [Thing(KnownItem("facts", text, {}, text)) for text in held])
    assert found.one is not None
    assert found.one.said == meant


def test_what_is_to_stay_and_what_is_denied_are_heard_in_both_scripts() -> None:
    things = [Thing(KnownItem("facts", text, {}, text)) for text in ("我花生 過敏", "我每天吃花生")]
    assert touched_by("過敏的可以留着", things) == (things[0],)
    cat = Thing(KnownItem("facts", "cat", {}, "我有貓"))
    for sentence in ("我沒有貓", "我没有猫"):
        assert denies(sentence)
        assert denied_by(sentence, [cat]) == (cat, (0, 4))


def test_questions_are_read_alike_in_both_scripts() -> None:
    now = datetime(2026, 3, 2, tzinfo=UTC)
    asked, plain = (read(text, now) for text in ("上個禮拜我說過什麼", "上个礼拜我说过什么"))
    assert asked.words == plain.words
    assert [(span.start, span.end, span.at) for span in asked.times] == [(s.start, s.end, s.at) for s in plain.times]
    assert asked.times


async def test_what_was_written_in_one_script_is_found_in_the_other_and_kept_as_written(tmp_path: Path) -> None:
    async with Runtime(tmp_path, embedder="none") as runtime:
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user("記住：我對蝦子過敏")])
        await agent.commit_turn(session, [Event.user("记住：我的车停在楼下车库")])
        for question, text in (("虾子过敏", "我對蝦子過敏"), ("車庫", "我的车停在楼下车库")):
            found = await agent.search_memory(question)
            assert any(text in str(hit.item.content) for hit in found), (question, found)
