"""Traditional characters are compared as simplified ones, and kept as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Event, Runtime
from perdure.intake.extract.mood import is_question
from perdure.intake.plural import how_many
from perdure.intake.requests import requests_in
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


async def test_what_was_written_in_one_script_is_found_in_the_other_and_kept_as_written(tmp_path: Path) -> None:
    async with Runtime(tmp_path, embedder="none") as runtime:
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user("記住：我對蝦子過敏")])
        await agent.commit_turn(session, [Event.user("记住：我的车停在楼下车库")])
        for question, text in (("虾子过敏", "我對蝦子過敏"), ("車庫", "我的车停在楼下车库")):
            found = await agent.search_memory(question)
            assert any(text in str(hit.item.content) for hit in found), (question, found)
