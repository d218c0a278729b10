"""Requests to remember and to forget: found before everything else is read, anywhere in a message.

Only the user's own words are a request: never quoted, pasted or injected text. Which held thing a request to forget
means is for `meant` to say; what a request to remember says is kept whole, with all that is stated around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from perdure.intake.extract import aside, mood
from perdure.intake.extract.contract import Turn
from perdure.intake.forget_requests import Naming, namings_in
from perdure.intake.orders import KEPT, clauses_of, is_asked, is_reported, lies_in, not_own, opens_en, opens_zh
from perdure.intake.read_ahead import ReadRequest
from perdure.intake.request_words import (
    ADDRESS_ZH,
    ELSEWHERE,
    OF_MEMORY,
    OPENERS_ZH,
    ORDERS,
    REMEMBER_EN,
    REMEMBER_ZH,
    SPARES,
    TASKLIKE_ZH,
)
from perdure.intake.words import regex, word_set
from perdure.language import HAN, Span, sentences, weight
from perdure.simplified import simplified
from perdure.textcache import cached_texts

_I = re.IGNORECASE
_HAN = regex(f"[{HAN}]")
_EN = regex(rf"(?<![\w'’])(?:{'|'.join(REMEMBER_EN)})(?![\w])", _I)
_ZH = regex(f"(?:{REMEMBER_ZH})", _I)
_CONNECT_EN = regex(
    r"^(?:\s*(?:that(?= )|this(?= about)|about (?:me|us)$|the following|for me|for later|down|somewhere"
    r"|please|pls|btw|too|哈|[:,，：–—…-]))"
    r"{0,5}\s*",
    _I,
)
_CONNECT_ZH = regex(
    r"^(?:一下|下来|下(?![周月个次礼星])|这个|这点|这一?条|这件事|一?件?个?(?:事情|事儿?|东西)|一?[几两三]点|以下|下面|点|了|哦|啊|哈|吧|好|我说的|：|:|，|,|。|、|~|～|—|-|\s)*"
)
_TAIL_ZH = regex(
    r"^(?:一下|下来|下|点儿?|了|哦|啊|哈|吧|哟|呀|呗|嘛|啦|就好|就行|就是了|就可以了?|进去|好吗|好不好|行吗|可以吗|谢谢|谢啦|谢了|thanks|thx|please|pls"
    r"|[，,。！!~～\s])*$",
    _I,
)
_TAIL_EN = regex(
    r"^(?:\s*(?:that|this|it|please|pls|ok|okay|thanks|thx|for me|for later|for next time|too|down|somewhere"
    r"|would you|will you"
    r"|could you|about me|(?:before|in case|so) [^:：]*|,|!|\.))*\s*\??$",
    _I,
)
_SUBORDINATE_ZH = regex(
    "^[哦啊哈呀]?[，,：:]|^(?:我|咱|你|他|她|它|这|那|俺|本人|家里|我们|妈|爸|老|小|公司|团队|[A-Za-z])"
    "|^[一-鿿]{2,6}?(?:是|不(?!要)|喜欢|没有?|对|只|叫|住|姓)"
)
_TASKLIKE_ZH = regex(f"^[了，, ]*(?:{TASKLIKE_ZH})")
_LONG_AGO_ZH = regex("^(?:那[年天次时会]|小时候|当年|以前|从前|有一?[次年回]|第一次|刚)")
_ADDRESSED = regex(rf"(?:{ADDRESS_ZH})(?:{OPENERS_ZH})*$", _I)
_ORDERS = regex(ORDERS, _I)
_WORD = regex(r"[A-Za-z'’]+")
_LIST = regex(r"[:：]\s*$")
_WONDERS = regex(r"^\s*(?:what|where|when|who|how|why|which|if|(?:my|our) [\w'’]+$)|^[我你]的?[一-鿿]{1,3}吗$", _I)
_OTHERS = regex(r"^\s*(?:>|```|~~~|\|)")
_SPARES = regex(SPARES, _I)
_OF_MEMORY, _ELSEWHERE = regex(OF_MEMORY, _I), regex(ELSEWHERE, _I)
TALK = 220
"""A message that says more than this is a document: only what a request names itself is kept of it."""

BACK = 3
"""How many clauses a request may point back over."""

Row = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Request:
    """A request in the user's own words."""

    kind: Literal["remember", "forget"]
    start: int
    end: int
    """The words it takes: nothing else is read out of them."""
    what: tuple[Span, ...]
    """What is to be remembered, in order; or what may be meant to be forgotten, the likeliest first.

    Empty where nothing is named: then it is what was said last.
    """
    is_vain: bool = False
    """Nothing in it can be remembered: `Remember, just do it!`"""
    is_weak: bool = False
    """It counts only for something that is held: `delete it` may be said of a file."""
    is_unsure: bool = False
    """It may be a turn of phrase: what it may mean is shown, and nothing is changed."""
    is_read: bool = False
    """The reader alone has found it: `what` is all of it, the words of the request included."""
    is_faint: bool = False
    """It is hardly a request: it counts only where something that is held fits well."""
    is_stated: bool = False
    """It may well be a statement and no request: what it states is kept."""
    is_explicit: bool = False
    """Its words are said of nothing but memory, and of something that the speaker has told."""
    is_asking: bool = False
    """It is put as a question: what it may mean is shown, however clear that is."""
    is_full: bool = False
    """It says itself what is to be remembered: what stands beside it is not asked for."""
    by_itself: tuple[Span, ...] = ()
    """Where the reader took several sentences for one request, those that ask by themselves."""


