"""Changing one entry of somebody else's settings file, and nothing besides it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from perdure.errors import Conflict
from perdure.integrations import jsonc
from perdure.messages import say

Change = Callable[[Any], None]
"""Changes the file's content in place; it acts on JSON objects and TOML tables alike."""


def edited(text: str, form: str, change: Change, *, where: str) -> str:
    """The text of a settings file after a change. A file that cannot be read is refused, never replaced."""
    return _toml(text, change, where) if form == "toml" else _json(text, change, where)


def table(holder: Any, name: str, where: str) -> Any:
    """The table of that name, made if it is missing. Something else in its place is not ours to replace."""
    if name not in holder:
        holder[name] = {}
    if not hasattr(holder[name], "keys"):
        raise Conflict(f"`{name}` in `{where}` is not a table", hint=say("hint.fix_file"))
    return holder[name]


def _json(text: str, change: Change, where: str) -> str:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    bare = text.removeprefix(mark)
    try:
        content = jsonc.read(bare).value if bare.strip() else {}
    except (jsonc.NotJSON, RecursionError) as error:
        raise Conflict(
            f"`{where}` is not JSON ({error})" if isinstance(error, jsonc.NotJSON) else f"`{where}` is nested too deep",
            hint=say("hint.add_by_hand"),
        ) from None
    if not isinstance(content, dict):
        raise Conflict(f"`{where}` does not hold a JSON object", hint=say("hint.fix_file"))
    after = copy.deepcopy(content)
    change(after)
    return text if after == content else mark + jsonc.changed(bare, after)


def _toml(text: str, change: Change, where: str) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        content = tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as error:
        raise Conflict(f"`{where}` is not valid TOML", hint=say("hint.fix_file")) from error
    change(content)
    return tomlkit.dumps(content)
