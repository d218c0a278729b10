"""Dated happenings of any kind: the day says that it is one, so the words need not be on a list."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.dated import dated
from perdure.intake.extract.rules.days import DAY_EN, NUMBER
from perdure.intake.extract.rules.phrases import EN, ZH, I, bare, tidy
from perdure.regex import regex

_DUE = regex(r"\b(?:due|deadline|report|invoice|bill|homework|essay|task|rent)\b|截止|作业|房租", I)
_NO_TITLE = regex(
    r"^(?:it|this|that|there|he|she|they|what|today|tomorrow|focus|problem|point|question|best|onl"
    r"y|thing|rest|weather"
    r"|moon|sun|birthday|plan|idea|light|heating|oven|sale|emphasis|ball|blame|pressure)\b|^(?:这|"
    r"那|他|她|它|你|今天|天气)",
    I,
)


def _will(m: Matched, r: Reading) -> Draft | None:
    return _event(m, r, past=False)


def _was(m: Matched, r: Reading) -> Draft | None:
    return _event(m, r, past=True)


def _event(m: Matched, r: Reading, *, past: bool) -> Draft | None:
    title = bare(re.sub(r"^(?:要|会|得|将|还要) ?", "", tidy(m["x"])))
    if _DUE.search(m.text) or _NO_TITLE.match(title):
        return None
    if len(title) < 2 or len(title) > (30 if r.is_zh else 70):
        return None
    return dated(r, title, m["when"], past=past)


_WHY = "heard.event"
_HOUR_ZH = rf"(?:上午|下午|晚上|早上|中午|凌晨|傍晚|{NUMBER}点半?|{NUMBER}:\d\d|，|,){{0,3}}"
_FAR_ZH = (
    rf"(?:大?后天|(?:下下?个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天]|(?:\d{{4}}年|明年|今年)?"
    rf"{NUMBER}月{NUMBER}[日号]|\d{{4}}-\d\d?-\d\d?|下个?月{NUMBER}[日号]|{NUMBER}天后|{NUMBER}号)"
)
_PAST_ZH = (
    rf"(?:昨天|昨晚|前天|上个?(?:周|星期|礼拜)[一二三四五六日天]|(?:\d{{4}}年|去年|今年)?{NUMBER}月{NUMBER}[日号])"
)
_US_ZH = r"(?:我们?家?|咱们?家?|我爸妈?|我妈妈?|我爷爷|我奶奶|我和[^\n，,]{1,5}|全家)"
_LIFE_ZH = (
    r"(?:去医院[^\n，,]{0,10}|拔了?[^\n，,]{1,6}|做了[^\n，,]{0,8}(?:手术|检查|体检|胃镜|核磁)|搬"
    r"进了?[^\n，,]{2,10}|入住[^\n，,]{0,8}|收到[^\n，,]{1,12}(?:offer|录取|通知书?|结果)"
    r"|签了[^\n，,]{1,10}|办了[^\n，,]{1,10}|领了[^\n，,]{1,8}|参加了[^\n，,]{2,12}|面试了?[^\n，,"
    r"]{0,10}|摔[^\n，,]{1,8}|撞[^\n，,]{1,8}|交房|提车|退租|报了?[^\n，,]{1,10}(?:班|考试)|确诊[^"
    r"\n，,]{1,8})"
)

RULES = (
    Rule(
        "happenings.is_on.en",
        regex(
            EN + rf"(?:my|the|our) (?P<x>(?:[\w'&-]+ ){{0,4}}[a-z][\w'-]+) (?:is|are|starts?|begins?|opens?|take"
            rf"s place|will be|falls)(?: held| scheduled| set)?(?: for| on)? (?P<when>{DAY_EN})(?:[ ,].{{0,"
            rf"30}})?$",
            I,
        ),
        _will,
        _WHY,
        cues=("is ", "are ", "start", "begin", "open", "takes", "will be", "falls"),
        yields=True,
    ),
    Rule(
        "happenings.we_are.en",
        regex(
            EN + rf"(?:i'?m|we'?re|i am|we are) (?P<x>(?:seeing|meeting|visiting|hosting|having|taking|driving t"
            rf"o|flying|sailing|going to (?:see|visit|meet|[A-Z])|getting|picking up|moving in(?:to)?|throw"
            rf"ing|hiking|running|camping|attending|joining|starting)\b[^\n]{{2,50}}?),? (?P<when>{DAY_EN})"
            rf"(?: at [^\n]{{1,12}})?$",
            I,
        ),
        _will,
        _WHY,
        cues=("i'm", "we're", "i am", "we are", "im "),
        yields=True,
    ),
    Rule(
        "happenings.will.zh",
        regex(
            ZH + rf"{_US_ZH}?(?:会|要|将|就|打算|准备)?(?:在)?(?P<when>{_FAR_ZH})(?:的)?{_HOUR_ZH}{_US_ZH}?(?:要"
            rf"|会|打算|准备|得|还要|将|就){{0,2}}(?P<x>(?:(?:跟|和|与|陪|带|给|请)[^\n，,]{{1,8}}?)?(?:去|"
            rf"飞|回|爬|见|开|办|做|聚|出发|出差|搬|考|领|拍|参加|举行|举办|结婚|订婚|过(?!生日)|聚餐|面试|手术|复"
            rf"查|体检|吃饭|看)[^\n，,]{{0,14}}?)(?:了)?$"
        ),
        _will,
        _WHY,
        cues=("天", "周", "月", "号", "星期", "礼拜", "-"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "happenings.is.zh",
        regex(
            ZH + rf"(?P<when>{_FAR_ZH}|明天|今天)(?:就|正好)?是(?P<x>(?:我|我们|咱们|公司|学校|我家|我[\u4e00-"
            rf"\u9fff]{{1,2}})[^\n，,]{{0,6}}(?:生日|大寿|婚礼|忌日|纪念日|婚礼|满月|周年|校庆|年会|毕业典"
            rf"礼|开学|答辩))$"
        ),
        _will,
        _WHY,
        cues=("是",),
        yields=True,
    ),
    Rule(
        "happenings.was.zh",
        regex(ZH + rf"{_US_ZH}?(?P<when>{_PAST_ZH}){_HOUR_ZH}{_US_ZH}?(?:终于|刚|已经|正式)?(?P<x>{_LIFE_ZH})(?:了)?$"),
        _was,
        _WHY,
        cues=("天", "周", "月", "晚", "星期", "礼拜"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "happenings.at_on.en",
        regex(
            EN + rf"(?:my|the|our) (?P<x>(?:[\w'&-]+ ){{0,4}}[a-z][\w'-]+) (?:is|starts?|begins?) at [\d:]{{1,5"
            rf"}} ?(?:am|pm)?,? (?P<when>{DAY_EN})$|{EN}(?P<when2>{DAY_EN}),? (?:i'?m|we'?re|i am|we are) ("
            rf"?P<x2>[a-z]+ing [^\n]{{3,50}})$",
            I,
        ),
        _will,
        _WHY,
        cues=(" at ", "i'm", "we're", "i am", "we are"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "happenings.was.en",
        regex(
            EN + r"(?:i|we) (?P<x>(?:gave birth|got (?:the|my|our|an?) [a-z]+|had (?:an?|my|our|the) (?:[a-z']+"
            r" ){0,2}(?:appointment|surgery|interview|accident|baby|operation|scan|exam|check-?up)|lost "
            r"my (?:job|dad|mum|mom|father|mother|wife|husband|dog|cat)|broke (?:my|up)|bought (?:an?|our|"
            r"my|the)|sold (?:an?|our|my|the)|buried|christened|adopted|signed|won|proposed|started (?:an?"
            r"|my|the) (?:new )?[a-z]+|joined|opened (?:an?|my|our))\b[^\n]{0,50}?) (?P<when>(?:on |last"
            r" )(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|on (?:the )?\d{1,2}(?:st|nd|rd|th)?"
            r"(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$",
            I,
        ),
        _was,
        _WHY,
        cues=("day", "on ", "last "),
        yields=True,
    ),
    Rule(
        "happenings.milestone.zh",
        regex(
            ZH + rf"(?P<when>{_FAR_ZH})(?:是)?(?P<x>(?:我|我们|我家|我[\u4e00-\u9fff]{{1,3}}|公司|学校)?[^\n，,]"
            rf"{{0,6}}(?:满月|周岁|百日|出院|入学|开学|毕业|退休|结婚|订婚|搬家|考试|答辩|体检|复诊|生日|上"
            rf"线|发布|开业|出发|到货))$|{ZH}(?P<when2>{_FAR_ZH})(?P<x2>[^\n，,]{{2,10}}?)(?:那边|那里)?(?:"
            rf"已经)?(?:约好|定好|安排好|订好)了$"
        ),
        _will,
        _WHY,
        cues=("天", "周", "月", "号", "星期", "礼拜"),
        yields=True,
    ),
    Rule(
        "happenings.did_ba.zh",
        regex(
            ZH + rf"{_US_ZH}?(?P<when>{_PAST_ZH}){_HOUR_ZH}{_US_ZH}?(?P<x>把[^\n，,]{{1,10}}?(?:提回来|接回来|卖"
            rf"掉|卖|买下来|搬完|办完|装好|退掉|退|送走|交))了$"
        ),
        _was,
        _WHY,
        cues=("把",),
        yields=True,
    ),
)
