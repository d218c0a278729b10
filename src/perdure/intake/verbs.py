"""The write verbs of an agent: each cleans what comes in, then runs one unit of work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Protocol

from perdure.archive import sessions
from perdure.archive.events import check_turn
from perdure.archive.sessions import DIRECT
from perdure.errors import PerdureError
from perdure.intake.admit import check_candidate
from perdure.intake.asked import Said, said_last, said_near
from perdure.intake.choose import as_target, choose, distinct, named
from perdure.intake.cleaning import CleanTurn, clean_candidate, clean_turn
from perdure.intake.conclude import write_direct
from perdure.intake.forget import ForgetRequest, affected, forget
from perdure.intake.forget_answers import before_answer, may_answer, to_be_read
from perdure.intake.known_items import KnownItems
from perdure.intake.known_items import follow as follow_known
from perdure.intake.learn import Extractor, Learning, Notice, RuleReader, put_aside
from perdure.intake.meant import things_of
from perdure.intake.obey import forgets_in
from perdure.intake.once import once
from perdure.intake.origin import Criteria
from perdure.intake.pii import Policy, private_in
from perdure.intake.policy import policy_of
from perdure.intake.read_ahead import Readings, ReadRequest, TurnReader
from perdure.intake.said_lines import said_lines
from perdure.intake.turns import keep_turns
from perdure.messages import say
from perdure.port import Place, Port, SessionLike
from perdure.store.scope_cache import ScopeCache
from perdure.store.transaction import Transaction
from perdure.values import (
    MAIN,
    RELAYED,
    UNLEARNED,
    WISH,
    Candidate,
    Choices,
    Event,
    Item,
    Outcome,
    Receipt,
    Retracted,
    Session,
    Source,
    Target,
    check_list,
    check_source,
    check_text,
)

if TYPE_CHECKING:
    from perdure.intake.read.named import Named

LONG = 20_000
"""Characters from which on cleaning is worth a thread of its own: others go on meanwhile."""


class TurnFollower(Protocol):
    """Somebody who keeps in step with the turns that come in."""

    def began(self, place: Place) -> None:
        """Turns are about to be kept in a session."""
        ...

    def follow(self, tx: Transaction, session: Session, turns: Sequence[CleanTurn], kept: Sequence[Receipt]) -> None:
        """Turns are kept in this unit of work, each with its receipt; at least one is no repetition."""
        ...


AfterForgetting = Callable[[Sequence[Outcome]], Awaitable[tuple[str, ...]]]


class Intake:
    """Keeping turns, concluding candidates, forgetting."""

    def __init__(
        self, port: Port, extractor: Extractor, notice: Notice | None, turn_reader: TurnReader | None = None
    ) -> None:
        config, registry = port.config, port.registry
        self._port = port
        self._followers: list[TurnFollower] = []
        self._turn_reader = turn_reader
        self.privacy = Policy(config.pii, config.pii_default)
        self.criteria = Criteria(port.agent_id, registry, config, policy_of(config, registry))
        match, named = (None, None) if turn_reader is None else (turn_reader.match, turn_reader.named)
        self.reader = RuleReader(
            extractor, self.criteria, notice, port.llm is not None, match, named, has_reader=lambda: self.has_reader
        )
        self.hot: ScopeCache[KnownItems] = ScopeCache()
        self.after_forgetting: AfterForgetting | None = None
        """Who keeps copies of items and lets them go, too. Answers what to say about it."""

    @property
    def has_reader(self) -> bool:
        """Whether the packaged reader reads turns, too."""
        return self._turn_reader is not None and self._turn_reader.is_loaded

    def add_follower(self, follower: TurnFollower) -> None:
        """Have somebody follow the turns."""
        self._followers.append(follower)

    def clean(self, candidate: Candidate, allow: Sequence[str] = ()) -> tuple[Candidate, tuple[str, ...]]:
        """A candidate as it may be kept, and what to say about it."""
        return clean_candidate(candidate, self.privacy, allow)

    def conclude(
        self, tx: Transaction, session: Session, candidate: Candidate, *, today: date | None = None
    ) -> Receipt:
        """One candidate as somebody gave it, already cleaned, inside the caller's unit of work."""
        return write_direct(tx, self.criteria, session, candidate, today=today)

    def learning(self, tx: Transaction) -> Learning:
        """A unit of work that reads turns."""
        return Learning(tx, self.reader, self.hot.get(tx.scope))

    async def commit_turns(
        self,
        session: SessionLike,
        turns: Sequence[Event | Sequence[Event]],
        *,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
        learn: bool = True,
    ) -> list[Receipt]:
        """Keep turns and learn from them. Answers one receipt per turn."""
        checked = [check_turn(events, self._port.config) for events in check_list(turns, "turns")]
        cleaned = await self._cleaned(checked, allow, learn)
        place = await self._port.place(session, scope)
        if learn:
            cleaned = await self._read_ahead(cleaned, place)
        followers = self._followers if place.session is not None else ()
        for follower in followers:
            follower.began(place)

        def keep(tx: Transaction, learning: Learning | None, notices: tuple[str, ...] = ()) -> list[Receipt]:
            told = [replace(turn, notices=(*turn.notices, *notices)) for turn in cleaned]
            held = sessions.require(tx, place.session_id) if scope is None else sessions.at(tx, place)
            receipts = _keep(tx, held, told, learning, self._key(tx, idempotency_key))
            if learning is not None and not all(receipt.replayed for receipt in receipts):
                for follower in followers:
                    follower.follow(tx, held, cleaned, receipts)
            return receipts

        if not learn:
            return await self._port.write(place.scope, lambda tx: _kept_only(tx, keep(tx, None)))
        return [await self.followed(receipt) for receipt in await self._learn(place.scope, keep)]

    async def remember(
        self,
        text: str,
        *,
        source: Source | str = Source.USER,
        session: SessionLike = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Keep a text for good: by the types that its sentences say, and else word for word."""
        who = check_source(source)
        check_text(text, "text", max_bytes=self._port.config.max_content_bytes)
        if who not in (Source.USER, Source.RELAYED):
            note = Candidate("notes", {"text": text}, source=who)
            return await self.upsert(note, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow)
        tags = (DIRECT, WISH, *((RELAYED,) if who is Source.RELAYED else ()))
        turns = [Event.user(text, tags=tags)]
        scope = MAIN if session is None and scope is None else scope
        return (await self.commit_turns(session, turns, scope=scope, idempotency_key=idempotency_key, allow=allow))[0]

    async def followed(self, receipt: Receipt) -> Receipt:
        """The receipt of a write once copies of what it forgot are gone as well."""
        gone = [outcome for outcome in receipt.outcomes if isinstance(outcome, Retracted)]
        if not gone or self.after_forgetting is None:
            return receipt
        return replace(receipt, notices=(*receipt.notices, *await self.after_forgetting(gone)))

    async def _cleaned(self, turns: Sequence[Sequence[Event]], allow: Sequence[str], learn: bool) -> list[CleanTurn]:
        def clean() -> list[CleanTurn]:
            return [_marked(clean_turn(turn, self.privacy, allow), learn) for turn in turns]

        is_long = sum(len(event.content) for turn in turns for event in turn) > LONG
        return await self._port.run(clean) if is_long else clean()

    async def _read_ahead(self, turns: list[CleanTurn], place: Place) -> list[CleanTurn]:
        """The turns with what the reader makes of them; as they are while it is not there yet."""
        reader = self._turn_reader
        if reader is None:
            return turns
        reader.load()
        if reader.problem is not None:
            return turns
        if not reader.is_loaded:
            return [replace(turn, readings=None) for turn in turns]
        said = await self._said_near(place)
        read: list[CleanTurn] = []
        for turn in turns:
            readings = await self._readings(reader, turn.events, place.scope, said_last(said))
            earlier = [event for kept in read for event in kept.events]
            before = await self._requests_before(reader, turn.events, place, earlier)
            read.append(replace(turn, readings=replace(readings, before=before)))
            said += [(event.role, event.content) for event in turn.events]
        return read

    async def _requests_before(
        self, reader: TurnReader, events: Sequence[Event], place: Place, earlier: Sequence[Event]
    ) -> dict[str, tuple[ReadRequest, ...]]:
        """The requests in the messages that a turn may answer, with everything described that they may mean.

        `earlier` are events that came in with it.
        """
        if not may_answer(events):
            return {}
        held, gone = ([], []) if place.session is None else await self._port.read(
            place.scope, lambda tx: before_answer(tx, place.session_id)
        )  # fmt: skip
        found = {
            one.content: await self._readings(reader, [one], place.scope, "")
            for one in to_be_read(events, [*held, *earlier])
        }
        await reader.prepare(thing.said for thing in things_of(gone))
        return {content: read.requests for content, read in found.items()}

    async def _said_near(self, place: Place) -> list[Said]:
        """What was said before the turns that come in: a short answer says nothing without its question."""

        def said(tx: Transaction) -> list[Said]:
            session = tx.session(place.session_id)
            return [] if session is None else said_near(tx, session.id, session.turn_count + 1)

        return [] if place.session is None else await self._port.read(place.scope, said)

    async def readings(self, events: Sequence[Event], scope: str, before: str, *, is_whole: bool = False) -> Readings:
        """What the reader makes of a turn, once it is loaded; nothing where there is no reader."""
        reader = self._turn_reader
        if reader is None or not await reader.wait():
            return Readings()
        return await self._readings(reader, events, scope, before, is_whole=is_whole)

    async def prepare(self, texts: Sequence[str], scope: str) -> None:
        """Have texts ready to be matched with what a scope holds, where there is a reader."""
        if self._turn_reader is not None and self._turn_reader.is_loaded:
            await self._turn_reader.prepare([*texts, *await self._held(scope)])

    async def prepare_requests(self, texts: Sequence[str]) -> None:
        """Describe requests to forget ahead of a transaction in which it is settled what they mean."""
        if self._turn_reader is not None:
            await self._turn_reader.prepare((), texts)

    def named(self, said: str, held: Sequence[str]) -> Named | None:
        """Which of what is held a request to forget names, by meaning; None where nobody can tell."""
        return None if self._turn_reader is None else self._turn_reader.named(said, held)

    def nearest(self, said: str, held: Sequence[str]) -> list[tuple[int, float]]:
        """What of what is held a text may be about, the likeliest first; nothing where there is no reader."""
        return [] if self._turn_reader is None else self._turn_reader.nearest(said, held)

    async def _readings(
        self, reader: TurnReader, events: Sequence[Event], scope: str, before: str, *, is_whole: bool = False
    ) -> Readings:
        """A turn as it is read, with everything described that it may change."""
        read = await reader.read(events, before, is_whole=is_whole)
        forgets = forgets_in(events, read.requests)
        if read or forgets:
            only_said = await self._port.read(scope, lambda tx: said_lines(tx, forgets)) if forgets else []
            lines = [thing.said for thing in only_said]
            await reader.prepare([*read.texts, *await self._held(scope)], forgets, lines)
        return read

    async def _held(self, scope: str) -> list[str]:
        """What a scope holds that a statement may change or a request may mean: matched inside the transaction."""
        hot = self.hot.get(scope)
        limit = self._port.config.recall_max_items

        def texts(tx: Transaction) -> tuple[KnownItems, list[str]]:
            known = follow_known(tx, hot, limit)
            return known, [thing.said for thing in things_of(entry.held for entry in known.entries.values())]

        known, said = await self._port.read(scope, texts)
        if self.hot.get(scope) is hot:  # nobody has learned meanwhile: the transaction need not follow again
            self.hot.keep(scope, known)
        return said

    def _key(self, tx: Transaction, key: str | None) -> str | None:
        """An idempotency key as it is kept: one that holds something private, such as a message id, as a hash."""
        if not isinstance(key, str) or not private_in(key, self.privacy):
            return key
        return tx.receipt_key(key)

    async def _learn(self, scope: str, keep: Callable[..., list[Receipt]]) -> list[Receipt]:
        """Run a unit that learns. Should learning break it, it runs once more without: the record comes first."""

        def work(tx: Transaction) -> tuple[list[Receipt], KnownItems]:
            learning = self.learning(tx)
            receipts = keep(tx, learning)
            return receipts, learning.done()

        try:
            receipts, hot = await self._port.write(scope, work)
        except PerdureError:
            raise
        except Exception as failure:  # noqa: BLE001 - whatever learning raises, the turn is kept and the receipt says so
            reason = type(failure).__name__

            def unlearned(tx: Transaction) -> list[Receipt]:
                receipts = keep(tx, None, (say("notice.not_learned"),))
                for receipt in receipts:
                    put_aside(tx, receipt.session, receipt.turn_id or 0, reason)
                return receipts

            return await self._port.write(scope, unlearned)
        self.hot.keep(scope, hot)
        return receipts

    async def write(
        self,
        session: SessionLike,
        scope: str | None,
        idempotency_key: str | None,
        payload: Sequence[object],
        work: Callable[[Transaction, Session], Receipt],
        notices: Sequence[str] = (),
    ) -> Receipt:
        """Run a unit of work in an open session, at most once per idempotency key."""
        place = await self._port.place(session, scope)

        def unit(tx: Transaction) -> Receipt:
            held = sessions.at(tx, place)

            def fresh() -> Receipt:
                receipt = work(tx, sessions.require_open(tx, held.id))
                return replace(receipt, notices=(*receipt.notices, *notices))

            return once(tx, held, self._key(tx, idempotency_key), payload, fresh)

        return await self._port.write(place.scope, unit)

    async def upsert(
        self,
        candidate: Candidate,
        *,
        session: SessionLike = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Conclude something as it is given."""
        check_candidate(candidate)
        cleaned, notices = self.clean(candidate, allow)

        def work(tx: Transaction, into: Session) -> Receipt:
            return self.conclude(tx, into, cleaned, today=self._port.today(tx.now))

        return await self.write(session, scope, idempotency_key, ["upsert_recall", cleaned], work, notices)

    async def forget(
        self,
        target: Target | str,
        *,
        mode: str = "deactivate",
        session: SessionLike = None,
        scope: str | None = None,
        source: Source | str = Source.USER,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Forget what a target names, on the word of a source."""
        chosen, who = as_target(target), check_source(source)

        def work(tx: Transaction, into: Session) -> Receipt:
            return forget(tx, self.criteria, chosen, ForgetRequest(into, who, mode))

        payload = ["forget_recall", chosen, mode, *(() if who is Source.USER else (who.value,))]
        return await self.followed(await self.write(session, scope, idempotency_key, payload, work))

    async def forget_named(
        self,
        what: str,
        *,
        session: SessionLike = None,
        scope: str | None = None,
        source: Source | str = Source.USER,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Forget the one thing that a name or words mean."""
        target = named(what, self._port.registry)
        return await self.forget(target, session=session, scope=scope, source=source, idempotency_key=idempotency_key)

    async def which(self, what: str, *, session: SessionLike = None, scope: str | None = None) -> Choices:
        """The things that a name or words mean, or may mean."""
        target = named(what, self._port.registry)
        place = await self._port.place(session, scope)
        found = await self._port.read(place.scope, lambda tx: choose(tx, target, registry=self._port.registry))
        return distinct(found)

    async def preview_forget(
        self, target: Target | str, *, mode: str = "deactivate", session: SessionLike = None, scope: str | None = None
    ) -> list[Item]:
        """What `forget` would forget."""
        chosen = as_target(target)
        place = await self._port.place(session, scope)
        every, registry = mode == "delete", self._port.registry
        return await self._port.read(
            place.scope, lambda tx: affected(tx, chosen, registry=registry, include_past=every)
        )


def _keep(
    tx: Transaction, held: Session, turns: Sequence[CleanTurn], learning: Learning | None, key: str | None
) -> list[Receipt]:
    """Keep turns in one go, or, with an idempotency key, each at most once."""
    if key is None:
        return keep_turns(tx, sessions.check_open(held), turns, learning)

    def keeping(turn: CleanTurn) -> Callable[[], Receipt]:
        return lambda: keep_turns(tx, sessions.require_open(tx, held.id), [turn], learning)[0]

    receipts: list[Receipt] = []
    for n, turn in enumerate(turns):
        payload = ["commit_turn", turn.events, len(turns)]
        receipts.append(once(tx, held, f"{key}#{n}" if n else key, payload, keeping(turn)))
    return receipts


def _kept_only(tx: Transaction, receipts: list[Receipt]) -> list[Receipt]:
    """What was committed with `learn=False` is not learned from later either."""
    if receipts:
        tx.queue.close(receipts[0].session, [receipt.turn_id or 0 for receipt in receipts if not receipt.replayed])
    return receipts


def _marked(turn: CleanTurn, learn: bool) -> CleanTurn:
    """A turn that is only to be kept says so, so that nothing is drawn from it later either."""
    if learn:
        return turn
    return replace(turn, events=tuple(replace(event, tags=(*event.tags, UNLEARNED)) for event in turn.events))
