"""Which of the things that are held a few words mean: one that is clear, several to choose from, or none.

Words that say so (`both`, `everything about …`, 都) may mean several things at once.

A thing is an item, or one field of a profile. Telling words decide: all of the phrase are there, and no other thing has
them. Who is not sure changes nothing and shows what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from perdure.intake.extract.contract import KnownItem
from perdure.intake.extract.denial import is_stated
from perdure.intake.extract.known import facts_of, text_of, words
from perdure.intake.orders import clauses_of
from perdure.intake.plural import HowMany, how_many
from perdure.intake.words import regex, word_set
from perdure.language import Span
from perdure.simplified import simplified
from perdure.textcache import cached_texts
from perdure.types.attributes import spoken_of
from perdure.types.keys import fold_name
from perdure.values import JSON

NEAR = 0.25
"""The share of a phrase that a thing must hold to be worth asking about."""
CLOSE = 0.6
"""The share that one must hold to be asked about beside several that are meant."""
_STOPS = " .。"
SHOWN = 5
"""How many are shown to choose from."""

_FRAME = regex(r"\b<meant.frame>\b|<meant.frame_zh>", re.IGNORECASE)
"""Words by which people speak of a memory, and not of what it is about."""
_OWNED = regex(r"\b(?:my|our|mine)\b|[我咱俺]", re.IGNORECASE)
_LATIN = regex(r"[^\W\d_\u3400-\u9fff]+(?:['’-][^\W\d_\u3400-\u9fff]+)*|\d+(?:[.:]\d+)*")
_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff]+")
_LINKS = regex("[我你您他她它咱俺们的了着过吧啊呢吗嘛呀是在把和跟与这那就都也很对有从又再去]|一个|一只|不|没")
"""Han characters that link words and name nothing."""
_NEGATION = regex(
    r"\b(?:not|never|no longer|(?:do|does|did|is|are|was|have|has|ai)n'?t|am not|no|any ?more)\b|不再|没有"
    r"|并不|并没|不是|不|没|已经",
    re.IGNORECASE,
)
_AFTER_ALL = regex(r"\b<meant.after_all>\b|<meant.after_all_zh>", re.IGNORECASE)
_QUOTED = regex(r"^[^(（]*[(（](.*)[)）]$")
"""What an entry of a name quotes: `Topic: Ashen Vow (My guild is called Ashen Vow)`."""
_FIRST = regex(r"\b(?:i|i'm|i've|i'd|my|me|we|our)\b|[我咱俺]", re.IGNORECASE)
_COUNT = regex(r"\b<meant.counts>\b|[一二两三四五六七八九十几\d]+[个只位口名条]", re.IGNORECASE)


@dataclass(frozen=True)
class Thing:
    """An item, or one field of a profile, with the words that speak of it; or a sentence that was only said."""

    held: KnownItem
    field: dict[str, JSON] | None = None
    line: tuple[str, int, int] | None = None
    """Where it was said (a record, and where in it) if no item was made of it: then nothing is held but these words."""

    @cached_property
    def said(self) -> str:
        """The thing as a person reads it. A full stop says nothing, and would tell two that are put alike apart."""
        if self.field is not None:
            return str(self.field.get("said") or f"{self.field.get('k')}: {self.field.get('v')}").rstrip(_STOPS)
        text = self.held.content or text_of(self.held)
        return text if self.line is not None else text.rstrip(_STOPS) or text

    @cached_property
    def compared(self) -> str:
        """The same as it is compared."""
        return simplified(self.said)

    @cached_property
    def text(self) -> str:
        """Everything that was said of it, as it is compared."""
        if self.field is None:
            return simplified(f"{self.held.content} {text_of(self.held)}")
        return simplified(f"{self.said} {self.field.get('k')} {self.field.get('v')}")

    @cached_property
    def aliases(self) -> str:
        """What people call it."""
        name = _attribute(self.held) if self.field is None else str(self.field.get("k", "")).partition(" (")[0]
        return simplified(f"{name} {spoken_of(name)}")

    @cached_property
    def own(self) -> str:
        """What is said of it alone: of a field its name and value, and not the sentence that may say others too."""
        if self.field is None:
            return self.text
        return simplified(f"{self.field.get('k')} {self.field.get('v')} {self.aliases}")


@dataclass(frozen=True, slots=True)
class Meant:
    """What a phrase means: one thing, or several that it may mean."""

    one: Thing | None = None
    several: tuple[Thing, ...] = ()
    """What it may mean; beside `one`, what it may mean as well."""
    same: tuple[Thing, ...] = ()
    """Others that hold the very statement that is meant."""
    more: tuple[Thing, ...] = ()
    """Others that are meant too, where words say that several are."""
    is_last: bool = False
    """It is what was said last, which needs no naming."""
    odds: float = 0.0
    """How surely meaning alone tells that it is meant, as log odds."""
    is_even: bool = False
    """Each of several holds all that was said: no word tells one of them from the others."""

    @property
    def taken(self) -> tuple[Thing, ...]:
        """All that is clearly meant."""
        return () if self.one is None else (self.one, *self.same, *self.more)


THINGS = "things"
"""The name by which an item keeps what `things_of` made of it."""


def things_of(items: Iterable[KnownItem]) -> list[Thing]:
    """Items, and of profiles every field by itself."""
    things: list[Thing] = []
    for item in items:
        made: tuple[Thing, ...] | None = item.made.get(THINGS)
        if made is None:
            fields = [dict(fact) for fact in facts_of(item)] if item.type == "profile" else []
            made = item.made[THINGS] = tuple(Thing(item, one) for one in fields) or (Thing(item),)
        things += made
    return things


def without_names(things: Sequence[Thing]) -> list[Thing]:
    """Things, without the entries of names that only quote another of them: they go with it when it is forgotten."""
    said = {_letters(thing.said) for thing in things if thing.held.type != "entities"}
    return [t for t in things if t.held.type != "entities" or _letters(_QUOTED.sub(r"\1", t.said)) not in said]


@cached_texts(20_000)
def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def meant_by(phrase: str, things: Sequence[Thing], many: HowMany | None = None) -> Meant:
    """The thing that a phrase means, or all those where it says so. `many` is what the words around it say of that."""
    phrase = simplified(phrase)
    many = how_many(phrase) if many is None else many
    asked = units_of(phrase)
    if not asked:
        return Meant()
    # A field is meant by its own name or value: the sentence it was said in may say other things as well.
    things = [thing for thing in things if (own := thing.own) and any(holds(unit, own) for unit in asked)]
    scored = [(_share(asked, thing), thing) for thing in things]
    best = max((score for score, _ in scored), default=0.0)
    full = _told_apart(asked, [thing for score, thing in scored if score > 0.99])
    if full and not many.is_plural and all(len(unit) == 1 and _HAN.match(unit) for unit in asked):
        # 狗那条: a single character is said of many things, also of those that are not held.
        # 我住在哪里 has more of one: the words as they stand, and not only their one telling character.
        bare = max(_HAN.findall(_FRAME.sub(" ", phrase)), key=len, default="")
        same = [t for t in full if units_of(t.compared) == asked or (len(bare) > 2 and bare in t.compared)]
        return Meant(several=tuple(full[-SHOWN:])) if len(same) != 1 else Meant(same[0])
    if full and len({fold_name(thing.said) for thing in full}) > 1 and many.is_plural:
        close = [thing for score, thing in scored if CLOSE <= score <= 0.99]
        return _every(full, close, phrase, many)
    if full:
        return _only(full, phrase, asked)
    if best < NEAR:
        return Meant(several=_hinted(asked, things))
    near = sorted((pair for pair in scored if pair[0] >= max(NEAR, best * 0.6)), key=lambda pair: -pair[0])
    return Meant(several=tuple(thing for _, thing in near[:SHOWN]))


def _told_apart(asked: frozenset[str], things: Sequence[Thing]) -> list[Thing]:
    """Of several fields that were said in one sentence those that hold a phrase by themselves, where some do.

    `Allergic to nuts and shellfish`: the nuts are one of two.
    """
    alone = [t for t in things if t.field is not None and all(holds(unit, t.own) == 1.0 for unit in asked)]
    told = {thing.said for thing in alone}
    return [thing for thing in things if thing in alone or thing.field is None or thing.said not in told]


def touched_by(phrase: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
    """All that share a whole telling word with a phrase."""
    asked = units_of(simplified(phrase))
    return tuple(thing for thing in things if (own := thing.own) and any(holds(unit, own) == 1.0 for unit in asked))


def _every(things: Sequence[Thing], close: Sequence[Thing], phrase: str, many: HowMany) -> Meant:
    """All that hold a phrase, where as many are meant; what holds most of it may be meant as well."""
    found = len({fold_name(thing.said) for thing in things})
    if not many.fits(found) or (many.count is not None and close):
        return Meant(several=tuple((*things, *close)[:SHOWN]))
    return Meant(things[0], several=tuple(close[:SHOWN]), more=tuple(things[1:]))


def _only(things: Sequence[Thing], phrase: str, asked: frozenset[str]) -> Meant:
    """One of several that hold a phrase, if one is clear: it holds the phrase itself, or nothing besides."""
    if len({fold_name(thing.said) for thing in things}) > 1:
        # One word alone does not tell a thing from its like: `过敏` is said of an allergy in whatever language.
        literal = [thing for thing in things if len(asked) > 1 and fold_name(phrase) in fold_name(thing.compared)]
        same = [thing for thing in things if units_of(thing.compared) == asked]
        things = literal if len(literal) == 1 else same if len(same) == 1 else things
    if len({fold_name(thing.said) for thing in things}) > 1:
        return Meant(several=tuple(things[-SHOWN:]), is_even=True)
    is_named = any(holds(unit, things[0].text) for unit in asked)
    if not is_named and not _OWNED.search(phrase) and not _FRAMED.search(phrase):
        return Meant(several=tuple(things[:1]))  # `forget the diet` may be a turn of phrase
    return Meant(things[0], same=tuple(things[1:]))


_FRAMED = regex(
    r"\b(?:thing|stuff|bit|info|information|part|fact|preference|about)\b|[这那].|的事|信息|资料", re.IGNORECASE
)


def units_of(phrase: str) -> frozenset[str]:
    """The words of a phrase that name something: roots of Latin words and numbers, stretches of Han characters."""
    bare = _FRAME.sub(" ", phrase)
    found = {_root(word) for word in _LATIN.findall(bare) if words(word)}
    found |= {part for run in _HAN.findall(bare) for part in _LINKS.sub(" ", run).split()}
    telling = found - word_set("meant.everyday_zh")
    if not found and bare != phrase:
        return frozenset(
            {_root(word) for word in _LATIN.findall(phrase) if words(word)} - word_set("meant.everyday_zh")
        )
    return frozenset(telling or found)


@cached_texts(20_000)
def _root(word: str) -> str:
    """A word without its English ending: bees and bee, anchovies and anchovy, swimming and swim are one."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    if low.endswith("ies") and len(low) > 4:
        low = low[:-3] + "y"
    else:
        low = next(
            (low[: -len(end)] for end in ("ing", "ed", "es", "s") if low.endswith(end) and len(low) - len(end) >= 3),
            low,
        )
    if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "aeiouls":
        low = low[:-1]
    return low[:-1] if len(low) > 3 and low.endswith("e") else low


