"""A password that is several words: `the passphrase is correct horse battery staple`, `口令短语：春眠 不觉晓`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.pii.find.link import How, NameLink
from perdure.intake.pii.find.prose import ABOUT_PHRASES, FUNCTION, NO_OPENING, is_prose
from perdure.intake.pii.find.values import is_stand_in
from perdure.intake.pii.names import Name
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView
from perdure.regex import regex

_FLAGS = re.ASCII | re.IGNORECASE
_REACH = 170
# As Google and Apple give them out to programs.
_APP_PASSWORD = regex(r"[a-z]{4}(?:[ -][a-z]{4}){3}(?![a-z])")
_WORDS = regex(r"[a-z]{2,16}(?: [a-z]{2,16}){2,9}(?: \d{1,4})?(?=\s*(?:$|[\n.,;!?)\"']))", _FLAGS)
_TITLES = regex(r"[A-Z][a-z]{2,15}(?: (?:[A-Z][a-z]{2,15}|\d{1,4})){3,9}(?=\s*(?:$|[\n.,;!?)\"']))")
# A number in groups, as it is read from a dial: `3 7 1 9`, `663 091`, `81-22-47`.
_DIAL = regex(
    r"(?:\d{4}(?: \d{4}){3,4}|\d(?: \d){3,7}|\d{3}[ -]\d{3}|\d\d(?:[ -]\d\d){2,3})(?![\w%-]|[ .:/]\d)", re.ASCII
)
# Characters that somebody chose, and a number behind them.
_HAN_NUMBER = regex(
    r"[\u4e00-\u9fff][\u4e00-\u9fff_·-]{2,20}[-_.#@!+ ]?\d{2,8}[!#@]?(?![0-9A-Za-z%年月日号版位个次期级届条天分秒元人])"
)

# Where a clause ends that holds a phrase: at a sign, or where somebody begins to speak about it.
_CLAUSE_END = regex(r"[\n,;?。…()\"|<>]|\.(?=\s|$)|\s-{1,2}(?=\s)|\s#")
_SPOKEN_OF = regex(
    r"\s(?=but\b|because\b|which\b|as (?:the|my|a|our)\b)"
    r"|\s(?=and (?:it|i|now|the|then|that|still|nobody|we|he|she|they|gpg|ssh)\b)"
    r"|\s(?=(?:is|isn't|says?|does|doesn't|did|didn't|won't|fails|keeps|gets|not|no longer|stopped|was) (?!\d))",
    _FLAGS,
)
# What the link ends with: what follows is the phrase, even where it begins like an adverb (`是我家 cat …`).
_LINKED = regex(r".*(?:(?:[是成叫:=]|为(?!了))了?|\b(?:is|was|be|to|as)\b)[ \t]*", _FLAGS | re.DOTALL)
# Three English words and more, then Chinese to the end: that is said of them.
_ENGLISH = regex(r"[!-~]+(?: [!-~]+){2,}(?= [^\x00-\x7f]+$)")
_DASH = regex(r"\s-{1,2}\s")
_DOTTED = regex(r"[a-z]{2,16}(?:([./_+-])[a-z0-9]{2,16})(?:\1[a-z0-9]{2,16}){1,8}(?=\s|$|[,;!?]|\.\s)", _FLAGS)
_ABOUT_ZH = regex(
    r"什么|字母|数字|为了|方便|记忆|保护|作为|防止|建议|以上|推荐|怎么|多少|如何|是不是|哪|谁|吗|呢|由|组成|几|一种|一个|指|用来|用于|必须|至少|不能|不要|不会|不对|需要|可以|为空|错|越"
    r"|忘|存|加密|长度|单词|字符|密码|口令|短语|生成|随机|应该|一样|不同|正确|无效|有效|安全|输入|设置|默认|后\d|[前后][一二三四五六七八]?位|\d位|见|同|跟|和"
)
_NUMBERS = frozenset({"one", "two", "three"})
# `I type … as the passphrase`; `用“…”当口令`.
_AS = (
    rb"(?i)\b(?:us(?:e|ed|ing)|typ(?:e|ed|ing)|enter(?:ed|ing)?|set|chose|choose|pick(?:ed)?|try|tried|put|have|had|made)"
    rb"\s+(?:in\s+)?([^\n,;]{4,80}?)\s+as\s+(?:the|my|our|his|her|their)\s+(?:[a-z0-9]+\s+){0,3}?pass[ -]?phrase\b"
)
_AS_ZH = regex(r"来?(?:当作?|做|作为?|设[成为])了?我?的?[\u4e00-\u9fff]{0,4}$")
_TAKEN_ZH = regex(r"[用拿把]\s?(\"[^\"\n]{3,60}\"|[^\"\n,。;用拿把]{3,40})\s?$")


def phrase_at(view: TextView, name: Name, one: NameLink, at: int) -> tuple[int, int] | None:
    """Several words that are known as one value."""
    called = view.read(name.start, name.end).lower()
    if "phrase" in called or called.endswith(("短语", "密语")):
        return _after_phrase(view, name, one)
    said = view.read(at, at + _REACH)
    dial = _DIAL.match(said) if one.how >= How.SAID or not called.isascii() else None
    if dial:
        return at, at + dial.end()
    if one.how < How.SAID:
        return None
    if given := _APP_PASSWORD.match(said[:24]):
        return at, at + given.end()
    found = _WORDS.match(said) or _TITLES.match(said)
    if found is None:
        return None
    words = found[0].lower().split()
    if FUNCTION & {*words} or len(words) < 4 or sum(map(is_prose, words)) > 1 or ABOUT_PHRASES & {*words}:
        return None
    return at, at + found.end()


def in_characters(view: TextView, name: Name, one: NameLink) -> tuple[int, int] | None:
    """`口令是山有木兮-4096`: Chinese characters with a number behind them, up to the end of the clause."""
    start = _start(view, name, one)
    found = _HAN_NUMBER.match(view.read(start, start + 40)) if one.how >= How.SAID else None
    return None if found is None or _ABOUT_ZH.search(found[0]) else (start, start + found.end())


def _start(view: TextView, name: Name, one: NameLink) -> int:
    linked = _LINKED.match(view.read(name.end, name.end + one.size))
    return name.end + (linked.end() if linked else one.size)


def _after_phrase(view: TextView, name: Name, one: NameLink) -> tuple[int, int] | None:
    """What follows a name that says that it is a phrase: between quotes, or up to the end of the clause."""
    start = _start(view, name, one)
    said = view.read(start, start + _REACH)
    if said[:1] in ('"', "'", "`") and said[:1]:
        end = said.find(said[0], 1)
        is_one = end > 1 and "\n" not in said[:end] and _is_phrase(said[1:end], quoted=True, fewest=2)
        return (start + 1, start + end) if is_one else None
    is_dash = one.how is How.LOOSE and (one.is_list or _DASH.match(view.read(name.end, name.end + 3)))
    if one.how < How.SAID and not is_dash:
        return None
    if (dotted := _DOTTED.match(said)) and not any(map(is_prose, re.split(r"[./_+-]", dotted[0]))):
        return start, start + dotted.end()
    if one.is_list:
        return None
    clause = _clause(said, is_english=view.byte(name.start) < 0x80)
    is_firm = one.how is How.ASSIGNED
    if not is_firm and clause and not clause.isascii() and all("\u4e00" <= c <= "\u9fff" for c in clause):
        return None  # one run of characters behind `是` is what is said of it
    is_one = _is_phrase(clause, quoted=False, fewest=2 if is_firm else 3)
    return (start, start + len(clause)) if is_one else None


def _clause(said: str, *, is_english: bool) -> str:
    stop = _CLAUSE_END.search(said)
    clause = said[: stop.start() if stop else len(said)]
    if spoken := _SPOKEN_OF.search(clause) if is_english else _ENGLISH.match(clause):
        clause = clause[: spoken.start() if is_english else spoken.end()]
    return clause.rstrip(" .")


def _is_phrase(text: str, *, quoted: bool, fewest: int) -> bool:
    """Whether somebody chose these words; otherwise something is said with them of passphrases."""
    words = [word.strip(".,:;!?\"'()").lower() for word in text.split()]
    if not words or len(words) > 14 or "://" in text or is_stand_in(text) or ABOUT_PHRASES & {*words}:
        return False
    if han := sum("\u4e00" <= c <= "\u9fff" for c in text):
        return (quoted or not _ABOUT_ZH.search(text)) and (han >= 4 or len(words) > 1)
    if len(words) < fewest or any(c in "{}[]$\\" for c in text):
        return False
    first = words[0]
    is_numbered = words[-1].isdigit() and len(words) > 4 and words[0] not in ABOUT_PHRASES
    if quoted or is_numbered or not FUNCTION & {*words} or (first in _NUMBERS and len(words) > 3):
        return True
    is_title = text[0].isupper() and first in FUNCTION and first not in NO_OPENING and len(words) > 3
    is_participle = len(first) > 4 and first.endswith(("ed", "ing"))
    return is_title or not (is_prose(first) or is_participle)


def used_as(view: TextView) -> Iterator[tuple[int, int]]:
    """The phrase first, then what it is for."""
    for match in pattern(_AS).finditer(view.data):
        start, end = match.span(1)
        if found := _told(view.read(start, end)):
            yield start + found[0], start + found[1]
    for name in ("密码", "口令") if not view.text.isascii() else ():
        at = view.text.find(name)
        while at >= 0:
            yield from _used_in_chinese(view, at)
            at = view.text.find(name, at + 2)


def _used_in_chinese(view: TextView, at: int) -> Iterator[tuple[int, int]]:
    said = view.read(at - 80, at)
    verb = _AS_ZH.search(said[-14:])
    taken = _TAKEN_ZH.search(said[: len(said) - len(verb[0])]) if verb else None
    if taken is None:
        return
    start, text = at - len(said) + taken.start(1), taken[1].rstrip()
    is_odd = text.count(" ") > 1 or _HAN_NUMBER.fullmatch(text) is not None
    if (text[0] == '"' or is_odd) and (found := _told(text)):
        yield start + found[0], start + found[1]


def _told(text: str) -> tuple[int, int] | None:
    is_quoted = text[0] in "\"'`" and text[-1] == text[0]
    span = (1, len(text) - 1) if is_quoted else (0, len(text))
    return span if _is_phrase(text[slice(*span)], quoted=is_quoted, fewest=2 if is_quoted else 3) else None
