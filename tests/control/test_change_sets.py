"""Every write that changed something is a change set: it is shown and undone by its number."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from perdure import AgentMemory, Candidate, Conflict, Event, InvalidInput, NotFound
from tests.control.test_undo import state, tell


def fact(value: str, source: str = "user") -> Candidate:
    return Candidate("facts", {"subject": "Kest", "predicate": "capital", "value": value}, source=source)


async def _turn(luna: AgentMemory) -> None:
    await tell(luna, "turn", "I moved to Porto.", "我喜欢爬山。")


async def _forget(luna: AgentMemory) -> None:
    await luna.forget_recall("fact:kest:capital")


async def _review(luna: AgentMemory) -> None:
    [waiting] = [one for one in await luna.review.list() if not one.doubtful]
    await luna.review.accept(waiting.item.id)


async def _reject(luna: AgentMemory) -> None:
    [waiting] = [one for one in await luna.review.list() if not one.doubtful]
    await luna.review.reject(waiting.item.id)


async def _identity(luna: AgentMemory) -> None:
    await luna.identity.set("Luna", role="companion")


async def _undo_source(luna: AgentMemory) -> None:
    await luna.review.undo_source("session:first", dry_run=False)


async def _note(luna: AgentMemory) -> None:
    await luna.memory_append("备用钥匙在小安那里。")


@pytest.mark.parametrize("write", [_turn, _forget, _review, _reject, _identity, _undo_source, _note])
async def test_every_kind_of_write_is_undone_by_its_number_and_done_again(
    luna: AgentMemory, write: Callable[[AgentMemory], Awaitable[None]]
) -> None:
    await tell(luna, "first", "I live in Leeds.", "我喜欢喝茶。")
    await luna.upsert_recall(fact("Dunmo"))
    await luna.upsert_recall(fact("Zorr", "tool"))
    before, known = await state(luna), {one.revision for one in await luna.history.changes(limit=100)}
    await write(luna)
    after = await state(luna)
    assert before != after
    new = [one for one in await luna.history.changes(limit=100) if one.revision not in known]
    undone: list[int] = []
    for one in new:  # the newest first
        assert (await luna.history.change(one.revision)).as_json() == one.as_json()
        shown = await luna.history.undo(one.revision, dry_run=True)
        done = await luna.history.undo(one.revision)
        assert shown is not None
        assert done is not None
        assert shown.actions == done.actions
        undone.append(done.revision)
        assert (await luna.history.change(one.revision)).is_undone
    assert await state(luna) == before
    for revision in reversed(undone):
        await luna.history.undo(revision)
    assert await state(luna) == after


async def test_a_pair_that_may_disagree_is_open_again_once_the_decision_is_undone(luna: AgentMemory) -> None:
    ids = [(await luna.upsert_recall(Candidate("notes", {"text": f"note {n}"}))).outcomes[0].item_id for n in (1, 2)]
    await luna.port.write("main", lambda tx: tx.links.add(ids[0] or "", ids[1] or ""))
    [waiting] = await luna.review.list()
    await luna.review.keep_both(waiting.item.id)
    assert await luna.review.list() == []
    [last, *_] = await luna.history.changes(limit=1)
    await luna.history.undo(last.revision)
    assert [one.item.id for one in await luna.review.list()] == [waiting.item.id]


async def test_what_changed_again_since_is_kept_or_refused(luna: AgentMemory) -> None:
    for value in ("Dunmo", "Zorr", "Orr"):
        await luna.upsert_recall(fact(value))
    last, middle, first = await luna.history.changes()
    with pytest.raises(Conflict) as caught:
        await luna.history.undo(middle.revision)
    assert str(last.revision) in caught.value.message
    assert await luna.history.undo(middle.revision, keep_later=True)
    assert [item.value["value"] for item in await luna.items()] == ["Orr"]
    versions = {item.value["value"]: item.status.value for item in await luna.items(status=None)}
    assert versions == {"Dunmo": "superseded", "Zorr": "retracted", "Orr": "active"}
    assert await luna.history.undo(middle.revision, keep_later=True) is None
    await luna.history.undo(last.revision, keep_later=True)
    assert [item.value["value"] for item in await luna.items()] == ["Dunmo"]
    assert (await luna.history.change(first.revision)).is_undone is False


async def test_several_change_sets_are_undone_together(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("Dunmo"))
    before = await state(luna)
    for value in ("Zorr", "Orr"):
        await luna.upsert_recall(fact(value))
    await luna.upsert_recall(fact("Other"), scope="peer:a")
    last, first, _ = await luna.history.changes()
    done = await luna.history.undo(first.revision, through=last.revision)
    assert done is not None
    assert await state(luna) == before
    await luna.history.undo(done.revision)
    assert [item.value["value"] for item in await luna.items()] == ["Orr"]
    with pytest.raises(InvalidInput):
        await luna.history.undo(last.revision, through=first.revision)


async def test_use_since_does_not_stand_in_the_way(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("Dunmo"))
    session = await luna.start_session()
    await luna.compose(session, "capital of Kest", budget=2_000)
    await luna.end_session(session)
    [*_, first] = await luna.history.changes(with_use=True)
    assert (await luna.items())[0].use_count == 1
    await luna.history.undo(first.revision)
    assert await luna.items() == []


async def test_a_scope_sees_and_undoes_its_own(luna: AgentMemory) -> None:
    await luna.upsert_recall(fact("Dunmo"), scope="peer:a")
    [own] = await luna.history.changes(scope="peer:a")
    assert await luna.history.changes() == []
    for verb in (luna.history.change, luna.history.undo):
        with pytest.raises(NotFound):
            await verb(own.revision)
    await luna.commit_turn(await luna.start_session(), [Event.user("Hm.")])
    assert await luna.history.changes() == []
