"""`schema.sql` is what the migrations make."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import apsw
import pytest

from perdure import Runtime, Unsupported
from perdure.store.migrate import migrations
from perdure.store.sqlite.connection import connect
from perdure.store.sqlite.prepare import run_script

SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"


def schema_of(*scripts: str) -> list[tuple[str, ...]]:
    connection = apsw.Connection(":memory:")
    for script in scripts:
        run_script(connection, script)
    return [(kind, name, table, " ".join((sql or "").split())) for kind, name, table, sql in connection.execute(SCHEMA)]


def current() -> str:
    return (files("perdure.store.sqlite") / "schema.sql").read_text(encoding="utf-8")


def test_migrations_and_schema_file_make_the_same_database() -> None:
    assert schema_of(current()) == schema_of(*(step.script for step in migrations("sqlite")))
    # The red control: a difference is seen.
    assert schema_of(current()) != schema_of(current(), "CREATE INDEX extra ON sessions (kind);")


def test_migrations_are_numbered_without_gaps() -> None:
    for engine in ("sqlite", "postgres"):
        assert [step.number for step in migrations(engine)] == list(range(1, len(migrations(engine)) + 1))


async def test_a_store_is_at_the_newest_schema_and_a_newer_one_is_refused(tmp_path: Path) -> None:
    async with Runtime(tmp_path) as runtime:
        await runtime.agent("luna")
    [path] = tmp_path.glob("*/memory.db")  # noqa: ASYNC240 - a test may wait for its disk
    connection = connect(path, busy_timeout=1)
    newest = migrations("sqlite")[-1].number
    assert connection.pragma("user_version") == newest
    connection.pragma("user_version", newest + 1)
    connection.close()
    async with Runtime(tmp_path) as runtime:
        with pytest.raises(Unsupported) as caught:
            await runtime.agent("luna")
    assert str(caught.value) == f"this store has schema {newest + 1}; this Perdure knows schemas up to {newest}"


@pytest.mark.requirement("R056", "R080", "R113", "R119")
def test_each_table_has_what_the_documents_ask_for() -> None:
    connection = apsw.Connection(":memory:")
    run_script(connection, current())

    def columns(table: str) -> set[str]:
        return {row[1] for row in connection.execute("SELECT * FROM pragma_table_info(?)", [table])}  # type: ignore[misc]

    items = "id type key value_json confidence status source_turn_id source_message_id updated_at content importance"
    more = "valid_from valid_to last_used_at last_confirmed_at priority expires_at created_at verified verified_at"
    assert set(f"{items} {more}".split()) <= columns("memory_items")
    archive = "id session_id turn_id role content timestamp tags_json content_ref name arguments_json result_json"
    assert set(archive.split()) <= columns("archival_records")
    assert {"name", "media_type", "size", "sha256", "expires_at"} <= columns("attachments")
    assert {"item_id", "record_id", "span_start", "span_end", "document_id", "section_id", "url"} <= columns("evidence")
    defaults = {row[1]: row[4] for row in connection.execute("SELECT * FROM pragma_table_info('memory_items')")}
    assert (defaults["confidence"], defaults["importance"]) == ("0.5", "0.5")


@pytest.mark.requirement("R084", "R114")
def test_what_is_asked_for_often_has_an_index() -> None:
    """One file is one agent, so no index begins with it; on PostgreSQL every one does."""
    connection = apsw.Connection(":memory:")
    run_script(connection, current())

    def indexes(table: str) -> set[tuple[str, ...]]:
        names = [row[1] for row in connection.execute("SELECT * FROM pragma_index_list(?)", [table])]
        return {
            tuple(row[2] for row in connection.execute("SELECT * FROM pragma_index_info(?)", [name])) for name in names
        }

    assert {("scope", "type", "status"), ("last_used_at",)} <= indexes("memory_items")
    assert {("session_id", "turn_id"), ("timestamp",)} <= indexes("archival_records")
