"""A damaged store is noticed and named. It never crashes the reader and never serves what was not stored."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from perdure import Config, Event, InvalidInput, PerdureError, Runtime, StoreDamaged, StoreUnavailable, Unsupported
from perdure.folders import folder_name
from perdure.store.chain import content_hash
from perdure.store.sqlite.connection import check_sqlite
from perdure.store.sqlite.errors import translated
from tests.faults import damage
from tests.faults.long import IS_LONG, MUTATIONS

PARTS = 4


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("damage") / "home"
    asyncio.run(damage.fill(home))
    return home


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    shutil.copytree(template, tmp_path / "home")
    return tmp_path / "home"


def database(home: Path) -> Path:
    return home / folder_name(damage.AGENT) / "memory.db"


@pytest.mark.parametrize("seed", range(PARTS))
def test_random_damage_is_noticed_or_harmless(
    seed: int, template: Path, record_property: Callable[[str, object], None], say: Callable[[str], None]
) -> None:
    say(f"damaged files: {MUTATIONS:,} with seed {seed} of {PARTS}")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.damage", str(template), str(seed), str(MUTATIONS)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=None if IS_LONG else 240,  # damage must not make a reader run for ever
    )
    assert ended.returncode == 0, f"reading a damaged store crashed:\n{ended.stderr}"
    report = json.loads(ended.stdout)
    assert report["problems"] == []
    assert report["noticed"] > MUTATIONS / 4, "hardly any damage was noticed: the mutations do not hit anything"
    record_property("measured", f"damage, seed {seed}: {report}")


def execute(path: Path, statement: str, *values: object) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(statement, values)
    assert connection.changes() > 0
    connection.close()


def forge_a_record(path: Path) -> None:
    """Another text under a hash that fits it: only the chain can tell."""
    body = {"speaker": None, "name": None, "arguments": None, "result": None, "tags": [], "content_ref": None}
    forged = content_hash(b"salt", content="forged", files=[], **body)  # type: ignore[arg-type]
    execute(
        path,
        "UPDATE archival_records SET content = 'forged', speaker = NULL, tags_json = NULL, salt = ?, content_hash = ?"
        " WHERE sequence = (SELECT MIN(sequence) FROM archival_records)",
        b"salt",
        forged,
    )


@pytest.mark.parametrize(
    "plant",
    [
        forge_a_record,
        lambda path: (
            execute(path, "DELETE FROM sessions WHERE id = 'nothing refers to this one'")
            if False
            else execute(path, "UPDATE sessions SET completed_at = 7 WHERE id = 'session 1'")
        ),
    ],
)
def test_damage_that_is_served_as_good_would_be_seen(plant: Callable[[Path], None], template: Path, home: Path) -> None:
    """The control: changes that carry their own valid sums, or are under none, do show up in the comparison."""
    oracle, _, wrong = asyncio.run(damage.survey(template, None))
    assert oracle is not None
    assert wrong == []
    plant(database(home))
    seen, errors, _ = asyncio.run(damage.survey(home, oracle))
    assert seen is not None
    assert damage.compare(oracle, seen, errors) != []


def test_a_row_that_claims_to_be_huge_is_damage_and_no_fault_of_the_caller(home: Path) -> None:
    """A broken page may make SQLite read a length of gigabytes: it says "too big", as of a text that is too long."""
    connection = apsw.Connection(str(database(home)))
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, 1_000)  # so that a sound row is too long for it
    statement = "SELECT content FROM archival_records ORDER BY timestamp"
    with pytest.raises(StoreDamaged, match="is damaged"), translated(str(database(home))):
        connection.execute(statement).fetchall()
    connection.close()
    # What a caller sends never comes near SQLite's own limit.
    for name in ("max_content_bytes", "max_attachment_bytes"):
        with pytest.raises(InvalidInput, match=name):
            Config(**{name: 1_000_000_000})


# --- whole files ----------------------------------------------------------------------------------------------------


def foreign(path: Path) -> None:
    path.unlink()
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()


def newer(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 9_999)
    connection.close()


def other_header(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(b"SQLite format 4\0" + data[16:])


def no_agent(path: Path) -> None:
    execute(path, "DELETE FROM agents")


CASES: dict[str, tuple[Callable[[Path], object], type[PerdureError]]] = {
    "text": (lambda path: path.write_text("Dear diary, " * 1_000), StoreDamaged),
    "empty": (lambda path: path.write_bytes(b""), StoreDamaged),
    "one page of zeros": (lambda path: path.write_bytes(bytes(4096)), StoreDamaged),
    "half": (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), StoreDamaged),
    "first page only": (lambda path: path.write_bytes(path.read_bytes()[:4096]), StoreDamaged),
    "another header": (other_header, StoreDamaged),
    "another program's": (foreign, StoreDamaged),
    "a newer Perdure's": (newer, Unsupported),
    "nobody's": (no_agent, StoreDamaged),
}


async def use(home: Path, agent_id: str = damage.AGENT) -> None:
    async with Runtime(home, config=damage.QUICK) as runtime:
        agent = await runtime.agent(agent_id)
        await agent.archive.sessions()
        await agent.archive.records("session 1")
        await agent.items()


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_is_not_ours_to_read_is_refused_and_left_alone(case: str, home: Path) -> None:
    break_it, kind = CASES[case]
    path = database(home)
    break_it(path)
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises(kind) as refused:
        asyncio.run(use(home))
    assert refused.value.hint
    assert str(path) in str(refused.value) or case in ("a newer Perdure's", "nobody's")
    assert hashlib.sha256(path.read_bytes()).digest() == before


def test_a_folder_renamed_to_another_agents_is_refused(home: Path) -> None:
    (home / folder_name(damage.AGENT)).rename(home / folder_name("mars"))
    with pytest.raises(StoreUnavailable, match="belongs to another agent"):
        asyncio.run(use(home, "mars"))


def test_a_folder_in_the_place_of_the_file_is_refused(home: Path) -> None:
    database(home).unlink()
    database(home).mkdir()
    with pytest.raises(StoreUnavailable, match=r"memory\.db"):
        asyncio.run(use(home))


def test_an_attachment_that_changed_is_not_served(home: Path) -> None:
    (file,) = (database(home).parent / "attachments").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"!")

    async def go() -> None:
        async with Runtime(home) as runtime:
            agent = await runtime.agent(damage.AGENT)
            records = await agent.archive.records("session 2")
            (stored,) = [file for record in records for file in record.attachments]
            with pytest.raises(StoreDamaged, match=r"not what was stored"):
                await agent.archive.attachment(stored.id)
            assert [f.check for f in await agent.check() if not f.ok] == ["attachments"]

    asyncio.run(go())


# --- the write-ahead log --------------------------------------------------------------------------------------------


async def leave_a_log(home: Path, copy: Path) -> list[str]:
    """Copy a store while its last commits are in the log only. Answers all texts in order."""
    async with Runtime(home) as runtime:
        agent = await runtime.agent("luna")
        session = await agent.start_session("s")
        for n in range(25):
            await agent.commit_turn(session, [Event.user(f"turn {n} " * 30)])
        shutil.copytree(home, copy)
        return [str(record.content) for record in await agent.archive.records("s")]


async def read_log(home: Path, count: int) -> list[str]:
    async with Runtime(home, config=damage.QUICK) as runtime:
        agent = await runtime.agent("luna")
        if not await agent.archive.sessions():
            return []
        texts = [str(record.content) for record in await agent.archive.records("s")]
        bad = [finding.check for finding in await agent.check() if not finding.ok]
        assert bad == (["acknowledged writes"] if len(texts) < count else [])
        return texts


def test_a_damaged_log_leaves_a_whole_earlier_state(tmp_path: Path) -> None:
    """What is in the log alone goes with it, from the first damaged byte on; what remains is one committed state."""
    texts = asyncio.run(leave_a_log(tmp_path / "home", tmp_path / "template"))
    chance = random.Random("log")
    lengths: set[int] = set()
    for n in range(40):
        copy = tmp_path / f"copy {n}"
        shutil.copytree(tmp_path / "template", copy)
        log = next(copy.glob("*/memory.db-wal"))
        if n == 0:
            log.unlink()
        elif n == 1:
            next(copy.glob("*/memory.db-shm")).unlink()
        elif n == 2:
            log.write_bytes(chance.randbytes(log.stat().st_size))
        else:
            damage.mutate(chance, log)
        try:
            kept = asyncio.run(read_log(copy, len(texts)))
        except PerdureError as error:
            assert error.code in damage.EXPLICIT  # noqa: PT017 - either way is right
            continue
        assert kept == texts[: len(kept)]
        lengths.add(len(kept))
    assert len(texts) in lengths
    assert min(lengths) < len(texts), "no mutation reached the log: the test proves nothing"


# --- the engine itself ----------------------------------------------------------------------------------------------


def test_an_sqlite_with_known_corruption_or_without_words_is_refused() -> None:
    check_sqlite("3.51.3", ["ENABLE_FTS5"])
    for version in ("3.40.1", "3.51.2", "3.9.0"):
        with pytest.raises(Unsupported, match=r"needs 3\.51\.3"):
            check_sqlite(version, ["ENABLE_FTS5"])
    with pytest.raises(Unsupported, match="FTS5"):
        check_sqlite("3.54.1", ["ENABLE_FTS4", "THREADSAFE=1"])
