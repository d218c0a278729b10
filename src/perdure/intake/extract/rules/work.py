"""What somebody does: job, employer, studies, and since when."""

from __future__ import annotations

import re
from dataclasses import replace

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.known import facts_of
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, profile, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, status_of
from perdure.regex import regex
from perdure.segment import is_place

JOBS = (
    r"engineer|developer|programmer|designer|nurse|doctor|teacher|student|lawyer|accountant"
    r"|writer|author|journalist|artist|musician|chef|cook|baker|barista|waiter|waitress|driver"
    r"|pilot|architect|scientist|researcher|analyst|manager|consultant"
    r"|professor|lecturer|librarian|mechanic|electrician|plumber|carpenter|farmer|photographer"
    r"|translator|editor|therapist|psychologist|psychiatrist|dentist|vet|veterinarian|pharmacist"
    r"|paramedic|firefighter|police officer|soldier|cop|salesperson|marketer|recruiter|founder"
    r"|ceo|cto|cfo|freelancer|paralegal"
    r"|postdoc|phd student|phd candidate|data scientist|product manager|project manager|sysadmin"
    r"|devops|sre|tester|qa|streamer|game dev|animator|illustrator|actor|actress|singer|dancer"
    r"|coach|trainer|tutor|economist|physicist|chemist|biologist|mathematician|statistician|nanny"
    r"|stay-at-home (?:mom|mum|dad|parent)|surgeon|physiotherapist|radiologist|midwife|intern"
    r"|welder|beekeeper|florist|hairdresser|tailor|flight attendant|civil servant|social worker"
    r"|bus driver|truck driver|undergrad|undergraduate|grad student|sophomore|freshman"
    r"|senior year student|retiree|pensioner|landscaper|cashier|bartender|violinist|pianist"
    r"|drummer|guitarist|potter|historian|archaeologist|geologist|astronomer|linguist|interpreter"
    r"|copywriter|solicitor|barrister|banker|trader|actuary|auditor|receptionist|secretary"
    r"|technician|operator|builder|joiner|roofer"
)

JOBS_ZH = (
    r"工程师|程序员|开发者?|设计师|护士|医生|老师|教师|学生|大学生|研究生|博士生?|博士后|高中生"
    r"|初中生|律师|会计师?|作家|编剧|记者|画家|插画师|音乐人|歌手|厨师|咖啡师|司机|飞行员|建筑师"
    r"|科学家|研究员|分析师|经理|产品经理|项目经理|顾问|教授|讲师|图书管理员|机械师|电工|农民"
    r"|摄影师|翻译|编辑|咨询师|心理咨询师|牙医|兽医|药剂师|消防员|警察|军人|销售|运营|市场|创始人"
    r"|自由职业者?|数据分析师|算法工程师|前端|后端|测试|运维|主播|动画师|演员|舞者|教练|家教"
    r"|公务员|社工|实习生|空姐|空乘|全职妈妈|全职爸爸|HR|人事|行政|财务|店长|老板|快递员|外卖员"
    r"|退休教师|幼师|健身教练|美术老师|程序猿|码农|产品|客服|园丁|花艺师|糕点师|面包师|理发师"
    r"|导游|导演|配音演员|法医|法官|检察官|外科医生|儿科医生|建造师|架构师"
)


def _job(m: Matched, r: Reading) -> list[Draft]:
    since = find_since(r.clause.text, r.today)
    job = tidy(SINCE.sub("", tidy(m["x"])))
    job = re.sub(r"^(?:an?|the|一名|一个|一位|个|名|位) ?", "", job, flags=I)
    at = re.search(r" (?:at|for|with) (?P<w>[A-Z][\w&.' -]{1,40})$", job)
    if re.search(r"了|这么|多年|过", job):
        return []
    job = re.split(r" (?:at|for|in|with|on|from|near|and)\b", job, maxsplit=1)[0]
    if not job or len(job) > 60:
        return []
    found = [profile(r, "job", job, "{who} works as {v}.", "{who}的职业是{v}。", since=since, importance=0.8)]
    if at:
        found.append(
            profile(
                r, "employer", tidy(at["w"]), "{who} works at {v}.", "{who}在{v}工作。", since=since, importance=0.8
            )
        )
    return found


