"""An item is found by the end of its id, as citations show it, without reading the others."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, InvalidInput
from perdure.store import items as reading


async def test_an_item_is_found_by_the_end_of_its_id(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(30):
        await luna.upsert_recall(Candidate("facts", {"predicate": f"matter {n}", "value": "tea"}))
    await luna.upsert_recall(Candidate("facts", {"predicate": "matter 7", "value": "coffee"}))
    [old] = await luna.items(key="fact:user:matter_7", status="superseded")
    [new] = await luna.items(key="fact:user:matter_7")
    read: list[object] = []
    item_of = reading.item_of
    monkeypatch.setattr(reading, "item_of", lambda row, evidence: (read.append(row[0]), item_of(row, evidence))[1])
    for ending in (new.id[-6:], new.id[-8:], new.id):
        assert new in await luna.items(ending=ending)
    assert len(read) <= 6
    assert old not in await luna.items(ending=old.id[-8:])  # it no longer holds
    assert await luna.items(ending=new.id[-8:], scope="peer:mei") == []


@pytest.mark.parametrize("ending", ["", "abc", "%%%%", "ABCD", "zzzz"])
async def test_what_is_no_end_of_an_id_is_refused(luna: AgentMemory, ending: str) -> None:
    with pytest.raises(InvalidInput):
        await luna.items(ending=ending)


async def test_the_end_of_an_id_is_given_alone(luna: AgentMemory) -> None:
    with pytest.raises(InvalidInput):
        await luna.items("facts", ending="abcd")
