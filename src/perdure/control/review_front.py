"""`luna.review`: the queue of what waits for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from perdure.archive import sessions
from perdure.clock import Time
from perdure.control.undo import Undone, suspect, undo_source
from perdure.intake import review
from perdure.intake.lapse import forget_due
from perdure.intake.policy import ForgetAction
from perdure.intake.verbs import Intake
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import (
    Item,
    Receipt,
    ReviewEntry,
    Session,
    Source,
    check_name,
    check_source,
)


class ReviewFront:
    """`luna.review`: what waits for a person's word, both sides and the evidence."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake
        self._criteria = intake.criteria

    async def list(self, *, session: Session | str | None = None, scope: str | None = None) -> list[ReviewEntry]:
        """Everything that waits in a scope, the oldest first."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, review.waiting)

    async def show(
        self, item_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> ReviewEntry:
        """One candidate with its evidence, and what is held against it."""
        check_name(item_id, "item_id")
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: review.entry(tx, item_id))

    async def accept(self, item_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Let it hold, on the user's word."""
        check_name(item_id, "item_id")
        return await self._decide(session, scope, lambda tx, held: review.accept(tx, held, item_id, self._criteria))

    async def reject(self, item_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Reject it. Active items do not change."""
        check_name(item_id, "item_id")
        return await self._decide(session, scope, lambda tx, held: review.reject(tx, held, item_id))

    async def keep_both(
        self, item_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Say of a statement that may disagree with an earlier one that both hold."""
        check_name(item_id, "item_id")
        return await self._decide(session, scope, lambda tx, held: review.keep_both(tx, held, item_id))

    async def accept_all_from(
        self, source: Source | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Accept all that waits from one source, in the order it came, in one transaction."""
        chosen, criteria = check_source(source), self._criteria
        return await self._decide(session, scope, lambda tx, held: review.accept_all_from(tx, held, chosen, criteria))

    async def undo_source(
        self,
        source: str,
        *,
        since: Time | None = None,
        dry_run: bool = True,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Undone:
        """Undo everything that came from one source, derived items included; by default only show what that would be.

        A source is `session:<id>`, `record:<id>`, `document:<id>`, `url:<address>`, `tool:<name>` or `source:<kind>`.
        """
        who, registry = suspect(source, since), self._port.registry
        place = await self._port.place(session, scope)
        if dry_run:
            return await self._port.read(place.scope, lambda tx: undo_source(tx, who, registry, dry_run=True))
        return await self._port.write(place.scope, lambda tx: undo_source(tx, who, registry, dry_run=False))

    async def forget_due(
        self, *, session: Session | str | None = None, scope: str | None = None
    ) -> Sequence[tuple[Item, ForgetAction]]:
        """Let the policy decide on every item of a scope: keep it, let it fade, deactivate or delete it."""
        place = await self._port.place(session, scope)
        return await self._port.write(place.scope, lambda tx: forget_due(tx, self._criteria))

    async def _decide(
        self, session: Session | str | None, scope: str | None, decide: Callable[[Transaction, Session], Receipt]
    ) -> Receipt:
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Receipt:
            return decide(tx, sessions.open_at(tx, place))

        return await self._intake.followed(await self._port.write(place.scope, work))
