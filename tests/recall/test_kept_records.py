"""Records that are kept in memory are shown as the store has them now, to those whom it shows them."""

from __future__ import annotations

from perdure import AgentMemory, ErasureTarget, Event
from perdure.recall.kept_records import KeptRecords


async def test_what_was_erased_is_not_shown_from_memory(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    said = ["The pump failed at noon.", "!!!", "The pump runs again."]
    receipts = await luna.commit_turns(session, [[Event.user(text)] for text in said], learn=False)
    ids = [receipt.records[0] for receipt in receipts]
    kept = KeptRecords()
    first = await luna.port.read("main", lambda tx: kept.by_id(tx, ids))
    again = await luna.port.read("main", lambda tx: kept.by_id(tx, ids))
    assert [again[name].content for name in ids] == said
    assert all(again[name] is first[name] for name in ids)
    assert await luna.port.read("peer:mei", lambda tx: kept.by_id(tx, ids)) == {}
    await luna.erase(ErasureTarget(id=ids[0]))
    await luna.erase(ErasureTarget(id=ids[1]))
    after = await luna.port.read("main", lambda tx: kept.by_id(tx, ids))
    assert [after[name].content for name in ids] == [None, None, said[2]]
    found = await luna.retrieve_archival("pump", reason="maintenance")
    assert not {said[0], said[1]} & {r.content for t in found for r in (t.record, *t.around)}


async def test_only_so_much_is_kept(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    turns = [[Event.user(f"{n} " + "pump " * 3_000)] for n in range(5)]
    ids = [receipt.records[0] for receipt in await luna.commit_turns(session, turns, learn=False)]
    kept = KeptRecords(characters=40_000)
    first = await luna.port.read("main", lambda tx: kept.by_id(tx, ids))
    again = await luna.port.read("main", lambda tx: kept.by_id(tx, ids))
    assert first == again
    assert [again[name] is first[name] for name in ids] == [False, False, False, True, True]
