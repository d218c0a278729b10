"""Forgetting: what is named goes, the archive and the rest stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock, NotFound, Refused, Retracted, Source, Status, Target
from tests.homes import refused


def fact(predicate: str, value: str, **more: object) -> Candidate:
    return Candidate("facts", {"predicate": predicate, "value": value}, **more)


async def held(memory: AgentMemory, scope: str = "main") -> list[str]:
    return sorted(item.content for item in await memory.items(scope=scope))


@pytest.fixture
async def filled(luna: AgentMemory) -> AgentMemory:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user("I live in Berlin and drink green tea")], learn=False)
    for candidate in (
        fact("city", "Rome"),
        fact("city", "Berlin"),
        fact("drink", "green tea"),
        Candidate("goals", {"name": "learn tea"}),
    ):
        await luna.upsert_recall(candidate)
    return luna


@pytest.mark.requirement("R307")
async def test_deactivating_keeps_every_version_and_the_archive(filled: AgentMemory) -> None:
    [item] = await filled.items(key="fact:user:city")
    before = await filled.archive.records("s")
    receipt = await filled.forget_recall("fact:user:city")
    reason = "forgotten; the archive and the history are kept"
    assert receipt.outcomes == (Retracted("facts", "fact:user:city", reason, "main", item.id),)
    assert await held(filled) == ["drink: green tea", "learn tea [active]"]
    assert await filled.retrieve_recall("Berlin") == []
    history = await filled.history.of("fact:user:city")
    assert [(v.content, v.status.value) for v in history.versions] == [
        ("city: Rome", "superseded"),
        ("city: Berlin", "retracted"),
    ]
    assert [change.action for change in history.changes] == ["stored", "stored", "superseded", "forgotten"]
    assert await filled.archive.records("s") == before


@pytest.mark.requirement("R307")
async def test_deleting_takes_every_version_and_leaves_that_it_happened(filled: AgentMemory) -> None:
    [item] = await filled.items(key="fact:user:city")
    receipt = await filled.forget_recall(item.id, mode="delete")
    assert [outcome.reason for outcome in receipt.outcomes] == ["deleted with 2 versions; the archive is kept"]
    assert await filled.items(key="fact:user:city", status=None) == []
    history = await filled.history.of("fact:user:city")
    assert history.versions == ()
    assert history.changes[-1].action == "deleted"
    assert "Berlin" not in str(history)
    error = await refused(filled, filled.item(item.id))
    assert type(error) is NotFound
    assert [record.content for record in await filled.archive.records("s")] == ["I live in Berlin and drink green tea"]
    assert [finding for finding in await filled.check() if not finding.ok] == []


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
@pytest.mark.requirement("R307")
async def test_a_target_is_an_id_a_key_a_type_or_words(luna: AgentMemory, mode: str) -> None:
    for target, gone in (
        ("id", {"city: Berlin"}),
        (Target(key="FACT：User：City"), {"city: Berlin"}),
        (Target(type="FACT"), {"city: Berlin", "drink: green tea"}),
        (Target(query="TEA"), set()),  # it may mean two things
        (Target(query="green tea"), {"drink: green tea"}),
        (Target(query="green Berlin"), set()),
        (Target(type="notes"), set()),
    ):
        for candidate in (
            fact("city", "Berlin"),
            fact("drink", "green tea"),
            Candidate("goals", {"name": "learn tea"}),
        ):
            await luna.upsert_recall(candidate)
        before = set(await held(luna))
        if target == "id":
            target = (await luna.items(key="fact:user:city"))[0].id
        preview = {item.content for item in await luna.preview_forget(target, mode=mode) if item.is_active}
        await luna.forget_recall(target, mode=mode)
        assert preview == gone
        assert before - set(await held(luna)) == gone


async def test_what_is_not_there_is_not_found_by_name_and_nothing_by_type(luna: AgentMemory) -> None:
    for target in ("fact:user:city", Target(id="x"), "0197e0a0-0000-7000-8000-000000000000"):
        for mode in ("deactivate", "delete"):
            error = await refused(luna, luna.forget_recall(target, mode=mode))
            assert (type(error), str(error)) == (NotFound, "no such item in this scope")
    assert (await luna.forget_recall(Target(type="facts"))).outcomes == ()


@pytest.mark.parametrize("target", [Target(key="fact:user:city"), Target(type="facts"), Target(query="Berlin")])
async def test_what_was_to_begin_later_is_forgotten_with_what_holds(
    luna: AgentMemory, clock: ManualClock, target: Target
) -> None:
    await luna.upsert_recall(fact("city", "Berlin"))
    await luna.upsert_recall(fact("city", "Paris", valid_from=clock.now() + timedelta(days=1)))
    await luna.forget_recall(target)
    clock.advance(timedelta(days=2))
    assert await held(luna) == []


async def test_what_has_lapsed_cannot_come_back_after_it_was_forgotten(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.upsert_recall(fact("city", "Berlin", keep=timedelta(days=1)))
    clock.advance(timedelta(days=2))
    await luna.forget_recall("fact:user:city")
    assert [item.status for item in await luna.items(status=None)] == [Status.RETRACTED]


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
async def test_own_goes_before_shared_and_other_scopes_stay(luna: AgentMemory, mode: str) -> None:
    for scope in ("main", "peer:a", "shared"):
        await luna.upsert_recall(fact("city", scope), scope=scope)
    await luna.forget_recall("fact:user:city", mode=mode, scope="peer:a")
    assert await held(luna, "peer:a") == ["city: shared"]
    assert await held(luna, "main") == ["city: main"]
    [refused_here] = (await luna.forget_recall(Target(type="facts"), mode=mode, scope="peer:a")).outcomes
    assert isinstance(refused_here, Refused)  # what is shared is not a peer's to forget
    assert await held(luna, "peer:a") == await held(luna, "peer:b") == ["city: shared"]
    await luna.forget_recall(Target(type="facts"), mode=mode)
    assert await held(luna, "main") == ["city: shared"]
    await luna.forget_recall(Target(type="facts"), mode=mode)
    assert await held(luna, "peer:b") == await held(luna, "main") == []


async def test_a_pending_candidate_can_be_dropped_by_its_id(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("city", "Berlin"))
    await luna.upsert_recall(fact("city", "Rome", source=Source.OUTSIDE))
    [waiting] = await luna.items(status="pending")
    await luna.forget_recall(waiting.id)
    assert await luna.items(status="pending") == []
    assert await held(luna) == ["city: Berlin"]
    error = await refused(luna, luna.forget_recall(waiting.id))
    assert type(error) is NotFound


@pytest.mark.parametrize("note", ["The spare key is with Ann.", "备用钥匙在小安那里。"])
async def test_an_episode_goes_with_what_it_tells_of_and_not_the_other_way_round(luna: AgentMemory, note: str) -> None:
    for name in ("s", "t"):
        await luna.start_session(name)
        for said in (note, "The bins go out on Monday."):
            await luna.commit_turn(name, [Event.user(said), Event.assistant("OK")])
        await luna.upsert_recall(Candidate("notes", {"text": note}, source=Source.RELAYED), session=name)
        await luna.end_session(name)
    first, second = await luna.items("episodes")
    await luna.forget_recall(Target(id=first.id))
    assert [item.id for item in await luna.items("episodes")] == [second.id]
    assert note in await held(luna)
    [told, *_] = await luna.items("notes")
    await luna.forget_recall(Target(id=told.id))
    assert await luna.items("episodes") == []
