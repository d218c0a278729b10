"""Why one try failed, in words that are safe to keep: no prompt, no key, no address."""

from __future__ import annotations

from perdure.messages import say

# What a server may say of itself and be quoted. Anything else it says may hold a key or a prompt.
_KNOWN_CODES = frozenset(
    {
        "api_error",
        "authentication_error",
        "billing_error",
        "context_length_exceeded",
        "insufficient_quota",
        "invalid_api_key",
        "invalid_request_error",
        "model_not_found",
        "not_found_error",
        "overloaded_error",
        "permission_error",
        "rate_limit_error",
        "rate_limit_exceeded",
        "request_too_large",
        "server_error",
        "timeout_error",
        "unsupported_parameter",
        "unsupported_value",
    }
)
_WORTH_A_RETRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_NOT_ALLOWED = frozenset({401, 403})


class Fault(Exception):
    """One failed try. `retry`: another may succeed. `ill`: it speaks against the server's health."""

    def __init__(
        self,
        reason: str,
        *,
        retry: bool = False,
        ill: bool = False,
        retry_after: float | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry = retry
        self.ill = ill
        self.retry_after = retry_after
        self.hint = hint


def unreachable(kind: str) -> Fault:
    """No connection, or one that broke. `kind` is the name of an exception class, never its text."""
    return Fault(f"no connection (`{kind}`)", retry=True, ill=True)


def bad_status(status: int, *, code: str | None = None, retry_after: float | None = None) -> Fault:
    """An HTTP status that is not a success."""
    named = f" (`{code}`)" if code in _KNOWN_CODES else ""
    out_of_credit = code == "insufficient_quota"
    return Fault(
        f"the server answered {status}{named}",
        retry=status in _WORTH_A_RETRY and not out_of_credit,
        ill=status >= 500,
        retry_after=retry_after,
        hint=say("hint.check_api_key")
        if status in _NOT_ALLOWED
        else say("hint.check_model")
        if status == 404
        else None,
    )


def bad_answer(what: str, *, retry: bool = False) -> Fault:
    """An answer that cannot be used."""
    return Fault(f"bad answer: {what}", retry=retry, ill=True)
