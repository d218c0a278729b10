"""What tasks taught: kept whole, found again by what they were about, and distilled when it is seen twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import AgentMemory, Candidate, InvalidInput, ManualClock, NotFound, Runtime, Source
from perdure.mind.experience import alike, analyse, score
from perdure.types.cases import TYPE, Case
from tests.homes import everything, fresh_id, refused

CRAWLER: dict[str, Any] = {
    "task": {"type": "coding", "description": "写一个新闻爬虫", "complexity": 5, "domain": ["python", "web"]},
    "approach": {"tools": ["requests"], "methods": ["research"], "timeSpent": 120, "iterations": 3},
    "outcome": {"success": True, "quality": 8, "efficiency": 4, "userSatisfaction": 5},
    "learning": {
        "skillsAcquired": ["bs4"],
        "lessonsLearned": ["检查 robots.txt"],
        "mistakes": ["硬编码了路径"],
        "bestPractices": ["复用 session 连接"],
    },
    "associations": {"relatedUsers": ["Ann"], "relatedTasks": ["t1"], "relatedContext": ["crawler"]},
}
OUTAGE: dict[str, Any] = {
    "task": {"type": "deployment", "description": "Move the shop to the new server", "domain": ["ops"]},
    "outcome": {"success": False},
    "learning": {"mistakes": ["Deployed without a backup"], "lessonsLearned": ["back up before deploying"]},
}


def case(**value: Any) -> Case:
    parsed = TYPE.parse({"task": {"description": "x"}, **value})
    assert isinstance(parsed, Case)
    return parsed


@pytest.mark.requirement("R101", "R102", "R193", "R195", "R196")
async def test_a_finished_task_is_kept_whole(luna: AgentMemory, clock: ManualClock) -> None:
    receipt = await luna.experience.record(**CRAWLER, solution="bs4 + requests")
    kept = receipt.outcomes[0]
    item = await luna.item(kept.item_id or "")
    assert (kept.outcome, item.type, item.source, item.confidence) == ("stored", "cases", Source.OBSERVATION, 0.7)
    assert item.evidence[0].record_id == receipt.records[0]
    value = item.value
    assert (value["memory_id"], value["type"], value["domain"]) == (luna.id, "success", "python")
    assert item.key.startswith("case:python:")
    assert value["timestamp"] == "2026-01-01T00:00:00Z"
    assert isinstance(value["version"], int)
    assert value["task"] == CRAWLER["task"]
    assert value["approach"] == {"tools": ["requests"], "methods": ["research"], "time_spent": 120.0, "iterations": 3}
    assert value["outcome"] == {"success": True, "quality": 8, "efficiency": 4, "user_satisfaction": 5}
    assert value["learning"] == {
        "skills_acquired": ["bs4", "requests"],
        "lessons_learned": ["检查 robots.txt"],
        "mistakes": ["硬编码了路径"],
        "best_practices": ["复用 session 连接"],
    }
    assert value["associations"] == {"related_users": ["Ann"], "related_tasks": ["t1"], "related_context": ["crawler"]}
    assert [(o.outcome, o.key) for o in receipt.outcomes[1:]] == [
        ("stored", "skill:general:bs4"),
        ("stored", "skill:general:requests"),
        ("stored", "lesson:python:硬编码了路径"),
    ]


@pytest.mark.requirement("R102")
@pytest.mark.parametrize(
    ("outcome", "kind"), [({"success": True}, "success"), ({"success": False}, "failure"), (None, "learning")]
)
async def test_the_type_follows_from_the_outcome(luna: AgentMemory, outcome: Any, kind: str) -> None:
    await luna.experience.record("look into it", outcome=outcome)
    [item] = await luna.items("cases")
    assert (item.value["type"], item.value["domain"]) == (kind, "general")
    await luna.experience.record("look into it", outcome=outcome, type="learning")
    assert len(await luna.items("cases")) == 2  # each time is an experience of its own


@pytest.mark.requirement("R194")
def test_four_questions_are_asked_of_each_task() -> None:
    crawler = TYPE.parse(CRAWLER)
    assert isinstance(crawler, Case)
    taught = analyse(crawler, ["Requests"])
    assert taught.skills == ("bs4",)
    assert taught.problems == (("硬编码了路径", "检查 robots.txt"),)
    assert taught.improve == ("efficiency",)
    assert taught.patterns == ("复用 session 连接",)
    poor = case(
        outcome={"success": False, "user_satisfaction": 2},
        approach={"iterations": 9},
        learning={"lessons_learned": ["a", "b"]},
    )
    assert (analyse(poor, []).improve, analyse(poor, []).problems) == (
        ("satisfaction", "iterations"),
        (("a", None), ("b", None)),
    )
    assert analyse(case(learning={"best_practices": ["x"]}), []).patterns == ()  # it did not succeed


@pytest.mark.requirement("R256", "R257", "R258", "R259")
def test_the_score_has_the_documented_parts_on_one_scale() -> None:
    one = case(
        task={"description": "x", "type": "coding", "complexity": 5, "domain": ["python", "web"]},
        outcome={"success": True},
    )
    asked = {"task_type": "Coding", "domain": ["Python"], "complexity": 7}
    total, parts = score(one, 0.5, **asked)  # type: ignore[arg-type]
    assert parts == {"type": 0.3, "domain": 0.15, "complexity": 0.2, "success": 0.2, "similarity": 0.3}
    assert total == round(1.15 / 1.8, 6)
    assert score(one, 1.0, task_type="coding", domain=["python", "web"], complexity=5)[0] == 1.0
    assert score(one, 0.0, complexity=10)[1]["complexity"] == 0.0
    # The complexity that nobody told is the usual one; the domain that nobody told is that of the case.
    bare = case(domain="ops", task=None, problem="x")
    assert score(bare, 0.0, complexity=5, domain=["ops"])[1] == {
        "complexity": 0.4,
        "domain": 0.3,
        "similarity": 0.0,
        "success": 0.0,
    }
    # What was not asked for costs nothing.
    assert score(one, 1.0)[0] == 1.0


@given(
    st.floats(-1, 2),
    st.none() | st.sampled_from(["coding", "x"]),
    st.lists(st.sampled_from(["python", "web", "ops"]), max_size=3),
    st.none() | st.integers(1, 10),
    st.lists(st.sampled_from(["python", "web"]), max_size=2),
    st.none() | st.booleans(),
)
def test_every_score_lies_between_0_and_1(
    similarity: float, kind: str | None, domain: list[str], complexity: int | None, own: list[str], success: bool | None
) -> None:
    one = case(task={"description": "x", "type": "coding", "domain": own}, outcome={"success": success})
    assert 0 <= score(one, similarity, task_type=kind, domain=domain, complexity=complexity)[0] <= 1


@pytest.mark.requirement("R255")
async def test_experience_is_kept_by_type_or_domain_and_the_five_best_are_answered(luna: AgentMemory) -> None:
    for number in range(7):
        await luna.experience.record(
            {"type": "coding", "description": f"抓取网页第 {number} 版", "domain": ["web"], "complexity": 1 + number},
            outcome={"success": number % 2 == 0},
        )
    await luna.experience.record({"type": "analysis", "description": "抓取网页并统计", "domain": ["stats"]})
    await luna.experience.record({"type": "analysis", "description": "抓取网页的目录", "domain": ["Web"]})
    found = await luna.experience.retrieve("抓取网页", task_type="coding", complexity=4)
    assert [(one.item.value["task"]["type"], one.item.type) for one in found] == [("coding", "cases")] * 5
    assert [one.item.value["task"]["complexity"] for one in found] == [5, 3, 4, 7, 1]
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    by_domain = await luna.experience.retrieve("抓取网页的目录", task_type="debugging", domain="web")
    assert "抓取网页的目录" in [one.item.value["problem"] for one in by_domain]
    assert "抓取网页并统计" not in [one.item.value["problem"] for one in by_domain]
    assert await luna.experience.retrieve("抓取网页", task_type="debugging") == []
    assert len(await luna.experience.retrieve("抓取网页")) == 5


@pytest.mark.requirement("R245")
@pytest.mark.requirement("R369")
async def test_experience_is_found_by_meaning_across_languages(busy_home: str, clock: ManualClock) -> None:
    async with Runtime(busy_home, clock=clock, embedder="local") as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.experience.record({"type": "coding", "description": "写一个新闻网站的爬虫", "domain": ["抓取"]})
        await memory.experience.record({"type": "coding", "description": "给数据库做备份", "domain": ["运维"]})
        await memory.index.catch_up()
        [first, *_] = await memory.experience.retrieve("crawl pages of a news website", task_type="coding")
        assert first.item.value["problem"] == "写一个新闻网站的爬虫"
        assert first.parts["similarity"] > 0.1


async def test_failures_become_lessons_and_seen_again_patterns(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.experience.record(**OUTAGE)
    [lesson] = await luna.items("lessons")
    assert (lesson.value["occurrences"], lesson.value["fix"]) == (1, "back up before deploying")
    assert lesson.expires_at == clock.now() + timedelta(days=7)
    assert await luna.items("patterns") == []
    clock.advance(timedelta(days=2))
    receipt = await luna.experience.record(**OUTAGE)
    assert [(o.outcome, o.type) for o in receipt.outcomes[1:]] == [("merged", "lessons"), ("stored", "patterns")]
    [pattern] = await luna.items("patterns")
    assert (pattern.value["rule"], pattern.expires_at) == ("Deployed without a backup → back up before deploying", None)
    assert len(pattern.evidence) == 2
    await luna.experience.record(**OUTAGE)
    assert len(await luna.items("patterns", status=None)) == 1
    [lesson] = await luna.items("lessons")
    assert lesson.value["occurrences"] == 3


async def test_what_worked_twice_in_a_domain_is_a_pattern(luna: AgentMemory) -> None:
    ways = {"en": ["Reuse one HTTP session for all requests", "Reuse one HTTP session for all the requests"]}
    ways["zh"] = ["复用同一个会话发送请求", "复用同一个会话来发送请求"]
    for language, (first, second) in ways.items():
        done = {"outcome": {"success": True}}
        task = {"description": "x", "domain": [language]}
        await luna.experience.record(task, **done, learning={"best_practices": [first]}, source=Source.USER)
        await luna.experience.record({**task, "domain": ["other"]}, **done, learning={"best_practices": [second]})
        assert [item for item in await luna.items("patterns") if item.value["domain"] == language] == []
        await luna.experience.record(task, **done, learning={"best_practices": [second]})
        [pattern] = [item for item in await luna.items("patterns") if item.value["domain"] == language]
        assert (pattern.value["rule"], pattern.source, len(pattern.evidence)) == (first, Source.OBSERVATION, 2)


def test_likeness_is_of_words_in_both_languages() -> None:
    assert alike("先备份再部署", "部署前先备份再部署")
    assert alike("Back up first.", "back up FIRST")
    assert not alike("Back up first", "Ask Ann for the password")
    assert not alike("", "x")


async def test_recording_twice_under_one_key_is_one_experience(luna: AgentMemory) -> None:
    first = await luna.experience.record(**CRAWLER, idempotency_key="k")
    before = await everything(luna)
    second = await luna.experience.record(**CRAWLER, idempotency_key="k")
    assert (second.replayed, second.outcomes) == (True, first.outcomes)
    assert await everything(luna) == before


async def test_private_text_is_masked_in_everything_that_follows(luna: AgentMemory) -> None:
    await luna.experience.record(
        "mail ann@example.com", outcome={"success": False}, learning={"mistakes": ["wrote to ann@example.com"]}
    )
    for item in await luna.items():
        assert "ann@example.com" not in f"{item.value}{item.content}"


BAD: dict[str, Any] = {
    "no task": lambda luna: luna.experience.record(""),
    "complexity": lambda luna: luna.experience.record({"description": "x", "complexity": 11}),
    "unknown field": lambda luna: luna.experience.record({"description": "x", "mood": "good"}),
    "type": lambda luna: luna.experience.record("x", type="fun"),
    "source": lambda luna: luna.experience.record("x", source="rumour"),
    "quality": lambda luna: luna.experience.record("x", outcome={"quality": 0}),
    "query": lambda luna: luna.experience.retrieve("  "),
    "asked complexity": lambda luna: luna.experience.retrieve("x", complexity=0),
    "asked domain": lambda luna: luna.experience.retrieve("x", domain=[""]),
    "minutes": lambda luna: luna.skills.practise("x", minutes=-1),
    "success": lambda luna: luna.skills.practise("x", success="yes"),
    "name": lambda luna: luna.skills.practise(" "),
}


@pytest.mark.parametrize("call", BAD.values(), ids=BAD.keys())
async def test_bad_input_is_refused_and_changes_nothing(luna: AgentMemory, call: Any) -> None:
    assert isinstance(await refused(luna, call(luna)), InvalidInput)


# skills


@pytest.mark.requirement("R110", "R111")
async def test_practice_success_and_failure_move_a_skill_and_history_remembers(
    luna: AgentMemory, clock: ManualClock
) -> None:
    await luna.skills.practise("Python", category="programming", minutes=90, success=True, note="asyncio")
    clock.advance(timedelta(days=1))
    await luna.skills.practise("python", minutes=30, success=False, note="元类")
    [skill] = await luna.skills.list()
    assert (skill.name, skill.category, skill.key) == ("Python", "programming", "skill:programming:python")
    assert (skill.minutes, skill.successes, skill.failures, skill.last_practised_at) == (120, 1, 1, clock.now())
    assert (skill.level, skill.shown, skill.history) == (3, "0.3/10", ("asyncio", "元类"))
    assert (await luna.items("skills"))[0].content == "programming / Python: 0.3/10\n- asyncio\n- 元类"
    assert (await luna.skills.of("PYTHON")).as_json()["shown"] == "0.3/10"
    assert await luna.skills.list("cooking") == []
    with pytest.raises(NotFound):
        await luna.skills.of("Go")
    assert len((await luna.history.of(skill.key)).versions) == 2


async def test_a_skill_fades_slowly_keeps_half_and_goes_on_from_there(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.skills.practise("Go", minutes=60 * 80)
    assert (await luna.skills.of("Go")).shown == "8/10"
    for days, level in ((90, 80), (30, 79), (30, 78), (600, 58), (3_000, 40)):
        clock.advance(timedelta(days=days))
        assert (await luna.skills.of("Go")).level == level
    assert (await luna.skills.of("Go")).reached == 80
    await luna.skills.practise("Go", minutes=60, success=True)
    skill = await luna.skills.of("Go")
    assert (skill.level, skill.minutes) == (43, 60 * 81)


async def test_the_user_may_state_a_level_and_practice_builds_on_it(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(Candidate("skills", {"name": "Chess", "proficiency": 90}))
    await luna.skills.practise("Chess", minutes=600)
    assert (await luna.skills.of("chess")).level == 100
    assert await luna.items(status="pending") == []


async def test_skills_of_one_scope_are_not_those_of_another(luna: AgentMemory) -> None:
    await luna.skills.practise("Go", minutes=60, scope="peer:a")
    assert (await luna.skills.list(), len(await luna.skills.list(scope="peer:a"))) == ([], 1)


async def test_tools_that_were_used_are_practised(luna: AgentMemory) -> None:
    for _ in range(2):
        await luna.experience.record(**CRAWLER)
    assert [(skill.name, skill.minutes, skill.successes) for skill in await luna.skills.list()] == [
        ("bs4", 120, 2),
        ("requests", 120, 2),
    ]
