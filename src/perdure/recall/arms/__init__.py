"""The arms of a search over items, one file each: every arm proposes items with a raw score of its own."""
