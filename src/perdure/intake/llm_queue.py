"""Which turns an LLM reads later, put up in the transaction that keeps them. No model is asked on that path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from perdure.config import Config
from perdure.regex import regex
from perdure.store.transaction import Transaction
from perdure.values import Role

EXTRACT, LEARN = "extract", "learn"
LEARN_RETRIES = 2
READER_WAITS = "the reader was still loading"
"""Why a turn is put aside that rules have read and the reader has not."""
"""Rules that failed on a turn fail on it again, unless the store was the trouble."""

_COMMAND = regex(
    r"(?:^|[.!?。！？；;,，\n]\s*)(?:please |pls |can you |could you |also |and |请|麻烦|你要?|帮我|一定要?|千万)*"
    r"(?:remember|don[’']?t forget|do not forget|keep in mind|note (?:down|that)|take note|memori[sz]e"
    r"|记住|记下|记一下|记好|记着|别忘|不要忘|牢记)",
    re.IGNORECASE,
)


class SpokenEvent(Protocol):
    """An event as it is kept, or about to be."""

    @property
    def role(self) -> Role | str: ...
    @property
    def content(self) -> str | None: ...


def is_command(text: str) -> bool:
    """Whether somebody asks in so many words to keep something."""
    return _COMMAND.search(text) is not None


def is_worth_reading(events: Iterable[SpokenEvent], config: Config) -> bool:
    """Whether a turn says enough for an LLM to be asked about it."""
    said = [event.content or "" for event in events if event.role is Role.USER]
    return any(len(text) >= config.extract_min_chars or is_command(text) for text in said)


def put_up(tx: Transaction, session_id: str, turn_id: int, events: Sequence[SpokenEvent], config: Config) -> bool:
    """Queue a turn for the LLM: a few of each session, and whatever was asked for in so many words."""
    if not is_worth_reading(events, config):
        return False
    asked = any(event.role is Role.USER and is_command(event.content or "") for event in events)
    if not asked and tx.queue.count_of(EXTRACT, session_id) >= config.extract_per_session:
        return False
    return tx.queue.add(EXTRACT, session_id, turn_id, max_retries=config.job_retries)
