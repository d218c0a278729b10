"""What happens on a day and may be asked about later: appointments, meetings, releases, journeys."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from perdure.intake.extract.calendar_words import WEEKDAY
from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_again, find_day
from perdure.intake.extract.known import meant
from perdure.intake.extract.rules.dated import about, dated, event
from perdure.intake.extract.rules.days import DAY_EN, DAY_ZH, EVERY_EN, EVERY_ZH, NUMBER
from perdure.intake.extract.rules.phrases import EN, ZH, I, say, tidy
from perdure.intake.words import regex
from perdure.types.base import LONG_TERM
from perdure.values import JSON, Duration

_ANY_KIND = r"(?:<events.kinds_zh>|(?<![A-Za-z])<events.kinds>(?![A-Za-z]))"
_WHEN = rf"(?:{EVERY_EN}|{EVERY_ZH}|{DAY_EN}|{DAY_ZH})"


def _dated(m: Matched, r: Reading) -> Draft | None:
    return about(m["x"], m["when"] or m.text, r, past=False)


def _did(m: Matched, r: Reading) -> Draft | None:
    when = m["when"]
    told = about(m["x"], when, r, past=True) if when else None
    if told is None or told.type != "events" or not _OF_LIFE.search(m["x"]):
        return told
    if date.fromisoformat(str(told.value["date"])) + LONG_TERM > r.today:
        return told
    said = tidy(r.clause.text)
    value: dict[str, JSON] = {"subject": r.subject, "predicate": said, "value": said, "day": told.value["date"]}
    return Draft("facts", value, said, importance=0.6, duration=Duration.PERMANENT)


_OF_LIFE = regex(r"\b<events.of_life>\b|<events.of_life_zh>", I)
"""What stays a part of somebody's life. Told when it is no news any more it is a fact with its day: an event lapses."""


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
_SORT = r"(?:[\w'&-]+ ){0,4}<events.kinds>\b"
_HAVE = (
    rf"(?:{DAY_EN},? )?(?:i|we|there)(?:'s| is|'ve| have|'m| am|'re| are|'ll| will)?"
    r"(?: <events.also>){0,4} ?(?:attend |scheduled |booked |planned )?<events.having>? ?"
    rf"(?P<x>(?:<events.whose> )?{_SORT}(?: (?:with|for|at|in|about|to) [^\n]{{2,40}}?)?)"
    rf"(?:,? (?:is |which is )?(?P<when>{_WHEN}))(?:\b.{{0,30}})?$"
)
_THEN_HAVE = (
    rf"(?P<when2>{EVERY_EN}|{DAY_EN}),? (?:i|we)(?:'ve| have|'m| am|'re| are)?"
    r"(?: got| have| having| also| going to| attending){0,4} "
    rf"(?P<x2><events.whose> {_SORT}(?: (?:with|for|at|in|about) [^\n]{{2,40}}?)?)(?: at .{{1,12}})?$"
)
_WE = (
    r"(?:i|we|my (?:team|company|son|daughter|wife|husband|sister|brother)|our team)(?:'ve| have)?"
    r"(?: finally| just| officially| successfully){0,4}"
)
_IS_ON = (
    r"(?:'s| is| are| was| were| starts| begins| takes place| will be)(?: now| set| scheduled| happening)?"
    r"(?: for| on)?"
)
_LATELY = rf"yesterday|last night|today|this (?:morning|afternoon)|last {WEEKDAY}"
_ON_DAY = (
    rf"on {WEEKDAY}|(?:on )?<days.months>[a-z]* \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?"
    r"|(?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? <days.months>[a-z]*(?:,? \d{4})?"
    r"|(?:on )?\d{4}-\d\d-\d\d|(?:two|three|four|five|\d) days ago"
)

