"""`luna.erasure`: showing what would go, erasing it, and finishing what was cut short.

First it is written down what is to go, by ids alone; then files, rows and old bytes follow. So an erasure that is cut
anywhere is finished the next time the agent is opened.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from perdure.control.erasure import folder as files
from perdure.control.erasure.certificate import Certificate, CutSpan, Elsewhere, ErasurePreview
from perdure.control.erasure.choose import WHOLE, Chosen, choose
from perdure.control.erasure.closure import Closure, close
from perdure.control.erasure.remove import remove
from perdure.control.erasure.replay import read_beside, under, unknown_to, write_beside
from perdure.control.erasure.standing import survey, told_besides
from perdure.control.erasure.target import ErasureTarget
from perdure.control.restrict import restrict
from perdure.errors import Conflict, InvalidInput, PerdureError
from perdure.intake.choose import as_target
from perdure.messages import say
from perdure.port import AgentPort
from perdure.store.erasures import ASKED, DONE, REMOVED, Erasure
from perdure.store.tombstones import Tombstone
from perdure.store.transaction import Transaction
from perdure.textcache import forget_texts
from perdure.values import JSON, MAIN, SHARED, Item, Session, Status, Target

Retell = Callable[[str], Awaitable[object]]
Renew = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class _Removed:
    """What is known of an erasure once its rows are gone. The words are only ever in memory."""

    certificate: Certificate
    sha256s: Sequence[str]
    texts: Sequence[str] = ()
    words: Sequence[str] = ()
    vectors: Sequence[bytes] = ()


class EraseFront:
    """`luna.erasure`: gone means gone."""

    def __init__(self, port: AgentPort, retell: Retell, renew: Renew) -> None:
        """`retell` writes the episode of a session again, from what is left of it; `renew` files made of the store."""
        self._port = port
        self._retell = retell
        self._renew = renew

    async def preview(
        self,
        target: ErasureTarget,
        *,
        everywhere: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> ErasurePreview:
        """What erasing would take away, all that is derived from it included. Nothing changes."""
        asked = _checked(target)
        place = await self._port.place(session, scope)

        def look(tx: Transaction) -> ErasurePreview:
            chosen = choose(tx, asked, self._port.registry)
            if chosen.unclear:
                return ErasurePreview(choices=chosen.unclear)
            closure = self._closed(tx, chosen, everywhere)
            return _shown(tx.scope, closure, survey(tx, closure, told_besides(tx, closure)).elsewhere)

        return await self._port.read(place.scope, look)

    async def erase(
        self,
        target: ErasureTarget,
        *,
        everywhere: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> Certificate:
        """Erase what a target names, for good. Words that may mean several things are a `Conflict`: nothing goes.

        With `everywhere` the same words go wherever else they stand in this scope.
        """
        asked = _checked(target)
        place = await self._port.place(session, scope)
        erasure_id = self._port.ids.new()

        def begin(tx: Transaction) -> tuple[Chosen, Closure]:
            chosen = choose(tx, asked, self._port.registry)
            if chosen.unclear:
                said = "; ".join(f"`{choice.target}`" for choice in chosen.unclear[:10])
                raise Conflict(f"these words may mean several things: {said}", hint=say("hint.erase_unclear"))
            closure = self._closed(tx, chosen, everywhere)
            tx.erasures.add(erasure_id, chosen.as_json())
            return chosen, closure

        chosen, closure = await self._port.write(place.scope, begin)
        return await self._carry_out(erasure_id, place.scope, chosen, closure)

    async def restrict(
        self,
        target: Target | str,
        *,
        lift: bool = False,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Item]:
        """Keep what a target names, but neither recall it nor give it to a model; with `lift`, do so again.

        Its versions and the words it rests on are restricted with it. Answers the versions that changed.
        """
        chosen = as_target(target)
        place = await self._port.place(session, scope)
        return await self._port.write(place.scope, lambda tx: restrict(tx, chosen, self._port.registry, lift=lift))

    async def certificates(
        self, *, session: Session | str | None = None, scope: str | None = None
    ) -> list[Mapping[str, JSON]]:
        """The certificates of what was erased in a scope, the oldest first."""
        place = await self._port.place(session, scope)
        found = await self._port.read(place.scope, lambda tx: tx.erasures.all())
        return [erasure.certificate for erasure in found if erasure.state == DONE]

    async def finish_open(self) -> int:
        """Finish what was cut short before. Answers how many erasures that were."""
        left: list[Erasure] = await self._port.read(MAIN, lambda tx: tx.erasures.open())
        for erasure in left:
            if erasure.state == ASKED:
                chosen = Chosen.parse(erasure.plan)
                closure = await self._port.read(
                    erasure.scope, partial(close, chosen=chosen, registry=self._port.registry)
                )
                await self._carry_out(erasure.id, erasure.scope, chosen, closure)
            else:
                await self._finish(_Removed(_parsed(erasure, self._port.agent_id), list(erasure.plan["bytes"])))
        return len(left) + await self._replay()

    async def _replay(self) -> int:
        """Erase again what an older copy of the database has brought back. Answers whether there was anything."""
        folder = self._port.folder
        beside = [] if folder is None else await self._port.run(lambda: read_beside(folder))
        if not beside:
            return 0
        missing = await self._port.read(MAIN, lambda tx: unknown_to(tx, beside))
        if not missing:
            return 0
        erasure_id = self._port.ids.new()

        def begin(tx: Transaction) -> tuple[Chosen, Closure]:
            chosen = under(tx, missing)
            tx.tombstones.add(missing)
            tx.erasures.add(erasure_id, chosen.as_json())
            return chosen, close(tx, chosen, self._port.registry)

        await self._carry_out(erasure_id, MAIN, *await self._port.write(MAIN, begin))
        return 1

    # the steps

    def _closed(self, tx: Transaction, chosen: Chosen, everywhere: bool) -> Closure:
        """What goes with what was chosen; with `everywhere` also what says the same, which is then chosen too."""
        closure = close(tx, chosen, self._port.registry)
        while everywhere:
            mine = _visible(tx, survey(tx, closure, told_besides(tx, closure)).elsewhere)
            if not mine:
                break
            chosen.items |= {one.id for one in mine if one.kind == "item"}
            for one in mine:
                if one.kind == "record":
                    chosen.spans |= {(one.id, *span) for span in one.spans or ((0, WHOLE),)}
            closure = close(tx, chosen, self._port.registry)
        return closure

    async def _carry_out(self, erasure_id: str, scope: str, chosen: Chosen, closure: Closure) -> Certificate:
        folders, texts = self._folders(), closure.texts()
        ids = [*closure.gone, *closure.records]
        changed = await self._port.run(lambda: _rewritten(folders, texts, ids))

        def work(tx: Transaction) -> tuple[_Removed, Closure]:
            now = close(tx, chosen, self._port.registry)  # something may have been drawn from it meanwhile
            said = now.texts()
            vectors = tx.vectors_of([*now.gone], [*now.records])
            sha256s = sorted({file.sha256 for name in now.blank for file in now.records[name].attachments})
            told = told_besides(tx, now)
            counts = remove(tx, now, self._port.registry)
            besides = survey(tx, now, told, is_removed=True)
            certificate = Certificate(
                erasure_id,
                self._port.agent_id,
                scope,
                tx.now,
                tx.now,
                tuple(now.gone),
                tuple(now.records),
                counts,
                tuple(changed),
                elsewhere=tuple(Elsewhere(one.id, one.kind) for one in besides.elsewhere),
            )
            tx.erasures.move(erasure_id, REMOVED, {"bytes": sha256s}, certificate.as_json())
            bare = [vector for vector in vectors if isinstance(vector, bytes)]
            unique = [text for text in said if text not in besides.standing]
            return _Removed(certificate, sha256s, unique, besides.rare, bare), now

        removed, now = await self._port.write(scope, work)
        if set(removed.texts) - set(texts) - {""}:
            await self._port.run(lambda: _rewritten(folders, removed.texts, [*now.gone, *now.records]))
        await self._tell_again(scope, now)
        return await self._finish(removed)

    async def _finish(self, removed: _Removed) -> Certificate:
        """Old bytes go, then every byte is looked at, then it is certified."""
        await self._port.note(removed.certificate.scope, lambda tx: tx.drop_bytes(removed.sha256s))
        forget_texts()
        operator = await self._port.run(self._port.store.purge)
        try:
            await self._renew()
        except PerdureError as failure:  # the look at every byte tells whether anything is left in them
            operator = [*operator, failure.message]
        certificate = replace(removed.certificate, operator=tuple(operator))
        folders = self._folders()
        if folders and (removed.texts or removed.words or removed.vectors):
            certificate = await self._port.run(lambda: self._looked(folders, removed, certificate))

        def done(tx: Transaction) -> tuple[Certificate, list[Tombstone]]:
            finished = replace(certificate, finished_at=tx.now)
            tx.erasures.move(finished.id, DONE, {}, finished.as_json())
            return finished, tx.tombstones.all()

        finished, stones = await self._port.note(certificate.scope, done)
        folder = self._port.folder
        if folder is not None and folder.is_dir():
            await self._port.run(lambda: write_beside(folder, stones))
        return finished

    def _folders(self) -> list[Path]:
        """Where this agent has files, each place once: beside its database, and its workspace."""
        named = [self._port.store.folder, self._port.folder, self._port.workspace]
        found = list(dict.fromkeys(path.resolve() for path in named if path is not None and path.is_dir()))
        return [path for path in found if not any(path != other and path.is_relative_to(other) for other in found)]

    def _looked(self, folders: Sequence[Path], removed: _Removed, certificate: Certificate) -> Certificate:
        """The certificate with what the look at every byte has found. Where it is something, all is written anew."""
        patterns = files.patterns_of(removed.texts) | set(removed.vectors)
        words = {word.encode() for word in removed.words}
        looked = files.look_all(folders, patterns, words)
        if any(Path(name).name in files.DATABASES for name in looked.hits):
            self._port.store.sweep()
            looked = files.look_all(folders, patterns, words)
        return replace(
            certificate,
            scanned_files=looked.files,
            scanned_bytes=looked.size,
            leftovers=looked.hits,
            is_scanned=True,
        )

    async def _tell_again(self, scope: str, closure: Closure) -> None:
        """Episodes that went because of a part of their session are told again from the rest."""
        for item in closure.gone.values():
            name = str(item.value.get("session_id") or "")
            if item.type != "episodes" or item.status is not Status.ACTIVE or name in closure.sessions:
                continue
            if name and name in {record.session_id for record in closure.records.values()}:
                await self._retell(name)


def _rewritten(folders: Sequence[Path], texts: Sequence[str], ids: Sequence[str]) -> list[str]:
    return [name for folder in folders for name in files.rewrite(folder, texts, ids)]


def _visible(tx: Transaction, other: Sequence[Elsewhere]) -> list[Elsewhere]:
    """Those that are this scope's own."""
    records = tx.records_by_id([one.id for one in other if one.kind == "record"])
    items = tx.items_by_id([one.id for one in other if one.kind == "item"])
    scopes = {record.id: record.scope for record in records.values()} | {i.id: i.scope for i in items.values()}
    return [one for one in other if scopes.get(one.id) == tx.scope]


