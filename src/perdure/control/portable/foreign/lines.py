"""JSON lines of your own: `{"role", "content"}` is said, `{"text"}` is a note, `{"type", "value"}` is an item.

Optional: `session` (which conversation), `timestamp`, `id`; for an item also `key` and `text`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from perdure.control.portable.foreign.contract import (
    Conversation,
    Foreign,
    ForeignMemory,
    ForeignMessage,
    moment,
    role_of,
    wrong,
)


def _name(shape: Mapping[str, Any], number: int) -> str:
    """A name for a line that has none: its place and its words, so that a file that grew can be read again."""
    return f"{number}-{hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:16]}"


def read(shape: Mapping[str, Any], number: int) -> Iterator[Foreign]:
    """One line."""
    at = moment(shape.get("timestamp", shape.get("created_at")))
    name, text = str(shape.get("id") or _name(shape, number)), shape.get("text")
    if "role" in shape:
        role, content = role_of(shape["role"]), shape.get("content")
        if role is None or not isinstance(content, str):
            raise wrong(number, "an event has a `role` of user, assistant, tool or system, and text as `content`")
        tool = str(shape["name"]) if isinstance(shape.get("name"), str) else None
        yield Conversation(
            f"lines:{shape.get('session') or 'imported'}", [ForeignMessage(name, role, content, at, tool)], at
        )
    elif "type" in shape:
        value, key = shape.get("value"), shape.get("key")
        if not isinstance(shape["type"], str) or not isinstance(value, Mapping):
            raise wrong(number, "an item has a `type` and an object as `value`")
        words = text if isinstance(text, str) else ""
        yield ForeignMemory(
            name, words, at, "lines", type=shape["type"], value=value, key=key if isinstance(key, str) else None
        )
    elif isinstance(text, str) and text.strip():
        yield ForeignMemory(name, text, at, "lines")
    else:
        raise wrong(number, "a line has `role` and `content`, or `type` and `value`, or `text`")
