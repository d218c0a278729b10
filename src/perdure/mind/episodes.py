"""Episodes: what a finished session was about, told by a model or, without one, in the words that were said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from perdure.clock import iso
from perdure.language import language_of, weight
from perdure.messages import say
from perdure.mind.grounding import fold, grounded
from perdure.mind.heard import Heard, clip
from perdure.mind.topics import content_words, task_in
from perdure.mind.transcript import DATA, transcript
from perdure.models.contract import Message, Prompt
from perdure.types.naming import Names
from perdure.values import JSON, Candidate, Evidence, Item, Role, Session, Source

EXTRACT = "extract"
"""What stands in `made_by` when no model told it."""
SENTENCES = 5
MAX_SUMMARY = 600
MAX_LINE = 200
MAX_ENTITIES = 12
MAX_EVIDENCE = 16

_DONE = re.compile(
    r"完成|搞定|修好|解决|部署好|发布了|通过了|成功|写好|改好|好了|已经?(?:经)?(?:提交|更新|上线|预订)"
    r"|\b(?:done|fixed|solved|finished|completed|works now|deployed|merged|passed|published|booked|resolved|ready)\b",
    re.IGNORECASE,
)
_TELL = {
    "zh": "你为一个有长期记忆的助手写会话小结。只写对话里真实出现的内容，不要推测，用对话的语言。"
    "summary 用一到三句话概括；goal 是用户想做成什么；outcome 是实际结果（没有做完就照实写）；"
    "entities 列出涉及的人、项目、产品、文件（照原文写）；tools_used 列出用过的工具。",
    "en": "You write the summary of a session for an assistant with a long-term memory. Write only what is in the"
    " conversation, guess nothing, and use its language. `summary`: one to three sentences. `goal`: what the user"
    " wanted. `outcome`: what came of it; if it was not finished, say so. `entities`: the people, projects, products"
    " and files involved, as written. `tools_used`: the tools that were called.",
}


class ToldEpisode(BaseModel):
    """What a model answers."""

    model_config = ConfigDict(extra="ignore")

    summary: str = Field(min_length=1)
    goal: str = ""
    outcome: str = ""
    entities: list[str] = Field(default_factory=list)
    tools_used: list[str] = Field(default_factory=list)


def prompt(said: Sequence[Heard]) -> Prompt:
    """The question to a model."""
    language = language_of(" ".join(one.text for one in said if one.is_person)[:4_000])
    return Prompt(
        f"{_TELL[language]}\n{DATA}",
        (Message("user", transcript(said)),),
        ToldEpisode,
        max_tokens=1_000,
        records=tuple(one.record.id for one in said),
    )


def from_model(session: Session, said: Sequence[Heard], told: ToldEpisode, model: str) -> Candidate | None:
    """A model's account, without whatever the conversation does not bear out. None when nothing is left."""
    source = fold("\n".join(one.text for one in said))
    summary = clip(grounded(told.summary, source), MAX_SUMMARY)
    if not summary:
        return None
    used = _tools(said)
    value = {
        "summary": summary,
        "goal": clip(grounded(told.goal, source), MAX_LINE) or None,
        "outcome": clip(grounded(told.outcome, source), MAX_LINE) or None,
        "entities": [name for name in told.entities if name.strip() and fold(name) in source][:MAX_ENTITIES],
        "tools_used": [name for name in used if name in told.tools_used] or used,
        "made_by": model,
    }
    return _candidate(session, said, value, said)


def extractive(session: Session, said: Sequence[Heard], entities: Sequence[Item]) -> Candidate | None:
    """An account in the very words of the conversation: request, outcome, and the sentences that weigh most.

    None where there is no sentence to tell it by, as in pasted text alone.
    """
    goal, outcome = goal_of(said), outcome_of(said)
    chosen = _weightiest(said, goal)
    parts = list(dict.fromkeys(filter(None, (goal, *(text for text, _ in chosen)))))
    if not parts:
        return None
    value = {
        "summary": clip(("；" if language_of("".join(parts)) == "zh" else "; ").join(parts), MAX_SUMMARY),
        "goal": goal,
        "outcome": outcome,
        "entities": _named(said, entities),
        "tools_used": _tools(said),
        "made_by": EXTRACT,
    }
    return _candidate(session, said, value, [one for _, one in chosen])


def goal_of(said: Sequence[Heard]) -> str | None:
    """What the person asked for first; else the first thing they said at some length."""
    people = [one.text for one in said if one.is_person]
    asked = next(filter(None, map(task_in, people)), None)
    if asked:
        return asked
    opening = (text for one in said if one.is_person for text, _ in one.sentences() if weight(text) >= 3)
    first = next(opening, None)
    return None if first is None else clip(first, MAX_LINE)


def outcome_of(said: Sequence[Heard]) -> str | None:
    """How it ended: of the last words the last sentence that says that something is done. None where none says so."""
    last = [one for one in said if one.is_assistant or one.is_person][-3:]
    done = [text for one in last for text, _ in one.sentences() if _DONE.search(text)]
    return clip(done[-1], MAX_LINE) if done else None


def _weightiest(said: Sequence[Heard], goal: str | None) -> list[tuple[str, Heard]]:
    """The sentences whose words come up most in the session, in the order they were said.

    Of the assistant's only what it reports as done, unless nobody else says anything: its small talk is no event.
    """
    every = [
        (text, one)
        for one in said
        if one.record.role is not Role.TOOL
        for text, mark in one.sentences()
        if weight(text) >= 4 and not mark.startswith(("?", "？")) and text != goal
    ]
    is_alone = not any(one.is_person for one in said)
    lines = [line for line in every if is_alone or line[1].is_person or _DONE.search(line[0])]
    words = [content_words(text) for text, _ in lines]
    counts = Counter(word for bag in words for word in bag)
    scored = sorted(
        range(len(lines)),
        key=lambda n: (-sum(counts[word] for word in words[n]) / (3 + len(words[n])) - (not lines[n][1].is_person), n),
    )
    taken: list[int] = []
    for n in scored:
        if all(len(words[n] & words[m]) < 0.7 * max(1, len(words[n])) for m in taken):
            taken.append(n)
        if len(taken) == SENTENCES:
            break
    return [(clip(lines[n][0], MAX_LINE), lines[n][1]) for n in sorted(taken)]


def _named(said: Sequence[Heard], entities: Sequence[Item]) -> list[str]:
    names = Names.of((item.key, item.value) for item in entities)
    shown = {item.key: str(item.value.get("canonical")) for item in entities}
    found = names.found_in("\n".join(one.text for one in said))
    return [shown[key] for key in found if key in shown][:MAX_ENTITIES]


def _tools(said: Sequence[Heard]) -> list[str]:
    return list(dict.fromkeys(one.record.name for one in said if one.record.role is Role.TOOL and one.record.name))


def _candidate(session: Session, said: Sequence[Heard], value: dict[str, JSON], rests_on: Sequence[Heard]) -> Candidate:
    """It rests on records of the session. A summary is never trusted above an inference."""
    value = {
        **value,
        "session_id": session.id,
        "started_at": iso(session.started_at),
        "ended_at": iso(session.completed_at or said[-1].record.timestamp),
    }
    records = list(dict.fromkeys(one.record.id for one in (*rests_on, *said)))[:MAX_EVIDENCE]
    return Candidate(
        "episodes",
        {name: part for name, part in value.items() if part not in (None, [])},
        source=Source.INFERENCE,
        evidence=[Evidence(record_id) for record_id in records],
        importance=0.4,
        reason=say("log.episode"),
    )
