"""Moving house closes the old address, however it is said."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Event
from tests.homes import busy_database, busy_home, clock, home, luna, runtime

__all__ = ["busy_database", "busy_home", "clock", "home", "luna", "runtime"]


@pytest.mark.parametrize(
    ("before", "move", "now"),
    [
        ("我住在杭州。", "我搬家了，现在住在成都。", "成都"),
        ("我住在杭州。", "上个月我搬家了，现在住成都。", "成都"),
        ("我住在杭州。", "我搬到成都了。", "成都"),
        ("I live in Leeds.", "I moved; I live in York now.", "York"),
        ("I live in Leeds.", "I've moved to York.", "York"),
    ],
)
async def test_a_move_closes_the_old_address(luna: AgentMemory, before: str, move: str, now: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(before)])
    await luna.commit_turn(session, [Event.user(move)])
    [profile] = await luna.items("profile")
    assert now in profile.content
    assert before.rstrip("。.")[-2:] not in profile.content


@pytest.mark.parametrize(
    "said", ["我不想搬家，现在住在杭州挺好。", "要是我搬家了，现在住在成都就好了。", "他搬家了，现在住在成都。"]
)
async def test_what_is_no_move_changes_nothing(luna: AgentMemory, said: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said)])
    assert "成都" not in " ".join(item.content for item in await luna.items("profile"))
