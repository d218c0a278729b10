"""What a finished task teaches, and which earlier tasks help with a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from perdure.segment import segment
from perdure.types.cases import TYPE, Case
from perdure.types.wording import same_text
from perdure.values import JSON, Hit, Item

FOUND, ANSWERED = 10, 5
"""How many cases a search brings, and how many of them are answered."""
USUAL_COMPLEXITY = 5
WEIGHTS: Mapping[str, float] = {"type": 0.3, "domain": 0.3, "complexity": 0.4, "success": 0.2, "similarity": 0.6}
PER_STEP = 0.1
"""What each step of difference in complexity costs."""
SEEN_AGAIN = 2
"""How often a failure or a success is seen before it makes a pattern."""
ALIKE = 0.6
"""Two sentences that share this part of their words teach the same."""
POOR = 5
"""A mark for quality or efficiency up to this says that something can be improved."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a task taught, under the four questions that are asked of each."""

    skills: tuple[str, ...] = ()
    """Used here, and not known to be mastered before."""
    problems: tuple[tuple[str, str | None], ...] = ()
    """What went wrong, with what helped, where that is told."""
    improve: tuple[str, ...] = ()
    """What could have gone better: `quality`, `efficiency`, `satisfaction`, `iterations`."""
    patterns: tuple[str, ...] = ()
    """What worked and may be used again."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """An experience that may help, with its score from 0 to 1 and what it is made of."""

    item: Item
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, JSON]:
        return {**self.item.as_json(), "score": self.score, "parts": dict(self.parts)}


def parsed(item: Item) -> Case:
    value = TYPE.parse(item.value)
    assert isinstance(value, Case)
    return value


def analyse(case: Case, mastered: Iterable[str]) -> Analysis:
    """Ask the four questions of a task: what is new, what went wrong, what can improve, what may be used again."""
    learning, outcome, approach = case.learning, case.outcome, case.approach
    known = {skill.casefold() for skill in mastered}
    told = learning.skills_acquired if learning else ()
    used = approach.tools if approach else ()
    fresh = (*told, *(tool for tool in used if tool.casefold() not in known))
    mistakes = learning.mistakes if learning else ()
    lessons = learning.lessons_learned if learning else ()
    # Told in the same order and number, a lesson is what its mistake taught.
    fixes: Sequence[str | None] = lessons if len(lessons) == len(mistakes) else (None,) * len(mistakes)
    problems = list(zip(mistakes, fixes, strict=True))
    if case.type == "failure" and len(lessons) != len(mistakes):
        problems += [(lesson, None) for lesson in lessons]
    marks = {
        "quality": outcome.quality if outcome else None,
        "efficiency": outcome.efficiency if outcome else None,
        "satisfaction": outcome.user_satisfaction * 2 if outcome and outcome.user_satisfaction else None,
    }
    poor = [name for name, mark in marks.items() if mark is not None and mark <= POOR]
    tries = approach.iterations if approach else None
    return Analysis(
        skills=tuple(distinct(fresh)),
        problems=tuple(problems),
        improve=(*poor, *(("iterations",) if tries is not None and tries > POOR else ())),
        patterns=tuple(learning.best_practices) if learning and case.type == "success" else (),
    )


def distinct(names: Iterable[str]) -> list[str]:
    """Each name once, as it was written first."""
    return list({name.casefold(): name for name in reversed(list(names))}.values())[::-1]


def domains_of(case: Case) -> frozenset[str]:
    """The domains of a task; where none is told, that of the case."""
    named = case.task.domain if case.task and case.task.domain else (case.domain,)
    return frozenset(name.casefold() for name in named)


def score(
    case: Case,
    similarity: float,
    *,
    task_type: str | None = None,
    domain: Sequence[str] = (),
    complexity: int | None = None,
) -> tuple[float, dict[str, float]]:
    """How much an experience helps, from 0 to 1, and what it is made of.

    What was not asked for takes no part in the scale: a question without a domain loses nothing by it.
    """
    work = case.task
    parts = {
        "success": WEIGHTS["success"] * bool(case.outcome and case.outcome.success),
        "similarity": WEIGHTS["similarity"] * min(1.0, max(0.0, similarity)),
    }
    if task_type is not None:
        parts["type"] = WEIGHTS["type"] * _is_type(case, task_type)
    if domain:
        own = domains_of(case)
        shared = own & {name.casefold() for name in domain}
        parts["domain"] = WEIGHTS["domain"] * len(shared) / len(own) if own else 0.0
    if complexity is not None:
        had = work.complexity if work and work.complexity is not None else USUAL_COMPLEXITY
        parts["complexity"] = max(0.0, WEIGHTS["complexity"] - PER_STEP * abs(had - complexity))
    whole = sum(WEIGHTS[name] for name in parts)
    return round(sum(parts.values()) / whole, 6), {name: round(part, 6) for name, part in sorted(parts.items())}


def _is_type(case: Case, task_type: str) -> bool:
    return bool(case.task and case.task.type and case.task.type.casefold() == task_type.casefold())


def closeness(hit: Hit, words: frozenset[str]) -> float:
    """How close a hit is to the question, whatever else was found: by its vector or by the words they share."""
    shared = len(words.intersection(hit.why.words)) / len(words) if words else 0.0
    return max(hit.why.raw.get("meaning", 0.0), shared)


def relevant(
    query: str, hits: Iterable[Hit], *, task_type: str | None, domain: Sequence[str], complexity: int | None
) -> list[Recollection]:
    """Of what a search found, the cases of this type of task or of one of these domains, the most helpful first."""
    wanted = {name.casefold() for name in domain}
    words = frozenset(segment(query))
    found: list[Recollection] = []
    for hit in hits:
        case = parsed(hit.item)
        asked = task_type is not None or bool(wanted)
        if asked and not (task_type is not None and _is_type(case, task_type)) and not domains_of(case) & wanted:
            continue
        total, parts = score(case, closeness(hit, words), task_type=task_type, domain=domain, complexity=complexity)
        found.append(Recollection(hit.item, total, parts))
    return sorted(found, key=lambda one: (-one.score, -one.item.sequence, one.item.id))[:ANSWERED]


def alike(one: str, other: str) -> bool:
    """Whether two sentences teach the same, in either language."""
    if same_text(one, other):
        return True
    mine, theirs = set(segment(one)), set(segment(other))
    return bool(mine and theirs) and len(mine & theirs) / len(mine | theirs) >= ALIKE


def nearest(text: str, others: Iterable[str]) -> str | None:
    """The first of the others that teaches the same."""
    return next((other for other in others if alike(text, other)), None)
