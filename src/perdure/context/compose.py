"""Inputs and a budget → a pack. Pure: the same inputs give the same bytes, and never more tokens than allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from perdure.context.carry import EXPERIENCE_TOKENS
from perdure.context.guide import GUIDE, TITLES, Language
from perdure.context.inputs import Inputs
from perdure.context.lines import PackLine, ShortIds, newest, of_item, of_record
from perdure.context.pack import BLOCKS, Block, ContextPack, Dropped, WakingStep
from perdure.context.render import Keyed, frame
from perdure.errors import OverBudget
from perdure.messages import say
from perdure.textcache import cached_texts
from perdure.tokens import TokenCounter, estimate
from perdure.types.core import is_standing
from perdure.values import Item

# Shares of what guide and identity leave; what one does not need goes to the others. They depend on nothing in the
# message, and neither does what fills them.
STABLE: Mapping[str, float] = {"workspace_block": 0.10, "patch_block": 0.12, "core_block": 0.30, "notes_block": 0.10}
WORKING_SHARE = 0.15
# Shares of what is left then, by the message. What one does not need goes to the others, but never to the archive.
MOVING: Mapping[str, float] = {"task_block": 1.0, "experience_block": 0.30, "recall_block": 0.50}
# To whom goes what is left in the end. A patch is found in no other way; what core and notes hold, a search finds.
LAST = ("patch_block", *MOVING, "working_block", "core_block", "notes_block", "workspace_block")
EVIDENCE_SHARE = 0.15
EVIDENCE_MOST = 400
"""Tokens that words from the archive may take, whatever the budget (R264)."""
AFTER_ALL = 1_000_000
"""Added to the number of a line that comes late: it stands behind all others."""
LINE_SHARE = 3
"""A turn or a passage takes at most this part of its block; the rest of it is cut off."""
LEAST_LINE = 60
_TAG = "a0a0a0a0a0a0"
"""A delimiter, for counting: none takes more."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which blocks a pack may have, and how much of each."""

    mode: str
    blocks: frozenset[str]
    experiences: int = 0
    relevance: float = 0.0
    compress: bool = False
    messages: int | None = None


EVERY = frozenset(BLOCKS)
AUTO = Plan("auto", EVERY - {"experience_block", "task_block"})
# C04: the model searches for itself; guide, scratchpad and core are all it is given. Identity is always carried (R053).
ON_DEMAND = Plan("on_demand", frozenset({"memory_guide", "persona_block", "core_block", "working_block"}))
# To a session that was given all else before: what fits this message and was not shown to it yet.
ADDITIONS = Plan("additions", frozenset({"recall_block"}))


def compose(inputs: Inputs, plan: Plan, *, budget: int, count: TokenCounter, keyed: Keyed) -> ContextPack:
    """Fill the slots in the order of their worth, and put them in the order of their steadiness."""
    titles = {name: words[inputs.language] for name, words in TITLES.items()}
    if inputs.patch_title:
        titles["patch_block"] = inputs.patch_title
    packing = Packing(plan, inputs.language, titles, budget, count, keyed)
    packing.dropped += inputs.problems
    if plan is not ADDITIONS:
        packing.require("memory_guide", raw=GUIDE[inputs.language])
        packing.require("persona_block", lines=[of_item(inputs.identity)] if inputs.identity else [])
    if packing.left < 0:
        raise packing.too_small()
    room, before = packing.left, packing.spent
    stable = {name: share for name, share in STABLE.items() if name != "workspace_block" or inputs.beside}
    for name, share in stable.items():
        packing.fill(name, _SECTIONS[name](inputs, plan, packing), share * room, keep_open=True)
    packing.fill_up(stable, before + int(sum(stable.values()) * room))
    packing.fill("working_block", _working(inputs), WORKING_SHARE * room, keep_open=True)
    room = packing.left
    for name, share in MOVING.items():
        packing.fill(name, _SECTIONS[name](inputs, plan, packing), share * room, keep_open=True)
    most = min(EVIDENCE_SHARE * room, EVIDENCE_MOST)
    packing.fill("archival_evidence_block", _evidence(inputs), most, cut=True)
    packing.fill("short_term_block", _short_term(inputs, plan), packing.left, cut=True, in_order=True)
    packing.settle()
    return packing.done(inputs.lookup)


# what each block may show, best first


