"""What a request to forget was answered with is settled by the user's next message, if that is an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from perdure.agent import AgentMemory
from perdure.config import Config
from perdure.intake.extract.contract import KnownItem
from perdure.intake.meant import Thing, things_of
from perdure.intake.which import answer_to_which, chosen
from perdure.messages import say
from perdure.runtime import Runtime
from perdure.spans import without_spans
from perdure.values import RELAYED, Event, Outcome, Receipt, Session

GREEN, BLACK = "I like green tea", "I like black tea"
GREEN_ZH, BLACK_ZH = "我喜欢绿茶", "我喜欢红茶"
TEAS, TEAS_ZH = (GREEN, BLACK), (GREEN_ZH, BLACK_ZH)
ASK, ASK_ZH = "forget the tea", "忘掉茶"
AGAIN = "again"
MEANT: tuple[tuple[tuple[str, ...], tuple[str, ...], object], ...] = (
    (TEAS, ("both", "all of them", "Both, please.", "yes, both", "green tea and black tea", "全部", "都忘掉"), TEAS),
    (TEAS, ("the second one", "#2", "the black one", "Black tea.", "yes, the black one, thanks"), (BLACK,)),
    (TEAS, ("第二个", "好的，第二个吧", "black 那个", "the last one", "only the black one"), (BLACK,)),
    (TEAS, ("no", "neither", "Never mind.", "keep both", "no thanks", "算了", "都留着"), ()),
    (TEAS, ("yes", "ok", "yes, that one", "是的", "the tea one", "all three", "the third one", "都要"), AGAIN),
    (TEAS, ("no, the black one", "not the black one", "the first one, the black one", "绿茶那个"), AGAIN),
    (TEAS, (f"{BLACK}.", "I moved to York", "which one?", "yes, I hate tea now", "forget black tea", "thanks"), None),
    (TEAS, ("the black one is great", "hello", "", "yes " * 30, "yes?", "more black tea"), None),
    ((GREEN,), ("yes", "Yes, that one.", "do it", "是的", "对，忘掉吧", "the green one", "all of it", "all"), (GREEN,)),
    ((GREEN,), ("no", "nope", "不是", "别删"), ()),
    ((GREEN,), ("both", "forget it", "the second one", "the black one"), AGAIN),
    (TEAS_ZH, ("第一个", "绿茶那个", "绿茶", "绿茶那条吧", "绿的那个", "把绿茶那个删掉", "the first one"), (GREEN_ZH,)),
    (TEAS_ZH, ("全部", "都忘掉", "都删了吧", "两个都忘掉", "绿茶和红茶", "both"), TEAS_ZH),
    (TEAS_ZH, ("算了", "算了吧", "都不是", "不用了", "no"), ()),
    (TEAS_ZH, ("是的", "三个都忘掉", "两个", "green 那个", "都不要"), AGAIN),
    (TEAS_ZH, (GREEN_ZH, "喜欢绿茶", "绿茶不喝了", "忘掉绿茶", "我昨天买了绿茶", "谢谢", "你好"), None),
    (("我老公在银行上班", "我妈在银行上班"), ("我老公那条", "老公", "我老公的"), ("我老公在银行上班",)),
    (("我老公在银行上班", "我妈在银行上班"), ("我老公升职了",), None),
)


@pytest.mark.parametrize(
    ("shown", "text", "want"), [(shown, text, want) for shown, texts, want in MEANT for text in texts]
)
def test_an_answer_names_what_was_shown_or_is_none(shown: tuple[str, ...], text: str, want: object) -> None:
    things: list[Thing] = things_of(KnownItem("facts", f"fact:{n}", {}, said) for n, said in enumerate(shown))
    answer = answer_to_which(text)
    found = None if answer is None else chosen(answer, things)
    got = None if found is None else tuple(one.said for one in found.things) if found.is_clear else AGAIN
    assert got == want


async def asked(
    agent: AgentMemory, held: Sequence[str] = TEAS, ask: str | Event = ASK, name: str = "s", **place: str
) -> Session:
    """A session in which things were put in and a request to forget was answered with a question."""
    session = await agent.start_session(name, **place)
    for said in held:
        please = "Please remember: " if said.isascii() else "请记住："
        await agent.commit_turn(session, Event.user(please + said))
    request = Event.user(ask) if isinstance(ask, str) else ask
    receipt = await agent.commit_turn(session, request)
    assert codes(receipt) in (["request.which"], ["request.this"]), receipt.outcomes
    assert await left(agent) == set(held)
    return session


async def left(agent: AgentMemory) -> set[str]:
    held = [item.content for item in await agent.items() if item.type != "entities"]
    return {line.removeprefix("- ") for content in held for line in content.splitlines()}


def codes(receipt: Receipt) -> list[str]:
    return [code_of(outcome) for outcome in receipt.outcomes]


def code_of(outcome: Outcome) -> str:
    return str(getattr(outcome.reason, "code", ""))


@pytest.mark.parametrize(
    ("held", "ask", "answer", "stays"),
    [
        (TEAS, ASK, "both", set()),
        (TEAS, ASK, "全部", set()),
        (TEAS, ASK, "the second one", {GREEN}),
        (TEAS, ASK, "the black one", {GREEN}),
        (TEAS, ASK, "black tea", {GREEN}),
        (TEAS, ASK, "第二个", {GREEN}),
        (TEAS_ZH, ASK_ZH, "都忘掉", set()),
        (TEAS_ZH, ASK_ZH, "绿茶那个", {BLACK_ZH}),
        (TEAS_ZH, ASK_ZH, "the second one", {GREEN_ZH}),
        (("我老公在银行上班", "我妈在银行上班"), "忘掉银行上班的事", "我老公那条", {"我妈在银行上班"}),
        (("I'm allergic to peanuts", "I'm allergic to kiwi"), "forget my allergy", "kiwi", {"I'm allergic to peanuts"}),
        ((GREEN,), "forget the green tea lol", "yes", set()),
        ((GREEN,), "forget the green tea lol", "是的", set()),
    ],
)
async def test_the_answer_is_obeyed(
    luna: AgentMemory, held: Sequence[str], ask: str, answer: str, stays: set[str]
) -> None:
    session = await asked(luna, held, ask)
    receipt = await luna.commit_turn(session, [Event.user(answer), Event.assistant("Done.")])
    assert {outcome.outcome for outcome in receipt.outcomes} == {"retracted"}
    assert all(ask in outcome.reason for outcome in receipt.outcomes)
    assert await left(luna) == stays


@pytest.mark.parametrize(
    ("held", "ask", "answer"), [(TEAS, ASK, "neither"), (TEAS, ASK, "no"), (TEAS_ZH, ASK_ZH, "算了")]
)
async def test_no_changes_nothing_and_says_so(luna: AgentMemory, held: Sequence[str], ask: str, answer: str) -> None:
    session = await asked(luna, held, ask)
    assert codes(await luna.commit_turn(session, Event.user(answer))) == ["request.kept"]
    assert await left(luna) == set(held)
    # It was settled: a yes that follows has nothing to answer.
    assert (await luna.commit_turn(session, Event.user("both"))).outcomes == ()
    assert await left(luna) == set(held)


@pytest.mark.parametrize(
    ("held", "ask", "answer"), [(TEAS, ASK, "yes"), (TEAS_ZH, ASK_ZH, "是的"), (TEAS, ASK, "the white one")]
)
async def test_an_unclear_answer_is_asked_again_and_can_be_answered_then(
    luna: AgentMemory, held: Sequence[str], ask: str, answer: str
) -> None:
    session = await asked(luna, held, ask)
    receipt = await luna.commit_turn(session, Event.user(answer))
    assert codes(receipt) == ["request.which"]
    assert all(said in receipt.outcomes[0].reason for said in held)
    assert await left(luna) == set(held)
    await luna.commit_turn(session, Event.user("the first one"))
    assert await left(luna) == {held[1]}


async def test_once_it_is_settled_nothing_more_is_answered(luna: AgentMemory) -> None:
    session = await asked(luna)
    await luna.commit_turn(session, Event.user("the first one"))
    assert (await luna.commit_turn(session, Event.user("yes"))).outcomes == ()
    assert (await luna.commit_turn(session, Event.user("the second one"))).outcomes == ()
    assert await left(luna) == {BLACK}


@pytest.mark.parametrize("between", ["What's the weather like?", "I live in Leeds.", "thanks"])
async def test_a_yes_two_turns_later_forgets_nothing(luna: AgentMemory, between: str) -> None:
    session = await asked(luna)
    await luna.commit_turn(session, [Event.user(between), Event.assistant("Anything else?")])
    receipt = await luna.commit_turn(session, Event.user("both"))
    assert receipt.outcomes == ()
    assert {GREEN, BLACK} <= await left(luna)


@pytest.mark.parametrize("answer", ["yes", "both", "the black one", "是的", "第一个"])
async def test_an_answer_to_something_else_forgets_nothing(luna: AgentMemory, answer: str) -> None:
    session = await asked(luna)
    other = await luna.start_session("other")
    await luna.commit_turn(other, [Event.user("Tell me about tea."), Event.assistant("Gladly. Green or black?")])
    receipt = await luna.commit_turn(other, Event.user(answer))
    assert not any(outcome.outcome == "retracted" for outcome in receipt.outcomes)
    assert {GREEN, BLACK} <= await left(luna)
    assert session.id != other.id


async def test_a_request_that_was_obeyed_leaves_nothing_to_answer(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    for said in TEAS:
        await luna.commit_turn(session, Event.user(f"Please remember: {said}"))
    await luna.commit_turn(session, Event.user("forget the green tea"))
    assert await left(luna) == {BLACK}
    assert (await luna.commit_turn(session, Event.user("yes"))).outcomes == ()
    assert await left(luna) == {BLACK}


async def test_a_bare_yes_to_the_assistants_own_question_is_asked_again(luna: AgentMemory) -> None:
    session = await asked(luna)
    await luna.commit_turn(session, Event.assistant("Sure. Would you like to hear a joke?"))
    assert codes(await luna.commit_turn(session, Event.user("all"))) == ["request.which"]
    await luna.commit_turn(session, Event.assistant("Which tea do you mean?"))
    await luna.commit_turn(session, Event.user("all"))
    assert await left(luna) == set()


async def test_a_relayed_answer_only_proposes(luna: AgentMemory) -> None:
    session = await asked(luna)
    relayed = replace(Event.user("the black one"), tags=(RELAYED,))
    receipt = await luna.commit_turn(session, relayed)
    assert [outcome.outcome for outcome in receipt.outcomes] == ["pending"]
    assert await left(luna) == set(TEAS)
    [entry] = await luna.review.list()
    await luna.review.accept(entry.item.id)
    assert await left(luna) == {GREEN}


async def test_an_answer_to_a_relayed_request_only_proposes(luna: AgentMemory) -> None:
    session = await asked(luna, ask=replace(Event.user(ASK), tags=(RELAYED,)))
    receipt = await luna.commit_turn(session, Event.user("the black one"))
    assert [outcome.outcome for outcome in receipt.outcomes] == ["pending"]
    assert await left(luna) == set(TEAS)


@pytest.mark.parametrize(("speaker", "forgets"), [("ann", True), ("bob", False), (None, False)])
async def test_in_a_group_nobody_answers_for_others(luna: AgentMemory, speaker: str | None, forgets: bool) -> None:
    session = await luna.start_session("s", scope="group:team")
    for said in TEAS:
        await luna.commit_turn(session, Event.user(f"Please remember: {said}", speaker="ann"))
    await luna.commit_turn(session, Event.user(ASK, speaker="ann"))
    await luna.commit_turn(session, Event.user("the black one", speaker=speaker))
    held = {item.content for item in await luna.items(scope="group:team")}
    assert GREEN in held
    assert (BLACK not in held) is forgets


async def test_request_and_answer_are_hidden_and_undo_brings_all_back(luna: AgentMemory) -> None:
    session = await asked(luna)
    receipt = await luna.commit_turn(session, Event.user("the black one"))
    pack = (await luna.compose(session, "tea")).text
    assert BLACK not in pack
    assert ASK not in pack
    assert GREEN in pack
    [change] = await luna.history.changes(limit=1)
    await luna.history.undo(change.revision)
    assert receipt.outcomes
    assert await left(luna) == set(TEAS)


async def test_turns_that_come_in_together_are_answered_alike(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    turns = [Event.user(f"Please remember: {said}") for said in TEAS]
    receipts = await luna.commit_turns(session, [*turns, Event.user(ASK), Event.user("the black one")])
    assert codes(receipts[-2]) == ["request.which"]
    assert await left(luna) == {GREEN}


async def test_a_request_and_its_answer_may_stand_in_one_turn(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    for said in TEAS:
        await luna.commit_turn(session, Event.user(f"Please remember: {said}"))
    talk = [Event.user(ASK), Event.assistant("Which one?"), Event.user("the black one")]
    await luna.commit_turn(session, talk)
    assert await left(luna) == {GREEN}


async def test_a_question_about_memory_that_waits_for_review_goes_first(luna: AgentMemory) -> None:
    session = await asked(luna, (*TEAS, "I live in Leeds"))
    await luna.remember("The user lives in York.", source="relayed", session=session)
    [entry] = await luna.review.list()
    await luna.commit_turn(session, Event.user(ASK))
    await luna.commit_turn(session, Event.assistant(entry.question))
    await luna.commit_turn(session, Event.user("yes"))
    assert await luna.review.list() == []
    assert set(TEAS) <= await left(luna)


async def test_an_answer_is_never_kept_as_a_statement_with_the_reader(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        cases = (
            (TEAS, ASK, "the black one", {GREEN}),
            (TEAS, ASK, "both", set()),
            (TEAS, ASK, "yes", set(TEAS)),
            (TEAS_ZH, "把喝茶的事忘掉", "绿茶那个", {BLACK_ZH}),
            (("我老公在银行上班", "我妈在银行上班"), "忘掉银行上班的事", "我老公那条", {"我妈在银行上班"}),
            (
                ("我老公在银行上班", "我妈在银行上班"),
                "忘掉银行上班的事",
                "我女儿那条",
                {"我老公在银行上班", "我妈在银行上班"},
            ),
        )
        for number, (held, ask, answer, stays) in enumerate(cases):
            agent = await runtime.agent(f"a{number}")
            session = await asked(agent, held, ask)
            receipt = await agent.commit_turn(session, Event.user(answer))
            assert receipt.outcomes, answer
            assert await left(agent) == stays, answer


async def test_the_reader_reads_the_request_again_after_a_restart(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        await asked(await runtime.agent("luna"), TEAS_ZH, "把喝茶的事忘掉")
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        await agent.commit_turn(await agent.start_session("s"), Event.user("绿茶那个"))
        assert await left(agent) == {BLACK_ZH}


ALSO = (
    (
        ("I have a blue knee brace", "My blue knee brace is new", "I have a red knee brace"),
        "forget everything about my blue knee brace",
    ),
    (
        ("I'm allergic to green raw apples", "I'm allergic to green raw pears", "I'm allergic to green kiwi"),
        "forget everything about my green raw allergies",
    ),
    (("我有一条蓝色的旧围巾", "蓝色的旧围巾丢了", "我有一条蓝色的新围巾"), "关于蓝色旧围巾的都忘掉"),
)
"""What is held, of which the last may be meant as well, and the request."""


@pytest.mark.parametrize(("held", "ask"), ALSO)
@pytest.mark.parametrize(("answer", "goes"), [("yes", True), ("是的", True), ("no", False)])
async def test_what_may_be_meant_as_well_goes_on_a_yes(
    luna: AgentMemory, held: Sequence[str], ask: str, answer: str, goes: bool
) -> None:
    session = await luna.start_session("s")
    for said in held:
        await luna.commit_turn(session, Event.user(f"Please remember: {said}"))
    receipt = await luna.commit_turn(session, Event.user(ask))
    assert codes(receipt)[-1] == "request.also"
    assert await left(luna) == {held[-1]}
    await luna.commit_turn(session, Event.user(answer))
    assert await left(luna) == (set() if goes else {held[-1]})
    assert (await luna.commit_turn(session, Event.user("yes"))).outcomes == ()


ONLY_SAID = (
    (("My dad has dementia.", "My mum has dementia."), "please forget about the dementia", "my dad's one"),
    (("我爸有糖尿病。", "我妈有糖尿病。"), "糖尿病的事忘掉", "我爸那条"),
)


@pytest.mark.parametrize(("said", "ask", "answer"), ONLY_SAID)
@pytest.mark.parametrize("tags", [(), (RELAYED,)], ids=["the user", "relayed"])
async def test_what_was_only_said_is_hidden_by_an_answer(
    tmp_path: Path, said: Sequence[str], ask: str, answer: str, tags: tuple[str, ...]
) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session("s")
        for one in said:
            await agent.commit_turn(session, Event.user(one), learn=False)
        assert codes(await agent.commit_turn(session, Event.user(ask))) == ["request.which"]
        await agent.commit_turn(session, Event.user(answer, tags=tags))
        is_shown = [any(one in text for text in await shown(agent, one)) for one in said]
        assert is_shown == [bool(tags), True]


async def shown(agent: AgentMemory, words: str) -> list[str]:
    """What the archive may still give to a prompt."""
    traces = await agent.search_conversation_traces(words)
    return [without_spans(one.record.content or "", one.withheld.get(one.record.id, ())) for one in traces]


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [("en", "say “yes”", "say which"), ("zh", "回答“是”就忘掉", "请说明是哪一项")],
)
def test_the_question_tells_how_to_answer(language: str, one: str, several: str) -> None:
    assert one in say("request.this", language, things="“x”")
    assert several in say("request.which", language, things="“x”; “y”")
