"""What look-ups keep of the archive answers as a fresh look into the store would, whatever was written in between."""

from __future__ import annotations

import random
from typing import Any

import pytest

from perdure import AgentMemory, Event
from perdure.recall import archive_cache
from perdure.recall.archive_cache import ArchiveCache
from perdure.recall.traces import look_up
from perdure.store.finder import Filters
from perdure.store.transaction import Transaction
from perdure.values import Trace

SAID = (
    "The pump at the northern station failed again.",
    "Which pump was it?",
    "We walked along the river with Mei.",
    "北站的水泵又坏了。",
    "我们和小梅沿着河边散步。",
    "Nothing new today.",
    "今天没有什么新鲜事。",
)
ASKED = ("Which pump failed?", "水泵怎么了？", "river walk", "小梅 散步", "nothing")
FILTERS = (Filters(), Filters(role="user"), Filters(session_id="s1"))


def both(tx: Transaction, kept: ArchiveCache, query: str, filters: Filters, by_session: bool) -> list[list[Trace]]:
    """The same look with what was kept, and with nothing."""
    return [
        look_up(tx, query, k=6, filters=filters, by_session=by_session, archive=archive) for archive in (kept, None)
    ]


async def agree(luna: AgentMemory, kept: ArchiveCache, dice: random.Random, scope: str = "main") -> None:
    query, filters, by_session = dice.choice(ASKED), dice.choice(FILTERS), dice.random() < 0.3
    remembered, fresh = await luna.port.read(scope, lambda tx: both(tx, kept, query, filters, by_session))
    assert remembered == fresh


@pytest.mark.parametrize("seed", range(2))
async def test_what_is_kept_answers_like_a_fresh_look(
    luna: AgentMemory, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, kept = random.Random(seed), ArchiveCache()
    monkeypatch.setattr(archive_cache, "STRETCH", 4)
    monkeypatch.setattr("perdure.recall.traces.STRETCH", 4)
    monkeypatch.setattr(archive_cache, "HELD", dice.choice((6, 50_000)))
    monkeypatch.setattr(archive_cache, "WHOLE", (4_096, 0)[seed])  # kept whole, and in stretches
    for step in range(18):
        session = await luna.start_session(f"s{dice.randrange(4)}")
        role = Event.user if dice.random() < 0.6 else Event.assistant
        turns = [[role(dice.choice(SAID))] for _ in range(dice.randrange(1, 4))]
        await luna.commit_turns(session, turns, learn=False)
        if step % 9 == 8:
            await luna.index.rebuild()
        for _ in range(2):
            await agree(luna, kept, dice)


async def test_what_one_scope_keeps_is_not_shown_to_another(luna: AgentMemory) -> None:
    kept = ArchiveCache()
    mine = await luna.start_session("mine")
    theirs = await luna.start_session("theirs", scope="peer:mei")
    await luna.commit_turns(mine, [[Event.user("The pump in my cellar failed.")]], learn=False)
    await luna.commit_turns(theirs, [[Event.user("The pump of the neighbours failed.")]], learn=False)

    def find(tx: Transaction) -> list[str | None]:
        return [trace.record.content for trace in look_up(tx, "pump", k=5, filters=Filters(), archive=kept)]

    for _ in range(2):
        assert await luna.port.read("main", find) == ["The pump in my cellar failed."]
        assert await luna.port.read("peer:mei", find) == ["The pump of the neighbours failed."]


async def test_a_cache_that_follows_nothing_is_caught(luna: AgentMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the comparison above must see a cache that misses a write."""

    def stays(self: Any, tx: Transaction) -> None:
        self.revision, self.sequence = tx.revision, tx.sequence

    monkeypatch.setattr(archive_cache.HeldArchive, "follow", stays)
    kept = ArchiveCache()
    session = await luna.start_session("s1")
    await luna.commit_turns(session, [[Event.user(SAID[0])]], learn=False)
    await luna.port.read("main", lambda tx: both(tx, kept, ASKED[0], Filters(), False))
    await luna.commit_turns(session, [[Event.assistant("The pump failed, yes.")]], learn=False)
    remembered, fresh = await luna.port.read("main", lambda tx: both(tx, kept, ASKED[0], Filters(), False))
    assert remembered != fresh