RULES = (
    Rule(
        "events.moved.en",
        regex(
            EN + r"(?:my |the |our )?(?P<x>[^\n]{2,50}?)(?:'s| is| was| has been| got|'s been)? ?(?:been |now )?"
            r"(?:moved|pushed(?: back)?|rescheduled|postponed|shifted|changed|brought forward)(?: (?:back|up))? "
            r"(?:to|until|till) (?P<when>[^\n]{3,40})$",
            I,
        ),
        _moved,
        _CHANGED,
        cues=("moved", "pushed", "resched", "postponed", "shifted", "changed", "brought"),
    ),
    Rule(
        "events.moved.zh",
        regex(
            ZH + r"(?:我的?|那个|把){0,4}(?P<x>[^\n，,]{2,20}?)(?:的?时间|日期)?(?:被|已经|又)?<events.moved_zh>(?:了)?"
            r"(?P<when>[^\n，,]{2,16}?)(?:了|吧){0,4}$"
        ),
        _moved,
        _CHANGED,
        cues=("改", "推迟", "延", "提前到", "挪到"),
    ),
    Rule(
        "events.off.en",
        regex(
            EN + r"(?:(?:my |the |our )?(?P<x>[^\n]{2,50}?)(?:'s| is| was| has been| got|'s been)(?: now| been)? "
            r"(?:cancell?ed|called off|not happening|off)"
            r"|(?:i|we|they)(?:'ve| have)?(?: just)? (?:cancell?ed|called off) (?:my |the |our )?"
            r"(?P<x2>[^\n]{2,50}?))(?: (?:now|today|unfortunately|sadly)){0,4}$",
            I,
        ),
        _off,
        _CHANGED,
        cues=("cancel", "called off", "not happening", " off"),
    ),
    Rule(
        "events.off.zh",
        regex(
            ZH + r"(?:我的?|那个|[一-龥]{0,2}天的){0,4}(?P<x>[^\n，,]{2,20}?)(?:被|已经|临时){0,4}"
            r"(?:取消|不办|不开|不去|泡汤|黄)了$|" + ZH + r"(?:我|我们)?(?:已经|刚)?取消了(?P<x2>[^\n，,]{2,20})$"
        ),
        _off,
        _CHANGED,
        cues=("取消", "不办", "不开", "不去", "泡汤", "黄了"),
    ),
    Rule(
        "events.have.en",
        regex(rf"{EN}{_HAVE}|{EN}{_THEN_HAVE}", I),
        _dated,
        _WHY,
        cues=("day", "to", "in ", "20", "th", "st", "<days.months>"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "events.is_on.en",
        regex(
            EN + r"(?:(?:my|the|our) |(?=(?:his|her|their|(?-i:[A-Z])[a-z]+['’]s) ))"
            r"(?P<x>(?:[\w'’&-]+ ){0,4}<events.kinds>\b"
            rf"(?: (?:with|for|at|in|about|to|of) [^\n]{{2,30}}?)?){_IS_ON} (?P<when>{_WHEN})(?:\b.{{0,30}})?$",
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
            EN + r"(?P<x>(?:an? |my |the |our )?(?:[\w'’&-]+ ){0,4}<events.kinds>\b"
            r"(?: (?:with|for|in|about) [^\n]{2,30}?)?)(?: at [\d:]{1,5} ?(?:am|pm)?)?,? "
            rf"(?P<when>{EVERY_EN}|{EVERY_ZH})(?:\b.{{0,20}})?$",
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
            rf"{EN}{_WE} (?P<x><events.did>\b[^\n]{{0,60}}?),? (?P<when>{_LATELY}|{_ON_DAY})(?:\b.{{0,20}})?$"
            rf"|{EN}(?P<when2>{_LATELY}),? (?:i|we)(?: finally| just| officially){{0,4}} "
            r"(?P<x2><events.did>\b[^\n]{2,60})$",
            I,
        ),
        _did,
        _WHY,
        cues=("yesterday", "last", "today", "this ", "on ", "ago", "20", "<days.months>"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "events.have.zh",
        regex(
            rf"^(?:<events.leads_zh>|[，, ]){{0,4}}(?:我们?)?(?:在)? ?(?P<when>{_WHEN}) ?(?:的)?"
            rf"(?:上午|下午|晚上|早上|中午|{NUMBER}点半?|{NUMBER}:\d\d|，|,){{0,4}}(?:我们?)?"
            r"(?:要|还|会|得){0,4}<events.having_zh>"
            rf"(?P<x>(?:一?[个场次节]|一下)?[^\n，,]{{0,16}}?{_ANY_KIND}[^\n，,]{{0,6}}?)(?:了|哦|呢)?$",
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
            ZH + r"(?:我们的?|我的(?!生日|birthday)|公司的?|咱们)?"
            rf"(?P<x>[^\n，,]{{0,14}}?(?:{_ANY_KIND}|截止日期|上线|发布|婚期|预产期|开学|放假|搬家|出发))"
            rf"(?:的?(?:时间|日期))? ?(?:是|在|定在|安排在|定于|改在|定到|就在|就是){{1,4}} ?(?P<when>{_WHEN})"
            r"(?:[^\n，,]{0,10})$",
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
            r"^(?:对了|其实|还有|好消息|终于|[，,！! ]){0,4}(?:我们?(?:团队|公司|家)?)?"
            r"(?P<when>今天|今早|昨天|昨晚|前天|上个?周[一二三四五六日天]"
            rf"|(?:\d{{4}}年|去年|今年)?{NUMBER}月{NUMBER}[日号]|{NUMBER}号)(?:上午|下午|晚上|早上|凌晨|中午)?"
            r"(?:，|,)?(?:我们?(?:团队|公司|家)?)?(?P<x>(?:[^\n，,]{0,12}?)<events.did_zh>[^\n，,]{0,16}?)"
            r"(?:了|啦)?$"
        ),
        _did,
        _WHY,
        cues=("天", "周", "月", "号", "昨", "今"),
        sentence=True,
        yields=True,
    ),
)
