"""Rules said in other ways: what must be asked first, what nobody may see, what to do every time."""

from __future__ import annotations

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.boundaries import rule_draft
from perdure.intake.extract.rules.phrases import EN, ZH, I
from perdure.intake.words import regex

_LASTS = regex(r"\b<orders.lasting>\b|\bme (?:at|on|during|about)\b", I)
"""What shows that an order lasts: it is about all of a kind, or about what is the speaker's."""
_OURS_ZH = regex(r"^<orders.ours_zh>")
_TELLS_ZH = regex(r"<orders.tells_zh>")
_SIGN = regex(r"[“「『\"][^”」』\"]*<orders.sign>", I)
"""An order between quotation marks is somebody else's."""


def _plain(m: Matched, r: Reading) -> Draft | None:
    if _SIGN.search(m["said"]):
        return None
    return rule_draft(m["x"], m["said"], r)


def _lasting(m: Matched, r: Reading) -> Draft | None:
    return _plain(m, r) if _LASTS.search(m["said"]) else None


def _told(m: Matched, r: Reading) -> Draft | None:
    """Chinese orders drop the subject; one that begins with `我` is a plan and no order."""
    said = m["said"]
    if _OURS_ZH.match(said) or not _TELLS_ZH.search(said):
        return None
    return _plain(m, r)


_WHY = "heard.rule"
_ALWAYS_ZH = r"(?:任何情况下|无论如何|不管怎样|无论什么时候|任何时候|不管什么情况)"
_ANYBODY_ZH = r"(?:任何人|别人|其他人|外人|他人|第三方|旁人|陌生人)"
_OFF_LIMITS = (
    r"(?P<said>(?P<x>[a-z][a-z' ]{2,40}? (?:is|are) "
    r"(?:off[- ]limits|taboo|forbidden|a no-go(?: topic)?|not up for discussion"
    r"|(?:not|never) to be [a-z]+)[^\n]{0,40}))"
)
_KEEP_PRIVATE = (
    r"(?P<said2>keep (?P<x2>(?:my|our|all|any|anything about) [^\n,]{2,50}? "
    r"(?:private|secret|confidential|to yourself|between us)))"
)

