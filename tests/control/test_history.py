"""History: every version with its evidence, and the log of what was done."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, NotFound, Target
from tests.homes import refused


def city(value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)


@pytest.mark.requirement("R199", "R200")
async def test_all_versions_are_shown_oldest_first_by_item_id_or_key(luna: AgentMemory) -> None:
    for value in ("Rome", "Oslo", "Bern"):
        await luna.upsert_recall(city(value))
    await luna.forget_recall("fact:user:city")
    [first, *_] = await luna.items(status="superseded")
    by_key = await luna.history.of("fact:user:city")
    for target in (first, first.id, Target(id=first.id), Target(key="FACT:user:City")):
        assert await luna.history.of(target) == by_key
    assert [(v.version, v.status.value, len(v.evidence)) for v in by_key.versions] == [
        (1, "superseded", 1),
        (2, "superseded", 1),
        (3, "retracted", 1),
    ]
    assert [change.action for change in by_key.changes] == [
        *("stored", "stored", "superseded", "stored", "superseded", "forgotten")
    ]
    assert [change.sequence for change in by_key.changes] == sorted(change.sequence for change in by_key.changes)
    assert set(by_key.as_json()) == {"key", "items", "changes"}


async def test_own_history_comes_before_shared(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("all"), scope="shared")
    assert [v.content for v in (await luna.history.of("fact:user:city", scope="peer:a")).versions] == ["city: all"]
    await luna.upsert_recall(city("a"), scope="peer:a")
    assert [v.content for v in (await luna.history.of("fact:user:city", scope="peer:a")).versions] == ["city: a"]
    assert [v.content for v in (await luna.history.of("fact:user:city")).versions] == ["city: all"]


async def test_what_never_was_has_no_history(luna: AgentMemory) -> None:
    for target in ("fact:user:city", "0197e0a0-0000-7000-8000-000000000000"):
        error = await refused(luna, luna.history.of(target))
        assert (type(error), str(error)) == (NotFound, "no such item in this scope")


async def test_the_log_holds_no_memory_text(luna: AgentMemory) -> None:
    await luna.upsert_recall(city("Berlin"))
    await luna.upsert_recall(city("Paris"))
    changes = (await luna.history.of("fact:user:city")).changes
    assert not [change for change in changes if "Berlin" in str(change) or "Paris" in str(change)]
