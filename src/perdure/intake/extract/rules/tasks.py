"""Things to do: new ones with their due dates, and what became of those that are known."""

from __future__ import annotations

import re
from collections.abc import Callable

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day
from perdure.intake.extract.known import meant, same_thing
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, bare, say, tidy
from perdure.intake.words import regex
from perdure.values import JSON

_DUE_EDGE = regex(r"[\s,，]*\b<tasks.due_edge>$|[\s,，]*(?:在|到|于|截止到?|最晚|最迟)$", I)
_DUE_FRONT = regex(r"^(?:<tasks.due_front>|at \d{1,2}(?::\d\d)? ?(?:am|pm)?|[，, ]){1,4}", I)
_CLOCK = regex(
    r"[\s,]*\b(?:at|around|by) \d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)?\b"
    r"|(?:上午|下午|晚上|早上|中午|凌晨)?[一二两三四五六七八九十\d]{1,3}(?:点半?|:\d\d)(?:钟)?",
    I,
)
_IDLE = regex(r"^<tasks.idle>\b|^<tasks.idle_zh>", I)
_WORK_ZH = r"(?:<tasks.work_zh>|给.{1,8}(?:打电话|发|寄|回|写|买)|把.{1,16})"
_WORK = regex(rf"<tasks.work>\b|{_WORK_ZH}", I)
_THE_TASK = regex(r"<tasks.the_task>", I)


def task(
    r: Reading,
    title: str,
    status: str,
    *,
    due: str | None = None,
    held: KnownItem | None = None,
    note: str | None = None,
) -> Draft:
    """A task as a draft; what is known of it stays, unless it is said anew."""
    value: dict[str, JSON] = dict(held.value) if held else {"title": title}
    value["status"] = status
    if due:
        value["due"] = due
    if note:
        kept = value.get("notes", [])
        value["notes"] = [*(kept if isinstance(kept, list | tuple) else []), note]
    words = {
        "todo": ("To do", "待办"),
        "doing": ("In progress", "进行中"),
        "done": ("Done", "已完成"),
        "blocked": ("Blocked", "受阻"),
    }
    en, zh = words[status]
    when = say(r, " (due {due})", "（截止{due}）", due=value["due"]) if value.get("due") and status != "done" else ""
    why = say(r, ": {note}", "：{note}", note=note) if note else ""
    name = str(value.get("title", title))
    content = say(
        r,
        "{state}: {name}{when}{why}",
        "{state}：{name}{when}{why}",
        state=zh if r.is_zh else en,
        name=name,
        when=when,
        why=why,
    )
    return Draft("tasks", value, content, importance=0.6, key=held.key if held else None, replaces=held is not None)


def split_due(text: str, r: Reading) -> tuple[str, str | None]:
    """A title without its date, and the date."""
    found = find_day(text, r.today)
    if found is None:
        return tidy(_CLOCK.sub("", text)), None
    before, after = _DUE_EDGE.sub("", text[: found.start].rstrip()), _DUE_FRONT.sub("", text[found.end :].lstrip())
    joined = f"{before} {after}" if before and after and before[-1].isascii() else before + after
    return tidy(_DUE_EDGE.sub("", tidy(_CLOCK.sub("", tidy(joined))))), found.day.isoformat()


_MOVED_ZH = regex(r"把(?P<o>[^把]{1,16}?)(?P<v><tasks.moved_zh>)(?:完|好|掉|了|出去|上去){0,2}$")


def _title(text: str) -> str:
    text = re.sub(
        r"^(?:to|that i (?:need|have) to|我?要|得|去(?=[买取拿交办寄])|一下|需要){1,4} ?", "", tidy(text), flags=I
    )
    text = tidy(re.sub(r"^(?:我?要|得|to) ?", "", text, flags=I))
    moved = _MOVED_ZH.match(text)  # 把电费交了 is 交电费
    return f"{moved['v']}{moved['o']}" if moved else text


