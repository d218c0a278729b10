"""Our labelled turns through `commit_turn`: what memory holds after a turn, less what it held before.

A label names the type, what is essential of the value (`value`), or words that must be in it (`says`), a pattern of its
key where the key matters, and the change: `new`, `update` or `retract`. `type` may list several where people would
disagree. `also` lists types that may come besides and count neither way. A dialogue has a scope of its own.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from perdure.agent import AgentMemory
from perdure.bench.run import Step
from perdure.clock import ManualClock
from perdure.runtime import Runtime
from perdure.types.keys import fold_name
from perdure.values import Event, Item

LABELLED = Path(__file__).with_name("labelled.jsonl")
Shape = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LabelledChange:
    """One thing that a turn changed in memory."""

    type: str
    key: str
    value: Mapping[str, Any]
    content: str
    change: str
    """`new`, `update` or `retract`."""

    def __str__(self) -> str:
        return f"{self.change} {self.key} {json.dumps(dict(self.value), ensure_ascii=False)}"


@dataclass(slots=True)
class Count:
    """What came of a group of turns."""

    expected: int = 0
    found: int = 0
    right: int = 0
    typed: int = 0
    keys: int = 0
    keyed: int = 0
    updates: int = 0
    updates_right: int = 0
    retractions: int = 0
    retractions_right: int = 0
    silent: int = 0
    clean: int = 0
    duplicates: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "expected": self.expected,
            "found": self.found,
            "precision": _share(self.right, self.found),
            "recall": _share(self.right, self.expected),
            "type_accuracy": _share(self.typed, self.expected),
            "key_accuracy": _share(self.keyed, self.keys),
            "updates": self.updates,
            "update_accuracy": _share(self.updates_right, self.updates),
            "retractions": self.retractions,
            "retraction_accuracy": _share(self.retractions_right, self.retractions),
            "nothing_turns": self.silent,
            "nothing_clean": _share(self.clean, self.silent),
            "junk_rate": _share(self.found - self.right, self.found),
            "duplicate_rate": _share(self.duplicates, self.found),
        }


@dataclass(slots=True)
class Measured:
    """Counts by group (`all`, a part, a language, a category), and every error."""

    counts: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    errors: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {"groups": {name: count.as_json() for name, count in self.counts.items()}, "errors": self.errors}


def shapes(part: str | None = None) -> list[Shape]:
    """The labelled turns, or those of one part."""
    read = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [shape for shape in read if part is None or part_of(shape["dialogue"]) == part]


def part_of(dialogue: str) -> str:
    """`dev` and `test` are halves by hash; the others were written later, and each was counted blind once."""
    for part in ("fresh", "plain1", "plain2", "plain3"):
        if dialogue.startswith(part):
            return part
    return "dev" if hashlib.sha256(dialogue.encode()).digest()[0] % 2 else "test"


async def measure(turns: Sequence[Shape], step: Step) -> Measured:
    """Commit every turn into a temporary home and compare what is left with the labels."""
    measured = Measured()
    clock = ManualClock(datetime(2026, 3, 2, 12, tzinfo=UTC))
    with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
        async with Runtime(home, clock=clock, embedder="none") as runtime:
            agent = await runtime.agent("bench")
            for n, shape in enumerate(turns):
                step("labelled turns", n, len(turns))
                judge(measured, shape, await _left_by(agent, shape))
    step("labelled turns", len(turns), len(turns))
    return measured


async def _left_by(agent: AgentMemory, shape: Shape) -> list[LabelledChange]:
    scope = f"{'group' if shape['scope'] == 'group' else 'peer'}:{shape['dialogue']}"
    session = await agent.start_session(shape["dialogue"], scope=scope)
    at = datetime.fromisoformat(shape["date"]).replace(hour=12, tzinfo=UTC)
    events = [Event(**{"timestamp": at, **event}) for event in shape["events"]]
    injected = [
        events[int(place)].content[start:end]
        for place, spans in shape.get("injected", {}).items()
        for start, end in spans
    ]
    if injected:
        await agent.port.write(scope, lambda tx: tx.injected.add(session.id, injected))
    before = await agent.items(scope=scope)
    await agent.commit_turn(session, events)
    return difference(before, await agent.items(scope=scope))


def difference(before: Iterable[Item], after: Iterable[Item]) -> list[LabelledChange]:
    """What changed between two states: by key, and within a profile by fact."""
    old, new = _by_name(before), _by_name(after)
    left = [_left(name, new[name], "update" if name in old else "new") for name in new if _differs(name, old, new)]
    return left + [_left(name, old[name], "retract") for name in old if name not in new]


def _by_name(items: Iterable[Item]) -> dict[tuple[str, str], tuple[Item, Mapping[str, Any]]]:
    """(key, fact) → (item, value); an item that is no profile is one fact without a name."""
    named: dict[tuple[str, str], tuple[Item, Mapping[str, Any]]] = {}
    for item in items:
        if item.type == "profile":
            for fact in item.value["facts"]:
                named[item.key, fold_name(str(fact["k"]))] = item, fact
        else:
            named[item.key, item.id if item.type == "events" else ""] = item, item.value
    return named


def _differs(name: tuple[str, str], old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    return name not in old or json.dumps(old[name][1], default=str) != json.dumps(new[name][1], default=str)


def _left(name: tuple[str, str], held: tuple[Item, Mapping[str, Any]], change: str) -> LabelledChange:
    item, value = held
    return LabelledChange(item.type, name[0], value, item.content if item.type != "profile" else "", change)


def judge(measured: Measured, shape: Shape, left: Sequence[LabelledChange]) -> None:
    """Count one turn in all its groups."""
    part = part_of(shape["dialogue"])
    groups = ["all", part, shape["language"], f"{part} {shape['language']}", shape["category"]]
    rest = list(left)
    missed = []
    count = Count(expected=len(shape["expect"]), silent=not shape["expect"], clean=not shape["expect"] and not left)
    for expected in shape["expect"]:
        hit = next((one for one in rest if fits(expected, one)), None)
        types = _types(expected)
        of_type = [one for one in left if one.type in types]
        count.typed += bool(of_type)
        if "key" in expected and of_type:
            count.keys += 1
            count.keyed += any(fnmatchcase(one.key, expected["key"]) for one in of_type)
        match expected["change"]:
            case "update":
                count.updates, count.updates_right = count.updates + 1, count.updates_right + (hit is not None)
            case "retract":
                count.retractions += 1
                count.retractions_right += hit is not None
        if hit is None:
            missed.append(expected)
        else:
            rest.remove(hit)
    wrong = [one for one in rest if one.type not in shape.get("also", ())]
    count.right = len(shape["expect"]) - len(missed)
    count.found = count.right + len(wrong)
    count.duplicates = len(left) - len({(one.type, json.dumps(dict(one.value), sort_keys=True)) for one in left})
    for group in groups:
        _add(measured.counts[group], count)
    if missed or wrong:
        said = shape["events"][0]["content"][:120]
        measured.errors.append(
            {"id": shape["id"], "said": said, "missed": missed, "wrong": [str(one) for one in wrong]}
        )


def fits(expected: Mapping[str, Any], left: LabelledChange) -> bool:
    """Whether a change is the expected one: type, key, taken back or not, and what is essential of the value."""
    if left.type not in _types(expected) or (left.change == "retract") != (expected["change"] == "retract"):
        return False
    if not fnmatchcase(left.key, expected.get("key", "*")):
        return False
    if "says" in expected:
        words = fold_name(f"{json.dumps(dict(left.value), ensure_ascii=False)} {left.content}")
        return any(fold_name(text) in words for text in expected["says"])
    want = expected["value"]
    if left.type == "profile":
        return fold_name(left.value["k"]) == fold_name(want["k"].replace("_", " ")) and _has(left.value["v"], want["v"])
    return all(_has(left.value.get(name), text) for name, text in want.items())


def _types(expected: Mapping[str, Any]) -> Sequence[str]:
    return [expected["type"]] if isinstance(expected["type"], str) else expected["type"]


def _has(got: Any, want: str) -> bool:
    return fold_name(want) in fold_name(str(got)) if fold_name(want) else True


def _add(total: Count, one: Count) -> None:
    for name in Count.__slots__:
        setattr(total, name, getattr(total, name) + getattr(one, name))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
