"""The read path over items, top to bottom: read the question, ask the arms, fuse, rank, explain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.recall.arms.entities import by_entities, labels
from perdure.recall.arms.keys import by_keys
from perdure.recall.arms.meaning import Asked, by_meaning
from perdure.recall.arms.times import by_time
from perdure.recall.arms.words import ByWords, by_words
from perdure.recall.as_of import Then, as_then, held_then
from perdure.recall.fuse import Fused, counting, fuse
from perdure.recall.ideas import asked_ideas, shared_ideas
from perdure.recall.question.anchored import anchored
from perdure.recall.question.question import Question, read
from perdure.recall.rank import Ranked, Scored, rank
from perdure.recall.vocabulary import Vocabularies
from perdure.segment import segment
from perdure.store.finder import RECALL, Finder, ItemChunk, View, Worth
from perdure.store.transaction import Transaction
from perdure.values import Hit, Item, Why, check_count, check_text

MAX_K = 1_000
MAX_QUERY_BYTES = 1 << 20
HEADROOM = 3
"""How many times as many candidates as wanted are ranked, unless they are far behind."""
FAR_BEHIND = 0.5

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For distilled items meaning leads.
WEIGHTS: Mapping[str, float] = {"words": 0.4, "meaning": 0.6, "keys": 0.6, "entities": 0.3, "time": 0.3}
IDEAS = 0.12
"""What shared ideas count beside them: they choose among the best, and propose nothing."""


def check_query(query: object) -> str:
    """A question is text with something in it."""
    text = check_text(query, "query", max_bytes=MAX_QUERY_BYTES)
    if not any(map(segment, text[:4_000].split())):
        raise InvalidInput("the query has no word to look for", field="query", hint=say("hint.ask_in_words"))
    return text


def search(
    tx: Transaction,
    query: str,
    *,
    k: int,
    asked: Asked | None = None,
    view: View = View.CURRENT,
    then: Then | None = None,
    without: frozenset[str] = frozenset(),
    arms: frozenset[str] | None = None,
    names: Vocabularies | None = None,
) -> list[Hit]:
    """The k items that answer a question best, each with the reasons. `without` names types that are left out."""
    check_count(k, "k", MAX_K)
    known = (names or Vocabularies()).of(tx)
    question = anchored(tx, read(query, tx.now, known.vocabulary))
    named = [name for key in question.entities for name in known.aliases.get(key, ())]
    words = [*question.words, *(word for name in named for word in segment(name))]
    find, view = (tx.finder, view) if then is None else (tx.finder.only(_held(tx, then)), View.HISTORY)
    found, said, chunks = _ask(find, question, words, named, asked, view, wanted=2 * k)
    fused = fuse(found, counting(WEIGHTS, arms))
    worth: dict[str, Worth | ItemChunk] = {chunk.item_id: chunk for chunk in chunks}
    worth |= {one.item_id: one for one in find.worth([name for name in fused.scores if name not in worth])}
    close = _close([(score, worth[name]) for name, score in fused.scores.items() if name in worth], without, k)
    texts = {chunk.item_id: chunk.search_text for chunk in chunks}
    if arms is None or "ideas" in arms:
        fused, close = _by_ideas(question, fused, close, texts)
    ranked = rank(close, texts, tx.now, k)
    items = tx.items_by_id([one.worth.item_id for one in ranked])
    if then is not None:
        items = {item.id: item for item in as_then(tx, list(items.values()), then)}
    missing = ("meaning",) if asked is not None and find.is_pending(RECALL, asked.model) else ()
    wanted = frozenset(question.words)
    return [_hit(items[one.worth.item_id], one, fused, said, wanted, missing) for one in ranked]


def _held(tx: Transaction, then: Then) -> Callable[[Sequence[str]], set[str]]:
    """Says of items which of them were held, or true, at the time that is looked back to."""
    return lambda ids: {item.id for item in held_then(tx, list(tx.items_by_id(ids).values()), then)}


def _hit(
    item: Item, ranked: Ranked, fused: Fused, said: ByWords, words: frozenset[str], missing: tuple[str, ...]
) -> Hit:
    shares, measured = fused.parts(item.id)
    earned = said.earned(item.id)
    share = round(len(words.intersection(earned)) / len(words), 2) if words else 0.0
    return Hit(item, round(ranked.score, 6), Why(shares, measured, ranked.moved, earned, missing, share))


def _close(candidates: Sequence[Scored], without: frozenset[str], k: int) -> list[Scored]:
    """Those that can still come to the front, best first: what moves an item moves it by a third at most."""
    wanted = [one for one in candidates if one[1].type not in without] if without else candidates
    scores = sorted((score for score, _ in wanted), reverse=True)
    least = FAR_BEHIND * scores[k - 1] if len(scores) >= k else 0.0
    if len(scores) > HEADROOM * k:  # the rest need not be sorted; what is equal when rounded goes by its id
        least = max(least, scores[HEADROOM * k - 1] - 1e-6)
    ordered = sorted((-round(score, 6), worth.item_id, score, worth) for score, worth in wanted if score >= least)
    return [(score, worth) for _, _, score, worth in ordered[: HEADROOM * k]]


def _by_ideas(
    question: Question, fused: Fused, close: list[Scored], texts: Mapping[str, str]
) -> tuple[Fused, list[Scored]]:
    """The same candidates, with the ideas that they share with the question."""
    asked = asked_ideas(question) if len(close) > 1 else None
    if asked is None:
        return fused, close
    shares = shared_ideas(asked, [texts.get(worth.item_id, "") for _, worth in close]).tolist()
    fused = fused.joined(
        "ideas", {worth.item_id: share for (_, worth), share in zip(close, shares, strict=True)}, IDEAS
    )
    return fused, [(fused.scores[worth.item_id], worth) for _, worth in close]


def _ask(
    find: Finder,
    question: Question,
    words: Sequence[str],
    names: Sequence[str],
    asked: Asked | None,
    view: View,
    *,
    wanted: int,
) -> tuple[dict[str, dict[str, float]], ByWords, list[ItemChunk]]:
    """What each arm found, by words in detail, and every chunk seen."""
    said = by_words(find, words, view, wanted=wanted)
    found, chunks = {"words": said.scores}, list(said.chunks)
    if asked is not None:
        found["meaning"], near = by_meaning(find, asked, view, said.chunks, wanted=wanted)
        chunks += near
    if view is View.CURRENT:
        found["keys"] = by_keys(find, question.keys, question.types)
        found["time"] = by_time(find, question.times)
        found["entities"] = by_entities(find, question.entities, [*labels(question.text), *names], chunks)
    return found, said, chunks
