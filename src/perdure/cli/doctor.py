"""`perdure doctor`: is everything that is kept still what was kept, and what to do if not?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace
from perdure.cli.progress import Progress
from perdure.errors import NotFound, PerdureError

if TYPE_CHECKING:
    from perdure.agent import AgentMemory
    from perdure.runtime import Runtime
    from perdure.store.contract import Diagnosis


def doctor(
    place: CommandPlace,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild the index from the items, then check.")] = False,
    all_agents: Annotated[bool, typer.Option("--all-agents", help="Check every agent in this home.")] = False,
) -> None:
    """Check integrity, and say how to fix what is wrong.

    Engine, files, hash chain, versions, evidence, index, pending and failed jobs.
    """
    import asyncio

    from perdure.cli import show as view

    with Progress("checking"):
        found = asyncio.run(_examine(place, repair=repair, all_agents=all_agents))
    is_well = all(finding.ok for _, finding in found)
    shape = {"findings": [{**finding.as_json(), "agent": agent} for agent, finding in found], "ok": is_well}
    answer(place, shape, lambda: view.findings(found, place.shown))
    if not is_well:
        raise typer.Exit(1)


async def _examine(place: CommandPlace, *, repair: bool, all_agents: bool) -> list[tuple[str | None, Diagnosis]]:
    """Findings by agent; those of the engine have none. Whatever cannot be opened is a finding, not an error."""
    from perdure.config import Config
    from perdure.runtime import Runtime

    found: list[tuple[str | None, Diagnosis]] = []
    agents = [] if all_agents else [place.agent_id]
    try:
        async with Runtime(place.address, config=Config(background=False), embedder="none") as runtime:
            found += [(None, finding) for finding in await runtime.check()]
            if all_agents:
                agents = [row.id for row in await runtime.agents()]
            for agent in agents:
                found += [(agent, finding) for finding in await _agent(runtime, agent, repair=repair)]
    except PerdureError as error:
        found.append((None, _trouble("home", error)))
    return found


async def _agent(runtime: Runtime, agent: str, *, repair: bool) -> list[Diagnosis]:
    try:
        memory = await runtime.agent(agent, create=False)
    except NotFound as error:
        return [_trouble("agent", error)]
    except PerdureError as error:
        return [_trouble("database", error)]
    done = [await _repair(memory)] if repair else []
    try:
        return [*done, *await memory.check()]
    except PerdureError as error:
        return [*done, _trouble("database", error)]


async def _repair(memory: AgentMemory) -> Diagnosis:
    from perdure.store.contract import Diagnosis
    from perdure.types.wording import several

    try:
        count = await memory.rebuild_index(at_once=True)
    except PerdureError as error:
        return _trouble("repair", error)
    return Diagnosis("repair", True, f"index rebuilt from {several(count, 'item')}")


def _trouble(check: str, error: PerdureError) -> Diagnosis:
    from perdure.store.contract import Diagnosis

    # Whoever reads this has run the doctor already.
    is_circular = error.hint is not None and "perdure doctor" in error.hint
    return Diagnosis(check, False, error.message, "restore it from a backup" if is_circular else error.hint)
