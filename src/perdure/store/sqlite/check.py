"""What SQLite can say about the health of its own file."""

from __future__ import annotations

import contextlib
import stat
from pathlib import Path

import apsw

from perdure.store.contract import Finding
from perdure.types.wording import several

_REBUILD = "run `perdure doctor --repair` to rebuild the index from the items"
FTS_LOOK = (
    "SELECT rowid FROM memory_chunks_fts WHERE memory_chunks_fts MATCH 'x' LIMIT 1",
    "SELECT rowid FROM record_chunks_fts WHERE record_chunks_fts MATCH 'x' LIMIT 1",
)
FTS_CHECK = (
    "INSERT INTO memory_chunks_fts (memory_chunks_fts, rank) VALUES ('integrity-check', 1)",
    "INSERT INTO record_chunks_fts (record_chunks_fts, rank) VALUES ('integrity-check', 1)",
)


def check_file(connection: apsw.Connection, path: Path) -> list[Finding]:
    """Integrity of the file and of the word index, and who may read it."""
    return [_integrity(connection), _foreign_keys(connection), _words(connection), _modes(path)]


def _integrity(connection: apsw.Connection) -> Finding:
    connection.execute("BEGIN")
    try:
        # A connection keeps what it knows of the word index until it searches; checked against that, a deletion by
        # another connection looks like damage. So search first, in the same snapshot.
        with contextlib.suppress(apsw.CorruptError):  # `_words` names it
            for look in FTS_LOOK:
                connection.execute(look).fetchall()
        report = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
    finally:
        connection.execute("ROLLBACK")
    if report == ["ok"]:
        return Finding("database", True, "integrity check passed")
    return Finding("database", False, f"{several(len(report), 'problem')} found", "restore the store from a backup")


def _foreign_keys(connection: apsw.Connection) -> Finding:
    broken = len(list(connection.execute("PRAGMA foreign_key_check")))
    if not broken:
        return Finding("references", True, "every row refers to one that exists")
    return Finding(
        "references", False, f"{several(broken, 'row')} referring to nothing", "restore the store from a backup"
    )


def _words(connection: apsw.Connection) -> Finding:
    try:
        for check in FTS_CHECK:
            connection.execute(check)
    except apsw.CorruptError:
        return Finding("word index", False, "the word index does not match the chunks", _REBUILD)
    return Finding("word index", True, "matches the chunks")


def _modes(path: Path) -> Finding:
    open_to_others = [
        file.name
        for file in (path.parent, *path.parent.rglob("*"))
        if stat.S_IMODE(file.lstat().st_mode) & 0o077 and not file.is_symlink()
    ]
    if not open_to_others:
        return Finding("file modes", True, "only the owner can read them")
    return Finding(
        "file modes",
        False,
        f"{several(len(open_to_others), 'file')} can be read by others",
        f"run `chmod -R go= {path.parent}`",
    )
