"""What doctor says of a healthy file."""

from __future__ import annotations

from perdure import Candidate, Runtime


async def test_a_deletion_seen_through_an_older_connection_is_no_damage(sqlite_runtime: Runtime) -> None:
    luna = await sqlite_runtime.agent("luna")
    await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Berlin"}))
    assert [finding for finding in await luna.check() if not finding.ok] == []
    await luna.forget_recall("fact:user:city", mode="delete")
    assert [finding for finding in await luna.check() if not finding.ok] == []
