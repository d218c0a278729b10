"""Where a number begins and ends, and the walk over candidates that all number finders share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise

from perdure.intake.pii.pattern import SecretPattern
from perdure.intake.pii.view import TextView

_SEP = rb"(?:[ \t]{0,2}[-./_\xb7][ \t]{0,2}|[ \t]{1,2}|[ \t]*[-,|]?[ \t]*(?:\r?\n[ \t>|]*){1,2})"
"""What may stand between the groups of a number; `is_one` says which of them go together."""


def in_groups(shapes: Iterable[tuple[int, ...]], *, begin: tuple[bytes, ...] = (), last: bytes = rb"\d") -> bytes:
    """A pattern for digits in any of these groupings, the most groups first; `begin` and `last` are at the ends."""
    written = (_written(shape, begin, last) for shape in sorted(shapes, reverse=True, key=len))
    return rb"(?:" + b"|".join(written) + rb")"


def _written(shape: tuple[int, ...], begin: tuple[bytes, ...], last: bytes) -> bytes:
    digits = [*begin, *[rb"\d"] * (sum(shape) - len(begin) - 1), last]
    return _SEP.join(b"".join(digits[end - size : end]) for size, end in zip(shape, accumulate(shape), strict=True))


_WORDS = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_LETTERS = _WORDS - {ord("_")}
_DIGITS = frozenset(b"0123456789")
_CLOSE = ord("]")


def stands_alone(view: TextView, start: int, end: int, *, named: bool = False) -> bool:
    """Not a piece of something longer: a decimal, a version, a UUID, an amount of money; nor a number in a link, unless
    the link says what it is (`named`)."""
    return _free_left(view, start, named=named) and free_right(view, end)


def _free_left(view: TextView, start: int, *, named: bool) -> bool:
    last, one_before = view.byte(start - 1), view.byte(start - 2)
    if (
        last in _WORDS
        or last in b"$#@%&\\"
        or last in (0xA3, 0xA5, 0xA4, 0xA7)
        or view.read(max(0, start - 2), start).strip()[-1:] in _MONEY
    ):
        return False
    if last in b"-" and (one_before in _WORDS or one_before == _CLOSE):
        return False
    if one_before in _DIGITS and (last in b".:" or (last in b"," and _is_three(view, start))):
        return False
    return named or not (last in b"/=&" and _in_link(view, start))


def free_right(view: TextView, end: int) -> bool:
    """Nothing behind it that makes it a part: more digits, a unit, a hyphen and more."""
    following, after = view.byte(end), view.byte(end + 1)
    if following in _WORDS or following in b"%@" or _is_amount(view.read(end, end + 3)):
        return False
    if following in b"-" and (after in _WORDS or after == ord("[")):
        return False
    if with_float(view, end) > end:
        return True
    return not (after in _DIGITS and (following in b".:" or (following in b"," and _is_three(view, end + 1))))


def _is_three(view: TextView, start: int) -> bool:
    """Three digits and no more: behind a comma they are thousands."""
    return (
        len(view.data[start : start + 3]) == 3
        and view.byte(start + 2) in _DIGITS
        and view.byte(start + 3) not in _DIGITS
    )


_MONEY = frozenset("$¥£€₩₽₹₫฿￥￡")
_UNITS = frozenset("元块円€₩℃°万亿")


def _is_amount(following: str) -> bool:
    """`13800000000 元`, but not `13800000000 万一打不通`."""
    unit = following.lstrip(" ")
    return unit[:1] != "" and unit[:1] in _UNITS and unit[:2] != "万一"


def _in_link(view: TextView, at: int) -> bool:
    """Whether the characters run back, unbroken, to `://`."""
    before = view.data[max(0, at - 200) : at]
    start = before.rfind(b"://")
    return start >= 0 and not any(c in b" \t\r\n\"'<>" or 0x80 <= c <= 0x82 for c in before[start:])


def groups(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The runs of letters and digits between separators."""
    runs, begin = [], -1
    for at in range(start, end):
        if data[at] in _LETTERS:
            begin = at if begin < 0 else begin
        elif begin >= 0:
            runs.append((begin, at))
            begin = -1
    return [*runs, (begin, end)] if begin >= 0 else runs


def is_one(view: TextView, parts: list[tuple[int, int]], *, named: bool) -> bool:
    """Whether the groups are joined as those of one number are: all by spaces or hyphens, or all by the same sign.

    Over several lines they could be numbers of a table: then no other number may stand beside them.
    """
    joints = {view.data[a[1] : b[0]] for a, b in pairwise(parts)}
    signs = {joint.strip(b" \t\r\n>") for joint in joints}
    if len(signs) > 1 and not signs <= {b"", b"-"}:
        return False
    if not signs <= {b"", b"-", b".", b"/", b"_", b"\xb7", b",", b"|"} and not all(b"\n" in joint for joint in joints):
        return False
    is_spread = any(b"\n" in joint for joint in joints)
    return named or not is_spread or _is_lonely(view, parts[0][0], parts[-1][1])


def _is_lonely(view: TextView, start: int, end: int) -> bool:
    before, after = (
        view.data[max(0, start - 8) : start].rstrip(b" \t\r\n>|"),
        view.data[end : end + 8].lstrip(b" \t\r\n>|"),
    )
    return not before[-1:].isdigit() and not after[:1].isdigit()


def with_float(view: TextView, end: int) -> int:
    """Behind the `.0` that a number has after it went through a float."""
    zeros = 1 + len(view.data[end + 1 : end + 4]) - len(view.data[end + 1 : end + 4].lstrip(b"0"))
    is_float = view.byte(end) == ord(".") and zeros > 1 and view.byte(end + zeros) not in _WORDS
    return end + zeros if is_float else end


def compact(data: bytes, start: int, end: int) -> str:
    """Letters and digits alone, in upper case."""
    return bytes(c for c in data[start:end] if c in _LETTERS).decode("ascii").upper()


Check = Callable[[list[tuple[int, int]]], int | None]
"""Given the groups of a candidate: how many of them, from the first, make the number; None if they make none."""


def walk(view: TextView, candidates: SecretPattern, check: Check) -> Iterator[tuple[int, int]]:
    """Every candidate that passes. After one that does not, the search goes on behind its first group."""
    at = 0
    while match := candidates.search(view.data, at):
        start, end = match.span()
        parts = groups(view.data, start, end)
        many = check(parts)
        if many is None:
            at = parts[0][1]
        else:
            yield parts[0][0], parts[many - 1][1]
            at = parts[many - 1][1]
