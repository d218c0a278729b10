"""Every block of code in the README runs, word for word."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def blocks(language: str) -> list[str]:
    return [body for name, body in BLOCKS if name == language]


@pytest.mark.parametrize("body", blocks("python"))
def test_python_blocks_of_the_readme_run(body: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stored profile:user" in done.stdout
    assert "1 superseded The user lives in Leeds." in done.stdout
    assert "2 active The user lives in York." in done.stdout


def commands(body: str) -> list[str]:
    return [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]


def test_shell_blocks_of_the_readme_run(tmp_path: Path) -> None:
    lines = [line for body in blocks("console") for line in commands(body) if not line.startswith("make ")]
    assert lines
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    script = "set -e\n" + "\n".join(lines)
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "brief" in done.stdout
    assert "花生" in done.stdout


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = [line.split()[1] for body in blocks("console") for line in commands(body) if line.startswith("make ")]
    assert named == ["run", "test"]
    assert all(re.search(rf"^{name}:", makefile, re.MULTILINE) for name in named)