def _new(gate: bool) -> Callable[[Matched, Reading], Draft | None]:
    def make(m: Matched, r: Reading) -> Draft | None:
        said = tidy(m["x"])
        front = tidy(m["front"]) if m["front"] else ""
        title, due = split_due(f"{front} {said}" if front else said, r)
        title = _title(title)
        if len(title) < 2 or len(title) > 90:
            return None
        if gate and (_IDLE.match(title) or not _WORK.match(title)):
            return None
        held = same_thing(title, r.known, "tasks")
        return task(r, title, "todo", due=due, held=held if held and held.value.get("status") != "done" else None)

    return make


_WORK_NOUN = regex(r"\b<tasks.nouns>\b|<tasks.nouns_zh>", I)
_NOT_WORK = regex(r"^<tasks.no_work>$|^<tasks.no_work_zh>$", I)


def names_work(said: str) -> bool:
    """Whether a phrase that means no known task is short and names a piece of work."""
    return (
        len(said.split()) <= 6
        and not re.search(r"\b(?:that|which|who|to|with my|some|when|it's)\b", said, I)
        and bool(_WORK_NOUN.search(said))
    )


def state_of(status: str) -> Callable[[Matched, Reading], Draft | None]:
    def make(m: Matched, r: Reading) -> Draft | None:
        said = bare(m["x"])
        said = re.sub(r"^(?:居然|把|那个|这个|今天的|昨天的|一个|一份|一篇) ?|(?:我|是|都|被)$", "", said)
        note = tidy(m["why"]) or None
        if not said or len(said) > 80 or said[-1] in "快没不还" or said[0] in "的地得" or re.search(r"说|[:：]", said):
            return None
        held = meant(said, r.known, "tasks")
        if held is None:
            only = [item for item in r.known.latest if item.type == "tasks"]
            if _THE_TASK.fullmatch(said) and len(only) == 1:
                held = only[0]
        if held is None and (_NOT_WORK.match(said) or not names_work(said)):
            return None
        title, due = split_due(said, r) if status != "done" else (said, None)
        return task(r, title or said, status, due=due, held=held, note=note)

    return make


def _known_only(make: Callable[[Matched, Reading], Draft | None]) -> Callable[[Matched, Reading], Draft | None]:
    """Only where the words mean a task that is known: `invoice sent`."""
    return lambda m, r: make(m, r) if meant(bare(m["x"]), r.known, "tasks") else None


def _due(m: Matched, r: Reading) -> Draft | None:
    held = meant(m["x"], r.known, "tasks")
    found = find_day(m["when"], r.today)
    if held is None or found is None:
        return None
    return task(r, "", str(held.value.get("status", "todo")), due=found.day.isoformat(), held=held)


def _cancel(m: Matched, r: Reading) -> Draft | None:
    held = meant(m["x"], r.known, "tasks")
    if held is None:
        return None
    content = say(r, "No longer to do: {title}.", "不用再做：{title}。", title=held.value.get("title"))
    return Draft("tasks", held.value, content, retract=True, key=held.key)


_DAY_ZH = (
    r"(?:今天|今晚|今早|明天|明早|明晚|大?后天|(?:下下?个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天末]"
    r"|[一二三四五六七八九十\d]{1,3}月[一二三四五六七八九十\d]{1,3}[日号]|\d{4}-\d\d?-\d\d?"
    r"|下个?月[一二三四五六七八九十\d]{1,3}[日号]|[一二两三四五六七八九十\d]{1,3}天[后内]"
    r"|[一二三四五六七八九十\d]{1,3}号|月底|年底|下午|上午|晚上)"
)
_NEW = "heard.task"
_STATE = "heard.task_state"


def _is_due(m: Matched, r: Reading) -> Draft | None:
    found = find_day(m["front"], r.today)
    title = bare(m["x"])
    if found is None or not title:
        return None
    return task(r, title, "todo", due=found.day.isoformat(), held=meant(title, r.known, "tasks"))


_gated = _new(True)


_PLAIN_ZH = regex(r"<tasks.plain_zh>(?!现|生|展|挥|是|有|得)")


