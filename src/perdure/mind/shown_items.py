"""Which items a session was shown: they count as used when it ends, so that ranking is stable while somebody reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from perdure.messages import say
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.types.retention import own_day, renew
from perdure.values import Source


class ShownItems:
    """What this process has put into the prompts of its open sessions."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._items: defaultdict[str, Counter[str]] = defaultdict(Counter)
        # Which lines a session was shown by this process, as hashes: asking the store for each takes longer.
        self._lines: defaultdict[str, set[int]] = defaultdict(set)

    def add(self, session_id: str, lines: Iterable[str], item_ids: Iterable[str]) -> None:
        """A pack was shown to a session."""
        self._lines[session_id].update(map(hash, lines))
        self._items[session_id].update(set(item_ids))

    def fresh(self, session_id: str, lines: Iterable[str]) -> list[str]:
        """The lines that this process has not shown to a session."""
        return [line for line in lines if hash(line) not in self._lines[session_id]]

    def count(self, tx: Transaction, session_id: str) -> None:
        """Write down what a session was shown."""
        shown = self._items.get(session_id, Counter[str]())
        for item in tx.items_by_id(sorted(shown)).values():
            kind = self._registry.get(item.type)
            is_renewed = kind.renewed_by_use and item.keep_for is not None
            renewed = replace(
                item,
                use_count=item.use_count + shown[item.id],
                last_used_at=tx.now,
                expires_at=renew(item, tx.now, own_day(kind, item.value)) if is_renewed else item.expires_at,
            )
            tx.change_item(
                item,
                renewed,
                action="used",
                reason=say("log.shown"),
                source=Source.OBSERVATION,
                session_id=session_id,
            )

    def drop(self, session_id: str) -> None:
        """Let go of what was only kept for the length of a session."""
        self._items.pop(session_id, None)
        self._lines.pop(session_id, None)
