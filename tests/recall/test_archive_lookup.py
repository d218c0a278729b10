"""Looking into the archive: by words, surroundings, session, time and filters; never without a reason."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from perdure import AgentMemory, Event, InvalidInput, ManualClock
from perdure.recall.traces import LOOKUP_REASONS

MAY = datetime(2025, 5, 7, 9, tzinfo=UTC)


async def tell(
    memory: AgentMemory, session_id: str, lines: list[str], when: datetime = MAY, scope: str = "main"
) -> None:
    session = await memory.start_session(session_id, scope=scope)
    for n, line in enumerate(lines):
        speaker, _, said = line.partition(": ")
        stamp = when + timedelta(minutes=n)
        await memory.commit_turn(session, [Event.user(said, speaker=speaker, timestamp=stamp)])


async def said(memory: AgentMemory, query: str, **more: object) -> list[str | None]:
    return [trace.record.content for trace in await memory.retrieve_archival(query, **more)]  # type: ignore[arg-type]


@pytest.mark.requirement("R305", "R352")
async def test_what_was_said_is_found_with_what_stood_around_it(luna: AgentMemory) -> None:
    await tell(luna, "a", ["Ann: Which city will it be?", "Bob: Leeds, I think.", "Ann: 太好了，离车站近吗？"])
    await tell(luna, "b", ["Ann: The piano was out of tune."])
    (first, *_) = await luna.retrieve_archival("Leeds")
    assert first.record.content == "Leeds, I think."
    assert [record.content for record in first.around] == ["Which city will it be?", "太好了，离车站近吗？"]
    assert "leed" in first.why.words
    assert (await said(luna, "车站"))[0] == "太好了，离车站近吗？"


async def test_the_surroundings_of_a_record_count(luna: AgentMemory) -> None:
    await tell(luna, "a", ["Ann: Where did you buy the red bicycle?", "Bob: At Miller's, last week."])
    await tell(luna, "b", ["Ann: How was the concert?", "Bob: Fine, thanks."])
    assert "At Miller's, last week." in (await said(luna, "where was the bicycle bought"))[:2]


async def test_a_named_speaker_and_a_named_time_are_preferred(luna: AgentMemory, clock: ManualClock) -> None:
    await tell(luna, "a", ["Ann: I went hiking.", "Bob: I went hiking."], MAY)
    await tell(luna, "b", ["Ann: I went hiking again."], datetime(2025, 9, 1, tzinfo=UTC))
    assert (await said(luna, "When did Bob go hiking?"))[0] == "I went hiking."
    assert next(t.record.speaker for t in await luna.retrieve_archival("When did Bob go hiking?")) == "Bob"
    clock.advance(timedelta(days=1))
    assert (await said(luna, "hiking in September 2025"))[0] == "I went hiking again."
    assert (await said(luna, "2025年9月 hiking"))[0] == "I went hiking again."


@pytest.mark.requirement("R247", "R249", "R250")
async def test_every_look_has_a_reason_and_is_logged_without_the_question(luna: AgentMemory) -> None:
    await tell(luna, "a", ["Ann: My secret is a canary."])
    for reason in LOOKUP_REASONS:
        await luna.retrieve_archival("canary", reason=reason)
    with pytest.raises(InvalidInput, match="reason"):
        await luna.retrieve_archival("canary", reason="curiosity")
    log = await luna.archive.lookups()
    assert [(look.reason, look.hits) for look in log] == [(reason, 1) for reason in reversed(LOOKUP_REASONS)]
    assert "canary" not in repr(log)
    await luna.search_memory("canary")
    assert len(await luna.archive.lookups()) == len(LOOKUP_REASONS)  # a search of items does not look


async def test_filters_narrow_and_never_widen(luna: AgentMemory) -> None:
    await tell(luna, "a", ["Ann: tea in main"])
    await tell(luna, "p", ["Ann: tea in private"], scope="peer:a")
    session = await luna.start_session("t")
    await luna.commit_turn(
        session, [Event.tool("kettle", {"heat": "tea water"}, "tea is ready"), Event.assistant("tea!")]
    )
    assert set(await said(luna, "tea")) == {"tea in main", "tea is ready", "tea!"}
    assert await said(luna, "tea", in_session="p") == []
    assert await said(luna, "tea", in_session="a") == ["tea in main"]
    assert await said(luna, "tea", role="assistant") == ["tea!"]
    assert await said(luna, "water", tool="kettle") == ["tea is ready"]
    assert await said(luna, "tea", until=MAY) == []
    assert await said(luna, "tea", since=MAY, until=MAY + timedelta(days=1)) == ["tea in main"]
    assert await said(luna, "tea", scope="peer:a") == ["tea in private"]
    with pytest.raises(InvalidInput, match="role"):
        await luna.retrieve_archival("tea", role="owner")
    with pytest.raises(InvalidInput, match="`k`"):
        await luna.retrieve_archival("tea", k=0)


@pytest.mark.requirement("R120", "R253", "R298")
async def test_traces_hold_tool_arguments_and_results(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.tool("deploy", {"target": "staging-7"}, {"status": "failed", "code": 137})])
    (trace,) = await luna.search_conversation_traces("staging-7")
    assert (trace.record.arguments, trace.record.result) == ({"target": "staging-7"}, {"status": "failed", "code": 137})
    assert (await luna.search_conversation_traces("137"))[0].record.name == "deploy"


async def test_sessions_are_found_through_their_turns(luna: AgentMemory) -> None:
    await tell(luna, "trip", ["Ann: We fly to Oslo.", "Bob: The hotel is booked.", "Ann: Oslo in winter!"])
    await tell(luna, "work", ["Ann: The report is late.", "Bob: Oslo asked for it once."])
    await tell(luna, "food", ["Ann: Dumplings tonight?"])
    best = await luna.retrieve_archival("Oslo hotel", by_session=True)
    assert [trace.record.session_id for trace in best][:2] == ["trip", "work"]
    assert len({trace.record.session_id for trace in best}) == len(best)


async def test_a_long_paste_is_found_by_its_end(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("lorem ipsum " * 800 + " zanzibar")])
    await luna.commit_turn(session, [Event.user("short")])
    assert (await said(luna, "zanzibar"))[0].endswith("zanzibar")  # type: ignore[union-attr]


async def test_what_a_person_said_counts_for_more_than_what_was_answered(luna: AgentMemory) -> None:
    session = await luna.start_session("a")
    for event in (Event.assistant("围棋课 on Monday, go lesson."), Event.user("围棋课 on Monday, go lesson.")):
        await luna.commit_turn(session, [event])
    for question in ("Monday's go lesson", "围棋课"):
        roles = [trace.record.role for trace in await luna.retrieve_archival(question)]
        assert roles[0] == "user"
    roles = [trace.record.role for trace in await luna.retrieve_archival("What did you say about the go lesson?")]
    assert roles[0] == "assistant"


async def test_of_sessions_the_one_comes_first_in_which_the_user_spoke_of_it(luna: AgentMemory) -> None:
    lines = "The go lesson, 围棋课 at nine.", "Fine, 好的 then."
    for name, (asked, answered) in {"told": lines, "answered": lines[::-1]}.items():
        session = await luna.start_session(name)
        await luna.commit_turn(session, [Event.user(asked), Event.assistant(answered)])
    for question in ("go lesson", "围棋课"):
        found = await luna.retrieve_archival(question, by_session=True)
        assert [trace.record.session_id for trace in found] == ["told", "answered"]
        told, answered = (trace.why.raw for trace in found)
        assert told["said"] > 0
        assert "said" not in answered


async def test_of_sessions_alike_the_later_comes_first_unless_a_time_is_named(
    luna: AgentMemory, clock: ManualClock
) -> None:
    clock.advance(datetime(2025, 6, 20, tzinfo=UTC) - clock.now())
    await tell(luna, "may", ["Ann: The kitchen plan, 厨房 as drawn."], MAY)
    await tell(luna, "june", ["Ann: The kitchen plan, 厨房 as drawn."], MAY + timedelta(days=31))

    async def sessions(query: str) -> list[str]:
        found = await luna.retrieve_archival(query, by_session=True)
        return [trace.record.session_id for trace in found]

    assert await sessions("kitchen plan") == ["june", "may"]
    assert await sessions("厨房") == ["june", "may"]
    assert await sessions("kitchen plan on 7 May 2025") == ["may", "june"]
    assert await sessions("2025年5月7日的厨房") == ["may", "june"]


async def test_a_word_that_few_sessions_hold_says_more_about_one_than_a_word_that_one_repeats(
    luna: AgentMemory,
) -> None:
    for n in range(6):
        await tell(luna, f"s{n}", ["Ann: The garden again.", "Bob: Weather, weather."])
    await tell(luna, "rare", ["Ann: The garden has a heron.", "Bob: 真的吗？"])
    await tell(luna, "often", ["Ann: Garden, garden, garden.", "Bob: Garden!"])
    found = await luna.retrieve_archival("a heron in the garden", by_session=True)
    assert found[0].record.session_id == "rare"


@pytest.mark.parametrize(("word", "said"), [("saxophone", "I bought a saxophone"), ("萨克斯", "我买了一支萨克斯")])
async def test_who_looks_for_a_word_is_shown_what_holds_it(luna: AgentMemory, word: str, said: str) -> None:
    """Its neighbours come along as such. Whoever asks a question is shown them too: they may be the answer."""
    session = await luna.start_session()
    for text in ("hello there", said, "what about dinner", "and the weather"):
        await luna.commit_turn(session, [Event.user(text)], learn=False)
    (trace,) = await luna.search_conversation_traces(word)
    assert trace.record.content == said
    assert "what about dinner" in [record.content for record in trace.around]
    assert [trace.record.content for trace in await luna.retrieve_archival(word)][:1] == [said]
    assert len(await luna.retrieve_archival(word)) > 1
    assert await luna.search_conversation_traces("trumpet") == []


@pytest.mark.parametrize(
    ("said", "query", "wanted"),
    [
        (
            (("Ann", "What did you win at the fair, Bob?"), ("Bob", "A goldfish, can you believe it!")),
            "What did Bob win at the fair?",
            "A goldfish, can you believe it!",
        ),
        (
            (("小安", "阿宝，你在集市上赢了什么？"), ("阿宝", "一条金鱼，你敢信！")),
            "阿宝在集市上赢了什么",
            "一条金鱼，你敢信！",
        ),
    ],
)
async def test_who_answers_a_question_is_found_by_its_words(
    luna: AgentMemory, said: tuple[tuple[str, str], ...], query: str, wanted: str
) -> None:
    """Among named people. A user's question to an assistant is found as such."""
    for number in range(4):  # others talk of it as well
        other = await luna.start_session(f"other-{number}")
        await luna.commit_turns(
            other,
            [[Event.user(f"The fair number {number} was loud. 集市 {number} 很吵。", speaker="Cleo")]],
            learn=False,
        )
    session = await luna.start_session("talk")
    await luna.commit_turns(session, [[Event.user(text, speaker=who)] for who, text in said], learn=False)
    found = await luna.retrieve_archival(query, k=3)
    answer = next(trace for trace in found if trace.record.content == wanted)
    assert answer.why.raw["answer"] > 0
