"""Receipts in words: what happened, why, where, and until when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.box import ROUNDED
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from perdure.cli.place import CommandPlace
from perdure.cli.show import clean, grid, hint, kept, short, table_of
from perdure.messages import render
from perdure.types.wording import several
from perdure.values import Item, Outcome, Pending, Receipt, Retracted, ReviewEntry, Status

_HEADLINES = {
    "stored": ("Remembered", "green"),
    "added": ("Merged into an existing item", "green"),
    "merged": ("Confirmed: already known", "green"),
    "superseded": ("Updated: replaces an earlier version", "green"),
    "retracted": ("Retracted: no longer in use", "yellow"),
    "pending": ("Waiting for review", "magenta"),
    "refused": ("Not stored as an item", "yellow"),
}


def receipt(given: Receipt, known: Mapping[str, Item]) -> Iterator[RenderableType]:
    if given.replayed:
        yield Text("already sent with this key: nothing was changed; this is the original receipt", "dim")
    for outcome in given.outcomes:
        yield _outcome(outcome, given, known)
        if outcome.key is not None and outcome.outcome != "refused":
            verb = "show" if outcome.outcome == "stored" else "history"
            yield hint("more: ", f"perdure {verb} {clean(outcome.key)}")
    yield from _notices([given])


def decided(given: Receipt, known: Mapping[str, Item]) -> Iterator[RenderableType]:
    """What came of a review: one in full, several with their count and a line each."""
    if len(given.outcomes) == 1:
        yield from receipt(given, known)
        return
    if not given.outcomes:
        yield Text("nothing to decide")
        return
    yield Text(f"Decided on {several(len(given.outcomes), 'item')}", "bold")
    for outcome in given.outcomes:
        item = known.get(outcome.item_id or "")
        what = clean(outcome.item_id or "") if item is None else short(item.content, 160)
        yield Text.assemble((f"{outcome.outcome}: ", "bold"), what, (f" ({clean(outcome.reason)})", "dim"))
    yield from _notices([given])


def _outcome(outcome: Outcome, given: Receipt, known: Mapping[str, Item]) -> RenderableType:
    headline, colour = _HEADLINES["added" if outcome.outcome == "merged" and outcome.replaces else outcome.outcome]
    held = known.get(outcome.item_id or "")
    before = known.get(outcome.replaces or "")
    rows: list[tuple[str, RenderableType | None]] = [
        ("what", None if held is None else Text(short(held.content), "bold")),
        ("before", None if before is None or outcome.outcome == "merged" else short(before.content)),
        ("why", clean(outcome.reason)),
        ("type", outcome.type),
        ("key", None if outcome.key is None else clean(outcome.key)),
        ("scope", clean(outcome.scope)),
        ("kept", None if outcome.outcome in ("refused", "retracted") else kept(outcome.expires_at)),
        ("id", outcome.item_id),
        ("archived", ", ".join(given.records) and f"as record {', '.join(given.records)}"),
    ]
    if isinstance(outcome, Pending):
        rows[:2] = [
            ("proposed", Text(short(outcome.proposed or ""), "bold")),
            ("held", short(outcome.held) if outcome.held else "nothing yet"),
        ]
    return Panel(grid(rows), title=Text(headline, f"bold {colour}"), title_align="left", box=ROUNDED)


def committed(
    receipts: Sequence[Receipt], place: CommandPlace, learned: Mapping[str, Item]
) -> Iterator[RenderableType]:
    """Many turns in few words; what was concluded from them in full."""
    fresh = [given for given in receipts if not given.replayed]
    records = sum(len(given.records) for given in fresh)
    session = clean(receipts[0].session)
    yield Text.assemble(
        ("Stored ", "bold green"),
        f"{several(len(fresh), 'turn')}, {several(records, 'record')}",
        f"; {several(len(receipts) - len(fresh), 'turn')} already stored" if len(fresh) < len(receipts) else "",
    )
    yield grid([("session", session), ("agent", clean(place.agent_id)), ("home", clean(place.shown))])
    for given in receipts:
        for outcome in given.outcomes:
            yield _outcome(outcome, given, learned)
    yield from _notices(receipts)
    yield hint("continue with: ", f"perdure commit --session {session}")


def waiting(entries: Sequence[ReviewEntry]) -> Iterator[RenderableType]:
    """The queue: what is proposed, what is held, and why a person is asked."""
    if not entries:
        yield Text("nothing to review")
        return
    for one in entries:
        yield _waits(one)
    yield hint("decide with: ", f"perdure review --accept {entries[0].item.id}")


def _waits(one: ReviewEntry) -> RenderableType:
    item, is_pending = one.item, one.item.status is Status.PENDING
    quotes = [short(evidence.quote) for evidence in item.evidence if evidence.quote]
    rows: list[tuple[str, RenderableType | None]] = [
        ("proposed", Text(f"retract: {short(item.content)}" if one.retracts else short(item.content), "bold")),
        ("held", "; ".join(short(held.content) for held in one.held) or ("nothing yet" if is_pending else None)),
        ("why", clean(one.reason)),
        ("from", item.source.value),
        ("kept", None if is_pending else kept(item.expires_at)),
        ("said", "; ".join(quotes) or None),
        ("type", item.type),
        ("key", clean(item.key)),
        ("scope", clean(item.scope)),
        ("id", item.id),
    ]
    return Panel(
        grid(rows),
        title=Text(_headline(one), "bold magenta"),
        title_align="left",
        box=ROUNDED,
    )


def _headline(one: ReviewEntry) -> str:
    if one.doubtful:
        return "May disagree"
    return "Waiting for review" if one.item.status is Status.PENDING else "Provisional"


def forgotten(given: Receipt) -> Iterator[RenderableType]:
    if not given.outcomes:
        yield Text("nothing matched; nothing was forgotten")
        return
    gone = [outcome for outcome in given.outcomes if isinstance(outcome, Retracted)]
    left = [outcome for outcome in given.outcomes if outcome not in gone]
    if gone:
        yield Text.assemble((f"Forgot {several(len(gone), 'item')}", "bold yellow"))
        yield _reasons(gone)
    if left:
        yield Text("nothing was forgotten" if not gone else "not forgotten", "bold")
        yield _reasons(left)
    yield from _notices([given])


def _reasons(outcomes: Sequence[Outcome]) -> RenderableType:
    table = table_of("item", "id", "why")
    for outcome in outcomes:
        table.add_row(Text(clean(outcome.key or "")), outcome.item_id or "", Text(clean(outcome.reason)))
    return table


def _notices(receipts: Sequence[Receipt]) -> Iterator[Text]:
    for notice in dict.fromkeys(notice for given in receipts for notice in given.notices):
        yield Text.assemble(("notice: ", "yellow"), clean(render(notice, surface="cli")))
