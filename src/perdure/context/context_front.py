"""How `compose` and `activate` come by what they need: one read for everything, then a word about what was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from operator import is_

from perdure.archive import sessions
from perdure.archive.withheld import quoted, shown
from perdure.clock import Time, aware
from perdure.context.carry import Carry, Latency, MemoryLoader, MemoryLoadStrategy, Task, analyse, as_task
from perdure.context.compose import ADDITIONS, AUTO, ON_DEMAND, Plan, compose, with_steps
from perdure.context.held import LONGEST, CurrentItems, HeldThen, turns_then
from perdure.context.inputs import Inputs
from perdure.context.lines import PackLine, of_file
from perdure.context.pack import Citation, ContextPack, Dropped
from perdure.errors import InvalidInput, StoreUnavailable
from perdure.files import notes, workspace
from perdure.files.files_front import shown_notes
from perdure.files.regions import found_lines, split
from perdure.files.safe import read_text
from perdure.mind.compaction_front import without_hidden
from perdure.mind.cutoffs import find_cutoff, is_outdated
from perdure.mind.patches import PatchBlock, PatchLine, patch_block, record_applications
from perdure.mind.scratchpad import projects, scratchpad
from perdure.mind.shown_items import ShownItems
from perdure.mind.summary import Summary
from perdure.mind.working_front import working_memory
from perdure.port import Port
from perdure.recall.arms.meaning import Asked
from perdure.recall.as_of import Then, then_of
from perdure.recall.hidden import without_hidden as without_hidden_traces
from perdure.recall.index_front import IndexFront
from perdure.recall.lookup import answering, lookup_reason, passages
from perdure.recall.verbs import Recall
from perdure.segment import segment
from perdure.store.finder import Filters
from perdure.store.points import PointLike
from perdure.store.transaction import Transaction
from perdure.types.core import CORE_ITEMS
from perdure.values import MAIN, Hit, Item, Record, Session, Trace, check_count, check_text

MODES = ("auto", "on_demand", "strategy", "additions")
MOST_TOKENS = 10_000_000
MAX_MESSAGE = 1 << 20
DEFAULT_BUDGET = 2_000
"""Tokens of a context where nobody says how many."""
QUESTION = 2_000
"""Characters of a message by which memory is searched."""
NOTES = 100
FEWEST, TOKENS_PER_ITEM = 12, 60
"""Of core memory that many are read at least, and one for so many tokens of the budget."""
EVIDENCE = 3
"""Passages of the archive that a context shows at most."""
EXPERIENCE_TYPES = frozenset({"cases", "lessons", "patterns", "skills"})
ELSEWHERE = frozenset({"episodes", "identity", "patches"})
"""Types that are not recalled by a message: they have a block of their own, or are found by `search_memory` alone."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What somebody wants composed, checked."""

    message: str
    plan: Callable[[datetime], Plan]
    """What to carry; it may depend on the day, since a model gets older."""
    budget: int
    now: datetime | None
    model: str | None
    cutoff: date | None
    asked: Asked | None
    task: str = ""
    is_waking: bool = False
    as_of: PointLike | None = None
    """The point that is looked back to, if any."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A pack, and what has to be written down about it."""

    pack: ContextPack
    fresh: tuple[str, ...]
    """Lines of memory that this session has not been shown before."""
    hits: int
    patches: PatchBlock | None


