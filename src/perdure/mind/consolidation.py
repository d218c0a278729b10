"""Consolidation: of a session the three to eight things worth keeping, each resting on what was said.

A model may propose; what it cannot quote word for word is dropped. Without one it is what the rules concluded from the
session and the session read once more as a whole. Nothing is made up to reach three.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from perdure.language import Language, language_of
from perdure.messages import say
from perdure.mind.grounding import fold, is_grounded
from perdure.mind.heard import Heard
from perdure.mind.transcript import DATA, transcript
from perdure.models.contract import Message, Prompt
from perdure.values import JSON, Candidate, Evidence, Role, Source

FEWEST, MOST = 3, 8
MAX_TEXT = 300
KINDS = ("facts", "preferences", "decisions", "goals", "tasks", "lessons")
LEFT_OUT = frozenset({"episodes", "notes", "identity", "patches", "skills"})
"""Types that are never the outcome of a consolidation."""

_TELL = {
    "zh": "从这段对话中挑出 3 到 8 条值得长期记住的内容；不够就少写，绝不编造。每条写明 type、主题 subject、名称 name、"
    "内容 text（用对话的语言）、出处：消息编号 n 和该消息里一字不差的原文 quote、以及重要程度 importance（0 到 1）。"
    "已经作废或被推翻的内容不要写，闲聊不要写。",
    "en": "From this conversation choose the 3 to 8 things worth remembering for long; fewer if there are fewer, and"
    " never make any up. For each give `type`, `subject`, a short `name`, the `text` (in the language of the"
    " conversation), the number `n` of the message it rests on with a word-for-word `quote` from it, and how much it"
    " matters (`importance`, 0 to 1). Leave out small talk and whatever was taken back later.",
}
_SOURCES = {Role.USER: Source.USER, Role.TOOL: Source.TOOL, Role.ASSISTANT: Source.INFERENCE}


class ProposedItem(BaseModel):
    """One thing a model would keep."""

    model_config = ConfigDict(extra="ignore")

    type: Literal["facts", "preferences", "decisions", "goals", "tasks", "lessons"]
    subject: str = ""
    name: str = Field(min_length=1)
    text: str = Field(min_length=1)
    n: int = Field(ge=0)
    quote: str = Field(min_length=1)
    importance: float = Field(default=0.5, ge=0, le=1)


class ChosenItems(BaseModel):
    """What a model answers."""

    model_config = ConfigDict(extra="ignore")

    items: list[ProposedItem] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What came of it: the items, and why they are fewer than three if they are."""

    item_ids: tuple[str, ...]
    notice: str | None = None


def prompt(said: Sequence[Heard]) -> Prompt:
    """The question to a model."""
    language = language_of(" ".join(one.text for one in said if one.is_person)[:4_000])
    return Prompt(
        f"{_TELL[language]}\n{DATA}",
        (Message("user", transcript(said)),),
        ChosenItems,
        max_tokens=2_000,
        records=tuple(one.record.id for one in said),
    )


def from_model(chosen: ChosenItems, said: Sequence[Heard]) -> list[Candidate]:
    """What a model proposed, as far as it can quote it: the weightiest first, at most eight."""
    source = fold("\n".join(one.text for one in said))
    best = sorted(chosen.items, key=lambda one: -one.importance)
    made = (_candidate(one, said, source) for one in best)
    return [candidate for candidate in made if candidate is not None][:MOST]


def least_trusted(records: Iterable[Role], *, by_model: bool) -> Source:
    """What is derived is trusted no more than the least trusted of its sources. A model relays, at best."""
    sources = [_SOURCES.get(role, Source.OUTSIDE) for role in records] + ([Source.RELAYED] if by_model else [])
    return min(sources, key=lambda source: source.trust, default=Source.OUTSIDE)


def summed_up(item_ids: Sequence[str], language: Language) -> Consolidated:
    """The ids, with the reason why there are fewer than three if there are."""
    ids = tuple(dict.fromkeys(item_ids))[:MOST]
    if len(ids) >= FEWEST:
        return Consolidated(ids)
    return Consolidated(ids, say("notice.few_kept", language, count=len(ids)))


def _candidate(one: ProposedItem, said: Sequence[Heard], source: str) -> Candidate | None:
    if one.n >= len(said) or len(one.text) > MAX_TEXT or not is_grounded(f"{one.text} {one.subject}", source):
        return None
    heard = said[one.n]
    content = heard.record.content or ""
    if one.quote not in heard.text or one.quote not in content:
        return None
    return Candidate(
        one.type,
        _value(one),
        content=None,
        source=least_trusted([heard.record.role], by_model=True),
        evidence=[Evidence(heard.record.id, quote=one.quote)],
        importance=one.importance,
        reason=say("log.consolidated"),
    )


def _value(one: ProposedItem) -> dict[str, JSON]:
    subject = one.subject.strip()
    project = {"project": subject} if subject else {}
    match one.type:
        case "facts":
            return {**({"subject": subject} if subject else {}), "predicate": one.name, "value": one.text}
        case "preferences":
            return {"name": one.name, "value": one.text}
        case "decisions":
            return {**project, "topic": one.name, "decision": one.text}
        case "goals":
            return {**project, "name": one.name, "description": one.text}
        case "tasks":
            return {**project, "task_id": one.name, "title": one.text}
        case "lessons":
            return {**({"domain": subject} if subject else {}), "name": one.name, "lesson": one.text}
