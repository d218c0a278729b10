"""What is to be erased, as a person says it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perdure.clock import Time, aware
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values import check_name, check_text

MAX_BYTES = 1 << 16
_NAMES = ("id", "key", "type", "query", "session", "person")


@dataclass(frozen=True, slots=True)
class ErasureTarget:
    """What to erase: exactly one of an id, a key, a type, words, a session, a person, or a stretch of time.

    An `id` is that of an item (with all its versions; of an old version, that one alone) or of a record. A `key` may
    name one field of a profile: `profile:user#city`. `query` are words that mean one held thing, or that stand so in
    the archive. A `person` is somebody who speaks here or is spoken of. Of a stretch of time, from `since` up to
    `until`, all goes that was said in it; both may be ISO 8601 text.
    """

    id: str | None = None
    key: str | None = None
    type: str | None = None
    query: str | None = None
    session: str | None = None
    person: str | None = None
    since: Time | None = None
    until: Time | None = None

    def checked(self) -> ErasureTarget:
        """The same, if it names exactly one thing."""
        named = [name for name in _NAMES if getattr(self, name) is not None]
        if len(named) + (self.since is not None or self.until is not None) != 1:
            raise InvalidInput("a target of erasing is exactly one thing", field="target", hint=say("hint.erase_one"))
        for name in named:
            check_text(getattr(self, name), f"target.{name}", max_bytes=MAX_BYTES)
        if self.session is not None:
            check_name(self.session, "target.session")
        since = None if self.since is None else aware(self.since, "target.since")
        until = None if self.until is None else aware(self.until, "target.until")
        if since is not None and until is not None and until <= since:
            raise InvalidInput("`until` must be after `since`", field="target.until")
        return replace(self, since=since, until=until)
