"""The commands for work that waits: list it, try it again, do it now; and for re-reading the archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from perdure.control.relearn_front import Relearned
    from perdure.store.queue import Job


def listed(
    place: CommandPlace,
    status: Annotated[
        str | None, typer.Option(help="Only this status: waiting, leased, done or dead.", show_default=False)
    ] = None,
) -> None:
    """List pending, finished and failed jobs.

    Failed jobs show the reason.
    """
    with place.memory() as memory:
        jobs = memory.jobs.list(status, scope=place.scope)
    answer(place, {"jobs": [job.as_json() for job in jobs]}, lambda: _jobs(jobs))


def retry(
    place: CommandPlace,
    job: Annotated[int | None, typer.Argument(help="Job number, from the list.", show_default=False)] = None,
    dead: Annotated[bool, typer.Option("--dead", help="All dead jobs.")] = False,
) -> None:
    """Retry a failed or waiting job."""
    if dead == (job is not None):
        raise UsageError("give the number of a job, or `--dead`", hint=say("hint.job_numbers"))
    with place.memory() as memory:
        chosen = [job] if job is not None else [one.id for one in memory.jobs.list("dead", scope=place.scope)]
        moved = [memory.jobs.retry(number, scope=place.scope) for number in chosen]
    answer(place, {"jobs": [one.as_json() for one in moved]}, lambda: _jobs(moved))


def run(place: CommandPlace) -> None:
    """Run due jobs now. Jobs that need an LLM keep waiting if none is configured."""
    with place.memory(rereading=True) as memory, Progress("running due jobs"):
        tried = memory.jobs.run_pending()
        jobs = [job for status in ("waiting", "dead") for job in memory.jobs.list(status, scope=place.scope)]
    from perdure.types.wording import several

    shape = {"tried": tried, "jobs": [job.as_json() for job in jobs]}
    answer(place, shape, lambda: [f"{several(tried, 'job')} done or tried", *_jobs(jobs)])


def relearn(
    place: CommandPlace,
    by: Annotated[str, typer.Option(help="Reader: rules or llm.")] = "rules",
    apply: Annotated[bool, typer.Option("--apply", help="Apply it as one change that can be undone.")] = False,
    undo: Annotated[int | None, typer.Option(metavar="REVISION", help="Undo that change.", show_default=False)] = None,
    session: Annotated[str | None, typer.Option(help="Only the turns of this session.", show_default=False)] = None,
    limit: Annotated[int, typer.Option(help="Maximum turns, oldest first.")] = 1_000,
) -> None:
    """Re-read the archive, and show what would change.

    With the current rules, or with an LLM.
    """
    if apply and undo is not None:
        raise UsageError("give one of `--apply` and `--undo`", hint=say("hint.undo_first"))
    scope = None if session else place.scope
    with place.memory() as memory, Progress("re-reading the archive"):
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
        return ["no jobs"]
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
        return [f"{several(found.turns, 'turn')} re-read: nothing to change"]
    if not was_written:
        return [*lines, hint("dry run; to apply: ", "perdure relearn --apply")]
    return [*lines, hint("to undo: ", f"perdure relearn --undo {found.revision}")]
