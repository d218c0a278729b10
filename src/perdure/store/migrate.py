"""Numbered migrations: found by their file names, never edited once released."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from perdure.errors import Unsupported
from perdure.messages import say

_NAME = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    name: str
    script: str


def migrations(engine: str) -> list[Migration]:
    """The steps of an engine (`sqlite` or `postgres`), in order."""
    folder = files("perdure.store") / engine / "migrations"
    steps = [
        Migration(int(match[1]), entry.name, entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if (match := _NAME.fullmatch(entry.name))
    ]
    return sorted(steps, key=lambda step: step.number)


def steps_after(engine: str, version: int) -> list[Migration]:
    """What is left to do from a schema version; a version newer than ours is refused, never guessed at."""
    steps = migrations(engine)
    newest = steps[-1].number
    if version > newest:
        raise Unsupported(
            f"this store has schema {version}; this Perdure knows schemas up to {newest}",
            hint=say("hint.upgrade"),
        )
    return [step for step in steps if step.number > version]
