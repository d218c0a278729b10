"""Which model to use and how to reach it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.models.guard import Limits


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """One model. Keys come by value, and are shown by no `repr`."""

    provider: str = "local"
    """Provider; case-insensitive."""
    model: str | None = None
    """Model name, as the provider spells it."""
    base_url: str | None = None
    """Base URL, if not the provider's default."""
    api_key: str | None = field(default=None, repr=False)
    """The key itself. `perdure config` never shows it."""
    dimension: int | None = None
    """Vector dimension: requested where the server supports it, required of all."""
    batch: int = 64
    """Texts per embedding request."""
    cached: int = 4096
    """Vectors kept in memory by the hash of their text; 0 keeps none."""
    proxy: str | None = field(default=None, repr=False)
    """Proxy URL. `perdure config` never shows it."""
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
                    "unknown name in the model's settings",
                    field=str(name),
                    hint=say("hint.known_names", names=sorted(known)),
                )
        return cls(**given)
