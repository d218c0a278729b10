"""Other words for what is provisional: a person says it as it is, and that takes its place.

The words are archived and learned from like those of `remember`; the type of what they replace is known already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from perdure.errors import Conflict, InvalidInput
from perdure.intake import review
from perdure.intake.carry_out import EDITED
from perdure.intake.cleaning import CleanTurn
from perdure.intake.extract.known import words
from perdure.intake.gate import not_from_here
from perdure.intake.learn import Learning
from perdure.intake.read_ahead import ReadClause, Readings
from perdure.intake.turns import keep_turns
from perdure.language import sentences
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.values import Grade, Item, Merged, Outcome, Receipt, Refused, Session, Source, Status, Stored, Superseded

STATED = frozenset({"profile", "preferences", "facts", "goals", "tasks", "decisions", "events", "rules"})
"""The types that a sentence alone can have."""


def edit(
    tx: Transaction, session: Session, item_id: str, turn: CleanTurn, learning: Callable[[Transaction], Learning]
) -> Receipt:
    """Let the words of a turn, which has one event, take the place of what is provisional.

    What may disagree with it is still asked about, unless the new words have settled that themselves.
    """
    item = review.entry(tx, item_id).item
    if item.status is not Status.ACTIVE or item.grade is not Grade.PROVISIONAL:
        raise Conflict("only what is provisional can be put in other words", hint=say("hint.accept_or_reject"))
    if why_not := not_from_here(tx.scope, item.scope):
        return Receipt(session.id, None, outcomes=(Refused(item.type, item.key, why_not, item.scope, item_id=item.id),))
    reason = say("review.edited")
    closed = replace(item, status=Status.SUPERSEDED, updated_at=tx.now)
    # First, so that the new words are not weighed against the old ones.
    tx.change_item(item, closed, action="superseded", reason=reason, source=Source.USER)
    said = replace(turn, readings=_as_type(item.type, turn.events[0].content))
    receipt = keep_turns(tx, session, [said], learning(tx))[0]
    heir = _heir(tx, item, receipt.outcomes)
    if heir is None:
        raise InvalidInput("`text` states nothing that can be kept", field="text", hint=say("hint.accept_or_reject"))
    tx.change_item(
        closed,
        replace(closed, superseded_by=heir.id),
        action=EDITED,
        reason=reason,
        source=Source.USER,
        by=receipt.records[0],
    )
    review.hand_on(tx, item, heir)
    return receipt


def _heir(tx: Transaction, item: Item, outcomes: Sequence[Outcome]) -> Item | None:
    """What takes the place of an item, of all that came of the new words: what says most of it again, or came first.

    Somebody may add a sentence, or name somebody; that a name is noted says nothing of what was there.
    """
    ids = [o.item_id for o in outcomes if isinstance(o, Stored | Superseded | Merged) and o.item_id]
    found = tx.items_by_id(ids)
    made = [found[one] for one in dict.fromkeys(ids) if one in found and found[one].status is Status.ACTIVE]
    stated = [one for one in made if one.type != "entities"] or made
    return max(stated, key=lambda one: len(words(one.content) & words(item.content)), default=None)


def _as_type(type: str, text: str) -> Readings:
    """A text as if a reader were sure that each sentence of it is of this type."""
    types = {type if type in STATED else "facts": 1.0}
    return Readings(
        tuple(
            ReadClause(0, start, end, types, "state", "user", Grade.SURE, text[start:end])
            for start, end, _ in sentences(text, 0, len(text))
        )
    )
