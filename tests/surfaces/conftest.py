"""A command line in a home of its own, on SQLite, or on each engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import home
from tests.surfaces.command import Command

__all__ = ["home"]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own settings shows in what is printed."""
    for name in ("PERDURE_AGENT", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def perdure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(str(tmp_path / "home"), monkeypatch, capsys)


@pytest.fixture
def perdure_anywhere(home: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """On SQLite, then on PostgreSQL."""
    return Command(home, monkeypatch, capsys)
