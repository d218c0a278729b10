"""Commands about the past: why something is remembered, what changed, and the ways back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.reading import AsOf
from perdure.language import language_of
from perdure.messages import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.control.audit import AuditReport
    from perdure.control.change_sets import ChangeSet
    from perdure.control.explain import Explanation
    from perdure.control.state import Diff

DRY = "dry run: nothing was changed; add `--yes` to apply"
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Apply. Without it this is a dry run.")]
Point = Annotated[str, typer.Argument(metavar="POINT", help="A time, a change set or a snapshot.", show_default=False)]


def why(
    place: CommandPlace,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="An id, a key, or words.", show_default=False)],
    as_of: AsOf = None,
) -> None:
    """Say why something is remembered, in the words it rests on.

    Shows who said it and when, what changed it and why, what may disagree, and when it was used.

    Words may be a question: perdure why "How do you know that I like jazz?"
    """
    with place.memory(meaning=True) as memory:
        found = memory.history.explain(what, as_of=as_of, scope=place.scope)
    answer(place, found.as_json(), lambda: _explained(found, what))


def _explained(found: Explanation, what: str) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    from perdure.cli.show import clean, table_of, when
    from perdure.control.explain import told

    content, standing, *rest = told(found, language_of(what))
    yield Text(clean(content), "bold")
    yield Text(clean(standing), "dim")
    for line in rest:
        yield Padding(Text(clean(line)), (0, 0, 0, 2), expand=False)
    table = table_of("change", "when", "what", "by", "why")
    numbers = {version.id: version.version for version in found.history.versions}
    for change in found.history.changes:
        what_done = change.action + (f" v{numbers[change.item_id]}" if numbers.get(change.item_id) else "")
        table.add_row(str(change.revision), when(change.at), what_done, change.source.value, Text(clean(change.reason)))
    yield Text.assemble((clean(found.history.key), "dim"), ("  ", ""), (found.item.id, "dim"))
    yield table


def timeline(
    place: CommandPlace,
    what: Annotated[
        str | None, typer.Argument(metavar="WHAT", help="An id, a key, an entity or words.", show_default=False)
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="From this time on.", show_default=False)] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Up to this time.", show_default=False)] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write it as a picture.", show_default=False)
    ] = None,
) -> None:
    """Show from when to when things were believed and true.

    Of one thing, of an entity and what mentions it, or of a whole period.
    """
    from perdure.clock import given_time

    with place.memory(meaning=what is not None) as memory:
        found = memory.history.timeline(
            what,
            since=None if since is None else given_time(since, "since"),
            until=None if until is None else given_time(until, "until"),
            scope=place.scope,
        )
    if svg is not None:
        from perdure.control.timeline_svg import as_svg

        _write(svg, as_svg(found))
    answer(place, found.as_json(), lambda: _lines(found.as_text() or ["nothing in this time"]))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"`{file}` cannot be written: {error.strerror}", hint=say("hint.other_file")) from None


def _lines(lines: list[str]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean

    return (Text(clean(line)) for line in lines)


def changes(
    place: CommandPlace,
    revision: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="Only this change set, in full.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(help="Maximum number of change sets.")] = 20,
    with_use: Annotated[bool, typer.Option("--with-use", help="Also those that only counted use.")] = False,
) -> None:
    """List what changed, newest first, by change set.

    A change set is a turn, a review, a merge, a rollback or any other write that changed something.
    """
    with place.memory() as memory:
        if revision is not None:
            found = [memory.history.change(revision, scope=place.scope)]
        else:
            found = memory.history.changes(limit=limit, with_use=with_use, scope=place.scope)
    answer(place, {"change_sets": [one.as_json() for one in found]}, lambda: _listed(found, whole=revision is not None))


def _listed(found: list[ChangeSet], *, whole: bool) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, hint, short, table_of, when

    if not found:
        yield Text("nothing has changed here yet")
        return
    table = table_of("change", "when", "what")
    for one in found:
        done = ", ".join(f"{action} {count}" for action, count in one.actions.items())
        lines = [f"{change.action}: {short(item.content if item else change.key, 100)}" for change, item in one.changes]
        shown = lines if whole else [line for line in lines if not line.startswith("used")][:3]
        state = " (undone)" if one.is_undone else ""
        table.add_row(str(one.revision), when(one.at), Text("\n".join([done + state, *map(clean, shown)])))
    yield table
    yield hint("undo one: ", "perdure undo NUMBER")


def rollback(place: CommandPlace, to: Point, yes: Yes = False) -> None:
    """Make everything in this scope what it was at a point. This can be undone.

    The point is a time (2026-05-01T09:00:00Z), the number of a change set (right after it), or a snapshot.
    """
    with place.memory() as memory:
        done = memory.history.rollback(to, dry_run=not yes, scope=place.scope)
    shape = {"dry_run": not yes, **done.as_json()}
    undo = f"done; undo it with `perdure undo {done.revision} --yes`" if done.revision else "nothing had changed since"
    answer(place, shape, lambda: [*differences(done.diff), undo if yes else DRY])


def diff(
    place: CommandPlace,
    before: Annotated[
        str | None, typer.Argument(metavar="POINT", help="The earlier point.", show_default=False)
    ] = None,
    after: Annotated[
        str | None, typer.Argument(metavar="POINT", help="The later point (default: now).", show_default=False)
    ] = None,
    other: Annotated[
        str | None, typer.Option("--with", metavar="AGENT", help="Compare with this agent.", show_default=False)
    ] = None,
) -> None:
    """Show what changed between two points, or between two agents.

    A point is a time, the number of a change set, or a snapshot.
    """
    if (before is None) == (other is None):
        raise UsageError("give a point, or `--with` another agent", hint=say("hint.list_changes"))
    if other is not None:
        from perdure.cli.branch import in_home

        found = in_home(place, lambda runtime: runtime.diff(place.agent_id, other, scope=place.scope_name))
    else:
        with place.memory() as memory:
            found = memory.history.diff(before or "", after, scope=place.scope)
    answer(place, found.as_json(), lambda: differences(found))


def differences(found: Diff) -> Iterator[RenderableType]:
    """What differs, a line for each thing that went and that came."""
    from rich.text import Text

    from perdure.cli.show import clean, short

    if not found:
        yield Text("no differences")
        return
    for one in found.differences:
        yield Text(f"{one.kind}  {clean(one.key)}" + ("" if one.scope == "main" else f"  ({clean(one.scope)})"), "dim")
        for sign, style, items in (("-", "red", one.before), ("+", "green", one.after)):
            for item in items:
                state = "" if item.status.value == "active" else f" ({item.status.value})"
                yield Text(f"  {sign} {short(item.content, 200)}{state}", style)


def audit(
    place: CommandPlace,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write it as a page with charts.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(help="Maximum findings shown.")] = 30,
    lang: Annotated[str, typer.Option(help="Language of the page: en or zh.")] = "en",
) -> None:
    """Check the health of this memory.

    Finds secrets, contradictions, items without evidence, duplicates, junk, stale and unconfirmed items, and names the
    command that fixes each. Nothing is changed.
    """
    with place.memory() as memory:
        report = memory.audit.report(scope=place.scope)
    if html is not None:
        from perdure.control.audit_page import as_page

        _write(html, as_page(report, lang))
    answer(place, report.as_json(), lambda: _audited(report, limit))


def _audited(report: AuditReport, limit: int) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, hint, short, table_of

    yield Text(f"{report.active:,} items in force, {report.sound:.0%} without findings", "bold")
    if not report.findings:
        return
    yield Text(", ".join(f"{check.replace('_', ' ')} {count}" for check, count in report.counts.items() if count))
    table = table_of("check", "item", "fix")
    for finding in report.findings[:limit]:
        shown = [short(str(one["content"] or one["key"]), 120) for one in finding.as_json()["items"]]
        said = Text("\n".join(shown))
        said.append(f"\n{clean(finding.detail)}", "dim")
        table.add_row(finding.check.replace("_", " "), said, Text(clean(finding.fix), "bold"))
    yield table
    if len(report.findings) > limit:
        yield hint(f"and {len(report.findings) - limit:,} more: ", "perdure audit --html audit.html")


def snapshot(
    place: CommandPlace,
    name: Annotated[str | None, typer.Argument(help="A name for this point.", show_default=False)] = None,
    at: Annotated[
        str | None, typer.Option(metavar="POINT", help="A time or change set (default: now).", show_default=False)
    ] = None,
    drop: Annotated[str | None, typer.Option(metavar="NAME", help="Drop this name.", show_default=False)] = None,
) -> None:
    """Name a point to come back to, or list the named points."""
    if drop is not None and (name is not None or at is not None):
        raise UsageError("give a name or `--drop`", hint=say("hint.one_at_a_time"))
    from perdure.cli.show import when

    with place.memory() as memory:
        if name is not None:
            memory.history.snapshot(name, at=at, scope=place.scope)
        dropped = drop is not None and memory.history.drop_snapshot(drop, scope=place.scope)
        found = memory.history.snapshots(scope=place.scope)
    if drop is not None and not dropped:
        raise UsageError("there is no snapshot of that name", hint=say("hint.list_snapshots"))
    lines = [f"{one.name}  {when(one.created_at)}  after change set {one.revision}" for one in found]
    answer(place, {"snapshots": [one.as_json() for one in found]}, lambda: lines or ["no snapshots yet"])
