"""Learning which of what is held a request to forget names.

Each labelled request is put among things that are near to what it names, things that others said, both or none of them;
and once more each time without the thing that it names: then nothing is to stand out. Where several are named, each of
them is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from perdure.intake.plural import HowMany, how_many
from perdure.intake.read.features import directed
from perdure.intake.read.named import (
    LOOKED_AT,
    AskedForget,
    NamingSigns,
    Words,
    asked_parts,
    first_signs,
    named_together,
    naming_words,
    turned_by,
    weighed_together,
)
from perdure.models.encoder import Encoder
from perdure.models.thesaurus import open_thesaurus
from training.corpus import Forget, Sentence
from training.learn import Array
from training.match_model import logistic
from training.turn_model import Told, learn_turn

OTHERS = 20
"""How many sentences stand for all that people say."""
HELD = 12
"""How many other things are held where many are."""
COMMON = 8
"""From so many sentences on a word is common enough to have a weight of its own."""
OFTEN, MORE = 0.015, 3.0
"""A word in so many of the requests, and so much more often than in statements, belongs to asking and names nothing."""
SURE, CLEAR, MAYBE = -0.4, 1.0, -4.0
"""Log odds: from which on the likeliest is meant, from which on even where words fit several, and from which on one is
worth showing."""
RIDGE = 3e-4
"""For each request, when it is learned whether the likeliest is meant: many signs, few of them alone."""
FOLDS = 5
"""In so many parts hands are left out."""
FAR = 0.4
"""Of what is not named, so much is learned from: there is enough of it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What else is held when something is asked to be forgotten."""

    is_held: bool
    """Whether what is named is held at all."""
    near: int | None
    """How many of what was said beside it are held; None: all."""
    others: int
    """How many things are held that others said."""


SETTINGS = {
    "among near ones and others": Setting(True, None, HELD),
    "among near ones": Setting(True, None, 0),
    "beside a near one": Setting(True, 1, 0),
    "among others": Setting(True, 0, HELD),
    "alone": Setting(True, 0, 0),
    "not held, near ones and others": Setting(False, None, HELD),
    "not held, near ones": Setting(False, None, 0),
    "not held, a near one": Setting(False, 1, 0),
    "not held, others": Setting(False, 0, HELD),
    "not held, another": Setting(False, 0, 1),
}


@dataclass(frozen=True, slots=True)
class Among:
    """A request among what is held: the signs of each thing, and which are named."""

    hand: str
    setting: str
    signs: Array
    """Those of what is held, and behind it those of what stands for everything else."""
    directions: Array
    named: NDArray[np.bool_]
    count: int
    """How many are named; 0 where one has to ask."""
    many: HowMany
    signs_among: Callable[[Sequence[int]], Array]
    """The same signs where only some of what is held is."""
    is_for_figures: bool = True
    """Otherwise it is only learned from."""

    @property
    def is_held(self) -> bool:
        """Whether what is named is held."""
        return SETTINGS[self.setting].is_held

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
    words = Words(keys, scaled.astype(np.float32) * np.float32(step))
    turn, turns = _learn_turns(encoder, forgets, *middles)
    thesaurus = open_thesaurus()
    signs = {hand: NamingSigns(words, *middles, turned_by(*parts), thesaurus) for hand, parts in turns.items()}
    others = np.random.default_rng(5).choice(len(spread), OTHERS, replace=False)
    aside = [spread[at].text for at in others.tolist()]
    aside_vectors = encoder.encode(aside).astype(np.float16)
    among = _all_among(encoder, signs, forgets, [s.text for s in spread], aside, aside_vectors.astype(np.float32))
    left_out = {
        hand: learned
        for some in _folds([one.hand for one in among])
        for learned in (_fit([one for one in among if one.hand not in some]),)
        for hand in some
    }
    shown = [one for one in among if one.is_for_figures]
    odds = [_odds(left_out[one.hand], one.signs) for one in shown]
    first_parts, stands_out = _learn_first(shown, odds)
    figures = _figures(shown, odds, stands_out)
    figures["several"] = _several(shown, left_out)
    parts = {
        "named.keys": keys,
        "named.weights": scaled,
        "named.asked": middles[0],
        "named.held": middles[1],
        "named.turn_from": turn[0],
        "named.turn_to": turn[1],
        "named.learned": _fit(among).astype(np.float32),
        **first_parts,
        "named.others": aside_vectors,
        "named.plain": {"step": step, "sure": SURE, "clear": CLEAR, "maybe": MAYBE, "others": aside},
    }
    return parts, figures


Turn = tuple[Array, Array]


def _folds(hands: Sequence[str]) -> list[tuple[str, ...]]:
    """The hands in a few parts, of which each is left out once: each by itself would take an hour."""
    every = sorted(set(hands))
    return [tuple(every[n::FOLDS]) for n in range(min(FOLDS, len(every)))]


def _learn_turns(
    encoder: Encoder, forgets: Sequence[Forget], asked_middle: Array, held_middle: Array
) -> tuple[Turn, dict[str, Turn]]:
    """How requests are turned; and for each hand what was learned without it and a few others."""
    texts = list(dict.fromkeys(text for one in forgets for text in (one.text, *one.earlier)))
    place = {text: at for at, text in enumerate(texts)}
    vectors = encoder.encode(texts)
    asked, held = directed(vectors - asked_middle), directed(vectors - held_middle)
    told = [
        (
            one.hand,
            Told(
                place[one.text],
                place[one.earlier[at]],
                tuple(place[t] for n, t in enumerate(one.earlier) if n not in one.gone),
            ),
        )
        for one in forgets
        for at in one.gone
    ]
    folds = _folds([one.hand for one in forgets])
    apart = {some: learn_turn(asked, held, [one for hand, one in told if hand not in some]) for some in folds}
    return learn_turn(asked, held, [one for _, one in told]), {hand: apart[some] for some in apart for hand in some}


def _all_among(
    encoder: Encoder,
    signs_of: Mapping[str, NamingSigns],
    forgets: Sequence[Forget],
    pool: Sequence[str],
    aside: Sequence[str],
    aside_vectors: Array,
) -> list[Among]:
    chance = np.random.default_rng(12)
    others = encoder.encode(list(pool))
    encoder.encode(
        [text for one in forgets for text in (*asked_parts(one.text), *one.earlier)]
    )  # all at once is quicker
    found: list[Among] = []
    for one in forgets:
        parts = asked_parts(one.text)
        asked = AskedForget(parts, encoder.encode(list(parts)))
        own = encoder.encode(list(one.earlier))
        picked = chance.choice(len(pool), HELD, replace=False)
        signs = signs_of[one.hand]
        for name, setting in SETTINGS.items():
            kept = _kept(one, setting)
            if kept is None:
                continue
            some = picked[: setting.others]
            texts = [one.earlier[n] for n in kept] + [pool[n] for n in some]
            vectors = np.concatenate([own[kept], others[some]])
            named = np.array([n in one.gone for n in kept] + [False] * len(some))
            among = partial(_signs_among, signs, asked, texts, vectors, aside, aside_vectors)
            every = among(range(len(texts)))
            whole = Among(
                one.hand, name, every, signs.directions(vectors), named, len(one.gone), how_many(one.text), among
            )
            found.append(whole)
            if len(one.gone) > 1 and setting.is_held and setting.others:
                found += _each_alone(whole)
    return found


def _kept(one: Forget, setting: Setting) -> list[int] | None:
    """Which of what was said is held in a setting; None where that makes no case."""
    near = [n for n in range(len(one.earlier)) if n not in one.gone]
    is_single = len(one.gone) == 1
    if setting.near is not None:
        # One of them, and not always the first; of what names several, or cannot be told, all are held.
        near = [near[len(one.text) % len(near)]] if setting.near and near else []
        if not is_single or (setting.near and not near):
            return None
    elif not one.gone and not setting.is_held:
        return None
    kept = sorted([*near, *(one.gone if setting.is_held else ())])
    return kept if kept or setting.others else None


def _signs_among(
    signs: NamingSigns,
    asked: AskedForget,
    texts: Sequence[str],
    vectors: Array,
    aside: Sequence[str],
    aside_vectors: Array,
    held: Sequence[int],
) -> Array:
    return signs.beside(asked, [texts[at] for at in held], vectors[list(held)], aside, aside_vectors)


def _each_alone(whole: Among) -> Iterator[Among]:
    """Each of several that are named among all that are not: beside its like nothing stands out."""
    others = np.flatnonzero(~whole.named).tolist()
    for at in np.flatnonzero(whole.named).tolist():
        held = [*others, at]
        yield replace(
            whole,
            signs=whole.signs_among(held),
            directions=whole.directions[held],
            named=whole.named[held],
            is_for_figures=False,
        )


def _fit(among: Sequence[Among]) -> NDArray[np.float64]:
    """The learned weights, for signs as they are."""
    # What names several is learned from one by one.
    used = [one for one in among if one.count and (one.count == 1 or not one.is_held or not one.is_for_figures)]
    rows = np.concatenate([one.signs for one in used])
    truth = np.concatenate([np.r_[one.named, np.zeros(len(one.signs) - len(one.named), dtype=bool)] for one in used])
    some = truth | (np.random.default_rng(3).random(len(truth)) < FAR)
    return _logistic(rows[some], truth[some])


def _logistic(rows: NDArray[Any], truth: NDArray[np.bool_], ridge: float | None = None) -> NDArray[np.float64]:
    """A fit on rows brought to one scale, as weights for rows as they are."""
    centre, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-4)
    found = logistic(np.c_[(rows - centre) / scale, np.ones(len(rows))], truth, ridge)
    learned = found[:-1] / scale
    return np.append(learned, found[-1] - float(learned @ centre))


def _learn_first(among: Sequence[Among], odds: Sequence[Array]) -> tuple[dict[str, Array], Array]:
    """What tells whether the likeliest is meant; and for each request what those say that have not seen its hand."""
    pairs = list(zip(among, odds, strict=True))
    rows = np.array([first_signs(o, one.signs, one.directions) for one, o in pairs], dtype=np.float32)
    right = np.array([_is_right(one, o) for one, o in pairs])
    used = np.array([one.is_usual for one in among])
    hands = np.array([one.hand for one in among])
    middle, spread = rows[used].mean(axis=0), np.maximum(rows[used].std(axis=0), np.float32(1e-4))
    weighed = weighed_together(rows, middle, spread)
    stands_out = np.zeros(len(among), dtype=np.float32)
    for fold in _folds(hands.tolist()):
        apart = np.isin(hands, fold)
        some = used & ~apart
        learned = _logistic(weighed[some], right[some], RIDGE * some.sum())
        stands_out[apart] = weighed[apart] @ learned[:-1] + learned[-1]
    first = _logistic(weighed[used], right[used], RIDGE * used.sum())
    parts = {"named.first": first, "named.first_middle": middle, "named.first_spread": spread}
    return {name: part.astype(np.float32) for name, part in parts.items()}, stands_out


def _is_right(one: Among, odds: Array) -> bool:
    """Whether the likeliest of what is held is named."""
    return bool(one.named[odds[: len(one.named)].argmax()])


def _figures(among: Sequence[Among], odds: Sequence[Array], stands_out: Array) -> dict[str, Any]:
    right = np.array([_is_right(one, o) for one, o in zip(among, odds, strict=True)])
    single = np.array([one.count == 1 for one in among])
    unclear = np.array([not one.count for one in among])
    settings = np.array([one.setting for one in among])
    figures: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        some = single & (settings == name)
        if not some.any():
            continue
        figures[name] = {"first": round(float(right[some].mean()), 3)} if setting.is_held else {}
        for word, limit in (("sure", SURE), ("clear", CLEAR)):
            taken = stands_out[some] >= limit
            if setting.is_held:
                figures[name][f"taken, {word}"] = round(float((taken & right[some]).mean()), 3)
            figures[name][f"another taken, {word}"] = round(float((taken & ~right[some]).mean()), 4)
    figures["taken though two fit, sure"] = round(float((stands_out[unclear] >= SURE).mean()), 4)
    whole = single & (settings == next(iter(SETTINGS)))
    shown = [_is_shown(one, o) for one, o, is_asked in zip(among, odds, whole, strict=True) if is_asked]
    figures["among the five shown"] = round(float(np.mean(shown)), 3)
    return figures


def _is_shown(one: Among, odds: Array) -> bool:
    held = odds[: len(one.named)]
    first = np.argsort(-held)[:5]
    return bool((held[first][one.named[first]] >= MAYBE).any())


def _several(among: Sequence[Among], learned: dict[str, NDArray[np.float64]]) -> dict[str, Any]:
    """Of requests that name several: how many say so, and what is then taken."""

    def together(one: Among) -> list[int]:
        if not one.many.is_plural:
            return []
        held = _odds(learned[one.hand], one.signs)[: len(one.named)]
        order = np.argsort(-held, kind="stable")[:LOOKED_AT].tolist()
        return list(
            named_together(lambda h: _odds(learned[one.hand], one.signs_among(h))[: len(h)], order, one.many)[0]
        )

    taken = [
        (one, together(one)) for one in among if SETTINGS[one.setting].near is None and SETTINGS[one.setting].others
    ]
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
