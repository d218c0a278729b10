"""Making a memory again from the files of a workspace alone, and keeping those files behind the commits."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from perdure.errors import Conflict
from perdure.files.ledger import (
    PAGE,
    AgentLedger,
    LedgerHead,
    RebuildCounts,
    ScopeLedger,
    append_history,
    drop_history,
    head_of,
    load_history,
    load_ledger,
    read_ledger,
    store_of,
    write_ledger,
)
from perdure.intake.restore import Brought, restore
from perdure.messages import say
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import MAIN, Record, Session

ITEMS_AT_ONCE = 500
ADDED_AT_MOST = 5_000
"""Lines behind which a ledger is written whole again: much of it has been overtaken."""


class ForeignLedger(Exception):
    """The ledger in a workspace is of another store: it may be all that is left of it."""


async def keep_ledger(port: Port, workspace: Path, *, anew: bool = False) -> bool:
    """Bring ledger and history up to the last commit. Says whether there was anything to write.

    History first: the ledger says how far it has come. With `anew` all of it is written again.
    """
    since = None if anew else await port.run(lambda: head_of(workspace))
    if since is not None and since.store != await port.read(MAIN, store_of):
        raise ForeignLedger
    if since is None:
        await port.run(lambda: drop_history(workspace))
    is_long = since is not None and since.added > ADDED_AT_MOST
    ledger = await port.read(MAIN, partial(_read, port.agent_id, None if is_long else since))
    if ledger is None:
        return False
    at = 0 if since is None else since.sequence
    while page := await port.read(MAIN, partial(_page, at, ledger.head.sequence)):
        await port.run(partial(append_history, workspace, page))
        at = page[-1].sequence
    await port.run(partial(write_ledger, workspace, ledger))
    return True


def _read(agent_id: str, since: LedgerHead | None, tx: Transaction) -> AgentLedger | None:
    return read_ledger(tx, agent_id, since)


def _page(after: int, last: int, tx: Transaction) -> list[Record]:
    return [record for _, record in tx.all_records(after=after, limit=PAGE) if record.sequence <= last]


async def rebuild(port: Port, workspace: Path) -> RebuildCounts:
    """Put what the files of a workspace hold into this agent, which must be empty."""
    if not await port.read(MAIN, lambda tx: tx.whole.is_empty()):
        raise Conflict("this agent holds something already", hint=say("hint.rebuild_into_new"))
    ledger = await port.run(lambda: load_ledger(workspace))
    records = 0
    for one in ledger.scopes:
        for session, compacted in one.sessions:
            said = await port.run(partial(load_history, workspace, one.scope, session.id))
            await port.write(one.scope, partial(_put_session, session, compacted, said))
            records += len(said)
    for one in ledger.scopes:
        for first in range(0, len(one.items), ITEMS_AT_ONCE):
            await port.write(one.scope, partial(_put_items, one, first, port.registry))
    for one in ledger.scopes:  # what is linked may be shared
        await port.write(one.scope, partial(_put_rest, one))
    return RebuildCounts(
        sum(len(one.sessions) for one in ledger.scopes), records, sum(len(o.items) for o in ledger.scopes)
    )


def _put_session(session: Session, compacted: object, said: list[Record], tx: Transaction) -> None:
    tx.whole.put_session(session, compacted)
    tx.put_records(session, said)
    tx.whole.put_totals(session)
    # What was read when it was said is not read again.
    tx.queue.close(session.id, sorted({record.turn_id for record in said}))


def _put_items(one: ScopeLedger, first: int, registry: Registry, tx: Transaction) -> None:
    held = [Brought(item) for item in one.items[first : first + ITEMS_AT_ONCE]]
    restore(tx, held, registry=registry, reason=say("log.rebuilt"))


def _put_rest(one: ScopeLedger, tx: Transaction) -> None:
    for span in one.spans:
        tx.withheld.add(span.record_id, span.start, span.end, item_id=span.item_id or None)
    for link in one.links:
        if len(tx.items_by_id([link.item_a, link.item_b])) == 2:  # one that is no longer held has nothing to disagree
            tx.links.add(link.item_a, link.item_b, link.kind)
