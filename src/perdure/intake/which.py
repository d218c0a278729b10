"""What a message answers that says which of several things that were shown is meant. Pure functions.

It is an answer only where it says nothing else: yes, no, all of them, a place in the list, or words that point at one
(`the black one`, 绿茶那个) or are a part of it (`black tea`). Whoever states something does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from perdure.intake.answers import answer_in
from perdure.intake.extract import mood
from perdure.intake.meant import Thing, meant_by
from perdure.intake.plural import ONE, says_what_stays
from perdure.intake.words import regex
from perdure.language import HAN, weight
from perdure.simplified import simplified

LONGEST = 60
"""Characters of an answer; whoever says more, says something else as well."""
HEAVIEST = 20
"""What an answer weighs at most, whatever the script: sixty Chinese characters are a story."""
BARE = 16
"""What an answer weighs at most that only names one of the things."""
_I = re.IGNORECASE
_QUOTES = "“”\"「」『』‘’' "
_PARTS = regex(r"[\s]*[,，.。!！;；、~～…]+[\s]*")
_FILLER = regex(r"^(?:<answers.filler>)(?![\w])\s*|\s*(?<![\w])(?:<answers.filler>)$|(?:谢谢|谢啦|麻烦了?)$", _I)
_ENDS_ZH = regex(f"(?<=[{HAN}])[吧了哦啊呀呗啦]$")
_YES = regex(r"<answers.yes>|<forget_answers.yes>|<forget_answers.yes_zh>", _I)
_YES_OPENS = regex(r"^(?:(?:<answers.yes>)\s+(?=\S)|(?:<forget_answers.yes_opens_zh>)\s*(?=\S))", _I)
_NO = regex(r"<forget_answers.no>|<forget_answers.no_zh>", _I)
_ALL: tuple[tuple[re.Pattern[str], int | None], ...] = (
    (regex(r"<forget_answers.both>|<forget_answers.both_zh>", _I), 2),
    (regex(r"<forget_answers.three>|<forget_answers.three_zh>", _I), 3),
    (regex(r"<forget_answers.all>|<forget_answers.all_zh>", _I), None),
)
_UNCLEAR = regex(r"<forget_answers.unclear>|<forget_answers.unclear_zh>", _I)
_FIRST = regex(r"<forget_answers.first>|<forget_answers.first_zh>", _I)
_LAST = regex(r"<forget_answers.last>|<forget_answers.last_zh>", _I)
_PLACE_EN = regex(
    r"(?:the )?(?:(?P<word>first|second|third|fourth|fifth)|(?P<number>[1-5])(?:st|nd|rd|th))(?: (?:one|thing|item))?"
    r"|(?:(?:number|no\.?|option) ?|#)?(?P<digit>[1-5])",
    _I,
)
_PLACE_ZH = regex("第?(?P<han>[一二三四五两12345])[个条件项]|第?(?P<bare>[一二三四五12345])")
_NUMBERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_NUMBERS |= {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5}
_AND = regex(r"\s+(?:and|&)\s+|[和跟与、]|以及|还有", _I)
_ORDER = regex(r"^(?:please )?(?:<forget_answers.orders>)\s+|^(?:请|帮我)?(?:<forget_answers.go_zh>)|^把", _I)
_ORDER_END = regex("(?:<forget_answers.go_zh>)$")
_ONLY = regex(r"^(?:(?:<forget_answers.only>)\s+|(?:<forget_answers.only_zh>))", _I)
_POINTS = regex(
    r"(?:.*\s)?(?:<forget_answers.of_it>)"
    r"|(?:the|that|this) (?:<forget_answers.of_it>) (?:about|with|on|of|for|from|where|that)\b.*",
    _I,
)
_POINTS_ZH = regex("(?:.*[^有])?[这那]一?(?:[个条件项段笔些]事?|事)|[这那]一?[个条件项](?:.+)|.{1,6}的")
_TELLS = regex(r"(?<![\w'])(?:<forget_answers.tells>)(?![\w'])", _I)
_TELLS_ZH = regex("(?:我们?)?(?:<forget_answers.tells_zh>)|我们?也?(?:<forget_answers.tells_zh>)")
_WORD = regex(rf"[{HAN}]+|[^\W{HAN}]+")
_LEAVES = regex(r"\b(?:not|never|no|except|but|keep|leave|stays?)\b|n['’]t\b|不|别|没|留|除", _I)
_ONE_HAN = regex(f"[我咱这那的是]*(?P<char>[{HAN}])[这那一的个条件项]*")
_ARTICLES = frozenset({"the", "a", "an", "my", "our", "and", "about", "of", "with"})


@dataclass(frozen=True, slots=True)
class WhichAnswer:
    """What a message says of things that were shown, before it is known which they are."""

    yes: bool = False
    no: bool = False
    all: bool = False
    count: int | None = None
    places: tuple[int, ...] = ()
    """From 1, or from the end where it is below zero."""
    words: tuple[str, ...] = ()
    is_unclear: bool = False
    is_order: bool = False
    """Whether it says that it is to be forgotten: what it names may be something else."""

    @property
    def is_bare(self) -> bool:
        """Whether it tells nothing of what it answers."""
        return not self.places and not self.words


@dataclass(frozen=True, slots=True)
class ChosenThings:
    """What an answer means of what was shown; nothing where it says no, or where it has to be asked again."""

    things: tuple[Thing, ...] = ()
    is_clear: bool = True


UNCLEAR = ChosenThings(is_clear=False)


def answer_to_which(text: str) -> WhichAnswer | None:
    """What a message answers, where it may be an answer and nothing else."""
    said = simplified(text).strip()
    if not said or len(said) > LONGEST or "\n" in said or "?" in said or "？" in said or weight(said) > HEAVIEST:
        return None
    found = WhichAnswer()
    for part in _PARTS.split(said.strip(_QUOTES)):
        if part := _without_filler(part):
            found = _with_part(found, part)
    return None if found == WhichAnswer() or any(map(mood.is_question, found.words)) else found


def _without_filler(part: str) -> str:
    part, before = part.strip(_QUOTES), ""
    while part != before:
        part, before = _FILLER.sub("", part).strip(_QUOTES), part
    return part


def _with_part(found: WhichAnswer, part: str) -> WhichAnswer:
    """What was found with what one more part says."""
    forms = _forms(part)
    if any(map(_UNCLEAR.fullmatch, forms)):
        return replace(found, is_unclear=True)
    if any(map(_NO.fullmatch, forms)) or answer_in(part) in ("no", "old"):
        return replace(found, no=True)
    if any(map(_YES.fullmatch, forms)):
        return replace(found, yes=True)
    for form, count in _ALL:
        if any(map(form.fullmatch, forms)):
            return replace(found, all=True, count=count)
    if opened := _YES_OPENS.match(part):
        return _with_part(replace(found, yes=True), part[opened.end() :])
    own = _ORDER_END.sub("", _ORDER.sub("", forms[-1])).strip()
    is_order = found.is_order or own != forms[-1]
    own = _ONLY.sub("", own).strip() or own
    places = _places(own)
    if places:
        return replace(found, places=(*found.places, *places), is_order=is_order)
    return replace(found, words=(*found.words, own or part), is_order=is_order)


def _forms(part: str) -> list[str]:
    """A part as it stands, and without each of the particles at its end."""
    forms = [part]
    while (bare := _ENDS_ZH.sub("", forms[-1])) != forms[-1]:
        forms.append(bare)
    return forms


def _places(said: str) -> tuple[int, ...]:
    """Which of the things in order: `the second one`, 第一个和第三个."""
    places = [_place(one.strip()) for one in _AND.split(said)]
    return tuple(one for one in places if one is not None) if all(places) else ()


def _place(said: str) -> int | None:
    if _FIRST.fullmatch(said):
        return 1
    if _LAST.fullmatch(said):
        return -1
    found = _PLACE_EN.fullmatch(said) or _PLACE_ZH.fullmatch(said)
    named = next((one for one in found.groupdict().values() if one), None) if found else None
    return None if named is None else _NUMBERS.get(named.lower()) or int(named)


def chosen(answer: WhichAnswer, things: Sequence[Thing]) -> ChosenThings | None:
    """What an answer means of what was shown; None where it is none after all."""
    if not _is_of(answer, things):
        return None
    if answer.no:
        return UNCLEAR if answer.yes or answer.all or not answer.is_bare else ChosenThings()
    if answer.is_unclear:
        return UNCLEAR
    if answer.all:
        fits = answer.is_bare and answer.count in (None, len(things))
        return ChosenThings(tuple(things)) if fits else UNCLEAR
    if answer.is_bare:
        return ChosenThings(tuple(things)) if len(things) == 1 else UNCLEAR
    meant = [*_at(answer.places, things)] if answer.places else _named(answer.words, things)
    if answer.places and _disagree(answer, meant, things):
        return UNCLEAR
    # Whoever says what is to be forgotten may mean something that was not shown: then it is a request like any other.
    return ChosenThings(once(meant)) if meant else None if answer.is_order and answer.words else UNCLEAR


def once(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Each thing once, in order."""
    found: list[Thing] = []
    for thing in things:
        if thing not in found:
            found.append(thing)
    return tuple(found)


