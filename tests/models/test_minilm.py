"""MiniLM on this machine."""

from __future__ import annotations

import inspect
from importlib.resources import files

import numpy as np
import pytest

from perdure.models import ModelSettings, embedder
from perdure.models.minilm import MiniLMEmbedder
from perdure.models.wordpiece import WordPiece

TEXTS = ["A man is eating food.", "Somebody eats a meal.", "The stock market fell sharply today."]


@pytest.mark.requirement("R329")
async def test_like_sentences_are_near() -> None:
    client = MiniLMEmbedder()
    assert inspect.iscoroutinefunction(client.embed)
    rows = await client.embed(TEXTS)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.3
    assert (rows.shape, rows.dtype, client.dimension) == ((3, 384), np.float32, 384)
    assert client.name == "minilm-l6-v2-int8:1.0.0"
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


async def test_company_does_not_change_a_vector() -> None:
    client = MiniLMEmbedder()
    together = await client.embed(TEXTS * 5)
    alone = [(await client.embed([text]))[0] for text in TEXTS]
    assert np.array_equal(together, np.tile(alone, (5, 1)))


async def test_any_text_has_a_vector() -> None:
    rows = await MiniLMEmbedder().embed(["", "😀", "x\ud800y", "word " * 5_000, "字" * 5_000])
    assert not rows[0].any()
    assert np.allclose(np.linalg.norm(rows[1:], axis=1), 1, atol=1e-5)
    assert (await MiniLMEmbedder().embed([])).shape == (0, 384)


async def test_it_is_chosen_by_its_provider_name() -> None:
    client = embedder(ModelSettings(provider="MiniLM"))
    assert client is not None
    assert (client.name, client.dimension) == ("minilm-l6-v2-int8:1.0.0", 384)


# What the reference tokenizer makes of these texts.
@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Hello, World!", "hello , world !"),
        ("naïve CAFÉ", "naive cafe"),
        ("don't", "don ' t"),
        ("brain_runtime_mvp", "brain _ run ##time _ mvp"),
        ("unaffable", "una ##ffa ##ble"),
        ("a\u200bb\x00c\ufffd\td", "abc d"),
        ("a" * 101, "[UNK]"),
        ("一人", "一 人"),
    ],
)
def test_text_is_cut_as_the_model_was_taught(text: str, pieces: str) -> None:
    vocabulary = files("perdure.models").joinpath("minilm_vocab.txt").read_text(encoding="utf-8").splitlines()
    ids = WordPiece(vocabulary).ids(text, most=256)
    assert [vocabulary[id] for id in ids] == ["[CLS]", *pieces.split(), "[SEP]"]


def test_long_text_keeps_its_end_mark() -> None:
    assert WordPiece(["[CLS]", "[SEP]", "[UNK]", "a"]).ids("a " * 50, most=4) == [0, 3, 3, 1]
