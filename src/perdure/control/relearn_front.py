"""`luna.relearn`: a better extractor over the archive again. One reversible write, shown before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from perdure.control.revert import undo_revision
from perdure.errors import InvalidInput, ModelUnavailable, NotFound, Unsupported
from perdure.intake.extract.llm import ExtractionAnswer
from perdure.intake.extraction import Extraction, Page, page_of
from perdure.intake.learn import Learning
from perdure.intake.verbs import Intake
from perdure.messages import coded, say
from perdure.port import NotNow, Port
from perdure.store.transaction import ALL, Transaction
from perdure.values import JSON, Change, Session, check_count

READERS = ("rules", "llm")


@dataclass(frozen=True, slots=True)
class Relearned:
    """What reading turns again changed, or would change. `revision` is what to undo; None where nothing was written."""

    turns: int
    changes: tuple[tuple[Change, str], ...]
    """Each entry of the log with what its item says."""
    revision: int | None

    def as_json(self) -> dict[str, JSON]:
        return {
            "turns": self.turns,
            "revision": self.revision,
            "changes": [
                {
                    "action": change.action,
                    "item_id": change.item_id,
                    "key": change.key,
                    "scope": change.scope,
                    "content": content,
                    "reason": change.reason,
                    **coded(change.reason),
                }
                for change, content in self.changes
            ],
        }


class RelearnFront:
    """`luna.relearn`: read the archive again, by the rules of today or by an LLM."""

    def __init__(self, port: Port, intake: Intake, extraction: Extraction) -> None:
        self._port = port
        self._intake = intake
        self._extraction = extraction

    async def preview(
        self,
        by: str = "rules",
        *,
        limit: int = 1_000,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Relearned:
        """What reading the turns of a scope, or of one session, again would change. Nothing is written.

        The oldest turns come first. What was said since, taken back, or decided by a person stands.
        """
        return await self._run(by, limit, session, scope, keep=False)

    async def apply(
        self,
        by: str = "rules",
        *,
        limit: int = 1_000,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Relearned:
        """The same, written as one change: `undo` with its revision puts everything back."""
        return await self._run(by, limit, session, scope, keep=True)

    async def undo(self, revision: int, *, session: Session | str | None = None, scope: str | None = None) -> Relearned:
        """Put back what one revision changed in a scope: all of it, or nothing if some of it has changed since."""
        check_count(revision, "revision", ALL)
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Relearned:
            start = tx.sequence
            undo_revision(tx, revision, self._port.registry)
            return _told(tx, 0, start)

        return await self._port.write(place.scope, work)

    async def _run(
        self, by: str, limit: int, session: Session | str | None, scope: str | None, *, keep: bool
    ) -> Relearned:
        if by not in READERS:
            raise InvalidInput("`by` must be `rules` or `llm`", field="by")
        check_count(limit, "limit", ALL)
        if by == "llm" and self._port.llm is None:
            raise Unsupported("no LLM is configured", hint=say("hint.use_rules_or_give_llm"))
        place = await self._port.place(session, scope)
        pages = await self._port.read(place.scope, lambda tx: _pages(tx, place.session, limit))
        answers = [await self._ask(page) for page in pages] if by == "llm" else None

        def work(tx: Transaction) -> Relearned:
            start = tx.sequence
            self._read_again(tx, pages, answers)
            return _told(tx, len(pages), start)

        return await self._port.write(place.scope, work, dry_run=not keep)

    async def _ask(self, page: Page) -> ExtractionAnswer:
        try:
            return await self._extraction.ask(page)
        except NotNow as later:
            raise ModelUnavailable(later.reason, reason=later.reason, hint=say("hint.smaller_limit")) from None

    def _read_again(self, tx: Transaction, pages: list[Page], answers: list[ExtractionAnswer] | None) -> None:
        if answers is not None:
            for page, answer in zip(pages, answers, strict=True):
                self._extraction.apply(tx, page, answer, page.moment)
            return
        learning = Learning(tx, self._intake.reader, None)
        for page in pages:
            again = page_of(tx, page.session.id, page.turn_id)
            if again is not None:
                learning.from_turn(again.session, again.events, again.receipt, again.moment)


def _pages(tx: Transaction, session_id: str | None, limit: int) -> list[Page]:
    if session_id is not None and tx.session(session_id) is None:
        raise NotFound("no such session in this scope")
    found = tx.queue.unread(None, session_id=session_id, limit=limit)
    pages = [page_of(tx, session, turn) for session, turn, _ in found]
    return [page for page in pages if page is not None]


def _told(tx: Transaction, turns: int, start: int) -> Relearned:
    """What this transaction has changed since its number line stood at `start`."""
    changes = [change for change in tx.changes_of_revision(tx.revision) if change.sequence > start]
    items = tx.items_by_id(list({change.item_id for change in changes}))
    shown = tuple((change, items[change.item_id].content) for change in changes if change.item_id in items)
    return Relearned(turns, shown, tx.revision if changes else None)
