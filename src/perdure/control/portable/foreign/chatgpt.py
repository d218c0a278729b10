"""ChatGPT's data export: `conversations.json`, a list of conversations, each a tree of messages.

A conversation is `{"conversation_id" | "id", "title", "create_time", "current_node", "mapping": {node: {"id", "parent",
"children", "message": null | {"id", "author": {"role"}, "create_time", "content": {"content_type", "parts"}}}}}`.
Only the branch that ends in `current_node` is what the person saw at last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.control.portable.foreign.contract import Conversation, ForeignMessage, moment, role_of, wrong
from perdure.values import Role


def read(shape: Mapping[str, Any], number: int) -> Iterator[Conversation]:
    """One conversation."""
    mapping = shape.get("mapping")
    if not isinstance(mapping, Mapping):
        raise wrong(number, "a conversation of ChatGPT has a `mapping`")
    name = shape.get("conversation_id") or shape.get("id")
    if not isinstance(name, str):
        raise wrong(number, "a conversation of ChatGPT has an `id`")
    messages = [made for node in _branch(shape, mapping) if (made := _message(node)) is not None]
    yield Conversation(f"chatgpt:{name}", messages, moment(shape.get("create_time")))


def _branch(shape: Mapping[str, Any], mapping: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The nodes from the root to the one that was current, in order. A loop in a bad tree is left where it closes."""
    name = shape.get("current_node")
    if name not in mapping:
        ends = [key for key, node in mapping.items() if isinstance(node, Mapping) and not node.get("children")]
        name = ends[-1] if ends else None
    line: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(name, str) and name not in seen and isinstance(node := mapping.get(name), Mapping):
        seen.add(name)
        line.append(node)
        name = node.get("parent")
    return line[::-1]


def _message(node: Mapping[str, Any]) -> ForeignMessage | None:
    said = node.get("message")
    if not isinstance(said, Mapping):
        return None
    author = said.get("author")
    role = role_of(author.get("role")) if isinstance(author, Mapping) else None
    hidden = isinstance(meta := said.get("metadata"), Mapping) and meta.get("is_visually_hidden_from_conversation")
    text = _text(said.get("content"))
    if role in (None, Role.SYSTEM) or hidden or not text.strip():
        return None
    tool = author.get("name") if isinstance(author, Mapping) and role is Role.TOOL else None
    at = moment(said.get("create_time"))
    return ForeignMessage(str(said.get("id") or node.get("id")), role or Role.USER, text, at, tool or _tool(role))


def _tool(role: Role | None) -> str | None:
    return "tool" if role is Role.TOOL else None


def _text(content: object) -> str:
    """The words of a message: its text parts; pictures and other parts have none."""
    if not isinstance(content, Mapping):
        return ""
    if content.get("content_type") in ("user_editable_context", "model_editable_context"):
        return ""  # custom instructions, put before every conversation: nobody said them in this one
    parts = content.get("parts")
    if not isinstance(parts, list):
        return content["text"] if isinstance(content.get("text"), str) else ""
    texts = [part if isinstance(part, str) else part.get("text", "") for part in parts if isinstance(part, str | dict)]
    return "\n".join(text for text in texts if isinstance(text, str) and text.strip())
