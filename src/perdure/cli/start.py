"""Where the `perdure` script begins: ask the standby process to run the command, or run it here.

Nothing of Perdure is imported before that is decided: loading it takes most of the time of a short command.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

SWITCH = "PERDURE_STANDBY"
"""Set to `0`, no standby process is asked and none is started."""
COLLECT_AFTER = 50_000
VALUED = ("--home", "--agent", "--scope", "--config")
LASTING = ("bench", "chat", "completion", "mcp", "serve", "tour")
"""Commands that talk for long, or to a shell: they run here."""


def run() -> NoReturn:
    """The `perdure` script."""
    arguments = sys.argv[1:]
    if not is_short(arguments):
        sys.exit(_run_here(arguments))
    from perdure.cli import standby_client

    code = standby_client.ask(arguments)
    if code is None:
        code = _run_here(arguments)
        standby_client.begin()
    sys.exit(code)


def is_short(arguments: list[str]) -> bool:
    """Whether a standby process may run this: a command that is soon over, on a system that can hand over files."""
    if os.name != "posix" or os.environ.get(SWITCH) == "0" or "_PERDURE_COMPLETE" in os.environ:
        return False
    return _command(arguments) not in LASTING


def _command(arguments: list[str]) -> str | None:
    """The first word that is neither an option nor the value of one."""
    words = iter(arguments)
    for word in words:
        if word in VALUED:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _run_here(arguments: list[str]) -> int:
    import gc

    # What imports make is not garbage. At the usual 700 the collector walks it again and again: a fifth of a start.
    gc.set_threshold(COLLECT_AFTER)
    from perdure.cli.main import main

    return main(arguments)
