"""The command line as a program: pipes, terminals, widths, encodings, and how long it takes to start."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from perdure.cli.show import clean
from tests.surfaces.command import Command, assistant, lines, user
from tests.surfaces.terminal import Terminal, width

ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.fixture
def filled(perdure: Command) -> Command:
    perdure.json("remember", "备用钥匙在安娜那里，冰箱上面的蓝色盒子里面，不要告诉别人，谢谢你记住这件事。")
    perdure.json("remember", "A rather long note in English that has to be broken somewhere in a narrow terminal.")
    for value in ("brief", "long"):
        shape = json.dumps({"name": "tone", "value": value})
        perdure.json("remember", "--type", "preferences", "--value", shape, "--keep", "7d")
    return perdure


@pytest.fixture
def busy(filled: Command) -> Command:
    """With something to show in every list."""
    said = [
        [user("请记住我对花生过敏，还有虾、螃蟹和所有的坚果，做饭的时候千万不要忘记这件事情。"), assistant("记住了。")],
        [user("My name is Ada Lovelace-Byron and I live in Leeds, West Yorkshire."), assistant("Noted.")],
    ]
    filled.json("commit", "--session", "一次关于厨房和花生的长谈-2026", stdin=lines(*said))
    shape = json.dumps({"name": "tone", "value": "又长又详细的回答，每一步都要解释清楚"}, ensure_ascii=False)
    filled.json("remember", "--type", "preferences", "--value", shape, "--source", "relayed")
    filled.json("identity", "--name", "露娜", "--role", "a companion who remembers", "--persona", "温柔、耐心")
    filled.json("patches", "add", "Twitter is called X now, and so is its website", "--update", "Twitter=X")
    filled.json("patches", "add", "推特改名了，网站和客户端都叫 X", "--update", "推特=X")
    filled.json("working", "一次关于厨房和花生的长谈-2026", "--start", "整理厨房里所有的东西，然后把清单发给安娜")
    return filled


COMMANDS = [
    (),
    ("--help",),
    ("agents",),
    ("items",),
    ("items", "--status", "all"),
    ("search", "钥匙 tone"),
    ("search", "花生 Leeds", "--explain"),
    ("show", "pref:other:tone"),
    ("show", "profile:user"),
    ("history", "pref:other:tone"),
    ("history", "profile:user"),
    ("traces", "花生"),
    ("context", "今晚在 Leeds 做点什么吃？"),
    ("review",),
    ("undo", "--source", "session:一次关于厨房和花生的长谈-2026"),
    ("relearn",),
    ("forget", "--type", "preferences", "--dry-run"),
    ("remember", "an addition"),
    ("identity",),
    ("working", "一次关于厨房和花生的长谈-2026"),
    ("session", "list"),
    ("patches", "list"),
    ("patches", "list", "--cutoff", "2020-01"),
    ("patches", "history"),
    ("jobs", "list"),
    ("usage",),
    ("index", "--status"),
    ("install",),
    ("config",),
    ("config", "--all"),
    ("doctor",),
]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_everything_fits_the_terminal(busy: Command, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    too_wide = {}
    for words in COMMANDS:
        answer = busy(*words)
        assert answer.code == 0, answer
        wide = [line for line in answer.out.splitlines() if width(line) > columns]
        if wide:
            too_wide[words] = wide
    assert too_wide == {}


def test_nothing_is_cut_off_in_a_narrow_terminal(filled: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for item in filled.json("items")["items"]:
        shown = re.sub(r"[\s│]", "", filled("show", item["id"]).out)
        for part in ("content", "key", "id"):
            assert re.sub(r"\s", "", item[part]) in shown


@pytest.mark.parametrize("surroundings", [{"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"PYTHONIOENCODING": "latin-1"}])
def test_json_is_utf8_whatever_the_terminal_speaks(filled: Command, surroundings: dict[str, str]) -> None:
    answer = filled.program("items", "--type", "facts", "--json", env=surroundings)
    assert answer.code == 0
    assert any("备用钥匙" in item["content"] for item in answer.json["items"])
    assert "备用钥匙" in answer.out


def test_words_that_the_terminal_cannot_show_do_not_fail(filled: Command) -> None:
    assert filled.program("items", env={"PYTHONIOENCODING": "ascii"}).code == 0


def test_no_colour_when_piped(filled: Command) -> None:
    for words in (("items",), ("items", "--agent", "nobody")):
        answer = filled.program(*words, env={"TERM": "xterm-256color"})
        assert "\x1b" not in answer.out + answer.err


def test_a_reader_that_goes_away_is_no_trouble(filled: Command) -> None:
    for words in (["items"], ["items", "--json"], ["history", "pref:other:tone"]):
        program = subprocess.Popen(
            [sys.executable, "-m", "perdure", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=filled.environment(),
        )
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        said = program.stderr.read()
        program.stderr.close()
        assert (program.wait(), said) == (141, b"")


def test_closed_stdin_is_said(perdure: Command) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m perdure commit --json <&-', sys.executable],
        env=perdure.environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (2, "usage")


def test_a_terminal_gets_colour(filled: Command) -> None:
    assert ANSI.search(Terminal(filled, "items", "--status", "all").end().out)


def test_forgetting_much_is_asked_at_a_terminal(filled: Command) -> None:
    terminal = Terminal(filled, "forget", "--type", "facts")
    terminal.until("Forget them?")
    terminal.say("n\n")
    answer = terminal.end()
    assert answer.code == 1
    assert "nothing was forgotten" in answer.out
    assert len(filled.json("items", "--type", "facts")["items"]) == 2
    terminal = Terminal(filled, "forget", "--type", "facts")
    terminal.until("Forget them?")
    terminal.say("y\n")
    assert terminal.end().code == 0
    assert filled.json("items", "--type", "facts") == {"items": []}


def test_forgetting_one_thing_is_not_asked(filled: Command) -> None:
    assert Terminal(filled, "forget", "pref:other:tone").end().code == 0


def test_commit_at_a_terminal_says_what_it_expects_and_can_be_interrupted(perdure: Command) -> None:
    terminal = Terminal(perdure, "commit")
    terminal.until("an empty line ends a turn")
    terminal.interrupt()
    answer = terminal.end()
    assert answer.code == 130
    assert "Traceback" not in answer.out
    assert not Path(perdure.home).exists()


def test_memory_text_cannot_steer_the_terminal(perdure: Command) -> None:
    perdure.json("remember", "\x1b[2J\x1b]0;owned\x07 [bold]x[/bold] :smile: \u202etxt.exe \x9b31m")
    for words in (("items",), ("search", "bold"), ("doctor",)):
        out = perdure(*words).out
        assert not set(out) & {"\x1b", "\x07", "\u202e", "\x9b"}
    assert "[bold]x[/bold] :smile:" in perdure("items").out


def test_ordinary_text_is_shown_as_it_is() -> None:
    for text in ("héllo wörld", "备用钥匙\n第二行\ttab", "👩‍👩‍👧 की", "a\u00a0b"):
        assert clean(text) == text


def test_help_starts_without_what_opens_a_store() -> None:
    code = (
        "import sys; from perdure.cli.main import main; code = main(['--help']);"
        "print(code, sorted({'rich', 'pydantic', 'asyncio', 'apsw'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_python_dash_m_and_the_script_are_the_same(perdure: Command) -> None:
    script = Path(sys.executable).with_name("perdure")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == perdure.program("--version").out
