"""`luna.identity`: who the agent is. The user alone says so; nothing else ever changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from perdure.archive import sessions
from perdure.control.history import history
from perdure.intake.verbs import Intake
from perdure.mind import identity
from perdure.mind.identity import AgentIdentity
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import JSON, Candidate, History, Receipt, Session, Source, Target


class IdentityFront:
    """`luna.identity`: name, role, persona, goals and values; shared by every scope, with their history."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake

    async def get(self, *, session: Session | str | None = None, scope: str | None = None) -> AgentIdentity | None:
        """Who the agent is now; None when nobody has said so yet."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: identity.current(tx, self._port.agent_id))

    async def set(
        self,
        name: str | None = None,
        *,
        role: str | None = None,
        persona: Mapping[str, JSON] | str | None = None,
        goals: Sequence[str] | None = None,
        values: Sequence[str] | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Receipt:
        """Say who the agent is, on the user's word. What is left out stays as it is; the version before is history."""
        given = {"name": name, "role": role, "persona": persona, "goals": goals, "values": values}
        asked = Candidate("identity", {key: part for key, part in given.items() if part is not None})
        cleaned, notices = self._intake.clean(asked)
        place = await self._port.place(session, scope)
        identity.check_place(place.scope)

        def work(tx: Transaction) -> Receipt:
            value = identity.changed(identity.current(tx, self._port.agent_id), cleaned.value)
            candidate = Candidate("identity", value, source=Source.USER, importance=1.0)
            receipt = self._intake.conclude(tx, sessions.open_at(tx, place), candidate)
            return replace(receipt, notices=(*receipt.notices, *notices))

        return await self._port.write(place.scope, work)

    async def history(self, *, session: Session | str | None = None, scope: str | None = None) -> History:
        """Every version, oldest first, with the log of who changed what."""
        target = Target(key=identity.key_of(self._port.agent_id))
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: history(tx, target))
