"""`Remember …`: what the user asks to have kept is kept, also where no other rule knows what it is."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import I, say, tidy
from perdure.regex import regex
from perdure.values import Duration

_IS = regex(r"^(?:my |the |our )?(?P<k>[A-Za-z][^\n]{1,50}?)(?:'s| is| are| =|:) (?P<v>[^\n]{1,100})$", I)
_IS_ZH = regex(r"^(?:我的?|我们的?)?(?P<k>[^\n，,]{1,16}?)(?:是|在|为|[：:=])(?P<v>[^\n]{1,60})$")
_VAIN = regex(
    r"^(?:me|this|that|it|you|when|how|what|the (?:time|day|days|old)|us|him|her|them|to|who"
    r"|where|why|those|these|my name|everything|kids|folks|guys|with|and|i (?:told|said)"
    r"|this moment)$|^(?:when|how|the time|the days?|to) |^(?:我|你|了|哦|吗|这个|那个|他|她|它"
    r"|它们|这一刻|今天|啊|下来|一下|住|吃|带|我哦|我呀|我吧)$",
    I,
)


_SAYS = regex(
    r"\b(?:is|are|was|were|am|has|have|had|can|can't|cannot|do|don't|does|doesn't|will|won't|must"
    r"|needs?|goes|comes|ends?|starts?|lives?|works?|closes?|opens?|runs?|uses?|takes?|costs?"
    r"|means?|likes?|hates?|only)\b|'(?:s|m|re|ve)\b|=|:",
    I,
)
_ADVICE = regex(
    r"^(?:you|you're|it'?s|every|life|always|never|to|your|there'?s|we'?re all|no matter"
    r"|i'?m (?:always|here|proud|so)|i love|hard work|the (?:details|good|little|important))\b"
    r"|\byour(?:self)?\b",
    I,
)


def _keep(m: Matched, r: Reading) -> Draft | None:
    said = tidy(m["x"])
    if len(said) < (2 if r.is_zh else 6) or len(said) > 200 or _VAIN.match(said):
        return None
    if not r.is_zh and (_ADVICE.search(said) or not _SAYS.search(said)):
        return None  # a pep talk, or the memory of something: nothing is stated
    if not m["that"] and not r.is_zh and not re.match(r"(?:i|i'm|we|we're|my|our|the)\b", said, I):
        return None
    found = (_IS_ZH if r.is_zh else _IS).match(said)
    owner = r.subject
    if (
        found
        and len(found["k"]) > 1
        and not re.match(r"(?:it|that|this|there|what|who|i|you|he|she|we|they|not|我|你|他|这|那)$", found["k"], I)
    ):
        predicate, value = tidy(found["k"]), tidy(found["v"])
    else:
        predicate, value = said[:80], said
    if not predicate or not value:
        return None
    content = say(r, "Asked to remember: {said}.", "要求记住：{said}。", said=said)
    return Draft(
        "facts",
        {"subject": owner, "predicate": predicate, "value": value},
        content,
        importance=0.85,
        duration=Duration.PERMANENT,
    )


_WHY = "heard.asked_to_remember"

RULES = (
    Rule(
        "remember.en",
        regex(
            r"^(?:(?:please|pls|hey|ok|okay|also|and|just|btw|oh|so|can you|could you|you should"
            r"|i want you to|i need you to|make sure you|always)[,:]? ){0,4}(?:remember"
            r"|don'?t (?:you )?(?:ever )?forget|do not forget|keep in mind|bear in mind|note for (?:later|"
            r"next time)|note(?: down)?"
            r"|(?:make|keep|take) a note(?: of)?|write (?:this |that |it )?down|jot (?:this |that )?down|save this"
            r"|for future reference|take note|memori[sz]e|don'?t let me forget"
            r"|(?:just )?so you know(?: for (?:later|next time))?|for your (?:information|notes|records)|("
            r"?:store|keep|save) this)(?: this| the following"
            r"| for me)?(?P<that> that\b|:|,)?[,-]? (?!to\b)(?P<x>[^\n]{3,200})$",
            I,
        ),
        _keep,
        _WHY,
        cues=(
            "remember",
            "forget",
            "in mind",
            "note",
            "save this",
            "future ref",
            "memori",
            "down",
            "so you know",
            "information",
            "for your",
            "store",
            "keep",
        ),
        sentence=True,
        yields=True,
        guarded=False,
    ),
    Rule(
        "remember.zh",
        regex(
            r"^(?:请|麻烦|对了|你|要|一定|帮我|千万|给我|好好|可以|还有|另外|[，, ]){0,4}(?:记住|记下来?"
            r"|记一下|别忘了|不要忘记?了?|牢记|记好|记着|记得(?!你|吗|我们|有一次|当时|小时候|带|吃|回|叫|"
            r"提醒|去|给|买|按时|早点)|备忘一下|备注一下|留个底|存一下|做个记录|你?记牢)(?:哦|啊|了|一下|"
            r"这个|这点|这一?条|：|:|，|,"
            r"| ){0,4}(?P<x>[^\n]{2,120})$"
        ),
        _keep,
        _WHY,
        cues=("记", "忘", "备注", "留个底", "存一下"),
        sentence=True,
        yields=True,
        guarded=False,
    ),
)
