"""Who somebody is besides: health, diet, birthday, family, pets, and the other things that seldom change."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since, number
from perdure.intake.extract.rules.days import day_said
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, bare, profile, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, fact_of, status_of
from perdure.intake.words import regex


def _birthday(m: Matched, r: Reading) -> Draft | None:
    """The day of the year: as it was said, or worked out where only `next Friday` was said."""
    said = m["x"]
    found = day_said(said, r, past=False)
    if _LUNAR.match(said):
        day = tidy(said)
    elif found is None:
        return None
    else:
        day = tidy(said[found.start : found.end]) if found.is_named else f"{found.day:%m-%d}"
    return profile(r, "birthday", day, "{who}'s birthday is {v}.", "{who}的生日是{v}。")


_LUNAR = regex(r"(?:农历|阴历|旧历)[正腊冬一二三四五六七八九十\d]{1,2}月")


_NO_ALLERGEN = regex(r"(?:you|this|that|mornings?|mondays?|people|work|stupid|nonsense)\b|<person.no_allergen_zh>", I)
"""What people are only said to be allergic to."""


_OF_ANOTHER = regex(r"^(?:家|象)|^<relations.kin_zh>|对|[娃孩宝]")
"""What is no allergen but somebody who has the allergy: 我老婆对榛子过敏 is not said of the speaker."""


def _allergy(m: Matched, r: Reading) -> list[Draft]:
    things = [t for t in (bare(p) for p in re.split(r",| and | or |、|和|跟", tidy(SINCE.sub("", m["x"])))) if t]
    return [
        profile(r, f"allergy ({t})", t, "{who} is allergic to {v}.", "{who}对{v}过敏。", importance=0.95)
        for t in things
        if len(t) <= 30 and t[-1] not in "没不无" and not _NO_ALLERGEN.match(t) and not _OF_ANOTHER.search(t)
    ]


def _ill(m: Matched, r: Reading) -> Draft:
    ill = re.sub(r"^an? ", "", tidy(m["x"]))
    since = find_since(r.clause.text, r.today)
    return profile(r, f"condition ({ill})", ill, "{who} has {v}.", "{who}有{v}。", since=since, importance=0.9)


def _kin_count(m: Matched, r: Reading) -> Draft | None:
    what = tidy(m["x"])
    what = (
        tidy(re.sub(r" (?:and|but|who|so|at home|named|called)\b.*$", "", what, flags=I))
        if not re.search(r"(?:sons?|daughters?|kids?|brothers?|sisters?) and ", what, I)
        else what
    )
    if re.search(r"儿子|女儿|孩子|娃|宝宝|双胞胎|\b(?:son|daughter|kid|child|children|twin|baby|boy|girl)", what, I):
        return profile(r, "children", what, "{who} has {v}.", "{who}有{v}。")
    if re.search(r"哥|姐|弟|妹|\b(?:brother|sister|sibling)", what, I):
        return profile(r, "siblings", what, "{who} has {v}.", "{who}有{v}。")
    if re.search("[只条匹]", what):
        return profile(r, "pets", what, "{who} has {v}.", "{who}养了{v}。")
    return None


def _pet(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["x"])
    kind = m["pet"].lower()
    if not name or len(name) > 20:
        return None
    en, zh = "{who} has a " + kind + " called {v}.", "{who}的" + kind + "叫{v}。"
    return profile(r, f"pet ({kind})", name, en, zh)


_marital = status_of(
    "marital status",
    {
        "divorced": "divorced",
        "离婚": "离异",
        "离了婚": "离异",
        "married": "married",
        "结婚": "已婚",
        "engaged": "engaged",
        "订婚": "已订婚",
        "single": "single",
        "单身": "单身",
        "widow": "widowed",
    },
    "{who} is {v}.",
    "{who}的婚恋状况：{v}。",
)


def _diet(m: Matched, r: Reading) -> Draft:
    value = tidy(m["x"]).lower()
    value = {
        "吃素": "素食",
        "素食者": "素食",
        "吃全素": "纯素",
        "a vegetarian": "vegetarian",
        "a vegan": "vegan",
        "吃清真": "清真",
    }.get(value, value)
    return profile(r, "diet", value, "{who}'s diet: {v}.", "{who}的饮食：{v}。", importance=0.8)


_WORD_END = r"(?![a-z])"


def _age(m: Matched, r: Reading) -> Draft | None:
    said = m["x"]
    is_bare = not re.search(r"year|y/?o|turned|岁|今年|刚", m.text, I)
    if is_bare and not re.search(rf"{said}$", m.text):
        return None
    try:
        age = number(said)
    except (ValueError, KeyError):
        return None
    if not 5 <= age <= 110 or re.search("快|马上", m.text):
        return None
    return profile(r, "age", str(age), "{who} is {v} years old.", "{who}{v}岁。", since=r.today.isoformat())


_SAME_K = {
    "时区": "time zone",
    "timezone": "time zone",
    "血型": "blood type",
    "国籍": "nationality",
    "鞋码": "shoe size",
    "星座": "star sign",
    "zodiac sign": "star sign",
    "身高": "height",
    "体重": "weight",
    "宗教信仰": "religion",
    "信仰": "religion",
    "工作时间": "working hours",
    "work hours": "working hours",
    "电脑": "laptop",
    "手机型号": "phone model",
    "车": "car",
    "github handle": "github",
    "github username": "github",
    "os": "operating system",
    "main editor": "editor",
}


_NO_VALUE = regex(r"<person.no_value>\b", I)


def _misc(m: Matched, r: Reading) -> Draft | None:
    k = m["k"].lower()
    value = tidy(m["x"])
    if k in ("car", "laptop", "车", "电脑", "weight", "commute") and _NO_VALUE.match(value):
        return None
    return (
        profile(r, _SAME_K.get(k, k), value, "{who}'s {k} is {v}.", "{who}的" + m["k"] + "是{v}。") if value else None
    )


_HAS_PET = (
    r"(?:i have|i'?ve got|we have|we got|i got|i adopted|we adopted|i just adopted)(?: an?)?"
    r"(?: [a-z]+){0,2} (?P<pet><person.pets>)(?:,? (?:named|called|whose name is)) "
    r"(?P<x>[A-Z]?[\w'-]{2,20})"
)
_PET_IS = (
    r"my (?:[a-z]+ )?(?P<pet2><person.pets>)(?:'s name is|'s called| is (?:named|called)) "
    r"(?P<x2>[A-Z]?[\w'-]{2,20})"
)

RULES = (
    Rule(
        "profile.allergy.en",
        regex(
            EN + r"(?:i'?m|i am|i have an?|i'?ve got an?)(?: <person.how_allergic>){0,4} "
            rf"(?:allergic to|allergy to|intolerant to) {REST}",
            I,
        ),
        _allergy,
        WHY,
        cues=("allerg", "intolerant"),
    ),
    Rule(
        "profile.allergy2.en",
        regex(
            EN + r"i(?:'ve got| have) an? (?:(?:severe|bad|serious|mild|nasty) )?"
            r"(?P<x>[a-z]+(?: [a-z]+)?) allergy\b.{0,20}$",
            I,
        ),
        _allergy,
        WHY,
        cues=("allergy",),
    ),
    Rule(
        "profile.allergy.zh",
        regex(
            ZH + r"我?(?:就|从小|一直|真的|也|还){0,4}对(?P<x>[^\n，,]{1,16}?)<person.how_allergic_zh>{0,4}过敏.{0,4}$"
        ),
        _allergy,
        WHY,
        cues=("过敏",),
    ),
    Rule(
        "profile.allergy2.zh",
        regex(ZH + r"我(?:从小|一直)?(?!对)(?P<x>[\u4e00-\u9fff]{2,6}?)(?:严重)?过敏$"),
        _allergy,
        WHY,
        cues=("过敏",),
        yields=True,
    ),
    Rule(
        "profile.condition.en",
        regex(
            EN + rf"<person.having>(?: (?:a )?(?:mild|severe|chronic|bad|clinical))? (?P<x><person.ills>){_WORD_END}"
            r"(?:\b.{0,40})?$",
            I,
        ),
        _ill,
        WHY,
        cues=("i ", "i'", "im "),
    ),
    Rule(
        "profile.condition.zh",
        regex(
            ZH + r"我<person.before_ill_zh>{0,4}(?:有|得了|患有?|确诊了?(?:为|有)?|查出了?|诊断(?:出|为)|是)"
            r"(?:轻度|重度|慢性|严重的?|轻微的?|点)?(?P<x><person.ills_zh>).{0,8}$"
        ),
        _ill,
        WHY,
        cues=("有", "得了", "患", "确诊", "查出", "诊断"),
    ),
    Rule(
        "profile.diet.en",
        regex(
            EN + r"(?:i'?m|i am|i eat|i keep|i went|i became|i'?ve gone|i'?ve been)"
            r"(?: now| strictly| a strict| actually| mostly)? "
            r"(?P<x>(?:a )?(?:vegetarian|vegan|pescatarian|halal|kosher|gluten[- ]free|keto|lactose intolerant))"
            r"(?: now)?(?: (?:since|for|because|and|so|at)\b.{0,40})?$",
            I,
        ),
        _diet,
        WHY,
        cues=("veg", "pesc", "halal", "kosher", "gluten", "keto", "lactose"),
    ),
    Rule(
        "profile.diet.zh",
        regex(
            ZH + r"我<person.before_diet_zh>{0,4}(?P<x>吃素|素食者|素食|吃全素|吃清真|清真|生酮)"
            r"(?:的|了|主义者)?.{0,4}$"
        ),
        _diet,
        WHY,
        cues=("素", "清真", "生酮"),
    ),
    Rule(
        "profile.birthday.en",
        regex(EN + rf"(?:my (?:birthday|bday|date of birth) (?:is|was|falls)(?: on)?|i was born on) {REST}", I),
        _birthday,
        WHY,
        cues=("birthday", "bday", "born", "birth"),
    ),
    Rule(
        "profile.birthday.zh",
        regex(ZH + rf"我的?生日(?:是|在|就在)?(?:每年|阳历)?{REST}"),
        _birthday,
        WHY,
        cues=("生日",),
    ),
    Rule(
        "profile.age.en",
        regex(
            EN + r"(?:i'?m|i am|i just turned|i turned)(?: now| actually| only| already)? (?P<x>\d{1,2})"
            r"(?: years? old| y/?o)?(?: (?:now|today|this year|and|last week|yesterday)\b.{0,30})?$",
            I,
        ),
        _age,
        WHY,
        cues=("i'm", "i am", "turned", "im "),
    ),
    Rule(
        "profile.age.zh",
        regex(
            ZH + r"我<person.before_age_zh>{0,3}(?P<x>[一二三四五六七八九十\d]{1,3})岁(?:了|啦)?$"
            rf"|{ZH}我(?:今年|刚满|刚刚?过|今年刚满|今年已经)(?P<x2>[一二三四五六七八九十\d]{{2,3}})(?:周岁|了)?$"
        ),
        _age,
        WHY,
        cues=("岁", "今年", "刚"),
    ),
    Rule(
        "profile.language.en",
        regex(
            EN
            + r"my (?:native|first) (?:language|tongue) is (?P<x>[A-Za-z]{3,20})$|"
            + EN
            + r"i'?m a native (?P<x2>[A-Za-z]{3,20}) speaker$",
            I,
        ),
        fact_of("native language", "{who}'s native language is {v}.", "{who}的母语是{v}。"),
        WHY,
        cues=("native", "first"),
    ),
    Rule(
        "profile.language.zh",
        regex(ZH + r"我的?母语(?:是|就是)(?P<x>[\u4e00-\u9fff]{2,8})$"),
        fact_of("native language", "{who}'s native language is {v}.", "{who}的母语是{v}。"),
        WHY,
        cues=("母语",),
    ),
    Rule(
        "profile.misc.en",
        regex(EN + r"my (?P<k><person.attributes>) (?:is|are|=|:) (?:an? )?(?P<x>[^\n]{1,50})$", I),
        _misc,
        WHY,
        cues=("my ",),
    ),
    Rule(
        "profile.misc.zh",
        regex(ZH + r"我的?(?P<k><person.attributes_zh>)(?:是|为|在|开的是)(?P<x>[^\n，,]{1,30})$", I),
        _misc,
        WHY,
        cues=("我",),
    ),
    Rule(
        "profile.family.en",
        regex(
            EN + r"(?:i have|i'?ve got|we have|we'?ve got)(?: only)? "
            r"(?P<x>(?:an? |one |two |three |four |five |\d |twin |a set of )"
            r"(?:[a-z-]+ ){0,2}<person.children>\b.{0,40})$",
            I,
        ),
        _kin_count,
        WHY,
        cues=("have", "got"),
    ),
    Rule(
        "profile.family.zh",
        regex(
            ZH + r"我们?(?:家)?(?:有|生了)(?P<x>(?:一|两|二|三|四"
            r"|\d)?个?[^\n，,]{0,6}?<person.children_zh>[^\n，,]{0,10})$"
            rf"|{ZH}我们?家?里?(?:养了|养着|有|领养了)"
            r"(?P<x2>[一二两三四五六七八九十\d]{1,2}[只条匹][^\n，,]{0,3}<person.pets_zh>)$"
        ),
        _kin_count,
        WHY,
        cues=("有", "生了", "养"),
        yields=True,
    ),
    Rule(
        "profile.pet.en",
        regex(rf"{EN}(?:{_HAS_PET}|{_PET_IS})\b.{{0,40}}$", I),
        _pet,
        WHY,
        cues=("name", "called"),
    ),
    Rule(
        "profile.pet.zh",
        regex(
            ZH + r"(?:我们?家?(?:养了|有|领养了|收养了)(?:一|两)?(?:只|条|个)?[^\n，,叫]{0,4}?"
            r"(?P<pet><person.pets_zh>)[，,]?(?:名字)?(?:叫做?|名叫|是)(?P<x>[^\n，,]{1,8}?)"
            r"|我们?家?的?(?:那?只|那?条)?(?P<pet2><person.pets_zh>)(?:的名字)?(?:叫做?|名叫|名字是)"
            r"(?P<x2>[^\n，,]{1,8}?))$"
        ),
        _pet,
        WHY,
        cues=("叫",),
        sentence=True,
    ),
    Rule(
        "profile.marital.en",
        regex(
            EN + r"i(?:'m| am| got| have been|'ve been)(?: now| currently| recently| just| finally| happily| officially"
            r"| still| freshly)? (?P<x>married|divorced|engaged|single|a widow(?:er)?|widowed)"
            r"(?: (?:now|last|since|for|again|in|this|with|yesterday)\b.{0,40})?$",
            I,
        ),
        _marital,
        WHY,
        cues=("married", "divorced", "engaged", "single", "widow"),
        yields=True,
    ),
    Rule(
        "profile.marital.zh",
        regex(
            ZH + r"我(?:们)?(?:已经|刚|刚刚|去年|今年|上个?月|上周|昨天|前年|\d{4}年|现在|目前|是|还|一直|终于"
            r"|恢复){0,4}(?P<x>结婚|离婚|离了婚|订婚|单身|已婚|离异)(?:状态)?"
            r"(?:了|啦|的|好几年|[一二三四五六七八九十\d]+年了?)?$"
        ),
        _marital,
        WHY,
        cues=("婚", "单身", "离异"),
        yields=True,
    ),
)
