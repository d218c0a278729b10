"""The tables behind a search, as an item leaves them on both engines."""

from __future__ import annotations

import json

import pytest

from perdure import Candidate, Config, ManualClock, Runtime
from perdure.testing import FakeEmbedder
from tests.homes import fresh_id

CHUNKS = "SELECT c.id, c.item_id, c.ordinal, c.text, c.search_text, c.meta_json FROM memory_chunks c WHERE OWNED(c)"
VECTORS = (
    "SELECT v.mem_type, v.mem_id, v.faiss_id, v.is_deleted, v.model FROM vector_id_map v WHERE OWNED(v)"
    " ORDER BY v.faiss_id"
)


@pytest.mark.requirement("R228", "R233")
async def test_chunks_and_vectors_say_what_they_belong_to(busy_home: str, clock: ManualClock) -> None:
    async with Runtime(busy_home, clock=clock, embedder=FakeEmbedder(), config=Config(record_vectors=False)) as runtime:
        memory = await runtime.agent(fresh_id())
        receipt = await memory.upsert_recall(Candidate("preferences", {"name": "drink", "value": "绿茶"}))
        await memory.index.catch_up()
        (row,) = await memory.port.read("main", lambda tx: tx._cursor.all(CHUNKS, tx._params))
        chunk_id, item_id, ordinal, text, search_text, meta = row
        assert (item_id, ordinal) == (receipt.outcomes[0].item_id, 0)
        assert text.startswith("[preferences:pref:other:drink]")
        assert "绿茶" in search_text.split(" ")
        kept = json.loads(meta) if isinstance(meta, str) else meta
        assert kept == {"type": "preferences", "key": "pref:other:drink", "version": 1}
        (vector,) = await memory.port.read("main", lambda tx: tx._cursor.all(VECTORS, tx._params))
        assert (vector[0], vector[1], bool(vector[3]), vector[4]) == ("recall", chunk_id, False, "fake:1")
        # The same chunk never has two, and a tombstone is marked, not gone.
        same = {chunk_id: b"\x00\x00\x80\x3f" + bytes(252)}
        await memory.port.write("main", lambda tx: tx.index.add_vectors("recall", "fake:1", same))
        (again,) = await memory.port.read("main", lambda tx: tx._cursor.all(VECTORS, tx._params))
        assert again[2] > vector[2]
        for n in range(9):
            await memory.upsert_recall(Candidate("preferences", {"name": f"other {n}", "value": "x"}))
        await memory.index.catch_up()
        await memory.forget_recall("pref:other:drink")
        rows = await memory.port.read("main", lambda tx: tx._cursor.all(VECTORS, tx._params))
        assert [bool(row[3]) for row in rows if row[1] == chunk_id] == [True]
