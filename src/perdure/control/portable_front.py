"""Taking an agent elsewhere: all of it into one file, and a file into an agent."""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import threading
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import IO, TypeVar

from perdure.config import Config
from perdure.control.portable.foreign.formats import NAMES, PERDURE, format_of
from perdure.control.portable.foreign.importing import ForeignImport, check_foreign
from perdure.control.portable.loading import Arrival, is_empty, load, place_files
from perdure.control.portable.merging import Merge
from perdure.control.portable.reading import ExportFile, as_path, is_zip, open_plain
from perdure.control.portable.reports import ExportReport, ImportReport, Meter, Report, Stopped
from perdure.control.portable.scratch import scratch_store
from perdure.control.portable.writing import write_export
from perdure.errors import Conflict, InvalidInput, StoreUnavailable
from perdure.folders import sync_folder
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import JSON, MAIN, check_callable

T = TypeVar("T")

OF_THE_MACHINE = frozenset(
    {"workspace", "policy", "tokens", "arms", "background", "pool_size", "busy_timeout", "feeds", "recall_load_budget"}
)
"""Settings that belong to a machine and not to a memory; addresses of feeds may hold passwords."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is to be kept of an export, and on whose word."""

    dry_run: bool
    files: bool
    as_mine: bool


class PortableFront:
    """Export and import of one agent."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake

    async def export_agent(
        self, file: str | Path | None = None, *, force: bool = False, report: Report | None = None
    ) -> ExportReport:
        """All of the agent as one file in an open format; without a name, as bytes."""
        check_callable(report, "report")
        path = None if file is None else _target(file, force=force)
        folder, configuration = self._port.workspace, settings_of(self._port.config)
        stop = threading.Event()

        def work(tx: Transaction) -> ExportReport:
            meter = Meter(0, report, stop.is_set)
            with _output(path, force=force) as out:
                done = write_export(
                    tx,
                    out,
                    agent_id=self._port.agent_id,
                    configuration=configuration,
                    folder=folder,
                    meter=meter,
                )
                size, sha256, data = _summed(out, as_data=path is None)
            return ExportReport(
                self._port.agent_id,
                path,
                size,
                sha256,
                done.counts,
                done.attachments,
                done.files,
                tuple(done.missing),
                {str(entry["path"]): str(entry["sha256"]) for entry in done.listed},
                data,
            )

        return await _stoppable(stop, self._port.read(MAIN, work))

    async def import_agent(
        self,
        file: str | Path,
        *,
        format: str | None = None,
        as_mine: bool = False,
        dry_run: bool = False,
        files: bool = True,
        scope: str | None = None,
        report: Report | None = None,
    ) -> ImportReport:
        """A file into this agent: an export as it was, or what is new of it; or what another program kept."""
        check_callable(report, "report")
        if format is not None and format not in NAMES:
            raise InvalidInput("`format` is none that is known", field="format", hint=", ".join(NAMES))
        place = await self._port.place(None, scope)
        stop = threading.Event()
        opened = await self._port.run(lambda: open_plain(file))
        try:
            kind = await self._port.run(lambda: format_of(opened)) if format is None else format
            meter = Meter(0, report, stop.is_set)
            if kind != PERDURE:
                coming = ForeignImport(self._port, self._intake, opened, kind, as_mine=as_mine)
                return await _stoppable(stop, coming.run(place.scope, meter, dry_run=dry_run))
            export = await self._port.run(lambda: _checked(opened, self._port.config))
            kept = _Kept(dry_run, files, as_mine)
            if await self._port.read(MAIN, is_empty):
                loading = partial(self._load, export=export, meter=meter, kept=kept)
                return await _stoppable(stop, self._port.write(MAIN, loading, dry_run=dry_run))
            return await _stoppable(stop, self._merge(export, meter, kept))
        finally:
            opened.close()

    async def _merge(self, export: ExportFile, meter: Meter, kept: _Kept) -> ImportReport:
        """Into an agent that holds something: the export is opened as a store of its own, and compared with it."""
        meter.total = 2 * export.total()
        opening = scratch_store(export, self._arrival(), meter)
        store = await self._port.run(opening.__enter__)
        try:
            return await self._port.write(
                MAIN,
                lambda tx: store.read(MAIN, lambda source: self._merged(source, tx, export, meter, kept)),
                dry_run=kept.dry_run,
            )
        finally:
            await self._port.run(lambda: opening.__exit__(None, None, None))

    def _merged(
        self, source: Transaction, tx: Transaction, export: ExportFile, meter: Meter, kept: _Kept
    ) -> ImportReport:
        merge = Merge(source, tx, self._intake, meter, as_mine=kept.as_mine)
        done = merge.run()
        left = done.counts.pop("history_left", 0)
        notices: list[str] = [] if merge.is_own else [say("import.not_yours")]
        notices += [say("import.history_left", count=left)] if left else []
        counts = {name: count for name, count in done.counts.items() if count}
        return self._finished(export, kept, "merge", counts, notices, tuple(done.details))

    def _arrival(self) -> Arrival:
        return Arrival(self._port.agent_id, self._port.registry, self._intake.criteria.policy.should_embed_recall)

    def _load(self, tx: Transaction, export: ExportFile, meter: Meter, kept: _Kept) -> ImportReport:
        """Into an empty agent."""
        if not is_empty(tx):
            raise Conflict("somebody else wrote to this agent meanwhile", hint=say("hint.again_merges"))
        counts = export.manifest.get("counts")
        indexed = [counts.get(name, 0) for name in ("memory_items", "archival_records")] if counts else []
        meter.total = export.total() + sum(indexed)
        loaded = load(tx, export, self._arrival(), meter, keep_bytes=not kept.dry_run)
        notices = [say("import.missing_bytes", count=len(export.missing()))] if export.missing() else []
        return self._finished(export, kept, "load", loaded, notices)

    def _finished(
        self,
        export: ExportFile,
        kept: _Kept,
        mode: str,
        counts: Mapping[str, int],
        notices: Sequence[str],
        details: tuple[Mapping[str, JSON], ...] = (),
    ) -> ImportReport:
        """The files last, when nothing can go wrong any more."""
        told = [*notices, *self._differing(export.configuration())]
        placed = 0
        if kept.files and not kept.dry_run:
            placed, more = place_files(export, self._port.workspace, beside=mode == "load")
            told += more
        return ImportReport(self._port.agent_id, PERDURE, mode, kept.dry_run, counts, placed, tuple(told), details)

    def _differing(self, exported: Mapping[str, JSON]) -> Iterator[str]:
        """Settings of the home it comes from that are others here."""
        own = settings_of(self._port.config)
        names = sorted(name for name in exported.keys() | own.keys() if exported.get(name) != own.get(name))
        if names:
            yield say("import.settings_differ", names=", ".join(f"`{name}`" for name in names))


def settings_of(config: Config) -> dict[str, JSON]:
    """What was set otherwise than by default and matters to a memory. Keys of providers are not among it."""
    usual = Config()
    changed = [
        one.name
        for one in fields(config)
        if one.name not in OF_THE_MACHINE and getattr(config, one.name) != getattr(usual, one.name)
    ]
    return {name: _plain(getattr(config, name)) for name in changed}


def _plain(value: object) -> JSON:
    if isinstance(value, Mapping):
        return {str(getattr(key, "value", key)): _plain(inner) for key, inner in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(str(one) for one in value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


async def _stoppable(stop: threading.Event, waiting: Awaitable[T]) -> T:
    """Wait for work in a thread; if nobody waits any more, the work is told to stop, and is rolled back."""
    try:
        return await waiting
    except asyncio.CancelledError:
        stop.set()
        raise
    except Stopped:
        raise StoreUnavailable("it was interrupted; nothing was changed", hint=say("hint.start_again")) from None


# the file


def agent_in(file: str | Path, config: Config) -> str | None:
    """The name of the agent in an export; None for the file of another program."""
    with open_plain(file) as opened:
        if not is_zip(opened) or format_of(opened) != PERDURE:
            return None
        name = _export(opened, config).manifest.get("agent")
    return name if isinstance(name, str) else None


def look_at(file: str | Path, config: Config, format: str | None = None) -> None:
    """Check a file as far as that can be done without an agent, so that none is made for a bad one."""
    with open_plain(file) as opened:
        kind = format or format_of(opened)
        if kind == PERDURE:
            _checked(opened, config)
        else:
            check_foreign(opened, kind, config)


def _checked(opened: IO[bytes], config: Config) -> ExportFile:
    export = _export(opened, config)
    export.check()
    return export


def _export(opened: IO[bytes], config: Config) -> ExportFile:
    return ExportFile(
        opened, max_content_bytes=config.max_content_bytes, max_attachment_bytes=config.max_attachment_bytes
    )


def _target(file: object, *, force: bool) -> Path:
    path = as_path(file)
    try:
        if path.is_dir():
            raise InvalidInput(f"`{path}` is a folder", field="file", hint=say("hint.file_in_folder"))
        if not path.parent.is_dir():
            raise InvalidInput(f"there is no folder `{path.parent}`", field="file", hint=say("hint.make_folder"))
    except OSError as failure:
        raise InvalidInput(f"`file` cannot be a file: {failure.strerror}", field="file") from None
    if os.path.lexists(path) and not force:
        raise _there(path)
    return path


@contextmanager
def _output(path: Path | None, *, force: bool) -> Iterator[IO[bytes]]:
    """A file that appears whole under its name, or not at all; without a name, memory."""
    if path is None:
        yield io.BytesIO()
        return
    draft = path.with_name(f".{path.name[:100]}.{os.urandom(6).hex()}")
    try:
        handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        try:
            with open(handle, "w+b") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            _publish(draft, path, force=force)
            sync_folder(path.parent)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as failure:
        raise StoreUnavailable(
            f"`{path}` cannot be written: {failure.strerror or type(failure).__name__}",
            hint=say("hint.check_folder"),
        ) from None


def _publish(draft: Path, path: Path, *, force: bool) -> None:
    if not force:
        try:
            os.link(draft, path)
            return
        except OSError:  # it is there; or a file system without hard links, such as that of a memory stick
            if os.path.lexists(path):
                raise _there(path) from None
    os.replace(draft, path)


def _there(path: Path) -> Conflict:
    return Conflict(f"`{path}` is there already", hint=say("hint.replace_file"))


def _summed(out: IO[bytes], *, as_data: bool) -> tuple[int, str, bytes | None]:
    """Size and SHA-256 of what was written, and the bytes themselves if they are to be given back."""
    total, size = hashlib.sha256(), 0
    out.seek(0)
    while piece := out.read(1 << 20):
        total.update(piece)
        size += len(piece)
    out.seek(0)
    return size, total.hexdigest(), out.read() if as_data else None
