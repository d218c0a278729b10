"""How the tests of extraction speak: one message in, findings out."""

from __future__ import annotations

from datetime import date
from typing import Any

from perdure.intake.extract import Finding, Known, KnownItem, Turn, extract
from perdure.types.base import KeyContext
from perdure.types.registry import builtin
from perdure.values import Event

TODAY = date(2026, 3, 2)  # a Monday
NOTHING = Known()


def found(text: str, known: Known = NOTHING, **more: Any) -> list[Finding]:
    return extract(Turn((Event.user(text),), TODAY, **more), known)


def key_of(finding: Finding) -> str:
    kind = builtin().get(finding.candidate.type)
    context = KeyContext(agent_id="agent", session_id="session", today=TODAY, new_id=lambda: "0")
    return kind.key(kind.parse(finding.candidate.value), context)


def keys(findings: list[Finding]) -> list[str]:
    """Keys in order; a profile names its fact, what is taken back has a minus."""
    shown = []
    for finding in findings:
        value = finding.candidate.value
        facts = "".join(f"#{fact['k']}={fact['v']}" for fact in value.get("facts", ()))
        shown.append(f"{'-' if finding.candidate.retract else ''}{key_of(finding)}{facts}")
    return shown


def known(*texts: str) -> Known:
    """What memory holds after these messages."""
    held: dict[str, KnownItem] = {}
    latest: list[KnownItem] = []
    for text in texts:
        latest = []
        for finding in found(text, Known(tuple(held.values()), tuple(latest))):
            item = KnownItem(finding.candidate.type, key_of(finding), dict(finding.candidate.value))
            held[item.key] = item
            latest.append(item)
    return Known(tuple(held.values()), tuple(latest))
