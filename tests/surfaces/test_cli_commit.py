"""`perdure commit`: conversations from standard input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure import Memory
from perdure.cli.lines import BATCH_TURNS
from tests.surfaces.command import Command, lines, user


def turns_of(count: int) -> str:
    return lines(*([user(f"turn {n}")] for n in range(count)))


def archived(perdure: Command, session: str) -> list[str | None]:
    with Memory.open("default", perdure.home) as memory:
        return [record.content for record in memory.archive.records(session, limit=10_000)]


def test_a_session_is_opened_and_taken_up_again(perdure: Command) -> None:
    for n in (1, 2):
        (receipt,) = perdure.json("commit", "--session", "s", stdin=lines([user(f"hello {n}")]))["receipts"]
        assert (receipt["session"], receipt["turn_id"]) == ("s", n)
    assert archived(perdure, "s") == ["hello 1", "hello 2"]


def test_without_a_session_each_commit_has_one_of_its_own(perdure: Command) -> None:
    sessions = {perdure.json("commit", stdin=lines([user("hi")]))["receipts"][0]["session"] for _ in range(2)}
    assert len(sessions) == 2


def test_blank_lines_end_turns_however_many_there_are(perdure: Command) -> None:
    text = f"\n\n{json.dumps(user('a'))}\r\n{json.dumps(user('b'))}\n  \n\n\n{json.dumps(user('c'))}"
    receipts = perdure.json("commit", stdin=text)["receipts"]
    assert [len(receipt["records"]) for receipt in receipts] == [2, 1]


def test_every_field_of_an_event_is_kept(perdure: Command) -> None:
    event = {
        "role": "tool",
        "content": "",
        "speaker": "小明",
        "name": "weather",
        "arguments": {"city": "杭州"},
        "result": {"sky": "☀"},
        "timestamp": "2026-02-20T09:00:00+08:00",
        "tags": ["a"],
        "content_ref": "file:///x",
    }
    perdure.json("commit", "--session", "s", stdin=lines([event]))
    with Memory.open("default", perdure.home) as memory:
        record = memory.archive.records("s")[0].as_json()
    assert {name: record[name] for name in event} == {
        **event,
        "content": '{"sky": "☀"}',
        "timestamp": "2026-02-20T01:00:00Z",
    }


def test_a_byte_order_mark_is_no_part_of_the_first_line(perdure: Command) -> None:
    assert perdure("commit", stdin=b"\xef\xbb\xbf" + lines([user("hi")]).encode()).code == 0


def test_many_turns_are_all_kept_in_order(perdure: Command) -> None:
    count = 2 * BATCH_TURNS + 3
    receipts = perdure.json("commit", "--session", "s", stdin=turns_of(count))["receipts"]
    assert [receipt["turn_id"] for receipt in receipts] == list(range(1, count + 1))
    assert archived(perdure, "s") == [f"turn {n}" for n in range(count)]


def test_sent_twice_with_a_key_it_is_kept_once(perdure: Command) -> None:
    count = BATCH_TURNS + 2
    words = ("commit", "--session", "s", "--idempotency-key", "k")
    first = perdure.json(*words, stdin=turns_of(count))["receipts"]
    again = perdure.json(*words, stdin=turns_of(count))["receipts"]
    assert again == [{**receipt, "replayed": True} for receipt in first]
    assert len(archived(perdure, "s")) == count
    assert f"{count} turns already stored" in perdure(*words, stdin=turns_of(count)).words


def test_a_key_without_a_session_is_refused(perdure: Command) -> None:
    answer = perdure("commit", "--idempotency-key", "k", "--json", stdin=turns_of(1))
    assert (answer.code, answer.error["code"]) == (2, "usage")


def test_a_bad_line_stores_nothing_of_its_batch_and_says_what_is_stored(perdure: Command) -> None:
    answer = perdure("commit", "--session", "s", "--json", stdin=turns_of(BATCH_TURNS + 5) + "\n{bad\n")
    line = 2 * (BATCH_TURNS + 5) + 1
    assert (answer.code, answer.error["field"]) == (1, f"line {line}")
    assert (
        f"line {line} is not JSON; the first {BATCH_TURNS} turns are stored in session `s`" in answer.error["message"]
    )
    assert len(archived(perdure, "s")) == BATCH_TURNS


GOOD = json.dumps(user("good")).encode()
BAD_LINES = {
    "nothing": (b"", "no events on stdin"),
    "only blank lines": (b"\n \n\n", "no events on stdin"),
    "not JSON": (GOOD + b"\nnope\n", "line 2 is not JSON"),
    "not an object": (GOOD + b"\n\n[1]\n", "`line 3` must be a JSON object"),
    "nested too deep": (b"[" * 100_000, "line 1 is not JSON"),
    "unknown field": (b'{"role": "user", "contents": "x"}', "`line 1` has an unknown field `contents`"),
    "no role": (b'{"content": "x"}', "`line 1` has no `role`"),
    "unknown role": (b'{"role": "usr", "content": "x"}', "`line 1.role` must be one of"),
    "empty content": (GOOD + b'\n{"role": "user", "content": ""}', "`line 2.content` is empty"),
    "blank content": (b'{"role": "user", "content": " \\n\\t"}', "`line 1.content` is empty"),
    "content is a number": (b'{"role": "user", "content": 7}', "`line 1.content` must be text"),
    "NUL": (b'{"role": "user", "content": "a\\u0000b"}', "`line 1.content` contains a NUL character"),
    "lone surrogate": (b'{"role": "user", "content": "a\\ud800b"}', "`line 1.content` has a lone surrogate"),
    "too long": (json.dumps(user("x" * ((1 << 20) + 1))).encode(), "`line 1.content` is 1,048,577 bytes long"),
    "no time": (
        b'{"role": "user", "content": "x", "timestamp": "9 am"}',
        "`line 1.timestamp` is not an ISO 8601 time",
    ),
    "not UTF-8": (GOOD + b'\n{"role": "user", "content": "\xff"}', "line 2 is not UTF-8 at byte 30"),
    "UTF-16": (GOOD.decode().encode("utf-16"), "line 1 is not UTF-8"),
}


@pytest.mark.parametrize(("stdin", "said"), BAD_LINES.values(), ids=BAD_LINES)
def test_bad_input_is_named_with_its_line_and_changes_nothing(perdure: Command, stdin: bytes, said: str) -> None:
    answer = perdure("commit", "--json", stdin=stdin)
    assert (answer.code, answer.error["code"]) == (1, "invalid_input")
    assert answer.error["message"].startswith(said)
    assert answer.error["message"].endswith("nothing was stored")
    assert not Path(perdure.home).exists()


def test_a_turn_without_end_is_refused(perdure: Command) -> None:
    answer = perdure("commit", "--json", stdin=(GOOD + b"\n") * 10_001)
    assert answer.error["message"].startswith("line 10001: this turn has more than 10,000 events")
    assert "empty line" in answer.error["hint"]


def test_an_ended_session_takes_no_more(perdure: Command) -> None:
    perdure.json("commit", "--session", "s", stdin=turns_of(1))
    with Memory.open("default", perdure.home) as memory:
        memory.end_session("s")
    answer = perdure("commit", "--session", "s", "--json", stdin=turns_of(1))
    assert (answer.code, answer.error["code"]) == (1, "conflict")
    assert archived(perdure, "s") == ["turn 0"]


def test_a_session_of_another_scope_takes_nothing(perdure: Command) -> None:
    perdure.json("commit", "--session", "s", stdin=turns_of(1))
    answer = perdure("commit", "--session", "s", "--scope", "peer:ann", "--json", stdin=turns_of(1))
    assert (answer.code, answer.error["code"]) == (1, "conflict")
    assert archived(perdure, "s") == ["turn 0"]


def test_a_person_is_told_how_much_was_kept_and_how_to_go_on(perdure: Command) -> None:
    answer = perdure("commit", "--session", "s", stdin=turns_of(2))
    assert "Stored 2 turns, 2 records" in answer.words
    assert "perdure commit --session s" in answer.words


def test_what_was_learned_is_in_the_receipt_and_can_be_left_out(perdure: Command) -> None:
    home = lines([user("I live in York.")])
    (kept,) = perdure.json("commit", "--no-learn", stdin=home)["receipts"]
    assert kept["outcomes"] == []
    assert perdure.json("items")["items"] == []
    (learned,) = perdure.json("commit", stdin=home)["receipts"]
    assert [(o["outcome"], o["key"]) for o in learned["outcomes"]] == [("stored", "profile:user")]
    assert "I live in York" in learned["outcomes"][0]["reason"]


def test_private_text_is_masked_unless_it_is_allowed(perdure: Command) -> None:
    mail = lines([user("My mail is bob@example.com")])
    for allow in ([], ["--allow", "email"]):
        (receipt,) = perdure.json("commit", "--session", "s", *allow, stdin=mail)["receipts"]
        assert bool(receipt["notices"]) is not bool(allow)
    assert "send it again with `--allow email`." in perdure("commit", "--session", "t", stdin=mail).words
    masked, allowed = archived(perdure, "s")
    assert "bob@example.com" not in (masked or "")
    assert allowed == "My mail is bob@example.com"


def test_what_waits_is_shown_and_decided_on(perdure: Command) -> None:
    for source, value in (("user", "Oslo"), ("tool", "Bergen"), ("tool", "Molde")):
        shape = json.dumps({"predicate": "city", "value": value})
        perdure.json("remember", "--type", "facts", "--value", shape, "--source", source)
    bergen, molde = perdure.json("review")["reviews"]
    assert [held["content"] for held in bergen["held"]] == ["city: Oslo"]
    assert perdure.json("review", "--show", molde["item"]["id"])["reviews"] == [molde]
    (rejected,) = perdure.json("review", "--reject", molde["item"]["id"])["receipts"]
    assert [o["outcome"] for o in rejected["outcomes"]] == ["refused"]
    (accepted,) = perdure.json("review", "--accept", bergen["item"]["id"])["receipts"]
    assert [o["outcome"] for o in accepted["outcomes"]] == ["superseded"]
    assert perdure.json("review")["reviews"] == []
    assert [item["content"] for item in perdure.json("items")["items"]] == ["city: Bergen"]