def _is_of(answer: WhichAnswer, things: Sequence[Thing]) -> bool:
    """Whether each word of an answer speaks of what was shown: it points at one, or names it and says nothing more."""
    return all(
        _points(one) or (not answer.is_order and all(_names(part, things) for part in _AND.split(one)))
        for one in answer.words
    )


def _points(said: str) -> bool:
    if len(said.split()) > 8 or _TELLS_ZH.match(said):
        return False
    if _POINTS_ZH.fullmatch(said) and weight(said) <= BARE:
        return True
    return _POINTS.fullmatch(said) is not None and not re.match(r"(?:i|we|he|she|they|it)\b", said, _I)


def _names(said: str, things: Sequence[Thing]) -> bool:
    """Whether words are part of what was shown, and state nothing: `black tea`."""
    found = [word.lower() for word in _WORD.findall(said)]
    own = [word for word in found if word not in _ARTICLES]
    if not own or weight(said) > BARE or _TELLS.search(said) or any(_TELLS_ZH.match(word) for word in own):
        return False
    whole = "".join(found)
    texts = [thing.own.lower() + " " + thing.compared.lower() for thing in things]
    is_whole = any(whole == "".join(_WORD.findall(thing.compared.lower())) for thing in things)
    return not is_whole and all(any(word in text for text in texts) for word in own)


