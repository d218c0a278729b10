"""The read verbs of an agent: listing items, searching them, and looking into the archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from perdure.clock import Time, aware
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.port import Port, SessionLike
from perdure.recall.archive_cache import ArchiveCache
from perdure.recall.arms.meaning import Asked
from perdure.recall.as_of import Then, as_then, listed_then, then_of
from perdure.recall.hidden import ASKED, marked, without_hidden, without_hidden_quotes
from perdure.recall.index_front import IndexFront
from perdure.recall.lookup import count_passages, lookup_reason
from perdure.recall.lookup_log import LookupLog, UnloggedLook
from perdure.recall.search import check_query, search
from perdure.recall.traces import LOOKUP_REASONS, look_up
from perdure.recall.vocabulary import Vocabularies
from perdure.regex import regex
from perdure.store.finder import Filters, View
from perdure.store.points import PointLike
from perdure.store.transaction import ALL, Transaction
from perdure.values import Hit, Hits, Item, Role, Status, Trace, check_count, check_member, check_name

T = TypeVar("T")
_ENDING = regex("[0-9a-f-]{4,36}")


class Recall:
    """Finding what memory holds."""

    def __init__(self, port: Port, index: IndexFront) -> None:
        self._port = port
        self._index = index
        self.names = Vocabularies()
        self.archive = ArchiveCache()
        self.log = LookupLog(port)

    async def items(
        self,
        type: str | None = None,
        key: str | None = None,
        status: Status | str | None = Status.ACTIVE,
        *,
        ending: str | None = None,
        limit: int = 1_000,
        as_of: PointLike | None = None,
        valid_at: Time | None = None,
        session: SessionLike = None,
        scope: str | None = None,
    ) -> list[Item]:
        """List items by type, key and status, or what holds now by the end of its id; as they were at a point, or those
        that were true at a moment."""
        kind = None if type is None else self._port.registry.get(type).name
        normal = None if key is None else self._port.registry.normal_key(key)
        wanted = None if status is None else check_member(Status, status, "status")
        check_count(limit, "limit", ALL)
        if ending is not None:
            if not _ENDING.fullmatch(check_name(ending, "ending")):
                raise InvalidInput("`ending` must be the last four or more characters of an id", field="ending")
            if (type, key, wanted, as_of, valid_at) != (None, None, Status.ACTIVE, None, None):
                raise InvalidInput("give `ending` alone", field="ending")
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> list[Item]:
            if ending is not None:
                return tx.items_ending(ending, limit)
            if as_of is None and valid_at is None:
                return tx.items(type=kind, key=normal, status=wanted, limit=limit)
            return listed_then(tx, kind, normal, wanted, then_of(tx, as_of, valid_at), limit)

        return await self._port.read(place.scope, work)

    async def item(
        self,
        name: str,
        *,
        as_of: PointLike | None = None,
        session: SessionLike = None,
        scope: str | None = None,
    ) -> Item:
        """One version by its id, or what holds now under a key; as it is or as it was at a point."""
        check_name(name, "name")
        place = await self._port.place(session, scope)
        key = self._port.registry.normal_key(name) if ":" in name else None

        def work(tx: Transaction) -> Item | None:
            if as_of is None:
                return tx.item(name) or _current(tx, key)
            then = then_of(tx, as_of, None)
            if key is not None:
                return _own_first(tx, listed_then(tx, None, key, Status.ACTIVE, then, 2))
            item = tx.item(name)
            return None if item is None else next(iter(as_then(tx, [item], then)), None)

        found = await self._port.read(place.scope, work)
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
        as_of: PointLike | None = None,
        valid_at: Time | None = None,
        include_history: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> Hits:
        """The items that best match a question, best first. `without` names types that are left out.

        Where they answer weakly, the archive is asked how much of it comes close; nothing of it is shown.
        """
        looks_back = as_of is not None or valid_at is not None
        if looks_back and include_history:
            raise InvalidInput("give `as_of` and `valid_at`, or `include_history`, not both", field="as_of")
        view = View.HISTORY if include_history else View.CURRENT
        text = check_query(query)
        place = await self._port.place(session, scope)
        asked = await self._index.ask(text, as_statement=False)

        def find(tx: Transaction) -> Hits:
            then = then_of(tx, as_of, valid_at) if looks_back else None
            hits = self.hits(tx, text, k, asked=asked, view=view, then=then, without=without)
            is_now = view is View.CURRENT and then is None
            return Hits(hits, elsewhere=self._elsewhere(tx, text, hits) if is_now else 0)

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
        then: Then | None = None,
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
            then=then,
            without=without,
            arms=config.arms,
            names=self.names,
        )
        return without_hidden_quotes(tx, found)

    async def compare(self, text: str, others: Sequence[str]) -> list[float]:
        """How near in meaning each of the others is to a text; nothing where no model can say."""
        return await self._index.compare(text, others)

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
        as_of: PointLike | None = None,
        by_session: bool = False,
        with_words: bool = False,
    ) -> list[Trace]:
        """Look into the archive, as it is or as it was at a point, and log why."""
        text = check_query(query)
        if reason not in LOOKUP_REASONS:
            raise InvalidInput(f"`reason` must be one of {', '.join(LOOKUP_REASONS)}", field="reason")
        filters = Filters(
            session_id=None if in_session is None else check_name(in_session, "in_session"),
            role=None if role is None else check_member(Role, role, "role").value,
            name=None if tool is None else check_name(tool, "tool"),
            since=None if since is None else aware(since, "since"),
            until=None if until is None else aware(until, "until"),
        )
        place = await self._port.place(session, scope)
        if as_of is not None:
            then = await self._port.read(place.scope, lambda tx: then_of(tx, as_of, None))
            filters = replace(filters, until=then.end if filters.until is None else min(then.end, filters.until))
        seen = marked if reason in ASKED else without_hidden

        def look(tx: Transaction, asked: Asked | None) -> tuple[list[Trace], datetime]:
            found = look_up(
                tx,
                text,
                k=k,
                filters=filters,
                asked=asked,
                by_session=by_session,
                with_words=with_words,
                arms=self._port.config.arms,
                archive=self.archive,
            )
            if as_of is not None and (end := filters.until) is not None:  # nor what was said around it later
                found = [replace(t, around=tuple(r for r in t.around if r.timestamp < end)) for t in found]
            return seen(tx, found), tx.now

        found, now = await self._read_records(place.scope, text, look)
        self.log.add(UnloggedLook(place, reason, len(found), now))
        return found

    async def _read_records(self, scope: str, query: str, work: Callable[[Transaction, Asked | None], T]) -> T:
        """Read the archive with a question as a vector, if this agent's records have vectors.

        Whether they have is taken to be as it was when last looked, and seen in the same read: only where that changed
        is it read once more.
        """
        index = self._index
        if not index.has_model:
            return await self._port.read(scope, lambda tx: work(tx, None))
        had = index.records_wanted
        asked = await index.ask(query) if had else None

        def read(tx: Transaction) -> list[T]:
            wanted = index.wants_records(tx)
            return [work(tx, asked if wanted else None)] if had or not wanted else []

        answers = await self._port.read(scope, read)
        if not answers:
            asked = await index.ask(query)
            answers = [await self._port.read(scope, lambda tx: work(tx, asked))]
        return answers[0]


def _current(tx: Transaction, key: str | None) -> Item | None:
    """What holds now under a key."""
    return None if key is None else _own_first(tx, tx.items(type=None, key=key, status=Status.ACTIVE, limit=2))


def _own_first(tx: Transaction, found: Sequence[Item]) -> Item | None:
    """An item of the scope before a shared one."""
    return min(found, key=lambda item: item.scope != tx.scope, default=None)
