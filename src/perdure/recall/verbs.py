"""The read verbs of an agent: listing items, searching them, and looking into the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from perdure.clock import Time, aware
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.port import Port, SessionLike
from perdure.recall.arms.meaning import Asked
from perdure.recall.hidden import ASKED, marked, without_hidden, without_hidden_quotes
from perdure.recall.index_front import IndexFront
from perdure.recall.lookup import count_passages, lookup_reason
from perdure.recall.search import check_query, search
from perdure.recall.traces import LOOKUP_REASONS, look_up
from perdure.recall.vocabulary import Vocabularies
from perdure.store.finder import Filters, View
from perdure.store.transaction import ALL, Transaction
from perdure.values import Hit, Hits, Item, Role, Status, Trace, check_count, check_name


class Recall:
    """Finding what memory holds."""

    def __init__(self, port: Port, index: IndexFront) -> None:
        self._port = port
        self._index = index
        self.names = Vocabularies()

    async def items(
        self,
        type: str | None = None,
        key: str | None = None,
        status: Status | str | None = Status.ACTIVE,
        *,
        limit: int = 1_000,
        session: SessionLike = None,
        scope: str | None = None,
    ) -> list[Item]:
        """List items by type, key and status."""
        kind = None if type is None else self._port.registry.get(type).name
        normal = None if key is None else self._port.registry.normal_key(key)
        wanted = None if status is None else _status(status)
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(
            place.scope, lambda tx: tx.items(type=kind, key=normal, status=wanted, limit=limit)
        )

    async def item(self, name: str, *, session: SessionLike = None, scope: str | None = None) -> Item:
        """One version by its id; by a key the one that holds now."""
        check_name(name, "name")
        place = await self._port.place(session, scope)
        key = self._port.registry.normal_key(name) if ":" in name else None
        found = await self._port.read(place.scope, lambda tx: tx.item(name) or _current(tx, key))
        if found is None:
            raise NotFound("no such item in this scope", hint=say("hint.list_items"))
        return found

    async def search(
        self,
        query: str,
        k: int | None = None,
        *,
        session: SessionLike = None,
        scope: str | None = None,
        as_of: Time | None = None,
        include_history: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> Hits:
        """The items that best match a question, best first. `without` names types that are left out.

        Where they answer weakly, the archive is asked how much of it comes close; nothing of it is shown.
        """
        if as_of is not None and include_history:
            raise InvalidInput("give `as_of` or `include_history`, not both", field="as_of")
        view = View.AS_OF if as_of else View.HISTORY if include_history else View.CURRENT
        text = check_query(query)
        day = None if as_of is None else aware(as_of, "as_of")
        place = await self._port.place(session, scope)
        asked = await self._index.ask(text, as_statement=False)

        def find(tx: Transaction) -> Hits:
            hits = self.hits(tx, text, k, asked=asked, view=view, as_of=day, without=without)
            return Hits(hits, elsewhere=self._elsewhere(tx, text, hits) if view is View.CURRENT else 0)

        hits = await self._port.read(place.scope, find)
        if asked is not None or not self._index.has_model:
            return hits
        missing = (replace(hit, why=replace(hit.why, missing=("meaning",))) for hit in hits)
        return Hits(missing, elsewhere=hits.elsewhere)

    def _elsewhere(self, tx: Transaction, text: str, hits: Sequence[Hit]) -> int:
        if lookup_reason(text, hits, self._port.config) is None:
            return 0
        return count_passages(tx, text, most=Hits.MOST_ELSEWHERE)

    def hits(
        self,
        tx: Transaction,
        text: str,
        k: int | None = None,
        *,
        asked: Asked | None,
        view: View = View.CURRENT,
        as_of: datetime | None = None,
        without: frozenset[str] = frozenset(),
    ) -> list[Hit]:
        """The same inside a unit of work, for a question that was checked and asked as a vector before it began."""
        config = self._port.config
        found = search(
            tx,
            text,
            k=config.recall_top_k if k is None else k,
            asked=asked,
            view=view,
            as_of=as_of,
            without=without,
            arms=config.arms,
            names=self.names,
        )
        return without_hidden_quotes(tx, found)

    async def look_up(
        self,
        query: str,
        *,
        reason: str = "tool_call",
        k: int = 10,
        session: SessionLike = None,
        scope: str | None = None,
        in_session: str | None = None,
        role: str | None = None,
        tool: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        by_session: bool = False,
        with_words: bool = False,
    ) -> list[Trace]:
        """Look into the archive, and log why."""
        text = check_query(query)
        if reason not in LOOKUP_REASONS:
            raise InvalidInput(f"`reason` must be one of {', '.join(LOOKUP_REASONS)}", field="reason")
        filters = Filters(
            session_id=None if in_session is None else check_name(in_session, "in_session"),
            role=None if role is None else _role(role),
            name=None if tool is None else check_name(tool, "tool"),
            since=None if since is None else aware(since, "since"),
            until=None if until is None else aware(until, "until"),
        )
        place = await self._port.place(session, scope)
        asked = await self._index.ask(text) if await self._index.record_vectors() else None
        seen = marked if reason in ASKED else without_hidden

        def look(tx: Transaction) -> list[Trace]:
            found = look_up(
                tx,
                text,
                k=k,
                filters=filters,
                asked=asked,
                by_session=by_session,
                with_words=with_words,
                arms=self._port.config.arms,
            )
            return seen(tx, found)

        found = await self._port.read(place.scope, look)
        await self._port.write(place.scope, lambda tx: tx.add_lookup(place.session, reason, len(found)))
        return found


def _role(role: str) -> str:
    try:
        return Role(role).value
    except ValueError:
        raise InvalidInput("`role` must be one of `user`, `assistant`, `tool`, `system`", field="role") from None


def _status(status: Status | str) -> Status:
    try:
        return Status(status)
    except ValueError:
        accepted = ", ".join(f"`{member.value}`" for member in Status)
        raise InvalidInput(f"`status` must be one of {accepted}", field="status") from None


def _current(tx: Transaction, key: str | None) -> Item | None:
    """What holds now under a key; an item of the scope before a shared one."""
    found = [] if key is None else tx.items(type=None, key=key, status=Status.ACTIVE, limit=2)
    return min(found, key=lambda item: item.scope != tx.scope, default=None)
