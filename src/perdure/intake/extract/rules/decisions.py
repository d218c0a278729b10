"""What was settled, and why."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.known import meant
from perdure.intake.extract.rules.phrases import ASCII, EN, ZH, I, bare, say, tidy
from perdure.intake.words import regex
from perdure.values import JSON

# What a choice is about, where only the thing chosen is named.
_TOPICS = (
    (
        "database",
        regex(r"\b(?:postgres(?:ql)?|mysql|sqlite|mongo(?:db)?|duckdb|dynamodb|mariadb|cockroach(?:db)?)\b", ASCII),
    ),
    ("frontend framework", regex(r"\b(?:react|vue|svelte|angular|solid\.?js|next\.?js|nuxt)\b", ASCII)),
    ("web framework", regex(r"\b(?:fastapi|django|flask|express|rails|spring|starlette)\b", ASCII)),
    ("package manager", regex(r"\b(?:npm|pnpm|yarn|poetry|uv|pip|conda)\b", ASCII)),
    ("cloud", regex(r"\b(?:aws|gcp|azure|hetzner|阿里云|腾讯云)\b", ASCII)),
    ("cache", regex(r"\b(?:redis|memcached|valkey)\b", ASCII)),
    ("queue", regex(r"\b(?:kafka|rabbitmq|nats|sqs|celery)\b", ASCII)),
    ("game engine", regex(r"\b(?:unity|godot|unreal)\b", ASCII)),
    ("programming language", regex(r"\b(?:rust|go|golang|python|typescript|java|kotlin)\b", ASCII)),
)
_WHY = regex(
    r"[,，]? ?\b(?:because(?: of)?|since|due to|as it|so that)\b ?(?P<w>.{3,160})$"
    r"|[，,]?(?:因为|由于|理由是|原因是|毕竟|主要是)(?P<w2>.{2,120})$",
    I,
)
_FOR = regex(r" (?:for|as) (?:the |our |my |all )?(?P<t>[^,]{2,40})$", I)
_FOR_ZH = regex(
    r"^(?P<t>[\u4e00-\u9fffA-Za-z]{2,12}?)(?:就|统一|都|还是|先|改|最终|最后)?<decisions.choose_zh>"
    r"(?:了|为|成)?(?P<d>.{1,40})$"
)


_INSTEAD = regex(
    r"\b(?:instead|switch(?:ed|ing)?|change[ds]?|no longer|anymore)\b|改成|改用|换成|不再|改为|换到|最后|最终", I
)
"""How people say that a decision takes the place of another about the same matter."""
_NEW_CLAUSE = regex(r", (?=<decisions.new_clause>\b)", I)
_IN_COMPANY = regex(r"\b(?:went|going) with <decisions.company>\b|agreed with|picked (?:up|on)|settled in\b", I)


def _decide(m: Matched, r: Reading) -> Draft | None:
    said = tidy(m["x"])
    whole = r.clause.sentence
    why = _WHY.search(whole)
    rationale = tidy(why["w"] or why["w2"] or "") if why else None
    cut = _WHY.search(said)
    said = tidy(said[: cut.start()]) if cut else said
    if r.is_zh:
        said = re.split("[，,](?!不用|而不是|不再)", said, maxsplit=1)[0]
    said = _NEW_CLAUSE.split(said, maxsplit=1)[0]
    said = tidy(re.sub(r"^(?:that |on |to |upon )", "", said, flags=I))
    topic: str | None = tidy(m["t"]) if m["t"] else None
    left = re.search(
        r"(?: instead of| rather than| over| not|，?(?:不用|而不是|放弃|代替|替换|不再用)) ?"
        r"(?P<o>[^,，]{2,30})",
        said,
        I,
    )
    if topic is None:
        found = _FOR.search(said)
        found_zh = _FOR_ZH.match(said)
        if found and not re.match(r"(?:now|today|this|it|that|long|good|a while)", found["t"], I):
            topic = found["t"]
        elif found_zh and found_zh["t"] not in ("我们", "大家", "最后", "就", "以后", "决定", "采", "使"):
            topic = found_zh["t"]
    held = meant(left["o"], r.known, "decisions") if left else None
    if held is None and topic is not None and _INSTEAD.search(whole):
        held = meant(topic, r.known, "decisions")
    if held is not None:
        topic = str(held.value["topic"])
    if topic is None:
        topic = next((name for name, pattern in _TOPICS if pattern.search(said)), None)
    if (
        len(said) < 2
        or len(said) > 140
        or re.match(r"(?:it|that|this|not to decide|nothing|something|什么|好了|了)$|的", said, I)
    ):
        return None
    value: dict[str, JSON] = {"topic": bare(topic or said)[:80], "decision": said, "made_at": r.today.isoformat()}
    if rationale:
        value["rationale"] = rationale
    en = "Decided: {said}." if not rationale else "Decided: {said}, because {why}."
    zh = "已决定：{said}。" if not rationale else "已决定：{said}，因为{why}。"
    content = say(r, en, zh, said=said, why=rationale)
    return Draft("decisions", value, content, importance=0.8, replaces=held is not None, key=held.key if held else None)


_SAYS = "heard.decision"


_ONE_OFF = regex(
    r"\bi (?:just |finally |also )?(?:'ve )?(?:decided|chose|opted|picked)(?: to)? <decisions.one_off>\b", I
)


def _plain(text: str) -> bool:
    """`We went with friends` and `I'm going to bed` are no decisions."""
    if _ONE_OFF.search(text) or re.match(r"(?:now that|since|because|once|when|before)\b", text, I):
        return False
    if re.search(r"\b(?:going|gonna go|went)\b(?! with\b| to use\b)", text, I) and not re.search(
        r"decid|agreed|settled|opted|chose", text, I
    ):
        return False
    if re.search(
        r"\bi(?:'m| am)? (?:going|went|stuck|agreed|picked|chose|sticking|switching)\b"
        r"(?! with\b| to (?:use|using)\b| on\b)",
        text,
        I,
    ):
        return False
    return not _IN_COMPANY.search(text)


def _decide_en(m: Matched, r: Reading) -> Draft | None:
    return _decide(m, r) if _plain(m.text) else None


_WE_DECIDED = (
    r"(?:we|i|the team|the two of us|my wife and i|my husband and i)(?:'ve| have|'re| are|'m)?"
    r"(?: finally| just| all| both| officially| also| already){0,4} <decisions.decide>"
    r"(?: (?:on|to|that|for|with|upon|over))?"
)
_THE_DECISION = (
    r"it'?s decided:?(?: that)?|decision(?: made)?(?: is)?(?: on (?P<t>[^:]{2,30}))?:"
    r"(?: we'?ll| we will| we)?|final (?:decision|call|answer):?(?: we'?ll| we)?"
)
_CHOSEN_ZH = r"(?:[^，,]{2,16}[，,])?(?P<t>[\u4e00-\u9fff]{2,6}?)(?:最终|最后)?决定(?=放在|用|采用|改用|选|换成)"
_WE_DECIDED_ZH = (
    r"(?:经过[^，,]{2,16}[，,])?(?:我们?|团队|大家|老婆和我"
    r"|我和[\u4e00-\u9fff]{1,4})?<decisions.already_zh>{0,4}<decisions.decide_zh>"
    r"(?:是|就|了|要|，|,|：|:){0,4}"
)
_SO_ZH = r"(?:那就|就)(?:这么定了?|定了)[，,：:]?|定了[，,：:]|结论[是：:]|决策[：:]|决定[：:]"

RULES = (
    Rule(
        "decisions.decided.en",
        regex(
            EN + rf"(?:after [^,]{{3,40}}?,? )?(?:{_WE_DECIDED}|{_THE_DECISION}|<decisions.settle>) "
            r"(?P<x>[^\n]{2,160})$",
            I,
        ),
        _decide_en,
        _SAYS,
        cues=("<decisions.decide_cues>",),
        sentence=True,
    ),
    Rule(
        "decisions.decided.zh",
        regex(ZH + rf"(?:{_CHOSEN_ZH}|{_WE_DECIDED_ZH}|{_SO_ZH})(?P<x>[^\n]{{2,100}}?)(?:吧|了)?$"),
        _decide,
        _SAYS,
        cues=("<decisions.decide_cues_zh>",),
        sentence=True,
    ),
)
