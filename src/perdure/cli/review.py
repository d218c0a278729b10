"""The command that shows what waits for a person's word, and takes it."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace, UsageError
from perdure.errors import NotFound
from perdure.messages import coded, say

if TYPE_CHECKING:
    from perdure.blocking import Memory
    from perdure.control.undo import Undone
    from perdure.values import Item, Receipt

UNDECIDED = frozenset({"review.gone", "review.decided"})
"""Why nothing was decided about an id."""
EDITS = 'perdure review --edit ID --text "I take the aisle seat."'


def review(
    place: CommandPlace,
    provisional: Annotated[
        bool, typer.Option("--provisional", help="List what is kept for a week because it is likely.")
    ] = False,
    show: Annotated[str | None, typer.Option(metavar="ID", help="Only this one.", show_default=False)] = None,
    accept: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Accept; may be repeated.", show_default=False)
    ] = None,
    reject: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Reject; may be repeated.", show_default=False)
    ] = None,
    edit: Annotated[
        str | None, typer.Option(metavar="ID", help="Put a provisional item in your words.", show_default=False)
    ] = None,
    text: Annotated[str | None, typer.Option(help="With --edit: the words.", show_default=False)] = None,
    keep_both: Annotated[
        str | None, typer.Option(metavar="ID", help="Keep both of a doubtful pair.", show_default=False)
    ] = None,
    accept_all_from: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Accept all from a source, e.g. tool.", show_default=False)
    ] = None,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="With --provisional: accept all of them.")] = False,
    reject_all: Annotated[bool, typer.Option("--reject-all", help="With --provisional: reject all of them.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --reject-all: do not ask for confirmation.")] = False,
) -> None:
    """Show items waiting for review, or decide on them.

    What is only likely is kept for a week and listed with `--provisional`: accepted it lasts, rejected it is withdrawn.
    """
    named = [given for given in (show, accept, reject, edit, keep_both, accept_all_from) if given]
    if len(named) + accept_all + reject_all > 1:
        raise UsageError(
            "give one of `--show`, `--accept`, `--reject`, `--edit`, `--keep-both`, `--accept-all-from`,"
            " `--accept-all` and `--reject-all`",
            hint=say("hint.one_option"),
        )
    if (accept_all or reject_all) and not provisional:
        raise UsageError("`--accept-all` and `--reject-all` need `--provisional`", hint=say("hint.add_provisional"))
    if (edit is None) != (text is None):
        raise UsageError("`--edit` and `--text` go together", hint=say("hint.for_example", example=EDITS))
    is_asked = reject_all and not yes
    if is_asked:
        _check_terminal()
    from perdure.cli import receipts as told

    with place.memory() as memory:
        decides, scope = memory.review, place.scope
        listed = [one.item for one in decides.list(provisional=True, scope=scope)] if accept_all or reject_all else []
        if is_asked:
            _agree(listed)
        # What somebody else has learned since is not among what was shown.
        only = [item.id for item in listed]
        if accept:
            receipt = decides.accept(*accept, scope=scope)
        elif reject:
            receipt = decides.reject(*reject, scope=scope)
        elif edit is not None:
            receipt = decides.edit(edit, text or "", scope=scope)
        elif keep_both is not None:
            receipt = decides.keep_both(keep_both, scope=scope)
        elif accept_all_from is not None:
            receipt = decides.accept_all_from(accept_all_from, scope=scope)
        elif accept_all:
            receipt = decides.accept_provisional(only=only, scope=scope)
        elif reject_all:
            receipt = decides.reject_provisional(only=only, scope=scope)
        else:
            one = None if show is None else decides.show(show, scope=scope)
            waiting = decides.list(provisional=provisional, scope=scope) if one is None else [one]
            answer(place, {"reviews": [one.as_json() for one in waiting]}, lambda: told.waiting(waiting))
            return
        items = {} if place.json else _spoken_of(memory, receipt, scope)
    answer(place, {"receipts": [receipt.as_json()]}, lambda: told.decided(receipt, items))
    if receipt.outcomes and all(coded(outcome.reason)["code"] in UNDECIDED for outcome in receipt.outcomes):
        raise typer.Exit(1)


def _check_terminal() -> None:
    """Somebody must be there to be asked."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(
            "this may reject more than intended, and there is no terminal to ask for confirmation",
            hint=say("hint.confirm"),
        )


def _spoken_of(memory: Memory, receipt: Receipt, scope: str | None) -> dict[str, Item]:
    """The items that a receipt speaks of, as far as they are there."""
    found: dict[str, Item] = {}
    for outcome in receipt.outcomes:
        if outcome.item_id is not None:
            with suppress(NotFound):
                found[outcome.item_id] = memory.item(outcome.item_id, scope=scope)
    return found


def _agree(going: list[Item]) -> None:
    from perdure.cli import show as view

    paper = view.screen(sys.stderr)
    for part in view.would_go(going):
        paper.print(part)
    if not going or not typer.confirm("Reject them?", err=True):
        note("nothing was rejected")
        raise typer.Exit(1)


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
