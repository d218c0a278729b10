"""Core memory: which items are told in every conversation, whatever is asked."""

from __future__ import annotations

CORE_TYPES = ("profile", "rules", "preferences")
CORE_ITEMS = 60
"""How many are told at most."""
IMPORTANT = 0.7
"""From this importance on a preference belongs to core memory; a pinned one always does."""
