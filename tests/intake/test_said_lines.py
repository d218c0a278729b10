"""What was only said, and no item was made of: a request to forget may mean it, and it does not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import AgentMemory, Config, Event, Refused, Retracted, Runtime, Session
from perdure.spans import without_spans
from perdure.values import RELAYED

ONLY_SAID = (
    ("My dad has dementia.", "I live in Leeds.", "please forget about my dad's dementia", "dementia"),
    ("我爸得了老年痴呆。", "我住在杭州。", "我爸老年痴呆那件事，请你忘掉", "痴呆"),
    ("我 dad 有 dementia。", "我住在 Leeds。", "把我 dad dementia 那件事忘掉吧", "dementia"),
)


async def told(runtime: Runtime, said: str, held: str, **place: str) -> tuple[AgentMemory, Session]:
    """One sentence that is only archived, and one that is learned."""
    agent = await runtime.agent("luna")
    session = await agent.start_session(**place)
    await agent.commit_turn(session, [Event.user(said, speaker="ann")], learn=False)
    await agent.commit_turn(session, [Event.user(held, speaker="ann")])
    return agent, session


async def shown(agent: AgentMemory, word: str, **place: str) -> list[str]:
    """What the archive may still give to a prompt of what was said with this word."""
    traces = await agent.search_conversation_traces(word, **place)
    records = [(trace.record, trace.withheld.get(trace.record.id, ())) for trace in traces]
    return [text for r, spans in records if word in (text := without_spans(r.content or "", spans))]


@pytest.mark.parametrize(("said", "held", "asked", "word"), ONLY_SAID)
async def test_what_was_only_said_is_hidden_where_a_request_means_it(
    tmp_path: Path, said: str, held: str, asked: str, word: str
) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent, session = await told(runtime, said, held)
        assert await shown(agent, word) == [said]
        receipt = await agent.commit_turn(session, [Event.user(asked)])
        assert [type(outcome) for outcome in receipt.outcomes] == [Retracted]
        assert said.rstrip(".。") in receipt.outcomes[0].reason
        assert any(held in item.content for item in await agent.items())
        assert await shown(agent, word) == []
        later = await agent.commit_turn(await agent.start_session(), [Event.user(asked)])
        assert not any(isinstance(outcome, Retracted) for outcome in later.outcomes)


async def test_what_was_only_said_keeps_another_thing_from_being_taken_for_it(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        for number, (said, held, asked) in enumerate(
            (
                (
                    "I go to AA on Tuesdays.",
                    "I go to pottery on Thursdays.",
                    "what I told you about Tuesdays, rub it out",
                ),
                ("我的微信密码是猫的名字。", "我的猫叫阿旺。", "密码是啥那句删干净，猫名可以留。"),
            )
        ):
            agent = await runtime.agent(f"a{number}")
            session = await agent.start_session()
            await agent.commit_turn(session, [Event.user(said)], learn=False)
            await agent.remember(held, session=session)
            await agent.commit_turn(session, [Event.user(asked)])
            assert any(held.rstrip(".。") in item.content for item in await agent.items()), asked


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        (Event.user("please forget about my dad's dementia", tags=(RELAYED,)), {}),
        (Event.user("please forget about my dad's dementia", speaker="bob"), {"scope": "group:team"}),
    ],
    ids=["relayed", "in a group"],
)
async def test_nobody_hides_what_is_not_theirs_to_hide(tmp_path: Path, asked: Event, place: dict[str, str]) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent, session = await told(runtime, "My dad has dementia.", "I live in Leeds.", **place)
        receipt = await agent.commit_turn(session, [asked])
        assert all(isinstance(outcome, Refused) for outcome in receipt.outcomes)
        assert "My dad has dementia." in await shown(agent, "dementia", **place)
