"""Two statements that may disagree both stand, are shown together with their dates, and wait for a person."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure.agent import AgentMemory
from perdure.clock import ManualClock
from perdure.intake.conclude import conclude
from perdure.intake.origin import Origin
from perdure.values import Candidate, Event, Evidence, Item, Status

PAIRS = {
    "en": ("I prefer window seats on trains", "I prefer aisle seats on trains", "which seat on trains?"),
    "zh": ("我坐高铁喜欢靠窗的座位", "我坐高铁喜欢靠过道的座位", "高铁坐哪里？"),
}


async def two(luna: AgentMemory, clock: ManualClock, language: str) -> tuple[Item, Item]:
    """Two preferences that were read under one name, and that nobody said replace each other."""
    first, second, _ = PAIRS[language]
    session = await luna.start_session("s")
    for text in (first, second):
        receipt = await luna.commit_turn(session, [Event.user(text)], learn=False)
        value = {"scope": "other", "name": "seat on trains", "value": text}
        candidate = Candidate(
            "preferences", value, content=text, evidence=[Evidence(receipt.records[0], 0, len(text))], replaces=False
        )
        origin = Origin(session, receipt.turn_id, receipt.records[0])
        await luna.port.write("main", lambda tx, c=candidate, o=origin: conclude(tx, luna._intake.criteria, c, o))
        clock.advance(timedelta(days=3))
    items = sorted(await luna.items("preferences"), key=lambda item: item.sequence)
    assert [item.content for item in items] == [first, second]
    return items[0], items[1]


@pytest.mark.parametrize("language", PAIRS)
async def test_both_stand_and_wait_in_review(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    older, newer = await two(luna, clock, language)
    [entry] = await luna.review.list()
    assert (entry.item.id, [item.id for item in entry.held], entry.doubtful) == (newer.id, [older.id], True)


@pytest.mark.parametrize("language", PAIRS)
async def test_a_pack_shows_both_with_their_dates(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    first, second, question = PAIRS[language]
    await two(luna, clock, language)
    await luna.start_session("t")
    pack = await luna.compose("t", question, budget=4_000)
    told = "\n".join(pack.blocks[name].text for name in ("core_block", "recall_block") if name in pack.blocks)
    lines = [line for line in told.splitlines() if second in line or first in line]
    assert lines
    assert all(first in line and second in line and line.count("2026-") == 2 for line in lines)


@pytest.mark.parametrize("language", PAIRS)
async def test_accepting_the_later_ends_the_earlier(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    older, newer = await two(luna, clock, language)
    await luna.review.accept(newer.id)
    assert [item.id for item in await luna.items("preferences")] == [newer.id]
    assert (await luna.item(older.id)).status is Status.SUPERSEDED
    assert await luna.review.list() == []


@pytest.mark.parametrize("language", PAIRS)
async def test_rejecting_the_later_ends_it(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    older, newer = await two(luna, clock, language)
    await luna.review.reject(newer.id)
    assert [item.id for item in await luna.items("preferences")] == [older.id]
    assert await luna.review.list() == []


@pytest.mark.parametrize("language", PAIRS)
async def test_both_may_be_kept_and_are_told_apart_no_more(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    _, newer = await two(luna, clock, language)
    await luna.review.keep_both(newer.id)
    assert len(await luna.items("preferences")) == 2
    assert await luna.review.list() == []
    pack = await luna.compose("s", PAIRS[language][2], budget=4_000)
    assert "unsure" not in pack.text
    assert "存疑" not in pack.text


async def test_the_same_said_again_makes_no_third(luna: AgentMemory, clock: ManualClock) -> None:
    await two(luna, clock, "en")
    session = await luna.start_session("t")
    receipt = await luna.commit_turn(session, [Event.user(PAIRS["en"][1])], learn=False)
    text = PAIRS["en"][1]
    value = {"scope": "other", "name": "seat on trains", "value": text}
    evidence = [Evidence(receipt.records[0], 0, len(text))]
    again = Candidate("preferences", value, content=text, evidence=evidence, replaces=False)
    origin = Origin(session, receipt.turn_id, receipt.records[0])
    await luna.port.write("main", lambda tx: conclude(tx, luna._intake.criteria, again, origin))
    assert len(await luna.items("preferences")) == 2
