"""Search by meaning: vectors follow writes, keep to their agent and scope, and never hold up a write or a search."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime, Source
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id

SAME = {"cat": "猫", "kitten": "猫", "car": "vehicle"}


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder(same=SAME)


@pytest.fixture
async def seeing(busy_home: str, clock: ManualClock, embedder: FakeEmbedder) -> AsyncIterator[Runtime]:
    async with Runtime(busy_home, clock=clock, embedder=embedder, config=Config(record_vectors=True)) as opened:
        yield opened


@pytest.fixture
async def items_only(busy_home: str, clock: ManualClock, embedder: FakeEmbedder) -> AsyncIterator[AgentMemory]:
    config = Config(record_vectors=False)
    async with Runtime(busy_home, clock=clock, embedder=embedder, config=config) as opened:
        yield await opened.agent(fresh_id())


@pytest.fixture
async def memory(seeing: Runtime) -> AgentMemory:
    return await seeing.agent(fresh_id())


def likes(name: str, value: str) -> Candidate:
    return Candidate("preferences", {"name": name, "value": value})


async def values(memory: AgentMemory, query: str, **more: object) -> list[str]:
    return [hit.item.value["value"] for hit in await memory.search_memory(query, **more)]  # type: ignore[arg-type]


@pytest.mark.requirement("R041", "R234", "R329")
async def test_what_means_the_same_is_found_without_a_common_word(memory: AgentMemory) -> None:
    await memory.upsert_recall(likes("宠物", "猫"))
    await memory.upsert_recall(likes("drink", "green tea"))
    progress = await memory.index.catch_up()
    assert (progress.vectors, progress.missing, progress.problem) == (4, 0, None)  # two items, two records
    hits = await memory.search_memory("kitten")
    assert hits[0].item.value["value"] == "猫"
    assert hits[0].why.arms.keys() == {"meaning"}


async def test_a_write_never_waits_for_the_embedder(memory: AgentMemory, embedder: FakeEmbedder) -> None:
    embedder.fails = True
    await memory.upsert_recall(likes("宠物", "猫"))
    assert await values(memory, "宠物") == ["猫"]  # words find it at once
    progress = await memory.index.catch_up()
    assert (progress.vectors, progress.missing) == (0, 2)  # the item, and the record it rests on
    assert "unavailable" in str(progress.problem)
    embedder.fails = False
    await memory.upsert_recall(likes("drink", "tea"))
    assert (await memory.index.catch_up()).missing == 0
    assert (await values(memory, "kitten"))[0] == "猫"


async def test_a_question_is_answered_by_words_while_the_model_is_away(
    memory: AgentMemory, embedder: FakeEmbedder
) -> None:
    await memory.upsert_recall(likes("宠物", "猫"))
    await memory.index.catch_up()
    embedder.fails = True
    (hit,) = await memory.search_memory("宠物")
    assert hit.item.value["value"] == "猫"
    assert hit.why.arms.keys() == {"words"}
    assert hit.why.missing == ("meaning",)


@pytest.mark.requirement("R236", "R237", "R311")
async def test_what_no_longer_holds_is_buried_and_compaction_drops_it(items_only: AgentMemory) -> None:
    memory = items_only
    await memory.upsert_recall(likes("pet", "cat"))
    for n in range(9):
        await memory.upsert_recall(likes(f"thing {n}", f"value {n}"))
    await memory.index.catch_up()
    await memory.upsert_recall(likes("pet", "dog"))
    progress = await memory.index.catch_up()
    assert (progress.vectors, progress.dead) == (11, 1)
    assert "cat" not in await values(memory, "kitten")
    assert await memory.compact_index() == 1
    assert (await memory.index.progress()).dead == 0
    for n in range(5):
        await memory.forget_recall(f"pref:other:thing_{n}")
    # More than three tenths are dead now: the background compacts by itself.
    progress = await memory.index.catch_up()
    assert (progress.vectors, progress.dead, progress.missing) == (5, 0, 0)


async def test_another_model_makes_its_own_vectors_and_search_goes_on_meanwhile(
    busy_home: str, clock: ManualClock
) -> None:
    agent_id = fresh_id()
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:1", same=SAME)) as runtime:
        memory = await runtime.agent(agent_id)
        await memory.upsert_recall(likes("宠物", "猫"))
        await memory.index.catch_up()
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:2", 32, same=SAME)) as runtime:
        memory = await runtime.agent(agent_id)
        assert (await memory.index.progress()).missing == 2  # the item, and the record that it was told by
        assert await values(memory, "宠物") == ["猫"]
        await memory.index.catch_up()
        assert (await memory.index.progress()).vectors == 2
        assert await values(memory, "kitten") == ["猫"]


@pytest.mark.requirement("R326")
async def test_vectors_stay_with_their_agent_and_scope(seeing: Runtime) -> None:
    one, other = await seeing.agent(fresh_id()), await seeing.agent(fresh_id())
    await one.upsert_recall(likes("宠物", "猫 canary-one"))
    await one.upsert_recall(likes("宠物", "猫 canary-peer"), scope="peer:a")
    await other.upsert_recall(likes("pet", "cat canary-other"))
    session = await one.start_session(scope="peer:a")
    await one.commit_turn(session, [Event.user("my kitten is called canary-record")], learn=False)
    for memory in (one, other):
        await memory.index.catch_up()
    assert await values(one, "kitten") == ["猫 canary-one"]
    assert await values(one, "kitten", scope="peer:a") == ["猫 canary-peer"]
    assert await values(one, "kitten", scope="peer:b") == []
    assert await values(other, "kitten") == ["cat canary-other"]
    assert all("canary-record" not in str(t.record.content) for t in await one.retrieve_archival("猫"))
    assert [t.record.content for t in await one.retrieve_archival("猫", scope="peer:a")][:1] != []
    assert all("canary-record" not in str(t.record.content) for t in await one.retrieve_archival("猫", scope="peer:b"))


@pytest.mark.requirement("R239")
async def test_dropping_everything_derived_and_rebuilding_gives_the_same_answers(memory: AgentMemory) -> None:
    words = ["tea", "coffee", "猫", "狗", "Leeds", "York", "piano", "钢琴", "blue", "蓝色"]
    for n in range(60):
        await memory.upsert_recall(likes(f"topic {n}", f"{words[n % 10]} {words[(n * 7 + 3) % 10]} {n}"))
    await memory.index.catch_up()
    questions = [f"{one} {other}" for one in words for other in words]

    async def answers() -> list[list[tuple[str, float]]]:
        found = [await memory.search_memory(question, k=20) for question in questions]
        return [[(hit.item.id, round(hit.score, 4)) for hit in hits] for hits in found]

    before = await answers()
    await memory.rebuild_index()
    await memory.index.catch_up()
    assert await answers() == before
    assert [finding for finding in await memory.check() if not finding.ok] == []


async def test_another_process_s_vectors_are_seen(busy_home: str, clock: ManualClock) -> None:
    agent_id = fresh_id()
    fake = FakeEmbedder(same=SAME)
    async with Runtime(busy_home, clock=clock, embedder=fake) as here:
        mine = await here.agent(agent_id)
        await mine.upsert_recall(likes("drink", "tea"))
        await mine.index.catch_up()
        assert "猫" not in await values(mine, "kitten")
        async with Runtime(busy_home, clock=clock, embedder=fake) as there:
            theirs = await there.agent(agent_id)
            await theirs.upsert_recall(likes("宠物", "猫"))
            await theirs.index.catch_up()
        assert (await values(mine, "kitten"))[:1] == ["猫"]


async def test_what_is_merely_the_nearest_is_no_answer(items_only: AgentMemory) -> None:
    await items_only.upsert_recall(likes("drink", "green tea"))
    await items_only.index.catch_up()
    (near,) = await items_only.search_memory("tea leaves")
    assert near.why.raw["meaning"] >= 0.1
    assert await items_only.search_memory("zzgfx qqwv") == []


async def test_what_holds_again_has_a_vector_again(items_only: AgentMemory) -> None:
    """Though everything had one already, and only what is new or changed since is looked through."""
    memory = items_only
    for n in range(8):
        await memory.upsert_recall(likes(f"thing {n}", f"value {n}"))
    await memory.upsert_recall(likes("pet", "cat"))
    await memory.index.catch_up()  # it has a vector before it is replaced, however slow the machine is
    outside = replace(likes("other pet", "kitten"), source=Source.OUTSIDE)
    waiting = (await memory.upsert_recall(outside)).outcomes[0].item_id
    bad = await memory.start_session()
    await memory.upsert_recall(likes("pet", "dog"), session=bad)
    assert (await memory.index.catch_up()).missing == 0
    assert await memory.compact_index() == 1
    assert not {"cat", "kitten"} & {*await values(memory, "猫")}
    assert waiting is not None
    await memory.review.accept(waiting)
    await memory.review.undo_source(f"session:{bad.id}", dry_run=False)
    progress = await memory.index.catch_up()
    assert (progress.missing, progress.problem) == (0, None)
    assert {*(await values(memory, "猫"))[:2]} == {"cat", "kitten"}


async def test_what_was_written_without_a_model_is_caught_up(busy_home: str, clock: ManualClock) -> None:
    """By a process that had everything, as soon as it writes something itself."""
    agent_id = fresh_id()
    async with (
        Runtime(busy_home, clock=clock, embedder=FakeEmbedder(same=SAME)) as seeing,
        Runtime(busy_home, clock=clock, embedder="none") as blind,
    ):
        memory, other = await seeing.agent(agent_id), await blind.agent(agent_id)
        await memory.upsert_recall(likes("drink", "tea"))
        assert (await memory.index.catch_up()).missing == 0
        await other.upsert_recall(likes("pet", "cat"))
        assert "cat" not in await values(memory, "kitten")
        await memory.upsert_recall(likes("food", "bread"))
        assert (await memory.index.catch_up()).missing == 0
        assert (await values(memory, "kitten"))[0] == "cat"
