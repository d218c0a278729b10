"""Help that a person can find their way in: commands under headings, whole sentences, and an example for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

from perdure.cli.place import with_place

WHOLE = 10_000
"""Longer than any summary: it is wrapped where the terminal is narrow, and never cut."""


class Grouped(TyperGroup):
    """A group of commands that lists them under their headings, in the order they were added."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """As click does, but by heading and with nothing cut off."""
        sections: dict[str, list[tuple[str, str]]] = {}
        names = self.list_commands(ctx)
        width = max(map(len, names), default=0)
        for name in names:
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                panel = getattr(command, "rich_help_panel", None)
                heading = panel if isinstance(panel, str) else "Commands"
                sections.setdefault(heading, []).append((name.ljust(width), command.get_short_help_str(WHOLE)))
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


def examples(*lines: str, note: str | None = None) -> str:
    """The end of a help text: lines to type, left as they are."""
    # A line of `\b` keeps click from filling the paragraph.
    title = "Example:" if len(lines) == 1 else "Examples:"
    shown = "\n".join(["\b", title, *(f"  {line}" for line in lines)])
    return shown if note is None else f"{shown}\n\n{note}"


class MenuEntry:
    """A command, with lines that show how it is used."""

    def __init__(self, work: Callable[..., None], *lines: str, name: str | None = None) -> None:
        self.work = work
        self.lines = lines
        self.name = name or work.__name__

    def into(self, app: typer.Typer, heading: str | None = None) -> None:
        """Put it under a heading."""
        add = app.command(self.name, epilog=examples(*self.lines), rich_help_panel=heading)
        add(with_place(self.work))


class Family:
    """Commands that belong together under one name."""

    def __init__(self, name: str, summary: str, *entries: MenuEntry) -> None:
        self.name = name
        self.summary = summary
        self.entries = entries

    def into(self, app: typer.Typer, heading: str | None = None) -> None:
        """Put them under a heading, as one line."""
        inner = typer.Typer(cls=Grouped, rich_markup_mode=None, help=self.summary, epilog=examples(*self._lines()))
        for entry in self.entries:
            entry.into(inner)
        app.add_typer(inner, name=self.name, rich_help_panel=heading)

    def _lines(self) -> list[str]:
        return [line for entry in self.entries for line in entry.lines]
