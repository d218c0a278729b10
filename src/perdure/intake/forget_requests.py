"""Requests to forget: which clause is one, and the words by which it names what is to be forgotten.

What is named ends with its clause. Verbs that are also said of files count only where something of memory is named, or
where the words point back to what stands before them; and then only for something that is held.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from perdure.intake.extract import mood
from perdure.intake.orders import clauses_of, is_asked, is_reported, opens_en, opens_zh
from perdure.intake.request_words import (
    ADDRESS_ZH,
    AFTER_ZH,
    BACK_EN,
    BACK_ZH,
    DROP_EN,
    DROP_ZH,
    FORGET_EN,
    FORGET_ZH,
    FRAME_ZH,
    FRAMED_EN,
    LAST_EN,
    LAST_ZH,
    MEMORY_EN,
    MEMORY_ZH,
    OBJECT_EN,
    OBJECT_ZH,
    OPENERS_ZH,
    TOLD_ZH,
    TURNS_OF_PHRASE,
    WHY_EN,
)
from perdure.intake.words import regex
from perdure.language import HAN, Span, weight

_I = re.IGNORECASE
_HAN = regex(f"[{HAN}]")
_EN = regex(rf"(?<![\w'’-])(?:(?P<strong>{'|'.join(FORGET_EN)})|(?P<weak>{DROP_EN}))", _I)
_ZH = regex(f"(?:(?P<strong>{FORGET_ZH}|{AFTER_ZH})|(?P<weak>{DROP_ZH}))", _I)
_FRAMED_EN = regex(FRAMED_EN, _I)
_MEMORY_EN = regex(MEMORY_EN, _I)
_OBJECT_EN = regex(OBJECT_EN, _I)
_WHY_EN = regex(WHY_EN, _I)
_BACK_EN = regex(BACK_EN, _I)
_FRAME_ZH = regex(FRAME_ZH)
_MEMORY_ZH = regex(MEMORY_ZH)
_OBJECT_ZH = regex(OBJECT_ZH, _I)
_BACK_ZH = regex(BACK_ZH)
_END_ZH = regex(
    r"(?:\s|就好|就行|就是了|吧|了|掉|啦|哈|哦|啊|呗|嘛|呀|一下|下|着|它|吗|行吗|好吗|好不好|可以吗|please|pls|谢谢)*$"
)
_OPENS_END = regex(
    rf"(?:{ADDRESS_ZH}|就|可以|直接|都|全部|全|给|统统|赶紧|干脆"
    r"|从[^，]{0,8}?(?:记忆|memory|脑子|笔记)\s?(?:里|中)|\s)*$"
)
_BA = regex(rf"^(?:{OPENERS_ZH})*?(?:把|将)(?P<x>.+)$", _I)
_SELF_ZH = regex("(?:我|他|她|咱|俺|们)(?:又|都|也|早|就|已经|竟然|居然|差点|老是|总是)*$")
_LAST = regex(
    rf"^(?:(?:oh|ok|sorry|wait|no|hm+|actually|ah|that'?s not true|that'?s wrong)[,. ]+)*(?:{LAST_EN})"
    r"(?:[,. ]+(?:sorry|please|oops))*$"
    rf"|^(?:(?:不对|啊|哦|不好意思|抱歉|等等)[，, ]*)*(?:{LAST_ZH})(?:[，, ]*(?:抱歉|不好意思))*[了吧啊]*$",
    _I,
)
_TURNS = regex(TURNS_OF_PHRASE, _I)
_OWN_EN = regex(r"(?:that |where |what |how |who |when )?(?:my|our|i|i'm|i've|we)\b", _I)
_IDLE = regex("f[a-z]+t|忘", _I)
GOES_ON = 2
"""What it weighs then at least: a thank you is less."""
_NOTHING_EN = regex(r"^(?:it|that|this|about it|you|him|her|them|us|me|everything)?[\s.!,]*$", _I)


@dataclass(frozen=True, slots=True)
class Naming:
    """What a clause asks to be forgotten. Offsets are into its sentence."""

    clause: Span
    verb: int
    what: Span
    """Empty where it points back to what was said before."""
    is_weak: bool = False
    """Its verb may be said of something else than memory: it counts only for what is held."""
    is_unsure: bool = False
    """It may be a turn of phrase: what it may mean is shown, and nothing is changed."""
    is_back: bool = False
    """It points back to the clauses before it."""
    is_explicit: bool = False
    """It is said of nothing but memory, and of something that the speaker has told."""


def namings_in(sentence: str, mark: str) -> list[Naming]:
    """The requests to forget of one sentence."""
    if _LAST.match(sentence.strip()):
        return [Naming((0, len(sentence)), 0, (0, 0))]
    found: list[Naming] = []
    for clause in clauses_of(sentence):
        if is_asked(sentence, mark, clause) or is_reported(sentence, clause):
            continue
        naming = _english(sentence, clause, mark) or _chinese(sentence, clause)
        if naming is not None:
            found.append(naming)
    return found


def _english(sentence: str, clause: Span, mark: str) -> Naming | None:
    start, end = clause
    text = sentence[start:end]
    for match in _EN.finditer(text):
        if not opens_en(text[: match.start()]):
            continue
        rest = _WHY_EN.sub("", text[match.end() :])
        what = _trimmed(sentence, start + match.end(), start + match.end() + len(rest))
        named = sentence[what[0] : what[1]]
        of_memory = _MEMORY_EN.search(text) is not None
        at = start + match.start()
        if match["strong"] and not _BACK_EN.match(named):
            # `Forget the weather, how are the roads?`
            is_turn = "?" in mark and sentence[end:].strip(" ,") != "" and not _FRAMED_EN.search(named)
            is_joke = mood.SENTENCE["laughed"].search(text) or _TURNS.search(sentence)
            is_unsure = is_joke is not None and not _FRAMED_EN.search(named)
            # `Forget Leeds, they lost again.` Who names nothing of his own and goes on may speak of anything.
            is_unsure = (
                is_unsure or is_turn or (_may_be_idle(match.group(), sentence[end:]) and not _FRAMED_EN.search(named))
            )
            is_unsure = is_unsure and not named.lower().startswith(("my ", "our ", "i ", "i'"))
            is_explicit = not is_unsure and (_FRAMED_EN.search(named) is not None or _OWN_EN.match(named) is not None)
            return Naming(clause, at, what, is_weak=is_turn, is_unsure=is_unsure, is_explicit=is_explicit)
        if _BACK_EN.match(named):
            is_told = match["strong"] is None or not _NOTHING_EN.match(named) or "keep" in match.group()
            if is_told and not _OBJECT_EN.search(sentence):
                return Naming(clause, at, (0, start), is_weak=True, is_back=True)
            continue
        if of_memory or (
            (_FRAMED_EN.search(named) or named.lower().startswith(("my ", "our "))) and not _OBJECT_EN.search(named)
        ):
            return Naming(clause, at, what, is_weak=not of_memory)
    return None


def _chinese(sentence: str, clause: Span) -> Naming | None:
    start, end = clause
    text = sentence[start:end]
    for match in _ZH.finditer(text):
        before, rest = text[: match.start()], text[match.end() :]
        if not _HAN.search(text) or rest.startswith("不"):
            continue
        at = start + match.start()
        of_memory = _MEMORY_ZH.search(text) is not None
        is_framed = _FRAME_ZH.search(text) is not None
        is_weak = match["weak"] is not None and not of_memory
        if is_weak and _OBJECT_ZH.search(sentence):
            continue
        behind = rest[: _tail_of(rest)]
        if behind:  # 忘掉我住在杭州
            is_named = not is_weak or is_framed or behind.lstrip().startswith("我")
            if opens_zh(before) and is_named and _is_bidden(match.group(), rest):
                what = _trimmed(sentence, start + match.end(), start + match.end() + len(behind))
                is_unsure = (
                    _TURNS.search(sentence) is not None or _may_be_idle(match.group(), sentence[end:])
                ) and not is_framed
                is_unsure = is_unsure and not behind.lstrip().startswith(("我", "咱", "俺"))
                is_explicit = (
                    not is_weak and not is_unsure and (is_framed or of_memory or behind.lstrip().startswith("我"))
                )
                return Naming(clause, at, what, is_weak=is_weak, is_unsure=is_unsure, is_explicit=is_explicit)
            continue
        front = before[: _opened(before)]
        taken = _BA.match(front)
        if taken:  # 把我住在杭州这件事忘了
            what = _trimmed(sentence, start + taken.start("x"), start + taken.end("x"))
            if is_weak and not is_framed and not taken["x"].startswith("我"):
                continue
            return Naming(clause, at, what, is_weak=is_weak)
        if opens_zh(front) or _BACK_ZH.match(front):  # 储物柜那个没用了，丢掉
            if not (match.group() == "forget it" or _is_forgetful(match.group(), rest, before)):
                return Naming(clause, at, (0, start), is_weak=True, is_back=True)
            continue
        if "把" in front or _SELF_ZH.search(front) or (_is_forgetful(match.group(), rest, before) and not is_framed):
            continue
        if is_framed or of_memory or match["strong"]:  # 芒果过敏那条删了吧
            return Naming(clause, at, _trimmed(sentence, start, start + len(front)), is_weak=is_weak)
    return None


def _may_be_idle(verb: str, rest: str) -> bool:
    """Whether forgetting may be a turn of phrase: the sentence goes on. `Don't remember` is said of memory alone."""
    return weight(rest) >= GOES_ON and _IDLE.match(verb) is not None


def _is_bidden(verb: str, rest: str) -> bool:
    """Whether 忘了 with something behind it bids to forget that; 忘了问 is said of the speaker."""
    return verb != "忘" and (verb not in ("忘了", "忘记") or re.match(f"(?:{TOLD_ZH})|.{{1,12}}吧", rest) is not None)


def _is_forgetful(verb: str, rest: str, before: str) -> bool:
    """Whether 忘了 may be said of the speaker, who forgot something."""
    return (
        verb in ("忘了", "忘记", "忘")
        and not re.search("吧|它|掉", rest)
        and not re.search("直接|干脆|赶紧|统统|彻底", before)
    )


def _tail_of(rest: str) -> int:
    """Where the words behind a verb end that are no mere particles."""
    found = _END_ZH.search(rest)
    return found.start() if found else len(rest)


def _opened(before: str) -> int:
    """Where the words end that stand before those which open the order."""
    found = _OPENS_END.search(before)
    return found.start() if found else len(before)


def _trimmed(sentence: str, start: int, end: int) -> Span:
    while start < end and sentence[start] in " ,，:：、":
        start += 1
    while end > start and sentence[end - 1] in " ,，:：、-—":
        end -= 1
    return start, end
