"""JSON with comments, as editors keep their settings: read it, and change members while every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PLAIN = re.compile(r"[^\s,\]}/]+")
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/[ \t]*(?=\r?\n))")

Edit = tuple[int, int, str]


class NotJSON(ValueError):
    """The text cannot be read; `line` says where."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")


@dataclass(slots=True)
class Node:
    """A value and where it stands; the parts of an object or list, each with the comma behind it."""

    value: Any
    start: int
    end: int
    parts: list[Member] = field(default_factory=list)


@dataclass(slots=True)
class Member:
    """A member of an object or an element of a list. `comma` is where the comma behind it stands, if there is one."""

    name: str | None
    start: int
    node: Node
    comma: int | None = None


def read(text: str) -> Node:
    """A text as a value with places. Comments and commas behind the last member are let through."""
    node = _value(text, _skip(text, 0))
    if _skip(text, node.end) != len(text):
        raise _wrong(text, node.end)
    return node


def changed(text: str, after: Any) -> str:
    """The text with another value: only what differs is written anew."""
    if not text.strip():
        return json.dumps(after, ensure_ascii=False, indent=2) + "\n"
    node = read(text)
    for start, end, new in sorted(_edits(text, node, after), key=lambda edit: edit[:2], reverse=True):
        text = text[:start] + new + text[end:]
    if read(text).value != after:
        raise AssertionError("an edit of a settings file went wrong")
    return text


# reading


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _wrong(text: str, at: int) -> NotJSON:
    return NotJSON(text.count("\n", 0, at) + 1)


def _value(text: str, at: int) -> Node:
    opening = text[at : at + 1]
    if opening in ("{", "["):
        return _container(text, at, opening == "{")
    found = (_STRING if opening == '"' else _PLAIN).match(text, at)
    if found is None:
        raise _wrong(text, at)
    try:
        return Node(json.loads(found.group(), strict=False), at, found.end())
    except ValueError:
        raise _wrong(text, at) from None


def _container(text: str, start: int, is_object: bool) -> Node:
    parts: list[Member] = []
    at = _skip(text, start + 1)
    close = "}" if is_object else "]"
    while text[at : at + 1] != close:
        begin, name = at, None
        if parts and parts[-1].comma is None:
            raise _wrong(text, at)
        if is_object:
            found = _STRING.match(text, at)
            if found is None:
                raise _wrong(text, at)
            name = json.loads(found.group(), strict=False)
            at = _skip(text, found.end())
            if text[at : at + 1] != ":":
                raise _wrong(text, at)
            at = _skip(text, at + 1)
        part = Member(name, begin, _value(text, at))
        parts.append(part)
        at = _skip(text, part.node.end)
        if text[at : at + 1] == ",":
            part.comma = at
            at = _skip(text, at + 1)
    value: Any = {part.name: part.node.value for part in parts} if is_object else [part.node.value for part in parts]
    return Node(value, start, at + 1, parts)


# writing


def _edits(text: str, node: Node, after: Any) -> list[Edit]:
    before = node.value
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        kept = [part for part in node.parts if part.name in after]
        added = [(name, value) for name, value in after.items() if name not in before]
        wanted = [after[part.name] for part in kept]
    elif isinstance(before, list) and isinstance(after, list):
        shared = [part for part in node.parts if part.node.value in after]
        kept = node.parts if len(after) >= len(before) else shared
        added = [(None, value) for value in after[len(kept) :]]
        wanted = after[: len(kept)]
    else:
        return [(node.start, node.end, _dump(text, after, _indent(text, node.start)))]
    gone = [part for part in node.parts if part not in kept]
    if len(wanted) != len(kept) or (gone and added):
        return [(node.start, node.end, _dump(text, after, _indent(text, node.start)))]
    inner = [edit for part, value in zip(kept, wanted, strict=True) for edit in _edits(text, part.node, value)]
    return [*inner, *_removals(text, node, gone), *_additions(text, node, added)]


def _removals(text: str, node: Node, gone: Sequence[Member]) -> list[Edit]:
    """Each part with the space before it, and one comma for each."""
    edits: list[Edit] = []
    commas: list[int] = []
    """Those that still stand, up to here."""
    for part in node.parts:
        commas += [] if part.comma is None else [part.comma]
        if part in gone:
            edits.append((_begin(text, part), part.node.end, ""))
            if commas:
                comma = commas.pop()
                edits.append((comma, comma + 1, ""))
    return edits


def _begin(text: str, part: Member) -> int:
    """Where the space before a part begins; the end of a comment's line stays with the comment."""
    start = part.start
    while start > 0 and text[start - 1].isspace():
        start -= 1
    line = text[text.rfind("\n", 0, start) + 1 : start]
    follows = text[part.node.end :].lstrip(" \t,")
    if "//" in line and not follows.startswith(("\n", "\r")):
        return text.find("\n", start) + 1
    return start


def _additions(text: str, node: Node, added: Sequence[tuple[str | None, Any]]) -> list[Edit]:
    if not added:
        return []
    outer = _indent(text, node.start)
    if not node.parts:
        inner = outer + _step(text)
        rows = [f"{inner}{_member(text, name, value, inner)}" for name, value in added]
        line = _newline(text)
        inside = text[node.start + 1 : node.end - 1]
        close = "" if inside.endswith(("\n", outer)) and "\n" in inside else f"{line}{outer}"
        at = node.start + 1 + len(inside.rstrip())
        return [(at, at, line + f",{line}".join(rows) + close)]
    last = node.parts[-1]
    is_spread = "\n" in text[node.start : last.start]
    gap = f"{_newline(text)}{_indent(text, last.start)}" if is_spread else " "
    inner = _indent(text, last.start) if is_spread else ""
    rows = [f"{gap}{_member(text, name, value, inner if is_spread else None)}" for name, value in added]
    edits: list[Edit] = []
    behind = last.node.end
    if last.comma is None:
        edits.append((behind, behind, ","))
    else:
        behind = last.comma + 1
    comment = _REST_OF_LINE.match(text, behind)
    if comment is not None and is_spread:
        behind = comment.end()
    tail = "," if last.comma is not None else ""
    chunk = ",".join(rows) + tail
    if edits and edits[0][0] == behind:
        return [(behind, behind, "," + chunk)]
    return [*edits, (behind, behind, chunk)]


def _member(text: str, name: str | None, value: Any, indent: str | None) -> str:
    said = json.dumps(value, ensure_ascii=False) if indent is None else _dump(text, value, indent)
    return said if name is None else f"{json.dumps(name, ensure_ascii=False)}: {said}"


def _dump(text: str, value: Any, indent: str) -> str:
    rows = json.dumps(value, ensure_ascii=False, indent=_step(text)).split("\n")
    return f"{_newline(text)}{indent}".join(rows)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _step(text: str) -> str:
    """By what this file indents."""
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return found[1] if found else "  "


def _indent(text: str, at: int) -> str:
    """The space at the beginning of the line in which a place stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]
