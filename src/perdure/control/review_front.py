"""`luna.review`: the queue of what waits for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from perdure.archive import sessions
from perdure.archive.events import check_turn
from perdure.clock import Time
from perdure.control.training_lines import USER, TrainingLines, training_lines
from perdure.control.undo import Undone, suspect, undo_source
from perdure.errors import InvalidInput
from perdure.intake import review
from perdure.intake.cleaning import clean_turn
from perdure.intake.edit import edit
from perdure.intake.lapse import forget_due
from perdure.intake.policy import ForgetAction
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import (
    WISH,
    Event,
    Item,
    Receipt,
    ReviewEntry,
    Session,
    Source,
    check_name,
    check_source,
    check_text,
)


class ReviewFront:
    """`luna.review`: what waits for a person's word, both sides and the evidence."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake
        self._criteria = intake.criteria

    async def list(
        self, *, provisional: bool = False, session: Session | str | None = None, scope: str | None = None
    ) -> list[ReviewEntry]:
        """Everything that waits in a scope, the oldest first; with `provisional` what is kept because it is likely."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, review.provisional if provisional else review.waiting)

    async def show(
        self, item_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> ReviewEntry:
        """One candidate, or provisional item, with its evidence, and what is held against it."""
        check_name(item_id, "item_id")
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: review.entry(tx, item_id))

    async def accept(self, *ids: str, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Let each hold, on the user's word. What is provisional becomes sure and lasting.

        Of several, one that is not there or was decided already is refused in the receipt; a single one is raised.
        """
        _check_given(ids)
        return await self._decide(session, scope, lambda tx, held: review.accept(tx, held, ids, self._criteria))

    async def reject(self, *ids: str, session: Session | str | None = None, scope: str | None = None) -> Receipt:
        """Reject each. Active items do not change, except that what is provisional is withdrawn.

        It does not come back when the same turn is read again, by whatever reader; what is said anew is free.
        """
        _check_given(ids)
        return await self._decide(session, scope, lambda tx, held: review.reject(tx, held, ids))

    async def accept_provisional(
        self, *, only: Sequence[str] | None = None, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Make all that is provisional in a scope sure. Of two that may disagree, which one holds is still asked.

        `only` are the whole ids that somebody was shown: nothing that came since is decided on, and what is no longer
        provisional is refused in the receipt.
        """
        _check_ids(only or ())
        criteria = self._criteria
        return await self._decide(session, scope, lambda tx, held: review.accept_provisional(tx, held, criteria, only))

    async def reject_provisional(
        self, *, only: Sequence[str] | None = None, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Withdraw all that is provisional in a scope; with `only`, what still is of those ids."""
        _check_ids(only or ())
        return await self._decide(session, scope, lambda tx, held: review.reject_provisional(tx, held, only))

    async def edit(
        self,
        item_id: str,
        text: str,
        *,
        session: Session | str | None = None,
        scope: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Put a provisional item in the user's own words: they are archived, and kept for good in its place."""
        check_name(item_id, "item_id")
        check_text(text, "text", max_bytes=self._port.config.max_content_bytes)
        [event] = check_turn(Event.user(text, tags=(sessions.DIRECT, WISH)), self._port.config)
        turn = clean_turn([event], self._intake.privacy, allow)
        place = await self._port.place(session, scope)
        await self._intake.prepare([event.content for event in turn.events], place.scope)
        learning = self._intake.learning
        return await self._decide(session, scope, lambda tx, held: edit(tx, held, item_id, turn, learning))

    async def keep_both(
        self, item_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Say of a statement that may disagree with an earlier one that both hold."""
        check_name(item_id, "item_id")
        return await self._decide(session, scope, lambda tx, held: review.keep_both(tx, held, item_id, self._criteria))

    async def accept_all_from(
        self, source: Source | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Accept all that waits from one source, in the order it came, in one transaction."""
        chosen, criteria = check_source(source), self._criteria
        return await self._decide(session, scope, lambda tx, held: review.accept_all_from(tx, held, chosen, criteria))

    async def training_lines(
        self, *, hand: str = USER, session: Session | str | None = None, scope: str | None = None
    ) -> TrainingLines:
        """What was decided in a scope, as lines that the reader can learn from. `hand` is who decided."""
        check_name(hand, "hand")
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: training_lines(tx, hand))

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


def _check_given(ids: Sequence[str]) -> None:
    if not ids:
        raise InvalidInput("no id was given", field="ids", hint=say("hint.list_review"))
    _check_ids(ids)


def _check_ids(ids: Sequence[str]) -> None:
    for item_id in ids:
        check_name(item_id, "item_id")
