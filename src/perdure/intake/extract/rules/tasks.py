"""Things to do: new ones with their due dates, and what became of those that are known."""

from __future__ import annotations

import re
from collections.abc import Callable

from perdure.intake.extract.contract import Draft, KnownItem, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day
from perdure.intake.extract.known import meant, same_thing
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, bare, say, tidy
from perdure.regex import regex
from perdure.values import JSON

_DUE_EDGE = regex(
    r"[\s,，]*\b(?:by|before|on|until|due|till|no later than|at|for|this|is)$|[\s,，]*(?:在|到|于"
    r"|截止到?|最晚|最迟)$",
    I,
)
_DUE_FRONT = regex(
    r"^(?:之前|以前|前|内|的时候|上午|下午|晚上|早上|中午|我?要|得|morning|afternoon|evening"
    r"|night|at \d{1,2}(?::\d\d)? ?(?:am|pm)?|[，, ]){1,4}",
    I,
)
_CLOCK = regex(
    r"[\s,]*\b(?:at|around|by) \d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)?\b|(?:上午|下午|晚上|早上"
    r"|中午|凌晨)?[一二两三四五六七八九十\d]{1,3}(?:点半?|:\d\d)(?:钟)?",
    I,
)
_IDLE = regex(
    r"^(?:go(?: now| to bed| home| to sleep)?|sleep|eat|pee|rest|run|leave|know|say|tell you"
    r"|admit|ask you|think|be|see|talk|vent|breathe|relax|hear|understand|get (?:out|up|over)"
    r"|stop|do (?:it|this|that|something)|it|that|this|you|me|cry|chill|laugh|find out|figure out"
    r"|learn to|calm|scream|stay|wait|look|take a break|shower|drink|feel|remember|not|believe"
    r"|live)\b"
    r"|^(?:睡|吃|走|去睡|下班|上班|回家|休息|哭|死|疯|崩溃|说|问|告诉|想|知道|看看|静静|去洗澡"
    r"|洗澡|先走|撤|忙|加油|努力|冷静|听|是|会|的|被|减肥|好好|[做动]?手术)",
    I,
)
_WORK = (
    r"finish|write|submit|send|fix|deploy|review|prepare|book|buy|call|pay|renew|update|schedule"
    r"|file|return|pick up|email|draft|complete|order|clean|ship|release|test|migrate|refactor"
    r"|merge|print|sign|register|apply|cancel|reply to|respond to|hand in|turn in|upload|set up"
    r"|organize|organise|plan|reschedule|replace|repair|back up|create|add|implement|build|read"
    r"|study|revise|translate|record|edit|post|publish|mail|drop off|water|feed|deliver|debug"
    r"|document|install|configure|research|arrange|confirm|make an appointment|take out"
)
_WORK_ZH = (
    r"写|交|提交|发|修|改|部署|上线|评审|准备|订|买|打电话|缴|交费|续|更新|预约|报名|还|取|寄"
    r"|整理|完成|做完?|打印|签|注册|申请|取消|回复|上传|安排|收拾|换|备份|开发|实现|搭|读|复习"
    r"|翻译|录|剪|发布|浇|喂|送|调试|联系|确认|体检|搞定|弄|办|拿|去(?:医院|银行|邮局|超市|学校"
    r"|公司|机场|拿|取|买|办|交|看牙|接|体检|打疫苗|面试)|接|给.{1,8}(?:打电话|发|寄|回|写|买)"
    r"|把.{1,16}"
)


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


_MOVED_ZH = regex(
    "把(?P<o>[^把]{1,16}?)(?P<v>交|发|写|改|弄|做|修|买|订|还|寄|签|办|取|整理|提交|部署"
    "|打印)(?:完|好|掉|了|出去|上去){0,2}$"
)


