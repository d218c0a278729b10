"""Chinese names of days, weeks, months and years.

Rules where Chinese is unclear: 上周三 is the Wednesday of the previous ISO week, 周三 alone the latest one up to today;
五月 alone is the latest May that has begun, 去年五月 is May of last year; 两周前 is the ISO week that holds that day;
月初, 月底 and 上旬, 中旬, 下旬 are thirds of a month; 年初, 年中, 年底 are two months; 国庆 is its first week and
五一 its first five days. Holidays of the lunar calendar (春节, 中秋) are not dates here.
"""

from __future__ import annotations

from datetime import date
from re import Match

from perdure.recall.question import spans
from perdure.recall.question.spans import DAY, Days, Mention, Reading, Rule, SpanKind
from perdure.regex import regex

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "上一年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_SHIFTS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2}
_DAYS = {
    "大前天": -3,
    "前天": -2,
    "前晚": -2,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "今天": 0,
    "今日": 0,
    "今早": 0,
    "今晨": 0,
    "今晚": 0,
    "今夜": 0,
    "明天": 1,
    "明早": 1,
    "明晚": 1,
    "大后天": 3,
    "后天": 2,
}
_HOLIDAYS = {
    "元旦": (1, 1, 1),
    "情人节": (2, 14, 1),
    "妇女节": (3, 8, 1),
    "五一": (5, 1, 5),
    "劳动节": (5, 1, 5),
    "六一": (6, 1, 1),
    "儿童节": (6, 1, 1),
    "教师节": (9, 10, 1),
    "国庆": (10, 1, 7),
    "十一假期": (10, 1, 7),
    "万圣节": (10, 31, 1),
    "双十一": (11, 11, 1),
    "平安夜": (12, 24, 1),
    "圣诞": (12, 25, 1),
    "跨年夜": (12, 31, 1),
}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter"}
_TENS = {"初": 0, "上旬": 0, "中旬": 1, "中": 1, "下旬": 2, "底": 2, "末": 2}

_FIRST_YEAR = 1900  # 2021年以来 is no count of years

_NUM = "[零〇一二两三四五六七八九十]"
_N = rf"(?:\d{{1,4}}|{_NUM}{{1,3}})"
_NOT_IN_NUMBER = rf"(?<![\d.第每之百千万亿几{_NUM[1:-1]}])"
_Y = (
    rf"(?P<y>(?:(?<!\d)(?:19|20)\d\d|(?<!\d)\d\d(?=年\d\d?月|年{_NUM}{{1,2}}月)|[一二][零〇一二三四五六七八九]{{3}})年)"
)
_REL = r"(?P<rel>大前年|(?<![当目眼之以提大])前年|(?<!过)去年|上一年|今年|本年|明年|(?<![以之然最])后年)"
_YEAR = rf"(?:{_Y}|{_REL})"
_M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_D = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_WEEK = r"(?:周|星期|礼拜)"
_WEEKDAY = r"(?P<w>[一二三四五六日天])"
_MONTH_PART = r"(?P<part>上旬|中旬|下旬|初(?![次步恋中级一二三四五六七八九十])|底(?!下)|末)"
# 晚上月亮, 马上周五: the word before owns the 上.
_SHIFT = r"(?P<shift>上上|(?<![晚早马路天身])上|这|本|(?<![楼地天])下下|(?<![楼地天乡留])下)"
_YEAR_PART = r"(?P<part>上半年|下半年|年?(?:初(?![中级次])|中(?![国文学秋])|底|末))"
_BARE_WEEKDAY = rf"(?P<core>{_WEEK}(?:{_WEEKDAY}|末))"
_PERIOD = r"(?P<unit>天|日|周|个?星期|个?礼拜|个月|个?季度|年)"


def mentions(text: str, today: date) -> list[Mention]:
    """What a text names, overlaps included."""
    if text.isascii():
        return []
    return spans.read_rules(_RULES, text, today)


def _rule(pattern: str, reading: Reading) -> Rule:
    return regex(pattern), reading


