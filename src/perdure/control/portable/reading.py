"""An export, read with distrust: nothing is taken from it before all of it has been checked.

What is checked first: that it is a whole zip file of plain files with plain names, that it does not unpack to far more
than it is, and that every file has the size and the SHA-256 that the manifest says.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from perdure.control.portable.layout import (
    AGENT,
    ATTACHMENTS,
    CONFIGURATION,
    DATA,
    FILES,
    FORMAT,
    LINE_FACTOR,
    MANIFEST,
    MAX_MANIFEST,
    MAX_RATIO,
    SHA256,
    SMALL,
    VERSION,
    is_plain_path,
)
from perdure.errors import InvalidInput, NotFound, Unsupported
from perdure.messages import say
from perdure.values import JSON

PIECE = 1 << 18
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)


class ExportFile:
    """An open export. `check` it before anything is taken from it."""

    def __init__(self, file: IO[bytes], *, max_content_bytes: int, max_attachment_bytes: int) -> None:
        self._size = os.fstat(file.fileno()).st_size
        self._max_line = LINE_FACTOR * max_content_bytes
        self._max_attachment = max_attachment_bytes
        with _readable("it is not a whole zip file"):
            self._zip = zipfile.ZipFile(file)
        self._infos = checked_names(self._zip)
        check_bulk(self._infos, self._size)
        self.manifest = self._read_manifest()

    def close(self) -> None:
        self._zip.close()

    # checking

    def _read_manifest(self) -> dict[str, JSON]:
        if MANIFEST not in self._infos:
            raise InvalidInput(
                "the file has no `manifest.json`: it is no export of Perdure",
                hint=say("hint.say_format", names="`chatgpt`, `claude`"),
            )
        shape = self._json(MANIFEST)
        if shape.get("format") != FORMAT or type(shape.get("version")) is not int:
            raise InvalidInput("`manifest.json` is not that of a Perdure export", hint=say("hint.export_again"))
        if shape["version"] > VERSION:
            raise Unsupported(
                f"the export has version {shape['version']}; this Perdure knows versions up to {VERSION}",
                hint=say("hint.upgrade"),
            )
        listed = shape.get("files")
        if not isinstance(listed, list) or not all(_is_entry(one) for one in listed):
            raise InvalidInput("`manifest.json` does not say which files there are", hint=say("hint.export_again"))
        return shape

    def check(self) -> None:
        """Compare every file with its sum. Reads all of the export once."""
        listed = {entry["path"]: entry for entry in self.manifest["files"]}
        own = {name for name in self._infos if name.startswith(ATTACHMENTS)}
        for name in sorted(self._infos.keys() - own - {MANIFEST} ^ listed.keys()):
            raise InvalidInput(
                f"`{name}` is in the manifest or in the export, but not in both", hint=say("hint.export_again")
            )
        for name, entry in listed.items():
            if self._sum(name) != (entry["bytes"], entry["sha256"]):
                raise InvalidInput(
                    f"`{name}` is not what was exported: its checksum differs", hint=say("hint.export_again")
                )
        for name in sorted(own):
            sha256 = name.removeprefix(ATTACHMENTS)
            if not SHA256.fullmatch(sha256) or self._infos[name].file_size > self._max_attachment:
                raise InvalidInput(
                    f"`{name[:90]}` is no attachment, or larger than {self._max_attachment:,} bytes",
                    hint=say("hint.raise_attachment"),
                )
            if self._sum(name)[1] != sha256:
                raise InvalidInput(
                    f"`{name}` is not what was exported: its checksum differs", hint=say("hint.export_again")
                )
        for name in (AGENT, CONFIGURATION):
            if name not in listed:
                raise InvalidInput(f"the export has no `{name}`", hint=say("hint.export_again"))

    def _sum(self, name: str) -> tuple[int, str]:
        total, size = hashlib.sha256(), 0
        for piece in self._pieces(name):
            total.update(piece)
            size += len(piece)
        return size, total.hexdigest()

    def _pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a file, and never more of them than the directory of the zip says."""
        info, read = self._infos[name], 0
        with _readable(f"`{name}` is damaged"), self._zip.open(info) as file:
            while piece := file.read(PIECE):
                read += len(piece)
                if read > info.file_size:
                    raise InvalidInput(f"`{name}` in the export is longer than it says", hint=say("hint.export_again"))
                yield piece

    # reading

    def _json(self, name: str) -> dict[str, JSON]:
        if self._infos[name].file_size > MAX_MANIFEST:
            raise InvalidInput(
                f"`{name}` in the export is longer than {MAX_MANIFEST:,} bytes", hint=say("hint.export_again")
            )
        shape = parsed(b"".join(self._pieces(name)), name)
        if not isinstance(shape, dict):
            raise InvalidInput(f"`{name}` in the export is no JSON object", hint=say("hint.export_again"))
        return shape

    def agent(self) -> dict[str, JSON]:
        return self._json(AGENT)

    def configuration(self) -> dict[str, JSON]:
        return self._json(CONFIGURATION)

    def lines(self, table: str) -> Iterator[tuple[int, dict[str, JSON]]]:
        """(number, object) of every line of a table; none where the export has no such table."""
        name = f"{DATA}{table}.jsonl"
        if name not in self._infos:
            return
        for number, line in enumerate(self._split(name), start=1):
            shape = parsed(line, f"{name}:{number}")
            if not isinstance(shape, dict):
                raise InvalidInput(f"`{name}:{number}` is no JSON object", hint=say("hint.export_again"))
            yield number, shape

    def _split(self, name: str) -> Iterator[bytes]:
        rest = b""
        for piece in self._pieces(name):
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                self._check_line(line, name)
                yield line
            self._check_line(rest, name)
        if rest:
            yield rest

    def _check_line(self, line: bytes, name: str) -> None:
        if len(line) > self._max_line:
            raise InvalidInput(
                f"`{name}` has a line longer than {self._max_line:,} bytes",
                hint=say("hint.raise_content"),
            )

    def tables(self) -> set[str]:
        return {name[len(DATA) : -6] for name in self._infos if name.startswith(DATA) and name.endswith(".jsonl")}

    def attachments(self) -> Iterator[tuple[str, bytes]]:
        for name in sorted(self._infos):
            if name.startswith(ATTACHMENTS):
                yield name.removeprefix(ATTACHMENTS), b"".join(self._pieces(name))

    def files(self) -> Iterator[tuple[str, bytes]]:
        for name in sorted(self._infos):
            if name.startswith(FILES):
                yield name.removeprefix(FILES), b"".join(self._pieces(name))

    def missing(self) -> frozenset[str]:
        """Attachments whose bytes were gone when it was made."""
        said = self.manifest.get("attachments")
        gone = said.get("missing") if isinstance(said, dict) else None
        return frozenset(map(str, gone)) if isinstance(gone, list) else frozenset()

    def total(self) -> int:
        """How many lines there are, as the manifest says: for a progress bar."""
        counts = self.manifest.get("counts")
        numbers = counts.values() if isinstance(counts, dict) else ()
        return sum(number for number in numbers if type(number) is int)


