"""`luna.history`: versions, the log of changes, why, and the ways back."""

from __future__ import annotations

from dataclasses import replace

from perdure.clock import Time, aware
from perdure.control.change_sets import ChangeSet, change_numbers, change_set, change_sets
from perdure.control.explain import Explanation, explain, until
from perdure.control.history import history
from perdure.control.revert import undo_revision
from perdure.control.rollback import RolledBack, roll_back
from perdure.control.state import Diff, compare, state_at, touched_since
from perdure.control.timeline import Timeline, about, timeline
from perdure.control.undo import Suspect, undo_source
from perdure.errors import InvalidInput, NotFound
from perdure.intake.choose import as_target, choose, distinct, named, split_field
from perdure.messages import say
from perdure.port import Port
from perdure.recall.as_of import Then, as_then, then_of
from perdure.recall.verbs import Recall
from perdure.store.points import Point, PointLike, point_of
from perdure.store.snapshots import Snapshot
from perdure.store.transaction import ALL, Transaction
from perdure.values import History, Item, Session, Target, check_count, check_name

MOST_OTHERS = 4


class HistoryFront:
    """`luna.history`: how things came to be what they are, and how they become what they were."""

    def __init__(self, port: Port, recall: Recall) -> None:
        self._port = port
        self._recall = recall

    # reading

    async def of(
        self,
        target: Item | Target | str,
        *,
        as_of: PointLike | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> History:
        """Every version of an item (by item, id or key), oldest first, with evidence and the log of changes.

        A field of a profile, `profile:user#city`, has the history of its profile. With `as_of`, as it stood then.
        """
        chosen = Target(id=target.id) if isinstance(target, Item) else as_target(target)
        if chosen.id is None and chosen.key is None:
            raise InvalidInput("history is of one item: give its `id` or its `key`", field="target")
        if chosen.key is not None:
            chosen = replace(chosen, key=split_field(chosen.key, self._port.registry)[0])
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: until(tx, history(tx, chosen), _then(tx, as_of)))

    async def explain(
        self,
        what: Item | Target | str,
        *,
        as_of: PointLike | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Explanation:
        """Why something is remembered: an item, its id or key, or words such as "how do you know that I like jazz?".

        The exact words it rests on, who said them and when; what it replaced and what may disagree with it; who
        changed it and why; when it was used. Words that may mean several things explain the nearest and name the rest.
        With `as_of` (a time, a change set or a snapshot), as it could have been explained then.
        """
        place = await self._port.place(session, scope)
        chosen = self._chosen(what)
        found = await self._port.read(place.scope, lambda tx: _meant(tx, chosen, self._port, _then(tx, as_of)))
        if not found and chosen.query is not None:
            hits = await self._recall.search(chosen.query, 1 + MOST_OTHERS, as_of=as_of, scope=place.scope)
            found = [hit.item for hit in hits]
        if not found:
            raise NotFound("nothing that is remembered here is meant by this", hint=say("hint.search_archive"))
        item, *others = found
        return await self._port.read(place.scope, lambda tx: explain(tx, item, others[:MOST_OTHERS], _then(tx, as_of)))

    def _chosen(self, what: Item | Target | str) -> Target:
        if isinstance(what, Item):
            return Target(id=what.id)
        chosen = as_target(what) if isinstance(what, Target) else named(what, self._port.registry)
        if chosen.type is not None:
            raise InvalidInput("one item is explained: give its `id`, its `key`, or words", field="what")
        return chosen

    async def timeline(
        self,
        what: Item | Target | str | None = None,
        *,
        since: Time | None = None,
        until: Time | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Timeline:
        """From when to when things were believed and true: of one thing, of an entity and what mentions it, or all.

        `what` is an item, an id, a key or words; `since` and `until` narrow it to a period.
        """
        first = None if since is None else aware(since, "since")
        last = None if until is None else aware(until, "until")
        place = await self._port.place(session, scope)
        if what is None:
            return await self._port.read(
                place.scope, lambda tx: timeline(tx, tx.decided(type=None, key=None, status=None), first, last)
            )
        found = (await self.explain(what, scope=place.scope)).item
        keys = [(found.scope, found.key)]
        return await self._port.read(place.scope, lambda tx: timeline(tx, about(tx, keys), first, last))

    async def changes(
        self,
        *,
        limit: int = 20,
        with_use: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[ChangeSet]:
        """The last change sets of a scope, newest first. Those that only counted use are left out unless wanted."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: change_sets(tx, limit, with_use=with_use))

    async def change(
        self, revision: int, *, session: Session | str | None = None, scope: str | None = None
    ) -> ChangeSet:
        """One change set by its number."""
        check_count(revision, "revision", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: change_set(tx, revision))

    async def diff(
        self,
        before: PointLike,
        after: PointLike | None = None,
        *,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Diff:
        """What changed between two points; without `after`, from then until now."""
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Diff:
            first = point_of(tx, before, "before").sequence
            last = tx.sequence if after is None else point_of(tx, after, "after").sequence
            keys = touched_since(tx, min(first, last))
            return compare(state_at(tx, first, keys), state_at(tx, last, keys))

        return await self._port.read(place.scope, work)

    # going back

    async def undo(
        self,
        revision: int,
        *,
        through: int | None = None,
        keep_later: bool = False,
        dry_run: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> ChangeSet | None:
        """Put back what one change set changed in a scope: all of it, in one write that can itself be undone.

        `through` undoes all change sets up to that one as well, such as those of a daily run. Refused where some of it
        has changed again since, unless `keep_later`: then what came later stays, as if the change set had never been.
        Answers what that changed; None where nothing was left to undo.
        """
        check_count(revision, "revision", ALL)
        last = revision if through is None else check_count(through, "through", ALL)
        if last < revision:
            raise InvalidInput(
                "`through` lies before the first change set", field="through", hint=say("hint.later_change")
            )
        place = await self._port.place(session, scope)
        registry = self._port.registry

        def work(tx: Transaction) -> ChangeSet | None:
            start = tx.sequence
            for number in change_numbers(tx, revision, last):
                if keep_later:
                    undo_source(tx, Suspect("change", str(number)), registry, dry_run=False)
                else:
                    undo_revision(tx, number, registry)
            return change_set(tx, tx.revision) if tx.sequence != start else None

        return await self._port.write(place.scope, work, dry_run=dry_run)

    async def rollback(
        self,
        to: PointLike,
        *,
        dry_run: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> RolledBack:
        """Make everything in a scope what it was: at a time, right after a change set, or at a snapshot.

        That is one change set, so `undo` takes it back. The archive stays; what was deleted or erased stays gone.
        """
        place = await self._port.place(session, scope)
        registry = self._port.registry

        def work(tx: Transaction) -> RolledBack:
            return roll_back(tx, point_of(tx, to), registry, dry_run=dry_run)

        return await (self._port.read if dry_run else self._port.write)(place.scope, work)

    # snapshots

    async def snapshot(
        self,
        name: str,
        *,
        at: PointLike | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Snapshot:
        """Give a point a name: now, or a point that has passed. It costs nothing, and is named in `rollback`."""
        check_name(name, "name")
        place = await self._port.place(session, scope)

        def work(tx: Transaction) -> Snapshot:
            point = Point(tx.sequence, tx.revision, tx.now) if at is None else point_of(tx, at, "at")
            return tx.snapshots.add(name, point.sequence, point.revision)

        return await self._port.write(place.scope, work)

    async def snapshots(self, *, session: Session | str | None = None, scope: str | None = None) -> list[Snapshot]:
        """The snapshots of a scope, the earliest point first."""
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.snapshots.all())

    async def drop_snapshot(self, name: str, *, session: Session | str | None = None, scope: str | None = None) -> bool:
        """Take a name away; the point stays in the log. False if there was no such snapshot."""
        check_name(name, "name")
        place = await self._port.place(session, scope)
        return await self._port.write(place.scope, lambda tx: tx.snapshots.drop(name))


def _then(tx: Transaction, as_of: PointLike | None) -> Then | None:
    return None if as_of is None else then_of(tx, as_of, None)


def _meant(tx: Transaction, chosen: Target, port: Port, then: Then | None) -> list[Item]:
    """The items that a target names, what holds first; none where words do not say which."""
    if then is not None:
        return _meant_then(tx, chosen, port, then)
    if chosen.id is not None:
        item = tx.item(chosen.id)
        return [] if item is None else [item]
    found = choose(tx, chosen, registry=port.registry, include_past=chosen.query is None)
    items = {choice.item.id: choice.item for choice in distinct(found).found}
    if chosen.query is not None and not found.is_clear:
        return []
    return sorted(items.values(), key=lambda item: (not item.is_active, -item.sequence))


def _meant_then(tx: Transaction, chosen: Target, port: Port, then: Then) -> list[Item]:
    """The versions that an id or a key named at a point, what held then first. Words are searched for."""
    if chosen.query is not None:
        return []
    found = choose(tx, chosen, registry=port.registry, include_past=True)
    versions = {choice.item.id: choice.item for choice in found.found}
    were = as_then(tx, list(versions.values()), then)
    return sorted(were, key=lambda item: (not item.is_active, item.scope != tx.scope, -item.sequence))[:1]
