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

from perdure.cli.place import CommandPlace
from perdure.store.contract import AgentRow, Diagnosis
from perdure.types.wording import several
from perdure.values import Evidence, Grade, History, Hits, Item, Record, Role, Status, Trace

NARROW = 76
MAX_LISTED = 240
MAX_QUOTED = 400

_STATUS_STYLE = {"active": "green", "superseded": "yellow", "retracted": "red", "pending": "magenta"}


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
        return "permanently (pinned)"
    return f"until {when(expires_at)}" if expires_at else "permanently"


def hint(*parts: str) -> Text:
    """What to type next."""
    return Text.assemble(*((part, "bold") if part.startswith("perdure ") else (part, "dim") for part in parts))


_STEADY = (
    "fit",
    "score",
    "conf.",
    "kept to",
    "status",
    "v",
    "type",
    "since",
    "writes",
    "tokens",
    "turns",
    "check",
    "state",
    "",
)
"""Columns that are never broken: short words, figures and days."""


def table_of(*columns: str) -> Table:
    """A table that gives way where words can be broken, so that no column is lost in a narrow terminal."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", expand=False)
    for name in columns:
        table.add_column(name, overflow="fold", no_wrap=name in _STEADY)
    return table


def grid(rows: Iterable[tuple[str, RenderableType | None]]) -> Table:
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
        yield hint("create one: ", "perdure init")
        return
    table = table_of("agent", "since", "writes")
    for row in rows:
        since = Text(clean(row.problem or ""), "red") if row.created_at is None else when(row.created_at)
        table.add_row(Text(clean(row.id)), since, f"{row.revision:,}")
    yield table


def items(
    found: Sequence[Item], place: CommandPlace, status: str, doubtful: frozenset[str] = frozenset()
) -> Iterator[RenderableType]:
    """All items, type by type. What is only likely, or may disagree with another, says so."""
    whose = f"agent {clean(place.agent_id)}, scope {clean(place.scope_name)}"
    if not found:
        yield Text(f"nothing {'remembered' if status == 'active' else 'of that kind'} here ({whose})")
        if status == "active":
            yield hint("start with: ", 'perdure remember "…"')
        return
    yield Items(found, with_status=status != "active", doubtful=doubtful)
    yield Text(f"{several(len(found), 'item' if status == 'active' else 'version')} ({whose})", "dim")
    if doubtful & {item.id for item in found}:
        yield hint("decide between those that may disagree: ", "perdure review")


class Items:
    """Items under the name of their type, in the order in which the types first appear."""

    def __init__(
        self, found: Sequence[Item], *, with_status: bool = False, doubtful: frozenset[str] = frozenset()
    ) -> None:
        self._found = found
        self._with_status = with_status
        self._doubtful = doubtful

    def __rich_console__(self, console: Console, options: object) -> Iterator[RenderableType]:
        names = ["item", *(["status", "v"] if self._with_status else [])]
        table = table_of(*names, "conf.", "kept to")
        types = dict.fromkeys(item.type for item in self._found)
        for kind in types:
            table.add_row(Text(kind, "bold cyan"))
            for item in self._found:
                if item.type == kind:
                    table.add_row(*self._row(item))
        yield table

    def _row(self, item: Item) -> list[RenderableType]:
        marks = [*(["provisional"] if item.grade is Grade.PROVISIONAL else [])]
        marks += ["may disagree with another"] if item.id in self._doubtful else []
        said = Text.assemble(short(item.content), *((f"  ({mark})", "yellow") for mark in marks))
        said.append_text(Text.assemble("\n", (clean(item.key), "dim")))
        until = f"{item.expires_at:%Y-%m-%d}" if item.expires_at and not item.pinned else "–"
        states: list[RenderableType] = [_status(item), str(item.version)] if self._with_status else []
        return [Padding(said, (0, 0, 0, 2)), *states, f"{item.confidence:.2f}", until]


def hits(found: Hits, elsewhere: str | None = None) -> Iterator[RenderableType]:
    """Each hit with how well it fits and why it is there. `elsewhere` says where more may be found."""
    if not found:
        yield Text("nothing found")
        yield _more(elsewhere) or hint("try other words; ", "perdure items", " lists everything")
        return
    yield from _unanswered(found)
    table = table_of("fit", "item", "why")
    for hit in found:
        table.add_row(f"{hit.fit:.2f}", _said(hit.item), Text(short(str(hit.why), 120)))
    yield table
    if (more := _more(elsewhere)) is not None:
        yield more


def _unanswered(found: Hits) -> Iterator[RenderableType]:
    if not found.is_answered:
        yield Text("nothing here answers this well; what comes closest may have nothing to do with it:")


def _more(elsewhere: str | None) -> Text | None:
    """Where to look on; the command stands out."""
    return None if elsewhere is None else hint(*(clean(part) for part in elsewhere.split("`")))


def reasons(found: Hits, elsewhere: str | None = None) -> Iterator[RenderableType]:
    """Each hit with what every arm gave it, and what moved it up or down."""
    if not found:
        yield from hits(found, elsewhere)
        return
    yield from _unanswered(found)
    table = table_of("fit", "score", "item")
    for hit in found:
        arms = [f"{arm} {share:.2f} ({hit.why.raw[arm]:.2f})" for arm, share in hit.why.arms.items()]
        moved = [f"{name} ×{factor:.2f}" for name, factor in hit.why.moved.items() if abs(factor - 1) >= 0.005]
        shown = [("arms", ", ".join(arms)), ("moved by", ", ".join(moved))]
        words = ("words", ", ".join(map(clean, hit.why.words[:8])))
        table.add_row(f"{hit.fit:.2f}", f"{hit.score:.3f}", Group(_said(hit.item), grid([*shown, words])))
    yield table
    yield Text("per arm: share of the score (raw value in brackets)", "dim")
    if (more := _more(elsewhere)) is not None:
        yield more


FORGOTTEN = "[forgotten] "
"""Stands before words of the archive that were forgotten since: they are shown to who looks for them alone."""


def traces(found: Sequence[Trace]) -> Iterator[RenderableType]:
    if not found:
        yield Text("nothing found in the archive")
        return
    table = table_of("score", "when", "who", "what was said")
    for trace in found:
        record = trace.record
        said = (FORGOTTEN if record.id in trace.withheld else "") + (record.content or record.content_ref or "")
        who = record.speaker or (record.name if record.role is Role.TOOL and record.name else record.role.value)
        table.add_row(
            f"{trace.score:.2f}", f"{record.timestamp:%Y-%m-%d %H:%M}", Text(clean(who)), Text(short(said, 200))
        )
    yield table


def would_go(going: Sequence[Item]) -> Iterator[RenderableType]:
    if not going:
        yield Text("nothing would be forgotten")
        return
    yield Items(going, with_status=any(item.status is not Status.ACTIVE for item in going))
    yield Text(f"{several(len(going), 'item')} would be forgotten; the archive is kept")


# One item


def item(shown: Item, records: Mapping[str, Record]) -> Iterator[RenderableType]:
    since = when(shown.valid_from)
    until = when(shown.valid_to)
    about = grid(
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
        return Text(f"“{short(quote, MAX_QUOTED)}”" if quote else "(not visible in this scope)")
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
    table = table_of("when", "what", "why")
    for change in found.changes:
        what = change.action + (f" v{numbers[change.item_id]}" if numbers.get(change.item_id) else "")
        table.add_row(f"{change.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}", what, Text(clean(change.reason)))
    yield Group("", Text("log", "bold"), table)


# Health


def findings(found: Sequence[tuple[str | None, Diagnosis]], home: str) -> Iterator[RenderableType]:
    table = table_of("", "check", "detail")
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
    yield Text("all checks passed", "green") if not bad else Text(f"{several(bad, 'check')} failed", "bold red")
