"""Where somebody lives and comes from. A move is the same fact with another value, so it closes the old address."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, profile, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, fact_of
from perdure.intake.words import regex, word_set

_PLACE_STOP = regex(r"^<place.no_place>\b|^<place.no_place_zh>", I)

_PLACE_TAIL = regex(r" <place.after_place>\b.*$", I)
_PLACE_TAIL_ZH = regex(r"(?:<place.after_place_zh>|\d+年|[一二三四五六七八九十两]+年).*$")
_NO_HOME_ZH = regex(r"<place.no_home_zh>")
_NEAR = regex(
    r"an? (?:[a-z]+ ){0,2}(?:village|town|suburb|hamlet|farm|city|cottage|flat|house)"
    r"(?: just)? <place.near> (?-i:[A-Z])",
    I,
)


def _city(m: Matched, r: Reading) -> Draft | None:
    raw = m["x"]
    since = find_since(r.clause.text, r.today)
    place = tidy(_PLACE_TAIL.sub("", SINCE.sub("", tidy(raw))))
    place = re.sub(r"^(?:downtown|central|the city of|beautiful|sunny|rainy) ", "", place, flags=I)
    if r.is_zh:
        place = _PLACE_TAIL_ZH.sub("", place)
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
        and place.lower() not in word_set("place.no_small_place")
    )


_MOVE = "heard.move"


def _home(m: Matched, r: Reading) -> Draft | None:
    place = m["x"]
    if not place or _NO_HOME_ZH.search(place):
        return None
    return profile(r, "hometown", place, "{who} is from {v}.", "{who}来自{v}。")


RULES = (
    Rule(
        "profile.moved.en",
        regex(
            EN + r"(?:i|we)(?:'ve| have|'m| just)? ?(?:just |recently |finally |already |officially |actually "
            r"|now ){0,4}(?:moved|relocated|moved back|settled)"
            rf"(?: (?:house|back|out|here|down|over|from [\w ]{{2,20}})){{0,4}} (?:to|in|into) {REST}",
            I,
        ),
        _city,
        _MOVE,
        cues=("moved", "relocated", "settled"),
    ),
    Rule(
        "profile.city.en",
        regex(
            EN + r"(?:i|we)(?:'m| am|'ve| have)? ?(?:just |currently |actually |now |still |been |been |both ){0,4}"
            r"(?:live|living|based|reside|located|stay)(?: here| now| currently| alone| together){0,4}"
            rf"(?: with [^,\n]{{2,30}}?)? in {REST}",
            I,
        ),
        _city,
        WHY,
        cues=("live", "living", "based", "reside", "located", "stay"),
    ),
    Rule(
        "profile.moved.zh",
        regex(
            ZH + r"(?:我们?|我家|我们家|我和[^，,]{1,8})(?:<place.before_move_zh>|\d+月|[一二三四五六七八九十]+月"
            r"|<place.before_move_more_zh>|\d{4}年|从[^\n，,]{2,8}?){0,4}"
            rf"(?:搬(?:家)?(?:到|去|来|回|至)了?|迁居|定居(?:在|到)?|移居到?|搬进){REST}"
        ),
        _city,
        _MOVE,
        cues=("搬", "迁", "居"),
    ),
    Rule(
        "profile.moved_house.zh",
        regex(
            ZH + r"(?:[^\n，,。我]{0,6})我(?:们|家)?[^\n，,。没不要想]{0,8}搬了?家了?[，,；; ]+(?:我们?)?"
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
            ZH + r"(?:我(?:和|跟)[^\n，,]{1,10}?|我们?|我家|我人)"
            r"(?:现在|目前|一直|平时|已经|是|就|常年|长期|从\d{4}年(?:开始|起)?就?|\d{4}年(?:开始|起)就?|人"
            rf"|还){{0,4}}(?:住在|住|定居在|常住|常驻|base在|base|在住)(?!院|了|进|过|一起|校|宿舍){REST}",
            I,
        ),
        _city,
        WHY,
        cues=("住", "居", "常驻", "base"),
    ),
    Rule(
        "profile.from.en",
        regex(
            EN + r"(?:i'?m|i am|i come|i was born(?: and raised)?|i grew up|my hometown is|i'?m originally) ?"
            r"(?:originally )?(?:from|in|(?<=hometown is )) ?(?P<x>[A-Z][\w ,'-]{1,40}|(?<=from )[a-z]+)$",
            I,
        ),
        fact_of(
            "hometown",
            "{who} is from {v}.",
            "{who}来自{v}。",
            stop=(
                r"(?:the future|a |an |my |work|home|here|there|it|this|that|love|trouble|bed|charge|pain|shock|awe"
                r"|tears|the )|(?:19|20)\d\d"
            ),
        ),
        WHY,
        cues=("from", "born", "grew", "hometown"),
    ),
    Rule(
        "profile.from.zh",
        regex(
            ZH + r"(?:我(?:是|来自)(?P<x>[\u4e00-\u9fff]{2,10}?)(?:人|(?<=来自.{2})|(?<=来自.{3}))"
            r"|我(?:老家|家乡|籍贯)(?:是|在)(?P<x2>[\u4e00-\u9fff]{2,12}?)|我来自(?P<x3>[\u4e00-\u9fff]{2,12}?))"
            r"(?:的|的人)?$"
        ),
        _home,
        WHY,
        cues=("人", "老家", "家乡", "籍贯", "来自"),
    ),
)
