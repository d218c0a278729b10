"""No answer and no error holds a byte of another agent or of a scope that is not to be seen.

Every place (agent × scope) is filled with things that carry a canary of its own. Every public verb is then called from
every place with the ids of every other place, and whatever comes back is searched for canaries.
"""

from __future__ import annotations

import inspect
import io
import json
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import pytest

from perdure import (
    AgentMemory,
    Attachment,
    Candidate,
    ErasureTarget,
    Event,
    Evidence,
    Item,
    NotFound,
    PerdureError,
    Runtime,
    Session,
    Source,
    Status,
    Target,
)
from perdure.store.transaction import Transaction
from tests.agent_parts import OF_THE_RUNTIME, PARTS, is_alias
from tests.homes import fresh_id

SCOPES = ("main", "peer:a", "peer:b", "group:g", "shared")
OF_THE_OWNER = {"AgentMemory.export_agent", "AgentMemory.import_agent"}
"""They act on all scopes of their agent, and are the owner's: a test of their own looks into what they give."""
NO_SUCH_ID = "01970000-0000-7000-8000-000000000000"
KEY = "fact:user:city"
FAR = datetime(2100, 1, 1, tzinfo=UTC)


@dataclass
class Place:
    """One scope of one agent, and what is in it."""

    memory: AgentMemory
    scope: str
    canary: str
    session: Session
    ids: dict[str, str] = field(default_factory=dict)

    def sees(self, other: Place) -> bool:
        return other.memory is self.memory and other.scope in (self.scope, "shared")


async def fill(memory: AgentMemory, scope: str, canary: str) -> Place:
    session = await memory.start_session(scope=scope, kind=f"kind-{canary}")
    place = Place(memory, scope, canary, session)
    receipt = await memory.commit_turn(
        session,
        [
            Event.user(
                f"I live in {canary}",
                speaker=f"speaker-{canary}",
                tags=[f"tag-{canary}"],
                content_ref=f"ref-{canary}",
                attachments=[Attachment(f"file-{canary}", canary.encode())],
            ),
            Event.tool(f"tool-{canary}", {"a": canary}, {"b": canary}),
        ],
        idempotency_key="k",
    )
    [record, _] = await memory.archive.records(session)
    quoted = Evidence(record.id, quote=canary)
    await memory.experience.record(
        {"type": "coding", "description": f"task {canary}", "domain": [canary]},
        {"tools": [f"tool-{canary}"]},
        {"success": False},
        {"mistakes": [f"mistake {canary}"]},
        session=session,
    )
    await memory.skills.practise(f"skill {canary}", minutes=60, note=canary, session=session)
    if scope == "shared":  # a patch is seen in every scope of its agent, wherever it was told
        await memory.patches.add("event", f"patch {canary}", event_date="2025-01-01")
    await memory.patches.apply_on_activate(model=f"model-{canary}", cutoff="2024", session=session)
    await memory.memory_append(f"note {canary}", session=session)
    await memory.upsert_recall(fact(f"old {canary}"), session=session)
    await memory.upsert_recall(fact(canary, evidence=[quoted], reason=canary), session=session, idempotency_key="u")
    await memory.upsert_recall(fact(f"rumour {canary}", source=Source.OUTSIDE), session=session)
    await memory.working.start_task(session, f"task {canary}", [f"step {canary}"])
    await memory.working.set(session, f"variable {canary}", canary)
    await memory.working.note_thought(session, f"thought {canary}")
    await memory.working.focus(session, f"new task: something else about {canary} gardens and rivers")
    if scope == "shared":
        await memory.identity.set(f"name {canary}", role=canary, scope=scope)
    [item] = [i for i in await memory.items(scope=scope, key=KEY) if i.scope == scope]
    pending = [i for i in await memory.items(scope=scope, key=KEY, status="pending") if i.scope == scope]
    place.ids = {
        "record": receipt.records[0],
        "attachment": record.attachments[0].id,
        "item": item.id,
        "pending": pending[0].id,
        "session": session.id,
    }
    place.ids |= await memory.port.write(scope, lambda tx: entries(tx, session.id, canary, item))
    return place


def entries(tx: Transaction, session_id: str, canary: str, item: Item) -> dict[str, str]:
    """A job that failed, an entry of the ledger, a doubt, a withheld span, and the revision that made an item."""
    held = tx.decided(type=None, key=None, status=Status.ACTIVE)
    linked = next(other.id for other in held if other.scope == item.scope and other.key != item.key)
    tx.links.add(item.id, linked)
    tx.withheld.add(tx.records(session_id)[0].id, 0, 1, item_id=item.id)
    tx.queue.add("episode", session_id, max_retries=0)
    tx.usage.add("extract", f"model-{canary}", session_id, tokens_in=1, tokens_out=1)
    [job] = [job for job in tx.queue.jobs(None, 9) if job.session_id == session_id]
    made = next(change for change in tx.changes(item.scope, item.key) if change.item_id == item.id)
    return {"job": str(job.id), "revision": str(made.revision), "linked": linked}


