"""Everything becomes what it was at a point; that is a change too, and can be undone."""

from __future__ import annotations

import os
import random
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Config, Conflict, Event, ManualClock, NotFound, Runtime
from perdure.control.state import state_at
from perdure.errors import InvalidInput
from tests.control.life import SCOPES, Life, now, plain, without_later

LIVES = int(os.environ.get("PERDURE_ROLLBACK_LIVES", "1"))
"""Each of 25 points: `make rollback` takes twenty."""
POINTS = 25


@pytest.mark.requirement("R368")
@pytest.mark.parametrize("seed", range(LIVES))
async def test_rolling_back_to_random_points_gives_what_was_there(tmp_path: Path, seed: int) -> None:
    clock = ManualClock()
    # Without the reader: what is told by rules alone is enough to change, and takes a tenth of the time.
    async with Runtime(tmp_path, clock=clock, config=Config(reader=False), embedder="none") as runtime:
        luna = await runtime.agent("luna")
        life = Life(luna, clock, random.Random(seed))
        await life.live(60)
        points = life.random.sample(life.seen, POINTS)
        for revision, before in points:
            for scope in sorted(set(SCOPES)):
                await _compare(luna, scope, revision, before, roll=scope == "main")
        assert len(life.seen) == 60


async def _compare(luna: AgentMemory, scope: str, revision: int, before: dict, *, roll: bool) -> None:
    """What the log says of a point is what was seen there; rolled back, it is there again; undone, it is not."""
    left = set((await now(luna))[scope].items)
    gone = {item.key for item in before[scope].items.values() if item.id not in left}  # deleted since

    def kept(ids: set[str], state: object) -> set[str]:
        return {one for one in ids if one in state.items and state.items[one].key not in gone}  # type: ignore[attr-defined]

    scopes = {scope, "shared"}
    told = await luna.port.read(scope, lambda tx: state_at(tx, tx.past.number_of(revision)[0]))
    there = kept(set(before[scope].items) & left, before[scope])
    expected = plain(before[scope], only=there, scopes=scopes)
    assert plain(told, only=there, scopes=scopes) == expected
    if not roll:
        return
    present = (await now(luna))[scope]
    done = await luna.history.rollback(revision, scope=scope)
    rolled = (await now(luna))[scope]
    fresh = {one for one in rolled.items if rolled.items[one].key in gone}
    assert plain(without_later(rolled, there | fresh), only=there, scopes=scopes) == expected
    if done.revision is not None:
        await luna.history.undo(done.revision, scope=scope)
        again = (await now(luna))[scope]
        everything = set(present.items)
        assert plain(again, only=everything, scopes=scopes) == plain(present, only=everything, scopes=scopes)


@pytest.mark.requirement("R368")
@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("I live in Leeds.", "I moved to Porto.", "Forget that I live in Porto."),
        ("我住在杭州。", "我搬到深圳了。", "忘掉我住在深圳。"),
    ],
    ids=["en", "zh"],
)
async def test_a_rollback_to_a_time_a_change_or_a_snapshot_is_a_change_that_can_be_undone(
    luna: AgentMemory, clock: ManualClock, first: str, second: str, third: str
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(first)])
    [held] = await luna.items("profile")
    noon, snapshot = clock.now(), await luna.history.snapshot("before the move")
    clock.advance(timedelta(hours=1))
    for said in (second, third):
        await luna.commit_turn(session, [Event.user(said)])
        clock.advance(timedelta(hours=1))
    for to in (noon, snapshot.revision, "before the move", noon.isoformat()):
        shown = await luna.history.rollback(to, dry_run=True)
        assert shown.diff
        assert shown.revision is None
        done = await luna.history.rollback(to)
        assert done.as_json()["differences"] == shown.as_json()["differences"]
        [again] = await luna.items("profile")
        assert (again.id, again.value, again.evidence) == (held.id, held.value, held.evidence)
        assert [hit.item.id for hit in await luna.search_memory(first)][:1] == [held.id]
        assert (await luna.history.rollback(to)).revision is None  # nothing is left to do
        [last] = await luna.history.changes(limit=1)
        assert (last.revision, set(last.actions)) == (done.revision, {"rolled_back"})
        assert await luna.history.undo(done.revision or 0)
        assert not [item for item in await luna.items("profile") if item.id == held.id]
    assert [one.name for one in await luna.history.snapshots()] == ["before the move"]
    assert await luna.history.snapshots(scope="peer:a") == []
    assert await luna.history.drop_snapshot("before the move")
    with pytest.raises(NotFound):
        await luna.history.rollback("before the move")


async def test_what_was_deleted_stays_deleted(luna: AgentMemory, clock: ManualClock) -> None:
    fact = Candidate("facts", {"predicate": "city", "value": "Rome"})
    await luna.upsert_recall(fact)
    before = clock.now()
    clock.advance(timedelta(hours=1))
    await luna.forget_recall("fact:user:city", mode="delete")
    assert not (await luna.history.rollback(before)).diff
    assert await luna.items() == []


async def test_what_is_left_of_a_profile_whose_field_was_deleted_stays(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I live in Leeds.")])
    await luna.commit_turn(session, [Event.user("I work for Acme.")])
    before = clock.now()
    clock.advance(timedelta(hours=1))
    await luna.forget_recall("profile:user#city", mode="delete")
    [left] = await luna.items("profile")
    await luna.history.rollback(before)
    assert [item.value for item in await luna.items("profile")] == [left.value]


async def test_a_peer_rolls_back_its_own_and_leaves_what_is_shared(luna: AgentMemory, clock: ManualClock) -> None:
    start = clock.now()
    clock.advance(timedelta(hours=1))
    await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "all"}), scope="shared")
    await luna.upsert_recall(Candidate("facts", {"predicate": "job", "value": "mine"}), scope="peer:a")
    await luna.upsert_recall(Candidate("facts", {"predicate": "job", "value": "main"}))
    await luna.history.rollback(start, scope="peer:a")
    assert [item.value["value"] for item in await luna.items(scope="peer:a")] == ["all"]
    assert {item.value["value"] for item in await luna.items()} == {"all", "main"}


async def test_a_point_is_in_the_past_and_known(luna: AgentMemory, clock: ManualClock) -> None:
    with pytest.raises(InvalidInput):
        await luna.history.rollback(clock.now() + timedelta(days=1))
    for unknown in (10_000, "no such name"):
        with pytest.raises(NotFound):
            await luna.history.rollback(unknown)
    with pytest.raises(InvalidInput):
        await luna.history.rollback(True)
    await luna.history.snapshot("a")
    with pytest.raises(Conflict):
        await luna.history.snapshot("a")
