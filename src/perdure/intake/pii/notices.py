"""What the user is told, in the language of the text, in words an assistant can repeat. Never the value."""

from __future__ import annotations

from collections import Counter

from perdure.intake.pii.kinds import KINDS
from perdure.intake.pii.policy import PrivacyAction
from perdure.language import Language
from perdure.messages import say


def notice_language(text: str) -> Language:
    """Chinese where the beginning of the text is rather Chinese than not."""
    begin = text[:2000]
    chinese = sum("\u4e00" <= c <= "\u9fff" for c in begin)
    return "zh" if chinese > 0 and chinese * 3 >= sum(c.isascii() and c.isalpha() for c in begin) else "en"


def notices(counts: Counter[tuple[PrivacyAction, str]], language: Language) -> tuple[str, ...]:
    """One sentence for each thing that was done; nothing for what is kept by policy."""
    lines = []
    for action, code in _CODES.items():
        kinds = [kind for kind in KINDS if counts[action, kind]]
        if kinds:
            found = [say(f"pii.{kind}", language, count=counts[action, kind]) for kind in kinds]
            allow = {} if action is PrivacyAction.REFUSE else {"allow": kinds}
            lines.append(say(code, language, found=found, **allow))
    return tuple(lines)


def attached(many: int, language: Language) -> str:
    """Said when there are attachments that could not be looked into: they are kept as they came."""
    return say("notice.attachments_unchecked", language, count=many)


_CODES = {
    PrivacyAction.MASK: "notice.masked",
    PrivacyAction.CONFIRM: "notice.unconfirmed",
    PrivacyAction.REFUSE: "notice.refused",
}