def number(text: str) -> int:
    """A number that is given as one; the id that is nobody's becomes one that is nobody's."""
    return int(text) if text.isdigit() else 1_999_999_999


def fact(value: str, **more: Any) -> Candidate:
    return Candidate("facts", {"predicate": "city", "value": value}, **more)


# --- the probes: for each verb, calls with an id that is not to be found here ---------------------------------------

Probe = Callable[[Place, str], list[Awaitable[Any]]]


def by_session(call: Callable[[Place, str], Awaitable[Any]]) -> Probe:
    return lambda place, foreign: [call(place, foreign)]


async def spare_event(place: Place, foreign: str) -> Any:
    """A turn in a session of one's own, under an idempotency key that is used elsewhere too."""
    session = await place.memory.start_session(scope=place.scope)
    return await place.memory.add_event(session, Event.user("hello"), idempotency_key=foreign)


async def reason_to_look(place: Place) -> Any:
    return await place.memory.archive.lookup_reason(
        "when did I say that?", await place.memory.search_memory("city", scope=place.scope)
    )


async def fresh_working(place: Place) -> Any:
    """What a new session begins with: what was completed in its scope, and nowhere else."""
    session = await place.memory.start_session(scope=place.scope)
    return await place.memory.working.show(session)


# verb → (which ids of the other place it is given, the calls). A verb that is given none must answer with one's own.
PROBES: dict[str, tuple[tuple[str, ...], Probe]] = {
    "AgentMemory.start_session": (
        ("record",),
        lambda p, x: [p.memory.start_session(f"{p.canary} of {x}", scope=p.scope)],
    ),
    "AgentMemory.end_session": (("session",), by_session(lambda p, x: p.memory.end_session(x))),
    "AgentMemory.commit_turn": (
        ("session",),
        by_session(lambda p, x: p.memory.commit_turn(x, [Event.user("hello")], idempotency_key="k")),
    ),
    "AgentMemory.commit_turns": (
        ("session",),
        by_session(lambda p, x: p.memory.commit_turns(x, [[Event.user("hello")]] * 2, idempotency_key="k")),
    ),
    "AgentMemory.add_event": (
        ("session",),
        lambda p, x: [p.memory.add_event(x, Event.user("hello")), spare_event(p, "k")],
    ),
    "AgentMemory.upsert_recall": (
        ("record", "session"),
        lambda p, x: [
            p.memory.upsert_recall(fact("x", evidence=[Evidence(x)]), scope=p.scope),
            p.memory.upsert_recall(fact("x", evidence=[Evidence(x, quote="I live in")]), scope=p.scope),
            p.memory.upsert_recall(fact("x", evidence=[Evidence(x, start=0, end=3)]), scope=p.scope),
        ],
    ),
    "AgentMemory.remember": (
        ("session",),
        by_session(lambda p, x: p.memory.remember("The user lives in Rome.", session=x, idempotency_key="k")),
    ),
    "AgentMemory.forget": (("item", "pending", "record"), lambda p, x: [p.memory.forget(x, scope=p.scope)]),
    "AgentMemory.forget_recall": (
        ("item", "pending", "record"),
        lambda p, x: [
            p.memory.forget_recall(x, scope=p.scope),
            p.memory.forget_recall(Target(id=x), mode="delete", scope=p.scope),
        ],
    ),
    "AgentMemory.preview_forget": (
        ("item", "pending", "record"),
        lambda p, x: [
            p.memory.preview_forget(x, scope=p.scope),
            p.memory.preview_forget(Target(id=x), mode="delete", scope=p.scope),
            p.memory.preview_forget(KEY, mode="delete", scope=p.scope),
            p.memory.preview_forget(Target(type="facts"), mode="delete", scope=p.scope),
            p.memory.preview_forget(Target(query="city"), scope=p.scope),
        ],
    ),
    "AgentMemory.preview_erase": (
        ("item", "pending", "record", "session"),
        lambda p, x: [
            p.memory.preview_erase(ErasureTarget(id=x), scope=p.scope),
            p.memory.preview_erase(ErasureTarget(session=x), scope=p.scope),
            p.memory.preview_erase(ErasureTarget(key=KEY), everywhere=True, scope=p.scope),
            p.memory.preview_erase(ErasureTarget(person="Ann"), scope=p.scope),
            p.memory.preview_erase(ErasureTarget(query="I live in"), scope=p.scope),
            p.memory.preview_erase(ErasureTarget(until=FAR), scope=p.scope),
        ],
    ),
    "AgentMemory.erase": (
        ("item", "pending", "record", "session"),
        lambda p, x: [
            p.memory.erase(ErasureTarget(id=x), scope=p.scope),
            p.memory.erase(ErasureTarget(session=x), scope=p.scope),
        ],
    ),
    "EraseFront.preview": (("item",), lambda p, x: [p.memory.erasure.preview(ErasureTarget(id=x), scope=p.scope)]),
    "EraseFront.erase": (("item",), lambda p, x: [p.memory.erasure.erase(ErasureTarget(id=x), scope=p.scope)]),
    "EraseFront.restrict": (
        ("item", "pending"),
        lambda p, x: [
            p.memory.erasure.restrict(x, scope=p.scope),
            p.memory.erasure.restrict(x, lift=True, scope=p.scope),
        ],
    ),
    "UsageFront.calls": ((), lambda p, x: [p.memory.usage.calls(scope=p.scope)]),
    "EraseFront.certificates": ((), lambda p, x: [p.memory.erasure.certificates(scope=p.scope)]),
    "AgentMemory.which": (
        ("item", "pending"),
        lambda p, x: [p.memory.which(x, scope=p.scope), p.memory.which("city", session=p.session)],
    ),
    "AgentMemory.items": (
        (),
        lambda p, x: [
            p.memory.items(scope=p.scope),
            p.memory.items(key=KEY, status=None, scope=p.scope),
            p.memory.items("facts", status="pending", scope=p.scope),
            p.memory.items(session=p.session, status="superseded"),
        ],
    ),
    "AgentMemory.item": (("item", "pending", "record"), lambda p, x: [p.memory.item(x, scope=p.scope)]),
    "AgentMemory.retrieve_recall": (
        (),
        lambda p, x: [
            p.memory.retrieve_recall("where do I live? city old rumour canary", scope=p.scope),
            p.memory.retrieve_recall("city", session=p.session),
        ],
    ),
    "AgentMemory.search_memory": (
        (),
        lambda p, x: [
            p.memory.search_memory("city old rumour canary", scope=p.scope),
            p.memory.search_memory("city", include_history=True, scope=p.scope),
            p.memory.search_memory("city", as_of=p.session.started_at, session=p.session),
        ],
    ),
    "AgentMemory.retrieve_archival": (
        ("session",),
        lambda p, x: [
            p.memory.retrieve_archival("I live in canary", in_session=x, scope=p.scope),
            p.memory.retrieve_archival("I live in canary", scope=p.scope, by_session=True),
            p.memory.retrieve_archival("canary live", session=p.session, reason="user_ask_evidence"),
        ],
    ),
    "AgentMemory.search_conversation_traces": (
        (),
        lambda p, x: [p.memory.search_conversation_traces("I live in speaker tool canary", scope=p.scope)],
    ),
    "AgentMemory.compose": (
        ("session",),
        lambda p, x: [
            p.memory.compose(x, "where do I live? city canary", budget=3_000),
            p.memory.compose(x, "when did I say where I live?", budget=3_000, mode="strategy"),
            p.memory.compose(x, "where do I live? city canary", budget=3_000, as_of=p.session.started_at),
        ],
    ),
    "AgentMemory.activate": (
        ("session",),
        lambda p, x: [
            p.memory.activate("city canary", model=None, max_tokens=20_000, session=x),
            p.memory.activate("city canary", model="gpt-4o", max_tokens=20_000, scope=p.scope),
        ],
    ),
    "AgentMemory.memory_append": (
        ("session", "record"),
        lambda p, x: [
            p.memory.memory_append("a note", session=x),
            p.memory.memory_append("a note", scope=p.scope, evidence=[Evidence(x)]),
        ],
    ),
    "FilesFront.append": (("session",), lambda p, x: [p.memory.files.append("a note", session=x)]),
    "FilesFront.memory": (
        ("session",),
        lambda p, x: [p.memory.files.memory(scope=p.scope), p.memory.files.memory(session=x)],
    ),
    "FilesFront.notes": (("session",), lambda p, x: [p.memory.files.notes(date(2026, 1, 1), session=x)]),
    "FilesFront.prepare": ((), lambda p, x: [p.memory.files.prepare()]),
    "FilesFront.generate": ((), lambda p, x: [p.memory.files.generate()]),
    "FilesFront.write_generated": ((), lambda p, x: [p.memory.files.write_generated()]),
    "FilesFront.sync": (
        ("session",),
        lambda p, x: [p.memory.files.sync(scope=p.scope), p.memory.files.sync(session=x, dry_run=True)],
    ),
    "FilesFront.import_markdown": (
        ("session",),
        lambda p, x: [p.memory.files.import_markdown("/nowhere", session=x)],
    ),
    "FilesFront.write_ledger": ((), lambda p, x: [p.memory.files.write_ledger()]),
    "FilesFront.rebuild": ((), lambda p, x: [p.memory.files.rebuild()]),
    "FilesFront.folder": ((), lambda p, x: [p.memory.files.folder()]),
    "FilesFront.user": (
        ("session",),
        lambda p, x: [p.memory.files.user(scope=p.scope), p.memory.files.user(session=x)],
    ),
    "AgentMemory.compact_index": ((), lambda p, x: [p.memory.compact_index()]),
    "AgentMemory.rebuild_index": ((), lambda p, x: [p.memory.rebuild_index()]),
    "AgentMemory.check": ((), lambda p, x: [p.memory.check()]),
    "HistoryFront.of": (
        ("item", "pending", "record"),
        lambda p, x: [
            p.memory.history.of(x, scope=p.scope),
            p.memory.history.of(Target(id=x), session=p.session),
        ],
    ),
    "HistoryFront.explain": (
        ("item", "pending", "record"),
        lambda p, x: [
            p.memory.history.explain(x, scope=p.scope),
            p.memory.history.explain(x, scope=p.scope, as_of=p.session.started_at),
            p.memory.history.explain("city old rumour canary", scope=p.scope),
        ],
    ),
    "HistoryFront.timeline": (
        ("item", "pending", "record"),
        lambda p, x: [p.memory.history.timeline(x, scope=p.scope), p.memory.history.timeline(scope=p.scope)],
    ),
    "HistoryFront.changes": ((), lambda p, x: [p.memory.history.changes(with_use=True, scope=p.scope)]),
    "HistoryFront.change": (("revision",), lambda p, x: [p.memory.history.change(number(x), scope=p.scope)]),
    "HistoryFront.diff": ((), lambda p, x: [p.memory.history.diff(0, scope=p.scope)]),
    "HistoryFront.undo": (
        ("revision",),
        lambda p, x: [
            p.memory.history.undo(number(x), scope=p.scope),
            p.memory.history.undo(number(x), keep_later=True, scope=p.scope),
        ],
    ),
    "HistoryFront.rollback": ((), lambda p, x: [p.memory.history.rollback(0, dry_run=True, scope=p.scope)]),
    "HistoryFront.snapshot": ((), lambda p, x: [p.memory.history.snapshot(f"probe {x}", scope=p.scope)]),
    "HistoryFront.snapshots": ((), lambda p, x: [p.memory.history.snapshots(scope=p.scope)]),
    "HistoryFront.drop_snapshot": ((), lambda p, x: [p.memory.history.drop_snapshot("nobody", scope=p.scope)]),
    "AuditFront.report": ((), lambda p, x: [p.memory.audit.report(scope=p.scope)]),
    "PatchesFront.add": (
        ("session",),
        by_session(lambda p, x: p.memory.patches.add("event", "probe", event_date="2025-01-01", session=x)),
    ),
    "PatchesFront.list": ((), lambda p, x: [p.memory.patches.list(status=None, scope=p.scope)]),
    "PatchesFront.switch": (
        ("item", "session"),
        lambda p, x: [p.memory.patches.switch(x, True, scope=p.scope), p.memory.patches.switch(KEY, True, session=x)],
    ),
    "PatchesFront.apply_on_activate": (
        ("session",),
        by_session(lambda p, x: p.memory.patches.apply_on_activate(cutoff="2024", session=x)),
    ),
    "PatchesFront.preview": ((), lambda p, x: [p.memory.patches.preview(cutoff="2024", session=p.session)]),
    "PatchesFront.is_model_outdated": ((), lambda p, x: [p.memory.patches.is_model_outdated(cutoff="2024")]),
    "PatchesFront.history": (
        ("session",),
        lambda p, x: [
            p.memory.patches.history(scope=p.scope),
            p.memory.patches.history("patch:event:probe", session=x),
        ],
    ),
    "PatchesFront.report": (
        ("item", "session"),
        lambda p, x: [
            p.memory.patches.report(x, "failed", scope=p.scope),
            p.memory.patches.report("patch:event:probe", "failed", "probe", session=x),
        ],
    ),
    "PatchesFront.read_feeds": (
        (),
        lambda p, x: [p.memory.patches.read_feeds({"probe": "no-such-file"}, scope=p.scope)],
    ),
    "ExperienceFront.record": (
        ("session",),
        by_session(lambda p, x: p.memory.experience.record("probe", session=x, idempotency_key="k")),
    ),
    "ExperienceFront.retrieve": (
        ("session",),
        lambda p, x: [
            p.memory.experience.retrieve("task canary mistake", task_type="coding", scope=p.scope),
            p.memory.experience.retrieve("task canary mistake", session=x),
        ],
    ),
    "SkillsFront.practise": (
        ("session",),
        by_session(lambda p, x: p.memory.skills.practise("probe", session=x, idempotency_key="k")),
    ),
    "SkillsFront.of": (
        ("item",),
        lambda p, x: [p.memory.skills.of(x, scope=p.scope), p.memory.skills.of("skill", session=p.session)],
    ),
    "SkillsFront.list": (
        ("session",),
        lambda p, x: [p.memory.skills.list(scope=p.scope), p.memory.skills.list(session=x)],
    ),
    "KnowledgeFront.process_update": (
        ("record", "session"),
        lambda p, x: [p.memory.knowledge.process_update(fact("x", evidence=[Evidence(x)]), scope=p.scope)],
    ),
    "KnowledgeFront.verify": (
        ("item", "pending", "record"),
        lambda p, x: [p.memory.knowledge.verify(x, verifiers=[], scope=p.scope)],
    ),
    "KnowledgeFront.find_existing": (
        (),
        lambda p, x: [p.memory.knowledge.find_existing("The user lives in canary", scope=p.scope)],
    ),
    "KnowledgeFront.sources": (
        ("item", "pending", "record"),
        lambda p, x: [p.memory.knowledge.sources(x, scope=p.scope)],
    ),
    "ArchiveFront.sessions": ((), lambda p, x: [p.memory.archive.sessions(scope=p.scope)]),
    "ArchiveFront.lookups": ((), lambda p, x: [p.memory.archive.lookups(scope=p.scope)]),
    "ArchiveFront.lookup_reason": ((), lambda p, x: [reason_to_look(p)]),
    "HotFront.items": (
        ("session",),
        lambda p, x: [p.memory.hot.items(scope=p.scope), p.memory.hot.items(session=p.session)],
    ),
    "IndexFront.progress": ((), lambda p, x: [p.memory.index.progress()]),
    "IndexFront.catch_up": ((), lambda p, x: [p.memory.index.catch_up()]),
    "IndexFront.record_vectors": ((), lambda p, x: [p.memory.index.record_vectors()]),
    "IndexFront.set_record_vectors": ((), lambda p, x: [p.memory.index.set_record_vectors(True)]),
    "ReviewFront.list": (
        (),
        lambda p, x: [p.memory.review.list(provisional=likely, scope=p.scope) for likely in (False, True)],
    ),
    "ReviewFront.show": (("item", "pending", "record"), lambda p, x: [p.memory.review.show(x, scope=p.scope)]),
    "ReviewFront.accept": (("item", "pending", "record"), lambda p, x: [p.memory.review.accept(x, scope=p.scope)]),
    "ReviewFront.reject": (("item", "pending", "record"), lambda p, x: [p.memory.review.reject(x, scope=p.scope)]),
    "ReviewFront.edit": (
        ("item", "pending", "record"),
        lambda p, x: [p.memory.review.edit(x, "I live in canary", scope=p.scope)],
    ),
    "ReviewFront.accept_provisional": ((), lambda p, x: [p.memory.review.accept_provisional(scope=p.scope)]),
    "ReviewFront.reject_provisional": ((), lambda p, x: [p.memory.review.reject_provisional(scope=p.scope)]),
    "ReviewFront.training_lines": ((), lambda p, x: [p.memory.review.training_lines(scope=p.scope)]),
    "ReviewFront.keep_both": (
        ("item", "pending", "record"),
        lambda p, x: [p.memory.review.keep_both(x, scope=p.scope)],
    ),
    "ReviewFront.undo_source": ((), lambda p, x: [p.memory.review.undo_source("source:inference", scope=p.scope)]),
    "UpkeepFront.run_daily": (
        (),
        lambda p, x: [p.memory.upkeep.run_daily(scope=p.scope, dry_run=dry_run) for dry_run in (True, False)],
    ),
    "UpkeepFront.last_run": ((), lambda p, x: [p.memory.upkeep.last_run()]),
    "UpkeepFront.check": ((), lambda p, x: [p.memory.upkeep.check()]),
    "UpkeepFront.compute_decay": ((), lambda p, x: [p.memory.upkeep.compute_decay(scope=p.scope)]),
    "UpkeepFront.cleanup_expired": ((), lambda p, x: [p.memory.upkeep.cleanup_expired(scope=p.scope)]),
    "UpkeepFront.forgotten": ((), lambda p, x: [p.memory.upkeep.forgotten(scope=p.scope)]),
    "UpkeepFront.restore": (("item", "pending", "record"), lambda p, x: [p.memory.upkeep.restore(x, scope=p.scope)]),
    "ReviewFront.forget_due": ((), lambda p, x: [p.memory.review.forget_due(scope=p.scope)]),
    "ReviewFront.accept_all_from": ((), lambda p, x: [p.memory.review.accept_all_from("inference", scope=p.scope)]),
    "AgentMemory.generate_episode": (("session",), by_session(lambda p, x: p.memory.generate_episode(x))),
    "AgentMemory.consolidate_recall": (("session",), by_session(lambda p, x: p.memory.consolidate_recall(x))),
    "AgentMemory.should_consolidate": (("session",), by_session(lambda p, x: p.memory.should_consolidate(x))),
    "AgentMemory.context_used": (("session",), by_session(lambda p, x: p.memory.context_used(x, limit=100))),
    "AgentMemory.compact": (("session",), by_session(lambda p, x: p.memory.compact(x, keep_turns=1))),
    "IdentityFront.get": ((), lambda p, x: [p.memory.identity.get(scope=p.scope)]),
    "IdentityFront.history": ((), lambda p, x: [p.memory.identity.history(scope=p.scope)]),
    "IdentityFront.set": (("session",), by_session(lambda p, x: p.memory.identity.set("x", session=x))),
    "WorkingFront.show": (("session",), by_session(lambda p, x: p.memory.working.show(x))),
    "WorkingFront.get": (("session",), by_session(lambda p, x: p.memory.working.get(x, "key"))),
    "WorkingFront.scratchpad": (("session",), by_session(lambda p, x: p.memory.working.scratchpad(x))),
    "WorkingFront.folder": (("session",), by_session(lambda p, x: p.memory.working.folder(x))),
    "WorkingFront.start_task": (("session",), by_session(lambda p, x: p.memory.working.start_task(x, "goal"))),
    "WorkingFront.advance": (("session",), by_session(lambda p, x: p.memory.working.advance(x))),
    "WorkingFront.focus": (("session",), by_session(lambda p, x: p.memory.working.focus(x, "another thing"))),
    "WorkingFront.complete": (("session",), by_session(lambda p, x: p.memory.working.complete(x, "done"))),
    "WorkingFront.set": (("session",), by_session(lambda p, x: p.memory.working.set(x, "key", 1))),
    "WorkingFront.set_state": (("session",), by_session(lambda p, x: p.memory.working.set_state(x, "key", 1))),
    "WorkingFront.note_thought": (("session",), by_session(lambda p, x: p.memory.working.note_thought(x, "hm"))),
    "WorkingFront.add_file": (("session",), by_session(lambda p, x: p.memory.working.add_file(x, "a.txt", "why"))),
    "WorkingFront.cleanup": (("session",), by_session(lambda p, x: p.memory.working.cleanup(x))),
    "AgentMemory.extract_turn": (("session",), by_session(lambda p, x: p.memory.extract_turn(x, 1))),
    "AgentMemory.extract_turns": ((), lambda p, x: [p.memory.extract_turns(scope=p.scope)]),
    "JobsFront.list": ((), lambda p, x: [p.memory.jobs.list(scope=p.scope), p.memory.jobs.list(session=p.session)]),
    "JobsFront.retry": (("job",), lambda p, x: [p.memory.jobs.retry(number(x), scope=p.scope)]),
    "JobsFront.check": ((), lambda p, x: [p.memory.jobs.check()]),
    "JobsFront.run_pending": ((), lambda p, x: [p.memory.jobs.run_pending()]),
    "UsageFront.today": ((), lambda p, x: [p.memory.usage.today()]),
    "UsageFront.list": ((), lambda p, x: [p.memory.usage.list(scope=p.scope)]),
    "RelearnFront.preview": (
        ("session",),
        lambda p, x: [p.memory.relearn.preview(session=x), p.memory.relearn.preview(scope=p.scope)],
    ),
    "RelearnFront.apply": (("session",), by_session(lambda p, x: p.memory.relearn.apply(session=x))),
    "RelearnFront.undo": (("revision",), lambda p, x: [p.memory.relearn.undo(number(x), scope=p.scope)]),
    "ArchiveFront.records": (("session",), lambda p, x: [p.memory.archive.records(x)]),
    "ArchiveFront.record": (("record", "item", "attachment"), lambda p, x: [p.memory.archive.record(x, scope=p.scope)]),
    "ArchiveFront.attachment": (
        ("attachment", "record"),
        lambda p, x: [p.memory.archive.attachment(x, scope=p.scope), p.memory.archive.attachment(x, session=p.session)],
    ),
}
# More calls that name nobody.
OWN = {
    "history": lambda p: p.memory.history.of(KEY, scope=p.scope),
    "records": lambda p: p.memory.archive.records(p.session),
    "working": lambda p: p.memory.working.show(p.session),
    "scratchpad": lambda p: p.memory.working.scratchpad(p.session),
    "compact": lambda p: p.memory.compact(p.session, keep_turns=1),
    "episode": lambda p: p.memory.generate_episode(p.session),
    "consolidate": lambda p: p.memory.consolidate_recall(p.session),
    "fresh session": lambda p: fresh_working(p),
    "compose": lambda p: p.memory.compose(p.session, "where do I live? city old rumour canary", budget=4_000),
    "evidence": lambda p: p.memory.compose(None, "when did I say I live in canary", budget=4_000, scope=p.scope),
    "notes": lambda p: p.memory.files.notes(date(2026, 1, 1), scope=p.scope),
    "replay": lambda p: p.memory.upsert_recall(
        fact(p.canary, evidence=[Evidence(p.ids["record"], quote=p.canary)], reason=p.canary),
        session=p.session,
        idempotency_key="u",
    ),
    "conflict": lambda p: p.memory.upsert_recall(fact("other"), session=p.session, idempotency_key="u"),
}


