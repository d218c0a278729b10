"""Regular expressions that are compiled when they are first used.

There are hundreds of them, compiling them all takes a second, and one run of a command meets only a few.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast


def regex(source: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, made at its first use. A wrong one fails only there, so a test compiles them all.

    Where a pattern must first be put together, `source` is the function that does so.
    """
    return cast("re.Pattern[str]", Uncompiled(source, flags))


class Uncompiled:
    """It has all that a compiled pattern has; what was asked for once is kept, so that only the first use is slower."""

    def __init__(self, source: str | Callable[[], str], flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name == "pattern":
            found: Any = self._source if isinstance(self._source, str) else self._source()
        elif name == "_compiled":  # kept here: there are more patterns than `re` keeps
            found = re.compile(self.pattern, self._flags)
        else:
            found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found