def requests_of(turn: Turn, number: int, read: Sequence[ReadRequest] = ()) -> list[Request]:
    """The requests in one event of a turn, with those that the reader found in it."""
    own = [one for one in read if one.event == number]
    return requests_in(turn.events[number].content, turn.injected.get(number, ()), own)


def requests_in(text: str, injected: Sequence[Span] = (), read: Sequence[ReadRequest] = ()) -> list[Request]:
    """The requests in a message of a person, in order: those that words tell, and those that the reader found."""
    return list(_requests_in(text, tuple(injected), tuple(read)))


@cached_texts(KEPT)
def _requests_in(text: str, injected: tuple[Span, ...], read: tuple[ReadRequest, ...]) -> tuple[Request, ...]:
    text = simplified(text)
    rows = _rows(text, injected)
    foreign = not_own(text)
    found: list[Request] = []
    named: list[Request] = []
    for n, row in enumerate(rows):
        forgets = _forgets(text, rows, n, foreign, found)
        limit = min((request.start for request in forgets), default=row[1])
        named += _remembers(text, row, foreign, limit) if limit > row[0] else []
        behind = max((request.end for request in forgets), default=row[1])
        named += _remembers(text, (behind, *row[1:]), foreign, row[1]) if behind < row[1] else []
        found += forgets
    for one in read:
        same = [r for r in (*found, *named) if r.start < one.end and one.start < r.end]
        if any(a < one.end and one.start < b for a, b in injected):
            continue
        if any(a <= one.start and one.end <= b for a, b in foreign):
            continue
        if one.kind == "none" or (one.is_faint and same):
            # Words say so and the reader does not: what they may mean is shown, if anything is.
            doubted = [r for r in same if not (one.is_faint and r.is_explicit)]
            found = [replace(r, is_unsure=True, is_weak=True) if r in doubted else r for r in found]
        elif same:
            agrees = [r for r in same if r.kind == one.kind]
            found = [replace(r, is_weak=r.is_weak and not one.is_sure) if r in agrees else r for r in found]
        elif one.kind == "forget" and not named:
            # 我老公在哪儿上班 asks something, whatever the reader takes it for: nothing goes because of a question.
            said = text[one.start : one.end]
            is_asking, is_of_memory = _asks(said), _OF_MEMORY.search(said) is not None
            if (one.is_sure or not is_asking) and (is_of_memory or not _ELSEWHERE.search(said)):
                is_unsure = not one.is_sure or is_asking or not is_of_memory
                found.append(replace(_as_read(one), is_unsure=is_unsure, is_asking=is_asking))
        elif one.is_sure:
            named.append(_as_read(one))
    if named:
        found += _with_rest(text, rows, named, found)
    rest = spared(text)
    found = [one for one in found if one.kind != "forget" or rest[one.start : one.end].strip(" .。!！,，")]
    return tuple(sorted(found, key=lambda request: request.start))


@cached_texts(KEPT)
def spared(text: str) -> str:
    """A message without the clauses that say what is to stay: `the flower bit can stay`, 喜欢恐龙可以留着.

    What stands in the clause that asks to forget is what is asked: `forget that my brother can stay`.
    """
    parts, at = [], 0
    for start, end in clauses_of(text):
        clause = simplified(text[start:end])
        is_spared = _SPARES.search(clause) is not None and not namings_in(clause, "")
        parts += [text[at:start], " " * (end - start) if is_spared else text[start:end]]
        at = end
    return "".join([*parts, text[at:]])


