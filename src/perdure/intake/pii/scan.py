"""Look through a text once with every finder."""

from __future__ import annotations

import re

from perdure.errors import InvalidInput
from perdure.intake.pii.find import (
    calls,
    card_codes,
    commands,
    contact,
    credentials,
    doors,
    headers,
    keys,
    numbers,
    papers,
    phones,
    seeds,
    tables,
)
from perdure.intake.pii.kinds import FoundSecret, settle
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView, view

# Most of what people say holds nothing that any finder could find: no at-sign, not four digits, no long word without a
# space and none of the words that announce a secret. Looking for that first halves the cost of keeping a turn.
SHORT = 2_000
"""Longer texts hold something of the kind anyway."""
_MAY_HOLD = (
    rb"(?i)@|[!-~]{16}|\d(?:\D*\d){3}"
    rb"|pas|pss|p[sw][wd]|\bp/?w|pin|otp|mima|mfa|2fa|code|secret|token|key|psk|bearer|basic|cookie|authori|log.?in|cred|verif|comb(?:o|ination)|lock|door|gate|wifi:|identified"
    rb"|plate|\breg(?:istration)?\b|\bvrm\b|cv[vcn]|\bcsc|on (?:the )?back|[\s\x0b](?:--?|/)[a-z]|auth"
    rb"|\broot\b|admin|net use|sign.?in|(?:[a-z]{3,8}[^a-z]{1,10}){11}[a-z]{3,8}"
)
_MAY_HOLD_ZH = re.compile(
    "[密口秘令码证护钥碼背牌助]|三[位码个]|(?:[\u4e00-\u9fff][^\u4e00-\u9fffA-Za-z]{1,5}){11}|[\u4e00-\u9fff][A-Za-z\uff21-\uff3a\uff41-\uff5a]"
)


_FINDERS = (
    keys,
    headers,
    credentials,
    calls,
    card_codes,
    doors,
    commands,
    tables,
    seeds,
    contact,
    numbers,
    papers,
    phones,
)


def scan(text: str) -> list[FoundSecret]:
    """Everything private that shows by its form or by the words around it, in order; no two overlap."""
    if not isinstance(text, str):
        raise InvalidInput(f"`text` must be text: got {type(text).__name__}", field="text")
    seen = view(text)
    if len(text) <= SHORT and not _may_hold(seen):
        return []
    found = [one for finder in _FINDERS for one in finder.find(seen)]
    return settle([FoundSecret(one.kind, *seen.origin(one.start, one.end)) for one in found] if seen.changed else found)


def _may_hold(seen: TextView) -> bool:
    if pattern(_MAY_HOLD).search(seen.data):
        return True
    return not seen.text.isascii() and _MAY_HOLD_ZH.search(seen.text) is not None
