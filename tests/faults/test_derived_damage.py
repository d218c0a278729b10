"""What is derived is checked too: bytes that change in vectors and in the notes of chunks are found and repaired."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import apsw
import pytest

from perdure import Candidate, Config, Event, Runtime
from perdure.folders import folder_name
from perdure.testing import FakeEmbedder

CHANGES = {
    "the key in a chunk's note": (
        "UPDATE memory_chunks SET meta_json = REPLACE(meta_json, 'fact:user', 'fact:usar') WHERE ordinal = 0",
        "index",
    ),
    "a chunk's note that is no JSON": ("UPDATE memory_chunks SET meta_json = 'x' || SUBSTR(meta_json, 2)", "index"),
    "the version in a chunk's note": (
        "UPDATE memory_chunks SET meta_json = REPLACE(meta_json, '\"version\":1', '\"version\":3')",
        "index",
    ),
    "the order of an item's chunks": ("UPDATE memory_chunks SET ordinal = ordinal + 7", "index"),
    "the place of a record's chunk": ("UPDATE record_chunks SET position = position + 64", "record index"),
    "the session of a record's chunk": ("UPDATE record_chunks SET session_id = 'r'", "record index"),
    "the order of a record's chunks": ("UPDATE record_chunks SET ordinal = ordinal + 64", "record index"),
    "the chunk of a vector": ("UPDATE vector_id_map SET mem_id = mem_id + 4096 WHERE mem_type = 'recall'", "vectors"),
    "a vector that is cut off": ("UPDATE vector_id_map SET embedding = SUBSTR(embedding, 1, 100)", None),
    "one vector that is cut off": (
        "UPDATE vector_id_map SET embedding = SUBSTR(embedding, 1, 101) WHERE faiss_id ="
        " (SELECT MAX(faiss_id) FROM vector_id_map)",
        "vectors",
    ),
}


class Dense(FakeEmbedder):
    """Vectors as a real model gives them: every number counts for something."""

    async def embed(self, texts):  # type: ignore[no-untyped-def]
        import numpy as np

        rows = np.array([np.random.default_rng(len(text)).normal(size=512) for text in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    async def fill() -> None:
        model = Dense(dimension=512)
        async with Runtime(tmp_path, embedder=model, config=Config(record_vectors=True)) as runtime:
            luna = await runtime.agent("luna")
            session = await luna.start_session("s")
            for n in range(6):
                await luna.commit_turn(session, [Event.user(f"turn {n} 第{n}轮"), Event.assistant("OK " * 300)])
                await luna.upsert_recall(Candidate("facts", {"predicate": f"p{n}", "value": f"v{n}"}))
            assert (await luna.index.catch_up()).missing == 0

    asyncio.run(fill())
    return tmp_path


def database(home: Path) -> Path:
    return home / folder_name("luna") / "memory.db"


def bad(home: Path, *, repair: bool = False) -> list[str]:
    async def look() -> list[str]:
        async with Runtime(home, embedder="none", config=Config(background=False)) as runtime:
            luna = await runtime.agent("luna")
            if repair:
                await luna.rebuild_index()
            found = [finding for finding in await luna.check() if not finding.ok]
            assert all("perdure doctor --repair" in (finding.repair or "") for finding in found)
            return [finding.check for finding in found]

    return asyncio.run(look())


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_in_what_is_derived_is_found_and_repaired(home: Path, what: str) -> None:
    statement, check = CHANGES[what]
    assert bad(home) == []
    with apsw.Connection(str(database(home))) as connection:
        connection.execute(statement)
        assert connection.changes() > 0
    found = bad(home)
    assert found if check is None else check in found
    assert bad(home, repair=True) == []


def keep(home: Path, number: int, embedding: bytes) -> None:
    connection = apsw.Connection(str(database(home)))
    connection.execute("UPDATE vector_id_map SET embedding = ? WHERE faiss_id = ?", (embedding, number))
    connection.close()


def test_most_single_bytes_of_a_vector_cannot_change_unseen(home: Path) -> None:
    """The length of a vector tells, unless a byte counts for less than a millionth, or only a sign changes."""
    chance = random.Random(7)
    with apsw.Connection(str(database(home))) as connection:
        rows = list(connection.execute("SELECT faiss_id, embedding FROM vector_id_map"))
    seen = {0: 0, 1: 0, 2: 0, 3: 0}
    for place in seen:
        for _ in range(10):
            number, embedding = chance.choice(rows)
            data = bytearray(embedding)
            at = chance.randrange(len(data) // 4) * 4 + place
            data[at] ^= chance.choice([1, 2, 4, 8, 16, 32, 64])
            keep(home, number, bytes(data))
            seen[place] += bad(home) == ["vectors"]
            keep(home, number, embedding)
    assert bad(home) == []
    assert seen[2] + seen[3] >= 18
    assert seen[1] >= 3


def test_on_postgres_the_same_is_seen(postgres_url: str) -> None:
    import psycopg

    async def go() -> list[list[str]]:
        model = Dense(dimension=512)
        seen = []
        async with Runtime(postgres_url, embedder=model) as runtime:
            luna = await runtime.agent("luna")
            await luna.upsert_recall(Candidate("facts", {"predicate": "p", "value": "v"}))
            await luna.commit_turn(await luna.start_session("s"), [Event.user("hello 你好")])
            await luna.index.catch_up()
            seen.append([finding.check for finding in await luna.check() if not finding.ok])
            for statement in (
                "UPDATE perdure.memory_chunks SET meta_json = jsonb_set(meta_json::jsonb, '{version}', '9')::json",
                "UPDATE perdure.record_chunks SET position = position + 64",
                "UPDATE perdure.vector_id_map SET embedding = embedding * array_fill(1.5::real, ARRAY[512])::vector",
            ):
                with psycopg.connect(postgres_url, autocommit=True) as connection:
                    connection.execute("SET row_security = off")
                    connection.execute(statement.encode())
                seen.append([finding.check for finding in await luna.check() if not finding.ok])
        return seen

    assert asyncio.run(go()) == [[], ["index"], ["index", "record index"], ["index", "record index", "vectors"]]
