"""The server goes away, or the line to it: callers hear of it in our words, and what was acknowledged stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from perdure import Config, Event, PerdureError, Runtime, StoreUnavailable, Unsupported
from perdure.store.postgres import connection
from perdure.store.postgres.connection import Connections
from tests import postgres
from tests.faults.ledger import Ledger
from tests.faults.long import CUTS, Progress
from tests.faults.proxy import Line, line_to
from tests.faults.workload import Stream, is_trouble
from tests.faults.writing import write_until_trouble

T = TypeVar("T")
LIVES = 20
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def hurried(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections break here on purpose: no word of the pool about it, and the next attempt comes soon."""
    caplog.set_level("CRITICAL", "psycopg.pool")
    monkeypatch.setattr(connection, "SLICE", 0.1)


def server_folder(url: str) -> Path:
    return Path(str(conninfo_to_dict(url)["host"]))


# --- cuts -----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def armed(line: Line, chance: random.Random) -> Iterator[None]:
    """Cut the line once: between any two messages, before a commit is sent, or before its answer arrives."""
    commit, left = Connections.commit, chance.randint(1, 8)

    def watched(self: Connections, at: psycopg.Connection[Any], *send: Callable[[], None]) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            line.cut_now()
        commit(self, at, *send)

    match chance.choices(("anywhere", "before", "answer"), (3, 2, 5))[0]:
        case "anywhere":
            line.cut_after(messages=chance.randint(1, 300))
        case "before":
            Connections.commit = watched  # type: ignore[method-assign]
        case _:
            line.cut_before_answer(commits=left)
    try:
        yield
    finally:
        Connections.commit = commit  # type: ignore[method-assign]
        line.disarm()


async def cut_again_and_again(line: Line, lives: list[Ledger], progress: Progress) -> list[str]:
    chance = random.Random("cuts")
    problems: list[str] = []
    async with Runtime(line.url, config=Config(pool_size=4)) as runtime:
        for n in range(CUTS):
            if n % LIVES == 0:
                lives.append(Ledger())
                agent = await runtime.agent(f"luna {n}")
            stream = Stream(f"c{n}", chance.randrange(1 << 30))
            with armed(line, chance):
                # A line that is found dead when a unit begins is replaced, and the caller hears nothing of it.
                unknown = await write_until_trouble(agent, stream, lives[-1], lambda seen=line.cuts: line.cuts > seen)
            await lives[-1].settle(agent, unknown)
            if n % 5 == 4 or n == CUTS - 1:
                problems += await lives[-1].compare(agent)
            progress.reached(n + 1)
    return problems


def test_a_lost_answer_to_a_commit_neither_loses_nor_doubles_a_write(
    postgres_url: str, record_property: Callable[[str, object], None], say: Callable[[str], None]
) -> None:
    lives: list[Ledger] = []
    with line_to(postgres_url) as line:
        progress = Progress(say, "cut lines to PostgreSQL", CUTS)
        assert asyncio.run(cut_again_and_again(line, lives, progress)) == []
        assert line.cuts > CUTS * 0.9
    kept, unknown = sum(life.kept for life in lives), sum(life.unknown for life in lives)
    assert 0 < kept < unknown, "answers must have been lost both of kept and of unkept writes"
    record_property(
        "measured",
        f"cut lines to PostgreSQL: {CUTS}, {sum(life.acknowledged for life in lives)} acknowledged, 0 lost,"
        f" {unknown} unknown ({kept} of them kept)",
    )


def test_a_write_sent_again_without_a_key_would_be_seen_twice(postgres_url: str) -> None:
    """The control: the same cut, and a retry that does not name what it retries."""

    async def go(line: Line) -> list[str]:
        async with Runtime(line.url) as runtime:
            agent = await runtime.agent("luna")
            session = await agent.start_session("s")
            line.cut_before_answer(commits=1)
            with pytest.raises(StoreUnavailable, match="not known"):
                await agent.commit_turn(session, [Event.user("once")])
            await agent.commit_turn(session, [Event.user("once")])
            return [str(record.content) for record in await agent.archive.records(session)]

    with line_to(postgres_url) as line:
        assert asyncio.run(go(line)) == ["once", "once"]


