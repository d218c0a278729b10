"""What somebody is and has, said in other plain ways: languages, schooling, traits, pets, a car, and kin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, Make, Matched, Reading, Rule
from perdure.intake.extract.dates import find_day, find_since, number
from perdure.intake.extract.rules.phrases import EN, ZH, I, profile, say, tidy
from perdure.intake.extract.rules.profile import SINCE, WHY, fact_of
from perdure.intake.extract.rules.relations import KIN, KIN_ZH
from perdure.intake.extract.rules.work import JOBS, JOBS_ZH
from perdure.regex import regex
from perdure.values import JSON

_TONGUES = (
    r"(?:english|chinese|mandarin|cantonese|japanese|korean|french|german|spanish|italian|portuguese|russian|polish"
    r"|dutch|swedish|norwegian|danish|finnish|turkish|arabic|hebrew|hindi|urdu|bengali|tamil|thai|vietnamese"
    r"|indonesian|malay|tagalog|greek|czech|hungarian|romanian|ukrainian|swahili|persian|farsi|welsh|irish|catalan"
    r"|sign language)"
)
_TONGUES_ZH = (
    r"(?:[英日韩法德俄粤泰越葡国]语|西班牙语|意大利语|阿拉伯语|葡萄牙语|普通话|中文|英文|日文|闽南"
    r"话|上海话|四川话|客家话|手语)"
)
_TRAITS = (
    r"(?:(?:left|right)[- ]handed|ambidextrous|colou?r[- ]?blind|(?:short|near|long|far)[- ]?sighted|deaf|blind"
    r"|dyslexic|autistic|pregnant|teetotal|an only child|a twin|an (?:intro|extro)vert|an early (?:bird|riser)"
    r"|a night owl|a morning person|a (?:non-?|heavy )?smoker|adopted|trans|gay|a lesbian|bisexual|non-?binary"
    r"|an? (?:christian|muslim|buddhist|hindu|jew|atheist|catholic|quaker|sikh)|jewish|muslim|buddhist)"
)
_TRAITS_ZH = (
    r"(?:左撇子|右撇子|色盲|色弱|独生子女?|独生女|双胞胎|近视眼?|内向的?人?|外向的?人?|社恐|早起的"
    r"?人|夜猫子|佛教徒|基督徒|穆斯林|单亲家庭)"
)
_ANIMALS = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|parrots?|rabbits?|hamsters?|bunn(?:y|ies)|goldfish|turtles?|tortoises?"
    r"|budgies?|horses?|pon(?:y|ies)|guinea pigs?|ferrets?|snakes?|geckos?|chickens?|hens|goats?|beagle|labrador|lab"
    r"|retriever|poodle|corgi|terrier|husky|spaniel|collie|shepherd|dachshund|bulldog|pug|greyhound|whippet|tabby"
    r"|siamese|maine coon|canary|cockatiel)"
)
_SHOP = (
    r"(?:shop|store|bakery|caf[eé]|restaurant|bar|pub|studio|agency|business|company|farm|salon|gym|clinic|startup"
    r"|hotel|b&b|bookshop|practice|garage|gallery|school|brewery|consultancy)"
)
_SHOP_ZH = r"(?:[\u4e00-\u9fff]{0,4}(?:店|馆|厂|公司|工作室|餐厅|诊所|民宿|书屋|酒吧|农场|培训班|事务所|铺子|摊))"
_MAKES_ZH = (
    r"(?:比亚迪|特斯拉|丰田|本田|大众|宝马|奔驰|奥迪|日产|别克|福特|吉利|长安|哈弗|理想|小鹏|蔚来|沃尔沃|马自达|现代"
    r"|起亚|五菱|荣威|雪佛兰|雷克萨斯|保时捷|问界|极氪|小米SU7|斯柯达|红旗)"
)


def _trait(m: Matched, r: Reading) -> Draft:
    what = re.sub(r"^an? ", "", tidy(m["x"]).lower())
    return profile(r, f"trait ({what})", what, "{who} is {v}.", "{who}是{v}。")


def _abstains(m: Matched, r: Reading) -> Draft:
    said = re.sub(r"^(?:i(?:'ve)?|我(?:从来|从|一直|早就|平时|基本|其实|现在|已经){0,3}) ?", "", tidy(m.text), flags=I)
    return profile(r, f"habit ({tidy(m['x']).lower()})", said, "{who}: {v}.", "{who}{v}。")


def _tongues(m: Matched, r: Reading) -> Draft:
    return profile(r, "languages", tidy(m["x"]), "{who} speaks {v}.", "{who}会{v}。")


def _schooling(m: Matched, r: Reading) -> Iterator[Draft]:
    if m["x"]:
        yield profile(r, "major", tidy(SINCE.sub("", m["x"])), "{who} studied {v}.", "{who}学的是{v}。")
    if m["at"]:
        yield profile(r, "school", tidy(SINCE.sub("", m["at"])), "{who} studied at {v}.", "{who}毕业于{v}。")


def _runs(m: Matched, r: Reading) -> Iterator[Draft]:
    what = re.sub(r"^(?:an?|our|my) ", "", tidy(m["x"]), flags=I)
    yield profile(r, "job", f"经营{what}" if r.is_zh else f"runs a {what}", "{who} {v}.", "{who}{v}。", importance=0.8)
    if m["at"]:
        yield profile(r, "city", tidy(m["at"]), "{who} lives in {v}.", "{who}在{v}。", confidence=0.7)


def _teaches(m: Matched, r: Reading) -> Draft:
    return profile(r, "job", f"teaches {tidy(m['x'])}", "{who} {v}.", "{who}{v}。", importance=0.8)


def _new_job(m: Matched, r: Reading) -> Draft | None:
    where = tidy(SINCE.sub("", m["x"]))
    named = re.search(r"\b(?:called|named) (?P<n>.{2,40})$", where, I)
    where = re.sub(r"^(?:an?|the|一家|家) ?", "", named["n"] if named else where, flags=I)
    if not where or len(where) > 40 or re.match(r"(?:home|work|it|this|that|here|\d|家|这|那|公司$|路上)", where, I):
        return None
    return profile(r, "employer", where, "{who} works at {v}.", "{who}在{v}工作。", importance=0.8)


def _role(m: Matched, r: Reading) -> Draft:
    return profile(r, "job", tidy(m["x"]), "{who} works as {v}.", "{who}的职业是{v}。", importance=0.8)


def _age(m: Matched, r: Reading) -> Draft | None:
    try:
        age = number(m["x"])
    except (ValueError, KeyError):
        return None
    if not 5 <= age <= 110:
        return None
    return profile(r, "age", str(age), "{who} is {v} years old.", "{who}{v}岁。", since=r.today.isoformat())


def _pet(m: Matched, r: Reading) -> Draft:
    kind, name = m["pet"].lower(), tidy(m["x"])
    if name:
        en, zh = "{who} has a " + kind + " called {v}.", "{who}的" + kind + "叫{v}。"
        return profile(r, f"pet ({kind})", name, en, zh)
    return profile(r, "pets", tidy(m["pets"]), "{who} has {v}.", "{who}养了{v}。")


def _birth(m: Matched, r: Reading) -> Draft | None:
    found = find_day(m["x"], r.today)
    said = tidy(m["x"][found.start : found.end]) if found else tidy(m["x"]) if "月" in m["x"] else ""
    return profile(r, "birthday", said, "{who}'s birthday is {v}.", "{who}的生日是{v}。") if said else None


def _lives(m: Matched, r: Reading) -> Draft:
    k = "hometown" if re.search(r"\b(?:come|hail)\b", m.text, I) else "city"
    return profile(r, k, tidy(m["x"]), "{who}, {k}: {v}.", "{who}，{k}：{v}。", importance=0.8)


def _born(m: Matched, r: Reading) -> Draft:
    k = "zodiac" if len(m["x"]) == 1 else "born"
    return profile(r, k, tidy(m["x"]), "{who} was born in {v}.", "{who}属{v}。" if k == "zodiac" else "{who}生于{v}。")


def _became(m: Matched, r: Reading) -> Draft:
    what = re.sub(r"^(?:an?|the) ", "", tidy(m["x"]), flags=I)
    family = re.search(r"mother|father|parent|dad|mum|mom|uncle|aunt", what, I)
    return profile(r, f"family ({what})" if family else "job", what, "{who} is {v}.", "{who}是{v}。", importance=0.8)


def _commute(m: Matched, r: Reading) -> Draft:
    how = tidy(m["x"]) if r.is_zh else tidy(re.sub(r"^i ", "", m.text, flags=I))
    return profile(r, "commute", how, "{who}'s commute: {v}.", "{who}的通勤方式：{v}。")


def _home_zh(m: Matched, r: Reading) -> Draft | None:
    place = tidy(m["x"])
    if re.search(r"这|那|哪|楼|附近|旁边|对面|前面|后面|里$|装修", place):
        return None
    if "土生土长" in m.text:
        return profile(r, "hometown", place, "{who} is from {v}.", "{who}来自{v}。")
    return profile(r, "city", place, "{who} lives in {v}.", "{who}住在{v}。", importance=0.8)


def _sensitive(m: Matched, r: Reading) -> Draft | None:
    what = tidy(m["x"]).lower()
    if re.match(r"(?:this|that|it|you|he|she|they|stress|work|the|my|这|那|有点|皮肤|鼻子|天气|价格|噪音)", what, I):
        return None
    return profile(
        r, f"allergy ({what})", what, "{who} cannot tolerate {v}.", "{who}对{v}过敏或敏感。", importance=0.95
    )


def _kin(predicate: str) -> Make:
    """A plain fact about somebody close: it is theirs, so it is kept under their name."""

    def make(m: Matched, r: Reading) -> Draft | None:
        who, value = m["kin"].lower(), tidy(SINCE.sub("", m["v"]))
        if not value or len(value) > 40 or re.match(r"(?:it|that|this|here|there|always|so|very|not|just)\b", value, I):
            return None
        owner = r.subject if r.subject != "user" else ("用户" if r.is_zh else "user")
        subject = f"{owner}的{who}" if r.is_zh else f"{owner}'s {who}"
        shape: dict[str, JSON] = {"subject": subject, "predicate": predicate, "value": value}
        return Draft("facts", shape, say(r, "{s}: {v}.", "{s}：{v}。", s=subject, v=tidy(m.text)), importance=0.6)

    return make


def _kin_state(m: Matched, r: Reading) -> Draft:
    who = m["kin"].lower()
    value: dict[str, JSON] = {"subject": r.subject, "object": tidy(m["name"]) or who, "relation": who}
    value["state"] = tidy(m["v"])
    found = find_day(r.clause.text, r.today, past=True)
    since = found.day.isoformat() if found else find_since(r.clause.text, r.today)
    if since:
        value["since"] = since
    content = say(r, "{who}'s {k}: {v}.", "{who}的{k}：{v}。", k=who, v=tidy(m.text))
    return Draft("relationships", value, content, importance=0.7)


_FIRST = r"(?:i|we)(?:'ve| have|'m| am|'re| are)?"
_WHO_ZH = r"我(?:现在|目前|其实|从小|一直|本来|就|也|都|是个?|已经|刚|的|们|家|大学|本科|研究生|今年|英文|平时){0,4}"

RULES = (
    Rule(
        "traits.tongues.en",
        regex(
            EN + rf"i (?:can |also )?(?:speak|know)(?: fluent| some| a (?:bit|little) of| basic)? "
            rf"(?P<x>{_TONGUES}\b[^\n]{{0,60}})$"
            rf"|{EN}i'?m (?:fluent|conversational|proficient|bilingual) in (?P<x2>{_TONGUES}\b[^\n]{{0,60}})$",
            I,
        ),
        _tongues,
        WHY,
        cues=("speak", "know", "fluent", "conversational", "proficient", "bilingual"),
        yields=True,
    ),
    Rule(
        "traits.tongues.zh",
        regex(
            ZH
            + rf"{_WHO_ZH}(?:会说?|能说|懂|精通|会讲)(?:一点|一些|点|流利的?)?(?P<x>{_TONGUES_ZH}[^\n，,吗]{{0,16}})$"
            rf"|{ZH}我的?(?P<x2>{_TONGUES_ZH}(?:过了?|考过了?|是)[^\n，,]{{1,8}})$"
        ),
        _tongues,
        WHY,
        cues=("语", "话", "文"),
        yields=True,
    ),
    Rule(
        "traits.trait.en",
        regex(EN + rf"i(?:'m| am)(?: actually| also| now)? (?P<x>{_TRAITS})(?:[ ,].{{0,30}})?$", I),
        _trait,
        WHY,
        cues=("i'm", "i am", "im "),
        yields=True,
    ),
    Rule(
        "traits.trait.zh",
        regex(
            ZH + rf"{_WHO_ZH}(?:是个?|是一?个|有点|天生)?(?P<x>{_TRAITS_ZH}(?:[一二三四五六七八九十百\d]+度)?)(?"
            rf":的|了)?$"
        ),
        _trait,
        WHY,
        cues=("我",),
        yields=True,
    ),
    Rule(
        "traits.abstains.en",
        regex(
            EN + r"i(?:'ve)? (?:don'?t|never|no longer|quit|gave up|given up|stopped) (?P<x>smok(?:e|ing)|vap(?"
            r":e|ing)|drink(?:ing)?(?: alcohol)?|gambl(?:e|ing)|eating (?:meat|sugar|dairy|gluten|bread|fi"
            r"sh|pork))(?: (?:any ?more|at all|either))?$",
            I,
        ),
        _abstains,
        WHY,
        cues=("don't", "dont", "never", "no longer", "quit", "gave up", "given up", "stopped"),
        yields=True,
    ),
    Rule(
        "traits.abstains.zh",
        regex(
            ZH + rf"{_WHO_ZH}(?:从来|从|一直|早就|平时|基本){{0,2}}(?:不|没有?|戒了?)(?P<x>抽烟|吸烟|喝酒|烟|酒|"
            rf"赌博|熬夜|吃肉)(?:[也和](?:不|没有?)?[^\n，,]{{1,4}})?(?:的|了)?$"
        ),
        _abstains,
        WHY,
        cues=("不", "没", "戒"),
        yields=True,
    ),
    Rule(
        "traits.height.en",
        regex(
            EN + r"i(?:'m| am) (?P<x>\d(?:'|\.| ?m ?)\d{0,2}\"?(?: ?m)?|\d{3} ?cm|\d ?(?:ft|foot|feet) ?\d{0,2}"
            r")(?: tall)?$",
            I,
        ),
        fact_of("height", "{who} is {v} tall.", "{who}身高{v}。"),
        WHY,
        cues=("tall", "cm", "ft", "foot"),
        yields=True,
    ),
    Rule(
        "traits.height.zh",
        regex(
            ZH + r"我的?(?:净)?身高(?:是|有)?(?P<x>[一二两三四五六七八九十\d.]{1,4}(?:米|厘米|cm|公分|m)?[一二"
            r"三四五六七八九十\d]{0,3})$",
            I,
        ),
        fact_of("height", "{who} is {v} tall.", "{who}身高{v}。"),
        WHY,
        cues=("身高",),
        yields=True,
    ),
    Rule(
        "traits.age.zh",
        regex(ZH + r"我(?:今年|刚满|刚刚?过|今年刚满|今年已经)(?P<x>[一二三四五六七八九十\d]{2,3})(?:岁|周岁|了)?$"),
        _age,
        WHY,
        cues=("今年", "刚"),
        yields=True,
    ),
    Rule(
        "traits.born.zh",
        regex(
            ZH + r"我(?:是|的生日是|生日是|生于)(?P<x>(?:\d{4}年|农历|阴历)?[一二三四五六七八九十腊正冬\d]{1,2}"
            r"月(?:初|廿)?[一二三四五六七八九十\d]{1,3}[日号]?)(?:出生|生|的生日)?(?:的)?$"
        ),
        _birth,
        WHY,
        cues=("月",),
        yields=True,
    ),
    Rule(
        "traits.schooling.en",
        regex(
            EN + r"i (?:studied|majored in|read) (?P<x>[a-z][a-z ]{2,30}?) (?:at|in) (?P<at>[A-Z][\w .&'-]{1,40})$"
            rf"|{EN}i (?:did|got|have|hold|finished|earned|completed) (?:my|an?) (?:phd|doctorate|master'?s"
            rf"|mba|bachelor'?s|degree|ba|bsc|msc)"
            r"(?: degree)?(?: in (?P<x2>[a-z][a-z ]{2,30}?))?(?: (?:at|in|from) (?P<at2>[A-Z][\w .&'-]{1,40}))?$"
            rf"|{EN}i (?:graduated from|went to (?:college|university|school) (?:at|in)|am an alum(?:na|nus"
            rf")? of) (?P<at3>[A-Z][\w .&'-]{{1,40}})$",
            I,
        ),
        _schooling,
        WHY,
        cues=(
            "studied",
            "majored",
            "read ",
            "phd",
            "master",
            "degree",
            "mba",
            "bachelor",
            "graduated",
            "went to",
            "doctorate",
        ),
        yields=True,
    ),
    Rule(
        "traits.schooling.zh",
        regex(
            ZH + rf"{_WHO_ZH}(?:毕业于(?P<at>[^\n，,]{{2,20}})|是(?P<at2>[^\n，,]{{2,16}}?)毕业的"
            r"|在(?P<at3>[^\n，,]{2,16}?)读的(?:书|本科|研究生|博士|大学)"
            r"|(?:学|读)的(?:是|专业是)?(?P<x>[\u4e00-\u9fff]{2,10}?)(?:专业|系)?)$"
        ),
        _schooling,
        WHY,
        cues=("毕业", "读的", "学的"),
        yields=True,
    ),
    Rule(
        "traits.runs.en",
        regex(
            EN + rf"{_FIRST} ?(?:run|own|manage|opened|started|co-?own|founded|set up)(?: an?| my| our)? "
            rf"(?P<x>(?:[a-z-]+ ){{0,3}}{_SHOP})(?: in (?P<at>[A-Z][\w' -]{{1,30}}))?$",
            I,
        ),
        _runs,
        WHY,
        cues=("run ", "own ", "manage", "opened", "started", "founded", "set up"),
        yields=True,
    ),
    Rule(
        "traits.runs.zh",
        regex(
            ZH + rf"我(?:们)?(?:自己|现在|目前|和[^\n，,]{{1,6}})?(?:在(?P<at>[\u4e00-\u9fff]{{2,6}}?))?(?:开了?"
            rf"|经营着?|有)(?:一?[家间个])(?P<x>{_SHOP_ZH})$"
        ),
        _runs,
        WHY,
        cues=("开", "经营", "有"),
        yields=True,
    ),
    Rule(
        "traits.teaches.en",
        regex(EN + r"i (?:currently |now )?teach (?P<x>[a-z][a-z ]{2,30}?)(?: (?:at|in|to|for) [^\n]{2,50})?$", I),
        _teaches,
        WHY,
        cues=("teach",),
        yields=True,
    ),
    Rule(
        "traits.new_job.en",
        regex(
            EN + rf"{_FIRST} ?(?:just |recently )?(?:started|got|landed|have|begun|took)(?: an?| my)? (?:new )?("
            rf"?:job|position|role) (?:at|with) (?P<x>[^\n]{{2,50}})$",
            I,
        ),
        _new_job,
        WHY,
        cues=("job", "position", "role"),
        yields=True,
    ),
    Rule(
        "traits.new_job.zh",
        regex(
            ZH + r"(?:我)?(?:现在|目前|如今|刚)(?:就|是)?(?:在|去了?|进了?)(?P<x>[^\n，,的]{2,14}?)(?:上班|工作"
            r"|任职|实习|做事)(?:了)?$"
        ),
        _new_job,
        WHY,
        cues=("上班", "工作", "任职", "实习", "做事"),
        yields=True,
    ),
    Rule(
        "traits.role.zh",
        regex(
            rf"^(?:我)?(?:现在|目前|如今|已经)(?:是|当上了?|做到了?|升到了?|升为)(?P<x>[\u4e00-\u9fffA-Za-z"
            rf"]{{0,8}}(?:总监|主管|组长|主任|部长|院长|店长|校长|副总|总裁|合伙人|{JOBS_ZH}))(?:了)?$"
        ),
        _role,
        WHY,
        cues=("现在", "目前", "如今", "已经"),
        yields=True,
    ),
    Rule(
        "traits.car.en",
        regex(
            EN + r"(?:i (?:drive|own|have)|we (?:drive|have)) an? (?P<x>(?i:[a-z]+ )?(?-i:[A-Z])[\w-]+(?: [A-Z"
            r"\d][\w-]*){0,2})(?: (?:car|van|truck|now))?$",
            re.IGNORECASE,
        ),
        fact_of("car", "{who} drives {v}.", "{who}开{v}。", stop=r"(?:Mac|iPhone|PhD|MBA|BA|BSc)"),
        WHY,
        cues=("drive",),
        yields=True,
    ),
    Rule(
        "traits.car.zh",
        regex(
            ZH + rf"我(?:现在|平时)?(?:开的(?:是|车是)|开|有|买了)(?:一?[辆台部])?(?P<x>(?:[红黑白蓝灰银]色的?)?"
            rf"{_MAKES_ZH}[^\n，,]{{0,8}})$"
        ),
        fact_of("car", "{who} drives {v}.", "{who}开{v}。"),
        WHY,
        cues=("开", "有", "买"),
        yields=True,
    ),
    Rule(
        "traits.pet.en",
        regex(
            EN + rf"{_FIRST} ?(?:got |have |own |adopted |rescued |keep )(?:(?:an? |our |another )(?:[a-z]+ ){{0"
            rf",2}}(?P<pet>{_ANIMALS}),? (?:called|named) (?P<x>[A-Z][\w'-]{{1,20}})"
            rf"|(?P<pets>(?:an?|one|two|three|four|five|six|\d{{1,2}}) (?:[a-z]+ ){{0,2}}{_ANIMALS}))(?:,."
            rf"{{0,40}}| (?:and|at|who|that|with|now|here|named|called)\b.{{0,40}})?$",
            I,
        ),
        _pet,
        WHY,
        cues=("have", "'ve", "got", "own", "adopted", "rescued", "keep"),
        yields=True,
    ),
    Rule(
        "traits.pet.zh",
        regex(
            ZH + r"我们?家?里?(?:现在|还|一共)?(?:养了|养着|有|领养了)(?P<pets>[一二两三四五六七八九十\d]{0,2}["
            r"只条匹](?:[\u4e00-\u9fff]{0,3})?(?:猫|狗|犬|兔子?|仓鼠|鹦鹉|乌龟|金毛|柯基|柴犬|泰迪|布偶|英"
            r"短|橘猫|边牧))(?:和[^\n，,]{1,8})?$"
        ),
        _pet,
        WHY,
        cues=("养", "有"),
        yields=True,
    ),
    Rule(
        "traits.kin_state.en",
        regex(
            EN + rf"my (?P<kin>{KIN})(?:,? (?P<name>(?-i:[A-Z])[a-zà-ÿ'-]{{1,20}}),?)?(?:'s| has| just| recently"
            rf"| finally){{0,3}} "
            r"(?P<v>passed away|died|got married|got engaged|had a baby|gave birth|is pregnant|is expectin"
            r"g|got divorced|retired|is retired|graduated)(?:\b.{0,40})?$",
            I,
        ),
        _kin_state,
        "heard.family_changed",
        cues=("my ",),
        yields=True,
    ),
    Rule(
        "traits.kin_state.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH}|爸妈|父母)(?P<name>)[^\n，,]{{0,8}}?(?P<v>去世|过世|走了|离世|生了"
            rf"|怀孕|退休|结婚|离婚|毕业|住院|生病|考上[^\n，,]{{2,10}})(?:了|啦)?$"
        ),
        _kin_state,
        "heard.family_changed",
        cues=("我",),
        yields=True,
    ),
    Rule(
        "traits.kin_lives.en",
        regex(
            EN + rf"my (?P<kin>{KIN}|parents|kids|grandparents|in-laws)(?: still| now| both| all)? (?:lives?|is "
            rf"based|are based|moved) (?:in|to) (?P<v>(?-i:[A-Z])[\w ,'-]{{1,40}})$",
            I,
        ),
        _kin("city"),
        WHY,
        cues=("my ",),
        yields=True,
    ),
    Rule(
        "traits.kin_job.en",
        regex(
            EN + rf"my (?P<kin>{KIN}|parents) (?:is|works as|are both|are)(?: an?)? (?P<v>(?:[a-z]+ ){{0,2}}(?:"
            rf"{JOBS})s?)\b(?: (?:at|in|for|from) .{{2,40}})?$",
            I,
        ),
        _kin("job"),
        WHY,
        cues=("my ",),
        yields=True,
    ),
    Rule(
        "traits.kin_cannot.en",
        regex(EN + rf"my (?P<kin>{KIN}) (?:is allergic to|can'?t (?:eat|have|drink)) (?P<v>[a-z][a-z ]{{2,30}})$", I),
        _kin("cannot have"),
        WHY,
        cues=("my ",),
        yields=True,
    ),
    Rule(
        "traits.kin_lives.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH}|爸妈|父母)(?:现在|目前|一直|都)?(?:住在?|在(?=[^\n，,]{{2,8}}(?:住"
            rf"|生活|定居|工作|上班|读书|上学|当|做)))(?P<v>[\u4e00-\u9fff]{{2,8}}?)(?:住|生活|定居|工作|上"
            rf"班|读书|上学|(?:当|做)[^\n，,]{{2,8}})?$"
        ),
        _kin("city"),
        WHY,
        cues=("我",),
        yields=True,
    ),
    Rule(
        "traits.kin_school.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH}|孩子|娃)(?:今年|现在|刚|已经)?(?:上|读|念)(?P<v>(?:幼儿园|小学|初"
            rf"中|高中|大学|[小中大]班|[初高大][一二三四]|[一二三四五六]年级|研究生)[^\n，,]{{0,6}}?)(?:了)"
            rf"?$"
        ),
        _kin("school"),
        WHY,
        cues=("上", "读", "念"),
        yields=True,
    ),
    Rule(
        "traits.kin_cannot.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH})(?:不能吃|吃不了|对(?=[^\n，,]{{1,8}}过敏))(?P<v>[^\n，,]{{1,8}}?)"
            rf"(?:过敏)?$"
        ),
        _kin("不能吃"),
        WHY,
        cues=("不能吃", "吃不了", "过敏"),
        yields=True,
    ),
    Rule(
        "traits.living.en",
        regex(
            EN + r"my (?:home|house|flat|apartment|place) is (?:in|near|outside) (?P<x>(?-i:[A-Z])[\w' -]{1,30}"
            r"?)(?: these days| now)?$|"
            + EN
            + r"i (?:come|hail) from (?:an? )?(?:[a-z]+ ){0,3}(?:called|named) (?P<x2>(?-i:[A-Z])[\w' -]{1,30})$",
            I,
        ),
        _lives,
        WHY,
        cues=("home", "house", "flat", "apartment", "place", "from"),
        yields=True,
    ),
    Rule(
        "traits.decade.en",
        regex(
            EN + r"i(?:'m| am) in my (?P<x>(?:early |mid-?|late )?(?:twenties|thirties|forties|fifties|sixties|"
            r"seventies|eighties|[2-8]0s))$",
            I,
        ),
        fact_of("age", "{who} is in their {v}.", "{who}的年龄：{v}。"),
        WHY,
        cues=("in my",),
        yields=True,
    ),
    Rule(
        "traits.born.en",
        regex(
            EN + r"i was born in (?P<x>(?:the (?:spring|summer|autumn|fall|winter) of |(?:jan|feb|mar|apr|may|j"
            r"un|jul|aug|sep|oct|nov|dec)[a-z]* )?(?:19|20)\d\d)$",
            I,
        ),
        _born,
        WHY,
        cues=("born",),
        yields=True,
    ),
    Rule(
        "traits.born_year.zh",
        regex(
            ZH
            + r"我(?:是|属于)?(?P<x>(?:19|20)?\d\d年(?:出生|生)?|[零一二三四五六七八九]{2,4}年)(?:出生|生)?的$|"
            + ZH
            + r"我(?:是)?属(?P<x2>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?$"
        ),
        _born,
        WHY,
        cues=("年", "属"),
        yields=True,
    ),
    Rule(
        "traits.role.en",
        regex(
            EN + rf"(?:as of (?:this|last) (?:week|month|year),? |since (?:last|this) (?:week|month|year),? )?i("
            rf"?:'m| am)(?: now| currently)? (?P<x>(?:the |an? )?(?:head|director|vp|vice president|chief|m"
            rf"anager|lead|chair|president|editor|owner|captain|secretary|treasurer) of [a-z][a-z &-]{{2,30"
            rf"}})(?: at [^\n]{{2,30}})?$|{EN}i (?:make|earn) my living as (?P<x2>an? [a-z -]{{3,30}})$|"
            rf"{EN}i(?:'ve)? (?:recently |just )?became (?P<x3>an? (?:grand|step)?(?:mother|father|parent|d"
            rf"ad|mum|mom|grandmother|grandfather|uncle|aunt|citizen[a-z ]*|{JOBS}))$",
            I,
        ),
        _became,
        WHY,
        cues=("i'm", "i am", "living as", "became"),
        yields=True,
    ),
    Rule(
        "traits.employer_long.en",
        regex(
            EN + r"i(?:'ve| have) (?:worked|been working|been employed|been) (?:at|for|with) (?P<x>(?:the )?[\w"
            r"&' -]{2,30}?) (?:for|since) [^\n]{2,30}$",
            I,
        ),
        _new_job,
        WHY,
        cues=("worked", "working", "employed", "been"),
        yields=True,
    ),
    Rule(
        "traits.commute.en",
        regex(
            EN + r"i (?:ride|cycle|walk|drive|bike|commute|take)(?: an?| the| my)? ?(?P<x>[\w -]{0,24}?) ?to wo"
            r"rk(?: every day| most days| daily)?$",
            I,
        ),
        _commute,
        WHY,
        cues=("to work",),
        yields=True,
    ),
    Rule(
        "traits.commute.zh",
        regex(
            ZH + r"我(?:平时|一般|每天|通常|都){1,2}(?P<x>(?:骑|坐|开|走路|步行|搭)[^\n，,]{0,8}?)(?:去)?(?:上"
            r"班|上学|通勤)$"
        ),
        _commute,
        WHY,
        cues=("上班", "上学", "通勤"),
        yields=True,
    ),
    Rule(
        "traits.alone.zh",
        regex(
            ZH + r"我(?:现在|目前|一直|平时)?(?P<x>一个人住|独居|和[^\n，,]{1,6}(?:一起住|合租|同住)|跟[^\n，,]"
            r"{1,6}(?:一起住|合租|同住))$"
        ),
        fact_of("household", "{who}: {v}.", "{who}{v}。"),
        WHY,
        cues=("住", "独居", "合租"),
        yields=True,
    ),
    Rule(
        "traits.alone.en",
        regex(EN + r"i live (?P<x>alone|by myself|on my own|with (?:my|two|three|a|an) [a-z ]{3,30})$", I),
        fact_of("household", "{who} lives {v}.", "{who}：{v}。"),
        WHY,
        cues=("live",),
        yields=True,
    ),
    Rule(
        "traits.home.zh",
        regex(
            ZH
            + r"我家(?:就|现在)?(?:住)?在(?P<x>[\u4e00-\u9fff]{2,12})$|"
            + ZH
            + r"我是土生土长的(?P<x2>[\u4e00-\u9fff]{2,6})人$"
        ),
        _home_zh,
        WHY,
        cues=("我家", "土生土长"),
        yields=True,
    ),
    Rule(
        "traits.allergy.zh",
        regex(
            ZH
            + r"我(?:从小|一直)?(?!对)(?P<x>[\u4e00-\u9fff]{2,6}?)(?:严重)?过敏$|"
            + ZH
            + r"我对(?P<x2>[^\n，,]{1,8}?)(?:比较|很|特别|非常|有点)?(?:敏感|不耐受)$"
        ),
        _sensitive,
        WHY,
        cues=("过敏", "敏感", "不耐受"),
        yields=True,
    ),
    Rule(
        "traits.allergy.en",
        regex(
            EN
            + r"(?P<x>[a-z][a-z ]{2,20}?) (?:could|can|would|will|might) kill me$|"
            + EN
            + r"i (?:can'?t tolerate|react badly to|come out in hives from) (?P<x2>[a-z][a-z ]{2,20})$",
            I,
        ),
        _sensitive,
        WHY,
        cues=("kill me", "tolerate", "react badly", "hives"),
        yields=True,
        guarded=False,
    ),
    Rule(
        "traits.injury.zh",
        regex(
            ZH + r"我(?:的)?(?P<x>(?:膝盖|腰|颈椎|肩膀|脚踝|眼睛|胃|心脏|手腕|肺|肝|听力|视力|嗓子|后背|背)(?:"
            r"受过伤|不好|有伤|有问题|做过手术|一直不好|不太好|动过手术))$"
        ),
        fact_of("health", "{who}: {v}.", "{who}{v}。"),
        WHY,
        cues=("伤", "不好", "问题", "手术"),
        yields=True,
    ),
    Rule(
        "traits.injury.en",
        regex(
            EN + r"i(?:'ve| have)? (?:got )?(?P<x>a (?:bad|weak|dodgy|replaced) (?:back|knee|hip|shoulder|heart"
            r"|stomach|neck|ankle)|(?:hurt|injured|broken?|replaced) my [a-z]+)(?:[ ,].{0,30})?$",
            I,
        ),
        fact_of("health", "{who} has {v}.", "{who}：{v}。"),
        WHY,
        cues=("bad ", "weak", "dodgy", "replaced", "hurt", "injured", "broke"),
        yields=True,
    ),
    Rule(
        "traits.kin_job.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH})(?:现在|以前)?是(?:一?[个名位])?(?P<v>[\u4e00-\u9fff]{{0,6}}?(?:"
            rf"{JOBS_ZH}))$"
        ),
        _kin("job"),
        WHY,
        cues=("是",),
        yields=True,
    ),
    Rule(
        "traits.kin_moved.zh",
        regex(
            ZH + rf"我(?:的)?(?P<kin>{KIN_ZH})(?:去年|今年|已经|刚|后来)?(?:嫁到|搬到|搬去|移民到?|去了)了?(?P<v"
            rf">[\u4e00-\u9fff]{{2,8}}?)(?:了)?$"
        ),
        _kin("city"),
        WHY,
        cues=("嫁", "搬", "移民", "去了"),
        yields=True,
    ),
    Rule(
        "traits.kin_ages.en",
        regex(
            EN + rf"my (?P<kin>kids|children|boys|girls|twins|{KIN}) (?:is|are|just turned|turned) (?P<v>(?:\d{{"
            rf"1,2}}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: and (?:\d{{1,2}}|[a"
            rf"-z]+))?)(?: years? old| now)?$",
            I,
        ),
        _kin("age"),
        WHY,
        cues=("my ",),
        yields=True,
    ),
)