def number(text: str) -> int:
    """A number below a hundred in Chinese, or in digits."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return int("".join(str(_DIGITS[char]) for char in text))
    return 10 * (number(tens) if tens else 1) + (number(ones) if ones else 0)


def _year_of(match: Match[str], today: date) -> int | None:
    if match["rel"]:
        return today.year + _YEARS[match["rel"]]
    if not match["y"]:
        return None
    value = number(match["y"].removesuffix("年"))
    return value if value > 99 else 2000 + value if value < 70 else 1900 + value


def _date(match: Match[str], today: date) -> Days:
    year, month, in_month = _year_of(match, today), number(match["m"]), number(match["d"])
    if year:
        return spans.day(date(year, month, in_month))
    return spans.latest(lambda year: spans.day(date(year, month, in_month)), today)


def _month(match: Match[str], today: date) -> Days:
    year, month = _year_of(match, today), number(match["m"])
    days = spans.month(year, month) if year else spans.latest(lambda year: spans.month(year, month), today)
    return spans.third_of_month(days, _TENS[match["part"]]) if match["part"] else days


def _shifted_month(match: Match[str], today: date) -> Days:
    days = spans.month_from(today, _SHIFTS[match["shift"]])
    if match["d"]:
        return spans.day(days.start.replace(day=number(match["d"])))
    return spans.third_of_month(days, _TENS[match["part"]]) if match["part"] else days


def _year(match: Match[str], today: date) -> Days:
    year = _year_of(match, today)
    if year is None:  # 上半年, 年底
        year = today.year
        if match["part"] != "上半年" and _part_of_year(year, match["part"]).start > today:
            year -= 1
    return _part_of_year(year, match["part"]) if match["part"] else spans.year(year)


def _part_of_year(year: int, part: str) -> Days:
    first, count = {"上半年": (1, 6), "下半年": (7, 6), "初": (1, 2), "中": (6, 2)}.get(
        part.removeprefix("年"), (11, 2)
    )
    return spans.months(year, first, count, SpanKind.RANGE)


def _quarter(match: Match[str], today: date) -> Days:
    year, quarter = _year_of(match, today), number(match["q"])
    return spans.quarter(year, quarter) if year else spans.latest(lambda year: spans.quarter(year, quarter), today)


def _shifted_quarter(match: Match[str], today: date) -> Days:
    return spans.quarter_from(today, _SHIFTS[match["shift"]])


def _season(match: Match[str], today: date) -> Days:
    year, name = _year_of(match, today), _SEASONS[match["season"]]
    return spans.season(year, name) if year else spans.latest_over(lambda year: spans.season(year, name), today)


def _holiday(match: Match[str], today: date) -> Days:
    year, (month, first, count) = _year_of(match, today), _HOLIDAYS[match["name"]]
    kind = SpanKind.DAY if count == 1 else SpanKind.RANGE

    def make(year: int) -> Days:
        return spans.days_from(date(year, month, first), count, kind)

    return make(year) if year else spans.latest(make, today)


def _week(match: Match[str], today: date) -> Days:
    shift = _SHIFTS[match["shift"]]
    if match["end"]:
        return spans.weekend(today, shift)
    return spans.weekday(today, _index(match["w"]), shift) if match["w"] else spans.week(today, shift)


def _weekday(match: Match[str], today: date) -> Days:
    return spans.latest_weekday(today, _index(match["w"])) if match["w"] else spans.latest_weekend(today)


def _index(char: str) -> int:
    return 6 if char in "日天" else _DIGITS[char] - 1


def _unit(match: Match[str]) -> str:
    return _UNITS.get(match["unit"].removeprefix("个"), "year")


def _ago(match: Match[str], today: date) -> Days | None:
    unit, count = _unit(match), match["n"]
    if count in ("几", "好几", "数", "些"):
        return spans.some_units_ago(today, unit)
    if count == "半":
        ways = {"year": spans.month_from(today, -6), "month": spans.week(today, -2)}
        return ways.get(unit)
    return spans.units_ago(today, number(count), unit) if 0 < number(count) < _FIRST_YEAR else None


def _past(match: Match[str], today: date) -> Days | None:
    unit, count = _unit(match), match["n"]
    if count == "半":
        return spans.past_units(today, 6, "month") if unit == "year" else spans.past_units(today, 15, "day")
    many = 6 if count in ("几", "数") else number(count)
    return spans.past_units(today, many, unit) if 0 < many < _FIRST_YEAR else None


def _decade(match: Match[str], _: date) -> Days:
    text = match["tens"]
    first = int(text) if len(text) == 4 else 1900 + number(text)
    return spans.years(first, first + 9)


def _day(match: Match[str], today: date) -> Days:
    return spans.day(today + _DAYS[match["core"]] * DAY)


_RULES: tuple[Rule, ...] = (
    _rule(rf"(?P<core>(?:{_YEAR}的?|{_NOT_IN_NUMBER})(?P<m>{_M})月(?P<d>{_D})[号日])", _date),
    _rule(rf"(?P<core>(?:{_YEAR}的?|{_NOT_IN_NUMBER})(?P<m>{_M})月份?{_MONTH_PART}?)(?![天亮球饼初])", _month),
    _rule(
        rf"(?P<core>{_SHIFT}(?:个月份?|月份?(?![亮球台牙饼色票]))(?:的?(?P<d>{_D})[号日]|{_MONTH_PART})?)",
        _shifted_month,
    ),
    _rule(rf"(?P<core>{_YEAR}的?{_YEAR_PART}?)(?![级纪轮代龄])", _year),
    _rule(r"(?<![年每])(?P<core>(?P<y>)(?P<rel>)(?P<part>[上下]半年))", _year),
    _rule(r"(?<![年去今明前后\d])(?P<core>(?P<y>)(?P<rel>)(?P<part>年[初底末]))", _year),
    _rule(rf"(?P<core>(?:{_YEAR}的?|(?<![前\d]))第?(?P<q>[一二三四1-4])季度)", _quarter),
    _rule(rf"(?P<core>{_YEAR}\s?q(?P<q>[1-4]))(?!\w)", _quarter),
    _rule(rf"(?P<core>{_SHIFT}一?个?季度)", _shifted_quarter),
    _rule(rf"(?P<core>(?:{_YEAR}|上个?)的?(?P<season>[春夏秋冬])[天季])", _season),
    _rule(
        rf"(?P<core>(?:{_YEAR}的?|{_NOT_IN_NUMBER})(?P<name>{'|'.join(_HOLIDAYS)})(?:节(?!目)|假期|长假|期间)?)",
        _holiday,
    ),
    _rule(rf"(?P<core>{_SHIFT}一?个?{_WEEK}(?:{_WEEKDAY}|(?P<end>末))?)(?![次年]|刊)", _week),
    _rule(rf"(?<![\d每几数半个一二两三四五六七八九十]){_BARE_WEEKDAY}(?![次回顿遍])", _weekday),
    _rule(rf"{_NOT_IN_NUMBER}(?P<core>(?P<n>{_N}|半|好?几|数)多?{_PERIOD}(?:之前|以前|前))(?![后面])", _ago),
    _rule(rf"(?P<core>前(?P<n>几|些){_PERIOD})", _ago),
    _rule(rf"(?P<core>(?:最近|过去|近|这|之前)的?(?P<n>{_N}|几|半|数){_PERIOD})(?![前后级次])", _past),
    _rule(rf"{_NOT_IN_NUMBER}(?P<core>(?P<n>{_N}|几|半|数){_PERIOD}(?:之内|以内|内|以来|来))(?![自])", _past),
    _rule(r"(?P<core>(?:上世纪|(?:20|二十)世纪)?(?<!\d)(?P<tens>(?:19|20)\d0|[5-9]0|[五六七八九]十)年代)", _decade),
    _rule(
        r"(?P<core>大前天|(?<![当目眼之以提大])前[天晚]|昨[天日晚夜]|今[天日早晨晚夜]|明[天早晚]"
        r"|大后天|(?<!先天)(?<![以之然最先大])后天(?![天性形失]))",
        _day,
    ),
)
