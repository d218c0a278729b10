"""The ledger and the history of a workspace: all that is needed to make the memory again from its files.

`memory/items.jsonl` holds what is held (active and pending items with their evidence), sessions, hidden spans and open
links; `conversation_history/<session>.jsonl` what was said, only ever added to. They are written behind the commits,
never in their way. Every scope has its own.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import IO, Any

from perdure.clock import iso
from perdure.errors import InvalidInput, StoreUnavailable
from perdure.files.safe import read_text
from perdure.files.workspace import HISTORY, NOTES, SCOPES, scope_folder
from perdure.folders import atomic_write, folder_name, private_folder, sync_folder
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.store.whole import HiddenSpan, OpenLink
from perdure.values import (
    JSON,
    MAIN,
    Evidence,
    Grade,
    Item,
    Priority,
    Record,
    Role,
    Session,
    Source,
    Status,
)

LEDGER = "items.jsonl"
FORMAT = 1
PAGE = 2_000
MAX_LEDGER = 1 << 31
HELD = (Status.ACTIVE, Status.PENDING)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_TIMES = frozenset(
    {"created_at", "updated_at", "valid_from", "valid_to", "expires_at", "verified_at", "last_used_at"}
    | {"last_confirmed_at", "started_at", "completed_at", "timestamp"}
)


@dataclass(frozen=True, slots=True)
class ScopeLedger:
    """What a scope holds, or what became of it since."""

    scope: str
    sessions: tuple[tuple[Session, JSON], ...] = ()
    items: tuple[Item, ...] = ()
    spans: tuple[HiddenSpan, ...] = ()
    links: tuple[OpenLink, ...] = ()
    gone: tuple[str, ...] = ()
    """Items that are no longer held."""
    deleted: tuple[str, ...] = ()
    """Keys that were deleted with all their versions."""


@dataclass(frozen=True, slots=True)
class LedgerHead:
    """How far a ledger has come."""

    agent_id: str
    store: str
    """Names the store that wrote it: numbers of another one mean nothing here."""
    sequence: int
    revision: int
    at: datetime
    added: int = 0
    """Lines that were added since it was last written whole."""


@dataclass(frozen=True, slots=True)
class AgentLedger:
    """What an agent holds, at one point of its number line; or, with `since`, only what became of it since then."""

    head: LedgerHead
    scopes: tuple[ScopeLedger, ...]
    since: LedgerHead | None = None


def read_ledger(tx: Transaction, agent_id: str, since: LedgerHead | None = None) -> AgentLedger | None:
    """All of it, or what changed since, in one consistent read. None where nothing did."""
    store = store_of(tx)
    if since is not None and (since.sequence, since.revision) == (tx.sequence, tx.revision):
        return None
    whole = tx.whole
    head = LedgerHead(agent_id, store, tx.sequence, tx.revision, tx.now, 0 if since is None else since.added)
    if since is None:
        sessions, items, gone = whole.sessions(), whole.held(), []
        deleted: list[tuple[str, str]] = []
    else:
        sessions, changed = whole.sessions(since.sequence, since.at), whole.changed(since.sequence)
        items = [item for item in changed if item.status in HELD]
        gone = [item for item in changed if item.status not in HELD]
        deleted = whole.deleted(since.sequence)
    spans, links = whole.spans(), whole.links()
    found = [*(session.scope for session, _ in sessions), *(item.scope for item in (*items, *gone))]
    scopes = dict.fromkeys([MAIN, *found, *(scope for scope, _ in deleted), *(span.scope for span in spans)])
    return AgentLedger(
        head,
        tuple(
            ScopeLedger(
                scope,
                tuple(pair for pair in sessions if pair[0].scope == scope),
                tuple(item for item in items if item.scope == scope),
                tuple(span for span in spans if span.scope == scope),
                tuple(link for link in links if link.scope == scope),
                tuple(item.id for item in gone if item.scope == scope),
                tuple(key for where, key in deleted if where == scope),
            )
            for scope in scopes
        ),
        since,
    )


def store_of(tx: Transaction) -> str:
    """What names a store in its ledger."""
    return tx.keyed("ledger", b"").hex()[:16]


# writing


def head_of(workspace: Path) -> LedgerHead | None:
    """How far the ledger has come; None where there is none that can be read on from."""
    try:
        with (workspace / NOTES / LEDGER).open("rb") as file:
            _, last = _tail(file)
        if last.get("line") != "head" or last.get("format") != FORMAT:
            return None
        at = datetime.fromisoformat(last["at"])
        sequence, revision, added = (int(last[name]) for name in ("sequence", "revision", "added"))
        return LedgerHead(str(last["agent"]), str(last["store"]), sequence, revision, at, added)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_ledger(workspace: Path, ledger: AgentLedger) -> None:
    """Write the ledger of every scope, whole or what is new; that of `main` last: it says how far all have come."""
    count = sum(len(one.items) + len(one.sessions) + len(one.gone) for one in ledger.scopes)
    head = replace(ledger.head, added=0 if ledger.since is None else ledger.head.added + count)
    for one in sorted(ledger.scopes, key=lambda one: one.scope == MAIN):
        folder = scope_folder(workspace, one.scope) / NOTES
        private_folder(folder)
        text = "".join(f"{_dumps(line)}\n" for line in _lines(head, one)).encode()
        if ledger.since is None:
            atomic_write(folder / LEDGER, text)
        else:
            _add(folder / LEDGER, text)


def _lines(head: LedgerHead, one: ScopeLedger) -> Iterable[dict[str, JSON]]:
    """The lines of a ledger. The last one is its head: what stands behind the last head was torn by a crash."""
    for key in one.deleted:
        yield {"line": "deleted", "key": key}
    for item_id in one.gone:
        yield {"line": "gone", "id": item_id}
    for session, compacted in one.sessions:
        yield {"line": "session", **_plain(session), "compacted": compacted}
    for item in one.items:
        yield {"line": "item", **_plain(item), "evidence": [_proof(proof) for proof in item.evidence]}
    yield {"line": "withheld", "spans": [_plain(span) for span in one.spans]}
    yield {"line": "links", "links": [_plain(link) for link in one.links]}
    yield {
        "line": "head",
        "format": FORMAT,
        "agent": head.agent_id,
        "store": head.store,
        "scope": one.scope,
        "sequence": head.sequence,
        "revision": head.revision,
        "at": iso(head.at),
        "added": head.added,
    }


def _add(path: Path, lines: bytes) -> None:
    """Add lines to a ledger behind its last head."""
    with _opened(path) as file:
        end, last = _tail(file)
        if last.get("line") not in (None, "head"):
            end = _after_last_head(file)
        file.truncate(end)
        file.seek(end)
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())


def _after_last_head(file: IO[bytes]) -> int:
    """Where the last whole batch of lines ends: the rest of it was lost in a crash, and is written again."""
    file.seek(0)
    at = end = 0
    for row in file:
        at += len(row)
        if row.startswith(b'{"line":"head"') and row.endswith(b"\n"):
            end = at
    return end


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    is_new = not path.exists()
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise StoreUnavailable(f"`{path.name}` cannot be opened ({failure.strerror})") from None
    with os.fdopen(handle, "r+b") as file:
        yield file
    if is_new:
        sync_folder(path.parent)


def _tail(file: IO[bytes]) -> tuple[int, dict[str, Any]]:
    """Where the last whole line ends, and that line; an empty one where there is none."""
    size = file.seek(0, os.SEEK_END)
    tail, at = b"", size
    while at > 0 and tail.rstrip(b"\n").count(b"\n") < 2:
        at = max(0, at - 65_536)
        file.seek(at)
        tail = file.read(size - at)
    whole = tail[: tail.rfind(b"\n") + 1]
    lines = whole.splitlines()
    return at + len(whole), dict(json.loads(lines[-1])) if lines else {}


def append_history(workspace: Path, records: Sequence[Record]) -> None:
    """Add records to the files of their sessions. Those that are there already are not added again."""
    by_session: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        by_session.setdefault((record.scope, record.session_id), []).append(record)
    for (scope, session_id), own in by_session.items():
        folder = scope_folder(workspace, scope) / HISTORY
        private_folder(folder)
        _append(folder / history_name(session_id), own)


def _append(path: Path, records: Sequence[Record]) -> None:
    with _opened(path) as file:
        end, last = _tail(file)
        new = [record for record in records if record.sequence > int(last.get("sequence", 0))]
        file.truncate(end)  # a line that a crash has torn
        file.seek(end)
        file.write("".join(f"{_dumps(_record(record))}\n" for record in new).encode())
        file.flush()
        os.fsync(file.fileno())


def history_name(session_id: str) -> str:
    """The file of a session: its id where that is a plain name, else one made from it."""
    if _PLAIN.fullmatch(session_id) and not session_id.endswith("."):
        return f"{session_id}.jsonl"
    return f"{folder_name(session_id)}.jsonl"


def drop_history(workspace: Path) -> None:
    """Remove every history file, so that it is written anew: after something was erased from the archive."""
    for folder in [workspace, *sorted((workspace / SCOPES).glob("*"))]:
        for path in (folder / HISTORY).glob("*.jsonl"):
            path.unlink()


def _dumps(shape: Mapping[str, JSON]) -> str:
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> dict[str, JSON]:
    """A value of ours as JSON: every field that is one."""
    shape = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in ("evidence", "is_active")}
    return {name: _json(inner) for name, inner in shape.items()}


def _json(value: Any) -> JSON:
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    return value.value if isinstance(value, Enum) else value


def _proof(proof: Evidence) -> dict[str, JSON]:
    return {name: value for name, value in _plain(proof).items() if value is not None and name != "quote"}


def _record(record: Record) -> dict[str, JSON]:
    return {"line": "record", **record.as_json()}


# reading


@dataclass(frozen=True, slots=True)
class RebuildCounts:
    """How much came back."""

    sessions: int = 0
    records: int = 0
    items: int = 0

    def as_json(self) -> dict[str, JSON]:
        return {"sessions": self.sessions, "records": self.records, "items": self.items}


def load_ledger(workspace: Path) -> AgentLedger:
    """The ledgers of every scope, as they stand in the files."""
    head = head_of(workspace)
    if head is None:
        raise InvalidInput(
            f"there is no `{NOTES}/{LEDGER}` in this folder",
            field="folder",
            hint=say("hint.sync_writes"),
        )
    places = [workspace, *sorted((workspace / SCOPES).glob("*"))]
    found = [_read(place / NOTES / LEDGER) for place in places]
    return AgentLedger(head, tuple(_scope(lines) for lines in found if lines))


def _read(path: Path) -> list[dict[str, Any]]:
    """The lines up to the last head."""
    text = read_text(path, most=MAX_LEDGER) or ""
    try:
        lines = [dict(json.loads(row)) for row in text.split("\n")[:-1]]
        while lines and lines[-1]["line"] != "head":
            lines.pop()
    except (ValueError, KeyError, TypeError):
        raise InvalidInput(f"`{path.name}` is not a ledger", field="folder") from None
    if lines and lines[-1]["format"] != FORMAT:
        raise InvalidInput(f"`{path.name}` is of another version", field="folder", hint=say("hint.version_that_wrote"))
    return lines


def _scope(lines: Sequence[Mapping[str, Any]]) -> ScopeLedger:
    """The lines of a scope one after the other: what came later counts."""
    sessions: dict[str, tuple[Session, JSON]] = {}
    items: dict[str, Item] = {}
    spans: list[HiddenSpan] = []
    links: list[OpenLink] = []
    for line in lines:
        rest = {name: value for name, value in line.items() if name != "line"}
        match line["line"]:
            case "session":
                sessions[rest["id"]] = _session(rest), rest.get("compacted")
            case "item":
                items[rest["id"]] = _item(rest)
            case "gone":
                items.pop(rest["id"], None)
            case "deleted":
                items = {name: item for name, item in items.items() if item.key != rest["key"]}
            case "withheld":
                spans = [HiddenSpan(**span) for span in rest["spans"]]
            case "links":
                links = [OpenLink(**link) for link in rest["links"]]
    ordered = sorted(items.values(), key=lambda item: item.sequence)
    return ScopeLedger(str(lines[-1]["scope"]), tuple(sessions.values()), tuple(ordered), tuple(spans), tuple(links))


def _times(line: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: datetime.fromisoformat(value) if name in _TIMES and value is not None else value
        for name, value in line.items()
    }


def _session(line: Mapping[str, Any]) -> Session:
    return Session(**_times({name: value for name, value in line.items() if name != "compacted"}))


def _item(line: Mapping[str, Any]) -> Item:
    shape = _times(line)
    keep = shape["keep_for"]
    return Item(
        **{
            **shape,
            "keep_for": None if keep is None else timedelta(seconds=keep),
            "priority": Priority(shape["priority"]),
            "status": Status(shape["status"]),
            "source": Source(shape["source"]),
            "grade": Grade(shape["grade"]),
            "evidence": tuple(Evidence(**proof) for proof in shape["evidence"]),
        }
    )


def load_history(workspace: Path, scope: str, session_id: str) -> list[Record]:
    """What was said in a session, as it stands in its file."""
    path = scope_folder(workspace, scope) / HISTORY / history_name(session_id)
    text = read_text(path, most=MAX_LEDGER) or ""
    rows = text.split("\n")[:-1]  # a line without an end was torn by a crash
    return [_record_of(json.loads(row)) for row in rows if row]


def _record_of(line: Mapping[str, Any]) -> Record:
    return Record(
        id=line["id"],
        session_id=line["session"],
        scope=line["scope"],
        turn_id=line["turn_id"],
        sequence=line["sequence"],
        role=Role(line["role"]),
        content=line["content"],
        timestamp=datetime.fromisoformat(line["timestamp"]),
        speaker=line["speaker"],
        name=line["name"],
        arguments=line["arguments"],
        result=line["result"],
        tags=tuple(line["tags"]),
        content_ref=line["content_ref"],
    )
