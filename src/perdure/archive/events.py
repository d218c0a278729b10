"""Checking events at the door: whatever comes through can be kept exactly, on either engine."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import replace

from perdure.clock import aware
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values import JSON, Attachment, Event, Role, check_list, check_member, check_name, check_text


def check_turn(events: Event | Sequence[Event], config: Config) -> list[Event]:
    """A turn's events, checked; one alone is a turn. One bad event refuses it all, so that nothing is half kept."""
    if isinstance(events, Event):
        events = [events]
    if not check_list(events, "events", most=sys.maxsize):
        raise InvalidInput("a turn needs at least one event", field="events", hint=say("hint.pass_events"))
    if len(events) > config.max_events:
        raise InvalidInput(
            f"a turn of {len(events):,} events; the limit is {config.max_events:,}",
            field="events",
            hint=say("hint.split_turns"),
        )
    return [check_event(event, config, f"events[{n}]") for n, event in enumerate(events)]


def check_event(event: Event, config: Config, where: str = "event") -> Event:
    """One event, checked: the error names the field that is wrong."""
    if not isinstance(event, Event):
        raise InvalidInput(f"`{where}` must be an `Event`: got {type(event).__name__}", field=where)
    role = _role(event.role, where)
    arguments = as_json(event.arguments, f"{where}.arguments", config.max_content_bytes)
    result = as_json(event.result, f"{where}.result", config.max_content_bytes)
    content = event.content
    if role is Role.TOOL and not content and result is not None:
        content = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    # A record may be a reference or a file and say nothing itself; otherwise it has to say something.
    may_be_blank = bool(event.content_ref or event.attachments or (role is Role.TOOL and event.name))
    return Event(
        role=role,
        content=check_text(content, f"{where}.content", max_bytes=config.max_content_bytes, allow_blank=may_be_blank),
        timestamp=None if event.timestamp is None else aware(event.timestamp, f"{where}.timestamp"),
        speaker=None if event.speaker is None else check_name(event.speaker, f"{where}.speaker"),
        name=None if event.name is None else check_name(event.name, f"{where}.name"),
        arguments=arguments,
        result=result,
        tags=tuple(check_name(tag, f"{where}.tags") for tag in check_list(event.tags, f"{where}.tags")),
        content_ref=None
        if event.content_ref is None
        else check_text(event.content_ref, f"{where}.content_ref", max_bytes=4096),
        attachments=tuple(
            _attachment(file, config, f"{where}.attachments[{n}]")
            for n, file in enumerate(check_list(event.attachments, f"{where}.attachments"))
        ),
    )


def _role(role: object, where: str) -> Role:
    return check_member(Role, role, f"{where}.role")


def as_json(value: JSON, field: str, max_bytes: int) -> JSON:
    """A JSON value, as both engines will give it back."""
    if value is None:
        return None
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InvalidInput(f"`{field}` is not JSON", field=field, hint=say("hint.plain_json")) from None
    return json.loads(check_text(text, field, max_bytes=max_bytes))


def _attachment(file: object, config: Config, where: str) -> Attachment:
    if not isinstance(file, Attachment) or not isinstance(file.data, bytes):
        raise InvalidInput(f"`{where}` must be an `Attachment` with bytes", field=where)
    if len(file.data) > config.max_attachment_bytes:
        raise InvalidInput(
            f"`{where}` is {len(file.data):,} bytes; the limit is {config.max_attachment_bytes:,}",
            field=where,
            hint=say("hint.keep_elsewhere"),
        )
    check_name(file.name, f"{where}.name")
    check_name(file.media_type, f"{where}.media_type")
    expires_at = None if file.expires_at is None else aware(file.expires_at, f"{where}.expires_at")
    if file.sha256 is not None and str(file.sha256).lower() != hashlib.sha256(file.data).hexdigest():
        raise InvalidInput(
            f"the bytes of `{where}` do not match its `sha256`",
            field=f"{where}.sha256",
            hint=say("hint.send_file_again"),
        )
    return replace(file, expires_at=expires_at)


def parse_event(shape: JSON, where: str = "event") -> Event:
    """An event as it comes over the border: one JSON object."""
    if not isinstance(shape, dict):
        raise InvalidInput(f'`{where}` must be a JSON object like {{"role": "user", "content": "…"}}', field=where)
    known = {"role", "content", "speaker", "name", "arguments", "result", "timestamp", "tags", "content_ref"}
    if unknown := sorted(set(shape) - known):
        raise InvalidInput(
            f"`{where}` has an unknown field `{unknown[0]}`",
            field=f"{where}.{unknown[0]}",
            hint=say("hint.known", names=str(sorted(known))),
        )
    if "role" not in shape:
        raise InvalidInput(f"`{where}` has no `role`", field=f"{where}.role")
    stamp = shape.get("timestamp")
    return Event(
        role=shape["role"],
        content=shape.get("content", ""),
        speaker=shape.get("speaker"),
        name=shape.get("name"),
        arguments=shape.get("arguments"),
        result=shape.get("result"),
        timestamp=None if stamp is None else aware(stamp, f"{where}.timestamp"),
        tags=shape.get("tags", ()),
        content_ref=shape.get("content_ref"),
    )
