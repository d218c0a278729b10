"""`perdure config`: every setting, what it is and where it came from."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.settings import SettingValue


def config(
    place: CommandPlace,
    all: Annotated[bool, typer.Option("--all", help="Include defaults.")] = False,
) -> None:
    """Show the current settings, and where each came from.

    An option, the environment, the configuration file, or the default.
    """
    from perdure.settings import DEFAULT

    values = place.settings.values
    shown = [value for value in values if all or value.source != DEFAULT or value.name in ("storage.home", "agent.id")]

    def picture() -> Iterable[RenderableType]:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("setting", "value", "from"):
            table.add_column(name, overflow="fold")
        for value in shown:
            table.add_row(value.name, _text(value), value.source)
        yield table
        if len(shown) < len(values):
            yield f"{len(values) - len(shown)} more have their default value; `perdure config --all` shows them."

    answer(place, {"settings": [value.as_json() for value in values]}, picture)


def _text(value: SettingValue) -> str:
    shown = value.as_json()["value"]
    return shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
