"""`luna.audit`: the health of a memory."""

from __future__ import annotations

from perdure.control.audit import AuditReport, audit
from perdure.port import Port
from perdure.values import Session


class AuditFront:
    """`luna.audit`: what in this memory a person may want to look at, and how to fix it."""

    def __init__(self, port: Port) -> None:
        self._port = port

    async def report(self, *, session: Session | str | None = None, scope: str | None = None) -> AuditReport:
        """Junk, duplicates, contradictions, doubtful pairs, stale, unfounded, secret, over-long and provisional items.

        Nothing is changed. Each finding names the command that fixes it.
        """
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: audit(tx, self._port.agent_id))
