"""The workspace: the folder of an agent that a person can open, put under git and correct by hand.

MEMORY.md  USER.md                a region that is the person's, and one that is made anew
memory/YYYY-MM-DD.md              the notes of a day
memory/items.jsonl                the ledger: what is held, and what it rests on
conversation_history/*.jsonl      what was said, session by session
daily_summaries/                  what a day brought
scopes/<scope>/                   ledger and history of every other scope: the files above are `main` alone
.perdure/                         what the last sync saw, and backups
"""

from __future__ import annotations

from pathlib import Path

from perdure.errors import PerdureError
from perdure.files.safe import change, read_text
from perdure.folders import folder_name, private_folder
from perdure.language import Language
from perdure.values import MAIN

MEMORY, USER = GENERATED = ("MEMORY.md", "USER.md")
NOTES, HISTORY, SUMMARIES = FOLDERS = ("memory", "conversation_history", "daily_summaries")
SCOPES, OWN, BACKUPS = "scopes", ".perdure", "backups"
BESIDE = ("AGENTS.md", "SOUL.md", "IDENTITY.md", "TOOLS.md")
"""Files of the host that are read for context when they are there. They are never written."""
BEGIN, END = "<!-- perdure:generated 0 -->", "<!-- /perdure:generated -->"

_TITLES = {MEMORY: "# MEMORY", USER: "# USER"}
_ABOVE: dict[str, dict[Language, str]] = {
    MEMORY: {
        "en": "<!-- Write below whatever should always be known. It is read line by line, learned by `perdure sync`,\n"
        "and never changed. -->",
        "zh": "<!-- 在下面写下需要一直记住的内容：逐行读取，由 `perdure sync` 学习，绝不会被改动。 -->",
    },
    USER: {
        "en": "<!-- Write below what should be known about you. It is read line by line, learned by `perdure sync`,\n"
        "and never changed. -->",
        "zh": "<!-- 在下面写下关于你自己的内容：逐行读取，由 `perdure sync` 学习，绝不会被改动。 -->",
    },
}
_BELOW: dict[Language, str] = {
    "en": "<!-- What memory holds. Correct a line and it is corrected; delete it and it is forgotten. -->",
    "zh": "<!-- 以下是记忆里的内容。改一行就是更正，删一行就是忘记。 -->",
}


def template(name: str, language: Language = "en") -> str:
    """A new MEMORY.md or USER.md."""
    return f"{_TITLES[name]}\n\n{_ABOVE[name][language]}\n\n\n{_BELOW[language]}\n{BEGIN}\n{END}\n"


def prepare(workspace: Path, language: Language = "en") -> bool:
    """Make the folders and files that are missing. What is there stays; says whether it made any."""
    missing = [name for name in (*FOLDERS, OWN) if not (workspace / name).is_dir()]
    for name in (*FOLDERS, OWN):
        private_folder(workspace / name)
    # What the last sync saw belongs to this copy of the folder: in another one it would be wrong.
    made = _start(workspace / OWN / ".gitignore", "*\n")
    for name in GENERATED:
        made = _start(workspace / name, template(name, language)) or made
    return made or bool(missing)


def _start(path: Path, text: str) -> bool:
    """Write a file where there is none."""
    return change(path, lambda before: text if before is None else None)


def scope_folder(workspace: Path, scope: str) -> Path:
    """Where ledger and history of a scope are."""
    return workspace if scope == MAIN else workspace / SCOPES / folder_name(scope)


def beside(workspace: Path) -> tuple[list[tuple[str, str]], list[tuple[str, PerdureError]]]:
    """(name, text) of the host's own files that are there, and those that cannot be read, with why."""
    found: list[tuple[str, str]] = []
    failed: list[tuple[str, PerdureError]] = []
    for name in BESIDE:
        try:
            text = read_text(workspace / name)
        except PerdureError as failure:
            failed.append((name, failure))
            continue
        if text and text.strip():
            found.append((name, text))
    return found, failed