async def answer(call: Awaitable[Any]) -> Any:
    try:
        return await call
    except PerdureError as error:
        return error


def text_of(value: Any) -> str:
    """Everything a caller can read in an answer."""
    if isinstance(value, PerdureError):
        return f"{value!r} {value.message} {value.hint} {json.dumps(value.as_json())} {vars(value)}"
    parts = value if isinstance(value, list | tuple) else [value]
    shapes = [part.as_json() for part in parts if hasattr(part, "as_json")]
    data = [part.decode(errors="replace") for part in parts if isinstance(part, bytes)]
    return f"{value!r} {json.dumps(shapes, ensure_ascii=False, default=str)} {data}"


def leaks(place: Place, value: Any, places: list[Place]) -> list[str]:
    """The canaries in an answer that this place must not see."""
    text = text_of(value)
    return [other.canary for other in places if not place.sees(other) and other.canary in text]


async def probe(places: list[Place]) -> tuple[int, list[str]]:
    """Call everything from everywhere with everybody else's ids. Answers the number of probes and what was found."""
    count, found = 0, []
    for place in places:
        for name, call in OWN.items():
            count += 1
            found += [f"{name} → {c}" for c in leaks(place, await answer(call(place)), places)]
        for verb, (kinds, calls) in PROBES.items():
            for call in calls(place, NO_SUCH_ID) if not kinds else ():
                count += 1
                found += [f"{verb} → {c}" for c in leaks(place, await answer(call), places)]
        for other in places:
            if place.sees(other):
                continue
            for verb, (kinds, calls) in PROBES.items():
                for kind in kinds:
                    # Holding a session's id is what lets a caller act in its scope, within the agent.
                    if kind == "session" and other.memory is place.memory:
                        continue
                    if kind in ("job", "revision") and other.memory is not place.memory:
                        continue  # each agent counts for itself
                    for given, absent in zip(calls(place, other.ids[kind]), calls(place, NO_SUCH_ID), strict=True):
                        got, nothing = await answer(given), await answer(absent)
                        count += 2
                        found += [f"{verb}({kind}) → {c}" for c in leaks(place, got, places)]
                        if alike(got, other.ids[kind]) != alike(nothing, NO_SUCH_ID):
                            found.append(f"{verb}({kind}): a foreign id and a missing one are told apart")
    return count, found


