"""Search by words: what is found, in which order, and that nothing outside the view moves a score."""

from __future__ import annotations

from typing import Any

import pytest

from perdure import AgentMemory, Candidate, ManualClock, Runtime
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id


def fact(predicate: str, value: str) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value})


@pytest.mark.requirement("R304")
async def test_the_best_k_come_first_with_their_reason(luna: AgentMemory) -> None:
    for predicate, value in (("drink", "green tea, always tea"), ("city", "a town with a tea house"), ("pet", "cat")):
        await luna.upsert_recall(fact(predicate, value))
    hits = await luna.retrieve_recall("tea")
    assert [hit.item.value["predicate"] for hit in hits] == ["drink", "city"]
    assert hits[0].score > hits[1].score >= 0
    assert all("tea" in str(hit.why) for hit in hits)
    assert await luna.retrieve_recall("tea", k=1) == hits[:1]
    shape = hits[0].as_json()
    assert {name: shape[name] for name in shape if name != "why"} == {
        **hits[0].item.as_json(),
        "score": hits[0].score,
        "fit": hits[0].fit,
    }


async def test_a_later_item_is_found_as_soon_as_it_is_written(luna: AgentMemory) -> None:
    assert await luna.retrieve_recall("绿茶") == []
    await luna.upsert_recall(fact("饮料", "喜欢绿茶"))
    assert [hit.item.value["value"] for hit in await luna.retrieve_recall("绿茶")] == ["喜欢绿茶"]


@pytest.mark.requirement("R007")
async def test_the_index_is_made_again_from_the_items_alone(luna: AgentMemory) -> None:
    for n in range(4):
        await luna.upsert_recall(fact(f"f{n}", f"tea 绿茶 {n} " * 200))
    await luna.upsert_recall(fact("f0", "coffee"))
    before = [await luna.retrieve_recall(query) for query in ("tea", "绿茶", "coffee")]
    await luna.port.write("main", lambda tx: tx.index.drop_all())
    assert await luna.retrieve_recall("tea") == []
    assert "index" in {finding.check for finding in await luna.check() if not finding.ok}
    assert await luna.rebuild_index() == 5
    assert [await luna.retrieve_recall(query) for query in ("tea", "绿茶", "coffee")] == before
    assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_what_a_reader_does_to_a_value_is_not_read_again(luna: AgentMemory) -> None:
    """Rows that were read before are remembered; what came of them is nobody else's."""
    entity = {"kind": "person", "canonical": "Anna", "aliases": ["安娜"]}
    await luna.upsert_recall(Candidate("entities", entity))
    for _ in range(2):
        value: Any = (await luna.retrieve_recall("Anna"))[0].item.value
        assert value["aliases"] == ["安娜"]
        value["canonical"] = "Berta"
        value["aliases"].append("Berta")
    assert (await luna.retrieve_recall("Anna"))[0].item.value["canonical"] == "Anna"


@pytest.mark.parametrize(
    ("told", "asked", "unlike"),
    [
        (
            "I always drink oolong tea in the morning",
            "Which tea do I drink in the morning?",
            "What colour is my bicycle?",
        ),
        ("我每天早上都喝乌龙茶", "我早上喝什么茶？", "我的自行车是什么颜色？"),
    ],
)
async def test_the_fit_of_a_hit_means_the_same_for_every_question(
    busy_home: str, clock: ManualClock, told: str, asked: str, unlike: str
) -> None:
    """The nearest of all may be far off: then it has a poor fit, however high its score, and is no answer."""
    a_little_alike = FakeEmbedder(dimension=256, same={"colour": "tea"})
    async with Runtime(busy_home, clock=clock, embedder=a_little_alike) as runtime:
        luna = await runtime.agent(fresh_id())
        await luna.upsert_recall(Candidate("notes", {"text": told}))
        await luna.index.catch_up()
        good, poor = await luna.search_memory(asked), await luna.search_memory(unlike)
        assert good.is_answered
        assert good[0].fit >= 0.5
        assert all(hit.fit < 0.4 for hit in poor)
        assert not poor.is_answered
        assert 0 <= good[0].why.share <= 1
        assert f"words {good[0].why.share:.2f}" in str(good[0].why)
