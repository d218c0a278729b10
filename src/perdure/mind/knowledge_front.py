"""`luna.knowledge`: whether what is known was checked, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perdure.errors import InvalidInput, NotFound
from perdure.intake.forget import as_target
from perdure.intake.gate import not_from_here
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.mind.experience import alike
from perdure.mind.verify import BUILT_IN, Grounds, Verification, Verifier, verify
from perdure.port import Port
from perdure.recall.verbs import Recall
from perdure.store.transaction import Transaction
from perdure.values import (
    JSON,
    Candidate,
    Item,
    Merged,
    Receipt,
    Role,
    Session,
    Source,
    Status,
    Stored,
    Superseded,
    Target,
)

LOOKED_AT = 10
"""How many hits are looked at for one that says the same."""
MERGED = "merged"


@dataclass(frozen=True, slots=True)
class KnownFrom:
    """Where an item comes from: one source, with the name of who said it, or several that were merged."""

    type: str
    user: str | None = None
    sources: tuple[KnownFrom, ...] = ()

    def as_json(self) -> dict[str, JSON]:
        shape: dict[str, JSON] = {"type": self.type}
        if self.user is not None:
            shape["user"] = self.user
        if self.sources:
            shape["sources"] = [source.as_json() for source in self.sources]
        return shape


@dataclass(frozen=True, slots=True)
class KnowledgeUpdate:
    """What became of an update: its receipt, and what checking it said."""

    receipt: Receipt
    verified: tuple[Verification, ...]

    def as_json(self) -> dict[str, JSON]:
        return {"receipt": self.receipt.as_json(), "verified": [one.as_json() for one in self.verified]}


class KnowledgeFront:
    """`luna.knowledge`: update it, check it, ask where it comes from."""

    def __init__(self, port: Port, intake: Intake, recall: Recall) -> None:
        self._port = port
        self._intake = intake
        self._recall = recall

    async def process_update(
        self,
        candidate: Candidate,
        *,
        verifiers: Sequence[Verifier] | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> KnowledgeUpdate:
        """Weigh a piece of knowledge against what is held, store what comes of it, and check it.

        What no verifier can vouch for is marked as not verified.
        """
        receipt = await self._intake.upsert(
            candidate, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow
        )
        held = [o for o in receipt.outcomes if isinstance(o, Stored | Superseded | Merged) and o.item_id is not None]
        checked = [
            await self.verify(item_id, verifiers=verifiers, session=session, scope=scope)
            for item_id in dict.fromkeys(o.item_id or "" for o in held)
        ]
        return KnowledgeUpdate(receipt, tuple(checked))

    async def verify(
        self,
        target: Item | Target | str,
        *,
        verifiers: Sequence[Verifier] | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Verification:
        """Check an item (by item, id or key) and keep the answer: `verified` when a verifier says yes.

        No verifier is asked inside a transaction. An item that changed meanwhile keeps its old mark.
        """
        place = await self._port.place(session, scope)
        item, grounds = await self._port.read(place.scope, lambda tx: self._grounds(tx, target))
        yes, no = await verify(item, grounds, BUILT_IN if verifiers is None else verifiers)

        def mark(tx: Transaction) -> Verification:
            now = tx.item(item.id)
            if now is None or now.status is not Status.ACTIVE:
                raise NotFound("the item changed while it was checked", hint=say("hint.check_current"))
            if why_not := not_from_here(tx.scope, now.scope):
                raise InvalidInput(why_not, field="scope", hint=say("hint.act_in_main"))
            marked = replace(now, verified=bool(yes), verified_at=tx.now if yes else None)
            not_verified = say("log.not_verified_because", answers=list(no)) if no else say("log.not_verified")
            reason = ", ".join(yes) if yes else not_verified
            action = "verified" if yes else "unverified"
            tx.change_item(now, marked, action=action, reason=reason, source=Source.OBSERVATION)
            return Verification(item.id, item.key, marked.verified, marked.verified_at, yes, no)

        return await self._port.write(place.scope, mark)

    async def find_existing(
        self, content: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Item | None:
        """The item that says the same already, in these words or in like ones."""
        hits = await self._recall.search(content, LOOKED_AT, session=session, scope=scope)
        return next((hit.item for hit in hits if alike(hit.item.content, content)), None)

    async def sources(
        self, target: Item | Target | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> KnownFrom:
        """Where an item comes from. What was merged of several statements names all of their sources."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: self._known_from(tx, self._item(tx, target)))

    def _item(self, tx: Transaction, target: Item | Target | str) -> Item:
        chosen = Target(id=target.id) if isinstance(target, Item) else as_target(target)
        if chosen.id is None and chosen.key is None:
            raise InvalidInput("give one item: its `id` or its `key`", field="target")
        if chosen.id is not None:
            found = tx.item(chosen.id)
        else:
            key = self._port.registry.normal_key(chosen.key or "")
            found = next(iter(tx.items(type=None, key=key, status=Status.ACTIVE, limit=1)), None)
        if found is None:
            raise NotFound("no such item in this scope", hint=say("hint.list_items"))
        return found

    def _grounds(self, tx: Transaction, target: Item | Target | str) -> tuple[Item, Grounds]:
        item = self._item(tx, target)
        if item.status is not Status.ACTIVE:
            raise InvalidInput("only active items can be verified", field="target", hint=say("hint.list_held"))
        ids = [evidence.record_id for evidence in item.evidence if evidence.record_id is not None]
        records = tx.records_by_id(list(dict.fromkeys(ids)))
        return item, Grounds(tuple(records.values()), tuple(tx.changes(item.scope, item.key)))

    def _known_from(self, tx: Transaction, item: Item) -> KnownFrom:
        """A version keeps the evidence of those it was merged with; one that replaced another does not."""
        versions = tx.versions(item.scope, item.key)
        merged, seen = list[Item](), [item]
        while seen:
            last = seen.pop()
            rests_on = {replace(evidence, quote=None) for evidence in last.evidence}
            for one in versions:
                kept = {replace(evidence, quote=None) for evidence in one.evidence}
                if one.superseded_by == last.id and one.status is Status.SUPERSEDED and kept and kept <= rests_on:
                    merged.append(one)
                    seen.append(one)
        if not merged:
            return _said_by(tx, item)
        parts = [_said_by(tx, one) for one in sorted([*merged, item], key=lambda one: one.sequence)]
        return KnownFrom(MERGED, sources=tuple(dict.fromkeys(parts)))


def _said_by(tx: Transaction, item: Item) -> KnownFrom:
    """Whose word a version is: that of the record it was made from."""
    record = tx.record(item.source_message_id) if item.source_message_id is not None else None
    speaker = record.speaker if record is not None and record.role is Role.USER else None
    return KnownFrom(item.source.value, speaker)
