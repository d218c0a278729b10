"""Whether a clause tells of what was or of what is to come: that decides which `Friday` or `May 4` is meant.

In English the finite verb nearest before the day decides, or the first one after it (`on Friday I went`); in Chinese
the particles do. What was arranged (`I booked a flight on May 4`, 约了周五) lies ahead, though arranging it is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from perdure.intake.extract.dates import FoundDay, find_day
from perdure.intake.extract.sentences import clauses
from perdure.regex import regex

_I = re.IGNORECASE


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_WORD = regex(r"[a-z]+(?:['’][a-z]+)?", _I)

_AHEAD_EN = _words(
    "am is are i'm we're you're they're it's there's that's he's she's will won't shall gonna must should can can't"
    " need needs want wants plan plans intend intends expect expects hope hopes starts begins"
)
_BACK_EN = _words("was were wasn't weren't did didn't had hadn't")
_HAVE = _words("have has haven't hasn't i've we've they've you've")
_IRREGULAR = _words(
    "went got gave came saw met made took found lost won ran flew left bought sold brought sent spent wrote broke"
    " began became fell kept built drove ate drank held heard paid rode sang slept spoke stood swam taught threw"
    " wore caught chose drew fought grew hid led stole woke gone been done given taken seen written broken driven"
)
_NO_VERBS = _words(
    "need feed seed speed breed weed indeed hundred bed red shed sacred naked wicked embed exceed succeed"
)
_ARRANGED = _words(
    "booked scheduled rescheduled postponed planned arranged reserved registered invited enrolled agreed promised"
    " decided rsvp'd"
)
_MOVED = _words("moved pushed shifted changed brought")
_ADVERBS = _words(
    "just already finally also now recently officially successfully never ever even really actually only both all"
    " still once then first last not"
)
# A participle behind one of these is part of another verb, or an adjective.
_BEFORE_PARTICIPLE = _words(
    "be been being get gets getting to of for with in on at by a an the my our his her their your its this these"
    " those very so too more most as"
)
_SET_UP = regex(r"\b(?:tickets?|invitations?|invites?|seats?|signed up)\b|\bfor\s*$", _I)
_YEAR = regex(r",? (?:19|20)\d\d\b")
_TO = regex(r"\b(?:to|until|till)\s*$", _I)
_TENDED = regex(r"(?:was|were) (?:\w+ )?(?:going|supposed|planning|about|meant|due) to\b", _I)

_ARRANGED_ZH = regex(
    r"约(?:了|好|在|定)|预[约定订]|[订定](?:了|好|在|于)|安排(?:了|好|在)|报(?:了|好)?名|[改推延挪][^，,]{0,3}到"
    r"|[买抢订](?:了|好|到)[^，,]{0,10}(?:票|位)|收到[^，,]{0,10}(?:邀请|请柬)|被?邀请"
)
_AHEAD_ZH = regex(
    r"(?<![重主次简首不])要(?![求点素闻紧好])|打算|准备|计划|即将|(?<!麻)将(?!军)|预计|马上|快到|想(?:要|去|在)"
    r"|(?<=[我们他她也还都才])会(?!议|员|所|场|计|话|面|诊|展)"
)
_BACK_ZH = regex(
    r"了(?!解|如|不起|断)|[去看吃来见做加考试学打玩用待住办听]过|刚(?:刚|才)?(?!好)|已经?(?!婚)|终于|曾经?|[跑做写看考办搬修交拍吃走]完"
    r"|是[^，,]{2,16}的$|结的婚|(?:去|来|到|买|搬|生|入职|毕业|开始|做|办|出生)的(?:[^\n，,]{0,6})$"
)
_SOON_ZH = regex(r"就[^，,]{0,10}了$")
_DONE_ZH = regex(r"已经|完|过|昨|前天")


def day_in(sentence: str, today: date, *, when: str | None = None, past: bool = False) -> FoundDay | None:
    """The first day that a sentence, or the part `when` of it, names, read the way its clause tells.

    `past` is how it is read where no verb tells.
    """
    at = max(sentence.find(when), 0) if when else 0
    said = sentence if when is None else when
    if when and (year := _YEAR.match(sentence, at + len(when))):
        said += year.group()  # `June 20, 2028`: the comma has cut it off
    found = find_day(said, today)
    if found is None:
        return None
    back = looks_back(sentence, at + found.start)
    return find_day(said, today, past=past if back is None else back)


def looks_back(sentence: str, at: int) -> bool | None:
    """Whether the day that stands at `at` lies behind the speaker; None where nothing says so.

    A clause without a verb of its own (`On Friday, I went …`) is told by the ones after it, then by those before.
    """
    spans = clauses(sentence)
    here = next((n for n, (_, end) in enumerate(spans) if at < end), len(spans) - 1)
    for n in (here, *range(here + 1, len(spans)), *range(here - 1, -1, -1)):
        start, end = spans[n]
        told = _told(sentence[start:end], at - start)
        if told is not None:
            return told
    return None


def is_past_word(word: str) -> bool:
    """Whether an English word by itself is a verb in the past: `completed`, `went`."""
    small = word.lower()
    return (
        small in _IRREGULAR or small in _BACK_EN or (small[-2:] == "ed" and len(small) > 3 and small not in _NO_VERBS)
    )


def _told(clause: str, at: int) -> bool | None:
    if not clause.isascii():
        told = _told_zh(clause)
        if told is not None:
            return told and not any(word.lower() in _ARRANGED for word in _WORD.findall(clause))
    verbs = list(_verbs(clause, at))
    before = [back for place, back in verbs if place < at]
    return before[-1] if before else verbs[0][1] if verbs else None


def _told_zh(clause: str) -> bool | None:
    if _ARRANGED_ZH.search(clause) or _AHEAD_ZH.search(clause):
        return False
    if _SOON_ZH.search(clause) and not _DONE_ZH.search(clause):
        return None  # 周五就放假了 lies ahead, 周五就交了 does not
    return True if _BACK_ZH.search(clause) else None


def _verbs(clause: str, at: int) -> Iterator[tuple[int, bool]]:
    """Every finite verb, with its place and whether it is of the past."""
    found = [(m.start(), m.group()) for m in _WORD.finditer(clause)]
    words = [word.lower().replace("’", "'") for _, word in found]
    for n, (place, said) in enumerate(found):
        word = words[n]
        after = next((w for w in words[n + 1 :] if w not in _ADVERBS), "")
        if word in _AHEAD_EN:
            yield place, False
        elif word in _HAVE:
            yield place, is_past_word(after) and after != "got" and not _is_arranged(clause, place, at, word, after)
        elif word in _BACK_EN:
            if not _TENDED.match(clause, place):
                yield place, not _is_arranged(clause, place, at, word, after)
        elif is_past_word(word) and not (n and (_is_part(words, n) or said[0].isupper())):
            yield place, not _is_arranged(clause, place, at, word, after)


def _is_part(words: list[str], n: int) -> bool:
    """Whether a word in the form of the past belongs to another verb or to a noun: `is postponed`, `the delayed`."""
    before = next((w for w in reversed(words[:n]) if w not in _ADVERBS), "")
    return (
        before in _BEFORE_PARTICIPLE
        or before in _AHEAD_EN
        or before in _HAVE
        or before in _BACK_EN
        or (before == "got" and words[n] != "got")
    )


def _is_arranged(clause: str, place: int, at: int, word: str, after: str) -> bool:
    """Whether this verb only set up what the day is about."""
    if word in _ARRANGED or after in _ARRANGED:
        return True
    between = clause[place:at]
    if (word in _MOVED or after in _MOVED) and _TO.search(between):
        return True
    return bool(_SET_UP.search(between))
