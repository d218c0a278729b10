"""Changing one's word: corrections, denials, and `forget that`. All of them need something that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day
from perdure.intake.extract.denial import is_stated, names_only
from perdure.intake.extract.known import facts_of, likeness, meant, text_of
from perdure.intake.extract.rules.phrases import EN, ZH, I, bare, say, tidy
from perdure.intake.extract.tense import is_past_word
from perdure.intake.words import regex, word_set
from perdure.types.attributes import holds_one_value
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
                    k, v = (re.sub(re.escape(old), lambda _: new, str(fact[part]), flags=I) for part in ("k", "v"))
                    value: dict[str, JSON] = {
                        "subject": item.value.get("subject", r.subject),
                        "facts": [{"k": k, "v": v if fold_name(v) != fold_name(str(fact["v"])) else new}],
                    }
                    if not holds_one_value(str(fact["k"])):  # the new one would stand beside it, and replace nothing
                        yield _withdraw(r, KnownItem("profile", item.key, {**item.value, "facts": [fact]}))
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
            elif _same(old, held) and _is_sentence(item):
                yield _beside(r, item)
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


_OVER = regex(r"\b(?:any ?more|any longer|no longer|at all)\b", I)
"""What is said of something that has ended, and not of something that was said wrongly."""


def _not_but(m: Matched, r: Reading) -> Iterator[Draft]:
    old, new = (
        bare(m["old"]),
        bare(_BEFORE_NEW.sub("", tidy(m["x"]))),
    )
    if _OVER.search(m["old"]) or not _is_value(new):
        return
    if old and new and len(old) <= 40 and len(new) <= 60 and fold_name(old) != fold_name(new):
        yield from _replaced(r, old, new)


_CLAUSE = regex(r"^(?:i|i'm|i've|i'd|we|you|he|she|they|it|there)\b", I)


def _is_value(said: str) -> bool:
    """Whether something can be put in the place of a value: `Bath`, and not `caved and had a burger`."""
    found = [word.lower() for word in re.findall(r"[A-Za-z']+", said)]
    return not _CLAUSE.match(said) and not any(is_past_word(word) or word in word_set("tense.have") for word in found)


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
    elif item.type in ("facts", "preferences") and _is_sentence(item):
        yield _beside(r, item)
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


def _beside(r: Reading, item: KnownItem) -> Draft:
    """A correction of a part of a statement: the rest of it may hold, so both stand and are shown together."""
    said = tidy(r.clause.sentence)
    value: dict[str, JSON] = {"subject": item.value.get("subject", r.subject), "predicate": said, "value": said}
    return Draft("facts", value, said, importance=0.6, rivals=(item.key,))


def _is_sentence(item: KnownItem) -> bool:
    """Whether an item is named by its whole statement: then it has no value that another could take the place of."""
    name = str(item.value.get("predicate") or item.value.get("name") or "")
    return bool(name) and fold_name(name) == fold_name(str(item.value.get("value")))


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
    """What is denied with all that is said of it: of a strict vegetarian only the strictness may be denied."""
    if not is_stated(r.clause.sentence, r.clause.text):
        return
    clause = fold_name(m.text)
    denied: list[tuple[list[str], Draft]] = []
    for item in r.known.items:
        if item.type == "profile":
            for fact in facts_of(item):
                names = _names(fact)
                said = any(
                    name in clause and (len(name) > 1 or not name.isascii()) for name in map(fold_name, names) if name
                )
                if said and _fits(str(fact.get("k", "")), m.text):
                    denied.append(
                        (names, _withdraw(r, KnownItem("profile", item.key, {**item.value, "facts": [fact]})))
                    )
        elif (
            item.type == "facts"
            and likeness(m["x"], text_of(item)) > 0.7
            and fold_name(str(item.value.get("value"))) in clause
        ):
            denied.append((text_of(item).split(), _withdraw(r, item)))
    # `I don't work at Acme as a designer`: each of both is named beside the other, and nothing else is.
    if names_only(m["x"], [name for names, _ in denied for name in names]):
        yield from (draft for _, draft in denied)


def _names(fact: Mapping[str, JSON]) -> list[str]:
    """What a fact of a profile is called where it is denied: its value, and of a pet its kind."""
    k, v = str(fact.get("k", "")), str(fact.get("v", ""))
    kind = k.partition("(")[2].rstrip(")") if k.startswith("pet") else ""
    return [name for name in (v, kind, *(("全素", "素食", "素") if k == "diet" and "素" in v else ())) if name]


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
