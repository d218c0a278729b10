"""Consolidation: three to eight things of a session, each with evidence; fewer when there are fewer."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, NotFound, Runtime, Source
from perdure.mind.consolidation import least_trusted, summed_up
from perdure.testing.fakes import ScriptedLLM
from perdure.values import Role
from tests.homes import everything, fresh_id

ZH = [
    "帮我准备月光计划的发布。",
    "我们决定用 PostgreSQL 做数据库。",
    "以后叫我阿哲。",
    "我住在杭州。",
    "周五之前要写完验收报告。",
    "我喜欢喝乌龙茶。",
]
EN = [
    "Please help me prepare the launch.",
    "We decided to use PostgreSQL as the database.",
    "Call me Ada.",
    "I live in Leeds.",
    "I need to finish the report by Friday.",
    "I love oolong tea.",
]


async def talked(luna: AgentMemory, texts: list[str], **more: object) -> str:
    session = await luna.start_session()
    for text in texts:
        await luna.commit_turn(session, [Event.user(text), Event.assistant("ok")], **more)  # type: ignore[arg-type]
    return session.id


@pytest.mark.requirement("R219", "R221", "R222", "R306", "R362")
@pytest.mark.parametrize("texts", [ZH, EN])
async def test_a_session_leaves_three_to_eight_items_with_evidence(luna: AgentMemory, texts: list[str]) -> None:
    session = await talked(luna, texts)
    await luna.end_session(session)
    ids = await luna.consolidate_recall(session)
    assert 3 <= len(ids) <= 8
    assert len({*ids}) == len(ids)
    records = {record.id for record in await luna.archive.records(session)}
    items = [await luna.item(item_id) for item_id in ids]
    assert len({item.type for item in items}) >= 3
    for item in items:
        assert {e.record_id for e in item.evidence} <= records
        assert item.type not in ("episodes", "identity", "notes")


@pytest.mark.parametrize("texts", [ZH, EN])
async def test_doing_it_again_changes_nothing(luna: AgentMemory, texts: list[str]) -> None:
    session = await talked(luna, texts)
    await luna.end_session(session)
    before = await everything(luna)
    first = await luna.consolidate_recall(session)
    assert await luna.consolidate_recall(session) == first
    assert await everything(luna) == before


@pytest.mark.requirement("R222")
async def test_nothing_is_made_up_to_reach_three(luna: AgentMemory) -> None:
    session = await talked(luna, ["今天天气真不错，我们随便聊聊吧。", "哈哈哈，是啊是啊。"])
    await luna.end_session(session)
    assert await luna.consolidate_recall(session) == []
    one = await talked(luna, ["我住在杭州。"])
    assert len(await luna.consolidate_recall(one)) == 1
    assert summed_up(["a"], "en").notice == "only 1 thing was worth keeping"
    assert summed_up([], "zh").notice == "只有 0 条值得保留，没有凑数"
    assert summed_up(list("abc"), "zh").notice is None
    assert len(summed_up(list("abcdefghij"), "zh").item_ids) == 8


@pytest.mark.requirement("R220")
async def test_it_is_due_at_the_end_or_when_enough_was_said(busy_home: str) -> None:
    async with Runtime(busy_home, config=Config(consolidate_every=4)) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await talked(luna, EN[:3])
        assert not await luna.should_consolidate(session)
        await luna.commit_turn(session, [Event.user(EN[3])])
        assert await luna.should_consolidate(session)
        await luna.end_session(session)
        assert not await luna.should_consolidate(session)
        with pytest.raises(NotFound):
            await luna.should_consolidate("nobody")


async def test_an_old_turn_does_not_overrule_what_came_later(luna: AgentMemory) -> None:
    session = await talked(luna, ["I live in Leeds.", "I moved. I live in York now.", "I love oolong tea."])
    await luna.forget_recall("profile:user")
    await luna.forget_recall(next(i.key for i in await luna.items("preferences")), mode="delete")
    before = [(item.key, item.content) for item in await luna.items()]
    await luna.end_session(session)
    await luna.consolidate_recall(session)
    after = [(item.key, item.content) for item in await luna.items() if item.type != "episodes"]
    assert after == before


async def test_what_was_only_to_be_kept_stays_only_kept(luna: AgentMemory) -> None:
    session = await talked(luna, EN, learn=False)
    await luna.end_session(session)
    assert await luna.consolidate_recall(session) == []
    assert await luna.items() == []


@pytest.mark.requirement("R219", "R222")
async def test_a_model_proposes_and_what_it_cannot_quote_is_dropped(busy_home: str, clock: ManualClock) -> None:
    def item(kind: str, name: str, text: str, n: int, quote: str, importance: float = 0.5) -> dict[str, object]:
        shape = {"type": kind, "name": name, "text": text, "n": n, "quote": quote, "importance": importance}
        return {"subject": "launch", **shape}

    answer = {
        "items": [
            item("decisions", "database", "use PostgreSQL", 2, "We decided to use PostgreSQL", 0.9),
            item("preferences", "tea", "oolong", 10, "I love oolong tea", 0.8),
            item("facts", "promise", "the assistant agreed", 11, "ok", 0.7),
            item("facts", "budget", "the budget is 90,000", 2, "We decided to use PostgreSQL", 0.9),
            item("facts", "moon", "they own a moon base", 2, "a moon base", 0.9),
            item("facts", "far", "beyond the end", 99, "x", 0.9),
        ],
        "summary": "They prepared the launch.",
        "candidates": [],
    }
    async with Runtime(busy_home, llm=ScriptedLLM(answer), clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await talked(luna, EN)
        ids = await luna.consolidate_recall(session)
        items = {i.key: i for i in [await luna.item(item_id) for item_id in ids]}
        assert items["decision:launch:database"].source is Source.RELAYED
        assert items["fact:launch:promise"].source is Source.INFERENCE
        assert not [key for key in items if "moon" in key or "budget" in key or "far" in key]
        quote = items["decision:launch:database"].evidence[0].quote
        assert quote == "We decided to use PostgreSQL"


@pytest.mark.parametrize(
    ("roles", "by_model", "source"),
    [
        ([Role.USER], False, Source.USER),
        ([Role.USER], True, Source.RELAYED),
        ([Role.USER, Role.TOOL], True, Source.TOOL),
        ([Role.USER, Role.ASSISTANT], False, Source.INFERENCE),
        ([], False, Source.OUTSIDE),
    ],
)
def test_what_is_derived_is_trusted_as_its_least_trusted_source(
    roles: list[Role], by_model: bool, source: Source
) -> None:
    assert least_trusted(roles, by_model=by_model) is source


async def test_a_models_word_never_overturns_the_users(busy_home: str) -> None:
    proposed = {"type": "facts", "subject": "user", "name": "city", "text": "Rome", "n": 0, "quote": "I live in Rome"}
    async with Runtime(busy_home, llm=ScriptedLLM({"items": [proposed], "candidates": []})) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Leeds"}))
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user("Imagine I live in Rome, wouldn't that be nice?")])
        await luna.consolidate_recall(session)
        assert [item.value["value"] for item in await luna.items("facts", key="fact:user:city")] == ["Leeds"]
        assert len(await luna.review.list()) == 1


@pytest.mark.requirement("R220")
async def test_a_model_looks_at_a_session_that_goes_on_for_long(busy_home: str) -> None:
    llm = ScriptedLLM({"items": [], "candidates": []})
    async with Runtime(busy_home, llm=llm, config=Config(consolidate_every=3)) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await talked(luna, EN)
        await luna.jobs.run_pending()
        jobs = [job for job in await luna.jobs.list() if job.kind == "consolidate"]
        assert [(job.turn_id, job.status) for job in jobs] == [(3, "done"), (6, "done")]
        assert not await luna.should_consolidate(session)
