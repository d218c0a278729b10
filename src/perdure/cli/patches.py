"""Commands about what changed in the world since a model was trained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.messages import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.mind.feeds import FeedReport
    from perdure.mind.patches import PatchBlock
    from perdure.store.patching import Application


def add(
    place: CommandPlace,
    description: Annotated[str, typer.Argument(help="What changed, in a few words.", show_default=False)],
    kind: Annotated[str, typer.Option(help="technology, policy, event or correction.")] = "technology",
    add: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Statement to add (repeatable).", show_default=False)
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Statement that is no longer true (repeatable).", show_default=False),
    ] = None,
    update: Annotated[
        list[str] | None,
        typer.Option(metavar="OLD=NEW", help="Replacement, e.g. 'Twitter=X' (repeatable).", show_default=False),
    ] = None,
    date: Annotated[
        str | None, typer.Option(help="Date it happened, e.g. 2025-10-07 (default: today).", show_default=False)
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Domain it concerns, e.g. python (repeatable).", show_default=False),
    ] = None,
    url: Annotated[str | None, typer.Option(help="Source URL.", show_default=False)] = None,
) -> None:
    """Add a patch: what changed in the world. It takes effect immediately."""
    from perdure.cli import receipts as told
    from perdure.cli.writing import check
    from perdure.mind.patches_front import patch

    given: dict[str, Any] = {
        "add": add or (),
        "remove": remove or (),
        "update": _updates(update or []),
        "event_date": date,
        "domains": domain or (),
        "url": url,
    }
    with place.memory(create=True, first=lambda: check(place, patch(kind, description, **given))) as memory:
        receipt = memory.patches.add(kind, description, **given, scope=place.scope)
        ids = [] if place.json else [o.item_id for o in receipt.outcomes if o.item_id is not None]
        items = {item_id: memory.item(item_id, scope=place.scope) for item_id in ids}
    answer(place, {"receipts": [receipt.as_json()]}, lambda: told.receipt(receipt, items))


def list_patches(
    place: CommandPlace,
    kind: Annotated[
        str | None, typer.Option(help="Only technology, policy, event or correction.", show_default=False)
    ] = None,
    waiting: Annotated[bool, typer.Option("--waiting", help="Only patches waiting for review.")] = False,
    model: Annotated[
        str | None, typer.Option(help="As this model would see them, e.g. gpt-4o.", show_default=False)
    ] = None,
    cutoff: Annotated[
        str | None, typer.Option(help="As a model with this training cutoff would see them.", show_default=False)
    ] = None,
    language: Annotated[str, typer.Option(help="en or zh.")] = "en",
) -> None:
    """List patches, or preview what a model would be shown.

    With `--model` or `--cutoff`: as that model would see them. A preview is not logged.
    """
    if (model is not None or cutoff is not None) and (kind is not None or waiting):
        raise UsageError("`--model` and `--cutoff` show all that applies", hint=say("hint.no_kind_nor_waiting"))
    with place.memory() as memory:
        if model is not None or cutoff is not None:
            block = memory.patches.preview(model=model, cutoff=cutoff, language=language, scope=place.scope)
            answer(place, block.as_json(), lambda: _block(block))
            return
        status = "pending" if waiting else "active"
        items = memory.patches.list(kind, status, scope=place.scope)
    from perdure.cli import show as view

    answer(place, {"items": [item.as_json() for item in items]}, lambda: view.items(items, place, status))


def history(
    place: CommandPlace,
    key: Annotated[str | None, typer.Argument(help="Only this patch.", show_default=False)] = None,
    limit: Annotated[int, typer.Option(help="Maximum results, newest first.")] = 100,
) -> None:
    """Show where patches were applied, and the outcome."""
    with place.memory() as memory:
        found = memory.patches.history(key, limit=limit, scope=place.scope)
    answer(place, {"applications": [one.as_json() for one in found]}, lambda: _history(found))


def feeds(
    place: CommandPlace,
    feed: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=PLACE", help="Files or URLs (default: $PERDURE_FEEDS).", show_default=False),
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only entries newer than this date.", show_default=False)] = None,
    limit: Annotated[int, typer.Option(help="Maximum entries per feed, newest first.")] = 20,
) -> None:
    """Read changelogs and CVE lists, and propose patches.

    Nothing takes effect until you accept it with `perdure review`.
    """
    from perdure.config import default_feeds
    from perdure.mind.feeds import check_reading

    chosen = dict(_pair(one, "a feed", "python=CHANGELOG.md") for one in feed) if feed else default_feeds()
    if not chosen:
        raise UsageError("no feed is configured", hint=say("hint.set_feeds"))
    with (
        place.memory(create=True, first=lambda: check_reading(chosen, since, limit)) as memory,
        Progress("reading feeds"),
    ):
        reports = memory.patches.read_feeds(chosen, since=since, limit=limit, scope=place.scope)
    answer(place, {"feeds": [report.as_json() for report in reports]}, lambda: _feeds(reports))


def _updates(given: list[str]) -> dict[str, str]:
    return dict(_pair(one, "`--update`", "'Twitter=X'") for one in given)


def _pair(text: str, what: str, example: str) -> tuple[str, str]:
    before, equals, after = text.partition("=")
    if not (before.strip() and equals and after.strip()):
        raise UsageError(f"{what} must be `OLD=NEW`", hint=say("hint.for_example", example=example))
    return before.strip(), after.strip()


def _block(block: PatchBlock) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean

    yield Text(clean(block.title), "bold")
    for line in block.lines:
        yield Text.assemble("- ", clean(line.text), "  ", (clean(", ".join(line.keys)), "dim"))
    if not block.lines:
        yield Text("nothing new for this model", "dim")


def _history(found: list[Application]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, table_of, when

    if not found:
        yield Text("no patches applied yet")
        return
    table = table_of("when", "outcome", "model", "item", "why")
    for one in found:
        shown = (when(one.applied_at), one.outcome, one.model, one.patch_key, one.feedback or "")
        table.add_row(*(Text(clean(text)) for text in shown))
    yield table


def _feeds(reports: list[FeedReport]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, hint
    from perdure.types.wording import several

    for report in reports:
        if report.problem is not None:
            yield Text.assemble((clean(report.name), "bold"), "  ", (clean(report.problem), "red"))
            continue
        proposed = several(len(report.proposed), "patch", "patches")
        yield Text.assemble((clean(report.name), "bold"), f"  proposed {proposed}; {report.known:,} known already")
        for key in report.proposed:
            yield Text(f"- {clean(key)}", "dim")
    if any(report.proposed for report in reports):
        yield hint("decide with: ", "perdure review")
