"""Statements of one shape about a subject and a relation: `The CEO of X is A`, `X的首都是Y`, `X was founded by A`.

Whatever the object, the same subject and relation give the same key, so that the later word replaces the earlier.
"""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import ZH, I, tidy
from perdure.regex import regex
from perdure.values import Duration

# How a relation is said in English → its name. `the city of` and the like before the object are not part of it.
_RELATIONS = (
    ("married to", r"(?:is|was|got) married to"),
    ("born in", r"was born in"),
    ("died in", r"(?:has )?died in"),
    ("worked in city", r"worked in the city of"),
    ("field of work", r"works in the field of"),
    ("works at", r"works (?:at|for)|is employed (?:by|at)"),
    ("founded in", r"was (?:founded|established) in"),
    ("founded by", r"was (?:founded|established|started) by"),
    ("created in", r"was created in"),
    ("created by", r"was created by"),
    ("developed by", r"(?:was|is) developed by"),
    ("performed by", r"(?:was|is) performed by"),
    ("written in", r"(?:was|is) written in(?: the language of)?"),
    ("written by", r"was written by"),
    ("directed by", r"was directed by"),
    ("invented by", r"was invented by"),
    ("discovered by", r"was discovered by"),
    ("designed by", r"was designed by"),
    ("published by", r"(?:was|is) published by"),
    ("composed by", r"was composed by"),
    ("produced by", r"(?:was|is) produced by"),
    ("owned by", r"is owned by"),
    ("led by", r"is (?:led|headed|run|managed|maintained) by"),
    ("acquired by", r"was (?:acquired|bought) by"),
    ("headquartered in", r"is headquartered in"),
    ("located in", r"is (?:located|situated|based) in"),
    ("lives in", r"lives in"),
    ("plays position", r"plays the position of"),
    ("plays for", r"plays for"),
    ("sport", r"is associated with the sport of"),
    ("citizen of", r"is a citizen of"),
    ("religion", r"is affiliated with the religion of"),
    ("famous for", r"is (?:famous|known|best known) for"),
    ("speaks", r"speaks(?: the language of)?"),
    ("belongs to", r"belongs to"),
    ("part of", r"is (?:a )?part of"),
    ("member of", r"is a member of"),
    ("named after", r"(?:is|was) named after"),
    ("runs on", r"runs on"),
    ("hosted on", r"is (?:hosted|deployed) (?:on|at)"),
    ("depends on", r"depends on"),
)
_CLASS = r"(?:the (?:city|country|continent|state|town|village|language|company|province|region) of )?"
_VERB = "|".join(pattern for _, pattern in _RELATIONS)
_COMPILED = tuple((name, regex(pattern, I)) for name, pattern in _RELATIONS)
_PRONOUN = regex(
    r"^(?:i|you|he|she|it|we|they|this|that|these|those|there|here|who|what|which|my|your|his|her"
    r"|our|their|its|everyone|everybody|someone|nobody|nothing|everything|one|people|some|any|if"
    r"|when|and|but|so|because|not|no|yes|the (?:movie|book|song|food|show|way|thing|guy|one|man"
    r"|woman|girl|boy|rest|point|problem|reason|best|worst|only|end|whole|most|last|first|next"
    r"|other|same))\b",
    I,
)
_NO_RELATION = regex(
    r"^(?:rest|point|end|best|worst|most|part|parts|problem|idea|thing|beginning|middle|top"
    r"|bottom|majority|half|one|some|all|kind|sort|lot|rest|cost of living|sound|smell|taste|look"
    r"|thought|feeling|sense|state|matter|hell|fact|way|use|purpose|meaning|moral|goal|aim|first"
    r"|last|next|side|edge|weather|mood|vibe|reason|view)s?\b",
    I,
)
_OFTEN = regex(
    r"\b(?:good|bad|great|nice|terrible|awful|amazing|boring|so|very|really|pretty|too|not|never"
    r"|going|getting|sad|funny|beautiful|hard|easy|fine|over|done|broken|dead|crazy|weird|stupid"
    r"|cool|awesome|delicious|worth|unclear|unknown|still|just|like)\b",
)


_TOLD = regex(
    r"(?:please )?(?:draft|write|compose|create|make|give|tell|explain|describe|list|show|find|suggest|imagine"
    r"|role-?play|generate|invent|design|name|recommend)\b (?![A-Z])",
    I,
)


def _fact(r: Reading, subject: str, predicate: str, value: str, said: str) -> Draft | None:
    subject, predicate, value = tidy(subject), tidy(predicate), tidy(value)
    if _TOLD.match(subject) or re.search(r" (?:who|that|which)$", subject, I):
        return None  # `draft a letter from a tenant who lives in …` asks for something
    if not subject or not predicate or not value or len(subject) > 90 or len(value) > 90 or len(predicate) > 60:
        return None
    content = tidy(said)
    content += "。" if r.is_zh else "."
    return Draft(
        "facts",
        {"subject": subject, "predicate": predicate, "value": value},
        content,
        confidence=0.85,
        duration=Duration.PERMANENT,
    )


