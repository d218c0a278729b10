"""The JSON objects of a file, one after the other, never all at once: of an array, of JSON lines, or the only one."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import IO, Any

from perdure.errors import InvalidInput
from perdure.messages import say

PIECE = 1 << 16
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


def objects(file: IO[bytes], *, most: int, where: str = "the file") -> Iterator[tuple[int, Any]]:
    """(number, value). A value longer than `most` characters, or text that is no JSON, is an `InvalidInput`."""
    text = _Text(file, most, where)
    text.skip()
    is_array = text.peek() == "["
    if is_array:
        text.drop(1)
    number = 0
    while True:
        text.skip("," + _SPACE if is_array and number else _SPACE)
        first = text.peek()
        if not first and is_array:
            raise InvalidInput(f"{where} ends in the middle of its list", hint=say("hint.cut_fetch_again"))
        if not first or (is_array and first == "]"):
            return
        number += 1
        yield number, text.value(number)


class _Text:
    """The text of a file as far as it has been read and not yet used."""

    def __init__(self, file: IO[bytes], most: int, where: str) -> None:
        self._file = file
        self._most = most
        self._where = where
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._held = ""
        self._at = 0
        self._is_over = False

    def _more(self, size: int) -> None:
        data = self._file.read(size)
        self._is_over = not data
        try:
            read = self._decoder.decode(data, final=self._is_over)
        except UnicodeDecodeError:
            raise InvalidInput(f"{self._where} is not UTF-8 text", hint=say("hint.right_file")) from None
        self._held, self._at = self._held[self._at :] + read, 0

    def peek(self) -> str:
        while self._at >= len(self._held) and not self._is_over:
            self._more(PIECE)
        return self._held[self._at : self._at + 1]

    def drop(self, count: int) -> None:
        self._at += count

    def skip(self, characters: str = _SPACE) -> None:
        while (here := self.peek()) and here in characters:
            self._at += 1

    def value(self, number: int) -> Any:
        """The value that begins here. What is held is doubled until all of it is there."""
        while True:
            try:
                found, end = _DECODER.raw_decode(self._held, self._at)
                # A number or word at the end of what is held may go on in what is not.
                if end < len(self._held) or self._is_over:
                    self._at = end
                    return found
            except (ValueError, RecursionError):
                if self._is_over:
                    raise self._no_json(number) from None
            held = len(self._held) - self._at
            if held > self._most:
                raise InvalidInput(
                    f"object {number:,} of {self._where} is longer than {self._most:,} characters, or no JSON",
                    hint=say("hint.right_file"),
                )
            self._more(max(PIECE, held))

    def _no_json(self, number: int) -> InvalidInput:
        return InvalidInput(f"object {number:,} of {self._where} is no JSON", hint=say("hint.cut_or_other"))
