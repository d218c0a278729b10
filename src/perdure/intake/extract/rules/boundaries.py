"""Rules and boundaries: what must or must not be done, always or for the current task, and when that ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.known import likeness, meant
from perdure.intake.extract.rules.phrases import EN, ONCE, ZH, I, say, tidy
from perdure.regex import regex

_VERBS = (
    r"use|write|reply|answer|respond|call|ask|mention|send|share|include|add|commit|push|run"
    r"|delete|show|tell"
    r"|talk|speak|say|give|suggest|recommend|bring|make|put|start|end|format|translate|quote|cite"
    r"|explain|check"
    r"|test|confirm|keep|remind|wake|message|interrupt|apologi[sz]e|lecture|spoil|contact|post"
    r"|book|schedule"
    r"|order|buy|touch|edit|modify|change|deploy|merge|install|print|log|discuss|joke|swear|do"
    r"|assume|guess|skip"
    r"|default|sign|open|save|store|cc|reveal|force|rebase|squash|refactor|rename|remove"
    r"|summari[sz]e|greet|play"
    r"|review|document|lint|round|convert|read|let|try|go|flirt|praise|be|offer|repeat|correct"
    r"|back|validate"
    r"|wait|stick|prefer|point|sing|address|comment|pick|choose"
)
VERB = rf"(?:{_VERBS})"
_NOW_ON = (
    r"(?:from now on|from today|from here on|going forward|in (?:the )?future|as a rule"
    r"|in general|new rule|rule|house rule|one rule)"
)
_IDLE = regex(
    r"^(?:mind|worry|say never|been|be (?:sorry|silly|shy|late|happy|there|here)|know"
    r"|do that again|let me down|give up|go back|do it again|make me|tell (?:me )?(?:a lie"
    r"|lies))\b"
    r"|^(?:担心|客气|这样|那么|急|生气|难过|走|闹|哭|怕|想太多|理我|逗我|熬夜|这么|再这样|瞎说"
    r"|胡说|骗我|笑我|了|见|再见|联系)",
    I,
)
_NO = regex(
    r"^(?:never|don'?t(?: ever| you ever)?|do not(?: ever)?|stop|no more|avoid|不要再?|别再?"
    r"|不许再?|禁止|不准|不可以|不能|少|勿|千万别|绝对不要|永远不要|一定不要|不用再?)\s*",
    I,
)


def _name(action: str) -> str:
    action = _NO.sub("", action) or action
    return re.sub(r"^(?:ever|to|use|using|再|给我|跟我|对我|在|用) ?", "", action.lower(), flags=I)[:80] or action


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


_ORDER = regex(
    r"please|from now on|going forward|in future|rule|ok|okay|hey|yes|no|also|and|so|listen"
    r"|one (?:more )?thing|important|seriously|以后|请|记住|从现在|规则",
    I,
)
_MAXIM = regex(
    r"\byour (?:ego|dreams?|heart|head|hopes?|passion|mind|best|life|goals?|friends?|family)\b"
    r"|\byourself\b|\bourselves\b|\b(?:remind|remind(?:s|ing)) (?:me|us) (?:of|that)\b|\bus\b",
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
    if held is None and (
        not phrase
        or re.fullmatch(
            r"(?:that|this|the|last|那条|这条|那个|这个|刚才|之前|上一条|的|rule|规则|限制|[ ]){0,4}", phrase, I
        )
    ):
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
_ACTS_ZH = (
    "回答|回复|用|问|写|跑|叫|说|提醒|检查|确认|测试|告诉|给我|提交|加|保持|标注|翻译|解释|列"
    "|遵守|征求|备份|附|带上|称呼"
)
_STARTS_ZH = (
    r"(?:以后|从现在起|从今以后|从今天起|今后|往后|永远|任何时候|无论如何|每次|一律|记住" r"|规则[:：]|千万|绝对|一定)"
)

RULES = (
    Rule(
        "rules.lifted.en",
        regex(
            EN + r"(?:(?:you can|you may|feel free to|it'?s (?:ok|okay|fine) (?:to|if you)"
            r"|you'?re allowed to)(?: now)? (?P<x>[^\n]{2,60}?) (?:again|now|after all)"
            r"|(?:please )?(?:cancel|drop|forget(?: about)?|remove|scrap|lift|ignore|delete|never ?mind"
            r"|undo) (?:that|the|this|my|last|about)? ?(?:(?:last|no|never)[ -])?(?P<x3>[^\n]{0,50}?)(?: "
            r"|-)?\brules?\b(?: about (?P<x2>[^\n]{2,50}))?.{0,20})$",
            I,
        ),
        _lifted,
        _OFF,
        cues=("again", "now", "after all", "rule"),
        guarded=False,
    ),
    Rule(
        "rules.lifted.zh",
        regex(
            ZH + r"(?:(?:你|以后|又)?(?:可以|能)(?:再|重新|继续|开始)?(?P<x>[^\n，,]{1,20}?)了|(?:取消|撤销"
            r"|作废|删掉|去掉|不用管|忘掉|忘了|解除)(?:那条|这条|那个|这个|刚才的?|之前的?|上一条|关于"
            r"|掉){0,4}(?P<x2>[^\n，,]{0,20}?)(?:的)?(?:规则|规定|限制|要求|约定|禁令)"
            r"|(?P<x3>[^\n，,]{2,20}?)(?:的|这条|那条)?(?:规则|规定|限制|要求)(?:取消|作废|不算|不用遵守"
            r"|解除)了?)(?:了|吧|啦)?$"
        ),
        _lifted,
        _OFF,
        cues=("可以", "能", "取消", "撤销", "作废", "规则", "规定", "限制", "要求", "解除"),
        guarded=False,
    ),
    Rule(
        "rules.never.en",
        regex(
            EN + rf"(?:{_NOW_ON}[,:]? |i (?:want|need|'d like) you to |you (?:must|should|are to) "
            rf"|make sure (?:to |you )?|please |pls |and |you ){{0,3}}(?P<said>(?:never"
            rf"|don'?t (?:you )?ever|do not ever|must never) (?P<x>{VERB}\b[^\n]{{0,100}}))$",
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
            EN + rf"(?:please |pls |can you |could you |i need you to |{_NOW_ON}[,:]? ){{0,2}}(?P<said>(?:stop"
            rf"|quit|no more) (?P<x>[a-z]+ing\b[^\n]{{2,90}}))$",
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
            EN + rf"(?:please |pls )?(?P<said>(?:don'?t|do not) (?P<x>{VERB}\b[^\n]{{2,90}}?) (?:any ?more"
            rf"|ever again|again|in (?:the )?future|from now on|under any circumstances|at all"
            rf"|without (?:asking|my)[^\n]{{0,30}}))$",
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
            EN + rf"{_NOW_ON}[,:]? (?:please )?(?P<said>(?:(?:don'?t|do not|no|avoid) )?(?P<x>[a-z][^\n]{{4,100}}))$", I
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
            EN + rf"(?:{_NOW_ON}[,:]? |i (?:want|need|'d like) you to |you (?:must|should|have to) "
            rf"|make sure (?:to |you )?|please |pls ){{0,3}}(?P<said>always (?P<x>{VERB}\b[^\n]{{2,100}}))"
            rf"$",
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
            ZH + rf"(?P<said>(?:请|你|都){{0,2}}{_STARTS_ZH}(?:{_STARTS_ZH}|请|你|都|再也|给我|跟我|对我"
            rf"|也){{0,4}}(?P<x>(?:不要|别|不许|禁止|不准|不可以|不能|不得|少|勿|不用)(?!是|不|么|想|了"
            rf"|紧)[^\n，,]{{2,60}}|[^\n，,]{{0,10}}?(?:必须|要|得|只能|只|先)(?:先|都"
            rf"|记得)?(?:{_ACTS_ZH})[^\n，,]{{0,50}}))$"
        ),
        _rule,
        _WHY,
        cues=(
            "以后",
            "现在起",
            "今",
            "往后",
            "永远",
            "任何",
            "无论",
            "每次",
            "一律",
            "规则",
            "千万",
            "绝对",
            "一定",
            "再也",
        ),
        yields=True,
    ),
    Rule(
        "rules.never.zh",
        regex(
            ZH + r"(?P<said>(?:请|你|麻烦|拜托|都){0,3}(?P<x>(?:不要再|别再|不许再|禁止|严禁|不准再?|永远不要"
            r"|永远别|绝对不要|绝不要|千万不要|千万别|再也不要|再也别)[^\n，,]{2,50}))$"
        ),
        _rule,
        _WHY,
        cues=("再", "禁", "不准", "永远", "绝", "千万"),
        yields=True,
    ),
    Rule(
        "rules.topic.zh",
        regex(
            ZH + r"(?P<said>(?:不要|别|不想|不许)(?:跟我|和我|在我面前|对我|听你|再){0,2}(?P<x>(?:提起?|聊|谈"
            r"|说起|讨论|拿)(?!你|这个了)[^\n，,]{2,30}))$"
        ),
        _rule,
        _WHY,
        cues=("提", "聊", "谈", "说起", "讨论", "拿"),
        yields=True,
    ),
)
