"""The command that shows what waits for a person's word, and takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.messages import say

if TYPE_CHECKING:
    from perdure.control.undo import Undone


def review(
    place: CommandPlace,
    show: Annotated[str | None, typer.Option(metavar="ID", help="Only this one.", show_default=False)] = None,
    accept: Annotated[str | None, typer.Option(metavar="ID", help="Accept.", show_default=False)] = None,
    reject: Annotated[str | None, typer.Option(metavar="ID", help="Reject.", show_default=False)] = None,
    keep_both: Annotated[
        str | None, typer.Option(metavar="ID", help="Keep both of a doubtful pair.", show_default=False)
    ] = None,
    accept_all_from: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Accept all from a source, e.g. tool.", show_default=False)
    ] = None,
) -> None:
    """Show items waiting for review, or decide on them."""
    if sum(given is not None for given in (show, accept, reject, keep_both, accept_all_from)) > 1:
        raise UsageError(
            "give one of `--show`, `--accept`, `--reject`, `--keep-both` and `--accept-all-from`",
            hint=say("hint.one_option"),
        )
    from perdure.cli import receipts as told

    with place.memory() as memory:
        if accept is None and reject is None and keep_both is None and accept_all_from is None:
            waiting = (
                memory.review.list(scope=place.scope) if show is None else [memory.review.show(show, scope=place.scope)]
            )
            answer(place, {"reviews": [one.as_json() for one in waiting]}, lambda: told.waiting(waiting))
            return
        if accept is not None:
            receipt = memory.review.accept(accept, scope=place.scope)
        elif reject is not None:
            receipt = memory.review.reject(reject, scope=place.scope)
        elif keep_both is not None:
            receipt = memory.review.keep_both(keep_both, scope=place.scope)
        else:
            receipt = memory.review.accept_all_from(accept_all_from or "", scope=place.scope)
        ids = [] if place.json else [o.item_id for o in receipt.outcomes if o.item_id is not None]
        items = {item_id: memory.item(item_id, scope=place.scope) for item_id in ids}
    answer(place, {"receipts": [receipt.as_json()]}, lambda: told.receipt(receipt, items))


def undo(
    place: CommandPlace,
    revision: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="The change set to undo.", show_default=False)
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(help="Source to undo, e.g. tool:web_search or session:s1.", show_default=False),
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="With --source: only since this time.", show_default=False)
    ] = None,
    through: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="And all change sets up to this one.", show_default=False)
    ] = None,
    keep_later: Annotated[
        bool, typer.Option("--keep-later", help="With NUMBER: keep what was changed again since.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Apply. Without it this is a dry run.")] = False,
) -> None:
    """Undo one change set, or everything that came from one source.

    What it added is removed, what it replaced is restored. Without `--yes` this is a dry run.
    """
    if (revision is None) == (source is None):
        raise UsageError("give the number of a change set or `--source`", hint=say("hint.list_changes"))
    if revision is not None:
        _undo_change(place, revision, through, keep_later=keep_later, yes=yes)
        return
    from perdure.clock import given_time

    with place.memory() as memory:
        undone = memory.review.undo_source(
            source or "",
            since=None if since is None else given_time(since, "since"),
            dry_run=not yes,
            scope=place.scope,
        )
    answer(place, {"dry_run": not yes, **undone.as_json()}, lambda: _undone(undone, done=yes))


def _undo_change(place: CommandPlace, revision: int, through: int | None, *, keep_later: bool, yes: bool) -> None:
    from perdure.cli.past import DRY
    from perdure.cli.show import short

    with place.memory() as memory:
        done = memory.history.undo(revision, through=through, keep_later=keep_later, dry_run=not yes, scope=place.scope)
    lines = [] if done is None else [f"{c.action}: {short(i.content, 160) if i else c.key}" for c, i in done.changes]
    undone = f"done; undo it with `perdure undo {done.revision} --yes`" if done else "nothing was left to undo"
    shape = {"dry_run": not yes, "change_set": None if done is None else done.as_json()}
    answer(place, shape, lambda: [*lines, undone if yes or done is None else DRY])


def _undone(undone: Undone, *, done: bool) -> list[str]:
    if not undone:
        return ["nothing from this source"]
    words = {
        "gone": "undone",
        "back": "restored",
        "rebuilt": "kept without this source",
        "weakened": "confidence lowered",
    }
    lines = [f"{words[name]}: {item.content}" for name in words for item in getattr(undone, name)]
    return [*lines, "done" if done else "dry run: nothing was changed; add `--yes` to apply"]
