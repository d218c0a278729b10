"""A message: its text, and the code and parameters that the text was made from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from perdure.messages.catalogue import Catalogue
from perdure.messages.en import CATALOGUE as ENGLISH

Surface = Literal["cli", "mcp"]
FALLBACK = "en"
"""The language of what is not said in the one that was asked for."""


class CodedText(str):
    """A text that knows its code. It compares, prints and is stored as the text."""

    __slots__ = ("code", "language", "params")

    code: str
    params: Mapping[str, Any]
    language: str

    def __new__(cls, text: str, code: str, params: Mapping[str, Any], language: str) -> CodedText:
        made = super().__new__(cls, text)
        made.code, made.params, made.language = code, params, language
        return made

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, Any], str]:  # type: ignore[override]  # more than a str has
        return str(self), self.code, self.params, self.language


def say(code: str, language: str = FALLBACK, /, **params: Any) -> CodedText:
    """The message of a code, in the words of the library. A code that no catalogue has is a KeyError."""
    text = _worded(code, params, language, None)
    if text is None:
        raise KeyError(code)
    return CodedText(text, code, params, language)


def render(text: str, *, language: str | None = None, surface: Surface | None = None) -> str:
    """A message as a surface says it, in a language; else in its own. Plain text is shown as it is."""
    if not isinstance(text, CodedText):
        return text
    try:
        worded = _worded(text.code, text.params, language or text.language, surface)
    except (KeyError, ValueError):  # stored by a release that gave this code other parameters
        worded = None
    return str(text) if worded is None else worded


def coded(text: str) -> dict[str, Any]:
    """What a message is made of, as JSON, to stand beside its text. All empty for plain text."""
    if not isinstance(text, CodedText):
        return {"code": None, "params": {}, "language": None}
    params = {name: _as_json(value) for name, value in text.params.items()}
    return {"code": text.code, "params": params, "language": text.language}


def read(text: str, shape: object) -> str:
    """A text with what `coded` said of it: the message that it was. Without a code it stays plain text."""
    match shape:
        case {"code": str(code), "params": dict(params), "language": str(language)}:
            return CodedText(text, code, {name: _from_json(value) for name, value in params.items()}, language)
    return text


def _worded(code: str, params: Mapping[str, Any], language: str, surface: str | None) -> str | None:
    for catalogue in (_catalogue(language), ENGLISH):
        if template := catalogue.template(code, surface):
            return catalogue.fill(template, params, lambda value: _shown(value, language, surface))
    return None


def _shown(value: object, language: str, surface: str | None) -> str:
    if not isinstance(value, CodedText):
        return str(value)
    return _worded(value.code, value.params, language, surface) or str(value)


@lru_cache(maxsize=64)
def _catalogue(language: str) -> Catalogue:
    """The catalogue of a language. Read when it is first needed: most programs speak one.

    English is there from the start: an error that says no file can be opened must not need one to say so.
    """
    if language == FALLBACK:
        return ENGLISH
    name = f"perdure.messages.{language}"
    # What a store or a caller calls a language may be anything.
    module = import_module(name) if language.isidentifier() and find_spec(name) else None
    found = getattr(module, "CATALOGUE", None)
    return found if isinstance(found, Catalogue) else ENGLISH


def _as_json(value: object) -> object:
    if isinstance(value, CodedText):
        return {"text": str(value), **coded(value)}
    return [_as_json(member) for member in value] if isinstance(value, list | tuple) else value


def _from_json(value: Any) -> Any:
    match value:
        case {"text": str(text), "code": _}:
            return read(text, value)
        case list():
            return [_from_json(member) for member in value]
    return value
