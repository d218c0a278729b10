"""What a conversation needs to go on: goals, decisions, open tasks, key references, open questions. Line by line.

Lines are never rewritten. They are added, replaced when the item they show changes, resolved when they are done, and,
when there are too many, left to the archive, the least important first. So nothing drifts, however often it is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perdure.language import Language, language_of, weight
from perdure.mind.grounding import anchors, fold
from perdure.mind.heard import Heard, clip
from perdure.mind.topics import content_words, likeness, task_in
from perdure.regex import regex
from perdure.values import JSON, Item

GOALS, DECISIONS, TASKS, REFERENCES, QUESTIONS = "goals", "decisions", "open_tasks", "references", "questions"
PARTS = (GOALS, DECISIONS, TASKS, REFERENCES, QUESTIONS)
MAX_LINE = 200
MAX_NEW = 200
"""Lines taken from one stretch of conversation at most, the newest of them."""
SAME = 0.85
"""The share of a line's words that another must have to say the same."""
CONCLUDED = 0.7
RESOLVED = 0.5

_HEADS = {
    "zh": {
        GOALS: "目标",
        DECISIONS: "决定与约束",
        TASKS: "未完成的任务",
        REFERENCES: "关键引用",
        QUESTIONS: "待解决的问题",
        "top": "此前对话的摘要（第 1–{turn} 轮）",
        "left": "还有 {count} 行较早的内容只在存档里",
    },
    "en": {
        GOALS: "Goals",
        DECISIONS: "Decisions and constraints",
        TASKS: "Open tasks",
        REFERENCES: "Key references",
        QUESTIONS: "Open questions",
        "top": "Summary of the conversation so far (turns 1–{turn})",
        "left": "{count} older lines are in the archive only",
    },
}
_DECIDES = regex(
    r"决定|定了|敲定|确定(?:用|下来|为)|就(?:用|选|按|定)|采用|改(?:成|为|用)|方案是|必须|一定要|不要|不能|禁止"
    r"|别(?:再|用)|只(?:能|用)|截止|预算"
    r"|\b(?:decided|decision|we(?:'ll| will) (?:use|go with|keep)|let's (?:use|go with|keep)|agreed|settled on"
    r"|going with|must(?: not)?|never|always|do not|don't (?:use|touch|change|deploy)|only use|deadline|budget"
    r"|instead of|no more than)\b",
    re.IGNORECASE,
)
_TO_DO = regex(
    r"待办|还(?:要|需要|得|没)(?!想好)|下一步|接下来|记得|别忘|之后(?:要|再)|todo|to-do"
    r"|\b(?:need(?:s)? to|next step|still (?:have|need)|remaining|remember to|follow up|don't forget"
    r"|left to do|will have to)\b",
    re.IGNORECASE,
)
_UNSURE = regex(
    r"没想好|待确认|不确定|待定|再确认"
    r"|\b(?:not sure|tbd|to be (?:confirmed|decided)|open question|undecided|unclear)\b",
    re.IGNORECASE,
)
_FINISHED = regex(
    r"完成了|做完|搞定|已经?(?:完成|解决|修好|发布|部署|提交|确认)|解决了"
    r"|\b(?:done|finished|completed|fixed|resolved|merged|shipped)\b",
    re.IGNORECASE,
)
_OF_ITEMS = {"goals": GOALS, "decisions": DECISIONS, "rules": DECISIONS, "preferences": DECISIONS, "tasks": TASKS}
_LEFT_TO_DO = ("todo", "doing", "blocked")
_GOES_FIRST = (QUESTIONS, REFERENCES, GOALS, TASKS, DECISIONS)
"""What is left to the archive first when there is too much."""


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line, the turn it comes from, the records it rests on, and the item it shows if it shows one."""

    text: str
    turn: int
    records: tuple[str, ...] = ()
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Five lists of lines, up to a turn."""

    parts: Mapping[str, tuple[SummaryLine, ...]] = field(default_factory=lambda: dict.fromkeys(PARTS, ()))
    through: int = 0
    dropped: int = 0
    """How many lines were left to the archive."""

    @property
    def lines(self) -> list[tuple[str, SummaryLine]]:
        return [(part, line) for part in PARTS for line in self.parts.get(part, ())]

    def without(self, is_gone: Callable[[SummaryLine], bool]) -> Summary:
        """The summary without some of its lines."""
        return replace(
            self, parts={part: tuple(x for x in lines if not is_gone(x)) for part, lines in self.parts.items()}
        )

    def render(self) -> str:
        """As a model reads it, in the language of its lines."""
        if not self.lines:
            return ""
        words = _HEADS[self.language]
        shown = [f"# {words['top'].format(turn=self.through)}"]
        for part in PARTS:
            if self.parts.get(part):
                shown += [f"## {words[part]}", *(f"- {line.text} (#{line.turn})" for line in self.parts[part])]
        if self.dropped:
            shown.append(f"({words['left'].format(count=self.dropped)})")
        return "\n".join(shown)

    @property
    def language(self) -> Language:
        return language_of(" ".join(line.text for _, line in self.lines))

    def as_json(self) -> dict[str, JSON]:
        return {
            "through": self.through,
            "dropped": self.dropped,
            **{
                part: [
                    {"text": line.text, "turn": line.turn, "records": list(line.records), "key": line.key}
                    for line in self.parts.get(part, ())
                ]
                for part in PARTS
            },
        }

    @classmethod
    def from_json(cls, shape: Mapping[str, Any] | None) -> Summary:
        if shape is None:
            return cls()
        parts = {
            part: tuple(SummaryLine(one["text"], one["turn"], tuple(one["records"]), one["key"]) for one in shape[part])
            for part in PARTS
        }
        return cls(parts, shape["through"], shape["dropped"])


