"""The read path over items, top to bottom: read the question, ask the arms, fuse, rank, explain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from perdure.errors import InvalidInput
from perdure.recall.arms.entities import by_entities, labels
from perdure.recall.arms.keys import by_keys
from perdure.recall.arms.meaning import Asked, by_meaning
from perdure.recall.arms.times import by_time
from perdure.recall.arms.words import by_words
from perdure.recall.fuse import Fused, counting, fuse
from perdure.recall.question.anchored import anchored
from perdure.recall.question.names import Vocabulary
from perdure.recall.question.question import Question, read
from perdure.recall.rank import rank
from perdure.segment import segment
from perdure.store.finding import Finder, View
from perdure.store.transaction import Transaction
from perdure.values import Hit, Item, Why, check_count, check_text

MAX_K = 1_000
MAX_QUERY_BYTES = 1 << 20
ENTITIES = 2_000
HEADROOM = 3
"""How many times as many candidates as wanted are read in full and ranked, unless they are far behind."""
FAR_BEHIND = 0.5

# Chosen on development data by cross-validation; `docs/benchmarks.md` says how. For distilled items meaning leads.
WEIGHTS: Mapping[str, float] = {"words": 0.4, "meaning": 0.6, "keys": 0.6, "entities": 0.2, "time": 0.3}


def check_query(query: object) -> str:
    """A question is text with something in it."""
    text = check_text(query, "query", max_bytes=MAX_QUERY_BYTES)
    if not segment(text[:4_000]):
        raise InvalidInput("the query has no word to look for", field="query", hint="ask in words")
    return text


def vocabulary(tx: Transaction) -> tuple[Vocabulary, dict[str, tuple[str, ...]]]:
    """The names this scope has for things, and the other names of each thing."""
    names: dict[str, str] = {}
    aliases: dict[str, tuple[str, ...]] = {}
    for key, value_json in tx.finder.entities(ENTITIES):
        value = json.loads(value_json)
        known = (str(value.get("canonical", "")), *map(str, value.get("aliases", ())))
        aliases[key] = tuple(name for name in known if name)
        names.update(dict.fromkeys(aliases[key], key))
    return Vocabulary.of(names), aliases


def search(
    tx: Transaction,
    query: str,
    *,
    k: int,
    asked: Asked | None = None,
    view: View = View.CURRENT,
    as_of: datetime | None = None,
    without: frozenset[str] = frozenset(),
    arms: frozenset[str] | None = None,
) -> list[Hit]:
    """The k items that answer a question best, each with the reasons. `without` names types that are left out."""
    check_count(k, "k", MAX_K)
    known, aliases = vocabulary(tx)
    question = anchored(tx, read(query, tx.now, known))
    names = [name for key in question.entities for name in aliases.get(key, ())]
    words = [*question.words, *(word for name in names for word in segment(name))]
    find = tx.finder if as_of is None else tx.finder.at(as_of)
    found, earned, texts = _ask(find, question, words, names, asked, view, wanted=2 * k)
    candidates = fuse(found, counting(WEIGHTS, arms))
    items = _read(tx, candidates, k, without)
    held = {name: frozenset(texts[name].split(" ")) for name in items if name in texts}
    return [
        Hit(
            ranked.item,
            round(ranked.score, 6),
            Why(
                arms={arm: round(share, 4) for arm, share in ranked.fused.arms.items()},
                raw={arm: round(value, 4) for arm, value in ranked.fused.raw.items()},
                moved={name: round(factor, 4) for name, factor in ranked.moved.items()},
                words=earned.get(ranked.item.id, ()),
            ),
        )
        for ranked in rank(candidates, items, held, tx.now, k)
    ]


def _read(tx: Transaction, candidates: Mapping[str, Fused], k: int, without: frozenset[str]) -> dict[str, Item]:
    """The items that can still come to the front, in full: what moves an item moves it by a third at most."""
    ordered = sorted(candidates.values(), key=lambda fused: (-round(fused.score, 6), fused.id))
    least = FAR_BEHIND * ordered[k - 1].score if len(ordered) >= k else 0.0
    close = sum(fused.score >= least for fused in ordered[: HEADROOM * k])
    items: dict[str, Item] = {}
    while ordered and len(items) < k:
        ids, ordered = [fused.id for fused in ordered[:close]], ordered[close:]
        items |= {name: item for name, item in tx.items_by_id(ids).items() if item.type not in without}
        close = HEADROOM * k
    return items


def _ask(
    find: Finder,
    question: Question,
    words: Sequence[str],
    names: Sequence[str],
    asked: Asked | None,
    view: View,
    *,
    wanted: int,
) -> tuple[dict[str, dict[str, float]], dict[str, tuple[str, ...]], dict[str, str]]:
    """What each arm found, the words that earned a hit, and every text seen."""
    by_word, earned, chunks = by_words(find, words, view, wanted=wanted)
    found = {"words": by_word}
    if asked is not None:
        found["meaning"], near = by_meaning(find, asked, view, chunks, wanted=wanted)
        chunks = [*chunks, *near]
    if view is View.CURRENT:
        found["keys"] = by_keys(find, question.keys, question.types)
        found["time"] = by_time(find, question.times)
    texts = {chunk.item_id: chunk.search_text for chunk in chunks}
    if view is View.CURRENT:
        found["entities"] = by_entities(find, question.entities, [*labels(question.text), *names], texts)
    return found, earned, texts
