"""The forms that a text takes in bytes, and finding many of them in one pass over a lot of data."""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

SHORTEST = 6
"""Bytes that a form must have: shorter ones stand anywhere."""
STRIDE = 1 << 16


def forms(text: str) -> set[bytes]:
    """A text in UTF-8 and UTF-16, escaped as JSON writes it, and in base64 wherever it begins."""
    plain = text.encode(errors="surrogatepass")
    wide = [text.encode(name, errors="surrogatepass") for name in ("utf-16-le", "utf-16-be")]
    escaped = [json.dumps(text, ensure_ascii=ascii)[1:-1].encode(errors="surrogatepass") for ascii in (True, False)]
    packed = [code for offset in range(3) if (code := _base64(plain, offset))]
    found = {plain, *wide, *escaped, escaped[0].replace(b"\\u", b"\\U"), *packed}
    return {form for form in found if len(form) >= SHORTEST}


def _base64(data: bytes, offset: int) -> bytes:
    """What base64 makes of data that begins in the middle of something else: only the part that is sure."""
    code = base64.b64encode(b"\0" * offset + data).rstrip(b"=")
    first = -(-offset * 4 // 3)
    last = (offset + len(data)) * 8 // 6
    return code[first:last]


def _anchor(pattern: bytes) -> int:
    """Where the four bytes begin by which a pattern is looked for: the most unlike ones, and no zeros."""
    best, most = 0, -1
    for at in range(len(pattern) - 3):
        unlike = len(set(pattern[at : at + 4]) - {0})
        if unlike > most:
            best, most = at, unlike
        if unlike == 4:
            break
    return best


class Matcher:
    """Finds any of many byte strings. Two tables of pairs of bytes rule out nearly every place at once."""

    def __init__(self, patterns: Iterable[bytes]) -> None:
        import numpy as np

        self.patterns = sorted({pattern for pattern in patterns if len(pattern) >= SHORTEST})
        self.longest = max(map(len, self.patterns), default=0)
        self._first: Any = np.zeros(1 << 16, bool)
        self._second: Any = np.zeros(1 << 16, bool)
        self._by_anchor: defaultdict[bytes, list[tuple[int, bytes]]] = defaultdict(list)
        for pattern in self.patterns:
            at = _anchor(pattern)
            self._first[pattern[at] | pattern[at + 1] << 8] = True
            self._second[pattern[at + 2] | pattern[at + 3] << 8] = True
            self._by_anchor[pattern[at : at + 4]].append((at, pattern))

    def find(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """(place, what stands there) of every find, those at even places first."""
        import numpy as np

        if not self.patterns:
            return
        for odd in (0, 1):
            pairs = np.frombuffer(data, "<u2", count=(len(data) - odd) // 2, offset=odd) if len(data) > odd + 1 else ()
            for at in range(0, len(pairs), STRIDE):  # as much at a time as the processor keeps at hand
                near = np.flatnonzero(self._first[pairs[at : at + STRIDE]]) + at
                near = near[near < len(pairs) - 1]
                for place in (near[self._second[pairs[near + 1]]] * 2 + odd).tolist():
                    for before, pattern in self._by_anchor.get(data[place : place + 4], ()):
                        if place >= before and data.startswith(pattern, place - before):
                            yield place - before, pattern

    def found(self, data: bytes) -> set[bytes]:
        return {pattern for _, pattern in self.find(data)}


class TextMatcher:
    """The same for texts: which of them stand in others. Many short ones are put together, so that it is one pass."""

    PAGE = 1 << 20

    def __init__(self, texts: Iterable[str], folded: Iterable[str] = ()) -> None:
        """`folded` are found whatever their case."""
        self._text_of: dict[bytes, str] = {}
        for text in texts:
            for form in (text, json.dumps(text, ensure_ascii=False)[1:-1]):
                self._text_of[form.encode(errors="surrogatepass")] = text
        self._matcher = Matcher(self._text_of)
        self._folded = Matcher(text.casefold().encode(errors="surrogatepass") for text in folded)
        self.met: set[str] = set()
        """Those of `folded` that were found so far."""

    def holders(self, rows: Iterable[tuple[Any, str]]) -> Iterator[tuple[Any, set[str]]]:
        """(name of the row, which texts stand in it) of the rows that hold any. Rows come as (name, text)."""
        page: list[tuple[Any, bytes]] = []
        size = 0
        for name, text in rows:
            data = text.encode(errors="surrogatepass")
            page.append((name, data))
            size += len(data) + 1
            if size >= self.PAGE:
                yield from self._search(page)
                page, size = [], 0
        yield from self._search(page)

    def _search(self, page: list[tuple[Any, bytes]]) -> Iterator[tuple[Any, set[str]]]:
        from bisect import bisect_right

        starts, at = [], 0
        for _, data in page:
            starts.append(at)
            at += len(data) + 1
        found: dict[int, set[str]] = defaultdict(set)
        joined = b"\0".join(data for _, data in page)
        for place, pattern in self._matcher.find(joined):
            found[bisect_right(starts, place) - 1].add(self._text_of[pattern])
        if self._folded.patterns:
            lower = joined.decode(errors="surrogatepass").casefold().encode(errors="surrogatepass")
            self.met |= {pattern.decode(errors="surrogatepass") for pattern in self._folded.found(lower)}
        for n in sorted(found):
            yield page[n][0], found[n]
