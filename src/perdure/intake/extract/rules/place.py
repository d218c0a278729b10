"""Where somebody lives and comes from. A move is the same fact with another value, so it closes the old address."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, profile, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, fact_of
from perdure.regex import regex

_PLACE_STOP = regex(
    r"^(?:a|an|the (?:moment|past|future|same|middle|city|countryside|suburbs)|my|your|his|her"
    r"|their|this|that|fear|constant|peace|here|there|it|denial|hope|pain|another|next|bed|rows?"
    r"|sin|harmony|one|different|someone|something|where|in|on|with)\b|^(?:这|那|哪|一个?|你|他"
    r"|她|我|家里|宿舍|学校|酒店|医院|一起|二楼|三楼|哪里|同一)",
    I,
)

_PLACE_TAIL = regex(
    r" (?:with|and|but|because|so|where|(?<!age )(?<!own )(?<!urb )near|next to|for|to be|on|after|before|as|since"
    r"|which|if|when|where|while)\b.*$",
    I,
)


_NEAR = regex(
    r"an? (?:[a-z]+ ){0,2}(?:village|town|suburb|hamlet|farm|city|cottage|flat|house)(?: just)? (?:outside|near|in|of"
    r"|close to|north of|south of|east of|west of|called) (?-i:[A-Z])",
    I,
)


def _city(m: Matched, r: Reading) -> Draft | None:
    raw = m["x"]
    since = find_since(r.clause.text, r.today)
    place = tidy(_PLACE_TAIL.sub("", SINCE.sub("", tidy(raw))))
    place = re.sub(r"^(?:downtown|central|the city of|beautiful|sunny|rainy) ", "", place, flags=I)
    if r.is_zh:
        place = re.sub(
            r"(?:这边|那边|这里|那里|定居|生活|工作|上班|上学|读书|住|去|来|好几年|一个|一家|\d+年"
            r"|[一二三四五六七八九十两]+年).*$",
            "",
            place,
        )
    near = not r.is_zh and _NEAR.match(place)
    if not place or len(place) > 40 or (_PLACE_STOP.match(place) and not near) or (r.is_zh and len(place) > 14):
        return None
    if not r.is_zh and not near and not place[0].isupper() and not _looks_placed(place):
        return None
    return profile(r, "city", place, "{who} lives in {v}.", "{who}住在{v}。", since=since, importance=0.8)


def _looks_placed(place: str) -> bool:
    """Chat often drops capitals: one or two plain words still read as a place."""
    return (
        len(place.split()) <= 2
        and place.replace(" ", "").isalpha()
        and place.lower()
        not in (
            "town",
            "bed",
            "work",
            "school",
            "home",
            "person",
            "love",
            "general",
            "fact",
            "luxury",
            "poverty",
            "trouble",
            "silence",
            "public",
        )
    )


_MOVE = "heard.move"


def _home(m: Matched, r: Reading) -> Draft | None:
    place = m["x"]
    if not place or re.search(
        r"[一这那个的不你他她好坏普通老年轻男女本地中介负责]|主持|候选|受害|当事|局外|过来|打工|文化"
        r"|夜猫|成年|工作|音乐|自由|素食|社恐|急性",
        place,
    ):
        return None
    return profile(r, "hometown", place, "{who} is from {v}.", "{who}来自{v}。")


RULES = (
    Rule(
        "profile.moved.en",
        regex(
            EN + rf"(?:i|we)(?:'ve| have|'m| just)? ?(?:just |recently |finally |already |officially |actually "
            rf"|now ){{0,4}}(?:moved|relocated|moved back|settled)(?: (?:house|back|out|here|down|over"
            rf"|from [\w ]{{2,20}})){{0,4}} (?:to|in|into) {REST}",
            I,
        ),
        _city,
        _MOVE,
        cues=("moved", "relocated", "settled"),
    ),
    Rule(
        "profile.city.en",
        regex(
            EN + rf"(?:i|we)(?:'m| am|'ve| have)? ?(?:just |currently |actually |now |still |been |been "
            rf"|both ){{0,4}}(?:live|living|based|reside|located|stay)(?: here| now| currently| alone"
            rf"| together){{0,4}}(?: with [^,\n]{{2,30}}?)? in {REST}",
            I,
        ),
        _city,
        WHY,
        cues=("live", "living", "based", "reside", "located", "stay"),
    ),
    Rule(
        "profile.moved.zh",
        regex(
            ZH + rf"(?:我们?|我家|我们家|我和[^，,]{{1,8}})(?:已经|上周|上个月|这周|去年|今年|昨天|最近|刚|刚刚"
            rf"|全家|前几天|\d+月|[一二三四五六七八九十]+月|月初|都|终于|正式|早就|年初"
            rf"|\d{{4}}年|从[^\n，,]{{2,8}}?){{0,4}}(?:搬(?:家)?(?:到|去|来|回|至)了?|迁居|定居(?:在|到)?|移居到?|搬进){REST}"
        ),
        _city,
        _MOVE,
        cues=("搬", "迁", "居"),
    ),
    Rule(
        "profile.moved_house.zh",
        regex(
            ZH + rf"(?:[^\n，,。我]{{0,6}})我(?:们|家)?[^\n，,。没不要想]{{0,8}}搬了?家了?[，,；; ]+(?:我们?)?"
            rf"(?:现在|目前|如今)(?:就)?(?:住在|住到|住|在){REST}"
        ),
        _city,
        _MOVE,
        cues=("搬",),
        sentence=True,
    ),
    Rule(
        "profile.city.zh",
        regex(
            ZH + rf"(?:我(?:和|跟)[^\n，,]{{1,10}}?|我们?|我家|我人)(?:现在|目前|一直|平时|已经|是|就|常年|长期"
            rf"|从\d{{4}}年(?:开始|起)?就?"
            rf"|\d{{4}}年(?:开始|起)就?|人|还){{0,4}}(?:住在|住|定居在|常住|常驻|base在|base|在住)(?!院|了"
            rf"|进|过"
            rf"|一起|校|宿舍){REST}",
            I,
        ),
        _city,
        WHY,
        cues=("住", "居", "常驻", "base"),
    ),
    Rule(
        "profile.from.en",
        regex(
            EN + r"(?:i'?m|i am|i come|i was born(?: and raised)?|i grew up|my hometown is"
            r"|i'?m originally) ?(?:originally )?(?:from|in"
            r"|(?<=hometown is )) ?(?P<x>[A-Z][\w ,'-]{1,40}|(?<=from )[a-z]+)$",
            I,
        ),
        fact_of(
            "hometown",
            "{who} is from {v}.",
            "{who}来自{v}。",
            stop=r"(?:the future|a |an |my |work|home|here|there|it|this|that|love|trouble|bed|charge|pain"
            r"|shock|awe|tears|the )|(?:19|20)\d\d",
        ),
        WHY,
        cues=("from", "born", "grew", "hometown"),
    ),
    Rule(
        "profile.from.zh",
        regex(
            ZH + r"(?:我(?:是|来自)(?P<x>[\u4e00-\u9fff]{2,10}?)(?:人|(?<=来自.{2})|(?<=来自.{3}))"
            r"|我(?:老家|家乡|籍贯)(?:是|在)(?P<x2>[\u4e00-\u9fff]{2,12}?)"
            r"|我来自(?P<x3>[\u4e00-\u9fff]{2,12}?))(?:的|的人)?$"
        ),
        _home,
        WHY,
        cues=("人", "老家", "家乡", "籍贯", "来自"),
    ),
)
