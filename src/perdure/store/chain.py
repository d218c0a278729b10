"""The hash chain over the archive and the log: any changed, added, dropped or reordered entry is noticed.

What may be erased of an entry, such as a record's text, is hashed with a salt of its own; the chain runs over those
hashes. Erasing the text and the salt leaves the chain verifiable and the hash useless for guessing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

GENESIS = bytes(32)


def content_hash(
    salt: bytes,
    *,
    content: str | None,
    speaker: str | None,
    name: str | None,
    arguments: object,
    result: object,
    tags: Sequence[str],
    content_ref: str | None,
    files: Sequence[Sequence[object]],
) -> bytes:
    """The salted hash of what may one day be erased."""
    body = [content, speaker, name, arguments, result, list(tags), content_ref, list(files)]
    return hashlib.sha256(salt + canonical(body)).digest()


def link(
    previous: bytes,
    *,
    sequence: int,
    record_id: str,
    session_id: str,
    scope: str,
    turn_id: int,
    role: str,
    timestamp: int,
    content: bytes,
) -> bytes:
    """The next link: everything before it, and what stays even after erasure."""
    body = canonical([sequence, record_id, session_id, scope, turn_id, role, timestamp])
    return hashlib.sha256(previous + body + content).digest()


def body_hash(salt: bytes, *, key: str, reason: str, before: str, after: str) -> bytes:
    """The salted hash of what may one day be erased of an entry of the log."""
    return hashlib.sha256(salt + canonical([key, reason, before, after])).digest()


def change_link(
    previous: bytes,
    *,
    sequence: int,
    revision: int,
    changed_at: int,
    action: str,
    item_id: str,
    scope: str,
    source_type: str,
    body: bytes,
) -> bytes:
    """The next link where it is an entry of the log. Both kinds follow one another by their numbers."""
    rest = canonical(["change", sequence, revision, changed_at, action, item_id, scope, source_type])
    return hashlib.sha256(previous + rest + body).digest()


_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: object) -> bytes:
    """One byte string per JSON value."""
    return _canonical(value).encode()


def payload_hash(parts: Iterable[object]) -> bytes:
    """What an idempotency key stands for. Takes anything: whether it can be kept is decided where it is kept."""
    text = json.dumps(list(parts), sort_keys=True, separators=(",", ":"), default=repr)
    return hashlib.sha256(text.encode()).digest()