# --- no server ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["tcp", "socket"])
def test_a_server_that_is_not_there_is_said_to_be_unavailable(place: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: nobody else can answer there
        url = f"postgresql://me:s3cret@127.0.0.1:{taken.getsockname()[1]}/db"
        if place == "socket":
            url = f"postgresql://me:s3cret@/db?host={tmp_path}"

        async def go() -> None:
            async with Runtime(url) as runtime:
                with pytest.raises(StoreUnavailable) as refused:
                    await asyncio.wait_for(runtime.agent("luna"), 10)
                assert refused.value.hint
                assert "s3cret" not in f"{refused.value} {refused.value.hint}"

        asyncio.run(go())


class Server:
    """The server process itself, which can be stopped and started again the way it was."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._data = server_folder(url) / "data"
        self._pid = self._postmaster()
        process = Path(f"/proc/{self._pid}")
        self._command = process.joinpath("cmdline").read_bytes().rstrip(b"\0").split(b"\0")
        self._owner = process.stat()
        self._started: subprocess.Popen[bytes] | None = None

    def _postmaster(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def stop(self, how: signal.Signals) -> None:
        """Stop it and wait until it is gone, which its parent, being asleep, may leave as a zombie."""
        os.kill(self._pid, how)
        if self._started is not None:
            self._started.wait(PATIENCE)
            return
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                state = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()[0]
            except FileNotFoundError:
                return
            if state == "Z":
                return
            time.sleep(0.005)
        raise RuntimeError("the server did not stop")

    def start(self) -> None:
        """Start it; after a kill -9 its orphans may hold the memory for a moment, and then it is tried again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            identity = {"user": self._owner.st_uid, "group": self._owner.st_gid, "extra_groups": []}
            self._started = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self._data,
                env={"LC_ALL": "C", "PATH": os.defpath},
                **(identity if os.geteuid() == 0 else {}),  # type: ignore[arg-type]
            )
            self._pid = self._started.pid
            while self._started.poll() is None:
                status = self._data / "postmaster.pid"
                words = status.read_text().split() if status.exists() else []
                if words and words[0] == str(self._pid) and words[-1] == "ready":
                    return
                if time.monotonic() > deadline:
                    raise RuntimeError("the server did not come back")
                time.sleep(0.01)

    def end(self) -> None:
        if self._started is not None and self._started.poll() is None:
            self._started.send_signal(signal.SIGQUIT)
            self._started.wait(PATIENCE)


def test_a_server_that_stops_and_comes_back_has_what_was_acknowledged() -> None:
    async def go(url: str, server: Server) -> None:
        ledger = Ledger()
        async with Runtime(url, config=Config(pool_size=2, busy_timeout=5)) as runtime:
            agent = await runtime.agent("luna")
            for n, how in enumerate((signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)):
                writing = asyncio.create_task(write_until_trouble(agent, Stream(f"c{n}", n), ledger))
                while ledger.acknowledged < 20 * (n + 1):
                    await asyncio.to_thread(time.sleep, 0.005)
                await asyncio.to_thread(server.stop, how)
                unknown = await writing
                with pytest.raises(StoreUnavailable):
                    await agent.items()
                await asyncio.to_thread(server.start)
                await patiently(lambda u=unknown: ledger.settle(agent, u))
                assert await patiently(lambda: ledger.compare(agent)) == [], how

    with postgres.private_server() as at:
        server = Server(at)
        try:
            with postgres.fresh_database(at) as url:
                asyncio.run(go(url, server))
        finally:
            server.end()


async def patiently(verb: Callable[[], Awaitable[T]]) -> T:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await verb()
        except PerdureError as error:
            if not is_trouble(error) or time.monotonic() > deadline:
                raise


def test_a_server_without_pgvector_is_refused() -> None:
    with postgres.private_server() as server:
        controls = list(server_folder(server).glob("installed/**/extension/vector.control"))
        if not controls:
            pytest.skip("the server's files are not a copy of this test's own")
        for control in controls:
            control.unlink()
        with postgres.fresh_database(server) as url:

            async def go() -> None:
                async with Runtime(url) as runtime:
                    with pytest.raises(Unsupported, match="pgvector") as refused:
                        await runtime.agent("luna")
                    assert refused.value.hint

            asyncio.run(go())
