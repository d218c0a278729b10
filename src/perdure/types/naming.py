"""Which entities a text names, by any of their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from perdure.values import JSON

PIECES = 3
"""How many pieces of a name make its start: words, or single characters of Chinese and signs."""
LONGEST = 64
"""Characters of a start; the rest of a longer one is not looked up."""
_PIECE = re.compile(r"[^\W_\u3040-\u9fff]+|\S")  # a whole run of what `_joined` joins, or one character


@dataclass(frozen=True, slots=True)
class Names:
    """Every name of every entity, folded, with the keys of the entities that have it."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, entities: Iterable[tuple[str, Mapping[str, JSON]]]) -> Names:
        """From keys and values of entities."""
        return cls.folded((key, folded_names(value)) for key, value in entities)

    @classmethod
    def folded(cls, entities: Iterable[tuple[str, Sequence[str]]]) -> Names:
        """From keys of entities and their names as `folded_names` has them."""
        keys: dict[str, tuple[str, ...]] = {}
        for key, names in entities:
            for name in names:
                others = keys.get(name, ())
                if key not in others:
                    keys[name] = (*others, key)
        return cls(keys)

    def found_in(self, text: str) -> list[str]:
        """The keys of the entities that a text names."""
        if not self.keys:
            return []
        folded = _fold(text)
        named = (keys for name, keys in self.keys.items() if name in folded and _stands_in(folded, name))
        return list(dict.fromkeys(key for keys in named for key in keys))


def folded_names(value: Mapping[str, JSON]) -> tuple[str, ...]:
    """The names of an entity as they are compared, from its value."""
    aliases = value.get("aliases") or ()
    given = (value.get("canonical"), *(aliases if isinstance(aliases, list | tuple) else ()))
    return tuple(folded for name in given if (folded := _fold(str(name or "")).strip()))


def name_starts(value: Mapping[str, JSON]) -> list[str]:
    """How the names of an entity begin: by this they are looked up."""
    return sorted({_start(name) for name in folded_names(value)})


def _start(name: str) -> str:
    ends = [piece.end() for piece in islice(_PIECE.finditer(name), PIECES)]
    return name[: min(ends[-1], LONGEST)]


def starts_in(text: str) -> set[str]:
    """Every start that a name standing in this text can have.

    A name stands where neither end of it is inside a word, so that its pieces are pieces of the text too.
    """
    folded = _fold(text)
    pieces = [piece.span() for piece in _PIECE.finditer(folded)]
    ends = [end for _, end in pieces]
    return {folded[at : min(end, at + LONGEST)] for n, (at, _) in enumerate(pieces) for end in ends[n : n + PIECES]}


def _fold(text: str) -> str:
    """Width and case do not matter for a name."""
    return unicodedata.normalize("NFKC", text).casefold()


def _stands_in(folded: str, name: str) -> bool:
    """Whether the name stands in the text, not inside a longer word."""
    at = folded.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_joined(folded[at - 1 : at], name[0]) or _joined(name[-1], folded[end : end + 1])):
            return True
        at = folded.find(name, at + 1)
    return False


def _joined(one: str, other: str) -> bool:
    """Whether two characters belong to one word. Those of Chinese stand each for themselves."""
    return bool(one) and bool(other) and all(c.isalnum() and not "\u3040" <= c <= "\u9fff" for c in (one, other))
