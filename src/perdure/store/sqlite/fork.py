"""A second agent out of the file of another: SQLite's own backup copies the pages, whoever writes meanwhile."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import apsw

from perdure.folders import private_folder, sync_folder
from perdure.store.sqlite.connection import connect

RENAME = "UPDATE agents SET agent_id = :new, parent_id = :old, name = NULL, created_at = :now"
RENAME_SECRET = "UPDATE agent_secrets SET agent_id = :new"
ATTACHMENTS = "attachments"


def copy_pages(source: Path, draft: Path, *, busy_timeout: float) -> None:
    """One consistent copy of a store, durable when this returns."""
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW, 0o600))
    reader = connect(source, busy_timeout=busy_timeout)
    try:
        writer = apsw.Connection(str(draft))
        try:
            with writer.backup("main", reader, "main") as backup:
                while not backup.done:
                    backup.step(-1)
        finally:
            writer.close()
    finally:
        reader.close()


def rename(draft: Path, *, old: str, new: str, now: int, busy_timeout: float) -> None:
    """The copy belongs to the new agent. It keeps the secret, so that what was hashed under it is known again."""
    connection = connect(draft, busy_timeout=busy_timeout)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for statement in (RENAME, RENAME_SECRET):
            connection.execute(statement, {"old": old, "new": new, "now": now})
        connection.execute("COMMIT")
    finally:
        connection.close()


def copy_attachments(source: Path, target: Path, only: frozenset[str] | None) -> None:
    """The bytes of attachments, as files of their own: what is erased in one agent stays in the other."""
    folder = source / ATTACHMENTS
    if not folder.is_dir():
        return
    private_folder(target / ATTACHMENTS)
    for file in folder.iterdir():
        if file.is_file() and not file.is_symlink() and (only is None or file.name in only):
            copied = target / ATTACHMENTS / file.name
            shutil.copyfile(file, copied, follow_symlinks=False)
            os.chmod(copied, 0o600)
    sync_folder(target / ATTACHMENTS)
