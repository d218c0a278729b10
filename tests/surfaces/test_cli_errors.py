"""What goes wrong is said plainly: on stderr for a person, as one JSON object for a program, never as a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.command import Command

PREFERENCE = ("remember", "--type", "preferences", "--value")
GOOD = '{"name": "tone", "value": "brief"}'

REFUSED = {
    "unknown type": (("remember", "hi", "--type", "preferenses"), "type", "did you mean `preferences`?"),
    "key against the rule": ((*PREFERENCE, GOOD, "--key", "fact:a:b"), "key", "write it as `pref:<scope>:<name>`"),
    "value against the model": ((*PREFERENCE, '{"name": "tone"}'), "value.value", "a `preferences` value has"),
    "unknown field": ((*PREFERENCE, '{"name": "a", "value": "b", "x": 1}'), "value.x", "a `preferences` value has"),
    "confidence above 1": (("remember", "x", "--confidence", "1.5"), "confidence", None),
    "importance below 0": (("remember", "x", "--importance=-0.1"), "importance", None),
    "unknown source": (("remember", "x", "--source", "me"), "source", None),
    "blank text": (("remember", "  "), "text", None),
    "blank note": (("remember", "  ", "--type", "notes"), "value.text", "a `notes` value has"),
    "NUL": ((*PREFERENCE, '{"name": "a", "value": "\\u0000"}'), "value.value", "a `preferences` value has"),
    "too long a time": (("remember", "x", "--keep", "999999w"), "keep", "say `permanent`"),
    "no such scope": (("items", "--scope", "nowhere"), "scope", "one person in private is"),
    "no items": (("items", "--limit", "0"), "limit", None),
    "no words": (("search", "?!"), "query", "ask in words"),
    "blank agent": (("items", "--agent", " "), "agent_id", "give it some text"),
}


@pytest.mark.parametrize(("words", "field", "hint"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_with_the_field_named(
    perdure: Command, words: tuple[str, ...], field: str, hint: str | None
) -> None:
    perdure.json("remember", "known")
    before = perdure.json("items", "--status", "all")
    answer = perdure(*words, "--json")
    assert (answer.code, answer.error["code"], answer.error["field"]) == (1, "invalid_input", field)
    assert hint is None or answer.error["hint"].startswith(hint)
    assert answer.err == ""
    assert perdure.json("items", "--status", "all") == before


@pytest.mark.parametrize(
    "words",
    [words for words, _, _ in REFUSED.values() if words[0] == "remember"],
    ids=lambda words: " ".join(words[1:]),
)
def test_a_refused_write_makes_no_agent(perdure: Command, words: tuple[str, ...]) -> None:
    assert perdure(*words, "--json").error["code"] == "invalid_input"
    assert perdure("remember", "x", "--session", "nope").code == 1
    assert perdure("remember", "x", "--scope", "nowhere").code == 1
    assert perdure.json("agents") == {"agents": []}


@pytest.mark.parametrize(
    "words",
    [
        ("identity", "--role", "companion"),  # the first identity needs a name
        ("identity", "--name", ""),
        ("identity", "--name", "Luna", "--scope", "group:g"),
        ("identity", "--name", "Luna", "--scope", "nowhere"),
        ("patches", "add", "Twitter is called X", "--kind", "gossip"),
        ("patches", "add", "Twitter is called X", "--date", "soon"),
        ("patches", "add", "Twitter is called X", "--update", "Twitter"),
        ("patches", "add", "Twitter is called X", "--scope", "nowhere"),
        ("patches", "feeds", "python=CHANGELOG.md", "--limit", "0"),
        ("patches", "feeds", "python=CHANGELOG.md", "--since", "soon"),
        ("patches", "feeds", "python=gopher://x"),
        ("session", "start", ""),
        ("session", "start", "--scope", "nowhere"),
        ("session", "start", "--kind", ""),
    ],
    ids=" ".join,
)
def test_no_refused_command_leaves_an_empty_agent(perdure: Command, words: tuple[str, ...]) -> None:
    assert perdure(*words, "--json").code in (1, 2)
    assert perdure.json("agents") == {"agents": []}


MISUSED = {
    "no such command": (("itmes",), "did you mean `items`?"),
    "no such option": (("items", "--stauts", "all"), "did you mean"),
    "no such status": (("items", "--status", "gone"), "`perdure items --help`"),
    "not a number": (("remember", "x", "--confidence", "high"), "`perdure remember --help`"),
    "missing argument": (("show",), "`perdure show --help`"),
    "too many arguments": (("search", "a", "b"), "`perdure search --help`"),
    "nothing to remember": (("remember",), "for example"),
    "text and value": (("remember", "x", "--value", "{}"), "for example"),
    "text for another type": (("remember", "x", "--type", "facts"), "give it as JSON"),
    "value is no JSON": (("remember", "--value", "nope"), "quote it for the shell"),
    "value is no object": (("remember", "--value", "[1]"), "quote it for the shell"),
    "no length of time": (("remember", "x", "--keep", "forever"), "write `30m`"),
    "nothing to forget": (("forget",), "`perdure items`"),
    "two targets": (("forget", "a", "--type", "notes"), "`perdure items`"),
    "empty home": (("items", "--home", ""), "for example `--home"),
    "home of another kind": (("items", "--home", "mysql://x"), "for example `--home"),
    "no command": ((), "`perdure --help`"),
}


@pytest.mark.parametrize(("words", "hint"), MISUSED.values(), ids=MISUSED)
def test_what_is_not_understood_is_a_usage_error(perdure: Command, words: tuple[str, ...], hint: str) -> None:
    answer = perdure(*words, "--json")
    assert (answer.code, answer.error["code"]) == (2, "usage")
    assert answer.error["hint"].startswith(hint)
    assert answer.err == ""
    assert not Path(perdure.home).exists()


def test_a_person_reads_errors_on_stderr_with_the_hint_on_a_line_of_its_own(perdure: Command) -> None:
    perdure.json("init", "--agent", "luna")
    answer = perdure("items", "--agent", "lunna")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        f"error: no agent `lunna` in `{perdure.home}`\nhint: did you mean `luna`? `perdure agents` lists them\n"
    )


@pytest.mark.parametrize("word", ["zzz", "小王"])
def test_a_word_that_nothing_is_called_is_not_answered_with_the_forms_of_keys(perdure: Command, word: str) -> None:
    perdure.json("init")
    error = perdure("show", word, "--json").error
    assert error == {
        "code": "not_found",
        "message": f"nothing is called `{word}`",
        "hint": "`perdure items` lists them",
    }


def test_an_unknown_agent_is_not_found(perdure: Command) -> None:
    assert perdure("items", "--json").error["hint"] == "`perdure init` creates one"
    perdure.json("init", "--agent", "somebody quite different")
    assert perdure("items", "--json").error == {
        "code": "not_found",
        "message": f"no agent `default` in `{perdure.home}`",
        "hint": "`perdure agents` lists them; `perdure init` creates one",
    }


@pytest.mark.parametrize(
    "words", [("show", "pref:other:none"), ("history", "pref:other:none"), ("forget", "pref:other:none")]
)
def test_an_unknown_key_is_not_found(perdure: Command, words: tuple[str, ...]) -> None:
    perdure.json("init")
    answer = perdure(*words, "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")


def test_an_unknown_session_is_not_found(perdure: Command) -> None:
    perdure.json("init")
    answer = perdure("remember", "x", "--session", "nope", "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")


def test_an_item_of_another_scope_is_as_unknown_as_one_that_does_not_exist(perdure: Command) -> None:
    perdure.json("remember", "for Ann", "--scope", "peer:ann")
    item = perdure.json("items", "--scope", "peer:ann")["items"][0]["id"]
    missing = item[:-12] + "000000000000"
    hidden, absent = (perdure("show", name, "--json").error for name in (item, missing))
    assert hidden["message"].replace(item, "") == absent["message"].replace(missing, "")
    assert {**hidden, "message": ""} == {**absent, "message": ""}


def test_the_other_session_of_a_given_scope_is_refused(perdure: Command) -> None:
    perdure.json("commit", "--session", "s", stdin='{"role": "user", "content": "x"}')
    answer = perdure("remember", "x", "--session", "s", "--scope", "peer:ann", "--json")
    assert (answer.code, answer.error["field"]) == (1, "scope")


def test_text_that_is_not_unicode_is_refused(perdure: Command) -> None:
    perdure.json("init")
    answer = perdure.program("remember", "a\udcffb", "--json")
    assert (answer.code, answer.error["code"]) == (1, "invalid_input")
    assert perdure.json("items") == {"items": []}


@pytest.mark.parametrize("folder", ["file", "file/below", "/proc/nowhere/home"])
def test_a_home_that_cannot_be_written_is_said(perdure: Command, tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    for words in (("init",), ("remember", "x"), ("commit",)):
        home = ("--home", str(tmp_path / folder))
        answer = perdure(*words, *home, "--json", stdin='{"role": "user", "content": "x"}')
        assert (answer.code, answer.error["code"]) == (1, "store_unavailable")
    assert (tmp_path / "file").read_text() == "not a folder"


def test_the_password_of_a_server_is_never_printed(perdure: Command) -> None:
    answer = perdure("doctor", "--home", "postgresql://ann:secret@127.0.0.1:1/none?password=secret2")
    assert answer.code == 1
    assert "127.0.0.1:1" in answer.out
    assert "secret" not in answer.out + answer.err


def test_json_errors_are_one_object_and_nothing_else(perdure: Command) -> None:
    answer = perdure.program("--json", "items")
    assert (answer.code, answer.err) == (1, "")
    assert json.loads(answer.out).keys() == {"error"}
