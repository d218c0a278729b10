"""What happens on a day and may be asked about later: appointments, meetings, releases, journeys."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_again, find_day
from perdure.intake.extract.known import meant
from perdure.intake.extract.rules.dated import about, dated, event
from perdure.intake.extract.rules.days import DAY_EN, DAY_ZH, EVERY_EN, EVERY_ZH, NUMBER
from perdure.intake.extract.rules.phrases import EN, ZH, I, say
from perdure.regex import regex

_KINDS = (
    r"appointment|interview|meeting|exam|flight|wedding|concert|party|birthday|anniversary"
    r"|deadline|trip|surgery|demo|presentation|call|test|game|match|conference|check-?up|ceremony"
    r"|graduation|launch|release|hearing|audition|marathon|race|recital|workshop|holiday|vacation"
    r"|dinner|reunion|funeral|move|train|final|midterm|review|retrospective|retro|standup|raid"
    r"|tournament|show|performance|date|session|class|viva|defen[cs]e|due date|baby shower"
    r"|operation|scan|play date|kickoff|offsite|hackathon|go-live"
)
_KINDS_ZH = (
    r"面试|会议|例会|周会|年会|晚会|班会|研讨会|考试|航班|飞机|火车|高铁|婚礼|演唱会|聚会|派对"
    r"|生日会|纪念日|手术|演示|汇报|答辩|比赛|体检|典礼|毕业典礼|发布会|马拉松|培训|讲座|约会"
    r"|复诊|家长会|预约|演出|聚餐|饭局|团建|活动|展览|彩排|公开课|期末考|期中考|直播|评审|约|课"
    r"|牙医|检查|副本|团本|开庭|签约|路演|站会|早会|组会|生日|周年(?:纪念日?|庆)?|忌日"
)
_ANY_KIND = rf"(?:{_KINDS_ZH}|(?<![A-Za-z])(?:{_KINDS})(?![A-Za-z]))"
_WHEN = rf"(?:{EVERY_EN}|{EVERY_ZH}|{DAY_EN}|{DAY_ZH})"
_DID = (
    r"launched|released|shipped|deployed|signed|opened|closed|published|started|founded|graduated"
    r"|passed|failed|won|lost|finished|completed|got (?:promoted|engaged|married|hired|fired"
    r"|accepted|laid off|the (?:job|offer))|gave birth|adopted|bought|sold|ran|crashed|migrated"
    r"|rolled back|had (?:an|our|a|my) (?:outage|incident|meeting|interview|surgery|accident)"
    r"|hit \d|landed|arrived|left|defended|announced|celebrated"
)
_DID_ZH = (
    r"上线|发布|发版|签约|签了|开业|关停|毕业|通过|考过|考上|拿到|获得|赢了|输了|完成|升职|入职"
    r"|生了|领养|买了|卖了|宕机|回滚|迁移|出院|住院|手术|搬家|开张|开源|融资|领证|订婚|结婚|出版"
    r"|开工|竣工|比赛|跑完|停机|出事故|丢了|开始实习"
)


def _dated(m: Matched, r: Reading) -> Draft | None:
    return about(m["x"], m["when"] or m.text, r, past=False)


def _did(m: Matched, r: Reading) -> Draft | None:
    when = m["when"]
    return about(m["x"], when, r, past=True) if when else None


def _moved(m: Matched, r: Reading) -> Iterator[Draft]:
    held = meant(m["x"], r.known, "events")
    again, found = find_again(m["when"], r.today), find_day(m["when"], r.today)
    day = again.day if again else found.day if found else None
    if held is not None and day is not None and found is not None and found.is_day_alone and again is None:
        day = _in_its_month(str(held.value.get("date")), day)
    if held is None or day is None or held.value.get("date") == day.isoformat():
        return
    title = str(held.value["title"])
    # One meeting of a weekly one is held on another day: the others stay where they are.
    if held.value.get("recurs") is None or again is not None:
        gone = say(r, "No longer on {day}: {title}.", "不再是{day}：{title}。", day=held.value["date"], title=title)
        yield Draft("events", held.value, gone, retract=True, key=held.key)
    moved = event(r, title, day.isoformat()) if again is None else dated(r, title, m["when"], past=False)
    if moved is not None:
        yield moved


def _in_its_month(held: str, said: date) -> date | None:
    """The day of an event that is moved to `the 5th`: of the month that it was in, not of this one."""
    try:
        return date.fromisoformat(held).replace(day=said.day)
    except ValueError:  # that month has no such day, or the event has no day
        return None


_THIS_ONE = regex(r"\b(?:today|tonight|tomorrow|this|next)\b|今|明天|这|本周|下周", I)


def _off(m: Matched, r: Reading) -> Iterator[Draft]:
    held = meant(m["x"], r.known, "events")
    if held is None or (held.value.get("recurs") and (_THIS_ONE.search(m.text) or find_day(m.text, r.today))):
        return
    title = held.value["title"]
    gone = say(r, "Cancelled: {title}.", "已取消：{title}。", title=title)
    yield Draft("events", held.value, gone, retract=True, key=held.key)


_WHY = "heard.event"
_CHANGED = "heard.event_changed"

RULES = (
    Rule(
        "events.moved.en",
        regex(
            EN + r"(?:my |the |our )?(?P<x>[^\n]{2,50}?)(?:'s| is| was| has been| got|'s been)? ?(?:been "
            r"|now )?(?:moved|pushed(?: back)?|rescheduled|postponed|shifted|changed"
            r"|brought forward)(?: (?:back|up))? (?:to|until|till) (?P<when>[^\n]{3,40})$",
            I,
        ),
        _moved,
        _CHANGED,
        cues=("moved", "pushed", "resched", "postponed", "shifted", "changed", "brought"),
    ),
    Rule(
        "events.moved.zh",
        regex(
            ZH + r"(?:我的?|那个|把){0,4}(?P<x>[^\n，,]{2,20}?)(?:的?时间|日期)?(?:被|已经|又)?(?:改到|改成|推迟到"
            r"|延到|延期到|提前到|挪到|改为|延后到|改期到)(?:了)?(?P<when>[^\n，,]{2,16}?)(?:了|吧){0,4}$"
        ),
        _moved,
        _CHANGED,
        cues=("改", "推迟", "延", "提前到", "挪到"),
    ),
    Rule(
        "events.off.en",
        regex(
            EN + r"(?:(?:my |the |our )?(?P<x>[^\n]{2,50}?)(?:'s| is| was| has been| got|'s been)(?: now"
            r"| been)? (?:cancell?ed|called off|not happening|off)|(?:i|we|they)(?:'ve"
            r"| have)?(?: just)? (?:cancell?ed|called off) (?:my |the "
            r"|our )?(?P<x2>[^\n]{2,50}?))(?: (?:now|today|unfortunately|sadly)){0,4}$",
            I,
        ),
        _off,
        _CHANGED,
        cues=("cancel", "called off", "not happening", " off"),
    ),
    Rule(
        "events.off.zh",
        regex(
            ZH + r"(?:我的?|那个|[一-龥]{0,2}天的){0,4}(?P<x>[^\n，,]{2,20}?)(?:被|已经|临时){0,4}(?:取消|不办|不开"
            r"|不去|泡汤|黄)了$|" + ZH + r"(?:我|我们)?(?:已经|刚)?取消了(?P<x2>[^\n，,]{2,20})$"
        ),
        _off,
        _CHANGED,
        cues=("取消", "不办", "不开", "不去", "泡汤", "黄了"),
    ),
    Rule(
        "events.have.en",
        regex(
            EN + rf"(?:{DAY_EN},? )?(?:i|we|there)(?:'s| is|'ve| have|'m| am|'re| are|'ll| will)?(?: also| got"
            rf"| have| be| having| going to| already| just){{0,4}} ?(?:attend |scheduled |booked "
            rf"|planned )?(?:have|got|having|attending|going to|taking|there'?s|presenting at|giving|doing"
            rf"|get)? ?(?P<x>(?:an? |my |the |our |another )?(?:[\w'&-]+ ){{0,4}}(?:{_KINDS})\b(?: (?:with"
            rf"|for|at|in|about|to) [^\n]{{2,40}}?)?)(?:,? (?:is "
            rf"|which is )?(?P<when>{_WHEN}))(?:\b.{{0,30}})?$|{EN}(?P<when2>{EVERY_EN}|{DAY_EN}),? (?:i|we)(?:'ve"
            rf"| have|'m| am|'re| are)?(?: got| have| having| also| going to| attending){{0,4}} (?P<x2>(?:an? |my "
            rf"|the |our |another )(?:[\w'&-]+ ){{0,4}}(?:{_KINDS})\b(?: (?:with|for|at|in"
            rf"|about) [^\n]{{2,40}}?)?)(?: at .{{1,12}})?$",
            I,
        ),
        _dated,
        _WHY,
        cues=(
            "day",
            "tom",
            "to",
            "in ",
            "20",
            "jan",
            "feb",
            "mar",
            "apr",
            "may",
            "ju",
            "aug",
            "sep",
            "oct",
            "nov",
            "dec",
            "th",
            "st",
        ),
        sentence=True,
        yields=True,
    ),
    Rule(
        "events.is_on.en",
        regex(
            EN + rf"(?:(?:my|the|our) |(?=(?:his|her|their|(?-i:[A-Z])[a-z]+['’]s) ))(?P<x>(?:[\w'’&-]+ ){{0,4}}"
            rf"(?:{_KINDS})\b(?: (?:with|for|at|in|about|to|of) [^\n]{{2,30}}?)?)(?:'s| is| are| was| were| starts"
            rf"| begins| takes place| will be)(?: now| set| scheduled| happening)?(?: for"
            rf"| on)? (?P<when>{_WHEN})(?:\b.{{0,30}})?$",
            I,
        ),
        _dated,
        _WHY,
        cues=("is ", "are ", "was ", "were ", "'s ", "start", "begin", "takes", "will be"),
        yields=True,
    ),
    Rule(
        "events.every.en",
        regex(
            EN + rf"(?P<x>(?:an? |my |the |our )?(?:[\w'’&-]+ ){{0,4}}(?:{_KINDS})\b(?: (?:with|for|in|about)"
            rf" [^\n]{{2,30}}?)?)(?: at [\d:]{{1,5}} ?(?:am|pm)?)?,? (?P<when>{EVERY_EN}|{EVERY_ZH})(?:\b.{{0,20}})?$",
            I,
        ),
        _dated,
        _WHY,
        cues=("every", "each", "days", "每"),
        yields=True,
    ),
    Rule(
        "events.did.en",
        regex(
            EN + rf"(?:i|we|my (?:team|company|son|daughter|wife|husband|sister|brother)|our team)(?:'ve"
            rf"| have)?(?: finally| just| officially"
            rf"| successfully){{0,4}} (?P<x>(?:{_DID})\b[^\n]{{0,60}}?),? (?P<when>yesterday|last night|today"
            rf"|this (?:morning|afternoon)|last (?:mon|tues|wednes|thurs|fri|satur|sun)day|on (?:mon|tues"
            rf"|wednes|thurs|fri|satur|sun)day|(?:on )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
            rf"|dec)[a-z]* \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|(?:on )?\d{{4}}-\d\d-\d\d|(?:two|three"
            rf"|four|five|\d) days ago)(?:\b.{{0,20}})?$|{EN}(?P<when2>yesterday|last night|today"
            rf"|this (?:morning|afternoon)|last (?:mon|tues|wednes|thurs|fri|satur|sun)day),? (?:i"
            rf"|we)(?: finally| just| officially){{0,4}} (?P<x2>(?:{_DID})\b[^\n]{{2,60}})$",
            I,
        ),
        _did,
        _WHY,
        cues=(
            "yesterday",
            "last",
            "today",
            "this ",
            "on ",
            "ago",
            "20",
            "jan",
            "feb",
            "mar",
            "apr",
            "may",
            "ju",
            "aug",
            "sep",
            "oct",
            "nov",
            "dec",
        ),
        sentence=True,
        yields=True,
    ),
    Rule(
        "events.have.zh",
        regex(
            rf"^(?:对了|其实|还有|另外|嗯|哦|请|帮我|记住|记一下|别忘了|提醒一下"
            rf"|[，, ]){{0,4}}(?:我们?)?(?:在)? ?(?P<when>{_WHEN}) ?(?:"
            rf"的)?(?:上午|下午|晚上|早上|中午|{NUMBER}点半?|{NUMBER}:\d\d|，|,){{0,4}}(?:我们?)?(?:要|还|会"
            rf"|得){{0,4}}(?:有"
            rf"|参加|去|要去|安排了?|约了|开|坐|赶|做|是|要)(?P<x>(?:一?[个场次节]"
            rf"|一下)?[^\n，,]{{0,16}}?{_ANY_KIND}[^\n，,]{{0,6}}?)(?:了|哦|呢)?$",
            I,
        ),
        _dated,
        _WHY,
        cues=("天", "周", "月", "号", "晚", "早", "星期", "礼拜", "-"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "events.is_on.zh",
        regex(
            ZH + rf"(?:我们的?|我的(?!生日|birthday)|公司的?|咱们)?(?P<x>[^\n，,]{{0,14}}?(?:{_ANY_KIND}"
            rf"|截止日期|上线|发布|婚期|预产期|开学|放假|搬家|出发))(?:的?(?:时间|日期))? ?(?:是|在|定在|安排在"
            rf"|定于|改在|定到|就在|就是){{1,4}} ?(?P<when>{_WHEN})(?:[^\n，,]{{0,10}})$",
            I,
        ),
        _dated,
        _WHY,
        cues=("在", "是", "定"),
        yields=True,
    ),
    Rule(
        "events.did.zh",
        regex(
            rf"^(?:对了|其实|还有|好消息|终于|[，,！! ]){{0,4}}(?:我们?(?:团队|公司|家)?)?(?P<when>今天|今早"
            rf"|昨天|昨晚|前天|上个?周[一二三四五六日天]|(?:\d{{4}}年|去年|今年)?{NUMBER}月{NUMBER}[日号]"
            rf"|{NUMBER}号)(?:上午|下午|晚上|早上|凌晨|中午)?(?:，|,)?(?:我们?(?:团队|公司"
            rf"|家)?)?(?P<x>(?:[^\n，,]{{0,12}}?)(?:{_DID_ZH})[^\n，,]{{0,16}}?)(?:了|啦)?$"
        ),
        _did,
        _WHY,
        cues=("天", "周", "月", "号", "昨", "今"),
        sentence=True,
        yields=True,
    ),
)
