"""What to say when an optional package is missing."""

from __future__ import annotations

from importlib.util import find_spec

from perdure.errors import Unsupported


def need(package: str, extra: str) -> None:
    """Raise unless `package`, which comes with `extra`, can be imported."""
    if find_spec(package) is None:
        raise Unsupported(f"`{package}` is not installed", hint=f"pip install 'perdure[{extra}]'")
