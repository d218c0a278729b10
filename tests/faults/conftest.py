from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.long import IS_LONG, announcement, busyness
from tests.homes import busy_database, busy_home, clock, home, luna, runtime, sqlite_runtime

__all__ = ["busy_database", "busy_home", "clock", "home", "luna", "runtime", "say", "sqlite_runtime"]


def pytest_collection_finish(session: pytest.Session) -> None:
    """`make crash` says beforehand what it is going to do, and how long that takes."""
    if IS_LONG:
        session.config.get_terminal_writer().line(announcement([item.name for item in session.items], busyness()))


@pytest.fixture
def say(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """A word about how far a long loop is, past what pytest captures. Nothing in a short one."""
    capture: Any = pytestconfig.pluginmanager.getplugin("capturemanager")

    def tell(text: str) -> None:
        if IS_LONG:
            with capture.global_and_fixture_disabled():
                pytestconfig.get_terminal_writer().line(f"\n{text}")

    return tell
