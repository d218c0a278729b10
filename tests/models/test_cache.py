"""Vectors that are remembered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from perdure import InvalidInput
from perdure.models import Vectors
from perdure.models.cache import CachedEmbedder


class Counting:
    """Makes a vector of a text's length, and writes down what it was asked."""

    name = "test:counting"
    dimension = 2
    closed = False

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return np.array([[len(text), 1] for text in texts], dtype=np.float32).reshape(-1, 2)

    async def close(self) -> None:
        self.closed = True


async def test_each_text_is_asked_for_once() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    assert (await cached.embed(["a", "bb", "a"])).tolist() == [[1, 1], [2, 1], [1, 1]]
    assert (await cached.embed(["bb", "ccc", "x\ud800"])).tolist() == [[2, 1], [3, 1], [2, 1]]
    assert (await cached.embed(["a"])).tolist() == [[1, 1]]
    assert inner.asked == [["a", "bb"], ["ccc", "x\ud800"]]
    assert (cached.name, cached.dimension, cached.count) == ("test:counting", 2, 4)


async def test_what_was_used_last_is_kept_up_to_the_bound() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, most=2)
    for texts in (["a"], ["bb"], ["a"], ["ccc"], ["a"], ["bb"]):
        await cached.embed(texts)
    assert inner.asked == [["a"], ["bb"], ["ccc"], ["bb"]]
    assert cached.count == 2
    assert len(await cached.embed([str(n) for n in range(100)])) == 100
    assert cached.count == 2


async def test_changing_an_answer_does_not_change_the_memory() -> None:
    cached = CachedEmbedder(Counting())
    (await cached.embed(["a"]))[:] = 99
    assert (await cached.embed(["a"])).tolist() == [[1, 1]]


async def test_no_texts_give_no_rows() -> None:
    assert (await CachedEmbedder(Counting()).embed([])).shape == (0, 2)


async def test_closing_forgets_and_closes_what_is_below() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    await cached.embed(["a"])
    await cached.close()
    assert (cached.count, inner.closed) == (0, True)


def test_the_bound_must_hold_something() -> None:
    with pytest.raises(InvalidInput):
        CachedEmbedder(Counting(), most=0)
