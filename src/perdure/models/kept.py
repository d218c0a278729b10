"""A file of named parts that is mapped into memory and believed only where its hashes say so.

Layout: a magic line, the length of the header, the header (JSON: the source and, per part, place, kind and hash), the
header's own hash, the parts. Parts up to `BLOCK` bytes are checked when the file is opened; longer ones have a hash
per block and are checked where they are read.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MAGIC = b"perdure kept parts 1\n"
_LENGTH = struct.Struct("<Q")
BLOCK = 1 << 16
LARGE = 1 << 24
"""From here on a part is checked block by block."""


class Damaged(Exception):
    """The file is not what was written. Never leaves this package: the parts are made again."""


class Kept:
    """The parts of an open file."""

    def __init__(self, data: memoryview, parts: dict[str, Any]) -> None:
        self._data = data
        self._parts = parts

    @property
    def names(self) -> tuple[str, ...]:
        """What the parts are called."""
        return tuple(self._parts)

    def part(self, name: str) -> Any:
        """A part as it was written: an array or a JSON value."""
        return self.array(name) if "dtype" in self._part(name) else self.value(name)

    def array(self, name: str) -> NDArray[Any]:
        """A part as the array it was, still in the file."""
        part = self._part(name)
        return np.frombuffer(self._bytes(part), dtype=part["dtype"]).reshape(part["shape"])

    def value(self, name: str) -> Any:
        """A part as the JSON value it was."""
        return json.loads(bytes(self._bytes(self._part(name))))

    def table(self, name: str) -> CheckedTable:
        """A large array whose rows are checked when they are first read."""
        part = self._part(name)
        rows = np.frombuffer(self._bytes(part), dtype=part["dtype"]).reshape(part["shape"])
        return CheckedTable(rows, self._bytes(part), part["blocks"])

    def _part(self, name: str) -> dict[str, Any]:
        try:
            found: dict[str, Any] = self._parts[name]
        except KeyError:
            raise Damaged(f"no part `{name}`") from None
        return found

    def _bytes(self, part: dict[str, Any]) -> memoryview:
        return self._data[part["at"] : part["at"] + part["size"]]


class CheckedTable:
    """Reads like an array that is indexed by row numbers; raises `Damaged` for rows of a block that has changed."""

    def __init__(self, rows: NDArray[Any], data: memoryview, hashes: list[str]) -> None:
        self._rows = rows
        self._data = data
        self._hashes = hashes
        self._width = rows.strides[0]
        self._good = np.zeros(len(hashes), dtype=bool)

    def __getitem__(self, at: NDArray[np.int64]) -> NDArray[Any]:
        first = at * self._width // BLOCK
        last = (at * self._width + self._width - 1) // BLOCK
        wanted = np.unique(np.concatenate([first, last]))
        for block in wanted[~self._good[wanted]].tolist():
            if sha256(self._data[block * BLOCK : (block + 1) * BLOCK]).hexdigest() != self._hashes[block]:
                raise Damaged(f"block {block}")
            self._good[block] = True
        return self._rows[at]


def keep(file: Path, *, source: str, parts: dict[str, Any]) -> None:
    """Write all parts, whole or not at all. Raises `OSError` where the folder cannot be written."""
    blobs = {name: _blob(part) for name, part in parts.items()}
    described, at = {}, 0
    for name, blob in blobs.items():
        described[name] = {"at": at, "size": len(blob), **_kind(parts[name]), **_hashes(blob)}
        at += len(blob) + -len(blob) % 64
    header = json.dumps({"source": source, "parts": described}).encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(_MAGIC + _LENGTH.pack(len(header)) + header + sha256(header).digest())
            out.write(bytes(-out.tell() % 64))
            for blob in blobs.values():
                out.write(blob)
                out.write(bytes(-len(blob) % 64))
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def open_kept(file: Path, *, source: str) -> Kept:
    """The parts of a file that was kept for this very source; `Damaged` for any other, `OSError` where none is."""
    with file.open("rb") as stream:
        if os.fstat(stream.fileno()).st_size < len(_MAGIC) + _LENGTH.size:
            raise Damaged("too short")
        data = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    at = len(_MAGIC) + _LENGTH.size
    (length,) = _LENGTH.unpack(data[len(_MAGIC) : at])
    header = bytes(data[at : at + length])
    if bytes(data[: len(_MAGIC)]) != _MAGIC or bytes(data[at + length : at + length + 32]) != sha256(header).digest():
        raise Damaged("no such header")
    described = json.loads(header)
    if described["source"] != source:
        raise Damaged("of another source")
    begin = at + length + 32
    body = data[begin + -begin % 64 :]
    for name, part in described["parts"].items():
        if part["at"] + part["size"] > len(body):
            raise Damaged(f"part `{name}` is cut off")
        if "sha256" in part and sha256(body[part["at"] : part["at"] + part["size"]]).hexdigest() != part["sha256"]:
            raise Damaged(f"part `{name}` has changed")
    return Kept(body, described["parts"])


def _blob(part: Any) -> bytes:
    if isinstance(part, np.ndarray):
        return np.ascontiguousarray(part).tobytes()
    return json.dumps(part, ensure_ascii=False).encode()


def _kind(part: Any) -> dict[str, Any]:
    return {"dtype": part.dtype.str, "shape": list(part.shape)} if isinstance(part, np.ndarray) else {}


def _hashes(blob: bytes) -> dict[str, Any]:
    if len(blob) < LARGE:
        return {"sha256": sha256(blob).hexdigest()}
    return {"blocks": [sha256(blob[at : at + BLOCK]).hexdigest() for at in range(0, len(blob), BLOCK)]}
