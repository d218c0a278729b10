"""`perdure context`: what memory would put into a prompt, as a person wants to see it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace
from perdure.cli.progress import Progress, tell_if_by_words
from perdure.cli.reading import AsOf

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.context.pack import Citation, ContextPack

BAR = 24
"""Characters of a bar that stands for the whole budget."""


class Mode(StrEnum):
    """How much is recalled without being asked for."""

    AUTO = "auto"
    ON_DEMAND = "on_demand"
    STRATEGY = "strategy"


def context(
    place: CommandPlace,
    message: Annotated[str, typer.Argument(help="The user's message.", show_default=False)],
    budget: Annotated[int, typer.Option(help="Token budget.")] = 2_000,
    mode: Annotated[
        Mode, typer.Option(help="auto: recall what is relevant; on_demand: leave it to the model; strategy: by task.")
    ] = Mode.AUTO,
    session: Annotated[
        str | None, typer.Option(help="Include the recent turns of this session.", show_default=False)
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model that will read it.", show_default=False)] = None,
    words: Annotated[bool, typer.Option("--words", help="Keyword search only; do not load the model.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print only the text, as it goes into the prompt.")] = False,
    as_of: AsOf = None,
) -> None:
    """Show the context that memory composes for a message.

    Blocks, tokens per block, citations, and what was left out.
    """
    with place.memory(meaning=not words) as memory:
        with Progress("computing vectors") as progress:
            memory.index.catch_up(items_only=True, report=progress.advance)
        pack = memory.compose(
            session, message, budget=budget, mode=mode.value, model=model, scope=place.scope, as_of=as_of
        )
        tell_if_by_words(memory)
    answer(place, pack.as_json(), pack.text if text else lambda: _picture(pack))


def _picture(pack: ContextPack) -> Iterator[RenderableType]:
    from rich.panel import Panel
    from rich.text import Text

    from perdure.cli import show

    yield _bars(pack)
    cited = {citation.id: citation for citation in pack.citations}
    for name, block in pack.blocks.items():
        first, *rows = block.text.split("\n")
        title = first.partition("> ")[2]
        body = Text("\n".join(map(show.clean, rows[:-1])))
        yield Panel(body, title=Text(f"{name}: {title}"), title_align="left", border_style="dim")
    if cited:
        yield Text("citations", "bold")
        yield show.grid((short, _where(citation)) for short, citation in cited.items())
    if pack.lookup:
        yield Text(f"archive searched: {pack.lookup}", "dim")
    yield from _left_out(pack)


def _bars(pack: ContextPack) -> RenderableType:
    from perdure.cli.show import table_of

    table = table_of("block", "tokens", "")
    for name, block in pack.blocks.items():
        table.add_row(name, f"{block.tokens:,}", _bar(block.tokens, pack.budget))
    table.add_section()
    table.add_row("all", f"{pack.tokens:,} of {pack.budget:,}", _bar(pack.tokens, pack.budget))
    return table


def _bar(tokens: int, budget: int) -> str:
    filled = round(BAR * tokens / budget)
    return "█" * max(1, filled) + "·" * (BAR - max(1, filled))


def _where(citation: Citation) -> str:
    from perdure.cli import show

    what = citation.key or citation.record_id or ", ".join(e.document_id or "" for e in citation.evidence)
    return f"{show.clean(what)}  ({citation.block}, {citation.source}, trust {citation.trust:.1f})"


def _left_out(pack: ContextPack) -> Iterator[RenderableType]:
    from collections import Counter

    from rich.text import Text

    if not pack.dropped:
        yield Text("nothing was left out", "dim")
        return
    yield Text("left out", "bold")
    for (block, reason), count in Counter((dropped.block, dropped.reason) for dropped in pack.dropped).items():
        yield Text(f"  {count} × {block}: {reason}")
