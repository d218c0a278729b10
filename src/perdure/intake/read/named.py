"""Which of the things that memory holds a request to forget names: one that is clear, several to ask about, or none.

Where its words say that several are meant, all that clearly fit are named, and what is near is asked about.

People name a thing loosely and say much beside it: why, and how it is to be done. So each clause of a request is looked
at by itself too, words that every request has count nothing, another word for the same idea counts too, and a thing
must stand out from all the others: from those that are held, and from a few that are not and stand for all that people
say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from perdure.intake.orders import clauses_of
from perdure.intake.plural import ONE, HowMany, says_what_stays
from perdure.intake.read.features import Array
from perdure.intake.read.shared_ideas import SharedIdeas
from perdure.language import HAN
from perdure.models.kept import Kept
from perdure.models.thesaurus import SLIGHT, Thesaurus
from perdure.regex import regex
from perdure.segment import chinese_words, segment
from perdure.simplified import simplified
from perdure.textcache import on_forgetting

SHOWN = 5
"""How many are shown to choose from."""
EACH, APART = 2.0, 1.5
"""Log odds from which on each of several is meant, when the others are not held; and how far the last of them must be
ahead of the next."""
MOST, LOOKED_AT = 8, 30
"""How many may be named together, and among how many they are looked for."""
AHEAD = 1.5
"""Log odds by which the one that is meant must be ahead of the next thing that is held, whatever else speaks for it."""
FAR_AHEAD = 8.0
"""Log odds that being further ahead adds nothing to."""
CLOSE_BEHIND = 2.0
"""Log odds from which on being alike no longer makes a thing hard to tell from the next."""
TOLD_APART = 0.03
"""What words must tell more of the first than of the next one, so that they tell the two apart."""
LEADING, FARTHEST = 22, 4.0
"""So many signs are also taken two by two; and how far from the middle, in spreads, a sign may tell anything."""
NEXT, IS_SAME = 3, 9
"""The places of two signs: how much the next thing is like the likeliest, and whether no word tells them apart."""
ALIKE = 0.45
"""From which on two things are so much alike that words must tell which one is meant: the names of a dog and a cat."""
NEAREST = 5
"""So many of what stands for everything else are left out: those that a request is nearest to may be like the thing."""
UNLIKE = 16
"""The place of a sign: a word of the request names a sister of what is held, as `brother` does of a sister."""
LIKELY = -1.0
"""Log odds that the first of all is meant, from which on it may well be so even by what is hardly a request."""
NEAR = -1.0
"""From which on one more may be meant beside several that are."""
KEPT = 4_096
"""Texts of which the words are kept: the same things are held when the next request comes."""


@dataclass(frozen=True, slots=True, eq=False)
class AskedForget:
    """A request with its clauses and their vectors; the first is the request itself."""

    parts: tuple[str, ...]
    vectors: Array
    listed: tuple[AskedForget, ...] = ()
    """What it lists, one by one: `my weight and my height`, 前公司和前男友的事."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a request names, by its place among what is held."""

    one: int | None = None
    several: tuple[int, ...] = ()
    """What it may mean, the likeliest first, where that is not clear; beside `one` and `more`, what it may mean too."""
    is_clear: bool = False
    """So sure that it holds even where words fit several."""
    more: tuple[int, ...] = ()
    """What else it means, where it means several."""
    is_likely: bool = False
    """Whether the first of all may well be meant, if this is a request at all."""
    odds: float = 0.0
    """How surely the one is meant, as log odds; none where the request has a word for a sister of it."""


