"""Reading JSON and TOML that somebody else wrote: whatever is wrong with it is a `ValueError`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 200
"""Lists and tables inside of one another. Deeper ones would only fail later, in the middle of some work."""


def read_json(text: str | bytes) -> Any:
    """What a JSON text says."""
    return _read(json.loads, text)


def read_toml(text: str) -> dict[str, Any]:
    """What a TOML text says."""
    found: dict[str, Any] = _read(tomllib.loads, text)
    return found


def _read(parse: Callable[[Any], Any], text: str | bytes) -> Any:
    try:
        found = parse(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level, depth = [found], 0
    while level := [inner for value in level for inner in _inside(value)]:
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
    return found


def _inside(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
