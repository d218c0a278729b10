"""The `perdure` command: its options, its commands, and what happens when something goes wrong."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn, cast

import typer

from perdure.cli import (
    bench,
    branch,
    chat,
    completion,
    config,
    context,
    daily,
    doctor,
    erase,
    files,
    index,
    install,
    jobs,
    mcp,
    mind,
    past,
    patches,
    portable,
    reading,
    review,
    teach,
    tour,
    usage,
    writing,
)
from perdure.cli.answer import answer, note, write_json
from perdure.cli.menu import Family, Grouped, MenuEntry, examples
from perdure.cli.place import CommandPlace, UsageError, with_place
from perdure.errors import PerdureError
from perdure.messages import render, say
from perdure.urls import shown_url

INTERRUPTED = 130
# typer has its own copy of click, older ones use click itself: either way this is the root of what they raise.
ClickException = cast(type[Exception], typer.BadParameter.__mro__[2])

EPILOG = examples(
    "perdure tour",
    'perdure remember "The spare key is with Ann."',
    'perdure search "Where is the spare key?"',
    note="Run `perdure COMMAND --help` for options and examples.",
)

app = typer.Typer(
    cls=Grouped,
    add_completion=False,
    rich_markup_mode=None,  # help in plain text: it comes in half the time
    pretty_exceptions_enable=False,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MENU: dict[str, tuple[MenuEntry | Family, ...]] = {
    "Get started": (
        MenuEntry(tour.tour, "perdure tour --lang zh"),
        MenuEntry(writing.init, "perdure init --agent luna --workspace ~/luna"),
        MenuEntry(chat.chat, "perdure chat --agent luna"),
        MenuEntry(install.install, "perdure install claude-code --dry-run"),
        MenuEntry(install.uninstall, "perdure uninstall claude-code"),
        MenuEntry(mcp.mcp, "perdure mcp --agent luna --scope main"),
        MenuEntry(completion.completion, 'eval "$(perdure completion bash)"'),
    ),
    "Remember": (
        MenuEntry(
            writing.remember,
            'perdure remember "The spare key is with Ann."',
            """perdure remember --type preferences --value '{"name":"tone","value":"brief"}'""",
        ),
        MenuEntry(writing.commit, "perdure commit --session monday < talk.jsonl"),
        MenuEntry(files.sync, "perdure sync --dry-run", "perdure sync --watch"),
        MenuEntry(mind.identity, "perdure identity --name Luna --role companion"),
        MenuEntry(mind.working, 'perdure working monday --start "Ship it" --step test --step release'),
        Family(
            "session",
            "Start, end and list sessions.",
            MenuEntry(mind.session_start, "perdure session start monday", name="start"),
            MenuEntry(mind.session_end, "perdure session end monday", name="end"),
            MenuEntry(mind.session_list, "perdure session list --open", name="list"),
        ),
        Family(
            "patches",
            "What changed in the world since a model was trained.",
            MenuEntry(patches.add, "perdure patches add 'Twitter is called X' --update 'Twitter=X'"),
            MenuEntry(patches.list_patches, "perdure patches list --model gpt-4o", name="list"),
            MenuEntry(patches.history, "perdure patches history"),
            MenuEntry(patches.feeds, "perdure patches feeds python=CHANGELOG.md"),
        ),
    ),
    "Find": (
        MenuEntry(reading.search, 'perdure search "Where do I live?" --explain'),
        MenuEntry(reading.items, "perdure items --type preferences"),
        MenuEntry(reading.show, "perdure show profile:user"),
        MenuEntry(past.why, 'perdure why "How do you know that I like jazz?"', "perdure why profile:user"),
        MenuEntry(reading.history, "perdure history profile:user"),
        MenuEntry(
            past.timeline,
            "perdure timeline profile:user --svg life.svg",
            "perdure timeline --since 2026-05-01T00:00:00Z",
        ),
        MenuEntry(reading.traces, 'perdure traces "spare key" --role user'),
        MenuEntry(context.context, 'perdure context "What shall I cook tonight?" --budget 800'),
    ),
    "Review and undo": (
        MenuEntry(
            review.review,
            "perdure review",
            "perdure review --provisional",
            'perdure review --edit 5caa1148 --text "I take the aisle seat."',
        ),
        MenuEntry(teach.teach, "perdure teach --out user.jsonl --pairs user.pairs.jsonl"),
        MenuEntry(writing.forget, "perdure forget pref:other:tone", 'perdure forget --query "spare key" --dry-run'),
        MenuEntry(
            erase.erase,
            'perdure erase --query "spare key" --dry-run',
            "perdure erase profile:user#city --yes",
        ),
        MenuEntry(erase.restrict, "perdure restrict profile:user", "perdure restrict profile:user --lift"),
        MenuEntry(past.changes, "perdure changes", "perdure changes 42"),
        MenuEntry(review.undo, "perdure undo 42", "perdure undo --source tool:web_search --since 2026-03-01"),
        MenuEntry(past.snapshot, 'perdure snapshot "before the trip"'),
        MenuEntry(past.rollback, 'perdure rollback "before the trip" --yes', "perdure rollback 42"),
        MenuEntry(past.diff, 'perdure diff "before the trip"', "perdure diff 40 42", "perdure diff --with nova"),
        MenuEntry(branch.fork, "perdure fork nova", 'perdure fork nova --at "before the trip"'),
        MenuEntry(branch.merge, "perdure merge nova --yes"),
        MenuEntry(jobs.relearn, "perdure relearn --session monday"),
        MenuEntry(daily.forgotten, "perdure forgotten"),
        MenuEntry(daily.restore, "perdure restore 01970000-0000-7000-8000-000000000000"),
    ),
    "Take it with you": (
        MenuEntry(portable.export, "perdure export luna.zip --agent luna"),
        MenuEntry(portable.import_, "perdure import luna.zip --dry-run", name="import"),
        MenuEntry(portable.move, "perdure move postgresql://localhost/memory --agent luna"),
    ),
    "Maintenance": (
        MenuEntry(daily.daily, "perdure daily --dry-run", "perdure daily --print cron"),
        MenuEntry(doctor.doctor, "perdure doctor --all-agents"),
        MenuEntry(erase.verify, "perdure verify"),
        MenuEntry(past.audit, "perdure audit --html audit.html"),
        MenuEntry(index.index, "perdure index --status"),
        MenuEntry(files.rebuild, "perdure rebuild ~/luna --agent luna"),
        Family(
            "jobs",
            "Background work: list it, retry it, run it now.",
            MenuEntry(jobs.listed, "perdure jobs list --status dead", name="list"),
            MenuEntry(jobs.retry, "perdure jobs retry --dead"),
            MenuEntry(jobs.run, "perdure jobs run"),
        ),
        MenuEntry(usage.usage, "perdure usage"),
        MenuEntry(config.config, "perdure config --all"),
        MenuEntry(reading.agents, "perdure agents"),
        Family(
            "bench",
            "Measure how well memory works, on your own data.",
            MenuEntry(bench.recall, "perdure bench recall --data ./data --only locomo --sample 50"),
            MenuEntry(bench.intake, "perdure bench intake --part test"),
        ),
    ),
}
for heading, entries in MENU.items():
    for entry in entries:
        entry.into(app, heading)
app.command(hidden=True)(with_place(install.hook))


@app.callback(invoke_without_command=True)
@with_place
def start(
    place: CommandPlace,
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Long-term memory for AI agents: typed, versioned, with evidence."""
    if version:
        from perdure import __version__

        answer(place, {"version": __version__}, f"perdure {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        if place.json:
            raise UsageError("no command was given", hint=say("hint.list_commands"))
        from perdure.cli.scenes import welcome

        answer(place, {}, lambda: [welcome(place.shown, is_empty=place.is_empty)])


def run() -> NoReturn:
    """The same as the `perdure` script, for whoever starts it from here."""
    from perdure.cli import start

    start.run()


def main(arguments: Sequence[str]) -> int:
    """Run one command line and say how it went: 0 well, 1 failed, 2 not understood, 130 interrupted."""
    _set_encoding(arguments)
    completion.be_ready()
    try:
        code = app(list(arguments), prog_name="perdure", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except PerdureError as error:
        error.hint = None if error.hint is None else render(error.hint, surface="cli")
        return _fail(arguments, error)
    except ClickException as error:
        return _fail(arguments, _misunderstood(error))
    except (KeyboardInterrupt, typer.Abort):
        note("interrupted")
        return INTERRUPTED


def _fail(arguments: Sequence[str], error: PerdureError) -> int:
    error.message = _without_passwords(error.message, arguments)
    if _wants_json(arguments):
        write_json(error.as_json())
    else:
        note(f"error: {error.message}")
        if error.hint:
            note(f"hint: {error.hint}")
    return 2 if isinstance(error, UsageError) else 1


def _without_passwords(said: str, arguments: Sequence[str]) -> str:
    """A message in which no address from the command line stands with its password: an error may quote any word."""
    for word in arguments:
        for part in (word, word.partition("=")[2]):
            if "://" in part:
                said = said.replace(part, shown_url(part))
    return said


def _misunderstood(error: BaseException) -> UsageError:
    """What typer found wrong, in the form of our own errors."""
    message = str(getattr(error, "format_message", error.__str__)()).replace("Value error, ", "")
    quoted = re.sub(r"'([^']*)'", r"`\1`", message).rstrip(".")
    # Each release of typer has its own way to guess what was meant.
    said, *guess = re.split(r"\.? Did you mean:? | \(Possible options: ", quoted.rstrip(")?"), maxsplit=1)
    path = getattr(getattr(error, "ctx", None), "command_path", "perdure")
    hint = say("hint.near_option", guess=guess[0]) if guess else say("hint.show_usage", path=path)
    return UsageError(said[:1].lower() + said[1:], hint=hint)


def _wants_json(arguments: Sequence[str]) -> bool:
    """Asked of the bare words, since an error may come before they are understood."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _set_encoding(arguments: Sequence[str]) -> None:
    """JSON is UTF-8 whatever the terminal speaks; text is in the terminal's own encoding, and never fails on it."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        if _wants_json(arguments):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        else:
            sys.stdout.reconfigure(errors="replace")
