"""Bringing a file of another program in: looked through once, then written portion by portion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import IO

from perdure.config import Config
from perdure.control.portable.foreign.bring_in import Importer, Ready, Tally, batches
from perdure.control.portable.foreign.contract import Conversation
from perdure.control.portable.foreign.formats import ForeignFile
from perdure.control.portable.layout import LINE_FACTOR
from perdure.control.portable.reports import ImportReport, Meter
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.port import Port


def check_foreign(file: IO[bytes], kind: str, config: Config) -> Counter[str]:
    """Look through a file: every object is of the shape. Answers how many conversations and memories there are."""
    counts: Counter[str] = Counter()
    for one in ForeignFile(file, kind, LINE_FACTOR * config.max_content_bytes).gathered():
        counts["conversations" if isinstance(one, Conversation) else "memories"] += 1
    return counts


class ForeignImport:
    """One file on its way in."""

    def __init__(self, port: Port, intake: Intake, file: IO[bytes], kind: str, *, as_mine: bool) -> None:
        self._port = port
        self._importer = Importer(intake, kind, as_mine)
        self._file = ForeignFile(file, kind, LINE_FACTOR * port.config.max_content_bytes)
        self._kind = kind

    async def run(self, scope: str, meter: Meter, *, dry_run: bool) -> ImportReport:
        """Write it all; with `dry_run` every portion is written and rolled back."""
        found = await self._port.run(lambda: check_foreign(self._file.file, self._kind, self._port.config))
        meter.total = sum(found.values())
        tally = Tally()
        portions = batches(self._importer, self._file.gathered(), tally, meter.advance)
        while batch := await self._port.run(lambda: _next(portions)):
            work = partial(self._importer.write, batch=batch)
            tally.add(await self._port.write(scope, work, dry_run=dry_run))
        counts = {"conversations": found["conversations"], **tally.counts}
        notices = () if self._importer.as_mine or not found["conversations"] else (say("import.outside"),)
        shown = {name: count for name, count in counts.items() if count}
        return ImportReport(self._port.agent_id, self._kind, "merge", dry_run, shown, 0, notices, tuple(tally.details))


def _next(portions: Iterator[list[Ready]]) -> list[Ready]:
    return next(portions, [])
