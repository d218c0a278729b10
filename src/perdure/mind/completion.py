"""A finished task as an experience: what it was, how it was done, how it ended and what it taught."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from perdure.clock import iso
from perdure.mind.heard import Heard, clip
from perdure.mind.working import CurrentTask, WorkingMemory
from perdure.types.wording import UNSORTED
from perdure.values import JSON, Record, Role

_KINDS = {
    "debugging": r"修复|修一下|报错|排查|调试|故障|崩溃|\b(?:fix|debug|bug|crash|error|broken|troubleshoot)",
    "deployment": r"部署|上线|发布|安装|迁移|\b(?:deploy|release|install|migrat|publish|roll ?out|set ?up)",
    "analysis": r"分析|比较|调研|研究|总结|评估|统计"
    r"|\b(?:analy[sz]|compar|research|summari[sz]|evaluat|investigat|review)",
    "coding": r"实现|编写|代码|函数|重构|接口|脚本|测试"
    r"|\b(?:implement|cod(?:e|ing)|refactor|function|script|test|api|build)",
}
_FAILED = re.compile(r"^\W{0,3}(?:\w{0,40}(?:error|exception)\b|failed|traceback|错误|失败)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the host knows about a task that only it can know."""

    outcome: str
    success: bool | None = None
    quality: int | None = None
    efficiency: int | None = None
    user_satisfaction: int | None = None
    type: str | None = None
    complexity: int | None = None
    domain: Sequence[str] = ()
    methods: Sequence[str] = ()
    skills_acquired: Sequence[str] = ()
    lessons_learned: Sequence[str] = ()
    mistakes: Sequence[str] = ()
    best_practices: Sequence[str] = ()


def experience(
    memory: WorkingMemory, task: CurrentTask, told: Feedback, said: Sequence[Heard], now: datetime
) -> dict[str, JSON]:
    """The value of a `cases` item. What the host does not say is read off the task; what nobody knows is left out."""
    during = [one.record for one in said if one.record.timestamp >= task.started_at - timedelta(seconds=1)]
    tools = [record.name for record in during if record.role is Role.TOOL and record.name]
    failed = [record for record in during if record.role is Role.TOOL and _FAILED.match(record.content or "")]
    users = [record.speaker for record in during if record.role is Role.USER and record.speaker]
    domain = [*told.domain] or [UNSORTED]
    outcome = {
        "text": told.outcome,
        "success": told.success,
        "quality": told.quality,
        "efficiency": told.efficiency,
        "user_satisfaction": told.user_satisfaction,
    }
    return {
        "id": task.id,
        "domain": domain[0],
        "problem": task.goal,
        "solution": _solution(task) or None,
        "task": {
            "type": told.type or kind_of(task.goal),
            "description": task.goal,
            "complexity": told.complexity or complexity(task),
            "domain": domain,
        },
        "approach": {
            "tools": list(dict.fromkeys(tools)),
            "methods": [*told.methods] or (["trial_and_error"] if failed else []),
            "time_spent": round(max(0.0, (now - task.started_at).total_seconds() / 60), 2),
            "iterations": max(1, sum(step.completed for step in task.steps), len(failed) + 1),
        },
        "outcome": {name: value for name, value in outcome.items() if value is not None},
        "learning": {
            "skills_acquired": [*told.skills_acquired],
            "lessons_learned": [*told.lessons_learned],
            "mistakes": [*told.mistakes] or _went_wrong(failed),
            "best_practices": [*told.best_practices],
        },
        "associations": {
            "related_users": list(dict.fromkeys(users)),
            "related_tasks": [one.goal for one in memory.recently_completed if one.goal != task.goal],
            "related_context": sorted(memory.context),
        },
        "timestamp": iso(now),
    }


def kind_of(goal: str) -> str | None:
    """Coding, debugging, analysis or deployment, where the words of the goal say so."""
    return next((kind for kind, cue in _KINDS.items() if re.search(cue, goal, re.IGNORECASE)), None)


def complexity(task: CurrentTask) -> int:
    """From 1 to 10: a task without steps is plain, each two steps add one."""
    return min(10, 3 + len(task.steps) // 2)


def _solution(task: CurrentTask) -> str:
    return "\n".join(f"{n}. {step.description}" for n, step in enumerate(task.steps, start=1) if step.completed)


def _went_wrong(failed: Sequence[Record]) -> list[str]:
    """The calls that failed, in the tools' own words."""
    return list(dict.fromkeys(f"{record.name}: {clip(record.content or '', 120)}" for record in failed))[:5]


def as_candidate_value(value: Mapping[str, JSON]) -> dict[str, JSON]:
    """Without what was left empty, so that the type fills it in."""
    return {name: part for name, part in value.items() if part not in (None, {}, [])}
