"""A database that a past version wrote opens, and says what it said: every key, every text, every version."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from perdure import Candidate, ManualClock, Runtime
from perdure.store.mentions import entities_in
from perdure.store.migrate import migrations
from tests import postgres
from tests.store.kept.write import AGENT, KEPT, readable

VERSIONS = sorted(folder.name for folder in KEPT.iterdir() if folder.name.isdigit())
ROLE = (
    "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'perdure_app')"
    " THEN CREATE ROLE perdure_app NOLOGIN NOINHERIT; END IF; END $$"
)


@pytest.fixture(params=[(version, engine) for version in VERSIONS for engine in ("sqlite", "postgres")], ids="-".join)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """A home as it was written then, and what could be read in it."""
    version, engine = request.param
    said = json.loads((KEPT / version / f"{engine}.json").read_text(encoding="utf-8"))
    if engine == "sqlite":
        home = tmp_path / "home"
        shutil.copytree(KEPT / version / "home", home)
        for path in (home, *home.rglob("*")):  # what a checkout does not keep
            path.chmod(0o700 if path.is_dir() else 0o600)
        yield str(home), said
        return
    with postgres.fresh_database(request.getfixturevalue("postgres_server")) as url:
        postgres.execute_patiently(url, ROLE)
        with psycopg.connect(url) as connection:
            connection.execute((KEPT / version / "postgres.sql").read_bytes())
        yield url, said


@pytest.fixture
def kept_by_a_plain_role(postgres_server: str) -> Iterator[str]:
    """The first schema in a database whose owner is no superuser: row-level security is in force for it too."""
    role = f"owner_{secrets.token_hex(4)}"
    postgres.execute_patiently(postgres_server, ROLE)
    postgres.execute_patiently(postgres_server, f"CREATE ROLE {role} LOGIN")
    postgres.execute_patiently(postgres_server, f"GRANT perdure_app TO {role} WITH INHERIT FALSE, SET TRUE")
    try:
        with postgres.fresh_database(postgres_server) as url:
            postgres.execute_patiently(url, "CREATE EXTENSION vector")
            name = conninfo_to_dict(url)["dbname"]
            postgres.execute_patiently(url, f'ALTER DATABASE "{name}" OWNER TO {role}')
            own = url.replace("postgres@", f"{role}@")
            with psycopg.connect(own) as connection:
                connection.execute((KEPT / "0001" / "postgres.sql").read_bytes())
            yield own
    finally:
        postgres.execute_patiently(postgres_server, f"DROP ROLE {role}")


async def test_an_owner_who_is_no_superuser_can_migrate(kept_by_a_plain_role: str) -> None:
    said = json.loads((KEPT / "0001" / "postgres.json").read_text(encoding="utf-8"))
    clock = ManualClock(datetime.fromisoformat(said["now"]))
    async with Runtime(kept_by_a_plain_role, clock=clock, embedder="none") as runtime:
        memory = await runtime.agent(AGENT, create=False)
        assert missing(said["items"], (await readable(memory))["items"]) == []
        assert [finding for finding in await memory.check() if finding.check == "index" and not finding.ok] == []
        store = runtime._engine.open(AGENT, create=False)
        assert store.read("main", lambda tx: tx.keyed("kept", b"a line").hex()) == said["keyed"]
        store.close()


def missing(want: Any, got: Any, where: str = "") -> list[str]:
    """Where an answer no longer says what it said. It may say more."""
    if isinstance(want, dict) and isinstance(got, dict):
        return [line for key in want for line in missing(want[key], got.get(key), f"{where}/{key}")]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [line for n, pair in enumerate(zip(want, got, strict=True)) for line in missing(*pair, f"{where}/{n}")]
    return [] if want == got else [where]


async def test_what_was_written_then_is_read_unchanged(kept: tuple[str, dict[str, Any]]) -> None:
    home, said = kept
    clock = ManualClock(datetime.fromisoformat(said["now"]))
    wanted = {part: said[part] for part in ("items", "history", "records")}
    for _ in range(2):  # as it is migrated, and once it is
        async with Runtime(home, clock=clock, embedder="none") as runtime:
            memory = await runtime.agent(AGENT, create=False)
            got = json.loads(json.dumps(await readable(memory)))
            assert missing(wanted, got) == []
            assert [finding for finding in await memory.check() if not finding.ok] == []
            store = runtime._engine.open(AGENT, create=False)
            assert store.read("main", lambda tx: tx.keyed("kept", b"a line").hex()) == said["keyed"]
            store.close()


async def test_what_was_written_then_is_found_and_written_on(kept: tuple[str, dict[str, Any]]) -> None:
    home, said = kept
    clock = ManualClock(datetime.fromisoformat(said["now"]))
    async with Runtime(home, clock=clock, embedder="none") as runtime:
        memory = await runtime.agent(AGENT, create=False)
        assert "fact:user:tea" in [hit.item.key for hit in await memory.search_memory("绿茶")]
        for text in ("I met ANN LEE", "安来了"):  # by how their names begin, which the first schemas did not keep
            [names] = (await memory.port.read("main", lambda tx, text=text: entities_in(tx, [text]))).names.values()
            assert names.found_in(text) == ["entity:person:ann_lee"]
        await memory.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Oslo"}))
        [city] = await memory.items(key="fact:user:city")
        assert (city.content, city.version) == ("city: Oslo", 4)
        assert [finding for finding in await memory.check() if not finding.ok] == []


def test_every_version_of_the_schema_but_the_newest_is_kept() -> None:
    assert [f"{step.number:04}" for step in migrations("sqlite")][: len(VERSIONS)] == VERSIONS
    assert len(migrations("sqlite")) - len(VERSIONS) in (0, 1)


def test_a_changed_text_and_a_lost_item_are_seen() -> None:
    """The red control."""
    said = json.loads((KEPT / "0001" / "sqlite.json").read_text(encoding="utf-8"))
    changed, lost = deepcopy(said), deepcopy(said)
    changed["items"]["main"][3]["content"] += " "
    del lost["items"]["peer:ann"][0]
    assert missing(said, changed) == ["/items/main/3/content"]
    assert missing(said, lost) == ["/items/peer:ann"]
    assert missing(said, said | {"more": 1}) == []
