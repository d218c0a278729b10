"""The blocking twin has every verb of the async one, with its signature and no logic of its own."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import perdure.blocking
from perdure import AgentMemory, Attachment, Candidate, Event, ManualClock, Memory, NotFound, StoreUnavailable
from perdure.blocking import BlockingArchive, BlockingHistory, BlockingReview
from perdure.parts.archive import ArchivePart
from perdure.parts.history import HistoryPart
from perdure.parts.review import ReviewPart

TWINS = (
    (AgentMemory, Memory),
    (HistoryPart, BlockingHistory),
    (ArchivePart, BlockingArchive),
    (ReviewPart, BlockingReview),
)


def verbs(owner: type) -> dict[str, object]:
    return {name: method for name, method in inspect.getmembers(owner, inspect.isfunction) if not name.startswith("_")}


@pytest.mark.parametrize(("asynchronous", "twin"), TWINS)
def test_every_verb_has_a_twin_with_the_same_signature(asynchronous: type, twin: type) -> None:
    ours = set(verbs(twin)) - {"close"}  # what the runtime does for the async verbs
    assert ours == set(verbs(asynchronous))
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
        made = [node for node in classes[twin.__name__].body if isinstance(node, ast.Assign)]
        assert {ast.unparse(node) for node in made} == {
            f"{name} = blocking({asynchronous.__name__}.{name})" for name in verbs(asynchronous)
        }


def test_every_part_of_the_async_memory_is_there() -> None:
    parts = {"history": BlockingHistory, "archive": BlockingArchive, "review": BlockingReview}
    source = inspect.getsource(Memory.__init__)
    assert all(f"self.{name} = {part.__name__}(" in source for name, part in parts.items())


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
        did("compact_index", luna.compact_index())
        assert did("rebuild_index", luna.rebuild_index()) == 1
        did("check", luna.check())
        assert luna.history.of(item).versions == (item,)
        did("of", None)
        [record, *_] = luna.archive.records("s")
        did("records", record)
        assert did("record", luna.archive.record(receipt.records[0])) == record
        assert did("attachment", luna.archive.attachment(record.attachments[0].id)[1]) == b"1"
        did("sessions", luna.archive.sessions())
        did("lookups", luna.archive.lookups())
        pending = [
            luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": city}, source="tool"))
            for city in "abc"
        ]
        assert [one.item.id for one in did("list", luna.review.list())] == [p.outcomes[0].item_id for p in pending]
        did("show", luna.review.show(pending[0].outcomes[0].item_id))
        did("accept", luna.review.accept(pending[0].outcomes[0].item_id))
        did("reject", luna.review.reject(pending[1].outcomes[0].item_id))
        did("accept_all_from", luna.review.accept_all_from("tool"))
        assert not did("undo_source", luna.review.undo_source("session:nobody"))
        assert did("forget_due", luna.review.forget_due()) == []
        did("forget_recall", luna.forget_recall(item.key))
        did("end_session", luna.end_session("s"))
        with pytest.raises(NotFound):
            luna.item(record.id)
    assert called == {name for asynchronous, _ in TWINS for name in verbs(asynchronous)}


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
