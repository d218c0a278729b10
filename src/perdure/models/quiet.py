"""Keep prompts and headers out of the logs of the packages below: at DEBUG they write down whole requests."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_OURS: ContextVar[bool] = ContextVar("perdure_model_call", default=False)
_LOGGERS = (
    "anthropic._base_client",
    "httpcore2.connection",
    "httpcore2.http11",
    "httpcore2.http2",
    "httpcore2.proxy",
    "httpcore2.socks",
    "openai._base_client",
)


class _NotOurs(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not _OURS.get()


_FILTER = _NotOurs()


@contextmanager
def quiet() -> Iterator[None]:
    """Inside, they log nothing. What the host itself does with them is logged as before."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)  # adding it twice is the same as once
    token = _OURS.set(True)
    try:
        yield
    finally:
        _OURS.reset(token)
