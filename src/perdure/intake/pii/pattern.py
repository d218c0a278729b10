"""The one way to a pattern: RE2 over bytes. It takes time in proportion to the text, whatever the text is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol


class PatternMatch(Protocol):
    def start(self, group: int = 0) -> int: ...
    def end(self, group: int = 0) -> int: ...
    def span(self, group: int = 0) -> tuple[int, int]: ...


class SecretPattern(Protocol):
    def search(self, text: bytes, pos: int = 0) -> PatternMatch | None: ...
    def match(self, text: bytes, pos: int = 0, endpos: int | None = None) -> PatternMatch | None: ...
    def fullmatch(self, text: bytes) -> PatternMatch | None: ...
    def finditer(self, text: bytes) -> Iterator[PatternMatch]: ...


@cache
def pattern(source: bytes) -> SecretPattern:
    """Compiled when first used, so that importing costs nothing. `\\b` and classes are those of ASCII."""
    import re2  # type: ignore[import-untyped]  # it ships no types

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    compiled: Any = re2.compile(source, options)
    found: SecretPattern = compiled
    return found
