"""Giving a host our server and taking it away again: what would change, and the change itself, with a backup."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perdure.errors import Conflict, StoreUnavailable
from perdure.folders import atomic_write
from perdure.integrations.edit import edited, table
from perdure.integrations.hosts import SERVER, Host
from perdure.messages import say
from perdure.urls import hide_passwords

EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
"""The moments of a Claude Code session at which a hook of ours runs."""
HOOKED = "--hooked"
"""Tells the server that hooks keep the turns and bring the context, so that the model is not asked to do it again."""
HOOK_TIMEOUT = 30
BACKUP = ".perdure-backup"
_ADDRESS = re.compile(r"postgres(?:ql)?://[^\s\"'\\]+")


@dataclass(frozen=True, slots=True)
class FileEdit:
    """One file as it is and as it would be. `before` is None where there is no file yet."""

    path: Path
    before: str | None
    after: str
    kept: str = ""
    """What the backup holds: the file as it was, without a password that an older version wrote into our entry."""

    @property
    def changes(self) -> bool:
        return self.after != (self.before or "")

    @property
    def backup(self) -> Path:
        return self.path.with_name(self.path.name + BACKUP)


def adding(
    host: Host, user_home: Path, program: Sequence[str], arguments: Sequence[str], *, hooks: bool
) -> list[FileEdit]:
    """What gives the host our server: `program` starts `perdure`, `arguments` say which memory."""
    hook_file = host.hook_file(user_home)
    has_hooks = hooks and hook_file is not None
    entry = host.entry(program[0], [*program[1:], "mcp", *([HOOKED] if has_hooks else []), *arguments])

    def add(content: Any) -> None:
        table(content, host.servers, str(path))[SERVER] = entry

    path = host.file(user_home)
    edits = [_edit(path, host.form, add, host)]
    if hooks and hook_file is not None:
        edits.append(
            _edit(hook_file, "json", lambda content: _add_hooks(content, program, arguments, str(hook_file)), host)
        )
    return [edit for edit in edits if edit.changes]


def removing(host: Host, user_home: Path) -> list[FileEdit]:
    """What takes our server, and our hooks, away again. What others wrote stays."""

    def remove(content: Any) -> None:
        if hasattr(content.get(host.servers), "keys"):
            content[host.servers].pop(SERVER, None)

    path, hook_file = host.file(user_home), host.hook_file(user_home)
    edits = [_edit(path, host.form, remove, host)] if is_there(path) else []
    if hook_file is not None and is_there(hook_file):
        edits.append(_edit(hook_file, "json", _remove_hooks, host))
    return [edit for edit in edits if edit.changes]


def is_there(path: Path) -> bool:
    """Whether a file or folder exists. One whose name cannot even be looked up does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def carry_out(edits: Sequence[FileEdit]) -> None:
    """Write the files, each whole or not at all; what was there is kept beside it."""
    for edit in edits:
        if _read(edit.path) != edit.before:
            raise Conflict(f"`{edit.path}` was changed meanwhile", hint=say("hint.try_again"))
        # A settings file may be a link into a folder of dotfiles: the file it means is what changes.
        target = edit.path.resolve()
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
            if edit.before is not None:
                atomic_write(edit.backup, edit.kept.encode())
                os.chmod(edit.backup, mode)
            atomic_write(target, edit.after.encode())
            os.chmod(target, mode)
        except OSError as error:
            raise StoreUnavailable(f"`{edit.path}` cannot be written: {error.strerror}") from error


def shown(host: Host, program: Sequence[str], arguments: Sequence[str]) -> str:
    """The entry alone, for pasting it into a file by hand."""
    entry = host.entry(program[0], [*program[1:], "mcp", *arguments])
    return edited("", host.form, lambda content: content.update({host.servers: {SERVER: entry}}), where="the entry")


def _edit(path: Path, form: str, change: Any, host: Host) -> FileEdit:
    text = (before := _read(path)) or ""
    return FileEdit(path, before, edited(text, form, change, where=str(path)), _kept(text, form, host, str(path)))


def _kept(text: str, form: str, host: Host, where: str) -> str:
    ours: list[Any] = []

    def look(content: Any) -> None:
        servers, hooks = content.get(host.servers), content.get("hooks")
        ours.append(servers.get(SERVER) if hasattr(servers, "keys") else None)
        lists = [groups for groups in hooks.values() if isinstance(groups, list)] if hasattr(hooks, "keys") else []
        ours.extend(group for groups in lists for group in groups if _is_ours(group))

    edited(text, form, look, where=where)
    for address in _ADDRESS.findall(json.dumps(ours)):
        text = text.replace(address, hide_passwords(address))
    return text


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")  # as it is: line ends are not ours to change
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise StoreUnavailable(f"`{path}` cannot be read", hint=say("hint.own_text_file")) from error


def _add_hooks(content: Any, program: Sequence[str], arguments: Sequence[str], where: str) -> None:
    command = " ".join(_quoted(part) for part in (*program, "hook", "claude-code", *arguments))
    hooks = table(content, "hooks", where)
    wanted = {"hooks": [{"type": "command", "command": command, "timeout": HOOK_TIMEOUT}]}
    for event in EVENTS:
        groups = hooks.setdefault(event, [])
        if not isinstance(groups, list):
            raise Conflict(f"`hooks.{event}` in `{where}` is not a list", hint=say("hint.fix_file"))
        others = [group for group in groups if not _is_ours(group)]
        if groups != [*others, wanted]:
            hooks[event] = [*others, wanted]


def _remove_hooks(content: Any) -> None:
    hooks = content.get("hooks")
    if not isinstance(hooks, dict):
        return
    for event in list(hooks):
        if isinstance(hooks[event], list) and any(_is_ours(group) for group in hooks[event]):
            hooks[event] = [group for group in hooks[event] if not _is_ours(group)]
            if not hooks[event]:
                del hooks[event]
    if not hooks:
        del content["hooks"]


def _is_ours(group: object) -> bool:
    """Whether a group of hooks is the one we wrote: it runs `hook claude-code` of a program called perdure."""
    text = json.dumps(group)
    return "perdure" in text and " hook claude-code" in text


def _quoted(part: str) -> str:
    import shlex

    return shlex.quote(part)
