"""Vectors: made again for another model, for records where an agent wants them, and each agent's and scope's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, ManualClock, Runtime
from perdure.store.finder import ARCHIVAL, RECALL
from perdure.store.vector_index import LIVING_OF_MODEL
from perdure.testing import FakeEmbedder
from tests.conformance.test_non_interference import two_homes
from tests.homes import fresh_id

__all__ = ["two_homes"]

ITEMS_ONLY = Config(record_vectors=False)
SAME = {"cat": "猫", "kitten": "猫"}


def likes(name: str, value: str) -> Candidate:
    return Candidate("preferences", {"name": name, "value": value})


class Halting(FakeEmbedder):
    """Gives so many batches, then waits until it is let go on."""

    def __init__(self, *args: Any, batches: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.left = batches
        self.halted, self.go_on = asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> Any:
        if any(":" in text for text in texts):  # items; there is none in a question
            if self.left == 0:
                self.halted.set()
                await self.go_on.wait()
            else:
                self.left -= 1
        return await super().embed(texts)


async def test_another_model_goes_on_where_it_stopped_and_search_works_meanwhile(
    busy_home: str, clock: ManualClock
) -> None:
    agent_id, count = fresh_id(), 200
    async with Runtime(
        busy_home, clock=clock, embedder=FakeEmbedder("fake:1", 64, same=SAME), config=ITEMS_ONLY
    ) as runtime:
        memory = await runtime.agent(agent_id)
        for n in range(count - 1):
            await memory.upsert_recall(likes(f"thing {n}", f"value {n}"))
        await memory.upsert_recall(likes("宠物", "猫"))
        assert (await memory.index.catch_up()).vectors == count
    second = Halting("fake:2", 128, same=SAME, batches=2)
    async with Runtime(busy_home, clock=clock, embedder=second, config=ITEMS_ONLY) as runtime:
        memory = await runtime.agent(agent_id)  # the background begins by itself
        await second.halted.wait()
        progress = await memory.index.progress()
        assert (progress.model, progress.missing) == ("fake:2", count - 2 * 64)
        assert [hit.item.value["value"] for hit in await memory.search_memory("宠物")][:1] == ["猫"]  # by words
        assert "猫" in [
            hit.item.value["value"] for hit in await memory.search_memory("kitten")
        ]  # the newest came first
        assert "value 3" in [hit.item.value["value"] for hit in await memory.search_memory("value 3")]
        second.go_on.set()  # closing stops it half way
    made: list[int] = []
    third = FakeEmbedder("fake:2", 128, same=SAME)
    async with Runtime(busy_home, clock=clock, embedder=third, config=ITEMS_ONLY) as runtime:
        memory = await runtime.agent(agent_id)
        before = len(third.asked)
        progress = await memory.index.catch_up(report=made.append)
        assert (progress.vectors, progress.missing, progress.problem) == (count, 0, None)
        assert before + sum(made) <= count - 2 * 64 + 64  # what was made was not made again
        assert all("meaning" in hit.why.raw for hit in await memory.search_memory("value 3", k=5))


@pytest.mark.requirement("R235")
async def test_records_get_vectors_where_an_agent_wants_them(busy_home: str, clock: ManualClock) -> None:
    one, other = fresh_id(), fresh_id()

    async def tell(memory: AgentMemory) -> None:
        session = await memory.start_session()
        await memory.commit_turn(session, [Event.user("my 猫 sleeps")], learn=False)

    async def found(memory: AgentMemory) -> list[str | None]:
        return [trace.record.content for trace in await memory.retrieve_archival("kitten")]

    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder(same=SAME), config=ITEMS_ONLY) as runtime:
        first, second = await runtime.agent(one), await runtime.agent(other)
        for memory in (first, second):
            await tell(memory)
            await memory.index.catch_up()
            assert not await memory.index.record_vectors()
            assert (await memory.index.progress()).vectors == 0
            assert await found(memory) == []
        assert await first.index.set_record_vectors(True)
        await first.index.catch_up()
        assert await found(first) == ["my 猫 sleeps"]
        assert await found(second) == []
        with pytest.raises(InvalidInput, match="wanted"):
            await first.index.set_record_vectors("yes")  # type: ignore[arg-type]
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder(same=SAME), config=ITEMS_ONLY) as runtime:
        first = await runtime.agent(one)
        assert await first.index.record_vectors()  # it is kept with the agent
        assert not await first.index.set_record_vectors(False)
        shares = await first.port.read("main", lambda tx: [tx.index.shares(kind).all for kind in (RECALL, ARCHIVAL)])
        assert shares == [0, 0]
        assert await found(first) == []
    async with Runtime(busy_home, clock=clock, embedder="none", config=Config(record_vectors=True)) as runtime:
        first = await runtime.agent(one)
        assert not await first.index.record_vectors()  # what was set for the agent goes before the default
        assert await first.index.set_record_vectors(None)
        assert await (await runtime.agent(other)).index.record_vectors()


async def test_what_went_while_a_model_was_at_work_gets_no_vector(busy_home: str, clock: ManualClock) -> None:
    embedder = Halting(same=SAME, batches=0)
    async with Runtime(busy_home, clock=clock, embedder=embedder, config=ITEMS_ONLY) as runtime:
        memory = await runtime.agent(fresh_id())
        for n in range(3):
            await memory.upsert_recall(likes(f"thing {n}", f"value {n}"))
        await embedder.halted.wait()
        await memory.upsert_recall(likes("thing 0", "another"))
        await memory.forget_recall("pref:other:thing_1", mode="delete")
        embedder.left = 9
        embedder.go_on.set()
        progress = await memory.index.catch_up()
        assert (progress.vectors, progress.dead, progress.missing) == (2, 0, 0)


@pytest.mark.requirement("R326")
async def test_the_nearest_of_others_push_nothing_out(two_homes: tuple[str, str]) -> None:
    """Answers by meaning are byte for byte the same with and without an agent, and with and without another's scope."""
    alone, crowded = two_homes
    answers = []
    for home in (alone, crowded):
        async with Runtime(
            home, clock=ManualClock(), embedder=FakeEmbedder(same=SAME), config=Config(record_vectors=True)
        ) as runtime:
            memory = await runtime.agent("A")
            if home == crowded:
                crowd = await runtime.agent("B")
                session = await crowd.start_session("s")
                await crowd.commit_turns(session, [[Event.user(f"猫 cat kitten {n}")] for n in range(150)], learn=False)
                for n in range(150):
                    await crowd.upsert_recall(likes(f"pet {n}", "猫 cat kitten"))
                await crowd.index.catch_up()
            session = await memory.start_session("s")
            await memory.commit_turns(
                session, [[Event.user(f"the 猫 number {n} sleeps")] for n in range(20)], learn=False
            )
            for n in range(20):
                await memory.upsert_recall(likes(f"pet {n}", f"猫 number {n}"))
            assert (await memory.index.catch_up()).missing == 0
            hits = [await memory.search_memory(query, k=20) for query in ("kitten", "cat number 7", "dog")]
            traces = [await memory.retrieve_archival(query, k=20) for query in ("kitten", "a cat asleep")]
            answers.append(
                [
                    [[(hit.item.key, hit.score, dict(hit.why.raw)) for hit in found] for found in hits],
                    [[(trace.record.content, trace.score) for trace in found] for found in traces],
                ]
            )
    assert answers[0] == answers[1]
    assert all(answers[0][0][:2])


