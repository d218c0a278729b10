"""What somebody is called: their name, and how they want to be addressed."""

from __future__ import annotations

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import EN, ZH, I, preference, profile, tidy
from perdure.intake.words import regex

_NOT_A_NAME = regex(r"^<address.no_name>\b|^<address.no_name_zh>", I)

_SAYS_MORE = regex(r" <address.says_more>\b", I)
"""`my name's mud after that own goal`, `my name is Barry for this` name nobody."""
_GREETS = regex(r"(?:hi|hello|hey|heya|good (?:morning|evening)|nice to meet you)\b", I)


def _called(m: Matched, r: Reading) -> Draft | None:
    if m.text.rstrip(" .!").endswith(" again"):
        return None  # a rule is lifted, nothing is wished for
    name = tidy(m["x"])
    if not name or len(name) > 24 or _NOT_A_NAME.match(name):
        return None
    return preference(
        r,
        "other",
        "form of address",
        name,
        "{who} wants to be called {value}.",
        "{who}希望被称呼为{value}。",
        importance=0.9,
    )


def _name(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["x"])
    if not name or len(name) > 30 or _NOT_A_NAME.match(name) or _SAYS_MORE.search(name):
        return None
    return profile(r, "name", name, "{who}'s name is {v}.", "{who}的名字是{v}。", importance=0.9)


def _introduced(m: Matched, r: Reading) -> Draft | None:
    """`I'm Theo` is a name behind a greeting only: `I'm British` is none."""
    return _name(m, r) if _GREETS.match(r.clause.sentence) else None


_WHY = "heard.address"
_WHO = "heard.name"

RULES = (
    Rule(
        "address.call_me.en",
        regex(
            EN + r"(?:<address.call_leads>,? ){0,4}(?:(?:just )?calls? me|(?<=go by )|(?<=to be called ))"
            r"(?P<x>[^\n,]{1,30}?)(?: (?:instead|from now on|not|rather than|please|ok).{0,40})?$",
            I,
        ),
        _called,
        _WHY,
        cues=("call", "go by"),
    ),
    Rule(
        "address.call_me.zh",
        regex(
            ZH + r"<address.call_leads_zh>{0,4}(?:叫我|称呼我(?:为|叫)?|喊我|管我叫)(?:一声|做|为)?"
            r"(?P<x>[^\n，,。]{1,12}?)(?:就行|就好|就可以|即可|吧|好了|就成)?(?:了|啦|哦|呀|～)?$"
        ),
        _called,
        _WHY,
        cues=("我",),
    ),
    Rule(
        "address.name.en",
        regex(
            EN + r"(?:my (?:full |real |first )?name(?:'s| is)(?: actually| now)?|i am called|i'm called|the name's)"
            r"(?! not\b) (?P<x>[^\n,]{1,40}?)(?: (?:and|by the way|not|but)\b.{0,60})?$",
            I,
        ),
        _name,
        _WHO,
        cues=("name", "called"),
    ),
    Rule(
        "address.i_am.en",
        regex(
            r"^(?i:(?:hi|hello|hey|heya|good morning|good evening)[,!]? )?(?i:i'm|i am) (?P<x>[A-Z][a-z]{2,15})"
            r"(?: (?:and|from|here)\b.{0,40})?$"
        ),
        _introduced,
        _WHO,
        cues=("i'm", "i am"),
    ),
    Rule(
        "address.name.zh",
        regex(
            ZH + r"(?:我(?:的?(?:名字|大名|全名|真名|英文名|中文名)(?:是|叫|就是)"
            r"|(?:改名)?叫(?:做)?(?!他|她|你|了|外卖|车|人|不|住))(?P<x>[^\n，,。的]{1,12}?))(?:了|啦|哦|呀)?$"
        ),
        _name,
        _WHO,
        cues=("我",),
    ),
    Rule(
        "address.instead.zh",
        regex(
            ZH + r"(?:别|不要|不用)(?:再)?(?:叫|喊|称呼)我[^\n，,]{1,8}[，,](?:就)?(?:叫|喊)(?:我)?"
            r"(?P<x>[^\n，,]{1,8}?)(?:就行|就好|吧|好了)?$"
        ),
        _called,
        _WHY,
        cues=("叫", "喊"),
        sentence=True,
    ),
)
