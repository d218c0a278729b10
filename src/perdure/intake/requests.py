"""Requests to remember and to forget: found before everything else is read, anywhere in a message.

Only the user's own words are a request: never quoted, pasted or injected text. Which held thing a request to forget
means is for `meant` to say; what a request to remember says is kept whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from perdure.intake.extract import aside, mood
from perdure.intake.request_words import (
    FORGET_AFTER_ZH,
    FORGET_EN,
    FORGET_ZH,
    LAST_EN,
    LAST_ZH,
    LEADS_EN,
    MEMORY_ZH,
    NO_REQUEST_EN,
    OPENERS_ZH,
    ORDERED_EN,
    REMEMBER_EN,
    REMEMBER_ZH,
    TASKLIKE_ZH,
    VAIN_EN,
)
from perdure.language import HAN, Span, sentences
from perdure.regex import regex

_I = re.IGNORECASE
_HAN = regex(f"[{HAN}]")
_ORDERED = regex(rf"^(?:{'|'.join(ORDERED_EN)})$", _I)
_REMEMBER_EN = regex(rf"(?<![\w'’])(?:{'|'.join(REMEMBER_EN)})(?![\w])", _I)
_FORGET_EN = regex(rf"(?<![\w'’])(?:{'|'.join(FORGET_EN)})", _I)
_CONNECT_EN = regex(
    r"^(?:\s*(?:that|this|the following|for me|for later|down|somewhere|please|pls|btw|too|:|,|-|–|—|…)){0,5}\s*", _I
)
_NOTHING_EN = regex(NO_REQUEST_EN, _I)
_OPENED_ZH = regex(rf"^(?:{OPENERS_ZH})*$", _I)
_REMEMBER_ZH = regex(f"(?:{REMEMBER_ZH})", _I)
_FORGET_ZH = regex(f"(?:{FORGET_ZH})", _I)
_AFTER_ZH = regex(
    rf"^(?P<front>.{{0,12}}?)把(?P<x>.{{1,60}}?)(?:给|都|全部|全|从记忆里|从记忆中|从你的?记忆里)*(?:{FORGET_AFTER_ZH})(?:吧|了|掉|啦|一下|哈|哦|好吗|可以吗|行吗|，.{{0,12}})*$",
    _I,
)
_MEMORY_ZH = regex(MEMORY_ZH)
_TASKLIKE_ZH = regex(f"^(?:{TASKLIKE_ZH})")
_CONNECT_ZH = regex(r"^(?:一下|下来|这个|这点|这一?条|这件事|了|哦|啊|哈|吧|好|我说的|：|:|，|,|。|、|~|～|—|-|\s)*")
_TAIL_ZH = regex(
    r"^(?:一下|下来|下|了|哦|啊|哈|吧|哟|呀|好吗|好不好|行吗|可以吗|谢谢|谢啦|谢了|thanks|thx|please|pls|[，,。！!~～\s])*$",
    _I,
)
_TAIL_EN = regex(
    r"^(?:\s*(?:that|this|it|please|pls|ok|okay|thanks|thx|for me|for later|too|down|somewhere|,|!|\.))*\s*\??$", _I
)
_SUBORDINATE_ZH = regex("^(?:我|咱|你|他|她|它|这|那|俺|本人|家里|我们|妈|爸|老|小|公司|团队|[A-Za-z])")
_WORD = regex(r"[A-Za-z'’]+")


@dataclass(frozen=True, slots=True)
class Request:
    """A request in the user's own words."""

    kind: Literal["remember", "forget"]
    start: int
    end: int
    """The sentences it takes: nothing else is read out of them."""
    what: tuple[Span, ...]
    """What is to be remembered or forgotten, in order. Empty where nothing is named: then it is what was said last."""
    is_vain: bool = False
    """Nothing in it can be remembered: `Remember, just do it!`"""


