"""What changed in the world since a model was trained, as a block of its own. Persona and rules are never touched.

Patches are applied in the order in which things happened, each once. They rewrite only what machines wrote: the lines
of earlier patches, and the lines in which knowledge items are shown. A change is a line put into the block or a place
that was really rewritten; a patch of which nothing took hold has failed, and the log says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Literal

from perdure.errors import InvalidInput
from perdure.mind.cutoffs import Gap, gap
from perdure.mind.rewriting import one_line, rewrite, take_out
from perdure.store.patching import Result
from perdure.store.transaction import Transaction
from perdure.types.patches import TYPE, Patch, PatchEdit
from perdure.types.wording import loose, same_text
from perdure.values import JSON, Item, Session

Language = Literal["zh", "en"]
MOST = 1_000
"""How many patches are looked at, the newest first."""
AMENDED = frozenset({"facts", "lessons", "patterns"})
"""Whose lines a patch may rewrite: what is known of the world. What happened stays as it was told."""

_SAYS: Mapping[str, tuple[str, str]] = {
    "add": ("{text}", "{text}"),
    "remove": ("no longer true: “{old}”", "不再成立：“{old}”"),
    "update": ("“{old}” is now “{text}”", "“{old}” 现在是 “{text}”"),
    "correction": ("not “{old}” but “{text}”", "不是“{old}”，而是“{text}”"),
}


@dataclass(frozen=True, slots=True)
class PatchLine:
    """One line of the block, with the patches it comes from."""

    number: int
    text: str
    day: date
    ids: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppliedPatch:
    """A patch as it was applied. `parts` says for each part which lines carry it; None for one that took text away."""

    id: str
    key: str
    kind: str
    description: str
    day: date
    confidence: float
    made_at: datetime
    edit: PatchEdit
    parts: tuple[tuple[int, ...] | None, ...]
    shown: frozenset[int]
    rewritten: int = 0
    """Places in the lines of knowledge items."""

    @property
    def effective(self) -> int:
        """How many of its parts took hold."""
        return sum(part is None or bool(self.shown.intersection(part)) for part in self.parts)

    @property
    def changes(self) -> int:
        """Real changes: lines that carry it, texts taken away, places rewritten."""
        held = sum(1 if part is None else len(self.shown.intersection(part)) for part in self.parts)
        return held + self.rewritten

    @property
    def outcome(self) -> Result:
        if self.effective == len(self.parts):
            return "success"
        return "partial" if self.effective or self.rewritten else "failed"

    @property
    def feedback(self) -> str:
        """What came of it, in numbers; no memory text."""
        return f"{self.effective} of {len(self.parts)} parts took effect; {self.changes} changes"

    def as_json(self) -> dict[str, JSON]:
        return {
            "id": self.id,
            "key": self.key,
            "type": self.kind,
            "description": self.description,
            "event_date": self.day.isoformat(),
            "confidence": self.confidence,
            "changes": self.changes,
            "outcome": self.outcome,
        }


@dataclass(frozen=True, slots=True)
class PatchBlock:
    """What a model has to be told before it speaks of the world."""

    language: Language
    today: date
    model: str | None = None
    gap: Gap | None = None
    """None where the cutoff is not known: then every patch is told."""
    lines: tuple[PatchLine, ...] = ()
    applied: tuple[AppliedPatch, ...] = ()

    @property
    def title(self) -> str:
        zh, since = self.language == "zh", self.gap
        if since is None:
            return (
                f"你可能还不知道的变化（今天是 {self.today}）"
                if zh
                else f"Changes you may not know about (today is {self.today})"
            )
        if zh:
            return (
                f"训练截止之后的变化（截止 {since.cutoff}，今天 {since.today}，"
                f"相隔 {since.months} 个月，共 {since.days} 天）"
            )
        return (
            f"Since your training cutoff ({since.cutoff}; today is {since.today},"
            f" {since.months} months or {since.days} days later)"
        )

    @property
    def text(self) -> str:
        """The whole block; nothing when there is nothing to tell."""
        return "\n".join([f"## {self.title}", *(f"- {line.text}" for line in self.lines)]) if self.lines else ""

    @property
    def changes(self) -> int:
        return sum(patch.changes for patch in self.applied)

    def only(self, numbers: Iterable[int]) -> PatchBlock:
        """The block with these lines alone, where there was no room for all. What is left out did not take hold."""
        kept = frozenset(numbers)
        return replace(
            self,
            lines=tuple(line for line in self.lines if line.number in kept),
            applied=tuple(replace(patch, shown=patch.shown & kept) for patch in self.applied),
        )

    def as_json(self) -> dict[str, JSON]:
        return {
            "title": self.title,
            "text": self.text,
            "model": self.model,
            "gap": None if self.gap is None else self.gap.as_json(),
            "lines": [{"text": line.text, "keys": list(line.keys), "ids": list(line.ids)} for line in self.lines],
            "applied": [patch.as_json() for patch in self.applied],
            "changes": self.changes,
        }


def patch_block(
    tx: Transaction,
    *,
    cutoff: date | None,
    now: datetime,
    language: str = "en",
    model: str | None = None,
    domains: Sequence[str] | None = None,
    items: Sequence[Item] | None = None,
) -> PatchBlock:
    """The block for a model with this cutoff. With `domains`, only what touches one of them, or all of the world.

    `items` are the patches to choose from, where it is not what holds now.
    """
    if language not in ("zh", "en"):
        raise InvalidInput("`language` must be `zh` or `en`", field="language")
    after = None if cutoff is None else datetime(cutoff.year, cutoff.month, cutoff.day, tzinfo=UTC)
    given = tx.patches_after(after, MOST) if items is None else items[:MOST]
    chosen = select(given, cutoff=cutoff, today=now.date(), domains=domains)
    block = PatchBlock(
        language="zh" if language == "zh" else "en",
        today=now.date(),
        model=model,
        gap=None if cutoff is None else gap(cutoff, now.date()),
    )
    return _applied(block, chosen)


@dataclass(frozen=True, slots=True)
class ChosenPatch:
    """A patch that applies, with the day of what it tells."""

    item: Item
    value: Patch
    day: date


def select(
    items: Iterable[Item], *, cutoff: date | None, today: date, domains: Sequence[str] | None = None
) -> list[ChosenPatch]:
    """What a model cannot know: what happened after its cutoff and is not still to come, and every correction.

    In the order in which things happened; of one day the surer has the last word. A patch without a day is of the day
    on which it was told. One that is switched off (`applied` is false) is left out.
    """
    wanted = None if domains is None else {domain.casefold() for domain in domains}
    chosen: list[ChosenPatch] = []
    for item in items:
        told = item.value.get("event_date")
        day = date.fromisoformat(told) if told else (item.valid_from or item.created_at).date()
        is_news = cutoff is None or item.value["type"] == "correction" or day > cutoff
        if not is_news or day > today or not item.value.get("applied", True):
            continue
        value = TYPE.parse(item.value)
        assert isinstance(value, Patch)
        touched = {domain.casefold() for domain in value.affected_domains}
        if wanted is None or not touched or touched & wanted:
            chosen.append(ChosenPatch(item, value, day))
    return sorted(chosen, key=lambda one: (one.day, one.item.confidence, one.item.sequence))


@dataclass(slots=True)
class _Line:
    kind: str
    text: str
    day: date
    owners: list[Item]
    old: str = ""
    gone: bool = False
    folded: str = ""

    def __post_init__(self) -> None:
        self.say(self.text)

    def say(self, text: str) -> None:
        self.text, self.folded = text, text.casefold()

    @property
    def key(self) -> tuple[str, str, str]:
        """Two lines of one key say the same."""
        return self.kind, self.old, loose(self.text)


@dataclass(slots=True)
class _PatchLines:
    """The lines as they grow. A part of a patch holds on to the lines that carry it."""

    lines: list[_Line] = field(default_factory=list)
    said: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def put(self, line: _Line) -> list[int]:
        """A new line, unless it is there already: then nothing changes."""
        if self.said[line.key] > 0:
            return []
        self.said[line.key] += 1
        self.lines.append(line)
        return [len(self.lines) - 1]

    def turn(self, one: ChosenPatch, old: str, new: str) -> list[int]:
        """Say `new` where an earlier patch said `old`. What comes back to where it began is no news any more."""
        turned = []
        for number, line in self._holding(old):
            text, count = rewrite(line.text, old, new)
            if count:
                self._change(line, text, gone=bool(line.old) and same_text(text, line.old))
                line.day = one.day
                line.owners.append(one.item)
                turned.append(number)
        return turned

    def drop(self, gone: str) -> bool:
        """Take away what an earlier patch said."""
        dropped = False
        for _, line in self._holding(gone):
            text, count = take_out(line.text, gone)
            if count:
                self._change(line, text, gone=not text)
                dropped = True
        return dropped

    def _holding(self, text: str) -> list[tuple[int, _Line]]:
        first = text.split(maxsplit=1)[0].casefold()  # cheap, and most lines do not even hold its first word
        return [(n, line) for n, line in enumerate(self.lines) if first in line.folded and not line.gone]

    def _change(self, line: _Line, text: str, *, gone: bool) -> None:
        self.said[line.key] -= 1
        line.say(text)
        line.gone = gone
        self.said[line.key] += not gone


def _applied(block: PatchBlock, chosen: Sequence[ChosenPatch]) -> PatchBlock:
    page = _PatchLines()
    carried = [_apply(page, one) for one in chosen]
    lines = tuple(
        PatchLine(
            number,
            _said(line, block.language),
            line.day,
            tuple(dict.fromkeys(owner.id for owner in line.owners)),
            tuple(dict.fromkeys(owner.key for owner in line.owners)),
        )
        for number, line in enumerate(page.lines)
        if not line.gone
    )
    shown = frozenset(line.number for line in lines)
    applied = tuple(
        AppliedPatch(
            id=one.item.id,
            key=one.item.key,
            kind=one.value.type,
            description=one.value.description,
            day=one.day,
            confidence=one.item.confidence,
            made_at=one.item.created_at,
            edit=one.value.patch,
            parts=parts,
            shown=shown,
        )
        for one, parts in zip(chosen, carried, strict=True)
    )
    return replace(block, lines=lines, applied=applied)


def _apply(page: _PatchLines, one: ChosenPatch) -> tuple[tuple[int, ...] | None, ...]:
    """One patch, part by part: what goes, what became something else, then what is new."""
    edit, parts = one.value.patch, list[tuple[int, ...] | None]()
    for gone in edit.remove:
        if page.drop(gone):
            parts.append(None)
        else:
            parts.append(tuple(page.put(_Line("remove", "", one.day, [one.item], old=gone))))
    for update in edit.update:
        turned = page.turn(one, update.old, update.new)
        kind = "correction" if one.value.type == "correction" else "update"
        parts.append(tuple(turned or page.put(_Line(kind, update.new, one.day, [one.item], old=update.old))))
    news = edit.add or (() if edit.remove or edit.update else (one.value.description,))
    parts += [tuple(page.put(_Line("add", text, one.day, [one.item]))) for text in news]
    return tuple(parts)


def _said(line: _Line, language: Language) -> str:
    form = _SAYS[line.kind][language == "zh"]
    return f"{line.day.isoformat()} {form.format(old=one_line(line.old), text=one_line(line.text))}"


def amend(block: PatchBlock, shown: Sequence[tuple[Item, str]]) -> tuple[list[str], PatchBlock]:
    """The lines in which items are shown, brought up to date, and the block that knows what was rewritten.

    Only knowledge is rewritten, and only what was last said before the patch was made: a later word is news itself.
    A line of which nothing is left comes back empty.
    """
    counts: Counter[str] = Counter()
    lines = [_amended(block.applied, item, text, counts) for item, text in shown]
    applied = tuple(replace(patch, rewritten=patch.rewritten + counts[patch.id]) for patch in block.applied)
    return lines, replace(block, applied=applied)


def _amended(applied: Sequence[AppliedPatch], item: Item, text: str, counts: Counter[str]) -> str:
    if item.type not in AMENDED:
        return text
    said_at = item.last_confirmed_at or item.created_at
    for patch in applied:
        if said_at > patch.made_at:
            continue
        for gone in patch.edit.remove:
            text, count = take_out(text, gone)
            counts[patch.id] += count
        for update in patch.edit.update:
            text, count = rewrite(text, update.old, update.new)
            counts[patch.id] += count
    return text


def label(block: PatchBlock) -> str:
    """For which model a block was made, as the log keeps it."""
    if block.model is not None:
        return block.model
    return "unknown" if block.gap is None else f"cutoff {block.gap.cutoff.isoformat()}"


def unrecorded(tx: Transaction, session: Session | str | None, block: PatchBlock) -> list[AppliedPatch]:
    """The applications that the log of this session does not have yet. A session logs each outcome once."""
    name = session.id if isinstance(session, Session) else session
    if name is None or not block.applied:
        return list(block.applied)
    logged = tx.patching.in_session(name, label(block), [patch.key for patch in block.applied])
    return [patch for patch in block.applied if logged.get(patch.id) != patch.outcome]


def record_applications(tx: Transaction, session: Session | str | None, block: PatchBlock) -> int:
    """Log what came of each patch of a block. Answers how many lines the log grew by."""
    name = session.id if isinstance(session, Session) else session
    fresh = unrecorded(tx, session, block)
    for patch in fresh:
        tx.patching.add(
            patch.id,
            patch.key,
            session_id=name,
            model=label(block),
            outcome=patch.outcome,
            feedback=patch.feedback,
        )
    return len(fresh)