class NameMeasure:
    """The learned measure of what is named."""

    def __init__(self, kept: Kept, thesaurus: Thesaurus) -> None:
        plain = kept.value("named.plain")
        self._sure: float = plain["sure"]
        self._clear: float = plain["clear"]
        self._maybe: float = plain["maybe"]
        self._learned = kept.array("named.learned")
        self._first = kept.array("named.first")
        self._first_middle = kept.array("named.first_middle")
        self._first_spread = kept.array("named.first_spread")
        self._others: list[str] = plain["others"]
        self._other_vectors = kept.array("named.others").astype(np.float32)
        self.signs = NamingSigns(
            Words(kept.array("named.keys"), kept.array("named.weights").astype(np.float32) * np.float32(plain["step"])),
            kept.array("named.asked"),
            kept.array("named.held"),
            turned_by(kept.array("named.turn_from"), kept.array("named.turn_to")),
            thesaurus,
        )

    def odds(self, asked: AskedForget, texts: Sequence[str], vectors: Array) -> Array:
        """How likely each of what is held is named, as log odds."""
        return self._measured(asked, texts, vectors)[0][: len(texts)]

    def _measured(self, asked: AskedForget, texts: Sequence[str], vectors: Array) -> tuple[Array, Array]:
        """Log odds and signs of what is held, and behind it of what stands for everything else."""
        signs = self.signs.beside(asked, texts, vectors, self._others, self._other_vectors)
        odds: Array = np.round(signs @ self._learned[:-1] + self._learned[-1], 4)
        return odds, signs

    def choose(self, asked: AskedForget, texts: Sequence[str], vectors: Array, many: HowMany = ONE) -> Named:
        """One that is sure and well ahead of the others, or as many as are meant; else those that may be meant."""
        if not texts:
            return Named()
        every_odds, signs = self._measured(asked, texts, vectors)
        leads = first_signs(every_odds, signs, self.signs.directions(vectors))
        weighed = weighed_together(leads[None], self._first_middle, self._first_spread)[0]
        stands_out = round(float(weighed @ self._first[:-1] + self._first[-1]), 4)
        odds = every_odds[: len(texts)]
        order = [int(at) for at in np.argsort(-odds, kind="stable")]
        is_likely = stands_out >= LIKELY
        if many.is_plural:
            some = order[:LOOKED_AT]
            every, near = named_together(
                lambda held: self.odds(asked, [texts[at] for at in held], vectors[list(held)]), some, many
            )
            if every:
                return Named(every[0], near, True, every[1:], is_likely)
        members = [self.choose(one, texts, vectors) for one in asked.listed]
        each = list(dict.fromkeys(one.one for one in members if one.one is not None))
        is_listed = len(each) == len(members) > 1 and any(one.is_clear for one in members)
        if is_listed and many.may_be(len(each)):
            near = tuple(at for at in order if odds[at] >= NEAR and at not in each) if many.is_all else ()
            return Named(each[0], near[:SHOWN], True, tuple(each[1:]), is_likely)
        # What lists several things means none of them alone.
        is_ahead = len(order) < 2 or (odds[order[0]] - odds[order[1]] >= AHEAD and not is_hard_to_tell(leads))
        if many.count is None and stands_out >= self._sure and is_ahead and len(each) < 2:
            also = self._also(asked, texts, vectors, order[0])
            odds_of_one = 0.0 if signs[order[0], UNLIKE] > 0 else stands_out
            return Named(order[0], also, stands_out >= self._clear, is_likely=is_likely, odds=odds_of_one)
        return Named(None, tuple(at for at in order if odds[at] >= self._maybe)[:SHOWN], is_likely=is_likely)

    def _also(self, asked: AskedForget, texts: Sequence[str], vectors: Array, one: int) -> tuple[int, ...]:
        """What else a clause of a request may name by itself: `my bank stuff, or my insurance number`."""
        parts = [AskedForget((part,), asked.vectors[at : at + 1]) for at, part in enumerate(asked.parts) if at]
        found = [self.choose(part, texts, vectors) for part in parts] if len(parts) > 1 else []
        return tuple(dict.fromkeys(other.one for other in found if other.one not in (None, one)))[:SHOWN]


class Words:
    """What a word says about which thing is meant: much if it is rare, nothing if requests to forget are full of it."""

    def __init__(self, keys: np.ndarray[tuple[int], np.dtype[np.uint32]], weights: Array) -> None:
        self._weights = dict(zip(keys.tolist(), weights.tolist(), strict=True))
        self._rare = max(self._weights.values(), default=1.0)
        self._known: dict[str, dict[str, float]] = {}
        on_forgetting(self._forget)

    def _forget(self) -> None:
        self._known = {}

    def of(self, text: str) -> dict[str, float]:
        """The words of a text that name something, each with its weight."""
        if text not in self._known:
            if len(self._known) >= KEPT:
                self._known = {}
            found = naming_words(text)
            self._known[text] = {word: self._weights.get(crc32(word.encode()), self._rare) for word in found}
        return self._known[text]


def naming_words(text: str) -> set[str]:
    """Words as search cuts them, without single characters."""
    return {word for word in segment(text) if len(word) > 1 or word.isdigit()}


