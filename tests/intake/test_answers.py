"""A question of memory's own is settled by the user's next message, and by nothing that only looks like an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure.agent import AgentMemory
from perdure.intake.answers import answer_in
from perdure.values import RELAYED, Event, Item, Session

TOLD = {
    "en": ("I live in Leeds.", "The user lives in York."),
    "zh": ("我住在杭州。", "用户住在苏州。"),
}
MEANT = {
    "yes": (
        "yes",
        "Yes, please.",
        "OK thanks",
        "that's right",
        "go ahead!",
        "对",
        "好的，就这样",
        "嗯，对",
        "行吧",
        "是的。",
    ),
    "no": ("no", "Nope.", "don't", "不要", "不是的", "别改"),
    "old": ("no, keep the old one", "leave it as it is", "不，保留原来的", "还是原来的"),
    "both": ("both", "keep both", "both are true", "都对", "两条都保留"),
    None: (
        *(
            "yes but wait",
            "not sure",
            "no, both",
            "yes and no",
            "right now I'm in York",
            "I said no",
            "yes?",
            "",
            "   ",
        ),
        *("对，我搬家了", "对不起", "好像不对", "是不是", "不要紧", "好久不见", "行李到了", "对吗？", "yes " * 30),
    ),
}


@pytest.mark.parametrize(("meant", "text"), [(meant, text) for meant, texts in MEANT.items() for text in texts])
def test_an_answer_is_the_whole_message_or_none(meant: str | None, text: str) -> None:
    assert answer_in(text) == meant


async def asked(luna: AgentMemory, language: str, *, in_other_words: bool = False) -> Session:
    """A session in which a proposal waits and was put to the user."""
    held, new = TOLD[language]
    session = await luna.start_session("s")
    await luna.commit_turn(session, Event.user(held))
    await luna.remember(new, source="relayed", session=session)
    [entry] = await luna.review.list()
    words = "Is that so?" if in_other_words else entry.question
    await luna.commit_turn(session, [Event.user("Hi."), Event.assistant(f"Hello! One thing: {words}")])
    return session


async def home_of(luna: AgentMemory) -> Item:
    return await luna.item("profile:user")


@pytest.mark.parametrize(
    ("language", "answer", "takes_it"),
    [
        ("en", "yes", True),
        ("en", "no, keep the old one", False),
        ("zh", "好的，就这样", True),
        ("zh", "对", True),
        ("zh", "不要", False),
        ("en", "对", True),
    ],
)
async def test_the_users_next_message_settles_it(luna: AgentMemory, language: str, answer: str, takes_it: bool) -> None:
    session = await asked(luna, language)
    receipt = await luna.commit_turn(session, [Event.user(answer), Event.assistant("Done.")])
    assert [outcome.outcome for outcome in receipt.outcomes] == ["superseded" if takes_it else "refused"]
    assert await luna.review.list() == []
    held, new = TOLD[language]
    home = await home_of(luna)
    assert home.content == (new if takes_it else held).rstrip(".。") or home.content == (new if takes_it else held)
    assert home.source.value == "user"


@pytest.mark.parametrize("answer", ["yes but wait", "not sure", "both", "也许吧", "I moved to York last week."])
async def test_an_unclear_answer_settles_nothing(luna: AgentMemory, answer: str) -> None:
    session = await asked(luna, "en")
    receipt = await luna.commit_turn(session, Event.user(answer))
    assert not any("accepted by" in outcome.reason or "rejected by" in outcome.reason for outcome in receipt.outcomes)


async def test_an_answer_counts_at_once_or_not_at_all(luna: AgentMemory) -> None:
    session = await asked(luna, "en")
    await luna.commit_turn(session, [Event.user("What's the weather?"), Event.assistant("Sunny. Anything else?")])
    assert (await luna.commit_turn(session, Event.user("yes"))).outcomes == ()
    other = await luna.start_session("other")
    assert (await luna.commit_turn(other, Event.user("yes"))).outcomes == ()
    assert len(await luna.review.list()) == 1


async def test_a_relayed_yes_and_a_yes_to_other_words_settle_nothing(luna: AgentMemory) -> None:
    session = await asked(luna, "en")
    relayed = replace(Event.user("yes"), tags=(RELAYED,))
    assert (await luna.commit_turn(session, relayed)).outcomes == ()
    assert len(await luna.review.list()) == 1


async def test_a_yes_to_a_question_in_other_words_settles_nothing(luna: AgentMemory) -> None:
    session = await asked(luna, "zh", in_other_words=True)
    assert (await luna.commit_turn(session, Event.user("对"))).outcomes == ()


async def test_of_two_questions_a_yes_answers_none(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await luna.commit_turn(session, Event.user("I live in Leeds. My name is Mia."))
    await luna.remember("The user lives in York.", source="relayed", session=session)
    await luna.remember("The user's name is Ann.", source="relayed", session=session)
    questions = [entry.question for entry in await luna.review.list()]
    assert len(questions) == 2
    await luna.commit_turn(session, [Event.user("Hi."), Event.assistant("\n".join(questions))])
    assert (await luna.commit_turn(session, Event.user("yes"))).outcomes == ()
    assert len(await luna.review.list()) == 2
