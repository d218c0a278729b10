"""The command that shows what waits for a person's word, and takes it."""

from __future__ import annotations

from typing import Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import Place, UsageError


def review(
    place: Place,
    show: Annotated[str | None, typer.Option(metavar="ID", help="Only this one.", show_default=False)] = None,
    accept: Annotated[
        str | None, typer.Option(metavar="ID", help="Let it hold, on your word.", show_default=False)
    ] = None,
    reject: Annotated[str | None, typer.Option(metavar="ID", help="Drop it.", show_default=False)] = None,
    accept_all_from: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Accept all from a source, as in tool.", show_default=False)
    ] = None,
) -> None:
    """Show what waits for your word, or decide on it."""
    if sum(given is not None for given in (show, accept, reject, accept_all_from)) > 1:
        raise UsageError(
            "give one of `--show`, `--accept`, `--reject` and `--accept-all-from`", hint="one decision at a time"
        )
    from perdure.cli import receipts as told

    with place.memory() as memory:
        if accept is None and reject is None and accept_all_from is None:
            waiting = (
                memory.review.list(scope=place.scope) if show is None else [memory.review.show(show, scope=place.scope)]
            )
            answer(place, {"reviews": [one.as_json() for one in waiting]}, lambda: told.waiting(waiting))
            return
        if accept is not None:
            receipt = memory.review.accept(accept, scope=place.scope)
        elif reject is not None:
            receipt = memory.review.reject(reject, scope=place.scope)
        else:
            receipt = memory.review.accept_all_from(accept_all_from or "", scope=place.scope)
        ids = [] if place.json else [o.item_id for o in receipt.outcomes if o.item_id is not None]
        items = {item_id: memory.item(item_id, scope=place.scope) for item_id in ids}
    answer(place, {"receipts": [receipt.as_json()]}, lambda: told.receipt(receipt, items))
