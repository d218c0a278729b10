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
from perdure.intake.words import regex, word_set

_I = re.IGNORECASE


_WORD = regex(r"[a-z]+(?:['’][a-z]+)?", _I)

_SET_UP = regex(r"\b(?:tickets?|invitations?|invites?|seats?|signed up)\b|\bfor\s*$", _I)
_YEAR = regex(r",? (?:19|20)\d\d\b")
_TO = regex(r"\b(?:to|until|till)\s*$", _I)
_TENDED = regex(r"(?:was|were) (?:\w+ )?(?:going|supposed|planning|about|meant|due) to\b", _I)

_ARRANGED_ZH = regex(
    r"约(?:了|好|在|定)|预[约定订]|[订定](?:了|好|在|于)|安排(?:了|好|在)|报(?:了|好)?名"
    r"|[改推延挪][^，,]{0,3}到|[改换](?:成|为|在|期)|[买抢订](?:了|好|到)[^，,]{0,10}(?:票|位)|收到[^，,]{0,10}(?:邀请|请柬)"
    r"|被?邀请"
)
_AHEAD_ZH = regex(r"<tense.ahead_zh>")
_BACK_ZH = regex(
    r"了(?!解|如|不起|断)|[去看吃来见做加考试学打玩用待住办听]过|刚(?:刚|才)?(?!好)|已经?(?!婚)|终于|曾经?"
    r"|[跑做写看考办搬修交拍吃走]完|是[^，,]{2,16}的$|结的婚|<tense.back_zh>的(?:[^\n，,]{0,6})$"
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
        small in word_set("tense.irregular")
        or small in word_set("tense.back")
        or (small[-2:] == "ed" and len(small) > 3 and small not in word_set("tense.no_verbs"))
    )


def _told(clause: str, at: int) -> bool | None:
    if not clause.isascii():
        told = _told_zh(clause)
        if told is not None:
            return told and not any(word.lower() in word_set("tense.arranged") for word in _WORD.findall(clause))
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
        after = next((w for w in words[n + 1 :] if w not in word_set("tense.adverbs")), "")
        if word in word_set("tense.ahead"):
            yield place, False
        elif word in word_set("tense.have"):
            yield place, is_past_word(after) and after != "got" and not _is_arranged(clause, place, at, word, after)
        elif word in word_set("tense.back"):
            if not _TENDED.match(clause, place):
                yield place, not _is_arranged(clause, place, at, word, after)
        elif is_past_word(word) and not (n and (_is_part(words, n) or said[0].isupper())):
            yield place, not _is_arranged(clause, place, at, word, after)


def _is_part(words: list[str], n: int) -> bool:
    """Whether a word in the form of the past belongs to another verb or to a noun: `is postponed`, `the delayed`."""
    before = next((w for w in reversed(words[:n]) if w not in word_set("tense.adverbs")), "")
    return (
        before in word_set("tense.before_participle")
        or before in word_set("tense.ahead")
        or before in word_set("tense.have")
        or before in word_set("tense.back")
        or (before == "got" and words[n] != "got")
    )


def _is_arranged(clause: str, place: int, at: int, word: str, after: str) -> bool:
    """Whether this verb only set up what the day is about."""
    if word in word_set("tense.arranged") or after in word_set("tense.arranged"):
        return True
    between = clause[place:at]
    if (word in word_set("tense.moved") or after in word_set("tense.moved")) and _TO.search(between):
        return True
    return bool(_SET_UP.search(between))
