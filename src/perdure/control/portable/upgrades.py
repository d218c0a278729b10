"""Exports of older versions, line by line as today's version would have written them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from perdure.control.portable.layout import VERSION
from perdure.control.portable.reading import ExportFile
from perdure.values import JSON

Step = Callable[[str, dict[str, JSON]], dict[str, JSON] | None]
"""(table, line) → the line one version later; None: there is no such line any more."""

STEPS: dict[int, Step] = {}
"""By the version that a step starts from. A released step is never edited."""


def upgraded(export: ExportFile, table: str) -> Iterator[tuple[int, dict[str, JSON]]]:
    """The lines of a table, brought up to date."""
    steps = [STEPS[version] for version in range(int(export.manifest["version"]), VERSION)]
    for number, line in export.lines(table):
        changed: dict[str, JSON] | None = line
        for step in steps:
            changed = None if changed is None else step(table, changed)
        if changed is not None:
            yield number, changed