def _employer(m: Matched, r: Reading) -> list[Draft]:
    since = find_since(r.clause.text, r.today)
    where = tidy(SINCE.sub("", tidy(m["x"])))
    found: list[Draft] = []
    where = re.sub(r"^the (?=[A-Z])", "", where)
    job = re.search(r"^(?P<w>.+?) as (?:an? |the )?(?P<j>.{2,40})$", where, I)
    if job:
        where = job["w"]
    if (
        job
        and where[0].isupper()
        and not re.match(r"(?:me|well|it|you|soon|usual|before|always|him|her|possible)\b", job["j"], I)
    ):
        found.append(
            profile(r, "job", tidy(job["j"]), "{who} works as {v}.", "{who}的职业是{v}。", since=since, importance=0.8)
        )
    where = tidy(re.sub(r" (?:and|but|so|because|doing|on|in|where|which)\b.*$", "", where, flags=I))
    where = re.sub(r"^(?:a company called|a startup called|一家叫|一家名叫) ?", "", where)
    bad = re.match(
        r"^(?:home|night|the moment|it|this|that|my|your|a|an|the (?:office|weekend|same)|least|all"
        r"|here|there|being|what|once|nights|weekends|\d)\b|^(?:家|这|那|公司|外面|中间|旁边|里面"
        r"|群里|一起|哪|北京|上海|深圳|广州|杭州|里)",
        where,
        I,
    )
    if (
        where
        and len(where) <= 40
        and not bad
        and (r.is_zh or where[0].isupper() or where[0].isdigit() or "company" in m["x"])
    ):
        found.append(
            profile(r, "employer", where, "{who} works at {v}.", "{who}在{v}工作。", since=since, importance=0.8)
        )
    return found


_work_now = status_of(
    "job",
    {
        "retired": "retired",
        "退休": "已退休",
        "unemployed": "unemployed",
        "laid off": "unemployed",
        "quit": "between jobs",
        "resigned": "between jobs",
        "辞职": "待业",
        "离职": "待业",
        "失业": "待业",
        "被裁": "待业",
    },
    "{who}'s work: {v}.",
    "{who}的工作状况：{v}。",
)


def _lost_job(m: Matched, r: Reading) -> list[Draft]:
    """Leaving work also ends what is known of the employer."""
    now = _work_now(m, r)
    gone = [
        profile(r, "employer", str(fact["v"]), "{who} no longer works at {v}.", "{who}不再在{v}工作。", retract=True)
        for item in r.known.items
        if item.type == "profile" and item.value.get("subject") == r.subject
        for fact in facts_of(item)
        if fact.get("k") == "employer"
    ]
    return [*([now] if now else []), *gone]


_AT_WORK_ZH = regex("工作|上班|任职|入职|加入|跳槽|就职|供职|实习|做.{1,10}|当.{1,10}|教书")

_BUSY_ZH = regex("在(?:做|当|家|想|看|听|这|那|路上|外面|忙|准备|学|写|等|考虑|跟|和|用|里)")


def _city_or(draft: Draft) -> Draft:
    """我在成都上班 names a city and no employer."""
    facts = [{**fact, "k": "city of work"} if is_place(str(fact["v"])) else fact for fact in draft.value["facts"]]
    return replace(draft, value={**draft.value, "facts": facts})


def _employer_zh(m: Matched, r: Reading) -> list[Draft]:
    if not _AT_WORK_ZH.search(m.text) or _BUSY_ZH.search(m.text):
        return []
    found = [_city_or(draft) for draft in _employer(m, r)]
    job = re.search(rf"(?:做|当)(?:一名|个)?(?P<j>[^做当]{{0,6}}?(?:{JOBS_ZH}))$", m.text)
    if found and job:
        found.append(profile(r, "job", job["j"], "{who} works as {v}.", "{who}的职业是{v}。", importance=0.8))
    return found


