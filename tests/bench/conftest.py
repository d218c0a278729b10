"""The command line in a home of its own, without a model: what is measured here is the measuring."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surfaces.command import Command


@pytest.fixture
def perdure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(str(tmp_path / "home"), monkeypatch, capsys)
