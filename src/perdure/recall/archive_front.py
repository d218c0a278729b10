"""`luna.archive`: sessions, records and files."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.errors import NotFound
from perdure.port import Port
from perdure.recall.lookup import lookup_reason
from perdure.recall.lookup_log import LookupLog
from perdure.recall.search import check_query
from perdure.store.finder import Lookup
from perdure.store.transaction import ALL, LAST
from perdure.values import (
    MAIN,
    Hit,
    Record,
    Session,
    StoredFile,
    check_count,
    check_name,
    check_scope,
)


class ArchiveFront:
    """`luna.archive`: what happened, word for word."""

    def __init__(self, port: Port, log: LookupLog) -> None:
        self._port = port
        self._log = log

    async def sessions(self, *, limit: int = 100, scope: str = MAIN) -> list[Session]:
        """Sessions of a scope, newest first."""
        check_count(limit, "limit", ALL)
        return await self._port.read(check_scope(scope), lambda tx: tx.sessions(limit))

    async def lookup_reason(self, query: str, hits: Sequence[Hit]) -> str | None:
        """Why an answer of `search_memory` should be followed by a look into the archive; None if it should not.

        Hand the reason to `retrieve_archival`. `Config.archival_lookup_triggers` says which reasons count.
        """
        return lookup_reason(check_query(query), hits, self._port.config)

    async def lookups(self, *, limit: int = 100, scope: str = MAIN) -> list[Lookup]:
        """Looks into the archive, newest first: when, why and how much came back; never what was asked."""
        check_count(limit, "limit", ALL)
        check_scope(scope)
        await self._log.settle()
        return await self._port.read(scope, lambda tx: tx.finder.lookups(limit))

    async def records(self, session: Session | str, *, after: int = 0, limit: int = 1_000) -> list[Record]:
        """The records of a session in order; `after` is the sequence of the last one seen."""
        check_count(limit, "limit", ALL)
        if after != 0:
            check_count(after, "after", LAST)
        place = await self._port.place(session, None)
        return await self._port.read(place.scope, lambda tx: tx.records(place.session_id, after=after, limit=limit))

    async def record(self, record_id: str, *, session: Session | str | None = None, scope: str | None = None) -> Record:
        """One record by its id."""
        check_name(record_id, "record_id")
        place = await self._port.place(session, scope)
        found = await self._port.read(place.scope, lambda tx: tx.record(record_id))
        if found is None:
            raise NotFound("no such record in this scope")
        return found

    async def attachment(
        self, attachment_id: str, *, session: Session | str | None = None, scope: str | None = None
    ) -> tuple[StoredFile, bytes]:
        """An attachment and its bytes, checked against the hash taken when they came in."""
        check_name(attachment_id, "attachment_id")
        place = await self._port.place(session, scope)
        found = await self._port.read(place.scope, lambda tx: tx.file(attachment_id))
        if found is None:
            raise NotFound("no such record in this scope")
        return found