@dataclass(frozen=True, slots=True)
class NamingSigns:
    """All signs of what a request names. The middles of requests and of statements are taken out of their vectors."""

    words: Words
    asked: Array
    held: Array
    turn: Array
    """How a request is turned, so that it lies near what it names and not near all that is asked for."""
    thesaurus: Thesaurus

    def of(self, asked: AskedForget, texts: Sequence[str], vectors: Array) -> Array:
        """One row of signs for each of what is held."""
        parts = _directed(asked.vectors - self.asked)
        held = self.directions(vectors)
        near, turned = held @ parts.T, held @ _directed(parts @ self.turn).T
        plain = _directed(vectors) @ _directed(asked.vectors[0])
        said = [self.words.of(part) for part in asked.parts]
        total = sum(said[0].values()) + SLIGHT
        shared, of_known, rarest, alone, best = self._by_words(said, [self.words.of(text) for text in texts]).T
        ideas, all_ideas = SharedIdeas(self.thesaurus, self.words.of).columns(asked.parts, texts)
        columns = [shared, ideas[0], turned[:, 0], turned.max(axis=1)]
        columns += [plain, near[:, 0], near.max(axis=1), shared / total, of_known, rarest, alone, best, *ideas[1:]]
        columns += [_ahead(column) for column in columns]
        columns += [near.max(axis=1) * shared / total, near.max(axis=1) * ideas[1], turned.max(axis=1) * ideas[1]]
        columns += [np.full(len(texts), total), np.full(len(texts), all_ideas)]
        signs: Array = np.stack(columns, axis=1).astype(np.float32)
        return signs

    @staticmethod
    def _by_words(said: Sequence[dict[str, float]], known: Sequence[dict[str, float]]) -> Array:
        """How far what is held has the words of a request and of its clauses, a row for each. Most has none of them."""
        rows: Array = np.zeros((len(known), 5), dtype=np.float32)
        every = {word for part in said for word in part}
        near = [at for at, words in enumerate(known) if not every.isdisjoint(words)]
        holders = Counter(word for at in near for word in known[at] if word in said[0])
        weights = [sum(part.values()) + SLIGHT for part in said]
        for at in near:
            words = known[at]
            both = {word: weight for word, weight in said[0].items() if word in words}
            rows[at] = (
                sum(both.values()),
                _shared(words, said[0]) / (sum(words.values()) + SLIGHT),
                max(both.values(), default=0.0),
                sum(weight / holders[word] for word, weight in both.items()),
                max(_shared(part, words) / weight for part, weight in zip(said, weights, strict=True)),
            )
        return rows

    def beside(
        self, asked: AskedForget, texts: Sequence[str], vectors: Array, others: Sequence[str], other_vectors: Array
    ) -> Array:
        """The signs of what is held, and behind it of most of what stands for everything else."""
        near = _directed(other_vectors) @ _directed(asked.vectors[0])
        far = np.sort(np.argsort(near, kind="stable")[: max(0, len(others) - NEAREST)])
        return self.of(asked, [*texts, *(others[at] for at in far)], np.concatenate([vectors, other_vectors[far]]))

    def directions(self, vectors: Array) -> Array:
        """Vectors of what is held, without what all statements have in common."""
        return _directed(vectors - self.held)


def turned_by(turn_from: Array, turn_to: Array) -> Array:
    """What leaves a direction as it is, but for a few that were learned."""
    turn: Array = np.eye(len(turn_from), dtype=np.float32) + turn_from.astype(np.float32) @ turn_to.astype(np.float32).T
    return turn


def first_signs(odds: Array, signs: Array, directions: Array) -> Array:
    """What tells whether the likeliest of what is held is really meant: its own signs, and those behind it.

    `directions` are those of what is held; `odds` and `signs` go on with what stands for everything else. Two that are
    alike, and that no word of the request tells apart, are hard to choose from.
    """
    count = len(directions)
    first = int(np.argmax(odds[:count]))
    order = [int(at) for at in np.argsort(-odds, kind="stable") if at != first]
    ahead = float(np.clip(odds[first] - odds[order[0]], -FAR_AHEAD, FAR_AHEAD))
    leads = [float(odds[first]), ahead, min(float(odds[order[0]] - odds[order[1]]), FAR_AHEAD / 2)]
    held = [at for at in order if at < count]
    if held:
        alike = directions[held[:3]] @ directions[first]
        behind = min(float(odds[first] - odds[held[0]]), FAR_AHEAD)
        more = signs[first, :2] - signs[held[0], :2]
        is_same = float(bool((more <= TOLD_APART).all()))
        leads += [float(alike[0]), float(alike.max()), float(alike[0]) * max(0.0, CLOSE_BEHIND - behind), behind]
        leads += [*more.tolist(), is_same, is_same * float(alike[0])]
    else:
        leads += [0.0, 0.0, 0.0, FAR_AHEAD, *signs[first, :2].tolist(), 0.0, 0.0]
    found: Array = np.concatenate([np.array(leads, dtype=np.float32), signs[first]])
    return found


def is_hard_to_tell(leads: Array) -> bool:
    """Whether the likeliest is so much like the next that something must tell them apart, and no word does."""
    return bool(leads[IS_SAME] and leads[NEXT] > ALIKE)


