"""A changed byte is found wherever it is: in records, the log, items, vectors and what is derived."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from perdure import Candidate, ErasureTarget, Event, Runtime
from perdure.testing.fakes import FakeEmbedder

FLIPS = {
    "a record": "UPDATE archival_records SET content = replace(content, 'York', 'Yorl')",
    "what is left of a record": "UPDATE archival_records SET content = replace(content, 'Rex', 'Rey')",
    "the hash of the rest": "UPDATE archival_records SET rest_hash = zeroblob(32) WHERE rest_hash IS NOT NULL",
    "a reason in the log": "UPDATE changes SET reason = reason || '.' WHERE salt IS NOT NULL AND action = 'stored'",
    "an entry of the log": "UPDATE changes SET action = 'stored' WHERE action = 'superseded'",
    "a lost entry": "DELETE FROM changes WHERE sequence = (SELECT MAX(sequence) FROM changes)",
    "an entry whose salt is gone": "UPDATE changes SET after_json = '{}', chain_hash = zeroblob(32)",
    "the text of an item": "UPDATE memory_items SET content = replace(content, 'oak', 'oal')",
    "the status of an item": "UPDATE memory_items SET status = 'retracted' WHERE status = 'active'",
    "how sure an item is": "UPDATE memory_items SET confidence = 0.123",
    "a chunk": "UPDATE memory_chunks SET text = replace(text, 'oak', 'oal')",
    "a vector": "UPDATE vector_id_map SET embedding = -1",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import asyncio

    home = tmp_path_factory.mktemp("verify") / "home"

    async def fill() -> None:
        async with Runtime(home, embedder=FakeEmbedder()) as runtime:
            luna = await runtime.agent("luna")
            session = await luna.start_session()
            await luna.commit_turn(session, [Event.user("I live in Leeds. My dog is called Rex."), Event.user("York.")])
            for tree in ("an elm", "an oak"):
                await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": tree}))
            await luna.erase(ErasureTarget(key="profile:user#city"))
            await luna.index.catch_up()

    asyncio.run(fill())
    return home


async def ok(home: Path) -> bool:
    async with Runtime(home, embedder="none") as runtime:
        luna = await runtime.agent("luna", create=False)
        return not [finding for finding in await luna.check() if not finding.ok]


async def test_an_untouched_store_verifies(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "home")
    assert await ok(tmp_path / "home")


@pytest.mark.parametrize("what", FLIPS)
async def test_a_changed_byte_is_found(made: Path, tmp_path: Path, what: str) -> None:
    home = tmp_path / "home"
    shutil.copytree(made, home)
    [path] = home.glob("*/memory.db")
    connection = apsw.Connection(str(path))
    if what == "a vector":
        ((number, data),) = connection.execute("SELECT faiss_id, embedding FROM vector_id_map LIMIT 1").fetchall()
        flipped = bytes([data[0] ^ 1]) + data[1:]
        connection.execute("UPDATE vector_id_map SET embedding = ? WHERE faiss_id = ?", (flipped, number))
    else:
        connection.execute(FLIPS[what])
    assert connection.changes() > 0
    connection.close()
    assert not await ok(home)