def _proper(text: str) -> bool:
    """Whether a phrase holds a name, a number or an address: something that can be told apart."""
    return any(c.isdigit() or c.isupper() for c in text) or not text.isascii()


def _is_vague(subject: str) -> bool:
    """`he`, `this`, `a friend`: nobody in particular. `Our Mutual Friend` is a title."""
    is_title = re.match(r"[A-Z][\w']* (?:\w+ )?[A-Z]", subject)
    return not is_title and bool(_PRONOUN.match(subject) or re.match(r"an? ", subject, I))


def _relation(m: Matched, r: Reading) -> Draft | None:
    subject, verb, value = m["s"], m["v"], m["x"]
    named = (
        _proper(subject)
        or "the " in verb.lower()
        or re.search(r" the (?:city|country|continent|state|town|language) of ", m.text)
        or re.match(r"[A-Z][\w.'-]+ [A-Z]", value)
        or (value[:1].isupper() and verb.lower().endswith(" by") and len(subject.split()) <= 2)
        or re.match(
            r"the [\w-]+ (?:service|server|repo|api|app|backend|frontend|database|project|team|module|job"
            r"|cluster|bot)\b",
            subject,
            I,
        )
    )
    if (
        _is_vague(subject)
        or not named
        or _OFTEN.match(value)
        or re.match(r"(?:me|you|us|him|her|it|them|my|your|this|that)\b", value, I)
    ):
        return None
    if (
        subject[0].isupper()
        and not _proper(subject[1:])
        and " " in subject
        and not _proper(value)
        and "the " not in verb.lower()
    ):
        return None  # a capital only because it stands first
    name = next(name for name, pattern in _COMPILED if pattern.fullmatch(verb))
    if (of := _OF.match(subject)) and name == "located in":
        return _fact(r, of["s"], f"{of['r']} located in", value, r.clause.text)
    return _fact(r, re.sub(r"^the (?=[a-z])", "", subject, flags=I), name, value, r.clause.text)


_OF = regex(r"^the (?P<r>[A-Za-z][\w' -]{1,40}?) (?:of|for) (?P<s>[^\n]{1,90})$", I)


def _of(m: Matched, r: Reading) -> Draft | None:
    relation, subject, value = m["r"], m["s"], m["x"]
    if (
        _NO_RELATION.match(relation)
        or _OFTEN.match(value)
        or _is_vague(subject)
        or re.match(r"(?:to|that|because|how|when|what|in|at|on|a |an |the same|my|your)\b", value, I)
    ):
        return None
    if not _proper(subject) and not (_proper(value) and len(subject.split()) <= 4):
        return None
    return _fact(r, re.sub(r"^the (?=[a-z])", "", subject), relation.lower(), value, r.clause.text)


def _where(m: Matched, r: Reading) -> Draft | None:
    return (
        _fact(r, m["s"], f"{m['r'].lower()} where {m['v'].lower()}", m["x"], r.clause.text) if _proper(m["s"]) else None
    )


def _possessive(m: Matched, r: Reading) -> Draft | None:
    subject, relation, value = m["s"], m["r"], m["x"]
    if _PRONOUN.match(subject) or _NO_RELATION.match(relation) or _OFTEN.match(value) or not _proper(value):
        return None
    if re.match(r"(?:in|at|on|going|a|an|the|my|your|his|her|coming|out|back)\b", value, I) and not value.startswith(
        "The "
    ):
        return None
    return _fact(r, subject, relation.lower(), value, r.clause.text)


def _inverse(m: Matched, r: Reading) -> Draft | None:
    value, relation, subject = m["x"], m["r"], m["s"]
    if _PRONOUN.match(value) or _NO_RELATION.match(relation) or not _proper(subject) or not _proper(value):
        return None
    return _fact(r, subject, relation.lower(), value, r.clause.text)


_R_ZH = (
    r"首都|省会|首席执行官|CEO|CTO|CFO|创始人|创办人|总统|总理|主席|国王|市长|省长|州长|作者|导演"
    r"|编剧|主演|主唱|歌手|演唱者|官方语言|语言|母语|总部|总部所在地|所在地|生日|配偶|妻子|丈夫"
    r"|老婆|老公|国籍|母校|职业|名字|全名|地址|端口号?|默认端口|密码|版本号?|负责人|组长|队长"
    r"|教练|主教练|货币|面积|人口|校长|老板|女儿|儿子|父亲|母亲|爸爸|妈妈|出生地|故乡|发明者"
    r"|发明人|开发商|开发者|出版社|发行商|所有者|股东|母公司|子公司|域名|网址|仓库地址|分支"
    r"|主分支|数据库|房间号|门牌号|车牌号|航班号|价格|售价|截止日期|上线日期|成立时间|成立日期"
    r"|身高|年龄|血型|星座|专业|学校|公司|班主任|经理|产品经理|英文名|外号|昵称|代号|位置|行业"
    r"|官网|主题曲|制片人|设计师|建筑师|继承人|会长|部长|院长|局长|联系人|对接人|管理员|维护者"
)
_NOT_ZH = regex(
    r"^(?:我|你|您|他|她|它|这|那|其|谁|什么|问题|事情|自己|大家|别人|有的|最好|本来|真|今天|昨天"
    r"|现在|一个|有些|所谓|目前|昨晚)"
)


