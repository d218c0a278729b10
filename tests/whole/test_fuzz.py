"""Bad input everywhere: verbs, command line and MCP answer, or refuse with an error of ours. A seeded share of it;
`make fuzz` tries all there is.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
import typer

from perdure import AgentMemory, Config, PerdureError, Runtime
from perdure.cli.main import app, main
from tests.whole import fuzzing
from tests.whole.fuzzing import Site

SEED = int(os.environ.get("PERDURE_FUZZ_SEED", "1"))
ALL = os.environ.get("PERDURE_FUZZ") == "all"
VERB_SITES, COMMAND_SITES, MESSAGES = (10**9, 10**9, 10**9) if ALL else (1_200, 120, 150)
PER_AGENT = 200
"""Calls before a new agent is taken: what was written at one site must not make the next one slow."""


# Verbs


async def tried(runtime: Runtime, sites: list[Site]) -> list[str]:
    """What went wrong at which sites."""
    found: list[str] = []
    luna: AgentMemory | None = None
    for number, site in enumerate(sites):
        if luna is None or site.verb != sites[number - 1].verb or number % PER_AGENT == 0:
            luna = await runtime.agent(f"{site.verb}-{number}")
            await luna.start_session("s")
        wrong = await fuzzing.attempt(luna, site)
        if wrong is not None:
            found.append(wrong)
    return found


async def test_a_verb_answers_or_refuses_whatever_it_is_given(
    tmp_path: Path, record_property: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with Runtime(tmp_path / "home", embedder="none", config=Config(background=False)) as runtime:
        luna = await runtime.agent("luna")
        sites = list(fuzzing.sites(luna))
        chosen = sites if ALL else fuzzing.share(sites, VERB_SITES, SEED)
        found = await tried(runtime, chosen)
        assert found == []
        # Whatever was tried, what is kept is sound.
        for row in await runtime.agents():
            trouble = [one for one in await (await runtime.agent(row.id)).check() if not one.ok]
            assert trouble == [], row.id
    record_property("measured", f"fuzz: {len(chosen):,} of {len(sites):,} sites of verbs")


async def test_the_fuzz_sees_a_verb_that_stumbles(sqlite_runtime: Runtime) -> None:
    """The red control: a verb that takes a list for granted, and an error that cannot be shown."""

    class Clumsy:
        async def count(self, words: list[str]) -> int:
            if words == ["a", "\ud800"]:
                raise PerdureError(words[1])
            return len([word.strip() for word in words])

    Clumsy.__module__ = "perdure.clumsy"
    luna = await sqlite_runtime.agent("luna")
    luna.clumsy = Clumsy()  # type: ignore[attr-defined]  # planted
    monkey = dict(fuzzing.GOOD)
    sites = [site for site in fuzzing.sites(luna) if site.verb == "clumsy.count"]
    assert len(sites) == len(fuzzing.BAD)
    found = [wrong for site in sites if (wrong := await fuzzing.attempt(luna, site))]
    assert "clumsy.count(words=zero): TypeError at ?" in found
    assert "clumsy.count(words=list of texts): the message of PerdureError cannot be shown" in found
    assert monkey == fuzzing.GOOD


# The command line

ROOT: Any = typer.main.get_command(app)
SLOW = {("tour",), ("mcp",), ("bench", "recall"), ("bench", "intake"), ("completion",)}
"""Left out: they serve, measure or play for long, and take hardly any words."""
ENDLESS = {"--watch", "--follow"}
"""What goes on until somebody interrupts it."""
WORDS = {
    "empty": "",
    "blank": " ",
    "minus": "-1",
    "zero": "0",
    "huge": "9" * 400,
    "not a number": "nan",
    "nul": "a\x00b",
    "not utf-8": "a\udcff",
    "surrogate": "a\ud800",
    "escape": "\x1b[2J\x1b]0;x\x07",
    "newline": "a\nb",
    "option": "--no-such-option",
    "dash": "-",
    "at": "@file",
    "sql": "'; DROP TABLE x; --",
    "fts": '" OR NEAR( *',
    "format": "%s {0} $HOME `id`",
    "path": "../../../../etc/passwd",
    "folder": ".",  # not "/": a home would be made there, and `import` would read every page of the machine
    "device": "/dev/null",
    "url": "postgresql://x:y@[::1",
    "json": '{"a": [1, null, "\\ud800"]}',
    "deep": "[" * 50_000,
    "long": "x" * 60_000,
    "chinese": "我住在杭州。",
    "emoji": "👩‍👩‍👧",
    "right to left": "\u202eabc",
    "date": "9999-12-31",
    "no date": "2026-13-45",
}
STDIN = (
    b"",
    b"\xff\xfe",
    b"{}",
    b"[" * 50_000,
    b'{"role": "user", "content": "a\\ud800"}\n',
    b'{"role": "user", "content": 1}\n',
    b'{"role": "nobody"}\n\n\n{',
    b'{"hook_event_name": "Stop", "session_id": "\\ud800", "transcript_path": "/dev/null"}',
    b'{"hook_event_name": "SessionStart", "session_id": 1}',
    b'{"hook_event_name": "Stop", "session_id": "s", "transcript_path": "\\u0000"}',
    b"\x00" * 100,
    "我住在杭州。\n".encode(),
)


def leaves(group: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name), command


def command_lines() -> list[tuple[str, ...]]:
    """For every command, each argument and option with each bad word; what must be there besides is plain."""
    found: list[tuple[str, ...]] = []
    for path, command in leaves():
        if path in SLOW:
            continue
        needed = {p.name: "claude-code" if p.name == "host" else "x" for p in command.params if p.required}
        for bad in WORDS.values():
            for parameter in command.params:
                if ENDLESS & {*parameter.opts}:
                    continue
                arguments = [
                    bad if p is parameter else needed[p.name]
                    for p in command.params
                    if p.param_type_name == "argument" and (p is parameter or p.required)
                ]
                options = [parameter.opts[0]] if parameter.param_type_name == "option" else []
                if options and not getattr(parameter, "is_flag", False):
                    options.append(bad)
                found.append((*path, *options, "--", *arguments))
    return found


def test_the_command_line_ends_with_a_word_and_never_with_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], record_property: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path / "home"))
    lines = command_lines()
    chance = random.Random(SEED)
    chosen = lines if ALL else chance.sample(lines, COMMAND_SITES)
    assert main(["init"]) == 0
    wrong: list[str] = []
    for words in chosen:
        stdin = chance.choice(STDIN)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        try:
            code = main(words)
            if code not in (0, 1, 2):
                wrong.append(f"{words!r:.200}: exit code {code}")
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            wrong.append(f"{words!r:.200} < {stdin!r:.60}: {type(error).__name__} at {fuzzing.place_of(error)}")
        capsys.readouterr()
    assert wrong == []
    assert main(["doctor", "--all-agents"]) == 0, capsys.readouterr().out
    record_property("measured", f"fuzz: {len(chosen):,} of {len(lines):,} command lines")


# MCP

TEXTS = ["", " ", "x", "a\x00b", "a\ud800b", "\udfff", "我住在杭州。", "x" * 50_000, "--", "note:x", "[0000]", "👩‍👩‍👧"]
VALUES: list[Any] = [None, True, 0, -1, 1 << 70, 1.5, [], {}, [None], {"a": "\ud800"}, {"\ud800": 1}, *TEXTS]
LINES = [
    b"not json",
    b"{",
    b"[]",
    b"{}",
    b"null",
    b'{"jsonrpc": "2.0", "id": 900001, "method": "\\ud800"}',
    b'{"jsonrpc": "2.0", "id": 900002, "method": "tools/call", "params": ' + b"[" * 9_000,
    b'{"jsonrpc": "2.0", "id": 900003}',
    b'{"jsonrpc": "1.0", "id": 900004, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": 900005, "method": "tools/call", "params": {"name": "a\xff", "arguments": {}}}',
    b'{"jsonrpc": "2.0", "id": 900006, "method": "tools/call", "params": {"name": "search_memory", "arguments": 5}}',
    b'{"jsonrpc": "2.0", "id": 900007, "method": "resources/read", "params": {"uri": "\\ud800"}}',
    b'{"jsonrpc": "2.0", "id": 900008, "method": "prompts/get", "params": {"name": "\\udc00"}}',
]


def ask(id: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


class Host:
    """A host that speaks to a server line by line, whatever the line."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.errors = process, errors
        self._to, self._from = process.stdin, process.stdout
        who = {"name": "t", "version": "1"}
        self.say(ask(0, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who))
        self.hear()
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, line: bytes | dict[str, Any]) -> None:
        self._to.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self._to.flush()

    def hear(self) -> dict[str, Any]:
        line = self._from.readline()
        assert line, "the server went away"
        heard: dict[str, Any] = json.loads(line)
        return heard

    def last_words(self) -> bytes:
        """Send it away; what it said on stderr."""
        self._to.close()
        self.process.wait(60)
        self.errors.seek(0)
        return self.errors.read()


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    command = [sys.executable, "-m", "perdure", "mcp", "--home", str(folder / "home"), "--agent", "luna"]
    env = {**os.environ, "PERDURE_EMBEDDER": "none"}
    with (folder / "errors").open("w+b") as errors:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env)
        with process:
            try:
                yield Host(process, errors)
            finally:
                process.kill()


