"""What somebody does: job, employer, studies, and since when."""

from __future__ import annotations

import re
from dataclasses import replace

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_since
from perdure.intake.extract.known import facts_of
from perdure.intake.extract.rules.phrases import EN, REST, ZH, I, profile, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, status_of
from perdure.intake.words import regex
from perdure.segment import is_place

_NO_JOB = regex(r"<work.no_job>\b", I)
_NO_EMPLOYER = regex(r"^(?:<work.no_employer>|\d)\b|^<work.no_employer_zh>", I)
_AS_ZH = regex(r"(?:做|当)(?:一名|个)?(?P<j>[^做当]{0,6}?<work.jobs_zh>)$")


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
    if job and where[0].isupper() and not _NO_JOB.match(job["j"]):
        found.append(
            profile(r, "job", tidy(job["j"]), "{who} works as {v}.", "{who}的职业是{v}。", since=since, importance=0.8)
        )
    where = tidy(re.sub(r" (?:and|but|so|because|doing|on|in|where|which)\b.*$", "", where, flags=I))
    where = re.sub(r"^(?:a company called|a startup called|一家叫|一家名叫) ?", "", where)
    bad = _NO_EMPLOYER.match(where)
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

_BUSY_ZH = regex(r"在<work.busy_zh>")


def _city_or(draft: Draft) -> Draft:
    """我在成都上班 names a city and no employer."""
    facts = [{**fact, "k": "city of work"} if is_place(str(fact["v"])) else fact for fact in draft.value["facts"]]
    return replace(draft, value={**draft.value, "facts": facts})


def _employer_zh(m: Matched, r: Reading) -> list[Draft]:
    if not _AT_WORK_ZH.search(m.text) or _BUSY_ZH.search(m.text):
        return []
    found = [_city_or(draft) for draft in _employer(m, r)]
    job = _AS_ZH.search(m.text)
    if found and job:
        found.append(profile(r, "job", job["j"], "{who} works as {v}.", "{who}的职业是{v}。", importance=0.8))
    return found


_IS_A = (
    r"(?:i'?m|i am)(?: now| currently| actually| still| also)? "
    r"(?P<x>(?:an? |the )?(?:[a-z][\w+#-]{1,20} ){0,3}<work.jobs>)"
    r"(?:\b(?! (?:fan|friend|at heart))(?:(?: <work.after_job>|,)\b.{0,60})?)"
)
_WORKS_AS = (
    r"(?:i(?:'m| am|'ve been)? ?(?:now |currently )?"
    r"(?:work|working|started|make a living|got promoted|been promoted|promoted)(?: now| working)? "
    r"(?:as|to) |my (?:job|profession|occupation|day job) is |i just became |i became |i got promoted to "
    r"|i'?ve been promoted to )"
)

RULES = (
    Rule(
        "profile.employer.en",
        regex(
            EN + r"(?:i'?ve|i have|i'?m|i am|i)? ?(?:just |now |currently |actually |recently |been |still ){0,4}"
            r"(?:work|works|working|worked (?=.*since)|started(?: working)?|joined|employed|start working"
            r"|got a job|landed a job|a new job)(?: full[- ]time| part[- ]time)? ?"
            rf"(?:at|for|by|with|(?<=joined)) {REST}",
            I,
        ),
        _employer,
        WHY,
        cues=("work", "joined", "started", "employed", "job"),
    ),
    Rule(
        "profile.job.en",
        regex(rf"{EN}(?:{_IS_A}|{_WORKS_AS}(?:being )?(?P<x2>(?:an? )?[a-z][^\n,]{{2,50}}))$", I),
        _job,
        WHY,
        cues=("i'm", "i am", "im ", "as ", "job", "profess", "occupation", "became", "promoted"),
    ),
    Rule(
        "profile.works_at_as.en",
        regex(
            EN + r"(?:i'?m|i am)(?: now| currently)? (?:an? )?(?:[a-z][\w+#-]{1,20} ){0,3}<work.jobs> "
            rf"(?:at|for|with) {REST}",
            I,
        ),
        _employer,
        WHY,
        cues=("i'm", "i am", "im "),
    ),
    Rule(
        "profile.job.zh",
        regex(
            ZH + r"我<work.before_job_zh>{0,4}(?:是|做|当|从事|的职业是|的工作是)(?:一名|一个|一位|个|名|位|做){0,4}"
            r"(?P<x>[\u4e00-\u9fffA-Za-z+#]{0,14}?<work.jobs_zh>)(?:的|了|工作|开发的|这行的?)?"
            r"(?:[^\u4e00-\u9fff].*)?$",
            I,
        ),
        _job,
        WHY,
        cues=("我",),
    ),
    Rule(
        "profile.employer.zh",
        regex(
            ZH + r"我(?:现在|目前|一直|平时|已经|刚|去年|今年|上个?月|\d{4}年|从\d{4}年(?:起|开始)?就?|跳槽|换工作"
            r"|入职){0,4}(?:在|入职了?|加入了?|跳槽(?:到|去)了?|就职于|供职于)(?P<x>[^\n，,的]{2,16}?)"
            r"(?:工作|上班|任职|做[^\n，,了过]{1,12}|当[^\n，,了过]{1,12}|实习|教书)?"
            r"(?P<more>了|已经.{1,6}|[一二三四五六七八九十\d]+年了?)?$"
        ),
        _employer_zh,
        WHY,
        cues=("工作", "上班", "任职", "入职", "加入", "跳槽", "职于", "实习", "做", "当", "教书"),
    ),
    Rule(
        "profile.work_change.en",
        regex(
            EN + r"i(?:'m| am|'ve| have|'ve been| was| got| just)? ?(?:just |now |recently |finally ){0,4}"
            r"(?P<x>retired|unemployed|laid off|(?:quit|resigned from|left) my job)(?:\b.{0,30})?$",
            I,
        ),
        _lost_job,
        WHY,
        cues=("retired", "unemployed", "laid", "quit", "resigned"),
    ),
    Rule(
        "profile.work_change.zh",
        regex(
            ZH + r"我<work.before_change_zh>{0,4}(?:从[^\n，,]{2,12}?)?(?P<x>退休|辞职|离职|失业|被裁员?|辞了工作)了?"
            r"(?:.{0,6})?$"
        ),
        _lost_job,
        WHY,
        cues=("退休", "辞", "离职", "失业", "被裁"),
    ),
)
