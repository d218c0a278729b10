"""Reading the archive again: shown first, one write, put back whole; what was decided since stands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from perdure import AgentMemory, Config, Conflict, Event, InvalidInput, ManualClock, NotFound, Runtime, Unsupported
from perdure.errors import ModelUnavailable
from perdure.intake.extract import Finding, Known, Turn, extract
from perdure.intake.learn import Extractor
from perdure.testing import FakeEmbedder, ScriptedLLM
from tests.homes import everything, fresh_id

TURNS = [
    "I live in York.",
    "I'm allergic to peanuts.",
    "我喜欢乌龙茶。",
    "My favourite colour is green.",
]


def nothing(turn: Turn, known: Known) -> list[Finding]:
    """The poorer extractor of the past."""
    return []


@pytest.fixture
def agent() -> str:
    return fresh_id()


@asynccontextmanager
async def opened(home: str, clock: ManualClock, agent: str, by: Extractor = extract, **more: Any) -> AsyncIterator[Any]:
    async with Runtime(home, clock=clock, extractor=by, config=Config(background=False), **more) as runtime:
        yield await runtime.agent(agent)


async def say(luna: AgentMemory, *texts: str, session: str = "s") -> None:
    await luna.start_session(session)
    for text in texts:
        await luna.commit_turn(session, [Event.user(text)])


async def holds(luna: AgentMemory) -> list[Any]:
    """Everything that holds, down to evidence, confidence and times."""
    return sorted((item.as_json() for item in await luna.items()), key=lambda item: str(item["id"]))


async def found(luna: AgentMemory, query: str) -> list[str]:
    await luna.index.catch_up()
    return [hit.item.id for hit in await luna.search_memory(query)]


async def test_a_better_extractor_is_shown_then_applied_then_put_back(
    busy_home: str, clock: ManualClock, agent: str
) -> None:
    async with opened(busy_home, clock, agent, nothing) as luna:
        await say(luna, *TURNS)
        assert await luna.items() == []
    async with opened(busy_home, clock, agent) as luna:
        before = await everything(luna)
        shown = await luna.relearn.preview()
        assert await everything(luna) == before  # a dry run leaves nothing behind
        done = await luna.relearn.apply()
        keys = {item.key for item in await luna.items()}
        assert {change.key for change, _ in shown.changes} == {change.key for change, _ in done.changes} == keys
        assert done.turns == len(TURNS)
        assert all(item.evidence[0].quote for item in await luna.items())
        again = await luna.relearn.apply()
        assert (again.changes, again.revision) == ((), None)  # a second time changes nothing
        await luna.relearn.undo(done.revision)
        assert await luna.items() == []
        assert await luna.search_memory("peanuts") == []
        assert (await luna.relearn.preview()).changes == ()  # what was undone on purpose stays undone


async def test_undoing_restores_what_was_changed_to_the_letter(busy_home: str, clock: ManualClock, agent: str) -> None:
    """Superseded, merged and retracted items hold again, with their evidence, confidence, times and vectors."""
    llm = ScriptedLLM({"candidates": []})
    async with opened(busy_home, clock, agent, llm=llm, embedder=FakeEmbedder()) as luna:
        await say(luna, "I live in York.", "Please remember that the key is under the pot.")
        await say(luna, "Well, as for where I live, York it is and York it stays.", session="t")
        await luna.jobs.run_pending()
        before, hits = await holds(luna), await found(luna, "key under the pot")
        [pot] = [item for item in await luna.items("facts") if "pot" in item.content]
        better = {"type": "facts", "value": {"subject": "key", "predicate": "place", "value": "under the pot"}}
        quote = {"message": 0, "quote": "the key is under the pot", "replaces": pot.key, "confidence": 0.9}
        city = {"type": "profile", "value": {"facts": [{"k": "city", "v": "York"}, {"k": "stays", "v": "York"}]}}
        said = {"message": 0, "quote": "York it is and York it stays", "confidence": 0.9}
        llm.script = [{"candidates": []}, {"candidates": [better | quote]}, {"candidates": [city | said]}]
        done = await luna.relearn.apply("llm")
        assert {change.action for change, _ in done.changes} >= {"stored", "retracted"}
        assert await holds(luna) != before
        undone = await luna.relearn.undo(done.revision)
        assert {change.action for change, _ in undone.changes} == {"undone"}
        assert await holds(luna) == before
        assert await found(luna, "key under the pot") == hits
        assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_merging_more_evidence_is_put_back_too(luna: AgentMemory) -> None:
    await say(luna, "Please remember that the key is under the pot.")
    before = await holds(luna)
    await say(luna, "Please remember that the key is under the pot.", session="t")
    [item] = await luna.items("facts")
    assert len(item.evidence) == 2
    await luna.relearn.undo(await luna.port.read("main", lambda tx: tx.changes("main", item.key)[-1].revision))
    assert await holds(luna) == before


async def test_what_changed_since_is_not_overrun_by_undoing(luna: AgentMemory) -> None:
    await say(luna, "I live in York.")
    first = await luna.port.read("main", lambda tx: tx.revision)
    await say(luna, "I moved to Leeds.", session="t")
    before = await everything(luna)
    with pytest.raises(Conflict, match="has changed again since"):
        await luna.relearn.undo(first)
    with pytest.raises(NotFound):
        await luna.relearn.undo(999_999)
    with pytest.raises(NotFound):
        await luna.relearn.undo(first, scope="peer:a")
    assert await everything(luna) == before


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
async def test_what_the_user_forgot_is_not_brought_back(luna: AgentMemory, mode: str) -> None:
    await say(luna, *TURNS)
    for item in await luna.items():
        await luna.forget_recall(item.key, mode=mode)
    assert (await luna.relearn.apply()).changes == ()
    assert await luna.items() == []


async def test_what_the_user_took_back_in_words_is_not_brought_back(luna: AgentMemory) -> None:
    await say(
        luna, "I like oolong tea.", "I live in York.", "I don't live in York anymore.", "I no longer like oolong tea."
    )
    before = await holds(luna)
    assert (await luna.relearn.apply()).changes == ()
    assert await holds(luna) == before


async def test_later_words_stand(luna: AgentMemory) -> None:
    await say(luna, "I live in York.", "I moved to Leeds.", "I live in Bath now.")
    before = await holds(luna)
    assert (await luna.relearn.apply()).changes == ()
    assert await holds(luna) == before


@pytest.mark.parametrize("accept", [True, False])
async def test_what_a_person_decided_stands(busy_home: str, clock: ManualClock, agent: str, accept: bool) -> None:
    text = "Whenever I work late I drink oolong, nothing else."
    candidate = {"type": "preferences", "value": {"name": "late drink", "value": "green tea"}}
    llm = ScriptedLLM({"candidates": [candidate | {"message": 0, "quote": text[:-1], "confidence": 0.9}]})
    async with opened(busy_home, clock, agent, llm=llm) as luna:
        await say(luna, text)
        await luna.jobs.run_pending()
        [entry] = await luna.review.list()
        await (luna.review.accept if accept else luna.review.reject)(entry.item.id)
        before = await holds(luna)
        llm.script[0]["candidates"][0]["value"]["value"] = "black tea"
        assert (await luna.relearn.apply("llm")).changes == ()
        assert (await holds(luna), await luna.review.list()) == (before, [])


async def test_one_session_or_one_scope_at_a_time(busy_home: str, clock: ManualClock, agent: str) -> None:
    async with opened(busy_home, clock, agent, nothing) as luna:
        await say(luna, "I live in York.")
        await say(luna, "I like oolong tea.", session="t")
        await luna.start_session("p", scope="peer:a")
        await luna.commit_turn("p", [Event.user("I live in Leeds.")])
        await luna.commit_turn("t", [Event.user("I'm allergic to peanuts.")], learn=False)
    async with opened(busy_home, clock, agent) as luna:
        assert (await luna.relearn.preview()).turns == 2
        assert (await luna.relearn.preview(limit=1)).turns == 1
        assert (await luna.relearn.preview(session="t")).turns == 1
        await luna.relearn.apply(session="p")
        assert await luna.items() == []
        assert len(await luna.items(scope="peer:a")) == 1


async def test_bad_calls_say_what_is_wrong(luna: AgentMemory) -> None:
    with pytest.raises(InvalidInput):
        await luna.relearn.preview("magic")
    with pytest.raises(Unsupported):
        await luna.relearn.preview("llm")
    with pytest.raises(InvalidInput):
        await luna.relearn.undo(0)


async def test_a_model_that_gives_up_half_way_changes_nothing(busy_home: str, clock: ManualClock, agent: str) -> None:
    better = {"type": "facts", "value": {"predicate": "drink", "value": "tea"}, "message": 0, "quote": "tea"}
    llm = ScriptedLLM({"candidates": [better]}, ModelUnavailable("no", reason="busy"))
    async with opened(busy_home, clock, agent, nothing, llm=llm) as luna:
        await say(luna, "I like tea", "I like tea")
        with pytest.raises(ModelUnavailable):
            await luna.relearn.apply("llm")
        assert await luna.items() == []