def alike(value: Any, given: str) -> str:
    """An error as a caller sees it, without the id that was given."""
    if not isinstance(value, PerdureError):
        return type(value).__name__
    return f"{type(value).__name__} {value.as_json()}".replace(given, "<id>")


@pytest.fixture
async def places(runtime: Runtime, busy_home: str) -> list[Place]:
    # What is different on PostgreSQL is the agent; a round trip takes ten times longer.
    scopes = ("main", "peer:a", "shared") if busy_home.startswith("postgres") else SCOPES
    one, other = await runtime.agent(fresh_id()), await runtime.agent(fresh_id())
    return [
        await fill(memory, scope, f"canary{letter}{n}e")
        for letter, memory in (("A", one), ("B", other))
        for n, scope in enumerate(scopes)
    ]


def public_verbs() -> set[str]:
    return {
        f"{owner.__name__}.{name}"
        for owner in (AgentMemory, *PARTS.values())
        for name, verb in inspect.getmembers(owner, inspect.iscoroutinefunction)
        if not name.startswith("_") and not is_alias(name, verb)
        if f"{owner.__name__}.{name}" not in OF_THE_RUNTIME
    }


def test_every_public_verb_is_probed() -> None:
    assert set(PROBES) | OF_THE_OWNER == public_verbs()


