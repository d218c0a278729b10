"""Flush and compaction: near the limit of a context first save what is worth saving, then make the past shorter.

What comes of it is fixed: the compressed context (a summary, and the last turns word for word) and the candidates,
each with seven fields. Who keeps the candidates, and where, is no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from perdure.clock import iso, parse_time
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.language import language_of
from perdure.mind.grounding import anchors, fold, is_grounded
from perdure.mind.heard import Heard, clip
from perdure.mind.summary import MAX_LINE, PARTS, QUESTIONS, TASKS, Summary, SummaryLine
from perdure.mind.topics import content_words, likeness
from perdure.mind.transcript import DATA, transcript
from perdure.models.contract import Message, Prompt
from perdure.values import JSON, Record, Role, Session, check_count

EXTRACT = "extract"
COVERED = 0.6
_TELL = {
    "zh": "对话快要超出上下文窗口，请为继续对话整理要点。已有的要点带编号，不要重写。只写新内容里出现过的事，"
    "用对话的语言，每条一句话，保留人名、数字、日期、路径、链接的原样。goals：目标；decisions：决定与约束；open_tasks：未完成的任务；"
    "references：关键引用；questions：未解决的问题；resolved：已完成的任务或已解决的问题的编号。",
    "en": "The conversation is about to outgrow its context window. Note what is needed to go on with it. Earlier notes"
    " are numbered; do not rewrite them. Write only what is in the new part, in its language, one sentence each, with"
    " names, numbers, dates, paths and links exactly as they are: `goals`, `decisions` (and constraints),"
    " `open_tasks`, `references` (key ones), `questions` (open ones), and in `resolved` the numbers of earlier tasks"
    " and questions that are settled now.",
}


class CompactionAnswer(BaseModel):
    """What a model answers."""

    model_config = ConfigDict(extra="ignore")

    goals: list[str] = Field(default_factory=list)
    decisions: list[str] = Field(default_factory=list)
    open_tasks: list[str] = Field(default_factory=list)
    references: list[str] = Field(default_factory=list)
    questions: list[str] = Field(default_factory=list)
    resolved: list[int] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FlushCandidate:
    """Something that may be worth remembering, and where it comes from. Exactly these seven fields."""

    candidate_id: str
    source_session_id: str
    source_message_ids: tuple[str, ...]
    candidate_text: str
    constraint_tags: tuple[str, ...]
    confidence: float
    created_at: datetime

    def as_json(self) -> dict[str, JSON]:
        return {
            "candidate_id": self.candidate_id,
            "source_session_id": self.source_session_id,
            "source_message_ids": list(self.source_message_ids),
            "candidate_text": self.candidate_text,
            "constraint_tags": list(self.constraint_tags),
            "confidence": self.confidence,
            "created_at": iso(self.created_at),
        }

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> FlushCandidate:
        return cls(
            shape["candidate_id"],
            shape["source_session_id"],
            tuple(shape["source_message_ids"]),
            shape["candidate_text"],
            tuple(shape["constraint_tags"]),
            shape["confidence"],
            parse_time(shape["created_at"], "created_at"),
        )


@dataclass(frozen=True, slots=True)
class ContextUse:
    """How full a context is."""

    used: int
    usable: int
    state: Literal["ok", "warn", "compact"]

    @property
    def share(self) -> float:
        return self.used / self.usable

    def as_json(self) -> dict[str, JSON]:
        return {"used": self.used, "usable": self.usable, "share": round(self.share, 4), "state": self.state}


@dataclass(frozen=True, slots=True)
class Compaction:
    """A conversation as it goes on: the summary of what is behind, the last turns word for word, and what was saved.

    `failure` says why nothing was compacted although it should have been; then `turns` is all of the conversation that
    was not compacted before.
    """

    session_id: str
    watermark: int
    summary: Summary
    turns: tuple[tuple[Record, ...], ...]
    candidates: tuple[FlushCandidate, ...] = ()
    made_by: str = EXTRACT
    tokens_before: int = 0
    tokens_after: int = 0
    failure: str | None = None
    notices: tuple[str, ...] = field(default=())

    @property
    def is_done(self) -> bool:
        return self.failure is None

    @property
    def text(self) -> str:
        """The compressed context: what a model needs to go on."""
        said = [f"{_who(record)}: {record.content}" for turn in self.turns for record in turn if record.content]
        return "\n\n".join(part for part in (self.summary.render(), "\n".join(said)) if part)

    def as_json(self) -> dict[str, JSON]:
        return {
            "session": self.session_id,
            "watermark": self.watermark,
            "summary": {**self.summary.as_json(), "text": self.summary.render()},
            "turns": [[record.as_json() for record in turn] for turn in self.turns],
            "candidates": [candidate.as_json() for candidate in self.candidates],
            "made_by": self.made_by,
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "failure": self.failure,
            "notices": list(self.notices),
        }


def usage(used: int, limit: int, reserve: int, config: Config) -> ContextUse:
    """How full a context of `limit` tokens is, of which `reserve` are kept free for the answer."""
    check_count(limit, "limit", 1 << 40)
    if reserve != 0 and check_count(reserve, "reserve", 1 << 40) >= limit:
        raise InvalidInput("`reserve` leaves nothing of `limit`", field="reserve")
    usable = limit - reserve
    share = used / usable
    state = "compact" if share >= config.compact_at else "warn" if share >= config.compact_warn else "ok"
    return ContextUse(used, usable, state)  # type: ignore[arg-type]  # one of the three words above


def by_turn(records: Sequence[Record]) -> list[tuple[Record, ...]]:
    return [tuple(part) for _, part in groupby(records, key=lambda record: record.turn_id)]


def split(records: Sequence[Record], keep: int) -> tuple[list[Record], list[tuple[Record, ...]]]:
    """What is to be compacted, and the last turns that stay word for word."""
    turns = by_turn(records)
    old = turns[: max(0, len(turns) - keep)]
    return [record for turn in old for record in turn], turns[len(old) :]


def candidates(
    lines: Iterable[tuple[str, SummaryLine]],
    session: Session,
    now: datetime,
    name: Callable[[bytes], str],
    confidence: Mapping[str, float],
) -> list[FlushCandidate]:
    """Lines as candidates, each under a name of its own that the same line always gets."""
    made: dict[str, FlushCandidate] = {}
    for part, line in lines:
        if part == QUESTIONS or not line.records:
            continue
        key = name("\0".join((session.id, *line.records, line.text)).encode())
        tags = (part, language_of(line.text), session.scope, *(() if line.key is None else (line.key,)))
        made.setdefault(
            key,
            FlushCandidate(key, session.id, line.records, line.text, tags, confidence.get(line.key or "", 0.6), now),
        )
    return list(made.values())


def prompt(before: Summary, said: Sequence[Heard]) -> Prompt:
    """The question to a model: the earlier lines, numbered, and what is new."""
    language = language_of(" ".join(one.text for one in said if one.is_person)[:4_000])
    held = "\n".join(f"{n}. [{part}] {line.text}" for n, (part, line) in enumerate(before.lines))
    return Prompt(
        f"{_TELL[language]}\n{DATA}",
        (Message("user", f"{held}\n---\n{transcript(said)}" if held else transcript(said)),),
        CompactionAnswer,
        max_tokens=2_000,
        records=tuple(one.record.id for one in said),
    )


def from_model(
    noted: CompactionAnswer, before: Summary, said: Sequence[Heard], heard: Sequence[tuple[str, SummaryLine]]
) -> tuple[Summary, list[tuple[str, SummaryLine]], int]:
    """The earlier lines without what is settled, the new lines, and how many were dropped as made up.

    A line with a number, link or path that nobody said is not taken. What was plainly said and a model left out is
    taken all the same, so that a careless model loses nothing.
    """
    source = fold("\n".join([*(one.text for one in said), *(line.text for _, line in before.lines)]))
    told = [(part, text) for part in PARTS for text in getattr(noted, part) if text.strip()]
    good = [(part, clip(text, MAX_LINE)) for part, text in told if is_grounded(text, source)]
    new = [(part, _placed(text, said)) for part, text in good]
    new += [(part, line) for part, line in heard if not any(_says(other.text, line.text) for _, other in new)]
    settled = {n for n, (part, _) in enumerate(before.lines) if n in noted.resolved and part in (TASKS, QUESTIONS)}
    left = [pair for n, pair in enumerate(before.lines) if n not in settled]
    parts = {part: tuple(line for p, line in left if p == part) for part in PARTS}
    return Summary(parts, before.through, before.dropped), new, len(told) - len(good)


def _says(told: str, line: str) -> bool:
    """Whether a model's line says what a line that was heard says: its anchors, and most of its words."""
    if not {fold(anchor) for anchor in anchors(line)} <= {fold(anchor) for anchor in anchors(told)}:
        return False
    words = content_words(line)
    return len(words & content_words(told)) >= COVERED * max(1, len(words))


def _placed(text: str, said: Sequence[Heard]) -> SummaryLine:
    """A model's line beside the message that it is most like: that is what it rests on."""
    best = max(said, key=lambda one: likeness(text, one.text))
    return SummaryLine(text, best.record.turn_id, (best.record.id,))


def _who(record: Record) -> str:
    if record.role is Role.TOOL:
        return f"tool {record.name or ''}".rstrip()
    return record.speaker or record.role.value
