"""Files and memory in step: whose word a line is, what waits, what conflicts, what can be undone."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event as Flag

import pytest

from perdure import AgentMemory, Candidate, Config, Event, ManualClock, Runtime, Status
from perdure.errors import PerdureError
from perdure.files import regions, workspace
from perdure.files.report import LineAction
from perdure.files.watch import changes, is_watched
from tests.homes import everything, fresh_id

DAY = timedelta(days=1)


@pytest.fixture
async def luna(busy_home: str, clock: ManualClock, tmp_path: Path) -> AsyncIterator[AgentMemory]:
    """An agent with a workspace, on either engine."""
    config = Config(workspace=str(tmp_path / "workspaces"))
    async with Runtime(busy_home, clock=clock, config=config) as runtime:
        made = await runtime.agent(fresh_id())
        await made.files.prepare()
        yield made


def page(luna: AgentMemory, name: str = workspace.MEMORY) -> Path:
    assert luna.port.workspace is not None
    return luna.port.workspace / name


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def add(path: Path, *lines: str) -> None:
    write(path, "".join(f"- {line}\n" for line in lines) + path.read_text(encoding="utf-8"))


def swap(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new))


async def acts(luna: AgentMemory, **more: bool) -> list[str]:
    return [one.action.value for one in (await luna.files.sync(**more)).changes]


@pytest.mark.requirement("R024", "R045", "R287", "R288")
async def test_a_line_of_the_owner_is_the_owners_word(luna: AgentMemory) -> None:
    add(page(luna), "I live in York.", "我妹妹叫小安。", "the boiler code is in the blue folder")
    add(page(luna, workspace.USER), "我对花生过敏。")
    assert await acts(luna) == ["added"] * 4
    held = {item.type: item for item in await luna.items()}
    assert {item.source.value for item in held.values()} == {"user"}
    assert "York" in held["profile"].content
    proof = held["notes"].evidence[0]
    record = await luna.archive.record(str(proof.record_id))
    assert (proof.quote, record.content_ref) == ("the boiler code is in the blue folder", "MEMORY.md")
    assert "boiler" in (await luna.search_memory("boiler code"))[0].item.content
    made = page(luna).read_text(encoding="utf-8")
    assert f"I live in York. <!-- item:{held['profile'].id}." in made
    assert "小安" in page(luna, workspace.USER).read_text(encoding="utf-8")
    assert (await luna.files.sync()).is_quiet


async def test_where_others_may_write_a_line_is_of_unknown_origin(tmp_path: Path, clock: ManualClock) -> None:
    async with Runtime(tmp_path / "home", clock=clock, config=Config(files_source="outside")) as runtime:
        luna = await runtime.agent("luna")
        await luna.commit_turn(await luna.start_session(), [Event.user("I live in York.")])
        await luna.files.sync()
        add(page(luna), "I live in Leeds.", "the bins go out on Monday")
        swap(page(luna), "I live in York", "I live in Rome")
        assert set(await acts(luna)) == {"waiting", "added"}
        [profile] = await luna.items("profile")
        assert "York" in profile.content
        assert {item.source.value for item in await luna.items("notes")} == {"outside"}


@pytest.mark.parametrize(
    "line", ["Never share my address with anybody.", "绝对不要把我的地址告诉别人。", "Forget where I live."]
)
async def test_a_rule_or_a_denial_waits_unless_it_is_confirmed(luna: AgentMemory, line: str) -> None:
    add(page(luna), "I live in York.")
    await luna.files.sync()
    add(page(luna), line)
    assert await acts(luna, dry_run=True) == ["waiting"]
    assert await acts(luna) == ["waiting"]
    assert await luna.items("rules") == []
    assert "York" in (await luna.items("profile"))[0].content
    [waiting] = await luna.review.list()
    await luna.review.accept(waiting.item.id)
    changed = await luna.items("rules") or await luna.items("profile", status=Status.RETRACTED)
    assert len(changed) == 1
    add(page(luna), "Never wake me before nine.")
    assert await acts(luna, confirm=True) == ["added"]
    assert any("nine" in item.content for item in await luna.items("rules"))


async def test_a_look_ahead_changes_nothing(luna: AgentMemory) -> None:
    add(page(luna), "I live in York.")
    before, text = await everything(luna), page(luna).read_bytes()
    assert await acts(luna, dry_run=True) == ["added"]
    assert await everything(luna) == before
    assert page(luna).read_bytes() == text


async def test_a_conflict_keeps_both_and_says_so(luna: AgentMemory) -> None:
    rule = Candidate("preferences", {"name": "tone", "value": "brief"}, pinned=True)
    await luna.upsert_recall(rule)
    await luna.files.sync()
    await luna.upsert_recall(Candidate("preferences", {"name": "tone", "value": "warm"}, pinned=True))
    swap(page(luna), "tone: brief", "tone: formal")
    assert await acts(luna) == ["conflict"]
    assert [item.value["value"] for item in await luna.items("preferences")] == ["warm"]
    [waiting] = await luna.review.list()
    assert "formal" in waiting.item.content
    assert "warm" in page(luna).read_text()
    # Deleted here and changed there: what was changed stands.
    await luna.upsert_recall(Candidate("preferences", {"name": "tone", "value": "dry"}, pinned=True))
    write(page(luna), "".join(row for row in page(luna).read_text().splitlines(True) if "tone" not in row))
    assert await acts(luna) == ["conflict"]
    assert "dry" in page(luna).read_text()


async def test_what_was_withdrawn_by_deleting_a_line_can_be_undone(luna: AgentMemory) -> None:
    await luna.commit_turn(await luna.start_session(), [Event.user("I'm allergic to peanuts. I live in York.")])
    await luna.files.sync()
    write(page(luna), "".join(row for row in page(luna).read_text().splitlines(True) if "peanuts" not in row))
    [done] = (await luna.files.sync()).changes
    assert done.action is LineAction.WITHDRAWN
    assert "peanuts" not in page(luna, workspace.USER).read_text()
    assert done.revision is not None
    await luna.relearn.undo(done.revision)
    assert "peanuts" in (await luna.items("profile"))[0].content
    await luna.files.sync()
    assert "peanuts" in page(luna).read_text()
    assert (await luna.files.sync()).is_quiet


async def test_what_was_forgotten_elsewhere_is_not_read_from_a_file_again(luna: AgentMemory) -> None:
    add(page(luna), "the boiler code is in the blue folder")
    await luna.files.sync()
    session = await luna.start_session()
    assert "boiler" in (await luna.compose(session, "hm", budget=3_000)).text
    [note] = await luna.items("notes")
    await luna.forget_recall(note.id)
    assert "boiler" not in (await luna.compose(session, "hm", budget=3_000)).text
    assert "boiler" in page(luna).read_text(), "a person's line is a person's"
    assert (await luna.files.sync()).changes == ()
    (page(luna, ".perdure") / "sync.json").unlink()  # even where nothing is known of earlier syncs
    assert (await luna.files.sync()).changes == ()
    assert await luna.items("notes") == []


async def test_many_deleted_lines_and_missing_files_wait_for_a_word(luna: AgentMemory) -> None:
    lines = [f"the code of locker {n} is {n * 111}" for n in range(7)]
    add(page(luna), *lines)
    assert await acts(luna) == ["added"] * 7
    write(page(luna), page(luna).read_text().partition("\n# MEMORY")[2])
    report = await luna.files.sync()
    assert [(one.kind, one.count) for one in report.questions] == [("many", 7)]
    assert len(await luna.items()) == 7
    assert await acts(luna, confirm=True) == ["withdrawn"] * 7
    assert await luna.items() == []
    await luna.upsert_recall(Candidate("rules", {"rule": "be brief"}))
    await luna.files.sync()
    page(luna).unlink()
    assert [one.kind for one in (await luna.files.sync()).questions] == ["missing"]
    assert not page(luna).exists()
    await luna.files.sync(confirm=True)
    assert page(luna).exists()
    assert (await luna.files.sync()).is_quiet


async def test_a_note_that_missed_its_file_is_written_by_the_next_sync(luna: AgentMemory) -> None:
    day = page(luna, "memory/2026-01-01.md")
    day.mkdir()
    assert "没有写进" in (await luna.memory_append("供应商周五回电")).notices[-1]
    day.rmdir()
    assert await acts(luna) == ["repaired"]
    assert "供应商周五回电" in day.read_text(encoding="utf-8")
    assert (await luna.files.sync()).is_quiet


async def test_days_are_those_of_the_agents_time_zone(tmp_path: Path) -> None:
    clock = ManualClock(datetime(2026, 1, 1, 20, 30, tzinfo=UTC))
    config = Config(time_zone="Asia/Shanghai")
    async with Runtime(tmp_path / "home", clock=clock, config=config) as runtime:
        luna = await runtime.agent("luna")
        await luna.memory_append("晚安")
        assert "- 04:30 晚安 <!-- note:" in page(luna, "memory/2026-01-02.md").read_text(encoding="utf-8")
        [note] = await luna.items("notes")
        assert note.key.startswith("note:2026-01-02:")


async def test_a_region_has_its_limits_and_says_what_is_left_out(tmp_path: Path, clock: ManualClock) -> None:
    config = Config(memory_lines=8)
    async with Runtime(tmp_path / "home", clock=clock, config=config) as runtime:
        luna = await runtime.agent("luna")
        for n in range(6):
            await luna.upsert_recall(Candidate("rules", {"name": f"n{n}", "rule": f"规则 {n}"}))
            await luna.upsert_recall(Candidate("goals", {"name": f"goal {n}"}))
        await luna.files.write_generated()
        text = page(luna).read_text(encoding="utf-8")
        assert text.index("## ") == min(text.find(title) for title in ("## Rules", "## 规则") if title in text)
        body = regions.rows_of(regions.split(text).body)
        assert len([row for row in body if not row.startswith("<!--")]) <= 8
        assert "left out" in text or "省略" in text
        # Made of the same, it is the same, and nothing is written.
        before = page(luna).stat().st_mtime_ns
        assert [one.result for one in await luna.files.write_generated()] == ["same", "same"]
        assert page(luna).stat().st_mtime_ns == before


@pytest.mark.parametrize("seed", range(3))
async def test_no_byte_of_a_persons_region_ever_changes(tmp_path: Path, clock: ManualClock, seed: int) -> None:
    chance = random.Random(seed)
    pieces = [
        "- 你好\r\n",
        "\ufeff",
        "  indented\n",
        "<!-- c -->",
        "\t\n",
        "# H\r\n",
        "a\u2028b",
        "```\nx\n",
        "– é\n",
        "\n\n",
    ]
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        for n in range(6):
            head = "".join(chance.choices(pieces, k=8))
            tail = "".join(chance.choices(pieces, k=4))
            parts = regions.split(page(luna).read_bytes().decode() if page(luna).exists() else "")
            body = parts.body or f"{workspace.BEGIN}\n{workspace.END}"
            page(luna).parent.mkdir(exist_ok=True)
            page(luna).write_bytes(f"{head}\n{body}\n{tail}".encode())
            await luna.upsert_recall(Candidate("rules", {"name": f"r{n}", "rule": f"rule {n}"}))
            await luna.files.sync(confirm=True)
            after = regions.split(page(luna).read_bytes().decode())
            assert (after.before, after.after) == (f"{head}\n", f"\n{tail}")
            assert f"rule {n}" in after.body


@pytest.mark.parametrize("name", ["memory", "conversation_history", ".perdure"])
async def test_no_folder_leads_out_of_the_workspace(luna: AgentMemory, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    shutil.rmtree(page(luna, name))
    page(luna, name).symlink_to(outside)
    add(page(luna), "the bins go out on Monday")
    if name == "conversation_history":  # what was taken in is safe, and the rest is told
        assert [one.kind for one in (await luna.files.sync()).problems] == ["unwritable"]
    else:
        with pytest.raises(PerdureError, match="not a folder"):
            await luna.files.sync()
    assert list(outside.iterdir()) == []


def test_a_watcher_tells_of_changes_until_it_is_stopped(tmp_path: Path) -> None:
    workspace.prepare(tmp_path)
    stop = Flag()
    told = changes(tmp_path, stop)
    next(told)
    stop.set()
    assert list(told) == []
    assert is_watched(tmp_path, tmp_path / "memory/2026-01-01.md")
    assert not any(is_watched(tmp_path, tmp_path / name) for name in ("memory/items.jsonl", ".perdure/now", "x.md"))
