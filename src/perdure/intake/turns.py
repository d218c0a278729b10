"""Keeping turns: archive them, and learn from each in order. One unit of work: all of it is committed, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.intake.archive_turns import append_turns
from perdure.intake.cleaning import CleanTurn
from perdure.intake.extract.sentences import language_of
from perdure.intake.learn import Learning
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import Receipt, Session


def keep_turns(
    tx: Transaction, session: Session, turns: Sequence[CleanTurn], learning: Learning | None
) -> list[Receipt]:
    """Archive turns and learn from each in order. What the policy does not archive is kept only as evidence."""
    if learning is not None and any(not route.to_archival for turn in turns for route in learning.routes(turn.events)):
        return _keep_chosen(tx, session, turns, learning)
    kept = append_turns(tx, session, [turn.events for turn in turns])
    receipts = []
    for turn, receipt in zip(turns, kept, strict=True):
        told = replace(receipt, notices=(*receipt.notices, *turn.notices))
        if learning is not None:
            told = learning.from_turn(session, turn.events, told, readings=turn.readings)
        receipts.append(told)
    return receipts


def _keep_chosen(tx: Transaction, session: Session, turns: Sequence[CleanTurn], learning: Learning) -> list[Receipt]:
    """Turn by turn: learn first, archive what is to be kept or proves something, then write what was learned."""
    receipts = []
    for turn in turns:
        read = learning.read(session, turn.events, session.turn_count + 1, readings=turn.readings)
        wanted = [n for n, route in enumerate(learning.routes(turn.events)) if route.to_archival or n in read.proves]
        left = len(turn.events) - len(wanted)
        receipt = append_turns(tx, session, [[turn.events[n] for n in wanted]])[0]
        session = replace(session, turn_count=session.turn_count + 1, message_count=session.message_count + len(wanted))
        told = (*receipt.notices, *turn.notices, *((_not_kept(turn, left),) if left else ()))
        receipts.append(learning.learn(session, read, replace(receipt, notices=told), wanted))
    return receipts


def _not_kept(turn: CleanTurn, count: int) -> str:
    return say("notice.not_archived", language_of(turn.events[0].content), count=count)
