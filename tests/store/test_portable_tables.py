"""An export leaves nothing out: every column of every table is in it, or is named as made again."""

from __future__ import annotations

from importlib.resources import files

import apsw
import pytest

from perdure.errors import InvalidInput
from perdure.store.portable import columns_of, named
from perdure.store.portable_tables import BY_NAME, DERIVED, TABLES
from perdure.store.sqlite.prepare import run_script


@pytest.fixture
def connection() -> apsw.Connection:
    opened = apsw.Connection(":memory:")
    run_script(opened, (files("perdure.store.sqlite") / "schema.sql").read_text(encoding="utf-8"))
    return opened


def test_every_table_is_exported_or_said_to_be_made_again(connection: apsw.Connection) -> None:
    kept = {
        name
        for name, kind in connection.execute("SELECT name, type FROM sqlite_schema WHERE type = 'table'")
        if "_fts" not in name and not name.endswith(("_words", "_places")) and not name.startswith("sqlite_")
    }
    assert kept - DERIVED == set(BY_NAME)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_is_exported_or_said_to_be_made_again(connection: apsw.Connection, table: object) -> None:
    exported = BY_NAME[table.name]  # type: ignore[attr-defined]
    columns = {
        row[1]: bool(row[3]) for row in connection.execute("SELECT * FROM pragma_table_info(?)", (exported.name,))
    }
    assert set(exported.columns) | exported.left_out == set(columns)
    assert not set(exported.columns) & exported.left_out
    optional = {name for name, kind in exported.columns.items() if kind.endswith("?")}
    assert optional == {name for name, is_needed in columns.items() if not is_needed} - exported.left_out


SESSION = {
    "id": "s",
    "scope": "main",
    "kind": "chat",
    "started_at": "2026-01-01T00:00:00Z",
    "completed_at": None,
    "message_count": 0,
    "turn_count": 0,
    "total_tokens": 0,
    "sequence": 1,
    "alive_at": "2026-01-01T00:00:00Z",
    "watermark": 0,
    "compacted": None,
}


@pytest.mark.parametrize(
    ("column", "bad"),
    [
        ("id", None),
        ("id", 1),
        ("id", "a\0b"),
        ("id", "a\ud800b"),
        ("started_at", "yesterday"),
        ("started_at", "2026-01-01T00:00:00"),
        ("started_at", 0),
        ("message_count", True),
        ("message_count", 1.0),
        ("message_count", 1 << 63),
        ("compacted", {"a": "\ud800"}),
        ("watermark", None),
    ],
)
def test_a_value_of_another_kind_is_refused_by_name(column: str, bad: object) -> None:
    assert columns_of(BY_NAME["sessions"], SESSION)["started_at"] == 1767225600000000
    with pytest.raises(InvalidInput, match=named(column)):
        columns_of(BY_NAME["sessions"], SESSION | {column: bad})


@pytest.mark.parametrize("change", [{"more": 1}, {"id": ...}])
def test_a_column_too_many_or_too_few_is_refused(change: dict[str, object]) -> None:
    line = {name: value for name, value in (SESSION | change).items() if value is not ...}
    with pytest.raises(InvalidInput, match=r"unknown|missing"):
        columns_of(BY_NAME["sessions"], line)
