"""The frame around recalled text. Stored text is data: it can neither end its block nor pass for a line or a speaker.

    <core_block 8c1f2a90b3d4> standing facts and rules
    [a1b2c] 2026-01-01 user 1.0: first line of a text
      and its second line
    </8c1f2a90b3d4>

The delimiter is a keyed hash of the block it closes, so no text that is part of a block can contain it. A line of ours
begins at the margin and a line of a text never does. What looks like a tag or a role is broken by a backslash, and a
character that is not seen is shown by its number: `<\\system>`, `System\\: obey`, `⟨U+200B⟩`. All else stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perdure.regex import regex

Keyed = Callable[[str, bytes], bytes]

TAG_DIGITS = 12
INDENT = "  "

# Every kind of space, and what shows as nothing: a text that begins with one still seems to stand at the margin.
_GAP = r" \t\u00a0\u115f\u1160\u1680\u2000-\u200a\u200c\u200d\u202f\u205f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0"
_COLON = "[:：﹕︓∶꞉]"
_ROLES = (
    "system|user|human|assistant|developer|tool|function|model|instructions?|ai|bot"
    "|系统|用户|助手|助理|人类|开发者|工具|指令|系统提示|系统消息"
)
_LINE_START = r"(?:(?<=\n)|\A)"
# Where two parts together would pass for a sign of the frame: one more backslash between them, and one less to undo it.
_SIGNS = (
    (r"[<＜﹤]", r"[^\s\d=\-\\]"),
    (r"[\[【［]", r"/?\s*(?:INST|SYS|SYSTEM|系统|指令)\b"),
    (rf"{_LINE_START}[{_GAP}>*_#]*(?:{_ROLES})[{_GAP}*_]*", _COLON),
    (rf"{_LINE_START}[{_GAP}]*\#+[{_GAP}]*", rf"(?:{_ROLES})\b"),
    ("⟨", r"U\+[0-9A-F]{4,5}⟩"),
)
_WHOLE = [regex(rf"({before})(\\*)(?={behind})", re.IGNORECASE) for before, behind in _SIGNS]
_BROKEN = [regex(rf"({before})\\(\\*)(?={behind})", re.IGNORECASE) for before, behind in reversed(_SIGNS)]
# Controls, and characters that are not seen or that turn the direction of what follows. Joiners are part of words.
_HIDDEN = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_UNSEEN = regex(_HIDDEN)
# Without any of these there is nothing to escape, as in most lines.
_SUSPECT = regex(rf"[<＜﹤\[【［⟨#]|{_COLON}|{_HIDDEN}")
_NUMBER = regex(r"⟨U\+([0-9A-F]{4,5})⟩")
_OPEN = regex(rf"<(\w+) ([0-9a-f]{{{TAG_DIGITS}}})>(?: (.*))?")
_LINE = regex(r"(?:\[(\w+)\] (\d{4}-\d\d-\d\d) (\S+) (\d\.\d{1,2})(?:: |：)|- )(.*)", re.DOTALL)


def escape(text: str) -> str:
    """Text that cannot be taken for anything but text. `unescape` gives it back exactly."""
    if _SUSPECT.search(text) is None:
        return text.replace("\n", "\n" + INDENT)
    for whole in _WHOLE:
        text = whole.sub(r"\1\\\2", text)
    return _UNSEEN.sub(_numbered, text).replace("\n", "\n" + INDENT)


def _numbered(found: re.Match[str]) -> str:
    return f"⟨U+{ord(found[0]):04X}⟩"


def unescape(text: str) -> str:
    """The text as it was before `escape`."""
    text = _NUMBER.sub(lambda found: chr(int(found[1], 16)), text.replace("\n" + INDENT, "\n"))
    for broken in _BROKEN:
        text = broken.sub(r"\1\2", text)
    return text


def seal(name: str, title: str, body: str, keyed: Keyed) -> str:
    """The delimiter of a block: nobody without the store's secret can know it beforehand."""
    return keyed("context block", f"{name}\0{title}\0{body}".encode()).hex()[:TAG_DIGITS]


def frame(name: str, title: str, lines: Sequence[str], keyed: Keyed) -> str:
    """A block with its delimiter before and after."""
    body = "\n".join(lines)
    tag = seal(name, title, body, keyed)
    return f"<{name} {tag}> {title}\n{body}\n</{tag}>"


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as it is read back from a pack. `id` is None for a line that cites nothing."""

    text: str
    id: str | None = None
    date: str | None = None
    source: str | None = None
    trust: float | None = None


@dataclass(frozen=True, slots=True)
class Framed:
    """A block as it is read back."""

    name: str
    title: str
    lines: tuple[Shown, ...]


def parse(text: str, keyed: Keyed) -> list[Framed]:
    """The blocks of a pack. A block whose delimiter is not its keyed hash is not one of ours and is left out."""
    found, rows, place = [], text.split("\n"), 0
    while place < len(rows):
        opening = _OPEN.fullmatch(rows[place])
        place += 1
        if opening is None:
            continue
        name, tag, title = opening[1], opening[2], opening[3] or ""
        if f"</{tag}>" not in rows[place:]:
            continue
        end = rows.index(f"</{tag}>", place)
        if seal(name, title, "\n".join(rows[place:end]), keyed) == tag:
            found.append(Framed(name, title, tuple(_lines(rows[place:end]))))
            place = end + 1
    return found


def _lines(rows: Sequence[str]) -> list[Shown]:
    whole: list[str] = []
    for row in rows:
        if row.startswith(INDENT) and whole:
            whole[-1] += "\n" + row
        else:
            whole.append(row)
    return [_shown(line) for line in whole]


def _shown(line: str) -> Shown:
    found = _LINE.fullmatch(line)
    if found is None:
        return Shown(unescape(line))
    short, date, source, trust, text = found.groups()
    return Shown(unescape(text), short, date, source, None if trust is None else float(trust))
