"""Where items answer weakly the archive is shown; an earlier question is never evidence for its answer."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, ContextPack, Event


def shown(pack: ContextPack) -> list[str]:
    return [c.record_id for c in pack.citations if c.block == "archival_evidence_block" and c.record_id]


async def said(luna: AgentMemory, text: str) -> str:
    session = await luna.start_session()
    [record] = (await luna.commit_turn(session, [Event.user(text)], learn=False)).records
    await luna.end_session(session)
    return record


WEAK = [
    # What an item holds beside the question, what was said, what is asked.
    ("My sister is called Anna", "My sister Anna became a vet last year", "What is my sister's job as a vet?"),
    ("一家银行的卡", "昨天和老王去吃了那家新开的面馆，排队排了一小时", "那家面馆排队排了多久？"),
    ("我上班坐地铁", "我们在去大连的船上看了一部讲企鹅的电影", "我们在船上看了什么电影"),
    ("the shop 店 closes at six", "那家 ramen 店 在 station 后面", "那家 ramen 店 在 station 哪边？"),
]


@pytest.mark.requirement("R248")
@pytest.mark.parametrize(("held", "told", "asked"), WEAK)
async def test_an_item_that_holds_half_of_a_question_does_not_keep_the_archive_closed(
    luna: AgentMemory, held: str, told: str, asked: str
) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "a", "value": held}))
    record = await said(luna, told)
    pack = await luna.compose(await luna.start_session(), asked, budget=2_000)
    assert (pack.lookup, record in shown(pack)) == ("recall_miss", True)


@pytest.mark.parametrize(
    ("held", "asked"),
    [("the spare key is under the mat", "where is the spare key?"), ("备用钥匙在门垫下面", "备用钥匙在哪里？")],
)
async def test_a_full_answer_leaves_it_closed(luna: AgentMemory, held: str, asked: str) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "b", "value": held}))
    await said(luna, f"{held} 吗 or not")
    pack = await luna.compose(await luna.start_session(), asked, budget=2_000)
    assert (pack.lookup, shown(pack)) == (None, [])


QUESTIONS = [
    ("Who fixed our kitchen sink?", "Mr Olsen fixed our kitchen sink", "who fixed the kitchen sink"),
    ("who fixed our kitchen sink", "Mr Olsen fixed our kitchen sink", "Who fixed the kitchen sink?"),
    ("修空调的师傅姓什么", "修空调的师傅姓周", "修空调的师傅姓什么？"),
    ("修空调的师傅贵姓？", "修空调的师傅姓周", "修空调的师傅姓什么？"),
    ("我的 passport 放在哪里", "我的 passport 放在抽屉里", "我的 passport 放在哪个地方？"),
    ("where 是我的 cabin 钥匙？", "cabin 钥匙在冰箱上", "cabin 钥匙在哪？"),
]


@pytest.mark.parametrize(("question", "answer", "asked"), QUESTIONS)
async def test_an_earlier_question_is_no_evidence(luna: AgentMemory, question: str, answer: str, asked: str) -> None:
    before = await said(luna, question)
    record = await said(luna, answer)
    pack = await luna.compose(await luna.start_session(), asked, budget=2_000)
    assert record in shown(pack)
    assert before not in shown(pack)
    proof = await luna.compose(await luna.start_session(), f"{asked} 我的原话 exact words", budget=2_000)
    assert (proof.lookup, before in shown(proof)) == ("user_ask_evidence", False)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I moved to the harbour flat, remember?", "which flat did I move to, the harbour one?"),
        ("我对 penicillin 过敏，有什么可以替代的吗？", "我对 penicillin 过敏吗？"),
        ("我搬到海港公寓了，你知道吗？", "我搬到海港公寓了吗？"),
    ],
)
async def test_a_question_that_also_states_something_may_be_evidence(luna: AgentMemory, told: str, asked: str) -> None:
    record = await said(luna, told)
    assert record in shown(await luna.compose(await luna.start_session(), asked, budget=2_000))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How long is the Bergen ferry?", "when did I ask you about the Bergen ferry?"),
        ("卑尔根的渡轮要多久？", "我什么时候问过你卑尔根的渡轮？"),
    ],
)
async def test_what_was_asked_is_evidence_of_having_been_asked(luna: AgentMemory, question: str, asked: str) -> None:
    record = await said(luna, question)
    assert record in shown(await luna.compose(await luna.start_session(), asked, budget=2_000))


async def test_a_character_in_common_brings_no_small_talk_along(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("早"), Event.assistant("好。")], learn=False)
    await luna.end_session(session)
    assert shown(await luna.compose(await luna.start_session(), "今晚吃什么好？", budget=2_000)) == []
    record = await said(luna, "我住青石巷")
    assert shown(await luna.compose(await luna.start_session(), "我住在哪里？", budget=2_000)) == [record]
