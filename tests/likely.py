"""Turns as a reader hears them that is not sure: what is only likely becomes provisional."""

from __future__ import annotations

from perdure.agent import AgentMemory
from perdure.intake.moment import Moment
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.store.transaction import Transaction
from perdure.values import Event, Grade, Item, Outcome, Receipt

SAID = {
    "en": ("I could live on pistachio ice cream", "facts"),
    "zh": ("我一到雨天就想吃火锅", "preferences"),
}
"""A statement that no rule reads, in each language, with its type."""


async def hear(luna: AgentMemory, text: str, type: str = "facts", session: str = "s", asked: str = "") -> Item:
    """A user says something in a session, as an answer if they were asked, and it is kept as provisional."""
    await luna.start_session(session)
    if asked:
        await luna.commit_turn(session, [Event.assistant(asked)], learn=False)
    kept = await luna.commit_turn(session, [Event.user(text)], learn=False)
    [outcome] = await read(luna, kept, type, asked=asked)
    assert outcome.item_id, outcome
    return await luna.item(outcome.item_id)


async def read(
    luna: AgentMemory,
    kept: Receipt,
    type: str = "facts",
    *,
    grade: Grade = Grade.PROVISIONAL,
    again: bool = False,
    asked: str = "",
) -> tuple[Outcome, ...]:
    """What comes of an archived turn that is read, for the first time or once more."""

    def work(tx: Transaction) -> Receipt:
        record = tx.records_by_id(kept.records)[kept.records[0]]
        said = record.content or ""
        clause = ReadClause(0, 0, len(said), {type: 1.0}, "state", "user", grade, said, answers=asked)
        session = tx.session(kept.session)
        assert session is not None
        moment = Moment(record.sequence, record.timestamp) if again else None
        learning = luna._intake.learning(tx)
        event = Event.user(said, timestamp=record.timestamp)
        plain = Receipt(kept.session, kept.turn_id, kept.records)
        return learning.from_turn(session, [event], plain, moment, Readings((clause,)))

    return (await luna.port.write("main", work)).outcomes


async def turn_of(luna: AgentMemory, item: Item) -> Receipt:
    """The receipt of the turn that an item rests on."""
    return Receipt(item.session_id or "", item.source_turn_id, (item.source_message_id or "",))
