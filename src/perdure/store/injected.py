"""Which lines memory put into a session's prompt, kept as keyed hashes: the text itself is not kept twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from perdure.store.contract import Cursor
from perdure.store.rows import blob, dumps

LINES = "SELECT l.line_hash FROM injected_lines l WHERE OWNED(l) AND l.session_id = :session_id"
LINES_AMONG = LINES + " AND l.line_hash IN HASHES(:ids)"
LINE_ADD = "INSERT INTO injected_lines (session_id, line_hash) VALUES (:session_id, :line_hash) ON CONFLICT DO NOTHING"


_BETWEEN = re.compile(r"[\W_]+")


def plain(line: str) -> str:
    """A line as it is compared: a host may change its width, case, bullets and spaces on the way."""
    return _BETWEEN.sub(" ", unicodedata.normalize("NFKC", line).casefold()).strip()


LEAST = 4
"""Letters that a sentence must have to be known again on its own: a bare `[m1]` says nothing."""
_LINE = re.compile(r"[^\n]+")
_MARKER = re.compile(r"\s*(?:[-*•·>]+|\(?\d{1,3}[.)、）]|[a-z][.)])\s*")
_PIECE = re.compile(r"[^。！？!?；;…\n]+?(?:[。！？!?；;…]+|\.(?=\s|$)|(?<=[^\d])[:：](?=\s|[^\d/])|$)")


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Every line of a text, with and without its bullet, and every sentence of it: what may come back on its own."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        yield start, end
        marker = _MARKER.match(text, start, end)
        if marker and marker.end() < end:
            start = marker.end()
            yield start, end
        for piece in _PIECE.finditer(text, start, end):
            if piece.span() != (start, end) and len(plain(piece.group())) >= LEAST:
                yield piece.span()


class InjectedLines:
    """The lines of one session that came from memory. Lines without a letter or digit are nobody's."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], keyed: Callable[[str, bytes], bytes]) -> None:
        self._cursor = cursor
        self._params = params
        self._keyed = keyed

    def add(self, session_id: str, lines: Iterable[str]) -> None:
        """Remember what was put into the prompt of a session. No item changes by it, so the revision stays."""
        parts = {plain(line[start:end]) for line in lines for start, end in pieces(line)}
        hashes = sorted(self._hash(part) for part in parts if part)
        if hashes:
            self._cursor.many(LINE_ADD, [{"session_id": session_id, "line_hash": value} for value in hashes])

    def of(self, session_id: str) -> frozenset[bytes]:
        """The hashes of a session; compare with `hash_of`."""
        rows = self._cursor.all(LINES, {**self._params, "session_id": session_id})
        return frozenset(blob(row[0]) for row in rows)

    def among(self, session_id: str, lines: Iterable[str]) -> frozenset[str]:
        """Which of some lines a session was shown. A long session was shown thousands: they are not all read."""
        hashes = {line: self.hash_of(line) for line in lines}
        ids = dumps([value.hex() for value in hashes.values()])
        rows = self._cursor.all(LINES_AMONG, {**self._params, "session_id": session_id, "ids": ids}) if hashes else []
        known = frozenset(blob(row[0]) for row in rows)
        return frozenset(line for line, value in hashes.items() if value in known)

    def hash_of(self, line: str) -> bytes:
        """The keyed hash under which a line is known."""
        return self._hash(plain(line))

    def _hash(self, text: str) -> bytes:
        return self._keyed("injected line", text.encode())