def _asks(said: str) -> bool:
    """Whether every clause of a stretch asks something."""
    clauses = clauses_of(said)
    return bool(clauses) and all(is_asked(said, "", clause) for clause in clauses)


def _as_read(one: ReadRequest) -> Request:
    """A request that no words tell: what it is about is somewhere in it."""
    kind: Literal["remember", "forget"] = "remember" if one.kind == "remember" else "forget"
    doubt = not one.is_sure
    is_stated = doubt and (kind == "remember" or one.is_faint or one.is_told)
    what = () if one.is_bare else ((one.start, one.end),)
    return Request(
        kind, one.start, one.end, what, False, doubt, doubt, True, one.is_faint, is_stated,
        is_full=one.is_full, by_itself=one.by_itself,
    )  # fmt: skip


def _rows(text: str, injected: Sequence[Span]) -> list[Row]:
    """The sentences of a person's own words, and the lines of a list that a request to remember opens."""
    rows: list[Row] = []
    for first, last in aside.own_words(text, injected):
        rows += sentences(text, first, last)
    lines = list(re.finditer(r"[^\n]+", text))
    for n, line in enumerate(lines):
        if not _LIST.search(line.group()) or lies_in(line.start(), injected) or _OTHERS.match(line.group()):
            continue
        heads = list(sentences(text, line.start(), line.end()))
        if any(_verb(text[a:b], mark) for a, b, mark in heads):
            more = [m for m in lines[n + 1 :] if not _OTHERS.match(m.group()) and not lies_in(m.start(), injected)]
            listed = [row for m in [line, *more] for row in sentences(text, m.start(), m.end())]
            return sorted({*rows, *listed})
    return rows


def _forgets(
    text: str, rows: Sequence[Row], n: int, foreign: Sequence[Span], earlier: Sequence[Request]
) -> list[Request]:
    start, end, mark = rows[n]
    found: list[Request] = []
    for one in namings_in(text[start:end], mark):
        spans = _named(one, text, rows, n)
        if lies_in(start + one.verb, foreign) or (one.is_back and (found or earlier or not spans)):
            continue
        if not one.is_back and any(a < last and first < b for a, b in foreign for first, last in spans):
            continue
        begin = start + one.clause[0] if _verb(text[start : start + one.clause[0]], "") else start
        # 忘掉我喜欢爵士，记住我喜欢摇滚: what is to be remembered begins behind what is to be forgotten.
        is_followed = _verb(text[start + one.clause[1] : end], mark) is not None
        close = start + one.clause[1] if is_followed else _closed(end, mark)
        request = Request("forget", begin, close, spans, False, one.is_weak, one.is_unsure)
        found.append(replace(request, is_explicit=one.is_explicit))
    return found


def _named(one: Naming, text: str, rows: Sequence[Row], n: int) -> tuple[Span, ...]:
    """What a request to forget names; where it points back, the clauses before it that say something, nearest first."""
    start = rows[n][0]
    if not one.is_back:
        return ((start + one.what[0], start + one.what[1]),) if one.what[0] < one.what[1] else ()
    before = [(start, start + one.clause[0])] + [(a, b) for a, b, _ in rows[max(0, n - 1) : n]]
    parts = [(a + x, a + y) for a, b in before for x, y in reversed(clauses_of(text[a:b]))]
    return tuple(part for part in parts if weight(text[slice(*part)]) >= 3)[:BACK]


def _verb(sentence: str, mark: str) -> tuple[Span, Span] | None:
    """The clause of a sentence that asks to remember, and its verb."""
    for clause in clauses_of(sentence):
        if is_asked(sentence, mark, clause) or is_reported(sentence, clause):
            continue
        start, end = clause
        text = sentence[start:end]
        for match in _EN.finditer(text):
            if "?" in mark and _WONDERS.match(text[match.end() :]):
                continue
            if opens_en(text[: match.start()]) and _is_bidden(match.group(), text[: match.start()]):
                return clause, (start + match.start(), start + match.end())
        for match in _ZH.finditer(text):
            if _WONDERS.match(text[match.end() :]):
                continue
            if _is_zh_order(text, match, sentence[start + match.end() :]):
                return clause, (start + match.start(), start + match.end())
    return None


