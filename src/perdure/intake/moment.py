"""Reading a turn of the past: what was said or decided since then stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.intake.admit import Admitted
from perdure.intake.resolve import Confirm, Replace, Step, Withdraw
from perdure.messages import say
from perdure.spans import Span
from perdure.store.past import taken_back
from perdure.store.transaction import Transaction
from perdure.types.wording import same_text
from perdure.values import JSON, Change, Duration, Evidence, Item, Session, Status

LATER = say("past.later")
TAKEN_BACK = say("past.taken_back")
DECIDED = say("past.decided")
LAPSED = say("past.lapsed")
ENDED = say("past.session_ended")

_TAKES_BACK = frozenset({"retracted", "forgotten", "deleted", "undone", "rolled_back"})
_DECIDES = frozenset({"accepted", "edited", "rejected"})
_DECIDES_AGAINST = frozenset({"edited", "rejected"})
_DENIES = "pending_denial"


@dataclass(frozen=True, slots=True)
class Moment:
    """When the turn was said: its place on the number line, and the time from which retention counts."""

    sequence: int
    said_at: datetime
    is_imported: bool = False
    """It came later than it was said: what is earlier and later goes by the time, not by the number line."""

    def is_before(self, sequence: int, at: datetime) -> bool:
        """Whether it was said before something else."""
        return at > self.said_at if self.is_imported else sequence > self.sequence


def lapsed(new: Admitted, duration: object, session: Session, now: datetime) -> str | None:
    """Why what was worth keeping then is not worth keeping now, or None."""
    if duration == Duration.SESSION and not session.is_open:
        return ENDED
    return LAPSED if new.retention.expires_at is not None and new.retention.expires_at <= now else None


def objection(tx: Transaction, moment: Moment, new: Admitted, steps: Iterable[Step]) -> str | None:
    """Why a plan made from an earlier turn must not be carried out now, or None."""
    since = [c for c in tx.changes(new.scope, new.key) if moment.is_before(c.sequence, c.at)]
    if any(change.action in _DECIDES for change in since):
        return DECIDED
    if not new.retract and was_decided_against(tx, new.scope, new.evidence):
        return DECIDED
    if not new.retract and (any(change.action in _TAKES_BACK for change in since) or _is_gone(tx, new)):
        return TAKEN_BACK
    touched = [
        step.held for step in steps if isinstance(step, Withdraw) or (isinstance(step, Replace) and not step.adds_only)
    ]
    return LATER if any(rests_on_later(tx, item, moment) for item in touched) else None


def was_decided_against(tx: Transaction, scope: str, evidence: Sequence[Evidence]) -> bool:
    """Whether a person has rejected, or put otherwise, what was kept or proposed of these very words.

    Another reader may give them another type or key; where they are said anew they are free.
    """
    records = [proof.record_id for proof in evidence if proof.record_id]
    resting = tx.items_resting_on(records) if records else []
    gone = [item for item in resting if item.scope == scope and item.status is not Status.ACTIVE]
    same = [i.id for i in gone if any(_is_mostly(proof, old) for proof in evidence for old in i.evidence)]
    return any(_is_against(log) for log in tx.past.changes_of(same).values())


def _is_against(log: Sequence[Change]) -> bool:
    """Whether the log of an item, newest first, holds a decision against it that still stands."""
    if any(change.action == _DENIES for change in log):
        return False  # whoever rejects a denial stands by what it denies, and says nothing of the words
    undone = taken_back(log[::-1])
    return any(change.action in _DECIDES_AGAINST and change.sequence not in undone for change in log)


def _is_mostly(proof: Evidence, old: Evidence) -> bool:
    """Whether more than half of a stretch of words lies in another one."""
    one, other = _span(proof), _span(old)
    if one is None or other is None or proof.record_id != old.record_id:
        return False
    return 2 * (min(one[1], other[1]) - max(one[0], other[0])) > one[1] - one[0]


def _span(proof: Evidence) -> Span | None:
    return None if proof.start is None or proof.end is None else (proof.start, proof.end)


def is_known(new: Admitted, steps: Sequence[Step]) -> Item | None:
    """The item that says the same on the strength of the same record, if that is all there is to it."""
    match steps:
        case (Confirm(held=held),):
            records = {evidence.record_id for evidence in held.evidence}
            return held if all(evidence.record_id in records for evidence in new.evidence) else None
    return None


def rests_on_later(tx: Transaction, item: Item, moment: Moment) -> bool:
    """Whether an item rests on words that came after that moment."""
    ids = [evidence.record_id for evidence in item.evidence if evidence.record_id]
    return any(moment.is_before(record.sequence, record.timestamp) for record in tx.records_by_id(ids).values())


def _is_gone(tx: Transaction, new: Admitted) -> bool:
    """Whether a part of it was held once and was taken out of what is held now, as one fact of a profile can be."""
    if new.type.without is None:
        return False
    versions = tx.versions(new.scope, new.key)
    held = [item.value for item in versions if item.status is Status.ACTIVE]
    past = [item.value for item in versions if item.status is Status.SUPERSEDED]
    return any(_has(past, part) and not _names(held, part) for part in _parts(new.plain))


def _parts(value: Mapping[str, JSON]) -> list[Mapping[str, JSON]]:
    return [part for part in value.get("facts", ()) if isinstance(part, Mapping)]


def _has(values: Sequence[Mapping[str, JSON]], part: Mapping[str, JSON]) -> bool:
    """Whether one of the values has this fact."""
    return any(
        same_text(known.get("k"), part.get("k")) and same_text(known.get("v"), part.get("v"))
        for value in values
        for known in _parts(value)
    )


def _names(values: Sequence[Mapping[str, JSON]], part: Mapping[str, JSON]) -> bool:
    """Whether one of the values has a fact of this name, whatever it says."""
    return any(same_text(known.get("k"), part.get("k")) for value in values for known in _parts(value))
