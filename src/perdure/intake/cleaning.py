"""Cleaning at the door: what is private leaves a turn or a candidate before anything is kept, indexed or sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from perdure.errors import InvalidInput
from perdure.intake.injection import LABEL, reads_like_an_order
from perdure.intake.pii import Policy, Report, clean_event, clean_json, clean_name
from perdure.store.contract import Draft
from perdure.values import JSON, Candidate, Event, Role, check_text


@dataclass(frozen=True, slots=True)
class CleanTurn:
    """A turn as it may be kept, and what to say about it."""

    drafts: tuple[Draft, ...]
    notices: tuple[str, ...] = ()


def clean_turn(drafts: Sequence[Draft], policy: Policy, allow: Iterable[str]) -> CleanTurn:
    """Every event of a turn by the policy. One that must not be kept refuses the whole turn."""
    kept: list[Draft] = []
    notices: dict[str, None] = {}
    for n, draft in enumerate(drafts):
        _check_names(draft, policy, allow, f"events[{n}]")
        cleaned, report = _draft(draft, policy, allow)
        _refuse(report, f"events[{n}]")
        kept.append(labelled(cleaned))
        notices.update(dict.fromkeys(report.notices))
    return CleanTurn(tuple(kept), tuple(notices))


def _check_names(draft: Draft, policy: Policy, allow: Iterable[str], where: str) -> None:
    """Who speaks, which tool, what sort of file: names, which are kept exactly or refused."""
    names = {"speaker": draft.speaker, "name": draft.name}
    names |= {f"attachments[{n}].media_type": file.media_type for n, file in enumerate(draft.attachments)}
    for field, name in names.items():
        if name is not None:
            clean_name(name, f"{where}.{field}", policy, allow)


def labelled(draft: Draft) -> Draft:
    """The same, with a tag where it reads like an order to the model. It is kept as it is."""
    if LABEL in draft.tags or not reads_like_an_order(draft.content):
        return draft
    return replace(draft, tags=(*draft.tags, LABEL))


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


def _draft(draft: Draft, policy: Policy, allow: Iterable[str]) -> tuple[Draft, Report]:
    # The text of a tool's event is often just its result; what a field is called is only known there.
    is_result = draft.role is Role.TOOL and draft.result is not None and draft.content == _text(draft.result)
    event = Event(
        role=draft.role,
        content="" if is_result else draft.content,
        arguments=draft.arguments,
        result=draft.result,
        tags=draft.tags,
        content_ref=draft.content_ref,
        attachments=draft.attachments,
    )
    cleaned, report = clean_event(event, policy, allow)
    if not report.counts:
        return draft, report
    return (
        replace(
            draft,
            content=_text(cleaned.result) if is_result else cleaned.content,
            arguments=cleaned.arguments,
            result=cleaned.result,
            tags=tuple(cleaned.tags),
            content_ref=cleaned.content_ref,
            attachments=tuple(cleaned.attachments),
        ),
        report,
    )


def _text(result: JSON) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def _refuse(report: Report, where: str) -> None:
    if report.refused:
        classes = ", ".join(f"`{kind}`" for kind in report.refused)
        raise InvalidInput(
            f"`{where}` contains what must not be kept: {classes}",
            field=where,
            hint="send it again without that; `Config.pii` says what is refused",
        )
