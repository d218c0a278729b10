"""Clean what is not one text: the arguments and results of tools, and whole events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from perdure.errors import InvalidInput
from perdure.intake.pii.clean import mask, with_action
from perdure.intake.pii.files import clean_file
from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.names import field_kind, says_secret
from perdure.intake.pii.notices import attached, notice_language, notices
from perdure.intake.pii.placeholders import Placeholders, is_placeholder
from perdure.intake.pii.policy import Policy, PrivacyAction, as_policy, check_allow
from perdure.intake.pii.repeats import tell_tale
from perdure.language import Language
from perdure.messages import say
from perdure.values import JSON, Event

MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Report:
    """What cleaning did: how many of each class were found, and what to tell the user. No values."""

    counts: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    needs_confirmation: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    uncleaned_attachments: int = 0


@dataclass(frozen=True, slots=True)
class CleanedJSON:
    """A JSON value as it may be kept, and the report."""

    value: JSON = field(repr=False)
    report: Report = field(default_factory=Report)


def clean_json(
    value: JSON, policy: Policy | Mapping[str, PrivacyAction | str] | None = None, allow: Iterable[str] = ()
) -> CleanedJSON:
    """Every text in the value, names of fields too; what stands in a field such as `password` is masked unseen."""
    walk = _CleaningPass(as_policy(policy), check_allow(allow))
    cleaned = walk.value(value)
    if walk.secrets:  # somewhere in it; they may stand in another place too
        walk = walk.again()
        cleaned = walk.value(value)
    return CleanedJSON(cleaned, walk.report())


def clean_event(
    event: Event, policy: Policy | Mapping[str, PrivacyAction | str] | None = None, allow: Iterable[str] = ()
) -> tuple[Event, Report]:
    """The event as it may be kept, with its attachments as far as they are text. Speaker and tool name stay: they are
    exact names, for which there is `clean_name`."""
    walk = _CleaningPass(as_policy(policy), check_allow(allow), said=event.content.strip())
    cleaned, unchecked = _walked(walk, event)
    if walk.secrets:  # a password in the arguments may come back in the result
        walk = walk.again()
        cleaned, unchecked = _walked(walk, event)
    return cleaned, walk.report(attachments=unchecked)


def _walked(walk: _CleaningPass, event: Event) -> tuple[Event, int]:
    """The event after one pass, and how many attachments could not be looked into."""
    cleaned = replace(
        event,
        content=walk.text(event.content),
        arguments=walk.value(event.arguments),
        result=walk.value(event.result),
        tags=tuple(walk.text(tag) for tag in event.tags),
        content_ref=None if event.content_ref is None else walk.text(event.content_ref),
    )
    files = [clean_file(replace(file, name=walk.text(file.name)), walk.text) for file in event.attachments]
    return replace(cleaned, attachments=tuple(file for file, _ in files)), sum(not checked for _, checked in files)


class _CleaningPass:
    """One pass over many texts that share placeholders and end in one report."""

    def __init__(
        self, policy: Policy, allowed: frozenset[str], *, said: str = "", known: Mapping[str, str] | None = None
    ) -> None:
        self._policy = policy
        self._allowed = allowed
        self._known = known or {}
        self.secrets: dict[str, str] = {}
        """Values found by their names, with their class: kept only until all of it is cleaned."""
        self._placeholders = Placeholders()
        self._did: Counter[tuple[PrivacyAction, str]] = Counter()
        self.language: Language | None = None
        """The language of the notices; None: not asked for yet."""
        self.said = said
        """What decides that language; without it, the first text with something in it to clean."""

    def again(self) -> _CleaningPass:
        """The same walk from the start, which knows the secrets that this one has found."""
        return _CleaningPass(self._policy, self._allowed, said=self.said, known=self.secrets)

    def report(self, *, attachments: int = 0) -> Report:
        if not self._did and not attachments:
            return Report()
        if self.language is None and self.said:
            self.language = notice_language(self.said)
        counts: Counter[str] = Counter()
        for (_, kind), many in self._did.items():
            counts[kind] += many
        language = self.language or "en"
        said = notices(self._did, language)
        return Report(
            counts=dict(counts),
            refused=with_action(self._did, PrivacyAction.REFUSE),
            needs_confirmation=with_action(self._did, PrivacyAction.CONFIRM),
            notices=(*said, attached(attachments, language)) if attachments else said,
            uncleaned_attachments=attachments,
        )

    def text(self, text: str, prefix: str = "") -> str:
        cleaned, found = mask(text, self._policy, self._allowed, self._placeholders, prefix, self._known)
        self.secrets |= tell_tale(text, found)
        if found and self.language is None:
            self.language = notice_language(self.said or text)
        self._did.update((self._policy.action(f.kind, self._allowed), f.kind) for f in found)
        return cleaned

    def value(self, value: JSON, name: str = "", depth: int = 0) -> JSON:
        if depth > MAX_DEPTH:
            raise InvalidInput("`value` is nested too deeply", field="value", hint=say("hint.nest_less"))
        match value:
            case str() if kind := field_kind(name):
                return self._secret(value, kind)
            case str():
                return self.text(value, f"{name}: " if name else "")
            case bool() | None:
                return value
            case int() | float():
                return self._number(value, name)
            case Mapping():
                return self._fields(value, name, depth)
            case list() | tuple():
                return [self.value(one, name, depth + 1) for one in value]
            case _:
                return value

    def _fields(self, fields: Mapping[JSON, JSON], above: str, depth: int) -> dict[JSON, JSON]:
        cleaned: dict[JSON, JSON] = {}
        for name, value in fields.items():
            shown = self.text(name) if isinstance(name, str) else name
            while shown in cleaned:
                shown = f"{shown} +"
            inner = name if isinstance(name, str) else ""
            cleaned[shown] = self.value(value, above if field_kind(above) else inner[:64], depth + 1)
        return cleaned

    def _number(self, number: int | float, name: str) -> JSON:
        """A number may be a phone number, a card or a PIN; one that is masked becomes a text."""
        if isinstance(number, float) and not number.is_integer():
            return number
        if abs(number) > 10**30:  # longer than anything that is looked for, and slow to write out
            return number
        digits = str(int(number))
        if (kind := field_kind(name)) == "password":
            return self._secret(digits, kind) if self._is_masked(kind) else number
        if not (10**6 < number < 10**20 or (number >= 1000 and says_secret(name))):
            return number
        cleaned = self.text(digits, f"{name}: " if name else "")
        return number if cleaned == digits else cleaned

    def _secret(self, value: str, kind: str) -> str:
        if not value or is_placeholder(value):
            return value
        self._did[self._policy.action(kind, self._allowed), kind] += 1
        self.secrets |= tell_tale(value, [FoundSecret(kind, 0, len(value))])
        return self._placeholders.give(kind, value) if self._is_masked(kind) else value

    def _is_masked(self, kind: str) -> bool:
        return self._policy.action(kind, self._allowed) is not PrivacyAction.STORE


def names_secret(name: str) -> bool:
    """Whether a field of this name holds a secret, whatever stands in it."""
    return field_kind(name) is not None
