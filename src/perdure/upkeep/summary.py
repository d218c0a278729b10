"""A day in a few lines: what was learned, what changed, what went, and what the conversations were about."""

from __future__ import annotations

from datetime import date

from perdure.files import summaries
from perdure.language import language_of
from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.upkeep.schedule import Zone, day_span
from perdure.values import Change, Item, Status

MOST = 50
"""Lines of one kind. How many there were besides is said."""
APART = frozenset({"episodes", "notes"})
"""Types that are told otherwise: a conversation by its summary, and notes in the file of their day."""
ENDED = frozenset({"forgotten", "retracted", "lapsed", "deleted"})


def tell(tx: Transaction, day: date, zone: Zone) -> str | None:
    """The summary of a local day, in the language of what it tells; None where nothing happened.

    Only what still holds is told in words. What was forgotten since is counted.
    """
    log = tx.upkeep.changes_between(*day_span(day, zone))
    items = tx.items_by_id(sorted({change.item_id for change in log}))
    written = [items[c.item_id] for c in log if c.action == "stored" and c.item_id in items]
    holding = [item for item in written if item.holds_at(tx.now)]
    replaced = {str(c.after.get("superseded_by")) for c in log if c.action == "superseded"}
    told = [item for item in holding if item.type == "episodes"]
    learned = [item for item in holding if item.type not in APART and item.id not in replaced]
    changed = [item for item in holding if item.type not in APART and item.id in replaced]
    ended = len({change.item_id for change in log if _is_end(change)})
    if not (told or learned or changed or ended):
        return None
    language = language_of("\n".join(item.content for item in holding))
    parts = [
        f"# {day.isoformat()}",
        _part("summary.talks", told, language),
        _part("summary.learned", learned, language),
        _part("summary.changed", changed, language),
        say("summary.ended", language, count=ended) if ended else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _is_end(change: Change) -> bool:
    """Whether something no longer holds by a change. What was only proposed and rejected never did."""
    return change.action in ENDED or (change.action == "rejected" and change.before.get("status") == Status.ACTIVE)


def _part(title: str, items: list[Item], language: str) -> str:
    if not items:
        return ""
    lines = [summaries.line(item.id, item.content) for item in items[:MOST]]
    left = len(items) - len(lines)
    return "\n".join(
        [f"## {say(title, language)}", "", *lines, *([say("summary.more", language, count=left)] if left else [])]
    )
