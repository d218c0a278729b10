"""The blocking twin has every verb of the async one, with its signature and no logic of its own."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import get_args

import pytest

import perdure.blocking
from perdure import (
    AgentMemory,
    Attachment,
    Candidate,
    Conflict,
    ErasureTarget,
    Event,
    ManualClock,
    Memory,
    NotFound,
    StoreUnavailable,
    Unsupported,
)
from perdure.blocking import Twin
from tests.agent_parts import OF_THE_RUNTIME, PARTS, is_alias

TWINS = tuple(
    (get_args(base)[0], twin)
    for twin in vars(perdure.blocking).values()
    if inspect.isclass(twin) and issubclass(twin, Twin) and twin is not Twin
    for base in twin.__orig_bases__
)


def verbs(owner: type) -> dict[str, object]:
    """What a caller may call. A part of an agent has other functions too: those are plain, and for the agent itself."""
    kind = inspect.isfunction if issubclass(owner, Twin) else inspect.iscoroutinefunction
    ours = {name.partition(".")[2] for name in OF_THE_RUNTIME if name.startswith(f"{owner.__name__}.")} | {"close"}
    found = {n: method for n, method in inspect.getmembers(owner, kind) if not n.startswith("_") and n not in ours}
    return {n: method for n, method in found.items() if not is_alias(n, method)}


def test_other_names_of_a_verb_are_there_too() -> None:
    names = [n for n, method in inspect.getmembers(AgentMemory, inspect.iscoroutinefunction) if is_alias(n, method)]
    assert names == ["extract_from_turn_v2", "process_unextracted_turns"]
    for name in names:
        assert getattr(Memory, name) is getattr(Memory, getattr(AgentMemory, name).__name__)


@pytest.mark.parametrize(("asynchronous", "twin"), TWINS)
def test_every_verb_has_a_twin_with_the_same_signature(asynchronous: type, twin: type) -> None:
    assert set(verbs(twin)) == set(verbs(asynchronous))
    for name, verb in verbs(asynchronous).items():
        assert inspect.iscoroutinefunction(verb), name
        call = verbs(twin)[name]
        assert inspect.signature(call) == inspect.signature(verb)
        assert (call.__name__, call.__doc__) == (name, verb.__doc__)
        assert inspect.unwrap(call) is verb


def test_a_twin_is_made_by_one_function_and_does_nothing_else() -> None:
    tree = ast.parse(inspect.getsource(perdure.blocking))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for asynchronous, twin in TWINS:
        made = [
            node
            for node in classes[twin.__name__].body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        ]
        assert {ast.unparse(node) for node in made} == {
            f"{name} = blocking({asynchronous.__name__}.{name})" for name in verbs(asynchronous)
        }


def test_every_part_of_the_async_memory_is_there() -> None:
    twins = {asynchronous.__name__: twin.__name__ for asynchronous, twin in TWINS}
    source = inspect.getsource(Memory.__init__)
    assert len(PARTS) > 10
    for name, part in PARTS.items():
        assert f"self.{name} = {twins[part.__name__]}(portal, agent.{name})" in source


def test_every_verb_runs(tmp_path: Path) -> None:
    clock = ManualClock()
    called: set[str] = set()

    def did(name: str, answer: object) -> object:
        called.add(name)
        return answer

    with Memory.open("luna", tmp_path, clock=clock) as luna:
        assert luna.id == "luna"
        session = luna.start_session("s")
        did("start_session", session)
        receipt = luna.commit_turn(session, [Event.user("hello", attachments=[Attachment("a", b"1")])])
        did("commit_turn", receipt)
        did("commit_turns", luna.commit_turns(session, [[Event.user("a")], [Event.user("b")]]))
        did("add_event", luna.add_event(session, Event.user("c")))
        did("upsert_recall", luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": "Berlin"})))
        [item] = luna.items()
        did("items", item)
        assert did("item", luna.item(item.id)) == item
        assert did("preview_forget", luna.preview_forget(item.id)) == [item]
        assert [hit.item for hit in luna.retrieve_recall("berlin")] == [item]
        did("retrieve_recall", None)
        assert [hit.item for hit in luna.search_memory("berlin")] == [item]
        did("search_memory", None)
        did("retrieve_archival", luna.retrieve_archival("hello"))
        did("search_conversation_traces", luna.search_conversation_traces("hello"))
        did("compose", luna.compose(session, "berlin", budget=2_000))
        did("activate", luna.activate("berlin", max_tokens=2_000))
        did("compact_index", luna.compact_index())
        assert did("rebuild_index", luna.rebuild_index()) == 1
        did("check", luna.check())
        assert luna.history.of(item).versions == (item,)
        did("of", None)
        assert did("explain", luna.history.explain("berlin")).item == item
        assert did("timeline", luna.history.timeline(item)).stretches[0].item == item
        assert did("report", luna.audit.report()).active == 1
        assert did("changes", luna.history.changes())
        assert did("snapshot", luna.history.snapshot("here")) == did("snapshots", luna.history.snapshots())[0]
        assert not did("diff", luna.history.diff("here"))
        assert did("rollback", luna.history.rollback("here")).revision is None
        assert did("drop_snapshot", luna.history.drop_snapshot("here"))
        for verb in (luna.history.change, luna.history.undo):
            with pytest.raises(NotFound):
                verb(1_000_000)
        did("change", None)
        [record, *_] = luna.archive.records("s")
        did("records", record)
        assert did("record", luna.archive.record(receipt.records[0])) == record
        assert did("attachment", luna.archive.attachment(record.attachments[0].id)[1]) == b"1"
        did("sessions", luna.archive.sessions())
        did("lookups", luna.archive.lookups())
        assert did("lookup_reason", luna.archive.lookup_reason("berlin", luna.search_memory("berlin"))) is None
        assert [one.id for one in did("items", luna.hot.items())] == [item.id]
        assert did("set_record_vectors", luna.index.set_record_vectors(True)) is True
        assert did("record_vectors", luna.index.record_vectors()) is True
        assert did("catch_up", luna.index.catch_up()) == did("progress", luna.index.progress())
        pending = [
            luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": city}, source="tool"))
            for city in "abc"
        ]
        assert [one.item.id for one in did("list", luna.review.list())] == [p.outcomes[0].item_id for p in pending]
        did("show", luna.review.show(pending[0].outcomes[0].item_id))
        did("accept", luna.review.accept(pending[0].outcomes[0].item_id))
        did("reject", luna.review.reject(pending[1].outcomes[0].item_id))
        did("accept_all_from", luna.review.accept_all_from("tool"))
        with pytest.raises(NotFound):
            luna.review.keep_both("nobody")
        called.add("keep_both")
        with pytest.raises(NotFound):
            luna.review.edit("nobody", "I like tea")
        called.add("edit")
        assert did("accept_provisional", luna.review.accept_provisional()).outcomes == ()
        assert did("reject_provisional", luna.review.reject_provisional()).outcomes == ()
        assert did("training_lines", luna.review.training_lines()).sentences == ()
        did("today", luna.usage.today())
        assert did("calls", luna.usage.calls()) == []
        assert (luna.usage.list(), luna.jobs.list(), luna.jobs.run_pending()) == ([], [], 0)
        assert did("extract_turns", luna.extract_turns()) == 0
        with pytest.raises(Unsupported):
            luna.extract_turn(session, 1)
        did("extract_turn", None)
        did("preview", luna.relearn.preview())
        assert did("apply", luna.relearn.apply()).changes == ()
        with pytest.raises(NotFound):
            luna.relearn.undo(1_000_000)
        did("undo", None)
        did("memory_append", luna.memory_append("a note"))
        did("append", luna.files.append("another"))
        assert "MEMORY" in did("memory", luna.files.memory())
        assert len(did("notes", luna.files.notes(clock.now().date()))) == 2
        assert did("prepare", luna.files.prepare()) is False
        did("generate", luna.files.generate())
        assert [one.result for one in did("write_generated", luna.files.write_generated())] == ["same", "same"]
        assert "USER" in did("user", luna.files.user())
        assert did("sync", luna.files.sync()).is_quiet
        assert str(luna.files.folder()).endswith("workspace")
        assert did("write_ledger", luna.files.write_ledger()) is False
        with pytest.raises(Conflict):
            luna.files.rebuild()
        did("rebuild", None)
        page = Path(str(luna.files.folder())) / "CLAUDE.md"
        page.write_text("# Project\n\n- the build takes an hour\n")
        assert did("import_markdown", luna.files.import_markdown(str(page))).files == 1
        assert not did("undo_source", luna.review.undo_source("session:nobody"))
        assert did("forget_due", luna.review.forget_due()) == []
        assert did("run_daily", luna.upkeep.run_daily()).failed == ()
        assert len(did("last_run", luna.upkeep.last_run())) == 9
        assert did("compute_decay", luna.upkeep.compute_decay()) == []
        assert did("cleanup_expired", luna.upkeep.cleanup_expired()).changed == 0
        assert did("which", luna.which(item.key)).found[0].item.key == item.key
        did("forget_recall", luna.forget_recall(item.key))
        [forgotten] = did("forgotten", luna.upkeep.forgotten())
        assert did("restore", luna.upkeep.restore(forgotten.item.id)).key == item.key
        assert luna.upkeep.check() == []
        assert did("export_agent", luna.export_agent(tmp_path / "luna.zip")).counts["memory_items"] > 1
        with Memory.open("luna", tmp_path / "elsewhere", clock=clock) as copy:
            assert did("import_agent", copy.import_agent(tmp_path / "luna.zip")).mode == "load"
        did("remember", luna.remember("The spare key is with Ann."))
        did("forget", luna.forget("the spare key"))
        did("set", luna.identity.set("Luna"))
        assert did("get", luna.identity.get()).name == "Luna"
        assert len(did("history", luna.identity.history()).versions) == 1
        did("start_task", luna.working.start_task("s", "fix the login page", ["look"]))
        did("advance", luna.working.advance("s", "seen"))
        did("focus", luna.working.focus("s", "the login page once more"))
        did("set_state", luna.working.set_state("s", "n", 1))
        luna.working.set("s", "endpoint", "/login")
        assert luna.working.get("s", "endpoint") == "/login"
        did("note_thought", luna.working.note_thought("s", "hm"))
        did("folder", luna.working.folder("s"))
        did("add_file", luna.working.add_file("s", "a.txt", "trying"))
        did("cleanup", luna.working.cleanup("s"))
        did("show", luna.working.show("s"))
        did("scratchpad", luna.working.scratchpad("s"))
        did("complete", luna.working.complete("s", "works"))
        did("generate_episode", luna.generate_episode("s"))
        did("consolidate_recall", luna.consolidate_recall("s"))
        did("should_consolidate", luna.should_consolidate("s"))
        did("context_used", luna.context_used("s", limit=100))
        did("compact", luna.compact("s"))
        did("end_session", luna.end_session("s"))
        assert len(did("restrict", luna.erasure.restrict(item.key))) > 0
        going = ErasureTarget(session="s")
        assert did("preview_erase", luna.preview_erase(going)) == did("preview", luna.erasure.preview(going))
        certificate = did("erase", luna.erase(going))
        assert did("certificates", luna.erasure.certificates()) == [certificate.as_json()]
        with pytest.raises(NotFound):
            luna.item(record.id)
    # Every verb goes through the same portal; those of the parts below run in the tests of their own commands.
    elsewhere = ("jobs", "patches", "experience", "skills", "knowledge")
    core = (AgentMemory, *(part for name, part in PARTS.items() if name not in elsewhere))
    assert called == {name for owner in core for name in verbs(owner)}


def test_a_closed_memory_says_so(tmp_path: Path) -> None:
    luna = Memory.open("luna", tmp_path)
    luna.close()
    luna.close()
    with pytest.raises(StoreUnavailable):
        luna.items()


def test_opening_what_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Memory.open("luna", tmp_path / "home", create=False)
    assert not (tmp_path / "home").exists()


def test_patches_experience_skills_and_knowledge_run(tmp_path: Path) -> None:
    with Memory.open("luna", tmp_path, clock=ManualClock(), embedder="none") as luna:
        luna.patches.add("event", "a", event_date="2025-01-01")
        assert len(luna.patches.apply_on_activate(cutoff="2024").lines) == 1
        assert len(luna.patches.history()) == len(luna.patches.list()) == 1
        assert luna.patches.is_model_outdated(model="gpt-4o")
        assert luna.patches.read_feeds() == []
        luna.patches.report("patch:event:a", "failed", "too late")
        luna.patches.switch("patch:event:a", False)
        assert luna.patches.preview(cutoff="2024").lines == ()
        luna.experience.record("write a crawler", outcome={"success": True})
        assert len(luna.experience.retrieve("crawler")) == 1
        luna.skills.practise("Go", minutes=60)
        assert luna.skills.of("Go") == luna.skills.list()[0]
        [update] = luna.knowledge.process_update(Candidate("facts", {"predicate": "city", "value": "Rome"})).verified
        assert not luna.knowledge.verify(update.item_id).verified
        assert luna.knowledge.sources(update.item_id).type == "user"
        assert luna.knowledge.find_existing("city: Rome") is not None
