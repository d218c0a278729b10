"""Times tied to an event are placed by what the agent knows of it, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, ManualClock
from perdure.recall.question.anchored import anchored
from perdure.recall.question.question import read
from tests.homes import busy_database, busy_home, clock, luna, runtime

__all__ = ["busy_database", "busy_home", "clock", "luna", "runtime"]

DAYS = {
    "We moved to Leeds": "2024-05-01",
    "Anna's wedding": "2023-06-10",
    "去东京旅行": "2025-04-02",
    "项目上线": "2024-11-11",
}


def happened(title: str, day: str, **more: Any) -> Candidate:
    return Candidate("events", {"date": day, "title": title}, **more)


@pytest.fixture
async def told(luna: AgentMemory) -> AgentMemory:
    for title, day in DAYS.items():
        await luna.upsert_recall(happened(title, day))
    return luna


async def placed(memory: AgentMemory, query: str, scope: str = "main") -> list[tuple[str | None, str | None]]:
    """From and until, as days, of every time in a question that is placed."""

    def day(moment: datetime | None) -> str | None:
        return None if moment is None else moment.date().isoformat()

    question = await memory.port.read(scope, lambda tx: anchored(tx, read(query, tx.now)))
    return [(day(span.start), day(span.end)) for span in question.times if span.kind != "relative"]


@pytest.mark.parametrize(
    ("query", "since", "until"),
    [
        ("What did I read before we moved?", None, "2024-05-01"),
        ("who did I meet before we moved to Leeds", None, "2024-05-01"),
        ("What happened after the wedding?", "2023-06-11", None),
        ("Since Anna got married, who visited?", "2023-06-11", None),
        ("搬家之前我住在哪里？", None, "2024-05-01"),
        ("去了东京以后我做了什么", "2025-04-03", None),
        ("婚礼之后发生了什么", "2023-06-11", None),
        ("项目上线之前我们在忙什么", None, "2024-11-11"),
        ("项目上线的时候谁在", "2024-11-11", "2024-11-12"),
        ("before 项目上线 what did we do", None, "2024-11-11"),
        ("Anna 的 wedding 之前我在做什么", None, "2023-06-10"),
        ("when 项目上线 who was there", "2024-11-11", "2024-11-12"),
    ],
)
async def test_a_known_event_places_the_time(
    told: AgentMemory, query: str, since: str | None, until: str | None
) -> None:
    assert await placed(told, query) == [(since, until)]


@pytest.mark.parametrize(
    "query",
    [
        "What did I do before the flood?",
        "before we moved to Paris",
        "毕业之前我在做什么",
        "去了大阪以后呢",
        "what do you know about tea",
        "before it",
        "in May 2024 before the flood",
    ],
)
async def test_what_is_not_known_is_never_guessed(told: AgentMemory, query: str) -> None:
    days = await placed(told, query)
    assert days == ([("2024-05-01", "2024-06-01")] if "May" in query else [])


async def test_one_of_several_is_not_chosen(told: AgentMemory) -> None:
    await told.upsert_recall(happened("We moved to York", "2020-02-01"))
    assert await placed(told, "before we moved") == []
    assert await placed(told, "before we moved to York") == [(None, "2020-02-01")]
    await told.upsert_recall(happened("The move to York, with a van", "2020-02-01"))
    assert await placed(told, "before we moved to York") == [(None, "2020-02-01")]  # two accounts of one day


async def test_facts_and_profiles_say_since_when(luna: AgentMemory, clock: ManualClock) -> None:
    since = datetime(2022, 3, 1, tzinfo=UTC)
    await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Oslo"}, valid_from=since))
    assert await placed(luna, "what did I cook before we moved?") == [(None, "2022-03-01")]
    assert await placed(luna, "搬家以后我认识了谁") == [("2022-03-01", None)]
    await luna.upsert_recall(
        Candidate("profile", {"facts": [{"k": "employer", "v": "Acme", "since": "2021-07"}, {"k": "name", "v": "Zoe"}]})
    )
    assert await placed(luna, "who did I know before I joined Acme?") == [(None, "2021-07-01")]
    ended = Candidate(
        "facts", {"predicate": "course", "value": "Danish"}, valid_from=since, valid_to=since + timedelta(days=31)
    )
    await luna.upsert_recall(ended)
    assert await placed(luna, "whom did I meet during the Danish course?") == [("2022-03-01", "2022-04-01")]


async def test_forgotten_pending_and_foreign_events_place_nothing(luna: AgentMemory) -> None:
    await luna.upsert_recall(happened("The flood", "2021-01-01"), scope="peer:a")
    assert await placed(luna, "before the flood") == []
    assert await placed(luna, "before the flood", scope="peer:b") == []
    assert await placed(luna, "before the flood", scope="peer:a") == [(None, "2021-01-01")]
    await luna.upsert_recall(happened("The flood", "2021-01-01"), scope="shared")
    assert await placed(luna, "before the flood") == [(None, "2021-01-01")]
    for scope in ("shared", "peer:a"):
        for item in await luna.items("events", scope=scope):
            await luna.forget_recall(item.id, scope=item.scope)
    assert await placed(luna, "before the flood", scope="peer:a") == []


async def test_the_time_counts_in_both_searches(told: AgentMemory) -> None:
    hits = await told.search_memory("what happened after the wedding?")
    assert {hit.item.value["title"] for hit in hits if "time" in hit.why.arms} == {
        "We moved to Leeds",
        "去东京旅行",
        "项目上线",
    }
    from perdure import Event

    session = await told.start_session()
    for day, said in ((datetime(2024, 1, 1, tzinfo=UTC), "tea early"), (datetime(2024, 9, 1, tzinfo=UTC), "tea late")):
        await told.commit_turn(session, [Event.user(said, timestamp=day)], learn=False)
    best = await told.retrieve_archival("tea before we moved", reason="user_ask_evidence")
    assert [trace.record.content for trace in best][:1] == ["tea early"]
    best = await told.retrieve_archival("搬家之后的 tea", reason="user_ask_evidence")
    assert [trace.record.content for trace in best][:1] == ["tea late"]
