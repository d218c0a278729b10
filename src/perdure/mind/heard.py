"""What was said in a session: without direct writes, and without the lines that memory itself put there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from perdure.archive.withheld import spans_of
from perdure.language import sentences, weight
from perdure.spans import Span, without_spans
from perdure.store.transaction import Transaction
from perdure.values import IMPORTED, UNLEARNED, Record, Role

DIRECT = "direct"
NOT_HEARD = {DIRECT, UNLEARNED, IMPORTED}
"""Tags of records that nobody said here, and of those that are only to be kept."""
ENOUGH = 4
"""Han characters and Latin words that one message of a person must have before a session is worth telling of."""
MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class Heard:
    """A record and the lines of it that are its speaker's own."""

    record: Record
    text: str

    @property
    def is_person(self) -> bool:
        return self.record.role is Role.USER

    @property
    def is_assistant(self) -> bool:
        return self.record.role is Role.ASSISTANT

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Each sentence with its closing mark. Pasted walls of text are not read."""
        for start, end, mark in sentences(self.text, 0, len(self.text)):
            if end - start <= MAX_LINE:
                yield self.text[start:end], mark


def heard(tx: Transaction, session_id: str, *, after: int = 0, limit: int | None = None) -> list[Heard]:
    """What was said in a session after a position, in order; of a very long one the last `limit` records."""
    session = tx.session(session_id)
    if session is None:
        return []
    first = after + 1 if limit is None else max(after + 1, session.message_count - limit + 1)
    return own(tx, session_id, tx.records_between(session_id, first, session.message_count))


def own(tx: Transaction, session_id: str, records: Sequence[Record]) -> list[Heard]:
    """Of these records what somebody said or did, without what was forgotten since."""
    known = tx.injected.of(session_id)
    hidden = spans_of(tx, records)

    def is_injected(line: str) -> bool:
        return bool(known) and tx.injected.hash_of(line) in known

    return [
        Heard(record, _own_lines(record.content, is_injected, hidden.get(record.id, ())))
        for record in records
        if record.content is not None and record.role is not Role.SYSTEM and not NOT_HEARD & {*record.tags}
    ]


def _own_lines(text: str, is_injected: Callable[[str], bool], hidden: Sequence[Span]) -> str:
    lines: list[str] = []
    at = 0
    for line in text.split("\n"):
        if not is_injected(line):
            here = [(start - at, end - at) for start, end in hidden]
            lines.append(without_spans(line, here, "\n"))
        at += len(line) + 1
    return "\n".join(lines)


def is_worth_telling(said: Sequence[Heard]) -> bool:
    """Whether a person said anything to speak of."""
    return any(one.is_person and weight(one.text) >= ENOUGH for one in said)


def clip(text: str, most: int) -> str:
    """The text on one line, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
