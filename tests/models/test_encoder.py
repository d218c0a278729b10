"""The encoder gives the same vectors from its file as from the package, and survives any state of the file."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from perdure.models.encoder import DIMENSION, PIECES, Encoder
from perdure.models.kept import Damaged, keep, open_kept
from perdure.models.lately import Lately

TEXTS = [
    "I moved to Leeds last week",
    "周会改到周四上午十点了",
    "我 prefer 用 vim 😀",
    "",
    "Я живу в Казани, 京都に住んでいます",
    "\x00\x07 ﬁne ２０２４ \ud800",
]


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
def expected() -> np.ndarray:
    return Encoder().encode(TEXTS)


def _file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_the_file_gives_the_same_vectors_as_the_package(encoder: Encoder, expected: np.ndarray) -> None:
    assert np.array_equal(encoder.encode(TEXTS), expected)


def test_a_blank_text_is_like_nothing(encoder: Encoder) -> None:
    assert not encoder.encode(["  "]).any()


@pytest.mark.parametrize("at", [0.0, 0.5, 0.9999])
def test_a_damaged_file_is_noticed_or_does_not_matter(
    cache: Path, tmp_path: Path, expected: np.ndarray, at: float
) -> None:
    file = tmp_path / _file(cache).name
    shutil.copy(_file(cache), file)
    with file.open("r+b") as stream:
        stream.seek(int(file.stat().st_size * at))
        stream.write(bytes(255 - byte for byte in stream.read(1)) * 40_000)
    assert np.array_equal(Encoder(tmp_path).encode(TEXTS), expected)


@pytest.mark.parametrize("size", [0, 60, 1_000_000])
def test_a_file_that_was_cut_off_is_made_again(cache: Path, tmp_path: Path, expected: np.ndarray, size: int) -> None:
    file = tmp_path / _file(cache).name
    file.write_bytes(_file(cache).read_bytes()[:size])
    assert np.array_equal(Encoder(tmp_path).encode(TEXTS), expected)
    assert file.read_bytes() == _file(cache).read_bytes()


def test_a_file_for_other_weights_is_made_again(cache: Path, tmp_path: Path, expected: np.ndarray) -> None:
    file = tmp_path / _file(cache).name
    keep(file, source="other weights", parts={"table": np.zeros((2, 2), dtype=np.uint8)})
    assert np.array_equal(Encoder(tmp_path).encode(TEXTS), expected)
    assert file.read_bytes() == _file(cache).read_bytes()


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path, expected: np.ndarray) -> None:
    blocked = tmp_path / "a file where the folder should be"
    blocked.write_text("")
    assert np.array_equal(Encoder(blocked).encode(TEXTS), expected)


def test_rows_of_a_changed_block_are_refused(tmp_path: Path) -> None:
    table = np.arange(40_000 * 512, dtype=np.uint32).astype(np.uint8).reshape(40_000, 512)
    keep(tmp_path / "parts", source="s", parts={"table": table})
    whole = open_kept(tmp_path / "parts", source="s").table("table")
    assert np.array_equal(whole[np.array([3, 39_999])], table[[3, 39_999]])
    data = bytearray((tmp_path / "parts").read_bytes())
    data[-1000] ^= 1
    (tmp_path / "parts").write_bytes(data)
    changed = open_kept(tmp_path / "parts", source="s").table("table")
    assert np.array_equal(changed[np.array([3])], table[[3]])
    with pytest.raises(Damaged):
        changed[np.array([3, 39_999])]


def test_features_of_word_pieces_come_with_the_same_vectors(cache: Path) -> None:
    texts = ["I live in Leeds.", "我住在扬州", "", *(f"{n} boats" * n for n in range(1, 60))]
    encoder = Encoder(cache)
    vectors, sums = encoder.encode_with_pieces(texts)
    again, same = Encoder().encode_with_pieces(texts)
    assert np.array_equal(vectors, encoder.encode(texts))
    assert sums.shape == (len(texts), PIECES)
    assert np.allclose(sums, same, atol=1e-4)
    assert np.allclose(vectors, again, atol=1e-5)
    assert [part.shape for part in encoder.encode_with_pieces([])] == [(0, DIMENSION), (0, PIECES)]


def test_what_was_encoded_lately_is_not_encoded_again(cache: Path) -> None:
    lately = Lately(most=3)
    first, second = Encoder(cache, lately), Encoder(cache, lately)
    made = first.encode_with_pieces(["boats", "trains", "boats"])
    assert not second.is_loaded
    assert np.array_equal(second.encode(["trains", "boats"]), made[0][[1, 0]])
    assert not second.is_loaded
    assert np.allclose(second.encode(["trains", "cars"]), Encoder(cache).encode(["trains", "cars"]), atol=1e-5)
    assert second.is_loaded


def test_no_more_is_held_than_was_said() -> None:
    lately, asked = Lately(most=2), []

    def make(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        asked.append(list(texts))
        return np.ones((len(texts), 2)), np.ones((len(texts), 3))

    for texts in (["a", "b"], ["b", "a"], ["c"], ["c", "a"]):
        first, second = lately.of(texts, make)
        assert (first.shape, second.shape) == ((len(texts), 2), (len(texts), 3))
    assert asked == [["a", "b"], ["c"], ["a"]]
