"""Changing one's word: corrections, denials, and `forget that`. All of them need something that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day
from perdure.intake.extract.known import facts_of, likeness, meant, text_of
from perdure.intake.extract.rules.phrases import EN, ZH, I, bare, say, tidy
from perdure.intake.words import regex
from perdure.types.keys import fold_name
from perdure.values import JSON

_FIELDS = {
    "preferences": ("value", "name"),
    "facts": ("value",),
    "goals": ("due",),
    "tasks": ("due", "title"),
    "decisions": ("decision",),
    "relationships": ("object", "relation"),
    "events": ("date", "title"),
}


def _same(one: str, other: str) -> bool:
    mine, theirs = fold_name(one), fold_name(other)
    return bool(mine) and (
        mine == theirs
        or (len(mine) >= 2 and mine in theirs.split("_"))
        or (len(mine) >= 2 and not mine.isascii() and mine in theirs)
    )


def _replaced(r: Reading, old: str, new: str) -> Iterator[Draft]:
    """The newest known thing that says `old`, saying `new` instead."""
    day_old, day_new = find_day(old, r.today), find_day(new, r.today)
    for item in reversed((*r.known.items, *r.known.latest)):
        if item.type == "profile":
            for fact in reversed(facts_of(item)):
                if _same(old, str(fact.get("v", ""))):
                    v = re.sub(re.escape(old), lambda _: new, str(fact["v"]), flags=I)
                    value: dict[str, JSON] = {
                        "subject": item.value.get("subject", r.subject),
                        "facts": [{"k": fact["k"], "v": v if fold_name(v) != fold_name(str(fact["v"])) else new}],
                    }
                    yield _corrected(r, "profile", value, str(fact["k"]), new)
                    return
            continue
        for field in _FIELDS.get(item.type, ()):
            held = item.value.get(field)
            if not isinstance(held, str):
                continue
            if field in ("due", "date"):
                if day_old and day_new and held == day_old.day.isoformat():
                    if field == "date":
                        yield Draft(
                            item.type,
                            item.value,
                            say(r, "Not on {day}.", "不是{day}。", day=held),
                            retract=True,
                            key=item.key,
                        )
                    yield _corrected(
                        r, item.type, {**item.value, field: day_new.day.isoformat()}, field, day_new.day.isoformat()
                    )
                    return
            elif _same(old, held):
                text = re.sub(re.escape(old), lambda _: new, held, flags=I)
                text = text if fold_name(text) != fold_name(held) else new
                if field in ("object", "title", "name"):
                    gone = say(r, "Not {old}.", "不是{old}。", old=old)
                    yield Draft(item.type, item.value, gone, retract=True, key=item.key)
                kept = None if field in ("object", "title", "name") else item.key
                yield _corrected(r, item.type, {**item.value, field: text}, field, text, kept)
                return


def _corrected(r: Reading, type: str, value: dict[str, JSON], what: str, new: str, key: str | None = None) -> Draft:
    return Draft(
        type,
        value,
        say(r, "Corrected: {what} is {new}.", "更正：{what}是{new}。", what=what, new=new),
        confidence=0.95,
        importance=0.85,
        replaces=True,
        key=key,
    )


_BEFORE_NEW = regex(r"^<corrections.before_new> ?", I)


def _not_but(m: Matched, r: Reading) -> Iterator[Draft]:
    old, new = (
        bare(m["old"]),
        bare(_BEFORE_NEW.sub("", tidy(m["x"]))),
    )
    if old and new and len(old) <= 40 and len(new) <= 60 and fold_name(old) != fold_name(new):
        yield from _replaced(r, old, new)


def _meant(m: Matched, r: Reading) -> Iterator[Draft]:
    new = bare(m["x"])
    if len(r.known.latest) != 1 or not new or len(new) > 40:
        return
    item = r.known.latest[0]
    if item.type == "profile" and len(facts := facts_of(item)) == 1:
        yield _corrected(
            r,
            "profile",
            {"subject": item.value.get("subject", r.subject), "facts": [{"k": facts[0]["k"], "v": new}]},
            str(facts[0]["k"]),
            new,
        )
    elif item.type in ("facts", "preferences") and item.value.get("value") not in ("likes", "dislikes", "preferred"):
        yield _corrected(
            r, item.type, {**item.value, "value": new}, str(item.value.get("predicate") or item.value.get("name")), new
        )
    elif (day := find_day(new, r.today)) is not None:
        field = "date" if item.type == "events" else "due"
        if item.type == "events":
            yield Draft(
                "events",
                item.value,
                say(r, "Not on {day}.", "不是{day}。", day=item.value.get("date")),
                retract=True,
                key=item.key,
            )
        if item.type in ("events", "tasks", "goals"):
            yield _corrected(r, item.type, {**item.value, field: day.day.isoformat()}, field, day.day.isoformat())


def _withdraw(r: Reading, item: KnownItem, only: str | None = None) -> Draft:
    """Take back one item, or of a profile the one fact that is named."""
    value = item.value
    said = text_of(item)
    if item.type == "profile":
        facts = facts_of(item)
        if only is not None:
            facts = [
                max(facts, key=lambda f: likeness(only, f"{f.get('k')} {f.get('v')} {_ALSO.get(str(f.get('k')), '')}"))
            ]
        value = {"subject": item.value.get("subject", r.subject), "facts": [{"k": f["k"], "v": f["v"]} for f in facts]}
        said = ", ".join(f"{f['k']}: {f['v']}" for f in facts)
    return Draft(
        item.type,
        value,
        say(r, "No longer held: {said}.", "不再成立：{said}。", said=said[:120]),
        retract=True,
        importance=0.8,
        key=item.key,
    )


_ALSO = {
    "city": "live lives living address 住 住址 城市 住在",
    "employer": "work company works 公司 工作 单位",
    "job": "work job 职业 工作",
    "birthday": "生日 birthday",
    "name": "名字 name",
    "age": "年龄 岁 age",
    "diet": "饮食 吃素",
    "hometown": "老家 家乡",
    "children": "孩子",
    "marital status": "婚姻 结婚",
}


def _no_longer(m: Matched, r: Reading) -> Iterator[Draft]:
    clause = fold_name(m.text)
    for item in r.known.items:
        if item.type == "profile":
            for fact in facts_of(item):
                k = str(fact.get("k", ""))
                kind = k.partition("(")[2].rstrip(")") if k.startswith("pet") else ""
                diet = "素" if k == "diet" and "素" in str(fact.get("v")) else ""
                names = [fold_name(name) for name in (str(fact.get("v", "")), kind, diet) if name]
                said = any(name in clause and (len(name) > 1 or not name.isascii()) for name in names)
                if said and _fits(k, m.text):
                    yield _withdraw(r, KnownItem("profile", item.key, {**item.value, "facts": [fact]}))
        elif (
            item.type == "facts"
            and likeness(m["x"], text_of(item)) > 0.7
            and fold_name(str(item.value.get("value"))) in clause
        ):
            yield _withdraw(r, item)


_FITS = (
    (regex(r"^(?:city|hometown)"), regex(r"\b(?:live|living|based|in|from)\b|住|在|来自|老家", I)),
    (
        regex(r"^(?:employer|job|school|major)"),
        regex(r"\b(?:work|working|at|for|employed|an?|study|studying|as)\b|工作|上班|在|做|当|是|读", I),
    ),
    (regex(r"^allergy"), regex(r"allerg|过敏", I)),
    (regex(r"^(?:condition|pet|children|siblings)"), regex(r"\b(?:have|got|own|suffer)\b|有|养|得", I)),
    (regex(r"^(?:diet|marital)"), regex(r"\b(?:am|'m|eat|not|longer)\b|吃|是|单身|素", I)),
)


def _fits(k: str, text: str) -> bool:
    return any(kind.search(k) and verb.search(text) for kind, verb in _FITS)


def _not_mind(m: Matched, r: Reading) -> Iterator[Draft]:
    held = meant(bare(m["x"]), r.known, "preferences")
    if held is not None and held.value.get("value") == "dislikes":
        yield _withdraw(r, held)


_FIX = "heard.correction"
_BACK = "heard.taken_back"
_NOT_X = (
    r"(?:(?:it|that|he|she|my [a-z' ]{2,30}|the [a-z' ]{2,30}|i|they)"
    r"(?:'s| is|'m| am| was| isn'?t|'re| are)? ?)?(?:not|isn'?t|wasn'?t) "
    r"(?:in |at |on |a |an |called |from )?(?P<old>[^\n,;]{1,40}?)"
)
_BUT_Y = (
    r"(?:but |it'?s |it is |i'?m |actually |that'?s |it was |rather )"
    r"(?:actually |in |at |on |called |from |a |an )?(?P<x>[^\n,;]{1,60})"
)
_IT_IS = (
    r"it'?s|it is|that'?s|i'?m|my [a-z' ]{2,30} is|the [a-z' ]{2,30} is|i meant?|i said|make it|i live in"
    r"|i work (?:at|for)"
)

RULES = (
    Rule(
        "corrections.not_but.en",
        regex(
            rf"^(?:(?:no|nope|actually|wait|sorry|correction|oh|hey|hm+)[,:. ]+){{0,3}}{_NOT_X}[,;.]? {_BUT_Y}$"
            r"|^(?:(?:no|nope|actually|wait|sorry|correction)[,:. ]+){0,3}not (?P<old2>[^\n,;]{1,30})[,;] "
            r"(?P<x2>[^\n,;]{1,40})$",
            I,
        ),
        _not_but,
        _FIX,
        cues=("not", "isn't", "isnt", "wasn't"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "corrections.y_not_x.en",
        regex(
            rf"^(?:(?:no|nope|actually|wait|sorry|correction|i meant?|i said)[,:. ]+){{0,3}}(?:{_IT_IS}) "
            r"(?:actually |in |at |on |called )?(?P<x>[^\n,;]{1,40}?),? (?:not|instead of|rather than) "
            r"(?:in |at |on )?(?P<old>[^\n,;]{1,40})$",
            I,
        ),
        _not_but,
        _FIX,
        cues=("not ", "instead", "rather"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "corrections.not_but.zh",
        regex(
            r"(?:^|[，,。：: ])(?:我|他|她|它|那个|这个)?(?:的?[\u4e00-\u9fff]{0,6})?(?:不是|并非|不叫|不在)"
            r"(?:在|叫|说)?(?P<old>[^\n，,]{1,16}?)[，,、 ]?(?:而?是|应该是|我是|叫|在)(?:在|叫|说)?"
            r"(?P<x>[^\n，,]{1,20}?)(?:啦|啊|哦|呀|才对)?$"
        ),
        _not_but,
        _FIX,
        cues=("不是", "并非", "不叫", "不在"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "corrections.y_not_x.zh",
        regex(
            r"^(?:<corrections.sorry_zh>|[，,：: ]){0,4}(?:我?(?:说的|的?[\u4e00-\u9fff]{1,6})?)?"
            r"(?:是叫|是|在|叫|住在?|改成)(?P<x>[^\n，,]{1,16}?)[，,]?(?:不是|而不是|不叫|不在)"
            r"(?P<old>[^\n，,]{1,16}?)(?:啦|啊|哦|呀|了)?$"
        ),
        _not_but,
        _FIX,
        cues=("不是", "不叫", "不在"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "corrections.change_to.zh",
        regex(
            r"^(?:不对|等等|更正|更正一下|纠正一下|请|麻烦|帮我|[，,：: ]){0,4}把(?P<old>[^\n，,]{1,16}?)"
            r"(?:改成|改为|更正为|换成)(?P<x>[^\n，,]{1,20}?)(?:吧|了)?$"
        ),
        _not_but,
        _FIX,
        cues=("改成", "改为", "更正为", "换成"),
    ),
    Rule(
        "corrections.meant.en",
        regex(
            r"^(?:(?:oh|no|wait|oops|sorry|actually|correction|hm+)[,:. ]+){1,3}"
            r"(?:i meant?|i mean|make (?:it|that)|it'?s|that'?s|it should be|should be) (?:actually |on |in )?"
            r"(?P<x>[^\n,]{1,40})$|^i meant (?P<x2>[^\n,]{1,40})$",
            I,
        ),
        _meant,
        _FIX,
        cues=("mean", "make", "it's", "that's", "its", "should be"),
        sentence=True,
        guarded=False,
        yields=True,
    ),
    Rule(
        "corrections.meant.zh",
        regex(r"^(?:<corrections.oops_zh>|[，,：:！! ]){1,5}(?:应该)?是(?P<x>[^\n，,]{1,20})$"),
        _meant,
        _FIX,
        cues=("是",),
        sentence=True,
        guarded=False,
        yields=True,
    ),
    Rule(
        "corrections.no_longer.en",
        regex(
            EN + r"(?:i|we)(?:'m|'re| am| are)? ?(?:(?:no longer|not|don'?t|do not|aren'?t|am not)"
            r"(?: actually| really)? (?P<x><corrections.states>\b[^\n]{0,60}))$",
            I,
        ),
        _no_longer,
        _BACK,
        cues=("no longer", "not", "don't", "dont", "aren't"),
        yields=False,
    ),
    Rule(
        "corrections.no_longer.zh",
        regex(
            ZH + r"我(?:已经|现在|其实|早就|并){0,4}(?:(?:不|没)(?:再)?(?P<x><corrections.states_zh>[^\n，,]{0,20})"
            r"|对(?P<x2>[^\n，,]{1,12})(?:不|已经不|并不|其实不)过敏|(?P<x3>不吃素|没有[^\n，,]{2,10}))(?:了|啦)?$"
        ),
        _no_longer,
        _BACK,
        cues=("不", "没"),
    ),
    Rule(
        "corrections.not_mind.en",
        regex(
            EN + r"i (?:don'?t (?:mind|hate|dislike)|no longer (?:mind|hate|dislike)) (?P<x>[^\n]{2,40}?)"
            r"(?: any ?more| now)?$",
            I,
        ),
        _not_mind,
        _BACK,
        cues=("mind", "hate", "dislike"),
    ),
    Rule(
        "corrections.not_mind.zh",
        regex(ZH + r"我(?:现在|已经|其实){0,4}不(?:再)?(?:讨厌|反感|介意)(?P<x>[^\n，,]{1,16}?)了?$"),
        _not_mind,
        _BACK,
        cues=("讨厌", "反感", "介意"),
    ),
)