def _of_zh(m: Matched, r: Reading) -> Draft | None:
    subject, relation, value = m["s"], m["r"], tidy(m["x"])
    if _NOT_ZH.match(subject) or re.match(
        r"(?:什么|谁|哪|多少|不|很|真|太|怎么|几|我|你|他|她|这|那|没|非常|挺|个|一个)", value
    ):
        return None
    return _fact(r, subject, relation, value, r.clause.text)


_WHY = "heard.statement"
_S = r"(?P<s>[^\n]{1,90}?)"

RULES = (
    Rule(
        "statements.type_of.en",
        regex(
            rf"^the (?P<r>[a-z]+ of [a-z]+|[a-z]+) (?:that|where|which) {_S} (?P<v>plays|speaks|uses"
            rf"|produced|made|built|owns|published|broadcast|was educated|studied|works|lives|was born"
            rf"|was made|is made|is hosted|runs) is (?P<x>[^\n]{{1,90}})$"
            rf"|^the (?P<r2>[a-z]+) that (?P<v2>produced|made|built|owns|published|founded"
            rf"|developed) (?P<s2>[^\n]{{1,90}}?) is (?P<x2>[^\n]{{1,90}})$",
            I,
        ),
        _where,
        _WHY,
        cues=(" is ",),
        sentence=True,
    ),
    Rule(
        "statements.name_of.en",
        regex(
            rf"^the name of the (?:current )?(?P<r>[a-z][\w ]{{1,40}}?) (?:of|in|at"
            rf"|for) {_S}(?: government)? is (?P<x>[^\n]{{1,90}})$",
            I,
        ),
        _of,
        _WHY,
        cues=("name of",),
        sentence=True,
    ),
    Rule(
        "statements.relation.en",
        regex(
            rf"^(?:(?:fyi|btw|note|also|update|actually|remember|remember that"
            rf"|no)[,:]? )?{_S}(?:,)? (?:now |currently |actually "
            rf"|also )?(?P<v>{_VERB}) {_CLASS}(?P<x>[^\n]{{1,90}})$",
            I,
        ),
        _relation,
        _WHY,
        cues=(" is ", " was ", " in ", " by ", " for ", " to ", "speaks", " on ", " at ", "plays", "died"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.inverse.en",
        regex(
            r"^(?:(?:fyi|btw|note|also|update|actually|remember"
            r"|remember that),? )?(?P<x>[A-Z][\w.'&-]*(?: [\w.'&-]+){0,5}?) (?:is|became|is now"
            r"|has become|was named|was appointed) the (?:new "
            r"|current )?(?P<r>[A-Za-z][a-zA-Z -]{2,40}?) (?:of|at|for) (?:the )?(?P<s>[A-Z][^\n]{1,60})$"
        ),
        _inverse,
        _WHY,
        cues=(" the ",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.of.en",
        regex(
            r"^(?:(?:fyi|btw|note|also|update|actually|remember|remember that|so|no)[,:]? )?the (?:new "
            r"|current )?(?P<r>[A-Za-z][\w -]{1,40}?) (?:of|for) (?P<s>[^\n]{1,90}?) is(?: now"
            r"| currently)? (?P<x>[^\n]{1,90})$",
            I,
        ),
        _of,
        _WHY,
        cues=("the ",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.possessive.en",
        regex(
            r"^(?:(?:fyi|btw|note|also|update|actually|remember"
            r"|remember that)[,:]? )?(?P<s>[^\n]{1,60}?)(?:'s|’s|s') (?:new "
            r"|current )?(?P<r>[a-z]+(?: [a-z]+){0,2}) is(?: now)? (?P<x>[^\n]{1,90})$",
            I,
        ),
        _possessive,
        _WHY,
        cues=("'", "’"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.of.zh",
        regex(
            ZH + rf"(?P<s>[^\n，,。的]{{1,20}}|[^\n，,。]{{1,16}}?)的(?:新任?|现任|当前)?(?P<r>{_R_ZH})(?:现在"
            rf"|目前|已经)?(?:是|为|叫|改成了?|换成了?|变成了?)(?P<x>[^\n，,]{{1,30}})$",
            I,
        ),
        _of_zh,
        _WHY,
        cues=("的",),
        yields=True,
    ),
)
