"""Whether a search should go on into the archive: only for a reason, and each reason can be set."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, Config, InvalidInput, ManualClock, Runtime, Source
from perdure.recall.lookup import lookup_reason
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id


def fact(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)  # type: ignore[arg-type]


async def reason(memory: AgentMemory, query: str) -> str | None:
    return await memory.archive.lookup_reason(query, await memory.search_memory(query))


@pytest.mark.requirement("R247", "R248", "R250", "R345")
async def test_a_sure_answer_leaves_the_archive_closed(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("Berlin 柏林"))
    for query in ("Which city is it?", "我在哪个 city", "Berlin 柏林"):
        assert await reason(luna, query) is None
    for query in ("When did I say that about my city?", "我什么时候说过 city 的事？", "给我 Berlin 的原话"):
        assert await reason(luna, query) == "user_ask_evidence"
    for query in ("Where is my passport?", "护照在哪里"):
        assert await reason(luna, query) == "recall_miss"
    for query in ("Which city has the best bakery?", "哪个 city 的面包店最好"):  # a city is there, and no bakery
        assert await reason(luna, query) == "recall_miss"
    assert await luna.archive.lookups() == []  # a reason is not yet a look
    found = await luna.retrieve_archival("Berlin", reason="user_ask_evidence")
    assert (len(found), [look.reason for look in await luna.archive.lookups()]) == (1, ["user_ask_evidence"])


@pytest.mark.requirement("R248")
async def test_an_unsure_answer_wants_its_evidence(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("Berlin", source=Source.INFERENCE, confidence=0.4))
    assert await reason(luna, "which city") == "low_confidence"
    hits = await luna.search_memory("which city")
    assert lookup_reason("which city", hits, Config(low_confidence=0.3)) is None
    assert lookup_reason("which city", hits, Config(archival_lookup_triggers=())) is None
    assert lookup_reason("which city", hits, Config(recall_miss_hits=2)) == "recall_miss"
    assert lookup_reason("which city", [], Config(recall_miss_hits=0)) is None
    only = Config(archival_lookup_triggers=("recall_miss",))
    assert lookup_reason("我什么时候说过 city？", hits, only) is None


async def test_what_is_merely_near_does_not_count_as_found(busy_home: str, clock: ManualClock) -> None:
    embedder = FakeEmbedder(same={"cat": "猫"})
    async with Runtime(busy_home, clock=clock, embedder=embedder) as runtime:
        memory = await runtime.agent(fresh_id())
        await memory.upsert_recall(
            Candidate("preferences", {"name": "宠物", "value": "猫 and seven other small things"})
        )
        await memory.index.catch_up()
        (hit,) = hits = await memory.search_memory("cat")
        assert hit.why.raw.keys() == {"meaning"}
        near = hit.why.raw["meaning"]
        assert lookup_reason("cat", hits, Config(recall_miss_closeness=near + 0.01)) == "recall_miss"
        assert lookup_reason("cat", hits, Config(recall_miss_closeness=near - 0.01)) is None


async def test_a_question_without_a_word_is_refused(luna: AgentMemory) -> None:
    for wrong in ("", "  ", "？！", None):
        with pytest.raises(InvalidInput, match="query"):
            await luna.archive.lookup_reason(wrong, [])  # type: ignore[arg-type]


def test_the_settings_of_the_documents_are_the_defaults() -> None:
    assert Config().archival_lookup_triggers == ("user_ask_evidence", "low_confidence", "recall_miss")
