"""Long-term goals and promises, and how far they have come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from perdure.intake.extract.contract import Draft, Make, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day, number
from perdure.intake.extract.known import meant
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, say, tidy
from perdure.intake.words import regex
from perdure.values import JSON

_VAIN = regex(r"^<goals.vain>\b", I)
_BEFORE_NEW = regex(r"^<goals.before_new> ?", I)
_NO_SKILL = regex(r"<goals.no_skill>", I)
_THE_GOAL = regex(r"<goals.the_goal>?", I)


def goal(r: Reading, name: str, **more: JSON) -> Draft:
    """A goal as a draft."""
    value: dict[str, JSON] = {"name": name, **{k: v for k, v in more.items() if v is not None}}
    state = str(more.get("status", "active"))
    progress = more.get("progress")
    how = f" ({progress:.0%})" if isinstance(progress, float) else ""
    zh = {"active": "", "done": "（已达成）", "dropped": "（已放弃）", "paused": "（暂停）"}[state]
    en = {"active": "", "done": " (reached)", "dropped": " (given up)", "paused": " (paused)"}[state]
    return Draft(
        "goals",
        value,
        say(r, "{who}'s goal: {name}" + en + how + ".", "{who}的目标：{name}" + zh + how + "。", name=name),
        importance=0.75,
    )


def _new(m: Matched, r: Reading) -> Draft | None:
    said = tidy(_BEFORE_NEW.sub("", tidy(m["x"])))
    due = find_day(said, r.today)
    name = tidy(said[: due.start] + said[due.end :]) if due else said
    name = (
        tidy(re.sub(r"(?: by| before| on| in)$|^(?:by|before|在|到)|之前$|(?:在|到)$", "", name, flags=I))
        if due
        else name
    )
    if len(name) < 2 or len(name) > 90 or _VAIN.match(name):
        return None
    return goal(r, name, due=due.day.isoformat() if due else None)


def _learning(m: Matched, r: Reading) -> Draft | None:
    thing = tidy(m["x"])
    if not thing or len(thing) > 30 or _NO_SKILL.match(thing):
        return None
    return goal(r, f"学{thing}" if r.is_zh else f"learn {thing}")


_HALF = regex(r"half ?way|一半|过半", I)


def _progress(m: Matched, r: Reading) -> Draft | None:
    held = meant(m["x"], r.known, "goals") if m["x"] else None
    if held is None:
        goals = [item for item in r.known.items if item.type == "goals"]
        held = (
            goals[0]
            if len(goals) == 1
            and (not m["x"] or re.fullmatch(r"(?:it|that|my goal|the goal|目标|进度|计划)", tidy(m["x"]), I))
            else None
        )
    if held is None:
        return None
    share: float | None = None
    if m["p"]:
        share = min(100, int(m["p"])) / 100
    elif m["n"] and m["of"]:
        share = min(1.0, number(m["n"]) / max(1, number(m["of"])))
    elif _HALF.search(m.text):
        share = 0.5
    if share is None:
        return None
    name = str(held.value["name"])
    keep = {k: v for k, v in held.value.items() if k not in ("name", "progress", "status")}
    told = goal(r, name, **{**keep, "progress": round(share, 2), "status": "done" if share >= 1 else "active"})
    return replace(told, replaces=True)


def _end(status: str) -> Make:
    def make(m: Matched, r: Reading) -> Iterator[Draft]:
        phrase = tidy(m["x"])
        held = meant(phrase, r.known, "goals") if phrase else None
        goals = [item for item in r.known.items if item.type == "goals"]
        if held is None and _THE_GOAL.fullmatch(phrase) and len(goals) == 1:
            held = goals[0]
        if held is not None:
            keep = {k: v for k, v in held.value.items() if k not in ("name", "status", "progress")}
            done = {"progress": 1.0} if status == "done" else {}
            yield replace(goal(r, str(held.value["name"]), **{**keep, "status": status, **done}), replaces=True)

    return make


_WHY = "heard.goal"
_HOW = "heard.goal_progress"
_PERIOD = (
    r"(?:this year|next year|in 20\d\d|by 20\d\d|by the end of the year|before i'?m \d\d|this semester"
    r"|this quarter)"
)
_PERIOD_ZH = r"(?:今年|明年|20\d\d年|年底前|年底之前|这学期|这个季度|半年内|一年内|三年内|五年内|\d+岁之?前)"


def _toward(m: Matched, r: Reading) -> Draft | None:
    lead = re.search(
        r"training for|saving(?: up)? for|working towards?|preparing for|studying for|trying to \w+(?: into)?"
        r"|备考|准备考|攒钱|存钱|备战|努力",
        m.text,
        I,
    )
    thing = tidy(m["x"])
    if (
        lead is None
        or not thing
        or len(thing) > 60
        or thing[0] in "的地得"
        or re.match(r"(?:it|this|that|them|you|more about)\b", thing, I)
    ):
        return None
    verb = {"training for": "train for ", "preparing for": "prepare for ", "studying for": "study for "}.get(
        lead.group().lower()
    )
    if verb is None:
        verb = (
            re.sub(r"^trying to |^working towards? ", "", lead.group().lower())
            if lead.group().isascii()
            else lead.group()
        )
        verb = {"saving for": "save for", "saving up for": "save for", "working toward": "", "working towards": ""}.get(
            verb, verb
        )
        verb += " " if verb.isascii() and verb else ""
    due = find_day(thing, r.today)
    name = tidy(thing[: due.start] + thing[due.end :]) if due else thing
    name = tidy(re.sub(r" (?:on|by|in|this|next)$", "", name))
    return goal(r, f"{verb}{name}", due=due.day.isoformat() if due else None) if name else None


_PERCENT = (
    r"(?P<p>\d{1,3}) ?(?:%|percent)(?: (?:done|complete|of the way|there|through|finished|into|with"
    r"|saved)){0,4}(?: <goals.towards>){0,4} ?(?P<x>[^\n]{0,60}?)"
)
_HALFWAY = r"(?P<half>half ?way) (?:through|to|done with|there with|into|there on)? ?(?P<x2>[^\n]{0,60}?)"
_SO_MANY = r"<goals.achieved> (?P<n>\d{1,4}) (?:out )?of (?:the |my )?(?P<of>\d{1,4}) (?P<x3>[^\n]{2,50}?)"
_IS_AT = (
    r"(?P<x4>[^\n]{3,50}?) is (?:now )?(?:at |about )?(?P<p2>\d{1,3}) ?(?:%|percent)"
    r"(?: (?:done|complete|there))?"
)
_SHARE_ZH = (
    r"(?:我(?:的)?|已经|现在){0,4}(?P<x>[^\n，,%]{0,24}?)(?:的)?<goals.progress_zh>{1,5}(?:了)?"
    r"(?:(?P<p>\d{1,3}) ?[%％]|百分之(?P<pz>[一二三四五六七八九十]+)|(?P<half>一半|过半))(?:了|啦)?"
    r"(?P<x2>[^\n，,]{0,10})"
)
_SO_MANY_ZH = (
    r"(?:我)?(?:已经)?(?:读|看|写|存|跑|做|学|完成)(?:完|了|到){0,4}(?P<n>\d{1,4})"
    r"(?:/|[本篇公里课节天万][，,]?(?:共|总共|目标)?(?:是)?)(?P<of>\d{1,4})(?P<x3>[^\n]{0,12})"
)

RULES = (
    Rule(
        "goals.goal_is.en",
        regex(
            EN + r"(?:my|our) (?:<goals.ambitions> ){0,4}(?:goal|aim|dream|resolution|ambition|target)"
            r"(?: (?:this year|for (?:this year|20\d\d|the year|[a-z]+)|right now|is now))?(?:'s| is| remains|:)"
            rf"(?: still)? {REST}",
            I,
        ),
        _new,
        _WHY,
        cues=("goal", "aim", "dream", "resolution", "ambition", "target"),
    ),
    Rule(
        "goals.period.en",
        regex(
            rf"^(?:(?:so|well|ok|btw|and),? )?{_PERIOD},? (?:i|we)"
            rf"(?:'m going to| want to| will|'ll| plan to| aim to|'m planning to|'m determined to) {REST}"
            rf"|{EN}i(?:'m going to| want to| plan to| aim to|'m planning to|'m determined to| intend to) "
            rf"(?P<x2>[^\n]{{3,80}}?) {_PERIOD}$",
            I,
        ),
        _new,
        _WHY,
        cues=("year", "20", "semester", "quarter", "before i"),
        sentence=True,
    ),
    Rule(
        "goals.working_towards.en",
        regex(
            EN + r"i'?(?:m|ve been) (?:training for|saving(?: up)? for|working towards?|preparing for|studying for"
            rf"|trying to (?:quit|lose|learn|save|become|get into)) {REST}",
            I,
        ),
        _toward,
        _WHY,
        cues=("training", "saving", "working toward", "preparing", "studying", "trying"),
    ),
    Rule(
        "goals.learning.en",
        regex(
            EN + r"i(?:'m|'ve been| am| started| have been|'ve started)(?: currently| now)? "
            rf"(?:learning|teaching myself)(?: how to)?(?: play(?: the)?)? {REST}",
            I,
        ),
        _learning,
        _WHY,
        cues=("learning", "teaching"),
    ),
    Rule(
        "goals.progress.en",
        regex(
            EN + r"(?:i'?m|i am|we'?re|i'?ve|i have|my|the)? ?(?:<goals.so_far> ){0,4}"
            rf"(?:{_PERCENT}|{_HALFWAY}|{_SO_MANY}|{_IS_AT})$",
            I,
        ),
        _progress,
        _HOW,
        cues=("%", "percent", "half", " of "),
    ),
    Rule(
        "goals.done.en",
        regex(
            EN + r"(?:i|we)(?:'ve| have)? ?(?:finally |just |actually ){0,4}"
            r"(?:reached|achieved|hit|accomplished|met|made|smashed) (?:my |our |the )?"
            r"(?P<x>(?:[^\n]{0,50} )?(?:goal|target|dream|resolution)(?: (?:of|to) [^\n]{2,50})?)$",
            I,
        ),
        _end("done"),
        _HOW,
        cues=("goal", "target", "dream", "resolution"),
    ),
    Rule(
        "goals.did.en",
        regex(EN + r"(?:i|we)(?:'ve| have)? ?(?:finally |just |actually |successfully ){1,4}(?P<x>[^\n]{5,70})$", I),
        _end("done"),
        _HOW,
        cues=("finally", "just", "actually", "successfully"),
        yields=True,
    ),
    Rule(
        "goals.dropped.en",
        regex(
            EN + r"(?:i|we)(?:'ve|'m| have| am)? ?(?:just |finally |officially ){0,4}"
            r"(?:gave up(?: on)?|given up(?: on)?|giving up(?: on)?|abandoned|dropped|dropping"
            r"|no longer (?:want to|trying to|training for|learning)|not (?:trying to|training for|learning)) "
            r"(?P<x>[^\n]{2,60})$",
            I,
        ),
        _end("dropped"),
        _HOW,
        cues=("gave up", "given up", "giving up", "abandon", "drop", "no longer", "not "),
    ),
    Rule(
        "goals.goal_is.zh",
        regex(
            ZH + r"我们?(?:的)?(?:今年的?|明年的?|20\d\d年的?|<goals.ambitions_zh>){0,4}(?:目标|梦想|愿望|心愿)"
            rf"(?:就)?是{REST}"
        ),
        _new,
        _WHY,
        cues=("目标", "梦想", "愿望", "心愿"),
    ),
    Rule(
        "goals.period.zh",
        regex(
            ZH + rf"(?:我们?)?{_PERIOD_ZH}(?:我们?)?<goals.resolve_zh>{{1,4}}(?:能|要|在)?(?P<x>[^\n，,]{{2,40}})$"
            rf"|{ZH}我们?(?:一定|想|要|打算|计划|准备|决心|立志|争取){{1,4}}在?{_PERIOD_ZH}"
            r"(?P<x2>[^\n，,]{2,40})$"
        ),
        _new,
        _WHY,
        cues=("年", "学期", "季度", "岁"),
    ),
    Rule(
        "goals.toward.zh",
        regex(ZH + r"我(?:最近|现在|正|一直|也){0,4}在?(?:备考|准备考|攒钱|存钱|备战|努力)(?P<x>[^\n，,]{2,24})$"),
        _toward,
        _WHY,
        cues=("备考", "准备考", "攒钱", "存钱", "备战", "努力"),
    ),
    Rule(
        "goals.learning.zh",
        regex(
            ZH + r"我(?:最近|现在|正|一直|也|今年|开始|这个月|刚){0,4}(?:在学|在自学|开始学|开始自学|自学|在练)"
            r"(?P<x>[^\n，,]{1,12})$"
        ),
        _learning,
        _WHY,
        cues=("学", "练"),
    ),
    Rule(
        "goals.progress.zh",
        regex(rf"{ZH}{_SHARE_ZH}$|{ZH}{_SO_MANY_ZH}$"),
        _progress,
        _HOW,
        cues=("%", "％", "百分之", "一半", "过半", "/"),
    ),
    Rule(
        "goals.done.zh",
        regex(
            ZH + r"我?(?:们)?(?:终于|已经|成功|真的){0,4}(?:达成|实现|完成|做到)了?(?:我的?)?(?P<x>[^\n，,]{0,24}?)"
            r"(?:的)?(?:目标|梦想|心愿|愿望|计划)(?:了|啦)?$|"
            + ZH
            + r"(?:我的?)?(?P<x2>[^\n，,]{1,24}?)(?:的)?(?:目标|梦想|心愿|计划)(?:终于|已经)?(?:达成|实现|完成)了?$"
        ),
        _end("done"),
        _HOW,
        cues=("达成", "实现", "完成", "做到"),
    ),
    Rule(
        "goals.dropped.zh",
        regex(
            ZH + r"我(?:已经|决定|打算|还是){0,4}(?:放弃|不打算|不想再|不再)(?P<x>[^\n，,]{1,24}?)"
            r"(?:了|这个目标|的目标){0,4}$"
        ),
        _end("dropped"),
        _HOW,
        cues=("放弃", "不打算", "不想再", "不再"),
    ),
)
