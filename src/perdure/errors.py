"""Every error Perdure raises, by what the caller can do about it.

PerdureError
├── InvalidInput        fix the call: `field` names what was wrong
├── NotFound            no such thing in this agent and scope (nor do we say whether it exists elsewhere)
├── Conflict            it changed meanwhile, or the key was used for something else: read again, then decide
├── StoreBusy           another writer holds the store: try again
├── StoreUnavailable    the store cannot be opened or written (disk full, read-only, server down): fix it, then retry
├── StoreDamaged        what is stored does not verify: `perdure doctor` says what and how to repair
├── ModelUnavailable    no usable answer from a model: retry later; nothing was lost. `reason` says why
├── OverBudget          it does not fit into the limit that was given: raise the limit, or ask for less
└── Unsupported         this engine, version or installation cannot do it: the hint says which can

A message says what was got and what is accepted; the hint says what to do. Neither ever holds memory text or secrets.
"""

from __future__ import annotations

from typing import ClassVar

from perdure.messages import say


class PerdureError(Exception):
    """The root: catch this to catch everything that is ours."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_json(self) -> dict[str, object]:
        """The one shape of an error on every surface."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}}


class InvalidInput(PerdureError):
    """The call itself is wrong. Nothing was changed."""

    code = "invalid_input"

    def __init__(self, message: str, *, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.field = field

    def as_json(self) -> dict[str, object]:
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint, "field": self.field}}


class NotFound(PerdureError):
    """Nothing of that name is visible here."""

    code = "not_found"


class Conflict(PerdureError):
    """Somebody else was first, or an idempotency key was used for another payload."""

    code = "conflict"


class StoreBusy(PerdureError):
    """The store is locked by another writer and stayed so for the whole wait."""

    code = "store_busy"


class StoreUnavailable(PerdureError):
    """The store cannot be reached, opened or written at this moment."""

    code = "store_unavailable"


class StoreDamaged(PerdureError):
    """The bytes on disk are not what was written."""

    code = "store_damaged"


class ModelUnavailable(PerdureError):
    """A model gave no usable answer in time. What needed it can be done later; nothing was lost.

    `reason` is kept with the job. `retry_after` is in seconds, where the server or the guard named a time.
    `tokens_in` and `tokens_out` were spent all the same.
    """

    code = "model_unavailable"

    def __init__(
        self,
        message: str,
        *,
        reason: str,
        retry_after: float | None = None,
        tokens_in: int = 0,
        tokens_out: int = 0,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint or say("hint.nothing_lost"))
        self.reason = reason
        self.retry_after = retry_after
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out


class OverBudget(PerdureError):
    """What must be there takes more than the limit that was given."""

    code = "over_budget"


class Unsupported(PerdureError):
    """Not possible with this engine, version or set of installed extras."""

    code = "unsupported"
