"""Answers as comparable text: every field of every value, with ids replaced by the order in which they appear."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from typing import Any

from perdure.clock import iso
from perdure.errors import PerdureError
from perdure.values import JSON

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Transcript:
    """What was asked and what was answered, line by line. Equal conversations give equal bytes, whatever their ids."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[str, str] = {}

    def note(self, call: str, answer: object) -> str:
        """Add a line for a call and its answer (a value or an error of ours), and return it."""
        line = f"{call}: {json.dumps(shape(answer), ensure_ascii=False, sort_keys=True)}"
        self.lines.append(_ID.sub(self._name, line))
        return self.lines[-1]

    def _name(self, found: re.Match[str]) -> str:
        return self._names.setdefault(found[0], f"<{len(self._names) + 1}>")

    def __str__(self) -> str:
        return "\n".join(self.lines)


def shape(value: Any) -> JSON:
    """Any answer of ours as JSON, with nothing left out."""
    match value:
        case PerdureError():
            return {"error": type(value).__name__, "message": str(value), **vars(value)}
        case datetime():
            return iso(value)
        case timedelta():
            return value.total_seconds()
        case bytes():
            return value.hex()
        case Mapping():
            return {str(name): shape(inner) for name, inner in value.items()}
        case list() | tuple():
            return [shape(inner) for inner in value]
        case _ if is_dataclass(value):
            named = {field.name: shape(getattr(value, field.name)) for field in fields(value)}
            return {"is": type(value).__name__, **named}
        case _:
            return value
