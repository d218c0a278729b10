"""Who is what to whom, and how that changes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import EN, ZH, tidy
from perdure.intake.words import regex
from perdure.types.keys import fold_name
from perdure.values import JSON

_IS_KIN_ZH = regex(r"<relations.kin_zh>")
_PARTNER = regex(r"<relations.partners>")
_NOT_NAMED = regex(r"^<relations.no_name>\b")
_NAME = r"(?P<name>[A-Z][a-zà-ÿ-]{1,20}(?:'[A-Z][a-z]+)?(?: [A-Z][a-zà-ÿ-]{1,20})?)"
_NAME_ZH = r"(?P<name>[\u4e00-\u9fffA-Za-z·]{1,8}?)"
_NOT_ZH = regex(r"^<relations.no_name_zh>$|^<relations.no_name_start_zh>")


def _tie(r: Reading, name: str, relation: str, state: str | None = None, since: str | None = None) -> Draft:
    value: dict[str, JSON] = {"subject": r.subject, "object": name, "relation": relation}
    if state:
        value["state"] = state
    if since:
        value["since"] = since
    en, zh = "{name} is {who}'s {relation}{state}.", "{name}是{who}的{relation}{state}。"
    who = r.who if r.is_zh or r.subject != "user" else "the user"
    shown = f"（{state}）" if r.is_zh and state else f" ({state})" if state else ""
    content = (zh if r.is_zh else en).format(name=name, who=who, relation=relation, state=shown)
    # How two people stand with each other is one thing at a time.
    return Draft("relationships", value, content, importance=0.7, replaces=state is not None)


_ONLY_ONE = regex(r"<relations.only_one>")
_AGAIN = regex(r"(?:no|nope|actually|sorry|correction|wait)\b|不对|不是|错了|更正|纠正", re.IGNORECASE)


def _is_now(m: Matched, r: Reading) -> Iterator[Draft]:
    """What two are to each other; a correction also takes back the name that was wrong."""
    made = _is(m, r)
    if made is None:
        return
    relation = str(made.value["relation"])
    for item in r.known.items:
        same = item.type == "relationships" and item.value.get("relation") == relation and not item.value.get("state")
        other = fold_name(str(item.value.get("object"))) != fold_name(str(made.value["object"]))
        if same and other and _ONLY_ONE.fullmatch(relation) and _AGAIN.match(r.clause.sentence):
            yield _over(item, r)
    yield made


def _over(item: KnownItem, r: Reading) -> Draft:
    who = item.value.get("object")
    gone = (
        f"{who}不再是{r.who}的{item.value.get('relation')}。"
        if r.is_zh
        else f"{who} is no longer {item.value.get('relation')}."
    )
    return Draft("relationships", item.value, gone, retract=True, key=item.key)


def _ended(m: Matched, r: Reading) -> Iterator[Draft]:
    for item in r.known.items:
        if item.type == "relationships" and fold_name(str(item.value.get("object"))) == fold_name(m["name"]):
            yield _over(item, r)


def _is(m: Matched, r: Reading) -> Draft | None:
    name, relation = tidy(m["name"]), m["kin"].lower().strip()
    if not name or _NOT_NAMED.match(name) or _NOT_ZH.search(name) or "你" in name:
        return None
    since = find_since(r.clause.text, r.today) if re.search(r"since|for \w+ years|年了|认识", r.clause.text) else None
    return _tie(r, name, relation, since=since)


def _held(r: Reading, name: str) -> str | None:
    """What somebody is known to be to the speaker."""
    for item in reversed(r.known.items):
        if item.type == "relationships" and fold_name(str(item.value.get("object", ""))) == fold_name(name):
            return str(item.value.get("relation", ""))
    return None


def _partner(r: Reading) -> str | None:
    """The one partner who is known, where only `my girlfriend` is said."""
    found = [
        i for i in r.known.items if i.type == "relationships" and _PARTNER.search(str(i.value.get("relation", "")))
    ]
    return str(found[-1].value.get("object")) if found else None


_STATES = (
    (
        regex(r"<relations.split>"),
        "partner",
        "对象",
        "broken up",
        "已分手",
    ),
    (regex(r"divorced?|离婚|离了"), "spouse", "配偶", "divorced", "已离婚"),
    (regex(r"back together|reconciled|made up|复合|和好"), None, None, "back together", "和好了"),
    (regex(r"engaged|订婚"), "fiancé(e)", "未婚伴侣", "engaged", "已订婚"),
    (regex(r"got married|are married|married|结婚|领证"), "spouse", "配偶", "married", "已婚"),
    (
        regex(r"not friends|no longer friends|fell out|cut (?:off|ties)|绝交|闹翻|不再是朋友|拉黑|断绝"),
        "friend",
        "朋友",
        "no longer close",
        "已疏远",
    ),
    (
        regex(r"dating|seeing|going out|together|在一起|交往|谈恋爱|谈对象"),
        "partner",
        "对象",
        "together",
        "在一起",
    ),
    (regex(r"best friends|friends|朋友"), "friend", "朋友", "friends", "朋友"),
)


def _change(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["name"])
    kin = m["kin"] or (name if _IS_KIN_ZH.fullmatch(name) else "")
    if kin and (not name or name == kin):
        name = _partner(r) or (kin if _PARTNER.search(kin) else "")
    if not name or _NOT_NAMED.match(name) or _NOT_ZH.search(name) or name.lower() in ("him", "her", "them", "you"):
        return None
    for pattern, en, zh, state_en, state_zh in _STATES:
        if pattern.search(m.text.lower()):
            relation = (
                (kin.lower() or None)
                or _held(r, name)
                or (zh if r.is_zh else en)
                or ("重要的人" if r.is_zh else "someone close")
            )
            return _tie(r, name, relation, state_zh if r.is_zh else state_en, find_since(r.clause.sentence, r.today))
    return None


_WHY = "heard.relationship"
_CHANGED = "heard.relationship_changed"

RULES = (
    Rule(
        "relations.ended.en",
        regex(
            EN + rf"{_NAME}(?i:(?:'s| is) (?:no longer|not) my| isn'?t my) (?i:<relations.kin>)(?i: any ?more| now)?$"
        ),
        _ended,
        _CHANGED,
        cues=(" my ",),
    ),
    Rule(
        "relations.ended.zh",
        regex(ZH + rf"{_NAME_ZH}(?:已经|现在)?不(?:再)?是我的?<relations.kin_zh>了?$"),
        _ended,
        _CHANGED,
        cues=("是我",),
    ),
    Rule(
        "relations.change.en",
        regex(
            EN + r"(?i:i|we)(?i:'ve|'m| am| have| just| finally| recently| officially| got| are| also){0,4} ?"
            rf"(?i:<relations.change>)(?i: my (?P<kin><relations.kin>))?,? ?(?:{_NAME})?(?! (?i:years|months))"
            r"(?:\b.{0,50})?$"
        ),
        _change,
        _CHANGED,
        cues=("cut ", "<relations.change_cues>"),
    ),
    Rule(
        "relations.pair.en",
        regex(
            rf"^(?:(?i:<relations.pair_leads>),? ){{0,2}}(?:(?i:my (?P<kin><relations.kin>)),? )?{_NAME} and I"
            r"(?i:'ve| are| have| just| finally| recently| officially| got| also| aren't){0,4} ?"
            r"(?i:<relations.pair_change>)(?:\b.{0,40})?$"
        ),
        _change,
        _CHANGED,
        cues=("and i",),
        sentence=True,
    ),
    Rule(
        "relations.change.zh",
        regex(
            ZH + rf"我<relations.before_change_zh>{{0,4}}(?:和|跟|与)(?:我?的?(?P<kin><relations.kin_zh>))?{_NAME_ZH}"
            r"(?:<relations.after_name_zh>|\d+月){0,4}<relations.change_zh>(?:了|啦|好几年了)?.{0,8}$"
        ),
        _change,
        _CHANGED,
        cues=("和", "跟", "与"),
    ),
    Rule(
        "relations.cut.zh",
        regex(ZH + rf"我(?:已经|刚|昨天|最近){{0,4}}把(?:我?的?(?P<kin><relations.kin_zh>))?{_NAME_ZH}拉黑了?$"),
        _change,
        _CHANGED,
        cues=("拉黑",),
    ),
    Rule(
        "relations.my_kin_name.en",
        regex(
            r"(?:^|(?<=[ ,(]))(?i:my|our) (?i:(?P<kin><relations.kin>))"
            rf"(?:,|'s name is|'s called| is called| is named| named| called|(?= [A-Z])) ?{_NAME}(?!')"
            r"(?=[ ,.!)]|$|'s)"
        ),
        _is_now,
        _WHY,
        cues=("my ", "our "),
    ),
    Rule(
        "relations.kin_is.en",
        regex(EN + rf"(?i:my) (?i:(?:new )?(?P<kin><relations.kin>)) (?i:is|was) {_NAME}$"),
        _is_now,
        _WHY,
        cues=("my ",),
    ),
    Rule(
        "relations.is_kin.en",
        regex(
            EN + rf"{_NAME}(?:'s| (?i:is|became|is now)) (?i:my) (?i:new )?(?i:(?P<kin><relations.kin>))"
            r"(?:\b(?![' -]s?\w).{0,0}|(?i: now| since .{1,20}| at work| from .{1,20}| btw))$"
        ),
        _is_now,
        _WHY,
        cues=(" my ",),
    ),
    Rule(
        "relations.is_our.en",
        regex(
            EN + rf"{_NAME}(?:'s| (?i:is|became|is now)) (?:(?i:our|my) (?i:new )?"
            r"(?i:(?P<kin>(?:[a-z]+ )?<relations.titles>))"
            r"|(?i:an?) (?:[a-z]+ )?(?i:(?P<kin2><relations.kin>)) of mine)(?i: (?:at|from|in) .{2,30})?$"
        ),
        _is_now,
        _WHY,
        cues=(" our ", " my ", " of mine"),
    ),
    Rule(
        "relations.is_our.zh",
        regex(
            ZH + rf"{_NAME_ZH}(?:现在)?(?:是|成了|当了)(?:我们?)<relations.groups_zh>?(?:里|上)?的?"
            r"(?:新来的?|新任|新|直属|顶头|现任|现在的?|大|前)??(?P<kin><relations.kin_zh>|<relations.titles_zh>)$"
        ),
        _is_now,
        _WHY,
        cues=("我",),
    ),
    Rule(
        "relations.i_and.zh",
        regex(
            ZH + rf"我(?:和|跟|与){_NAME_ZH}(?:以前|现在|一直|从小)?是"
            r"(?:多年的?|从小的?|很好的?|最好的?|小学|初中|高中|大学|中学)*"
            r"(?P<kin><relations.kin_zh>|<relations.pairs_zh>)$"
        ),
        _is_now,
        _WHY,
        cues=("我和", "我跟", "我与"),
    ),
    Rule(
        "relations.kin_called.zh",
        regex(
            ZH + r"(?:我|我们)(?:家|的)?(?P<kin><relations.kin_zh>)(?:的名字)?"
            rf"(?:叫做?|名叫|是叫|名字是|名字叫){_NAME_ZH}$"
        ),
        _is_now,
        _WHY,
        cues=("叫", "名字"),
    ),
    Rule(
        "relations.kin_is.zh",
        regex(
            ZH + r"我的?(?:新)?(?P<kin><relations.superiors_zh>)(?:是|换成了?)(?P<name>[\u4e00-\u9fffA-Za-z·]{2,6}?)$"
        ),
        _is_now,
        _WHY,
        cues=("我",),
    ),
)
