"""What was erased does not come back by any way but a new statement, and an erasure that was cut short is finished."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, ErasureTarget, Event, PerdureError, Runtime
from perdure.control.erasure.choose import choose
from perdure.control.erasure.closure import close
from perdure.control.erasure.folder import look, patterns_of
from perdure.control.erasure.remove import remove
from perdure.store.erasures import REMOVED
from perdure.store.transaction import Transaction
from tests.homes import fresh_id

SAID = [("I live in Ljubljana.", "Ljubljana", "en"), ("我住在卢布尔雅那。", "卢布尔雅那", "zh")]


async def held(luna: AgentMemory, word: str) -> bool:
    """Whether any version or record says it."""
    records = [r for s in await luna.archive.sessions() for r in await luna.archive.records(s.id)]
    return word in str(await luna.items(status=None)) + str(records)


@pytest.mark.parametrize(("said", "word", "language"), SAID)
async def test_reading_again_rebuilding_and_undoing_bring_nothing_back(
    luna: AgentMemory, said: str, word: str, language: str
) -> None:
    first, second = await luna.start_session("first"), await luna.start_session("second")
    await luna.commit_turn(first, [Event.user(said)])
    made = await luna.port.read("main", lambda tx: tx.revision)
    await luna.commit_turn(second, [Event.user(said)], learn=False)  # the same words, not chosen to go
    certificate = await luna.erase(ErasureTarget(key="profile:user#city"))
    assert [one.kind for one in certificate.elsewhere] == ["record"]
    await luna.relearn.apply()
    await luna.rebuild_index()
    await luna.jobs.run_pending()
    await luna.generate_episode(first)
    await luna.consolidate_recall(second)
    with pytest.raises(PerdureError):
        await luna.relearn.undo(made)
    assert word not in str([item for item in await luna.items(status=None) if item.type != "episodes"])
    # The control: said anew, it is kept like anything else.
    await luna.commit_turn(await luna.start_session("third"), [Event.user(said)])
    assert word in str(await luna.items("profile"))


@pytest.mark.parametrize(("said", "word", "language"), SAID)
async def test_an_export_of_before_does_not_bring_it_back(
    luna: AgentMemory, said: str, word: str, language: str, tmp_path: Path
) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said), Event.assistant("ok")])
    await luna.export_agent(tmp_path / "before.zip")
    await luna.erase(ErasureTarget(session=session.id))
    assert not await held(luna, word)
    await luna.import_agent(tmp_path / "before.zip")
    assert not await held(luna, word)


async def test_a_write_that_is_sent_again_hears_that_it_was_erased(luna: AgentMemory) -> None:
    session = await luna.start_session()
    events = [Event.user("The gate code is 4417.")]
    await luna.commit_turn(session, events, idempotency_key="gate code 4417")
    await luna.erase(ErasureTarget(session=session.id))
    for sent in (events, [Event.user("something else")]):
        again = await luna.commit_turn(session, sent, idempotency_key="gate code 4417")
        assert again.replayed
        assert [notice.code for notice in again.notices] == ["notice.erased"]
    assert not await held(luna, "4417")


def begun(tx: Transaction, luna: AgentMemory, target: ErasureTarget, name: str) -> None:
    tx.erasures.add(name, choose(tx, target, luna.port.registry).as_json())


def removed(tx: Transaction, luna: AgentMemory, target: ErasureTarget, name: str) -> None:
    begun(tx, luna, target, name)
    closure = close(tx, choose(tx, target, luna.port.registry), luna.port.registry)
    counts = remove(tx, closure, luna.port.registry)
    shape = {"items": [*closure.gone], "records": [*closure.records], "counts": counts, "files": [], "elsewhere": []}
    tx.erasures.move(name, REMOVED, {"bytes": []}, shape)


@pytest.mark.parametrize("step", [begun, removed])
async def test_an_erasure_that_was_cut_short_is_finished_at_the_next_open(tmp_path: Path, step: object) -> None:
    word, target = "quercusalba", ErasureTarget(key="fact:user:tree")
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": f"a {word} by the door"}))
        await luna.memory_append("something else")
        folder = luna.port.folder
        assert folder is not None
        await luna.port.write("main", lambda tx: step(tx, luna, target, "e1"))  # type: ignore[operator]
        assert look(folder, patterns_of([word])).hits  # the control: it is not all gone yet
    async with Runtime(tmp_path, embedder="none") as runtime:
        luna = await runtime.agent("luna")
        assert look(folder, patterns_of([word])).hits == {}
        assert not await held(luna, word)
        [certificate] = await luna.erasure.certificates()
        assert certificate["id"] == "e1"
        assert await luna.erasure.finish_open() == 0
        assert [finding for finding in await luna.check() if not finding.ok] == []


async def test_what_was_erased_is_not_taken_in_under_its_id(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "an oak"}))
    [item] = await luna.items()
    await luna.erase(ErasureTarget(id=item.id))

    def add(tx: Transaction) -> None:
        tx.add_item(replace(item, evidence=()), [], action="stored", reason="")

    with pytest.raises(PerdureError) as caught:
        await luna.port.write("main", add)
    assert caught.value.code == "conflict"
    blocks = await luna.port.read(
        "main", lambda tx: [tx.tombstones.blocks(item_id=item.id), tx.tombstones.blocks(text="TREE: an  oak!")]
    )
    assert blocks == [True, True]
    assert not await luna.port.read("main", lambda tx: tx.tombstones.blocks(text="tree: an elm"))


async def test_rolling_back_and_forking_bring_nothing_back(busy_home: str) -> None:
    name = fresh_id()
    async with Runtime(busy_home, embedder="none") as runtime:
        luna = await runtime.agent(name)
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user("I live in Ljubljana. My dog is called Rex.")])
        await luna.history.snapshot("before")
        await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "an oak"}))
        await luna.erase(ErasureTarget(key="profile:user#city"))
        fork = await runtime.fork(name, f"{name}-copy", at="before")
        assert fork is not None
        copy = await runtime.agent(f"{name}-copy")
        await luna.history.rollback("before")
        for agent in (luna, copy):
            assert not await held(agent, "Ljubljana")
            assert [finding for finding in await agent.check() if not finding.ok] == []


async def test_an_older_copy_of_the_database_brings_nothing_back(tmp_path: Path) -> None:
    async with Runtime(tmp_path / "home", embedder="none") as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user("I live in Ljubljana. My dog is called Rex.")])
        await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "a quercusalba"}))
    [path] = (tmp_path / "home").glob("*/memory.db")
    shutil.copy(path, tmp_path / "old.db")
    async with Runtime(tmp_path / "home", embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await luna.erase(ErasureTarget(key="profile:user#city"))
        await luna.erase(ErasureTarget(key="fact:user:tree"))
    for side in ("-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    shutil.copy(tmp_path / "old.db", path)
    assert look(path.parent, patterns_of(["Ljubljana", "quercusalba"])).hits  # the control: it is back on the disk
    async with Runtime(tmp_path / "home", embedder="none") as runtime:
        luna = await runtime.agent("luna")
        assert look(path.parent, patterns_of(["Ljubljana", "quercusalba"])).hits == {}
        assert "Rex" in str(await luna.items("profile"))
        assert await luna.erasure.finish_open() == 0
        wrong = [finding.check for finding in await luna.check() if not finding.ok]
        assert wrong == ["acknowledged writes"]  # that it is an older copy is told, and stays told