async def test_an_export_holds_nothing_of_another_agent(places: list[Place]) -> None:
    for place in (places[0], places[-1]):
        data = (await place.memory.export_agent()).data
        assert data is not None
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            text = b"".join(file.read(name) for name in file.namelist()).decode()
        own = {other.canary for other in places if other.memory is place.memory}
        assert {other.canary for other in places if other.canary in text} == own


@pytest.mark.requirement("R037", "R326")
async def test_nothing_of_others_is_ever_answered(places: list[Place]) -> None:
    before = {place.canary: await own_view(place) for place in places}
    count, found = await probe(places)
    assert found == []
    assert count > 2_000
    assert {place.canary: await own_view(place) for place in places} == before


async def own_view(place: Place) -> list[str]:
    """What a place holds of its own, which no probe from elsewhere may change."""
    items = await place.memory.items(key=KEY, status=None, scope=place.scope)
    records = await place.memory.archive.records(place.session)
    return [*(text_of(item) for item in items if item.scope == place.scope), *(text_of(record) for record in records)]


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
async def test_forgetting_in_one_place_leaves_all_others(places: list[Place], mode: str) -> None:
    place = places[1]
    others = [other for other in places if other is not place]
    before = {other.canary: await own_view(other) for other in others}
    await place.memory.forget_recall(Target(query=place.canary), mode=mode, scope=place.scope)
    await place.memory.upsert_recall(fact(place.canary), scope=place.scope)
    await place.memory.forget_recall(KEY, mode=mode, scope=place.scope)
    assert {other.canary: await own_view(other) for other in others} == before


