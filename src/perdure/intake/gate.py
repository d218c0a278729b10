"""Who may conclude what. A candidate whose source is too weak for its type is put up for review, never dropped."""

from __future__ import annotations

from perdure.intake.admit import Admitted
from perdure.messages import say
from perdure.types.base import MemoryType, Tier
from perdure.values import MAIN, SHARED, Item, Source, Status

PLAINLY = 0.5
"""How sure an extractor must be of what it found before it becomes more than a record."""


def refusal(new: Admitted) -> str | None:
    """Why what an extractor found stays in the archive only, or None. A direct write does not come this way."""
    if new.type.tier is Tier.DIRECT:
        return say("write.direct_only", type=new.type.name)
    if new.type.tier is Tier.CONDITIONAL and not new.retract and new.confidence < PLAINLY:
        return say("write.unclear")
    return None


def objection(new: Admitted) -> str | None:
    """Why this candidate needs a person's word first, or None. Pure, so that it can be explained."""
    least = new.type.least_source
    if new.trust < least.trust:
        return say("write.weak_source", type=new.type.name, least=least.value, source=new.source.value)
    if new.scope == SHARED and not new.type.always_shared and new.source is not Source.USER:
        return say("write.only_user_shares", source=new.source.value)
    return None


def is_protected(kind: MemoryType, held: Item, source: Source) -> bool:
    """Whether only the user takes this back, whoever wrote it: pinned, shared, or of a type that only better make."""
    if source is Source.USER or held.status is Status.PENDING:
        return False
    return held.pinned or held.scope == SHARED or source.trust < kind.least_source.trust


def not_from_here(scope: str, where: str) -> str | None:
    """Why nothing may be changed there from this scope, or None. What is shared is the owner's, in `main`."""
    return say("write.shared_only_main") if where == SHARED and scope not in (MAIN, SHARED) else None
