"""Whatever a search is given: a clear error or a plain answer, never a crash, never another scope's rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, ManualClock, Runtime, StoreBusy
from perdure.recall import embedding
from perdure.slices import Pace
from perdure.store.vector_index import VectorIndex
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id

Search = Callable[..., Awaitable[list[Any]]]


@pytest.fixture
async def filled(luna: AgentMemory) -> AgentMemory:
    for scope, value in (("main", "green tea 绿茶"), ("peer:a", "secret tea 秘密"), ("shared", "shared tea")):
        await luna.upsert_recall(Candidate("preferences", {"name": f"drink {scope}", "value": value}), scope=scope)
        session = await luna.start_session(scope=scope)
        await luna.commit_turn(session, [Event.user(f"said in {scope}: tea")], learn=False)
    return luna


def searches(memory: AgentMemory) -> dict[str, Search]:
    return {
        "search_memory": memory.search_memory,
        "retrieve_recall": memory.retrieve_recall,
        "retrieve_archival": memory.retrieve_archival,
        "search_conversation_traces": memory.search_conversation_traces,
    }


def text_of(found: list[Any]) -> str:
    return repr(found)


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "？！…", "\"'()*:^-", "👍", None, 5, b"tea", ["tea"]])
async def test_a_query_without_a_word_is_refused(filled: AgentMemory, query: Any) -> None:
    for search in searches(filled).values():
        with pytest.raises(InvalidInput, match="query"):
            await search(query)
    assert await filled.archive.lookups() == []  # what was refused was no look


async def test_ten_thousand_words_are_a_question_like_any_other(filled: AgentMemory) -> None:
    for query in (
        "tea " + " ".join(f"word{n}" for n in range(10_000)),
        "绿茶" + "很多的字和词" * 2_000,
        "tea " * 10_000,
    ):
        for search in searches(filled).values():
            found = await search(query)
            assert found
            assert "secret" not in text_of(found)


@pytest.mark.parametrize(
    "query",
    [
        "tea AND",
        "tea OR NOT green",
        "NEAR(tea green, 2)",
        '"tea',
        'tea"; DROP TABLE memory_items; --',
        "tea*",
        "^tea",
        "search_text:tea",
        "{search_text}: tea",
        "tea:*B & !green | (x)",
        "tea' OR '1'='1",
        "%tea_ \\",
        "tea\x00null",
        "tea \ud800 lone",
        ":scope tea :now",
        "(((tea",
    ],
)
async def test_operators_and_quotes_are_words(filled: AgentMemory, query: str) -> None:
    for search in searches(filled).values():
        if any(char in query for char in "\x00\ud800"):  # characters that no engine keeps
            with pytest.raises(InvalidInput, match="query"):
                await search(query)
            continue
        found = await search(query)
        assert found
        assert "secret" not in text_of(found)
    assert len(await filled.items(scope="peer:a")) == 2


@pytest.mark.parametrize("k", [0, -1, 1_000_000, 2.5, "3", True, None])
async def test_k_is_a_count_in_bounds(filled: AgentMemory, k: Any) -> None:
    for name, search in searches(filled).items():
        if k is None and name in ("search_memory", "retrieve_recall"):
            assert await search("tea", k=k)  # none given: the default
            continue
        with pytest.raises(InvalidInput, match="`k`"):
            await search("tea", k=k)
    assert len(await filled.search_memory("tea", k=1)) == 1


async def test_filters_are_known_by_name_and_never_widen_the_scope(filled: AgentMemory) -> None:
    for unknown in ("scopes", "agent_id", "where"):
        with pytest.raises(TypeError, match=unknown):
            await filled.retrieve_archival("tea", **{unknown: "peer:a"})  # type: ignore[arg-type]
    for scope in ("*", "main OR 1=1", "peer:", "", "all", "main'--", 7):
        for search in searches(filled).values():
            with pytest.raises(InvalidInput, match="scope"):
                await search("tea", scope=scope)
    assert "secret" not in text_of(await filled.search_memory("tea", scope="peer:a,main"))  # somebody of that name
    theirs = await filled.start_session("theirs", scope="peer:a")
    for found in (
        await filled.retrieve_archival("tea", in_session=theirs.id),
        await filled.retrieve_archival("tea", in_session="' OR 1=1 --"),
        await filled.retrieve_archival("tea", tool="%"),
    ):
        assert found == []
    with pytest.raises(InvalidInput, match="scope"):
        await filled.search_memory("tea", session=theirs, scope="main")


class Wrong:
    """An embedder that does not keep its word."""

    name = "wrong:1"
    dimension = 64

    def __init__(self, answer: Callable[[int], object]) -> None:
        self.answer = answer

    async def embed(self, texts: Sequence[str]) -> Any:
        return self.answer(len(texts))

    async def close(self) -> None:
        """Nothing to let go of."""


def raising(_: int) -> object:
    raise ZeroDivisionError("somebody else's code")


WRONG: dict[str, Callable[[int], object]] = {
    "nan": lambda n: [[float("nan")] * 64] * n,
    "infinite": lambda n: [[float("inf")] * 64] * n,
    "another size": lambda n: [[1.0] * 32] * n,
    "ragged": lambda n: [[1.0] * (63 + i % 2) for i in range(n + 1)][:n] if n > 1 else [[1.0]],
    "empty vectors": lambda n: [[]] * n,
    "nothing": lambda n: None,
    "no vectors": lambda n: [],
    "one too many": lambda n: [[1.0] * 64] * (n + 1),
    "words": lambda n: ["vector"] * n,
    "an error": raising,
}


@pytest.mark.parametrize("kind", WRONG)
async def test_an_embedder_that_lies_costs_nothing_but_the_meaning(
    busy_home: str, clock: ManualClock, kind: str
) -> None:
    wrong = Wrong(WRONG[kind])
    async with Runtime(busy_home, clock=clock, embedder=wrong, config=Config(record_vectors=True)) as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.upsert_recall(Candidate("preferences", {"name": "drink", "value": "tea"}))
        progress = await memory.index.catch_up()
        assert (progress.vectors, progress.missing) == (0, 2)
        assert "wrong:1" in str(progress.problem)
        (hit,) = await memory.search_memory("tea")
        assert hit.why.missing == ("meaning",)
        assert len(await memory.retrieve_archival("tea")) == 1
        wrong.answer = lambda n: [[3.0] + [0.0] * 63] * n  # it comes to its senses; lengths are mended
        await memory.index.catch_up()
        assert (await memory.search_memory("tea"))[0].why.raw["meaning"] == pytest.approx(1.0)


async def test_a_model_that_changes_the_size_of_its_vectors_begins_anew(busy_home: str, clock: ManualClock) -> None:
    agent_id = fresh_id()
    for dimension in (64, 32, 96):
        async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:same", dimension)) as runtime:
            memory = await runtime.agent(agent_id)
            await memory.upsert_recall(Candidate("preferences", {"name": f"drink {dimension}", "value": "tea"}))
            await memory.index.catch_up()
            assert (await memory.index.catch_up()).missing == 0
            hits = await memory.search_memory("tea")
            assert all("meaning" in hit.why.raw for hit in hits)


async def test_vectors_of_another_size_are_dropped_a_slice_at_a_time_and_cut_short_it_goes_on(
    busy_home: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer is never held for all of them: others write between two slices, and another process takes it up."""
    monkeypatch.setattr(embedding, "MOST_DROPPED", 5)
    monkeypatch.setattr(embedding, "Pace", lambda most: Pace(size=most, most=most))
    agent_id, slices = fresh_id(), list[int]()
    drop = VectorIndex.drop_other_sizes

    def watched(self: VectorIndex, mem_type: str, model: str, size: int, limit: int) -> int:
        if fail_at is not None and len(slices) == fail_at:
            raise StoreBusy("the disk is busy")
        slices.append(drop(self, mem_type, model, size, limit))
        return slices[-1]

    monkeypatch.setattr(VectorIndex, "drop_other_sizes", watched)
    fail_at: int | None = None
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:same", 64)) as runtime:
        memory = await runtime.agent(agent_id)
        for n in range(23):
            await memory.upsert_recall(Candidate("preferences", {"name": f"drink {n}", "value": f"tea {n}"}))
        full = await memory.index.catch_up()
    assert full.missing == 0
    assert sum(slices) == 0
    slices.clear()
    fail_at = 2
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:same", 32)) as runtime:
        memory = await runtime.agent(agent_id)
        await memory.upsert_recall(Candidate("preferences", {"name": "one more", "value": "tea"}))
        cut = await memory.index.catch_up()
        assert "busy" in str(cut.problem)
        assert cut.vectors == full.vectors - 10
        assert len(await memory.search_memory("tea 3")) > 0  # words find it, and old vectors are in nobody's way
        fail_at = None
        assert (await memory.index.catch_up()).missing == 0  # also in the same process
    assert slices[:2] == [5, 5]
    assert max(slices) == 5
    assert sum(slices) == full.vectors
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder("fake:same", 32)) as runtime:
        memory = await runtime.agent(agent_id)
        assert (await memory.index.catch_up()).missing == 0
        assert all("meaning" in hit.why.raw for hit in await memory.search_memory("tea"))
