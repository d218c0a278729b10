"""What an export holds and an agent does not: added to it by the same judgement as everything else.

Records come with their ids, so that nothing comes twice. Of a key that the agent never had, every version comes as it
was (`restore`); of one that it has, what is in force is weighed against what is held (`conclude`), as of the day it was
said: what was said, forgotten or decided here later stands. An export of another agent is `outside`, unless its owner
says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from perdure.archive import sessions
from perdure.clock import parse_time
from perdure.control.portable.reports import Meter
from perdure.intake.cleaning import clean_turn
from perdure.intake.conclude import conclude, follow
from perdure.intake.learn import event_of
from perdure.intake.moment import Moment
from perdure.intake.origin import Origin
from perdure.intake.restore import Brought, restore
from perdure.intake.verbs import Intake
from perdure.messages import coded, say
from perdure.store.mentions import Entities, known_entities
from perdure.store.portable_tables import BY_NAME
from perdure.store.transaction import Transaction
from perdure.types.base import Tier
from perdure.values import (
    IMPORTED,
    JSON,
    SHARED,
    Attachment,
    Candidate,
    Event,
    Evidence,
    Item,
    Outcome,
    Pending,
    Record,
    Refused,
    Session,
    Source,
    Status,
)

PAGE = 500
KNOWN = "write.known"
"""The reason of an outcome that changed nothing."""
MAX_DETAILS = 200


@dataclass(slots=True)
class MergeTally:
    """What came of it."""

    counts: Counter[str] = field(default_factory=Counter)
    details: list[dict[str, JSON]] = field(default_factory=list)

    def take(self, item: Item, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            is_known = coded(outcome.reason)["code"] == KNOWN
            self.counts["known" if is_known else outcome.outcome] += 1
            if isinstance(outcome, Pending | Refused) and len(self.details) < MAX_DETAILS:
                self.details.append({"where": f"{item.scope}/{item.key}", **outcome.as_json()})


class Merge:
    """One export, open as a store, on its way into an agent. `tx` is the unit of work that writes."""

    def __init__(self, source: Transaction, tx: Transaction, intake: Intake, meter: Meter, *, as_mine: bool) -> None:
        self._source = source
        self._tx = tx
        self._criteria = intake.criteria
        self._privacy = intake.privacy
        self._meter = meter
        self._changed: set[str] = set()
        self.is_own = as_mine or source.portable.secret() == tx.portable.secret()
        self._scopes: dict[str, Transaction] = {tx.scope: tx}
        self._new_sessions: set[str] = set()
        self._new_records: set[str] = set()
        self._new_keys: dict[tuple[str, str], bool] = {}
        self._waiting: dict[str, list[Brought]] = {}
        self._entities: dict[str, Entities] = {}
        self.done = MergeTally()

    def run(self) -> MergeTally:
        self._sessions()
        self._records()
        self._withheld()
        self._items()
        self._links()
        self._receipts()
        self._jobs()
        return self.done

    def _in(self, scope: str) -> Transaction:
        if scope not in self._scopes:
            self._scopes[scope] = self._tx.within(scope)
        return self._scopes[scope]

    def _lines(self, table: str) -> Iterator[dict[str, JSON]]:
        return self._source.portable.lines(BY_NAME[table])

    # what happened

    def _sessions(self) -> None:
        for line in self._lines("sessions"):
            scope = self._tx.scope_of(line["id"])
            if scope is None:
                tx = self._in(line["scope"])
                made = tx.add_session(line["id"], line["kind"], started_at=parse_time(line["started_at"], "started_at"))
                if line["completed_at"] is not None:
                    tx.end_session(made, at=parse_time(line["completed_at"], "completed_at"))
                self._new_sessions.add(made.id)
                self.done.counts["sessions"] += 1
            elif scope != line["scope"]:
                self.done.counts["sessions_elsewhere"] += 1

    def _records(self) -> None:
        after = 0
        while page := [record for _, record in self._source.all_records(after=after, limit=PAGE)]:
            after = page[-1].sequence
            for session_id, records in groupby(page, key=lambda one: one.session_id):
                self._keep(session_id, list(records))
            self._meter.advance(len(page))

    def _keep(self, session_id: str, records: Sequence[Record]) -> None:
        tx = self._in(records[0].scope)
        known = tx.records_by_id([record.id for record in records])
        session = tx.session(session_id)
        for _, group in groupby(records, key=lambda one: one.turn_id):
            turn = list(group)
            new = [one for one in turn if one.id not in known and not self._is_gone(tx, one)]
            self.done.counts["records_known"] += sum(one.id in known for one in turn)
            if session is None or session.scope != tx.scope or not new:
                continue
            events = self._clean([self._event(one) for one in new], [one.id for one in new])
            [ids] = tx.append(session, [events], ids=[[one.id for one in new]])
            if tx.scope not in self._entities:
                self._entities[tx.scope] = known_entities(tx)
            follow(tx, (), ids, self._entities[tx.scope])
            self._new_records.update(ids)
            session = tx.session(session_id)
            self.done.counts["records"] += len(ids)

    def _is_gone(self, tx: Transaction, record: Record) -> bool:
        return record.content is None or was_erased(tx, record_id=record.id)

    def _event(self, record: Record) -> Event:
        files = [
            Attachment(file.name, data, file.media_type, expires_at=file.expires_at)
            for file in record.attachments
            if (data := self._source.portable.file(file.sha256)) is not None
        ]
        tags = record.tags if self.is_own else (*record.tags, IMPORTED)
        kept = tuple(dict.fromkeys(tags))
        return replace(event_of(record), attachments=files, tags=kept, content_ref=record.content_ref)

    def _clean(self, events: list[Event], ids: Sequence[str]) -> Sequence[Event]:
        """What somebody else kept is cleaned by the rules that hold here. Where words go, spans are no longer right."""
        if self.is_own:
            return events
        cleaned = clean_turn(events, self._privacy, ()).events
        pairs = zip(ids, events, cleaned, strict=True)
        self._changed.update(name for name, was, now in pairs if was.content != now.content)
        return cleaned

    def _withheld(self) -> None:
        for line in self._lines("withheld"):
            if line["record_id"] in self._new_records:
                tx = self._in(line["scope"])
                tx.withheld.add(
                    line["record_id"], line["span_start"], line["span_end"], item_id=line["item_id"] or None
                )
                self.done.counts["withheld"] += 1

    # what was concluded

    def _items(self) -> None:
        after = 0
        while page := self._source.all_items(after=after, limit=PAGE):
            for item in page:
                self._item(replace(item, evidence=tuple(map(self._proof, item.evidence))))
            self._bring()
            after = page[-1].sequence
            self._meter.advance(len(page))

    def _bring(self) -> None:
        """Put back what is to come as it was, a page of it at once: what follows a write follows once for all."""
        for scope, versions in self._waiting.items():
            restore(self._in(scope), versions, registry=self._criteria.registry, reason=say("log.imported"))
        self._waiting = {}

    def _proof(self, proof: Evidence) -> Evidence:
        if proof.record_id in self._changed:
            return Evidence(proof.record_id)
        return replace(proof, quote=None)

    def _item(self, item: Item) -> None:
        tx = self._in(item.scope)
        if tx.item(item.id) is not None:
            self.done.counts["known"] += 1
        elif was_erased(tx, item_id=item.id) or self._was_forgotten(tx, item):
            self.done.counts["forgotten"] += 1
        elif self.is_own and self._is_new(tx, item):
            self._waiting.setdefault(item.scope, []).append(Brought(item))
            self.done.counts["versions"] += 1
        elif item.status in (Status.ACTIVE, Status.PENDING) and item.is_kept_at(tx.now):
            self._weigh(tx, item)
        else:
            self.done.counts["history_left"] += 1

    def _is_new(self, tx: Transaction, item: Item) -> bool:
        """Whether this agent has never heard of the key: not before this merge, that is."""
        key = item.scope, item.key
        if key not in self._new_keys:
            self._new_keys[key] = not tx.versions(*key) and not tx.changes(*key)
        return self._new_keys[key]

    def _was_forgotten(self, tx: Transaction, item: Item) -> bool:
        """Whether all that it rests on is hidden here: what was forgotten does not come back."""
        spans = [proof for proof in item.evidence if proof.record_id and proof.start is not None]
        old = [proof for proof in spans if proof.record_id not in self._new_records]
        if not spans or len(old) < len(spans):
            return False
        hidden = tx.withheld.of([proof.record_id or "" for proof in old])
        return all(_is_hidden(proof, hidden.get(proof.record_id or "", ())) for proof in old)

    def _weigh(self, tx: Transaction, item: Item) -> None:
        self._bring()  # what was said before it is there before it
        kind = self._criteria.registry.get(item.type)
        is_shared = item.scope == SHARED
        place = self._in("main") if is_shared else tx
        session = self._session(place, item)
        source = item.source if self.is_own else Source.OUTSIDE
        origin = Origin(
            session,
            item.source_turn_id,
            item.source_message_id,
            source,
            scope=item.scope if is_shared else None,
            moment=Moment(0, item.last_confirmed_at or item.created_at, is_imported=True),
            is_direct=kind.tier is Tier.DIRECT,
        )
        candidate = Candidate(
            item.type,
            item.value,
            key=item.key,
            content=None if kind.combine is not None else item.content,
            source=source,
            confidence=item.confidence,
            importance=item.importance,
            evidence=item.evidence,
            valid_from=item.valid_from,
            valid_to=item.valid_to,
            keep=item.keep_for,
            priority=item.priority,
            pinned=item.pinned and self.is_own,
            grade=item.grade,
        )
        self.done.take(item, conclude(place, self._criteria, candidate, origin).outcomes)

    def _session(self, tx: Transaction, item: Item) -> Session:
        held = None if item.session_id is None else tx.session(item.session_id)
        return held or sessions.direct(tx)

    def _links(self) -> None:
        for line in self._lines("links"):
            tx, one, other = self._in(line["scope"]), line["item_a"], line["item_b"]
            both = tx.items_by_id([one, other]).values()
            is_open = line["settled_at"] is None and len(both) == 2 and all(i.status is Status.ACTIVE for i in both)
            if is_open and (other, line["kind"]) not in {(link.other(one), link.kind) for link in tx.links.of(one)}:
                tx.links.add(one, other, line["kind"])
                self.done.counts["links"] += 1

    def _receipts(self) -> None:
        """Of conversations that are new here: a write that is sent again still finds its answer."""
        if self.is_own:
            for line in self._lines("receipts"):
                if line["session_id"] in self._new_sessions:
                    self._tx.portable.add(BY_NAME["receipts"], [line])

    def _jobs(self) -> None:
        """Work that waits, of conversations that are new here and whole."""
        for line in self._lines("extraction_queue"):
            if line["session_id"] in self._new_sessions and line["status"] == "waiting" and self.is_own:
                tx = self._in(line["scope"])
                tx.queue.add(line["kind"], line["session_id"], line["turn_id"], max_retries=line["max_retries"])


def _is_hidden(proof: Evidence, hidden: Sequence[tuple[int, int]]) -> bool:
    return any(start <= (proof.start or 0) and (proof.end or 0) <= end for start, end in hidden)


def was_erased(tx: Transaction, **what: Any) -> bool:
    """Whether an item or a record was erased here for good: asked of the tombstones, where the store has them."""
    stones = getattr(tx, "tombstones", None)
    return stones is not None and bool(stones.blocks(**what))
