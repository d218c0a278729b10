"""What Claude Code's hooks do: give context at the start and with each prompt, keep each turn, close at the end.

A hook speaks for the user, so what the user said there has the user's authority. Calls of our own tools are no part of
the turn: what memory answered is not learned again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perdure.errors import Conflict, InvalidInput
from perdure.integrations.hosts import SERVER
from perdure.messages import say
from perdure.parsing import read_json
from perdure.values import JSON, Event, Record, Role, Session

if TYPE_CHECKING:
    from perdure.blocking import Memory

BUDGET = 2_000
"""Tokens of context at the start of a session."""
PROMPT_BUDGET = 500
"""Tokens of what a single prompt brings to mind."""
OWN_TOOLS = f"mcp__{SERVER}__"
"""How the host's names of our own tools begin."""
MAX_TEXT = 20_000
"""Characters kept of one message or tool result; a pasted file is in the project anyway."""
CUT = " … [cut]"


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line of a transcript that somebody said or did."""

    at: datetime
    event: Event
    opens: bool
    """Whether a turn begins with it: the user's own words do, a tool's result does not."""


def run(payload: Mapping[str, Any], memory: Memory, scope: str) -> dict[str, JSON] | None:
    """Answer one hook. None is the answer "go on"."""
    session = _take_up(memory, _session_name(payload), scope)
    match payload.get("hook_event_name"):
        case "SessionStart":
            pack = memory.compose(session, _opening(payload), budget=BUDGET)
            return _context("SessionStart", pack.text) if pack.text.strip() else None
        case "UserPromptSubmit":
            pack = memory.compose(session, _prompt(payload), budget=PROMPT_BUDGET, mode="additions")
            return _context("UserPromptSubmit", pack.text) if pack.text.strip() else None
        case "Stop":
            turns = unkept(_transcript(payload), session, memory.archive.records(session))
            if turns:
                memory.commit_turns(session, turns)
            return None
        case "SessionEnd":
            memory.end_session(session)
            return None
        case event:
            raise InvalidInput(f"no hook of ours answers `{event}`", field="hook_event_name")


def _context(event: str, text: str) -> dict[str, JSON]:
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


def _prompt(payload: Mapping[str, Any]) -> str:
    prompt = payload.get("prompt")
    if not isinstance(prompt, str):
        raise InvalidInput("the hook brought no prompt", field="prompt")
    return prompt


def _take_up(memory: Memory, name: str, scope: str) -> Session:
    """The open session of that name. One that was ended and is resumed goes on under the next number."""
    for number in count(1):
        try:
            return memory.start_session(name if number == 1 else f"{name}#{number}", scope=scope, kind="claude-code")
        except Conflict:
            continue
    raise AssertionError("unreachable")


def unkept(lines: Iterable[TranscriptLine], session: Session, kept: list[Record]) -> list[list[Event]]:
    """The turns that are not in the archive yet. Of a session we did not see start, only the last turn is new."""
    found = list(lines)
    if kept:
        last = max(record.timestamp for record in kept)
        new = [line for line in found if line.at > last]
    else:
        new = [line for line in found if line.at >= session.started_at - timedelta(seconds=5)]
        if not new:
            new = found[max((n for n, line in enumerate(found) if line.opens), default=0) :]
    turns: list[list[Event]] = []
    for line in new:
        if line.opens or not turns:
            turns.append([])
        turns[-1].append(line.event)
    return turns


def read_transcript(text: Iterable[str]) -> Iterator[TranscriptLine]:
    """What was said and done, in order; side conversations, summaries and the host's own notes are left out."""
    called: dict[str, tuple[str, JSON]] = {}
    for raw in text:
        try:
            row = read_json(raw)
        except ValueError:
            continue  # the host may be writing its last line just now; the next hook sees it whole
        if not isinstance(row, dict) or row.get("isSidechain") or row.get("isMeta") or row.get("isCompactSummary"):
            continue
        at = _time(row.get("timestamp"))
        if row.get("type") in ("user", "assistant") and isinstance(row.get("message"), dict) and at is not None:
            content = row["message"].get("content")
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            if isinstance(blocks, list):
                yield from _said(row["type"], [block for block in blocks if isinstance(block, dict)], at, called)


def _said(
    kind: str, blocks: list[dict[str, Any]], at: datetime, called: dict[str, tuple[str, JSON]]
) -> Iterator[TranscriptLine]:
    """The words of one message, and the tools whose results it brings; `called` holds what was asked of each."""
    text = _text_of(blocks)
    # The host wraps what it adds to a prompt (commands, reminders) in tags of its own: not the user's words.
    if text and not (kind == "user" and text.startswith("<")):
        role = Role.USER if kind == "user" else Role.ASSISTANT
        yield TranscriptLine(at, Event(role, _cut(text), timestamp=at), opens=kind == "user")
    for block in blocks:
        if block.get("type") == "tool_use":
            asked = block.get("input")
            called[str(block.get("id"))] = str(block.get("name") or "tool"), asked if _is_short(asked) else None
        elif block.get("type") == "tool_result":
            name, asked = called.pop(str(block.get("tool_use_id")), ("tool", None))
            if name.startswith(OWN_TOOLS):
                continue
            content = block.get("content")
            result = (
                content if isinstance(content, str) else _text_of([b for b in content or () if isinstance(b, dict)])
            )
            yield TranscriptLine(at, Event.tool(name, asked, _cut(result), timestamp=at), opens=False)


def _text_of(blocks: list[dict[str, Any]]) -> str:
    texts = [str(block.get("text", "")) for block in blocks if block.get("type") == "text"]
    return "\n".join(text for text in texts if text.strip()).strip()


def _is_short(asked: object) -> bool:
    return len(json.dumps(asked)) <= MAX_TEXT


def _transcript(payload: Mapping[str, Any]) -> list[TranscriptLine]:
    path = payload.get("transcript_path")
    if not isinstance(path, str) or not path:
        raise InvalidInput("the hook named no transcript", field="transcript_path")
    try:
        with Path(path).expanduser().open(encoding="utf-8", errors="replace") as file:
            return list(read_transcript(file))
    except (OSError, RuntimeError, ValueError) as error:  # there is none, or it is a path that no file can have
        why = getattr(error, "strerror", None) or "no file has such a name"
        raise InvalidInput(f"the transcript cannot be read: {why}", field="transcript_path") from error


def _session_name(payload: Mapping[str, Any]) -> str:
    name = payload.get("session_id")
    if not isinstance(name, str) or not name.strip():
        raise InvalidInput("the hook named no session", field="session_id", hint=say("hint.run_by_host"))
    return f"claude-code:{name}"


def _opening(payload: Mapping[str, Any]) -> str:
    """What a session is likely about before anything was said: the project it starts in."""
    folder = payload.get("cwd")
    return Path(folder).name if isinstance(folder, str) and Path(folder).name else "session"


def _time(stamp: object) -> datetime | None:
    try:
        read = datetime.fromisoformat(str(stamp).replace("Z", "+00:00"))
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + CUT
