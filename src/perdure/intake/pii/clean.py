"""Clean one text by a policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from perdure.intake.pii.kinds import KINDS, FoundSecret
from perdure.intake.pii.notices import notice_language, notices
from perdure.intake.pii.placeholders import Placeholders
from perdure.intake.pii.places import Places, TextChange, replace
from perdure.intake.pii.policy import Policy, PrivacyAction, as_policy, check_allow
from perdure.intake.pii.repeats import with_repeats
from perdure.intake.pii.scan import scan
from perdure.intake.pii.view import view

# What a placeholder lets stand out is found in the next round; the bound keeps the time in proportion to the text.
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text as it may be kept. `refused` not empty: do not keep it, not even masked."""

    text: str = field(repr=False)
    found: tuple[FoundSecret, ...] = ()
    refused: tuple[str, ...] = ()
    needs_confirmation: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def clean(
    text: str, policy: Policy | Mapping[str, PrivacyAction | str] | None = None, allow: Iterable[str] = ()
) -> Cleaned:
    """Mask, keep or refuse what is private in the text. Cleaning what was cleaned changes nothing."""
    rules, allowed = as_policy(policy), check_allow(allow)
    cleaned, found = mask(text, rules, allowed, Placeholders())
    did = Counter((rules.action(f.kind, allowed), f.kind) for f in found)
    return Cleaned(
        text=cleaned,
        found=tuple(found),
        refused=with_action(did, PrivacyAction.REFUSE),
        needs_confirmation=with_action(did, PrivacyAction.CONFIRM),
        notices=notices(did, notice_language(text)),
    )


def with_action(did: Counter[tuple[PrivacyAction, str]], action: PrivacyAction) -> tuple[str, ...]:
    return tuple(kind for kind in KINDS if did[action, kind])


def mask(
    text: str,
    policy: Policy,
    allowed: frozenset[str],
    placeholders: Placeholders,
    prefix: str = "",
    known: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, list[FoundSecret]]:
    """The text with placeholders, and everything that was found in it, at its place in the given text.

    `prefix` is said before the text (the name of a field) and helps to tell what it is; it is not part of the answer.
    `known` are secrets that stand elsewhere in what is cleaned, with their class.
    """
    skip = len(prefix)
    found = with_repeats(text, _inside(scan(prefix + text if prefix else text), skip), known)
    if not found:
        return text, []
    placeholders.reserve(text)
    done = [f for f in found if policy.action(f.kind, allowed) is not PrivacyAction.STORE]
    masked, places = _replace(text, done, placeholders)
    for _ in range(_ROUNDS if done else 0):
        more = [
            FoundSecret(f.kind, *places.origin(f.start, f.end))
            for f in _inside(scan(prefix + masked), skip)
            if policy.action(f.kind, allowed) is not PrivacyAction.STORE
        ]
        if not more:
            break
        done = _over(more, done)
        found = _over(done, found)
        masked, places = _replace(text, done, placeholders)
    return masked, found


def _inside(found: list[FoundSecret], skip: int) -> list[FoundSecret]:
    return [FoundSecret(f.kind, f.start - skip, f.end - skip) for f in found if f.start >= skip] if skip else found


def _over(new: list[FoundSecret], old: list[FoundSecret]) -> list[FoundSecret]:
    """Both, in order; where they overlap, the new."""
    taken = bytearray(max((f.end for f in (*new, *old)), default=0))
    for one in new:
        taken[one.start : one.end] = b"\1" * (one.end - one.start)
    return sorted([*new, *(f for f in old if not any(taken[f.start : f.end]))], key=lambda f: f.start)


def _replace(text: str, found: list[FoundSecret], placeholders: Placeholders) -> tuple[str, Places]:
    """The text with a placeholder for each; written in another width or script, the same value gets the same one."""
    return replace(
        text,
        [TextChange(f.start, f.end, placeholders.give(f.kind, view(text[f.start : f.end]).folded())) for f in found],
    )