def read(said: Sequence[Heard]) -> list[tuple[str, SummaryLine]]:
    """The lines that what was said gives, in the words in which it was said."""
    found: list[tuple[str, SummaryLine]] = []
    answered = {one.record.turn_id for one in said if one.is_assistant}
    for one in said:
        turn, where = one.record.turn_id, (one.record.id,)
        asked = task_in(one.text) if one.is_person else None
        if asked:
            found.append((GOALS, SummaryLine(asked, turn, where)))
        for text, mark in one.sentences():
            part = _part_of(one, text, mark, answered)
            if part and clip(text, MAX_LINE) != asked:
                found.append((part, SummaryLine(clip(text, MAX_LINE), turn, where)))
    return found


def _part_of(one: Heard, text: str, mark: str, answered: set[int]) -> str | None:
    if not (one.is_person or one.is_assistant) or weight(text) < 2:
        return REFERENCES if anchors(text) and len(text) <= MAX_LINE and not one.is_person else None
    is_question = mark.startswith(("?", "？"))
    if is_question:
        return QUESTIONS if one.is_person and one.record.turn_id not in answered else None
    if _UNSURE.search(text):
        return QUESTIONS
    if _FINISHED.search(text):
        return REFERENCES if anchors(text) else None
    if _DECIDES.search(text):
        return DECISIONS
    if _TO_DO.search(text):
        return TASKS
    return REFERENCES if anchors(text) else None


def of_items(items: Iterable[Item]) -> list[tuple[str, SummaryLine]]:
    """The items of a session as lines: what was concluded is shown as it stands now."""
    lines: list[tuple[str, SummaryLine]] = []
    for item in items:
        part = _OF_ITEMS.get(item.type)
        if part is None or (part == TASKS and item.value.get("status") not in _LEFT_TO_DO):
            continue
        records = tuple(e.record_id for e in item.evidence if e.record_id)
        lines.append((part, SummaryLine(clip(item.content, MAX_LINE), item.source_turn_id or 0, records, item.key)))
    return lines


def merged(
    before: Summary,
    new: Sequence[tuple[str, SummaryLine]],
    said: Sequence[Heard],
    current: Mapping[str, str | None],
    through: int,
) -> Summary:
    """The earlier lines and the new ones. `current`: what each key says now, None where it holds no longer."""
    lines: list[tuple[str, SummaryLine]] = []
    for part, line in (*before.lines, *new[-MAX_NEW:]):
        if line.key is not None and line.key in current:
            now = current[line.key]
            if now is None:
                continue
            line = replace(line, text=clip(now, MAX_LINE))
        if any(_covers(other, line) for _, other in lines):
            continue
        lines = [pair for pair in lines if not _covers(line, pair[1])]
        lines.append((part, line))
    done = [text for one in said for text, _ in one.sentences() if _FINISHED.search(text)]
    kept = [(p, one) for p, one in lines if p not in (TASKS, QUESTIONS) or one.key or not _is_resolved(one, done)]
    parts = {part: tuple(line for p, line in kept if p == part) for part in PARTS}
    return Summary(parts, max(through, before.through), before.dropped + max(0, len(new) - MAX_NEW))


def _covers(kept: SummaryLine, other: SummaryLine) -> bool:
    """Whether one line says all that another says, so that the other is not needed."""
    if kept.key is not None and kept.key == other.key:
        return True
    if fold(kept.text) == fold(other.text):
        return True
    words = content_words(other.text)
    if not words or not set(anchors(other.text)) <= set(anchors(kept.text)):
        return False
    # What was concluded from the very words of a line need not repeat each of them.
    enough = CONCLUDED if kept.key is not None and set(kept.records) & set(other.records) else SAME
    return len(words & content_words(kept.text)) >= enough * len(words)


def _is_resolved(line: SummaryLine, done: Sequence[str]) -> bool:
    return any(text != line.text and likeness(line.text, text) >= RESOLVED for text in done)


def fitted(summary: Summary, count: Callable[[str], int], most: int) -> Summary:
    """The summary within so many tokens: the oldest lines of the least important part go first, the first goal last."""
    while count(summary.render()) > most:
        for part in _GOES_FIRST:
            lines = summary.parts[part]
            keep_first = part == GOALS and len(lines) > 0
            if len(lines) > (1 if keep_first else 0):
                rest = (lines[0], *lines[2:]) if keep_first else lines[1:]
                break
        else:
            return summary
        summary = replace(summary, parts={**summary.parts, part: rest}, dropped=summary.dropped + 1)
    return summary
