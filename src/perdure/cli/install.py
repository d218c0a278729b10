"""`perdure install`, `perdure uninstall` and the hook that they set up."""

from __future__ import annotations

import difflib
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer, note, write_json
from perdure.cli.mcp import check_installed
from perdure.cli.place import CommandPlace, UsageError
from perdure.errors import PerdureError
from perdure.messages import render, say
from perdure.parsing import read_json
from perdure.urls import check_home, hide_passwords, is_server, password_line, without_password

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.integrations.hosts import Host
    from perdure.integrations.install import FileEdit

HostName = Annotated[str | None, typer.Argument(metavar="HOST", help="Host; `perdure install` alone lists all.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]
UserHome = Annotated[
    str | None, typer.Option("--user-home", help="User home folder (default: yours).", show_default=False)
]


def install(
    place: CommandPlace,
    host: HostName = None,
    dry_run: DryRun = False,
    print_only: Annotated[bool, typer.Option("--print", help="Print the entry for manual installation.")] = False,
    hooks: Annotated[
        bool,
        typer.Option(
            "--hooks/--no-hooks",
            help="Also install hooks that store each turn and inject context, if the host supports them.",
        ),
    ] = True,
    user_home: UserHome = None,
) -> None:
    """Connect this memory to Claude Code, Cursor, Codex and others.

    Over MCP, to Claude Code, Claude Desktop, Cursor, Codex CLI, VS Code and Gemini CLI.
    The host's settings file is backed up first; installing twice changes nothing.
    """
    from perdure.integrations.hosts import host as known
    from perdure.integrations.install import adding, carry_out, shown

    if host is None:
        return _list(place, _home(user_home))
    chosen = known(host)
    notices = _notices(place, chosen)
    if print_only:
        text = shown(chosen, program(), _memory_of(place))
        for notice in () if place.json else notices:
            note(notice)
        return answer(place, {"host": chosen.name, "entry": text, "notices": notices}, text.rstrip("\n"))
    check_installed()
    edits = adding(chosen, _home(user_home), program(), _memory_of(place), hooks=hooks)
    is_there = _is_there(chosen.file(_home(user_home)), _home(user_home))
    if not dry_run:
        carry_out(edits)
    then = chosen.restart if is_there else f"{chosen.title} was not found here; its settings are ready for it."
    nothing = f"{chosen.title} has this memory already."
    return _told(place, chosen, edits, dry_run=dry_run, then=then, nothing=nothing, notices=notices)


def uninstall(place: CommandPlace, host: HostName = None, dry_run: DryRun = False, user_home: UserHome = None) -> None:
    """Remove this memory from a host's settings. The memory itself is kept."""
    from perdure.integrations.hosts import host as known
    from perdure.integrations.install import carry_out, removing

    if host is None:
        raise UsageError("name a host", hint=say("hint.list_hosts"))
    chosen = known(host)
    edits = removing(chosen, _home(user_home))
    if not dry_run:
        carry_out(edits)
    _told(
        place,
        chosen,
        edits,
        dry_run=dry_run,
        then="Restart it to unload the server.",
        nothing=f"{chosen.title} does not have this memory.",
        notices=[],
    )


def hook(place: CommandPlace, host: Annotated[str, typer.Argument(help="Which program runs it.")]) -> None:
    """Answer a hook of a host: what it says comes on stdin. Run by the host, never by hand."""
    from perdure.integrations.claude_code import run

    if host != "claude-code":
        raise UsageError(f"no hooks are known for `{host}`", hint=say("hint.hooks_host"))
    try:
        payload = read_json(sys.stdin.read())
    except ValueError:
        raise UsageError("a hook's message is JSON on stdin", hint=say("hint.run_by_host")) from None
    if not isinstance(payload, dict):
        raise UsageError("a hook's message is a JSON object on stdin")
    # A memory that fails must not stop the host: it is told on stderr, and the session goes on.
    try:
        event = payload.get("hook_event_name")
        with place.memory(create=True, meaning=event not in _ONLY_WRITE, reading=event == "Stop") as memory:
            said = run(payload, memory, place.scope_name)
    except PerdureError as error:
        note(f"perdure: {error.message}" + (f" ({render(error.hint, surface='cli')})" if error.hint else ""))
        raise typer.Exit(1) from None
    if said is not None:
        write_json(said)


_ONLY_WRITE = ("Stop", "SessionEnd")
"""Hooks that need no model of their own."""


def program() -> list[str]:
    """How this very perdure is started, wherever the host's own PATH leads."""
    script = Path(sys.argv[0])
    if script.name.startswith("perdure") and script.is_file():
        return [str(script.resolve())]
    found = shutil.which("perdure")
    return [found] if found else [sys.executable, "-m", "perdure"]


def _memory_of(place: CommandPlace) -> list[str]:
    """The options that name this memory, as far as they were given: a host does not share this shell's environment."""
    said = _said(place)
    home, agent = said.get("storage.home"), place.agent or said.get("agent.id")
    named = (("--home", home), ("--agent", agent), ("--scope", place.scope), ("--config", place.config))
    full = {"--home": _written_home, "--config": _absolute}
    return [part for option, value in named if value for part in (option, full.get(option, str)(value))]


def _said(place: CommandPlace) -> dict[str, str]:
    """What the options and the environment say about where the memory is."""
    said = {value.name: value.value for value in place.settings.values if value.source.startswith("$PERDURE_")}
    return said if place.home is None else {**said, "storage.home": place.home}


def _written_home(home: str) -> str:
    """The home as it is written into a host's settings: a password does not belong there."""
    return without_password(home) if is_server(check_home(home)) else _absolute(home)


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().resolve())


def _notices(place: CommandPlace, host: Host) -> list[str]:
    """What the person has to do, because a host's settings hold no password."""
    home = _said(place).get("storage.home", "")
    if not is_server(home) or without_password(home) == home:
        return []
    return [
        "The password is not written into the settings. PostgreSQL's own password file gives it to every program of"
        " yours: add this line to `~/.pgpass`, with the password in place of PASSWORD, and run `chmod 600 ~/.pgpass`:\n"
        f"  {password_line(home)}\n"
        f"Or set `PGPASSWORD` where {host.title} is started, or name a service of `~/.pg_service.conf` with"
        " `--home 'postgresql:///?service=NAME'`."
    ]


def _home(user_home: str | None) -> Path:
    return Path.home() if user_home is None else Path(user_home).expanduser()


def _is_there(file: Path, user_home: Path) -> bool:
    """Whether a program left a trace of itself: its settings, or the folder they belong in."""
    from perdure.integrations.install import is_there

    return is_there(file) or (file.parent != user_home and is_there(file.parent))


def _list(place: CommandPlace, user_home: Path) -> None:
    from perdure.integrations.hosts import HOSTS
    from perdure.integrations.install import removing

    rows: list[dict[str, Any]] = []
    for each in HOSTS:
        file = each.file(user_home)
        try:
            has = bool(removing(each, user_home))
        except PerdureError as error:
            rows.append({"host": each.name, "title": each.title, "file": str(file), "state": error.message})
            continue
        state = "installed" if has else "found" if _is_there(file, user_home) else "not found"
        rows.append({"host": each.name, "title": each.title, "file": str(file), "state": state})

    def picture() -> Iterable[RenderableType]:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("host", "program", "state", "settings"):
            table.add_column(name, overflow="fold")
        for row in rows:
            table.add_row(row["host"], row["title"], row["state"], row["file"])
        yield table
        yield "`perdure install HOST` gives it this memory; `--dry-run` shows what would change."

    answer(place, {"hosts": rows}, picture)


def _told(
    place: CommandPlace,
    host: Host,
    edits: Sequence[FileEdit],
    *,
    dry_run: bool,
    then: str,
    nothing: str,
    notices: list[str],
) -> None:
    shape = {
        "host": host.name,
        "changed": bool(edits) and not dry_run,
        "files": [
            {
                "path": str(e.path),
                "backup": None if e.before is None else str(e.backup),
                "after": hide_passwords(e.after),
            }
            for e in edits
        ],
        "notices": notices,
    }
    if not edits:
        return answer(place, shape, "\n".join([nothing, *notices]))
    if dry_run:
        return answer(place, shape, hide_passwords("\n".join([*map(_difference, edits), *notices])))
    lines = [f"changed {edit.path}" + ("" if edit.before is None else f" (backup: {edit.backup})") for edit in edits]
    return answer(place, shape, "\n".join([*lines, *notices, then]))


def _difference(edit: FileEdit) -> str:
    before, after = (edit.before or "").splitlines(), edit.after.splitlines()
    return "\n".join(difflib.unified_diff(before, after, str(edit.path), str(edit.path), lineterm=""))