async def test_a_scope_given_with_a_session_of_another_is_refused(places: list[Place]) -> None:
    place, other = places[0], places[1]
    for call in (
        place.memory.items(session=other.session, scope=place.scope),
        place.memory.item(other.ids["item"], session=other.session, scope=place.scope),
        place.memory.archive.record(other.ids["record"], session=other.session, scope=place.scope),
        place.memory.upsert_recall(fact("x"), session=other.session, scope=place.scope),
    ):
        got = await answer(call)
        assert (type(got).__name__, leaks(place, got, places)) == ("InvalidInput", [])


# --- below the verbs: links and withheld spans --------------------------------------------------------------------

StoreCall = Callable[[Transaction, dict[str, str], dict[str, str]], Any]
"""A call from one place, given its own ids, with the ids of another."""
SEEN: dict[str, StoreCall] = {
    "links.of": lambda tx, own, ids: tx.links.of(ids["item"]) or tx.links.of(ids["linked"]),
    "links.of_many": lambda tx, own, ids: tx.links.of_many([ids["item"], ids["linked"]]),
    "links.open": lambda tx, own, ids: [
        link for link in tx.links.open(99) if ids["item"] in (link.item_a, link.item_b)
    ],
    "withheld.of": lambda tx, own, ids: tx.withheld.of([ids["record"]]),
    "withheld.about": lambda tx, own, ids: tx.withheld.about(ids["item"]),
    "withheld.any_in": lambda tx, own, ids: tx.withheld.any_in(ids["session"]),
}
CHANGED: dict[str, StoreCall] = {
    "links.add": lambda tx, own, ids: tx.links.add(own["item"], ids["item"]),
    "links.settle": lambda tx, own, ids: tx.links.settle(ids["item"], ids["linked"]),
    "withheld.add": lambda tx, own, ids: tx.withheld.add(ids["record"], 1, 2),
    "withheld.lift": lambda tx, own, ids: tx.withheld.lift(ids["record"], 0, 1),
}
NOBODY = {"item": NO_SUCH_ID, "linked": NO_SUCH_ID[:-1] + "1", "record": NO_SUCH_ID, "session": NO_SUCH_ID}


