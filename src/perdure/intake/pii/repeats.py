"""A secret that was named once is a secret wherever it stands: `my password is … — no, … does not work`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from perdure.intake.pii.kinds import FoundSecret, settle

_NAMED = frozenset({"password", "api_key", "auth_header"})
"""Classes whose values are known by the words around them; the others show by themselves each time."""
_MOST = 16
"""Values that are looked for again: each takes a pass over the text."""


def tell_tale(text: str, found: list[FoundSecret]) -> dict[str, str]:
    """The values that mean nothing else, with their class. A plain word may stand elsewhere in its own sense."""
    values: dict[str, str] = {}
    for one in found:
        value = text[one.start : one.end]
        if one.kind in _NAMED and 5 <= len(value) <= 200 and any(c.isdigit() for c in value):
            values[value] = one.kind
            if len(values) >= _MOST:
                break
    return values


def with_repeats(text: str, found: list[FoundSecret], known: Mapping[str, str]) -> list[FoundSecret]:
    """What was found, and every other place where one of these values stands by itself."""
    values = {**tell_tale(text, found), **known}
    again = {FoundSecret(kind, at, at + len(value)) for value, kind in values.items() for at in _places(text, value)}
    return settle([*found, *again]) if again.difference(found) else found


def _places(text: str, value: str) -> Iterator[int]:
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if not (_is_word(text[at - 1 : at]) or _is_word(text[end : end + 1])):
            yield at
        at = text.find(value, end)


def _is_word(character: str) -> bool:
    return character.isascii() and character.isalnum()
