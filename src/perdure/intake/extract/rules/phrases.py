"""What the rules share: how sentences begin, how a captured phrase is tidied, how a conclusion is worded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from perdure.intake.extract.contract import Draft, Reading
from perdure.regex import regex
from perdure.values import JSON

I = re.IGNORECASE  # noqa: E741  # short, because it stands behind every pattern

ASCII = re.IGNORECASE | re.ASCII
"""For lists of Latin words: `用Postgres` has a border between the two, which only ASCII sees."""

EN = (
    r"^(?:(?:and|but|so|ok|okay|hey|hi|hello|oh|well|also|actually|btw|by the way|fyi|yes|yeah"
    r"|yep|no|nope|sorry|anyway|honestly|note|ps|ah|hm+|um+"
    r"|please remember|remember|please note|note|don'?t forget|keep in mind|just so you know"
    r"|for the record|reminder|update|correction|good news|news|guess what"
    r"|now|currently|today|these days|right now|at the moment|plus|because|since|then|wait"
    r"|turns out|as of today|great|nice|cool|thanks|turn out|scratch that|forget that"
    r"|never mind)[,:]? (?:that )?){0,4}"
)
"""How an English clause may begin before it comes to the point."""
ZH = (
    r"^(?:对了|其实|顺便(?:说|提)(?:一下|一句)?|另外|还有|说一下|嗯+|哦+|好的|好|那|不对|不是|请"
    r"|麻烦你?|你?要?帮我记一下|帮我记住|请?记住|记一下|你?记得|别忘了|不要忘了?|告诉你|跟你说"
    r"|更正(?:一下)?"
    r"|纠正(?:一下)?|补充(?:一下)?|更新(?:一下)?|啊|诶|哎|哎呀|嗨|哈喽|你好|而且|因为|所以|但是?"
    r"|不过|现在|目前|最近|今天|昨天|昨晚|前天|刚刚|刚才|如今|话说|提醒一下|并且|然后|反正|说实话"
    r"|老实说|自我介绍一下"
    r"|好消息|[:：,， ]){0,5}"
)
"""How a Chinese clause may begin before it comes to the point."""
REST = r"(?P<x>[^\n]{1,120})$"

ONCE = regex(
    r"\b(?:for (?:this|the) (?:task|one|time|job|ticket|pr|session|conversation|project phase"
    r"|refactor|migration|chat|report|email|essay)|just (?:this once|for (?:now|today))|this time"
    r"|for (?:now|today|tonight)|today|tonight|in this (?:task|chat|session|conversation|pr|file"
    r"|one|report))\b"
    r"|这次|这一次|本次|这个任务|今天|今晚|这回|此次|暂时|先别|这篇|这份|这个(?:项目|文件|需求|PR"
    r"|报告)里?|这轮|这个?(?:对话|会话|聊天)",
    I,
)
"""What makes a wish one for the current task."""

_TAIL_EN = regex(
    r"(?:[\s,]+(?:now|right now|currently|too|as well|btw|by the way|please|pls|thanks|thx|ok"
    r"|okay|lol|though|anymore|any more|at the moment|these days|actually|already|again|instead"
    r"|for now|tho|haha+|yeah|man|dude|bro"
    r"|a lot|so much|very much|the most|from now on|in the future|going forward|forever|fyi)){1,4}$",
    I,
)
_TAIL_ZH = regex(r"(?:了|啊|呀|哦|喔|呢|吧|啦|哈|噢|嘛|哟|呗|哇|的说|谢谢|来着|～|~){1,4}$")
_EDGES = " \t\"'“”‘’「」『』`*_.,;:!?。，、；：！？…()（）~～-—"
_EMOJI = regex("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")


def tidy(phrase: str) -> str:
    """A captured phrase without what only rounds off a sentence."""
    text = _EMOJI.sub(" ", phrase).strip(_EDGES)
    for _ in range(2):
        text = _TAIL_ZH.sub("", _TAIL_EN.sub("", text)).strip(_EDGES)
    return text


def bare(phrase: str) -> str:
    """The same without a leading article or possessive."""
    return re.sub(r"^(?:the|a|an|my|our|some|to) ", "", tidy(phrase), flags=I)


def listed(phrase: str) -> list[str]:
    """`tea, green tea and coffee` as three; a long phrase stays whole."""
    parts = [part for part in (bare(p) for p in re.split(r", | and | or |、|和|跟|以及", phrase)) if part]
    fits = all(len(p.split()) <= 3 and len(p) <= 24 for p in parts)
    return parts if parts and fits else [bare(phrase)]


def say(r: Reading, en: str, zh: str, **words: object) -> str:
    """A short sentence in the language of the clause."""
    return (zh if r.is_zh else en).format(who=r.who, **words)


def profile(r: Reading, k: str, v: str, en: str, zh: str, *, since: str | None = None, **more: Any) -> Draft:
    """One fact about who somebody is."""
    fact: dict[str, JSON] = {"k": k, "v": v}
    if since:
        fact["since"] = since
    content = say(r, en, zh, v=v, k=k)
    return Draft("profile", {"subject": r.subject, "facts": [fact]}, content, **{"importance": 0.7, **more})


def preference(r: Reading, scope: str, name: str, value: str, en: str, zh: str, **more: Any) -> Draft:
    """How somebody likes something."""
    shape: dict[str, JSON] = {"scope": scope, "name": name, "value": value}
    if r.subject != "user":
        shape["subject"] = r.subject
    return Draft("preferences", shape, say(r, en, zh, name=name, value=value), **{"importance": 0.6, **more})


def without(value: Mapping[str, JSON], *names: str) -> dict[str, JSON]:
    """A value with some of its fields left out."""
    return {name: inner for name, inner in value.items() if name not in names}
