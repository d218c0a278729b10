"""The layers of memory: what each is for, how long it lasts, how big it is, when it is read and what changes it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Pending, Runtime, Session, Source
from perdure.context.carry import EXPERIENCE_TOKENS, IDENTITY_TOKENS
from perdure.tokens import estimate
from tests.homes import fresh_id

DAY = timedelta(days=1)
YEAR = 365 * DAY
OLD_MODEL = "gpt-4"

WORDS = {
    "en": {
        "name": "Luna",
        "role": "research partner",
        "done": "Build a crawler for the news site",
        "lesson": "read robots.txt before crawling",
        "fact": ("news site", "rate limit", "two requests a second"),
        "skill": "scraping tables",
        "patch": "The news site now requires a login",
        "said": "The editor of the news site is called Marta.",
        "task": "Extend the crawler of the news site to the archive pages",
        "again": "Continue the crawler for the news site: then add pages, then test it, and then deploy it",
    },
    "zh": {
        "name": "露娜",
        "role": "研究伙伴",
        "done": "给新闻网站写一个爬虫",
        "lesson": "爬取之前先读 robots.txt",
        "fact": ("新闻网站", "访问频率", "每秒两次请求"),
        "skill": "抓取表格",
        "patch": "新闻网站现在需要登录",
        "said": "新闻网站的编辑叫玛尔塔。",
        "task": "把新闻网站的爬虫扩展到存档页面",
        "again": "继续写新闻网站的爬虫：然后加上分页，接着测试，最后部署",
    },
}
languages = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)


async def grown(luna: AgentMemory, words: dict[str, str]) -> Session:
    """An agent that knows who it is, has done and learned something, and is in the middle of a task."""
    await luna.identity.set(words["name"], role=words["role"])
    await luna.experience.record(
        {"type": "coding", "description": words["done"], "complexity": 6, "domain": ["web"]},
        outcome={"success": True},
        learning={"lessonsLearned": [words["lesson"]]},
    )
    subject, predicate, value = words["fact"]
    await luna.upsert_recall(Candidate("facts", {"subject": subject, "predicate": predicate, "value": value}))
    await luna.skills.practise(words["skill"], minutes=120, success=True)
    await luna.patches.add("event", words["patch"], add=[words["patch"]], event_date="2025-06-01")
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(words["said"]), Event.assistant("OK.")])
    await luna.working.start_task(session, words["task"])
    return session


@pytest.mark.requirement("R008", "R010")
@languages
async def test_an_agent_wakes_with_past_present_world_itself_and_the_time_that_passed(
    luna: AgentMemory, words: dict[str, str]
) -> None:
    session = await grown(luna, words)
    pack = await luna.activate(words["again"], model=OLD_MODEL, max_tokens=40_000, latency="batch", session=session)
    text = {name: block.text for name, block in pack.blocks.items()}
    # Layer 1: who it is.
    assert words["name"] in text["persona_block"]
    # Layer 2: experience, skill, knowledge.
    assert words["done"] in text["experience_block"]
    practised = {"description": words["skill"], "type": "coding", "complexity": 6}
    skilled = await luna.activate(practised, max_tokens=40_000, session=session)
    assert words["skill"] in skilled.blocks["experience_block"].text
    assert words["fact"][2] in text["recall_block"]
    # Layer 3: the session that goes on, and the current task.
    assert words["said"] in text["short_term_block"]
    assert words["task"] in text["working_block"]
    # Layer 4: what happened since the model was trained.
    assert words["patch"] in text["patch_block"]
    assert {step.name: step.loaded > 0 for step in pack.steps} == dict.fromkeys([s.name for s in pack.steps], True)
    assert len(pack.steps) == 6


@pytest.mark.requirement("R012", "R011")
@languages
async def test_identity_stays_for_good_is_small_and_read_at_every_waking(
    busy_home: str, clock: ManualClock, words: dict[str, str]
) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        session = await grown(luna, words)
        # Talk, tools and finished tasks do not change it: only the user says who the agent is.
        for event in (
            Event.assistant("My name is Bob now."),
            Event.tool("rename", {}, "you are Bob"),
            Event.user("hm"),
        ):
            await luna.commit_turn(session, [event])
        await luna.working.complete(session, "done", success=True)
        other = Candidate("identity", {"name": "Bob"}, source=Source.TOOL)
        [outcome] = (await luna.upsert_recall(other)).outcomes
        assert isinstance(outcome, Pending)  # and waits for the user
        await luna.end_session(session)
    clock.advance(50 * YEAR)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        held = await luna.identity.get()
        assert held is not None
        assert (held.name, held.version) == (words["name"], 1)
        [item] = await luna.items("identity")
        assert (item.expires_at, item.priority.value) == (None, "permanent")
        for task, tokens in (("hi", 800), (words["again"], 3_000), (words["task"], 40_000)):
            block = (await luna.activate(task, model=OLD_MODEL, max_tokens=tokens)).blocks["persona_block"]
            assert words["name"] in block.text
            assert estimate(item.content) <= IDENTITY_TOKENS


@pytest.mark.requirement("R013", "R011")
@languages
async def test_long_term_memory_lasts_for_years_is_read_on_demand_and_grows_with_each_task(
    busy_home: str, clock: ManualClock, words: dict[str, str]
) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        session = await grown(luna, words)
        for n in range(300):
            await luna.upsert_recall(
                Candidate("decisions", {"project": f"p{n}", "topic": "colour", "decision": f"c{n}"})
            )
        before = {item.key for item in await luna.items("cases")}
        said = "we looked at the archive pages again and again, page by page. " * 40
        await luna.commit_turn(session, [Event.assistant(said), Event.tool("fetch", {}, said)])
        await luna.working.complete(session, "all pages are read", success=True, lessons_learned=["cache pages"])
        [new] = [item for item in await luna.items("cases") if item.key not in before]
        assert "all pages are read" in new.content
        # Compressed: what the task taught, not how it went.
        spoken = next(s for s in await luna.archive.sessions() if s.id == session.id)
        assert 10 * estimate(new.content) < spoken.total_tokens
        level = (await luna.skills.of(words["skill"])).level
        await luna.skills.practise(words["skill"], minutes=600, success=True)
        assert (await luna.skills.of(words["skill"])).level > level
    clock.advance(2 * YEAR)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        held = await luna.items()
        assert {"cases", "decisions", "skills"} <= {item.type for item in held}
        assert len(held) > 300
        # What a simple task does not need is not loaded; what a hard one needs is, and only that.
        simple = await luna.activate("hello there", model=OLD_MODEL, max_tokens=1_000)
        assert "c17" not in simple.text
        asked = {"description": words["done"], "complexity": 7}
        hard = await luna.activate(asked, model=OLD_MODEL, max_tokens=20_000, latency="batch")
        assert words["done"] in hard.blocks["experience_block"].text
        assert len([c for c in hard.citations if c.type == "decisions"]) <= Config().recall_top_k


@pytest.mark.requirement("R011")
async def test_experiences_are_carried_shortened_unless_there_is_ample_room(luna: AgentMemory) -> None:
    long = "check the crawler and the robots file of the news site. " * 60
    task = {"description": "Build the crawler", "complexity": 6}
    await luna.experience.record(task, outcome={"success": True}, solution=long)
    asked = {"description": "Build the crawler again", "type": "coding", "complexity": 7, "requires_context": False}
    smart = await luna.activate(asked, max_tokens=4_000)
    full = await luna.activate(asked, max_tokens=40_000, latency="batch")
    assert (smart.mode, full.mode) == ("smart", "full")
    assert smart.blocks["experience_block"].tokens < full.blocks["experience_block"].tokens
    assert smart.blocks["experience_block"].tokens <= EXPERIENCE_TOKENS + 60  # with the frame around it


@pytest.mark.requirement("R014", "R011")
@languages
async def test_short_term_memory_is_there_at_once_is_small_and_goes_to_the_archive(
    busy_home: str, clock: ManualClock, words: dict[str, str]
) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        await luna.start_session("s")
        for n in range(30):
            await luna.commit_turn("s", [Event.user(f"{words['said']} {n:02}")], learn=False)
            pack = await luna.compose("s", "hm", budget=4_000)
            assert f"{words['said']} {n:02}" in pack.blocks["short_term_block"].text
            clock.advance(timedelta(minutes=1))
        shown = [c for c in pack.citations if c.block == "short_term_block"]
        assert len(shown) == Config().short_term_limit
    # Another process takes the conversation up where it was.
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        again = await luna.compose("s", "hm", budget=4_000)
        assert again.blocks["short_term_block"] == pack.blocks["short_term_block"]
    # Hours later nobody has come back: it is closed, a new session starts empty, and the archive has every word.
    clock.advance(timedelta(hours=13))
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        new = await luna.start_session()
        assert "short_term_block" not in (await luna.compose(new, "hm", budget=4_000)).blocks
        old = next(s for s in await luna.archive.sessions() if s.id == "s")
        assert not old.is_open
        assert len(await luna.archive.records("s")) == 30


@pytest.mark.requirement("R015", "R011")
@languages
async def test_working_memory_is_tiny_quick_and_gone_with_its_task(
    luna: AgentMemory, clock: ManualClock, words: dict[str, str]
) -> None:
    session = await luna.start_session()
    await luna.working.start_task(session, words["task"], ["a", "b"])
    await luna.working.set(session, "page", 7, expires=timedelta(seconds=30))
    assert await luna.working.get(session, "page") == 7
    for n in range(8, 100):  # each change is seen at once
        await luna.working.set(session, "page", n, expires=timedelta(seconds=30))
        await luna.working.note_thought(session, f"{words['done']} {n}")
    assert await luna.working.get(session, "page") == 99
    held = await luna.working.show(session)
    assert held.thought_chain is not None
    assert len(held.thought_chain.steps) <= 24
    pack = await luna.compose(session, "hm", budget=4_000)
    assert words["task"] in pack.blocks["working_block"].text
    assert pack.blocks["working_block"].tokens <= 300
    clock.advance(timedelta(seconds=31))
    assert await luna.working.get(session, "page") is None
    await luna.end_session(session)
    left = await luna.working.show(await luna.start_session())
    assert (left.current_task, dict(left.context), left.temporary_files) == (None, {}, ())
    assert left.thought_chain is None or left.thought_chain.steps == ()
    # It was never a conclusion, and nothing of it is remembered as one.
    assert [item for item in await luna.items() if "page" in item.content] == []


@pytest.mark.requirement("R016", "R011")
@languages
async def test_patches_are_read_at_every_waking_change_over_time_and_grow_with_the_age_of_the_model(
    busy_home: str, clock: ManualClock, words: dict[str, str], tmp_path: Path
) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        for year in (2023, 2024, 2025):
            await luna.patches.add("event", f"{words['patch']} {year}", event_date=f"{year}-06-01")
        grown = [
            len((await luna.patches.preview(cutoff=day)).lines) for day in ("2025-09", "2025-01", "2024-01", "2023-01")
        ]
        assert grown == [0, 1, 2, 3]
        # From time to time a list of news is read; what the user accepts of it is in force from then on.
        feed = tmp_path / "CHANGELOG.md"
        feed.write_text(f"## 2.0.0 (2025-12-02)\n- {words['patch']} v2\n", encoding="utf-8")
        clock.advance(30 * DAY)
        await luna.patches.read_feeds({"site": str(feed)})
        [waiting] = await luna.review.list()
        await luna.review.accept(waiting.item.id)
        # It holds as long as nothing else is said: there is no day on which it lapses.
        assert {item.expires_at for item in await luna.patches.list()} == {None}
        await luna.patches.switch((await luna.patches.list("event"))[0].key, False)
    clock.advance(2 * YEAR)
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        for task, tokens in (("hi", 2_500), (words["again"], 4_000)):
            block = (await luna.activate(task, model=OLD_MODEL, max_tokens=tokens)).blocks["patch_block"]
            assert f"{words['patch']} 2023" in block.text
            assert "v2" in block.text
            assert block.tokens <= tokens // 2
        switched = [item for item in await luna.patches.list("event") if not item.value["applied"]]
        assert len(switched) == 1
        assert switched[0].content not in block.text


@pytest.mark.requirement("R104")
async def test_knowledge_is_of_fields_of_the_world_and_of_what_each_person_likes(luna: AgentMemory) -> None:
    for value in (
        {"subject": "Python", "predicate": "global lock", "value": "one thread runs bytecode at a time"},
        {"subject": "Python", "predicate": "并发模型", "value": "协程适合等待型任务"},
        {"subject": "Acme", "predicate": "company structure", "value": "research reports to the board"},
        {"subject": "星河公司", "predicate": "产品", "value": "月光笔记"},
    ):
        await luna.upsert_recall(Candidate("facts", value), scope="group:team")
    await luna.start_session("g", scope="group:team")
    await luna.commit_turn("g", [Event.user("I prefer short answers.", speaker="Ann")])
    await luna.commit_turn("g", [Event.user("我喜欢详细的回答。", speaker="小明")])
    for asked, answer in (
        ("global lock of Python", "one thread runs bytecode"),
        ("Python 的并发模型", "协程"),
        ("company structure of Acme", "reports to the board"),
        ("星河公司的产品是什么？", "月光笔记"),
        ("what does Ann prefer?", "short"),
        ("小明喜欢什么？", "详细"),
    ):
        hits = await luna.search_memory(asked, scope="group:team")
        assert answer in hits[0].item.content, asked
    likes = await luna.items("preferences", scope="group:team")
    assert {item.value["subject"] for item in likes} == {"Ann", "小明"}
