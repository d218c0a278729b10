"""Shared statements in PostgreSQL's words: each is accepted, and each finds its rows by an index."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module
from pkgutil import iter_modules

import psycopg
import pytest

import perdure.store
from perdure.store.postgres import cursor as own
from perdure.store.postgres import engine as engines
from perdure.store.postgres import search
from perdure.store.postgres.connection import WRITE
from perdure.store.postgres.cursor import compiled
from perdure.store.postgres.engine import PostgresEngine

SHARED = [
    import_module(f"perdure.store.{found.name}") for found in iter_modules(perdure.store.__path__) if not found.ispkg
]
STATEMENTS = {
    f"{module.__name__}.{name}": text.replace("DIMENSION", "512")
    for module in (*SHARED, search, own, engines)
    for name, text in vars(module).items()
    if not name.startswith("_") and isinstance(text, str) and re.match(r"(SELECT .* FROM|INSERT|UPDATE|DELETE) ", text)
}


def test_the_words_of_a_statement_are_translated_and_literals_are_not() -> None:
    assert compiled(
        "SELECT ':x', 'it''s :y', 5 % 2, a::text FROM t WHERE OWNED(t) AND id IN EACH(:ids) AND b = :b"
    ) == (
        b"SELECT ':x', 'it''s :y', 5 %% 2, a::text FROM t WHERE t.agent_id = %(agent_id)s"
        b" AND id = ANY (ARRAY(SELECT json_array_elements_text(CAST(%(ids)s AS json)))) AND b = %(b)s"
    )


def test_every_statement_is_planned_without_reading_whole_tables(engine: PostgresEngine) -> None:
    assert len(STATEMENTS) > 30
    scans = {}
    with engine._ready().transaction(WRITE, "a") as connection:
        connection.execute("SET LOCAL enable_seqscan = off")  # small tables are scanned otherwise: can it be avoided?
        for name, text in STATEMENTS.items():
            params = defaultdict(lambda: None, agent_id="a")
            plan = "\n".join(row[0] for row in connection.execute(b"EXPLAIN " + compiled(text), params))
            if "Seq Scan" in plan:
                scans[name] = plan
    assert scans == {}


def test_an_index_over_words_is_out_of_reach_behind_row_level_security(
    engine: PostgresEngine, postgres_url: str
) -> None:
    """Why there is none. When this fails, PostgreSQL has learned it, and search.py can too."""
    engine.open("a", create=True)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE INDEX gin ON perdure.memory_chunks USING gin (string_to_array(search_text, ' '))")
        params = {"agent_id": "a", "scope": "main", "now": 0, "words": ["w"], "limit": 9}
        explain = b"EXPLAIN " + compiled(search.FIND_ANY)

        def uses_it(session: psycopg.Connection) -> bool:
            for kind in ("seqscan", "indexscan"):
                session.execute(f"SET LOCAL enable_{kind} = off".encode())
            return "Index Scan on gin" in str(session.execute(explain, params).fetchall())

        with engine._ready().transaction(WRITE, "a") as session:
            assert not uses_it(session)
            leakproof = "SELECT bool_or(proleakproof) FROM pg_proc WHERE proname IN"
            assert session.execute(
                f"{leakproof} ('arrayoverlap', 'arraycontains', 'ts_match_vq')".encode()
            ).fetchone() == (False,)
            assert session.execute(f"{leakproof} ('texteq')".encode()).fetchone() == (True,)


@pytest.mark.parametrize("word", ["c++", "it's", "a\\b", '"', "{", "}", ",", "NULL", "%s", "%(x)s", "猫", "🐈", ":x"])
def test_any_word_is_found_as_it_is(engine: PostgresEngine, word: str) -> None:
    with engine._ready().transaction(WRITE, "a") as connection:
        row = connection.execute(
            b"SELECT string_to_array(%(text)s, ' ') && CAST(%(words)s AS text[])",
            {"text": f"x {word} y", "words": [word]},
        ).fetchone()
    assert row == (True,)