async def test_a_scope_is_answered_from_its_own_however_near_the_others_are(busy_home: str, clock: ManualClock) -> None:
    async with Runtime(
        busy_home, clock=clock, embedder=FakeEmbedder(same=SAME), config=Config(record_vectors=True)
    ) as runtime:
        memory = await runtime.agent(fresh_id())
        for n in range(120):  # more than the arm asks for at first
            await memory.upsert_recall(likes(f"secret {n}", "猫"), scope="peer:b")
        await memory.upsert_recall(likes("pet", "one 猫 among many other words"), scope="peer:a")
        session = await memory.start_session(scope="peer:b")
        await memory.commit_turn(session, [Event.user("猫 secret")], learn=False)
        await memory.index.catch_up()
        (hit,) = await memory.search_memory("kitten", scope="peer:a")
        assert (hit.item.scope, hit.why.arms.keys()) == ("peer:a", {"meaning"})
        assert await memory.search_memory("kitten", scope="peer:c") == []
        traces = await memory.retrieve_archival("kitten", scope="peer:a")
        assert {trace.record.scope for trace in traces} == {"peer:a"}
        assert await memory.retrieve_archival("kitten", scope="peer:c") == []


@pytest.mark.requirement("R235")
async def test_records_have_vectors_by_default_of_two_bytes_a_number(busy_home: str, clock: ManualClock) -> None:
    """Decision 0022: the default that R235 names was turned round; `set_record_vectors(False)` gives it back."""
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:1", 64, same=SAME)) as runtime:
        memory = await runtime.agent(fresh_id())
        session = await memory.start_session("s")
        await memory.commit_turn(session, [Event.user("my 猫 sleeps")], learn=False)
        await memory.index.catch_up()
        assert await memory.index.record_vectors()
        assert [trace.record.content for trace in await memory.retrieve_archival("kitten")] == ["my 猫 sleeps"]
        (kept,) = await memory.port.read(
            "main", lambda tx: tx._cursor.all(LIVING_OF_MODEL, tx._params | {"mem_type": ARCHIVAL, "model": "fake:1"})
        )
        assert kept[0].count(",") == 63 if isinstance(kept[0], str) else len(kept[0]) == 128


async def test_a_complete_state_is_noted_and_another_model_takes_it_back(busy_home: str, clock: ManualClock) -> None:
    """So that the first pass of a process need not look through every chunk."""
    agent_id = fresh_id()

    async def complete(memory: AgentMemory, model: str) -> list[int]:
        kinds = (RECALL, ARCHIVAL)
        return await memory.port.read("main", lambda tx: [tx.index.complete_to(kind, model) for kind in kinds])

    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:1", 64, same=SAME)) as runtime:
        memory = await runtime.agent(agent_id)
        await memory.upsert_recall(likes("宠物", "猫"))
        await memory.index.catch_up()
        assert await complete(memory, "fake:1") == [0, 0]  # too few to be worth a write
        session = await memory.start_session("s")
        await memory.commit_turns(session, [[Event.user(f"turn {n}")] for n in range(600)], learn=False)
        assert (await memory.index.catch_up()).missing == 0
        noted = await complete(memory, "fake:1")
        assert min(noted) > 1_000
        await memory.upsert_recall(likes("drink", "tea"))
        assert (await memory.index.catch_up()).missing == 0
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:2", 32, same=SAME)) as runtime:
        memory = await runtime.agent(agent_id)
        assert (await memory.index.catch_up()).missing == 0
        assert await complete(memory, "fake:1") == [0, 0]
        assert (await memory.search_memory("kitten"))[0].item.value["value"] == "猫"
