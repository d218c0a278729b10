"""One run: take the data in through the public verbs, ask through the public verbs, in several configurations."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from perdure.agent import AgentMemory
from perdure.bench.answers import Answers
from perdure.bench.datasets import Corpus, Dataset, Level, Query, sampled
from perdure.bench.measure import DEPTH, Figures, mean, measure
from perdure.bench.vectors import VectorFile
from perdure.clock import ManualClock
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.models.build import embedder as build
from perdure.models.cache import CachedEmbedder
from perdure.models.contract import EmbeddingClient
from perdure.models.settings import ModelSettings
from perdure.runtime import Runtime
from perdure.values import Event

CACHED = 400_000
BATCH = 200
EVERYTHING = "all"

Step = Callable[[str, int, int], None]
"""Told what is being done, how far it is, and how far it goes."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of asking: a name, and what it changes."""

    name: str
    arms: frozenset[str] | None = None
    record_vectors: bool = False
    needs_vectors: bool = False


# "bm25" and "vectors" are the same pipeline with one arm alone; "words" has no vectors for records; without
# an embedder that is the default.
RECORD_WAYS = (
    Way("bm25", arms=frozenset({"turn"})),
    Way("vectors", arms=frozenset({"meaning"}), record_vectors=True, needs_vectors=True),
    Way("words", needs_vectors=True),
    Way("default", record_vectors=True),
)
SESSION_WAYS = (Way("bm25", arms=frozenset({"session"})), *RECORD_WAYS[1:])
ITEM_WAYS = (
    Way("bm25", arms=frozenset({"words"})),
    Way("vectors", arms=frozenset({"meaning"}), needs_vectors=True),
    Way("default"),
)
WAYS: dict[Level, tuple[Way, ...]] = {"turns": RECORD_WAYS, "sessions": SESSION_WAYS, "items": ITEM_WAYS}


class KeptAnswers(CachedEmbedder):
    """Texts come up again in the haystacks of other questions, so vectors outlive a runtime."""

    async def close(self) -> None:
        """Nothing yet: the next agent asks for the same texts."""


@dataclass(slots=True)
class Result:
    """What a data set gave at one level: by way, by category, one entry per question."""

    dataset: str
    title: str
    level: Level
    found: dict[str, dict[str, list[Figures]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))

    def add(self, way: str, category: str, figures: Figures) -> None:
        self.found[way][category].append(figures)

    @property
    def ways(self) -> list[str]:
        return list(self.found)

    @property
    def categories(self) -> list[str]:
        names = sorted({category for by_category in self.found.values() for category in by_category})
        return [EVERYTHING, *names] if len(names) > 1 else [EVERYTHING]

    def count(self, category: str = EVERYTHING) -> int:
        return len(self._of(self.ways[0], category)) if self.found else 0

    def figures(self, way: str, category: str = EVERYTHING) -> Figures:
        return mean(self._of(way, category))

    def _of(self, way: str, category: str) -> list[Figures]:
        held = self.found[way]
        return [f for rows in held.values() for f in rows] if category == EVERYTHING else held[category]

    def as_json(self) -> dict[str, object]:
        return {
            "dataset": self.dataset,
            "level": self.level,
            "categories": {
                category: {
                    "questions": self.count(category),
                    **{way: self.figures(way, category).as_json() for way in self.ways},
                }
                for category in self.categories
            },
        }


def model_of(name: str, cache: Path | None = None) -> EmbeddingClient | None:
    """The embedder of a whole run, with its vectors in memory, or in a file where one is named."""
    plain = build(ModelSettings(provider=name, cached=0))
    if plain is None:
        return None
    return KeptAnswers(plain, most=CACHED) if cache is None else VectorFile(plain, cache)


