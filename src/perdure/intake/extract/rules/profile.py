"""Who somebody is: work, place, family, health, origin, and since when."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day, find_since, number
from perdure.intake.extract.rules.phrases import EN, NAME_EN, REST, ZH, I, bare, profile, tidy

_SINCE = re.compile(
    r"[\s,]*\b(?:since|for (?:about |over |almost |nearly )?(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|a couple of) (?:years?|months?|weeks?)|last (?:year|month|week|spring|summer|autumn|fall|winter)|this (?:year|month|week)|in (?:19|20)\d\d|yesterday|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|recently|a (?:few )?(?:month|week|year|day)s? ago|(?:two|three|\d+) (?:years|months|weeks|days) ago|today|from (?:19|20)\d\d)\b.*$", I
)  # fmt: skip
_PLACE_STOP = re.compile(
    r"^(?:a|an|the (?:moment|past|future|same|middle|city|countryside|suburbs)|my|your|his|her|their|this|that|fear|constant|peace|here|there|it|denial|hope|pain|another|next|bed|rows?|sin|harmony|one|different|someone|something|where|in|on|with)\b|^(?:这|那|哪|一个?|你|他|她|我|家里|宿舍|学校|酒店|医院|一起|二楼|三楼|哪里|同一)", I
)  # fmt: skip
_PLACE_TAIL = re.compile(r" (?:with|and|but|because|so|where|near|next to|for|to be|on|after|before|as|since|which|if|when|where|while)\b.*$", I)

JOBS = (
    r"engineer|developer|programmer|designer|nurse|doctor|teacher|student|lawyer|accountant|writer|author|journalist|artist|musician|chef|cook|baker|barista|waiter|waitress|driver|pilot|architect|scientist|researcher|analyst|manager|consultant"
    r"|professor|lecturer|librarian|mechanic|electrician|plumber|carpenter|farmer|photographer|translator|editor|therapist|psychologist|psychiatrist|dentist|vet|veterinarian|pharmacist|paramedic|firefighter|police officer|soldier|cop|salesperson|marketer|recruiter|founder|ceo|cto|cfo|freelancer|paralegal"
    r"|postdoc|phd student|phd candidate|data scientist|product manager|project manager|sysadmin|devops|sre|tester|qa|streamer|game dev|animator|illustrator|actor|actress|singer|dancer|coach|trainer|tutor|economist|physicist|chemist|biologist|mathematician|statistician|nanny|stay-at-home (?:mom|mum|dad|parent)|surgeon|physiotherapist|radiologist|midwife|intern|welder|beekeeper|florist|hairdresser|tailor|flight attendant|civil servant|social worker|bus driver|truck driver|undergrad|undergraduate|grad student|sophomore|freshman|senior year student|retiree|pensioner|landscaper|cashier|bartender|violinist|pianist|drummer|guitarist|potter|historian|archaeologist|geologist|astronomer|linguist|interpreter|copywriter|solicitor|barrister|banker|trader|actuary|auditor|receptionist|secretary|technician|operator|builder|joiner|roofer"
)  # fmt: skip
JOBS_ZH = (
    r"工程师|程序员|开发者?|设计师|护士|医生|老师|教师|学生|大学生|研究生|博士生?|博士后|高中生|初中生|律师|会计师?|作家|编剧|记者|画家|插画师|音乐人|歌手|厨师|咖啡师|司机|飞行员|建筑师|科学家|研究员|分析师|经理|产品经理|项目经理|顾问|教授|讲师|图书管理员|机械师|电工|农民|摄影师|翻译|编辑|咨询师|心理咨询师|牙医|兽医|药剂师|消防员|警察|军人|销售|运营|市场|创始人|自由职业者?|数据分析师|算法工程师|前端|后端|测试|运维|主播|动画师|演员|舞者|教练|家教|公务员|社工|实习生|空姐|空乘|全职妈妈|全职爸爸|HR|人事|行政|财务|店长|老板|快递员|外卖员|退休教师|幼师|健身教练|美术老师|程序猿|码农|产品|客服|园丁|花艺师|糕点师|面包师|理发师|导游|导演|配音演员|法医|法官|检察官|外科医生|儿科医生|建造师|架构师"
)  # fmt: skip
_KIN = r"(?:mom|mum|mother|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|fianc[eé]e?|grandma|grandmother|grandpa|grandfather|aunt|uncle|cousin|niece|nephew|baby|twin|stepson|stepdaughter|roommate|flatmate)"  # fmt: skip
_PET = r"(?:dog|cat|puppy|kitten|parrot|rabbit|hamster|bunny|goldfish|turtle|tortoise|budgie|horse|guinea pig|ferret|snake|gecko)"
_PET_ZH = r"(?:狗|猫|狗狗|猫咪|小狗|小猫|鹦鹉|兔子|仓鼠|金鱼|乌龟|柯基|金毛|布偶|橘猫|英短|柴犬|边牧|泰迪|哈士奇)"
_ILLS = (
    r"(?:type [12] )?diabet(?:es|ic)|asthma|epilepsy|adhd|depression|anxiety(?: disorder)?|hypertension|high blood pressure|migraines?|arthritis|eczema|insomnia|celiac(?: disease)?|coeliac disease|crohn'?s(?: disease)?|ibs|autism|ocd|ptsd|bipolar(?: disorder)?|dyslexia|tinnitus|a heart condition|sleep apnea|anemia|gerd|lactose intolerance|hay fever|a bad (?:back|knee)|scoliosis|endometriosis|pcos|lupus|glaucoma|gout"
)  # fmt: skip
_ILLS_ZH = r"(?:[12一二两][型]?)?糖尿病|高血压|低血压|低血糖|哮喘|癫痫|抑郁症|焦虑症|偏头痛|关节炎|湿疹|失眠症?|乳糖不耐受?|心脏病|多动症|鼻炎|过敏性鼻炎|胃病|胃炎|贫血|近视|色盲|痛风|甲亢|甲减|颈椎病|腰椎间盘突出|强迫症|双相|自闭症"


def _city(m: Matched, r: Reading) -> Draft | None:
    raw = m["x"]
    since = find_since(r.clause.sentence, r.today)
    place = tidy(_PLACE_TAIL.sub("", _SINCE.sub("", tidy(raw))))
    place = re.sub(r"^(?:downtown|central|the city of|beautiful|sunny|rainy) ", "", place, flags=I)
    if r.is_zh:
        place = re.sub(r"(?:这边|那边|这里|那里|定居|生活|工作|上班|上学|读书|住|去|来|好几年|\d+年|[一二三四五六七八九十两]+年).*$", "", place)
    if not place or len(place) > 40 or _PLACE_STOP.match(place) or (r.is_zh and len(place) > 14):
        return None
    if not r.is_zh and not place[0].isupper() and not _looks_placed(place):
        return None
    return profile(r, "city", place, "{who} lives in {v}.", "{who}住在{v}。", since=since, importance=0.8)


def _looks_placed(place: str) -> bool:
    """Chat often drops capitals: one or two plain words still read as a place."""
    return len(place.split()) <= 2 and place.replace(" ", "").isalpha() and place.lower() not in (
        "town", "bed", "work", "school", "home", "person", "love", "general", "fact", "luxury", "poverty", "trouble", "silence", "public"
    )  # fmt: skip


def _job(m: Matched, r: Reading) -> Draft | None:
    since = find_since(r.clause.sentence, r.today)
    job = tidy(_SINCE.sub("", tidy(m["x"])))
    job = re.sub(r"^(?:an?|the|一名|一个|一位|个|名|位) ?", "", job, flags=I)
    if not job or len(job) > 60:
        return None
    return profile(r, "job", job, "{who} works as {v}.", "{who}的职业是{v}。", since=since, importance=0.8)


def _employer(m: Matched, r: Reading) -> list[Draft]:
    since = find_since(r.clause.sentence, r.today)
    where = tidy(_SINCE.sub("", tidy(m["x"])))
    found: list[Draft] = []
    job = re.search(r"^(?P<w>.+?) as (?:an? |the )?(?P<j>.{2,40})$", where, I)
    if job:
        where = job["w"]
        found.append(profile(r, "job", tidy(job["j"]), "{who} works as {v}.", "{who}的职业是{v}。", since=since, importance=0.8))
    where = tidy(re.sub(r" (?:and|but|so|because|doing|on|in|where|which)\b.*$", "", where, flags=I))
    where = re.sub(r"^(?:a company called|a startup called|一家叫|一家名叫) ?", "", where)
    bad = re.match(r"^(?:home|night|the moment|it|this|that|my|your|a|an|the (?:office|weekend|same)|least|all|here|there|being|what|once|nights|weekends|\d)\b|^(?:家|这|那|公司|外面|一起|哪|北京|上海|深圳|广州|杭州|里)", where, I)
    if where and len(where) <= 40 and not bad and (r.is_zh or where[0].isupper() or where[0].isdigit() or "company" in m["x"]):
        found.append(profile(r, "employer", where, "{who} works at {v}.", "{who}在{v}工作。", since=since, importance=0.8))
    return found


def _of(k: str, en: str, zh: str, longest: int = 40, stop: str = r"(?!)"):  # type: ignore[no-untyped-def]
    halt = re.compile(stop, I)

    def make(m: Matched, r: Reading) -> Draft | None:
        since = find_since(r.clause.sentence, r.today)
        value = tidy(_SINCE.sub("", tidy(m["x"])))
        if not value or len(value) > longest or halt.match(value):
            return None
        return profile(r, k, value, en, zh, since=since)

    return make


def _birthday(m: Matched, r: Reading) -> Draft | None:
    found = find_day(m["x"], r.today)
    if found is None or re.search(r"tomorrow|today|yesterday|明天|今天|昨天|后天|next|下周", m["x"], I):
        said = found.day.isoformat()[5:] if found else None
        return profile(r, "birthday", said, "{who}'s birthday is {v}.", "{who}的生日是{v}。") if said else None
    return profile(r, "birthday", tidy(m["x"][found.start : found.end]), "{who}'s birthday is {v}.", "{who}的生日是{v}。")


def _allergy(m: Matched, r: Reading) -> list[Draft]:
    things = [t for t in (bare(p) for p in re.split(r",| and | or |、|和|跟", tidy(_SINCE.sub("", m["x"])))) if t]
    return [
        profile(r, f"allergy ({t})", t, "{who} is allergic to {v}.", "{who}对{v}过敏。", importance=0.95)
        for t in things
        if len(t) <= 30 and not re.match(r"(?:you|this|that|mondays?|people|work|work|stupid|nonsense|你|他|这)", t, I)
    ]


def _ill(m: Matched, r: Reading) -> Draft:
    ill = re.sub(r"^an? ", "", tidy(m["x"]))
    since = find_since(r.clause.sentence, r.today)
    return profile(r, f"condition ({ill})", ill, "{who} has {v}.", "{who}有{v}。", since=since, importance=0.9)


def _kin_count(m: Matched, r: Reading) -> Draft | None:
    what = tidy(m["x"])
    what = tidy(re.sub(r" (?:and|but|who|so|at home|named|called)\b.*$", "", what, flags=I)) if not re.search(r"(?:sons?|daughters?|kids?|brothers?|sisters?) and ", what, I) else what
    if re.search(r"儿子|女儿|孩子|娃|宝宝|双胞胎|\b(?:son|daughter|kid|child|children|twin|baby|boy|girl)", what, I):
        return profile(r, "children", what, "{who} has {v}.", "{who}有{v}。")
    if re.search(r"哥|姐|弟|妹|\b(?:brother|sister|sibling)", what, I):
        return profile(r, "siblings", what, "{who} has {v}.", "{who}有{v}。")
    return None


def _pet(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["x"])
    kind = m["pet"].lower()
    if not name or len(name) > 20:
        return None
    en, zh = "{who} has a " + kind + " called {v}.", "{who}的" + kind + "叫{v}。"
    return profile(r, f"pet ({kind})", name, en, zh)


def _status(k: str, values: dict[str, str], en: str, zh: str):  # type: ignore[no-untyped-def]
    def make(m: Matched, r: Reading) -> Draft | None:
        word = m["x"].lower()
        value = next((v for w, v in values.items() if w in word), None)
        since = find_since(r.clause.sentence, r.today)
        return profile(r, k, value, en, zh, since=since) if value else None

    return make


_marital = _status(
    "marital status",
    {"divorced": "divorced", "离婚": "离异", "离了婚": "离异", "married": "married", "结婚": "已婚", "engaged": "engaged", "订婚": "已订婚", "single": "single", "单身": "单身", "widow": "widowed"},
    "{who} is {v}.", "{who}的婚恋状况：{v}。",
)  # fmt: skip
_lost_job = _status(
    "job",
    {"retired": "retired", "退休": "已退休", "unemployed": "unemployed", "laid off": "unemployed", "quit": "between jobs", "resigned": "between jobs", "辞职": "待业", "离职": "待业", "失业": "待业", "被裁": "待业"},
    "{who}'s work: {v}.", "{who}的工作状况：{v}。",
)  # fmt: skip


def _diet(m: Matched, r: Reading) -> Draft:
    value = tidy(m["x"]).lower()
    value = {"吃素": "素食", "素食者": "素食", "吃全素": "纯素", "a vegetarian": "vegetarian", "a vegan": "vegan", "吃清真": "清真"}.get(value, value)
    return profile(r, "diet", value, "{who}'s diet: {v}.", "{who}的饮食：{v}。", importance=0.8)


_WHY = ("a fact about the person", "说明了个人情况")
_MOVE = ("a move to another place", "说明了搬家")
_WORD_END = r"(?![a-z])"



def _home(m: Matched, r: Reading) -> Draft | None:
    place = m["x"]
    if not place or re.search(r"[一这那个的不你他她好坏普通老年轻男女本地中介负责]|主持|候选|受害|当事|局外|过来|打工|文化|夜猫|成年|工作|音乐|自由|素食|社恐|急性", place):
        return None
    return profile(r, "hometown", place, "{who} is from {v}.", "{who}来自{v}。")


def _study(m: Matched, r: Reading) -> list[Draft]:
    what, where = m["x"], m["at"]
    found: list[Draft] = []
    if what and not re.match(r"(?:for|it|this|that|a lot|hard|abroad|with|的|习|会|校)", what, I):
        subject = tidy(_SINCE.sub("", what))
        found.append(profile(r, "major", subject, "{who} studies {v}.", "{who}学的是{v}。", since=find_since(r.clause.sentence, r.today)))
    if where and (found or r.is_zh):
        found.append(profile(r, "school", tidy(where), "{who} studies at {v}.", "{who}在{v}就读。"))
    return found


def _age(m: Matched, r: Reading) -> Draft | None:
    said = m["x"]
    is_bare = not re.search(r"year|y/?o|turned|岁", m.text, I)
    if is_bare and not re.search(rf"{said}$", m.text):
        return None
    try:
        age = number(said)
    except (ValueError, KeyError):
        return None
    if not 5 <= age <= 110 or re.search("快|马上", m.text):
        return None
    return profile(r, "age", str(age), "{who} is {v} years old.", "{who}{v}岁。", since=r.today.isoformat())


_SAME_K = {"时区": "time zone", "timezone": "time zone", "血型": "blood type", "国籍": "nationality", "鞋码": "shoe size", "星座": "star sign", "zodiac sign": "star sign", "身高": "height", "体重": "weight", "宗教信仰": "religion", "信仰": "religion", "工作时间": "working hours", "work hours": "working hours", "电脑": "laptop", "手机型号": "phone model", "车": "car", "github handle": "github", "github username": "github", "os": "operating system", "main editor": "editor"}  # fmt: skip


def _misc(m: Matched, r: Reading) -> Draft | None:
    k = m["k"].lower()
    value = tidy(m["x"])
    if k in ("car", "laptop", "车", "电脑", "weight", "commute") and re.match(r"(?:in|at|broken|dead|dirty|slow|old|new|fast|not|so|very|too|being|making|acting|terrible|long|坏|新|旧|很|脏|慢)\b", value, I):
        return None
    return profile(r, _SAME_K.get(k, k), value, "{who}'s {k} is {v}.", "{who}的" + m["k"] + "是{v}。") if value else None

_AT_WORK_ZH = re.compile("工作|上班|任职|入职|加入|跳槽|就职|供职|实习|做.{1,10}|当.{1,10}|教书")
_BUSY_ZH = re.compile("在(?:做|当|家|想|看|听|这|那|路上|外面|忙|准备|学|写|等|考虑|跟|和|用|里)")


def _employer_zh(m: Matched, r: Reading) -> list[Draft]:
    return _employer(m, r) if _AT_WORK_ZH.search(m.text) and not _BUSY_ZH.search(m.text) else []


RULES = (
    Rule("profile.moved.en", re.compile(EN + rf"(?:i|we)(?:'ve| have|'m| just)? ?(?:just |recently |finally |already |officially |actually |now )*(?:moved|relocated|moved back|settled)(?: (?:house|back|out|here|down|over|from [\w ]{{2,20}}))* (?:to|in|into) {REST}", I), _city, *_MOVE, cues=("moved", "relocated", "settled")),
    Rule("profile.city.en", re.compile(EN + rf"(?:i|we)(?:'m| am|'ve| have)? ?(?:just |currently |actually |now |still |been |been |both )*(?:live|living|based|reside|located|stay)(?: here| now| currently| alone| together)* in {REST}", I), _city, *_WHY, cues=("live", "living", "based", "reside", "located", "stay")),
    Rule("profile.moved.zh", re.compile(ZH + rf"(?:我们?|我家|我们家|我和[^，,]{{1,8}})(?:已经|上周|上个月|这周|去年|今年|昨天|最近|刚|刚刚|全家|前几天|\d+月|[一二三四五六七八九十]+月|月初|都|终于|正式|早就|年初|\d{{4}}年)*(?:搬(?:家)?(?:到|去|来|回|至)|迁居|定居(?:在|到)?|移居到?|搬进){REST}"), _city, *_MOVE, cues=("搬", "迁", "居")),
    Rule("profile.city.zh", re.compile(ZH + rf"(?:我们?|我家|我人)(?:现在|目前|一直|平时|已经|是|就|常年|长期|从\d{{4}}年(?:开始|起)?就?|\d{{4}}年(?:开始|起)就?|人|还)*(?:住在|住|定居在|常住|常驻|base在|base|在住)(?!院|了|进|过|一起|校|宿舍){REST}", I), _city, *_WHY, cues=("住", "居", "常驻", "base")),
    Rule("profile.from.en", re.compile(EN + rf"(?:i'?m|i am|i come|i was born(?: and raised)?|i grew up|my hometown is|i'?m originally) ?(?:originally )?(?:from|in|(?<=hometown is )) ?(?P<x>[A-Z][\w ,'-]{{1,40}}|(?<=from )[a-z]+)$", I), _of("hometown", "{who} is from {v}.", "{who}来自{v}。", stop=r"(?:the future|a |an |my |work|home|here|there|it|this|that|love|trouble|bed|charge|pain|shock|awe|tears|the )|(?:19|20)\d\d"), *_WHY, cues=("from", "born", "grew", "hometown")),
    Rule("profile.from.zh", re.compile(ZH + rf"(?:我(?:是|来自)(?P<x>[\u4e00-\u9fff]{{2,10}}?)(?:人|(?<=来自.{{2}})|(?<=来自.{{3}}))|我(?:老家|家乡|籍贯)(?:是|在)(?P<x2>[\u4e00-\u9fff]{{2,12}})|我来自(?P<x3>[\u4e00-\u9fff]{{2,12}}))(?:的|的人)?$"), _home, *_WHY, cues=("人", "老家", "家乡", "籍贯", "来自")),
    Rule("profile.employer.en", re.compile(EN + rf"(?:i'?ve|i have|i'?m|i am|i)? ?(?:just |now |currently |actually |recently |been |still )*(?:work|works|working|worked (?=.*since)|started(?: working)?|joined|employed|start working|got a job|landed a job|a new job)(?: full[- ]time| part[- ]time)? ?(?:at|for|by|with|(?<=joined)) {REST}", I), _employer, *_WHY, cues=("work", "joined", "started", "employed", "job")),
    Rule("profile.job.en", re.compile(EN + rf"(?:(?:i'?m|i am)(?: now| currently| actually| still| also)? (?P<x>(?:an? |the )?(?:[a-z][\w+#-]{{1,20}} ){{0,3}}(?:{JOBS}))(?:\b(?! (?:fan|friend|at heart))(?:(?: at| for| in| by| with| from| working| who| and| based| living|,| on| turned| here)\b.{{0,60}})?)|(?:i(?:'m| am|'ve been)? ?(?:now |currently )?(?:work|working|started|make a living|got promoted|been promoted|promoted)(?: now| working)? (?:as|to) |my (?:job|profession|occupation|day job) is |i just became |i became |i got promoted to |i'?ve been promoted to )(?:being )?(?P<x2>(?:an? )?[a-z][^\n,]{{2,50}}))$", I), _job, *_WHY, cues=("i'm", "i am", "im ", "as ", "job", "profess", "occupation", "became", "promoted")),
    Rule("profile.works_at_as.en", re.compile(EN + rf"(?:i'?m|i am)(?: now| currently)? (?:an? )?(?:[a-z][\w+#-]{{1,20}} ){{0,3}}(?:{JOBS}) (?:at|for|with) {REST}", I), _employer, *_WHY, cues=("i'm", "i am", "im ")),
    Rule("profile.job.zh", re.compile(ZH + rf"我(?:现在|目前|的职业|的工作|本人|主业|本职|平时|本来就|其实|也)*(?:是|做|当|从事|的职业是|的工作是)(?:一名|一个|一位|个|名|位|做)*(?P<x>[\u4e00-\u9fffA-Za-z+#]{{0,14}}?(?:{JOBS_ZH}))(?:的|了|工作|开发的|这行的?)?(?:[^\u4e00-\u9fff].*)?$", I), _job, *_WHY, cues=("我",)),
    Rule("profile.employer.zh", re.compile(ZH + rf"我(?:现在|目前|一直|平时|已经|刚|去年|今年|上个?月|\d{{4}}年|从\d{{4}}年(?:起|开始)?就?|跳槽|换工作|入职)*(?:在|入职了?|加入了?|跳槽(?:到|去)了?|就职于|供职于)(?P<x>[^\n，,的]{{2,16}}?)(?:工作|上班|任职|做[^\n，,]{{1,12}}|当[^\n，,]{{1,12}}|实习|教书)?(?P<more>了|已经.{{1,6}}|[一二三四五六七八九十\d]+年了?)?$"), _employer_zh, *_WHY, cues=("工作", "上班", "任职", "入职", "加入", "跳槽", "职于", "实习", "做", "当", "教书")),
    Rule("profile.work_change.en", re.compile(EN + r"i(?:'m| am|'ve| have|'ve been| was| got| just)? ?(?:just |now |recently |finally )*(?P<x>retired|unemployed|laid off|(?:quit|resigned from|left) my job)(?:\b.{0,30})?$", I), _lost_job, *_WHY, cues=("retired", "unemployed", "laid", "quit", "resigned")),
    Rule("profile.work_change.zh", re.compile(ZH + r"我(?:已经|刚|刚刚|昨天|上周|上个月|去年|今年|前阵子|都|就|正式)*(?P<x>退休|辞职|离职|失业|被裁员?|辞了工作)了?(?:.{0,6})?$"), _lost_job, *_WHY, cues=("退休", "辞", "离职", "失业", "被裁")),
    Rule("profile.study.en", re.compile(EN + rf"(?:i'?m|i am|i)(?: currently| now)? (?:study|studying|majoring|major|doing a (?:phd|master'?s|degree)) ?(?:in)? (?P<x>[A-Za-z][^\n,]{{2,40}}?)(?: (?:at|in) (?P<at>(?:the )?(?:University|[A-Z])[\w .&-]{{1,40}}))?$", I), _study, *_WHY, cues=("study", "major", "phd", "master", "degree")),
    Rule("profile.study.zh", re.compile(ZH + r"我(?:现在|目前|正|大学|本科|研究生)*(?:(?:在(?P<at>[\u4e00-\u9fffA-Za-z]{2,12}?(?:大学|学院|中学|高中|大))?)?(?:读|念|学的?是?|主修|的?专业是)(?P<x>[\u4e00-\u9fff]{2,12}?)(?:专业|系)|专业是(?P<x2>[\u4e00-\u9fff]{2,12})|在(?P<at2>[\u4e00-\u9fffA-Za-z]{2,12}?(?:大学|学院|中学|高中))(?:读书|上学|念书|读[研博]|读大[一二三四])).{0,4}$"), _study, *_WHY, cues=("读", "念", "学", "专业", "主修")),
    Rule("profile.allergy.en", re.compile(EN + rf"(?:i'?m|i am|i have an?|i'?ve got an?)(?: (?:deathly|severely|very|really|super|quite|mildly|badly|also|actually))* (?:allergic to|allergy to|intolerant to) {REST}", I), _allergy, *_WHY, cues=("allerg", "intolerant")),
    Rule("profile.allergy2.en", re.compile(EN + r"i(?:'ve got| have) an? (?:(?:severe|bad|serious|mild|nasty) )?(?P<x>[a-z]+(?: [a-z]+)?) allergy\b.{0,20}$", I), _allergy, *_WHY, cues=("allergy",)),
    Rule("profile.allergy.zh", re.compile(ZH + r"我?(?:从小|一直|真的|也|还)*对(?P<x>[^\n，,]{1,16}?)(?:严重|重度|轻微|会|都|有点|有|也|很|特别)*过敏.{0,4}$"), _allergy, *_WHY, cues=("过敏",)),
    Rule("profile.condition.en", re.compile(EN + rf"(?:i have|i'?ve got|i suffer from|i live with|i was (?:just |recently )?diagnosed with|i'?ve been diagnosed with|i got diagnosed with|i'?m|i am)(?: (?:a )?(?:mild|severe|chronic|bad|clinical))? (?P<x>{_ILLS}){_WORD_END}(?:\b.{{0,40}})?$", I), _ill, *_WHY, cues=("i ", "i'", "im ")),
    Rule("profile.condition.zh", re.compile(ZH + rf"我(?:从小|一直|最近|去年|今年|上个?月|被|也|刚|还)*(?:有|得了|患有?|确诊了?(?:为|有)?|查出了?|诊断(?:出|为)|是)(?:轻度|重度|慢性|严重的?|轻微的?|点)?(?P<x>{_ILLS_ZH}).{{0,8}}$"), _ill, *_WHY, cues=("有", "得了", "患", "确诊", "查出", "诊断")),
    Rule("profile.diet.en", re.compile(EN + r"(?:i'?m|i am|i eat|i keep|i went|i became|i'?ve gone|i'?ve been)(?: now| strictly| a strict| actually| mostly)? (?P<x>(?:a )?(?:vegetarian|vegan|pescatarian|halal|kosher|gluten[- ]free|keto|lactose intolerant))(?: now)?(?: (?:since|for|because|and|so|at)\b.{0,40})?$", I), _diet, *_WHY, cues=("veg", "pesc", "halal", "kosher", "gluten", "keto", "lactose")),
    Rule("profile.diet.zh", re.compile(ZH + r"我(?:是|一直|现在|开始|平时|从小|常年|只|已经|都)*(?P<x>吃素|素食者|素食|吃全素|吃清真|清真|生酮)(?:的|了|主义者)?.{0,4}$"), _diet, *_WHY, cues=("素", "清真", "生酮")),
    Rule("profile.birthday.en", re.compile(EN + rf"(?:my (?:birthday|bday|date of birth) (?:is|falls)(?: on)?|i was born on) {REST}", I), _birthday, *_WHY, cues=("birthday", "bday", "born", "birth")),
    Rule("profile.birthday.zh", re.compile(ZH + rf"我的?生日(?:是|在|就在)?(?:每年|农历|阳历)?{REST}"), _birthday, *_WHY, cues=("生日",)),
    Rule("profile.age.en", re.compile(EN + r"(?:i'?m|i am|i just turned|i turned)(?: now| actually| only| already)? (?P<x>\d{1,2})(?: years? old| y/?o)?(?: (?:now|today|this year|and|last week|yesterday)\b.{0,30})?$", I), _age, *_WHY, cues=("i'm", "i am", "turned", "im ")),
    Rule("profile.age.zh", re.compile(ZH + r"我(?:今年|现在|已经|刚满?|都|马上就?|快|才){0,3}(?P<x>[一二三四五六七八九十\d]{1,3})岁(?:了|啦)?$"), _age, *_WHY, cues=("岁",)),
    Rule("profile.language.en", re.compile(EN + r"my (?:native|first) (?:language|tongue) is (?P<x>[A-Za-z]{3,20})$|" + EN + r"i'?m a native (?P<x2>[A-Za-z]{3,20}) speaker$", I), _of("native language", "{who}'s native language is {v}.", "{who}的母语是{v}。"), *_WHY, cues=("native", "first")),
    Rule("profile.language.zh", re.compile(ZH + r"我的?母语(?:是|就是)(?P<x>[\u4e00-\u9fff]{2,8})$"), _of("native language", "{who}'s native language is {v}.", "{who}的母语是{v}。"), *_WHY, cues=("母语",)),
    Rule("profile.misc.en", re.compile(EN + r"my (?P<k>time ?zone|pronouns|blood type|nationality|shoe size|star sign|zodiac sign|height|weight|phone model|laptop|car|religion|work(?:ing)? hours|github(?: handle| username)?|operating system|os|main editor|editor|bedtime|commute|licen[sc]e plate|mbti) (?:is|are|=|:) (?:an? )?(?P<x>[^\n]{1,50})$", I), _misc, *_WHY, cues=("my ",)),
    Rule("profile.misc.zh", re.compile(ZH + r"我的?(?P<k>时区|血型|国籍|鞋码|星座|身高|体重|宗教信仰|信仰|工作时间|电脑|手机型号|车|MBTI)(?:是|为|在|开的是)(?P<x>[^\n，,]{1,30})$", I), _misc, *_WHY, cues=("我",)),
    Rule("profile.family.en", re.compile(EN + r"(?:i have|i'?ve got|we have|we'?ve got)(?: only)? (?P<x>(?:an? |one |two |three |four |five |\d |twin |a set of )(?:[a-z-]+ ){0,2}(?:kids?|sons?|daughters?|children|child|twins|brothers?|sisters?|siblings?|boys|girls|baby)\b.{0,40})$", I), _kin_count, *_WHY, cues=("have", "got")),
    Rule("profile.family.zh", re.compile(ZH + r"我们?(?:家)?(?:有|生了)(?P<x>(?:一|两|二|三|四|\d)?个?[^\n，,]{0,6}?(?:孩子|儿子|女儿|娃|宝宝|双胞胎|哥哥|姐姐|弟弟|妹妹)[^\n，,]{0,10})$"), _kin_count, *_WHY, cues=("有", "生了")),
    Rule("profile.pet.en", re.compile(EN + rf"(?:(?:i have|i'?ve got|we have|we got|i got|i adopted|we adopted|i just adopted)(?: an?)?(?: [a-z]+){{0,2}} (?P<pet>{_PET})(?:,? (?:named|called|whose name is)) (?P<x>[A-Z]?[\w'-]{{2,20}})|my (?:[a-z]+ )?(?P<pet2>{_PET})(?:'s name is|'s called| is (?:named|called)) (?P<x2>[A-Z]?[\w'-]{{2,20}}))\b.{{0,40}}$", I), _pet, *_WHY, cues=("name", "called")),
    Rule("profile.pet.zh", re.compile(ZH + rf"(?:我们?家?(?:养了|有|领养了|收养了)(?:一|两)?(?:只|条|个)?[^\n，,叫]{{0,4}}?(?P<pet>{_PET_ZH})[，,]?(?:名字)?(?:叫做?|名叫|是)(?P<x>[^\n，,]{{1,8}}?)|我们?家?的?(?:那?只|那?条)?(?P<pet2>{_PET_ZH})(?:的名字)?(?:叫做?|名叫|名字是)(?P<x2>[^\n，,]{{1,8}}?))$"), _pet, *_WHY, cues=("叫",), sentence=True),
    Rule("profile.marital.en", re.compile(EN + r"i(?:'m| am| got| have been|'ve been)(?: now| currently| recently| just| finally| happily| officially| still| freshly)? (?P<x>married|divorced|engaged|single|a widow(?:er)?|widowed)(?: (?:now|last|since|for|again|in|this|with|yesterday)\b.{0,40})?$", I), _marital, *_WHY, cues=("married", "divorced", "engaged", "single", "widow")),
    Rule("profile.marital.zh", re.compile(ZH + r"我(?:们)?(?:已经|刚|刚刚|去年|今年|上个?月|上周|昨天|前年|\d{4}年|现在|目前|是|还|一直|终于|恢复)*(?P<x>结婚|离婚|离了婚|订婚|单身|已婚|离异)(?:状态)?(?:了|啦|的|好几年|[一二三四五六七八九十\d]+年了?)?$"), _marital, *_WHY, cues=("婚", "单身", "离异")),
)  # fmt: skip
