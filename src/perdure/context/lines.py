"""One thing to be shown, with where it comes from: an item, a record, or a passage of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from perdure.context.guide import SOURCES, Language
from perdure.context.pack import Citation
from perdure.context.render import escape
from perdure.values import Evidence, Item, Record, Role, Source

SHORT = 5
"""Digits of a short id; more where two things of one pack would share them."""
_SAID_BY = {Role.USER: Source.USER, Role.TOOL: Source.TOOL, Role.SYSTEM: Source.OBSERVATION}


@dataclass(frozen=True, slots=True)
class PackLine:
    """What a line says and where it comes from. Without an id it cites nothing (the scratchpad, a task)."""

    text: str
    id: str | None = None
    source: str = ""
    trust: float = 0.0
    date: datetime | None = None
    item: Item | None = None
    record: Record | None = None
    evidence: tuple[Evidence, ...] = ()
    doubts: tuple[Item, ...] = ()
    """What stands beside it and may disagree."""
    is_memory: bool = True
    """Whether the words come from memory, and must not be learned from it again."""

    def shown(self, short: str, language: Language) -> str:
        """The line as it stands in the pack."""
        if self.id is None or self.date is None:
            return f"- {escape(self.text)}"
        colon = "：" if language == "zh" else ": "
        source = SOURCES[self.source][language]
        return (
            f"[{short}] {self.date:%Y-%m-%d} {source} {self.trust:.1f}{colon}{escape(self.text)}{self._doubt(language)}"
        )

    def _doubt(self, language: Language) -> str:
        """That it is not sure, and what else was said when."""
        if not self.doubts:
            return ""
        said = "; ".join(f"{item.updated_at:%Y-%m-%d} “{escape(item.content)}”" for item in self.doubts)
        return f"（存疑，另有说法：{said}）" if language == "zh" else f" (unsure, also said: {said})"

    def citation(self, short: str, block: str) -> Citation | None:
        """What the short id stands for."""
        if self.id is None or self.date is None:
            return None
        return Citation(
            short,
            block,
            self.source,
            self.trust,
            self.date,
            item_id=self.item.id if self.item else None,
            record_id=self.record.id if self.record else None,
            key=self.item.key if self.item else None,
            type=self.item.type if self.item else None,
            evidence=self.evidence,
        )

    def cut(self, characters: int) -> PackLine:
        """The beginning of the text."""
        return replace(self, text=self.text[: max(1, characters)].rstrip() + "…")


def of_item(item: Item, doubts: Mapping[str, Sequence[Item]] = MappingProxyType({})) -> PackLine:
    """A conclusion, with the day it was last settled, and what may disagree with it."""
    return PackLine(
        item.content,
        item.id,
        item.source.value,
        item.trust,
        item.updated_at,
        item=item,
        evidence=item.evidence,
        doubts=tuple(doubts.get(item.id, ())),
    )


def of_record(record: Record, *, is_memory: bool) -> PackLine:
    """Something that was said or done. The turns of this very conversation are not memory's words."""
    source = _SAID_BY.get(record.role, Source.INFERENCE)
    who = record.speaker or record.name
    text = f"{who}: {record.content}" if who else record.content or ""
    return PackLine(
        text,
        record.id,
        record.role.value,
        source.trust,
        record.timestamp,
        record=record,
        evidence=(Evidence(record.id, 0, len(record.content or "")),),
        is_memory=is_memory,
    )


def of_file(text: str, name: str, date: datetime) -> PackLine:
    """What somebody wrote into a file by hand: seen there, confirmed by nobody."""
    return PackLine(text, name, "file", Source.OBSERVATION.trust, date, evidence=(Evidence(document_id=name),))


def newest(items: Iterable[Item]) -> tuple[list[Item], list[Item]]:
    """For each key the version to show, and the ones it stands for: the newest, then the most confident (R201)."""
    best: dict[tuple[str, str], Item] = {}
    every = list(items)
    for item in every:
        held = best.get((item.type, item.key))
        if held is None or _standing(item) > _standing(held):
            best[item.type, item.key] = item
    chosen = {item.id for item in best.values()}
    return [item for item in every if item.id in chosen], [item for item in every if item.id not in chosen]


def _standing(item: Item) -> tuple[datetime, float, int]:
    return item.valid_from or item.created_at, item.confidence, item.sequence


class ShortIds:
    """Short ids that stay the same from pack to pack: the end of the full id, longer only where it must be."""

    def __init__(self) -> None:
        self._taken: dict[str, str] = {}

    def of(self, full: str) -> str:
        """The short id of something. What was placed first keeps the shorter one."""
        digits = full.replace("-", "").replace(".", "").replace("#", "")
        for length in range(min(SHORT, len(digits)), len(digits) + 1):
            short = digits[-length:]
            if self._taken.setdefault(short, full) == full:
                return short
        return self.of(f"{full}{len(self._taken)}")
