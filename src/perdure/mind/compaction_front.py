"""Compacting a conversation: flush first, then the summary; each step can be done again without doing it twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from perdure.archive import sessions
from perdure.archive.withheld import hidden_texts, masked, shown, tells
from perdure.errors import ModelUnavailable, PerdureError
from perdure.files.files_front import FilesFront
from perdure.intake import reread
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.mind import compaction, summary
from perdure.mind.compaction import EXTRACT, Compaction, ContextUse, FlushCandidate
from perdure.mind.heard import Heard, own
from perdure.mind.summary import Summary, SummaryLine
from perdure.port import NotNow, Place, Port
from perdure.slices import batched
from perdure.store.transaction import ALL, Transaction
from perdure.values import JSON, SHARED, Candidate, Item, Record, Session, Source, check_count

NOT_YET = say("notice.nothing_to_compact")
LOST = say("notice.compacted_meanwhile")
SLICE, TURNS = 20, 500
"""How many candidates are concluded, and how many turns queued, in one transaction: others write in between."""


@dataclass(frozen=True, slots=True)
class _Past:
    """A session as it is read before it is compacted."""

    session: Session
    watermark: int
    held: JSON
    old: list[Record]
    turns: list[tuple[Record, ...]]
    said: list[Heard]
    items: list[Item]
    typed: list[Candidate]
    current: dict[str, str | None]

    @property
    def before(self) -> Summary:
        return Summary.from_json(None if self.held is None else self.held["summary"])


class CompactionFront:
    """`compact` and `context_used`. Its verbs are on the agent itself."""

    def __init__(self, port: Port, intake: Intake, files: FilesFront) -> None:
        self._port = port
        self._intake = intake
        self._files = files
        self._count = port.config.tokens

    async def used(self, session: Session | str, *, limit: int, used: int | None, reserve: int) -> ContextUse:
        """How full a context is: what the host counted, or else what this session takes as it stands."""
        if used is not None and used != 0:
            check_count(used, "used", 1 << 40)
        place = await self._port.place(session, None)
        if used is None:
            past = await self._port.read(place.scope, lambda tx: self._look(tx, place.session_id, 0))
            used = await self._port.run(lambda: self._tokens_of(past))
        return compaction.usage(used, limit, reserve, self._port.config)

    async def compact(self, session: Session | str, *, keep_turns: int | None) -> Compaction:
        """Flush and compact. Doing it again gives the same answer until something new is said."""
        config = self._port.config
        keep = config.compact_keep_turns if keep_turns is None else check_count(keep_turns, "keep_turns", 1_000)
        place = await self._port.place(session, None)
        past = await self._port.read(place.scope, lambda tx: self._look(tx, place.session_id, keep))
        if not past.old:
            return await self._as_held(past)
        before, new, made_by, notices = await self._sum_up(past)
        # Counting and cutting take long for a long conversation: in a thread, while others write.
        fitted = await self._port.run(lambda: self._fitted(past, before, new))
        tokens = await self._port.run(lambda: self._tokens_of(past))
        kept = await self._port.run(lambda: self._tokens(past.turns) + self._count(fitted.render()))
        try:
            saved = await self._flush(past, new)
            is_kept = await self._keep(past, fitted, saved, made_by, tokens)
        except PerdureError as failure:
            # Whatever could not be saved or written down: the conversation stays as it was, whole, and this says why.
            return await self._as_held(past, failure=failure.message, notices=notices)
        if not is_kept:
            return await self._as_held(past, failure=LOST, notices=notices)
        position, turns = self._position(past), tuple(past.turns)
        done = Compaction(past.session.id, position, fitted, turns, tuple(saved), made_by, tokens, kept)
        return replace(done, notices=tuple(notices))

    # reading

    def _look(self, tx: Transaction, name: str, keep: int) -> _Past:
        session = sessions.require(tx, name)
        watermark, held = tx.working.compacted(name)
        records = tx.records_between(name, watermark + 1, session.message_count)
        old, turns = compaction.split(records, keep) if keep else ([], compaction.by_turn(records))
        said = own(tx, name, old)
        old, turns = masked(tx, old), [tuple(part) for turn in turns if (part := shown(tx, turn))]
        typed = reread.unconcluded(tx, self._intake.reader, session, [one.record for one in said]) if old else []
        ids = tx.working.concluded_in(name, ALL) if old else []
        items = list(tx.items_by_id(ids).values())
        held = without_hidden(tx, held)
        before = Summary.from_json(None if held is None else held["summary"])
        keys = {line.key for _, line in before.lines if line.key}
        return _Past(session, watermark, held, old, turns, said, items, typed, {key: _now(tx, key) for key in keys})

    def _position(self, past: _Past) -> int:
        return past.watermark + len(past.old)

    async def _as_held(self, past: _Past, failure: str | None = None, notices: Sequence[str] = ()) -> Compaction:
        """What there is already: the summary so far, and every turn after it."""
        held = past.held or {}
        turns = compaction.by_turn([*past.old, *(record for turn in past.turns for record in turn)])
        tokens = await self._port.run(lambda: self._tokens_of(past))
        saved = tuple(FlushCandidate.from_json(one) for one in held.get("candidates", ()))
        told = () if failure is not None or past.held is not None else (NOT_YET,)
        return Compaction(
            past.session.id,
            past.watermark,
            past.before,
            tuple(turns),
            saved if failure is None else (),
            held.get("made_by", EXTRACT),
            held.get("tokens_before", tokens) if failure is None else tokens,
            tokens,
            failure,
            (*notices, *told),
        )

    def _tokens_of(self, past: _Past) -> int:
        """All that was read: the earlier summary, and every turn since."""
        return self._tokens([*past.turns, tuple(past.old)]) + self._count(past.before.render())

    def _tokens(self, turns: Sequence[tuple[Record, ...]]) -> int:
        return sum(self._count(record.content or "") for turn in turns for record in turn)

    def _fitted(self, past: _Past, before: Summary, new: list[tuple[str, SummaryLine]]) -> Summary:
        made = summary.merged(before, new, past.said, past.current, past.old[-1].turn_id)
        return summary.fitted(made, self._count, self._port.config.compact_tokens)

    # the three steps

    async def _sum_up(self, past: _Past) -> tuple[Summary, list[tuple[str, SummaryLine]], str, list[str]]:
        """The earlier summary, the new lines, who made them, and what to tell about it."""
        # An item is shown where it was said: those of turns that stay word for word come with them later.
        region = {record.id for record in past.old}
        items = [i for i in past.items if any(e.record_id in region for e in i.evidence)]
        heard = await self._port.run(lambda: [*summary.of_items(items), *summary.read(past.said)])
        if self._port.llm is None or not past.said:
            return past.before, heard, EXTRACT, []
        try:
            reply = await self._port.ask(
                compaction.prompt(past.before, past.said),
                purpose="compact",
                place=Place(past.session.scope, past.session.id),
            )
        except (ModelUnavailable, NotNow) as failure:
            return past.before, heard, EXTRACT, [say("notice.model_unreachable", why=failure.reason)]
        noted = reply.parsed
        if not isinstance(noted, compaction.CompactionAnswer):
            return past.before, heard, EXTRACT, [say("notice.model_gave_none")]
        before, new, made_up = await self._port.run(lambda: compaction.from_model(noted, past.before, past.said, heard))
        told: list[str] = [say("notice.lines_made_up", count=made_up)] if made_up else []
        return before, new, reply.model, told

    async def _flush(self, past: _Past, new: Sequence[tuple[str, SummaryLine]]) -> list[FlushCandidate]:
        """Save what is worth saving: through the gate, and in the note of the day. Saved twice is saved once."""
        said = {one.record.id: one.record.turn_id for one in past.said}
        typed: list[tuple[str, SummaryLine]] = []
        sure = {item.key: item.confidence for item in past.items}
        for some in batched(past.typed, SLICE):
            for item, where in await self._port.write(past.session.scope, self._taking(past, some)):
                sure.setdefault(item.key, item.confidence)
                typed.append((item.type, SummaryLine(item.content, said.get(where[0], 0), where, item.key)))

        def work(tx: Transaction) -> list[FlushCandidate]:
            session = sessions.require(tx, past.session.id)
            made = compaction.candidates(
                [*typed, *new], session, tx.now, lambda data: tx.keyed("candidate", data).hex()[:32], sure
            )
            known = {one["candidate_id"] for one in (past.held or {}).get("candidates", ())}
            return [one for one in made if one.candidate_id not in known]

        saved = await self._port.read(past.session.scope, work)
        if saved:
            await self._note(past, saved)
        return saved

    def _taking(
        self, past: _Past, candidates: Sequence[Candidate]
    ) -> Callable[[Transaction], list[tuple[Item, tuple[str, ...]]]]:
        """A unit that concludes some candidates. Answers the items, each with the records it rests on."""

        def work(tx: Transaction) -> list[tuple[Item, tuple[str, ...]]]:
            session = sessions.require(tx, past.session.id)
            taken: list[tuple[Item, tuple[str, ...]]] = []
            for candidate in candidates:
                cleaned, _ = self._intake.clean(candidate)
                for outcome in reread.take(tx, self._intake.criteria, session, cleaned):
                    item = None if outcome.item_id is None else tx.item(outcome.item_id)
                    if item is not None:
                        taken.append((item, tuple(e.record_id for e in candidate.evidence if e.record_id)))
            return taken

        return work

    async def _note(self, past: _Past, saved: Sequence[FlushCandidate]) -> None:
        """The candidates in the note of the day, once for each stretch of the conversation."""
        await self._files.append(
            "\n".join(f"- {one.candidate_text}" for one in saved),
            source=Source.OBSERVATION,
            scope=past.session.scope,
            idempotency_key=f"flush {past.session.id}.{self._position(past)}",
        )

    async def _keep(
        self, past: _Past, made: Summary, saved: Sequence[FlushCandidate], made_by: str, tokens: int
    ) -> bool:
        """Put the turns up for a model to read once more, some at a time; then move the watermark behind them."""
        retries = self._port.config.job_retries

        def queue(turns: Sequence[int]) -> Callable[[Transaction], None]:
            def work(tx: Transaction) -> None:
                for turn in turns:
                    tx.queue.add("extract", past.session.id, turn, max_retries=retries)

            return work

        for turns in batched(dict.fromkeys(one.record.turn_id for one in past.said), TURNS):
            await self._port.write(past.session.scope, queue(turns))
        shape = {
            "summary": made.as_json(),
            "candidates": [one.as_json() for one in saved],
            "made_by": made_by,
            "tokens_before": tokens,
        }

        def move(tx: Transaction) -> bool:
            return tx.working.compact(past.session.id, past.watermark, self._position(past), shape)

        return await self._port.write(past.session.scope, move)


def without_hidden(tx: Transaction, held: JSON) -> JSON:
    """What a session was compacted into, without the lines that tell what was forgotten since."""
    if held is None:
        return None
    before = Summary.from_json(held["summary"])
    saved = held.get("candidates", [])
    ids = {name for _, line in before.lines for name in line.records}
    ids |= {name for one in saved for name in one["source_message_ids"]}
    hidden = hidden_texts(tx, sorted(ids))
    if not hidden:
        return held
    kept = before.without(lambda line: tells(line.text, hidden))
    left = [one for one in saved if not tells(one["candidate_text"], hidden)]
    return {**held, "summary": kept.as_json(), "candidates": left}


def _now(tx: Transaction, key: str) -> str | None:
    """What a key says now; None when nothing holds under it, or it is a task that is done."""
    held = [item for item in (tx.held(tx.scope, key) or tx.held(SHARED, key)) if item.holds_at(tx.now)]
    shown = summary.of_items(held[-1:])
    return held[-1].content if shown else None
