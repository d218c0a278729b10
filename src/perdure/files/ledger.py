"""The ledger and the history of a workspace: all that is needed to make the memory again from its files.

`memory/items.jsonl` holds what is held (active and pending items with their evidence), sessions, hidden spans and open
links; `conversation_history/<session>.jsonl` what was said, only ever added to. They are written behind the commits,
never in their way. Every scope has its own.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any

from perdure.clock import iso
from perdure.errors import InvalidInput, StoreUnavailable
from perdure.files.safe import read_text
from perdure.files.workspace import HISTORY, NOTES, SCOPES, scope_folder
from perdure.folders import atomic_write, folder_name, private_folder, sync_folder
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
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_TIMES = frozenset(
    {"created_at", "updated_at", "valid_from", "valid_to", "expires_at", "verified_at", "last_used_at"}
    | {"last_confirmed_at", "started_at", "completed_at", "timestamp"}
)


@dataclass(frozen=True, slots=True)
class ScopeLedger:
    """What a scope holds."""

    scope: str
    sessions: tuple[tuple[Session, JSON], ...] = ()
    items: tuple[Item, ...] = ()
    spans: tuple[HiddenSpan, ...] = ()
    links: tuple[OpenLink, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentLedger:
    """What an agent holds, at one point of its number line."""

    agent_id: str
    sequence: int
    scopes: tuple[ScopeLedger, ...]


def read_ledger(tx: Transaction, agent_id: str) -> AgentLedger:
    """All of it, in one consistent read."""
    whole = tx.whole
    sessions, items, spans, links = whole.sessions(), whole.held(), whole.spans(), whole.links()
    scopes = dict.fromkeys(
        [MAIN, *(session.scope for session, _ in sessions), *(item.scope for item in items)],
    )
    return AgentLedger(
        agent_id,
        tx.sequence,
        tuple(
            ScopeLedger(
                scope,
                tuple(pair for pair in sessions if pair[0].scope == scope),
                tuple(item for item in items if item.scope == scope),
                tuple(span for span in spans if span.scope == scope),
                tuple(link for link in links if link.scope == scope),
            )
            for scope in scopes
        ),
    )


# writing


def written_up_to(workspace: Path) -> int:
    """How far the ledger has come; 0 where there is none."""
    try:
        with (workspace / NOTES / LEDGER).open(encoding="utf-8") as file:
            head = json.loads(file.readline() or "{}")
        return int(head.get("sequence", 0)) if head.get("format") == FORMAT else 0
    except (OSError, ValueError, AttributeError):
        return 0


def write_ledger(workspace: Path, ledger: AgentLedger) -> None:
    """Write the ledger of every scope; that of `main` last, since it says how far all of them have come."""
    for one in sorted(ledger.scopes, key=lambda one: one.scope == MAIN):
        folder = scope_folder(workspace, one.scope) / NOTES
        private_folder(folder)
        text = "".join(f"{_dumps(line)}\n" for line in _lines(ledger, one))
        atomic_write(folder / LEDGER, text.encode())


def _lines(ledger: AgentLedger, one: ScopeLedger) -> Iterable[dict[str, JSON]]:
    yield {
        "line": "head",
        "format": FORMAT,
        "agent": ledger.agent_id,
        "scope": one.scope,
        "sequence": ledger.sequence,
    }
    for session, compacted in one.sessions:
        yield {"line": "session", **_plain(session), "compacted": compacted}
    for item in one.items:
        yield {"line": "item", **_plain(item), "evidence": [_proof(proof) for proof in item.evidence]}
    for span in one.spans:
        yield {"line": "withheld", **_plain(span)}
    for link in one.links:
        yield {"line": "link", **_plain(link)}


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
    is_new = not path.exists()
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as failure:
        raise StoreUnavailable(f"`{path.name}` cannot be opened ({failure.strerror})") from None
    with os.fdopen(handle, "r+b") as file:
        last = _mend(file)
        new = [record for record in records if record.sequence > last]
        file.write("".join(f"{_dumps(_record(record))}\n" for record in new).encode())
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        sync_folder(path.parent)


def _mend(file: Any) -> int:
    """Cut off a line that a crash has torn, and go to the end. Answers the sequence of the last record."""
    size = file.seek(0, os.SEEK_END)
    tail, at = b"", size
    while at > 0 and tail.count(b"\n") < 2:
        at = max(0, at - 65_536)
        file.seek(at)
        tail = file.read(size - at)
    whole = tail[: tail.rfind(b"\n") + 1]
    end = at + len(whole)
    if end < size:
        file.truncate(end)
    file.seek(end)
    lines = whole.splitlines()
    return int(json.loads(lines[-1])["sequence"]) if lines else 0


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
class Rebuilt:
    """How much came back."""

    sessions: int = 0
    records: int = 0
    items: int = 0

    def as_json(self) -> dict[str, JSON]:
        return {"sessions": self.sessions, "records": self.records, "items": self.items}


def load_ledger(workspace: Path) -> AgentLedger:
    """The ledgers of every scope, as they stand in the files."""
    places = [workspace, *sorted((workspace / SCOPES).glob("*"))]
    found = [(place, _read(place / NOTES / LEDGER)) for place in places]
    ledgers = [(place, lines) for place, lines in found if lines]
    if not ledgers or ledgers[0][0] != workspace:
        raise InvalidInput(
            f"there is no `{NOTES}/{LEDGER}` in this folder",
            field="folder",
            hint="`perdure sync` writes it; notes without it are taken in by `perdure import`",
        )
    head = ledgers[0][1][0]
    return AgentLedger(str(head["agent"]), int(head["sequence"]), tuple(_scope(lines) for _, lines in ledgers))


def _read(path: Path) -> list[dict[str, Any]]:
    text = read_text(path, most=MAX_LEDGER)
    if text is None:
        return []
    try:
        lines = [json.loads(row) for row in text.split("\n") if row]
        if not lines or lines[0]["line"] != "head" or lines[0]["format"] != FORMAT:
            raise ValueError("no head")
    except (ValueError, KeyError, TypeError):
        raise InvalidInput(f"`{path.name}` is not a ledger of this version", field="folder") from None
    return lines


def _scope(lines: Sequence[Mapping[str, Any]]) -> ScopeLedger:
    of: Callable[[str], list[dict[str, Any]]] = lambda kind: [  # noqa: E731 - a shorthand for these lines alone
        {name: value for name, value in line.items() if name != "line"} for line in lines if line["line"] == kind
    ]
    return ScopeLedger(
        str(lines[0]["scope"]),
        tuple((_session(line), line.get("compacted")) for line in of("session")),
        tuple(_item(line) for line in of("item")),
        tuple(HiddenSpan(**line) for line in of("withheld")),
        tuple(OpenLink(**line) for line in of("link")),
    )


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
