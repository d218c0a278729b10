"""How names, subjects, dates and ids become parts of a key. The same thing gives the same part."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.regex import regex
from perdure.textcache import cached_texts

MAX_PART = 120

_KEPT_INSIDE = frozenset("+#./@&%~")
_STRIP = "_./@&%"
_PLAIN_ID = regex(r"[a-z0-9][a-z0-9._-]*(~[0-9a-f]{12})?")
_JOINED = regex(r"\s*([/@&])\s*")
_SLASHES = regex("//+")
_STOP = regex(r"\.(?=\s|$)")
# Han, kana and their marks are written without spaces: a space, comma or dash beside them carries nothing.
_UNSPACED = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_BESIDE_HAN = regex(f"(?<=[{_UNSPACED}])_|_(?=[{_UNSPACED}])")
_SUBJECTS = {
    "the_user": "user",
    "用户": "user",
    "assistant": "agent",
    "the_agent": "agent",
    "助手": "agent",
    "智能体": "agent",
}


@cached_texts(8_192)
def fold_name(text: str) -> str:
    """A name with width, case, spaces, punctuation and Unicode form taken out; may come out empty.

    `C++` and `C#`, `v3.12` and `smart_rag/main` keep what makes them different.
    """
    for _ in range(4):  # dropping an invisible character can bring two others together; three rounds are the most seen
        folded = _fold_once(text)
        if folded == text:
            break
        text = folded
    return text


def _fold_once(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).replace("\\", "/")
    letters: list[str] = []
    for char in _STOP.sub(" ", _JOINED.sub(r"\1", folded)):
        kind = unicodedata.category(char)
        if kind == "Cf" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
            continue  # invisible: joiners, direction marks, variation selectors
        if kind[0] in "LN" or char in _KEPT_INSIDE:
            letters.append(char)
        elif kind[0] == "M":
            if letters and letters[-1] != "_":
                letters.append(char)
        elif letters and letters[-1] != "_":
            letters.append("_")
    part = _SLASHES.sub("/", _BESIDE_HAN.sub("", "".join(letters))).strip(_STRIP)
    return unicodedata.normalize("NFKC", part)


def name_part(text: str, field: str) -> str:
    """A name as a part of a key. Long names end in a hash, so that keys stay readable and still differ."""
    part = fold_name(text)
    if not any(unicodedata.category(char)[0] in "LN" for char in part):
        raise InvalidInput(
            f"`{field}` has no letter or digit to make a key of", field=field, hint=say("hint.name_with_letters")
        )
    return part if len(part) <= MAX_PART else shorten(part)


def shorten(part: str, *, always: bool = False) -> str:
    """A long part cut to size, told apart from its like by a hash; `always` gives every part its hash."""
    digest = hashlib.sha256(part.encode()).hexdigest()[:12]
    front = part.partition("~")[0] if always else part
    return f"{front[: MAX_PART - 13]}~{digest}"


def subject_part(text: str, field: str) -> str:
    """Whom something is about: a name, where `用户` is `user` and `assistant` is `agent` in any language."""
    part = name_part(text, field)
    return _SUBJECTS.get(part, part)


def owned(subject: str, name: str) -> str:
    """A name with its owner where that is not the user: `tone`, but `alice//tone`, as `owned_part` reads it.

    Folded names hold no `//`, so nothing the user calls a thing can pass for somebody else's.
    """
    is_user = subject_part(subject, "value.subject") == "user"
    return fold_name(name) if is_user else f"{fold_name(subject)}//{fold_name(name)}"


def owned_part(text: str, field: str) -> str:
    """A name, or a subject and a name parted by `//`, as a part of a key."""
    subject, slashes, name = text.partition("//")
    if not slashes:
        return name_part(text, field)
    owner = subject_part(subject, field).replace("/", "_")
    return name_part(name, field) if owner == "user" else f"{owner}//{name_part(name, field)}"


def date_part(text: str, field: str) -> str:
    """A date as a part of a key: `2026-02-20`."""
    try:
        return date.fromisoformat(unicodedata.normalize("NFKC", text).strip()).isoformat()
    except ValueError:
        raise InvalidInput(f"`{field}` is not a date", field=field, hint=say("hint.write_date")) from None


def exact_part(text: str, field: str) -> str:
    """An id as a part of a key: kept exactly where it is plain, otherwise made plain and told apart by a hash."""
    if _PLAIN_ID.fullmatch(text) and len(text) <= MAX_PART:
        return text
    if not text.strip():
        raise InvalidInput(f"`{field}` is empty", field=field)
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[: MAX_PART - 13] or "id"
    return f"{slug}~{hashlib.sha256(text.encode()).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a key: what it is called, what its normal form is, and which field of the value it comes from."""

    name: str
    normal: Callable[[str, str], str] = name_part
    field: str | None = None
    free: bool = False
    """A caller who gives a key may choose this part; otherwise it is made from the value."""
