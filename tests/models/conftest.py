"""What the tests of models share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from perdure.models import ManualPace
from tests.models.server import Server, running


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as started:
        yield started


@pytest.fixture
def pace() -> ManualPace:
    return ManualPace(seed=7)
