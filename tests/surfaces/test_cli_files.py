"""`perdure init`, `sync`, `import` and `rebuild`: files of a workspace from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.surfaces.command import Command
from tests.surfaces.terminal import Terminal


def page(perdure: Command, name: str = "MEMORY.md", *more: str) -> Path:
    return Path(perdure.json("init", *more)["workspace"]) / name


def add(path: Path, *lines: str) -> None:
    path.write_text("".join(f"- {line}\n" for line in lines) + path.read_text(encoding="utf-8"), encoding="utf-8")


def test_a_workspace_is_made_where_and_in_the_language_that_is_said(perdure: Command, tmp_path: Path) -> None:
    memory = page(perdure, "MEMORY.md", "--workspace", str(tmp_path / "mine"), "--lang", "zh")
    assert memory == tmp_path / "mine/MEMORY.md"
    assert "在下面写下" in memory.read_text(encoding="utf-8")
    assert page(perdure) == memory, "it is remembered"
    assert "another agent" in perdure("init", "--agent", "b", "--workspace", str(tmp_path / "mine")).err


def test_sync_tells_what_it_did_and_in_json_the_same(perdure: Command) -> None:
    memory = page(perdure)
    add(memory, "I live in York.", "备用钥匙在小安那里")
    told = perdure("sync", "--dry-run")
    assert "+ MEMORY.md: I live in York." in told.out
    done = perdure.json("sync")
    assert [(one["action"], one["text"]) for one in done["changes"]] == [
        ("added", "I live in York."),
        ("added", "备用钥匙在小安那里"),
    ]
    assert perdure("sync").out.strip() == "nothing to do: files and memory agree"
    memory.unlink()
    [asked] = perdure.json("sync")["questions"]
    assert (asked["kind"], asked["code"]) == ("missing", "file.missing")
    assert perdure("sync", "--yes").code == 0
    assert "I live in York." in memory.read_text(encoding="utf-8")
    memory.write_bytes(b"\xff\xfe")
    broken = perdure("sync", "--json")
    assert broken.code == 1
    assert broken.json["problems"][0]["file"] == "MEMORY.md"
    assert perdure("sync", "--watch", "--json").code == 2


def test_at_a_terminal_somebody_is_asked_before_a_rule_holds(perdure: Command) -> None:
    add(page(perdure), "Never share my address with anybody.")
    terminal = Terminal(perdure, "sync")
    terminal.until("Confirm all of these?")
    assert "Never share my address" in terminal.seen
    terminal.say("y\n")
    assert terminal.end().code == 0
    assert [item["content"] for item in perdure.json("items", "--type", "rules")["items"]] == [
        "Never share my address with anybody."
    ]


def test_markdown_comes_in_by_the_same_command_as_every_file(perdure: Command, tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("# Notes\n\n- the build takes an hour\n- 发布前先跑测试\n", encoding="utf-8")
    looked = perdure.json("import", str(tmp_path / "CLAUDE.md"), "--dry-run")["import"]
    assert (looked["files"], looked["dry_run"], len(looked["changes"])) == (1, True, 2)
    assert perdure.json("items")["items"] == []
    assert "1 files read: 2 added" in perdure("import", str(tmp_path), "--as-mine").out
    assert "2 known" in perdure("import", str(tmp_path), "--as-mine").out
    assert perdure("import", str(tmp_path / "nothing.md")).code == 1


def test_an_agent_comes_back_from_its_folder(perdure: Command, tmp_path: Path) -> None:
    memory = page(perdure, "MEMORY.md", "--workspace", str(tmp_path / "mine"))
    add(memory, "I live in York.")
    perdure.json("sync")
    before = perdure.json("items")["items"]
    done = perdure.json("rebuild", str(tmp_path / "mine"), "--home", str(tmp_path / "other"))
    assert (done["items"], done["sessions"]) == (1, 1)
    assert perdure.json("items", "--home", str(tmp_path / "other"))["items"] == before
    assert perdure("rebuild", str(tmp_path / "mine")).code == 1


def test_a_name_that_no_file_can_have_is_refused_as_one_that_is_not_there(perdure: Command) -> None:
    for name in ("9" * 400, "9" * 400 + ".md", "~nobody-of-this-name/x.md"):
        done = perdure("import", name)
        assert done.code in (1, 2)
        assert "Traceback" not in done.err
