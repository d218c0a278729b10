"""The pages as tests see them: blocks of code in order, and how each is run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from perdure.config import cache_folder

ROOT = Path(__file__).parents[2]
ELSEWHERE = ("make ", "pip ", "git ", "cd ")
"""What sets up a machine is not run inside a test."""


class Block(NamedTuple):
    language: str
    body: str


def blocks(page: Path) -> list[Block]:
    """The blocks of code of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [Block(*found) for found in re.findall(r"^```(\w+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)]


def lines(body: str) -> list[str]:
    """What is typed in a console block."""
    return [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]


def environment(home: Path, **more: str) -> dict[str, str]:
    """A newcomer's shell: this Python's commands, and a home folder of its own."""
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "COLUMNS": "120",
        "PERDURE_STANDBY": "0",
        "PERDURE_CACHE": str(cache_folder()),  # one decoded model for all of them
        **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
        **more,
    }


def run_shell(typed: list[str], folder: Path, **more: str) -> str:
    """Type these lines, all of which must go well. Answers what was shown."""
    done = subprocess.run(
        ["sh", "-ec", "\n".join(typed)],
        cwd=folder,
        env=environment(folder, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def run_python(body: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a block as a script in a folder. Answers what it printed."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PERDURE_EMBEDDER", "none")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, "<a block of the page>", "exec"), {"__name__": "__main__"})
    return printed.getvalue()


def assert_shown(wanted: str, shown: str) -> None:
    """Every line of a page's answer was shown, in that order; `…` stands for anything."""
    rest = shown
    for line in filter(None, map(str.strip, wanted.splitlines())):
        pattern = ".*?".join(re.escape(part.strip()) for part in line.split("…"))
        found = re.search(pattern, rest)
        assert found is not None, f"`{line}` was not shown; this was:\n{shown}"
        rest = rest[found.end() :]
