"""Attributes that hold one value at a time. A new value of one of these replaces the old; any other value is added.

One list for all: profile fields, how answers should be, and single facts of anything else.
"""

from __future__ import annotations

from perdure.types.keys import fold_name

SINGLE_VALUED = frozenset(
    map(
        fold_name,
        (
            # who somebody is
            *("name", "surname", "nickname", "age", "birthday", "gender", "nationality", "hometown", "native language"),
            *("marital status", "blood type", "height", "weight", "zodiac", "mbti", "time zone", "timezone"),
            # where and what they do
            *(
                "city",
                "address",
                "home",
                "employer",
                "job",
                "job title",
                "school",
                "major",
                "grade",
                "commute",
                "salary",
            ),
            *("salary", "children", "siblings", "handedness"),
            # how answers should be
            *(
                "reply language",
                "reply length",
                "tone",
                "format",
                "form of address",
                "emoji",
                "verbosity",
                "style",
                "theme",
            ),
        ),
    )
)


_FIRST_OF_ALL = ("favourite", "favorite", "最喜欢", "最爱")
"""What somebody likes best of a kind is one thing at a time."""


def holds_one_value(attribute: str) -> bool:
    """Whether an attribute of this name has one value at a time."""
    name = fold_name(attribute)
    return name in SINGLE_VALUED or name.startswith(_FIRST_OF_ALL)
