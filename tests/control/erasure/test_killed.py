"""An erasure that is killed anywhere has not begun, or is finished when the agent is opened next."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from perdure import Candidate, Runtime
from perdure.control.erasure.folder import look
from tests.control.erasure.planting import patterns

KILLS = int(os.environ.get("PERDURE_ERASE_KILLS", "2"))


def kill(command: list[str], after: float) -> bool:
    """Start it, kill it a moment after it is ready, and say whether it had said that it was done."""
    place = Path(__file__).parents[3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=place) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(after)
        child.kill()
        return "erased" in child.stdout.read()


async def test_an_erasure_that_is_killed_leaves_all_of_it_or_nothing(tmp_path: Path) -> None:
    rng, outcomes = random.Random(7), {"untouched": 0, "finished": 0, "acknowledged": 0}
    for n in range(KILLS):
        word = "".join(rng.choices("bcdfghjkmnpqrstvwxz", k=12))
        async with Runtime(tmp_path, embedder="none") as runtime:
            luna = await runtime.agent("luna")
            await luna.upsert_recall(Candidate("facts", {"predicate": f"p{n}", "value": f"{word} is it"}))
            folder = luna.port.folder
        assert folder is not None
        command = [sys.executable, "-m", "tests.control.erasure.killed", str(tmp_path), f"fact:user:p{n}"]
        was_told = kill(command, rng.uniform(0, 0.15))
        async with Runtime(tmp_path, embedder="none") as runtime:
            luna = await runtime.agent("luna")
            left = look(folder, patterns(word)).hits
            is_held = word in str(await luna.items(status=None))
            assert bool(left) == is_held, "some of it is left and some is not"
            assert not (was_told and is_held)
            outcomes["untouched" if is_held else "acknowledged" if was_told else "finished"] += 1
            assert [finding for finding in await luna.check() if not finding.ok] == []
    assert sum(outcomes.values()) == KILLS