def _title(text: str) -> str:
    text = re.sub(
        r"^(?:to|that i (?:need|have) to|我?要|得|去(?=[买取拿交办寄])|一下|需要){1,4} ?",
        "",
        tidy(text),
        flags=I,
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
        if gate and (
            _IDLE.match(title) or not (due or re.match(rf"(?:{_WORK})\b", title, I) or re.match(_WORK_ZH, title))
        ):
            return None
        if gate and due and not re.match(rf"(?:{_WORK})\b", title, I) and not re.match(_WORK_ZH, title):
            return None
        held = same_thing(title, r.known, "tasks")
        return task(r, title, "todo", due=due, held=held if held and held.value.get("status") != "done" else None)

    return make


_WORK_NOUN = regex(
    r"\b(?:report|pr|pull request|ticket|migration|slides?|deck|essay|homework|assignment|draft"
    r"|proposal|paper|thesis|refactor(?:ing)?|deployment|release|review|design|invoice|taxes"
    r"|tax return|application|presentation|chapter|module|feature|bug|tests?|docs?|documentation"
    r"|spec|api|endpoint|prototype|demo|website|script|email|form|survey|contract|budget"
    r"|spreadsheet|login page|dashboard|parser|integration|onboarding|quest|level|boss fight"
    r"|commission|portfolio|resume|cv|cover letter|homepage|landing page|layout|backend|frontend|database|pipeline"
    r"|grant|visa|passport|insurance|expenses?|bill|booking|newsletter|article|blog post|lecture|lesson plan|poster"
    r"|logo|translation|summary|minutes|agenda)\b"
    r"|报告|周报|月报|日报|作业|论文|文档|方案|简历|合同|代码|需求|接口|测试|重构|迁移|部署|上线"
    r"|设计稿|原型|邮件|表格|预算|发票|翻译|稿子|章节?|模块|功能|页面|登录页|评审|申请|策划|脚本"
    r"|视频|任务|作品集|首页|官网|网站|样式|组件|数据库|架构|系统|后台|前端|后端|爬虫|模型|报表|课件|教案|标书|提案|海报|文案"
    r"|总结|述职|账单|报销|护照|签证|驾照|保险|保单|清单|手册|教程|文章|博客|联调|支付|订单|采购|(?<![A-Za-z])(?:PR|PPT|bug)(?![A-Za-z])",
    I,
)
_DOES_ZH = (
    "写|做|弄|交|搞|改|修|发|办|处理|开发|测|读|看|剪|画|整理|部署|提交|备份|打印|准备|打|买|订"
    "|寄|付|翻译|收拾|录|审|迁移|续|取|还|签|预约"
)
_NOT_WORK = regex(
    r"^(?:it|that|this|with|work|lunch|dinner|breakfast|eating|you|for today|here|yet|myself"
    r"|the (?:book|movie|game|show|episode|series)|him|her|for|my (?:coffee|lunch|shift|tea"
    r"|dinner)|school|on|things|stuff)$|^(?:饭|班|课|澡|这|那|我|你|学|事|晚饭|午饭|早饭|了|就"
    r"|觉)$",
    I,
)


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
        if not said or len(said) > 80 or said[-1] in "快没不还" or said[0] in "的地得" or re.search("说|[:：]", said):
            return None
        held = meant(said, r.known, "tasks")
        if held is None:
            only = [item for item in r.known.latest if item.type == "tasks"]
            if (
                re.fullmatch(
                    r"(?:it|that|this|that one|那个|这个|它|这事|那事|这件事|那件事|任务|the task|that task)", said, I
                )
                and len(only) == 1
            ):
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
    r"(?:今天|今晚|今早|明天|明早|明晚|大?后天|(?:下下?个?|这个?|本)?(?:周|星期"
    r"|礼拜)[一二三四五六日天末]|[一二三四五六七八九十\d]{1,3}月[一二三四五六七八九十\d]{1,3}[日号]"
    r"|\d{4}-\d\d?-\d\d?|下个?月[一二三四五六七八九十\d]{1,3}[日号]"
    r"|[一二两三四五六七八九十\d]{1,3}天[后内]|[一二三四五六七八九十\d]{1,3}号|月底|年底|下午"
    r"|上午|晚上)"
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


_PLAIN_ZH = regex(
    "(?:交|提交|发|修|部署|上线|订|买|打电话|缴|续|更新|预约|报名|还|取|寄|打印|签|申请|回复"
    "|上传|备份|复习)(?!现|生|展|挥|是|有|得)"
)


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


RULES = (
    Rule(
        "tasks.cancel.en",
        regex(
            EN + r"(?:i |we )?(?:(?:don'?t|do not|no longer) (?:need|have) to|not going to"
            r"|won'?t (?:need to )?|can (?:skip|drop|cancel)|(?:please )?(?:cancel|drop|scrap|remove"
            r"|delete|forget(?: about)?) (?:the )?(?:task|reminder|todo)(?: to| about| for)?"
            r"|never ?mind (?:about )?|no need to) ?(?P<x>[^\n]{3,80}?)(?: (?:any ?more|after all|now"
            r"|task|reminder)){0,4}$",
            I,
        ),
        _cancel,
        _STATE,
        cues=(
            "don't",
            "dont",
            "no longer",
            "not going",
            "won't",
            "can ",
            "cancel",
            "drop",
            "scrap",
            "remove",
            "delete",
            "forget",
            "mind",
            "no need",
        ),
    ),
    Rule(
        "tasks.cancel.zh",
        regex(
            ZH + r"(?:我)?(?:(?:不用|不需要|不必|没必要)(?:再)?(?P<x>[^\n，,]{2,30}?)|(?:取消|删掉|去掉"
            r"|划掉)(?:那个|这个)?(?P<x2>[^\n，,]{2,30}?)(?:的)?(?:任务|待办|提醒|事)?"
            r"|(?P<x3>[^\n，,]{2,24}?)(?:先|暂时)?(?:不用做|取消|不用管|不做|不用去|不用))(?:了|吧|啦){0,4}$"
        ),
        _cancel,
        _STATE,
        cues=("不用", "不需要", "不必", "取消", "删掉", "去掉", "划掉", "不做", "没必要"),
    ),
    Rule(
        "tasks.done.en",
        regex(
            EN + r"(?:(?:(?:i|we|i'm|we're)(?:'ve|'m|'re| have| am| are)? ?)?(?:finally |just |already |now "
            r"|all |also |actually |basically ){0,4}(?:finished|completed|done with|done|wrapped up|submitted"
            r"|sent(?: off)?|shipped|merged|deployed|handed in|turned in|fixed|delivered|paid|booked"
            r"|bought|filed|closed|published|released|cleaned|called|renewed|picked up|returned|cancelled"
            r"|signed(?! up)|uploaded|posted|updated|knocked out|implemented|wrote|written|mailed"
            r"|reviewed|checked off|crossed off)(?: up| off| with| out| writing| reading"
            r"| the){0,4} (?P<x>[^\n]{2,70}?)|(?P<x2>(?:the |my |our )?[A-Za-z][^\n]{1,60}?)(?:'s| is| are"
            r"| has been| have been| was| got)(?: now| finally| all| officially| already| been){0,4} (?:done"
            r"|finished|complete|completed|submitted|shipped|merged|deployed|fixed|live|closed|sorted"
            r"|paid|delivered|ready|booked|sent|returned|cleaned|renewed|uploaded|published|mailed"
            r"|written|posted|cancelled|signed|filed|updated|reviewed))(?: (?:today|yesterday"
            r"|this morning|last night|tonight"
            r"|now|already|finally|just now|at last|this afternoon|✅)){0,4}$",
            I,
        ),
        state_of("done"),
        _STATE,
        cues=(
            "finished",
            "complete",
            "done",
            "wrapped",
            "submitted",
            "sent",
            "shipped",
            "merged",
            "deployed",
            "handed",
            "turned in",
            "fixed",
            "delivered",
            "paid",
            "booked",
            "bought",
            "filed",
            "closed",
            "published",
            "released",
            "cleaned",
            "called",
            "renewed",
            "picked",
            "returned",
            "cancelled",
            "signed",
            "uploaded",
            "posted",
            "updated",
            "live",
            "sorted",
            "ready",
            "knocked",
            "implement",
            "wr",
            "mailed",
            "reviewed",
            "crossed",
            "checked",
        ),
    ),
    Rule(
        "tasks.done.zh",
        regex(
            ZH + rf"(?:我们?)?(?:已经|刚|刚刚|终于|今天|昨天|都|把|今早|刚才|也|总算|昨晚"
            rf"|全部){{0,4}}(?P<x>[^\n，,]{{1,24}}?)(?:我们?)?(?:已经|终于|都|也|刚刚?|今天|昨天|总算|全部"
            rf"|给|全"
            rf"|早就){{0,4}}(?:(?:{_DOES_ZH})(?:完|好|掉|上去|出去|过)|完成|搞定|上线|提交|合并|发布|过审|解决"
            rf"|办妥|交|发|订|买|付|寄|续|还|取|签|退|洗|部署|弄妥)了(?:啦|～|！|✅)?$|"
            + ZH
            + rf"(?:我们?)?(?:已经|刚|刚刚|终于|今天|昨天|总算){{0,4}}(?:(?:{_DOES_ZH})(?:完|好)|完成|搞定"
            rf"|交|提交"
            rf"|发|解决|合并|付|寄|买|订|预约好)了(?P<x2>[^\n，,]{{2,24}})$"
        ),
        state_of("done"),
        _STATE,
        cues=("了",),
    ),
    Rule(
        "tasks.done_short.en",
        regex(
            EN + r"(?:the |my )?(?P<x>[A-Za-z][^\n]{2,50}?)[ :-]+(?:done|sent|finished|fixed|shipped|submitted"
            r"|paid|booked|merged|deployed|completed)$",
            I,
        ),
        _known_only(state_of("done")),
        _STATE,
        cues=(
            "done",
            "sent",
            "finished",
            "fixed",
            "shipped",
            "submitted",
            "paid",
            "booked",
            "merged",
            "deployed",
            "completed",
        ),
        yields=True,
    ),
    Rule(
        "tasks.blocked.en",
        regex(
            EN + r"(?:(?:i'?m|we'?re|i am|we are)(?: still| completely| totally| currently| now)? (?:blocked"
            r"|stuck)(?: on| with) (?P<x>[^\n]{2,60}?)(?: (?:because(?: of)?|until|waiting (?:for|on)|by"
            r"|due to|:|,|since) (?P<why>[^\n]{3,90}))?|(?P<x2>(?:the |my "
            r"|our )?[A-Za-z][^\n]{1,60}?) (?:is|are)(?: still| completely| now| currently)? (?:blocked"
            r"|stuck|on hold|stalled|waiting)(?:(?: (?:by|on|because(?: of)?|until|for|waiting (?:for|on)"
            r"|due to)|[,:;]) (?P<why2>[^\n]{2,90}))?|(?:i |we )?can'?t (?:continue|proceed|move on"
            r"|finish|start"
            r"|go on|make progress)(?: with| on)? (?P<x3>[^\n]{3,60}?) (?:until|because(?: of)?|without"
            r"|before|since) (?P<why3>[^\n]{3,90}))$",
            I,
        ),
        state_of("blocked"),
        _STATE,
        cues=("block", "stuck", "hold", "stalled", "waiting", "can't", "cant"),
        sentence=True,
    ),
    Rule(
        "tasks.blocked.zh",
        regex(
            ZH + r"(?:(?:我|我们)?(?:的)?(?:现在|目前|今天){0,4}(?P<x>[^\n，,]{2,24}?)(?:现在|目前|还|又|这边"
            r"|也){0,4}(?:卡住|卡着|阻塞|被卡|停滞|暂停|搁置|做不下去|推进不了|进行不下去"
            r"|卡在)(?P<why4>[^\n，,了]{2,30})?(?:了|着)?(?:[，,](?:因为|在等|等着|等|需要|要等|得等|缺"
            r"|由于)?(?P<why>[^\n]{2,50}))?|(?:我|我们)?(?:现在|目前)?(?:卡在"
            r"|被)(?P<x2>[^\n，,]{2,24}?)(?:上|这里|这一步|这儿|卡住)(?:了)?(?:[，,](?:因为|在等|等着"
            r"|等)?(?P<why2>[^\n]{2,50}))?)$"
        ),
        state_of("blocked"),
        _STATE,
        cues=("卡", "阻塞", "停滞", "暂停", "搁置", "做不下去", "推进不了", "进行不下去"),
        sentence=True,
    ),
    Rule(
        "tasks.doing.en",
        regex(
            EN + r"(?:(?:i'?m|we'?re|i am|we are|i|we)(?:'ve| have)?(?: now| currently| still| just| already"
            r"| been| finally){0,4} )?(?:(?:working on|started(?: on| working on| writing| with)?"
            r"|in the middle of|picking up|picked up|halfway through|starting(?: on| with)?|tackling"
            r"|busy with|knee[- ]deep in|debugging|writing|drafting|reviewing)) (?P<x>[^\n]{3,70}?)$",
            I,
        ),
        _known_only(state_of("doing")),
        _STATE,
        cues=(
            "working on",
            "start",
            "middle of",
            "pick",
            "halfway",
            "tackling",
            "busy with",
            "deep in",
            "debugging",
            "writing",
            "drafting",
            "reviewing",
        ),
    ),
    Rule(
        "tasks.doing.zh",
        regex(
            ZH + r"(?:我们?)?(?:现在|已经|正|还|今天|目前|刚|刚刚|一直){0,4}(?:在(?:做|写|弄|搞|改|忙|处理|开发"
            r"|准备|整理|修|调试|推进|画|剪|赶|重构|翻译)|着手(?:做|写)?|开始(?:做|写|弄|搞|改|忙|处理"
            r"|开发|准备|整理|修|画|剪|翻译)?了?)(?P<x>[^\n，,]{2,24})$|"
            + ZH
            + r"(?P<x2>[^\n，,]{2,20}?)(?:正在|已经在|已经开始|开始)(?:做|写|弄|进行|推进|处理|开发|改"
            r"|画)(?:中|了)?$"
        ),
        _known_only(state_of("doing")),
        _STATE,
        cues=("在", "着手", "开始"),
    ),
    Rule(
        "tasks.remind.en",
        regex(
            EN + rf"(?:can you |could you |please |pls |also ){{0,4}}(?:remind me(?P<front> (?:tomorrow|tonight"
            rf"|on [A-Z][a-z]+|next [A-Z][a-z]+|later today|in [a-z0-9]+ (?:days?|weeks?)|this (?:evening"
            rf"|afternoon)|at [0-9apm: ]+))?,? (?:to|about|that i (?:need|have) to)|(?:add"
            rf"|put) (?:a )?(?:task|todo|reminder)(?: for me)?(?: to|:)|(?:new )?(?:to-?do|task"
            rf"|action item)(?: for me)?:|note to self:|make a note to) {REST}",
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
            EN + rf"(?:please |pls |also |i must ){{0,4}}(?:don'?t (?:let me )?forget to|(?:i )?(?:must |have to "
            rf"|need to )?remember to) {REST}",
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
            EN + r"(?:can you |could you |please )?(?:add|put) (?P<x>[^\n]{2,70}?) (?:to|on|in|into) (?:my|the"
            r"|our) (?:to-?do(?: list)?|task list|list|tasks|backlog"
            r"|shopping list)(?: for (?P<front>[^\n]{2,20}))?$",
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
            EN + rf"(?:(?P<front>by [A-Z]?[a-z]+(?: \d{{1,2}})?|tomorrow|on [A-Z][a-z]+|next [A-Z]?[a-z]+"
            rf"|tonight),? )?(?:i|we)?(?:'ve| have|'ll| will| also| still| really){{0,4}} ?(?:need to|got to"
            rf"|gotta|have to|must|am supposed to|'m supposed to|have got to) {REST}",
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
            EN + r"(?:my |the |our )(?P<x>(?:[a-z0-9-]+ ){0,4}(?:report|essay|homework|assignment|draft"
            r"|proposal|paper|thesis|slides?|deck|invoice|application|rent|bill|taxes|project"
            r"|presentation|pr|ticket|book|manuscript|form|tax return|visa|lease"
            r"|commission)(?: [a-z]+)?) (?:is|are|was)(?: now)? (?:due|to be (?:submitted|delivered"
            r"|handed in|paid)) (?P<front>[^\n]{3,40})$",
            I,
        ),
        _is_due,
        _NEW,
        cues=("due", "to be"),
    ),
    Rule(
        "tasks.redue.en",
        regex(
            EN + r"(?:(?:the |my )?(?:deadline|due date) (?:for|of) (?:the |my )?(?P<x>[^\n]{2,50}?) (?:is|was"
            r"|has been|got|moved|changed)(?: now| been)?(?: (?:moved|pushed|extended|changed|postponed"
            r"|brought forward))?(?: back)?(?: to)? (?P<when>[^\n]{3,30})|(?:the "
            r"|my )?(?P<x2>[^\n]{2,50}?) (?:deadline |due date )?(?:is|was|has been"
            r"|got)(?: now)? (?:moved|pushed|extended|changed|postponed"
            r"|due)(?: back)?(?: to)? (?P<when2>[^\n]{3,30}))$",
            I,
        ),
        _due,
        _STATE,
        cues=("deadline", "due", "moved", "pushed", "extended", "postponed", "changed"),
    ),
    Rule(
        "tasks.redue.zh",
        regex(
            ZH + r"(?:把)?(?P<x>[^\n，,]{2,24}?)(?:的)?(?:截止日期|截止时间|deadline|ddl|日期|时间)?(?:改到"
            r"|改成|推迟到|延到|延期到|提前到|挪到|改为|延后到)(?:了)?(?P<when>[^\n，,]{2,16}?)(?:了|交"
            r"|吧){0,4}$",
            I,
        ),
        _due,
        _STATE,
        cues=("改到", "改成", "推迟", "延", "提前到", "挪到", "改为"),
    ),
    Rule(
        "tasks.remind.zh",
        regex(
            ZH + r"(?:记得|到时候?|(?P<front>今天|明天|后天|今晚|明早|下?周[一二三四五六日天]"
            r"|\d+月\d+[日号]))?(?:请|你|帮我|麻烦你?|可以){0,4}(?:提醒我(?!了|到|想|妈|爸|们|的|家|老)"
            r"|别忘了提醒我|别让我忘了|待办[：:]?|todo[：:]|任务[：:]|加个?待办[：:]?|记个待办[：:]?"
            r"|新增任务[：:]?|添加(?:一个)?(?:任务|待办)[：:]?)(?:一下)?(?:，|,|：|:)?(?P<x>[^\n]{2,50})$"
            r"|^(?:对了|还有|顺便|嗯|另外|[，, ]){0,4}(?:(?P<front2>今天|明天|后天|今晚|明早"
            r"|下?周[一二三四五六日天]))?(?:我)?(?:别忘了|不要忘了?|记得|不能忘了?)(?:要|得"
            r"|去)?(?P<x2>(?:今天|明天|后天|今晚|明早|下?周[一二三四五六日天])?(?:上午|下午|晚上"
            r"|早上)?(?:我)?(?:要|得|去)?(?:" + _WORK_ZH + r")[^\n，,]{0,40})$",
            I,
        ),
        _new(False),
        _NEW,
        cues=("提醒", "待办", "todo", "任务", "忘", "记得"),
        sentence=True,
        guarded=False,
    ),
    Rule(
        "tasks.add.zh",
        regex(
            ZH + r"(?:请|你|帮我|麻烦){0,4}把(?P<x>[^\n，,]{2,30}?)(?:加到|加进|放到|放进|写进|列入|记到"
            r"|加入)(?:我的?|到)?(?:待办|任务列表|todo|清单|任务|购物清单).{0,4}$",
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
            ZH + rf"(?:我们?|咱们?)?(?P<front>(?:[^\n，,我]{{0,4}}{_DAY_ZH}[^\n，,我]{{0,4}}?(?:前|之前"
            rf"|以前)?)?)(?:我们?)?(?:还|也|就|必须|一定|的话){{0,4}}(?:要|得|需要|必须|还要|还得)(?!是|不"
            rf"|么|求"
            rf"|紧|死|疯|命|到|点)(?P<x>(?:在)?[^\n，,]{{2,40}})$"
        ),
        _need_zh,
        _NEW,
        cues=("要", "得", "必须"),
        yields=True,
    ),
    Rule(
        "tasks.due.zh",
        regex(
            ZH + r"(?:我的?)?(?P<x>[^\n，,]{0,16}?(?:报告|周报|月报|作业|论文|稿子|方案|房租|账单|申请|PPT"
            r"|项目|简历|合同|标书|作品|表格?|材料))(?:的)?(?:截止(?:日期|时间)?|deadline|ddl|最晚"
            r"|最迟)?(?:是|要|在|到){0,4}(?P<front>[^\n，,]{2,14}?)(?:之前|前)?(?:要)?(?:交|截止|提交|到期"
            r"|之前交|前交)$",
            I,
        ),
        _is_due,
        _NEW,
        cues=("交", "截止", "到期"),
    ),
)
