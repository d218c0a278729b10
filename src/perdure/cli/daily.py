"""The commands of the daily run: do it, see what it forgot, and put that back."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.errors import PerdureError
from perdure.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from perdure.store.upkeep import StepRow
    from perdure.upkeep.forgotten import Forgotten
    from perdure.upkeep.report import DailyReport, StepReport

STEPS = 9
"""How many there are, for the bar: a command that only prints does not load the room that has them."""

SHOWN = 20
"""Changes of one step that a person is shown."""


def daily(
    place: CommandPlace,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done, and why.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Only show the outcome of the last run.")] = False,
    all_agents: Annotated[bool, typer.Option("--all-agents", help="Every agent in this home.")] = False,
    print_: Annotated[
        str | None,
        typer.Option(
            "--print", metavar="SCHEDULER", help="Print lines for cron, launchd or systemd.", show_default=False
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="With --print: local time (default: 03:30).", show_default=False),
    ] = None,
) -> None:
    """Run the daily maintenance: read, merge, expire, refresh files.

    Running it again on the same day changes nothing. `perdure forgotten` lists what expired.
    """
    if sum((dry_run, status, print_ is not None)) > 1:
        raise UsageError("give one of `--dry-run`, `--status` and `--print`", hint=say("hint.one_option"))
    if at is not None and print_ is None:
        raise UsageError("`--at` goes with `--print`", hint="`perdure daily --print cron --at 04:00`")
    if print_ is not None:
        _print(place, print_, at, all_agents)
        return
    if all_agents:
        _run_all(place, dry_run, status)
        return
    if status:
        with place.memory() as memory:
            rows = memory.upkeep.last_run()
        answer(place, {"steps": [row.as_json() for row in rows]}, lambda: _status(rows))
        return
    report = _run(place, dry_run)
    answer(place, report.as_json(), lambda: _report(report))
    if report.failed:
        raise typer.Exit(1)


def _run(place: CommandPlace, dry_run: bool) -> DailyReport:
    from perdure.config import default_feeds

    with place.memory(meaning=True, rereading=True, hurried=False) as memory, Progress("daily run", STEPS) as progress:

        def step_done(step: StepReport) -> None:
            progress.advance(1)

        feeds = {**default_feeds(), **place.settings.config.feeds}
        return memory.upkeep.run_daily(dry_run=dry_run, feeds=feeds, on_step=step_done, scope=place.scope)


def _run_all(place: CommandPlace, dry_run: bool, status: bool) -> None:
    """One agent after the other. One that cannot be opened says so and stops no other."""
    if status:
        raise UsageError("`--status` shows one agent", hint=say("hint.name_agent"))
    from perdure.cli.place import agent_rows

    runs: list[tuple[str, DailyReport | PerdureError]] = []
    for row in agent_rows(place.address):
        try:
            runs.append((row.id, _run(replace(place, agent=row.id), dry_run)))
        except PerdureError as error:
            runs.append((row.id, error))
    shape = {"agents": [{"agent": name, **found.as_json()} for name, found in runs]}
    answer(place, shape, lambda: _reports(runs))
    if any(isinstance(found, PerdureError) or found.failed for _, found in runs):
        raise typer.Exit(1)


def _reports(runs: Sequence[tuple[str, DailyReport | PerdureError]]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean

    for name, found in runs:
        yield Text(clean(name), "bold underline")
        if isinstance(found, PerdureError):
            yield Text(clean(found.message), "red")
        else:
            yield from _report(found)


def _print(place: CommandPlace, scheduler: str, at: str | None, all_agents: bool) -> None:
    from perdure.upkeep.schedule import USUAL, lines_for

    # A password does not belong into such a file: the server is told by ~/.pgpass who comes.
    command = [sys.executable, "-m", "perdure", "daily", "--home", place.shown]
    command += ["--all-agents"] if all_agents else ["--agent", place.agent_id]
    command += [] if place.config is None else ["--config", place.config]
    lines = lines_for(scheduler, command, USUAL if at is None else at)
    answer(place, {"scheduler": scheduler, "lines": lines}, lines)


def forgotten(
    place: CommandPlace,
    limit: Annotated[int, typer.Option(help="Maximum results, newest first.")] = 100,
) -> None:
    """List what expired or was withdrawn, and why."""
    with place.memory() as memory:
        found = memory.upkeep.forgotten(limit=limit, scope=place.scope)
    answer(place, {"items": [one.as_json() for one in found]}, lambda: _forgotten(found))


def restore(
    place: CommandPlace,
    id: Annotated[str, typer.Argument(help="Id, from `perdure forgotten`.", show_default=False)],
) -> None:
    """Restore an item that expired, was withdrawn or was merged."""
    with place.memory() as memory:
        item = memory.upkeep.restore(id, scope=place.scope)
    from perdure.cli.show import short

    answer(place, {"item": item.as_json()}, lambda: [f"restored: {short(item.content)}"])


def _report(report: DailyReport) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, short
    from perdure.messages import render
    from perdure.types.wording import several

    for step in report.steps:
        counts = [several(step.changed, "change")] if step.changed else []
        counts += [f"{step.proposed:,} proposed"] if step.proposed else []
        told = ", ".join(counts) or ("nothing to do" if step.state == "done" and not step.notes else "")
        style = "red" if step.state in ("failed", "unfinished") else ""
        state = "" if step.state == "done" else step.state
        line = Text.assemble((f"{step.name:<12}", "bold"), (f"{state}  " if state else "", style), told)
        yield line
        for note in step.notes:
            yield Text(f"  {clean(render(note, surface='cli'))}", "dim")
        if step.problem is not None:
            yield Text(f"  {clean(render(step.problem, surface='cli'))}", "red")
        for change in step.changes[:SHOWN]:
            why = clean(render(change.reason, surface="cli"))
            yield Text(f"  {change.action}: {short(change.item.content)}  ({why})  {change.item.id}")
        if (left := len(step.changes) - SHOWN) > 0:
            yield Text(f"  and {left:,} more; `--json` lists them", "dim")
    if report.dry_run:
        yield Text("dry run: nothing was changed", "dim")


def _status(rows: Sequence[StepRow]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, table_of, when

    if not rows:
        yield Text("no daily run yet")
        return
    table = table_of("step", "state", "changes", "finished", "why")
    for row in rows:
        finished = "" if row.finished_at is None else when(row.finished_at)
        shown = (row.step, row.state, f"{row.changed:,}", finished, row.problem or "")
        table.add_row(*(Text(clean(text)) for text in shown))
    yield table


def _forgotten(found: Sequence[Forgotten]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, hint, short, when
    from perdure.messages import render

    if not found:
        yield Text("nothing was forgotten")
        return
    for one in found:
        until = "" if one.until is None else f"; restorable until {when(one.until)}"
        why = clean(render(one.reason, surface="cli"))
        yield Text.assemble(
            f"{when(one.at)}  {one.action}  ",
            short(one.text),
            (f"  ({why}{until})  {clean(one.target)}", "dim"),
        )
    yield hint("to restore one: ", "perdure restore ID")
