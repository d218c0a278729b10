"""Tasks said in other ways: what is not done yet, and what has been put aside."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.known import meant
from perdure.intake.extract.rules.phrases import EN, ZH, I, bare, tidy
from perdure.intake.extract.rules.tasks import names_work, split_due, state_of, task
from perdure.regex import regex


def _open(m: Matched, r: Reading) -> Draft | None:
    """`报销单还没填`, `the invoice still isn't sent`: a piece of work that waits to be done."""
    said = bare(m["x"])
    if not said or not names_work(said):
        return None
    title = f"{m['v']}{said}" if r.is_zh else said
    _, due = split_due(tidy(r.clause.sentence), r)
    held = meant(title, r.known, "tasks")
    return task(r, title, "todo", due=due, held=held)


def _chore(m: Matched, r: Reading) -> Draft | None:
    said = bare(m["x"])
    title, due = split_due(said, r)
    if m["v"]:
        title = f"{m['v']}{title}" if r.is_zh else f"{title} {m['v']}"
    if len(title) < 2 or re.match(
        r"(?:i|you|it|he|she|we|go|be|sleep|eat|rest|leave|run|think|know|say|see|talk)\b", title, I
    ):
        return None
    return task(r, title, "todo", due=due, held=meant(title, r.known, "tasks"))


def _dated(m: Matched, r: Reading) -> Draft | None:
    made = _chore(m, r)
    return made if made and made.value.get("due") else None


def _stuck(m: Matched, r: Reading) -> Draft:
    title = bare(m["x"])
    return task(r, title, "blocked", held=meant(title, r.known, "tasks"), note=tidy(m["why"]))


_NEW = "heard.task"
_STATE = "heard.task_state"

RULES = (
    Rule(
        "chores.open.zh",
        regex(
            ZH + r"(?:我的?)?(?P<x>[^\n，,我你他她]{2,12}?)(?:我)?(?:到现在)?(?:还没有?|都没)"
            r"(?P<v>填|交|写|做|买|发|寄|弄|办|改|订|付|缴|提交|处理|回复|审|整理|准备|报)(?:完|好|呢)?$"
        ),
        _open,
        _NEW,
        cues=("还没", "都没"),
        yields=True,
    ),
    Rule(
        "chores.open.en",
        regex(
            EN + r"(?:my|the|our) (?P<x>(?:[a-z]+ ){0,3}[a-z]+) (?:still )?(?:isn'?t|is not|hasn'?t been|needs "
            r"to be|has to be"
            r"|is still not) (?P<v>[a-z]+(?:ed|en|nt|id|ne|de))(?: yet)?(?: (?:by|before|until) [^\n]{2,20})?$",
            I,
        ),
        _open,
        _NEW,
        cues=("isn't", "is not", "hasn't", "needs to", "has to", "still not"),
        yields=True,
    ),
    Rule(
        "chores.doing.zh",
        regex(
            ZH + r"(?P<x>[^\n，,我你他她]{2,12}?)(?:我们?)(?:还|正|现在|一直|已经){0,2}在(?:做|写|弄|改|忙|处理"
            r"|开发|准备|整理|修|调试?|推进"
            r"|画|剪|赶|重构|翻译|测试?|排查|跟进)(?:中|呢)?$"
        ),
        state_of("doing"),
        _STATE,
        cues=("在",),
        yields=True,
    ),
    Rule(
        "chores.aside.zh",
        regex(
            ZH + r"(?P<x>[^\n，,我你他她]{2,12}?)(?:的事情?|的工作|这件事|这事)?(?:只能|只好)?(?:先)?"
            r"(?:暂停|搁置|放一放|缓一缓|停一下|停下来)(?:了|吧)?(?:[，,](?:在?等|因为|要等|得等)(?P<why>["
            r"^\n，,]{2,24}))?$"
        ),
        state_of("blocked"),
        _STATE,
        cues=("暂停", "搁置", "放一放", "缓一缓", "停一下", "停下来"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "chores.aside.en",
        regex(
            EN + r"(?:(?:my|the|our) )?(?P<x>(?:[a-z]+ ){0,3}[a-z]+) (?:is|are|has been|have been)(?: currently"
            r"| now)? "
            r"(?:on hold|paused|put on hold|parked|stalled)(?:,? (?:until|because|pending|while|waiting fo"
            r"r) (?P<why>[^\n]{2,50}))?$",
            I,
        ),
        state_of("blocked"),
        _STATE,
        cues=("on hold", "paused", "parked", "stalled"),
        yields=True,
    ),
    Rule(
        "chores.needs.en",
        regex(
            EN + r"(?:my|the|our) (?P<x>(?:[a-z]+ ){0,2}[a-z]+) (?:still |really )?needs? (?P<v>[a-z]+ing)(?: ("
            r"?:by|before|this|soon|asap)[^\n]{0,20})?$",
            I,
        ),
        _chore,
        _NEW,
        cues=("need",),
        yields=True,
    ),
    Rule(
        "chores.got_to.en",
        regex(
            r"^(?:i(?:'ve)? )?(?:got to|gotta|must|have to) (?P<x>[a-z]+ [^\n]{3,60}?(?:(?:on|by|before|th"
            r"is|next) [^\n]{3,20}|tomorrow))$",
            I,
        ),
        _dated,
        _NEW,
        cues=("got to", "gotta", "must", "have to"),
        yields=True,
    ),
    Rule(
        "chores.stuck.en",
        regex(
            r"^(?:i |we )?can'?t (?:move on|go on|continue|proceed|get on|start|finish)(?: with| on)? (?P<"
            r"x>(?:my |the |our )?(?:[a-z]+ ){0,3}[a-z]+) (?:until|before|without) (?P<why>[^\n]{3,50})$",
            I,
        ),
        _stuck,
        _STATE,
        cues=("can't", "cant"),
        yields=True,
    ),
    Rule(
        "chores.left.zh",
        regex(
            ZH + r"(?:就|只|还)(?:差|剩)(?:下)?(?P<x>[^\n，,我你他]{2,10}?)(?:还)?没(?P<v>做|写|弄|画|交|改|买|"
            r"定|填|发|剪|录)(?:完|好)?(?:了)?$"
        ),
        _chore,
        _NEW,
        cues=("差", "剩"),
        yields=True,
    ),
    Rule(
        "chores.done.zh",
        regex(
            ZH + r"(?P<x>[^\n，,我你他她]{2,12}?)我(?:已经|都|刚){1,2}(?:开|写|做|弄|交|改|买|订|填|发|寄|办|付"
            r"|缴|签|整理|准备|修|取)(?:好|完|掉|出去|过)?了$"
        ),
        state_of("done"),
        _STATE,
        cues=("我已经", "我都", "我刚"),
        yields=True,
    ),
    Rule(
        "chores.half.zh",
        regex(
            ZH + r"(?P<x>[^\n，,我你他她]{2,12}?)(?:我)?(?:才|刚|只)?(?:做|写|弄|改|画|整理|迁移|搬|装)了一半["
            r"，,](?:在等|等着?|卡在|要等)(?P<why>[^\n，,]{2,20})$"
        ),
        state_of("blocked"),
        _STATE,
        cues=("一半",),
        sentence=True,
        yields=True,
    ),
)