def weighed_together(rows: Array, middle: Array, spread: Array) -> Array:
    """What tells whether the likeliest is meant, brought to one scale, with the product of every two leading signs.

    What is far ahead is meant if it also fits; what fits is meant if nothing that is alike is close behind.
    """
    scaled = np.clip((rows - middle) / spread, -FARTHEST, FARTHEST)
    one, other = np.triu_indices(LEADING)
    both: Array = np.concatenate([scaled, scaled[:, one] * scaled[:, other]], axis=1)
    return both


def asked_parts(text: str) -> tuple[str, ...]:
    """A request and its clauses."""
    found = [text[start:end] for start, end in clauses_of(text)]
    return (text, *(part for part in found if part != text and len(part) > 1))


_HAN = regex(f"[{HAN}]")
_AND_EN = regex(r"\s+(?:and|plus|as well as)\s+|\s*&\s*", re.IGNORECASE)
_AND_ZH = frozenset("和 跟 与 及 以及 还有".split())  # noqa: SIM905  # words read better as words
_ORDERS = regex(
    r"^(?:also |then |please |just )*(?:keep|leave|remember|retain|save|note|add|tell|give|don'?t|do not|not|but|never"
    r"|delete|remove|forget|drop|wipe|erase|store|start|stop|make|let|i|you|we|it|he|she|they)\b"
    r"|^(?:请|也|再|就)*(?:别|不|留|记|保留|删|忘|清|把|你|我说|帮)",
    re.IGNORECASE,
)
"""What follows an `and` that goes on with another sentence, and lists nothing."""
_NAMES = 2
"""Characters without which a stretch names nothing."""


def listed_in(text: str) -> tuple[str, ...]:
    """The members of a list that a request names, each with the words around it; none where it lists nothing.

    `Marks and Spencer` is one name, 参与 one word, and `… and keep my address` another order.
    """
    if says_what_stays(text):
        return ()
    text = text.replace("、", "和")
    lists = [members for start, end in clauses_of(text) if len(members := members_of(text[start:end])) > 1]
    return lists[0] if len(lists) == 1 and len(lists[0]) <= MOST else ()


def members_of(clause: str) -> tuple[str, ...]:
    """What a clause puts side by side; nothing where it is no list."""
    cuts = [
        match.span()
        for match in _AND_EN.finditer(clause)
        if not (clause[: match.start()].split(" ")[-1][:1].isupper() and clause[match.end() :][:1].isupper())
    ]
    at = 0
    for word in chinese_words(simplified(clause)) if _HAN.search(clause) else ():
        if word in _AND_ZH and clause[at + len(word) : at + len(word) + 1] not in ("你", "您"):
            cuts.append((at, at + len(word)))
        at += len(word)
    starts = [0, *(end for _, end in sorted(cuts))]
    ends = [*(start for start, _ in sorted(cuts)), len(clause)]
    found = tuple(clause[a:b].strip() for a, b in zip(starts, ends, strict=True))
    is_list = all(len(one) >= _NAMES for one in found) and not any(map(_ORDERS.search, found[1:]))
    return found if is_list else ()


def named_together(
    odds_among: Callable[[Sequence[int]], Array], held: Sequence[int], many: HowMany
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those of what is held that are named together, and what is near them; nothing where these do not clearly fit.

    Each must stand out as if the others of them were not held: beside its like nothing does.
    """
    left, order = list(held), list[int]()
    while left and len(order) < MOST:
        order.append(left.pop(int(np.argmax(odds_among(left)))))
    # For the first two, three, … how well the one of them fits that fits least.
    least = {}
    for count in range(2, len(order) + 1):
        others = [at for at in held if at not in order[:count]]
        least[count] = min(float(odds_among([*others, at])[-1]) for at in order[:count])
    fitting = [count for count, odds in least.items() if odds >= EACH]
    count = max(fitting, default=0) if many.count is None else many.count
    following = least.get(count + 1, -np.inf)
    if count not in fitting or following > least[count] - APART:
        return (), ()
    return tuple(order[:count]), tuple(order[count : count + 1]) if following >= NEAR else ()


def _shared(said: dict[str, float], known: dict[str, float]) -> float:
    return sum(weight for word, weight in said.items() if word in known)


def _ahead(column: Array) -> Array:
    """How far each is ahead of the best of the others."""
    if len(column) < 2:
        return column
    top = np.sort(column)
    lead: Array = column - np.where(column >= top[-1], top[-2], top[-1])
    return lead


def _directed(rows: Array) -> Array:
    out: Array = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6)
    return out
