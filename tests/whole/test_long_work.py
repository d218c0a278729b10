"""Long work in short units: others write while the index is made again, a session is compacted, ended or embedded.

Whether somebody waits is tried, not timed: in the middle of the work another write has to come through.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, Runtime
from perdure.intake.extract import extract
from perdure.recall.rebuild import Rebuilding, begin, reached
from perdure.slices import LONGEST, Pace, batched
from perdure.testing import FakeEmbedder
from perdure.tokens import estimate
from tests.homes import fresh_id

PATIENCE = 20
"""Seconds after which a write counts as kept waiting for the whole of the work."""
TALK = (
    "Please help me move the Moonlight shop to the new server. 帮我把月光商店迁移到新的服务器。",
    "We decided to use PostgreSQL 16 for it. 我们决定用 PostgreSQL 16。",
    "I live in York now, and my sister Ann lives in Leeds. 我住在杭州。",
    "The config is in deploy/prod.yaml and the port is 8443. 端口是 8443。",
)


class Others:
    """Somebody else who writes whenever they are asked to, from whichever thread that is."""

    def __init__(self) -> None:
        self.memory: AgentMemory | None = None
        self.came_through = 0
        self.waited = 0

    def write(self) -> None:
        if self.memory is None:
            return
        try:
            self.memory.port.store.submit("main", lambda tx: tx.settings.set("others", self.came_through)).result(
                PATIENCE
            )
            self.came_through += 1
        except NotInTime:
            self.waited += 1

    def count(self, text: str) -> int:
        """A counter of tokens."""
        self.write()
        return estimate(text)

    def extract(self, *args: Any, **kwargs: Any) -> Any:
        """A reader of turns."""
        self.write()
        return extract(*args, **kwargs)


async def talk(luna: AgentMemory, turns: int = 12) -> None:
    await luna.start_session("s")
    await luna.commit_turns("s", [[Event.user(f"{n}. {TALK[n % 4]}"), Event.assistant("OK.")] for n in range(turns)])


async def test_others_write_while_a_session_is_compacted_and_ended(busy_home: str) -> None:
    others = Others()
    config = Config(background=False, tokens=others.count, compact_keep_turns=1)
    async with Runtime(busy_home, config=config, extractor=others.extract) as runtime:
        luna = await runtime.agent(fresh_id())
        await talk(luna)
        others.memory = luna
        compacted = await luna.compact("s")
        assert compacted.is_done
        assert compacted.tokens_before > compacted.tokens_after
        during_compaction = others.came_through
        assert during_compaction > 3
        await luna.end_session("s")
        assert others.came_through > during_compaction
        assert others.waited == 0
        others.memory = None
        assert [item.key for item in await luna.items("episodes")] == ["episode:s"]


async def test_others_write_while_the_index_is_made_again(busy_home: str) -> None:
    async with Runtime(busy_home, embedder="none", config=Config(background=False)) as runtime:
        luna = await runtime.agent(fresh_id())
        await talk(luna, 150)
        heard: list[tuple[int, int]] = []
        came: list[int] = []
        making = asyncio.create_task(luna.rebuild_index(report=lambda done, of: heard.append((done, of))))
        while not making.done():
            await luna.commit_turn("s", [Event.user(f"meanwhile {len(came)}")], learn=False)
            came.append(len(heard))
        assert await making == len(await luna.items(status=None))
        assert len({*came}) > 2, "nobody came in between"
        assert heard == sorted(heard)
        assert heard[-1][0] == heard[-1][1]
        assert [finding for finding in await luna.check() if not finding.ok] == []
        assert (await luna.search_conversation_traces("meanwhile 0"))[0].record.content == "meanwhile 0"
        with pytest.raises(InvalidInput):
            await luna.rebuild_index(report="loud")  # type: ignore[arg-type]  # on purpose


async def test_a_rebuild_that_was_cut_short_goes_on_when_the_agent_is_opened(busy_home: str) -> None:
    name = fresh_id()
    async with Runtime(busy_home, embedder=FakeEmbedder(), config=Config(record_vectors=True)) as runtime:
        luna = await runtime.agent(name)
        await talk(luna)
        assert (await luna.index.catch_up()).missing == 0
        best = (await luna.search_memory("Where does Ann live?"))[0].item.id
        work = Rebuilding(luna.port.registry, lambda item: True)
        await luna.port.note("main", begin)
        came = await luna.port.note("main", lambda tx: work.some(tx, 3))
        assert came is not None
        # An entity that becomes known in between is found in what was made before, and in what is made after.
        await luna.upsert_recall(Candidate("entities", {"kind": "other", "canonical": "York", "aliases": ["旧城"]}))
        for _ in range(6):
            came = await luna.port.note("main", lambda tx: work.some(tx, 3))
        assert came is not None
        assert best in [hit.item.id for hit in await luna.search_memory("Where does Ann live?")]
        assert [finding for finding in await luna.check() if not finding.ok] == []
        mentions = await luna.port.read("main", named_in_records)
    async with Runtime(busy_home, embedder=FakeEmbedder(), config=Config(record_vectors=True)) as runtime:
        luna = await runtime.agent(name)
        assert await luna.port.read("main", reached) is None
        assert await luna.port.read("main", named_in_records) == mentions
        assert (await luna.index.catch_up()).missing == 0
        found = {hit.item.id: hit.score for hit in await luna.search_memory("Where does Ann live?")}
        assert [finding for finding in await luna.check() if not finding.ok] == []
        # At once, for an index that is damaged: the same comes of it.
        assert await luna.rebuild_index(at_once=True) == len(await luna.items(status=None))
        assert await luna.port.read("main", named_in_records) == mentions
        assert (await luna.index.catch_up()).missing == 0
        again = {hit.item.id: hit.score for hit in await luna.search_memory("Where does Ann live?")}
        # An index of vectors on a server is approximate: the last of what is found may be another one that is as near.
        same = found.keys() & again.keys()
        assert best in same
        assert len(same) >= len(found) - 1
        assert {name: again[name] for name in same} == pytest.approx({name: found[name] for name in same}, abs=0.01)


def named_in_records(tx: Any) -> int:
    return len(tx._cursor.all("SELECT m.mem_id FROM entity_mentions m WHERE OWNED(m) AND m.mem_type = 'archival'"))


async def test_vectors_are_dropped_some_at_a_time(busy_home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perdure.recall.index_front.DROPPED", 5)
    async with Runtime(busy_home, embedder=FakeEmbedder(), config=Config(record_vectors=True)) as runtime:
        luna = await runtime.agent(fresh_id())
        await talk(luna)
        assert (await luna.index.catch_up()).vectors > 20
        before = (await luna.index.progress()).vectors
        assert await luna.index.set_record_vectors(False) is False
        left = (await luna.index.progress()).vectors
        assert 0 < left < before - 10
        assert [finding for finding in await luna.check() if not finding.ok] == []


def test_a_pace_finds_what_fits() -> None:
    pace = Pace(size=8, most=32)
    for _ in range(3):
        with pace.unit() as size:
            assert size <= 32
    assert pace.size == 32
    assert LONGEST <= 0.2
    assert list(batched("abcde", 2)) == [("a", "b"), ("c", "d"), ("e",)]
    assert list(batched("", 2)) == []


async def test_a_write_that_waits_would_be_seen(sqlite_runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The red control: counting inside of a transaction."""
    monkeypatch.setattr("tests.whole.test_long_work.PATIENCE", 0.2)
    luna = await sqlite_runtime.agent("luna")
    others = Others()
    others.memory = luna
    await luna.port.note("main", lambda tx: others.count("one two"))
    assert others.waited == 1
