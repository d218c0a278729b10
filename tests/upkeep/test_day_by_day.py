"""What the run does with the calendar: summaries of days, feeds once a month, and its own time of day."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest

from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, ManualClock, Runtime
from perdure.upkeep.schedule import Zone, day_span, is_due, lines_for, local_day, seconds_until
from perdure.values import Grade, Source
from tests.homes import fresh_id

DAY = timedelta(days=1)
SAID = {"en": ("I live in York.", "York", "Learned"), "zh": ("我住在杭州。", "杭州", "新记住的内容")}
languages = pytest.mark.parametrize(("said", "city", "title"), SAID.values(), ids=SAID)
ROME = ZoneInfo("Europe/Rome")
NEWS = "# 2.0.0 (2025-12-24)\n- 支持中文, and fast mode\n"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 1, 1, 12, tzinfo=UTC))


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock, tmp_path: Path) -> AsyncIterator[AgentMemory]:
    config = Config(workspace=str(tmp_path / "workspace"), background=False)
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        yield await runtime.agent(fresh_id())


def summaries(luna: AgentMemory) -> dict[str, str]:
    folder = luna.port.workspace
    assert folder is not None
    return {path.stem: path.read_text(encoding="utf-8") for path in (folder / "daily_summaries").glob("*.md")}


@pytest.mark.requirement("R292")
@languages
async def test_yesterday_is_told_in_its_own_language_and_without_what_was_forgotten(
    luna: AgentMemory, clock: ManualClock, said: str, city: str, title: str
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said)])
    await luna.commit_turn(await luna.start_session(scope="peer:a"), [Event.user("I like secret jazz.")])
    await luna.upsert_recall(Candidate("facts", {"subject": "desk", "predicate": "wood", "value": "oak"}))
    clock.advance(DAY)
    report = await luna.upkeep.run_daily()
    assert report.step("summary").notes == ["wrote `daily_summaries/2026-01-01.md`"]
    [text] = summaries(luna).values()
    assert city in text
    assert f"## {title}" in text
    assert "secret" not in text  # files belong to the main scope
    assert (await luna.upkeep.run_daily()).step("summary").changed == 0
    await luna.forget_recall("profile:user")
    assert city not in summaries(luna)["2026-01-01"]
    assert "oak" in summaries(luna)["2026-01-01"]


@pytest.mark.parametrize("is_held", [True, False])
async def test_what_a_person_rejected_is_counted_only_where_it_was_held(
    luna: AgentMemory, clock: ManualClock, is_held: bool
) -> None:
    await luna.upsert_recall(Candidate("facts", {"subject": "desk", "predicate": "wood", "value": "oak"}))
    more = {"grade": Grade.PROVISIONAL} if is_held else {"source": Source.TOOL}
    value = {"subject": "desk", "predicate": "size" if is_held else "wood", "value": "large"}
    [outcome] = (await luna.upsert_recall(Candidate("facts", value, **more))).outcomes  # type: ignore[arg-type]
    await luna.review.reject(outcome.item_id or "")
    clock.advance(DAY)
    await luna.upkeep.run_daily()
    [text] = summaries(luna).values()
    assert ("1 item was withdrawn or expired." in text) is is_held


async def test_days_without_a_run_are_told_later_and_empty_ones_not_at_all(
    luna: AgentMemory, clock: ManualClock
) -> None:
    clock.advance(DAY)
    await luna.upkeep.run_daily()
    for n in (2, 5):
        await luna.upsert_recall(Candidate("facts", {"predicate": f"n{n}", "value": "x"}))
        clock.advance(3 * DAY)
    assert (await luna.upkeep.run_daily()).step("summary").changed == 2
    assert sorted(summaries(luna)) == ["2026-01-02", "2026-01-05"]


@pytest.mark.requirement("R154")
async def test_feeds_are_read_once_a_month_and_only_propose(
    luna: AgentMemory, clock: ManualClock, tmp_path: Path
) -> None:
    news = tmp_path / "CHANGELOG.md"
    feeds = {"python": str(news)}
    assert (await luna.upkeep.run_daily()).step("feeds").state == "skipped"
    failed = (await luna.upkeep.run_daily(feeds=feeds)).step("feeds")  # no such file: told, and tried again
    assert failed.state == "failed"
    assert "python" in str(failed.problem)
    news.write_text(NEWS, encoding="utf-8")
    assert "python" in (await luna.upkeep.run_daily(feeds=feeds, dry_run=True)).step("feeds").notes[0]
    assert (await luna.upkeep.run_daily(feeds=feeds)).step("feeds").proposed == 1
    [waiting] = await luna.review.list(scope="shared")
    assert await luna.patches.list() == []
    news.write_text("# 3.0.0 (2026-01-20)\n- new\n" + NEWS, encoding="utf-8")
    for days, proposed in ((5, 0), (25, 0), (2, 1), (1, 0)):
        clock.advance(days * DAY)
        assert (await luna.upkeep.run_daily(feeds=feeds)).step("feeds").proposed == proposed, days
    await luna.review.accept(waiting.item.id, scope="main")
    assert len(await luna.patches.list()) == 1


@pytest.mark.parametrize("zone", [None, UTC, ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York")], ids=str)
def test_a_run_is_due_once_a_day_after_its_time(zone: Zone) -> None:
    noon = datetime(2026, 1, 5, 12, tzinfo=zone).astimezone(UTC)
    today = local_day(noon, zone)
    assert today == date(2026, 1, 5)
    assert is_due(noon, "11:59", None, zone)
    assert not is_due(noon, "12:01", None, zone)
    assert not is_due(noon, "11:59", today, zone)
    assert not is_due(noon, "12:01", today - DAY, zone)  # its time today is still to come
    assert is_due(noon, "12:01", today - 2 * DAY, zone)  # a day was missed
    assert seconds_until(noon, "12:01", zone) == 60
    assert seconds_until(noon, "12:00", zone) == 86_400


def test_a_day_on_which_clocks_change_is_whole() -> None:
    rome = ZoneInfo("Europe/Rome")
    for day, hours in ((date(2026, 3, 29), 23), (date(2026, 3, 30), 24), (date(2026, 10, 25), 25)):
        start, end = day_span(day, rome)
        assert end - start == timedelta(hours=hours)


async def test_an_open_agent_runs_at_its_time_and_once(busy_home: str, tmp_path: Path) -> None:
    clock = ManualClock(datetime(2026, 1, 5, 3, 29, tzinfo=ROME).astimezone(UTC))
    name = fresh_id()
    config = Config(daily_at="03:30", time_zone=ROME.key)
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        luna = await runtime.agent(name)
        assert await luna.upkeep._run_if_due("03:30") is None
        assert await luna.upkeep.last_run() == []
    clock.advance(timedelta(minutes=2))
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        luna = await runtime.agent(name)
        async with asyncio.timeout(60):
            while [row.step for row in await luna.upkeep.last_run()][-1:] != ["feeds"]:
                await asyncio.to_thread(luna.port.store.revision)
        while luna.upkeep._one_at_a_time.locked():
            await asyncio.to_thread(luna.port.store.revision)
        assert await luna.upkeep._run_if_due("03:30") is None
    # One that was broken off is taken up again on the same day.
    async with Runtime(busy_home, clock=clock, config=replace(config, background=False)) as runtime:
        luna = await runtime.agent(name)
        clock.advance(DAY)

        def stop(_: object) -> None:
            raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await luna.upkeep.run_daily(on_step=stop)
        assert await luna.upkeep._run_if_due("03:30") is not None


COMMAND = ["/opt/my python", "-m", "perdure", "daily", "--agent", "50% 露娜 & co"]


def test_lines_for_other_schedulers_hold_the_command_whole() -> None:
    cron = lines_for("cron", COMMAND, "04:05")
    assert cron.startswith("5 4 * * * ")
    assert shlex.split(cron.replace("\\%", "%"))[5:] == COMMAND
    plist = ElementTree.fromstring(lines_for("launchd", COMMAND, "04:05"))
    assert [one.text for one in plist.iter("string")][1:] == COMMAND
    assert [one.text for one in plist.iter("integer")] == ["4", "5"]
    unit = lines_for("systemd", COMMAND)
    [start] = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert shlex.split(start.removeprefix("ExecStart=").replace("%%", "%")) == COMMAND
    assert "OnCalendar=*-*-* 03:30:00" in unit
    for scheduler, at in (("at", "03:30"), ("cron", "25:00")):
        with pytest.raises(InvalidInput):
            lines_for(scheduler, COMMAND, at)


@pytest.mark.parametrize(
    "wrong",
    [{"daily_at": "noon"}, {"daily_turns": 0}, {"daily_step_seconds": 0}, {"decay_rates": {"permanent": 0.1}},
     {"decay_rates": {"long_term": 1.0}}, {"forget_below": 0.5}, {"forget_grace": -DAY}],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        Config(**wrong)  # type: ignore[arg-type]
