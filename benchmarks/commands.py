"""CPU seconds of commands and hooks, the standby process's share included: `python benchmarks/commands.py [NAME…]`.

Each is the least of some runs in a small home of its own; the first runs, which fill caches, are not counted.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 4
TOLD = ("I am allergic to shrimp.", "The spare key is with Ann.", "我住在成都，喜欢吃火锅。")


def cases(folder: Path) -> list[tuple[str, list[str], str | None]]:
    """Name, arguments and stdin."""
    transcript = folder / "transcript.jsonl"
    said = {"type": "user", "timestamp": "2030-01-01T00:00:00Z", "message": {"content": "hello there"}}
    transcript.write_text(json.dumps(said) + "\n")

    def hook(event: str, **more: str) -> tuple[str, list[str], str]:
        payload = {"hook_event_name": event, "session_id": "s1", "cwd": "/tmp/project", **more}
        return f"hook {event}", ["hook", "claude-code"], json.dumps(payload)

    return [
        ("--help", ["--help"], None),
        ("(no command)", [], None),
        ("search", ["search", "What can I not eat?"], None),
        ("search --words", ["search", "shrimp", "--words"], None),
        ("context", ["context", "What can I not eat?"], None),
        ("traces", ["traces", "shrimp"], None),
        ("items", ["items"], None),
        ("items --json", ["items", "--json"], None),
        ("show", ["show", "profile:user"], None),
        ("history", ["history", "profile:user"], None),
        ("remember", ["remember", "The bike is blue."], None),
        ("commit", ["commit"], json.dumps({"role": "user", "content": "I moved to York."}) + "\n"),
        ("forget --dry-run", ["forget", "profile:user", "--dry-run"], None),
        ("review", ["review"], None),
        ("agents", ["agents"], None),
        ("session list", ["session", "list"], None),
        ("identity", ["identity"], None),
        ("usage", ["usage"], None),
        ("jobs list", ["jobs", "list"], None),
        ("patches list", ["patches", "list"], None),
        ("index --status", ["index", "--status"], None),
        ("config", ["config"], None),
        ("doctor", ["doctor"], None),
        ("install", ["install", "--user-home", str(folder)], None),
        hook("SessionStart"),
        hook("UserPromptSubmit", prompt="Suggest a dinner."),
        hook("Stop", transcript_path=str(transcript)),
        hook("SessionEnd"),
    ]


def main(wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "PERDURE_HOME": str(folder / "home"), "TMPDIR": name, "XDG_RUNTIME_DIR": name}
        run = Measured(environment)
        run.once(["init"], None)
        for said in TOLD:
            run.once(["commit"], json.dumps({"role": "user", "content": said}) + "\n")
        run.once(["search", "x"], None)
        run.wait_for_standby(folder)
        for title, arguments, stdin in cases(folder):
            if not wanted or any(title.startswith(start) for start in wanted):
                print(f"{title:24} {min(run.once(arguments, stdin) for _ in range(RUNS)):.2f}", flush=True)
        run.end_standby()


class Measured:
    """Runs commands in one environment and adds up what they cost."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._standby: int | None = None

    def once(self, arguments: list[str], stdin: str | None) -> float:
        command = [sys.executable, "-m", "perdure", *arguments]
        before = self._spent()
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, env=self._environment, check=False)
        if done.returncode:
            print(f"  {' '.join(arguments)} failed: {done.stderr.strip()}", file=sys.stderr)
        time.sleep(0.05)  # until the standby process has let go of its child
        return self._spent() - before

    def wait_for_standby(self, folder: Path) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and self._environment.get("PERDURE_STANDBY") != "0":
            if list(folder.glob("perdure-*/*.sock")):
                (lock,) = folder.glob("perdure-*/*.lock")
                self._standby = int(lock.read_text())
                return
            time.sleep(0.1)

    def end_standby(self) -> None:
        if self._standby is not None:
            os.kill(self._standby, 15)

    def _spent(self) -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = children.ru_utime + children.ru_stime
        if self._standby is not None:
            fields = Path(f"/proc/{self._standby}/stat").read_text().rpartition(") ")[2].split()
            spent += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return spent


if __name__ == "__main__":
    main(sys.argv[1:])