def store_answer(place: Place, call: StoreCall, ids: dict[str, str], *, writing: bool) -> str:
    store = place.memory.port.store
    try:
        if writing:
            return str(store.submit(place.scope, lambda tx: call(tx, place.ids, ids)).result())
        return str(store.read(place.scope, lambda tx: call(tx, place.ids, ids)))
    except PerdureError as error:
        return alike(error, "")


def store_probe(places: list[Place]) -> tuple[int, list[str]]:
    """Ask and change everything with everybody else's ids: each answer is that of an id which is nobody's."""
    count, found = 0, []
    for place in places:
        for other in (other for other in places if not place.sees(other)):
            for calls, writing in ((SEEN, False), (CHANGED, True)):
                for name, call in calls.items():
                    count += 1
                    if store_answer(place, call, other.ids, writing=writing) != store_answer(
                        place, call, NOBODY, writing=writing
                    ):
                        found.append(f"{name}: {place.canary} of {other.canary}")
    return count, found


def kept_below(places: list[Place]) -> list[Any]:
    """What each place has of its own: the calls do answer where they should."""
    return [[store_answer(place, call, place.ids, writing=False) for call in SEEN.values()] for place in places]


@pytest.mark.requirement("R326")
async def test_links_and_withheld_spans_of_others_are_as_if_they_were_not_there(places: list[Place]) -> None:
    before = kept_below(places)
    assert [answers for answers in before if {"[]", "{}", "False"} & {*answers}] == []
    count, found = store_probe(places)
    assert found == []
    assert count >= 200
    assert kept_below(places) == before