async def run(
    dataset: Dataset,
    folder: Path,
    *,
    model: EmbeddingClient | None,
    step: Step,
    sample: int | None = None,
    seed: int = 0,
    answers: Answers | None = None,
) -> list[Result]:
    """Every level of a data set, measured in every way that this machine can."""
    held = Answers() if answers is None else answers
    results = {level: Result(dataset.name, dataset.title, level) for level in dataset.levels}
    corpora = list(sampled(dataset.load(folder), sample, seed))
    total, asked = sum(len(corpus.queries) for corpus in corpora), 0
    for corpus in corpora:

        def progress(done: int, before: int = asked) -> None:
            step(dataset.title, before + done, total)

        progress(0)
        if any((dataset.name, corpus.name, query.number) not in held.known for query in corpus.queries):
            with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
                await _answer(dataset, corpus, Path(home), held, model, progress)
        for query in corpus.queries:
            found = held.known[dataset.name, corpus.name, query.number]
            for level, result in results.items():
                for way, order in found.get(level, {}).items():
                    result.add(way, query.category, measure(order, query.gold[level]))
        asked += len(corpus.queries)
    step(dataset.title, total, total)
    return [result for result in results.values() if result.found]


async def _answer(
    dataset: Dataset,
    corpus: Corpus,
    home: Path,
    answers: Answers,
    model: EmbeddingClient | None,
    progress: Callable[[int], None],
) -> None:
    """Everything this agent is asked, at every level, in every way. One store for all of them."""
    clock = ManualClock(corpus.queries[0].now)
    ways = {way for level in dataset.levels for way in WAYS[level] if model is not None or not way.needs_vectors}
    async with AsyncExitStack() as stack:
        agents: dict[Way, AgentMemory] = {}
        for way in sorted(ways, key=lambda way: not way.record_vectors):
            config = Config(arms=way.arms, record_vectors=way.record_vectors)
            runtime = Runtime(home, config=config, clock=clock, embedder=model or "none")
            await stack.enter_async_context(runtime)
            agents[way] = await runtime.agent(corpus.name)
            if len(agents) == 1:
                names = await take_in(agents[way], corpus)
                await _vectors(agents[way])
        for n, query in enumerate(corpus.queries, 1):
            clock.advance(query.now - clock.now())
            if (dataset.name, corpus.name, query.number) not in answers.known:
                found: dict[str, dict[str, list[str]]] = {
                    level: {
                        way.name: await ask(agents[way], query, level, names) for way in WAYS[level] if way in agents
                    }
                    for level in dataset.levels
                    if query.gold.get(level)
                }
                answers.add((dataset.name, corpus.name, query.number), found)
            progress(n)


async def _vectors(agent: AgentMemory) -> None:
    reached = await agent.index.catch_up()
    if reached.problem:
        raise InvalidInput(f"the embedder gave up: {reached.problem}", hint=say("hint.measure_words"))


async def take_in(agent: AgentMemory, corpus: Corpus) -> dict[str, str]:
    """Everything the agent is told. Answers which record or item is which of the data set's."""
    names: dict[str, str] = {}
    for session, group in groupby(corpus.records, key=lambda record: record.session):
        said = [record for record in group if record.text.strip()]
        if not said:
            continue
        turns = [[Event(r.role, r.text, speaker=r.speaker, timestamp=r.at)] for r in said]
        receipts = await agent.commit_turns(await agent.start_session(session), turns, learn=False)
        names |= {receipt.records[0]: r.id for receipt, r in zip(receipts, said, strict=True)}
    for first in range(0, len(corpus.items), BATCH):
        batch = corpus.items[first : first + BATCH]
        # Started in order, so that what comes later supersedes; together, so that the disk is waited for once.
        receipts = await asyncio.gather(*(agent.upsert_recall(candidate) for _, candidate in batch))
        for (name, _), receipt in zip(batch, receipts, strict=True):
            names |= {outcome.item_id: name for outcome in receipt.outcomes if outcome.item_id}
    return names


async def ask(agent: AgentMemory, query: Query, level: Level, names: dict[str, str]) -> list[str]:
    """What the agent finds, best first, by the data set's names."""
    if level == "items":
        hits = await agent.search_memory(query.text, k=DEPTH)
        return _known((hit.item.id for hit in hits), names)
    traces = await agent.retrieve_archival(
        query.text, reason="maintenance", k=DEPTH, until=query.until, by_session=level == "sessions"
    )
    if level == "sessions":
        return [trace.record.session_id for trace in traces]
    return _known((trace.record.id for trace in traces), names)


def _known(ids: Iterable[str], names: dict[str, str]) -> list[str]:
    return [names.get(name, name) for name in ids]
