"""The files of a bench run: vectors and answers that outlive it, and files that are something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perdure.bench.answers import Answers
from perdure.bench.datasets import LONG_AGO, Corpus, Query, sampled
from perdure.bench.vectors import VectorFile
from perdure.errors import InvalidInput
from perdure.testing import FakeEmbedder

TEXTS = ["tulips behind the shed", "围棋课在周三", "rye bread"]


async def test_vectors_are_asked_for_once_and_found_in_the_file_by_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    first = FakeEmbedder()
    made = await VectorFile(first, path).embed([*TEXTS, TEXTS[0]])
    assert first.asked == TEXTS
    second = FakeEmbedder()
    held = VectorFile(second, path)
    assert held.count == 3
    assert np.array_equal(await held.embed([*TEXTS, TEXTS[0]]), made)
    assert second.asked == []
    assert TEXTS[1].encode() not in path.read_bytes()


async def test_a_row_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    made = await VectorFile(FakeEmbedder(), path).embed(TEXTS)
    path.write_bytes(path.read_bytes()[:-5])
    again = FakeEmbedder()
    held = VectorFile(again, path)
    assert held.count == 2
    assert np.array_equal(await held.embed(TEXTS), made)
    assert again.asked == [TEXTS[2]]
    assert VectorFile(FakeEmbedder(), path).count == 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"perdure vectors 1 other:1 64\n", "is of another model"),
        (b"a diary\n", "holds no vectors"),
        (b"", "no vectors"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=message):
        VectorFile(FakeEmbedder(), path)
    assert path.read_bytes() == content


def test_answers_are_known_again_and_a_torn_one_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    how = {"embedder": "none"}
    kept = Answers(path, how)
    kept.add(("locomo", "a", 0), {"turns": {"bm25": ["D1:1"]}})
    kept.add(("locomo", "a", 1), {"turns": {"bm25": ["围棋"]}})
    assert Answers(path, how).known == kept.known
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    rest = Answers(path, how)
    assert list(rest.known) == [("locomo", "a", 0)]
    rest.add(("locomo", "a", 1), {"turns": {"bm25": ["围棋"]}})
    assert Answers(path, how).known == kept.known


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"embedder": "other"}\n', "was made in another way"),
        ("a diary\n", "holds no answers"),
        ("a diary", "no answers"),
        ("", "no answers"),
    ],
)
def test_answers_of_something_else_are_left_alone(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "answers"
    path.write_text(content)
    with pytest.raises(InvalidInput, match=message):
        Answers(path, {"embedder": "none"})
    assert path.read_text() == content


def test_a_sample_is_spread_evenly_and_another_seed_takes_others() -> None:
    def corpus(name: str, first: int, count: int) -> Corpus:
        return Corpus(name, tuple(Query(str(n), LONG_AGO, "c", {}) for n in range(first, first + count)))

    def chosen(size: int | None, seed: int = 0) -> list[str]:
        return [
            query.text for part in sampled([corpus("a", 0, 4), corpus("b", 4, 6)], size, seed) for query in part.queries
        ]

    assert chosen(None) == chosen(10) == chosen(99) == [str(n) for n in range(10)]
    assert chosen(5) == ["0", "2", "4", "6", "8"]
    assert chosen(5, seed=1) == ["1", "3", "5", "7", "9"]
    assert [part.name for part in sampled([corpus("a", 0, 4), corpus("b", 4, 6)], 1)] == ["a"]
