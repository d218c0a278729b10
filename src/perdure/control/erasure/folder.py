"""Files of the agent's folder: what was erased is cut out of text files, and every byte of all files is looked at."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from perdure.control.erasure.patterns import Matcher, forms
from perdure.control.erasure.remove import MASK, without_texts
from perdure.folders import atomic_write
from perdure.values import JSON

DATABASES = ("memory.db", "memory.db-wal", "memory.db-shm", "memory.db-journal")
"""What only the store writes."""
ATTACHMENTS = "attachments"
LARGEST = 64 << 20
"""A file longer than this is not rewritten as text; it is looked through like any other."""
PIECE = 8 << 20
TRIES = 3


@dataclass(slots=True)
class Looked:
    """What was looked through, and where something was found: the file and how often, never what."""

    files: int = 0
    size: int = 0
    hits: dict[str, int] = field(default_factory=dict)


def patterns_of(texts: Sequence[str]) -> set[bytes]:
    """All forms of texts; of one with several lines also each line, because files write lines in their own ways."""
    lines = {line.strip() for text in texts for line in text.splitlines() if len(text.splitlines()) > 1}
    return {form for text in (*texts, *(line for line in lines if len(line) > 3)) for form in forms(text)}


def look(folder: Path, patterns: set[bytes], words: Iterable[bytes] = ()) -> Looked:
    """Look through every byte of a folder, names included; for `words` only in the database, which holds rows alone."""
    elsewhere, in_database, looked = Matcher(patterns), Matcher(patterns | set(words)), Looked()
    for path in plain_files(folder):
        matcher = in_database if path.name in DATABASES else elsewhere
        try:
            found, size = _look_into(path, matcher)
        except FileNotFoundError:
            continue  # a server's own file, gone meanwhile
        looked.files += 1
        looked.size += size
        if found:
            looked.hits[str(path.relative_to(folder))] = found
    return looked


def _look_into(path: Path, matcher: Matcher) -> tuple[int, int]:
    """How often the patterns stand in a file and in its name, and how many bytes were looked at."""
    found, size, tail = sum(1 for _ in matcher.find(path.name.encode(errors="surrogateescape"))), 0, b""
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            size += len(piece)
            found += sum(1 for _ in matcher.find(tail + piece))
            tail = (tail + piece)[-(matcher.longest - 1) :] if matcher.longest > 1 else b""
    return found, size


def look_all(folders: Sequence[Path], patterns: set[bytes], words: Iterable[bytes] = ()) -> Looked:
    """The same for several folders; names of files are told with that of their folder where there are others."""
    whole = Looked()
    for folder in folders:
        one = look(folder, patterns, words)
        whole.files, whole.size = whole.files + one.files, whole.size + one.size
        whole.hits |= {name if len(folders) == 1 else f"{folder.name}/{name}": n for name, n in one.hits.items()}
    return whole


def plain_files(folder: Path) -> Iterator[Path]:
    """Every plain file of a folder, through no link, in a fixed order.

    A server may remove files of its own meanwhile; what is gone holds nothing.
    """
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place) / name
            if _is_plain(path):
                yield path


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def rewrite(folder: Path, texts: Sequence[str], ids: Sequence[str]) -> list[str]:
    """Cut texts, and lines that carry one of the ids, out of all text files. Answers the files that were changed."""
    patterns = patterns_of(texts)
    matcher = Matcher(patterns | {name.encode() for name in ids})
    changed = []
    for path in folder.glob("clusters-*.cache"):  # made of vectors; the next question makes them again
        path.unlink()
        changed.append(path.name)
    for path in plain_files(folder):
        if path.name in DATABASES or path.parent.name == ATTACHMENTS:
            continue
        try:
            is_changed = _rewrite(path, matcher, Matcher(patterns), texts, ids)
        except FileNotFoundError:
            continue  # an editor's own file, gone meanwhile
        if is_changed:
            changed.append(str(path.relative_to(folder)))
    return changed


def _rewrite(path: Path, matcher: Matcher, words: Matcher, texts: Sequence[str], ids: Sequence[str]) -> bool:
    for _ in range(TRIES):
        before = os.stat(path)
        if before.st_size > LARGEST:
            return False
        data = path.read_bytes()
        if not matcher.found(data):
            return False
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False  # no text of ours: the look through all bytes tells of it
        left = _json_lines(text, texts, ids) if path.suffix in (".json", ".jsonl") else None
        after = "".join(_lines_left(text if left is None else left, words, texts, ids))
        if after == text:
            return False
        now = os.stat(path)
        if (now.st_ino, now.st_mtime_ns, now.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size):
            atomic_write(path, after.encode())
            return True
    return False


def _json_lines(text: str, texts: Sequence[str], ids: Sequence[str]) -> str | None:
    """JSON, whole or by lines, without the texts and what stands under one of the ids; None where it is none."""
    try:
        whole = json.loads(text)
    except ValueError:
        try:
            rows = [json.loads(row) if row.strip() else None for row in text.split("\n")]
        except ValueError:
            return None
        return "\n".join("" if row is None else _dumped(row, texts, ids) for row in rows)
    indent = 2 if "\n" in text.strip() else None
    return _dumped(whole, texts, ids, indent) + ("\n" if text[-1:] == "\n" else "")


def _dumped(value: JSON, texts: Sequence[str], ids: Sequence[str], indent: int | None = None) -> str:
    left = without_texts(_without_ids(value, frozenset(ids)), texts)
    return json.dumps(left, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))


def _without_ids(value: JSON, ids: frozenset[str]) -> JSON:
    """A JSON value without the entries that an id names, and without the ids in lists."""
    if isinstance(value, dict):
        return {name: _without_ids(part, ids) for name, part in value.items() if name.rpartition(":")[2] not in ids}
    if isinstance(value, list):
        return [_without_ids(part, ids) for part in value if not (isinstance(part, str) and part in ids)]
    return value


def _lines_left(text: str, words: Matcher, texts: Sequence[str], ids: Sequence[str]) -> Iterator[str]:
    """The lines that stay. A line with the mark of an item that is gone goes, with the lines that belong to it."""
    marks = [f":{name} -->" for name in ids]
    pieces = sorted({*texts, *(line.strip() for one in texts for line in one.splitlines())}, key=len, reverse=True)
    for piece in pieces:
        if len(piece.encode()) > 3:
            text = text.replace(piece, MASK)
    is_going = False
    for row in text.splitlines(keepends=True):
        is_going = any(mark in row for mark in marks) or (is_going and row.startswith("  "))
        if is_going or words.found(row.encode()):
            continue
        if MASK in row and not any(char.isalnum() for char in row.replace(MASK, "").partition("<!--")[0]):
            continue
        yield row
