"""Turns from JSON lines: one event per line, an empty line ends a turn. Each error names its line."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from perdure.archive.events import check_event, parse_event
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.parsing import read_json
from perdure.values import JSON, Event

BATCH_TURNS = 500
BATCH_BYTES = 8 << 20
MAX_LINE = 64 << 20
"""More than any event can need, however its text is escaped."""

EXAMPLE = '{"role": "user", "content": "Call me Ada."}'


@dataclass(frozen=True, slots=True)
class InputTurn:
    """The events of one turn, the last line they came from, and how far into the input that is."""

    events: tuple[Event, ...]
    line: int
    offset: int


def turns(stream: BinaryIO, config: Config) -> Iterator[InputTurn]:
    """Every turn of the input, checked."""
    events: list[Event] = []
    number = offset = 0
    while raw := stream.readline(MAX_LINE + 1):
        number, offset = number + 1, offset + len(raw)
        line = _decoded(raw, number)
        if line.strip():
            events.append(_event(line, f"line {number}", config))
            if len(events) > config.max_events:
                raise InvalidInput(
                    f"line {number}: this turn has more than {config.max_events:,} events",
                    field=f"line {number}",
                    hint=say("hint.line_between_turns"),
                )
        elif events:
            yield InputTurn(tuple(events), number, offset)
            events = []
    if events:
        yield InputTurn(tuple(events), number, offset)


def batches(found: Iterable[InputTurn]) -> Iterator[list[InputTurn]]:
    """Turns in portions that fit one transaction."""
    batch: list[InputTurn] = []
    start = 0
    for turn in found:
        batch.append(turn)
        if len(batch) == BATCH_TURNS or turn.offset - start >= BATCH_BYTES:
            yield batch
            batch, start = [], turn.offset
    if batch:
        yield batch


def size(stream: BinaryIO) -> int | None:
    """The length of a file; a pipe has none."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, io.UnsupportedOperation):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _decoded(raw: bytes, number: int) -> str:
    where = f"line {number}"
    if len(raw) > MAX_LINE:
        raise InvalidInput(f"{where} is longer than {MAX_LINE:,} bytes", field=where, hint=say("hint.event_per_line"))
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as bad:
        raise InvalidInput(
            f"{where} is not UTF-8 at byte {bad.start + 1}",
            field=where,
            hint=say("hint.convert_utf8"),
        ) from None


def _event(line: str, where: str, config: Config) -> Event:
    try:
        shape: JSON = read_json(line)
    except ValueError:
        raise InvalidInput(
            f"{where} is not JSON", field=where, hint=say("hint.write_events", example=EXAMPLE)
        ) from None
    event = parse_event(shape, where)
    check_event(event, config, where)  # checked here, while the line is known
    return event
