"""Which of the things already known a few words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from perdure.intake.extract.contract import Known, KnownItem
from perdure.intake.words import regex, word_set
from perdure.segment import segment
from perdure.textcache import cached_texts
from perdure.values import JSON

ENOUGH = 0.5
"""The share of words in common from which on two phrases are about the same thing."""

_HAN = regex("[\u3400-\u9fff]")
_LATIN = regex("[A-Za-z]")
_NUMBER = regex(r"\d+")
_ENDS = ("ing", "ed", "es", "s", "e")


@cached_texts(20_000)
def words(text: str) -> frozenset[str]:
    """The words of a phrase that carry its meaning: stems of words, pairs of Han characters."""
    found: set[str] = set()
    stop = word_set("known.stop")
    for word in segment(text):
        if _HAN.match(word):
            if len(word) == 2 and word not in stop:
                found.add(word)
        elif word not in stop:
            found.add(_stem(word))
    if not found:  # one Han character alone is all there is
        found = {w for w in segment(text) if _HAN.match(w) and w not in stop}
    return frozenset(found)


def _stem(word: str) -> str:
    for end in _ENDS:
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


def likeness(one: str, other: str) -> float:
    """How much two phrases share, from 0 to 1."""
    mine, theirs = words(one), words(other)
    if not mine or not theirs:
        return 0.0
    return len(mine & theirs) / min(len(mine), len(theirs))


def meant(phrase: str, known: Known, *types: str) -> KnownItem | None:
    """The one item of these types that holds every word of a phrase; None where none does, or several do."""
    asked = words(phrase)
    if not asked:
        return None
    found = [i for i in known.items if (not types or i.type in types) and _holds(phrase, asked, i)]
    exact = [item for item in found if words(text_of(item)) == asked]
    return next(iter(exact[-1:] or (found if len(found) == 1 else [])), None)


def _holds(phrase: str, asked: frozenset[str], item: KnownItem) -> bool:
    """Whether an item has every word of a phrase; Chinese that leaves out a character here and there counts too."""
    text = f"{text_of(item)} {item.content}"
    if asked <= words(text):
        return True
    han = [char for char in phrase if _HAN.match(char) and char not in word_set("known.stop")]
    rest = iter(text)
    return len(han) >= 4 and all(char in rest for char in han) and not (_numbers(phrase) or _LATIN.search(phrase))


def same_thing(phrase: str, known: Known, *types: str) -> KnownItem | None:
    """The newest item of these types that has exactly the words of a phrase as its title or name."""
    asked = words(phrase)
    for item in reversed(known.items):
        title = str(item.value.get("title") or item.value.get("name") or "")
        if (
            (not types or item.type in types)
            and asked
            and words(title) == asked
            and _numbers(title) == _numbers(phrase)
        ):
            return item
    return None


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(text)


def text_of(item: KnownItem) -> str:
    """All words of an item's value."""
    return " ".join(_texts(item.value))


def _texts(value: JSON) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in ("subject", "scope", "project", "status", "kind", "source", "made_at"):
                yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def facts_of(item: KnownItem) -> list[Mapping[str, JSON]]:
    """The facts of a profile."""
    facts = item.value.get("facts", ())
    return [fact for fact in facts if isinstance(fact, Mapping)] if isinstance(facts, list | tuple) else []
