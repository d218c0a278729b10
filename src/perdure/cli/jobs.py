"""The commands for work that waits: list it, try it again, do it now; and for reading the archive again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import Place, UsageError
from perdure.cli.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from perdure.control.relearn_front import Relearned
    from perdure.store.queue import Job


def listed(
    place: Place,
    status: Annotated[
        str | None, typer.Option(help="Only waiting, leased, done or dead ones.", show_default=False)
    ] = None,
) -> None:
    """List work that waits, is done, or failed for good.

    What failed has its reason beside it.
    """
    with place.memory() as memory:
        jobs = memory.jobs.list(status, scope=place.scope)
    answer(place, {"jobs": [job.as_json() for job in jobs]}, lambda: _jobs(jobs))


def retry(
    place: Place,
    job: Annotated[int | None, typer.Argument(help="Its number, from the list.", show_default=False)] = None,
    dead: Annotated[bool, typer.Option("--dead", help="All that failed for good.")] = False,
) -> None:
    """Let what failed, or waits, be tried again from the start."""
    if dead == (job is not None):
        raise UsageError("give the number of a job, or `--dead`", hint="`perdure jobs list` shows the numbers")
    with place.memory() as memory:
        chosen = [job] if job is not None else [one.id for one in memory.jobs.list("dead", scope=place.scope)]
        moved = [memory.jobs.retry(number, scope=place.scope) for number in chosen]
    answer(place, {"jobs": [one.as_json() for one in moved]}, lambda: _jobs(moved))


def run(place: Place) -> None:
    """Do now what is due. Without an LLM only what rules can do is done; the rest waits on."""
    with place.memory() as memory, Progress("doing what is due"):
        tried = memory.jobs.run_pending()
        jobs = [job for status in ("waiting", "dead") for job in memory.jobs.list(status, scope=place.scope)]
    from perdure.types.wording import several

    shape = {"tried": tried, "jobs": [job.as_json() for job in jobs]}
    answer(place, shape, lambda: [f"{several(tried, 'job')} done or tried", *_jobs(jobs)])


def relearn(
    place: Place,
    by: Annotated[str, typer.Option(help="Who reads: rules or llm.")] = "rules",
    apply: Annotated[bool, typer.Option("--apply", help="Write it, as one change that can be undone.")] = False,
    undo: Annotated[
        int | None, typer.Option(metavar="REVISION", help="Put back what that change did.", show_default=False)
    ] = None,
    session: Annotated[str | None, typer.Option(help="Only the turns of this session.", show_default=False)] = None,
    limit: Annotated[int, typer.Option(help="At most so many turns, the oldest first.")] = 1_000,
) -> None:
    """Read the archive again, and show what would change.

    By the rules of today, or by an LLM.
    """
    if apply and undo is not None:
        raise UsageError("give one of `--apply` and `--undo`", hint="undo first, then look again")
    scope = None if session else place.scope
    with place.memory() as memory, Progress("reading the archive again"):
        if undo is not None:
            found = memory.relearn.undo(undo, scope=place.scope)
        elif apply:
            found = memory.relearn.apply(by, limit=limit, session=session, scope=scope)
        else:
            found = memory.relearn.preview(by, limit=limit, session=session, scope=scope)
    was_written = apply or undo is not None
    answer(place, {**found.as_json(), "applied": was_written}, lambda: _relearned(found, was_written))


def _jobs(jobs: Sequence[Job]) -> list[RenderableType]:
    from perdure.cli.show import clean, when

    if not jobs:
        return ["nothing waits"]
    return [
        f"{job.id}  {job.status}  {job.kind}  {clean(job.session_id)}"
        + (f" turn {job.turn_id}" if job.turn_id else "")
        + (f"  tried {job.retry_count}×" if job.retry_count else "")
        + (f"  not before {when(job.not_before)}" if job.status == "waiting" else "")
        + (f"  {clean(job.last_error)}" if job.last_error else "")
        for job in jobs
    ]


def _relearned(found: Relearned, was_written: bool) -> list[RenderableType]:
    from perdure.cli.show import hint, short
    from perdure.types.wording import several

    lines: list[RenderableType] = [
        f"{change.action}  {change.key}  {short(content)}  ({change.reason})" for change, content in found.changes
    ]
    if not found.changes:
        return [f"{several(found.turns, 'turn')} read again: nothing to change"]
    if not was_written:
        return [*lines, hint("nothing is written yet: ", "perdure relearn --apply", " does it")]
    return [*lines, hint("to put it back: ", f"perdure relearn --undo {found.revision}")]
