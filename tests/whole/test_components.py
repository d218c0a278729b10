"""The components that the documents name: which of ours each one is, how they are wired, and what each does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from datetime import datetime

import pytest

from perdure import AgentMemory, Candidate, Config, Event, Item, ManualClock, Runtime, Session, StoreUnavailable
from perdure.context.carry import (
    CarriedMemory,
    CompressedMemory,
    MemoryLoader,
    Task,
    TokenBudgetManager,
    TokenEstimate,
)
from perdure.intake.admit import Admitted
from perdure.intake.policy import DefaultPolicy, ForgetAction, Route
from perdure.intake.resolve import Step
from perdure.mind.experience import score
from perdure.mind.topics import task_in
from perdure.testing import FakeEmbedder, ScriptedLLM
from perdure.types.cases import TYPE, Case
from perdure.types.registry import load
from tests.homes import fresh_id

ANSWER = {
    "summary": "The user likes oolong.",
    "goal": "",
    "outcome": "",
    "entities": [],
    "tools_used": [],
    "items": [],
    "candidates": [],
}
SAID = {"en": "I like oolong, and I live in York.", "zh": "我喜欢乌龙茶，我住在杭州。"}
ASKED = {"en": "Where do I live?", "zh": "我住在哪里？"}
FOUND = {"en": "York", "zh": "杭州"}
languages = pytest.mark.parametrize("language", ["en", "zh"])


class Watched(DefaultPolicy):
    """The default policy, noting what it is asked."""

    def __init__(self) -> None:
        super().__init__(Config(), load())
        self.asked: list[str] = []

    def route(self, event: Event) -> Route:
        self.asked.append("route")
        return super().route(event)

    def update_or_create_recall(
        self, candidate: Admitted, existing: Sequence[Item], *, now: datetime
    ) -> tuple[Step, ...]:
        self.asked.append("update_or_create_recall")
        return super().update_or_create_recall(candidate, existing, now=now)

    def should_embed_recall(self, item: Item) -> bool:
        self.asked.append("should_embed_recall")
        return super().should_embed_recall(item)

    def should_consolidate(self, agent_id: str, session: Session) -> bool:
        self.asked.append("should_consolidate")
        return super().should_consolidate(agent_id, session)

    def forget_policy(self, item: Item, *, now: datetime) -> ForgetAction:
        self.asked.append("forget_policy")
        return super().forget_policy(item, now=now)


@pytest.mark.requirement("R044", "R038", "R047")
@languages
async def test_a_message_goes_through_every_component_and_comes_back_as_a_prompt(
    busy_home: str, clock: ManualClock, language: str
) -> None:
    """User input → runtime → agent → policy, stores and index; and the prompt for the model."""
    policy, embedder, llm = Watched(), FakeEmbedder(), ScriptedLLM(ANSWER)
    config = Config(background=False)
    async with Runtime(
        busy_home, clock=clock, policy=policy, embedder=embedder, llm=llm, config=config
    ) as runtime:  # AgentRuntime
        luna = await runtime.agent(fresh_id())  # BaseAgent / Agent and its MemoryManager
        await luna.identity.set("Luna", role="host")  # Identity
        session = await luna.start_session()
        # Write: the policy routes, the archive keeps, recall concludes, the index follows.
        receipt = await luna.commit_turn(session, [Event.user(SAID[language]), Event.assistant("OK.")])
        assert {"route", "update_or_create_recall"} <= set(policy.asked)
        assert [r.id for r in await luna.archive.records(session)] == list(receipt.records)  # ArchivalStore
        kept = {o.item_id for o in receipt.outcomes}
        assert kept == {item.id for item in await luna.items() if item.type != "identity"}  # RecallStore
        await luna.index.catch_up()
        assert "should_embed_recall" in policy.asked
        assert any(FOUND[language] in text for text in embedder.asked)  # RecallStore → RecallIndex
        # Retrieve: words and meaning.
        hit = (await luna.retrieve_recall(ASKED[language]))[0]
        assert FOUND[language] in hit.item.content
        assert hit.why.arms.get("meaning", 0) > 0
        # Prompt with injected context.
        pack = await luna.compose(session, ASKED[language], budget=3_000)
        assert "Luna" in pack.text
        assert FOUND[language] in pack.text
        # Archive lookup.
        assert (await luna.retrieve_archival(FOUND[language]))[0].record.content == SAID[language]
        # Consolidate, with the model (LLM client / Brain).
        await luna.end_session(session)
        await luna.jobs.run_pending()
        assert "should_consolidate" in policy.asked
        assert {row.purpose for row in await luna.usage.list()} >= {"episode", "consolidate"}
        assert len(llm.asked) >= 2
        # Forget.
        await luna.review.forget_due()
        assert "forget_policy" in policy.asked
        await luna.forget_recall(hit.item.id)
        assert hit.item.id not in [h.item.id for h in await luna.retrieve_recall(ASKED[language])]


@pytest.mark.requirement("R039", "R324")
@languages
async def test_an_agent_starts_with_itself_its_hot_set_and_its_index_and_opens_the_archive_later(
    busy_home: str, clock: ManualClock, language: str
) -> None:
    name = fresh_id()
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(name)
        await luna.identity.set("Luna", role="host")
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user(SAID[language])])
        held = await luna.items()
    async with Runtime(busy_home, clock=clock, config=Config(recall_load_budget=60.0)) as runtime:
        luna = await runtime.agent(name)
        # Recall is in memory already, identity with it; the store remains the reference.
        assert (known := luna.hot._sets.get("main")) is not None
        assert [*known.items] == held
        assert {"identity"} < {item.type for item in held}
        # The index answers the first question.
        assert FOUND[language] in (await luna.retrieve_recall(ASKED[language]))[0].item.content
        assert "Luna" in (await luna.compose(None, "hm", budget=2_000, mode="on_demand")).blocks["persona_block"].text
        # The archive is there when it is asked for, and has not been until then.
        assert await luna.archive.lookups() == []
        assert (await luna.retrieve_archival(FOUND[language], reason="user_ask_evidence"))[0].record.content == SAID[
            language
        ]
        assert len(await luna.archive.lookups()) == 1
        # Written through: the hot set is never behind.
        await luna.upsert_recall(Candidate("facts", {"predicate": "boat", "value": "blue"}))
        assert await luna.hot.items() == await luna.items()


@pytest.mark.requirement("R043")
async def test_a_runtime_serves_many_agents_consolidates_in_the_background_and_lets_go_of_everything(
    busy_home: str,
) -> None:
    before = {thread.name for thread in threading.enumerate() if thread.name.startswith("perdure")}
    async with Runtime(busy_home, llm=ScriptedLLM(ANSWER)) as runtime:
        names = [fresh_id() for _ in range(5)]
        agents = await asyncio.gather(*(runtime.agent(name) for name in names))
        assert await runtime.agent(names[0]) is agents[0]

        async def live(agent: AgentMemory, n: int) -> None:
            session = await agent.start_session()
            said = f"{SAID['en']} {SAID['zh']} I like boat number {n}."
            await agent.commit_turn(session, [Event.user(said), Event.assistant("OK.")])
            await agent.end_session(session)

        await asyncio.gather(*(live(agent, n) for n, agent in enumerate(agents)))
        # Nobody calls for the work: it is done by itself.
        for agent in agents:
            async with asyncio.timeout(60):
                while any(job.status != "done" for job in await agent.jobs.list()):  # noqa: ASYNC110 - from outside
                    await asyncio.sleep(0.02)
            assert {job.kind for job in await agent.jobs.list()} >= {"episode", "consolidate"}
            assert len(await agent.items("episodes")) == 1
        for n, agent in enumerate(agents):
            text = str(await agent.items())
            assert f"boat number {n}" in text
            assert not any(f"boat number {m}" in text for m in range(5) if m != n)
        assert {row.id for row in await runtime.agents()} >= set(names)
    with pytest.raises(StoreUnavailable):
        await agents[0].items()
    with pytest.raises(StoreUnavailable):
        await runtime.agent(names[0])
    after = {thread.name for thread in threading.enumerate() if thread.name.startswith("perdure")}
    assert after <= before


@pytest.mark.requirement("R049", "R266")
@pytest.mark.parametrize(
    ("message", "task", "remembered"),
    [
        ("Please fix the login page of the shop. It crashes.", "Please fix the login page of the shop", "green tea"),
        ("帮我修复商店的登录页面。它总是崩溃。", "帮我修复商店的登录页面", "绿茶"),
    ],
)
async def test_a_prompt_is_built_from_the_compiled_task_the_scratchpad_and_core_memory_alone(
    luna: AgentMemory, message: str, task: str, remembered: str
) -> None:
    await luna.upsert_recall(Candidate("rules", {"name": "tone", "rule": "answer briefly / 回答简短"}))
    await luna.upsert_recall(Candidate("facts", {"predicate": "login page drink 登录页面", "value": remembered}))
    session = await luna.start_session()  # Session, by the SessionManager
    await luna.working.start_task(session, "write the report / 写报告")
    await luna.working.complete(session, "sent", success=True)
    # PromptCompiler: the message becomes a task, and the scratchpad has it before anything is built.
    assert task_in(message) == task
    await luna.commit_turn(session, [Event.user(message)])
    pad = (await luna.working.scratchpad(session)).to_markdown()
    assert task in pad
    # PromptAssembler and PromptBuilder: how to use memory, the scratchpad (now and lately done), core memory. No more.
    pack = await luna.compose(session, message, budget=3_000, mode="on_demand")
    assert [*pack.blocks] == ["memory_guide", "core_block", "working_block"]
    assert "search_memory" in pack.blocks["memory_guide"].text
    assert task in pack.blocks["working_block"].text
    assert "写报告" in pack.blocks["working_block"].text
    assert "answer briefly" in pack.blocks["core_block"].text
    # No memory that depends on the message: the model asks for it, and finds it.
    assert remembered not in pack.text
    assert any(remembered in hit.item.content for hit in await luna.search_memory(message))
    # The session knows its turns until it ends.
    [open_one] = [s for s in await luna.archive.sessions() if s.id == session.id]
    assert (open_one.is_open, open_one.message_count) == (True, 2)
    assert not (await luna.end_session(session)).is_open


@pytest.mark.requirement("R313")
async def test_the_helpers_that_are_named_are_there_under_their_own_names_or_ours(luna: AgentMemory) -> None:
    # KnowledgeUpdate: what is given (id, content, source, confidence, timestamp) and what became of it.
    session = await luna.start_session()
    update = await luna.knowledge.process_update(
        Candidate("facts", {"predicate": "port 端口", "value": "8443"}, source="tool", confidence=0.8), session=session
    )
    [item] = await luna.items("facts")
    assert update.receipt.outcomes[0].item_id == item.id
    assert (item.content, item.source.value, item.confidence) == ("port 端口: 8443", "tool", 0.8)
    assert item.created_at == item.updated_at
    # mergeContent: `combine` of the type.
    for facts in ([{"k": "city", "v": "York"}], [{"k": "语言", "v": "中文"}]):
        await luna.upsert_recall(Candidate("profile", {"facts": facts}))
    [profile] = await luna.items("profile")
    assert {fact["k"] for fact in profile.value["facts"]} == {"city", "语言"}
    # calculateScore: `score`, from 0 to 1.
    case = TYPE.parse(
        {"task": {"description": "写爬虫", "type": "coding", "domain": ["web"]}, "outcome": {"success": True}}
    )
    assert isinstance(case, Case)
    assert score(case, 1.0, task_type="coding", domain=["web"], complexity=5)[0] == 1.0
    # defaultStrategy and estimate: identity, patches, experiences, session, working memory and their total.
    manager, loader = TokenBudgetManager(), MemoryLoader()
    full = manager.estimate(manager.default_strategy())
    assert isinstance(full, TokenEstimate)
    parts = (full.identity, full.temporal_patches, full.long_term_experiences, full.short_term_session)
    assert full.total == sum(parts) + full.working_memory
    assert min(*parts, full.working_memory) > 0
    task = Task("hello", "coding", 1, False)
    small = loader.calculate_strategy(task, max_tokens=500, latency="realtime", is_model_outdated=False)
    assert manager.estimate(small).total == manager.estimate(small).identity < full.total
    # compress: experiences and messages (compressExperiences, compressMessages) get shorter, then fewer.
    long = "a long story about the shop 关于商店的长故事 " * 50
    carried = CarriedMemory("Luna", ["patch"], [long] * 5, [f"{n} {long}" for n in range(20)], "task")
    less = manager.compress(carried, 1_000)
    assert isinstance(less, CompressedMemory)
    assert manager.measure(less).total <= 1_000
    assert (less.identity, less.patches, less.working) == ("Luna", ["patch"], "task")
    assert 0 < len(less.experiences) < 5
    assert less.messages[-1].startswith("19 ")
    # With room for all (defaultCompress) nothing changes.
    whole = manager.compress(carried, 1_000_000)
    assert (whole.experiences, whole.messages) == (carried.experiences, carried.messages)


@pytest.mark.requirement("R313")
async def test_vector_search_is_a_named_arm(busy_home: str) -> None:
    embedder = FakeEmbedder(same={"猫": "cat"})
    async with Runtime(busy_home, embedder=embedder) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.upsert_recall(Candidate("facts", {"predicate": "pet", "value": "cat"}))
        await luna.upsert_recall(Candidate("facts", {"predicate": "boat", "value": "blue"}))
        await luna.index.catch_up()
        [hit] = [h for h in await luna.search_memory("猫") if h.why.raw.get("meaning", 0) > 0.5]
        assert hit.item.content == "pet: cat"
        assert hit.why.words == ()
