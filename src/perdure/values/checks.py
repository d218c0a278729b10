"""What comes from outside is checked here, and an error says which field is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values.kinds import MAIN, MAX_LIST, MAX_NAME, SHARED, Source

Member = TypeVar("Member", bound=StrEnum)


def check_text(text: object, name: str, *, max_bytes: int, allow_blank: bool = False) -> str:
    """Text that both engines can keep exactly: not blank, no NUL, no lone surrogate, within the limit."""
    if not isinstance(text, str):
        raise InvalidInput(f"`{name}` must be text: got {type(text).__name__}", field=name)
    if not allow_blank and not text.strip():
        raise InvalidInput(f"`{name}` is empty", field=name, hint=say("hint.give_text"))
    if "\x00" in text:
        raise InvalidInput(f"`{name}` contains a NUL character", field=name, hint=say("hint.remove_nul"))
    try:
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeEncodeError as bad:
        raise InvalidInput(
            f"`{name}` has a lone surrogate at character {bad.start}: it is not valid Unicode",
            field=name,
            hint=say("hint.decode_or_replace"),
        ) from None
    if size > max_bytes:
        raise InvalidInput(
            f"`{name}` is {size:,} bytes long; the limit is {max_bytes:,}",
            field=name,
            hint=say("hint.split_or_attach"),
        )
    return text


def check_name(text: object, name: str) -> str:
    """An exact, opaque name (agent, session, speaker, tool): any Unicode up to 256 characters, never normalised."""
    value = check_text(text, name, max_bytes=4 * MAX_NAME)
    if len(value) > MAX_NAME:
        raise InvalidInput(f"`{name}` has {len(value)} characters; the limit is {MAX_NAME}", field=name)
    return value


def check_count(number: object, name: str, most: int, *, least: int = 1) -> int:
    """How many: a whole number from `least` to `most`."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise InvalidInput(f"`{name}` must be a whole number from {least} to {most:,}", field=name)
    return number


def check_source(source: object) -> Source:
    """Whose word something is: one of the rungs of the ladder."""
    return check_member(Source, source, "source")


def check_list(values: object, name: str, *, most: int = MAX_LIST) -> Sequence[Any]:
    """Several things. A text is one thing, and what can be gone through only once is none."""
    if isinstance(values, str | bytes | bytearray) or not isinstance(values, Sequence):
        raise InvalidInput(f"`{name}` must be a list: got {type(values).__name__}", field=name)
    if len(values) > most:
        raise InvalidInput(f"`{name}` holds {len(values):,} things; the limit is {most:,}", field=name)
    return values


def check_callable(given: object, name: str) -> None:
    """A function that is called while something goes on, or None."""
    if given is not None and not callable(given):
        raise InvalidInput(f"`{name}` must be a function", field=name)


def check_mapping(values: object, name: str, *, most: int = MAX_LIST) -> Mapping[str, Any]:
    """Things by their names."""
    if not isinstance(values, Mapping):
        raise InvalidInput(f"`{name}` must be an object with names: got {type(values).__name__}", field=name)
    if len(values) > most:
        raise InvalidInput(f"`{name}` holds {len(values):,} things; the limit is {most:,}", field=name)
    return values


def check_member(kind: type[Member], value: object, name: str) -> Member:
    """One of a closed set of words, as the word or as its member."""
    try:
        if isinstance(value, str):
            return kind(value)
    except ValueError:
        pass
    accepted = ", ".join(f"`{word.value}`" for word in kind)
    raise InvalidInput(f"`{name}` must be one of {accepted}", field=name) from None


def check_scope(scope: object) -> str:
    """`main`, `shared`, `peer:<id>` or `group:<id>`, exactly as given."""
    value = check_name(scope, "scope")
    kind, colon, rest = value.partition(":")
    if value in (MAIN, SHARED) or (colon and kind in ("peer", "group") and rest.strip()):
        return value
    raise InvalidInput(
        "`scope` is none of `main`, `shared`, `peer:<id>`, `group:<id>`",
        field="scope",
        hint=say("hint.which_scope"),
    )
