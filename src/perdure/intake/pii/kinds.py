"""The classes of what is found, the most specific first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """Something private: its class and where it is, in characters of the text that was given. Never the value."""

    kind: str
    start: int
    end: int


# In this order: where two classes claim the same characters, the one that stands first has them.
KINDS: tuple[str, ...] = (
    "private_key",
    "url_credentials",
    "auth_header",
    "jwt",
    "api_key",
    "password",
    "cn_id",
    "credit_code",
    "iban",
    "bank_card",
    "us_ssn",
    "uk_nino",
    "passport",
    "email",
    "phone",
    "plate",
)

# These enclose what they protect: whatever else is found inside belongs to them.
_ENCLOSING = frozenset({"private_key", "url_credentials", "auth_header"})
_RANK = {kind: rank for rank, kind in enumerate(KINDS)}


def settle(found: list[FoundSecret]) -> list[FoundSecret]:
    """No two overlap: what encloses comes first, then the longer, then the more specific. In the order of the text."""
    order = sorted(set(found), key=lambda f: (f.kind not in _ENCLOSING, f.start - f.end, _RANK[f.kind], f.start))
    taken = bytearray(max((f.end for f in found), default=0))
    kept = []
    for one in order:
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            kept.append(one)
    return sorted(kept, key=lambda f: f.start)
