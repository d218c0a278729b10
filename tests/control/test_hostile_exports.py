"""An export made to do harm, or damaged on its way: each is refused with a hint, and nothing has changed."""

from __future__ import annotations

import hashlib
import io
import json
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Attachment, Event, ManualClock, PerdureError, Runtime
from perdure.control.portable import reading
from tests.homes import everything, fresh_id

Parts = dict[str, bytes]
Change = Callable[[Parts], None]


_MADE: dict[str, bytes] = {}
"""One export serves all cases."""


async def exported(runtime: Runtime) -> bytes:
    if not _MADE:
        _MADE["luna"] = await _exported(await runtime.agent(fresh_id()))
    return _MADE["luna"]


async def _exported(luna: AgentMemory) -> bytes:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I live in York.", attachments=[Attachment("a.txt", b"abc")])])
    await luna.memory_append("a note 笔记")
    data = (await luna.export_agent()).data
    assert data is not None
    return data


def changed(data: bytes, change: Change, *, sums: bool = True) -> bytes:
    """The export with other files in it; `sums`: with a manifest that says so."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    change(parts)
    if sums:
        manifest = json.loads(parts["manifest.json"])
        manifest["files"] = [
            {"path": name, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            for name, body in parts.items()
            if name != "manifest.json" and not name.startswith("attachments/")
        ]
        parts["manifest.json"] = json.dumps(manifest).encode()
    return packed(parts)


def packed(parts: Parts, *more: tuple[zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name that is there twice is the point
        for name, body in parts.items():
            file.writestr(name, body)
        for info, body in more:
            file.writestr(info, body)
    return out.getvalue()


def names(folder: Path) -> list[Path]:
    """What there is, but for what SQLite opens and closes as it likes."""
    return sorted(path for path in folder.rglob("*") if not path.name.endswith(("-wal", "-shm")))


def unpacked(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def in_table(table: str, **new: Any) -> Change:
    """The first line of a table says something else."""

    def change(parts: Parts) -> None:
        name = f"data/{table}.jsonl"
        first, *rest = parts[name].splitlines(keepends=True)
        parts[name] = json.dumps({**json.loads(first), **new}).encode() + b"\n" + b"".join(rest)

    return change


def manifest(**new: Any) -> Change:
    def change(parts: Parts) -> None:
        parts["manifest.json"] = json.dumps({**json.loads(parts["manifest.json"]), **new}).encode()

    return change


def put(name: str, body: bytes) -> Change:
    return lambda parts: parts.update({name: body})


def without(name: str) -> Change:
    return lambda parts: parts.pop(name) and None


def twice(table: str) -> Change:
    return lambda parts: parts.update({f"data/{table}.jsonl": 2 * parts[f"data/{table}.jsonl"]})


def linked(data: bytes) -> bytes:
    info = zipfile.ZipInfo("files/link.md")
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return packed(unpacked(data), (info, b"/etc/passwd"))


def doubled(data: bytes) -> bytes:
    return packed(unpacked(data), (zipfile.ZipInfo("agent.json"), b"{}"))


def encrypted(data: bytes) -> bytes:
    """Every file claims to be encrypted."""
    body = bytearray(data)
    at = 0
    while (at := body.find(b"PK\x01\x02", at)) >= 0:
        struct.pack_into("<H", body, at + 8, struct.unpack_from("<H", body, at + 8)[0] | 1)
        at += 4
    return bytes(body)


def flipped(data: bytes) -> bytes:
    """A byte in the middle of what is packed is another."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        info = file.getinfo("data/memory_items.jsonl")
    name, extra = struct.unpack_from("<HH", data, info.header_offset + 26)
    body = bytearray(data)
    body[info.header_offset + 30 + name + extra + info.compress_size // 2] ^= 0xFF
    return bytes(body)


def shrunk(data: bytes) -> bytes:
    """A file is longer than the directory says."""
    body = bytearray(changed(data, put("files/a.md", b"x" * 5_000)))
    at = body.rfind(b"files/a.md") - 46
    struct.pack_into("<I", body, at + 24, 10)
    return bytes(body)


CASES: dict[str, Callable[[bytes], bytes]] = {
    "cut in half": lambda data: data[: len(data) // 2],
    "its last bytes are missing": lambda data: data[:-5],
    "a byte flipped": flipped,
    "no zip at all": lambda data: b"PK\x03\x04" + b"\0" * 100,
    "another checksum": lambda data: changed(data, put("configuration.json", b"{ }\n"), sums=False),
    "a file that is not listed": lambda data: changed(data, put("data/more.jsonl", b""), sums=False),
    "a listed file that is not there": lambda data: changed(data, without("data/links.jsonl"), sums=False),
    "out of the folder": lambda data: changed(data, put("files/../../evil.md", b"x")),
    "an absolute path": lambda data: changed(data, put("/tmp/evil.md", b"x")),
    "a path of Windows": lambda data: changed(data, put("files/..\\evil.md", b"x")),
    "a drive": lambda data: changed(data, put("files/C:evil.md", b"x")),
    "dots only": lambda data: changed(data, put("files/...", b"x")),
    "a link": linked,
    "a name twice": doubled,
    "encrypted": encrypted,
    "longer than it says": shrunk,
    "a bomb": lambda data: changed(data, put("files/bomb.md", b"\0" * (40 << 20))),
    "a newer version": lambda data: changed(data, manifest(version=99)),
    "a version that is none": lambda data: changed(data, manifest(version="1")),
    "another format": lambda data: changed(data, manifest(format="tar")),
    "no manifest": lambda data: changed(data, without("manifest.json"), sums=False),
    "a manifest that is no JSON": lambda data: changed(data, put("manifest.json", b"{"), sums=False),
    "a manifest without files": lambda data: changed(data, manifest(files=None), sums=False),
    "no agent": lambda data: changed(data, without("agent.json")),
    "an agent without a secret": lambda data: changed(data, put("agent.json", b'{"settings": {}}')),
    "a line of 10 MB": lambda data: changed(data, in_table("memory_items", content="é" * (5 << 20))),
    "a table from elsewhere": lambda data: changed(data, put("data/elsewhere.jsonl", b"{}\n")),
    "a line that is no JSON": lambda data: changed(data, put("data/links.jsonl", b"{\n")),
    "a line that is a list": lambda data: changed(data, put("data/links.jsonl", b"[]\n")),
    "a line too deep": lambda data: changed(data, put("data/links.jsonl", b"[" * 100_000 + b"\n")),
    "an unknown column": lambda data: changed(data, in_table("sessions", colour="green")),
    "a wrong kind": lambda data: changed(data, in_table("sessions", turn_count="many")),
    "a NUL": lambda data: changed(data, in_table("sessions", kind="a\0b")),
    "a lone surrogate": lambda data: changed(data, in_table("sessions", kind="\ud800")),
    "an unknown type": lambda data: changed(data, in_table("memory_items", type="spells")),
    "an unknown status": lambda data: changed(data, in_table("memory_items", status="hovering")),
    "rows twice": lambda data: changed(data, twice("sessions")),
    "a record of no session": lambda data: changed(data, in_table("archival_records", session_id="nobody")),
    "a record that says otherwise": lambda data: changed(data, in_table("archival_records", content="I live in Hull.")),
    "an attachment that is another": lambda data: changed(data, put("attachments/" + "0" * 64, b"abc")),
    "an attachment by another name": lambda data: changed(data, put("attachments/evil.sh", b"abc")),
}


@pytest.mark.parametrize("case", CASES)
async def test_a_hostile_export_is_refused_and_nothing_changes(
    sqlite_runtime: Runtime, tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SMALL", 16 << 20)
    target = await sqlite_runtime.agent(fresh_id())
    path = tmp_path / "hostile.zip"
    path.write_bytes(CASES[case](await exported(sqlite_runtime)))
    before, there = await everything(target), names(tmp_path)
    with pytest.raises(PerdureError) as caught:
        await target.import_agent(path, format="perdure")
    assert caught.value.hint
    assert await everything(target) == before
    assert names(tmp_path) == there


@pytest.mark.parametrize("case", ["a record that says otherwise", "rows twice", "a wrong kind", "an unknown type"])
async def test_what_goes_wrong_in_the_middle_is_rolled_back(
    runtime: Runtime, luna: AgentMemory, tmp_path: Path, case: str
) -> None:
    path = tmp_path / "hostile.zip"
    path.write_bytes(CASES[case](await exported(runtime)))
    for held in (False, True):
        if held:
            await luna.memory_append("now it is a merge")
        before = await everything(luna)
        with pytest.raises(PerdureError):
            await luna.import_agent(path)
        assert await everything(luna) == before


async def test_files_are_not_written_through_a_link(
    sqlite_runtime: Runtime, tmp_path: Path, clock: ManualClock
) -> None:
    path = tmp_path / "luna.zip"
    path.write_bytes(await exported(sqlite_runtime))
    target = await sqlite_runtime.agent(fresh_id())
    folder = target.port.workspace
    assert folder is not None
    (tmp_path / "elsewhere").mkdir()
    folder.mkdir()
    (folder / "memory").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PerdureError, match="link"):
        await target.import_agent(path)
    assert list((tmp_path / "elsewhere").iterdir()) == []


async def test_a_file_that_is_here_stays_and_the_imported_one_goes_beside(
    sqlite_runtime: Runtime, tmp_path: Path
) -> None:
    path = tmp_path / "luna.zip"
    path.write_bytes(await exported(sqlite_runtime))
    target = await sqlite_runtime.agent(fresh_id())
    folder = target.port.workspace
    assert folder is not None
    folder.mkdir()
    (folder / "MEMORY.md").write_text("mine", encoding="utf-8")
    report = await target.import_agent(path)
    assert (folder / "MEMORY.md").read_text(encoding="utf-8") == "mine"
    assert (folder / "MEMORY.imported.md").is_file()
    assert any("MEMORY.imported.md" in notice for notice in report.notices)


async def test_an_export_that_was_only_packed_again_is_taken(sqlite_runtime: Runtime, tmp_path: Path) -> None:
    """The red control of the cases above: what refuses them is what they changed."""
    path = tmp_path / "luna.zip"
    path.write_bytes(changed(await exported(sqlite_runtime), lambda parts: None))
    target = await sqlite_runtime.agent(fresh_id())
    assert (await target.import_agent(path)).counts["archival_records"] == 2
