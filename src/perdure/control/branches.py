"""Forking, comparing and merging memories, each with a port of its own."""

from __future__ import annotations

from dataclasses import replace

from perdure.control.fork import Fork, identity_key, make_own
from perdure.control.merge import MergeReport, base_of, fork_base, merge, read_other
from perdure.control.state import Diff, State, compare, state_at, touched_since
from perdure.intake.origin import Criteria
from perdure.intake.policy import MemoryPolicy
from perdure.port import Port
from perdure.store.contract import Engine
from perdure.store.points import Point, PointLike, point_of
from perdure.store.transaction import Transaction
from perdure.values import MAIN, SHARED


async def run_fork(parent: Port, engine: Engine, new: str, at: PointLike | None) -> Fork:
    """Copy an agent's memory and make the copy its own."""

    def begin(tx: Transaction) -> tuple[Point, frozenset[str] | None]:
        if at is None:
            return Point(tx.sequence, tx.revision, tx.now), None
        point = point_of(tx, at, "at")
        return point, tx.files_until(point.sequence)

    point, files = await parent.read(MAIN, begin)
    fork = Fork(new, parent.agent_id, point)

    def finish(tx: Transaction) -> None:
        make_own(tx, fork, parent.registry, is_past=at is not None)

    await parent.run(lambda: engine.fork(parent.agent_id, new, finish=finish, files=files))
    return fork


async def compare_agents(first: Port, second: Port, scope: str) -> Diff:
    """What the second holds otherwise than the first. Who they are is compared, not what they are called."""
    ours = await first.read(MAIN, lambda tx: tx.lineage.ancestors())
    theirs = await second.read(MAIN, lambda tx: tx.lineage.ancestors())
    base = fork_base(ours, theirs, first.agent_id, second.agent_id)
    keys: set[tuple[str, str]] | None = None
    if base:  # what neither touched since they were one is the same
        keys = {(SHARED, identity_key(port.agent_id)) for port in (first, second)}
        for port in (first, second):
            keys |= await port.read(scope, lambda tx: touched_since(tx, base))
    states = [await port.read(scope, lambda tx: state_at(tx, tx.sequence, keys)) for port in (first, second)]
    return compare(*(_anonymous(state, port.agent_id) for state, port in zip(states, (first, second), strict=True)))


def _anonymous(state: State, agent_id: str) -> State:
    own = identity_key(agent_id)
    items = {name: replace(item, key="identity") if item.key == own else item for name, item in state.items.items()}
    return replace(state, items=items)


async def run_merge(source: Port, into: Port, policy: MemoryPolicy, scope: str, *, dry_run: bool) -> MergeReport:
    """Read the one memory, then write the other in one unit of work."""
    theirs = await source.read(MAIN, lambda tx: tx.lineage.ancestors())
    ours = await into.read(MAIN, lambda tx: tx.lineage.ancestors())
    here, there = base_of(ours, theirs, into.agent_id, source.agent_id)
    other = await source.read(scope, lambda tx: read_other(tx, source.agent_id, there))
    criteria = Criteria(into.agent_id, into.registry, into.config, policy)

    def work(tx: Transaction) -> MergeReport:
        since = tx.past.number_of(-here)[0] if here < 0 else here  # of a merge only the change set is known
        report = merge(tx, other, since, criteria)
        return replace(report, revision=None) if dry_run else report

    return await into.write(scope, work, dry_run=dry_run)
