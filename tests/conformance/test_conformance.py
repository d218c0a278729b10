"""Both engines keep what every home must keep."""

from __future__ import annotations

import pytest

from perdure.testing.conformance import Conformance


class TestConformance(Conformance):
    @pytest.fixture
    def home(self, busy_home: str) -> str:
        return busy_home