def _need_zh(m: Matched, r: Reading) -> Draft | None:
    """`我周五之前要交报告`; where no day is named, only `我` and a verb that can mean nothing but a task."""
    found = find_day(f"{m['front']}{m['x']}", r.today)
    if not found and not ("我" in m.text and _PLAIN_ZH.match(m["x"])):
        return None
    if re.search("这些|那些|一些|一下$", m["x"]):
        return None
    if re.search(r"你|他|她|谁|大家", f"{m['front']}{m['x']}"[:8]):
        return None
    return _gated(m, r)


_CALL_OFF = (
    r"(?:please )?(?:cancel|drop|scrap|remove|delete|forget(?: about)?) (?:the )?(?:task|reminder|todo)"
    r"(?: to| about| for)?"
)
_DID = (
    r"(?:(?:i|we|i'm|we're)(?:'ve|'m|'re| have| am| are)? ?)?"
    r"(?:finally |just |already |now |all |also |actually |basically ){0,4}<tasks.done>"
    r"(?: up| off| with| out| writing| reading| the){0,4} (?P<x>[^\n]{2,70}?)"
)
_IS_DONE = (
    r"(?P<x2>(?:the |my |our )?[A-Za-z][^\n]{1,60}?)(?:'s| is| are| has been| have been| was| got)"
    r"(?: now| finally| all| officially| already| been){0,4} <tasks.done_states>"
)
_STUCK_ON = (
    r"(?:i'?m|we'?re|i am|we are)(?: still| completely| totally| currently| now)? (?:blocked|stuck)"
    r"(?: on| with) (?P<x>[^\n]{2,60}?)(?: (?:because(?: of)?|until|waiting (?:for|on)|by|due to|:|,"
    r"|since) (?P<why>[^\n]{3,90}))?"
)
_IS_STUCK = (
    r"(?P<x2>(?:the |my |our )?[A-Za-z][^\n]{1,60}?) (?:is|are)(?: still| completely| now| currently)? "
    r"(?:blocked|stuck|on hold|stalled|waiting)"
    r"(?:(?: (?:by|on|because(?: of)?|until|for|waiting (?:for|on)|due to)|[,:;]) (?P<why2>[^\n]{2,90}))?"
)
_CANNOT = (
    r"(?:i |we )?can'?t (?:continue|proceed|move on|finish|start|go on|make progress)(?: with| on)? "
    r"(?P<x3>[^\n]{3,60}?) (?:until|because(?: of)?|without|before|since) (?P<why3>[^\n]{3,90})"
)
_IS_STUCK_ZH = (
    r"(?:我|我们)?(?:的)?(?:现在|目前|今天){0,4}(?P<x>[^\n，,]{2,24}?)"
    r"(?:现在|目前|还|又|这边|也){0,4}<tasks.stuck_zh>(?P<why4>[^\n，,了]{2,30})?(?:了|着)?"
    r"(?:[，,](?:因为|在等|等着|等|需要|要等|得等|缺|由于)?(?P<why>[^\n]{2,50}))?"
)
_STUCK_ON_ZH = (
    r"(?:我|我们)?(?:现在|目前)?(?:卡在|被)(?P<x2>[^\n，,]{2,24}?)(?:上|这里|这一步|这儿|卡住)(?:了)?"
    r"(?:[，,](?:因为|在等|等着|等)?(?P<why2>[^\n]{2,50}))?"
)
_REMIND_WHEN = (
    r"(?:tomorrow|tonight|on [A-Z][a-z]+|next [A-Z][a-z]+|later today|in [a-z0-9]+ (?:days?|weeks?)"
    r"|this (?:evening|afternoon)|at [0-9apm: ]+)"
)
_ADD_TASK = (
    r"(?:add|put) (?:a )?(?:task|todo|reminder)(?: for me)?(?: to|:)"
    r"|(?:new )?(?:to-?do|task|action item)(?: for me)?:"
)
_DEADLINE_OF = (
    r"(?:the |my )?(?:deadline|due date) (?:for|of) (?:the |my )?(?P<x>[^\n]{2,50}?) "
    r"(?:is|was|has been|got|moved|changed)(?: now| been)?"
    r"(?: (?:moved|pushed|extended|changed|postponed|brought forward))?(?: back)?(?: to)? "
    r"(?P<when>[^\n]{3,30})"
)
_DEADLINE = (
    r"(?:the |my )?(?P<x2>[^\n]{2,50}?) (?:deadline |due date )?(?:is|was|has been|got)(?: now)? "
    r"(?:moved|pushed|extended|changed|postponed|due)(?: back)?(?: to)? (?P<when2>[^\n]{3,30})"
)
_SOON_ZH = r"今天|明天|后天|今晚|明早|下?周[一二三四五六日天]"
_REMIND_ZH = (
    rf"(?:记得|到时候?|(?P<front>{_SOON_ZH}|\d+月\d+[日号]))?(?:请|你|帮我|麻烦你?|可以){{0,4}}"
    r"(?:提醒我(?!了|到|想|妈|爸|们|的|家|老)|别忘了提醒我|别让我忘了|待办[：:]?|todo[：:]|任务[：:]"
    r"|加个?待办[：:]?|记个待办[：:]?|新增任务[：:]?|添加(?:一个)?(?:任务|待办)[：:]?)(?:一下)?"
    r"(?:，|,|：|:)?(?P<x>[^\n]{2,50})"
)
_REMEMBER_TO_ZH = (
    rf"(?:(?P<front2>{_SOON_ZH}))?(?:我)?(?:别忘了|不要忘了?|记得|不能忘了?)(?:要|得|去)?"
    rf"(?P<x2>(?:{_SOON_ZH})?(?:上午|下午|晚上|早上)?(?:我)?(?:要|得|去)?{_WORK_ZH}[^\n，,]{{0,40}})"
)

