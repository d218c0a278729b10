"""How something is said. Only what is stated is taken: not what is asked, supposed, joked, quoted, invented or guessed.

Each pattern has a name, and reaches as far as it says: over the whole message, over its sentence, or over its clause.
"""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Span
from perdure.intake.words import regex
from perdure.simplified import simplified

_I = re.IGNORECASE

# The whole message is not meant.
WHOLE = {
    "played": regex(r"\b(?:role-?play|rp|let'?s pretend|act as|speaking as)\b|角色扮演|扮演|cosplay", _I),
    "joke": regex(
        r"\b(?:just kidding|only kidding|i'?m kidding|i'?m joking|just joking|jk|/s|sarcasm|april fools?)\b"
        r"|/s\s*$|开玩笑|逗你(?:玩|的)|骗你的|说着玩|愚人节|玩笑话|闹着玩|反话",
        _I,
    ),
    "given": regex(
        r"^(?:please |pls |can you |could you |now )?<mood.rework>\b[^:：\n]{0,40}[:：]"
        r"|^(?:请|帮我|麻烦你?|再)?[^：:，,。\n]{0,12}<mood.rework_zh>[^：:，,。\n]{0,12}[:：]",
        _I,
    ),
}

# The sentence is not a statement.
SENTENCE = {
    "fiction": regex(r"\b<mood.fiction>\b|<mood.fiction_zh>", _I),
    "disbelieved": regex(
        r"\b(?:don'?t|do not|not) (?:buy|believe|trust) (?:it|that|him|her|them)\b|不信|不相信|信你个鬼", _I
    ),
    "supposed": regex(r"\b<mood.supposed>\b|<mood.supposed_zh>", _I),
    "guessed": regex(r"\b<mood.guessed>\b|<mood.guessed_zh>", _I),
    "reported": regex(
        r"\b(?:(?i:<mood.others>)|[A-Z][a-z]+) (?:just |also |always |once |then |really |keeps "
        r"|kept )?<mood.says>\b|(?i:\baccording to\b|\bquote[:d]|\bquoting\b|\bhis words\b|\bher words\b"
        r"|\bi (?:read|heard|saw) (?:that|in|on|somewhere)\b|\bthe <mood.publications> (?:says?|said|goes)\b)"
    ),
    "reported_zh": regex(
        r"<mood.others_zh><mood.before_says_zh>{0,4}<mood.says_zh>|根据|按照.{1,8}说法"
        r"|据.{1,10}(?:报道|介绍|说)|引用|原话|有句话|俗话|常言"
    ),
    "laughed": regex(
        r"\b(?:a?haha(?:ha){0,4}h?|hehe|lol|lmao|rofl|xd)\b|哈哈|嘿嘿|嘻嘻|233|2333|手动狗头|狗头|🤣|😂|😜|🙃"
        r"|😏|doge",
        _I,
    ),
    "past": regex(
        r"\b(?:used to|back when|when i was|in my (?:childhood|youth)|years ago i|formerly|previously)\b"
        r"|(?<![一二三四五六日天月号年底末])以前|小时候|曾经|当年|过去(?!了)|那时候|上学那会",
        _I,
    ),
}
PAST = "past"

_ASKS = regex(
    r"^(?:<mood.question_leads>[ ,]+){0,3}(?:<mood.question_words>|<mood.auxiliaries> <mood.subjects>\b"
    r"|guess|wonder|i wonder|tell me (?:what|who|where|when|why|how|about)"
    r"|remind me (?:what|who|where|when|why|how)|any (?:idea|chance|tips)|you know what|do you)\b"
    r"(?! not forget)",
    _I,
)
_ASKS_ZH = regex(
    r"<mood.question_words_zh>|吗$|吗(?=[，,。！!]|\W*(?:lol|lmao|haha|hh+|哈+|2333*)?\W*$)|呢$|么$|嘛$"
    r"|(?:你|您)(?:知道|觉得|认为|说说|猜)|请问|咋|如何"
)
_TAG = regex(r"^<mood.tags>$", _I)
_TAG_IS_POLITE = regex(r"^(?:ok|okay|yeah|好吗|行吗|可以吗|好不好|好吧)$", _I)

_QUOTES = regex(
    r"“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|(?<![A-Za-z0-9])\"[^\"\n]{1,400}\""
    r"|(?<![A-Za-z0-9])'[^'\n]{2,200}'(?![A-Za-z])|‘[^’\n]{2,200}’"
)


def not_meant(message: str) -> str | None:
    """The name of the marker that takes back a whole message, if there is one."""
    message = simplified(message)
    return next((name for name, pattern in WHOLE.items() if pattern.search(message)), None)


def not_stated(sentence: str) -> str | None:
    """The name of the marker by which a sentence states nothing, if there is one."""
    said = _ABOUT_ME.sub(" ", simplified(sentence))
    return next((name for name, pattern in SENTENCE.items() if pattern.search(said)), None)


def reported_of_me(clause: str) -> int:
    """Where in a clause the part begins that somebody who knows says of the speaker; 0 where there is none."""
    found = _ABOUT_ME.match(clause)
    return found.end() if found else 0


_ABOUT_ME = regex(
    r"\b(?:my |the |our )?(?:doctor|gp|dentist|nurse|specialist|therapist|physio|psychiatrist)s? "
    r"(?:just |also )?(?:says?|said|told me|tells me|thinks|confirmed|found)(?: that)? "
    r"(?=(?:i|i'm|i've|my)\b)|(?:医生|大夫|牙医|体检报告?|检查结果|护士)(?:昨天|今天|刚|刚刚|又|也){0,2}"
    r"(?:跟我|告诉我|和我)?(?:说|讲|告诉我|确诊|显示|查出)(?:了)?(?=我)",
    _I,
)
"""What somebody who knows says of the speaker is the speaker's own statement: a doctor of an allergy."""


def asks(sentence: str, mark: str, clauses: list[Span]) -> set[int]:
    """Which clauses of a sentence are asked, by their numbers."""
    if not clauses:
        return set()
    asked = "?" in mark or "？" in mark
    texts = [sentence[a:b] for a, b in clauses]
    found = {n for n, text in enumerate(texts) if is_question(text)}
    if asked:
        last = len(texts) - 1
        if _TAG_IS_POLITE.match(texts[last]):
            return found - {last} | {last}
        if _TAG.match(texts[last]) or len(texts) == 1 or 0 in found:
            return set(range(len(texts)))
        found.add(last)
    elif 0 in found and _ASKS.match(texts[0]):
        return set(range(len(texts)))
    return found


def is_question(clause: str) -> bool:
    """Whether a clause reads as a question even without its mark."""
    clause = simplified(clause)
    return bool(_ASKS.match(clause) or _ASKS_ZH.search(clause))


def quoted(sentence: str) -> list[Span]:
    """What stands between quotation marks."""
    return [m.span() for m in _QUOTES.finditer(sentence)]
