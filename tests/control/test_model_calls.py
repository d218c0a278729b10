"""Every call that leaves for a model is logged: whose model, and which items and records it was shown. No content."""

from __future__ import annotations

from perdure import Candidate, Event, Runtime
from perdure.testing.fakes import FakeEmbedder, ScriptedLLM

ANSWER = {"candidates": []}


async def test_calls_are_logged_by_ids_and_never_by_content(busy_home: str) -> None:
    llm = ScriptedLLM(ANSWER, name="acme:large-1")
    async with Runtime(busy_home, llm=llm, embedder=FakeEmbedder("acme:embed-1")) as runtime:
        luna = await runtime.agent(f"calls-{id(llm)}")
        await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "a quercus by the door"}))
        [item] = await luna.items()
        session = await luna.start_session()
        said = "The quercus by the door was planted in spring, and it grows."
        receipt = await luna.commit_turn(session, [Event.user(said)], learn=True)
        await luna.extract_from_turn_v2(session, 1)
        await luna.index.catch_up()
        asked = await luna.usage.calls()
        read = next(call for call in asked if call.purpose == "extract")
        assert (read.provider, read.model, read.outcome) == ("acme", "large-1", "answered")
        assert receipt.records[0] in read.records
        assert item.id in read.items
        assert item.id in {name for call in asked if call.purpose == "embed" for name in call.items}
        assert "quercus" not in str(asked)
        assert await luna.usage.calls(scope="peer:ann") == []


async def test_a_model_on_this_machine_is_no_outgoing_call(busy_home: str) -> None:
    async with Runtime(busy_home, embedder="none") as runtime:
        luna = await runtime.agent(f"calls-here-{id(runtime)}")
        await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "an oak"}))
        assert await luna.usage.calls() == []