def _at(places: Sequence[int], things: Sequence[Thing]) -> list[Thing]:
    if any(abs(place) > len(things) for place in places):
        return []
    return [things[place - 1 if place > 0 else place] for place in places]


def _named(words: Sequence[str], things: Sequence[Thing]) -> list[Thing]:
    """What words name, each of them exactly one thing; nothing where one of them does not."""
    meant: list[Thing] = []
    for said in words:
        if says_what_stays(said) or _LEAVES.search(said):
            return []
        found = _one(said, things)
        members = [found] if found is not None else [_one(part, things) for part in _AND.split(said)]
        if len(members) > 1 and None in members:
            return []
        named = [one for one in members if one is not None]
        if not named:
            return []
        meant += named
    return meant


def _one(said: str, things: Sequence[Thing]) -> Thing | None:
    found = meant_by(said, things, ONE)
    if found.one is not None:
        return found.one if len(found.taken) == 1 else None
    # 绿的那个: of all that may be held one character tells too little, of what was shown it may tell enough.
    char = _ONE_HAN.fullmatch(said)
    named = [thing for thing in things if char is not None and char["char"] in thing.compared]
    return named[0] if len(named) == 1 else None


def _disagree(answer: WhichAnswer, meant: Sequence[Thing], things: Sequence[Thing]) -> bool:
    """Whether an answer gives a place and words that name something else."""
    named = _named(answer.words, things) if answer.words else []
    return bool(named) and named != meant
