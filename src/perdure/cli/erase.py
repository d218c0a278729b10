"""`perdure erase`: gone means gone. First it is shown what goes, then asked, then done and certified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace, UsageError
from perdure.messages import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.control.fronts import Certificate, ErasurePreview, ErasureTarget

MAX_SHOWN = 20


def erase(
    place: CommandPlace,
    target: Annotated[
        str | None,
        typer.Argument(metavar="ID_OR_KEY", help="An id or key; one field: profile:user#city.", show_default=False),
    ] = None,
    id: Annotated[str | None, typer.Option("--id", help="Id of an item or a record.", show_default=False)] = None,
    key: Annotated[str | None, typer.Option("--key", help="Key, with all versions.", show_default=False)] = None,
    type: Annotated[str | None, typer.Option(help="All items of this type.", show_default=False)] = None,
    query: Annotated[
        str | None, typer.Option(help="What these words mean, or where they stand.", show_default=False)
    ] = None,
    session: Annotated[str | None, typer.Option(help="A whole session.", show_default=False)] = None,
    person: Annotated[
        str | None, typer.Option(help="What somebody said, and all that names them.", show_default=False)
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="What was said since then.", show_default=False)
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="What was said before then.", show_default=False)
    ] = None,
    whole_agent: Annotated[
        bool, typer.Option("--whole-agent", help="All that the agent has, itself included, in every scope.")
    ] = False,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Also wherever else the same words stand in this scope.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be erased.")] = False,
) -> None:
    """Erase for good, from the archive too, and prove it. This cannot be undone.

    Everything derived from it goes as well. Answers a certificate: ids, counts and what a look at every byte found.
    """
    if whole_agent:
        _erase_agent(place, any((target, id, key, type, query, session, person, since, until)), yes, dry_run)
        return
    wanted = _target(
        target, id=id, key=key, type=type, query=query, session=session, person=person, times=(since, until)
    )
    is_asked = not yes and not dry_run and sys.stdin is not None and sys.stdin.isatty()
    if not (yes or dry_run or is_asked):
        raise UsageError(
            "erasing cannot be undone, and there is no terminal to ask for confirmation",
            hint=say("hint.confirm_or_preview"),
        )
    with place.memory() as memory:
        if not yes:
            preview = memory.preview_erase(wanted, everywhere=everywhere, scope=place.scope)
            if dry_run:
                answer(place, preview.as_json(), lambda: _would_go(preview))
                return
            _agree(preview)
        certificate = memory.erase(wanted, everywhere=everywhere, scope=place.scope)
    answer(place, {"certificate": certificate.as_json()}, lambda: _certified(certificate))
    if certificate.leftovers:
        raise typer.Exit(1)


def _erase_agent(place: CommandPlace, is_named: bool, yes: bool, dry_run: bool) -> None:
    """All that an agent has. Who is asked types its name, so that it is the one that is meant."""
    import asyncio

    if is_named or dry_run:
        raise UsageError("`--whole-agent` takes nothing beside it but `--yes`", hint=say("hint.erases_all"))
    if not yes:
        if sys.stdin is None or not sys.stdin.isatty():
            raise UsageError("erasing an agent cannot be undone", hint=say("hint.confirm"))
        if typer.prompt(f"Type the agent's name to erase it for good ({place.agent_id})", err=True) != place.agent_id:
            note("nothing was erased")
            raise typer.Exit(1)
    certificate = asyncio.run(_delete(place))
    said = [f"erased: the agent `{place.agent_id}` and all that it had", *certificate.operator]
    answer(place, {"certificate": certificate.as_json()}, lambda: said)


async def _delete(place: CommandPlace) -> Certificate:
    from perdure.errors import NotFound
    from perdure.runtime import Runtime

    async with Runtime(place.address, config=place.settings.config, embedder="none") as runtime:
        try:
            return await runtime.delete_agent_data(place.agent_id)
        except NotFound:
            raise place.no_agent() from None


def restrict(
    place: CommandPlace,
    target: Annotated[str, typer.Argument(metavar="ID_OR_KEY", help="An item's id or key.", show_default=False)],
    lift: Annotated[bool, typer.Option("--lift", help="Use it again.")] = False,
) -> None:
    """Keep an item, but neither recall it nor give it to a model."""
    from perdure.cli import show as view

    with place.memory() as memory:
        changed = memory.erasure.restrict(target, lift=lift, scope=place.scope)
    said = "nothing to change" if not changed else "used again" if lift else "restricted: kept, but not used any more"
    listed = view.Items(changed, with_status=True) if changed else ""
    answer(place, {"items": [item.as_json() for item in changed]}, lambda: [*([listed] if changed else []), said])


def verify(place: CommandPlace) -> None:
    """Check that nothing that is stored was changed behind its back.

    The hash chain over archive and log, the sums of items and vectors, attachments, and what is derived.
    """
    from perdure.cli import show as view
    from perdure.cli.progress import Progress

    with Progress("verifying"), place.memory() as memory:
        found = memory.check()
    is_well = all(finding.ok for finding in found)
    answer(
        place,
        {"findings": [finding.as_json() for finding in found], "ok": is_well},
        lambda: view.findings([(place.agent_id, finding) for finding in found], place.shown),
    )
    if not is_well:
        raise typer.Exit(1)


def _target(word: str | None, *, times: tuple[str | None, str | None], **named: str | None) -> ErasureTarget:
    from perdure.clock import given_time
    from perdure.control.fronts import ErasureTarget
    from perdure.intake.choose import as_target

    if word is not None:
        meant = as_target(word)
        named["id" if meant.id is not None else "key"] = word.strip()
    given = [name for name, value in named.items() if value is not None]
    if len(given) + any(times) != 1:
        raise UsageError(
            "give exactly one of ID_OR_KEY, `--query`, `--type`, `--session`, `--person` and `--since`/`--until`",
            hint=say("hint.list_ids"),
        )
    since, until = (
        None if text is None else given_time(text, name) for name, text in zip(("since", "until"), times, strict=True)
    )
    return ErasureTarget(**named, since=since, until=until)


def _agree(preview: ErasurePreview) -> None:
    from perdure.cli import show as view

    paper = view.screen(sys.stderr)
    for part in _would_go(preview):
        paper.print(part)
    if not preview or not typer.confirm("Erase this for good?", err=True):
        note("nothing was erased")
        raise typer.Exit(1)


def _would_go(preview: ErasurePreview) -> Iterator[RenderableType]:
    from perdure.cli import show as view
    from perdure.types.wording import several

    if preview.choices:
        yield "this may mean several things; name one of them:"
        yield from (
            f"  {view.clean(choice.target)}  {view.clean(choice.said)}" for choice in preview.choices[:MAX_SHOWN]
        )
        return
    if preview.items:
        yield view.Items(preview.items[:MAX_SHOWN], with_status=True)
    yield from (f"rewritten without it: {view.clean(item.key)}" for item in preview.rewritten)
    for span in preview.spans[:MAX_SHOWN]:
        what = "record" if span.is_whole else "part of record"
        yield f"{what} {span.record_id}: “{view.clean(span.quote)}”"
    yield (
        f"{several(len(preview.items), 'version')} and {several(len(preview.spans), 'stretch')} of the archive would be"
        f" erased; {several(len(preview.kept), 'item')} would lose evidence"
    )
    if preview.elsewhere:
        yield f"the same words stand in {several(len(preview.elsewhere), 'other place')}; `--everywhere` takes them:"
        yield from (f"  {one.kind} {one.id}: “{view.clean(one.quote or '')}”" for one in preview.elsewhere[:MAX_SHOWN])


def _certified(certificate: Certificate) -> Iterator[RenderableType]:
    from perdure.types.wording import several

    counts = certificate.counts
    yield (
        f"erased: {several(counts.get('versions', 0), 'version')} of {several(counts.get('items', 0), 'item')},"
        f" {several(counts.get('records', 0), 'record')} and {several(counts.get('spans', 0), 'part')} of others"
    )
    yield f"certificate {certificate.id}"
    if certificate.is_clean:
        files = several(certificate.scanned_files, "file")
        yield f"looked at every byte of {files} ({certificate.scanned_bytes:,} bytes): nothing of it is left"
    for name, count in certificate.leftovers.items():
        yield f"STILL FOUND in `{name}`, {several(count, 'time')}; close what uses it and erase again"
    yield from certificate.operator
    if certificate.elsewhere:
        yield f"the same words still stand in {several(len(certificate.elsewhere), 'other place')}; erase them by id:"
        yield from (f"  perdure erase {one.id}  ({one.kind})" for one in certificate.elsewhere[:MAX_SHOWN])
