"""Commands for the files of a workspace: sync them with memory, and find them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.errors import InvalidInput
from perdure.messages import render, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.blocking import Memory
    from perdure.files.report import SyncReport

_MARKS = {
    "added": "+",
    "corrected": "~",
    "withdrawn": "-",
    "waiting": "?",
    "conflict": "!",
    "refused": "x",
    "repaired": "=",
    "kept": "=",
}


def sync(
    place: CommandPlace,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Answer every question with yes.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Keep running, and sync whenever a file changes.")] = False,
) -> None:
    """Sync MEMORY.md, USER.md and the notes with memory, both ways.

    New lines are learned, corrected lines correct, deleted lines are forgotten. A missing or empty file,
    lost marks, an older copy and more than five deleted lines change nothing until you confirm it.
    """
    if watch and (dry_run or place.json):
        raise UsageError("`--watch` goes with neither `--dry-run` nor `--json`", hint=say("hint.leave_one_out"))
    with place.memory() as memory:
        if watch:
            _watch(memory)
            return
        report = _sync(memory, place.scope, dry_run=dry_run, yes=yes)
    answer(place, report.as_json(), lambda: shown(report))
    if report.problems:
        raise typer.Exit(1)


def is_markdown(name: str) -> bool:
    """Whether a file or folder is one of Markdown."""
    return name.lower().endswith((".md", ".markdown")) or os.path.isdir(os.path.expanduser(name))


def import_markdown(place: CommandPlace, name: str, *, as_mine: bool, dry_run: bool) -> None:
    """Take in Markdown. The files stay as they are, and importing them twice adds nothing."""
    whole = Path(os.path.expanduser(name)).absolute()
    if not os.path.exists(whole):  # unlike that of a path, it says no to names that no file can have
        raise InvalidInput(f"there is no file or folder `{name}`", field="file", hint=say("hint.check_path"))
    with place.memory(create=True) as memory, Progress("importing") as progress:
        report = memory.files.import_markdown(
            str(whole),
            source="user" if as_mine else "outside",
            dry_run=dry_run,
            report=progress.advance,
            scope=place.scope,
        )
    answer(place, {"import": report.as_json()}, lambda: imported(report))
    if report.problems:
        raise typer.Exit(1)


def rebuild(
    place: CommandPlace,
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="The workspace of the lost agent.", show_default=False)
    ],
) -> None:
    """Make an agent again from its workspace alone. The agent must be new.

    The same items, notes, sessions and evidence come back. The folder becomes the agent's workspace.
    """
    whole = str(Path(folder).expanduser().absolute())
    with place.memory(create=True) as memory, Progress("rebuilding"):
        memory.files.prepare(whole)
        done = memory.files.rebuild()
    shape = {**done.as_json(), "workspace": whole}
    answer(place, shape, f"{done.items} items, {done.sessions} sessions and {done.records} records are back")


def _sync(memory: Memory, scope: str | None, *, dry_run: bool, yes: bool) -> SyncReport:
    is_asked = not yes and not dry_run and sys.stdin is not None and sys.stdin.isatty()
    if is_asked:
        first = memory.files.sync(dry_run=True, scope=scope)
        if first.waits:
            _show(first)
            yes = typer.confirm("Confirm all of these?", err=True)
    with Progress("syncing"):
        return memory.files.sync(dry_run=dry_run, confirm=yes, scope=scope)


def _watch(memory: Memory) -> None:
    from threading import Event

    from perdure.errors import Conflict
    from perdure.files.watch import changes

    folder = memory.files.folder()
    if folder is None:
        memory.files.sync()  # says what is missing
        return
    note(f"watching {folder}; Ctrl-C ends it")
    for _ in changes(Path(folder), Event()):
        try:
            report = memory.files.sync()
        except Conflict as busy:  # another process syncs the same files: it takes this change in
            note(busy.message)
            continue
        if not report.is_quiet:
            _show(report)


def _show(report: SyncReport) -> None:
    from perdure.cli.show import screen

    paper = screen(sys.stderr)
    for part in shown(report):
        paper.print(part)


MOST_SHOWN = 20


def imported(report: SyncReport) -> Iterator[RenderableType]:
    """What an import did: a few lines of each kind, and how many there were."""
    from dataclasses import replace

    from rich.text import Text

    kinds = dict.fromkeys(one.action for one in report.changes)
    few = [[one for one in report.changes if one.action is kind][:MOST_SHOWN] for kind in kinds if kind != "known"]
    yield from shown(replace(report, changes=tuple(one for some in few for one in some)))
    counts = [(kind.value, sum(one.action is kind for one in report.changes)) for kind in kinds]
    told = ", ".join(f"{count:,} {kind}" for kind, count in counts) or "nothing new"
    verb = "would be read" if report.dry_run else "read"
    yield Text(f"{report.files:,} files {verb}: {told}", "bold")


def shown(report: SyncReport) -> Iterator[RenderableType]:
    """A report as a person reads it: one line for every line that counted."""
    from rich.text import Text

    from perdure.cli.show import clean

    for one in report.changes:
        said = one.text if one.text is not None else one.before or ""
        line = Text.assemble((f"{_MARKS.get(one.action.value, ' ')} ", "bold"), f"{one.file}: {clean(said)}")
        if one.text is not None and one.before is not None:
            line.append(f"  (before: {clean(one.before)})", "dim")
        if one.action.value not in ("added", "withdrawn"):
            line.append(f"  {clean(render(one.reason, surface='cli'))}", "dim")
        yield line
    for notice in report.questions:
        yield Text.assemble(("? ", "bold yellow"), clean(render(notice.text, surface="cli")))
    for notice in report.problems:
        yield Text.assemble(("! ", "bold red"), f"{notice.file}: {clean(render(notice.text, surface='cli'))}")
    for name in report.written:
        yield Text.assemble(("> ", "bold"), f"{name} written")
    revisions = sorted({one.revision for one in report.changes if one.revision is not None})
    if revisions:
        undo = " ".join(f"`perdure relearn --undo {number}`" for number in revisions)
        yield Text(f"undo with {undo}", "dim")
    if report.is_quiet and not report.files:
        yield Text("nothing to do: files and memory agree")
