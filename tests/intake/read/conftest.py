"""One encoder for all tests in here: its file is written once and mapped from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure.intake.read.reader import Reader
from perdure.models.encoder import Encoder


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the encoder's file in it."""
    folder = tmp_path_factory.mktemp("encoder")
    Encoder(folder).load()
    return folder


@pytest.fixture(scope="session")
def encoder(cache: Path) -> Encoder:
    return Encoder(cache)


@pytest.fixture(scope="session")
def reader(encoder: Encoder) -> Reader:
    return Reader(encoder)
