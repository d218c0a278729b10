"""Notes as files: added to, never changed; whole or not at all; for their owner alone; through no link."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path

import pytest

from perdure import (
    AgentMemory,
    Config,
    InvalidInput,
    Item,
    ManualClock,
    Runtime,
    Source,
    Status,
    StoreUnavailable,
    Unsupported,
)
from perdure.files import notes, safe, workspace
from perdure.values import Priority
from tests.homes import fresh_id

DAY = timedelta(days=1)
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def a_note(name: str, text: str) -> Item:
    """A note that no store holds."""
    return Item(
        name, "notes", f"note:2026-01-01:{name}", "main", {"text": text}, text, 0.9, 0.5, Priority.PERMANENT,
        Status.ACTIVE, 1, Source.USER, 1.0, MOMENT, MOMENT, 1,
    )  # fmt: skip


@pytest.fixture
async def luna(sqlite_runtime: Runtime) -> AgentMemory:
    return await sqlite_runtime.agent("luna")


def folder(luna: AgentMemory) -> Path:
    found = luna.port.workspace
    assert found is not None
    return found


@pytest.mark.requirement("R286", "R296")
async def test_a_note_is_an_item_and_a_line_of_its_day(luna: AgentMemory, clock: ManualClock) -> None:
    for text, told in (
        ("the supplier calls on Friday", "the note is also in `memory/2026-01-01.md`"),
        ("供应商周五回电\n第二行", "这条笔记也写进了 `memory/2026-01-01.md`"),
    ):
        receipt = await luna.memory_append(text)
        assert receipt.notices[-1] == told
        clock.advance(timedelta(hours=1))
    first, second = reversed(await luna.items("notes"))
    path = folder(luna) / "memory/2026-01-01.md"
    before = path.read_text(encoding="utf-8")
    assert before == (
        "# 2026-01-01\n\n"
        f"- 00:00 the supplier calls on Friday <!-- note:{first.id} notes user -->\n"
        f"- 01:00 供应商周五回电 <!-- note:{second.id} notes user -->\n  第二行\n"
    )
    await luna.memory_append("third")
    assert path.read_text(encoding="utf-8").startswith(before)
    clock.advance(DAY)
    await luna.memory_append("of another day")
    assert (folder(luna) / "memory/2026-01-02.md").exists()
    hits = await luna.search_memory("supplier")
    assert [hit.item.id for hit in hits] == [first.id]


async def test_a_retried_note_is_one_note_and_one_line(luna: AgentMemory) -> None:
    for _ in range(3):
        await luna.memory_append("once", idempotency_key="k")
    assert len(await luna.items("notes")) == 1
    assert (folder(luna) / "memory/2026-01-01.md").read_text().count("once") == 1


async def test_what_is_private_is_masked_before_it_reaches_a_file(luna: AgentMemory) -> None:
    await luna.memory_append("mail me at someone@example.com")
    assert "someone@example.com" not in (folder(luna) / "memory/2026-01-01.md").read_text()


@pytest.mark.parametrize("umask", [0o000, 0o077])
async def test_files_are_for_their_owner_alone(luna: AgentMemory, umask: int) -> None:
    before = os.umask(umask)
    try:
        await luna.memory_append("a note")
        await luna.files.generate()
    finally:
        os.umask(before)
    for path in (folder(luna) / "memory", *(folder(luna) / "memory").iterdir(), folder(luna) / "MEMORY.md"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


async def test_a_file_that_cannot_be_written_is_told_and_the_note_is_kept(luna: AgentMemory, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.md"
    elsewhere.write_text("not ours\n")
    place = folder(luna) / "memory"
    place.mkdir(parents=True)
    for make in (
        lambda path: path.symlink_to(elsewhere),
        lambda path: path.hardlink_to(elsewhere),
        lambda path: path.mkdir(),
        lambda path: path.write_bytes(b"\xff\xfe\x00"),
    ):
        path = place / "2026-01-01.md"
        make(path)
        receipt = await luna.memory_append(f"note {len(await luna.items('notes'))}")
        assert "but not in `memory/2026-01-01.md`" in receipt.notices[-1]
        assert elsewhere.read_text() == "not ours\n"
        session = await luna.start_session()
        pack = await luna.compose(session, "hello", budget=2_000)
        assert any("2026-01-01.md" in dropped.reason for dropped in pack.dropped)
        assert "notes_block" in pack.blocks
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    assert len(await luna.items("notes")) == 4


async def test_a_linked_folder_is_refused(luna: AgentMemory, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    folder(luna).mkdir()
    (folder(luna) / "memory").symlink_to(tmp_path / "outside")
    assert "but not in" in (await luna.memory_append("a note")).notices[-1]
    assert list((tmp_path / "outside").iterdir()) == []


async def test_lines_written_by_hand_are_read_as_what_they_are(luna: AgentMemory) -> None:
    await luna.memory_append("by the machine")
    path = folder(luna) / "memory/2026-01-01.md"
    path.write_text(path.read_text() + "- by hand\r\nno dash either", encoding="utf-8")
    found = await luna.files.notes(datetime(2026, 1, 1, tzinfo=UTC).date())
    assert [(line.text, line.id is None) for line in found][1:] == [("by hand", True), ("no dash either", True)]
    session = await luna.start_session()
    block = (await luna.compose(session, "x", budget=2_000)).blocks["notes_block"].text
    assert "file 0.5: by hand" in block
    assert block.count("by the machine") == 1


async def test_only_the_main_scope_has_files(luna: AgentMemory) -> None:
    receipt = await luna.memory_append("of the group", scope="group:g")
    assert "in memory only" in receipt.notices[-1]
    assert not (folder(luna) / "memory").exists()
    assert await luna.files.notes(datetime(2026, 1, 1, tzinfo=UTC).date(), scope="group:g") == []
    with pytest.raises(InvalidInput):
        await luna.memory_append("  ")


async def test_memory_md_keeps_what_a_person_wrote_and_makes_the_rest_anew(luna: AgentMemory) -> None:
    from perdure import Candidate

    await luna.memory_append("a note")
    path = folder(luna) / "MEMORY.md"
    assert path.read_text(encoding="utf-8") == workspace.template("MEMORY.md")
    mine = "# MEMORY\n\n## People\n- Mum's birthday is on 3 May\r\nPrefers 绿茶\n"
    path.write_text(mine, encoding="utf-8", newline="")
    await luna.upsert_recall(Candidate("rules", {"rule": "never call <!-- before --> ten"}))
    assert await luna.files.generate() is True
    assert await luna.files.generate() is False
    text = path.read_bytes().decode()
    assert text.startswith(mine)
    assert "never call &lt;!-- before --> ten <!-- item:" in text
    session = await luna.start_session()
    core = (await luna.compose(session, "x", budget=2_000)).blocks["core_block"].text
    assert "file 0.5: Mum's birthday is on 3 May" in core
    assert core.count("never call") == 1
    group = await luna.start_session(scope="group:g")
    assert "birthday" not in (await luna.compose(group, "birthday", budget=2_000)).text


async def test_on_postgres_notes_live_in_memory_unless_a_folder_is_named(postgres_url: str, tmp_path: Path) -> None:
    async with Runtime(postgres_url, clock=ManualClock()) as runtime:
        luna = await runtime.agent(fresh_id())
        assert "no workspace" in (await luna.memory_append("kept")).notices[-1]
        with pytest.raises(Unsupported):
            await luna.files.generate()
    async with Runtime(postgres_url, clock=ManualClock(), config=Config(workspace=str(tmp_path / "files"))) as runtime:
        one, other = await runtime.agent(luna.id), await runtime.agent(fresh_id())
        await one.memory_append("in a file")
        assert folder(one) != folder(other)
        assert "in a file" in (folder(one) / "memory/2026-01-01.md").read_text()
        session = await one.start_session()
        assert "kept" in (await one.compose(session, "hello", budget=2_000)).blocks["notes_block"].text


def append_many(place: str, first: int) -> None:
    for n in range(first, first + 25):
        notes.append(Path(place), MOMENT.date(), a_note(f"id-{n}", f"note {n}"), MOMENT)


def test_several_processes_lose_no_line(tmp_path: Path) -> None:
    workers = [get_context("spawn").Process(target=append_many, args=(str(tmp_path), 100 * n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    found = notes.read(tmp_path, datetime(2026, 1, 1, tzinfo=UTC).date())
    assert sorted(line.id or "" for line in found) == sorted(f"id-{100 * n + m}" for n in range(3) for m in range(25))
    assert [path.name for path in (tmp_path / "memory").iterdir() if path.name.startswith(".2026")] == []


def test_an_edit_made_meanwhile_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("one\n")
    calls = 0

    def edit(before: str | None) -> str:
        nonlocal calls
        calls += 1
        if calls == 1:
            path.write_text("one\ntwo, by an editor\n")
        return f"{before}three\n"

    assert safe.change(path, edit)
    assert (calls, path.read_text()) == (2, "one\ntwo, by an editor\nthree\n")


def test_words_of_a_note_cannot_pass_for_a_mark(tmp_path: Path) -> None:
    day = MOMENT.date()
    notes.append(tmp_path, day, a_note("real", "a <!-- note:other -->\n- b <!-- note:third -->"), MOMENT)
    assert notes.append(tmp_path, day, a_note("other", "is new all the same"), MOMENT)
    assert [line.id for line in notes.read(tmp_path, day)] == ["real", "other"]


def test_too_long_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_bytes(b"x" * (safe.MAX_BYTES + 1))
    with pytest.raises(StoreUnavailable):
        safe.read_text(tmp_path / "MEMORY.md")
