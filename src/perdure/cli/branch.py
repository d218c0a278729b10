"""Commands about several memories: fork one, compare two, merge one into another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from perdure.cli.answer import answer
from perdure.cli.past import DRY, Yes
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.control.merge import MergeReport
    from perdure.runtime import Runtime

T = TypeVar("T")


def in_home(place: CommandPlace, work: Callable[[Runtime], Awaitable[T]]) -> T:
    """Do something with the agents of a home. No model is needed for it."""
    from perdure.runtime import Runtime

    async def run() -> T:
        config = replace(place.settings.config, background=False)
        async with Runtime(place.address, config=config, embedder="none") as runtime:
            return await work(runtime)

    import asyncio

    return asyncio.run(run())


def fork(
    place: CommandPlace,
    new: Annotated[str | None, typer.Argument(metavar="NEW", help="The new agent.", show_default=False)] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="POINT", help="From a time, change set or snapshot.", show_default=False),
    ] = None,
) -> None:
    """Make a new agent with this agent's memory.

    From then on each goes its own way. Without NEW it lists where this agent's memory came from.
    """
    if new is None:
        if at is not None:
            raise UsageError("`--at` needs a name for the new agent", hint="`perdure fork NEW --at POINT`")
        found = in_home(place, lambda runtime: runtime.ancestors(place.agent_id))
        lines = [f"{one.kind}  {one.agent_id}  {one.at:%Y-%m-%d %H:%M} UTC" for one in found]
        answer(place, {"ancestors": [one.as_json() for one in found]}, lambda: lines or ["it came from no other agent"])
        return
    with Progress("copying"):
        made = in_home(place, lambda runtime: runtime.fork(place.agent_id, new, at=at))
    said = f"`{made.agent_id}` has the memory of `{made.parent_id}` after change set {made.at.revision}"
    answer(place, made.as_json(), lambda: [said])


def merge(
    place: CommandPlace,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="The agent to merge in.", show_default=False)],
    yes: Yes = False,
) -> None:
    """Merge what another agent learned into this one.

    What only the other changed comes in; what both changed is settled by the rules of its type, or waits for review.
    The other agent stays as it is. `perdure undo` takes the two apart again.
    """
    with Progress("merging"):
        report = in_home(
            place,
            lambda runtime: runtime.merge(source, place.agent_id, scope=place.scope_name, dry_run=not yes),
        )
    answer(place, {"dry_run": not yes, **report.as_json()}, lambda: _reported(report, done=yes))


def _reported(report: MergeReport, *, done: bool) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, short

    words = {"taken": "taken", "ended": "ended", "kept": "kept, ours is later"}
    for name, word in words.items():
        for item in getattr(report, name):
            yield Text(f"{word}: {short(item.content, 160)}")
    for outcome in report.settled:
        yield Text(clean(f"settled: {outcome.key} ({outcome.reason})"))
    for outcome in report.review:
        yield Text(clean(f"for review: {outcome.key} ({outcome.reason})"))
    if report.records:
        yield Text(f"records of conversations: {report.records:,}")
    if not done:
        yield DRY
    elif report.revision is None:
        yield "there was nothing to merge"
    else:
        yield f"done; undo it with `perdure undo {report.revision} --yes`"
