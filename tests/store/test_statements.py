"""Shared statements never look past the agent, compile on SQLite, and find what is hot by an index."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules

import apsw
import pytest

import perdure.store
from perdure.store.sqlite import search
from perdure.store.sqlite.connection import compiled
from perdure.store.sqlite.prepare import run_script

IS_STATEMENT = re.compile(r"(SELECT .* FROM|INSERT INTO|UPDATE|DELETE FROM) ", re.DOTALL)
MODULES = [
    import_module(f"perdure.store.{found.name}") for found in iter_modules(perdure.store.__path__) if not found.ispkg
]
NAMED = {
    (name, text)
    for module in MODULES
    for name, text in vars(module).items()
    if isinstance(text, str) and name.isupper() and name[0] != "_" and IS_STATEMENT.match(text)
}
STATEMENTS = dict(NAMED)
# A table that is read, changed or deleted from, with its alias. What is inserted gets its agent from the engine.
TABLE = re.compile(r"(?:FROM|JOIN|UPDATE|DELETE FROM)\s+(\w+)(?:\s+AS)?\s+(\w+)")


def unowned(statement: str) -> list[str]:
    """The aliases of a statement that are not bound to the agent."""
    aliases = {alias for _, alias in TABLE.findall(statement)}
    return sorted(alias for alias in aliases if f"OWNED({alias})" not in statement)


def test_no_two_statements_have_one_name() -> None:
    """Otherwise the tests below would see one of them only."""
    assert sorted(name for name, text in NAMED if STATEMENTS[name] != text) == []


@pytest.mark.requirement("R326")
def test_every_table_of_every_statement_is_bound_to_the_agent() -> None:
    assert len(STATEMENTS) > 30
    reading = {name: text for name, text in STATEMENTS.items() if not text.startswith("INSERT")}
    assert {name: unowned(text) for name, text in reading.items() if unowned(text)} == {}
    assert [name for name, text in reading.items() if not TABLE.search(text)] == []


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("SELECT i.id FROM memory_items i WHERE i.id = :id", ["i"]),
        ("SELECT i.id FROM memory_items i JOIN evidence e ON e.item_id = i.id WHERE OWNED(i)", ["e"]),
        ("DELETE FROM memory_items AS i WHERE i.key = :key", ["i"]),
        ("UPDATE sessions AS s SET kind = :k", ["s"]),
        ("SELECT 1 FROM agents a WHERE OWNED(a) AND EXISTS (SELECT 1 FROM memory_items o WHERE o.key = :k)", ["o"]),
    ],
)
def test_a_planted_statement_without_the_agent_is_found(planted: str, found: list[str]) -> None:
    assert unowned(planted) == found


@pytest.mark.requirement("R326")
def test_items_and_records_are_read_through_the_scope_or_say_why_not() -> None:
    """Every read of items, records and sessions filters by scope, but for these."""
    over_all_scopes = {
        *("SESSIONS_SINCE", "ITEMS_SINCE", "DELETED_SINCE", "EVERY_HELD", "EVERY_SPAN", "EVERY_LINK", "ANYTHING_HELD"),
        # the ledger of a workspace, which only the owner reads
        *("SESSION_SCOPE", "CHAIN", "ALL_ITEMS", "ALL_RECORDS"),  # where a session acts; doctor and rebuilding
        *(
            "ALL_ENTITIES",
            "ENTITY_CHANGES_SINCE",
        ),  # rebuilding: what is made of them is a mention; whether there is one
        *("ITEMS_HELD", "ITEMS_WAITING", "LAST_VERSION"),  # exactly one scope, given by the write path
        *("WORDS_OF_KEY", "TRANSIENT_OF_SESSION"),  # exactly one scope, exactly one session
        *("COMPACTED", "CONSOLIDATED", "SESSIONS_IDLE"),  # exactly one scope, without what is shared
        *(
            "CHUNKS_LOST",
            "ANY_RECORD",
            "ITEMS_UNEMBEDDED_COUNT",
            "ITEMS_UNEMBEDDED_COUNT_SINCE",
        ),  # a count, or whether there is one
        *("NEXT_START", "ITEM_CHUNKS_HELD"),  # a moment; whether they are still there
        *(
            "ITEMS_UNEMBEDDED",
            "ITEMS_UNEMBEDDED_SINCE",
            "RECORDS_OF_ANY_SCOPE",
        ),  # what is made of them is a vector of their own
        *("ITEMS_OF_CHUNKS", "RECORDS_OF_CHUNKS"),  # what is made of them is a mention in the narrower scope
        *("JOB_THERE", "JOBS_OF_SESSION"),  # exactly one session
        *("LAST_BY_TIME", "LAST_BY_REVISION"),  # a number of the log
        *("SCOPES", "FILES_UNTIL", "SESSIONS_CUT", "SAID_IN_SESSION", "LAST_LINK"),  # a memory as a whole is forked
        *("JOBS_DUE", "JOB_NEXT"),  # workers serve every scope, and work in that of the job
        *("SCOPES_IN_USE", "ITEMS_TO_KEEP", "ITEMS_PAST"),  # names of scopes; exactly one scope, without what is shared
        # All of an agent into a file, asked for by its owner.
        *("SESSIONS_OUT", "RECORDS_OUT", "ITEMS_OUT", "LINKS_OUT", "WITHHELD_OUT", "CHANGES_OUT", "QUEUE_OUT"),
        *("LOOKUPS_OUT", "USAGE_OUT", "APPLICATIONS_OUT", "READABLE_OUT"),
        *("SESSIONS_COUNT", "RECORDS_COUNT", "ITEMS_COUNT", "LINKS_COUNT", "WITHHELD_COUNT", "CHANGES_COUNT"),
        *("QUEUE_COUNT", "LOOKUPS_COUNT", "USAGE_COUNT", "APPLICATIONS_COUNT"),
        *("OWNERS_OF_ITEM_CHUNKS", "OWNERS_OF_RECORD_CHUNKS"),  # each is noted in its own scope
        *("RECORDS_CUT",),  # ids and hashes, for the log
        *("CHANGE_CHAIN", "ERASED_SINCE"),  # doctor; whether there is one
        *("ITEMS_RESTING", "ITEMS_ANYWHERE", "RECORD_PLACE", "RECORD_IDS_OF_SESSION", "WITHHELD", "TURN_SAYS"),
        *("RECORD_IDS_OF_SPEAKER", "RECORD_IDS_OF_TIME", "COMPACTED_THERE"),  # what goes with what is erased
        *("JOB_COUNTS", "JOBS_DEAD", "JOB_REASONS", "USAGE_OF_DAY"),  # counts, and reasons that carry no text
    }
    reads = {
        name
        for name, text in STATEMENTS.items()
        if text.startswith("SELECT")
        and re.search(
            r"(FROM|JOIN) (memory_items|archival_records|sessions|changes|lookups|entity_mentions|extraction_queue"
            r"|usage|patch_history|links|withheld) ",
            text,
        )
    }
    assert {name for name in reads if "scope IN (:scope, 'shared')" not in STATEMENTS[name]} == over_all_scopes


@pytest.fixture
def connection() -> apsw.Connection:
    opened = apsw.Connection(":memory:")
    run_script(opened, (files("perdure.store.sqlite") / "schema.sql").read_text(encoding="utf-8"))
    return opened


def plan(connection: apsw.Connection, statement: str) -> list[str]:
    text = compiled(statement)
    params = dict.fromkeys(re.findall(r":(\w+)", text), None)
    if "ids" in params:
        params["ids"] = "[]"  # type: ignore[assignment]
    return [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", params)]


def test_every_statement_compiles(connection: apsw.Connection) -> None:
    for text in (*STATEMENTS.values(), search.FIND):
        plan(connection, text)


HOT = [
    *(
        "SESSION",
        "SESSION_SCOPE",
        "SESSION_COUNT",
        "SESSION_END",
        "RECORD",
        "RECORDS_OF_SESSION",
        "FILES_OF_RECORDS",
        "FILE",
    ),
    *(
        "RECEIPT",
        "ITEM",
        "ITEMS_BY_ID",
        "ITEMS_HELD",
        "ITEMS_WAITING",
        "LAST_VERSION",
        "VERSIONS",
        "KEY_DELETE",
        "ITEM_CHANGE",
    ),
    *("JOB_THERE", "JOBS_OF_SESSION", "JOBS_DUE", "JOB_LEASE", "JOB_MOVE", "RECORDS_OF_TURN", "RECORDS_BEFORE"),
    *("TRANSIENT_OF_SESSION", "ALL_ITEMS", "EVIDENCE", "CHUNKS_OF_ITEM", "CHANGES_OF_KEY", "KEYS_CHANGED_SINCE"),
    *("APPLICATIONS_OF_KEY", "APPLICATIONS_IN_SESSION", "PATCHES_AFTER"),
    *("LINK", "LINK_SETTLE", "LINKS_OF_FIRST", "LINKS_OF_SECOND", "LINKS_OPEN"),
    *("SPAN", "SPAN_LIFT", "SPANS_OF_RECORDS", "SPANS_OF_ITEM", "ANY_SPAN_IN_SESSION"),
]


def scans(steps: list[str]) -> list[str]:
    return [step for step in steps if re.match(r"SCAN (?!json_each|\w+ VIRTUAL TABLE INDEX)", step)]


def test_what_is_hot_is_found_by_an_index(connection: apsw.Connection) -> None:
    found = {name: scans(plan(connection, STATEMENTS[name])) for name in HOT}
    assert {name: steps for name, steps in found.items() if steps} == {}
    assert scans(plan(connection, search.FIND)) == []
    # The red control: a scan is seen.
    assert scans(plan(connection, "SELECT i.id FROM memory_items i WHERE i.content = :content")) == ["SCAN i"]
