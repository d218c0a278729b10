"""Which of the things that are held a few words mean: one that is clear, several to choose from, or none.

A thing is an item, or one field of a profile. Words decide: every word of the phrase is there, or nearly all of them
and no other thing comes close. Who is not sure changes nothing and shows what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perdure.intake.extract.contract import Held
from perdure.intake.extract.known import facts_of, text_of, words
from perdure.regex import regex
from perdure.types.keys import fold_name
from perdure.values import JSON

CLEAR, NEAR, FAR = 0.67, 0.5, 0.34
"""The share of a phrase's words that the one that is meant must hold where not all are there; that it must hold to be
worth asking about; and that no other may reach."""
SHOWN = 5
"""How many are shown to choose from."""

ALIASES = {
    "city": "live lives living lived address home city town 住 住址 地址 城市 住在 搬",
    "address": "live address 住址 地址",
    "employer": "work works company employer office 公司 工作 单位 上班",
    "job": "work job profession 职业 工作 岗位",
    "birthday": "birthday born 生日 出生",
    "name": "name called 名字 姓名 叫",
    "age": "age old 年龄 岁 年纪",
    "diet": "diet eat food 饮食 吃 忌口",
    "hometown": "from hometown 老家 家乡",
    "children": "kid kids child children son daughter 孩子 小孩 儿子 女儿",
    "marital status": "married marriage wife husband spouse 婚姻 结婚 已婚",
    "school": "school university college study 学校 大学 上学",
    "allergy": "allergy allergic allergies 过敏 过敏原 忌口",
    "condition": "condition illness sick disease 病 疾病 病史",
    "reply language": "language english chinese 语言 中文 英文",
}
"""What people call an attribute when they speak of it."""

_FRAME = regex(
    r"\b(?:what|that|which|i|you|we|told|said|say|mentioned|about|the|fact|part|bit|thing|stuff|note|record|memory|memories"
    r"|info|information|detail|entry|line|from|your|everything|anything|all|earlier|before|previously|just|now|please|one"
    r"|when|where|how|whatever|my|me|mine|our|ever|any|more|anymore)\b"
    r"|我(?:之前|刚才|刚刚|上次|前面|以前)?(?:跟你|和你|对你)?(?:说|讲|提|告诉你)(?:过)?的?|关于|这件事|那件事|这事|那事|的事情?|这一?条|那一?条|记录|记忆"
    r"|信息|资料|相关|有关|内容|之前|刚才|刚刚|上次|前面|了$|吧$|啊$",
    re.IGNORECASE,
)
"""Words by which people speak of a memory, and not of what it is about."""
_NEGATION = regex(
    r"\b(?:not|never|no longer|(?:do|does|did|is|are|was|have|has|ai)n'?t|am not|no|any ?more)\b"
    r"|不再|没有|并不|并没|不是|不|没|已经",
    re.IGNORECASE,
)
_AFTER_ALL = regex(
    r"\b(?:actually|turns? out|after all|it seems|in fact|really|at all|ever|have|has|had|got|do|does|did|am|is"
    r"|are|was|be)\b"
    r"|原来|其实|结果|后来|才发现|查了|[我咱俺有了的呢啊]",
    re.IGNORECASE,
)
_FIRST = regex(r"\b(?:i|i'm|i've|i'd|my|me|we|our)\b|[我咱俺]", re.IGNORECASE)
_COUNT = regex(
    r"\b(?:an?|one|two|three|four|five|six|some|any|many|few|several)\b|[一二两三四五六七八九十几\d]+[个只位口名条]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Thing:
    """An item, or one field of a profile, with the words that speak of it."""

    held: Held
    field: dict[str, JSON] | None = None

    @property
    def said(self) -> str:
        """The thing as a person reads it."""
        if self.field is None:
            return self.held.content or text_of(self.held)
        return str(self.field.get("said") or f"{self.field.get('k')}: {self.field.get('v')}")

    @property
    def words(self) -> frozenset[str]:
        """Everything that may be said of it."""
        if self.field is None:
            return words(
                f"{self.held.content} {text_of(self.held)} {ALIASES.get(fold_name(_attribute(self.held)), '')}"
            )
        return words(self.said) | self.own

    @property
    def own(self) -> frozenset[str]:
        """What is said of it alone: of a field its name and value, and not the sentence that may say others too."""
        if self.field is None:
            return self.words
        k = str(self.field.get("k", ""))
        root = k.partition(" (")[0]
        return words(f"{k} {self.field.get('v')} {ALIASES.get(fold_name(root).replace('_', ' '), '')}")


@dataclass(frozen=True, slots=True)
class Meant:
    """What a phrase means: one thing, or several that it may mean."""

    one: Thing | None = None
    several: tuple[Thing, ...] = ()


def things_of(items: Iterable[Held]) -> list[Thing]:
    """Items, and of profiles every field by itself."""
    things: list[Thing] = []
    for item in items:
        facts = facts_of(item) if item.type == "profile" else []
        things += [Thing(item, dict(fact)) for fact in facts] or [Thing(item)]
    return things


def meant_by(phrase: str, things: Sequence[Thing]) -> Meant:
    """The thing that a phrase means."""
    asked = words(_FRAME.sub(" ", phrase)) or words(phrase)
    if not asked:
        return Meant()
    scored = [(len(asked & thing.words) / len(asked), thing) for thing in things]
    full = [thing for score, thing in scored if score == 1.0]
    if len(full) > 1:
        full = _exact(phrase, asked, full) or full
    if len(full) == 1:
        return Meant(full[0])
    if full:
        return Meant(several=tuple(full[-SHOWN:]))
    best = sorted((pair for pair in scored if pair[0] >= NEAR), key=lambda pair: -pair[0])
    rest = [score for score, thing in scored if best and thing is not best[0][1]]
    if best and best[0][0] >= CLEAR and max(rest, default=0.0) <= FAR:
        return Meant(best[0][1])
    return Meant(several=tuple(thing for _, thing in best[:SHOWN]))


def _exact(phrase: str, asked: frozenset[str], things: Sequence[Thing]) -> list[Thing]:
    """Of several that hold every word, the one that holds the phrase itself, or no word besides."""
    # One word alone does not tell a thing from its like: `过敏` is said of an allergy in whatever language.
    literal = [thing for thing in things if len(asked) > 1 and fold_name(phrase) in fold_name(thing.said)]
    if len(literal) == 1:
        return literal
    own = [thing for thing in things if asked <= thing.own]
    if len(own) == 1:
        return own
    same = [thing for thing in things if words(thing.said) == asked]
    return same if len(same) == 1 else []


def denied_by(sentence: str, things: Sequence[Thing]) -> Thing | None:
    """The one thing that a sentence says is not so: the same words of the same person, but for the negation."""
    if not _NEGATION.search(sentence) or not _FIRST.search(sentence):
        return None
    denied = _bare(sentence)
    found = [
        thing
        for thing in things
        if denied and _FIRST.search(thing.said) and not _NEGATION.search(thing.said) and _bare(thing.said) == denied
    ]
    return found[0] if len(found) == 1 else None


def _bare(sentence: str) -> frozenset[str]:
    return words(_COUNT.sub(" ", _AFTER_ALL.sub("", _NEGATION.sub("", sentence))))


def _attribute(item: Held) -> str:
    return str(item.value.get("name") or item.value.get("predicate") or "").replace("_", " ")
