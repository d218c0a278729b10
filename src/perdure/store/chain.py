"""The hash chain over the archive: any changed, added, dropped or reordered record is noticed.

A record's text and everything else that may be erased is hashed with a salt of its own into `content_hash`; the chain
runs over those hashes. Erasing the text and the salt leaves the chain verifiable and the hash useless for guessing.
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


_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: object) -> bytes:
    """One byte string per JSON value."""
    return _canonical(value).encode()


def payload_hash(parts: Iterable[object]) -> bytes:
    """What an idempotency key stands for. Takes anything: whether it can be kept is decided where it is kept."""
    text = json.dumps(list(parts), sort_keys=True, separators=(",", ":"), default=repr)
    return hashlib.sha256(text.encode()).digest()
