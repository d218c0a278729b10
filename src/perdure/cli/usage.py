"""`perdure usage`: what sessions take in tokens, and what models were paid for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace

if TYPE_CHECKING:
    from rich.console import RenderableType


def usage(
    place: CommandPlace,
    limit: Annotated[int, typer.Option(help="Maximum rows per table, newest first.")] = 20,
    calls: Annotated[
        bool, typer.Option("--calls", help="List which items and records a model was shown, by id.")
    ] = False,
) -> None:
    """Show token usage per session and per model."""
    if calls:
        _calls(place, limit)
        return
    with place.memory() as memory:
        sessions = memory.archive.sessions(limit=limit, scope=place.scope_name)
        spent = memory.usage.list(limit=limit, scope=place.scope_name)
        today = memory.usage.today()
    cap = place.settings.config.daily_tokens

    def picture() -> Iterator[RenderableType]:
        from perdure.cli.show import clean, table_of

        table = table_of("session", "turns", "messages", "tokens")
        for one in sessions:
            table.add_row(clean(one.id), f"{one.turn_count:,}", f"{one.message_count:,}", f"{one.total_tokens:,}")
        yield table
        if not spent:
            yield f"no model used yet; {cap:,} tokens a day are allowed"
            return
        models = table_of("day", "purpose", "model", "calls", "failed", "in", "out")
        for row in spent:
            counts = (row.calls, row.failures, row.tokens_in, row.tokens_out)
            models.add_row(row.day, row.purpose, clean(row.model), *(f"{count:,}" for count in counts))
        yield models
        yield f"today {today.tokens:,} of {cap:,} tokens, all scopes together"

    shape = {
        "sessions": [
            {"id": one.id, "turns": one.turn_count, "messages": one.message_count, "tokens": one.total_tokens}
            for one in sessions
        ],
        "models": [row.as_json() for row in spent],
        "today": {"tokens": today.tokens, "calls": today.calls, "failures": today.failures, "cap": cap},
    }
    answer(place, shape, picture)


def _calls(place: CommandPlace, limit: int) -> None:
    with place.memory() as memory:
        found = memory.usage.calls(limit=limit, scope=place.scope_name)

    def picture() -> Iterator[RenderableType]:
        from perdure.cli.show import clean, table_of

        if not found:
            yield "no model was shown anything of this scope"
            return
        table = table_of("when", "purpose", "provider", "model", "outcome", "items", "records")
        for one in found:
            shown = f"{len(one.items):,}", f"{len(one.records):,}"
            table.add_row(
                f"{one.at:%Y-%m-%d %H:%M}", one.purpose, clean(one.provider), clean(one.model), one.outcome, *shown
            )
        yield table

    answer(place, {"calls": [one.as_json() for one in found]}, picture)
