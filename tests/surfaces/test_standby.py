"""The standby process runs a command as if it had been started alone, and is never needed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from perdure.cli import standby, standby_client
from perdure.cli.start import is_short

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files cannot be handed over here")


class Shell:
    """A user's shell with a standby process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("PERDURE_STANDBY", "CI")},
            "PERDURE_HOME": str(folder / "home"),
            "PERDURE_EMBEDDER": "local",
            "XDG_RUNTIME_DIR": str(folder),
        }

    def run(self, *arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "perdure", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**self.environment, **more},
            timeout=60,
            check=False,
        )

    @property
    def standby(self) -> int | None:
        """The standby process, once it listens."""
        if not list(self.folder.glob("perdure-*/*.sock")):
            return None
        (lock,) = self.folder.glob("perdure-*/*.lock")
        return int(lock.read_text())

    def wait(self) -> int:
        until = time.monotonic() + 60
        while (found := self.standby) is None:
            assert time.monotonic() < until, "no standby process came up"
            time.sleep(0.05)
        return found


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    shell = Shell(tmp_path_factory.mktemp("s"))
    told = {"role": "user", "content": "I am allergic to shrimp. 我住在成都。"}
    assert shell.run("commit", stdin=json.dumps(told) + "\n").returncode == 0
    process = shell.wait()
    yield shell
    with contextlib.suppress(ProcessLookupError):  # it leaves by itself when the code has changed
        os.kill(process, signal.SIGTERM)


def test_a_command_answers_alike_with_and_without_it(shell: Shell) -> None:
    for command in (["items", "--json"], ["items"], ["show", "nothing:here"], ["items", "--nonsense"], ["search"]):
        quick, plain = shell.run(*command), shell.run(*command, PERDURE_STANDBY="0")
        assert (quick.stdout, quick.stderr, quick.returncode) == (plain.stdout, plain.stderr, plain.returncode)


def test_it_has_the_callers_input_folder_and_environment(shell: Shell) -> None:
    told = {"role": "user", "content": "I live in York."}
    agent = {"PERDURE_AGENT": "second", "PERDURE_HOME": "elsewhere"}
    assert shell.run("commit", stdin=json.dumps(told) + "\n", **agent).returncode == 0
    assert (shell.folder / "elsewhere").is_dir()
    assert "York" in shell.run("items", **agent).stdout
    assert "York" not in shell.run("items").stdout
    ascii_only = shell.run("items", PYTHONIOENCODING="ascii:replace", PYTHONUTF8="0")
    assert "成都" not in ascii_only.stdout
    assert "allergic" in ascii_only.stdout


@pytest.mark.parametrize(
    "command",
    [["search", "What can I not eat?"], ["items"], ["remember", "The bike is blue."], ["context", "bike"], ["review"]],
)
def test_a_command_loads_nothing_heavy_itself(shell: Shell, command: list[str]) -> None:
    """How long it takes is measured by benchmarks/commands.py; that it leaves the work to the other process, here."""

    def loads(**more: str) -> set[str]:
        done = shell.run(*command, PYTHONVERBOSE="1", **more)
        assert done.returncode == 0
        return {"numpy", "apsw", "perdure.runtime"} & set(re.findall(r"^import '([\w.]+)'", done.stderr, re.M))

    assert not loads()
    assert loads(PERDURE_STANDBY="0")  # the control: alone it loads them


def test_a_signal_reaches_the_command(shell: Shell) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "perdure", "commit", "--session", "waits"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment,
        text=True,
        # Whoever starts the tests in the background has interrupts ignored, and what is ignored is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # It may not be reading yet, and a signal may come between two steps of its start: people press Ctrl-C again.
    for _ in range(40):
        time.sleep(0.5)
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130, said
    assert "interrupted" in said


def test_without_it_the_command_runs_by_itself_and_starts_another(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.environment |= {"PERDURE_EMBEDDER": "none"}
    assert shell.run("init").returncode == 0
    first = shell.wait()
    os.kill(first, signal.SIGKILL)
    assert "no longer" not in shell.run("items").stderr
    until = time.monotonic() + 60
    while (second := shell.wait()) == first:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert standby.main(str(next(tmp_path.glob("perdure-*/*.sock")))) == 0  # a third one leaves at once
    os.kill(second, signal.SIGTERM)


def test_it_leaves_when_the_code_has_changed() -> None:
    code = standby.fingerprint()
    assert standby.is_current(code)
    changed = next(iter(code))
    assert not standby.is_current({**code, changed: code[changed] - 1})
    assert not standby.is_current({**code, "/no/such/file.py": 1})


def test_a_folder_that_others_can_enter_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert standby_client.address() is not None
    (folder,) = tmp_path.iterdir()
    folder.chmod(0o755)
    assert standby_client.address() is None
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("long" * 40)))
    assert standby_client.address() is None


def test_only_short_commands_are_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERDURE_STANDBY", raising=False)
    assert is_short(["--home", "chat", "search", "x"])
    assert is_short([])
    assert not is_short(["--agent", "a", "chat"])
    assert not is_short(["mcp"])
    monkeypatch.setenv("PERDURE_STANDBY", "0")
    assert not is_short(["search", "x"])
