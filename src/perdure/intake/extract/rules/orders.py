"""Rules said in other ways: what must be asked first, what nobody may see, what to do every time."""

from __future__ import annotations

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.boundaries import rule_draft
from perdure.intake.extract.rules.phrases import EN, ZH, I
from perdure.regex import regex

_LASTS = regex(
    r"\b(?:my|any|anyone|anybody|anything|every|each|all|always|before|after|without|unless|until|whenever)\b"
    r"|\bme (?:at|on|during|about)\b",
    I,
)
"""What shows that an order lasts: it is about all of a kind, or about what is the speaker's."""
_OURS_ZH = regex(r"^(?:我(?!的|爸|妈)|我们|他|她|他们|公司|老师|医生|老板|客户|大家|如果|要是)")
_TELLS_ZH = regex(
    r"问我|告诉我|让我|给我|通知我|跟我|叫我|经我|征求|确认|代码|回复|回答|提交|测试|文档|报告|邮件|注释|消息|备份|检查"
    r"|标注|翻译|输出|格式|缩进|空格|命名|单位|日志|部署|上线|发布|生产|删|改|发|写|用|跑|控制在|简体|中文|英文|报价|含税"
    r"|语气|表格|链接|来源|价格"
)
_SIGN = regex(r"[“「『\"][^”」』\"]*(?:不要|别|不许|不准|必须|禁止|严禁|一律|don'?t|never|always)", I)
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
_TELL = (
    r"(?:share|tell|show|give|mention|bring up|talk about|discuss|reveal|post|forward|publish|call|text|email|message"
    r"|contact|wake|remind|suggest|recommend|let anyone)"
)
_FROM_ZH = r"(?:以后|今后|往后|从今天起|从现在起|从今以后|从今往后|从此|接下来|之后)"
_ALWAYS_ZH = r"(?:任何情况下|无论如何|不管怎样|无论什么时候|任何时候|不管什么情况)"
_NO_ZH = r"(?:不要|别|不许|不准|不能|不可以|不得|禁止|严禁|切勿|请勿)"
_GIVE_ZH = (
    r"(?:给|告诉|让|发给|透露给|分享给|泄露给|转发给|说出去|写进|写到|放进|放到|发到|传到|上传到?|加到|加进|存到|交给)"
)
_ANYBODY_ZH = r"(?:任何人|别人|其他人|外人|他人|第三方|旁人|陌生人)"

RULES = (
    Rule(
        "orders.dont.en",
        regex(EN + rf"(?:please |pls )?(?P<said>(?:don'?t|do not) (?P<x>{_TELL}\b[^\n]{{3,90}}))$", I),
        _lasting,
        _WHY,
        cues=("don't", "dont", "do not"),
        yields=True,
    ),
    Rule(
        "orders.never.en",
        regex(
            EN + r"(?P<said>(?:under no circumstances|on no account|in no case)(?: should you| may you| are you to)?"
            r" (?P<x>[a-z]+ [^\n]{3,90}))$",
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
        regex(
            EN + r"(?P<said>(?P<x>[a-z][a-z' ]{2,40}? (?:is|are) (?:off[- ]limits|taboo|forbidden|a no-go(?: topic)?"
            r"|not up for discussion|(?:not|never) to be [a-z]+)[^\n]{0,40}))$"
            rf"|{EN}(?:please )?(?P<said2>keep (?P<x2>(?:my|our|all|any|anything about) [^\n,]{{2,50}}?"
            r" (?:private|secret|confidential|to yourself|between us)))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("limits", "taboo", "forbidden", "no-go", "not up for", "to be", "keep"),
        yields=True,
    ),
    Rule(
        "orders.not_wanted.en",
        regex(
            EN
            + r"(?P<said>(?:you(?:'re| are) not (?:allowed|permitted|supposed) to|i (?:don'?t|do not|never) want you to"
            r"|i'?d (?:like|prefer|rather) you (?:didn'?t|not to|never)) (?P<x>[a-z]+[^\n]{2,80}))$",
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
            EN + r"(?:please )?(?P<said>(?:always )?(?P<x>[a-z-]+ [^\n,]{3,50}? (?:before|after|when(?:ever)?|each time"
            r"|every time) you [^\n]{2,50}?)),? (?:every time|each time|always|without exception|please)$",
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
            rf"(?:你|谁都|都|绝对|一律){{0,2}}(?P<x>{_NO_ZH}[^\n，,]{{2,40}}))$"
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
            ZH + r"(?P<said>(?P<x>(?:凡是|所有|任何|只要是|一切)?[^\n，,我]{2,14}?的"
            r"(?:东西|操作|内容|邮件|文件|改动|事情?|决定|请求|消息|合同|代码)?[，,]?(?:都|一律|必须|一定)?(?:要|得)?(?:先)?"
            r"(?:给我看|问我|让我|我点头|经我同意|我同意|我确认|我批准|告诉我|发给我)[^\n，,]{0,8}))$"
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
            ZH + rf"(?P<said>{_ALWAYS_ZH}?(?:都|也|绝对|千万)?(?P<x>"
            rf"[^\n，,]{{2,14}}?{_NO_ZH}(?:再)?{_GIVE_ZH}{_ANYBODY_ZH}[^\n，,]{{0,6}}"
            rf"|{_NO_ZH}(?:再)?把我的?[^\n，,]{{1,14}}?{_GIVE_ZH}[^\n，,]{{0,12}}"
            rf"|我[^\n，,]{{0,8}}(?:事|事情|隐私|信息|情况|资料)[，,]?(?:一句都|一个字都|都|绝对|千万)?{_NO_ZH}"
            r"(?:对外|跟别人|和别人|到处|往外)[^\n，,]{1,6}))$"
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
            ZH + rf"(?P<said>{_FROM_ZH}[，,]?(?P<x>[^\n]{{0,16}}?"
            rf"(?:一律|全部|统一|都(?:要|得|用|给|发|写|按|请|必须|不|别)?|必须|务必|要先|得先|控制在|尽量|只用|只|{_NO_ZH}|少)"
            r"[^\n，,]{2,40}))$"
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
            rf"(?:你)?(?:都要|都得|一律|必须|一定要|务必|要先|得先|先要|请先|{_NO_ZH})[^\n，,]{{2,40}}))$"
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
            ZH + r"(?P<said>(?P<x>(?:[跟和]我说话|跟我聊天|回复我?|回答我?|给我写[^\n，,]{1,4}|写"
            rf"(?:邮件|代码|报告|文档|注释))(?:的时候|时)?(?:请|就|都)?{_NO_ZH}[^\n，,]{{2,20}}))$"
        ),
        _plain,
        _WHY,
        cues=("跟我", "和我", "回复", "回答", "给我写", "写"),
        yields=True,
    ),
)
