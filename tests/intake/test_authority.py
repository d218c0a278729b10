"""Nobody acts above their authority when forgetting either, and only the user, in `main`, changes `shared`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from perdure import (
    AgentMemory,
    Candidate,
    ErasureTarget,
    Event,
    InvalidInput,
    Item,
    ManualClock,
    Pending,
    PerdureError,
    Refused,
    Retracted,
    Runtime,
    Source,
    Status,
    Target,
)
from tests.agent_parts import OF_THE_RUNTIME, PARTS, is_alias
from tests.homes import fresh_id

WEAK = [source for source in Source if source is not Source.USER]
SAID = {"en": ("I live in Leeds.", "city", "Leeds"), "zh": ("我住在杭州。", "city", "杭州")}


async def told(luna: AgentMemory, *texts: str, scope: str = "main", **more: Any) -> None:
    session = await luna.start_session(scope=scope)
    for text in texts:
        await luna.commit_turn(session, [Event.user(text, **more)])


# forgetting takes the source of whoever asks


@pytest.mark.parametrize("source", WEAK)
@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("by", ["id", "key", "field", "type", "query", "delete"])
async def test_a_weaker_source_proposes_to_forget_what_the_user_said(
    luna: AgentMemory, language: str, source: Source, by: str
) -> None:
    text, field, value = SAID[language]
    await told(luna, text)
    [item] = await luna.items("profile")
    target: Target | str = {
        "id": item.id,
        "key": item.key,
        "field": f"{item.key}#{field}",
        "type": Target(type="profile"),
        "query": Target(query=value),
        "delete": item.id,
    }[by]
    mode = "delete" if by == "delete" else "deactivate"
    receipt = await luna.forget_recall(target, source=source, mode=mode)
    assert [type(outcome) for outcome in receipt.outcomes] == [Pending]
    assert [held.id for held in await luna.items("profile")] == [item.id]
    [waiting] = await luna.review.list()
    assert waiting.retracts
    await luna.review.accept(waiting.item.id)
    assert await luna.items("profile") == []
    assert await luna.review.list() == []


async def test_a_rule_a_pinned_item_and_the_identity_are_only_the_users_to_forget(luna: AgentMemory) -> None:
    await luna.identity.set("Luna")
    await luna.upsert_recall(Candidate("rules", {"name": "tone", "rule": "be brief"}))
    note = Candidate("notes", {"text": "The spare key is with Ann."}, source=Source.RELAYED, pinned=True)
    await luna.upsert_recall(note)
    before = {item.id for item in await luna.items()}
    for item in await luna.items():
        [outcome] = (await luna.forget_recall(item.id, source=Source.RELAYED)).outcomes
        assert isinstance(outcome, Pending)
    assert {item.id for item in await luna.items()} == before
    for waiting in await luna.review.list():
        await luna.review.accept(waiting.item.id)
    assert await luna.items() == []


@pytest.mark.parametrize("source", WEAK)
async def test_a_source_may_forget_what_it_wrote_itself_and_what_weaker_ones_did(
    luna: AgentMemory, source: Source
) -> None:
    for other in WEAK:
        fact = {"predicate": f"from {other.value}", "value": "x"}
        await luna.upsert_recall(Candidate("facts", fact, source=other))
    for item in await luna.items("facts"):
        [outcome] = (await luna.forget_recall(item.id, source=source)).outcomes
        assert isinstance(outcome, Retracted if item.trust <= source.trust else Pending)


async def test_of_a_profile_a_source_forgets_its_own_fields_and_proposes_the_rest(luna: AgentMemory) -> None:
    await told(luna, "I live in Leeds.")
    await told(luna, "I'm allergic to peanuts.", tags=["relayed"])
    receipt = await luna.forget_recall("profile:user", source=Source.RELAYED)
    assert {type(outcome) for outcome in receipt.outcomes} == {Pending, Retracted}
    [profile] = await luna.items("profile")
    assert [fact["v"] for fact in profile.value["facts"]] == ["Leeds"]


@pytest.mark.parametrize(
    ("said", "asks"), [("I live in Leeds.", "Forget that I live in Leeds."), ("我住在杭州。", "忘掉我住在杭州。")]
)
async def test_a_relayed_request_in_a_turn_is_a_proposal_and_the_users_own_is_obeyed(
    luna: AgentMemory, said: str, asks: str
) -> None:
    await told(luna, said)
    await told(luna, asks, tags=["relayed"])
    assert len(await luna.items("profile")) == 1
    assert [entry.retracts for entry in await luna.review.list()] == [True]
    await told(luna, asks)
    assert await luna.items("profile") == []


async def test_an_unknown_source_is_refused(luna: AgentMemory) -> None:
    with pytest.raises(InvalidInput):
        await luna.forget_recall("profile:user", source="boss")


# what is shared is the owner's, in `main`


@pytest.fixture
async def sharing(luna: AgentMemory) -> AgentMemory:
    """Shared things of every kind, one of them waiting, and a source that had a hand in one."""
    await luna.identity.set("Luna")
    await luna.patches.add("event", "The office moved to York", event_date="2025-01-01")
    for scope in ("shared", "peer:a", "group:g"):
        await luna.start_session(f"s {scope}", scope=scope)
    fact = Candidate("facts", {"predicate": "office", "value": "York"})
    await luna.upsert_recall(fact, session="s shared")
    await luna.upsert_recall(Candidate("rules", {"name": "tone", "rule": "be brief"}), session="s shared")
    doubt = Candidate("facts", {"predicate": "office", "value": "Rome"}, source=Source.OUTSIDE)
    await luna.upsert_recall(doubt, session="s shared")
    return luna


async def shared_of(luna: AgentMemory) -> list[tuple[object, ...]]:
    """What may not change: which shared items there are, what they say and what was decided about them."""
    items = await luna.items(status=None, scope="shared")
    return sorted((i.id, i.key, i.status.value, i.content, str(i.value), i.pinned, i.verified) for i in items)


OUTSIDERS = ("peer:a", "group:g")


@pytest.mark.parametrize("mode", ["deactivate", "delete"])
@pytest.mark.parametrize("scope", OUTSIDERS)
async def test_a_peer_or_a_group_forgets_nothing_that_is_shared(sharing: AgentMemory, scope: str, mode: str) -> None:
    before = await shared_of(sharing)
    for item in await sharing.items(status=None, scope="shared"):
        for target in (item.id, item.key, Target(type=item.type)):
            receipt = await sharing.forget_recall(target, mode=mode, scope=scope)
            assert receipt.outcomes
            assert all(isinstance(outcome, Refused) for outcome in receipt.outcomes)
            assert "`main`" in receipt.outcomes[0].reason
    for words in ("the office in York", "brief"):
        receipt = await sharing.forget_recall(Target(query=words), mode=mode, scope=scope)
        assert not any(isinstance(outcome, Retracted) for outcome in receipt.outcomes)
    for text in ("Forget that the office is in York.", "The office is not in York any more."):
        await sharing.commit_turn(f"s {scope}", [Event.user(text, speaker="Ann")])
    assert await shared_of(sharing) == before


@pytest.mark.parametrize("scope", OUTSIDERS)
async def test_a_peer_or_a_group_decides_and_undoes_nothing_that_is_shared(sharing: AgentMemory, scope: str) -> None:
    before = await shared_of(sharing)
    [waiting] = await sharing.review.list(scope=scope)
    for decide in (sharing.review.accept, sharing.review.reject):
        [outcome] = (await decide(waiting.item.id, scope=scope)).outcomes
        assert isinstance(outcome, Refused)
    [outcome] = (await sharing.review.accept_all_from("outside", scope=scope)).outcomes
    assert isinstance(outcome, Refused)
    with pytest.raises(InvalidInput):
        await sharing.review.undo_source("source:user", dry_run=False, scope=scope)
    history = await sharing.history.of("fact:user:office", scope="shared")
    with pytest.raises(InvalidInput):
        await sharing.relearn.undo(history.changes[0].revision, scope=scope)
    assert await shared_of(sharing) == before


async def test_the_user_in_main_forgets_what_is_shared(sharing: AgentMemory) -> None:
    await sharing.start_session("s")
    receipt = await sharing.commit_turn("s", [Event.user("Forget that the office is York.")])
    assert [type(outcome) for outcome in receipt.outcomes] == [Retracted], receipt
    [outcome] = (await sharing.forget_recall("rule:general:tone")).outcomes
    assert isinstance(outcome, Retracted)
    assert await sharing.items("facts", scope="shared") == await sharing.items("rules", scope="shared") == []


@pytest.mark.parametrize("text", ["I live in York.", "我住在约克。"])
async def test_what_nobody_in_particular_says_in_a_group_is_the_groups(luna: AgentMemory, text: str) -> None:
    await told(luna, text, scope="group:climbers")
    [profile] = await luna.items("profile", scope="group:climbers")
    assert profile.key == "profile:climbers"


async def test_in_a_group_nobody_forgets_for_another(luna: AgentMemory) -> None:
    await told(luna, "I live in York.", scope="group:g", speaker="Ann")
    await told(luna, "Forget that I live in York.", scope="group:g", speaker="Bo")
    assert len(await luna.items("profile", scope="group:g")) == 1
    await told(luna, "Forget that I live in York.", scope="group:g", speaker="Ann")
    assert await luna.items("profile", scope="group:g") == []


# every public verb that writes × source × scope

Call = Callable[[AgentMemory, str, Source, Item], Awaitable[object]]


def candidate(type: str, value: dict[str, Any], source: Source, **more: Any) -> Candidate:
    return Candidate(type, value, source=source, **more)


def turn(source: Source, text: str) -> list[Event]:
    tags = () if source is Source.USER else ("relayed",)
    return [Event.user(text, speaker="Ann", tags=tags)]


PAGE = Path(__file__).parents[1] / "files/pages/CLAUDE.md"
TURNS = Path(__file__).with_name("turns.jsonl")
OFFICE = {"predicate": "office", "value": "Rome"}
SAYS = "Forget that the office is York. The office is in Rome. Correction: the office moved to Rome, not York."
WRITES: dict[str, list[Call]] = {
    "AgentMemory.commit_turn": [lambda a, s, w, i: a.commit_turn(f"s {s}", turn(w, SAYS))],
    "AgentMemory.commit_turns": [lambda a, s, w, i: a.commit_turns(f"s {s}", [turn(w, SAYS)])],
    "AgentMemory.add_event": [lambda a, s, w, i: a.add_event(f"s {s}", turn(w, SAYS)[0])],
    "AgentMemory.upsert_recall": [
        lambda a, s, w, i: a.upsert_recall(candidate("facts", OFFICE, w), scope=s),
        lambda a, s, w, i: a.upsert_recall(candidate(i.type, dict(i.value), w, retract=True, key=i.key), scope=s),
        lambda a, s, w, i: a.upsert_recall(candidate("identity", {"name": "Eve"}, w), scope=s),
        lambda a, s, w, i: a.upsert_recall(
            candidate("patches", {"type": "event", "description": "It closed"}, w), scope=s
        ),
    ],
    "AgentMemory.forget_recall": [
        lambda a, s, w, i: a.forget_recall(i.id, scope=s, source=w),
        lambda a, s, w, i: a.forget_recall(i.id, scope=s, source=w, mode="delete"),
        lambda a, s, w, i: a.forget_recall(Target(query=i.content[:40]), scope=s, source=w),
    ],
    "AgentMemory.memory_append": [lambda a, s, w, i: a.memory_append("York", scope=s, source=w)],
    "AgentMemory.end_session": [lambda a, s, w, i: a.end_session(f"s {s}")],
    "AgentMemory.generate_episode": [lambda a, s, w, i: a.generate_episode(f"s {s}")],
    "AgentMemory.consolidate_recall": [lambda a, s, w, i: a.consolidate_recall(f"s {s}")],
    "AgentMemory.compact": [lambda a, s, w, i: a.compact(f"s {s}", keep_turns=1)],
    "AgentMemory.extract_turns": [lambda a, s, w, i: a.extract_turns(scope=s)],
    "AgentMemory.extract_turn": [lambda a, s, w, i: a.extract_turn(f"s {s}", 1)],
    "AgentMemory.remember": [lambda a, s, w, i: a.remember(SAYS, scope=s, source=w)],
    "AgentMemory.forget": [
        lambda a, s, w, i: a.forget(i.id, scope=s, source=w),
        lambda a, s, w, i: a.forget(i.content[:40], scope=s, source=w),
    ],
    "FilesFront.append": [lambda a, s, w, i: a.files.append("York", scope=s, source=w)],
    "FilesFront.import_markdown": [lambda a, s, w, i: a.files.import_markdown(str(PAGE), source=w, scope=s)],
    "FilesFront.sync": [lambda a, s, w, i: a.files.sync(confirm=True, scope=s)],
    "PatchesFront.add": [lambda a, s, w, i: a.patches.add("event", "It closed", scope=s)],
    "PatchesFront.switch": [lambda a, s, w, i: a.patches.switch(i.key, False, scope=s)],
    "PatchesFront.report": [lambda a, s, w, i: a.patches.report(i.key, "worked", scope=s)],
    "PatchesFront.apply_on_activate": [lambda a, s, w, i: a.patches.apply_on_activate(model="m", scope=s)],
    "ExperienceFront.record": [
        lambda a, s, w, i: a.experience.record(
            {"type": "coding", "description": "x"}, {}, {"success": True}, {}, scope=s
        )
    ],
    "SkillsFront.practise": [lambda a, s, w, i: a.skills.practise("sailing", minutes=5, scope=s)],
    "KnowledgeFront.process_update": [lambda a, s, w, i: a.knowledge.process_update(i.content, scope=s)],
    "KnowledgeFront.verify": [lambda a, s, w, i: a.knowledge.verify(i, scope=s)],
    "IdentityFront.set": [lambda a, s, w, i: a.identity.set("Eve", scope=s)],
    "ReviewFront.accept": [lambda a, s, w, i: a.review.accept(i.id, scope=s)],
    "ReviewFront.reject": [lambda a, s, w, i: a.review.reject(i.id, scope=s)],
    "ReviewFront.edit": [lambda a, s, w, i: a.review.edit(i.id, SAYS, scope=s)],
    "ReviewFront.accept_provisional": [lambda a, s, w, i: a.review.accept_provisional(scope=s)],
    "ReviewFront.reject_provisional": [lambda a, s, w, i: a.review.reject_provisional(scope=s)],
    "ReviewFront.keep_both": [lambda a, s, w, i: a.review.keep_both(i.id, scope=s)],
    "ReviewFront.accept_all_from": [lambda a, s, w, i: a.review.accept_all_from("outside", scope=s)],
    "ReviewFront.undo_source": [lambda a, s, w, i: a.review.undo_source("source:user", dry_run=False, scope=s)],
    "ReviewFront.forget_due": [lambda a, s, w, i: a.review.forget_due(scope=s)],
    "UpkeepFront.run_daily": [lambda a, s, w, i: a.upkeep.run_daily(scope=s)],
    "UpkeepFront.cleanup_expired": [lambda a, s, w, i: a.upkeep.cleanup_expired(scope=s)],
    "UpkeepFront.restore": [lambda a, s, w, i: a.upkeep.restore(i.id, scope=s)],
    "AgentMemory.erase": [lambda a, s, w, i: a.erase(ErasureTarget(id=i.id), scope=s)],
    "EraseFront.erase": [lambda a, s, w, i: a.erasure.erase(ErasureTarget(key=i.key), scope=s)],
    "EraseFront.restrict": [lambda a, s, w, i: a.erasure.restrict(i.id, scope=s)],
    "HistoryFront.undo": [
        lambda a, s, w, i: a.history.undo(1, scope=s),
        lambda a, s, w, i: a.history.undo(5, keep_later=True, scope=s),
    ],
    "HistoryFront.rollback": [
        lambda a, s, w, i: a.history.rollback(1, scope=s),
        lambda a, s, w, i: a.history.rollback(4, scope=s),
    ],
    "AgentMemory.import_agent": [
        lambda a, s, w, i: a.import_agent(TURNS, scope=s),
        lambda a, s, w, i: a.import_agent(TURNS, as_mine=True, scope=s),
    ],
    "RelearnFront.apply": [lambda a, s, w, i: a.relearn.apply(scope=s)],
    "RelearnFront.undo": [lambda a, s, w, i: a.relearn.undo(1, scope=s), lambda a, s, w, i: a.relearn.undo(5, scope=s)],
}
NO_ITEMS = {
    # They read, or write what is no item: sessions, working memory, files, vectors, jobs, settings.
    *(f"AgentMemory.{n}" for n in ("start_session", "should_consolidate", "context_used", "which")),
    *(f"AgentMemory.{n}" for n in ("preview_forget", "items", "item", "retrieve_recall", "search_memory", "check")),
    *(f"AgentMemory.{n}" for n in ("retrieve_archival", "search_conversation_traces", "compose", "activate")),
    *(f"AgentMemory.{n}" for n in ("rebuild_index", "compact_index")),
    *(f"FilesFront.{n}" for n in ("memory", "user", "notes", "folder", "prepare", "generate", "write_generated")),
    *("FilesFront.write_ledger", "FilesFront.rebuild"),
    *("PatchesFront.list", "PatchesFront.preview", "PatchesFront.is_model_outdated", "PatchesFront.history"),
    *("PatchesFront.read_feeds", "ExperienceFront.retrieve", "SkillsFront.of", "SkillsFront.list"),
    *("KnowledgeFront.find_existing", "KnowledgeFront.sources", "IdentityFront.get", "IdentityFront.history"),
    *(f"UpkeepFront.{n}" for n in ("last_run", "compute_decay", "forgotten", "check")),
    *("ReviewFront.list", "ReviewFront.show", "ReviewFront.training_lines", "RelearnFront.preview", "HistoryFront.of"),
    *(f"HistoryFront.{n}" for n in ("change", "changes", "diff", "explain", "timeline")),
    *(f"HistoryFront.{n}" for n in ("snapshot", "snapshots", "drop_snapshot")),
    *("AuditFront.report", "AgentMemory.export_agent"),
    *("AgentMemory.preview_erase", "EraseFront.preview", "EraseFront.certificates"),
}
HAS_SOURCE = {
    *(f"AgentMemory.{n}" for n in ("commit_turn", "commit_turns", "add_event", "upsert_recall", "forget_recall")),
    *("AgentMemory.memory_append", "AgentMemory.remember", "AgentMemory.forget", "FilesFront.append"),
    "FilesFront.import_markdown",
}
"""The verbs by which others than the user can speak."""
PARTS_WITHOUT_ITEMS = {"ArchiveFront", "HotFront", "IndexFront", "JobsFront", "UsageFront", "WorkingFront"}
SCOPES = ("main", *OUTSIDERS)


def verbs(owner: type) -> set[str]:
    return {
        f"{owner.__name__}.{name}"
        for name, verb in vars(owner).items()
        if not name.startswith("_") and inspect.iscoroutinefunction(verb) and not is_alias(name, verb)
    }


def test_every_public_verb_is_in_the_matrix_or_writes_no_items() -> None:
    owners = [AgentMemory, *(part for part in PARTS.values() if part.__name__ not in PARTS_WITHOUT_ITEMS)]
    assert {name for owner in owners for name in verbs(owner)} - OF_THE_RUNTIME == WRITES.keys() | NO_ITEMS


async def stand(luna: AgentMemory) -> dict[str, Item]:
    """Things of the user in `shared` and `main`, to be changed by others or not. By what they are for."""
    await luna.identity.set("Luna")
    await luna.patches.add("event", "The office moved to York", event_date="2025-01-01")
    await luna.start_session("s shared", scope="shared")
    for scope in SCOPES:
        await luna.start_session(f"s {scope}", scope=scope)
        await luna.commit_turn(f"s {scope}", [Event.user("Hello, how is the weather over there today?", speaker="Ann")])
    await luna.upsert_recall(Candidate("facts", {"predicate": "office", "value": "York"}), session="s shared")
    doubt = Candidate("facts", {"predicate": "office", "value": "Rome"}, source=Source.OUTSIDE)
    await luna.upsert_recall(doubt, session="s shared")
    items = await luna.items(status=None, scope="shared")
    return {
        "fact": next(i for i in items if i.type == "facts" and i.status is Status.ACTIVE),
        "pending": next(i for i in items if i.status is Status.PENDING),
        "patch": next(i for i in items if i.type == "patches"),
        "identity": next(i for i in items if i.type == "identity"),
    }


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("verb", WRITES)
async def test_only_the_user_in_main_changes_what_is_shared(
    sqlite_runtime: Runtime, clock: ManualClock, verb: str, scope: str
) -> None:
    unexpected: list[object] = []
    for source in Source if verb in HAS_SOURCE else (Source.USER,):
        luna = await sqlite_runtime.agent(fresh_id())
        things = await stand(luna)
        for call in WRITES[verb]:
            for name, item in things.items():
                before = await shared_of(luna)
                with suppress(PerdureError):
                    await call(luna, scope, source, item)
                changed = [row for row in await shared_of(luna) if row not in before and row[2] != "pending"]
                changed += [row for row in before if row not in await shared_of(luna)]
                if changed and (scope, source) != ("main", Source.USER):
                    unexpected.append((source.value, name, changed))
    assert unexpected == []


async def test_the_matrix_sees_a_change(sqlite_runtime: Runtime) -> None:
    """The red control: what the user does in `main` is seen as a change of `shared`."""
    luna = await sqlite_runtime.agent(fresh_id())
    things = await stand(luna)
    before = await shared_of(luna)
    await WRITES["AgentMemory.forget_recall"][0](luna, "main", Source.USER, things["fact"])
    assert await shared_of(luna) != before
