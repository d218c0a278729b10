"""Learning which of what is held a request to forget names.

Each labelled request is put among things that others said, once with the thing that it names and once without: then
nothing is to stand out. Where several are named, each of them is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from perdure.intake.plural import HowMany, how_many
from perdure.intake.read.named import (
    LOOKED_AT,
    AskedForget,
    NamingSigns,
    Words,
    asked_parts,
    first_signs,
    named_together,
    naming_words,
)
from perdure.models.encoder import Encoder
from training.corpus import Forget, Sentence
from training.learn import Array
from training.match_model import logistic

OTHERS = 20
"""How many other things a request is put among."""
COMMON = 8
"""From so many sentences on a word is common enough to have a weight of its own."""
OFTEN, MORE = 0.015, 3.0
"""A word in so many of the requests, and so much more often than in statements, belongs to asking and names nothing."""
SURE, CLEAR, MAYBE = 0.5, 1.5, -4.0
"""Log odds: from which on the likeliest is meant, from which on even where words fit several, and from which on one is
worth showing."""
ABSENT = 12
"""Of the requests for what is not held, each twelfth counts: what was said and not kept is among what is looked at."""


@dataclass(frozen=True, slots=True)
class Among:
    """A request among what is held: the signs of each thing, and which are named."""

    hand: str
    signs: Array
    named: NDArray[np.bool_]
    count: int
    """How many are named; 0 where one has to ask."""
    is_held: bool
    many: HowMany
    signs_among: Callable[[Sequence[int]], Array]
    """The same signs where only some of what is held is."""
    is_for_figures: bool = True
    """Otherwise it is only learned from."""

    @property
    def is_usual(self) -> bool:
        """Whether it weighs in what tells that the likeliest is meant: nothing that names several does."""
        return self.count <= 1 and self.is_for_figures


def word_weights(sentences: Sequence[Sentence], asked: Sequence[str]) -> dict[int, float]:
    """The weight of each word that is common in statements or in requests; all others are rare, and tell most."""
    said = Counter(word for sentence in sentences for word in naming_words(sentence.text))
    ask = Counter(word for text in asked for word in naming_words(text))
    rate = {word: (count / len(asked), said[word] / len(sentences)) for word, count in ask.items()}
    weights = {
        crc32(word.encode()): float(np.log(len(sentences) / (1 + count))) / 10
        for word, count in said.items()
        if count >= COMMON
    }
    weights |= {crc32(w.encode()): 0.0 for w, (often, else_) in rate.items() if often > OFTEN and often > MORE * else_}
    return weights


def learn_named(
    encoder: Encoder, forgets: Sequence[Forget], requests: Sequence[str], sentences: Sequence[Sentence]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights and figures; the figures are of hands that the fit has not seen."""
    plain = [s for s in sentences if s.keep and s.act == "state" and s.whose == "user"]
    weights = word_weights([s for s in sentences if s.keep], [one.text for one in forgets])
    keys = np.array(sorted(weights), dtype=np.uint32)
    step = max(weights.values()) / 255
    scaled = np.round(np.array([weights[key] for key in keys.tolist()]) / step).astype(np.uint8)
    spread = plain[:: max(1, len(plain) // 1500)]
    middles = [encoder.encode(list(texts)).mean(axis=0).astype(np.float32) for texts in
               (requests, [s.text for s in spread])]  # fmt: skip
    signs = NamingSigns(Words(keys, scaled.astype(np.float32) * np.float32(step)), *middles)
    among = _all_among(encoder, signs, forgets, [s.text for s in spread])
    rows = np.concatenate([one.signs for one in among])
    centre, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-4)
    left_out = {hand: _fit([one for one in among if one.hand != hand], centre, scale)
                for hand in sorted({one.hand for one in among})}  # fmt: skip
    shown = [one for one in among if one.is_for_figures]
    odds = [_odds(left_out[one.hand], one.signs) for one in shown]
    first, stands_out = _learn_first(shown, odds)
    figures = _figures(shown, odds, stands_out)
    figures["several"] = _several(shown, left_out)
    others = np.random.default_rng(5).choice(len(spread), OTHERS, replace=False)
    aside = [spread[at].text for at in others.tolist()]
    parts = {
        "named.keys": keys,
        "named.weights": scaled,
        "named.asked": middles[0],
        "named.held": middles[1],
        "named.learned": _fit(among, centre, scale).astype(np.float32),
        "named.first": first.astype(np.float32),
        "named.others": encoder.encode(aside).astype(np.float16),
        "named.plain": {"step": step, "sure": SURE, "clear": CLEAR, "maybe": MAYBE, "others": aside},
    }
    return parts, figures


def _all_among(encoder: Encoder, signs: NamingSigns, forgets: Sequence[Forget], pool: Sequence[str]) -> list[Among]:
    chance = np.random.default_rng(12)
    others = encoder.encode(list(pool))
    found: list[Among] = []
    for one in forgets:
        parts = asked_parts(one.text)
        asked = AskedForget(parts, encoder.encode(list(parts)))
        own = encoder.encode(list(one.earlier))
        picked = chance.choice(len(pool), OTHERS, replace=False)
        for is_held in (True, False):
            kept = [n for n in range(len(one.earlier)) if is_held or n not in one.gone]
            if not is_held and (not one.gone or not kept):
                continue
            texts = [one.earlier[n] for n in kept] + [pool[n] for n in picked]
            vectors = np.concatenate([own[kept], others[picked]])
            named = np.array([n in one.gone for n in kept] + [False] * OTHERS)
            among = partial(_signs_among, signs, asked, texts, vectors)
            whole = Among(one.hand, among(range(len(texts))), named, len(one.gone), is_held, how_many(one.text), among)
            found.append(whole)
            if len(one.gone) > 1 and is_held:
                found += _each_alone(whole)
    return found


def _signs_among(
    signs: NamingSigns, asked: AskedForget, texts: Sequence[str], vectors: Array, held: Sequence[int]
) -> Array:
    return signs.of(asked, [texts[at] for at in held], vectors[list(held)])


def _each_alone(whole: Among) -> Iterator[Among]:
    """Each of several that are named among all that are not: beside its like nothing stands out."""
    others = np.flatnonzero(~whole.named).tolist()
    for at in np.flatnonzero(whole.named).tolist():
        held = [*others, at]
        yield replace(whole, signs=whole.signs_among(held), named=whole.named[held], is_for_figures=False)


def _fit(among: Sequence[Among], centre: Array, scale: Array) -> NDArray[np.float64]:
    """The learned weights, for signs as they are."""
    # What names several is learned from one by one.
    used = [one for one in among if one.count and (one.count == 1 or not one.is_held or not one.is_for_figures)]
    rows = np.concatenate([one.signs for one in used])
    truth = np.concatenate([one.named for one in used])
    found = logistic(np.c_[(rows - centre) / scale, np.ones(len(rows))], truth)
    learned = found[:-1] / scale
    return np.append(learned, found[-1] - float(learned @ centre))


def _learn_first(among: Sequence[Among], odds: Sequence[Array]) -> tuple[NDArray[np.float64], Array]:
    """What tells whether the likeliest is meant; and for each request what those say that have not seen its hand."""
    rows = np.array([first_signs(o, one.signs) for one, o in zip(among, odds, strict=True)], dtype=np.float64)
    right = np.array([bool(one.named[o.argmax()]) for one, o in zip(among, odds, strict=True)])
    used = np.array([one.is_usual and (one.is_held or n % ABSENT == 0) for n, one in enumerate(among)])
    hands = np.array([one.hand for one in among])

    def fit(some: NDArray[np.bool_]) -> NDArray[np.float64]:
        centre, scale = rows[some].mean(axis=0), np.maximum(rows[some].std(axis=0), 1e-4)
        found = logistic(np.c_[(rows[some] - centre) / scale, np.ones(int(some.sum()))], right[some])
        learned = found[:-1] / scale
        return np.append(learned, found[-1] - float(learned @ centre))

    stands_out = np.zeros(len(among), dtype=np.float32)
    for hand in sorted(set(hands.tolist())):
        learned = fit(used & (hands != hand))
        stands_out[hands == hand] = rows[hands == hand] @ learned[:-1] + learned[-1]
    return fit(used), stands_out


def _figures(among: Sequence[Among], odds: Sequence[Array], stands_out: Array) -> dict[str, Any]:
    right = np.array([bool(one.named[o.argmax()]) for one, o in zip(among, odds, strict=True)])
    clear = np.array([one.count == 1 and one.is_held for one in among])
    absent = np.array([one.count == 1 and not one.is_held for one in among])
    unclear = np.array([not one.count for one in among])
    figures: dict[str, Any] = {"among": OTHERS, "own thing first": round(float(right[clear].mean()), 3)}
    for name, limit in (("sure", SURE), ("clear", CLEAR)):
        taken = stands_out >= limit
        figures[name] = {
            "taken": round(float((taken & right)[clear].mean()), 3),
            "another taken": round(float((taken & ~right)[clear].mean()), 4),
            "taken though two fit": round(float(taken[unclear].mean()), 4),
            "another taken where it is not held": round(float(taken[absent].mean()), 4),
        }
    shown = [
        any(o[np.argsort(-o)[:5]][one.named[np.argsort(-o)[:5]]] >= MAYBE) for one, o in zip(among, odds, strict=True)
    ]
    figures["among the five shown"] = round(float(np.array(shown)[clear].mean()), 3)
    return figures


def _several(among: Sequence[Among], learned: dict[str, NDArray[np.float64]]) -> dict[str, Any]:
    """Of requests that name several: how many say so, and what is then taken."""

    def together(one: Among) -> list[int]:
        if not one.many.is_plural:
            return []
        order = np.argsort(-_odds(learned[one.hand], one.signs), kind="stable")[:LOOKED_AT].tolist()
        return list(named_together(lambda h: _odds(learned[one.hand], one.signs_among(h)), order, one.many)[0])

    taken = [(one, together(one)) for one in among]
    plural = [(one, at) for one, at in taken if one.count > 1 and one.is_held]
    return {
        "requests": len(plural),
        "said in words": round(float(np.mean([one.many.fits(one.count) for one, _ in plural])), 3),
        "all taken": sum(len(at) == one.count and bool(one.named[at].all()) for one, at in plural),
        "some taken": sum(0 < len(at) < one.count and bool(one.named[at].all()) for one, at in plural),
        "another taken": sum(not one.named[at].all() for one, at in plural),
        "several taken where they are not meant or not held": sum(
            bool(at) for one, at in taken if one.count < 2 or not one.is_held
        ),
    }


def _odds(learned: NDArray[np.float64], signs: Array) -> Array:
    odds: Array = (signs @ learned[:-1] + learned[-1]).astype(np.float32)
    return odds