def requests_in(text: str, injected: Sequence[Span] = ()) -> list[Request]:
    """The requests in a message of a person, in order."""
    rows: list[tuple[int, int, str]] = []
    for first, last in aside.own_words(text, injected):
        rows += [(start, end, mark) for start, end, mark in sentences(text, first, last)]
    found: list[Request] = []
    for n, (start, end, mark) in enumerate(rows):
        request = _request(text, start, end, mark)
        if request is None:
            continue
        if request.kind == "remember":
            request = _with_rest(request, rows, n, text) if request.what else _with_neighbour(request, rows, n)
        found.append(request)
    return found


def _request(text: str, start: int, end: int, mark: str) -> Request | None:
    sentence = text[start:end]
    quoted = mood.quoted(sentence) + aside.code_spans(sentence)
    is_asked = "?" in mark or "？" in mark or mood.is_question(sentence)
    for kind, what in _found_in(sentence, is_asked):
        if any(a <= what[0] < b for a, b in quoted) and what[0] < what[1] and kind == "forget":
            continue
        named = ((start + what[0], start + what[1]),) if what[0] < what[1] else ()
        close = end + len(mark.split("\n")[0].rstrip())
        is_vain = kind == "remember" and bool(named) and _is_vain(sentence[what[0] : what[1]])
        return Request(kind, start, close, named, is_vain)
    return None


_LAST = regex(
    rf"^(?:(?:oh|ok|sorry|wait|no|hm+|actually|ah|that'?s not true|that'?s wrong)[,. ]+)*(?:{LAST_EN})"
    r"(?:[,. ]+(?:sorry|please|oops))*$"
    rf"|^(?:(?:不对|啊|哦|不好意思|抱歉|等等)[，, ]*)*(?:{LAST_ZH})(?:[，, ]*(?:抱歉|不好意思))*[了吧啊]*$",
    _I,
)


def _found_in(sentence: str, is_asked: bool) -> Iterator[tuple[Literal["remember", "forget"], Span]]:
    """The first request of a sentence: of both kinds and languages, whichever stands first."""
    if _LAST.match(sentence.strip()):
        yield "forget", (0, 0)
        return
    for match in _FORGET_EN.finditer(sentence):
        if _opens_en(sentence, match.start()):
            what = _rest_en(sentence, match.end())
            if not _NOTHING_EN.match(sentence[what[0] : what[1]]):
                yield "forget", what
    after = _AFTER_ZH.match(sentence)
    if after and _OPENED_ZH.match(after["front"]) and _MEMORY_ZH.search(after["x"] + sentence[after.end("x") :][:12]):
        yield "forget", after.span("x")
    for match in _FORGET_ZH.finditer(sentence):
        if _opens_zh(sentence, match.start()) and _is_of_memory(match.group(), sentence, match.end()):
            yield "forget", _rest_zh(sentence, match.end())
    for match in _REMEMBER_EN.finditer(sentence):
        if is_asked and not _polite(sentence):
            break
        if _opens_en(sentence, match.start()):
            what = _rest_en(sentence, match.end())
            if _TAIL_EN.match(sentence[match.end() :]) and match.start() > 0:
                what = _front(sentence, match.start())
            yield "remember", what
    for match in _REMEMBER_ZH.finditer(sentence):
        if is_asked and not _polite(sentence):
            break
        if _is_zh_order(sentence, match):
            if _TAIL_ZH.match(sentence[match.end() :]):
                yield "remember", _front(sentence, match.start())
            else:
                yield "remember", _rest_zh(sentence, match.end())


def _opens_en(sentence: str, at: int) -> bool:
    """Whether only words that open an order stand between the beginning of the clause and its verb."""
    clause = re.split(r"[,;:.!—–-]\s|\s-\s|[,，；。]", sentence[:at])[-1]
    if _HAN.search(clause):
        clause = _HAN.sub("", clause) if _OPENED_ZH.match(clause) else "x!"
    clause = clause.strip().strip("()[]*_\"'“”")
    if not clause:
        return True
    lowered = clause.lower()
    words = lowered.split()
    while words and words[0].strip(",") in LEADS_EN:
        words = words[1:]
    rest = " ".join(words)
    return not rest or _ORDERED.match(rest) is not None


