"""Which parts of memory a task needs: minimal, smart or full, by its kind, how hard it is and how much room it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.regex import regex
from perdure.tokens import TokenCounter, estimate
from perdure.values import check_count, check_text

Latency = Literal["realtime", "batch"]
TaskType = Literal["coding", "conversation", "analysis"]

SIMPLE, COMPLEX = 3, 5
"""Up to the first a task is simple; above the second it is complex."""
SMART_EXPERIENCES, FULL_EXPERIENCES, FULL_MESSAGES = 5, 10, 50
RELEVANCE = 0.7
IDENTITY_TOKENS, PATCH_TOKENS, EXPERIENCE_TOKENS, MESSAGE_TOKENS, WORKING_TOKENS = 100, 200, 200, 100, 100
"""What each part is taken to need before it is read (R282); ranges count with their upper end."""


class Carry(StrEnum):
    """How much is carried."""

    MINIMAL = "minimal"
    SMART = "smart"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Task:
    """What an agent is woken for. `complexity` runs from 1 to 10."""

    description: str
    type: TaskType
    complexity: int
    requires_context: bool


@dataclass(frozen=True, slots=True)
class Required:
    """What is always decided on its own."""

    identity: bool = True
    temporal_patches: bool = True


@dataclass(frozen=True, slots=True)
class LongTermExperiences:
    enabled: bool = False
    limit: int = 0
    relevance_threshold: float = RELEVANCE
    compress: bool = True


@dataclass(frozen=True, slots=True)
class ShortTermSession:
    enabled: bool = False
    max_messages: int = 0
    include_context: bool = False


@dataclass(frozen=True, slots=True)
class WorkingMemoryShare:
    enabled: bool = False
    context_only: bool = True


@dataclass(frozen=True, slots=True)
class Conditional:
    """What depends on the task. Every part is there, so that nothing has to be asked for twice (X11)."""

    long_term_experiences: LongTermExperiences = field(default_factory=LongTermExperiences)
    short_term_session: ShortTermSession = field(default_factory=ShortTermSession)
    working_memory: WorkingMemoryShare = field(default_factory=WorkingMemoryShare)


@dataclass(frozen=True, slots=True)
class MemoryLoadStrategy:
    """What to carry."""

    carry: Carry = Carry.MINIMAL
    required: Required = field(default_factory=Required)
    conditional: Conditional = field(default_factory=Conditional)


@dataclass(frozen=True, slots=True)
class TokenEstimate:
    """What a strategy is taken to need, part by part."""

    identity: int
    temporal_patches: int
    long_term_experiences: int
    short_term_session: int
    working_memory: int

    @property
    def total(self) -> int:
        """All of it (X11: it was asked for and never given)."""
        return (
            self.identity
            + self.temporal_patches
            + self.long_term_experiences
            + self.short_term_session
            + self.working_memory
        )


class MemoryLoader:
    """Decides what is carried. Named as the requirement names it (R312)."""

    def calculate_strategy(
        self, task: Task, *, max_tokens: int, latency: Latency, is_model_outdated: bool
    ) -> MemoryLoadStrategy:
        """The strategy for a task: the decision tree of R270 to R273 with the thresholds of R278 to R281."""
        carry = self.carry_of(task, max_tokens=max_tokens, latency=latency)
        experiences, session, working = LongTermExperiences(), ShortTermSession(), WorkingMemoryShare()
        if task.complexity > COMPLEX:
            experiences = LongTermExperiences(True, SMART_EXPERIENCES, RELEVANCE, True)
        if task.type == "conversation":
            session = ShortTermSession(True, self.message_limit(max_tokens), True)
        if task.requires_context:
            working = WorkingMemoryShare(True, True)
        if carry is Carry.FULL:
            experiences = LongTermExperiences(True, FULL_EXPERIENCES, RELEVANCE, False)
            session = ShortTermSession(True, FULL_MESSAGES, True)
            working = WorkingMemoryShare(True, False)
        return MemoryLoadStrategy(carry, Required(True, is_model_outdated), Conditional(experiences, session, working))

    def carry_of(self, task: Task, *, max_tokens: int, latency: Latency) -> Carry:
        """Minimal for what is simple, full for a conversation or unhurried work with ample room, else smart."""
        is_ample = max_tokens >= TokenBudgetManager().estimate(FULL_STRATEGY).total
        if task.type == "conversation":
            return Carry.FULL if is_ample else Carry.SMART
        if task.complexity <= SIMPLE and not task.requires_context:
            return Carry.MINIMAL
        return Carry.FULL if is_ample and latency == "batch" else Carry.SMART

    def message_limit(self, max_tokens: int) -> int:
        """How many messages half of the tokens hold: two at least, fifty at most."""
        return max(2, min(FULL_MESSAGES, max_tokens // 2 // MESSAGE_TOKENS))


FULL_STRATEGY = MemoryLoadStrategy(
    Carry.FULL,
    Required(),
    Conditional(
        LongTermExperiences(True, FULL_EXPERIENCES, RELEVANCE, False),
        ShortTermSession(True, FULL_MESSAGES, True),
        WorkingMemoryShare(True, False),
    ),
)


@dataclass(frozen=True, slots=True)
class CarriedMemory:
    """Memory as texts, on its way into a prompt: the best experience first, messages in their order."""

    identity: str = ""
    patches: Sequence[str] = ()
    experiences: Sequence[str] = ()
    messages: Sequence[str] = ()
    working: str = ""


class CompressedMemory(CarriedMemory):
    """What is left of it within a budget."""

    __slots__ = ()


class TokenBudgetManager:
    """Knows what parts of memory take, and makes them smaller. Named as the requirement names it (R312)."""

    def __init__(self, count: TokenCounter = estimate) -> None:
        self._count = count

    def default_strategy(self) -> MemoryLoadStrategy:
        """Everything, as much of it as there may be."""
        return FULL_STRATEGY

    def estimate(self, strategy: MemoryLoadStrategy) -> TokenEstimate:
        """What a strategy is going to take, before anything is read."""
        parts = strategy.conditional
        experiences, session = parts.long_term_experiences, parts.short_term_session
        return TokenEstimate(
            identity=IDENTITY_TOKENS if strategy.required.identity else 0,
            temporal_patches=PATCH_TOKENS if strategy.required.temporal_patches else 0,
            long_term_experiences=experiences.limit * EXPERIENCE_TOKENS if experiences.enabled else 0,
            short_term_session=session.max_messages * MESSAGE_TOKENS if session.enabled else 0,
            working_memory=WORKING_TOKENS if parts.working_memory.enabled else 0,
        )

    def measure(self, memory: CarriedMemory) -> TokenEstimate:
        """What memory takes now that it is read."""
        return TokenEstimate(
            identity=self._count(memory.identity),
            temporal_patches=sum(map(self._count, memory.patches)),
            long_term_experiences=sum(map(self._count, memory.experiences)),
            short_term_session=sum(map(self._count, memory.messages)),
            working_memory=self._count(memory.working),
        )

    def compress(self, memory: CarriedMemory, budget: int) -> CompressedMemory:
        """Memory within a budget: identity, patches and working memory stay, experiences and messages give way.

        What is over is first made shorter, then fewer: the best experiences and the last messages are kept.
        """
        if self.measure(memory).total <= budget:
            return _compressed(memory)
        fixed = replace(memory, experiences=(), messages=())
        room = max(0, budget - self.measure(fixed).total)
        experiences = self._first([self.shortened(text, EXPERIENCE_TOKENS) for text in memory.experiences], room // 2)
        left = room - sum(map(self._count, experiences))
        messages = self._first([self.shortened(text, MESSAGE_TOKENS) for text in reversed(memory.messages)], left)
        return _compressed(replace(fixed, experiences=tuple(experiences), messages=tuple(reversed(messages))))

    def shortened(self, text: str, tokens: int) -> str:
        """The beginning of a text, within so many tokens."""
        text = text[: 16 * tokens]
        while (needed := self._count(text)) > tokens:
            text = text[: min(len(text) - 2, len(text) * tokens // needed)].rstrip() + "…"
        return text

    def _first(self, texts: Sequence[str], room: int) -> list[str]:
        """As many of the texts as fit, from the first on, without a gap."""
        kept: list[str] = []
        for text in texts:
            room -= self._count(text)
            if room < 0:
                break
            kept.append(text)
        return kept


def _compressed(memory: CarriedMemory) -> CompressedMemory:
    return CompressedMemory(memory.identity, memory.patches, memory.experiences, memory.messages, memory.working)


# reading a task

_CODING = regex(
    r"\b(?:code|coding|bugs?|fix|debug|function|class|compile|refactor|implement|unit tests?|pytest|script|python|java"
    r"|javascript|typescript|rust|golang|sql|regex|api|endpoint|deploy|docker|git|commit|merge|stack ?trace"
    r"|exception)\b"
    r"|代码|编程|程序|函数|报错|调试|编译|重构|单元测试|脚本|接口|部署|数据库|修复|异常|提交",
    re.IGNORECASE,
)
_ANALYSIS = regex(
    r"\b(?:analy[sz]e|analysis|compare|comparison|evaluate|assess|report|summari[sz]e|investigate|research|estimate"
    r"|forecast|trends?|statistics?|pros and cons|root cause)\b"
    r"|分析|对比|比较|评估|报告|总结|调研|研究|预测|趋势|统计|优缺点|原因",
    re.IGNORECASE,
)
_HARD = regex(
    r"\b(?:design|architect\w*|refactor|migrat\w*|optimi[sz]\w*|implement|system|distributed|concurren\w*|security"
    r"|performance|end[- ]to[- ]end|entire|whole|complete|several|multiple|strategy|plan)\b"
    r"|设计|架构|重构|迁移|优化|实现|系统|分布式|并发|安全|性能|全面|整个|完整|多个|方案|规划|策略",
    re.IGNORECASE,
)
_STEPS = regex(
    r"\b(?:then|after that|next|finally|also|and)\b|然后|接着|之后|最后|并且|同时|以及|[;；]|^\s*(?:\d+[.)、]|[-*])\s",
    re.IGNORECASE | re.MULTILINE,
)
_CONTEXT = regex(
    r"\b(?:continue|resume|go on|pick up|as before|as we|last time|previous(?:ly)?|earlier|the same|again"
    r"|still|we (?:were|had|left)"
    r"|where (?:we|i) left)\b|继续|接着|上次|之前|刚才|刚刚|还是那个|同样|再来|前面|原来的",
    re.IGNORECASE,
)


def analyse(description: str) -> Task:
    """What kind of task it is, how hard it looks and whether it goes on from something, in Chinese or English."""
    text = description[:8_000]
    kind: TaskType = "coding" if _CODING.search(text) else "analysis" if _ANALYSIS.search(text) else "conversation"
    size = estimate(text)
    hard = len({found.casefold() for found in _HARD.findall(text)})
    steps = len(_STEPS.findall(text))
    complexity = 2 + min(3, hard) + min(3, steps) + (size > 60) + (size > 200)
    return Task(description, kind, min(10, complexity), bool(_CONTEXT.search(text)))


def as_task(given: object) -> Task:
    """A task as a caller gives it: in words, or with what is known about it."""
    if isinstance(given, Task):
        return check(given)
    if isinstance(given, str):
        return analyse(given)
    if not isinstance(given, Mapping) or not isinstance(given.get("description"), str):
        raise InvalidInput("`task` must be text, or an object with a `description`", field="task")
    read = analyse(str(given["description"]))
    known: dict[str, Any] = {name: value for name, value in given.items() if name != "description"}
    if known.keys() - {"type", "complexity", "requires_context"}:
        raise InvalidInput(
            "`task` has a name that is not known",
            field="task",
            hint=say("hint.task_fields"),
        )
    return check(replace(read, **known))


def check(task: Task) -> Task:
    check_text(task.description, "task.description", max_bytes=1 << 20)
    if task.type not in ("coding", "conversation", "analysis"):
        raise InvalidInput("`task.type` must be one of `coding`, `conversation`, `analysis`", field="task.type")
    check_count(task.complexity, "task.complexity", 10)
    if not isinstance(task.requires_context, bool):
        raise InvalidInput("`task.requires_context` must be true or false", field="task.requires_context")
    return task
