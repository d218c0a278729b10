"""Rules said in other ways: what must be asked first, what nobody may see, what to do every time."""

from __future__ import annotations

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.boundaries import VERB, rule_draft
from perdure.intake.extract.rules.phrases import EN, ZH, I
from perdure.regex import regex

_LASTS = regex(
    r"\b(?:my|any|anyone|anybody|anything|every|each|all|always|before|after|without|unless|until|whenever|emojis?"
    r"|me (?:at|on|before|after|during|about))\b",
    I,
)
_PASSES = regex(
    r"\b(?:yet|right now|just now|it|this|that|worry|bother|mind|think|know|hurry|hesitate|want|ne"
    r"ed|have|get|like|feel"
    r"|my (?:friend|time|fault|way))\b",
    I,
)
_OURS_ZH = regex(r"^(?:我(?!的|爸|妈)|我们|他|她|他们|公司|老师|医生|老板|客户|大家|如果|要是)")
_TELLS_ZH = regex(
    r"问我|告诉我|让我|给我|通知我|跟我|叫我|经我|征求|确认|代码|回复|回答|提交|测试|文档|报告|邮"
    r"件|注释|消息|备份|检查"
    r"|标注|翻译|输出|格式|缩进|空格|命名|单位|格式|日志|部署|上线|发布|生产|删|改|发|写|用|跑|控"
    r"制在|简体|中文|英文|报价|含税|语气|表格|链接|来源|价格"
)


def _order(m: Matched, r: Reading) -> Draft | None:
    """An order that says itself that it lasts: `my`, `any`, `before every`."""
    said = m["said"]
    if not r.is_zh and (not _LASTS.search(said) or _PASSES.search(said)):
        return None
    return rule_draft(m["x"], said, r)


_SIGN = regex(r"[“「『\"][^”」』\"]*(?:不要|别|不许|不准|必须|禁止|严禁|一律|don'?t|never|always)", I)
"""An order between quotation marks is somebody else's."""


def _plain(m: Matched, r: Reading) -> Draft | None:
    if _SIGN.search(m["said"]):
        return None
    return rule_draft(m["x"], m["said"], r)


def _told(m: Matched, r: Reading) -> Draft | None:
    """Chinese orders drop the subject; one that begins with `我` is a plan and no order."""
    said = m["said"]
    if _OURS_ZH.match(said) or _SIGN.search(said) or not _TELLS_ZH.search(said):
        return None
    return rule_draft(m["x"], said, r)


_WHY = "heard.rule"
_FROM_ZH = r"(?:以后|今后|往后|从今天起|从现在起|从今以后|从今往后|从此|接下来|之后)"
_NO_ZH = r"(?:不要|别|不许|不准|不能|不可以|不得|禁止|严禁|切勿|请勿)"
_ANYBODY_ZH = r"(?:任何人|别人|其他人|外人|他人|第三方|旁人|陌生人)"

