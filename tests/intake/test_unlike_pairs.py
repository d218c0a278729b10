"""Two thousand pairs of unlike statements of one type: none replaces another, and none is taken for another."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from perdure import Config, Event, Item, Merged, Receipt, Retracted, Runtime, Stored, Superseded
from perdure.bench.intake.verdicts import things_of
from tests.intake.unlike import LANGUAGES, Deck, Statement, kinds

PAIRS = 2_000
EACH = 5
"""So many pairs of every type and language at most are told to one agent."""
READ = int(os.environ.get("PERDURE_UNLIKE_READ", "1"))
"""How many agents, each with some 130 pairs, are told them with the reader: eight for a thousand pairs."""
LEAST_STORED = 0.5
"""The share of statements that must be stored at all: a memory that keeps nothing collides with nothing."""


def deal(chance: random.Random) -> list[tuple[Statement, Statement]]:
    """The pairs that one agent is told, in random order."""
    deck = Deck(chance)
    rounds = [deck.pair(kind, language) for _ in range(EACH) for kind in kinds() for language in LANGUAGES]
    pairs = [pair for pair in rounds if pair is not None]
    chance.shuffle(pairs)
    return pairs


def collisions(
    said: Sequence[Statement], receipts: Sequence[Receipt], items: Iterable[Item]
) -> tuple[list[str], Counter[tuple[str, str]]]:
    """What was replaced, taken back or taken for another; and how many of each kind and language were stored."""
    things = list(things_of(items))
    wrong: list[str] = []
    stored: Counter[tuple[str, str]] = Counter()
    for statement, receipt in zip(said, receipts, strict=True):
        heard = [o for o in receipt.outcomes if isinstance(o, Stored | Merged | Superseded | Retracted)]
        took = [f"{o.outcome}: {o.reason}" for o in heard if isinstance(o, Superseded | Retracted)]
        stored[statement.kind, statement.language] += bool(heard)
        if took:
            wrong.append(f"{statement.text} took the place of another: {'; '.join(took)}")
        elif heard and not any(thing.has((statement.statement,)) for thing in things):
            told = "; ".join(f"{o.outcome}: {o.reason}" for o in heard)
            wrong.append(f"{statement.text} is not there: {told}")
    return wrong, stored


async def tell(home: Path, agent_id: str, said: Sequence[Statement]) -> tuple[list[str], Counter[tuple[str, str]]]:
    async with Runtime(home, embedder="none") as runtime:
        agent = await runtime.agent(agent_id)
        receipts = await agent.commit_turns(await agent.start_session(), [[Event.user(one.text)] for one in said])
        return collisions(said, receipts, await agent.items(limit=10_000))


async def test_of_two_thousand_pairs_of_unlike_statements_none_replaces_another(tmp_path: Path) -> None:
    chance = random.Random(12)
    wrong: list[str] = []
    stored: Counter[tuple[str, str]] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    while told.total() < 2 * PAIRS:
        said = [one for pair in deal(chance) for one in pair]
        found, kept = await tell(tmp_path, f"agent {told.total()}", said)
        wrong += found
        stored += kept
        told += Counter((one.kind, one.language) for one in said)
    assert wrong == []
    shares = {name: stored[name] / count for name, count in told.items()}
    assert stored.total() / told.total() >= LEAST_STORED, shares


async def test_with_the_reader_none_replaces_another_either(tmp_path: Path) -> None:
    chance = random.Random(12)
    for number in range(READ):
        said = [one for pair in deal(chance) for one in pair]
        async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
            await runtime.warm()
            agent = await runtime.agent(f"reads {number}")
            session = await agent.start_session()
            receipts = [await agent.commit_turn(session, [Event.user(one.text)]) for one in said]
            wrong, _ = collisions(said, receipts, await agent.items(limit=10_000))
        assert wrong == []


@pytest.mark.parametrize(
    "texts",
    [("I live in Leeds", "I live in York"), ("我住在杭州", "我住在成都"), ("我在 Tencent 上班", "我在 Acme 上班")],
)
async def test_a_planted_replacement_is_seen(tmp_path: Path, texts: Sequence[str]) -> None:
    said = [Statement(text, text, "facts", "en") for text in texts]
    wrong, stored = await tell(tmp_path, "agent", said)
    assert len(wrong) == 2, "the one that took the other's place, and the one that is not there any more"
    assert stored.total() == 2


def test_a_statement_that_was_taken_for_another_is_seen() -> None:
    said = [Statement("TODO: buy bread", "buy bread", "tasks", "en")]
    merged = Merged("tasks", "task:x", "said before", "main", item_id="1")
    assert collisions(said, [Receipt("s", 1, outcomes=(merged,))], [])[0] == [
        "TODO: buy bread is not there: merged: said before"
    ]
