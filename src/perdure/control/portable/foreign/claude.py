"""Claude's data export: `conversations.json`, a list of conversations.

A conversation is `{"uuid", "name", "created_at", "chat_messages": [{"uuid", "sender": "human" | "assistant", "text",
"content": [{"type": "text" | "tool_use" | "tool_result" | "thinking", …}], "created_at", "attachments", "files"}]}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.control.portable.foreign.contract import Conversation, ForeignMessage, moment, role_of, text_of, wrong
from perdure.values import Role


def read(shape: Mapping[str, Any], number: int) -> Iterator[Conversation]:
    """One conversation."""
    said, name = shape.get("chat_messages"), shape.get("uuid")
    if not isinstance(said, list) or not isinstance(name, str):
        raise wrong(number, "a conversation of Claude has `uuid` and `chat_messages`")
    messages = [made for one in said if isinstance(one, Mapping) for made in _messages(one)]
    yield Conversation(f"claude:{name}", messages, moment(shape.get("created_at")))


def _messages(said: Mapping[str, Any]) -> Iterator[ForeignMessage]:
    role = role_of(said.get("sender"))
    if role is None:
        return
    name, at = str(said.get("uuid")), moment(said.get("created_at"))
    blocks = [block for block in said.get("content") or () if isinstance(block, Mapping)]
    text = "\n".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text").strip()
    text = text or (said["text"].strip() if isinstance(said.get("text"), str) else "")
    pasted = [
        str(file["extracted_content"])
        for file in said.get("attachments") or ()
        if isinstance(file, Mapping) and file.get("extracted_content")
    ]
    if text:
        yield ForeignMessage(name, role, text, at)
    for n, words in enumerate(pasted):  # a pasted file is nobody's word
        yield ForeignMessage(f"{name}#file{n}", Role.TOOL, words, at, "attachment")
    for n, block in enumerate(blocks):
        if block.get("type") == "tool_result" and (result := _result(block)):
            yield ForeignMessage(f"{name}#tool{n}", Role.TOOL, result, at, str(block.get("name") or "tool"))


def _result(block: Mapping[str, Any]) -> str:
    content = block.get("content")
    parts = content if isinstance(content, list) else [content] if content else []
    return "\n".join(text_of(part) for part in parts)
