"""When the disk fails at any single operation, the call says so in our words and nothing is half done."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import shutil
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from perdure import Attachment, Candidate, Config, Event, InvalidInput, PerdureError, Runtime
from perdure.agent import AgentMemory
from tests.faults.long import IS_LONG, Progress
from tests.faults.vfs import FULL, IOERR, OPERATIONS, failing, failing_call, faulty_disk

EVERY_POINT = IS_LONG
SAMPLE = 56
"""Fault points per verb, unless all are asked for."""

BLOB = b"attached" * 2_000
QUICK = Config(busy_timeout=2.0)


def fact(value: str, *, retract: bool = False) -> Candidate:
    return Candidate(type="facts", value={"predicate": "home", "value": value}, retract=retract)


VERBS: dict[str, Callable[[AgentMemory], Awaitable[object]]] = {
    "start_session": lambda a: a.start_session("second"),
    "end_session": lambda a: a.end_session("first"),
    "commit_turn": lambda a: a.commit_turn("first", [Event.user("new " * 3_000)], idempotency_key="t"),
    "commit_turns": lambda a: a.commit_turns("first", [[Event.user(f"turn {n}")] for n in range(9)]),
    "attach": lambda a: a.commit_turn("first", [Event.user("look", attachments=[Attachment("f", BLOB)])]),
    "store": lambda a: a.upsert_recall(Candidate(type="facts", value={"predicate": "new", "value": "here"})),
    "supersede": lambda a: a.upsert_recall(fact("Lyon"), idempotency_key="u"),
    "merge": lambda a: a.upsert_recall(fact("Paris")),
    "retract": lambda a: a.upsert_recall(fact("Paris", retract=True)),
    "deactivate": lambda a: a.forget_recall("fact:user:home"),
    "delete": lambda a: a.forget_recall("fact:user:home", mode="delete"),
    "rebuild_index": lambda a: a.rebuild_index(),
}


async def fill(home: Path) -> None:
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna")
        await agent.start_session("first")
        await agent.commit_turns("first", [[Event.user(f"said {n} " * 40)] for n in range(30)])
        await agent.upsert_recall(fact("Paris"))
        for n in range(8):
            await agent.upsert_recall(Candidate(type="facts", value={"predicate": f"p{n}", "value": "v " * 200}))


async def seen(agent: AgentMemory) -> list[Any]:
    """Everything a caller can see, without ids and times, which differ from run to run."""
    sessions = sorted(await agent.archive.sessions(), key=lambda s: s.id)
    items = await agent.items(status=None)
    return [
        [(s.id, s.is_open, s.message_count, s.turn_count) for s in sessions],
        [
            (r.turn_id, r.content, [f.sha256 for f in r.attachments])
            for s in sessions
            for r in await agent.archive.records(s)
        ],
        [(i.key, i.version, i.status, _timeless(i.value), len(i.evidence), i.confidence) for i in items],
        sorted(hit.item.key for hit in await agent.retrieve_recall("Paris Lyon here home new")),
    ]


def _timeless(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in value.items() if name != "ended_at"}


async def looked_at(home: Path) -> list[Any]:
    """Everything, read by a healthy runtime, after the store has found nothing wrong with itself."""
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna")
        assert [finding for finding in await agent.check() if not finding.ok] == []
        return await seen(agent)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("template") / "home"
    asyncio.run(fill(home))
    return home


async def attempt(home: Path, verb: str, break_it: Callable[[], None], mend: Callable[[], None], *, early: bool) -> Any:
    """Run a verb on a breaking store; answer the error, if any. Afterwards the same handle has to work again."""
    if early:
        break_it()
    try:
        async with Runtime(home, config=QUICK) as runtime:
            agent = await runtime.agent("luna")
            if not early:
                await agent.items()  # open the reader too, so that the fault meets the verb itself
                break_it()
            failure: PerdureError | None = None
            try:
                await asyncio.wait_for(VERBS[verb](agent), 10)
            except PerdureError as error:
                failure = error
            mend()
            await seen(agent)
            await agent.commit_turn((await agent.start_session("afterwards")), [Event.user("it works again")])
            return failure
    except PerdureError as error:
        if not early:
            raise  # a handle that was open has to recover
        return error
    finally:
        mend()


def without_afterwards(state: list[Any]) -> list[Any]:
    sessions, records, items, hits = state
    return [
        [s for s in sessions if s[0] != "afterwards"],
        [r for r in records if r[1] != "it works again"],
        items,
        hits,
    ]


def untold(state: list[Any]) -> list[Any]:
    sessions, records, items, hits = state
    return [sessions, records, [item for item in items if not item[0].startswith("episode:")], hits]


async def waiting(home: Path) -> bool:
    async with Runtime(home, config=QUICK) as runtime:
        return bool(await (await runtime.agent("luna")).jobs.list())


@pytest.mark.parametrize("verb", VERBS)
def test_a_failing_disk_gives_our_error_and_leaves_the_store_whole(
    verb: str, template: Path, tmp_path: Path, say: Callable[[str], None]
) -> None:
    home = tmp_path / "home"
    before = asyncio.run(looked_at(template))
    with faulty_disk() as disk:
        points: list[tuple[str, int, bool]] = []
        for early in (False, True):
            shutil.copytree(template, home)
            stopped: list[dict[str, int]] = []
            asyncio.run(
                attempt(home, verb, disk.counts.clear, lambda s=stopped: s.append(dict(disk.counts)), early=early)
            )
            counts = stopped[0]
            points += [(name, n + 1, early) for name in OPERATIONS for n in range(counts.get(name, 0))]
            after = without_afterwards(asyncio.run(looked_at(home)))
            shutil.rmtree(home)
        cases = [(*point, for_ever, full) for point in points for for_ever in (False, True) for full in (False, True)]
        if not EVERY_POINT:
            cases = random.Random(verb).sample(cases, min(SAMPLE, len(cases)))
        fired, progress = 0, Progress(say, f"a failing disk, {verb}", len(cases))
        for done, (operation, nth, early, for_ever, full) in enumerate(cases, start=1):
            case = f"{verb}: {operation} {nth}, {early=}, {for_ever=}, {full=}"
            shutil.copytree(template, home)
            code = FULL if full and operation in ("xWrite", "xTruncate") else IOERR[operation]
            failure = asyncio.run(
                attempt(
                    home,
                    verb,
                    lambda o=operation, n=nth, c=code, f=for_ever: disk.arm(o, n, failing(c), for_ever=f),
                    disk.disarm,
                    early=early,
                )
            )
            fired += disk.fired > 0
            state = without_afterwards(asyncio.run(looked_at(home)))
            if failure is None and verb == "end_session" and state != after:
                # The session is closed. Its episode, which the disk kept from being told, is still due.
                assert asyncio.run(waiting(home)), f"{case}: the episode is neither there nor due"
                assert untold(state) == untold(after), f"{case}: answered, and it is not there"
            elif failure is None:
                assert state == after, f"{case}: answered, and it is not there"
            elif operation == "xSync":
                assert state in (before, after), f"{case}: half done"
            else:
                assert state == before, f"{case}: refused with {failure!r}, and yet something changed"
            assert failure is None or failure.code == "store_unavailable", f"{case}: {failure!r}"
            shutil.rmtree(home)
            progress.reached(done)
    assert fired > len(cases) / 2, "most faults were never reached: the sweep proves nothing"


def test_a_store_that_swallows_the_failure_would_be_seen(template: Path, tmp_path: Path) -> None:
    """The control: a verb that is answered although its write failed must not look like one that was kept."""
    home = tmp_path / "home"
    before = asyncio.run(looked_at(template))
    shutil.copytree(template, home)
    with faulty_disk() as disk:
        failure = asyncio.run(
            attempt(home, "commit_turn", lambda: disk.arm("xWrite", 1, failing(FULL)), disk.disarm, early=False)
        )
    assert failure is not None
    assert without_afterwards(asyncio.run(looked_at(home))) == before
    asyncio.run(attempt(home, "commit_turn", lambda: None, lambda: None, early=False))
    assert without_afterwards(asyncio.run(looked_at(home))) != before


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EACCES])
@pytest.mark.parametrize(("call", "nth"), [("open", 2), ("fsync", 1), ("fsync", 2), ("replace", 1)])
def test_an_attachment_that_cannot_be_kept_refuses_its_turn(
    call: str, nth: int, number: int, template: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    shutil.copytree(template, home)
    before = asyncio.run(looked_at(home))

    async def go() -> None:
        async with Runtime(home, config=QUICK) as runtime:
            agent = await runtime.agent("luna")
            await agent.items()
            with failing_call(call, nth, number) as counts, pytest.raises(PerdureError) as caught:
                await VERBS["attach"](agent)
            assert counts[call] >= nth
            assert caught.value.code == "store_unavailable"
            assert await seen(agent) == before
            await VERBS["attach"](agent)
            assert [finding for finding in await agent.check() if not finding.ok] == []

    asyncio.run(go())
    assert list(home.rglob("attachments/.*")) == [], "a half-written file was left behind"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted in /proc")
def test_a_refused_read_leaves_no_file_open(template: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(template, home)

    def open_files() -> int:
        files = [os.readlink(entry.path) for entry in os.scandir("/proc/self/fd") if os.path.lexists(entry.path)]
        return sum(file.startswith(str(home)) for file in files)

    async def go() -> None:
        async with Runtime(home) as runtime:
            agent = await runtime.agent("luna")
            await agent.index.catch_up()  # what reads beside us has the connections that it needs
            before, refusals = open_files(), []
            for _ in range(20):
                with pytest.raises(InvalidInput) as refused:
                    await agent.retrieve_recall("?!")
                refusals.append(refused)  # an error that is kept must not keep a connection
            assert open_files() == before

    asyncio.run(go())