@cached_texts(20_000)
def _roots(text: str) -> frozenset[str]:
    return frozenset(map(_root, _LATIN.findall(text)))


def holds(unit: str, text: str) -> float:
    """How much of a word a text has, from 0 to 1: a Han stretch may be there in parts of two characters and more."""
    if not _HAN.match(unit):
        return float(unit in _roots(text))
    if unit in text:
        return 1.0
    covered = {n + k for n in range(len(unit) - 1) if unit[n : n + 2] in text for k in (0, 1)}
    return len(covered) / len(unit)


def _share(asked: frozenset[str], thing: Thing) -> float:
    total = held = 0.0
    for unit in asked:
        weight = max(1.0, len(unit) / 2) if _HAN.match(unit) else 1.0
        found = holds(unit, thing.text) or holds(unit, thing.aliases)
        total, held = total + weight, held + weight * found
    return held / total


def _hinted(asked: frozenset[str], things: Sequence[Thing]) -> tuple[Thing, ...]:
    """What shares a telling character with a phrase: worth asking about, never clear."""
    chars = {char for unit in asked if _HAN.match(unit) for char in unit} - set("".join(word_set("meant.everyday_zh")))
    found = [thing for thing in things if any(char in thing.compared for char in chars)]
    return tuple(found) if len(found) <= 2 else ()


