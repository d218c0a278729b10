"""`perdure index`: how far the vectors are, making what is missing, and making the index anew."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace
from perdure.cli.progress import Progress

if TYPE_CHECKING:
    from perdure.blocking import Memory
    from perdure.values import IndexProgress


class Records(StrEnum):
    """Whether records have vectors too."""

    ON = "on"
    OFF = "off"
    DEFAULT = "default"


def index(
    place: CommandPlace,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Rebuild all derived data first.")] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="Remove vectors of items that are no longer in force.")
    ] = False,
    records: Annotated[
        Records | None,
        typer.Option(help="Also embed the archive (on/off), for semantic search in it.", show_default=False),
    ] = None,
    status: Annotated[bool, typer.Option("--status", help="Only show progress.")] = False,
) -> None:
    """Update the index.

    After a change of model every vector is recomputed. Search keeps working meanwhile.
    An interrupted run continues where it stopped.
    """
    with place.memory(meaning=True, hurried=False) as memory:
        done = _prepare(memory, rebuild=rebuild, compact=compact, records=records)
        before = memory.index.progress()
        after = before if status else _catch_up(memory, before)
        done["record_vectors"] = memory.index.record_vectors()
    answer(place, after.as_json() | done, _words(after, done))
    if after.problem is not None:
        raise typer.Exit(1)


def _prepare(memory: Memory, *, rebuild: bool, compact: bool, records: Records | None) -> dict[str, Any]:
    done: dict[str, Any] = {}
    if records is not None:
        memory.index.set_record_vectors({Records.ON: True, Records.OFF: False}.get(records))
    if rebuild:
        with Progress("rebuilding the index") as progress:
            done["rebuilt"] = memory.rebuild_index(report=progress.reached)
    if compact:
        with Progress("removing vectors"):
            done["dropped"] = memory.compact_index()
    return done


def _catch_up(memory: Memory, before: IndexProgress) -> IndexProgress:
    with Progress("computing vectors", before.missing or None) as progress:
        return memory.index.catch_up(report=progress.advance)


def _words(state: IndexProgress, done: dict[str, Any]) -> str:
    from perdure.types.wording import several

    lines = [f"rebuilt from {several(done['rebuilt'], 'item')}"] if "rebuilt" in done else []
    lines += [f"removed {several(done['dropped'], 'unused vector')}"] if "dropped" in done else []
    if state.model is None:
        return "\n".join([*lines, "no embedder configured: keyword search only"])
    kinds = "items and records" if done["record_vectors"] else "items"
    lines.append(f"{state.model}: {several(state.vectors - state.dead, 'vector')} of {kinds}")
    lines += [f"{state.missing:,} pending"] if state.missing else []
    lines += [f"stopped: {state.problem}"] if state.problem else []
    return "\n".join(lines)