def calls(host: Host) -> list[dict[str, Any]]:
    """For every tool, each argument with each bad value."""
    host.say(ask(1, "tools/list"))
    found = []
    for tool in host.hear()["result"]["tools"]:
        schema = tool["inputSchema"]
        plain = dict.fromkeys(schema.get("required", ()), "x")
        for name in schema.get("properties", {}):
            found += [ask(0, "tools/call", name=tool["name"], arguments={**plain, name: value}) for value in VALUES]
    return found


def test_every_message_of_a_host_is_answered(tmp_path: Path, record_property: Any) -> None:
    with hosted(tmp_path) as host:
        every = calls(host)
        chosen = every if ALL else random.Random(SEED).sample(every, MESSAGES)
        let_through: list[str] = []
        for number, message in enumerate(chosen, start=1_000):
            host.say({**message, "id": number})
            answer = host.hear()  # a message that is never answered would end in the test's timeout
            assert answer["id"] == number
            said = json.dumps(answer)
            if "Error executing tool" in said or "internal error" in said.lower():  # the SDK's words, not ours
                let_through.append(f"{message['params']!r:.200}: {said:.200}")
        for line in LINES:
            host.say(line)
            heard = host.hear()
            assert "error" in heard or heard["result"]["isError"], heard
            if b'"id": 9' in line:
                assert heard["id"] == int(line.partition(b'"id": ')[2][:6])
        errors = host.last_words()
    assert let_through == []
    assert b"Traceback" not in errors
    record_property("measured", f"fuzz: {len(chosen):,} of {len(every):,} calls over MCP")


def test_half_an_emoji_is_kept_as_a_mark_and_costs_no_turn(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        for number, text in enumerate(["a\ud800b", "我\udc00们"]):
            host.say(ask(number, "tools/call", name="memory_append", arguments={"text": text}))
            answer = host.hear()["result"]
            assert not answer["isError"]
            assert f"{text[0]}\ufffd{text[-1]}" in answer["content"][0]["text"]
        assert b"Traceback" not in host.last_words()
