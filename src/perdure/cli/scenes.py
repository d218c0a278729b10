"""Greetings, and the scenes of the demo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from perdure.cli.place import Place
from perdure.cli.show import clean


def ready(place: Place) -> RenderableType:
    given = "" if place.agent is None else f" --agent {clean(place.agent)}"
    given += "" if place.home is None else f" --home {clean(place.shown)}"
    return Group(
        Text.assemble(("Ready: ", "bold green"), f"agent {clean(place.agent_id)} in {clean(place.shown)}"),
        "",
        _commands(
            [
                (f'perdure remember "…"{given}', "keep a note"),
                (f"perdure items{given}", "see what is remembered"),
                (f'perdure search "…"{given}', "find it again"),
            ]
        ),
    )


def welcome(home: str) -> RenderableType:
    return Group(
        Text.assemble(("Perdure", "bold"), ": long-term memory for AI agents."),
        "",
        _commands(
            [
                ("perdure demo", "see it at work, in a few seconds"),
                ("perdure init", f"make a memory in {clean(home)}"),
                ('perdure remember "…"', "keep a note"),
                ('perdure search "…"', "find it again"),
                ("perdure --help", "everything else"),
            ]
        ),
    )


def _commands(rows: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 3))
    grid.add_column(overflow="fold", style="bold")
    grid.add_column(overflow="fold")
    for line, meaning in rows:
        grid.add_row(Text(line), Text(meaning))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def act(process: int, *, is_first: bool) -> RenderableType:
    """The beginning of a process in the demo."""
    said = "begins" if is_first else "is new: the one before has ended, only what is on disk is left"
    return Text.assemble("" if is_first else "\n", (f"Process {process}", "bold cyan"), f" {said}")


def step(number: int, claim: str, ok: bool, seen: Sequence[tuple[str, str]]) -> RenderableType:
    """A step of the demo: what it claims, whether that was seen, and what was seen."""
    mark = Text("ok", "green") if ok else Text("FAILED", "bold red")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold", max_width=28)
    grid.add_column(overflow="fold")
    for name, said in seen:
        grid.add_row(Text(clean(name)), Text(clean(said), "dim"))
    head = Text.assemble((f"{number}. {clean(claim)}  ", "bold"), mark)
    return Group("", head, Padding(grid, (0, 0, 0, 3), expand=False))


def curtain(is_well: bool, stage: Place, stays: bool) -> RenderableType:
    """The end of the demo."""
    if not is_well:
        return Text("\nsomething did not show what it claims: see FAILED above", "bold red")
    lines: list[RenderableType] = ["", Text("Everything showed what it claims.", "bold green")]
    if stays:
        where = f"--home {clean(stage.shown)} --agent {clean(stage.agent_id)}"
        lines.append(Text.assemble("look around: ", (f"perdure items {where}", "bold")))
    else:
        lines.append(Text.assemble("now with a memory of your own: ", ("perdure init", "bold")))
    return Group(*lines)
