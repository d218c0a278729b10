"""Rules and boundaries: what must or must not be done, always or for the current task, and when that ends."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.known import likeness, meant
from perdure.intake.extract.rules.phrases import EN, ONCE, ZH, I, say, tidy
from perdure.intake.words import regex

_IDLE = regex(r"^<boundaries.idle>\b|^<boundaries.idle_zh>", I)
_NO = regex(r"^<boundaries.no>\s*", I)
_BEFORE_NAME = regex(r"^<boundaries.before_name> ?", I)
_THIS_RULE = regex(r"(?:<boundaries.this_rule>|[ ]){0,4}", I)


def _name(action: str) -> str:
    action = _NO.sub("", action) or action
    return _BEFORE_NAME.sub("", action.lower())[:80] or action


def rule_draft(action: str, said: str, r: Reading) -> Draft | None:
    action = tidy(action)
    once = bool(ONCE.search(r.clause.sentence))
    stripped = tidy(ONCE.sub("", action)) if once else action
    action = stripped or action
    if len(action) < 2 or len(action) > 110 or _IDLE.match(action):
        return None
    held = meant(action, r.known, "rules")
    name = (
        str(held.value.get("name") or held.value.get("rule"))
        if held and likeness(action, str(held.value.get("name") or held.value.get("rule"))) > 0.7
        else _name(action)
    )
    kind = "task" if once else "behaviour"
    rule = tidy(said)
    en = "For this task: {rule}." if once else "Standing rule: {rule}."
    zh = "仅限当前任务：{rule}。" if once else "长期规则：{rule}。"
    importance = 0.6 if once else 0.85
    return Draft("rules", {"name": name, "rule": rule, "kind": kind}, say(r, en, zh, rule=rule), importance=importance)


_ORDER = regex(r"<boundaries.order_leads>", I)
_MAXIM = regex(
    r"\byour <boundaries.maxims>\b|\byourself\b|\bourselves\b"
    r"|\b(?:remind|remind(?:s|ing)) (?:me|us) (?:of|that)\b|\bus\b",
    I,
)


def _is_order(r: Reading) -> bool:
    """Whether a clause opens its sentence, or follows only words that lead up to an order."""
    before = r.clause.sentence[: max(0, r.clause.sentence.find(r.clause.text[r.clause.carried :]))]
    return not before.strip() or bool(_ORDER.search(before)) or r.is_zh


def _rule(m: Matched, r: Reading) -> Draft | None:
    if not _is_order(r) or _MAXIM.search(m.text):
        return None
    return rule_draft(m["x"], m["said"], r)


def _lifted(m: Matched, r: Reading) -> Iterator[Draft]:
    phrase = tidy(m["x"]) if m["x"] else ""
    held = meant(phrase, r.known, "rules") if phrase else None
    if held is None and (not phrase or _THIS_RULE.fullmatch(phrase)):
        rules = [item for item in r.known.latest if item.type == "rules"] or [
            i for i in r.known.items if i.type == "rules"
        ][-1:]
        held = rules[-1] if rules else None
        styles = [i for i in r.known.latest if i.type == "preferences" and i.value.get("scope") == "writing"]
        if held is None and styles:
            gone = say(r, "No longer wished: {name}.", "不再要求：{name}。", name=styles[-1].value.get("name"))
            yield Draft("preferences", styles[-1].value, gone, retract=True, key=styles[-1].key)
    if held is not None and held.type == "rules":
        yield Draft(
            "rules",
            held.value,
            say(r, "No longer a rule: {rule}.", "不再是规则：{rule}。", rule=held.value.get("rule")),
            retract=True,
            key=held.key,
        )


_WHY = "heard.rule"
_OFF = "heard.rule_lifted"
_ALLOWED = (
    r"(?:you can|you may|feel free to|it'?s (?:ok|okay|fine) (?:to|if you)|you'?re allowed to)(?: now)? "
    r"(?P<x>[^\n]{2,60}?) (?:again|now|after all)"
)
_LIFT = (
    r"(?:please )?<boundaries.lift> (?:that|the|this|my|last|about)? ?(?:(?:last|no|never)[ -])?"
    r"(?P<x3>[^\n]{0,50}?)(?: |-)?\brules?\b(?: about (?P<x2>[^\n]{2,50}))?.{0,20}"
)

RULES = (
    Rule(
        "rules.lifted.en",
        regex(rf"{EN}(?:{_ALLOWED}|{_LIFT})$", I),
        _lifted,
        _OFF,
        cues=("again", "now", "after all", "rule"),
        guarded=False,
    ),
    Rule(
        "rules.lifted.zh",
        regex(
            ZH + r"(?:(?:你|以后|又)?(?:可以|能)(?:再|重新|继续|开始)?(?P<x>[^\n，,]{1,20}?)了"
            r"|(?:取消|撤销|作废|删掉|去掉|不用管|忘掉|忘了|解除)"
            r"(?:那条|这条|那个|这个|刚才的?|之前的?|上一条|关于|掉){0,4}(?P<x2>[^\n，,]{0,20}?)(?:的)?"
            r"(?:规则|规定|限制|要求|约定|禁令)|(?P<x3>[^\n，,]{2,20}?)(?:的|这条|那条)?(?:规则|规定|限制|要求)"
            r"(?:取消|作废|不算|不用遵守|解除)了?)(?:了|吧|啦)?$"
        ),
        _lifted,
        _OFF,
        cues=("可以", "能", "取消", "撤销", "作废", "规则", "规定", "限制", "要求", "解除"),
        guarded=False,
    ),
    Rule(
        "rules.never.en",
        regex(
            EN + r"(?:<boundaries.now_on>[,:]? |i (?:want|need|'d like) you to |you (?:must|should|are to) "
            r"|make sure (?:to |you )?|please |pls |and |you ){0,3}"
            r"(?P<said>(?:never|don'?t (?:you )?ever|do not ever|must never) "
            r"(?P<x><boundaries.verbs>\b[^\n]{0,100}))$",
            I,
        ),
        _rule,
        _WHY,
        cues=("never", "ever"),
        yields=True,
    ),
    Rule(
        "rules.stop.en",
        regex(
            EN + r"(?:please |pls |can you |could you |i need you to |<boundaries.now_on>[,:]? ){0,2}"
            r"(?P<said>(?:stop|quit|no more) (?P<x>[a-z]+ing\b[^\n]{2,90}))$",
            I,
        ),
        _rule,
        _WHY,
        cues=("stop", "quit", "no more"),
        yields=True,
    ),
    Rule(
        "rules.dont_anymore.en",
        regex(
            EN + r"(?:please |pls )?(?P<said>(?:don'?t|do not) (?P<x><boundaries.verbs>\b[^\n]{2,90}?) "
            r"(?:any ?more|ever again|again|in (?:the )?future|from now on|under any circumstances|at all"
            r"|without (?:asking|my)[^\n]{0,30}))$",
            I,
        ),
        _rule,
        _WHY,
        cues=("don't", "dont", "do not"),
        yields=True,
    ),
    Rule(
        "rules.now_on_dont.en",
        regex(
            EN + r"<boundaries.now_on>[,:]? (?:please )?(?P<said>(?:(?:don'?t|do not|no|avoid) )?"
            r"(?P<x>[a-z][^\n]{4,100}))$",
            I,
        ),
        _rule,
        _WHY,
        cues=("from", "going forward", "future", "rule", "in general"),
        yields=True,
        sentence=True,
    ),
    Rule(
        "rules.always.en",
        regex(
            EN + r"(?:<boundaries.now_on>[,:]? |i (?:want|need|'d like) you to |you (?:must|should|have to) "
            r"|make sure (?:to |you )?|please |pls ){0,3}(?P<said>always (?P<x><boundaries.verbs>\b[^\n]{2,100}))$",
            I,
        ),
        _rule,
        _WHY,
        cues=("always",),
        yields=True,
    ),
    Rule(
        "rules.now_on.zh",
        regex(
            ZH + r"(?P<said>(?:请|你|都){0,2}<boundaries.starts_zh>"
            r"(?:<boundaries.starts_zh>|请|你|都|再也|给我|跟我|对我|也){0,4}"
            r"(?P<x><boundaries.no_zh>(?!是|不|么|想|了|紧)[^\n，,]{2,60}"
            r"|[^\n，,]{0,10}?(?:必须|要|得|只能|只|先)(?:先|都|记得)?<boundaries.acts_zh>[^\n，,]{0,50}))$"
        ),
        _rule,
        _WHY,
        cues=("<boundaries.now_on_cues_zh>",),
        yields=True,
    ),
    Rule(
        "rules.never.zh",
        regex(ZH + r"(?P<said>(?:请|你|麻烦|拜托|都){0,3}(?P<x><boundaries.never_zh>[^\n，,]{2,50}))$"),
        _rule,
        _WHY,
        cues=("再", "禁", "不准", "永远", "绝", "千万"),
        yields=True,
    ),
    Rule(
        "rules.topic.zh",
        regex(
            ZH + r"(?P<said>(?:不要|别|不想|不许)(?:跟我|和我|在我面前|对我|听你|再){0,2}"
            r"(?P<x>(?:提起?|聊|谈|说起|讨论|拿)(?!你|这个了)[^\n，,]{2,30}))$"
        ),
        _rule,
        _WHY,
        cues=("提", "聊", "谈", "说起", "讨论", "拿"),
        yields=True,
    ),
)