async def test_a_planted_wrong_scope_is_found_below_the_verbs(places: list[Place]) -> None:
    memory = places[0].memory
    memory.port.store = Leaking(memory.port.store, scope="peer:a")
    _, found = store_probe([place for place in places if place.scope in ("main", "peer:a")])
    assert {line.partition(":")[0] for line in found} == {*SEEN}


# --- red controls: a planted leak is found by the same prober -----------------------------------------------------


class Leaking:
    """A store that opens its transactions in the wrong place."""

    def __init__(self, real: Any, *, instead: Any = None, scope: str | None = None) -> None:
        self._real, self._instead, self._scope = real, instead or real, scope
        self.agent_id = real.agent_id
        self.folder = real.folder

    def read(self, scope: str, work: Any) -> Any:
        return self._instead.read(self._scope or scope, work)

    def submit(self, scope: str, work: Any) -> Any:
        return self._real.submit(scope, work)

    def revision(self) -> int:
        return int(self._real.revision())

    def check(self) -> Any:
        return self._real.check()


async def test_a_planted_wrong_scope_is_found(places: list[Place]) -> None:
    memory = places[0].memory
    memory.port.store = Leaking(memory.port.store, scope="peer:a")
    _, found = await probe([place for place in places if place.scope in ("main", "peer:a")])
    assert any("→ canaryA1e" in line for line in found)
    assert any("told apart" in line for line in found)


async def test_a_planted_wrong_agent_is_found(places: list[Place]) -> None:
    memory = places[0].memory
    memory.port.store = Leaking(memory.port.store, instead=places[-1].memory.port.store)
    _, found = await probe([place for place in places if place.scope == "main"])
    assert any("→ canaryB0e" in line for line in found)


def test_the_scan_sees_text_bytes_and_errors() -> None:
    here = Place(object(), "main", "canaryX", None)  # type: ignore[arg-type]
    there = Place(object(), "main", "canaryY", None)  # type: ignore[arg-type]
    for value in (b"a canaryY", NotFound("canaryY"), NotFound("x", hint="canaryY"), [Event.user("canaryY")], "canaryY"):
        assert leaks(here, [value] if isinstance(value, bytes) else value, [here, there]) == ["canaryY"]
    assert leaks(here, "canaryX", [here, there]) == []
