"""Clusters of vectors, and the file in which learned ones are kept. A cache: without it they are learned anew.

The file holds the middles of the clusters alone, each the mean of dozens of vectors, and never a vector. It is checked:
another model, another size, an erasure since, far more or fewer vectors than it was made for, or a single wrong byte,
and it is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

MARK = b"perdure clusters 1\n"
PROBES = 64
ROUNDS = 8
OUTGROWN = 4
"""So many times as many vectors as the clusters were made for, and they are made anew."""


def learned(sample: Any, cells: int) -> Any:
    """An empty index whose clusters were learned from a sample."""
    index = _empty(sample.shape[1], cells)
    index.cp.niter = ROUNDS
    index.train(sample)
    index.nprobe = PROBES
    return index


def _empty(dimension: int, cells: int) -> Any:
    import faiss

    return faiss.IndexIVFScalarQuantizer(
        faiss.IndexFlatIP(dimension),
        dimension,
        cells,
        faiss.ScalarQuantizer.QT_fp16,
        faiss.METRIC_INNER_PRODUCT,
        False,
    )


def cluster_file(folder: Path, mem_type: str, model: str) -> Path:
    return folder / f"clusters-{mem_type}-{hashlib.sha256(model.encode()).hexdigest()[:16]}.cache"


def keep(path: Path, index: Any, *, model: str, made_for: int, erased: int) -> None:
    """Write the clusters of an index, whole or not at all. Where that cannot be done, the next process learns anew."""
    import numpy as np

    middles = np.ascontiguousarray(index.quantizer.reconstruct_n(0, index.nlist), dtype="<f4").tobytes()
    head = {
        "model": model,
        "dimension": index.d,
        "cells": index.nlist,
        "made_for": made_for,
        "erased": erased,
        "sha256": hashlib.sha256(middles).hexdigest(),
    }
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(MARK + json.dumps(head).encode() + b"\n" + middles)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)


def kept(path: Path, *, model: str, dimension: int, live: int, erased: int) -> tuple[Any, int] | None:
    """An empty index with the clusters of a file, and for how many vectors they were made; None if it is of no use."""
    import numpy as np

    try:
        mark, head, middles = path.read_bytes().split(b"\n", 2)
        said = json.loads(head)
        cells, made_for = int(said["cells"]), int(said["made_for"])
        fits = (
            mark + b"\n" == MARK
            and said["model"] == model
            and said["dimension"] == dimension
            and said["erased"] == erased
            and live <= OUTGROWN * made_for
            and made_for <= OUTGROWN * live
            and len(middles) == 4 * cells * dimension
            and hashlib.sha256(middles).hexdigest() == said["sha256"]
        )
    except (OSError, ValueError, KeyError, TypeError):  # not there, or not ours: it is made again
        return None
    if not fits:
        return None
    rows = np.frombuffer(middles, dtype="<f4").reshape(cells, dimension)
    index = _empty(dimension, cells)
    index.quantizer.add(rows)
    index.train(rows)  # there are as many middles as clusters already: nothing is learned
    index.nprobe = PROBES
    return index, made_for
