"""Look through a text once with every finder."""

from __future__ import annotations

from perdure.errors import InvalidInput
from perdure.intake.pii.find import contact, keys, logins, numbers, papers, phones
from perdure.intake.pii.kinds import Found, settle
from perdure.intake.pii.view import view


def scan(text: str) -> list[Found]:
    """Everything private that shows by its form or by the words around it, in order; no two overlap."""
    if not isinstance(text, str):
        raise InvalidInput(f"`text` must be text: got {type(text).__name__}", field="text")
    seen = view(text)
    return settle([found for finder in (keys, logins, contact, numbers, papers, phones) for found in finder.find(seen)])
