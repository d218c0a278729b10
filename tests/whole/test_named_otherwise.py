"""What the documents name or place otherwise, and what stands in its place."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import psycopg
import pytest

import perdure
from perdure import Candidate, Config, Event, ManualClock, Runtime
from perdure.context.carry import CarriedMemory, MemoryLoader, Task, TokenBudgetManager
from perdure.segment import segment
from perdure.serve.mcp.desk import Desk, HostMemory
from perdure.serve.mcp.server import build
from perdure.testing import ScriptedLLM
from tests.homes import fresh_id

ROOT = Path(__file__).parents[2]
SOURCES = Path(perdure.__file__).parent
SAID = {"en": ("I live in York.", "Where do I live?", "York"), "zh": ("我住在杭州。", "我住在哪里？", "杭州")}
languages = pytest.mark.parametrize(("said", "asked", "city"), SAID.values(), ids=SAID)


def found(folder: Path, name: str) -> list[Path]:
    return list(folder.rglob(name))


@pytest.mark.requirement("R020", "R023", "R240")
@languages
async def test_one_engine_holds_sessions_archive_and_index_and_both_engines_answer_alike(
    busy_home: str, clock: ManualClock, said: str, asked: str, city: str
) -> None:
    async with Runtime(busy_home, clock=clock) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        await luna.commit_turn(session, [Event.user(said), Event.assistant("OK.")])
        [held] = await luna.archive.sessions()
        assert (held.id, held.message_count) == ("s", 2)
        assert [(r.role.value, r.content) for r in await luna.archive.records("s")] == [
            ("user", said),
            ("assistant", "OK."),
        ]
        assert city in (await luna.search_memory(asked))[0].item.content
        [engine, *_] = await runtime.check()
    is_server = "://" in busy_home
    assert ("PostgreSQL 16" in engine.detail) == is_server
    if is_server:
        with psycopg.connect(busy_home) as connection:
            names = {row[0] for row in connection.execute("SELECT extname FROM pg_extension").fetchall()}
        assert "vector" in names
        assert "pg_search" not in names  # it may supply candidates where a server has it, and is not needed


@pytest.mark.requirement("R243")
def test_the_decisions_on_engines_and_on_words_are_written_down() -> None:
    engines, words = (ROOT / "docs" / "decisions" / name for name in ("0001-two-engines.md", "0007-finding.md"))
    assert "PostgreSQL" in engines.read_text(encoding="utf-8")
    assert "segment" in words.read_text(encoding="utf-8")
    assert {"喜欢", "乌龙茶"} <= set(segment("我喜欢乌龙茶"))  # words of a dictionary, and pairs of characters
    assert segment("running") == segment("Runs")


@pytest.mark.requirement("R289", "R106")
async def test_one_database_of_an_agent_holds_all_of_it(tmp_path: Path, clock: ManualClock) -> None:
    async with Runtime(tmp_path, clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.commit_turn(await luna.start_session(), [Event.user("I live in York.")])
    [path] = found(tmp_path, "memory.db")
    connection = sqlite3.connect(path)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    tables = {"memory_items", "memory_chunks_fts", "working_memory", "archival_records", "extraction_queue"}
    assert {*tables, "attachments", "sessions"} <= names
    # Knowledge is found by its type and by its end. What is confident or verified is weighed among the few found.
    columns = {
        name: [row[2] for row in connection.execute(f"PRAGMA index_info({name})")]
        for name in ("items_by_type", "items_by_expiry", "items_by_worth")
    }
    assert columns["items_by_type"][:2] == ["scope", "type"]
    assert columns["items_by_expiry"] == ["expires_at"]
    connection.close()
    schema = (files("perdure.store.postgres") / "schema.sql").read_text(encoding="utf-8")
    assert "items_by_type ON memory_items (agent_id, scope, type" in schema


@pytest.mark.requirement("R290", "R293")
async def test_there_is_no_second_copy_and_files_lie_in_the_agents_own_folder(
    tmp_path: Path, clock: ManualClock
) -> None:
    async with Runtime(tmp_path, clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.commit_turn(await luna.start_session(), [Event.user("I live in York.")])
        await luna.upkeep.run_daily()
        folder = luna.port.workspace
    assert folder is not None
    assert tmp_path in folder.parents
    assert found(tmp_path, "memories.json") == []
    assert found(tmp_path, "identity") == []
    [memory] = found(tmp_path, "MEMORY.md")
    assert folder in memory.parents


STANDS_FOR = {
    "memory/manager.py": "agent.py",
    "memory/storage.py": "store/sqlite/schema.sql",
    "memory/unified_store.py": "store/transaction.py",
    "memory/extractor.py": "intake/extraction.py",
    "memory/retrieval.py": "recall/search.py",
    "memory/lifecycle.py": "upkeep/steps.py",
    "memory/types.py": "types/registry.py",
    "prompt/builder.py": "context/compose.py",
    "sessions/session.py": "archive/sessions.py",
    "core/agent.py": "runtime.py",
    "agent/prompt_builder.py": "context/compose.py",
    "builtins/memory_search.py": "serve/mcp/tools.py",
}


@pytest.mark.requirement("R285", "R294")
async def test_every_file_that_is_named_has_a_room(tmp_path: Path) -> None:
    assert [ours for ours in STANDS_FOR.values() if not (SOURCES / ours).is_file()] == []
    async with Runtime(tmp_path) as runtime:
        server = build(Desk(lambda: runtime, HostMemory("luna", "main")))
        assert "memory_search" in {tool.name for tool in await server.list_tools()}


@pytest.mark.requirement("R048", "R050", "R312")
@languages
async def test_every_component_that_is_named_does_its_part(
    busy_home: str, clock: ManualClock, said: str, asked: str, city: str
) -> None:
    llm = ScriptedLLM({"candidates": [], "items": [], "summary": said, "goal": "", "outcome": ""})
    config = Config(background=False)
    async with Runtime(busy_home, clock=clock, config=config, llm=llm) as runtime:
        luna = await runtime.agent(fresh_id())  # MemoryManager, over the one store of the agent
        await luna.identity.set("Luna")
        session = await luna.start_session()  # SessionManager
        await luna.commit_turn(session, [Event.user(said)])
        await luna.working.start_task(session, "find a flat")
        pack = await luna.compose(session, asked, budget=3_000)  # PromptAssembler: scratchpad, core memory, recall
        assert all(part in pack.text for part in ("Luna", "find a flat", city))
        assert city in (await luna.retrieve_recall(asked))[0].item.content  # RetrievalEngine over the word index
        await luna.upkeep.run_daily()  # LifecycleManager, and MemoryExtractor within it
        assert len(llm.asked) == 1
        # The managers of the other document.
        await luna.experience.record({"description": "find a flat", "type": "search"}, outcome={"success": True})
        assert len(await luna.experience.retrieve("find a flat")) == 1  # retrieveRelevant
        fact = Candidate("facts", {"predicate": "rent", "value": "900"}, keep=timedelta(days=1))
        await luna.knowledge.process_update(fact)  # processUpdate
        denied = Candidate("facts", {"predicate": "rent", "value": "800"}, source="tool")
        [outcome] = (await luna.knowledge.process_update(denied)).receipt.outcomes
        assert outcome.outcome == "pending"  # resolveConflict: authority before time
        clock.advance(timedelta(days=2))
        assert (await luna.upkeep.cleanup_expired()).changed == 1  # cleanup
        await luna.patches.add("event", city, event_date="2025-06-01")
        assert city in (await luna.patches.apply_on_activate(cutoff="2024")).text  # applyPatchesOnActivate
    task = Task("find a flat", "search", 5, False)
    strategy = MemoryLoader().calculate_strategy(task, max_tokens=4_000, latency="realtime", is_model_outdated=False)
    manager = TokenBudgetManager()
    assert manager.estimate(strategy).total > 0
    assert manager.compress(CarriedMemory("Luna", [], [], [], ""), 1_000).identity == "Luna"
