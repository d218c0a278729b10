"""A record that was read stays in memory, and is shown as the store has it now."""

from __future__ import annotations

from perdure import AgentMemory, ErasureTarget, Event


async def test_what_was_erased_is_not_shown_from_memory(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    said = ["The pump failed at noon.", "!!!", "The pump runs again.", " ".join(["pump"] * 3_000)]
    receipts = await luna.commit_turns(session, [[Event.user(text)] for text in said], learn=False)
    ids = [receipt.records[0] for receipt in receipts]
    first = await luna.port.read("main", lambda tx: tx.records_by_id(ids))
    again = await luna.port.read("main", lambda tx: tx.records_by_id(ids))
    assert [again[name].content for name in ids] == said
    assert [again[name] is first[name] for name in ids] == [True, True, True, False]  # one is too long to be kept
    assert await luna.port.read("peer:mei", lambda tx: tx.records_by_id(ids)) == {}
    await luna.erase(ErasureTarget(id=ids[0]))
    await luna.erase(ErasureTarget(id=ids[1]))
    after = await luna.port.read("main", lambda tx: tx.records_by_id(ids))
    assert [after[name].content for name in ids[:3]] == [None, None, said[2]]
    found = await luna.retrieve_archival("pump", reason="maintenance")
    assert not {said[0], said[1]} & {r.content for t in found for r in (t.record, *t.around)}
