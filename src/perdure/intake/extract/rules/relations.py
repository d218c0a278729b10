"""Who is what to whom, and how that changes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.rules.phrases import EN, ZH, tidy
from perdure.regex import regex
from perdure.types.keys import fold_name
from perdure.values import JSON

KIN = (
    r"mom|mum|mother|dad|father|(?:older |younger |little |big |twin |half[- ]|step)?(?:sister"
    r"|brother)|(?:step)?(?:son|daughter)|wife|husband|partner|boyfriend|girlfriend|fianc[eé]e?"
    r"|(?:ex|ex-wife|ex-husband|ex-boyfriend|ex-girlfriend)"
    r"|grandma|grandmother|grandpa|grandfather|aunt|uncle|cousin|niece|nephew|(?:best |close "
    r"|old |good )?friend|bestie|boss|manager|(?:co-?worker|colleague|teammate)|mentor|roommate"
    r"|flatmate|neighbou?r|landlord|therapist|tutor|coach|professor|advisor|business partner"
    r"|crush|doctor|dentist|intern|client|assistant|teacher|mother-in-law|father-in-law"
    r"|sister-in-law|brother-in-law|godson|goddaughter"
)
KIN_ZH = (
    r"妈妈?|爸爸?|母亲|父亲|姐姐?|妹妹?|哥哥?|弟弟?|儿子|女儿|大女儿|小女儿|大儿子|小儿子|老婆"
    r"|妻子|老公|丈夫|先生|太太|男朋友|女朋友|男友|女友|对象|未婚夫|未婚妻|前男友|前女友|前夫"
    r"|前妻|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐"
    r"|堂妹|侄子|侄女|外甥"
    r"|(?:最好的|好|老|大学|高中|铁)?朋友|闺蜜|死党|兄弟|发小|老板|上司|领导|经理|同事|搭档|导师"
    r"|室友|邻居|房东|心理咨询师|教练|教授|班主任|老师|合伙人|暗恋对象|同学|同桌|徒弟|师父|实习生"
    r"|客户|主治医生|助理|婆婆|公公|岳母|岳父|嫂子|姐夫|妹夫"
)
_PARTNER = regex(
    r"partner|boyfriend|girlfriend|wife|husband|fianc|男朋友|女朋友|男友|女友|老婆|老公|妻子|丈夫" r"|对象|未婚"
)
_NOT_NAMED = regex(
    r"^(?:That|This|Here|There|What|Her|His|Our|Your|Their|One|Not|Yes|No|Just|Also|Maybe|The|A"
    r"|An|And|But|(?:Mr|Mrs|Ms|Dr|Prof)$|Is|Was|Has|Had|Will|Who|I|My|He|She|It|We|They|At|In|On|To|For|With|So|If|Of"
    r"|Said|Says|Told|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)
_NAME = r"(?P<name>[A-Z][a-zà-ÿ-]{1,20}(?:'[A-Z][a-z]+)?(?: [A-Z][a-zà-ÿ-]{1,20})?)"
_NAME_ZH = r"(?P<name>[\u4e00-\u9fffA-Za-z·]{1,8}?)"
_NOT_ZH = regex(
    r"^(?:尤其|特别|主要|就|才|都|毕竟|还|可|而|只|也许|我|你|他|她|它|这|那|谁|什么|啥|人|一个"
    r"|不|没|也|都|就|很|是|的|了|今天|昨天|大家|自己|他们|她们|以前|现在|现任|前任|为|一起)$"
    r"|^(?:这|那|他|她|你|不|没|我|因为|所以|但|如果|作为|什么)"
)


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


_ONLY_ONE = regex(
    r"mom|mum|mother|dad|father|wife|husband|boss|妈妈?|爸爸?|母亲|父亲|老婆|妻子|老公|丈夫|老板" r"|女朋友|男朋友"
)
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
        regex(r"broke up|broken up|split up|split with|separated|dumped|分手|分开|掰了|散了"),
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
    kin = m["kin"] or (name if re.fullmatch(KIN_ZH, name) else "")
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


_TITLES = (
    r"boss|manager|cto|ceo|cfo|coo|lead|team lead|director|supervisor|head of [a-z]+|accountant"
    r"|lawyer|designer|pm|vet|gp"
    r"|landlady|head|principal|captain|plumber|nanny|cleaner|recruiter"
)
_TITLES_ZH = (
    "主管|总监|组长|队长|校长|院长|主任|老大|负责人|CEO|CTO|产品经理|项目经理|班长|店长|会计|律师"
    "|保姆|阿姨|医生|总经理|直属领导"
)
_WHY = "heard.relationship"
_CHANGED = "heard.relationship_changed"

RULES = (
    Rule(
        "relations.ended.en",
        regex(EN + rf"{_NAME}(?i:(?:'s| is) (?:no longer|not) my| isn'?t my) (?i:{KIN})(?i: any ?more| now)?$"),
        _ended,
        _CHANGED,
        cues=(" my ",),
    ),
    Rule(
        "relations.ended.zh",
        regex(ZH + rf"{_NAME_ZH}(?:已经|现在)?不(?:再)?是我的?(?:{KIN_ZH})了?$"),
        _ended,
        _CHANGED,
        cues=("是我",),
    ),
    Rule(
        "relations.change.en",
        regex(
            EN + rf"(?i:i|we)(?i:'ve|'m| am| have| just| finally| recently| officially| got| are"
            rf"| also){{0,4}} ?(?i:broke up with|broken up with|split up with|split with|separated from|dumped"
            rf"|divorced|got divorced from|got back together with|back together with|made up with"
            rf"|reconciled with|got engaged to|engaged to|got married to|married|marrying|not friends with"
            rf"|no longer friends with|fell out with|cut ties with|cut off|dating|seeing|started dating"
            rf"|started seeing|going out with)(?i: my (?P<kin>{KIN}))?,? ?(?:{_NAME})?(?! (?i:years"
            rf"|months))(?:\b.{{0,50}})?$"
        ),
        _change,
        _CHANGED,
        cues=(
            "broke",
            "split",
            "separated",
            "dumped",
            "divorce",
            "together",
            "made up",
            "engaged",
            "marr",
            "friends",
            "fell out",
            "cut ",
            "dating",
            "seeing",
            "going out",
            "reconciled",
        ),
    ),
    Rule(
        "relations.pair.en",
        regex(
            rf"^(?:(?i:so|well|good news|sadly|btw|oh|and|actually|finally|guess what"
            rf"|update),? ){{0,2}}(?:(?i:my (?P<kin>{KIN})),? )?{_NAME} and I(?i:'ve| are| have| just"
            rf"| finally| recently| officially| got| also| aren't){{0,4}} ?(?i:broke up|broken up|split up"
            rf"|separated|divorced|back together|got back together|made up|engaged|got engaged|married"
            rf"|got married|no longer friends|not friends anymore|dating|together|best friends|friends"
            rf"|fell out)(?:\b.{{0,40}})?$"
        ),
        _change,
        _CHANGED,
        cues=("and i",),
        sentence=True,
    ),
    Rule(
        "relations.change.zh",
        regex(
            ZH + rf"我(?:已经|刚|刚刚|昨天|上周|上个?月|最近|今天|终于|去年|正?在){{0,4}}(?:和|跟"
            rf"|与)(?:我?的?(?P<kin>{KIN_ZH}))?{_NAME_ZH}(?:已经|刚|刚刚|昨天|上周|上个?月|最近|今天|又"
            rf"|终于|正式|不再是|都|去年|\d+月){{0,4}}(?:分手|分开|掰了|离婚|复合|和好|订婚|结婚|领证|绝交|闹翻"
            rf"|不再是朋友|断绝关系|在一起|交往|谈恋爱)(?:了|啦|好几年了)?.{{0,8}}$"
        ),
        _change,
        _CHANGED,
        cues=("和", "跟", "与"),
    ),
    Rule(
        "relations.cut.zh",
        regex(ZH + rf"我(?:已经|刚|昨天|最近){{0,4}}把(?:我?的?(?P<kin>{KIN_ZH}))?{_NAME_ZH}拉黑了?$"),
        _change,
        _CHANGED,
        cues=("拉黑",),
    ),
    Rule(
        "relations.my_kin_name.en",
        regex(
            rf"(?:^|(?<=[ ,(]))(?i:my|our) (?i:(?P<kin>{KIN}))(?:,|'s name is|'s called| is called| is named| named"
            rf"| called|(?= [A-Z])) ?{_NAME}(?!')(?=[ ,.!)]|$|'s)"
        ),
        _is_now,
        _WHY,
        cues=("my ", "our "),
    ),
    Rule(
        "relations.kin_is.en",
        regex(EN + rf"(?i:my) (?i:(?:new )?(?P<kin>{KIN})) (?i:is|was) {_NAME}$"),
        _is_now,
        _WHY,
        cues=("my ",),
    ),
    Rule(
        "relations.is_kin.en",
        regex(
            EN + rf"{_NAME}(?:'s| (?i:is|became|is now)) (?i:my) (?i:new )?(?i:(?P<kin>{KIN}))(?:\b(?![' -]s?\w)"
            rf".{{0,0}}|(?i: now| since .{{1,20}}| at work| from .{{1,20}}| btw))$"
        ),
        _is_now,
        _WHY,
        cues=(" my ",),
    ),
    Rule(
        "relations.is_our.en",
        regex(
            EN + rf"{_NAME}(?:'s| (?i:is|became|is now)) (?:(?i:our|my) (?i:new )?(?i:(?P<kin>(?:[a-z]+ )?"
            rf"(?:{_TITLES})))|(?i:an?) (?:[a-z]+ )?(?i:(?P<kin2>{KIN})) of mine)(?i: (?:at|from|in) .{{2,30}})?$"
        ),
        _is_now,
        _WHY,
        cues=(" our ", " my ", " of mine"),
    ),
    Rule(
        "relations.is_our.zh",
        regex(
            ZH + rf"{_NAME_ZH}(?:现在)?(?:是|成了|当了)(?:我们?)(?:部门|组|公司|团队|班|项目|学校|小组|单位|家|"
            rf"小区)?(?:里|上)?的?"
            rf"(?:新来的?|新任|直属|顶头|现任|大|前)?(?P<kin>{KIN_ZH}|{_TITLES_ZH})$"
        ),
        _is_now,
        _WHY,
        cues=("我",),
    ),
    Rule(
        "relations.i_and.zh",
        regex(
            ZH + rf"我(?:和|跟|与){_NAME_ZH}(?:以前|现在|一直|从小)?是(?:多年的?|从小的?|很好的?|最好的?|小学"
            rf"|初中|高中|大学|中学)*(?P<kin>{KIN_ZH}|室友|校友|同学|同乡|老乡|搭档|邻居|战友|情侣|夫妻)$"
        ),
        _is_now,
        _WHY,
        cues=("我和", "我跟", "我与"),
    ),
    Rule(
        "relations.kin_called.zh",
        regex(ZH + rf"(?:我|我们)(?:家|的)?(?P<kin>{KIN_ZH})(?:的名字)?(?:叫做?|名叫|是叫|名字是|名字叫){_NAME_ZH}$"),
        _is_now,
        _WHY,
        cues=("叫", "名字"),
    ),
    Rule(
        "relations.is_kin.zh",
        regex(ZH + rf"{_NAME_ZH}(?:现在)?(?:是|成了|当了)我(?:的)?(?:新|现在的?)?(?P<kin>{KIN_ZH})$"),
        _is_now,
        _WHY,
        cues=("我",),
    ),
    Rule(
        "relations.kin_is.zh",
        regex(
            ZH + r"我的?(?:新)?(?P<kin>老板|上司|领导|导师|室友|同桌|班主任|教练|搭档|房东|经理|助理)(?:是"
            r"|换成了?)(?P<name>[\u4e00-\u9fffA-Za-z·]{2,6}?)$"
        ),
        _is_now,
        _WHY,
        cues=("我",),
    ),
)
