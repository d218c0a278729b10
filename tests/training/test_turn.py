"""How requests are turned towards what they name."""

from __future__ import annotations

import numpy as np
import pytest

from perdure.intake.read.features import directed
from perdure.intake.read.named import turned_by
from training.learn import Array
from training.turn_model import Told, learn_turn

SIZE, MANY = 24, 3_000


def requests(seed: int) -> tuple[Array, Array, list[Told]]:
    """Things, and requests that lie near them but for what is said about asking: it is loud, in few directions."""
    rng = np.random.default_rng(seed)
    held = directed(rng.normal(size=(MANY, SIZE)).astype(np.float32))
    asking = rng.normal(size=(MANY, 4)).astype(np.float32) @ np.eye(4, SIZE, dtype=np.float32)
    told = [Told(n, n, ((n + 1) % MANY, (n + 2) % MANY)) for n in range(MANY)]
    return directed(held + asking), held, told


def found(asked: Array, held: Array) -> float:
    """The share of requests that lie nearest to what they name."""
    return float(np.mean((asked[:500] @ held[:500].T).argmax(axis=1) == np.arange(500)))


def test_requests_lie_nearer_to_what_they_name_once_turned() -> None:
    turn = turned_by(*learn_turn(*requests(1)))
    asked, held, _ = requests(2)
    assert found(directed(asked @ turn), held) > found(asked, held) + 0.1


def test_what_names_nothing_teaches_nothing() -> None:
    asked, held, told = requests(1)
    mixed = [Told(one.asked, (one.named * 7 + 3) % MANY, one.beside) for one in told]
    turn = turned_by(*learn_turn(asked, held, mixed))
    asked, held, _ = requests(2)
    assert found(directed(asked @ turn), held) == pytest.approx(found(asked, held), abs=0.1)


def test_nothing_learned_leaves_everything_as_it_is() -> None:
    nothing = np.zeros((SIZE, 2), dtype=np.float16)
    assert np.array_equal(turned_by(nothing, nothing), np.eye(SIZE, dtype=np.float32))