RULES = (
    Rule(
        "orders.dont.en",
        regex(EN + r"(?:please |pls )?(?P<said>(?:don'?t|do not) (?P<x><orders.tell>\b[^\n]{3,90}))$", I),
        _lasting,
        _WHY,
        cues=("don't", "dont", "do not"),
        yields=True,
    ),
    Rule(
        "orders.never.en",
        regex(
            EN + r"(?P<said>(?:under no circumstances|on no account|in no case)(?: should you| may you| are you to)? "
            r"(?P<x>[a-z]+ [^\n]{3,90}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("under no", "on no account", "in no case"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.off_limits.en",
        regex(rf"{EN}{_OFF_LIMITS}$|{EN}(?:please )?{_KEEP_PRIVATE}$", I),
        _plain,
        _WHY,
        cues=("limits", "taboo", "forbidden", "no-go", "not up for", "to be", "keep"),
        yields=True,
    ),
    Rule(
        "orders.not_wanted.en",
        regex(
            EN + r"(?P<said>(?:you(?:'re| are) not (?:allowed|permitted|supposed) to"
            r"|i (?:don'?t|do not|never) want you to|i'?d (?:like|prefer|rather) you (?:didn'?t|not to|never)) "
            r"(?P<x>[a-z]+[^\n]{2,80}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("not ", "want you", "rather you", "like you", "prefer you"),
        yields=True,
    ),
    Rule(
        "orders.ask_first.en",
        regex(
            EN + r"(?:please |always )?(?P<said>(?P<x>(?:ask|check with|consult|tell|warn|notify|run it by)(?: me)?"
            r"(?: first)? before (?:you )?[a-z]+[^\n]{3,80}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("before",),
        yields=True,
    ),
    Rule(
        "orders.every_time.en",
        regex(
            EN + r"(?:please )?(?P<said>(?:always )?(?P<x>[a-z-]+ [^\n,]{3,50}? "
            r"(?:before|after|when(?:ever)?|each time|every time) you [^\n]{2,50}?)),? "
            r"(?:every time|each time|always|without exception|please)$",
            I,
        ),
        _plain,
        _WHY,
        cues=("before", "after", "when", "each time", "every time"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.consent.zh",
        regex(
            ZH + r"(?P<said>(?:没有|没经过|未经|没得到)我?的?(?:同意|允许|许可|批准|确认|授权)(?:之前)?[，,]?"
            r"(?:你|谁都|都|绝对|一律){0,2}(?P<x><orders.no_zh>[^\n，,]{2,40}))$"
        ),
        _plain,
        _WHY,
        cues=("同意", "允许", "许可", "批准", "确认", "授权"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.first_me.zh",
        regex(
            ZH + r"(?P<said>(?P<x>(?:凡是|所有|任何|只要是|一切)?[^\n，,我]{2,14}?的<orders.papers_zh>?[，,]?"
            r"(?:都|一律|必须|一定)?(?:要|得)?(?:先)?<orders.ask_me_zh>[^\n，,]{0,8}))$"
        ),
        _plain,
        _WHY,
        cues=("给我看", "问我", "让我", "我点头", "同意", "我确认", "我批准", "告诉我", "发给我"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.nobody.zh",
        regex(
            ZH + rf"(?P<said>{_ALWAYS_ZH}?(?:都|也|绝对|千万)?"
            rf"(?P<x>[^\n，,]{{2,14}}?<orders.no_zh>(?:再)?<orders.give_zh>{_ANYBODY_ZH}[^\n，,]{{0,6}}"
            r"|<orders.no_zh>(?:再)?把我的?[^\n，,]{1,14}?<orders.give_zh>[^\n，,]{0,12}"
            r"|我[^\n，,]{0,8}(?:事|事情|隐私|信息|情况|资料)[，,]?"
            r"(?:一句都|一个字都|都|绝对|千万)?<orders.no_zh>(?:对外|跟别人|和别人|到处|往外)[^\n，,]{1,6}))$"
        ),
        _plain,
        _WHY,
        cues=("给", "告诉", "让", "泄露", "透露", "把我", "对外", "别人", "到处", "往外"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.from_now.zh",
        regex(
            ZH + r"(?P<said><orders.from_now_zh>[，,]?(?P<x>[^\n]{0,16}?"
            r"(?:<orders.all_zh>|<orders.no_zh>|少)[^\n，,]{2,40}))$"
        ),
        _told,
        _WHY,
        cues=("以后", "今后", "往后", "起", "从今", "从此", "接下来", "之后"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.each_time.zh",
        regex(
            ZH + r"(?P<said>(?P<x>(?:每次|每当|凡是|任何)?[^\n，,]{2,12}?(?:的时候|之前|以前|之后|前|时|后)[，,]?"
            r"(?:你)?(?:<orders.must_zh>|<orders.no_zh>)[^\n，,]{2,40}))$"
        ),
        _told,
        _WHY,
        cues=("都要", "都得", "一律", "必须", "一定", "务必", "要先", "得先", "先", "不", "别"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.forbidden.zh",
        regex(
            ZH + r"(?P<said>(?:请|你){0,2}(?P<x>(?:不许|不准|严禁|禁止|请勿|切勿)(?:再)?"
            r"(?!动|走|跑|哭|笑|说话$|这样)[^\n，,]{3,40}))$"
        ),
        _plain,
        _WHY,
        cues=("不许", "不准", "严禁", "禁止", "勿"),
        yields=True,
    ),
    Rule(
        "orders.to_me.zh",
        regex(
            ZH + r"(?P<said>(?P<x>(?:[跟和]我说话|跟我聊天|回复我?|回答我?|给我写[^\n，,]{1,4}"
            r"|写(?:邮件|代码|报告|文档|注释))(?:的时候|时)?(?:请|就|都)?<orders.no_zh>[^\n，,]{2,20}))$"
        ),
        _plain,
        _WHY,
        cues=("跟我", "和我", "回复", "回答", "给我写", "写"),
        yields=True,
    ),
)
