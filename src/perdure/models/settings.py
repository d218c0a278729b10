"""Which model to use and how to reach it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from perdure.errors import InvalidInput
from perdure.models.guard import Limits


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """One model. Keys come by value, and are shown by no `repr`."""

    provider: str = "local"
    """Who runs it. Upper and lower case are the same."""
    model: str | None = None
    """Its name, as the provider spells it."""
    base_url: str | None = None
    """Where it is reached, if not at the provider's own address."""
    api_key: str | None = field(default=None, repr=False)
    """The key itself. `perdure config` never shows it."""
    dimension: int | None = None
    """Asked of servers that can shorten their vectors, and demanded of all."""
    batch: int = 64
    """Texts in one request for vectors."""
    cached: int = 4096
    """Vectors kept in memory by the hash of their text; 0 keeps none."""
    proxy: str | None = field(default=None, repr=False)
    """A proxy on the way there. `perdure config` never shows it."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "provider", self.provider.strip().lower())
        for name, least in (("dimension", 1), ("batch", 1), ("cached", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise InvalidInput(f"`{name}` must be at least {least}", field=name)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> ModelSettings:
        """From a mapping such as `{"provider": "OpenAI", "model": "text-embedding-3-small"}`."""
        known = {f.name for f in fields(cls)}
        for name in given:
            if name not in known:
                raise InvalidInput(
                    "a model's settings hold a name that is not known",
                    field=str(name),
                    hint=f"known are: {', '.join(sorted(known))}",
                )
        return cls(**given)
