"""The context and the explanation that could have been given at a point: what was believed then, and nothing later."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from perdure import AgentMemory, Candidate, ErasureTarget, Event, InvalidInput, ManualClock, NotFound
from perdure.control.explain import told

DAY = timedelta(days=1)
LIFE = {
    "en": ("I live in Leeds.", "I moved to Porto.", "Where do I live?", "Leeds", "Porto", "Always answer briefly."),
    "zh": ("我住在杭州。", "我搬到深圳了。", "我住在哪里？", "杭州", "深圳", "以后都回答得简短一点。"),
}
languages = pytest.mark.parametrize("language", LIFE)


async def _moved(luna: AgentMemory, clock: ManualClock, language: str) -> datetime:
    """Somebody lives in one place, then moves and has a wish; the moment in between."""
    lived, moved, *_, wish = LIFE[language]
    session = await luna.start_session("s")
    await luna.commit_turn(session, [Event.user(lived)])
    await luna.history.snapshot("before the move")
    then = clock.now()
    clock.advance(DAY)
    await luna.commit_turn(session, [Event.user(moved)])
    await luna.commit_turn(session, [Event.user(wish)])
    clock.advance(DAY)
    return then


@pytest.mark.requirement("R368")
@languages
async def test_a_context_of_the_past_is_made_of_what_was_believed_then(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    *_, asked, before, after, wish = LIFE[language]
    start = clock.now() - DAY
    then = await _moved(luna, clock, language)
    for mode in ("auto", "on_demand", "strategy", "additions"):
        for session in (None, "s"):
            for point in (then, "before the move"):
                pack = await luna.compose(session, asked, budget=3_000, mode=mode, as_of=point)
                text = pack.text.replace(asked, "")
                assert (before in text, after in text, wish in text) == (True, False, False), (mode, session, text)
    now = (await luna.compose("s", asked, budget=3_000)).text
    assert after in now
    assert wish in now
    nothing = await luna.compose("s", asked, budget=3_000, as_of=start)
    assert before not in nothing.text
    assert not nothing.citations


@languages
async def test_looking_back_is_noted_nowhere(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    asked = LIFE[language][2]
    then = await _moved(luna, clock, language)
    pack = await luna.compose("s", asked, budget=3_000, as_of=then)
    assert pack.lines
    assert not await luna.port.read("main", lambda tx: tx.injected.of("s"))
    await luna.commit_turn("s", [Event.user(asked), Event.assistant("\n".join(pack.lines))])
    await luna.end_session("s")
    assert {item.use_count for item in await luna.items(status=None)} == {0}
    with pytest.raises(InvalidInput):
        await luna.compose(None, asked, as_of=then, now=then)
    with pytest.raises(NotFound):
        await luna.compose(None, asked, as_of="no such snapshot")


async def test_notes_identity_patches_and_doubts_are_those_of_then(luna: AgentMemory, clock: ManualClock) -> None:
    await luna.memory_append("the boiler man comes 周五")
    await luna.patches.add("technology", "Foo 3 is out 发布了", event_date="2026-01-01")
    await luna.identity.set("Luna", persona="calm 沉稳")
    for name, value in (("tea", "oolong"), ("drink", "无茶 never tea")):
        await luna.upsert_recall(Candidate("preferences", {"name": name, "value": value}))
    first, second = [(await luna.item(f"pref:other:{name}")).id for name in ("tea", "drink")]
    await luna.port.write("main", lambda tx: tx.links.add(first, second))
    then = clock.now()
    clock.advance(timedelta(hours=1))
    await luna.port.write("main", lambda tx: tx.links.settle(first, second))
    await luna.memory_append("the boiler is mended 修好了")
    await luna.patches.add("technology", "Bar 4 is out", event_date="2026-01-01")
    await luna.identity.set("Luna", persona="merry 活泼")
    explained = await luna.history.explain(first, as_of=then)
    assert [(one.item.id, one.is_settled) for one in explained.beside] == [(second, False)]
    assert [one.is_settled for one in (await luna.history.explain(first)).beside] == [True]
    was = await luna.compose(None, "oolong tea?", budget=4_000, as_of=then)
    now = await luna.compose(None, "oolong tea?", budget=4_000)
    assert ("boiler man" in was.text, "修好了" in was.text, "修好了" in now.text) == (True, False, True)
    assert ("沉稳" in was.text, "活泼" in was.text, "活泼" in now.text) == (True, False, True)
    doubted = [block.text.count("无茶") for pack in (was, now) for block in [pack.blocks["recall_block"]]]
    assert doubted == [2, 1]  # by itself, and beside what it may contradict
    task = "Write code for Foo and Bar with the newest API"
    was = await luna.compose(None, task, budget=4_000, mode="strategy", as_of=then)
    now = await luna.compose(None, task, budget=4_000, mode="strategy")
    assert [name in was.text for name in ("Foo 3", "Bar 4")] == [True, False]
    assert [name in now.text for name in ("Foo 3", "Bar 4")] == [True, True]


@languages
async def test_an_explanation_of_the_past_knows_nothing_of_what_came_later(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    lived, _, asked, before, after, _ = LIFE[language]
    then = await _moved(luna, clock, language)
    await luna.compose("s", asked, budget=3_000)
    now = await luna.history.explain("profile:user#city")
    assert after in now.item.content
    for what in (asked, "profile:user", "profile:user#city"):
        found = await luna.history.explain(what, as_of=then)
        assert before in found.item.content
        assert (found.item.is_active, found.replaced_by, found.replaces, found.uses) == (True, None, (), ())
        assert len(found.history.versions) == 1
        assert [quote.text for quote in found.quotes] == [lived]
        assert all(after not in line for line in told(found, language))
    by_id = await luna.history.explain(found.item.id, as_of="before the move")
    assert by_id.item == found.item
    for missing in (now.item, now.item.key):
        with pytest.raises(NotFound):
            await luna.history.explain(missing, as_of=then - DAY)
    with pytest.raises(NotFound):
        await luna.history.explain(now.item, as_of=then)


@languages
async def test_what_was_erased_does_not_come_back_by_looking_back(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    *_, asked, before, _, _ = LIFE[language]
    then = await _moved(luna, clock, language)
    [was] = await luna.items("profile", as_of=then)
    await luna.erase(ErasureTarget(session="s"))
    for session in (None, "s"):
        pack = await luna.compose(session, asked, budget=3_000, as_of=then)
        assert before not in pack.text
    for what in (was.id, was.key, asked):
        with pytest.raises(NotFound):
            await luna.history.explain(what, as_of=then)


async def test_what_was_said_around_a_trace_later_is_not_shown_with_it(luna: AgentMemory, clock: ManualClock) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("The spare key is with Ann.")])
    then = clock.now()
    clock.advance(DAY)
    await luna.commit_turn(session, [Event.user("No, 在老王那里。")])
    [now] = await luna.search_conversation_traces("spare key")
    [was] = await luna.search_conversation_traces("spare key", as_of=then)
    assert (len(now.around), was.around) == (1, ())
