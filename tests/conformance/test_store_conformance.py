"""The shipped suite for stores, run against both engines."""

from __future__ import annotations

import pytest

from perdure.testing.store_conformance import StoreConformance


class TestStores(StoreConformance):
    @pytest.fixture
    def home(self, busy_home: str) -> str:
        return busy_home