def as_path(file: object) -> Path:
    """The path that somebody names."""
    if not isinstance(file, str | Path) or not str(file).strip() or "\x00" in str(file):
        raise InvalidInput("`file` must be the name of a file", field="file")
    try:
        path = Path(file).expanduser()
        os.fsencode(path)
    except (RuntimeError, ValueError):
        raise InvalidInput("`file` is no name that a file can have", field="file") from None
    return path


def open_plain(file: object) -> IO[bytes]:
    """A file that somebody names, for reading. Whoever asked closes it."""
    path = as_path(file)
    try:
        opened = open(path, "rb")  # noqa: SIM115 - see above
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file `{path}`", hint=say("hint.check_name")) from None
    except (OSError, ValueError) as failure:
        why = getattr(failure, "strerror", None) or type(failure).__name__
        raise InvalidInput(f"`{path}` cannot be read: {why}", field="file") from None
    if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise InvalidInput(f"`{path}` is no plain file", field="file")
    return opened


def checked_names(file: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files in a zip file by their names: plain files, each once, none that leads out of it."""
    infos: dict[str, zipfile.ZipInfo] = {}
    for info in file.infolist():
        name = info.orig_filename
        if info.is_dir() and is_plain_path(name.rstrip("/")):
            continue
        if name != info.filename or not is_plain_path(name):
            raise InvalidInput(
                "the file holds one whose name leads out of it, or is no name", hint=say("hint.export_again")
            )
        if name in infos:
            raise InvalidInput(f"the file holds `{name}` twice", hint=say("hint.export_again"))
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
            raise InvalidInput(f"`{name}` in the file is a link or no plain file", hint=say("hint.export_again"))
        if info.flag_bits & 0x1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InvalidInput(
                f"`{name}` in the file is encrypted or packed in an unknown way", hint=say("hint.export_again")
            )
        infos[name] = info
    return infos


def check_bulk(infos: Mapping[str, zipfile.ZipInfo], size: int) -> None:
    """Refuse what unpacks to far more than it is."""
    unpacked = sum(info.file_size for info in infos.values())
    if unpacked > max(SMALL, MAX_RATIO * size):
        raise InvalidInput(
            f"the file unpacks from {size:,} to {unpacked:,} bytes; no memory packs that tightly",
            hint=say("hint.zip_bomb"),
        )


@contextmanager
def unpackable(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """A zip file of another program, open. Nothing of it is unpacked to a disk."""
    with _readable("it is not a whole zip file"):
        archive = zipfile.ZipFile(file)
    try:
        yield archive
    finally:
        archive.close()


def is_zip(file: IO[bytes]) -> bool:
    """Whether a file begins like a zip file, however it goes on."""
    file.seek(0)
    start = file.read(4)
    file.seek(0)
    return start in (b"PK\x03\x04", b"PK\x05\x06")


def parsed(data: bytes, where: str) -> Any:
    """JSON of somebody else. What is too deep or no JSON at all is said to be so."""
    try:
        return json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise InvalidInput(f"`{where}` is not JSON in UTF-8", hint=say("hint.export_again")) from None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _is_entry(entry: object) -> bool:
    return isinstance(entry, Mapping) and isinstance(entry.get("path"), str) and {"bytes", "sha256"} <= entry.keys()


@contextmanager
def _readable(otherwise: str) -> Iterator[None]:
    """Whatever a damaged zip file raises, as our error."""
    try:
        yield
    except InvalidInput:
        raise
    except _BROKEN:
        raise InvalidInput(f"the export cannot be read: {otherwise}", hint=say("hint.export_again")) from None