class ContextFront:
    """Behind `luna.compose` and `luna.activate`."""

    def __init__(self, port: Port, recall: Recall, index: IndexFront, shown: ShownItems) -> None:
        self._port = port
        self._recall = recall
        self._index = index
        self._shown = shown

    async def compose(
        self,
        session: Session | str | None,
        message: str,
        *,
        budget: int = DEFAULT_BUDGET,
        mode: str = "auto",
        model: str | None = None,
        scope: str | None = None,
        now: Time | None = None,
        as_of: PointLike | None = None,
    ) -> ContextPack:
        """A pack for a message; of what was believed at a point, if one is given."""
        if as_of is not None and now is not None:
            raise InvalidInput("give `as_of` or `now`, not both", field="as_of")
        text = check_text(message, "message", max_bytes=MAX_MESSAGE, allow_blank=True)
        check_count(budget, "budget", MOST_TOKENS)
        moment = None if now is None else aware(now, "now")
        model = self._port.config.model if model is None else model
        cutoff = self._cutoff(model)
        plan = _plan(mode, text, budget, cutoff)
        place = await self._port.place(session, scope)
        asked = None if mode == "on_demand" else await self._ask(text)
        asking = Asking(text, plan, budget, moment, model, cutoff, asked, as_of=as_of)
        return await self._compose(place.session, place.scope, asking)

    async def activate(
        self,
        task: Task | Mapping[str, object] | str,
        *,
        model: str | None,
        max_tokens: int,
        latency: Latency = "realtime",
        session: Session | str | None = None,
        scope: str | None = None,
        now: Time | None = None,
    ) -> ContextPack:
        """A pack for a task: the six steps of waking, and what the carry strategy lets each of them bring."""
        wanted = as_task(task)
        check_text(wanted.description, "task", max_bytes=MAX_MESSAGE)
        check_count(max_tokens, "max_tokens", MOST_TOKENS)
        if latency not in ("realtime", "batch"):
            raise InvalidInput("`latency` must be `realtime` or `batch`", field="latency")
        moment = None if now is None else aware(now, "now")
        model = self._port.config.model if model is None else model
        cutoff = self._cutoff(model)
        plan = partial(_strategy, wanted, max_tokens, latency, cutoff)
        place = await self._port.place(session, scope)
        text = wanted.description
        asked = await self._ask(text)
        return await self._compose(
            place.session,
            place.scope,
            Asking(text, plan, max_tokens, moment, model, cutoff, asked, text, is_waking=True),
        )

    async def _compose(self, name: str | None, scope: str, asking: Asking) -> ContextPack:
        made = await self._port.read(scope, partial(self._made, name, asking))
        if made.fresh or made.pack.lookup or made.patches is not None:
            await self._port.note(scope, partial(_note, name, made))  # no item changes: nothing has to follow
        if name is not None and asking.as_of is None:
            used = {"recall_block", "experience_block"}
            ids = [c.item_id for c in made.pack.citations if c.item_id and c.block in used]
            self._shown.add(name, made.pack.lines, ids)
        return made.pack

    # what is asked

    def _cutoff(self, model: str | None) -> date | None:
        return None if model is None else find_cutoff(model, self._port.config.cutoffs)

    async def _ask(self, text: str) -> Asked | None:
        question = text[:QUESTION]
        return await self._index.ask(question, as_statement=False) if segment(question) else None

    # one read

    def _made(self, name: str | None, asking: Asking, given: Transaction) -> Composed:
        then = None if asking.as_of is None else then_of(given, asking.as_of, None)
        moment = asking.now if then is None else then.moment
        tx = given if moment is None else given.at(moment)
        held = CurrentItems(tx) if then is None else HeldThen(tx, then)
        session = Session("", tx.scope, "activate", tx.now) if name is None else sessions.require(tx, name)
        plan = asking.plan(tx.now)
        hits = self._hits(tx, asking, plan, then)
        if plan is ADDITIONS:
            hits = self._additions(tx, session.id if then is None else "", asking, hits)
        traces, reason = self._looked_up(tx, asking, plan, hits, then)
        inputs = self._gathered(tx, session, asking, plan, held, then)
        inputs = replace(inputs, hits=hits, traces=traces, lookup=reason)
        inputs = replace(inputs, doubts=held.doubts([*inputs.core, *(hit.item for hit in hits)]))
        patches = None
        if "patch_block" in plan.blocks:
            patches = self._patches(tx, asking, inputs.language, held)
            inputs = replace(inputs, patches=patch_lines(tx, patches), patch_title=patches.title)
        pack = compose(inputs, plan, budget=asking.budget, count=self._port.config.tokens, keyed=tx.keyed)
        pack = replace(pack, citations=_without_hidden(tx, pack.citations))
        if not asking.is_waking:
            patches = None
        else:
            pack = with_steps(pack)
            shown = frozenset(pack.lines)
            patches = patches and patches.only(line.number for line in patches.lines if _patch_text(line) in shown)
        fresh: list[str] = []
        if name is not None and then is None and (new := self._shown.fresh(name, pack.lines)):
            known = tx.injected.among(name, new)
            fresh = [line for line in new if line not in known]
        return Composed(pack, tuple(fresh), len(traces), patches)

    @staticmethod
    def _patches(tx: Transaction, asking: Asking, language: str, held: CurrentItems) -> PatchBlock:
        return patch_block(
            tx, cutoff=asking.cutoff, now=tx.now, language=language, model=asking.model, items=held.patches()
        )

    def _hits(self, tx: Transaction, asking: Asking, plan: Plan, then: Then | None) -> list[Hit]:
        text = asking.message[:QUESTION]
        if "recall_block" not in plan.blocks or not segment(text):
            return []
        return self._recall.hits(tx, text, asked=asking.asked, then=then, without=ELSEWHERE)

    def _additions(self, tx: Transaction, session_id: str, asking: Asking, hits: Sequence[Hit]) -> list[Hit]:
        """The hits that really answer a message, and that the session has not been shown."""
        close = answering(asking.message[:QUESTION], hits, self._port.config)
        told = {hit.item.id: [line for line in hit.item.content.splitlines() if line.strip()] for hit in close}
        lines = {line for shown in told.values() for line in shown} if session_id else set()
        known = tx.injected.among(session_id, lines)
        return [hit for hit in close if not known.issuperset(told[hit.item.id])]

    def _experiences(self, tx: Transaction, asking: Asking, plan: Plan, then: Then | None) -> list[Hit]:
        text = asking.message[:QUESTION]
        if "experience_block" not in plan.blocks or not segment(text):
            return []
        others = frozenset(known.name for known in self._port.registry) - EXPERIENCE_TYPES
        found = self._recall.hits(tx, text, 2 * plan.experiences, asked=asking.asked, then=then, without=others)
        best = max((hit.score for hit in found), default=0.0)
        return [replace(hit, score=hit.score / best if best else 0.0) for hit in found]

    def _looked_up(
        self, tx: Transaction, asking: Asking, plan: Plan, hits: Sequence[Hit], then: Then | None
    ) -> tuple[list[Trace], str | None]:
        """The archive, only for a reason (R247, R248, R250)."""
        text = asking.message[:QUESTION]
        if "archival_evidence_block" not in plan.blocks or not segment(text):
            return [], None
        reason = lookup_reason(text, hits, self._port.config)
        if reason is None:
            return [], None
        arms, archive = self._port.config.arms, self._recall.archive
        until = None if then is None else then.end
        found = passages(tx, text, reason, k=4 * EVIDENCE, filters=Filters(until=until), arms=arms, archive=archive)
        return without_hidden_traces(tx, found)[:EVIDENCE], reason

    def _gathered(
        self, tx: Transaction, session: Session, asking: Asking, plan: Plan, reads: CurrentItems, then: Then | None
    ) -> Inputs:
        blocks = plan.blocks
        is_main = session.scope == MAIN
        # Files and the current task are only there as they are now: who looks back is not shown them.
        with_files = is_main and then is None
        core: list[Item] = []
        problems: list[Dropped] = []
        curated: list[PackLine] = []
        written: list[PackLine] = []
        if "core_block" in blocks:
            # More than fit need not be read.
            most = min(CORE_ITEMS, max(FEWEST, asking.budget // TOKENS_PER_ITEM))
            core = reads.core(most) if is_main else reads.wishes(most)
            if with_files:
                curated = self._read(lambda: self._curated(tx, core), "core_block", problems)
        beside = self._beside(tx.now, problems) if with_files and "workspace_block" in blocks else []
        held: list[Item] = []
        day, today = timedelta(days=1), self._port.today(tx.now)
        days = [max(today, date.min + day) - day, today]
        if "notes_block" in blocks:
            held = reads.in_range(f"note:{days[0]}:", f"note:{days[1]};", NOTES)
            if with_files:
                written = self._read(lambda: self._written(tx, days, held), "notes_block", problems)
        always = {line.text for line in curated}
        held = [item for item in held if item.value.get("text") not in always]  # told above already
        has_turns = session.id and "short_term_block" in blocks
        turns, summary = self._turns(tx, session, plan.messages, then) if has_turns else ([], "")
        return Inputs(
            session=session,
            message=asking.message,
            now=tx.now,
            identity=reads.identity(),
            beside=beside,
            core=core,
            curated=curated,
            notes=held,
            written=written,
            experiences=self._experiences(tx, asking, plan, then),
            turns=turns,
            summary=summary,
            scratchpad=_scratchpad(tx, session) if "working_block" in blocks and then is None else [],
            task=asking.task,
            problems=problems,
        )

    def _turns(
        self, tx: Transaction, session: Session, limit: int | None, then: Then | None
    ) -> tuple[list[Record], str]:
        """The last turns of a session, and a summary of those before it; looking back, the turns alone."""
        most = self._port.config.short_term_limit
        if then is not None:
            return shown(tx, turns_then(tx, session.id, then, turns=most, limit=limit)), ""
        after = max(0, session.turn_count - most) if limit is None else 0
        watermark, held_past = tx.working.compacted(session.id)
        past = without_hidden(tx, held_past)
        summary = Summary.from_json(past["summary"]).render() if past is not None else ""
        found = tx.carried.last_turns(session.id, after_turn=after, after=watermark, limit=limit or LONGEST)
        return shown(tx, found), summary

    def _beside(self, now: datetime, problems: list[Dropped]) -> list[PackLine]:
        """What the host keeps in the workspace for its agent, paragraph by paragraph: data, like all that is read."""
        folder = self._port.workspace
        found, failed = ([], []) if folder is None else workspace.beside(folder)
        problems += [Dropped("workspace_block", failure.message) for _, failure in failed]
        parts = [(name, part.strip()) for name, text in found for part in text.split("\n\n") if part.strip()]
        return [of_file(part, f"{name}#{n}", now) for n, (name, part) in enumerate(parts, start=1)]

    def _curated(self, tx: Transaction, core: Sequence[Item]) -> list[PackLine]:
        """What a person wrote into MEMORY.md and USER.md, but what is told as an item already, or was forgotten."""
        folder = self._port.workspace
        told = {" ".join(item.content.split()) for item in core}
        rows: list[PackLine] = []
        for name in workspace.GENERATED if folder is not None else ():
            assert folder is not None
            lines = [line for line in found_lines(split(read_text(folder / name) or "").person) if line.item_id is None]
            hidden = tx.withheld.lines() if lines else frozenset()
            rows += [
                of_file(line.text, f"{name}#{line.number}", tx.now)
                for line in lines
                if line.text and (name, line.text) not in hidden and " ".join(line.text.split()) not in told
            ]
        return rows

    def _written(self, tx: Transaction, days: Sequence[date], held: Sequence[Item]) -> list[PackLine]:
        """What a person wrote into the notes of some days and no sync has taken in yet."""
        folder = self._port.workspace
        told = {str(item.value.get("text")) for item in held}
        found = [] if folder is None else [(day, notes.read(folder, day)) for day in days]
        return [
            of_file(line.text, f"{line.day}#{line.number}", datetime.combine(line.day, time(), UTC))
            for day, lines in found
            for line in shown_notes(tx, lines, day)
            if line.id is None and line.text not in told
        ]

    @staticmethod
    def _read(read: Callable[[], list[PackLine]], block: str, problems: list[Dropped]) -> list[PackLine]:
        """What a file says; one that cannot be read is told among what was left out."""
        try:
            return read()
        except StoreUnavailable as refused:
            problems.append(Dropped(block, refused.message))
            return []


def _scratchpad(tx: Transaction, session: Session) -> list[str]:
    """The current task, as it is shown. Without a session there is none."""
    if not session.id:
        return []
    return scratchpad(working_memory(tx, session.id), projects(tx), tx.now).to_lines()


def _patch_text(line: PatchLine) -> str:
    """A line of a patch without its day: that stands before it already."""
    return line.text.removeprefix(f"{line.day} ")


def patch_lines(tx: Transaction, block: PatchBlock) -> list[PackLine]:
    """The lines of a patch block, each with the patch it comes from."""
    items = tx.items_by_id(sorted({name for line in block.lines for name in line.ids}))
    lines = []
    for line in block.lines:
        item = items[line.ids[-1]]
        moment = datetime.combine(line.day, time(), UTC)
        lines.append(
            PackLine(
                _patch_text(line), item.id, item.source.value, item.trust, moment, item=item, evidence=item.evidence
            )
        )
    return lines


def _plan(mode: str, message: str, budget: int, cutoff: date | None) -> Callable[[datetime], Plan]:
    """What a mode carries."""
    match mode:
        case "auto":
            return lambda now: AUTO
        case "on_demand":
            return lambda now: ON_DEMAND
        case "additions":
            return lambda now: ADDITIONS
        case "strategy":
            return partial(_always_with_core, analyse(message), budget, cutoff)
    raise InvalidInput(f"`mode` must be one of {', '.join(f'`{name}`' for name in MODES)}", field="mode")


def _always_with_core(task: Task, budget: int, cutoff: date | None, now: datetime) -> Plan:
    """By strategy, but never without core memory and scratchpad (C04)."""
    plan = _strategy(task, budget, "realtime", cutoff, now)
    return replace(plan, mode="strategy", blocks=plan.blocks | {"core_block", "working_block"})


def _strategy(task: Task, max_tokens: int, latency: Latency, cutoff: date | None, now: datetime) -> Plan:
    """A model of which nobody knows the cutoff is taken to be old: a line too many does less harm."""
    outdated = cutoff is None or is_outdated(cutoff, now.date())
    return plan_of(
        MemoryLoader().calculate_strategy(task, max_tokens=max_tokens, latency=latency, is_model_outdated=outdated)
    )


def plan_of(strategy: MemoryLoadStrategy) -> Plan:
    """A strategy as blocks and numbers."""
    parts = strategy.conditional
    blocks = {"memory_guide", "persona_block", "workspace_block", "core_block", "task_block"}
    if strategy.required.temporal_patches:
        blocks.add("patch_block")
    if strategy.carry is not Carry.MINIMAL:
        blocks |= {"recall_block", "notes_block", "archival_evidence_block"}
    if parts.long_term_experiences.enabled:
        blocks.add("experience_block")
    if parts.short_term_session.enabled:
        blocks.add("short_term_block")
    if parts.working_memory.enabled:
        blocks.add("working_block")
    experiences = parts.long_term_experiences
    return Plan(
        strategy.carry.value,
        frozenset(blocks),
        experiences=experiences.limit,
        relevance=experiences.relevance_threshold,
        compress=experiences.compress,
        messages=parts.short_term_session.max_messages or None,
    )


def _without_hidden(tx: Transaction, citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Citations without quotes that were forgotten."""
    proofs = [proof for one in citations for proof in one.evidence if proof.quote]
    left = quoted(tx, proofs)
    if all(map(is_, proofs, left)):
        return tuple(citations)
    shown = dict(zip(proofs, left, strict=True))
    return tuple(replace(one, evidence=tuple(shown.get(proof, proof) for proof in one.evidence)) for one in citations)


def _note(name: str | None, made: Composed, tx: Transaction) -> None:
    if name is not None:
        tx.injected.add(name, made.fresh)
    if made.pack.lookup is not None:
        tx.add_lookup(name, made.pack.lookup, made.hits)
    if made.patches is not None:
        record_applications(tx, name, made.patches)
