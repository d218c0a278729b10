"""Small files of the shapes that other programs write, made up for these tests."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

ROOT, SYSTEM = "aaa-root", "aaa-system"


def chatgpt_node(name: str, parent: str | None, children: list[str], message: Any = None) -> dict[str, Any]:
    return {"id": name, "message": message, "parent": parent, "children": children}


def chatgpt_message(name: str, role: str, parts: list[Any], at: float | None, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": parts},
        "status": "finished_successfully",
        "end_turn": None,
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
        **more,
    }


CHATGPT = [
    {
        "title": "Moving house",
        "create_time": 1704103200.5,
        "update_time": 1704103300.0,
        "mapping": {
            ROOT: chatgpt_node(ROOT, None, [SYSTEM]),
            SYSTEM: chatgpt_node(SYSTEM, ROOT, ["q1"], chatgpt_message(SYSTEM, "system", [""], None)),
            "q1": chatgpt_node(
                "q1", SYSTEM, ["a0", "a1"], chatgpt_message("q1", "user", ["I live in York now."], 1704103201.1)
            ),
            "a0": chatgpt_node("a0", "q1", [], chatgpt_message("a0", "assistant", ["A first try."], 1704103205.0)),
            "a1": chatgpt_node("a1", "q1", ["q2"], chatgpt_message("a1", "assistant", ["How nice!"], 1704103210.0)),
            "q2": chatgpt_node(
                "q2",
                "a1",
                ["a2"],
                chatgpt_message(
                    "q2", "user", [{"content_type": "image_asset_pointer"}, "我对花生过敏。"], 1704103250.0
                ),
            ),
            "a2": chatgpt_node("a2", "q2", [], chatgpt_message("a2", "assistant", ["记住了。"], 1704103260.0)),
        },
        "moderation_results": [],
        "current_node": "a2",
        "conversation_id": "0f3c-chatgpt",
        "is_archived": False,
    }
]

CLAUDE = [
    {
        "uuid": "7b1e-claude",
        "name": "Cooking",
        "created_at": "2024-02-01T09:00:00.123456Z",
        "updated_at": "2024-02-01T09:05:00.000000Z",
        "account": {"uuid": "acc"},
        "chat_messages": [
            {
                "uuid": "m1",
                "text": "I am a vegetarian.",
                "content": [{"type": "text", "text": "I am a vegetarian.", "citations": []}],
                "sender": "human",
                "created_at": "2024-02-01T09:00:01.000000Z",
                "updated_at": "2024-02-01T09:00:01.000000Z",
                "attachments": [{"file_name": "a.txt", "file_type": "txt", "extracted_content": "I am a wolf."}],
                "files": [],
            },
            {
                "uuid": "m2",
                "text": "",
                "content": [
                    {"type": "thinking", "thinking": "hm"},
                    {"type": "tool_use", "name": "search", "input": {"q": "x"}},
                    {"type": "tool_result", "name": "search", "content": [{"type": "text", "text": "results"}]},
                    {"type": "text", "text": "好的。"},
                ],
                "sender": "assistant",
                "created_at": "2024-02-01T09:00:05.000000Z",
                "updated_at": "2024-02-01T09:00:05.000000Z",
                "attachments": [],
                "files": [],
            },
        ],
    }
]

LETTA = {
    "agents": [
        {
            "id": "agent-0",
            "name": "sam",
            "system": "You are Sam.",
            "block_ids": ["block-0", "block-1"],
            "in_context_message_ids": ["message-0"],
            "messages": [
                {
                    "type": "message",
                    "role": "system",
                    "id": "message-0",
                    "content": [{"type": "text", "text": "You are"}],
                },
                {
                    "type": "message",
                    "role": "user",
                    "id": "message-1",
                    "content": [{"type": "text", "text": '{"type": "login", "last_login": "never"}'}],
                    "created_at": "2025-03-01T10:00:00+00:00",
                },
                {
                    "type": "message",
                    "role": "user",
                    "id": "message-2",
                    "content": [{"type": "text", "text": '{"type": "user_message", "message": "I live in Leeds."}'}],
                    "created_at": "2025-03-01T10:01:00+00:00",
                },
                {
                    "type": "message",
                    "role": "assistant",
                    "id": "message-3",
                    "content": [{"type": "text", "text": "He told me where he lives."}],
                    "tool_calls": [
                        {
                            "id": "call-1",
                            "type": "function",
                            "function": {"name": "send_message", "arguments": '{"message": "Leeds is lovely."}'},
                        }
                    ],
                    "created_at": "2025-03-01T10:01:05+00:00",
                },
                {
                    "type": "message",
                    "role": "tool",
                    "id": "message-4",
                    "name": "send_message",
                    "content": [{"type": "text", "text": '{"status": "OK"}'}],
                    "created_at": "2025-03-01T10:01:06+00:00",
                },
            ],
            "tool_exec_environment_variables": {},
        }
    ],
    "groups": [],
    "blocks": [
        {"id": "block-0", "label": "persona", "value": "I am Sam, a helpful assistant.", "limit": 5000},
        {"id": "block-1", "label": "human", "value": "The human's name is Chad. 他喜欢喝茶。", "limit": 5000},
    ],
    "files": [],
    "sources": [],
    "tools": [],
    "mcp_servers": [],
    "metadata": {"revision_id": "x"},
    "created_at": "2025-03-02T00:00:00Z",
}
LETTA_FIRST = {
    "agent_type": "memgpt_agent",
    "name": "old",
    "version": "0.6.47",
    "core_memory": [
        {"label": "human", "value": "Likes tea.", "limit": 5000, "created_at": "2025-01-01T00:00:00+00:00"}
    ],
    "messages": [{"role": "user", "text": "hello there", "created_at": "2025-01-01T00:00:00+00:00"}],
}

MEM0 = {
    "results": [
        {
            "id": "892db2ae-06d9-49e5-8b3e-585ef9b85b8e",
            "memory": "Likes hiking on weekends",
            "hash": "f3a1",
            "metadata": {"category": "hobbies"},
            "created_at": "2024-07-19T20:30:36.085063-07:00",
            "updated_at": None,
            "user_id": "alex",
        },
        {
            "id": "a0b1",
            "memory": "住在上海",
            "hash": "c2",
            "metadata": None,
            "created_at": "2024-07-20T08:00:00.000000+08:00",
            "updated_at": "2024-08-01T08:00:00.000000+08:00",
            "user_id": "alex",
        },
    ],
    "relations": [],
}

LANGGRAPH = [
    {
        "namespace": ["memories", "user-1"],
        "key": "k1",
        "value": {"data": "User prefers tea"},
        "created_at": "2024-09-01T00:00:00+00:00",
        "updated_at": "2024-09-02T00:00:00+00:00",
    },
    {
        "namespace": ["memories", "user-1"],
        "key": "k2",
        "value": {"kind": "Memory", "content": {"content": "用户在学法语"}},
        "created_at": "2024-09-01T00:00:00+00:00",
        "updated_at": "2024-09-02T00:00:00+00:00",
    },
]

LINES = [
    {"role": "user", "content": "I live in Bath.", "session": "a", "timestamp": "2024-01-01T10:00:00Z"},
    {"role": "assistant", "content": "ok", "session": "a"},
    {"text": "The spare key is with Ann.", "timestamp": "2024-01-02T10:00:00Z"},
    {"type": "facts", "value": {"subject": "deploy", "predicate": "host", "value": "green"}},
]

FILES: dict[str, bytes] = {
    "chatgpt": json.dumps(CHATGPT).encode(),
    "claude": json.dumps(CLAUDE, ensure_ascii=False, indent=2).encode(),
    "letta": json.dumps(LETTA).encode(),
    "mem0": json.dumps(MEM0, ensure_ascii=False).encode(),
    "langgraph": json.dumps(LANGGRAPH).encode(),
    "jsonl": "\n".join(json.dumps(line) for line in LINES).encode(),
}


def zipped(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("user.json", "{}")
        file.writestr(name, data)
    return out.getvalue()
