"""`perdure teach`: what a person decided in review, as files that the reader can learn from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.messages import say

if TYPE_CHECKING:
    from perdure.control.training_lines import TrainingLines


def teach(
    place: CommandPlace,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the sentences go.", show_default=False)],
    pairs: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the doubtful pairs go.", show_default=False)
    ] = None,
    hand: Annotated[str, typer.Option(metavar="NAME", help="Who decided, as the lines say it.")] = "user",
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Write what you decided in review as training lines.

    What you accepted or put in your own words becomes a sentence to keep, what you rejected one to leave, and a
    doubtful pair that you settled a pair. `make train` in a checkout of Perdure learns from them; nothing is sent.
    """
    files = [file for file in (out, pairs) if file is not None]
    for file in files:
        _check_free(file, force=force)
    if len({file.resolve() for file in files}) < len(files):
        raise UsageError("`--out` and `--pairs` are the same file", hint=say("hint.other_file"))
    from perdure.control.training_lines import as_lines

    with place.memory() as memory:
        lines = memory.review.training_lines(hand=hand, scope=place.scope)
    _write(out, as_lines(lines.sentences))
    if pairs is not None:
        _write(pairs, as_lines(lines.pairs))
    shape = {
        "sentences": {"count": len(lines.sentences), "file": str(out)},
        "pairs": {"count": len(lines.pairs), "file": None if pairs is None else str(pairs)},
    }
    answer(place, {"teach": shape}, lambda: _taught(lines, out, pairs))


def _check_free(file: Path, *, force: bool) -> None:
    if os.path.lexists(file) and not force:
        raise UsageError(f"`{file}` is there already", hint=say("hint.replace_file"))
    if file.exists() and not file.is_file():
        raise UsageError(f"`{file}` is no file", hint=say("hint.other_file"))


def _write(file: Path, text: str) -> None:
    """Write a file that only its owner may read: these are somebody's own words.

    It is a new one each time, for an old one may be open to others, or held open by them.
    """
    from perdure.folders import atomic_write

    try:
        atomic_write(file.resolve(), text.encode())
    except OSError as error:
        raise UsageError(f"`{file}` cannot be written: {error.strerror}", hint=say("hint.other_file")) from None


def _taught(lines: TrainingLines, out: Path, pairs: Path | None) -> list[str]:
    from perdure.types.wording import several

    told = [f"{several(len(lines.sentences), 'sentence')} in {out}"]
    if pairs is not None:
        told.append(f"{several(len(lines.pairs), 'pair')} in {pairs}")
    elif lines.pairs:
        told.append(f"{several(len(lines.pairs), 'pair')} not written; add `--pairs FILE`")
    return told
