"""Importing Markdown that people have: nothing is followed, changed or added twice; a look ahead changes nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from perdure import AgentMemory, InvalidInput, Status
from tests.homes import everything

PAGES = Path(__file__).parent / "pages"


async def kinds(luna: AgentMemory, place: Path, **more: object) -> dict[str, int]:
    report = await luna.files.import_markdown(str(place), **more)  # type: ignore[arg-type]
    found = [one.action.value for one in report.changes]
    return {kind: found.count(kind) for kind in dict.fromkeys(found)}


async def test_the_files_of_another_agent(luna: AgentMemory) -> None:
    before = await everything(luna)
    assert await kinds(luna, PAGES / "agent", source="user", dry_run=True) == {"added": 5}
    assert await everything(luna) == before
    assert await kinds(luna, PAGES / "agent", source="user") == {"added": 5}
    assert await kinds(luna, PAGES / "agent", source="user") == {"known": 5}
    [profile] = await luna.items("profile")
    assert "Lisbon" in profile.content
    assert "花生" in profile.content
    notes = {item.key.split(":")[1]: item.content for item in await luna.items("notes") if "2025" in item.key}
    assert set(notes) == {"2025-11-03"}
    assert "router" in (await luna.search_memory("where is the router?"))[0].item.content
    assert "里斯本" in (await luna.search_memory("去里斯本的票"))[0].item.content


async def test_what_is_of_unknown_origin_makes_no_rules(luna: AgentMemory) -> None:
    done = await kinds(luna, PAGES / "CLAUDE.md")
    assert done["waiting"] >= 1
    assert await luna.items("rules") == []
    assert {item.source.value for item in await luna.items()} == {"outside"}
    assert "mention York" in str([entry.item.content for entry in await luna.review.list()])
    # Not even the user's own words become a rule or an identity without a look.
    mine = await kinds(luna, PAGES / "CLAUDE.md", source="user")
    assert mine["waiting"] >= 1
    assert await luna.items("rules", status=Status.ACTIVE) == []


async def test_a_folder_of_notes(luna: AgentMemory, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("not to be read\n")
    vault = tmp_path / "vault"
    (vault / "Projects").mkdir(parents=True)
    for name in ("Projects/Moonlight.md", "tea.md"):
        (vault / name).write_bytes((PAGES / "vault" / name).read_bytes())
    (vault / "link.md").symlink_to(outside)
    (vault / "folder").symlink_to(tmp_path)
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/secret.md").write_text("never read\n")
    report = await luna.files.import_markdown(str(vault))
    assert (report.files, [one.file for one in report.problems]) == (2, ["link.md"])
    texts = {item.content: item.key.split(":")[1] for item in await luna.items("notes")}
    assert [text.split("\n")[0] for text in sorted(texts)] == [
        "Moonlight",
        "Moonlight / Budget",
        "Moonlight / 进度",
        "tea",
    ]
    assert {texts[text] for text in texts if text.startswith("Moonlight")} == {"2025-06-01"}
    assert {texts[text] for text in texts if text.startswith("tea")} == {date(2026, 1, 1).isoformat()}
    assert "not a heading" in next(text for text in texts if "Budget" in text)
    assert not any("read" in text for text in texts)


@pytest.mark.parametrize("folder", ["", "relative", "/nowhere/at/all", "a\0b", 3])
async def test_a_folder_that_is_none_is_refused(luna: AgentMemory, folder: str) -> None:
    with pytest.raises(InvalidInput):
        await luna.files.import_markdown(folder)
