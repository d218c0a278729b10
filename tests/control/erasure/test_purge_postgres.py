"""The documented purge clears what was erased from the files of a PostgreSQL server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from perdure import Candidate, ErasureTarget, Event, Runtime
from perdure.control.erasure.folder import look
from perdure.control.erasure.patterns import forms
from tests.homes import fresh_id

PAGE = Path(__file__).parents[3] / "docs" / "erasure.md"


def documented() -> list[str]:
    """The statements of the page, in order."""
    found = re.findall(r"^\d\. `([^`]+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 8
    return found


@pytest.fixture
def purging(postgres_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection
        connection.execute("ALTER SYSTEM RESET wal_recycle")
        connection.execute("ALTER SYSTEM RESET min_wal_size")
        connection.execute("SELECT pg_reload_conf()")


async def test_after_the_documented_purge_no_file_of_the_server_has_it(
    postgres_url: str, purging: psycopg.Connection
) -> None:
    word = "quercuspyrenaica"
    async with Runtime(postgres_url, embedder="none") as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user(f"The {word} by the door is mine."), Event.assistant("I see.")])
        await luna.upsert_recall(Candidate("facts", {"predicate": word, "value": f"a {word}"}))
        await luna.erase(ErasureTarget(session=session.id))
        certificate = await luna.erase(ErasureTarget(key=f"fact:user:{word}"))
        assert certificate.operator
        assert not certificate.is_clean  # nobody claims more than was looked at
        assert word not in str(await luna.items(status=None))
    ((place,),) = purging.execute("SHOW data_directory").fetchall()
    folders = [Path(place) / "base", Path(place) / "pg_wal"]
    purging.execute("CHECKPOINT")
    assert any(look(folder, forms(word)).hits for folder in folders)  # the control: the bytes are still there
    for _ in range(3):  # a server that others write to may keep a log file until the next checkpoint
        for statement in documented():
            purging.execute(statement)  # type: ignore[call-overload]  # a constant of our own page
        left = [look(folder, forms(word)).hits for folder in folders]
        if left == [{}, {}]:
            break
    assert left == [{}, {}]
