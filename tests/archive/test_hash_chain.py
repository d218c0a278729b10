"""Whatever is changed, dropped, added or reordered in the archive is noticed; changed text is never served."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from perdure import Attachment, Candidate, Event, ManualClock, PerdureError, Runtime, StoreDamaged
from perdure.store.chain import GENESIS, content_hash, link
from perdure.store.contract import Diagnosis

RECORD_COLUMNS = {
    "sequence": "999",
    "id": "'01970000-0000-7000-8000-000000000000'",
    "session_id": "'other'",
    "scope": "'peer:a'",
    "turn_id": "7",
    "role": "'assistant'",
    "speaker": "'Eve'",
    "content": "'I live in Rome'",
    "name": "'tool'",
    "arguments_json": "'{\"a\": 2}'",
    "result_json": "'[]'",
    "timestamp": "timestamp + 1",
    "tags_json": "'[\"x\"]'",
    "content_ref": "'elsewhere'",
    "salt": "zeroblob(16)",
    "content_hash": "zeroblob(32)",
    "chain_hash": "zeroblob(32)",
}
FILE_COLUMNS = {
    "id": "'01970000-0000-7000-8000-000000000001'",
    "record_id": "(SELECT id FROM archival_records WHERE turn_id = 2 LIMIT 1)",
    "ordinal": "1 - ordinal",
    "name": "'b.exe'",
    "media_type": "'text/html'",
    "size": "0",
    "sha256": f"'{'0' * 64}'",
    "expires_at": "1",
}
# What a reader of one record cannot see without the records before it; doctor can.
PLACE = {"sequence", "session_id", "scope", "turn_id", "role", "timestamp", "chain_hash"}


@contextmanager
def edited(home: Path) -> Iterator[apsw.Connection]:
    """The database of the one agent, without any of its guards."""
    [path] = home.glob("*/memory.db")
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    yield connection
    connection.close()


async def write(home: Path) -> tuple[str, str]:
    async with Runtime(home, clock=ManualClock()) as runtime:
        luna = await runtime.agent("luna")
        await luna.start_session("other")
        await luna.start_session("s")
        files = [Attachment("a.txt", b"one", "text/plain"), Attachment("b.txt", b"two")]
        receipt = await luna.commit_turn(
            "s", [Event.user("I live in Berlin", speaker="Ann", attachments=files)], learn=False
        )
        for n in range(3):
            await luna.commit_turn("s", [Event.tool("t", {"a": n}, [n], tags=["y"], content_ref="r")])
        await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Berlin"}))
        [item] = await luna.items()
        return receipt.records[0], item.id


async def look(home: Path) -> list[Diagnosis]:
    async with Runtime(home, clock=ManualClock()) as runtime:
        findings = await (await runtime.agent("luna")).check()
        return [finding for finding in findings if not finding.ok]


async def failure(call: Awaitable[object]) -> PerdureError | None:
    try:
        await call
    except PerdureError as error:
        return error
    return None


async def reads(home: Path, record_id: str) -> PerdureError | None:
    async with Runtime(home, clock=ManualClock()) as runtime:
        luna = await runtime.agent("luna")
        return await failure(luna.archive.record(record_id))


@pytest.mark.requirement("R115")
async def test_every_column_of_every_record_is_sealed(tmp_path: Path) -> None:
    unnoticed, served = [], []
    for column, value in RECORD_COLUMNS.items():
        home = tmp_path / column
        record_id, _ = await write(home)
        assert await look(home) == []
        with edited(home) as connection:
            connection.execute(f"UPDATE archival_records SET {column} = {value} WHERE id = '{record_id}'")
            assert connection.changes() == 1
        if not any(finding.check == "hash chain" for finding in await look(home)):
            unnoticed.append(column)
        error = await reads(home, record_id)
        if column not in PLACE and column != "id" and not isinstance(error, StoreDamaged):
            served.append(column)
    assert (unnoticed, served) == ([], [])


async def test_a_text_or_salt_that_is_gone_is_damage_and_so_are_both_unless_the_log_says_so(tmp_path: Path) -> None:
    for columns, damaged in ((["content"], True), (["salt"], True), (["content", "salt"], False)):
        home = tmp_path / "-".join(columns)
        record_id, _ = await write(home)
        with edited(home) as connection:
            for column in columns:
                connection.execute(f"UPDATE archival_records SET {column} = NULL WHERE id = '{record_id}'")
        assert isinstance(await reads(home, record_id), StoreDamaged) is damaged
        assert any(finding.check == "hash chain" for finding in await look(home))


async def test_every_column_of_every_attachment_is_sealed(tmp_path: Path) -> None:
    unnoticed, served = [], []
    for column, value in FILE_COLUMNS.items():
        home = tmp_path / column
        record_id, _ = await write(home)
        with edited(home) as connection:
            rows = "" if column == "ordinal" else "WHERE ordinal = 0"
            connection.execute(f"UPDATE attachments SET {column} = {value} {rows}")
            assert connection.changes() > 0
        if not any(finding.check == "hash chain" for finding in await look(home)):
            unnoticed.append(column)
        if not isinstance(await reads(home, record_id), StoreDamaged):
            served.append(column)
    assert (unnoticed, served) == ([], [])


@pytest.mark.parametrize(
    ("name", "statements"),
    [
        (
            "the first is gone",
            ["DELETE FROM archival_records WHERE sequence = (SELECT MIN(sequence) FROM archival_records)"],
        ),
        ("one is gone", ["DELETE FROM archival_records WHERE turn_id = 2"]),
        (
            "the last is gone",
            ["DELETE FROM archival_records WHERE sequence = (SELECT MAX(sequence) FROM archival_records)"],
        ),
        ("all are gone", ["DELETE FROM archival_records"]),
        (
            "two are swapped",
            [
                "UPDATE archival_records SET sequence = -1 WHERE turn_id = 2",
                "UPDATE archival_records SET sequence = 800 WHERE turn_id = 3",
                "UPDATE archival_records SET sequence = 900 WHERE sequence = -1",
            ],
        ),
        (
            "one is added",
            [
                "CREATE TEMP TABLE copy AS SELECT * FROM archival_records WHERE turn_id = 2",
                "UPDATE copy SET id = 'x', sequence = sequence + 500",
                "INSERT INTO archival_records SELECT * FROM copy",
            ],
        ),
        ("a file is gone", ["DELETE FROM attachments WHERE ordinal = 1"]),
        ("the head is another", ["UPDATE agents SET chain_head = zeroblob(32)"]),
        ("arguments are no JSON", ["UPDATE archival_records SET arguments_json = '{' WHERE turn_id = 2"]),
    ],
)
async def test_what_is_dropped_added_or_reordered_is_noticed(tmp_path: Path, name: str, statements: list[str]) -> None:
    await write(tmp_path)
    with edited(tmp_path) as connection:
        for statement in statements:
            connection.execute(statement)
    assert any(finding.check == "hash chain" for finding in await look(tmp_path)), name


async def test_attachment_bytes_that_changed_or_are_gone_are_named(tmp_path: Path) -> None:
    for change, word in ((lambda p: p.write_bytes(b"oops"), "not what was stored"), (lambda p: p.unlink(), "missing")):
        home = tmp_path / word
        record_id, _ = await write(home)
        for path in home.glob("*/attachments/*"):
            change(path)
        async with Runtime(home, clock=ManualClock()) as runtime:
            luna = await runtime.agent("luna")
            record = await luna.archive.record(record_id)
            for file in record.attachments:
                with pytest.raises(StoreDamaged) as caught:
                    await luna.archive.attachment(file.id)
                assert str(caught.value) == f"the bytes of attachment `{file.id}` are {word}"
        assert [finding.check for finding in await look(home)] == ["attachments"]


ITEM_COLUMNS = {
    "type": "'goals'",
    "key": "'fact:user:country'",
    "value_json": '\'{"predicate":"city","value":"Rome","subject":"user"}\'',
    "content": "'city: Rome'",
    "version": "9",
    "source_type": "'outside'",
    "trust": "0.1",
    "created_at": "created_at + 1",
    "valid_from": "1",
    "session_id": "'s'",
    "source_turn_id": "9",
    "source_message_id": "'x'",
    "checksum": "zeroblob(16)",
}


async def test_what_never_changes_of_an_item_is_sealed(tmp_path: Path) -> None:
    served, unnoticed = [], []
    for column, value in ITEM_COLUMNS.items():
        home = tmp_path / column
        _, item_id = await write(home)
        with edited(home) as connection:
            connection.execute(f"UPDATE memory_items SET {column} = {value}")
            assert connection.changes() == 1
        async with Runtime(home, clock=ManualClock()) as runtime:
            luna = await runtime.agent("luna")
            for call in (luna.item(item_id), luna.items(), luna.retrieve_recall("Berlin")):
                error = await failure(call)
                if not isinstance(error, StoreDamaged) or "Rome" in str(error):
                    served.append(column)
            if not [finding for finding in await luna.check() if not finding.ok]:
                unnoticed.append(column)
    assert (sorted(set(served)), unnoticed) == ([], [])


def test_the_chain_depends_on_every_part_of_every_record() -> None:
    body = {
        "content": "c",
        "speaker": "s",
        "name": "n",
        "arguments": {"a": 1},
        "result": [1],
        "tags": ["t"],
        "content_ref": "r",
        "files": [["f"]],
    }
    other = {
        "content": "d",
        "speaker": None,
        "name": "",
        "arguments": {"a": 2},
        "result": None,
        "tags": [],
        "content_ref": "",
        "files": [],
    }
    hashes = {content_hash(b"salt", **body), content_hash(b"sal", **body)}  # type: ignore[arg-type]
    hashes |= {content_hash(b"salt", **{**body, name: value}) for name, value in other.items()}  # type: ignore[arg-type]
    assert len(hashes) == 2 + len(other)
    place = {
        "sequence": 1,
        "record_id": "i",
        "session_id": "s",
        "scope": "main",
        "turn_id": 1,
        "role": "user",
        "timestamp": 5,
        "content": b"h",
    }
    moved = {
        "sequence": 2,
        "record_id": "j",
        "session_id": "t",
        "scope": "peer:a",
        "turn_id": 2,
        "role": "tool",
        "timestamp": 6,
        "content": b"g",
    }
    links = {link(GENESIS, **place), link(b"\x01" * 32, **place)}  # type: ignore[arg-type]
    links |= {link(GENESIS, **{**place, name: value}) for name, value in moved.items()}  # type: ignore[arg-type]
    assert len(links) == 2 + len(moved)
