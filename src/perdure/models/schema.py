"""A pydantic model as the JSON schema that servers want for structured output."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


def json_schema(model: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """The schema, and whether it holds to the strict dialect: closed objects, every property required."""
    plain = model.model_json_schema()
    return (closed, True) if (closed := _closed(plain)) is not None else (plain, False)


def _closed(node: Any) -> Any:
    """The node in the strict dialect; None where it allows what that dialect cannot say."""
    if isinstance(node, list):
        parts = [_closed(part) for part in node]
        return None if any(part is None for part in parts) else parts
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}  # nothing may stand beside it
    if not node.keys() & {"type", "enum", "const", "anyOf", "allOf"}:
        return None  # anything at all
    if node.get("type") == "object" and ("properties" not in node or node.get("additionalProperties")):
        return None  # keys of the model's own making
    closed: dict[str, Any] = {}
    for word, value in node.items():
        if word in ("default", "title"):
            continue
        if word in ("properties", "$defs"):
            made: Any = {name: _closed(part) for name, part in value.items()}
            if any(part is None for part in made.values()):
                return None
        elif word in ("items", "anyOf", "allOf"):
            made = _closed(value)
            if made is None:
                return None
        else:
            made = value
        closed[word] = made
    if "properties" in node:
        closed["required"] = list(node["properties"])
        closed["additionalProperties"] = False
    return closed
