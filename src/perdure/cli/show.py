"""What a person sees: tables and panels that fit the terminal and read the same without colour."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import IO

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from perdure.cli.place import Place
from perdure.store.contract import AgentRow, Finding
from perdure.values import Evidence, History, Hit, Item, Outcome, Pending, Receipt, Record, Status

NARROW = 76
MAX_LISTED = 240
MAX_QUOTED = 400

_STATUS_STYLE = {"active": "green", "superseded": "yellow", "retracted": "red", "pending": "magenta"}
_HEADLINES = {
    "stored": ("Remembered", "green"),
    "merged": ("Known already, and now better founded", "green"),
    "superseded": ("Changed: this takes the place of an earlier version", "green"),
    "retracted": ("Taken back: nobody holds this any more", "yellow"),
    "pending": ("Put up for review: it contradicts something better founded", "magenta"),
    "refused": ("Not kept as an item", "yellow"),
}


class Screen(Console):
    """A console that leaves a broken pipe to whoever started the command."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def screen(file: IO[str]) -> Screen:
    """Memory text is never taken for markup, emoji codes or things to colour."""
    return Screen(file=file, markup=False, emoji=False, highlight=False)


# Words


def clean(text: str) -> str:
    """Text that cannot steer the terminal: control and direction characters become visible."""
    return "".join(_visible(char) for char in text) if not text.isprintable() else text


def _visible(char: str) -> str:
    code = ord(char)
    if char in "\n\t" or char.isprintable():
        return char
    if code < 0x20:
        return chr(0x2400 + code)
    return f"\\u{code:04x}" if unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in "\u200c\u200d" else char


def short(text: str, limit: int = MAX_LISTED) -> str:
    """The beginning of a text, on as many lines as it has, but not more than fits a list."""
    shown = clean(text).strip()
    return shown if len(shown) <= limit else f"{shown[: limit - 1].rstrip()}…"


