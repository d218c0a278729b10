"""A Letta agent file (`.af`): one JSON object with agents, their memory blocks and their messages.

Today's: `{"agents": [{"id", "name", "block_ids", "messages": [{"id", "role", "content": [{"type": "text", "text"}],
"tool_calls", "created_at"}]}], "blocks": [{"id", "label", "value"}], …}`. The first version had one agent at the top:
`{"name", "core_memory": [{"label", "value"}], "messages": […]}`. Letta keeps what a user said, and what the agent said
with its tool `send_message`, as JSON inside the text: both are unwrapped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from perdure.control.portable.foreign.contract import (
    Conversation,
    Foreign,
    ForeignMemory,
    ForeignMessage,
    moment,
    role_of,
    text_of,
    wrong,
)
from perdure.values import Role


def read(shape: Mapping[str, Any], number: int) -> Iterator[Foreign]:
    """The blocks and the messages of every agent in the file."""
    agents = shape.get("agents") if "agents" in shape else [shape] if "core_memory" in shape else None
    if not isinstance(agents, list) or not all(isinstance(agent, Mapping) for agent in agents):
        raise wrong(number, "a Letta agent file has `agents` and `blocks`, or `core_memory`")
    shared = {block.get("id"): block for block in _list(shape.get("blocks"))}
    for n, agent in enumerate(agents):
        name = str(agent.get("id") or agent.get("name") or n)
        named = [shared[one] for one in agent.get("block_ids") or () if one in shared]
        yield from _blocks(name, _list(agent.get("core_memory")) or named)
        messages = [made for m, one in enumerate(_list(agent.get("messages"))) for made in _message(one, f"{name}-{m}")]
        if messages:
            yield Conversation(f"letta:{agent.get('name') or name}", messages, messages[0].at)


def _list(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _blocks(agent: str, blocks: Sequence[Mapping[str, Any]]) -> Iterator[ForeignMemory]:
    for n, block in enumerate(blocks):
        text, label = str(block.get("value") or "").strip(), str(block.get("label") or f"block {n}")
        if text:
            more = {"agent": agent, "label": label}
            name = f"{agent}/{label}"
            yield ForeignMemory(name, text, moment(block.get("created_at")), "letta", more)


def _message(said: Mapping[str, Any], fallback: str) -> Iterator[ForeignMessage]:
    role = role_of(said.get("role"))
    name, at = str(said.get("id") or fallback), moment(said.get("created_at"))
    text = _unwrapped(_text(said), role)
    match role:
        case Role.USER if text:
            yield ForeignMessage(name, Role.USER, text, at)
        case Role.ASSISTANT:
            spoken = [words for call in _list(said.get("tool_calls")) if (words := _spoken(call))]
            if words := "\n".join(spoken) or text:
                yield ForeignMessage(name, Role.ASSISTANT, words, at)
        case Role.TOOL if text and said.get("name") != "send_message":
            yield ForeignMessage(name, Role.TOOL, text, at, str(said.get("name") or "tool"))


def _text(said: Mapping[str, Any]) -> str:
    content = said.get("content", said.get("text"))
    if isinstance(content, list):
        return "\n".join(str(part.get("text") or "") for part in _list(content) if part.get("type", "text") == "text")
    return content if isinstance(content, str) else ""


def _unwrapped(text: str, role: Role | None) -> str:
    """What was said, where it stands inside `{"type": "user_message", "message": …}`; nothing of heartbeats."""
    if not text.startswith("{"):
        return text.strip()
    try:
        shape = json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
    if role is Role.USER and isinstance(shape, dict) and shape.get("type") not in (None, "user_message"):
        return ""  # a login or a heartbeat, which the server sent in the user's name
    return text_of(shape).strip() if isinstance(shape, dict) else text.strip()


def _spoken(call: Mapping[str, Any]) -> str:
    """The words that the agent sent with its tool for that."""
    function = call.get("function")
    if not isinstance(function, Mapping) or function.get("name") != "send_message":
        return ""
    try:
        said = json.loads(str(function.get("arguments") or ""))
    except (ValueError, RecursionError):
        return ""
    return str(said.get("message") or "") if isinstance(said, dict) else ""
