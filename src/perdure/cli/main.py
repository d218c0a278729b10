"""The `perdure` command: its options, its commands, and what happens when something goes wrong."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from perdure.cli import (
    bench,
    chat,
    config,
    context,
    demo,
    doctor,
    index,
    install,
    jobs,
    mcp,
    mind,
    patches,
    reading,
    review,
    usage,
    writing,
)
from perdure.cli.answer import answer, note, write_json
from perdure.cli.place import Place, UsageError, with_place
from perdure.errors import PerdureError

INTERRUPTED = 130
# typer has its own copy of click, older ones use click itself: either way this is the root of what they raise.
ClickException = cast(type[Exception], typer.BadParameter.__mro__[2])

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,  # help in plain text: it comes in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    writing.init,
    demo.demo,
    writing.remember,
    writing.commit,
    reading.items,
    reading.search,
    reading.traces,
    context.context,
    reading.show,
    reading.history,
    review.review,
    jobs.relearn,
    review.undo,
    writing.forget,
    mind.identity,
    mind.working,
    reading.agents,
    index.index,
    usage.usage,
    doctor.doctor,
    chat.chat,
    mcp.mcp,
    install.install,
    install.uninstall,
    config.config,
):
    app.command()(with_place(command))
app.command(hidden=True)(with_place(install.hook))

waiting = typer.Typer(rich_markup_mode=None, help="Work that waits for a model: list it, try it again, do it now.")
waiting.command("list")(with_place(jobs.listed))
waiting.command()(with_place(jobs.retry))
waiting.command()(with_place(jobs.run))
app.add_typer(waiting, name="jobs")

measuring = typer.Typer(rich_markup_mode=None, help="Measure how well memory works, on data of your own.")
measuring.command()(with_place(bench.recall))
measuring.command()(with_place(bench.intake))
app.add_typer(measuring, name="bench")

talking = typer.Typer(rich_markup_mode=None, help="Start, end and list sessions.")
for name, part in (("start", mind.session_start), ("end", mind.session_end), ("list", mind.session_list)):
    talking.command(name)(with_place(part))
app.add_typer(talking, name="session")


patching = typer.Typer(rich_markup_mode=None, help="What changed in the world since a model was trained.")
for about in (patches.add, patches.list_patches, patches.history, patches.feeds):
    patching.command(about.__name__.partition("_")[0])(with_place(about))
app.add_typer(patching, name="patches")


@app.callback(invoke_without_command=True)
@with_place
def start(
    place: Place,
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Long-term memory for AI agents: typed, versioned, with evidence."""
    if version:
        from perdure import __version__

        answer(place, {"version": __version__}, f"perdure {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        if place.json:
            raise UsageError("no command was given", hint="`perdure --help` lists them")
        from perdure.cli.scenes import welcome

        answer(place, {}, lambda: [welcome(place.shown)])


def run(arguments: Sequence[str] | None = None) -> None:
    """The `perdure` script."""
    sys.exit(main(sys.argv[1:] if arguments is None else arguments))


def main(arguments: Sequence[str]) -> int:
    """Run one command line and say how it went: 0 well, 1 failed, 2 not understood, 130 interrupted."""
    _set_encoding(arguments)
    try:
        code = app(list(arguments), prog_name="perdure", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except PerdureError as error:
        return _fail(arguments, error)
    except ClickException as error:
        return _fail(arguments, _misunderstood(error))
    except (KeyboardInterrupt, typer.Abort):
        note("interrupted")
        return INTERRUPTED


def _fail(arguments: Sequence[str], error: PerdureError) -> int:
    if _wants_json(arguments):
        write_json(error.as_json())
    else:
        note(f"error: {error.message}")
        if error.hint:
            note(f"hint: {error.hint}")
    return 2 if isinstance(error, UsageError) else 1


def _misunderstood(error: BaseException) -> UsageError:
    """What typer found wrong, in the form of our own errors."""
    message = str(getattr(error, "format_message", error.__str__)()).replace("Value error, ", "")
    quoted = re.sub(r"'([^']*)'", r"`\1`", message).rstrip(".")
    # Each release of typer has its own way to guess what was meant.
    said, *guess = re.split(r"\.? Did you mean:? | \(Possible options: ", quoted.rstrip(")?"), maxsplit=1)
    path = getattr(getattr(error, "ctx", None), "command_path", "perdure")
    hint = f"did you mean {guess[0]}?" if guess else f"`{path} --help` shows how it is written"
    return UsageError(said[:1].lower() + said[1:], hint=hint)


def _wants_json(arguments: Sequence[str]) -> bool:
    """Asked of the bare words, since an error may come before they are understood."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _set_encoding(arguments: Sequence[str]) -> None:
    """JSON is UTF-8 whatever the terminal speaks; text is in the terminal's own encoding, and never fails on it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if _wants_json(arguments):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        else:
            sys.stdout.reconfigure(errors="replace")
