"""Every block of code in the README runs, word for word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ELSEWHERE, ROOT, assert_shown, blocks, lines, run_shell

README = blocks(ROOT / "README.md")
CHINESE = blocks(ROOT / "README.zh.md")


def bodies(language: str) -> list[str]:
    return [body for name, body in README if name == language]


@pytest.mark.parametrize("body", [body for name, body in CHINESE if name == "python"])
def test_python_blocks_of_the_chinese_readme_run(body: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stored profile:user" in done.stdout
    assert " active - 我上周搬到苏州了" in done.stdout
    assert done.stdout.count("对花生过敏") >= 3  # the versions, the answer, the context


def test_shell_blocks_of_the_chinese_readme_run(tmp_path: Path) -> None:
    typed = [line for name, body in CHINESE if name == "console" for line in lines(body)]
    shown = run_shell([line for line in typed if not line.startswith(ELSEWHERE)], tmp_path)
    assert "nothing found" not in shown
    for body in [body for name, body in CHINESE if name == "text"]:
        assert_shown(body, shown)


@pytest.mark.parametrize("body", bodies("python"))
def test_python_blocks_of_the_readme_run(body: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stored profile:user" in done.stdout
    assert "1 superseded I live in Leeds." in done.stdout
    assert "2 active I moved to York last week." in done.stdout
    assert "I'm allergic to peanuts" in done.stdout


def test_shell_blocks_of_the_readme_run(tmp_path: Path) -> None:
    typed = [line for body in bodies("console") for line in lines(body) if not line.startswith(ELSEWHERE)]
    assert typed
    shown = run_shell(typed, tmp_path)
    assert "nothing found" not in shown
    assert "brief" in shown
    assert "花生" in shown
    assert (tmp_path / ".claude.json").exists()
    for body in bodies("text"):
        assert_shown(body, shown)


@pytest.mark.parametrize("readme", [README, CHINESE])
def test_the_two_commands_are_targets_of_the_makefile(readme: list[tuple[str, str]]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    typed = [line for name, body in readme if name == "console" for line in lines(body)]
    named = [line.split()[1] for line in typed if line.startswith("make ")]
    assert named == ["run", "test"]
    assert all(re.search(rf"^{name}:", makefile, re.MULTILINE) for name in named)
