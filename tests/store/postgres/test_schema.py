"""`schema.sql` is what the migrations make."""

from __future__ import annotations

from importlib.resources import files

import apsw
import psycopg

from perdure.store.migrate import migrations
from perdure.store.postgres.prepare import prepare
from perdure.store.sqlite.prepare import run_script
from tests import postgres

CATALOG = {
    "tables": """
        SELECT c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text[]
        FROM pg_class c WHERE c.relnamespace = 'perdure'::regnamespace AND c.relkind <> 'i'""",
    "columns": """
        SELECT c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
            format_type(a.atttypid, a.atttypmod), a.attnotnull, l.collname, pg_get_expr(d.adbin, d.adrelid)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_collation l ON l.oid = a.attcollation
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'perdure'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
            AND NOT a.attisdropped""",
    "constraints": """
        SELECT k.conrelid::regclass::text, k.conname, k.contype, k.convalidated, pg_get_constraintdef(k.oid)
        FROM pg_constraint k WHERE k.connamespace = 'perdure'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'perdure'",
    "policies": """
        SELECT tablename, policyname, permissive, roles::text, cmd, qual, with_check
        FROM pg_policies WHERE schemaname = 'perdure'""",
    "triggers": """
        SELECT c.relname, t.tgname, t.tgenabled FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = 'perdure'::regnamespace AND NOT t.tgisinternal""",
    "functions": "SELECT proname, prosecdef, prosrc FROM pg_proc WHERE pronamespace = 'perdure'::regnamespace",
    "schema": "SELECT nspacl::text[] FROM pg_namespace WHERE nspname = 'perdure'",
    "version": "SELECT version FROM perdure.schema_version",
    "extensions": "SELECT extname FROM pg_extension",
}


def catalog(url: str) -> dict[str, list[tuple[object, ...]]]:
    with psycopg.connect(url) as connection:
        return {
            part: sorted(connection.execute(query.encode()).fetchall(), key=repr) for part, query in CATALOG.items()
        }


def test_migrations_and_schema_file_make_the_same_database(postgres_server: str) -> None:
    with postgres.fresh_database(postgres_server) as migrated, postgres.fresh_database(postgres_server) as written:
        prepare(migrated, busy_timeout=30)
        with psycopg.connect(written) as connection:
            connection.execute((files("perdure.store.postgres") / "schema.sql").read_bytes())
        got = catalog(written)
        assert got == catalog(migrated)
        assert got["version"] == [(migrations("postgres")[-1].number,)]
        # Two trigger functions keep the word index; none runs with its owner's rights.
        kept = [(name, definer) for name, definer, _ in got["functions"]]
        assert kept == [("index_new_words", False), ("index_words", False)]

        with psycopg.connect(written) as connection:  # the red control: a difference is seen
            connection.execute("ALTER TABLE perdure.evidence NO FORCE ROW LEVEL SECURITY")
        assert catalog(written) != catalog(migrated)


def test_the_agent_leads_every_key_and_index_and_text_sorts_by_code_point(postgres_url: str) -> None:
    prepare(postgres_url, busy_timeout=30)
    with psycopg.connect(postgres_url) as connection:
        leads = connection.execute("""
            SELECT x.indexrelid::regclass::text, a.attname FROM pg_index x
            JOIN pg_class c ON c.oid = x.indrelid
            JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0]
            WHERE c.relnamespace = 'perdure'::regnamespace AND c.relname <> 'schema_version'""").fetchall()
        assert {name: column for name, column in leads if column != "agent_id"} == {}
        keys = connection.execute("""
            SELECT k.conname, a.attname FROM pg_constraint k
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            WHERE k.connamespace = 'perdure'::regnamespace AND k.contype = 'f'""").fetchall()
        assert {column for _, column in keys} == {"agent_id"}
        loose = connection.execute("""
            SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'perdure' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'""").fetchall()
        assert loose == []


def test_both_engines_have_the_same_tables_columns_and_indexes(postgres_url: str) -> None:
    prepare(postgres_url, busy_timeout=30)
    other = apsw.Connection(":memory:")
    for step in migrations("sqlite"):
        run_script(other, step.script)
    tables = "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
    indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
    # Word indexes are each engine's own: FTS5 with its vocabulary here, a table kept by triggers there.
    want = {
        column
        for column in other.execute(tables)
        if "_fts" not in column[0] and not column[0].endswith(("_words", "_places"))
    }
    with psycopg.connect(postgres_url) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'perdure'"
            " AND table_name NOT IN ('schema_version', 'attachment_bytes', 'chunk_words')"
        )
        got = {column for column in columns if column[0] in ("agents", "agent_secrets") or column[1] != "agent_id"}
        named = connection.execute(
            "SELECT x.indexrelid::regclass::text FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid"
            " WHERE c.relnamespace = 'perdure'::regnamespace"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = c.oid)"
        )
        assert {name.removeprefix("perdure.") for (name,) in named} == {name for (name,) in other.execute(indexes)}
    assert got == want
