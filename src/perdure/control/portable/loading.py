"""An export → an empty agent, which then is what was exported: no change of its own, every id and number as it was."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from perdure.control.chain import check_chain
from perdure.control.portable.reading import ExportFile
from perdure.control.portable.reports import Meter
from perdure.control.portable.upgrades import upgraded
from perdure.control.portable.writing import read_own
from perdure.control.type_rules import renew_types
from perdure.errors import Conflict, InvalidInput, Unsupported
from perdure.folders import atomic_write, private_folder
from perdure.messages import say
from perdure.recall.rebuild import rebuild
from perdure.store.portable_tables import BY_NAME, TABLES, PortableTable
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import JSON, Item

BATCH = 500
IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where an export comes in."""

    agent_id: str
    registry: Registry
    embeds: Callable[[Item], bool]


def is_empty(tx: Transaction) -> bool:
    """Whether nothing was ever written here: everything that is takes a number."""
    return tx.sequence == 0 and not tx.settings.all()


def load(
    tx: Transaction,
    export: ExportFile,
    arrival: Arrival,
    meter: Meter,
    *,
    keep_bytes: bool,
    is_indexed: bool = True,
) -> dict[str, int]:
    """Put everything in, make what is derived, and compare the hash chain. Answers the rows by table."""
    _check_tables(export)
    agent = export.agent()
    rename = _renaming(agent, arrival.agent_id)
    counts: dict[str, int] = {}
    for table in TABLES:
        counts[table.name] = _load_table(tx, export, table, arrival, rename, meter)
    try:
        tx.portable.become(agent)
    except InvalidInput as wrong:
        raise InvalidInput(
            f"`agent.json` is not what an export holds: {wrong.message}", hint=say("hint.not_imported_export_again")
        ) from None
    found = check_chain(tx)
    if not found.ok:
        raise InvalidInput(
            f"the archive in the export was changed: {found.detail}", hint=say("hint.not_imported_export_again")
        )
    renew_types(tx, arrival.registry, arrival.agent_id)
    if is_indexed:
        rebuild(tx, arrival.registry, arrival.embeds, report=meter.advance)
    if keep_bytes:  # last: beside a SQLite file they are not rolled back
        for sha256, data in export.attachments():
            tx.portable.add_bytes(sha256, data)
    return counts


def _check_tables(export: ExportFile) -> None:
    if unknown := sorted(export.tables() - BY_NAME.keys()):
        raise Unsupported(
            f"the export holds `{unknown[0]}`, which this Perdure does not know",
            hint=say("hint.not_imported_export_again"),
        )


def _load_table(
    tx: Transaction,
    export: ExportFile,
    table: PortableTable,
    arrival: Arrival,
    rename: Callable[[str, dict[str, JSON]], dict[str, JSON]],
    meter: Meter,
) -> int:
    count = 0
    for first, batch in _batches(upgraded(export, table.name)):
        if table.name == "memory_items":
            check_types(batch, arrival.registry)
        try:
            tx.portable.add(table, [rename(table.name, line) for line in batch])
        except InvalidInput as wrong:
            place = f"among lines {first:,} to {first + len(batch) - 1:,} of `data/{table.name}.jsonl`"
            raise InvalidInput(f"{place}: {wrong.message}", hint=say("hint.not_imported_export_again")) from None
        except Conflict:
            raise InvalidInput(
                f"`data/{table.name}.jsonl` contradicts itself", hint=say("hint.not_imported_export_again")
            ) from None
        count += len(batch)
        meter.advance(len(batch))
    return count


def _batches(lines: Iterator[tuple[int, dict[str, JSON]]]) -> Iterator[tuple[int, list[dict[str, JSON]]]]:
    batch: list[dict[str, JSON]] = []
    first = 1
    for number, line in lines:
        if not batch:
            first = number
        batch.append(line)
        if len(batch) == BATCH:
            yield first, batch
            batch = []
    if batch:
        yield first, batch


def check_types(lines: Sequence[Mapping[str, JSON]], registry: Registry) -> None:
    """Refuse items of a type that is not there: without it they could neither be read nor searched."""
    for line in lines:
        if line.get("type") not in registry.stored_names:
            raise Unsupported(
                f"the export holds items of the type `{str(line.get('type'))[:60]}`, which is not installed here",
                hint=say("hint.install_type"),
            )


def _renaming(agent: Mapping[str, JSON], agent_id: str) -> Callable[[str, dict[str, JSON]], dict[str, JSON]]:
    """Under another name the agent's identity gets the key under which it is looked for."""
    was, now = f"{IDENTITY}:{agent.get('id')}", f"{IDENTITY}:{agent_id}"

    def rename(table: str, line: dict[str, JSON]) -> dict[str, JSON]:
        has_key = table == "changes" or (table == "memory_items" and line.get("type") == IDENTITY)
        if not has_key or line.get("key") != was:
            return line
        # An entry of the log with another key is not the one that was sealed: without its salt nobody says it is.
        return {**line, "key": now, **({"salt": None} if table == "changes" else {})}

    return rename if was != now else lambda table, line: line


# files


def place_files(export: ExportFile, folder: Path | None, *, beside: bool) -> tuple[int, list[str]]:
    """Put the files of an export into the agent's folder. What is there stays: another of its name goes beside it.

    Without `beside` it is left out. Answers how many were placed, and what to say about the others.
    """
    placed = 0
    notices: list[str] = []
    for name, data in export.files():
        if folder is None:
            raise Unsupported(
                "the export holds files, and this home has no folder for them", hint=say("hint.folder_for_files")
            )
        path = folder / name
        if not _is_inside(folder, path):
            raise InvalidInput(f"`{name}` would be written through a link", hint=say("hint.not_imported_export_again"))
        held = read_own(path)
        if held == data:
            continue
        if held is not None or os.path.lexists(path):
            if not beside:
                notices.append(say("import.file_kept", name=name))
                continue
            path = _beside(path)
            notices.append(say("import.file_beside", name=name, beside=path.relative_to(folder).as_posix()))
        private_folder(path.parent)
        atomic_write(path, data)
        placed += 1
    return placed, notices


def _is_inside(folder: Path, path: Path) -> bool:
    """Whether no part of the way from the folder to the file is a link."""
    parts = path.relative_to(folder).parts[:-1]
    return not any((folder.joinpath(*parts[: n + 1])).is_symlink() for n in range(len(parts)))


def _beside(path: Path) -> Path:
    for number in range(1, 10_000):
        other = path.with_name(f"{path.stem}.imported{'' if number == 1 else f'-{number}'}{path.suffix}")
        if not os.path.lexists(other):
            return other
    raise Conflict(f"there are too many imported copies of `{path.name}`", hint=say("hint.remove_some"))
