"""Clean what is not one text: the arguments and results of tools, and whole events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from perdure.errors import InvalidInput
from perdure.intake.pii.clean import mask, with_action
from perdure.intake.pii.notices import attached, notice_language, notices
from perdure.intake.pii.placeholders import Placeholders, is_placeholder
from perdure.intake.pii.policy import Action, Policy, as_policy, check_allow
from perdure.language import Language
from perdure.values import JSON, Event

MAX_DEPTH = 200

# The end of a field's name, in lower case without signs, and what a field of that name holds whatever it looks like.
_SECRET_FIELDS = {
    **dict.fromkeys(("password", "passwd", "pwd", "passphrase", "passcode", "pincode", "密码", "口令"), "password"),
    **dict.fromkeys(("apikey", "secret", "token", "secretkey", "accesskey", "accesskeyid", "密钥", "令牌"), "api_key"),
    **dict.fromkeys(("clientsecret", "credential", "credentials", "signingkey", "encryptionkey"), "api_key"),
    **dict.fromkeys(("authorization", "cookie", "setcookie", "sessionid", "sessioncookie"), "auth_header"),
    **dict.fromkeys(("privatekey",), "private_key"),
}
# These end like a secret and are none.
_OPEN_FIELDS = ("pagetoken", "nexttoken", "continuationtoken", "stoptoken", "eostoken", "padtoken", "bostoken")


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
    value: JSON, policy: Policy | Mapping[str, Action | str] | None = None, allow: Iterable[str] = ()
) -> CleanedJSON:
    """Every text in the value, names of fields too; what stands in a field such as `password` is masked unseen."""
    walk = _Walk(as_policy(policy), check_allow(allow))
    cleaned = walk.value(value)
    return CleanedJSON(cleaned, walk.report())


def clean_event(
    event: Event, policy: Policy | Mapping[str, Action | str] | None = None, allow: Iterable[str] = ()
) -> tuple[Event, Report]:
    """The event as it may be kept. Speaker and tool name are exact names and stay; attachments are not looked into."""
    walk = _Walk(as_policy(policy), check_allow(allow))
    walk.said = event.content.strip()
    cleaned = replace(
        event,
        content=walk.text(event.content),
        arguments=walk.value(event.arguments),
        result=walk.value(event.result),
        tags=tuple(walk.text(tag) for tag in event.tags),
        content_ref=None if event.content_ref is None else walk.text(event.content_ref),
        attachments=tuple(replace(file, name=walk.text(file.name)) for file in event.attachments),
    )
    return cleaned, walk.report(attachments=len(event.attachments))


class _Walk:
    """One pass over many texts that share placeholders and end in one report."""

    def __init__(self, policy: Policy, allowed: frozenset[str]) -> None:
        self._policy = policy
        self._allowed = allowed
        self._placeholders = Placeholders()
        self._did: Counter[tuple[Action, str]] = Counter()
        self.language: Language | None = None
        """The language of the notices; None: not asked for yet."""
        self.said = ""
        """What decides that language; without it, the first text with something in it to clean."""

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
            refused=with_action(self._did, Action.REFUSE),
            needs_confirmation=with_action(self._did, Action.CONFIRM),
            notices=(*said, attached(attachments, language)) if attachments else said,
            uncleaned_attachments=attachments,
        )

    def text(self, text: str, prefix: str = "") -> str:
        cleaned, found = mask(text, self._policy, self._allowed, self._placeholders, prefix)
        if found and self.language is None:
            self.language = notice_language(self.said or text)
        self._did.update((self._policy.action(f.kind, self._allowed), f.kind) for f in found)
        return cleaned

    def value(self, value: JSON, name: str = "", depth: int = 0) -> JSON:
        if depth > MAX_DEPTH:
            raise InvalidInput("`value` is nested too deeply", field="value", hint="nest it less, or keep a file")
        match value:
            case str() if kind := _secret(name):
                return self._secret(value, kind)
            case str():
                return self.text(value, f"{name}: " if name else "")
            case bool() | None | float():
                return value
            case int():
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
            cleaned[shown] = self.value(value, above if _secret(above) else inner[:64], depth + 1)
        return cleaned

    def _number(self, number: int, name: str) -> JSON:
        """A number may be a phone number or a card; one that is masked becomes a text."""
        if (kind := _secret(name)) == "password":
            return self._secret(str(number), kind) if self._is_masked(kind) else number
        if not 10**6 < number < 10**20:
            return number
        cleaned = self.text(str(number), f"{name}: " if name else "")
        return number if cleaned == str(number) else cleaned

    def _secret(self, value: str, kind: str) -> str:
        if not value or is_placeholder(value):
            return value
        self._did[self._policy.action(kind, self._allowed), kind] += 1
        return self._placeholders.give(kind, value) if self._is_masked(kind) else value

    def _is_masked(self, kind: str) -> bool:
        return self._policy.action(kind, self._allowed) is not Action.STORE


def names_secret(name: str) -> bool:
    """Whether a field of this name holds a secret, whatever stands in it."""
    return _secret(name) is not None


def _secret(name: str) -> str | None:
    """What a field of this name holds, if that is a secret: `db_password`, `X-API-Key`, `用户密码`."""
    plain = "".join(c for c in name.lower() if c.isalnum())
    if not plain or plain.endswith(_OPEN_FIELDS):
        return None
    singular = plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
    return next((kind for end, kind in _SECRET_FIELDS.items() if plain.endswith(end) or singular.endswith(end)), None)
