"""Removing a whole agent: first nobody can write to it any more, then its folder goes, and a cut finishes later."""

from __future__ import annotations

import os
from pathlib import Path

from perdure.folders import remove_folder, sync_folder
from perdure.store.sqlite.connection import connect
from perdure.store.sqlite.files import DATABASE
from perdure.store.sqlite.purge import purge

GONE = ".gone-"
"""How the name of a folder begins that is on its way out."""
LAST_ROWS = ("DELETE FROM agent_secrets", "DELETE FROM agents")


def remove_agent(folder: Path, busy_timeout: float) -> dict[str, int]:
    """Remove an agent's folder. Whoever has it open in another process finds its row missing, and says so."""
    path = folder / DATABASE
    connection = connect(path, busy_timeout=busy_timeout)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement in LAST_ROWS:
            connection.execute(statement)
        connection.execute("COMMIT")
    finally:
        connection.close()
    purge(path, busy_timeout)
    gone = folder.with_name(f"{GONE}{os.urandom(8).hex()}")
    os.rename(folder, gone)
    sync_folder(gone.parent)
    return remove_folder(gone)


def remove_gone(home: Path) -> None:
    """Remove what was on its way out when somebody was cut short."""
    for folder in home.glob(f"{GONE}*"):
        remove_folder(folder)