def denies(sentence: str) -> bool:
    """Whether somebody says in a clause of a sentence that something is not so of them."""
    sentence = simplified(sentence)
    clauses = (sentence[start:end] for start, end in clauses_of(sentence))
    return any(_NEGATION.search(clause) and _FIRST.search(clause) for clause in clauses)


def denied_by(sentence: str, things: Sequence[Thing]) -> tuple[Thing, Span] | None:
    """The one thing that a clause says is not so, and where: the same words of the same person but for a negation."""
    sentence = simplified(sentence)
    for start, end in clauses_of(sentence):
        clause = sentence[start:end]
        if not _NEGATION.search(clause) or not _FIRST.search(clause) or not is_stated(sentence, clause):
            continue
        denied = _bare(clause)
        found = [thing for thing in things if denied and _is_own(thing.compared) and _is_same(clause, denied, thing)]
        if len(found) == 1:
            return found[0], (start, end)
    return None


@cached_texts(20_000)
def _is_own(said: str) -> bool:
    """Whether somebody says of themselves that something is so."""
    return _FIRST.search(said) is not None and _NEGATION.search(said) is None


def _is_same(clause: str, denied: frozenset[str], thing: Thing) -> bool:
    """Whether a thing says what is denied; of what people have, it may say more: its name, or who it is."""
    said = thing.compared
    first = _first_clause(said)
    if denied in (_bare(said), _bare(first)):
        return True
    owned = _HAVE.search(clause) and _HAVE.search(first)
    return bool(owned) and denied == _bare(_MORE.sub("", first))


@cached_texts(20_000)
def _first_clause(said: str) -> str:
    clauses = clauses_of(said)
    return said[slice(*clauses[0])] if clauses else said


_HAVE = regex(r"\b(?:have|had|has|got|own|'ve)\b|养|有", re.IGNORECASE)
_MORE = regex(r"\b<meant.more>\b.*$|叫.*$", re.IGNORECASE)


@cached_texts(20_000)
def _bare(sentence: str) -> frozenset[str]:
    return words(_COUNT.sub("", _AFTER_ALL.sub("", _NEGATION.sub("", sentence))))


def _attribute(item: KnownItem) -> str:
    return str(item.value.get("name") or item.value.get("predicate") or "").replace("_", " ")
