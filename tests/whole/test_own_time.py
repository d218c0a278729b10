"""Nothing lapses before its own time: days are read as they are meant, and what speaks of one is kept past it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Event, Item, ManualClock, Runtime, Source
from perdure.store.transaction import Transaction
from tests.homes import fresh_id

DAY = timedelta(days=1)
NOVEMBER = datetime(2026, 11, 20, 9, tzinfo=UTC)  # a Friday


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOVEMBER)


@pytest.fixture
async def luna(tmp_path: Path, clock: ManualClock) -> AsyncIterator[AgentMemory]:
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        yield await runtime.agent(fresh_id())


async def tell(luna: AgentMemory, said: str) -> list[Item]:
    """Say something in a session of its own. Answers what is held then."""
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said)])
    await luna.end_session(session)
    return [item for item in await luna.items() if item.type != "episodes"]


async def held_on(luna: AgentMemory, clock: ManualClock, day: str) -> list[Item]:
    """What is held at the end of a day, after upkeep has run on the way there."""
    there = datetime.fromisoformat(day).replace(hour=23, tzinfo=UTC)
    while clock.now() < there:
        clock.advance(min(20 * DAY, there - clock.now()))
        await luna.review.forget_due()
    return [item for item in await luna.items() if item.type != "episodes"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("I have a dentist appointment on April 10th", "2027-04-10"),
        ("My wedding is on June 20, 2028", "2028-06-20"),
        ("I need to renew my passport by March 30", "2027-03-30"),
        ("我们的婚礼定在6月20日", "2027-06-20"),
        ("我要在3月30号之前续护照", "2027-03-30"),
        ("我4月10号有个 interview", "2027-04-10"),
    ],
)
async def test_what_has_a_day_is_kept_until_after_it(
    luna: AgentMemory, clock: ManualClock, said: str, day: str
) -> None:
    [item] = await tell(luna, said)
    assert day in (item.value.get("date"), item.value.get("due"))
    assert [one.id for one in await held_on(luna, clock, day)] == [item.id]
    clock.advance(60 * DAY)
    assert [one.id for one in await luna.items()] == []  # and not for good: it has an end


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("My wife's birthday is on March 3rd", "wife's birthday"),
        ("Anna's birthday is March 3", "Anna's birthday"),
        ("remember: Anna's birthday is March 3", "Anna's birthday"),
        ("Our wedding anniversary is on March 3", "wedding anniversary"),
        ("The anniversary of my dad's death is March 3", "anniversary of my dad's death"),
        ("我老婆生日是3月3号", "我老婆生日"),
        ("3月3号是我老婆生日", "我老婆生日"),
        ("我们的结婚纪念日是3月3号", "结婚纪念日"),
        ("3月3日是我们结婚十周年", "结婚十周年"),
        ("我老婆的 birthday 是 3月3号", "我老婆的 birthday"),
        ("我老婆的生日是 March 3rd", "我老婆的生日"),
    ],
)
async def test_birthdays_and_anniversaries_recur_and_stay(
    luna: AgentMemory, clock: ManualClock, said: str, title: str
) -> None:
    [item] = await tell(luna, said)
    assert item.value == {"scope": "general", "date": "2027-03-03", "title": title, "recurs": "yearly"}
    assert item.expires_at is None
    [again] = await held_on(luna, clock, "2031-01-01")
    assert again.id == item.id
    # Said again in another year it is the same one, and not a second.
    assert [one.key for one in await tell(luna, said)] == [item.key]


async def test_a_birthday_party_is_one_day(luna: AgentMemory, clock: ManualClock) -> None:
    [item] = await tell(luna, "Anna's birthday party is on March 3")
    assert "recurs" not in item.value
    assert await held_on(luna, clock, "2027-03-03")
    assert not await held_on(luna, clock, "2027-05-03")


@pytest.mark.parametrize(
    ("said", "recurs", "key"),
    [
        ("standup every Monday at 9", "weekly", "event:general:weekly-mon:"),
        ("We have a standup every Monday at 9", "weekly", "event:general:weekly-mon:"),
        ("Our weekly standup is on Monday", "weekly", "event:general:weekly-mon:"),
        ("每周三下午开例会", "weekly", "event:general:weekly-wed:"),
        ("例会定在周三", "weekly", "event:general:weekly-wed:"),
        ("我们每周一早上有 standup", "weekly", "event:general:weekly-mon:"),
        ("We have a review on the 1st of every month", "monthly", "event:general:monthly-01:"),
        ("We have a retro every other Friday", None, "fact:user:"),
        ("Our biweekly sync meeting is on Monday", None, "fact:user:"),
        ("每周一、周三有站会", None, "fact:user:"),
    ],
)
async def test_a_weekly_meeting_is_no_single_day(
    luna: AgentMemory, clock: ManualClock, said: str, recurs: str | None, key: str
) -> None:
    [item] = await tell(luna, said)
    assert (item.value.get("recurs"), item.expires_at) == (recurs, None)
    assert item.key.startswith(key)
    assert item.content == said  # the hour is not lost
    assert [one.id for one in await held_on(luna, clock, "2030-01-01")] == [item.id]


@pytest.mark.parametrize(
    ("series", "once"),
    [("We have a standup every Monday at 9", "The standup is cancelled today"),
     ("We have a standup every Monday at 9", "The standup was moved to Tuesday"),
     ("每周三下午开例会", "今天的例会取消了"), ("每周三下午开例会", "例会改到周四了")],
)  # fmt: skip
async def test_one_of_a_series_does_not_end_it(luna: AgentMemory, series: str, once: str) -> None:
    [item] = await tell(luna, series)
    assert item.id in {one.id for one in await tell(luna, once)}


@pytest.mark.parametrize(
    ("now", "said", "date"),
    [
        ("2023-04-26", "I just completed the marathon on April 10th", "2023-04-10"),
        ("2023-02-10", "I finished the course on June 3rd", "2022-06-03"),
        ("2023-04-26", "我四月十号跑完了全马", "2023-04-10"),
        ("2023-02-10", "我们团队11月20号上线了新版本", "2022-11-20"),
        ("2023-02-10", "周五我去了牙医那里", "2023-02-03"),
        ("2023-02-10", "我 11月20号参加了 graduation ceremony", "2022-11-20"),
        ("2023-04-26", "I have a race on April 10th", "2024-04-10"),
        ("2023-04-26", "我4月10号有比赛", "2024-04-10"),
    ],
)
async def test_a_day_is_read_the_way_it_is_told(
    luna: AgentMemory, clock: ManualClock, now: str, said: str, date: str
) -> None:
    clock.advance(datetime.fromisoformat(now).replace(tzinfo=UTC) - clock.now())
    [item] = await tell(luna, said)
    assert item.value["date"] == date
    # What has happened is kept from when it was said, what will happen from its day.
    day = datetime.fromisoformat(date).replace(tzinfo=UTC) + DAY
    assert item.expires_at == max(item.created_at, day) + 30 * DAY


@pytest.mark.parametrize(
    ("first", "wish"),
    [
        ("I have a dentist appointment on April 10th", "Remember: I have a dentist appointment on April 10th"),
        ("我4月10号有个面试", "记住，我4月10号有个面试"),
        ("我4月10号有个 interview", "帮我记住，我4月10号有个 interview"),
    ],
)
@pytest.mark.parametrize("known", [False, True])
async def test_a_wish_to_remember_is_for_good_whatever_the_type(
    luna: AgentMemory, clock: ManualClock, first: str, wish: str, known: bool
) -> None:
    if known:
        [item] = await tell(luna, first)
        assert item.expires_at is not None
    [item] = await tell(luna, wish)
    assert (item.type, item.expires_at) == ("events", None)
    assert [one.id for one in await held_on(luna, clock, "2031-01-01")] == [item.id]


async def test_using_a_task_never_brings_its_end_forward(luna: AgentMemory, clock: ManualClock) -> None:
    [item] = await tell(luna, "I need to renew my passport by September 30")
    session = await luna.start_session()
    await luna.compose(session, "what about my passport?", budget=2000)
    await luna.end_session(session)
    [used] = [one for one in await luna.items() if one.type == "tasks"]
    assert used.use_count == 1  # a control: it was used
    assert used.expires_at == item.expires_at
    assert [one.id for one in await held_on(luna, clock, "2027-09-30")] == [item.id]


@pytest.mark.parametrize("said", ["I have a dentist appointment on April 10th", "我4月10号有个面试"])
async def test_what_an_earlier_release_let_lapse_too_soon_is_renewed_when_said_again(
    luna: AgentMemory, clock: ManualClock, said: str
) -> None:
    [item] = await tell(luna, said)

    def as_it_was(tx: Transaction) -> None:
        old = replace(item, expires_at=NOVEMBER + 30 * DAY)
        tx.change_item(item, old, action="confirmed", reason="-", source=Source.USER)

    await luna.port.write("main", as_it_was)
    clock.advance(DAY)
    [again] = await tell(luna, said)
    assert again.id == item.id
    assert again.expires_at == item.expires_at