def _rest_en(sentence: str, at: int) -> Span:
    skip = _CONNECT_EN.match(sentence[at:])
    return at + (skip.end() if skip else 0), len(sentence)


def _front(sentence: str, at: int) -> Span:
    """What stands before a request that comes last, without what opens the request."""
    cut = max((sentence.rfind(mark, 0, at) for mark in "，,；;。:： —-"), default=-1)
    return (0, len(sentence[:cut].rstrip("，,；;。:：—- "))) if cut > 0 else (0, 0)


def _opens_zh(sentence: str, at: int) -> bool:
    clause = re.split(r"[，,；;。！!：:]|\s", sentence[:at])[-1]
    return _OPENED_ZH.match(clause.strip()) is not None


def _is_zh_order(sentence: str, match: re.Match[str]) -> bool:
    verb, rest = match.group().lower(), sentence[match.end() :]
    if not _opens_zh(sentence, match.start()):
        return False
    if verb == "记得":
        return bool(rest) and not _TASKLIKE_ZH.match(rest) and _SUBORDINATE_ZH.match(rest) is not None
    if verb in ("mark", "remember"):
        return _HAN.search(sentence) is not None
    if verb.endswith(("忘", "忘了", "忘记")):
        return not _TASKLIKE_ZH.match(rest.lstrip("，, "))
    return True


def _is_of_memory(verb: str, sentence: str, at: int) -> bool:
    """Whether a verb that may also be said of files is said of memory."""
    rest = sentence[at:]
    if not rest.strip("了吧啊哦。！!~ "):
        return False
    if verb.lower() in (
        "抹掉",
        "抹去",
        "清除",
        "清掉",
        "删掉",
        "删除",
        "删了",
        "去掉",
        "划掉",
        "撤回",
        "作废",
        "delete 掉",
        "delete",
    ):
        return _MEMORY_ZH.search(rest) is not None or rest.lstrip("掉了 ").startswith("我")
    if verb.lower() == "forget":
        return _HAN.search(sentence) is not None
    return True


def _rest_zh(sentence: str, at: int) -> Span:
    skip = _CONNECT_ZH.match(sentence[at:])
    return at + (skip.end() if skip else 0), len(sentence)


def _polite(sentence: str) -> bool:
    """A request may be put as a question: `could you remember that …?`, 能帮我记一下…吗？"""
    return bool(
        re.match(r"\s*(?:and |also |so |hey |ok |btw |oh )*(?:can|could|would|will) (?:you|u)\b", sentence, _I)
    ) or bool(re.search("能不能|可不可以|可以|能|麻烦|帮我", sentence[:12]))


def _is_vain(text: str) -> bool:
    """Whether nothing is said that could be remembered."""
    if _HAN.search(text):
        return len(_HAN.findall(text)) < 2
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    return all(word in VAIN_EN for word in words) and not re.search(r"\d", text)


Row = tuple[int, int, str]


def _with_neighbour(request: Request, rows: Sequence[Row], n: int) -> Request:
    """`Remember this.` means the sentence after it, or where there is none the one before."""
    near = rows[n + 1 :] or rows[max(0, n - 1) : n]
    what = tuple((start, end) for start, end, _ in near)
    spans = [*what, (request.start, request.end)]
    return Request("remember", min(a for a, _ in spans), max(b for _, b in spans), what)


def _with_rest(request: Request, rows: Sequence[Row], n: int, text: str) -> Request:
    """What a request names goes on behind a semicolon, and in the lines of the list that it opens."""
    last = n
    while last + 1 < len(rows) and rows[last][2].strip() in ("；", ";"):
        last += 1
    if text[: rows[n][1]].rstrip().endswith((":", "：")):
        last = len(rows) - 1
    more = tuple((start, end) for start, end, _ in rows[n + 1 : last + 1])
    return replace(request, end=max(request.end, more[-1][1]), what=(*request.what, *more)) if more else request
