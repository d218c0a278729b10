"""Every block of code in the page about patches runs, word for word, and its example does change an answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "patches.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.requirement("R150")
def test_the_example_changes_an_answer(tmp_path: Path) -> None:
    [(_, body)] = [block for block in BLOCKS if block[0] == "python"]
    [(_, printed)] = [block for block in BLOCKS if block[0] == "text"]
    done = subprocess.run(
        [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", printed)


def test_the_commands_run(tmp_path: Path) -> None:
    lines = [line[2:] for name, body in BLOCKS if name == "console" for line in body.splitlines() if line[:2] == "$ "]
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PERDURE_EMBEDDER": "none",
        **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
    }
    done = subprocess.run(
        ["sh", "-ec", "\n".join(lines)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("patch:technology:acme_2.0.0", "Fast mode", "“Twitter” is now “X”", "no patches applied yet"):
        assert words in done.stdout
