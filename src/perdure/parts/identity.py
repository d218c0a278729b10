"""`luna.identity`: who the agent is. The user alone says so; nothing else ever changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from perdure.archive import sessions
from perdure.intake import write
from perdure.intake.cleaning import clean_candidate
from perdure.mind import identity
from perdure.mind.identity import AgentIdentity
from perdure.store.transaction import Transaction
from perdure.values import JSON, Candidate, History, Receipt, Session, Source

if TYPE_CHECKING:
    from perdure.agent import AgentMemory


class IdentityPart:
    """`luna.identity`: name, role, persona, goals and values; shared by every scope, with their history."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def get(self, *, session: Session | str | None = None, scope: str | None = None) -> AgentIdentity | None:
        """Who the agent is now; None when nobody has said so yet."""
        _, where = await self._agent._place(session, scope)
        return await self._agent._read(where, lambda tx: identity.current(tx, self._agent.id))

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
        cleaned, notices = clean_candidate(asked, self._agent._privacy, ())
        place, where = await self._agent._place(session, scope)
        identity.check_place(where)

        def work(tx: Transaction) -> Receipt:
            held = sessions.require_open(tx, place) if place else sessions.direct(tx)
            value = identity.changed(identity.current(tx, self._agent.id), cleaned.value)
            rules = self._agent._rules
            receipt = write.upsert(
                tx,
                held,
                Candidate("identity", value, source=Source.USER, importance=1.0),
                registry=rules.registry,
                config=rules.config,
                agent_id=rules.agent_id,
            )
            return replace(receipt, notices=(*receipt.notices, *notices))

        return await self._agent._write(where, work)

    async def history(self, *, session: Session | str | None = None, scope: str | None = None) -> History:
        """Every version, oldest first, with the log of who changed what."""
        return await self._agent.history.of(identity.key_of(self._agent.id), session=session, scope=scope)