RULES = (
    Rule(
        "profile.employer.en",
        regex(
            EN + rf"(?:i'?ve|i have|i'?m|i am|i)? ?(?:just |now |currently |actually |recently |been "
            rf"|still ){{0,4}}(?:work|works|working|worked (?=.*since)|started(?: working)?|joined|employed"
            rf"|start working|got a job|landed a job|a new job)(?: full[- ]time| part[- ]time)? ?(?:at|for"
            rf"|by|with|(?<=joined)) {REST}",
            I,
        ),
        _employer,
        WHY,
        cues=("work", "joined", "started", "employed", "job"),
    ),
    Rule(
        "profile.job.en",
        regex(
            EN + rf"(?:(?:i'?m|i am)(?: now| currently| actually| still| also)? (?P<x>(?:an? "
            rf"|the )?(?:[a-z][\w+#-]{{1,20}} ){{0,3}}(?:{JOBS}))(?:\b(?! (?:fan|friend"
            rf"|at heart))(?:(?: at| for| in| by| with| from| working| who| and| based| living|,| on"
            rf"| turned| here)\b.{{0,60}})?)|(?:i(?:'m| am|'ve been)? ?(?:now |currently )?(?:work|working"
            rf"|started|make a living|got promoted|been promoted|promoted)(?: now| working)? (?:as|to) "
            rf"|my (?:job|profession|occupation|day job) is |i just became |i became |i got promoted to "
            rf"|i'?ve been promoted to )(?:being )?(?P<x2>(?:an? )?[a-z][^\n,]{{2,50}}))$",
            I,
        ),
        _job,
        WHY,
        cues=("i'm", "i am", "im ", "as ", "job", "profess", "occupation", "became", "promoted"),
    ),
    Rule(
        "profile.works_at_as.en",
        regex(
            EN + rf"(?:i'?m|i am)(?: now| currently)? (?:an? )?(?:[a-z][\w+#-]{{1,20}} ){{0,3}}(?:{JOBS}) (?:at"
            rf"|for|with) {REST}",
            I,
        ),
        _employer,
        WHY,
        cues=("i'm", "i am", "im "),
    ),
    Rule(
        "profile.job.zh",
        regex(
            ZH + rf"我(?:现在|目前|的职业|的工作|本人|主业|本职|平时|本来就|其实|也){{0,4}}(?:是|做|当|从事|的职业是"
            rf"|的工作是)(?:一名|一个|一位|个|名|位|做){{0,4}}(?P<x>[\u4e00-\u9fffA-Za-z+#]{{0,14}}?"
            rf"(?:{JOBS_ZH}))(?:的|了|工作|开发的|这行的?)?(?:[^\u4e00-\u9fff].*)?$",
            I,
        ),
        _job,
        WHY,
        cues=("我",),
    ),
    Rule(
        "profile.employer.zh",
        regex(
            ZH + r"我(?:现在|目前|一直|平时|已经|刚|去年|今年|上个?月|\d{4}年|从\d{4}年(?:起|开始)?就?"
            r"|跳槽|换工作|入职){0,4}(?:在|入职了?|加入了?|跳槽(?:到|去)了?|就职于"
            r"|供职于)(?P<x>[^\n，,的]{2,16}?)(?:工作|上班|任职|做[^\n，,了过]{1,12}"
            r"|当[^\n，,了过]{1,12}|实习|教书)?(?P<more>了|已经.{1,6}"
            r"|[一二三四五六七八九十\d]+年了?)?$"
        ),
        _employer_zh,
        WHY,
        cues=("工作", "上班", "任职", "入职", "加入", "跳槽", "职于", "实习", "做", "当", "教书"),
    ),
    Rule(
        "profile.work_change.en",
        regex(
            EN + r"i(?:'m| am|'ve| have|'ve been| was| got| just)? ?(?:just |now |recently "
            r"|finally ){0,4}(?P<x>retired|unemployed|laid off|(?:quit|resigned from"
            r"|left) my job)(?:\b.{0,30})?$",
            I,
        ),
        _lost_job,
        WHY,
        cues=("retired", "unemployed", "laid", "quit", "resigned"),
    ),
    Rule(
        "profile.work_change.zh",
        regex(
            ZH + r"我(?:已经|刚|刚刚|昨天|上周|上个月|去年|今年|前阵子|都|就"
            r"|正式){0,4}(?:从[^\n，,]{2,12}?)?(?P<x>退休|辞职|离职|失业|被裁员?|辞了工作)了?(?:.{0,6})?$"
        ),
        _lost_job,
        WHY,
        cues=("退休", "辞", "离职", "失业", "被裁"),
    ),
)
