"""From candidate to something that can be weighed: every field checked, filled in and named in the error if wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from perdure.clock import Time, aware
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.types.base import KeyContext, MemoryType, Value
from perdure.types.registry import Registry
from perdure.types.retention import Retention, retention
from perdure.values import (
    JSON,
    SHARED,
    Candidate,
    Evidence,
    Grade,
    Source,
    check_count,
    check_list,
    check_member,
    check_source,
    check_text,
)

MAX_REASON = 4_096
MAX_REFERENCE = 4_096
PROVISIONALLY = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Admitted:
    """A checked candidate."""

    type: MemoryType
    key: str
    scope: str
    value: Value
    content: str
    source: Source
    trust: float
    confidence: float
    importance: float
    retention: Retention
    valid_from: datetime | None
    valid_to: datetime | None
    pinned: bool
    retract: bool
    replaces: bool
    grade: Grade
    lasting: Retention
    """How long it is kept once it is sure."""
    evidence: tuple[Evidence, ...]
    reason: str | None
    takes_place_of: str | None = None
    rivals: tuple[str, ...] = ()
    asks: bool = False

    @property
    def plain(self) -> dict[str, JSON]:
        """The value as JSON."""
        return self.type.dump(self.value)


def admit(
    candidate: Candidate,
    *,
    registry: Registry,
    config: Config,
    scope: str,
    context: KeyContext,
    now: datetime,
    most: Source = Source.USER,
    has_own_key: bool = False,
) -> Admitted:
    """Check a candidate. Nothing here looks at the store. `most` is the authority it can have at most.

    With `has_own_key` a key that is given stands, whatever the value would make of it.
    """
    check_candidate(candidate)
    kind = registry.get(candidate.type)
    source = min(check_source(candidate.source), most, key=lambda one: one.trust)
    value = _value(kind, candidate.value)
    if kind.sign is not None:
        value = kind.sign(value, source)
    check_text(str(kind.dump(value)), "value", max_bytes=config.max_content_bytes)
    content = kind.describe(value) if candidate.content is None else candidate.content
    check_text(content, "content", max_bytes=config.max_content_bytes)
    valid_from, valid_to = _moment(candidate.valid_from, "valid_from"), _moment(candidate.valid_to, "valid_to")
    if valid_from is not None and valid_to is not None and valid_to < valid_from:
        raise InvalidInput("`valid_to` is before `valid_from`", field="valid_to")
    return Admitted(
        type=kind,
        key=_key(kind, value, candidate.key, context, is_held=candidate.retract or has_own_key),
        scope=SHARED if kind.always_shared else scope,
        value=value,
        content=content.strip(),
        source=source,
        trust=source.trust,
        confidence=_unit(candidate.confidence, "confidence", config.confidence[source]),
        importance=_unit(candidate.importance, "importance", 0.5),
        retention=retention(kind, value, _for_now(candidate), now),
        valid_from=valid_from,
        valid_to=valid_to,
        pinned=bool(candidate.pinned),
        retract=bool(candidate.retract),
        replaces=bool(candidate.replaces),
        grade=check_member(Grade, candidate.grade, "grade"),
        lasting=retention(kind, value, candidate, now),
        evidence=check_evidence(candidate.evidence, config),
        reason=None if candidate.reason is None else check_text(candidate.reason, "reason", max_bytes=MAX_REASON),
        takes_place_of=None if candidate.takes_place_of is None else registry.normal_key(candidate.takes_place_of),
        rivals=tuple(map(registry.normal_key, check_list(candidate.rivals, "rivals"))),
        asks=bool(candidate.asks),
    )


def _for_now(candidate: Candidate) -> Candidate:
    """What is only likely is kept for a week, unless it is said again."""
    return replace(candidate, keep=PROVISIONALLY) if candidate.grade == Grade.PROVISIONAL else candidate


def check_candidate(candidate: object) -> None:
    """Whether a caller gave a candidate at all."""
    if not isinstance(candidate, Candidate):
        raise InvalidInput(f"`candidate` must be a `Candidate`: got {type(candidate).__name__}", field="candidate")


def _value(kind: MemoryType, given: Mapping[str, JSON]) -> Value:
    try:
        return kind.parse(given)
    except RecursionError:
        raise InvalidInput("`value` is nested too deeply", field="value", hint=say("hint.nest_less")) from None


def _key(kind: MemoryType, value: Value, given: str | None, context: KeyContext, *, is_held: bool) -> str:
    """The key that the value gives. A key that the caller gives as well must be the same one.

    What was read out of a conversation may have a key of its statement, or the one that what it changes is held under:
    stored keys are never made again from values.
    """
    if given is None:
        return kind.key(value, context)
    wanted = kind.check_key(given)
    if is_held:
        return wanted
    made = kind.key(value, context)
    if not kind.may_be_called(wanted, made):
        raise InvalidInput(f"`key` says `{wanted}`, the value says `{made}`", field="key", hint=say("hint.key_agrees"))
    return wanted


def _unit(number: object, field: str, default: float) -> float:
    if number is None:
        return default
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise InvalidInput(f"`{field}` must be a number from 0 to 1", field=field)
    return float(number)


def _moment(moment: Time | None, field: str) -> datetime | None:
    return None if moment is None else aware(moment, field)


def check_evidence(given: Sequence[Evidence], config: Config) -> tuple[Evidence, ...]:
    """Every piece of evidence, checked to point somewhere."""
    for n, evidence in enumerate(check_list(given, "evidence")):
        if not isinstance(evidence, Evidence):
            raise InvalidInput(f"`evidence[{n}]` must be an `Evidence`", field=f"evidence[{n}]")
        for name in ("record_id", "document_id", "section_id", "url"):
            if getattr(evidence, name) is not None:
                check_text(getattr(evidence, name), f"evidence[{n}].{name}", max_bytes=MAX_REFERENCE)
        if evidence.quote is not None:
            check_text(evidence.quote, f"evidence[{n}].quote", max_bytes=config.max_content_bytes)
        for name in ("start", "end"):
            if getattr(evidence, name) is not None:
                check_count(getattr(evidence, name), f"evidence[{n}].{name}", config.max_content_bytes, least=0)
        if evidence.record_id is None and evidence.document_id is None and evidence.url is None:
            raise InvalidInput(
                f"`evidence[{n}]` refers to nothing",
                field=f"evidence[{n}]",
                hint=say("hint.give_evidence"),
            )
    return tuple(given)
