"""Greetings, and the scenes of the tour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from perdure.cli.place import CommandPlace
from perdure.cli.show import clean

if TYPE_CHECKING:
    from perdure.cli.tales import Tale
    from perdure.cli.tour import TourStep


def ready(place: CommandPlace, workspace: str | None = None) -> RenderableType:
    given = "" if place.agent is None else f" --agent {clean(place.agent)}"
    given += "" if place.home is None else f" --home {clean(place.shown)}"
    return Group(
        Text.assemble(("Ready: ", "bold green"), f"agent {clean(place.agent_id)} in {clean(place.shown)}"),
        *([f"Files you can read and edit: {clean(workspace)}"] if workspace else []),
        "",
        _commands(
            [
                (f'perdure remember "…"{given}', "keep a note"),
                (f"perdure items{given}", "see what is remembered"),
                (f'perdure search "…"{given}', "find it again"),
                (f"perdure sync{given}", "take in what you changed in the files"),
            ]
        ),
    )


def welcome(home: str, *, is_empty: bool = False) -> RenderableType:
    """What stands here without a command; where nothing is remembered yet, how to begin."""
    first = [
        ("perdure tour", "see it at work, in a minute (中文: perdure tour --lang zh)"),
        ("perdure chat", f"talk to a memory of your own, kept in {clean(home)}"),
        ("perdure install", "give it to Claude Code, Cursor, Codex and others"),
    ]
    title = Text.assemble(("Perdure", "bold"), ": long-term memory for AI agents.")
    if is_empty:
        begin = [
            ("1.", 'perdure remember "I am allergic to peanuts."', "tell it something"),
            ("2.", 'perdure search "What can I not eat?"', "ask for it in other words"),
            ("3.", "perdure show profile:user", "see where it came from"),
        ]
        steps = Table.grid(padding=(0, 2))
        for number, line, meaning in begin:
            steps.add_row(Text(number, "dim"), Text(line, "bold"), Text(meaning))
        return Group(
            title,
            "",
            Text(f"Nothing is remembered in {clean(home)} yet. Three lines to begin with:"),
            Padding(steps, (0, 0, 0, 2), expand=False),
            "",
            Text("Or:"),
            _commands([*first, ("perdure --help", "everything else")]),
        )
    more = [
        ('perdure remember "…"', "keep something"),
        ('perdure search "…"', "find it again"),
        ("perdure items", "see all that is remembered"),
        ("perdure --help", "everything else"),
    ]
    return Group(
        Text.assemble(("Perdure", "bold"), ": long-term memory for AI agents."), "", _commands([*first, *more])
    )


def _commands(rows: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 3))
    grid.add_column(overflow="fold", style="bold")
    grid.add_column(overflow="fold")
    for line, meaning in rows:
        grid.add_row(Text(line), Text(meaning))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def step(number: int, shown: TourStep, tale: Tale) -> RenderableType:
    """A step of the tour: what it claims, whether that was seen, what was seen, and how to do it oneself."""
    mark = Text("ok", "green") if shown.ok else Text("FAILED", "bold red")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold", max_width=16, style="cyan")
    grid.add_column(overflow="fold")
    for name, said in shown.seen:
        grid.add_row(Text(clean(name)), Text(clean(said)))
    head = Text.assemble((f"{number}. {clean(shown.claim)}  ", "bold"), mark)
    foot = Text.assemble((tale.by_hand, "dim"), (clean(shown.by_hand), "bold"))
    return Group("", head, Padding(Group(grid, foot), (0, 0, 0, 3), expand=False))


def curtain(is_well: bool, tale: Tale, stage: CommandPlace | None) -> RenderableType:
    """The end of the tour, and what to type next; `stage` is what it leaves behind."""
    if not is_well:
        return Text(f"\n{tale.unwell}", "bold red")
    lines: list[RenderableType] = ["", Text(tale.well, "bold green"), ""]
    if stage is not None:
        where = f"--home {clean(stage.shown)} --agent {clean(stage.agent_id)}"
        lines.append(Text.assemble(tale.look_around, (f"perdure items {where}", "bold")))
    return Group(*lines, _commands(tale.next))
