"""The named parts of an agent, one file each: `luna.index`, `luna.history`, `luna.review`, `luna.jobs` and more."""
