"""`luna.patches`: what changed in the world since a model was trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from perdure.archive import sessions
from perdure.clock import Time, aware
from perdure.errors import InvalidInput, NotFound
from perdure.intake.extract import Finding, Turn
from perdure.intake.verbs import Intake
from perdure.language import language_of
from perdure.messages import say
from perdure.mind import feeds as news
from perdure.mind.corrections import TOLD, told
from perdure.mind.cutoffs import OUTDATED_AFTER, as_day, cutoff_of, is_outdated
from perdure.mind.patches import PatchBlock, patch_block, record_applications
from perdure.port import Port
from perdure.recall.verbs import Recall
from perdure.store.patching import RESULTS, Application, Result
from perdure.store.transaction import ALL, Transaction
from perdure.types.base import KeyContext
from perdure.types.patches import TYPE
from perdure.types.wording import same_text
from perdure.values import (
    JSON,
    MAIN,
    SHARED,
    Candidate,
    Item,
    Outcome,
    Receipt,
    Role,
    Session,
    Source,
    Status,
    check_count,
    check_list,
    check_mapping,
    check_text,
)

MAX_FEEDBACK = 4_096


def patch(
    kind: str,
    description: str,
    *,
    remove: Sequence[str] = (),
    add: Sequence[str] = (),
    update: Mapping[str, str] | None = None,
    event_date: date | str | None = None,
    domains: Sequence[str] = (),
    slug: str | None = None,
    url: str | None = None,
    provided_by: str | None = None,
) -> Candidate:
    """What `add` is told, as a candidate."""
    day = None if event_date is None else as_day(event_date, "event_date")
    value: dict[str, JSON] = {
        "type": kind,
        "slug": slug,
        "description": description,
        "event_date": None if day is None else day.isoformat(),
        "affected_domains": [*check_list(domains, "domains")],
        "patch": {
            "remove": [*check_list(remove, "remove")],
            "add": [*check_list(add, "add")],
            "update": [{"old": old, "new": new} for old, new in check_mapping(update or {}, "update").items()],
        },
        "confidence": TOLD,
        "source": {"type": "user", "url": url, "provided_by": provided_by},
    }
    given = {name: part for name, part in value.items() if part is not None}
    return Candidate(TYPE.name, given, source=Source.USER, confidence=TOLD)


class PatchesFront:
    """`luna.patches`: tell what is new, see what is known, and wake a model with it."""

    def __init__(self, port: Port, intake: Intake, recall: Recall) -> None:
        self._port = port
        self._intake = intake
        self._recall = recall

    async def add(
        self,
        kind: str,
        description: str,
        *,
        remove: Sequence[str] = (),
        add: Sequence[str] = (),
        update: Mapping[str, str] | None = None,
        event_date: date | str | None = None,
        domains: Sequence[str] = (),
        slug: str | None = None,
        url: str | None = None,
        provided_by: str | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Tell what changed, on the user's word: `technology`, `policy`, `event` or `correction`. Seen in every scope.

        `remove` no longer holds, `add` is new, `update` maps what was true to what is.
        """
        candidate = patch(
            kind,
            description,
            remove=remove,
            add=add,
            update=update,
            event_date=event_date,
            domains=domains,
            slug=slug,
            url=url,
            provided_by=provided_by,
        )
        return await self._intake.upsert(
            candidate, session=session, scope=scope, idempotency_key=idempotency_key, allow=allow
        )

    async def switch(
        self, key: str, on: bool, *, session: Session | str | None = None, scope: str | None = None
    ) -> Receipt:
        """Take a patch out of force, or put it back, without forgetting it."""
        item = await self._patch(key, session, scope)
        value = {**item.value, "applied": bool(on)}
        candidate = Candidate(TYPE.name, value, key=item.key, source=Source.USER, confidence=item.confidence)
        return await self._intake.upsert(candidate, session=session, scope=scope)

    async def apply_on_activate(
        self,
        *,
        model: str | None = None,
        cutoff: date | str | None = None,
        now: Time | None = None,
        domains: Sequence[str] | None = None,
        language: str = "en",
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> PatchBlock:
        """What a model has to be told when it wakes, and a line in the log for each patch.

        The cutoff is given, or that of the model. What happened after it is told, and corrections always.
        """
        place = await self._port.place(session, scope)
        make = self._block(model, cutoff, now, domains, language)

        def work(tx: Transaction) -> PatchBlock:
            block = make(tx)
            record_applications(tx, place.session, block)
            return block

        return await self._port.write(place.scope, work)

    async def preview(
        self,
        *,
        model: str | None = None,
        cutoff: date | str | None = None,
        now: Time | None = None,
        domains: Sequence[str] | None = None,
        language: str = "en",
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> PatchBlock:
        """The block that `apply_on_activate` would answer with. Nothing is logged."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, self._block(model, cutoff, now, domains, language))

    def _block(
        self,
        model: str | None,
        cutoff: date | str | None,
        now: Time | None,
        domains: Sequence[str] | None,
        language: str,
    ) -> Callable[[Transaction], PatchBlock]:
        day = cutoff_of(model, cutoff, self._port.config.cutoffs)
        moment = None if now is None else aware(now, "now")
        return lambda tx: patch_block(
            tx, cutoff=day, now=moment or tx.now, language=language, model=model, domains=domains
        )

    async def is_model_outdated(
        self,
        *,
        model: str | None = None,
        cutoff: date | str | None = None,
        now: Time | None = None,
        days: int = OUTDATED_AFTER,
    ) -> bool:
        """Whether a model has missed more than so many days of the world."""
        check_count(days, "days", ALL)
        day = cutoff_of(model, cutoff, self._port.config.cutoffs)
        moment = await self._port.read(MAIN, lambda tx: tx.now) if now is None else aware(now, "now")
        return is_outdated(day, moment.date(), days)

    async def history(
        self,
        patch: str | None = None,
        *,
        limit: int = 100,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Application]:
        """Applications, newest first: which patch, in which session, for which model, and what came of it."""
        check_count(limit, "limit", ALL)
        key = None if patch is None else self._port.registry.normal_key(patch)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.patching.history(key, limit))

    async def report(
        self,
        patch: str,
        outcome: Result,
        feedback: str | None = None,
        *,
        model: str | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> None:
        """Say how a patch fared in use: `success`, `partial` or `failed`, and in words."""
        if outcome not in RESULTS:
            raise InvalidInput(f"`outcome` must be one of {', '.join(RESULTS)}", field="outcome")
        if feedback is not None:
            check_text(feedback, "feedback", max_bytes=MAX_FEEDBACK)
        item = await self._patch(patch, session, scope)
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> None:
            tx.patching.add(
                item.id,
                item.key,
                session_id=place.session,
                model=model or "unknown",
                outcome=outcome,
                feedback=feedback,
            )

        await self._port.write(place.scope, work)

    async def read_feeds(
        self,
        feeds: Mapping[str, str] | None = None,
        *,
        since: date | str | None = None,
        limit: int = 20,
        scope: str | None = None,
    ) -> list[news.FeedReport]:
        """Read the configured feeds, or these, and propose what they tell; it waits in `luna.review`.

        Of each feed at most so many, the newest; `since` leaves out what is older. What was proposed before, whatever
        became of it, is not proposed again. A feed that cannot be read says so and stops no other.
        """
        chosen, first = news.check_reading(self._port.config.feeds if feeds is None else feeds, since, limit)
        place = await self._port.place(None, scope)
        return [await self._read_feed(name, source, first, limit, place.scope) for name, source in chosen.items()]

    async def _read_feed(self, name: str, address: str, since: date | None, limit: int, scope: str) -> news.FeedReport:
        try:
            found = news.parse(await news.read_feed(address), name)
            fresh = [one for one in found if since is None or one.day is None or one.day > since][:limit]
            drafts = [self._intake.clean(news.candidate(one, name, address))[0] for one in fresh]
        except InvalidInput as bad:
            return news.FeedReport(name, problem=bad.message)
        proposed = await self._port.write(scope, lambda tx: self._propose(tx, drafts))
        keys = tuple(outcome.key for outcome in proposed if outcome.key is not None)
        return news.FeedReport(name, len(found), keys, len(drafts) - len(keys))

    def _propose(self, tx: Transaction, drafts: Sequence[Candidate]) -> Sequence[Outcome]:
        session = sessions.direct(tx)
        outcomes: list[Outcome] = []
        for draft in drafts:
            value = TYPE.parse(draft.value)
            key = TYPE.key(value, KeyContext(self._port.agent_id, session.id, tx.now.date(), tx.ids.new))
            if any(same_text(version.value, TYPE.dump(value)) for version in tx.versions(SHARED, key)):
                continue
            outcomes += self._intake.conclude(tx, session, draft).outcomes
        return outcomes

    async def _patch(self, key: str, session: Session | str | None, scope: str | None) -> Item:
        found = await self._recall.items(TYPE.name, key, session=session, scope=scope)
        if not found:
            raise NotFound("no patch with that key", hint=say("hint.list_patches"))
        return found[0]

    async def list(
        self,
        kind: str | None = None,
        status: Status | str | None = Status.ACTIVE,
        *,
        limit: int = 1_000,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Item]:
        """Patches that hold, or that wait for review (`status="pending"`)."""
        if kind is not None and kind not in news.KINDS:
            raise InvalidInput(f"`kind` must be one of {', '.join(news.KINDS)}", field="kind")
        items = await self._recall.items(TYPE.name, status=status, limit=limit, session=session, scope=scope)
        return [item for item in items if kind is None or item.value["type"] == kind]


def notice(turn: Turn, findings: Sequence[Finding], said: Callable[[], str]) -> list[Finding]:
    """What a person told of the world in a turn. In `main` only: a patch is seen everywhere, and so would their words.

    Where the rules took a sentence for a correction of what is known of the person, it is not taken for one of the
    world as well.
    """
    if turn.kind != "main":
        return []
    taken = {finding.event for finding in findings if finding.rule.startswith("corrections.")}
    found: list[Finding] = []
    for number, event in enumerate(turn.events):
        if event.role is Role.ASSISTANT:
            said = partial(str, event.content)
        if event.role is not Role.USER or number in taken or turn.injected.get(number):
            continue
        for one in told(said, event.content):
            value = {
                "type": one.kind,
                "description": one.description,
                "event_date": turn.today.isoformat(),
                "patch": one.patch,
                "confidence": one.confidence,
                "source": {"type": "user", "provided_by": event.speaker} if event.speaker else {"type": "user"},
            }
            candidate = Candidate(TYPE.name, value, source=Source.USER, confidence=one.confidence)
            reason = say("heard.world_changed", language_of(event.content))
            found.append(Finding(f"patches.{one.kind}", number, one.start, one.end, candidate, reason))
    return found
