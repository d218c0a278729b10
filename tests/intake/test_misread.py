"""What a first reading made of the words of a request to forget goes once they are read as one."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Event, Refused, Retracted
from perdure.intake.moment import Moment
from perdure.intake.read_ahead import Readings, ReadRequest
from perdure.store.transaction import Transaction
from perdure.values import Item, Outcome, Receipt

RULES = {
    "en": "I'd rather you didn't hang on to my walnut allergy",
    "zh": "以后不要再揪着我花生过敏不放",
    "mixed": "以后别再 mention 我 walnut 过敏的事",
}
"""Requests that rules alone take for rules for how to act."""
HELD = {"en": "I live in Leeds.", "zh": "我住在杭州。", "mixed": "我住在 Leeds。"}


async def said(luna: AgentMemory, *texts: str) -> Receipt:
    """A turn as rules alone read it."""
    await luna.start_session("s")
    return await luna.commit_turn("s", [Event.user("\n".join(texts))])


async def read_again(
    luna: AgentMemory, turn: Receipt, asked: str, *, is_sure: bool = True, is_told: bool = False
) -> tuple[Outcome, ...]:
    """The turn once more, by a reader who takes these words of it for a request to forget."""

    def work(tx: Transaction) -> Receipt:
        record = tx.records_by_id(turn.records)[turn.records[0]]
        session = tx.session(turn.session)
        assert session is not None
        start = (record.content or "").index(asked)
        request = ReadRequest(0, start, start + len(asked), "forget", is_sure, is_told=is_told)
        event = Event.user(record.content or "", timestamp=record.timestamp)
        plain = Receipt(turn.session, turn.turn_id, turn.records)
        moment = Moment(record.sequence, record.timestamp)
        return luna._intake.learning(tx).from_turn(session, [event], plain, moment, Readings(requests=(request,)))

    return (await luna.port.write("main", work)).outcomes


async def held(luna: AgentMemory, type: str | None = None) -> list[Item]:
    return [item for item in await luna.items(type) if item.type != "entities"]


@pytest.mark.parametrize("language", RULES)
async def test_no_rule_stands_that_was_made_of_a_request_to_forget(luna: AgentMemory, language: str) -> None:
    asked, beside = RULES[language], HELD[language]
    turn = await said(luna, beside, f"{asked}.")
    assert sorted(item.type for item in await held(luna)) == ["profile", "rules"]
    outcomes = await read_again(luna, turn, asked)
    assert [type(outcome) for outcome in outcomes if outcome.type == "rules"] == [Retracted]
    assert [type(outcome) for outcome in outcomes if outcome.type == "requests"] == [Refused]
    assert [item.content for item in await held(luna)] == [beside]
    await read_again(luna, turn, asked)
    assert [item.content for item in await held(luna)] == [beside]


@pytest.mark.parametrize("language", RULES)
async def test_what_was_said_elsewhere_too_stays(luna: AgentMemory, language: str) -> None:
    rule = RULES[language]
    await said(luna, f"{rule}.")
    turn = await said(luna, f"{rule}!")
    await read_again(luna, turn, rule)
    assert len(await held(luna, "rules")) == 1


@pytest.mark.parametrize("language", RULES)
async def test_what_may_state_something_as_well_makes_no_rule_and_stays_a_statement(
    luna: AgentMemory, language: str
) -> None:
    asked, beside = RULES[language], HELD[language]
    turn = await said(luna, beside, f"{asked}.")
    await read_again(luna, turn, f"{beside}\n{asked}", is_sure=False, is_told=True)
    assert [item.content for item in await held(luna)] == [beside]


@pytest.mark.parametrize("language", HELD)
async def test_of_a_profile_the_field_goes_that_only_the_request_told(luna: AgentMemory, language: str) -> None:
    asked = HELD[language].rstrip(".。")
    await said(luna, "I'm allergic to walnuts.")
    turn = await said(luna, HELD[language])
    [profile] = await held(luna, "profile")
    assert len(profile.value["facts"]) == 2
    outcomes = await read_again(luna, turn, asked)
    assert any(isinstance(outcome, Retracted) for outcome in outcomes)
    [profile] = await held(luna, "profile")
    assert [fact["said"] for fact in profile.value["facts"]] == ["I'm allergic to walnuts."]
