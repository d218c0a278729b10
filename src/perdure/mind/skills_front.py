"""`luna.skills`: what the agent has mastered, and how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.errors import InvalidInput, NotFound
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.mind.skills import Proficiency, known, practice, proficiency
from perdure.port import Port
from perdure.store.transaction import ALL, Transaction
from perdure.types.keys import fold_name
from perdure.types.skills import TYPE
from perdure.values import Candidate, Receipt, Session, Source, Status, check_count, check_name

MAX_MINUTES = 24 * 60 * 366
MAX_SKILLS = 10_000


def practised(
    tx: Transaction,
    name: str,
    *,
    category: str | None = None,
    minutes: int = 0,
    success: bool | None = None,
    note: str | None = None,
    source: Source = Source.OBSERVATION,
) -> Candidate:
    """One time of practice as a candidate, given what is held at this moment."""
    held = known(tx.items(type=TYPE.name, key=None, status=Status.ACTIVE, limit=MAX_SKILLS), name, category)
    value = practice(
        held, name, category=category, minutes=minutes, success=success, note=note, now=tx.now, trust=source.trust
    )
    return Candidate(TYPE.name, value, source=source)


class SkillsFront:
    """`luna.skills`: practice goes in, proficiency comes out, shown as n/10."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake

    async def practise(
        self,
        name: str,
        *,
        minutes: int = 0,
        success: bool | None = None,
        category: str | None = None,
        note: str | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Tell of one time of practice: how long, whether it succeeded, and what was learnt."""
        check_name(name, "name")
        if category is not None:
            check_name(category, "category")
        if minutes != 0:
            check_count(minutes, "minutes", MAX_MINUTES)
        if success not in (None, True, False):
            raise InvalidInput("`success` must be true, false or left out", field="success")

        def work(tx: Transaction, into: Session) -> Receipt:
            draft = practised(tx, name, category=category, minutes=minutes, success=success, note=note)
            candidate, notices = self._intake.clean(draft, allow)
            receipt = self._intake.conclude(tx, into, candidate)
            return replace(receipt, notices=(*receipt.notices, *notices))

        payload = ["skills.practise", name, minutes, success, category, note]
        return await self._intake.write(session, scope, idempotency_key, payload, work)

    async def of(self, name: str, *, session: Session | str | None = None, scope: str | None = None) -> Proficiency:
        """One skill as it stands today."""
        check_name(name, "name")
        for one in await self.list(session=session, scope=scope):
            if fold_name(one.name) == fold_name(name):
                return one
        raise NotFound("no skill of that name in this scope", hint=say("hint.list_skills"))

    async def list(
        self, category: str | None = None, *, session: Session | str | None = None, scope: str | None = None
    ) -> list[Proficiency]:
        """What is mastered, the best first, each as it stands today."""
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Sequence[Proficiency]:
            items = tx.items(type=TYPE.name, key=None, status=Status.ACTIVE, limit=ALL)
            return [proficiency(item, tx.now) for item in items]

        found = await self._port.read(place.scope, work)
        wanted = None if category is None else check_name(category, "category").casefold()
        kept = [one for one in found if wanted is None or one.category.casefold() == wanted]
        return sorted(kept, key=lambda one: (-one.level, one.name.casefold(), one.key))
