"""How often the encoder passes over the words of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from perdure.intake.read.reader import Reader
from perdure.models.contract import Vectors
from perdure.models.encoder import Encoder
from perdure.models.lately import Lately


class CountingEncoder(Encoder):
    """Notes down the texts of each pass."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, Lately())
        self.passes: list[list[str]] = []

    def _pass(self, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
        self.passes.append([*texts])
        return super()._pass(texts)


def test_a_request_and_all_that_it_may_mean_cost_one_pass(cache: Path, reader: Reader) -> None:
    encoder = CountingEncoder(cache)
    counted = Reader(encoder)
    held, asked, lines = ["My bank is in Leeds", "I row on Sundays"], ["forget my bank, please"], ["我妹妹在昆明上班"]
    counted.encode_ahead(held, asked, lines)
    described = counted.describe(held)
    request = counted.asked(asked)[0]
    vectors = counted.encode(lines).vectors
    assert [len(texts) for texts in encoder.passes] == [len({*held, *lines, *request.parts})]
    # They are what they are without that.
    for one, other in zip(described, reader.describe(held), strict=True):
        np.testing.assert_allclose(one.encoded.vectors, other.encoded.vectors, atol=1e-6)
    np.testing.assert_allclose(request.vectors, reader.asked(asked)[0].vectors, atol=1e-6)
    np.testing.assert_allclose(vectors, reader.encode(lines).vectors, atol=1e-6)


def test_what_was_looked_at_lately_is_not_encoded_again(cache: Path) -> None:
    encoder = CountingEncoder(cache)
    counted = Reader(encoder)
    counted.look(["I row on Sundays", "我妹妹在昆明上班"])
    counted.encode_ahead(["I row on Sundays"], [], ["我妹妹在昆明上班"])
    assert len(encoder.passes) == 1