def _patches(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    return list(inputs.patches)


def _beside(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    return list(inputs.beside) if inputs.is_main else []


def _core(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    seen = [item for item in inputs.core if inputs.is_main or is_standing(item)]
    if not inputs.is_main:
        others = (item for item in inputs.core if item not in seen)
        packing.drop("core_block", others, "outside main sessions only standing wishes are shown from core memory")
    chosen, older = newest(seen)
    packing.drop("core_block", older, "an older version of the same key")
    return [*(of_item(item, inputs.doubts) for item in chosen), *(inputs.curated if inputs.is_main else ())]


def _notes(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    return [*map(of_item, inputs.notes), *(inputs.written if inputs.is_main else ())]


def _working(inputs: Inputs) -> list[PackLine]:
    return [PackLine(line) for line in inputs.scratchpad]


def _experiences(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    near = [hit for hit in inputs.experiences if hit.score >= plan.relevance]
    packing.drop("experience_block", (h.item for h in inputs.experiences if h not in near), "not relevant enough")
    packing.drop("experience_block", (hit.item for hit in near[plan.experiences :]), "more than the limit")
    lines = [of_item(hit.item) for hit in near[: plan.experiences]]
    return [packing.shortened(line, EXPERIENCE_TOKENS) for line in lines] if plan.compress else lines


def _recall(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    chosen, older = newest(hit.item for hit in inputs.hits)
    packing.drop("recall_block", older, "an older version of the same key")
    placed = packing.shown
    shown = {item.id for item in chosen if item.id in placed}
    packing.drop("recall_block", (item for item in chosen if item.id in shown), "already shown in another block")
    return [of_item(item, inputs.doubts) for item in _unique(chosen) if item.id not in shown]


def _task(inputs: Inputs, plan: Plan, packing: Packing) -> list[PackLine]:
    return [PackLine(inputs.task, is_memory=False)] if inputs.task else []


def _evidence(inputs: Inputs) -> list[PackLine]:
    here = {record.id for record in inputs.turns}
    return [of_record(trace.record, is_memory=True) for trace in inputs.traces if trace.record.id not in here]


def _short_term(inputs: Inputs, plan: Plan) -> list[PackLine]:
    turns = inputs.turns if plan.messages is None else inputs.turns[len(inputs.turns) - plan.messages :]
    lines = [of_record(record, is_memory=False) for record in reversed(turns) if record.content]
    return [*([PackLine(inputs.summary)] if inputs.summary else []), *lines]


_SECTIONS: Mapping[str, Callable[[Inputs, Plan, Packing], list[PackLine]]] = {
    "workspace_block": _beside,
    "patch_block": _patches,
    "core_block": _core,
    "notes_block": _notes,
    "experience_block": _experiences,
    "recall_block": _recall,
    "task_block": _task,
}


def _unique(items: Iterable[Item]) -> list[Item]:
    return list({item.id: item for item in items}.values())


def _place_in_session(row: Placed) -> int:
    return row.line.record.sequence if row.line.record else 0


# filling


@dataclass(slots=True)
class Placed:
    """A line that found its place."""

    line: PackLine
    short: str
    shown: str
    tokens: int
    number: int = 0
    """Its place among what its block may show."""


@dataclass(slots=True)
class Packing:
    """A pack in the making: what is placed, what is left of the budget, what was dropped and why."""

    plan: Plan
    language: Language
    titles: Mapping[str, str]
    budget: int
    count: TokenCounter
    keyed: Keyed
    spent: int = 0
    ids: ShortIds = field(default_factory=ShortIds)
    placed: dict[str, list[Placed]] = field(default_factory=dict)
    waiting: dict[str, list[Placed]] = field(default_factory=dict)
    dropped: list[Dropped] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.budget - self.spent

    @property
    def shown(self) -> set[str | None]:
        """The ids of what is placed."""
        return {placed.line.id for rows in self.placed.values() for placed in rows}

    def drop(self, block: str, items: Iterable[Item], reason: str) -> None:
        if block in self.plan.blocks:
            self.dropped += [Dropped(block, reason, item.id) for item in items]

    def require(self, name: str, *, lines: Sequence[PackLine] = (), raw: str | None = None) -> None:
        """What a pack is never without. It counts against the budget even where that is too small."""
        rows = [Placed(PackLine(raw, is_memory=False), "", raw, _fixed(self.count, raw))] if raw is not None else []
        rows += [self._place(line) for line in lines]
        if rows:
            self.placed[name] = rows
            self.spent += self._frame(name) + sum(row.tokens for row in rows)

    def fill(
        self,
        name: str,
        lines: Sequence[PackLine],
        room: float,
        *,
        cut: bool = False,
        in_order: bool = False,
        keep_open: bool = False,
    ) -> None:
        """Place lines while there is room, best first. `in_order`: of a conversation, without a gap."""
        if name not in self.plan.blocks or not lines:
            return
        most = min(int(room), self.left)
        used, rows = self._frame(name), list[Placed]()
        is_full = False
        for number, line in enumerate(lines):
            row = self._place(self.shortened(line, max(LEAST_LINE, most // LINE_SHARE)) if cut else line, number)
            if used + row.tokens <= most and not is_full:
                rows.append(row)
                used += row.tokens
                continue
            is_full = in_order
            if keep_open:
                self.waiting.setdefault(name, []).append(row)
            else:
                self.dropped.append(Dropped(name, "no room", line.id, row.tokens))
        if rows:
            self.placed[name] = sorted(rows, key=_place_in_session) if in_order else rows
            self.spent += used

    def fill_up(self, names: Iterable[str], until: int) -> None:
        """Let those that wait for these blocks have what is left until so many tokens are spent."""
        for name in names:
            self.waiting[name] = [row for row in self.waiting.get(name, ()) if not self._add(name, row, until)]

    def settle(self) -> None:
        """Give all that is left to those that still wait, and drop the rest.

        What a steady block shows never depends on what a message left over: its late lines stand behind the hits.
        """
        shown = self.shown
        for name in LAST:
            is_late = name in STABLE and "recall_block" in self.plan.blocks
            for row in self.waiting.pop(name, ()):
                if row.line.id is not None and row.line.id in shown:
                    self.dropped.append(Dropped(name, "already shown in another block", row.line.id))
                    continue
                row.number += is_late * AFTER_ALL
                if self._add("recall_block" if is_late else name, row, self.budget):
                    shown.add(row.line.id)
                else:
                    self.dropped.append(Dropped(name, "no room", row.line.id, row.tokens))

    def _add(self, name: str, row: Placed, until: int) -> bool:
        tokens = row.tokens + (0 if name in self.placed else self._frame(name))
        if self.spent + tokens > until:
            return False
        self.placed[name] = sorted([*self.placed.get(name, ()), row], key=lambda placed: placed.number)
        self.spent += tokens
        return True

    def shortened(self, line: PackLine, tokens: int) -> PackLine:
        """A line that takes no more than so many tokens."""
        if len(line.text) <= tokens // 4:
            return line
        line = line if len(line.text) <= 16 * tokens else line.cut(16 * tokens)
        while (needed := self.count(line.text)) > tokens:
            line = line.cut(min(len(line.text) - 2, len(line.text) * tokens // needed))
        return line

    def done(self, lookup: str | None) -> ContextPack:
        """The pack. Should a tokenizer count the whole higher than its parts, the least worthy lines go."""
        blocks = self._rendered()
        text = _joined(blocks)
        while (tokens := self.count(text)) > self.budget:
            self._drop_last()
            blocks = self._rendered()
            text = _joined(blocks)
        cited = [
            citation
            for name in blocks
            for row in self.placed[name]
            if (citation := row.line.citation(row.short, name)) is not None
        ]
        return ContextPack(
            text=text,
            tokens=tokens,
            budget=self.budget,
            mode=self.plan.mode,
            language=self.language,
            blocks=blocks,
            citations=tuple(cited),
            dropped=tuple(self.dropped),
            lookup=lookup,
            lines=tuple(self._memory_lines()),
        )

    def _rendered(self) -> dict[str, Block]:
        blocks = {}
        for name in BLOCKS:
            if rows := self.placed.get(name):
                text = frame(name, self.titles[name], [row.shown for row in rows], self.keyed)
                blocks[name] = Block(text, self.count(text))
        return blocks

    def _drop_last(self) -> None:
        for name in reversed(BLOCKS[2:]):
            if rows := self.placed.get(name):
                row = rows.pop(0 if name == "short_term_block" else -1)
                self.dropped.append(Dropped(name, "no room", row.line.id, row.tokens))
                return
        raise self.too_small()

    def _memory_lines(self) -> Iterable[str]:
        """What came from memory, as shown and as it was told. Words from the archive may be said again, and meant."""
        for name, rows in self.placed.items():
            for row in rows:
                if row.line.is_memory and name != "memory_guide":
                    yield from row.shown.split("\n")
                    yield from () if row.line.record else row.line.text.split("\n")
                    yield from (line for item in row.line.doubts for line in item.content.split("\n"))

    def _place(self, line: PackLine, number: int = 0) -> Placed:
        short = "" if line.id is None else self.ids.of(line.id)
        shown = line.shown(short, self.language)
        return Placed(line, short, shown, self._cost(shown), number)

    def _cost(self, shown: str) -> int:
        return self.count(shown + "\n")

    def _frame(self, name: str) -> int:
        return _fixed(self.count, f"<{name} {_TAG}> {self.titles[name]}\n</{_TAG}>\n")

    def too_small(self) -> OverBudget:
        least = sum(self._frame(name) + sum(row.tokens for row in self.placed[name]) for name in self.placed)
        return OverBudget(
            f"`budget` is {self.budget:,} tokens: guide and identity alone take {least:,}",
            hint=say("hint.more_budget", least=f"{least:,}"),
        )


def _fixed(count: TokenCounter, ours: str) -> int:
    """Tokens of words that are ours: counted once. Never give it anybody else's words, since it keeps them."""
    return _known(ours) if count is estimate else count(ours)


_known = cached_texts(256)(estimate)


def _joined(blocks: Mapping[str, Block]) -> str:
    return "\n".join(block.text for block in blocks.values())


def with_steps(pack: ContextPack) -> ContextPack:
    """The pack of a waking: what each of the six steps brought, in their order (R009)."""
    patches = [citation for citation in pack.citations if citation.type == "patches"]  # wherever there was room
    cited = [citation.block for citation in pack.citations if citation not in patches]
    brought = {
        "identity": cited.count("persona_block"),
        "experience": cited.count("experience_block"),
        "knowledge": sum(map(cited.count, ("core_block", "notes_block", "recall_block"))),
        "context": cited.count("short_term_block") + ("working_block" in pack.blocks),
        "patches": len(patches),
        "task": int("task_block" in pack.blocks),
    }
    return replace(pack, steps=tuple(WakingStep(name, loaded) for name, loaded in brought.items()))
