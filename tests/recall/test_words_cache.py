"""The word index in memory says what a fresh look into the store says, whatever was written, deleted or rebuilt."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from perdure import Candidate, Memory
from perdure.segment import segment
from perdure.store.sqlite import words as module
from perdure.store.sqlite.words import WordCache
from perdure.store.transaction import Transaction
from tests.homes import fresh_id

VOCABULARY = ("tea", "green", "Berlin", "绿茶", "上海", "running", "v3.12", "chess", "围棋", "rain")


def seen(memory: Memory, cache: WordCache | None) -> list[object]:
    """What the index answers for every word, alone and together, from the shared cache or from one of its own."""

    def work(tx: Transaction) -> list[object]:
        cursor = tx._cursor
        if cache is not None:
            cursor._words.cache = cache  # type: ignore[attr-defined]
        totals = tx.finder.totals("recall")
        asked = [word for name in VOCABULARY for word in words_of(name)]
        found: list[object] = [cursor.frequencies("recall", asked)]
        alone = [cursor.propose("recall", {word: 1.5}, totals, 50) for word in asked]
        both = cursor.propose("recall", dict(zip(asked, (n + 1.0 for n in range(len(asked))), strict=True)), totals, 50)
        return [*found, *alone, both]

    return store(memory).read("main", work)


def store(memory: Memory) -> Any:
    return memory._target.port.store


def words_of(name: str) -> list[str]:
    return list(dict.fromkeys(segment(name)))


def note(memory: Memory, rng: random.Random) -> str:
    said = " ".join(rng.choices(VOCABULARY, k=rng.randint(1, 6)))
    receipt = memory.upsert_recall(Candidate("notes", {"text": f"{said} {rng.random()}"}))
    return str(receipt.outcomes[0].item_id)


SIZES = {
    "all in memory": {"OFTEN": 0},
    "all in memory after a while": {},
    "lists read one by one": {"WHOLE": 0},
    "lists too long to read at once": {"WHOLE": 0, "COMMON": 3},
    "grows out of memory": {"WHOLE": 20, "OFTEN": 0},
    "room for few lists": {"WHOLE": 0, "HELD": 10},
}


@pytest.mark.parametrize("limits", SIZES.values(), ids=SIZES)
def test_the_cache_follows_every_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]) -> None:
    for name, value in limits.items():
        monkeypatch.setattr(module, name, value)
    rng, agent = random.Random(11), fresh_id()
    with Memory.open(agent, str(tmp_path)) as memory, Memory.open(agent, str(tmp_path)) as other:
        ids: list[str] = []
        for step in range(60):
            writer = other if step % 3 == 0 else memory  # another process writes as well
            act = rng.random()
            if act < 0.2 and ids:
                writer.forget_recall(ids.pop(rng.randrange(len(ids))), mode="delete")
            elif act < 0.25:
                writer.rebuild_index()
            else:
                ids += [note(writer, rng) for _ in range(rng.randint(1, 3))]
            fresh = seen(memory, WordCache())
            assert seen(memory, None) == fresh, step
            if step % 4 == 0:
                assert seen(other, None) == fresh, step


def test_a_cache_that_does_not_follow_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    followed = module._followed
    monkeypatch.setattr(module, "_followed", lambda *asked: asked[-1] or followed(*asked))
    with Memory.open(fresh_id(), str(tmp_path)) as memory:
        rng = random.Random(11)
        note(memory, rng)
        before = seen(memory, None)
        note(memory, rng)
        assert seen(memory, None)[0] == before[0] != seen(memory, WordCache())[0]


def test_a_reader_that_is_behind_finds_what_is_still_there(tmp_path: Path) -> None:
    """While one reads an older snapshot, another brings the cache up to date, and lists are read from both."""
    with Memory.open(fresh_id(), str(tmp_path)) as memory:
        texts = ("rain and tea", "rain in Berlin", "tea at noon")
        gone, *_ = [str(memory.upsert_recall(Candidate("notes", {"text": text})).outcomes[0].item_id) for text in texts]

        def behind(tx: Transaction) -> None:
            totals = tx.finder.totals("recall")  # the snapshot is taken here
            memory.upsert_recall(Candidate("notes", {"text": "rain on Monday"}))
            memory.forget_recall(gone, mode="delete")
            seen(memory, None)
            late = tx._cursor.propose("recall", {"rain": 1.0, "tea": 1.0}, totals, 50)
            tx._cursor._words = module.Postings(tx._cursor._connection, WordCache())  # type: ignore[attr-defined]
            first, second, third = sorted(tx._cursor.propose("recall", {"rain": 1.0, "tea": 1.0}, totals, 50))
            assert late.keys() >= {second, third}
            assert first not in late

        store(memory).read("main", behind)
        assert seen(memory, None) == seen(memory, WordCache())
