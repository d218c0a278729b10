"""How a command answers: one JSON object or something to read on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import typer

from perdure.cli.place import CommandPlace

if TYPE_CHECKING:
    from rich.console import RenderableType

READER_GONE = 141
"""What a shell says of a program whose reader went away (128 + SIGPIPE)."""


def answer(
    place: CommandPlace, shape: Mapping[str, Any], picture: str | Callable[[], Iterable[RenderableType]]
) -> None:
    """The answer of a command, in the form that was asked for."""
    try:
        if place.json:
            write_json(shape)
        elif isinstance(picture, str):
            print(picture)
        else:
            from perdure.cli.show import screen

            paper = screen(sys.stdout)
            for part in picture():
                paper.print(part)
        sys.stdout.flush()
    except BrokenPipeError:
        leave_quietly()
        raise typer.Exit(READER_GONE) from None


def write_json(shape: Mapping[str, Any]) -> None:
    """One object: on one line for programs, indented for a person at a terminal."""
    sys.stdout.write(json.dumps(shape, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None) + "\n")


def leave_quietly() -> None:
    """Nobody reads stdout any more: what is still buffered goes nowhere instead of failing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def note(text: str) -> None:
    """A word to the person at the terminal, on stderr."""
    print(text, file=sys.stderr, flush=True)
