"""Search by words: what is found, in which order, and that nothing outside the view moves a score."""

from __future__ import annotations

import math

import pytest

from perdure import AgentMemory, Candidate
from perdure.recall.search import rank
from perdure.store.contract import Found


def fact(predicate: str, value: str) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value})


def test_scores_are_bm25_over_what_was_found() -> None:
    found = [Found("a", "tea tea cup"), Found("b", "tea"), Found("c", "cup of wine")]
    got = rank(["tea", "wine"], found, total=10)
    assert {match.item_id: match.words for match in got} == {"c": ("wine",), "a": ("tea",), "b": ("tea",)}
    assert [match.score for match in got] == sorted((match.score for match in got), reverse=True)
    average = 7 / 3
    idf = math.log(1 + (10 - 2 + 0.5) / 2.5)
    by_id = {match.item_id: match.score for match in got}
    assert by_id["b"] == pytest.approx(idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 / average)))
    assert by_id["a"] == pytest.approx(idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / average)))
    assert rank(["x"], [], total=0) == []


def test_an_item_counts_once_by_its_best_chunk_and_ties_have_an_order() -> None:
    found = [Found("b", "tea x"), Found("a", "tea x"), Found("a", "tea tea")]
    assert [match.item_id for match in rank(["tea"], found, total=3)] == ["a", "b"]


@pytest.mark.requirement("R304")
async def test_the_best_k_come_first_with_their_reason(luna: AgentMemory) -> None:
    for predicate, value in (("drink", "green tea, always tea"), ("city", "a town with a tea house"), ("pet", "cat")):
        await luna.upsert_recall(fact(predicate, value))
    hits = await luna.retrieve_recall("tea")
    assert [hit.item.value["predicate"] for hit in hits] == ["drink", "city"]
    assert hits[0].score > hits[1].score > 0
    assert all("tea" in hit.why for hit in hits)
    assert await luna.retrieve_recall("tea", k=1) == hits[:1]
    assert hits[0].as_json() == {**hits[0].item.as_json(), "score": hits[0].score, "why": hits[0].why}


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
    await luna._write("main", lambda tx: tx.drop_chunks())
    assert await luna.retrieve_recall("tea") == []
    assert [finding.check for finding in await luna.check() if not finding.ok] == ["index"]
    assert await luna.rebuild_index() == 5
    assert [await luna.retrieve_recall(query) for query in ("tea", "绿茶", "coffee")] == before
    assert [finding for finding in await luna.check() if not finding.ok] == []
