"""A recall takes a fraction of what it may (R348). The vector of the question is made by a stand-in."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.loading import HashEmbedder, Language, candidate, load_items
from perdure import Runtime

ITEMS, QUESTIONS, MOST = 600, 40, 0.150


@pytest.mark.requirement("R348")
async def test_recall_answers_in_time(tmp_path: Path) -> None:
    language, embedder = Language(seed=7), HashEmbedder()
    async with Runtime(str(tmp_path), embedder=embedder) as runtime:
        luna = await runtime.agent("luna")
        await luna.upsert_recall(candidate(language, 0))
        await load_items(luna, language, 1, ITEMS, embedder)
        await luna.index.catch_up()
        questions = [language.question() for _ in range(QUESTIONS)]
        slow: list[float] = []
        for _ in range(3):  # another program may have the machine for a while
            taken: list[float] = []
            for question in questions:
                began = time.perf_counter()
                assert await luna.search_memory(question, k=10)
                taken.append(time.perf_counter() - began)
            slow.append(sorted(taken)[int(0.95 * QUESTIONS)])
            if slow[-1] < MOST:
                break
    assert min(slow) < MOST