def when(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def kept(expires_at: datetime | None, pinned: bool = False) -> str:
    if pinned:
        return "for good, pinned"
    return f"until {when(expires_at)}" if expires_at else "for good"


def several(count: int, one: str) -> str:
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def hint(*parts: str) -> Text:
    """What to type next."""
    return Text.assemble(*((part, "bold") if part.startswith("perdure ") else (part, "dim") for part in parts))


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", expand=False)
    for name in columns:
        table.add_column(name, overflow="fold", no_wrap=name not in ("item", "why", "detail", "agent"))
    return table


def _grid(rows: Iterable[tuple[str, RenderableType | None]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, shown in rows:
        if shown is not None and shown != "":
            grid.add_row(name, Text(shown) if isinstance(shown, str) else shown)
    return grid


def _said(item: Item) -> Text:
    """An item in a list: what it says, and below it the key to ask for more."""
    return Text.assemble(short(item.content), "\n", (clean(item.key), "dim"))


def _status(item: Item) -> Text:
    return Text(item.status.value, _STATUS_STYLE[item.status.value])


# Lists


def agents(rows: Sequence[AgentRow], home: str) -> Iterator[RenderableType]:
    if not rows:
        yield Text(f"no agents in {home} yet")
        yield hint("make one: ", "perdure init")
        return
    table = _table("agent", "since", "writes")
    for row in rows:
        table.add_row(Text(clean(row.id)), when(row.created_at), f"{row.revision:,}")
    yield table


def items(found: Sequence[Item], place: Place, status: str) -> Iterator[RenderableType]:
    whose = f"agent {clean(place.agent_id)}, scope {clean(place.scope_name)}"
    if not found:
        yield Text(f"nothing {'remembered' if status == 'active' else 'of that kind'} here ({whose})")
        if status == "active":
            yield hint("start with: ", 'perdure remember "…"')
        return
    yield Items(found, with_status=status != "active")
    yield Text(f"{several(len(found), 'item' if status == 'active' else 'version')} ({whose})", "dim")


class Items:
    """A list of items that leaves out the type where the terminal is narrow: the key tells it too."""

    def __init__(self, found: Sequence[Item], *, with_status: bool = False) -> None:
        self._found = found
        self._with_status = with_status

    def __rich_console__(self, console: Console, options: object) -> Iterator[RenderableType]:
        is_wide = console.width >= NARROW
        names = [*(["type"] if is_wide else []), "item", *(["status", "v"] if self._with_status else [])]
        table = _table(*names, "conf.", "kept to")
        for item in self._found:
            row: list[RenderableType] = [Text(item.type)] if is_wide else []
            row.append(_said(item))
            if self._with_status:
                row += [_status(item), str(item.version)]
            until = f"{item.expires_at:%Y-%m-%d}" if item.expires_at and not item.pinned else "–"
            table.add_row(*row, f"{item.confidence:.2f}", until)
        yield table


def hits(found: Sequence[Hit]) -> Iterator[RenderableType]:
    if not found:
        yield Text("nothing found")
        yield hint("other words may find it; ", "perdure items", " lists everything")
        return
    table = _table("score", "item", "why")
    for hit in found:
        table.add_row(f"{hit.score:.2f}", _said(hit.item), Text(short(hit.why, 120)))
    yield table


def would_go(going: Sequence[Item]) -> Iterator[RenderableType]:
    if not going:
        yield Text("nothing would go")
        return
    yield Items(going, with_status=any(item.status is not Status.ACTIVE for item in going))
    yield Text(f"{several(len(going), 'item')} would go; the archive of what was said stays")


# One item


def item(shown: Item, records: Mapping[str, Record]) -> Iterator[RenderableType]:
    since = when(shown.valid_from)
    until = when(shown.valid_to)
    about = _grid(
        [
            ("type", shown.type),
            ("key", clean(shown.key)),
            ("id", shown.id),
            ("status", Text.assemble(_status(shown), f", version {shown.version}")),
            ("said by", f"{shown.source.value} (trust {shown.trust:.1f})"),
            ("confidence", f"{shown.confidence:.2f}"),
            ("importance", f"{shown.importance:.2f}"),
            ("scope", clean(shown.scope)),
            ("true", " ".join(part for part in (since and f"from {since}", until and f"to {until}") if part)),
            ("kept", kept(shown.expires_at, shown.pinned)),
            ("since", when(shown.created_at)),
            ("value", clean(json.dumps(shown.value, ensure_ascii=False, indent=2))),
        ]
    )
    yield Panel(Group(Text(clean(shown.content), "bold"), "", about), box=ROUNDED)
    yield Text("evidence", "bold")
    for number, evidence in enumerate(shown.evidence, 1):
        yield Padding(_evidence(number, evidence, records), (0, 0, 0, 1), expand=False)


def _evidence(number: int, evidence: Evidence, records: Mapping[str, Record]) -> RenderableType:
    record = records.get(evidence.record_id or "")
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(f"{number}.", _quoted(evidence, record))
    if record is not None:
        who = record.speaker or record.role.value
        grid.add_row(
            "",
            Text(f"{clean(who)}, {when(record.timestamp)}, turn {record.turn_id} of {clean(record.session_id)}", "dim"),
        )
    for name, place in (("record", evidence.record_id), ("document", evidence.document_id), ("url", evidence.url)):
        if place is not None:
            grid.add_row("", Text(f"{name} {clean(place)}", "dim"))
    return grid


def _quoted(evidence: Evidence, record: Record | None) -> Text:
    """The words themselves, inside the sentence they were said in where that may be seen."""
    quote = evidence.quote
    if record is None or record.content is None or evidence.start is None or evidence.end is None:
        return Text(f"“{short(quote, MAX_QUOTED)}”" if quote else "(words that are not ours to read here)")
    before, after = record.content[: evidence.start], record.content[evidence.end :]
    cited = short(record.content[evidence.start : evidence.end], MAX_QUOTED)
    return Text.assemble(
        (clean(before[-60:] if len(before) <= 60 else f"…{before[-60:]}"), "dim"),
        (f"“{cited}”", "bold"),
        (clean(after if len(after) <= 60 else f"{after[:60]}…"), "dim"),
    )


def history(found: History, records: Mapping[str, Record]) -> Iterator[RenderableType]:
    yield Text.assemble((clean(found.key), "bold"), f"  {several(len(found.versions), 'version')}")
    numbers = {version.id: version.version for version in found.versions}
    for version in found.versions:
        replaced = f", replaced by v{numbers[version.superseded_by]}" if version.superseded_by in numbers else ""
        head = Text.assemble(
            (f"v{version.version}" if version.version else "–", "bold"), "  ", _status(version), replaced
        )
        head.append(f"  {when(version.created_at)}, said by {version.source.value}", "dim")
        quotes = [_quoted(evidence, records.get(evidence.record_id or "")) for evidence in version.evidence]
        body = Group(Text(clean(version.content)), *(Text.assemble("  ", quote) for quote in quotes))
        yield Group("", head, Padding(body, (0, 0, 0, 4), expand=False))
    table = _table("when", "what", "why")
    for change in found.changes:
        what = change.action + (f" v{numbers[change.item_id]}" if numbers.get(change.item_id) else "")
        table.add_row(f"{change.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}", what, Text(clean(change.reason)))
    yield Group("", Text("log", "bold"), table)


# Receipts


def receipt(given: Receipt, known: Mapping[str, Item]) -> Iterator[RenderableType]:
    if given.replayed:
        yield Text("sent before with this key: nothing was changed; this is the receipt of the first time", "dim")
    for outcome in given.outcomes:
        yield _outcome(outcome, given, known)
        if outcome.key is not None and outcome.outcome != "refused":
            verb = "show" if outcome.outcome == "stored" else "history"
            yield hint("more: ", f"perdure {verb} {clean(outcome.key)}")
    yield from _notices([given])


def _outcome(outcome: Outcome, given: Receipt, known: Mapping[str, Item]) -> RenderableType:
    headline, colour = _HEADLINES[outcome.outcome]
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
    return Panel(_grid(rows), title=Text(headline, f"bold {colour}"), title_align="left", box=ROUNDED)


def committed(receipts: Sequence[Receipt], place: Place) -> Iterator[RenderableType]:
    """Many turns in few words; what was concluded from them in full."""
    fresh = [given for given in receipts if not given.replayed]
    records = sum(len(given.records) for given in fresh)
    session = clean(receipts[0].session)
    yield Text.assemble(
        ("Stored ", "bold green"),
        f"{several(len(fresh), 'turn')}, {several(records, 'record')}",
        f"; {several(len(receipts) - len(fresh), 'turn')} had been sent before" if len(fresh) < len(receipts) else "",
    )
    yield _grid([("session", session), ("agent", clean(place.agent_id)), ("home", clean(place.shown))])
    for given in receipts:
        for outcome in given.outcomes:
            yield _outcome(outcome, given, {})
    yield from _notices(receipts)
    yield hint("go on with: ", f"perdure commit --session {session}")


def forgotten(given: Receipt) -> Iterator[RenderableType]:
    if not given.outcomes:
        yield Text("nothing matched; nothing was forgotten")
        return
    yield Text.assemble((f"Forgot {several(len(given.outcomes), 'item')}", "bold yellow"))
    table = _table("item", "why")
    for outcome in given.outcomes:
        table.add_row(Text(clean(outcome.key or "")), Text(clean(outcome.reason)))
    yield table
    yield from _notices([given])


def _notices(receipts: Sequence[Receipt]) -> Iterator[Text]:
    for notice in dict.fromkeys(notice for given in receipts for notice in given.notices):
        yield Text.assemble(("notice: ", "yellow"), clean(notice))


# The rest


def findings(found: Sequence[tuple[str | None, Finding]], home: str) -> Iterator[RenderableType]:
    table = _table("", "check", "detail")
    agent: str | None = None
    for owner, finding in found:
        if owner is not None and owner != agent:
            agent = owner
            table.add_section()
            table.add_row("", Text("agent", "dim"), Text(clean(owner), "bold"))
        mark = Text("ok", "green") if finding.ok else Text("NOT OK", "bold red")
        detail = Text(clean(finding.detail))
        if finding.repair and not finding.ok:
            detail.append(f"\nhint: {clean(finding.repair)}", "yellow")
        table.add_row(mark, finding.check, detail)
    yield Text.assemble(("home  ", "dim"), clean(home))
    yield table
    bad = sum(not finding.ok for _, finding in found)
    yield Text("all is well", "green") if not bad else Text(f"{several(bad, 'check')} failed", "bold red")


def ready(place: Place) -> RenderableType:
    given = "" if place.agent is None else f" --agent {clean(place.agent)}"
    given += "" if place.home is None else f" --home {clean(place.shown)}"
    return Group(
        Text.assemble(("Ready: ", "bold green"), f"agent {clean(place.agent_id)} in {clean(place.shown)}"),
        "",
        _commands(
            [
                (f'perdure remember "…"{given}', "keep a note"),
                (f"perdure items{given}", "see what is remembered"),
                (f'perdure search "…"{given}', "find it again"),
            ]
        ),
    )


def welcome(home: str) -> RenderableType:
    return Group(
        Text.assemble(("Perdure", "bold"), ": long-term memory for AI agents."),
        "",
        _commands(
            [
                ("perdure demo", "see it at work, in a few seconds"),
                ("perdure init", f"make a memory in {clean(home)}"),
                ('perdure remember "…"', "keep a note"),
                ('perdure search "…"', "find it again"),
                ("perdure --help", "everything else"),
            ]
        ),
    )


def _commands(rows: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 3))
    grid.add_column(overflow="fold", style="bold")
    grid.add_column(overflow="fold")
    for line, meaning in rows:
        grid.add_row(Text(line), Text(meaning))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def act(process: int, *, is_first: bool) -> RenderableType:
    """The beginning of a process in the demo."""
    said = "begins" if is_first else "is new: the one before has ended, only what is on disk is left"
    return Text.assemble("" if is_first else "\n", (f"Process {process}", "bold cyan"), f" {said}")


def step(number: int, claim: str, ok: bool, seen: Sequence[tuple[str, str]]) -> RenderableType:
    """A step of the demo: what it claims, whether that was seen, and what was seen."""
    mark = Text("ok", "green") if ok else Text("FAILED", "bold red")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold", max_width=28)
    grid.add_column(overflow="fold")
    for name, said in seen:
        grid.add_row(Text(clean(name)), Text(clean(said), "dim"))
    head = Text.assemble((f"{number}. {clean(claim)}  ", "bold"), mark)
    return Group("", head, Padding(grid, (0, 0, 0, 3), expand=False))


def curtain(is_well: bool, stage: Place, stays: bool) -> RenderableType:
    """The end of the demo."""
    if not is_well:
        return Text("\nsomething did not show what it claims: see FAILED above", "bold red")
    lines: list[RenderableType] = ["", Text("Everything showed what it claims.", "bold green")]
    if stays:
        where = f"--home {clean(stage.shown)} --agent {clean(stage.agent_id)}"
        lines.append(Text.assemble("look around: ", (f"perdure items {where}", "bold")))
    else:
        lines.append(Text.assemble("now with a memory of your own: ", ("perdure init", "bold")))
    return Group(*lines)
