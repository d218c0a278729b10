"""What was erased is in no byte of the agent's folder, and in no answer."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from perdure import AgentMemory, NotFound, Runtime
from perdure.control.erasure.target import ErasureTarget
from perdure.testing.fakes import FakeEmbedder
from tests.control.erasure.planting import Garden, Plant, hits

ERASURES = int(os.environ.get("PERDURE_ERASURES", "28"))
SEED = int(os.environ.get("PERDURE_ERASE_SEED", "17"))
PER_STORE = 14


async def clear_target(luna: AgentMemory, plant: Plant) -> ErasureTarget:
    """What names the thing; where words do not name it clearly, the session or the items that do."""
    try:
        preview = await luna.preview_erase(plant.target)
    except NotFound:
        return ErasureTarget(query=plant.word)
    return plant.target if preview else ErasureTarget(person=plant.word)


async def answers(luna: AgentMemory, word: str) -> str:
    """Everything that any way of asking answers."""
    found = [
        await luna.items(status=None, limit=100_000),
        await luna.search_memory(word, include_history=True),
        await luna.retrieve_archival(word, reason="user_ask_evidence"),
        [record for s in await luna.archive.sessions() for record in await luna.archive.records(s.id, limit=10_000)],
        await luna.hot.items(),
        [(await luna.compose(None, f"What about {word}?", budget=2_000, scope="main")).blocks],
        [await luna.working.show(s.id) for s in await luna.archive.sessions()],
        await luna.patches.history(),
        await luna.port.read("main", lambda tx: list(tx.past.changes())),
    ]
    asked = str(found[5]).replace(word, "", str(found[5]).count(f"What about {word}?"))
    return str(found[:5]) + asked + str(found[6:])


@pytest.mark.requirement("R335")
async def test_nothing_of_what_was_erased_is_in_any_byte_or_answer(tmp_path: Path) -> None:
    """Random things, erased in a random order; before each erasure the same look finds them (the red control)."""
    done = 0
    for store in range(-(-ERASURES // PER_STORE)):
        rng = random.Random(SEED * 1_000 + store)
        async with Runtime(tmp_path / str(store), embedder=FakeEmbedder(dimension=64)) as runtime:
            luna = await runtime.agent("luna")
            plants = await Garden(luna, rng).plant(min(PER_STORE, ERASURES - done))
            folder = luna.port.folder
            assert folder is not None
            rng.shuffle(plants)
            for plant in plants:
                assert hits(folder, plant), f"{plant} was never there"
                certificate = await luna.erase(await clear_target(luna, plant), everywhere=plant.everywhere)
                if certificate.elsewhere and hits(folder, plant):  # it may name what is only linked with it
                    certificate = await luna.erase(ErasureTarget(person=plant.word), everywhere=True)
                assert hits(folder, plant) == {}, plant
                assert certificate.is_clean, (plant, certificate)
                assert plant.word not in await answers(luna, plant.word), plant
                assert plant.word not in str(certificate.as_json())
                done += 1
            findings = await luna.check()
            assert [finding for finding in findings if not finding.ok] == []
    assert done == ERASURES
