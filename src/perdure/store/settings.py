"""What was set for one agent alone, in its own row. Whatever is not set there comes from `Config`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from perdure.store.contract import Cursor
from perdure.store.rows import dumps
from perdure.values import JSON

SETTINGS = "SELECT a.config_json FROM agents a WHERE OWNED(a)"
SETTINGS_KEEP = "UPDATE agents AS a SET config_json = :config_json WHERE OWNED(a)"


class AgentSettings:
    """The agent's side of a transaction."""

    def __init__(self, cursor: Cursor, params: Mapping[str, Any], touch: Callable[[], object]) -> None:
        self._cursor = cursor
        self._params = params
        self._touch = touch

    def all(self) -> dict[str, JSON]:
        kept = self._cursor.all(SETTINGS, self._params)[0][0]
        return dict(json.loads(kept) if isinstance(kept, str) else kept)

    def get(self, name: str) -> JSON:
        """What was set, or None."""
        return self.all().get(name)

    def set(self, name: str, value: JSON) -> None:
        """Set it; None goes back to the default. The revision moves, so that other processes see it."""
        others = {known: kept for known, kept in self.all().items() if known != name}
        settings = others if value is None else {**others, name: value}
        self._touch()
        self._cursor.run(SETTINGS_KEEP, {**self._params, "config_json": dumps(settings)})
