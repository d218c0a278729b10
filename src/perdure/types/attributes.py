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
            *("handedness",),
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


SPOKEN_OF = {
    "city": "live lives living lived address home city town 住 住址 地址 城市 住在 搬",
    "address": "live address 住址 地址",
    "employer": "work works company employer office 公司 工作 单位 上班",
    "job": "work job profession 职业 工作 岗位",
    "birthday": "birthday born 生日 出生",
    "name": "name called 名字 姓名 叫",
    "age": "age old 年龄 岁 年纪",
    "diet": "diet eat food avoid restrictions 饮食 吃 不吃 忌口 禁忌",
    "hometown": "from hometown 老家 家乡",
    "children": "kid kids child children son daughter 孩子 小孩 儿子 女儿",
    "marital status": "married marriage wife husband spouse 婚姻 结婚 已婚",
    "school": "school university college study 学校 大学 上学",
    "allergy": "allergy allergic allergies eat food avoid restrictions 过敏 过敏原 忌口 不能吃 吃 饮食 禁忌",
    "condition": "condition illness sick disease 病 疾病 病史",
    "reply language": "language english chinese 语言 中文 英文",
}
"""The words in which people speak of an attribute, in English and Chinese."""


def spoken_of(attribute: str) -> str:
    """The words in which people speak of an attribute; `allergy (peanuts)` is an allergy."""
    return SPOKEN_OF.get(attribute.partition(" (")[0].replace("_", " ").strip().casefold(), "")
