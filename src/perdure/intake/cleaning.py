"""Cleaning at the door: what is private leaves a turn or a candidate before anything is kept, indexed or sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from perdure.errors import InvalidInput
from perdure.intake.injection import LABEL, reads_like_an_order
from perdure.intake.pii import Policy, Report, clean_event, clean_json, clean_name
from perdure.intake.read_ahead import NOT_READ, Readings
from perdure.messages import say
from perdure.values import JSON, Candidate, Event, Role, check_text


@dataclass(frozen=True, slots=True)
class CleanTurn:
    """A turn as it may be kept, and what to say about it."""

    events: tuple[Event, ...]
    notices: tuple[str, ...] = ()
    readings: Readings | None = NOT_READ
    """What the reader takes it to say; None where it is to read the turn later."""


def clean_turn(events: Sequence[Event], policy: Policy, allow: Iterable[str]) -> CleanTurn:
    """Every event of a turn by the policy. One that must not be kept refuses the whole turn."""
    kept: list[Event] = []
    notices: dict[str, None] = {}
    for n, event in enumerate(events):
        _check_names(event, policy, allow, f"events[{n}]")
        cleaned, report = _clean(event, policy, allow)
        _refuse(report, f"events[{n}]")
        kept.append(labelled(cleaned))
        notices.update(dict.fromkeys(report.notices))
    return CleanTurn(tuple(kept), tuple(notices))


def _check_names(event: Event, policy: Policy, allow: Iterable[str], where: str) -> None:
    """Who speaks, which tool, what sort of file: names, which are kept exactly or refused."""
    names = {"speaker": event.speaker, "name": event.name}
    names |= {f"attachments[{n}].media_type": file.media_type for n, file in enumerate(event.attachments)}
    for field, name in names.items():
        if name is not None:
            clean_name(name, f"{where}.{field}", policy, allow)


def labelled(event: Event) -> Event:
    """The same, with a tag where it reads like an order to the model. It is kept as it is."""
    if LABEL in event.tags or not reads_like_an_order(event.content):
        return event
    return replace(event, tags=(*event.tags, LABEL))


def clean_candidate(candidate: Candidate, policy: Policy, allow: Iterable[str]) -> tuple[Candidate, tuple[str, ...]]:
    """A candidate as it may be kept: its value, its wording, its key, its reason and what it quotes."""
    if not isinstance(candidate, Candidate):
        return candidate, ()  # refused with better words where candidates are checked
    for name in ("content", "reason"):
        if isinstance(text := getattr(candidate, name), str):
            check_text(text, name, max_bytes=4 * len(text), allow_blank=True)  # before a mask hides what is wrong
    try:
        quotes = [[e.quote, e.url, e.document_id, e.section_id] for e in candidate.evidence]
    except (AttributeError, TypeError):
        return candidate, ()
    parts: JSON = [candidate.value, candidate.key, candidate.content, candidate.reason, quotes]
    cleaned = clean_json(parts, policy, allow)
    _refuse(cleaned.report, "candidate")
    if cleaned.value == parts:
        return candidate, cleaned.report.notices
    value, key, content, reason, said = cleaned.value
    evidence = tuple(
        replace(e, quote=quote, url=url, document_id=document, section_id=section)
        for e, (quote, url, document, section) in zip(candidate.evidence, said, strict=True)
    )
    clean = replace(candidate, value=value, key=key, content=content, reason=reason, evidence=evidence)
    return clean, cleaned.report.notices


def _clean(event: Event, policy: Policy, allow: Iterable[str]) -> tuple[Event, Report]:
    # The text of a tool's event is often just its result; what a field is called is only known there.
    is_result = event.role is Role.TOOL and event.result is not None and event.content == _text(event.result)
    cleaned, report = clean_event(replace(event, content="") if is_result else event, policy, allow)
    if not report.counts:
        return event, report
    return (replace(cleaned, content=_text(cleaned.result)) if is_result else cleaned), report


def _text(result: JSON) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def _refuse(report: Report, where: str) -> None:
    if report.refused:
        classes = ", ".join(f"`{kind}`" for kind in report.refused)
        raise InvalidInput(
            f"`{where}` contains what must not be kept: {classes}",
            field=where,
            hint=say("hint.send_without"),
        )
