"""How long to wait before the next try."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def full_jitter(number: int, *, base: float, cap: float, chance: float) -> float:
    """Anything from nothing to a limit that doubles with each try: callers that failed together come back apart."""
    return chance * min(cap, base * 2.0 ** min(number - 1, 32))


def retry_after(header: str | None, now: datetime) -> float | None:
    """The seconds a `Retry-After` asks for: a number of them, or a date. None for anything else."""
    text = (header or "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit() and len(text) <= 12:
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:  # `-0000`: a date in UTC that says so in an old way
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