def _is_bidden(verb: str, before: str) -> bool:
    """`remembered` and `remembering` are bidden only by `if you …` and `would you mind …`."""
    inflected = verb.lower().startswith("r") and verb.lower().endswith(("ed", "ing"))
    return not inflected or re.search(r"\b(?:if (?:you|u)(?: could| would)?|mind|worth)\s*$", before, _I) is not None


def _is_zh_order(clause: str, match: re.Match[str], rest: str) -> bool:
    verb = match.group().lower()
    before = clause[: match.start()]
    is_last = _TAIL_ZH.match(clause[match.end() :]) is not None
    # Something may stand before the order without a comma: 周五十点面试 mark 一下, 我弟生日五月三号你帮我记着.
    opened = opens_zh(before) or (is_last and (before.endswith(" ") or _ADDRESSED.search(before) is not None))
    if not opened and _HAN.match(verb):
        opened = opens_zh(before.rsplit(" ", 1)[-1]) and " " in before
    if not opened:
        return False
    if verb in ("存着", "收好", "存好", "写上", "记录", "备注", "登记一下", "存档", "记"):
        return _ADDRESSED.search(before) is not None or not before.strip() or not is_last
    if verb == "记得":
        is_told = bool(rest) and not _LONG_AGO_ZH.match(rest) and not _TASKLIKE_ZH.match(rest)
        return is_told and _SUBORDINATE_ZH.match(rest) is not None
    if "忘" in verb:
        return not _TASKLIKE_ZH.match(rest)
    if verb.startswith(("remember", "mark", "note", "save")):
        return _HAN.search(clause + rest + before) is not None
    return True


def _remembers(text: str, row: Row, foreign: Sequence[Span], limit: int) -> list[Request]:
    """What one sentence asks to be remembered: what stands behind the verb, and what stands before its clause."""
    start, end, mark = row
    end = min(end, limit)
    sentence = text[start:end]
    found = _verb(sentence, mark)
    if found is None or lies_in(start + found[1][0], foreign):
        return []
    clause, verb = found
    front = _front(sentence, clause, verb)
    behind = _behind(sentence, verb)
    is_last = clause[1] >= len(sentence.rstrip(" .,!?"))
    said = sentence[slice(*behind)]
    is_stated = not said or mood.not_stated(sentence[slice(*front)]) != "supposed"
    parts = [front] if _tells(sentence, front) and is_stated else []
    if behind[0] < behind[1] and not (parts and is_last and weight(said) < 4 and not re.search(r"\d", said)):
        parts.append(behind)
    is_vain = bool(parts) and all(_is_vain(sentence[a:b]) for a, b in parts)
    spans = tuple((start + a, start + b) for a, b in parts)
    return [Request("remember", start, _closed(end, mark if end == row[1] else ""), spans, is_vain)]


def _behind(sentence: str, verb: Span) -> Span:
    rest = sentence[verb[1] :]
    clause = re.split(r"[，,：:—–]|\s-\s", rest)[0]
    again = _ZH.match(rest)
    if again:  # 写下来写下来
        return _behind(sentence, (verb[0], verb[1] + again.end()))
    tail = _TAIL_ZH if _HAN.search(sentence[verb[0] : verb[1]]) else _TAIL_EN
    if tail.match(rest):
        return len(sentence), len(sentence)
    at = verb[1] + (len(clause) if clause.strip() and tail.match(clause) else 0)
    rest = sentence[at:]
    for connect in (_CONNECT_ZH if _HAN.search(sentence[verb[0] : verb[1]]) else _CONNECT_EN, _CONNECT_EN):
        skip = connect.match(rest)
        at += skip.end() if skip else 0
        rest = sentence[at:]
    return at, len(sentence)


def _front(sentence: str, clause: Span, verb: Span) -> Span:
    """What stands before a request: the clauses before it, and in its clause what comes before the order itself."""
    inside = sentence[clause[0] : verb[0]]
    end = clause[0]
    if _HAN.search(inside) and not opens_zh(inside):
        opened = _ADDRESSED.search(inside)
        end = clause[0] + (opened.start() if opened else len(inside))
    elif inside.strip() and not opens_en(inside) and not opens_zh(inside):
        end = verb[0]
    return 0, len(sentence[:end].rstrip("，,；;。:：—- "))


def _closed(end: int, mark: str) -> int:
    return end + len(mark.split("\n")[0].rstrip())


def _tells(sentence: str, span: Span) -> bool:
    """Whether a stretch says something of its own."""
    said = sentence[span[0] : span[1]]
    asks = all(mood.is_question(said[a:b]) for a, b in clauses_of(said))
    return weight(said) >= 3 and not _is_vain(said) and not asks and not opens_zh(said)


