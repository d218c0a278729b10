"""Archiving turns: records first, whatever is concluded from them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import Event, Receipt, Session

CLOCK_TOLERANCE = 1.0
"""Seconds the clock may step back before a receipt mentions it."""


def append_turns(tx: Transaction, session: Session, turns: Sequence[Sequence[Event]]) -> list[Receipt]:
    """Archive turns of a session. Answers one receipt each, with the ids of the records."""
    notices = clock_notice(tx)
    first = session.turn_count + 1
    return [
        Receipt(session=session.id, turn_id=first + n, records=tuple(ids), notices=notices)
        for n, ids in enumerate(tx.append(session, turns))
    ]


def clock_notice(tx: Transaction) -> tuple[str, ...]:
    """What to say when the clock is behind the last write."""
    behind = tx.clock_went_back_by
    if behind <= CLOCK_TOLERANCE:
        return ()
    return (say("notice.clock_behind", behind=str(timedelta(seconds=round(behind)))),)