RULES = (
    Rule(
        "orders.dont.en",
        regex(
            EN + rf"(?:please |pls )?(?P<said>(?:don'?t|do not) (?P<x>(?:{VERB}|bring up|talk about|let anyone|c"
            rf"all|text|email|forward)\b[^\n]{{3,90}}))$",
            I,
        ),
        _order,
        _WHY,
        cues=("don't", "dont", "do not"),
        yields=True,
    ),
    Rule(
        "orders.must.en",
        regex(
            EN + rf"(?P<said>you (?:must(?: not)?|have to|need to|are(?: not|n'?t) allowed to|may not|shall(?: n"
            rf"ot)?|are to|should always|should never) (?P<x>(?:always |never |not )?{VERB}\b[^\n]{{3,90}})"
            rf")$",
            I,
        ),
        _order,
        _WHY,
        cues=("you ",),
        yields=True,
    ),
    Rule(
        "orders.never.en",
        regex(
            EN + r"(?P<said>(?:under no circumstances|on no account|in no case)(?: should you| may you| are you"
            r" to)? (?P<x>[a-z]+ [^\n]{3,90}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("under no", "on no account", "in no case"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.ask_first.en",
        regex(
            EN + r"(?:please |always )?(?P<said>(?P<x>(?:ask|check with|consult|tell|warn|notify|run it by)(?: "
            r"me)?(?: first)? before (?:you )?[a-z]+[^\n]{3,80}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("before",),
        yields=True,
    ),
    Rule(
        "orders.whenever.en",
        regex(
            EN + rf"(?P<said>(?:whenever|every time|each time|any time|when) you (?P<x>[a-z]+[^\n,]{{2,60}}, (?:"
            rf"please |always |never |also |don'?t |do not )?{VERB}\b[^\n]{{2,60}}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("whenever you", "time you", "when you"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.off_limits.en",
        regex(
            EN + r"(?P<said>(?P<x>[a-z][a-z' ]{2,40}?) (?:is|are) (?:off[- ]limits|taboo|not allowed|forbidden|"
            r"banned)(?: (?:after|before|on|during|at|in|with|for) [^\n]{2,30})?)$",
            I,
        ),
        _plain,
        _WHY,
        cues=("limits", "taboo", "not allowed", "forbidden", "banned"),
        yields=True,
    ),
    Rule(
        "orders.no_thing.en",
        regex(
            EN + r"(?:please,? )?(?P<said>no (?P<x>(?:[a-z]+ )?[a-z]+s? (?:(?:before|after|past) (?:\d|noon|mid"
            r"night|ten|nine|eight|seven|six|five|eleven|twelve|lunch|dinner|work|dark)|on (?:weekends?|\w"
            r"+days?)|in (?:your|my|the) (?:repl|messag|email|code|commit|answer|text|subject|output))[^\n"
            r",]{0,30}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("no ",),
        yields=True,
    ),
    Rule(
        "orders.private.en",
        regex(
            EN + r"(?:please )?(?P<said>keep (?P<x>(?:my|our|all|any|anything about) [^\n,]{2,50}? (?:private|s"
            r"ecret|confidential|to yourself|between us|offline|out of (?:it|this|the \w+))))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("keep",),
        yields=True,
    ),
    Rule(
        "orders.here.en",
        regex(
            EN + rf"(?P<said>(?:in|for|during) this (?:task|chat|conversation|session|thread|meeting),? (?:pleas"
            rf"e )?(?P<x>(?:only |just |don'?t |do not )?{VERB}\b[^\n]{{3,80}}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("this ",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.consent.zh",
        regex(
            ZH + rf"(?P<said>(?:没有|没经过|未经|没得到)我?的?(?:同意|允许|许可|批准|确认|授权)(?:之前)?[，,]?(?"
            rf":你|谁都|都|绝对|一律){{0,2}}(?P<x>{_NO_ZH}[^\n，,]{{2,40}}))$"
        ),
        _plain,
        _WHY,
        cues=("同意", "允许", "许可", "批准", "确认", "授权"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.from_now.zh",
        regex(
            ZH + rf"(?P<said>{_FROM_ZH}[，,]?(?P<x>[^\n]{{0,16}}?(?:一律|全部|统一|都(?:要|得|用|给|发|写|按|请|"
            rf"必须|不|别)?|必须|务必|要先|得先|控制在|尽量|只用|只|{_NO_ZH}|少)[^\n，,]{{2,40}}))$"
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
            ZH + rf"(?P<said>(?P<x>(?:每次|每当|凡是|任何)?[^\n，,]{{2,12}}?(?:的时候|之前|以前|之后|前|时|后)["
            rf"，,]?(?:你)?(?:都要|都得|一律|必须|一定要|务必|要先|得先|先要|请先|{_NO_ZH})[^\n，,]{{2,40}}"
            rf"))$"
        ),
        _told,
        _WHY,
        cues=("都要", "都得", "一律", "必须", "一定", "务必", "要先", "得先", "先", "不", "别"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.must.zh",
        regex(
            ZH + r"(?P<said>(?P<x>[^\n，,]{2,16}?(?:必须|务必|一定要|一定得)(?:先|都|得)?(?:让我|经我|经过我|问"
            r"我|告诉我|通知我|跟我|由我|给我|得到我|征求我)[^\n，,]{1,16}))$"
        ),
        _told,
        _WHY,
        cues=("必须", "务必", "一定"),
        yields=True,
    ),
    Rule(
        "orders.nobody.zh",
        regex(
            ZH + rf"(?P<said>(?:任何情况下|无论如何|不管怎样|无论什么时候|任何时候)?(?:都|也|绝对|千万)?(?P<x>(?"
            rf":[^\n，,]{{2,14}}?{_NO_ZH}(?:再)?(?:给|告诉|让|发给|透露给|分享给|泄露给|转发给)"
            rf"{_ANYBODY_ZH}[^\n，,]{{0,6}}"
            rf"|{_NO_ZH}把我的?[^\n，,]{{1,14}}?(?:给|告诉|发给|透露给|分享给|泄露给|转发给|发到|说出去)[^"
            rf"\n，,]{{0,10}})))$"
        ),
        _plain,
        _WHY,
        cues=("给", "告诉", "让", "泄露", "透露"),
        yields=True,
    ),
    Rule(
        "orders.in_any_case.zh",
        regex(
            ZH + rf"(?P<said>(?:任何情况下|无论如何|不管怎样|无论什么时候|任何时候|不管什么情况)[，,]?(?:你)?(?:"
            rf"都|也)?(?P<x>(?:{_NO_ZH}|必须|要)[^\n，,]{{2,40}}))$"
        ),
        _plain,
        _WHY,
        cues=("任何", "无论", "不管"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.forbidden.zh",
        regex(
            ZH + r"(?P<said>(?:请|你){0,2}(?P<x>(?:不许|不准|严禁|禁止|请勿|切勿)(?:再)?(?!动|走|跑|哭|笑|说话$"
            r"|这样)[^\n，,]{3,40}))$"
        ),
        _plain,
        _WHY,
        cues=("不许", "不准", "严禁", "禁止", "勿"),
        yields=True,
    ),
    Rule(
        "orders.to_me.zh",
        regex(
            ZH + rf"(?P<said>(?P<x>(?:跟我说话|和我说话|跟我聊天|回复我?|回答我?|给我写[^\n，,]{{1,4}}|写(?:邮件"
            rf"|代码|报告|文档|注释))(?:的时候|时)?(?:请|就|都)?{_NO_ZH}[^\n，,]{{2,20}}))$"
        ),
        _plain,
        _WHY,
        cues=("跟我", "和我", "回复", "回答", "给我写", "写"),
        yields=True,
    ),
    Rule(
        "orders.here.zh",
        regex(
            ZH + rf"(?P<said>(?:本次|这次|这一次|在?这个)(?:对话|任务|会话|聊天|会议|讨论)(?:里|中|内|期间)?(?:"
            rf"请|你|都|，|,){{0,2}}(?P<x>(?:只|一律|全部|都|{_NO_ZH}|必须)[^\n，,]{{2,40}}))$"
        ),
        _plain,
        _WHY,
        cues=("本次", "这次", "这一次", "这个"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.not_to_be.en",
        regex(
            EN + r"(?P<said>(?P<x>(?:my|our|the|any|all) [a-z' ]{2,40}? (?:is|are) (?:not|never) to be [a-z]+[^"
            r"\n]{0,40}))$|"
            + EN
            + r"(?P<said2>(?:you(?:'re| are) not (?:allowed|permitted|supposed) to|i (?:don'?t|do not|never)"
            r" want you to|i'?d (?:like|prefer|rather) you (?:didn'?t|not to|never)) (?P<x2>[a-z]+[^\n]{2"
            r",80}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("to be", "not ", "don't want", "do not want", "never want", "rather you", "like you", "prefer you"),
        yields=True,
    ),
    Rule(
        "orders.every_time.en",
        regex(
            EN + r"(?:please )?(?P<said>(?:always )?(?P<x>[a-z-]+ [^\n,]{3,50}? (?:before|after|when(?:ever)?|e"
            r"ach time|every time) you [^\n]{2,50}?))(?:,? (?:every time|each time|always|without exceptio"
            r"n|please))$|"
            + EN
            + r"(?:please )?(?P<said2>always (?P<x2>[a-z-]+ [^\n]{3,60} (?:before|after|when(?:ever)?) (?:yo"
            r"u|sending|pushing|posting|answering|replying)[^\n]{0,40}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("before", "after", "when", "each time", "every time"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.while.en",
        regex(
            EN + rf"(?P<said>(?:while|as long as|until) (?:we|i|you)(?:'re| are)? [^\n,]{{3,40}}, (?:please |jus"
            rf"t )?(?P<x>(?:{VERB}|leave|don'?t|do not|never)\b[^\n]{{3,60}}))$",
            I,
        ),
        _plain,
        _WHY,
        cues=("while ", "as long as", "until "),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.my_things.zh",
        regex(
            ZH + r"(?P<said>(?P<x>(?:不要|别|不许|不准|不能|不可以)(?:再)?把我的?[^\n，,]{1,10}?(?:写进|写到|放"
            r"进|放到|发到|传到|上传到?|加到|加进|存到|交给|留在|改成)[^\n，,]{1,12}))$|"
            + ZH
            + r"(?P<said2>(?P<x2>我[^\n，,]{0,8}(?:事|事情|隐私|信息|情况|资料)[，,]?(?:一句都|一个字都|都|"
            r"绝对|千万)?(?:不要|别|不许|不准|不能)(?:对外|跟别人|和别人|到处|往外)[^\n，,]{1,6}))$"
        ),
        _plain,
        _WHY,
        cues=("把我", "对外", "别人", "到处", "往外"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.first_me.zh",
        regex(
            ZH + r"(?P<said>(?P<x>(?:凡是|所有|任何|只要是|一切)?[^\n，,我]{2,14}?的(?:东西|操作|内容|邮件|文件"
            r"|改动|事情?|决定|请求|消息|合同|代码)?[，,]?(?:都|一律|必须|一定)?(?:要|得)?(?:先)?(?:给我看"
            r"|问我|让我|我点头|经我同意|我同意|我确认|我批准|告诉我|发给我)[^\n，,]{0,8}))$"
        ),
        _plain,
        _WHY,
        cues=("给我看", "问我", "让我", "我点头", "同意", "我确认", "我批准", "告诉我", "发给我"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "orders.you_now_on.zh",
        regex(
            ZH + r"(?P<said>(?:你|请|麻烦你?|请你)(?:以后|今后|往后|之后)(?P<x>[^\n，,]{0,12}?(?:都|一律|必须|"
            r"要|得|不要|别|尽量|只)[^\n，,]{2,30}))$"
        ),
        _told,
        _WHY,
        cues=("以后", "今后", "往后", "之后"),
        yields=True,
    ),
    Rule(
        "orders.in_this.zh",
        regex(
            ZH + r"(?P<said>(?:这篇|这份|这个|这次的?|本次)[^\n，,]{1,8}(?:里|中|上|内)(?:面)?[，,]?(?:请)?(?P<"
            r"x>(?:不要|别|不许|不准|不能|必须|只能|一律)[^\n，,]{2,30}))$"
        ),
        _plain,
        _WHY,
        cues=("这", "本次"),
        sentence=True,
        yields=True,
    ),
)
