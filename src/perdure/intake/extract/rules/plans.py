"""Goals and promises said in other ways: wishes with a date, what one sets out to learn, how far a course has come."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day, number
from perdure.intake.extract.rules.goals import goal
from perdure.intake.extract.rules.phrases import EN, ZH, I, say, tidy
from perdure.regex import regex

_AIM = (
    r"(?:i(?:'d like to| would like to| want to| wanna| aim to|'m aiming to| hope to|'m hoping to| intend to| plan to"
    r"|'m planning to| plan on|'m planning on|'m determined to|'m going to)|my plan is to)"
)
_LONG = (
    r"(?:become|learn(?! (?:more|about|how (?:this|that|it)|from))|run (?:an?|the|my) |write (?:an"
    r"?|my) |read (?:\w+ )?(?:\w+ )?books|save |lose \w+ (?:kg|kilos|pounds|lbs)"
    r"|quit (?:smoking|drinking|sugar|my job)|start (?:an?|my) |open (?:an?|my) |build (?:an?|my) "
    r"(?:business|house|company|app|career|startup)|buy (?:an?|my) (?:house|flat|home|car|boat)"
    r"|pay off|publish|launch|get (?:fit|certified|into|my|a degree)|master|climb|pass (?:the|my)|"
    r"finish (?:my|the)|retire|hike"
    r"|cycle (?:to|across|around|from)|travel the|move to|give up|go (?:vegan|vegetarian|back to)|"
    r"speak|train for|complete)"
)
_UNTIL = (
    r"(?:by|before|within|in) (?:the (?:end of|next)|next|this|\d+|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|christmas|easter|spring|summer|autumn|fall|winter|new year|a year|two|three|five|six|20\d\d|i'?m)[^\n]{0,30}"
)
_SOON = regex(
    r"\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|weekend)|in a (?:minute|second"
    r"|bit|moment)|right now"
    r"|now|\d{1,2} ?(?:am|pm)|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|今天|今晚|明天|后天|待会|一会|等下|马上|现在|这就|周[一二三四五六日天末]|星期|礼拜|昨天|刚才|几点",
    I,
)
_ASKS = regex(
    r"(?:know|ask|hear|see|talk|discuss|share|understand|find|make sure|finish it|do it|explore (?"
    r":it|them)|stay|visit|attend|be)\b",
    I,
)
_LONG_ZH = (
    r"(?:学|考|戒|减|瘦|攒|存|开|创|写(?!作业|邮件|报告)|读完|练|转行|还清|买房|买车|考研|当上?|成"
    r"为|跑完?|拿到|出国|留学|移民|退休"
    r"|环游|去[^\n，,]{2,8}(?:留学|定居|生活|支教)|把[^\n，,]{1,10}(?:还清|学会|读完|写完|戒掉|考下来|练好|减下来))"
)
_UNTIL_ZH = (
    r"(?:[一二三四五六七八九十两半\d]+(?:个月|年|周)(?:之?内|以内|里)|[一二三四五六七八九十\d]+月("
    r"?:份|底)?之?前|年底之?前?|明年|后年|今年|将来|毕业前|[一二三四五六七八九十\d]+岁之?前)"
)


def _aim(m: Matched, r: Reading) -> Draft | None:
    said = tidy(m["x"])
    if _SOON.search(r.clause.text) or _ASKS.match(said) or len(said) < 3 or len(said) > 90:
        return None
    due = find_day(said, r.today)
    return goal(r, said, due=due.day.isoformat() if due else None)


def _vow(m: Matched, r: Reading) -> Draft | None:
    said = tidy(m["x"])
    if len(said) < 3 or len(said) > 80:
        return None
    made = goal(r, said)
    to = tidy(m["to"])
    text = say(r, "promised {to}: {x}", "答应{to}：{x}", to=to, x=said)
    content = say(r, "{who} promised {to} to {x}.", "{who}答应{to}：{x}。", to=to, x=said)
    return Draft("goals", {**made.value, "description": text}, content, importance=0.8)


def _vow_zh(m: Matched, r: Reading) -> Draft:
    said = tidy(m.text.partition("我")[2])
    return Draft("goals", goal(r, said).value, say(r, "{who} vowed: {x}.", "{who}承诺：{x}。", x=said), importance=0.8)


_TENTHS = {c: n / 10 for n, c in enumerate("零一二三四五六七八九")} | {"两": 0.2}


def _so_far(m: Matched, r: Reading) -> Draft | None:
    """How far something has come that nobody had called a goal before."""
    name = re.sub(r"^(?:the|my) ", "", tidy(m["x"]), flags=I)
    if m["n"] and m["of"]:
        try:
            share = min(1.0, number(m["n"]) / max(1, number(m["of"])))
        except (ValueError, KeyError):
            return None
    elif m["p"]:
        share = min(100, int(m["p"])) / 100
    elif m["tenth"]:
        share = _TENTHS.get(m["tenth"][0], 0.0)
    else:
        share = 0.5
    held = next((i for i in r.known.items if i.type == "goals"), None)
    if not name or len(name) > 50 or not share or held is not None:
        return None  # what is known is followed by the rules of goals.py
    return goal(r, name, progress=round(share, 2), status="done" if share >= 1 else "active")


_WHY = "heard.goal"
_VOW = "heard.promise"
_HOW = "heard.goal_progress"
_COURSE = (
    r"(?:course|novel|book|thesis|training|lessons?|program(?:me)?|degree|savings?|challenge|disse"
    r"rtation|certification|class|apprenticeship|manuscript|album)"
)
_COURSE_ZH = (
    r"(?:攒|存|目标|计划|训练|课程|论文|书稿|小说|学习|备考|减肥|减重|首付|网课|考证|打卡|挑战|毕"
    r"业设计|贷款)"
)

RULES = (
    Rule(
        "plans.aim.en",
        regex(
            EN + rf"{_AIM} (?P<x>{_LONG}\b[^\n]{{0,80}}|[a-z][^\n]{{3,60}} {_UNTIL})$|{EN}{_AIM} (?P<x2>(?:learn"
            rf"ing|becoming|running|writing|saving|quitting|starting|opening|building|training) [^\n]{{3,60"
            rf"}})$",
            I,
        ),
        _aim,
        _WHY,
        cues=("want", "like to", "aim", "hop", "intend", "plan", "determined", "going to", "wanna"),
        yields=True,
    ),
    Rule(
        "plans.vow.en",
        regex(
            EN + r"i(?:'ve| have)? promised (?P<to>my [a-z]+|[A-Z][a-z]+|myself|him|her|them|everyone)(?: that)"
            r"?,? (?:i(?:'d| would|'ll| will)|to) (?P<x>[^\n]{3,80})$",
            I,
        ),
        _vow,
        _VOW,
        cues=("promised",),
        yields=True,
        guarded=False,
    ),
    Rule(
        "plans.so_far.en",
        regex(
            EN + rf"i(?:'m|'ve| am| have)(?: now| about| already| roughly| almost){{0,2}} (?:half ?way (?:throug"
            rf"h|into)|(?P<p>\d{{1,2}}) ?(?:%|percent) (?:through|of the way through|done with)) (?P<x>(?:w"
            rf"riting |reading |learning |saving |studying )?(?:my|the|an?) (?:[a-z]+ ){{0,3}}{_COURSE}[^\n"
            rf"]{{0,20}})$"
            rf"|{EN}i(?:'ve| have)(?: now| already)? (?:done|finished|completed|read|passed|watched|paid) ("
            rf"?P<n>\d{{1,4}}|[a-z]+) (?:out )?of (?:the |my )?(?P<of>\d{{1,4}}|[a-z]+) (?P<x2>[^\n]{{3,50"
            rf"}})$",
            I,
        ),
        _so_far,
        _HOW,
        cues=("half", "%", "percent", " of "),
        yields=True,
    ),
    Rule(
        "plans.aim.zh",
        regex(
            ZH + rf"我(?:们)?(?:一直|最近|现在|也|很|真的|正)?(?:准备|打算|计划|想要?|希望|决心|立志|下决心|争取"
            rf")(?:要|能|在|开始|于)?(?P<x>{_UNTIL_ZH}[^\n，,]{{2,30}}|{_LONG_ZH}[^\n，,了吗]{{1,24}})$"
        ),
        _aim,
        _WHY,
        cues=("准备", "打算", "计划", "想", "希望", "决心", "立志", "争取"),
        yields=True,
    ),
    Rule(
        "plans.vow.zh",
        regex(
            ZH + r"我(?:已经|之前)?(?:(?:跟|和|对)(?P<to>[^\n，,]{1,6}?)(?:说好|约好|约定|保证)(?:了|过)?|答应("
            r"?:了|过)?(?P<to2>[\u4e00-\u9fff]{1,4}?)(?:要|会|，|,))[，,]?(?:我)?(?:要|会|一定)?(?P<x>[^\n"
            r"，,]{3,30})$"
        ),
        _vow,
        _VOW,
        cues=("说好", "约好", "约定", "保证", "答应"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "plans.so_far.zh",
        regex(
            ZH + rf"(?:我的?)?(?P<x>[^\n，,我]{{0,10}}?{_COURSE_ZH}[^\n，,我已]{{0,8}}?)(?:的进度|的钱|的任务)?("
            rf"?:我)?(?:目前|现在|已经|才|刚|大概|差不多){{0,2}}(?:攒|存|完成|学|写|读|做|还|减|走)(?:到|了"
            rf"|完|完了|好了)?(?:(?P<tenth>[一二三四五六七八九两]成)|(?P<p>\d{{1,3}}) ?[%％]|(?P<half>一半|"
            rf"过半))(?:多|左右)?(?:了|啦)?$"
        ),
        _so_far,
        _HOW,
        cues=("成", "%", "％", "半"),
        yields=True,
    ),
    Rule(
        "plans.before.en",
        regex(
            EN + r"i(?:'d| would) (?:love|like) to (?P<x>[^\n]{4,60} (?:before i(?:'m| am| turn| die| retire)|o"
            r"ne day|some ?day|by the time)[^\n]{0,30})$|^(?:by|before) (?:christmas|easter|summer|winter|"
            r"spring|autumn|the end of (?:the )?(?:year|month|decade|summer)|next (?:year|summer|spring)|2"
            r"0\d\d|i'?m \d\d),? i (?:hope|want|plan|aim|intend|need) to (?P<x2>[^\n]{4,70})$|"
            + EN
            + r"i(?:'ve| have) set (?:myself )?(?:the|a) (?:target|goal|aim|challenge) (?:of|to) (?P<x3>[^\n"
            r"]{4,60})$",
            I,
        ),
        _aim,
        _WHY,
        cues=("before", "one day", "some day", "someday", "by ", "set "),
        sentence=True,
        yields=True,
        guarded=False,
    ),
    Rule(
        "plans.word.en",
        regex(
            EN + r"i(?:'ve| have)? (?:gave|given) (?P<to>my [a-z]+|[A-Z][a-z]+|him|her|them)?(?: ?my word)?,? ?"
            r"(?:my word )?that i(?:'d| would|'ll| will) (?P<x>[^\n]{3,70})$",
            I,
        ),
        _vow,
        _VOW,
        cues=("my word",),
        yields=True,
        guarded=False,
    ),
    Rule(
        "plans.vow_not.zh",
        regex(
            ZH + r"我(?P<to>)(?:发誓|保证|决心|下定决心)(?:以后)?(?:再也不|不再|一定要?|绝不)(?P<x>[^\n，,]{1,2"
            r"0}?)(?:了)?$"
        ),
        _vow_zh,
        _VOW,
        cues=("发誓", "保证", "决心"),
        yields=True,
    ),
    Rule(
        "plans.saving.zh",
        regex(
            ZH + r"我(?:们)?(?:最近|现在|正|一直)?在?(?:攒钱|存钱|攒)(?:想|要|准备|打算)?(?P<x>(?:换|买|去|给|"
            r"装|做|租|报)[^\n，,]{1,12})$"
        ),
        _aim,
        _WHY,
        cues=("攒", "存钱"),
        yields=True,
    ),
)
