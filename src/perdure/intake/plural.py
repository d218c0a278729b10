"""Whether a request names one thing or several: `both`, `everything about …`, 都, 两条. Pure functions on strings.

It never makes a request wider: what fits is found first, and this says whether all of that may go.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from perdure.intake.words import regex
from perdure.simplified import simplified

_I = re.IGNORECASE
_ALL = regex(
    r"\b<plural.all>\b|(?<!after )(?<!at )\ball\b(?=\s*(?:[.!,，。]|$|delete|wipe|out|gone))|<plural.all_zh>", _I
)
# Two months, 三个月: how long, and not how many things.
_LENGTH_EN = (
    r"(?!(?: or (?:two|three))?[ -](?:more )?(?:second|minute|hour|day|night|week|fortnight|month"
    r"|year)s?\b)"
)
_LENGTH_ZH = (
    r"(?![百千万年天周岁斤晚秒]|小时|分钟|星期|礼拜|点[前钟半多]|块钱|个?多?月"
    r"|个(?:半|多)?(?:月|星期|礼拜|小时|钟头))"
)
_TWO = regex(
    rf"\b(?:both|neither|either|(?:the|a) pair|two{_LENGTH_EN})\b|[两俩]{_LENGTH_ZH}"
    rf"|(?<![十第])二{_LENGTH_ZH}[条个件]",
    _I,
)
_THREE = regex(rf"\bthree{_LENGTH_EN}\b|(?<![十第])三{_LENGTH_ZH}[条个件样]", _I)
_EXCEPT = regex(
    r"\b<plural.except>\b|除了|其他的?(?:都|就)?(?:留|别动|不动)|其余|别的留|别全|不是全|只[删去要]|还是", _I
)


def says_what_stays(request: str) -> bool:
    """Whether a request also says what is to stay."""
    return _EXCEPT.search(simplified(request)) is not None


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many things a request means. Where nothing is told, it is one."""

    is_all: bool = False
    """All that it names, however many."""
    count: int | None = None

    def fits(self, found: int) -> bool:
        """Whether so many may all be meant."""
        return found == 1 or (found == self.count if self.count is not None else self.is_all)

    def may_be(self, listed: int) -> bool:
        """Whether a list of so many is what is meant."""
        return self.count is None or self.count == listed

    @property
    def is_plural(self) -> bool:
        return self.is_all or self.count is not None


ONE = HowMany()


def how_many(request: str) -> HowMany:
    """How many things the words of a request mean; one as well where it also says what is to stay."""
    if says_what_stays(request):
        return ONE
    request = simplified(request)
    two, three = _TWO.search(request) is not None, _THREE.search(request) is not None
    if two or three:
        return HowMany(count=None if two and three else 2 if two else 3, is_all=False)
    return HowMany(is_all=_ALL.search(request) is not None)
