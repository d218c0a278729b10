"""A store that lost acknowledged writes with its log, or was put back to an older state, says so where it can."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from pathlib import Path

import pytest

from perdure import Event, Runtime, StoreDamaged
from perdure.folders import folder_name
from perdure.store.contract import Diagnosis
from perdure.store.sqlite.head import HEAD, HeadNote
from tests.faults.child import Cycle, nurseries, run
from tests.faults.ledger import Ledger
from tests.surfaces.command import Command

AGENT = "luna"
CHECK = "acknowledged writes"


async def written(home: Path, turns: int, copy: Path | None = None) -> None:
    """Write some turns; `copy` gets the folder as it is while the last ones are in the log alone."""
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(AGENT)
        session = await agent.start_session("s")
        for n in range(turns):
            await agent.commit_turn(session, [Event.user(f"turn {n} 第{n}轮")])
        if copy is not None:
            shutil.copytree(home, copy)


def database(home: Path) -> Path:
    return home / folder_name(AGENT) / "memory.db"


async def looked_at(home: Path) -> Diagnosis:
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(AGENT)
        findings = await agent.check()
        assert [finding.check for finding in findings if not finding.ok and finding.check != CHECK] == []
        (found,) = [finding for finding in findings if finding.check == CHECK]
        return found


def without_log(home: Path) -> None:
    for suffix in ("-wal", "-shm"):
        database(home).with_name(f"memory.db{suffix}").unlink()


def test_a_log_that_was_deleted_is_missed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(written(tmp_path / "home", 20, tmp_path / "copy"))
    copy = tmp_path / "copy"
    without_log(copy)
    found = asyncio.run(looked_at(copy))
    assert not found.ok
    assert "memory.db-wal" in found.detail
    assert HEAD in (found.repair or "")
    assert "missing" in caplog.text
    # It is still known after more was written, and after another start.
    asyncio.run(written(copy, 40))
    assert asyncio.run(looked_at(copy)).detail == found.detail
    # As the repair says: whoever wants to go on with what is there deletes the note.
    database(copy).with_name(HEAD).unlink()
    assert asyncio.run(looked_at(copy)).ok


def test_an_older_file_in_its_place_is_noticed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    asyncio.run(written(home, 5))
    older = database(home).read_bytes()
    asyncio.run(written(home, 5))
    assert asyncio.run(looked_at(home)).ok
    database(home).write_bytes(older)
    assert not asyncio.run(looked_at(home)).ok


def test_a_file_that_is_gone_is_not_begun_anew_in_silence(tmp_path: Path) -> None:
    home = tmp_path / "home"
    asyncio.run(written(home, 3))
    database(home).unlink()
    with pytest.raises(StoreDamaged, match="is gone") as caught:
        asyncio.run(written(home, 1))
    assert "move the folder" in (caught.value.hint or "")
    assert not database(home).exists()
    shutil.rmtree(database(home).parent)  # as it says
    asyncio.run(written(home, 1))
    assert asyncio.run(looked_at(home)).ok


def test_what_is_whole_is_called_whole(tmp_path: Path) -> None:
    """The control: closing, copying with the log, and being killed lose nothing, and nothing is said to be lost."""
    asyncio.run(written(tmp_path / "home", 20, tmp_path / "copy"))
    assert asyncio.run(looked_at(tmp_path / "home")).ok
    assert asyncio.run(looked_at(tmp_path / "copy")).ok
    with nurseries(1) as [nursery]:
        for n in range(6):
            killed = tmp_path / f"killed {n}"
            run(nursery, Cycle(str(killed), AGENT, f"c{n}", n, "after commit", 3 + n), Ledger(), None)
            assert asyncio.run(looked_at(killed)).ok, n


@pytest.mark.parametrize(
    "content", [b"", b"\x00" * 200, b"perdure-head 1 99999999999999999999 0 0 00000000\n", b"x" * 9_000]
)
def test_a_note_that_cannot_be_read_says_nothing(tmp_path: Path, content: bytes) -> None:
    home = tmp_path / "home"
    asyncio.run(written(home, 3))
    database(home).with_name(HEAD).write_bytes(content)
    assert asyncio.run(looked_at(home)).ok
    asyncio.run(written(home, 1))  # and is written anew
    assert HeadNote(database(home).with_name(HEAD)).read() is not None


def test_the_note_is_the_owner_s_alone_and_no_write_fails_for_want_of_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    asyncio.run(written(home, 1))
    note = database(home).with_name(HEAD)
    assert note.stat().st_mode & 0o077 == 0
    note.unlink()
    note.mkdir(mode=0o700)  # nothing can be written there
    asyncio.run(written(home, 2))
    assert asyncio.run(looked_at(home)).ok


def test_two_processes_that_take_turns_do_not_alarm_each_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with Runtime(tmp_path, embedder="none") as one, Runtime(tmp_path, embedder="none") as other:
            first, second = await one.agent(AGENT), await other.agent(AGENT)
            session = await first.start_session("s")
            for n in range(10):
                await (first, second)[n % 2].commit_turn(session, [Event.user(f"turn {n}")])

    asyncio.run(go())
    assert asyncio.run(looked_at(tmp_path)).ok


def test_doctor_tells_it_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(written(tmp_path / "home", 10, tmp_path / "copy"))
    without_log(tmp_path / "copy")
    logging.getLogger("perdure").addHandler(logging.NullHandler())
    monkeypatch.setenv("COLUMNS", "400")
    perdure = Command(str(tmp_path / "copy"), monkeypatch, capsys)
    answer = perdure("doctor", "--agent", AGENT)
    assert answer.code == 1
    assert "NOT OK" in answer.out
    assert "memory.db-wal" in answer.words
    assert os.path.isfile(database(tmp_path / "copy"))
