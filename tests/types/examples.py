"""One example of every type, in English and in Chinese, with the key it must get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from perdure.types.base import KeyContext, MemoryType, Value
from perdure.types.registry import builtin
from perdure.values import Item, Priority, Source, Status

CONTEXT = KeyContext(agent_id="luna_001", session_id="s-42", today=date(2026, 2, 20), new_id=lambda: "0195-n1")
NOW = datetime(2026, 2, 20, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Example:
    """A value, the key it gets, its required fields, and words of it that a person would search for."""

    type: str
    value: Mapping[str, Any]
    key: str
    required: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def kind(self) -> MemoryType:
        return builtin().get(self.type)

    def parse(self) -> Value:
        return self.kind.parse(self.value)

    def __str__(self) -> str:
        return f"{self.type}-{self.key}"


def item(example: Example, content: str | None = None) -> Item:
    """The example as a stored item."""
    kind = example.kind
    return Item(
        id="i1",
        type=kind.name,
        key=example.key,
        scope="main",
        value=kind.dump(example.parse()),
        content=kind.describe(example.parse()) if content is None else content,
        confidence=0.9,
        importance=0.5,
        priority=Priority.PERMANENT,
        status=Status.ACTIVE,
        version=1,
        source=Source.USER,
        trust=1.0,
        created_at=NOW,
        updated_at=datetime(2026, 3, 1, tzinfo=UTC),
        sequence=1,
    )


EXAMPLES = (
    Example(
        "profile",
        {
            "subject": "user",
            "facts": [
                {"k": "role", "v": "Executive Secretary General", "since": "2024-05-17"},
                {"k": "城市", "v": "北京"},
            ],
        },
        "profile:user",
        ("facts",),
        ("role", "Executive Secretary General", "2024-05-17", "城市", "北京"),
    ),
    Example(
        "preferences",
        {"scope": "writing", "name": "tone", "value": "focused and exacting", "priority": 0.8},
        "pref:writing:tone",
        ("name", "value"),
        ("writing", "tone", "focused and exacting"),
    ),
    Example(
        "preferences",
        {"scope": "writing", "name": "语气", "value": "专注严谨"},
        "pref:writing:语气",
        ("name", "value"),
        ("语气", "专注严谨"),
    ),
    Example(
        "goals",
        {"project": "SmartBrain", "name": "local_first_memory_runtime", "description": "Build …", "status": "active"},
        "goal:smartbrain:local_first_memory_runtime",
        ("name",),
        ("SmartBrain", "local_first_memory_runtime", "Build …", "active"),
    ),
    Example(
        "tasks",
        {
            "project": "SmartBot",
            "task_id": "brain_runtime_mvp",
            "title": "Integrate SmartBrain into SmartBot loop",
            "status": "doing",
            "due": "2026-03-01",
            "notes": ["等接口评审"],
        },
        "task:smartbot:brain_runtime_mvp",
        ("title",),
        ("brain_runtime_mvp", "Integrate SmartBrain into SmartBot loop", "doing", "2026-03-01", "等接口评审"),
    ),
    Example(
        "decisions",
        {
            "project": "SmartRAG",
            "topic": "retrieve_api_contract",
            "decision": "Add retrieve(plan) returning EvidencePack",
            "rationale": "Contract-based integration with SmartBrain",
            "made_at": "2026-02-20",
        },
        "decision:smartrag:retrieve_api_contract",
        ("topic", "decision"),
        ("retrieve_api_contract", "Add retrieve(plan) returning EvidencePack", "Contract-based", "2026-02-20"),
    ),
    Example(
        "entities",
        {
            "kind": "repo",
            "canonical": "zhuangbiaowei/smart_rag",
            "aliases": ["smart_rag", "智能检索"],
            "attrs": {"host": "github.com"},
        },
        "entity:repo:zhuangbiaowei/smart_rag",
        ("kind", "canonical"),
        ("repo", "zhuangbiaowei/smart_rag", "智能检索", "host", "github.com"),
    ),
    Example(
        "events",
        {"scope": "SmartBrain", "date": "2026-02-20", "title": "拆分 memory runtime", "impact": "architecture"},
        "event:smartbrain:2026-02-20:拆分memory_runtime",
        ("date", "title"),
        ("SmartBrain", "2026-02-20", "拆分 memory runtime", "architecture"),
    ),
    Example(
        "cases",
        {
            "domain": "rag_debug",
            "problem": "empty answers",
            "solution": "segment before indexing",
            "outcome": "works",
            "artifacts": [{"type": "doc", "ref": "notes.md"}],
        },
        "case:rag_debug:empty_answers",
        ("problem",),
        ("rag_debug", "empty answers", "segment before indexing", "works", "doc", "notes.md"),
    ),
    Example(
        "patterns",
        {
            "domain": "context_composing",
            "name": "slot_based_composition",
            "rule": "system core -> summary -> recent",
            "confidence": 0.7,
        },
        "pattern:context_composing:slot_based_composition",
        ("rule",),
        ("context_composing", "slot_based_composition", "system core -> summary -> recent"),
    ),
    Example(
        "facts",
        {"subject": "用户", "predicate": "代码目录", "object": "D:\\code"},
        "fact:user:代码目录",
        ("predicate", "value"),
        ("代码目录", "D:\\code"),
    ),
    Example("rules", {"rule": "禁止虚报执行结果"}, "rule:general:禁止虚报执行结果", ("rule",), ("禁止虚报执行结果",)),
    Example(
        "relationships",
        {"subject": "user", "object": "王芳", "relation": "colleague", "state": "信任", "since": "2023"},
        "rel:user:王芳",
        ("object", "relation"),
        ("王芳", "colleague", "信任", "2023"),
    ),
    Example(
        "lessons",
        {
            "domain": "files",
            "name": "delete",
            "lesson": "直接删除文件会导致数据丢失",
            "cause": "rm -rf",
            "fix": "trash",
        },
        "lesson:files:delete",
        ("lesson",),
        ("files", "delete", "直接删除文件会导致数据丢失", "rm -rf", "trash"),
    ),
    Example(
        "skills",
        {"skill_name": "Python", "category": "programming", "proficiency_level": 80, "learning_history": ["asyncio"]},
        "skill:programming:python",
        ("skill_name",),
        ("Python", "programming", "8/10", "asyncio"),
    ),
    Example(
        "episodes",
        {
            "session_id": "s-7",
            "summary": "修好了登录",
            "goal": "fix login",
            "outcome": "merged",
            "entities": ["auth"],
            "tools_used": ["git"],
            "started_at": "2026-02-19T08:00:00+08:00",
            "ended_at": "2026-02-19T09:00:00+08:00",
        },
        "episode:s-7",
        ("summary",),
        ("修好了登录", "fix login", "merged", "auth", "git", "2026-02-19"),
    ),
    Example(
        "identity",
        {
            "name": "Luna",
            "role": "助理",
            "persona": {"tone": "warm", "style": "short"},
            "goals": ["help"],
            "values": ["safety", "quality"],
        },
        "identity:luna_001",
        ("name",),
        ("Luna", "助理", "warm", "short", "help", "safety", "quality"),
    ),
    Example(
        "patches",
        {
            "type": "technology",
            "description": "Python 3.14 is out",
            "eventDate": "2025-10-07",
            "affectedDomains": ["python"],
            "patch": {"remove": ["asyncore"], "add": ["t-strings"], "update": [{"old": "3.13", "new": "3.14"}]},
            "confidence": 1.0,
            "source": {"type": "user", "url": "https://python.org", "providedBy": "Ann"},
        },
        "patch:technology:python_3.14_is_out",
        ("type", "description"),
        ("Python 3.14 is out", "2025-10-07", "python", "asyncore", "t-strings", "3.13", "3.14", "python.org", "Ann"),
    ),
    Example("notes", {"text": "买牛奶"}, "note:2026-02-20:0195-n1", ("text",), ("买牛奶",)),
)
