"""A store → an export: one zip file, made line by line. The same memory always gives the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from perdure.clock import from_micros
from perdure.control.portable.layout import (
    ABOUT,
    AGENT,
    ATTACHMENTS,
    CONFIGURATION,
    DATA,
    FILES,
    FORMAT,
    MANIFEST,
    NOT_TAKEN,
    READABLE,
    README,
    TAKEN_ALONG,
    VERSION,
    is_plain_path,
)
from perdure.control.portable.reports import Meter
from perdure.store.portable_tables import TABLES
from perdure.store.transaction import Transaction
from perdure.values import JSON

LEVEL = 6
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip file can name. When an export was made is no part of the memory."""
BUFFER = 1 << 20
TOLD_EVERY = 500


@dataclass(slots=True)
class Written:
    """What went into an export."""

    counts: dict[str, int]
    attachments: int = 0
    missing: list[str] = field(default_factory=list)
    files: int = 0
    listed: list[dict[str, JSON]] = field(default_factory=list)
    """Path, size and SHA-256 of each file, for the manifest."""


class ExportWriter:
    """Puts files into the zip, one after the other, and notes their sums."""

    def __init__(self, out: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, allowZip64=True)
        self.listed: list[dict[str, JSON]] = []

    def put(self, name: str, pieces: Iterable[bytes], *, is_listed: bool = True) -> None:
        info = zipfile.ZipInfo(name, EPOCH)
        info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
        info.external_attr = (stat.S_IFREG | 0o600) << 16
        total, size = hashlib.sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as file:
            for piece in _gathered(pieces):
                file.write(piece)
                total.update(piece)
                size += len(piece)
        if is_listed:
            self.listed.append({"path": name, "bytes": size, "sha256": total.hexdigest()})

    def close(self) -> None:
        self._zip.close()


def write_export(
    tx: Transaction,
    out: IO[bytes],
    *,
    agent_id: str,
    configuration: Mapping[str, JSON],
    folder: Path | None,
    meter: Meter,
) -> Written:
    """Write all of an agent as the transaction sees it, and the files of its folder."""
    with closing(ExportWriter(out)) as writer:
        return _written(tx, writer, agent_id, configuration, folder, meter)


def _written(
    tx: Transaction,
    writer: ExportWriter,
    agent_id: str,
    configuration: Mapping[str, JSON],
    folder: Path | None,
    meter: Meter,
) -> Written:
    done = Written(tx.portable.counts())
    meter.total = sum(done.counts.values())
    writer.put(ABOUT, [README.encode()])
    writer.put(AGENT, [_pretty({"id": agent_id, **tx.portable.agent()})])
    writer.put(CONFIGURATION, [_pretty(configuration)])
    for table in TABLES:
        writer.put(f"{DATA}{table.name}.jsonl", _counted(map(_line, tx.portable.lines(table)), meter))
    writer.put(READABLE, _readable(tx))
    for sha256, data in tx.portable.files():
        if data is None:
            done.missing.append(sha256)
        else:
            writer.put(ATTACHMENTS + sha256, [data], is_listed=False)
            done.attachments += 1
    for name, path in own_files(folder):
        data = read_own(path)
        if data is not None:
            writer.put(FILES + name, [data])
            done.files += 1
    done.listed = writer.listed
    writer.put(MANIFEST, [_pretty(_manifest(agent_id, done))], is_listed=False)
    return done


def _manifest(agent_id: str, done: Written) -> dict[str, JSON]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "agent": agent_id,
        "counts": done.counts,
        "attachments": {"count": done.attachments, "missing": done.missing},
        "files": done.listed,
    }


def own_files(folder: Path | None) -> Iterator[tuple[str, Path]]:
    """The files of an agent's folder that go with it, by their name in an export, in order. No link is followed."""
    if folder is None or not folder.is_dir():
        return
    found: list[tuple[str, Path]] = []
    for here, folders, names in os.walk(folder, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in NOT_TAKEN]
        for name in names:
            path = Path(here, name)
            inner = path.relative_to(folder).as_posix()
            is_ours = name.startswith(".") or name in NOT_TAKEN
            if path.suffix in TAKEN_ALONG and not is_ours and is_plain_path(inner):
                found.append((inner, path))
    yield from sorted(found)


def read_own(path: Path) -> bytes | None:
    """The bytes of a plain file; None where it went away meanwhile, or is no file of its own."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(handle, "rb") as file:
        state = os.fstat(file.fileno())
        return file.read() if stat.S_ISREG(state.st_mode) and state.st_nlink == 1 else None


def _readable(tx: Transaction) -> Iterator[bytes]:
    """What is known, for people."""
    last: tuple[str, str] | None = None
    for kind, scope, key, content, created in tx.portable.readable():
        if (kind, scope) != last:
            yield f"{'' if last is None else chr(10)}## {kind} ({scope})\n\n".encode()
            last = kind, scope
        text = "\n  ".join(content.splitlines())
        yield f"- {text}\n  `{key}`, {from_micros(created).date().isoformat()}\n".encode()


def _line(shape: Mapping[str, JSON]) -> bytes:
    return _plain(shape).encode() + b"\n"


_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def _pretty(shape: Mapping[str, JSON]) -> bytes:
    return json.dumps(shape, ensure_ascii=False, indent=2, sort_keys=True).encode() + b"\n"


def _counted(lines: Iterable[bytes], meter: Meter) -> Iterator[bytes]:
    waiting = 0
    for line in lines:
        waiting += 1
        if waiting == TOLD_EVERY:
            meter.advance(waiting)
            waiting = 0
        yield line
    meter.advance(waiting)


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in larger pieces: a call per line costs more than packing it."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= BUFFER:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)