def _shown(scope: str, closure: Closure, other: Sequence[Elsewhere]) -> ErasurePreview:
    """The closure as somebody in this scope may see it."""
    blank = set(closure.blank)
    spans = [
        CutSpan(name, start, min(end, len(record.content or "")), (record.content or "")[start:end], name in blank)
        for name, record in closure.records.items()
        for start, end in closure.cuts[name]
    ]
    gone = [item for item in closure.gone.values() if item.id not in closure.shortened]
    rewritten = [one.item for one in closure.shortened.values()]
    kept = [item for item, _ in closure.kept.values()]
    going, again, weaker = (
        tuple(one for one in part if one.scope in (scope, SHARED)) for part in (gone, rewritten, kept)
    )
    return ErasurePreview(going, again, weaker, tuple(spans), tuple(other))


def _parsed(erasure: Erasure, agent_id: str) -> Certificate:
    """A certificate as far as it had come."""
    shape = erasure.certificate
    return Certificate(
        erasure.id,
        agent_id,
        erasure.scope,
        erasure.asked_at,
        erasure.asked_at,
        tuple(shape["items"]),
        tuple(shape["records"]),
        shape["counts"],
        tuple(shape["files"]),
        elsewhere=tuple(Elsewhere(one["id"], one["kind"]) for one in shape["elsewhere"]),
    )


def _checked(target: object) -> ErasureTarget:
    if not isinstance(target, ErasureTarget):
        raise InvalidInput(f"`target` must be an `ErasureTarget`: got {type(target).__name__}", field="target")
    return target.checked()
