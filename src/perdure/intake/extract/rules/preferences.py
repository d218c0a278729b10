"""What somebody likes, dislikes and prefers, and how they want answers to look."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, Make, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import ASCII, EN, ONCE, REST, ZH, I, bare, listed, preference, tidy
from perdure.intake.words import regex

# What a preference is about, whatever the words: so that the next word on it replaces the last.
TOPICS = (
    (
        "ui",
        "theme",
        regex(r"\b(?:dark|light)[ -](?:mode|theme)\b|(?:深色|浅色|暗色|亮色|夜间|黑暗|暗黑)(?:模式|主题)?", ASCII),
    ),
    ("coding", "indentation", regex(r"\btabs?\b(?= |$)|\bspaces\b|(?:空格|制表符|tab)(?:缩进)?", ASCII)),
    ("coding", "quotes", regex(r"\b(?:single|double) quotes\b|[单双]引号", ASCII)),
    ("coding", "comments", regex(r"\bcomments? in (?:english|chinese)\b|(?:中文|英文)注释", ASCII)),
    ("writing", "units", regex(r"\b(?:metric|imperial|celsius|fahrenheit)\b|公制|英制|摄氏|华氏", ASCII)),
)
_AREA = {
    "tools": regex(r"\b<preferences.tools>\b|编辑器|浏览器|终端", ASCII),
    "coding": regex(r"\b<preferences.coding>\b|代码|变量|函数|注释|测试|编程|缩进|命名", ASCII),
    "ui": regex(r"\b(?:font|layout|sidebar|interface|screen|button)s?\b|字体|界面|布局|主题", ASCII),
    "writing": regex(
        r"\b<preferences.writing>\b|回复|回答|邮件|语气|表情|段落|总结|列表|文风",
        ASCII,
    ),
}
_NO_OBJECT = regex(
    r"^(?:<preferences.no_object>|the <preferences.no_object_the>|<preferences.no_object_more>)\b"
    r"|^<preferences.no_object_zh>",
    I,
)
# `the energy`, `that world`: something here and now, not a taste.
_ONE_OFF = regex(
    r"^the (?![A-Z])(?!<preferences.places>\b)(?:\w+)|\b(?i:<preferences.here_and_now>)\b|这|那|今天|今晚"
    r"|刚才|你"
)
_EATING = regex(r"^(?:<preferences.eating> |吃|喝|听|玩)", I)
_REASON = regex(r" <preferences.reasons>\b.*$", I)
_VERB = regex(r"<preferences.verbs>\b", I)


def area(text: str) -> tuple[str, str | None]:
    """Which area of life a text belongs to, and the name of its topic where that is known."""
    for scope, name, pattern in TOPICS:
        if pattern.search(text):
            return scope, name
    return next((scope for scope, pattern in _AREA.items() if pattern.search(text)), "other"), None


_NEW_CLAUSE = regex(r"<preferences.new_clause>\b|[^a-z]", I)


def _goes_on(r: Reading) -> bool:
    """Whether a list goes on behind the comma: `I enjoy complex, slow stories`. What was cut off means little."""
    sentence, text = r.clause.sentence, r.clause.text[r.clause.carried :]
    rest = sentence[sentence.find(text) + len(text) :]
    more = rest[1:].lstrip()
    is_list = re.match(r"[\w' -]{1,30}(?:, | and | or )", more) or not re.search(r"\s", tidy(more))
    return not r.is_zh and rest.startswith(",") and bool(is_list) and not _NEW_CLAUSE.match(more)


def _like(value: str, en: str, zh: str) -> Make:
    def make(m: Matched, r: Reading) -> Iterator[Draft]:
        if _goes_on(r):
            return
        said = _REASON.sub("", tidy(m["x"]))
        said = re.sub(r"^(?:also|both|just|all|only) ", "", said, flags=I)
        if not said or len(said) > 60 or _NO_OBJECT.match(said) or _ONE_OFF.search(said) or len(said.split()) > 7:
            return
        if r.is_zh and (said[0] in "的把将在于" or len(said) > 14):
            return
        for thing in listed(re.sub("的$", "", said)):
            name = _EATING.sub("", thing) or thing
            scope, topic = area(name)
            if _NO_OBJECT.match(name) or not name or name == "素":
                continue
            if topic and value != "dislikes":
                yield preference(r, scope, topic, name, "{who} prefers {value}.", "{who}偏好{value}。")
            else:
                yield preference(r, scope, name, value, en, zh)

    return make


_likes = _like("likes", "{who} likes {name}.", "{who}喜欢{name}。")
_dislikes = _like("dislikes", "{who} dislikes {name}.", "{who}不喜欢{name}。")


def _favourite(m: Matched, r: Reading) -> Draft | None:
    what, value = bare(m["what"]), tidy(m["x"])
    if not what or not value or len(value) > 60 or len(what) > 30:
        return None
    name = f"最喜欢的{what}" if r.is_zh else f"favourite {what.lower()}"
    en, zh = "{who}'s {name} is {value}.", "{who}{name}是{value}。"
    return preference(r, area(what)[0], name, value, en, zh)


def _rather(m: Matched, r: Reading) -> Draft | None:
    one, other = bare(m["x"]), bare(m["y"])
    if _VERB.match(other) and " to " in m.text:
        return None  # "I prefer apps to use offline": the second half is no rival
    if not one or not other or len(one) > 50 or len(other) > 50 or _NO_OBJECT.match(one):
        return None
    scope, topic = area(f"{one} {other}")
    name = topic or " / ".join(sorted((one.lower(), other.lower())))
    return (
        preference(r, scope, name, one, "{who} prefers {value} (" + name + ").", "{who}更喜欢{value}（" + name + "）。")
        if "{" not in name
        else None
    )


def _prefers(m: Matched, r: Reading) -> Draft | None:
    thing = bare(m["x"])
    if (
        not thing
        or len(thing) > 60
        or _NO_OBJECT.match(thing)
        or (r.is_zh and (thing[0] in "的把将在于" or len(thing) > 12))
    ):
        return None
    style = _style_of(thing)
    if style:
        return _styled(r, *style)
    scope, topic = area(thing)
    if topic:
        return preference(r, scope, topic, thing, "{who} prefers {value}.", "{who}偏好{value}。")
    return preference(r, scope, thing, "preferred", "{who} prefers {name}.", "{who}偏好{name}。")


# How answers should be: (name, value, words for it)
STYLES = (
    (
        "length",
        "short",
        regex(
            r"\b(?:short(?:er)?|brief|concise|succinct|terse|to the point|one[- ]liners?)\b|简短|简洁|短一点|短点"
            r"|精简|简练|言简意赅|少说",
            ASCII,
        ),
    ),
    (
        "length",
        "detailed",
        regex(r"\b(?:detailed|thorough|in[- ]depth|long(?:er)?|verbose)\b|详细|详尽|长一点|展开", ASCII),
    ),
    ("tone", "formal", regex(r"\b(?:formal|professional)\b|正式|专业一点", ASCII)),
    ("tone", "casual", regex(r"\b(?:casual|informal|relaxed|friendly|playful)\b|随意|轻松|口语|活泼|随性", ASCII)),
    (
        "tone",
        "direct",
        regex(r"\b(?:direct|blunt|straightforward|honest|no sugar[- ]?coating)\b|直接一点|直接点|直白|别绕弯", ASCII),
    ),
    ("tone", "gentle", regex(r"\b(?:gentle|gentler|soft(?:er)?|kind(?:er)?)\b|温柔|委婉|柔和", ASCII)),
    ("format", "bullet points", regex(r"\bbullet(?:ed)?(?: points?| lists?)?\b|列表|要点|分点", ASCII)),
    ("format", "plain text", regex(r"\bplain text\b|纯文本", ASCII)),
)
_LANGUAGE = r"(?:\b<preferences.languages>\b|<preferences.languages_zh>)"
_LANGUAGES = regex(_LANGUAGE, ASCII)
_SAME_LANGUAGE = {"英语": "英文", "汉语": "中文", "普通话": "中文", "日文": "日语", "mandarin": "Chinese"}


_OF_REPLIES = regex(r"\b<preferences.replies>|回答|回复|说话|语气|答案|解释|总结|消息|讲", I)


def _style_of(text: str) -> tuple[str, str] | None:
    if not _OF_REPLIES.search(text):
        return None
    return next(((name, value) for name, value, pattern in STYLES if pattern.search(text)), None)


def _styled(r: Reading, name: str, value: str) -> Draft:
    zh = {
        "short": "简短",
        "detailed": "详细",
        "formal": "正式",
        "casual": "轻松随意",
        "direct": "直接",
        "gentle": "温和",
        "bullet points": "分点列出",
        "plain text": "纯文本",
    }
    names = {"length": "回复长度", "tone": "语气", "format": "格式"}
    shown = zh.get(value, value)
    return preference(
        r,
        "writing",
        f"reply {name}",
        value,
        "{who} wants {name}: {value}.",
        "{who}希望" + names[name] + "：" + shown + "。",
    )


_ALWAYS = r"(?:from now on|always|going forward|in (?:the )?future|by default)"
_STANDING = regex(
    rf"\b(?:{_ALWAYS}|with me|to me|for me|i (?:like|prefer)|your|answers?|repl(?:y|ies)|responses?"
    r"|explanations?)\b",
    I,
)
"""What shows that all answers are meant: `make it shorter` and `be blunt` are said of one text."""


def _style(m: Matched, r: Reading) -> Iterator[Draft]:
    said = m.text
    if not r.is_zh and not _STANDING.search(r.clause.sentence):
        return
    for name in dict.fromkeys(name for name, _, _ in STYLES):
        for kind, value, pattern in STYLES:
            if (
                kind == name
                and pattern.search(said)
                and not re.search(
                    r"(?:不要|别|不用|don'?t|not|never|less|stop)[^，,]{0,12}" + f"(?:{pattern.pattern})", said, I
                )
            ):
                yield _styled(r, name, value)
                break


def _language(m: Matched, r: Reading) -> Draft | None:
    found = _LANGUAGES.findall(m.text)
    if not found or ONCE.search(r.clause.sentence):
        return None  # what is wished for this once is a rule of the task
    value = _SAME_LANGUAGE.get(found[-1].lower(), found[-1].capitalize())
    return preference(
        r, "writing", "reply language", value, "{who} wants replies in {value}.", "{who}希望用{value}回复。"
    )


_WHY = "heard.preference"
_STYLE = "heard.reply_style"
_REPLY = r"(?:repl(?:y|ies)|answers?|respond|talk|speak|switch|stick)(?: back)?(?: to)?(?: me)?(?: only)?"
_PLEASE = r"please|pls|can you|could you|i want you to|i'?d (?:like|prefer|rather) (?:you to )?|you can"
_ANSWERS_SO = (
    r"(?:<preferences.answers>|tone)(?: (?:more|as|to me))? [^,]{0,30}"
    r"|(?:more )?[a-z ,-]{3,30}(?:<preferences.answers>|tone)"
)
_BE_SO = (
    r"more (?:direct|concise|casual|formal|blunt|brief)(?: with me)?"
    r"|(?:direct|blunt|concise|brief|honest)(?: with me)?"
)
_DISLIKE = (
    r"don'?t (?:really |actually )?(?:like|enjoy|care for|eat|drink)|do not (?:like|enjoy|eat|drink)|hate"
    r"|dislike|can'?t stand|despise|loathe|detest|no longer (?:like|enjoy|eat|drink)|never (?:eat|drink)"
)

RULES = (
    Rule(
        "preferences.language.en",
        regex(
            EN + rf"(?:{_ALWAYS},? |please |pls ){{0,2}}(?:{_ALWAYS} )?{_REPLY} (?:in|to) {_LANGUAGE}"
            rf"|{EN}i (?:want|prefer|need)(?: you to)? (?:your |<preferences.answers> )?<preferences.answers>"
            rf"(?: to me)?(?: to be)? in {_LANGUAGE}",
            I,
        ),
        _language,
        _STYLE,
        cues=(" in ", " to "),
    ),
    Rule(
        "preferences.language.zh",
        regex(
            rf"(?:<preferences.always_zh>|请)[^，,。]{{0,6}}(?:用|说|讲){_LANGUAGE}"
            r"(?:<preferences.answers_zh>|和我|跟我|我|就行|就好|吧|来){0,4}[^，,。]{0,6}$"
            rf"|用{_LANGUAGE}<preferences.answers_zh>(?:我)?(?:就行|就好|吧)$",
            I,
        ),
        _language,
        _STYLE,
        cues=("用", "说", "讲"),
    ),
    Rule(
        "preferences.style.en",
        regex(
            EN + rf"(?:(?:{_ALWAYS}|{_PLEASE}),? ){{0,3}}(?:keep|make|give me|i (?:like|prefer|want)|be|use|write"
            rf"|format)(?: (?:your|the|me|my|all))? (?:{_ANSWERS_SO}|{_BE_SO})$",
            I,
        ),
        _style,
        _STYLE,
        cues=("keep", "make", "give", "like", "prefer", "want", "be ", "use ", "write", "format"),
    ),
    Rule(
        "preferences.style.zh",
        regex(
            r"^(?:<preferences.always_zh>|请|你|麻烦|希望你?|我(?:喜欢|希望|想要|想让)你?的?|跟我|和我"
            r"|可以){0,4}<preferences.answers_zh><preferences.before_style_zh>{0,4}[^，,。]{1,14}$"
            r"|^(?:<preferences.always_zh>|请|你){1,3}[^，,。]{0,4}"
            r"(?:简短|简洁|详细|直接|温柔|正式|随意|分点)[^，,。]{0,3}<preferences.answers_zh>[^，,。]{0,4}$"
        ),
        _style,
        _STYLE,
        cues=("<preferences.style_cues_zh>",),
    ),
    Rule(
        "preferences.favourite.en",
        regex(
            EN + rf"my (?:all[- ]time )?(?:favou?rite|fav) (?P<what>[a-z][a-z ]{{1,30}}?)(?:'s| is| are|:) {REST}", I
        ),
        _favourite,
        _WHY,
        cues=("fav",),
    ),
    Rule(
        "preferences.favourite.zh",
        regex(ZH + rf"我最(?:喜欢|爱)的(?P<what>[^是，,]{{1,12}}?)(?:是|就是|叫){REST}"),
        _favourite,
        _WHY,
        cues=("最喜欢", "最爱"),
    ),
    Rule(
        "preferences.rather.en",
        regex(
            EN + r"i(?:'d| would)? (?:much |really |strongly |generally |usually |always |still )?"
            r"(?:prefer|rather(?: have| use)?|like) (?:(?P<x>[^\n]{1,50}?) "
            r"(?:over|rather than|instead of|than|more than|better than) (?P<y>[^\n]{1,50})"
            r"|(?P<x2>[\w-]+(?: [\w-]+){0,2}?) to (?P<y2>[\w-]+(?: [\w-]+){0,1}))$",
            I,
        ),
        _rather,
        _WHY,
        cues=("prefer", "rather", "than"),
    ),
    Rule(
        "preferences.rather.zh",
        regex(
            ZH + r"我?(?:比起|相比|跟|和)(?P<y>[^，,]{1,16}?)(?:相比)?[，,]?我?(?:更|还是更|比较)(?:喜欢|爱|偏好|习惯)"
            r"(?:用|吃|喝|看)?(?P<x>[^，,]{1,16})$"
        ),
        _rather,
        _WHY,
        cues=("更", "比"),
        sentence=True,
    ),
    Rule(
        "preferences.prefers.en",
        regex(
            EN
            + rf"(?:i (?:really |always |generally |usually |strongly |still |much )?prefer|my preference is) {REST}",
            I,
        ),
        _prefers,
        _WHY,
        cues=("prefer",),
        yields=True,
    ),
    Rule(
        "preferences.prefers.zh",
        regex(
            ZH + r"(?:[^\n，,我]{0,8}(?:里|上|时候?|中))?我(?:一般|通常|平时|还是|一直|都)?"
            rf"(?:更喜欢|比较喜欢|偏好|习惯|更习惯|更爱)(?:用)?{REST}"
        ),
        _prefers,
        _WHY,
        cues=("喜欢", "偏好", "习惯", "更爱"),
        yields=True,
    ),
    Rule(
        "preferences.dislikes.en",
        regex(
            EN + rf"(?:i (?:really |just |absolutely |still |also |actually )?(?:{_DISLIKE})"
            rf"|i'?m not (?:a (?:big |huge )?fan of|into|fond of|keen on)) {REST}",
            I,
        ),
        _dislikes,
        _WHY,
        cues=("i ", "i'm", "im "),
        yields=True,
    ),
    Rule(
        "preferences.dislikes.zh",
        regex(ZH + rf"我<preferences.dislike_how_zh>{{0,2}}<preferences.dislike_zh>{REST}"),
        _dislikes,
        _WHY,
        cues=("不", "讨厌", "反感", "烦", "戒"),
        yields=True,
    ),
    Rule(
        "preferences.likes.en",
        regex(
            EN + r"(?:i (?:really |just |absolutely |still |also |actually |do )?(?:like|love|enjoy|adore)"
            r"|i'?m (?:really |so |very )?(?:into|fond of|keen on|a (?:big |huge |massive )?fan of|obsessed with"
            rf"|crazy about)) {REST}",
            I,
        ),
        _likes,
        _WHY,
        cues=("like", "love", "enjoy", "adore", "into", "fond", "keen", "fan of", "obsess", "crazy"),
        yields=True,
    ),
    Rule(
        "preferences.likes.zh",
        regex(
            ZH + r"我<preferences.like_how_zh>{0,4}(?:喜欢(?!(?:吃|喝|看|玩|听)?的是)|爱[吃喝看玩听](?!的)"
            rf"|喜欢(?:吃|喝|看|玩|听)?的是|爱(?:吃|喝|看|玩|听)的是|热爱|迷上了?|爱上了|酷爱|钟爱){REST}"
        ),
        _likes,
        _WHY,
        cues=("喜欢", "爱", "迷上"),
        yields=True,
    ),
)
