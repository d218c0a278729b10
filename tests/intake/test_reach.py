"""`Forget that …` reaches what the hot set no longer holds; Latin words in Chinese text are not names."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Config, Event, ManualClock, Runtime


@pytest.mark.parametrize(
    ("first", "filler", "taken_back"),
    [
        ("I like jazz.", "The capital of Country{n} is City{n}.", "Please forget that I like jazz."),
        ("我喜欢爬山。", "国{n}的首都是城{n}。", "忘掉我喜欢爬山这件事。"),
    ],
    ids=["en", "zh"],
)
async def test_what_is_far_back_can_be_taken_back(
    tmp_path: Path, clock: ManualClock, first: str, filler: str, taken_back: str
) -> None:
    config = Config(recall_max_items=10)
    async with Runtime(tmp_path / "home", config=config, clock=clock, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        await luna.commit_turn(session, [Event.user(first)])
        for n in range(30):
            await luna.upsert_recall(_likes(n))
        await luna.commit_turns(session, [[Event.user(filler.format(n=n))] for n in range(30)])
        [outcome] = (await luna.commit_turn(session, [Event.user(taken_back)])).outcomes
        assert outcome.outcome == "retracted"


def _likes(n: int) -> object:
    from perdure import Candidate

    return Candidate("preferences", {"scope": "other", "name": f"thing {n}", "value": "likes"})


async def test_latin_words_in_chinese_are_no_names(tmp_path: Path, clock: ManualClock) -> None:
    async with Runtime(tmp_path / "home", clock=clock, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        for text in (
            "今天又要 review 一遍",
            "明天再 review 吧",
            "先 deploy 再说",
            "又 deploy 失败了",
            "这个 feature 好难",
        ):
            await luna.commit_turn(session, [Event.user(text)])
        assert await luna.items("entities") == []
