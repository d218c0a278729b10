"""What a process keeps in memory of each scope: never behind what it has seen, and of a few scopes only."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

SCOPES = 64
"""Of how many scopes something stays in memory, the ones used last."""


class Dated(Protocol):
    """Something that was read from the store at a point of its number line."""

    @property
    def sequence(self) -> int: ...


D = TypeVar("D", bound=Dated)


class ScopeCache(Generic[D]):
    """One value per scope. The store decides whether a value still holds; this only remembers the latest one."""

    def __init__(self) -> None:
        self._values: dict[str, D] = {}

    def get(self, scope: str) -> D | None:
        """What is remembered of a scope."""
        return self._values.get(scope)

    def keep(self, scope: str, value: D) -> None:
        """Remember a value, unless a later one is remembered already."""
        known = self._values.pop(scope, None)
        self._values[scope] = value if known is None or known.sequence <= value.sequence else known
        while len(self._values) > SCOPES:
            self._values.pop(next(iter(self._values)), None)