_ANNOUNCES_ZH = regex(
    r"(?:关于我的?)?(?:[一几]?[件个点些](?:重要的?|小)?(?:事情?|东西)?|(?:下面|以下|接下来)(?:的|这些|几条|内容)?)[：:，,]*"
)
"""What only says that something to be remembered follows: 一件事, 以下内容."""


def _is_vain(text: str) -> bool:
    """Whether nothing is said that could be remembered."""
    if _HAN.search(text):
        return _ANNOUNCES_ZH.fullmatch(text.strip()) is not None or (
            len(_HAN.findall(text)) < 2 and not _WORD.search(text)
        )
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    return all(word in word_set("requests.vain") for word in words) and (not re.search(r"\d", text) or not words)


def _with_rest(text: str, rows: Sequence[Row], named: Sequence[Request], others: Sequence[Request]) -> list[Request]:
    """Requests to remember with what is stated around them: whoever asks for a part of a message means to keep it.

    Where no words but the reader says that something is asked for, it is only what stands beside that.
    """
    taken = [(request.start, request.end) for request in (*named, *others)]
    is_talk = weight(text) <= TALK
    beside = rows if not all(request.is_read for request in named) else _beside(rows, named)
    around: list[Request] = []
    for start, end, mark in beside:
        said = text[start:end]
        is_free = not any(a < end and start < b for a, b in taken)
        if is_free and is_talk and _is_stated(said, mark):
            around.append(Request("remember", start, _closed(end, mark), ((start, end),)))
    empty = [request for request in named if not request.what]
    full = [request for request in named if request.what]
    if full and not around and all(request.is_vain for request in full):
        # `Remember something about me. When I go quiet, give me ten minutes`: it is told in the sentence behind.
        behind = [(a, b, mark) for a, b, mark in rows if a >= full[-1].end][:1]
        around = [
            Request("remember", full[-1].start, _closed(b, mark), ((a, b),))
            for a, b, mark in behind
            if is_talk and weight(text[a:b]) >= 3 and not any(c < b and a < d for c, d in taken)
            if "?" not in mark and "？" not in mark
            if not mood.is_question(text[a:b]) or text[a:b].lower().startswith("when")  # `When I go quiet, …`
        ]
    if not full and not around and empty:
        before = [row for row in rows if row[1] <= empty[0].start][-1:]
        around = [Request("remember", a, b, ((a, b),)) for a, b, _ in before]
    # A request without words of its own is answered by what stands around it, or as one for what was said last.
    vain = [request for request in full if request.is_vain and around]
    asked = [*(request for request in full if request not in vain), *around, *([] if around or full else empty[:1])]
    return _with_what_goes_on(text, sorted(asked, key=lambda request: request.start))


_GOES_ON = regex(r"(?:he|she|they|his|her|their|it(?: is|['’]s)|that(?: is|['’]s))\b|[他她它]", re.IGNORECASE)


def _with_what_goes_on(text: str, asked: Sequence[Request]) -> list[Request]:
    """Requests, of which one that begins with `she` goes on with the one before: alone it does not say who is meant.

    Nothing may stand between them: neither a question nor another request, nor what somebody else has written.
    """
    found: list[Request] = []
    for one in asked:
        before = found[-1] if found else None
        is_next = before is not None and not text[before.end : one.start].strip() and not before.is_vain
        if before is not None and is_next and before.what and one.what and _GOES_ON.match(text, one.what[0][0]):
            what = (*before.what[:-1], (before.what[-1][0], one.what[0][1]), *one.what[1:])
            found[-1] = replace(before, end=one.end, what=what)
        else:
            found.append(one)
    return found


def _beside(rows: Sequence[Row], named: Sequence[Request]) -> list[Row]:
    """The sentences right before and behind those that ask for something and do not say what themselves."""
    pointing = [request for request in named if not request.is_full]
    asked = {n for n, (start, end, _) in enumerate(rows) for r in pointing if r.start < end and start < r.end}
    return [row for n, row in enumerate(rows) if not asked.isdisjoint((n - 1, n + 1))]


def _is_stated(said: str, mark: str) -> bool:
    if "?" in mark or "？" in mark or mood.is_question(said) or _ORDERS.search(said):
        return False
    return not _is_vain(said) and (weight(said) >= 3 or re.search(r"\d", said) is not None)