RULES = (
    Rule(
        "tasks.cancel.en",
        regex(
            EN + r"(?:i |we )?(?:(?:don'?t|do not|no longer) (?:need|have) to|not going to|won'?t (?:need to )?"
            rf"|can (?:skip|drop|cancel)|{_CALL_OFF}|never ?mind (?:about )?|no need to) ?(?P<x>[^\n]{{3,80}}?)"
            r"(?: (?:any ?more|after all|now|task|reminder)){0,4}$",
            I,
        ),
        _cancel,
        _STATE,
        cues=("can ", "<tasks.cancel_cues>"),
    ),
    Rule(
        "tasks.cancel.zh",
        regex(
            ZH + r"(?:我)?(?:(?:不用|不需要|不必|没必要)(?:再)?(?P<x>[^\n，,]{2,30}?)"
            r"|(?:取消|删掉|去掉|划掉)(?:那个|这个)?(?P<x2>[^\n，,]{2,30}?)(?:的)?(?:任务|待办|提醒|事)?"
            r"|(?P<x3>[^\n，,]{2,24}?)(?:先|暂时)?(?:不用做|取消|不用管|不做|不用去|不用))(?:了|吧|啦){0,4}$"
        ),
        _cancel,
        _STATE,
        cues=("不用", "不需要", "不必", "取消", "删掉", "去掉", "划掉", "不做", "没必要"),
    ),
    Rule(
        "tasks.done.en",
        regex(rf"{EN}(?:{_DID}|{_IS_DONE})(?: (?:<tasks.done_when>|✅)){{0,4}}$", I),
        state_of("done"),
        _STATE,
        cues=("<tasks.done_cues>",),
    ),
    Rule(
        "tasks.done.zh",
        regex(
            ZH + r"(?:我们?)?<tasks.before_done_zh>{0,4}(?P<x>[^\n，,]{1,24}?)(?:我们?)?<tasks.after_task_zh>{0,4}"
            r"(?:<tasks.does_zh>(?:完|好|掉|上去|出去|过)|<tasks.done_zh>)了(?:啦|～|！|✅)?$|"
            + ZH
            + r"(?:我们?)?(?:已经|刚|刚刚|终于|今天|昨天|总算){0,4}"
            r"(?:<tasks.does_zh>(?:完|好)|<tasks.done_before_zh>)了(?P<x2>[^\n，,]{2,24})$"
        ),
        state_of("done"),
        _STATE,
        cues=("了",),
    ),
    Rule(
        "tasks.done_short.en",
        regex(EN + r"(?:the |my )?(?P<x>[A-Za-z][^\n]{2,50}?)[ :-]+<tasks.done_short>$", I),
        _known_only(state_of("done")),
        _STATE,
        cues=("<tasks.done_short>",),
        yields=True,
    ),
    Rule(
        "tasks.blocked.en",
        regex(rf"{EN}(?:{_STUCK_ON}|{_IS_STUCK}|{_CANNOT})$", I),
        state_of("blocked"),
        _STATE,
        cues=("block", "stuck", "hold", "stalled", "waiting", "can't", "cant"),
        sentence=True,
    ),
    Rule(
        "tasks.blocked.zh",
        regex(rf"{ZH}(?:{_IS_STUCK_ZH}|{_STUCK_ON_ZH})$"),
        state_of("blocked"),
        _STATE,
        cues=("卡", "阻塞", "停滞", "暂停", "搁置", "做不下去", "推进不了", "进行不下去"),
        sentence=True,
    ),
    Rule(
        "tasks.doing.en",
        regex(
            EN + r"(?:(?:i'?m|we'?re|i am|we are|i|we)(?:'ve| have)?"
            r"(?: now| currently| still| just| already| been| finally){0,4} )?<tasks.doing> (?P<x>[^\n]{3,70}?)$",
            I,
        ),
        _known_only(state_of("doing")),
        _STATE,
        cues=("<tasks.doing_cues>",),
    ),
    Rule(
        "tasks.doing.zh",
        regex(
            ZH + r"(?:我们?)?(?:现在|已经|正|还|今天|目前|刚|刚刚|一直){0,4}"
            r"(?:在<tasks.doing_zh>|着手(?:做|写)?|开始<tasks.starting_zh>?了?)(?P<x>[^\n，,]{2,24})$|"
            + ZH
            + r"(?P<x2>[^\n，,]{2,20}?)(?:正在|已经在|已经开始|开始)(?:做|写|弄|进行|推进|处理|开发|改|画)"
            r"(?:中|了)?$"
        ),
        _known_only(state_of("doing")),
        _STATE,
        cues=("在", "着手", "开始"),
    ),
    Rule(
        "tasks.remind.en",
        regex(
            EN + r"(?:can you |could you |please |pls |also ){0,4}"
            rf"(?:remind me(?P<front> {_REMIND_WHEN})?,? (?:to|about|that i (?:need|have) to)|{_ADD_TASK}"
            rf"|note to self:|make a note to) {REST}",
            I,
        ),
        _new(False),
        _NEW,
        cues=("remind", "forget to", "remember to", "task", "todo", "to-do", "action item", "note to"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "tasks.remember_to.en",
        regex(
            EN + r"(?:please |pls |also |i must ){0,4}(?:don'?t (?:let me )?forget to"
            rf"|(?:i )?(?:must |have to |need to )?remember to) {REST}",
            I,
        ),
        _new(True),
        _NEW,
        cues=("forget to", "remember to"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "tasks.add.en",
        regex(
            EN + r"(?:can you |could you |please )?(?:add|put) (?P<x>[^\n]{2,70}?) (?:to|on|in|into) (?:my|the|our) "
            r"(?:to-?do(?: list)?|task list|list|tasks|backlog|shopping list)(?: for (?P<front>[^\n]{2,20}))?$",
            I,
        ),
        _new(False),
        _NEW,
        cues=("add", "put"),
        guarded=False,
    ),
    Rule(
        "tasks.need.en",
        regex(
            EN + r"(?:(?P<front>by [A-Z]?[a-z]+(?: \d{1,2})?|tomorrow|on [A-Z][a-z]+|next [A-Z]?[a-z]+|tonight),? )?"
            r"(?:i|we)?(?:'ve| have|'ll| will| also| still| really){0,4} ?"
            rf"(?:need to|got to|gotta|have to|must|am supposed to|'m supposed to|have got to) {REST}",
            I,
        ),
        _new(True),
        _NEW,
        cues=("need to", "got to", "gotta", "have to", "must", "supposed to"),
        sentence=True,
    ),
    Rule(
        "tasks.due.en",
        regex(
            EN + r"(?:my |the |our )(?P<x>(?:[a-z0-9-]+ ){0,4}<tasks.due_nouns>(?: [a-z]+)?) (?:is|are|was)(?: now)? "
            r"(?:due|to be (?:submitted|delivered|handed in|paid)) (?P<front>[^\n]{3,40})$",
            I,
        ),
        _is_due,
        _NEW,
        cues=("due", "to be"),
    ),
    Rule(
        "tasks.redue.en",
        regex(rf"{EN}(?:{_DEADLINE_OF}|{_DEADLINE})$", I),
        _due,
        _STATE,
        cues=("deadline", "due", "moved", "pushed", "extended", "postponed", "changed"),
    ),
    Rule(
        "tasks.redue.zh",
        regex(
            ZH + r"(?:把)?(?P<x>[^\n，,]{2,24}?)(?:的)?(?:截止日期|截止时间|deadline|ddl|日期|时间)?"
            r"(?:改到|改成|推迟到|延到|延期到|提前到|挪到|改为|延后到)(?:了)?(?P<when>[^\n，,]{2,16}?)"
            r"(?:了|交|吧){0,4}$",
            I,
        ),
        _due,
        _STATE,
        cues=("改到", "改成", "推迟", "延", "提前到", "挪到", "改为"),
    ),
    Rule(
        "tasks.remind.zh",
        regex(rf"{ZH}{_REMIND_ZH}$|^(?:对了|还有|顺便|嗯|另外|[，, ]){{0,4}}{_REMEMBER_TO_ZH}$", I),
        _new(False),
        _NEW,
        cues=("提醒", "待办", "todo", "任务", "忘", "记得"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "tasks.add.zh",
        regex(
            ZH + r"(?:请|你|帮我|麻烦){0,4}把(?P<x>[^\n，,]{2,30}?)(?:加到|加进|放到|放进|写进|列入|记到|加入)"
            r"(?:我的?|到)?(?:待办|任务列表|todo|清单|任务|购物清单).{0,4}$",
            I,
        ),
        _new(False),
        _NEW,
        cues=("加", "放", "写进", "列入", "记到"),
        guarded=False,
    ),
    Rule(
        "tasks.need.zh",
        regex(
            ZH + rf"(?:我们?|咱们?)?(?P<front>(?:[^\n，,我]{{0,4}}{_DAY_ZH}[^\n，,我]{{0,4}}?(?:前|之前|以前)?)?)"
            r"(?:我们?)?(?:还|也|就|必须|一定|的话){0,4}(?:要|得|需要|必须|还要|还得)(?!<tasks.no_need_zh>)"
            r"(?P<x>(?:在)?[^\n，,]{2,40})$"
        ),
        _need_zh,
        _NEW,
        cues=("要", "得", "必须"),
        yields=True,
    ),
    Rule(
        "tasks.due.zh",
        regex(
            ZH + r"(?:我的?)?(?P<x>[^\n，,]{0,16}?<tasks.due_nouns_zh>)(?:的)?"
            r"(?:截止(?:日期|时间)?|deadline|ddl|最晚|最迟)?(?:是|要|在|到){0,4}(?P<front>[^\n，,]{2,14}?)"
            r"(?:之前|前)?(?:要)?(?:交|截止|提交|到期|之前交|前交)$",
            I,
        ),
        _is_due,
        _NEW,
        cues=("交", "截止", "到期"),
    ),
)
