"""The two kinds of home, as fixtures: whatever is promised is tested in both."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Iterator
from pathlib import Path

import pytest

from perdure import AgentMemory, Item, ManualClock, Runtime
from perdure.errors import PerdureError
from perdure.testing import Transcript
from tests import postgres

ENGINES = ["sqlite", "postgres"]


def fresh_id() -> str:
    """An agent that nobody else uses."""
    return f"luna-{secrets.token_hex(6)}"


@pytest.fixture(params=ENGINES)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where memory lives: an empty folder, then an empty PostgreSQL database."""
    if request.param == "sqlite":
        return str(tmp_path / "home")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(scope="session")
def busy_database(postgres_server: str) -> Iterator[str]:
    """A database that many tests share, each with an agent of its own: making one takes a second."""
    with postgres.fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(params=ENGINES)
def busy_home(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where memory lives, perhaps with agents of other tests in it."""
    return str(tmp_path / "home") if request.param == "sqlite" else str(request.getfixturevalue("busy_database"))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def runtime(busy_home: str, clock: ManualClock) -> AsyncIterator[Runtime]:
    async with Runtime(busy_home, clock=clock) as opened:
        yield opened


@pytest.fixture
async def luna(runtime: Runtime) -> AgentMemory:
    return await runtime.agent(fresh_id())


@pytest.fixture
async def sqlite_runtime(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Runtime]:
    """For what can only be seen, or broken, in a file."""
    async with Runtime(tmp_path / "home", clock=clock) as opened:
        yield opened


async def everything(memory: AgentMemory, scopes: tuple[str, ...] = ("main", "peer:a", "shared")) -> str:
    """All that an agent holds, as text: two equal ones mean that nothing has changed."""
    seen = Transcript()
    # Real ids: a change from one id to another is a change.
    seen._name = lambda found: found[0]
    seen.note("revision", await asyncio.to_thread(memory.port.store.revision))
    for scope in scopes:
        for item in seen_items(seen, scope, await memory.items(status=None, scope=scope)):
            seen.note(f"history {item.key}", await memory.history.of(item, scope=scope))
        for session in await memory.archive.sessions(scope=scope):
            seen.note("session", session)
            seen.note("records", await memory.archive.records(session))
    return str(seen)


def seen_items(seen: Transcript, scope: str, items: list[Item]) -> list[Item]:
    seen.note(f"items {scope}", items)
    return items


async def refused(memory: AgentMemory, call: Awaitable[object]) -> PerdureError:
    """The error of a call that must change nothing."""
    before = await everything(memory)
    with pytest.raises(PerdureError) as caught:
        await call
    assert await everything(memory) == before
    return caught.value
