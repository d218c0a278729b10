"""What the generated regions of MEMORY.md and USER.md say: rules first, within limits, with what was left out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perdure.files.regions import ShownLine
from perdure.files.workspace import MEMORY, USER
from perdure.intake.choose import fields_of
from perdure.language import Language
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.tokens import TokenCounter
from perdure.types.core import IMPORTANT, is_standing
from perdure.types.registry import Registry
from perdure.values import Choice, Item, Status

MOST_ITEMS = 2_000
"""Of each type so many are read."""
TITLES: dict[str, dict[Language, str]] = {
    "rules": {"en": "## Rules", "zh": "## 规则"},
    "profile": {"en": "## About the user", "zh": "## 关于用户"},
    "preferences": {"en": "## Preferences", "zh": "## 偏好"},
    "goals": {"en": "## Goals", "zh": "## 目标"},
    "tasks": {"en": "## Open tasks", "zh": "## 待办"},
    "relationships": {"en": "## People", "zh": "## 相关的人"},
}
SECTIONS = {
    MEMORY: ("rules", "profile", "preferences", "goals", "tasks"),
    USER: ("profile", "preferences", "relationships"),
}


@dataclass(frozen=True, slots=True)
class RegionLimits:
    """How much a region may hold."""

    lines: int
    characters: int
    tokens: int
    count: TokenCounter


@dataclass(frozen=True, slots=True)
class GeneratedRegion:
    """A region as it is made: its rows, and what each line stands for."""

    rows: tuple[str, ...]
    lines: tuple[ShownLine, ...]
    left_out: int = 0


def held(tx: Transaction, registry: Registry) -> dict[str, list[Item]]:
    """What holds now of every type that is shown, what matters most first."""
    kinds = dict.fromkeys(kind for section in SECTIONS.values() for kind in section)
    found = {
        kind: tx.items(type=kind, key=None, status=Status.ACTIVE, limit=MOST_ITEMS)
        for kind in kinds
        if kind in registry.names
    }
    # Importance moves with every use; the order of a file does not.
    return {
        kind: sorted(items, key=lambda item: (not item.pinned, item.key, item.sequence))
        for kind, items in found.items()
    }


def made(name: str, items: dict[str, list[Item]], limits: RegionLimits, language: Language) -> GeneratedRegion:
    """The region of a file. The same items give the same bytes."""
    room = _Room(limits)
    rows: list[str] = []
    lines: list[ShownLine] = []
    left_out = 0
    for kind in SECTIONS[name]:
        wanted = [line for item in items.get(kind, ()) if _belongs(name, item) for line in lines_of(item)]
        title = TITLES[kind][language]
        fitting: list[ShownLine] = []
        for line in wanted:
            if room.takes([*([] if fitting else [title]), line.render()]):
                fitting.append(line)
            else:
                left_out += 1
        if fitting:
            rows += [title, *(line.render() for line in fitting)]
            lines += fitting
    if left_out:
        rows.append(f"<!-- {say('file.left_out', language, count=left_out)} -->")
    return GeneratedRegion(tuple(rows), tuple(lines), left_out)


def lines_of(item: Item) -> list[ShownLine]:
    """An item as lines that can be corrected one by one."""
    if item.type == "profile":
        return _fields(item)
    if item.type == "tasks":
        return [ShownLine(item.id, shown_text(item), is_done=item.value.get("status") == "done")]
    return [ShownLine(item.id, shown_text(item))]


def _fields(item: Item) -> list[ShownLine]:
    """Field by field. A sentence that says several of them would be several lines alike: then name and value stand."""
    fields = fields_of(item)
    said = [choice.said for choice in fields]
    return [
        ShownLine(item.id, choice.said if said.count(choice.said) == 1 else named(choice), choice.field)
        for choice in fields
    ]


def named(choice: Choice) -> str:
    """A field as its name and value."""
    fact = choice.fact or {}
    return f"{fact.get('k')}: {fact.get('v')}"


def shown_text(item: Item) -> str:
    """The words of an item that a person reads and may correct."""
    match item.type:
        case "tasks":
            due = f" ({item.value['due']})" if item.value.get("due") else ""
            return f"{item.value['title']}{due}"
        case "goals":
            return str(item.value.get("description") or item.value["name"])
    return item.content


def _belongs(name: str, item: Item) -> bool:
    """Whether an item is shown in a file: in MEMORY.md only what is always told, open tasks and goals."""
    match item.type:
        case "rules":
            return is_standing(item)
        case "profile":
            return item.key == "profile:user"
        case "preferences":
            return name == USER or item.pinned or item.importance >= IMPORTANT or is_standing(item)
        case "tasks":
            return item.value.get("status") != "done"
        case "goals":
            return item.value.get("status", "active") not in ("done", "dropped")
    return True


class _Room:
    """What is left of the limits."""

    def __init__(self, limits: RegionLimits) -> None:
        self._limits = limits
        self._count: Callable[[str], int] = limits.count
        self._lines = self._characters = self._tokens = 0

    def takes(self, rows: Sequence[str]) -> bool:
        """Whether rows fit; if so, they take their room."""
        text = "\n".join(rows) + "\n"
        lines, characters = self._lines + len(rows), self._characters + len(text)
        if lines > self._limits.lines or characters > self._limits.characters:
            return False
        tokens = self._tokens + self._count(text)
        if tokens > self._limits.tokens:
            return False
        self._lines, self._characters, self._tokens = lines, characters, tokens
        return True
