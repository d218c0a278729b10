"""What SQLite can say about the health of its own file."""

from __future__ import annotations

import contextlib
import stat
from pathlib import Path
from shlex import quote

import apsw

from perdure.store.contract import Diagnosis
from perdure.store.sqlite.head import HEAD, HeadNote, NotedRevision
from perdure.types.wording import several

SETTINGS = ("config.toml", "config.json")
"""Files of a home that may hold keys."""
_REBUILD = "run `perdure doctor --repair` to rebuild the index from the items"
FTS_LOOK = (
    "SELECT rowid FROM memory_chunks_fts WHERE memory_chunks_fts MATCH 'x' LIMIT 1",
    "SELECT rowid FROM record_chunks_fts WHERE record_chunks_fts MATCH 'x' LIMIT 1",
)
FTS_CHECK = (
    "INSERT INTO memory_chunks_fts (memory_chunks_fts, rank) VALUES ('integrity-check', 1)",
    "INSERT INTO record_chunks_fts (record_chunks_fts, rank) VALUES ('integrity-check', 1)",
)


def check_file(connection: apsw.Connection, path: Path) -> list[Diagnosis]:
    """Integrity of the file and of the word index, and who may read it."""
    return [_integrity(connection), _foreign_keys(connection), _words(connection), _acknowledged(path), _modes(path)]


def _integrity(connection: apsw.Connection) -> Diagnosis:
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
        return Diagnosis("database", True, "integrity check passed")
    return Diagnosis("database", False, f"{several(len(report), 'problem')} found", "restore the store from a backup")


def _foreign_keys(connection: apsw.Connection) -> Diagnosis:
    broken = len(list(connection.execute("PRAGMA foreign_key_check")))
    if not broken:
        return Diagnosis("references", True, "every row refers to one that exists")
    return Diagnosis(
        "references", False, f"{several(broken, 'row')} referring to nothing", "restore the store from a backup"
    )


def _words(connection: apsw.Connection) -> Diagnosis:
    try:
        for check in FTS_CHECK:
            connection.execute(check)
    except apsw.CorruptError:
        return Diagnosis("word index", False, "the word index does not match the chunks", _REBUILD)
    return Diagnosis("word index", True, "matches the chunks")


def _acknowledged(path: Path) -> Diagnosis:
    """Whether the file has come as far as what was acknowledged."""
    note = path.with_name(HEAD)
    noted = HeadNote(note).read()
    if noted is None:
        return Diagnosis("acknowledged writes", True, f"not known: there is no `{note.name}` to compare with")
    if noted.lost_to:
        repair = (
            f"put `{path.name}-wal` or a newer backup back; to go on with what is there, delete `{quote(str(note))}`"
        )
        return Diagnosis("acknowledged writes", False, missing_writes(noted, path), repair)
    return Diagnosis("acknowledged writes", True, "none is missing")


def missing_writes(noted: NotedRevision, path: Path) -> str:
    """What is missing, and what it may have gone with."""
    return (
        f"revisions {noted.lost_from + 1:,} to {noted.lost_to:,} were acknowledged and are missing:"
        f" `{path.name}-wal` was lost, or an older file was put in the place of this one"
    )


def check_home(home: Path) -> list[Diagnosis]:
    """Who may change what is in a home: whoever may write to it can put another agent in the place of one."""
    if not home.is_dir():
        return []
    mode = stat.S_IMODE(home.stat().st_mode)
    if mode & 0o022:
        found = Diagnosis(
            "home", False, f"others may write to it (mode {mode:o})", f"run `chmod 700 {quote(str(home))}`"
        )
        return [found]
    for file in (home / name for name in SETTINGS):
        if file.is_file() and stat.S_IMODE(file.stat().st_mode) & 0o077:
            repair = f"run `chmod 600 {quote(str(file))}`"
            return [Diagnosis("home", False, f"others may read `{file.name}`, which may hold a key", repair)]
    if mode & 0o055:
        return [Diagnosis("home", True, "others can see the names of the agents, and nothing in them")]
    return [Diagnosis("home", True, "only the owner can look into it")]


def _modes(path: Path) -> Diagnosis:
    open_to_others = [
        file.name
        for file in (path.parent, *path.parent.rglob("*"))
        if stat.S_IMODE(file.lstat().st_mode) & 0o077 and not file.is_symlink()
    ]
    if not open_to_others:
        return Diagnosis("file modes", True, "only the owner can read them")
    return Diagnosis(
        "file modes",
        False,
        f"{several(len(open_to_others), 'file')} can be read by others",
        f"run `chmod -R go= {quote(str(path.parent))}`",
    )
