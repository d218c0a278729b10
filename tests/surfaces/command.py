"""Runs the command line for tests: in this process, where it is quick, or as a program, where that is the point."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from perdure.cli.main import main


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on stdout; more than one, or anything beside it, fails."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error in it."""
        assert self.code != 0
        found: dict[str, Any] = self.json["error"]
        return found

    @property
    def words(self) -> str:
        """What it says, without the frames and line breaks that the width of the terminal put in."""
        return re.sub(r"[\s│─╭╮╰╯]+", " ", self.out)


class Command:
    """`perdure` in one home."""

    def __init__(self, home: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._patch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, stdin: str | bytes = b"") -> Answer:
        """Run in this process."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self._patch.setenv("PERDURE_HOME", self.home)
        self._capsys.readouterr()
        code = main(words)
        seen = self._capsys.readouterr()
        return Answer(code, seen.out, seen.err)

    def json(self, *words: str, stdin: str | bytes = b"") -> Any:
        """What a command answers that must go well."""
        answer = self(*words, "--json", stdin=stdin)
        assert (answer.code, answer.err) == (0, ""), answer
        return answer.json

    def environment(self, **more: str) -> dict[str, str]:
        """For a process of its own."""
        return {**os.environ, "PERDURE_HOME": self.home, **more}

    def program(
        self, *words: str, stdin: bytes = b"", before: Sequence[str] = (), env: Mapping[str, str] = {}
    ) -> Answer:
        """Run as a program of its own."""
        done = subprocess.run(
            [*before, sys.executable, "-m", "perdure", *words],
            input=stdin,
            env=self.environment(**env),
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def lines(*turns: Sequence[Mapping[str, Any]]) -> str:
    """Turns as `commit` reads them."""
    return "\n\n".join("\n".join(json.dumps(event, ensure_ascii=False) for event in turn) for turn in turns) + "\n"


def user(content: str) -> dict[str, str]:
    return {"role": "user", "content": content}


def assistant(content: str) -> dict[str, str]:
    return {"role": "assistant", "content": content}
