"""Writing what another program kept: conversations into the archive, memories as notes, each once.

Without the owner's word nothing is learned from a conversation, and a memory is `outside`. With it (`as_mine`) turns
are read as the user's own, as of the day they were said: what was said later stands, whichever came in first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.archive.events import check_turn
from perdure.control.portable.foreign.contract import Conversation, Foreign, ForeignMemory, ForeignMessage
from perdure.errors import Conflict, InvalidInput
from perdure.intake.archive_turns import append_turns
from perdure.intake.cleaning import CleanTurn, clean_candidate, clean_turn
from perdure.intake.conclude import conclude, follow
from perdure.intake.extraction import page_of
from perdure.intake.learn import Learning, put_aside
from perdure.intake.moment import Moment
from perdure.intake.origin import Origin
from perdure.intake.verbs import Intake
from perdure.store.chain import payload_hash
from perdure.store.mentions import Entities, known_entities
from perdure.store.transaction import Transaction
from perdure.values import (
    IMPORTED,
    JSON,
    MAX_NAME,
    Candidate,
    Event,
    Evidence,
    Outcome,
    Pending,
    Receipt,
    Refused,
    Role,
    Session,
    Source,
)

KIND = "imported"
MINE = "+mine"
"""Ends the idempotency key under which a turn was learned from."""
BATCH = 200
MAX_DETAILS = 200


@dataclass(slots=True)
class Tally:
    """What came in, in numbers, and what is worth looking at."""

    counts: Counter[str] = field(default_factory=Counter)
    details: list[Mapping[str, JSON]] = field(default_factory=list)

    def refuse(self, where: str, reason: str) -> None:
        self.counts["refused"] += 1
        self._tell({"outcome": "refused", "where": where, "reason": reason})

    def take(self, where: str, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            self.counts[outcome.outcome] += 1
            if isinstance(outcome, Pending | Refused):
                self._tell({"where": where, **outcome.as_json()})

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.details = (self.details + other.details)[:MAX_DETAILS]

    def _tell(self, detail: Mapping[str, JSON]) -> None:
        if len(self.details) < MAX_DETAILS:
            self.details.append(detail)


@dataclass(frozen=True, slots=True)
class ReadyTurn:
    """A turn as it may be kept."""

    key: str
    turn: CleanTurn


@dataclass(frozen=True, slots=True)
class ReadyConversation:
    id: str
    started_at: datetime | None
    turns: tuple[ReadyTurn, ...]


@dataclass(frozen=True, slots=True)
class ReadyMemory:
    key: str
    collection: str
    candidate: Candidate
    event: Event | None


Ready = ReadyConversation | ReadyMemory


@dataclass(frozen=True, slots=True)
class Importer:
    """How things are brought in: whose word they are, and by whose rules."""

    intake: Intake
    format: str
    as_mine: bool

    # before the transaction

    def ready(self, found: Foreign, tally: Tally) -> Iterator[Ready]:
        """What may be kept of it, cleaned; a long conversation in pieces."""
        if isinstance(found, Conversation):
            turns: list[ReadyTurn] = []
            for ready in self._turns(found, tally):
                turns.append(ready)
                if len(turns) == BATCH:
                    yield ReadyConversation(short(found.id), found.started_at, tuple(turns))
                    turns = []
            yield ReadyConversation(short(found.id), found.started_at, tuple(turns))
        else:
            yield from self._memory(found, tally)

    def _turns(self, found: Conversation, tally: Tally) -> Iterator[ReadyTurn]:
        last = found.started_at
        for messages in found.turns():
            events = []
            for message in messages:
                last = message.at or last
                events.append(self._event(message, last))
            try:
                checked = check_turn(events, self.intake.criteria.config)
                yield ReadyTurn(short(messages[0].id), clean_turn(checked, self.intake.privacy, ()))
            except InvalidInput as wrong:
                tally.refuse(f"{found.id}/{messages[0].id}", wrong.message)

    def _event(self, message: ForeignMessage, at: datetime | None) -> Event:
        tool = short(message.name) if message.name and message.role is Role.TOOL else None
        return Event(message.role, _keepable(message.text), name=tool, timestamp=at, tags=self._tags)

    @property
    def _tags(self) -> tuple[str, ...]:
        return () if self.as_mine else (IMPORTED,)

    def _memory(self, found: ForeignMemory, tally: Tally) -> Iterator[ReadyMemory]:
        source = Source.USER if self.as_mine else Source.OUTSIDE
        key, where = short(found.id), f"{found.collection}/{found.id}"
        try:
            if found.type is not None:
                words = found.text or None
                typed = Candidate(found.type, found.value or {}, key=found.key, content=words, source=source)
                yield ReadyMemory(
                    key, short(found.collection), clean_candidate(typed, self.intake.privacy, ())[0], None
                )
                return
            event = Event(
                Role.USER,
                _keepable(found.text),
                timestamp=found.at,
                arguments=dict(found.more) or None,
                tags=("direct", "notes", *self._tags),
            )
            [kept] = clean_turn(check_turn([event], self.intake.criteria.config), self.intake.privacy, ()).events
            name = f"{self.format}-{hashlib.sha256(where.encode()).hexdigest()[:12]}"
            value: dict[str, JSON] = {"text": kept.content, "id": name}
            if found.at is not None:
                value["date"] = found.at.date().isoformat()
            yield ReadyMemory(
                key, short(found.collection), Candidate("notes", value, content=kept.content, source=source), kept
            )
        except InvalidInput as wrong:
            tally.refuse(where, wrong.message)

    # inside the transaction

    def write(self, tx: Transaction, batch: Sequence[Ready]) -> Tally:
        """Put a batch in. What came before is known, and stays as it is."""
        tally = Tally()
        learning = Learning(tx, self.intake.reader, None) if self.as_mine else None
        entities = known_entities(tx)
        for ready in batch:
            try:
                session = self._session(tx, ready)
            except Conflict as elsewhere:
                tally.refuse(ready.id if isinstance(ready, ReadyConversation) else ready.collection, elsewhere.message)
                continue
            if isinstance(ready, ReadyMemory):
                self._conclude(tx, session, ready, tally)
                continue
            for turn in ready.turns:
                session = self._keep(tx, session, turn, entities, tally)
                if learning is not None:
                    self._learn(tx, learning, session, turn.key, tally)
            if session.is_open:
                tx.end_session(session)
        return tally

    def _session(self, tx: Transaction, ready: Ready) -> Session:
        name = ready.id if isinstance(ready, ReadyConversation) else ready.collection
        held = tx.session(name)
        if held is None and tx.scope_of(name) is None:
            started = ready.started_at if isinstance(ready, ReadyConversation) else None
            return tx.add_session(name, KIND, started_at=started)
        if held is None or held.scope != tx.scope:
            raise Conflict("it was imported into another scope before")
        return held

    def _keep(self, tx: Transaction, session: Session, ready: ReadyTurn, entities: Entities, tally: Tally) -> Session:
        if tx.receipt(session.id, ready.key) is not None:
            tally.counts["known"] += 1
            return session
        [receipt] = append_turns(tx, session, [ready.turn.events])
        tx.add_receipt(session.id, ready.key, payload_hash(["import", self.format]), receipt)
        follow(tx, (), receipt.records, entities)
        tally.counts["turns"] += 1
        tally.counts["records"] += len(receipt.records)
        return replace(
            session,
            turn_count=session.turn_count + 1,
            message_count=session.message_count + len(receipt.records),
        )

    def _learn(self, tx: Transaction, learning: Learning, session: Session, key: str, tally: Tally) -> None:
        """Read a turn that is kept as the user's own words, unless that was done before."""
        mine = short(key, keep=len(MINE)) + MINE
        stored = tx.receipt(session.id, key)
        if stored is None or tx.receipt(session.id, mine) is not None:
            return
        turn_id = stored[1].turn_id or 0
        tx.add_receipt(session.id, mine, payload_hash(["learn", self.format]), Receipt(session.id, turn_id))
        page = page_of(tx, session.id, turn_id)
        if page is None:
            return
        events = [replace(one, tags=tuple(tag for tag in one.tags if tag != IMPORTED)) for one in page.events]
        moment = Moment(page.moment.sequence, page.moment.said_at, is_imported=True)
        try:
            read = learning.read(session, events, turn_id, moment)
        except Exception as failure:  # noqa: BLE001 - an extractor may raise anything; the turn is kept all the same
            put_aside(tx, session.id, turn_id, type(failure).__name__)
            tally.counts["not_learned"] += 1
            return
        receipt = learning.learn(session, read, page.receipt, range(len(events)), moment)
        tally.take(f"{session.id}/{turn_id}", receipt.outcomes)

    def _conclude(self, tx: Transaction, session: Session, ready: ReadyMemory, tally: Tally) -> None:
        mine = short(ready.key, keep=len(MINE)) + MINE if self.as_mine else ready.key
        stored = tx.receipt(session.id, ready.key)
        if tx.receipt(session.id, mine) is not None:
            tally.counts["known"] += 1
            return
        origin = Origin(session, source=Source(ready.candidate.source), is_direct=True)
        candidate = ready.candidate
        records: tuple[str, ...] = ()
        if ready.event is not None:
            kept = append_turns(tx, session, [[ready.event]])[0] if stored is None else stored[1]
            records = kept.records
            candidate = replace(candidate, evidence=(Evidence(records[0], 0, len(ready.event.content)),))
            origin = replace(origin, record_id=records[0], turn_id=session.turn_count + 1)
        try:
            outcomes = conclude(tx, self.intake.criteria, candidate, origin).outcomes
        except InvalidInput as wrong:
            tally.refuse(f"{session.id}/{ready.key}", wrong.message)
            return
        tally.counts["memories"] += 1
        tally.take(f"{session.id}/{ready.key}", outcomes)
        for key in {ready.key, mine}:
            if tx.receipt(session.id, key) is None:
                tx.add_receipt(
                    session.id, key, payload_hash(["import", self.format]), Receipt(session.id, None, records)
                )


def _keepable(text: str) -> str:
    """Text that can be kept: others let half characters and NULs through."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def short(name: str, *, keep: int = 0) -> str:
    """A name as it may be kept: one that is too long ends in its hash."""
    most = MAX_NAME - keep
    if name.strip() and len(name) <= most and name.isprintable():
        return name
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
    return f"{''.join(filter(str.isprintable, name))[: most - 34]}#{digest}"


def batches(
    importer: Importer, found: Iterator[Foreign], tally: Tally, told: Callable[[int], None]
) -> Iterator[list[Ready]]:
    """What is ready, in portions of a transaction each. `told` hears how many conversations and memories are read."""
    batch: list[Ready] = []
    size = 0
    for one in found:
        for ready in importer.ready(one, tally):
            batch.append(ready)
            size += len(ready.turns) if isinstance(ready, ReadyConversation) else 1
            if size >= BATCH:
                yield batch
                batch, size = [], 0
        told(1)
    if batch:
        yield batch
