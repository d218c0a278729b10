"""What to say when an optional package is missing."""

from __future__ import annotations

from importlib import import_module

from perdure.errors import Unsupported
from perdure.messages import say


def need(package: str, extra: str) -> None:
    """Raise unless `package`, which comes with `extra`, can be imported."""
    try:
        import_module(package)
    except ImportError:
        raise Unsupported(f"`{package}` is not installed", hint=say("hint.install_extra", extra=extra)) from None
