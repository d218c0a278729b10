"""Large stores of made-up text for `scale.py`: a language, an embedder that costs nothing, and a loader in bulk.

The text is drawn from vocabularies in which few words are common and most are rare, as in language; every fourth item
is Chinese. One item in twenty is an entity with an alias. Vectors of one topic are near each other.
"""

from __future__ import annotations

import hashlib
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from perdure import Candidate
from perdure.agent import AgentMemory
from perdure.store.finder import RECALL
from perdure.store.transaction import Transaction
from perdure.types.base import KeyContext
from perdure.types.chunk import chunk_texts
from perdure.types.registry import load

DIMENSION = 512
TOPICS = 500
VOCABULARY = 40_000
UNIT, POSTGRES_UNIT = 5_000, 500
"""Items in one transaction of the loader. On PostgreSQL one row that counts them has a version for each."""
LETTERS = "bcdfghjklmnprstvwz"
VOWELS = "aeiou"
FIRST_CHARACTER, CHARACTERS = 0x4E00, 3_000


class HashEmbedder:
    """A vector from the hash of a text: its topic, which is its first word, and something of its own."""

    dimension = DIMENSION

    def __init__(self, name: str = "hash:512") -> None:
        self.name = name
        made = np.random.default_rng(7).standard_normal((TOPICS, DIMENSION)).astype("<f4")
        self._topics = made / np.linalg.norm(made, axis=1, keepdims=True)
        self._ready: dict[str, Any] = {}

    def prepare(self, questions: Sequence[str]) -> None:
        """Make the vectors of questions before anything is timed: drawing one takes as long as a part of the search."""
        self._ready.update((question, self.rows([question])) for question in questions)

    async def embed(self, texts: Sequence[str]) -> Any:
        ready = self._ready.get(texts[0]) if len(texts) == 1 else None
        return self.rows(texts) if ready is None else ready

    def rows(self, texts: Sequence[str]) -> Any:
        seed = hashlib.blake2b(texts[0].encode(), digest_size=8).digest() if texts else b""
        rng = np.random.default_rng(int.from_bytes(seed))
        own = rng.standard_normal((len(texts), DIMENSION), dtype=np.float32) / math.sqrt(DIMENSION)
        rows = self._topics[[topic_of(text) for text in texts]] + own
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")

    async def close(self) -> None:
        """Holds nothing."""


def topic_of(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.split(" ", 1)[0].encode(), digest_size=4).digest()) % TOPICS


class Language:
    """Made-up words, the n-th of them about 1/n as frequent as the first; English-like or Chinese."""

    def __init__(self, seed: int = 1) -> None:
        made = random.Random(1)
        english: dict[str, None] = {}
        while len(english) < VOCABULARY:
            syllables = made.randint(2, 4)
            english["".join(made.choice(LETTERS) + made.choice(VOWELS) for _ in range(syllables))] = None
        chinese: dict[str, None] = {}
        while len(chinese) < VOCABULARY:
            chinese["".join(chr(FIRST_CHARACTER + int(CHARACTERS * made.random() ** 2)) for _ in range(2))] = None
        self._words = {False: list(english), True: list(chinese)}
        self._weights = np.cumsum(1 / (np.arange(VOCABULARY) + 20.0))
        self.random = random.Random(seed)

    def words(self, count: int, *, zh: bool) -> list[str]:
        draws = [self.random.random() * float(self._weights[-1]) for _ in range(count)]
        return [self._words[zh][int(at)] for at in np.searchsorted(self._weights, draws)]

    def sentence(self, length: int, *, zh: bool = False) -> str:
        return ("" if zh else " ").join(self.words(length, zh=zh))

    def question(self) -> str:
        return self.sentence(self.random.randint(3, 8), zh=self.random.random() < 0.25)


def candidate(language: Language, n: int) -> Candidate:
    zh = n % 4 == 3
    if n % 20 == 7:
        name = f"{language.sentence(2, zh=zh)} {n}"
        value = {"kind": "person", "canonical": name, "aliases": [f"{language.sentence(1, zh=zh)}{n}"]}
        return Candidate("entities", {**value, "attrs": {"about": language.sentence(8, zh=zh)}})
    subject, predicate = language.words(2, zh=zh)
    return Candidate(
        "facts", {"subject": subject, "predicate": f"{predicate} n{n}", "value": language.sentence(12, zh=zh)}
    )


async def load_items(
    agent: AgentMemory, language: Language, first: int, last: int, embedder: HashEmbedder | None = None
) -> None:
    """Items with their vectors straight into the store, thousands in one transaction: every table as a write leaves it.

    Only the archive is left out: all of them point to the record of one written item.
    """
    registry = load()
    pattern = (await agent.items(limit=1))[0]
    context = KeyContext(agent_id=agent.id, session_id="", today=pattern.created_at.date(), new_id=str)

    def work(tx: Transaction, start: int, end: int) -> None:
        for n in range(start, end):
            one = candidate(language, n)
            kind = registry.get(one.type)
            value = kind.parse(one.value)
            item = replace(
                pattern,
                id=tx.ids.new(),
                type=kind.name,
                key=kind.key(value, context),
                value=kind.dump(value),
                content=kind.describe(value),
            )
            tx.add_item(item, chunk_texts(kind, item), action="created", reason="scale")
        if embedder is not None:
            texts = tx.index.unembedded_items(embedder.name, end - start)
            rows = embedder.rows([text for _, text in texts])
            kept = {chunk: row.tobytes() for (chunk, _), row in zip(texts, rows, strict=True)}
            tx.index.add_vectors(RECALL, embedder.name, kept)

    for start, end in progress(first, last, POSTGRES_UNIT if agent.port.folder is None else UNIT):
        await agent.port.write("main", lambda tx, start=start, end=end: work(tx, start, end))


def progress(first: int, last: int, unit: int) -> Iterator[tuple[int, int]]:
    """Stretches of a unit, with a line about how far it is when it takes long."""
    began = shown = time.monotonic()
    for start in range(first, last, unit):
        end = min(last, start + unit)
        yield start, end
        if time.monotonic() - shown > 5:
            shown = time.monotonic()
            rate = (end - first) / (shown - began)
            print(f"  {end:,} of {last:,} items, {rate:,.0f}/s", file=sys.stderr, flush=True)
