"""`search_memory` never comes back with nothing while the archive holds a close match: it says where to look."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, Config, Event, Hits, Runtime
from tests.homes import fresh_id

SAID = [
    ("The plumber who fixed our sink was Mr Olsen", "who fixed the sink?"),
    ("修空调的师傅姓周，收了三百块", "修空调的师傅姓什么"),
    ("我的 passport 放在 desk 抽屉里", "passport 在哪个 desk 抽屉"),
]


async def archive(luna: AgentMemory, *texts: str) -> None:
    session = await luna.start_session()
    await luna.commit_turns(session, [[Event.user(text)] for text in texts], learn=False)


@pytest.mark.parametrize(("said", "asked"), SAID)
async def test_an_empty_answer_says_what_the_archive_holds(luna: AgentMemory, said: str, asked: str) -> None:
    assert (await luna.search_memory(asked)).hint is None
    await archive(luna, said, asked, "nothing of that kind", "完全无关的话")
    hits = await luna.search_memory(asked)
    assert (hits, hits.elsewhere) == ([], 1)  # the question itself, asked before, is no match
    assert (
        hits.hint == "1 record of the archive comes close to the question: `search_conversation_traces` shows the words"
    )
    assert said in [trace.record.content for trace in await luna.search_conversation_traces(asked)]
    assert await luna.archive.lookups(limit=10) != []  # the search by hand; a count shows nothing and is no look
    assert len(await luna.archive.lookups()) == 1


async def test_a_weak_answer_says_it_too_and_a_full_one_does_not(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "sink", "value": "made of steel 不锈钢"}))
    await archive(luna, "Mr Olsen fixed the sink 水槽 on Monday")
    weak = await luna.search_memory("who fixed the sink 水槽 on that Monday?")
    assert (len(weak), weak.elsewhere) == (1, 1)
    full = await luna.search_memory("steel sink 不锈钢")
    assert (len(full), full.elsewhere, full.hint) == (1, 0, None)
    assert (await luna.search_memory("who fixed the sink?", include_history=True)).elsewhere == 0


async def test_many_are_counted_up_to_a_limit(luna: AgentMemory) -> None:
    await archive(luna, *(f"the ferry 渡轮 to Bergen left at {n}" for n in range(9)))
    hits = await luna.search_memory("when did the ferry 渡轮 to Bergen leave?")
    assert hits.elsewhere == Hits.MOST_ELSEWHERE
    assert "5 or more records of the archive come close" in (hits.hint or "")


async def test_other_scopes_are_not_counted_and_the_triggers_decide(busy_home: str) -> None:
    async with Runtime(busy_home, config=Config(archival_lookup_triggers=())) as runtime:
        quiet = await runtime.agent(fresh_id())
        await archive(quiet, "the ferry leaves at nine")
        assert (await quiet.search_memory("when does the ferry leave?")).elsewhere == 0
    async with Runtime(busy_home) as runtime:
        luna = await runtime.agent(fresh_id())
        await archive(luna, "the ferry leaves at nine")
        assert (await luna.search_memory("when does the ferry leave?", scope="peer:a")).elsewhere == 0
        assert (await luna.search_memory("when does the ferry leave?")).elsewhere == 1
