"""Traditional Chinese characters as simplified ones, for comparing: what is kept and shown stays as it was written.

One character becomes one character, so that places in a text stay what they are. Where the simplified form depends on
the word (乾 in 乾坤, 著 in 著作), it is the usual one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("traditional.txt")
"""A pair on each line: the traditional character, and the simplified one."""


def simplified(text: str) -> str:
    """A text in simplified characters, as long as it was."""
    return text if text.isascii() else text.translate(_table())


@cache
def _table() -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in FILE.read_text(encoding="utf-8").splitlines()}
