"""Every command, in JSON and in words."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from perdure import Memory
from perdure.cli import show as view
from perdure.values import Grade
from tests.surfaces.command import Command, assistant, lines, user

ITEM = {
    "id", "type", "key", "content", "value", "status", "grade", "version", "confidence", "importance", "scope",
    "source_type", "trust", "valid_from", "valid_to", "expires_at", "created_at", "updated_at", "evidence",
}  # fmt: skip
OUTCOME = {"outcome", "item_id", "type", "key", "replaces", "scope", "expires_at"} | {
    "reason",
    "code",
    "params",
    "language",
}
RECEIPT = {"session", "turn_id", "replayed", "records", "notices", "notice_codes", "outcomes"}

TONE = "pref:other:tone"


def tone(value: str) -> tuple[str, ...]:
    return "remember", "--type", "preferences", "--value", json.dumps({"name": "tone", "value": value})


def outcomes(answer: Any) -> list[dict[str, Any]]:
    return [outcome for receipt in answer["receipts"] for outcome in receipt["outcomes"]]


def keys(answer: Any) -> list[str]:
    return [item["key"] for item in answer["items"]]


def test_a_first_use_works_the_same_on_both_engines(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    assert [row["id"] for row in perdure.json("init", "--agent", "阿哲")["agents"]] == ["阿哲"]
    talk = lines([user("以后叫我阿哲。"), assistant("好的，阿哲。")], [user("I live in Leeds.")])
    first, second = perdure.json("commit", "--agent", "阿哲", "--session", "s", stdin=talk)["receipts"]
    assert (first.keys(), first["turn_id"], len(first["records"])) == (RECEIPT, 1, 2)
    assert (second["session"], second["turn_id"], len(second["records"])) == ("s", 2, 1)
    for value, outcome in (("brief", "stored"), ("brief", "merged"), ("长一点", "superseded")):
        (told,) = outcomes(perdure.json(*tone(value), "--agent", "阿哲"))
        assert (set(told), told["outcome"], told["key"]) == (OUTCOME, outcome, TONE)
    learned = {"pref:other:form_of_address", "profile:user"}
    assert set(keys(perdure.json("items", "--agent", "阿哲"))) == {TONE, *learned}
    (item,) = perdure.json("items", "--agent", "阿哲", "--key", TONE)["items"]
    assert (item.keys(), item["content"], item["version"]) == (ITEM, "tone: 长一点", 2)
    hit = perdure.json("search", "tone", "--agent", "阿哲")["items"][0]
    assert hit.keys() == ITEM | {"score", "fit", "why"}
    history = perdure.json("history", TONE, "--agent", "阿哲")
    assert [version["status"] for version in history["items"]] == ["superseded", "active"]
    assert perdure.json("forget", TONE, "--agent", "阿哲")["receipts"][0]["outcomes"][0]["outcome"] == "retracted"
    assert set(keys(perdure.json("items", "--agent", "阿哲"))) == learned
    findings = perdure.json("doctor", "--agent", "阿哲")
    assert findings["ok"] is True
    assert {frozenset(finding) for finding in findings["findings"]} == {
        frozenset({"check", "ok", "detail", "repair", "agent"})
    }


def test_init_twice_changes_nothing(perdure: Command) -> None:
    assert perdure.json("init", "--agent", "luna") == perdure.json("init", "--agent", "luna")
    assert [row["id"] for row in perdure.json("agents")["agents"]] == ["luna"]


def test_init_says_what_to_type_next(perdure: Command) -> None:
    answer = perdure("init", "--agent", "luna")
    assert "agent luna" in answer.words
    assert 'perdure remember "…" --agent luna' in answer.words


def test_perdure_alone_says_what_to_type_first(perdure: Command) -> None:
    answer = perdure()
    assert (answer.code, answer.err) == (0, "")
    for line in ("perdure tour", "perdure chat", "perdure install", "perdure --help"):
        assert line in answer.out
    assert "Nothing is remembered in" in answer.words
    assert 'perdure remember "I am allergic to peanuts."' in answer.words


def test_items_stand_under_their_types_with_what_is_likely_and_what_is_doubtful_marked(perdure: Command) -> None:
    for said in ("I live in Leeds.", "我喜欢爵士乐。", "Bob owes me 20 euros"):
        perdure.json("remember", said)
    listed = [line.split()[0] for line in perdure("items").out.splitlines() if line.strip()]
    assert listed.index("profile") < listed.index("I") < listed.index("profile:user")
    with Memory.open("default", perdure.home, embedder="none") as memory:
        found = memory.items()
    likely, doubtful = (one for one in found if one.type != "profile")
    shown = [replace(one, grade=Grade.PROVISIONAL) if one is likely else one for one in found]
    paper = Console(width=200, record=True, file=io.StringIO())
    paper.print(view.Items(shown, doubtful=frozenset({doubtful.id})))
    lines = paper.export_text().splitlines()
    marked = {"(provisional)": likely, "(may disagree with another)": doubtful}
    for mark, item in marked.items():
        assert [line.split("  (")[0].strip() for line in lines if mark in line] == [item.content]


def test_version_is_told(perdure: Command) -> None:
    from perdure import __version__

    assert perdure("--version").out == f"perdure {__version__}\n"
    assert perdure.json("--version") == {"version": __version__}


@pytest.mark.parametrize(
    "words",
    [
        ("--agent", "luna", "--scope", "peer:ann", "items", "--json"),
        ("items", "--agent", "luna", "--scope", "peer:ann", "--json"),
        ("--agent", "nobody", "--json", "items", "--scope", "peer:ann", "--agent", "luna"),
    ],
)
def test_options_stand_before_or_after_the_command(perdure: Command, words: tuple[str, ...]) -> None:
    perdure.json("remember", "for Ann", "--agent", "luna", "--scope", "peer:ann")
    assert [item["content"] for item in perdure(*words).json["items"]] == ["for Ann"]


def test_home_given_by_option_wins_over_the_environment(perdure: Command, tmp_path: object) -> None:
    other = f"{tmp_path}/other"
    perdure.json("remember", "here")
    perdure.json("remember", "there", "--home", other)
    assert [item["content"] for item in perdure.json("--home", other, "items")["items"]] == ["there"]
    assert [item["content"] for item in perdure.json("items")["items"]] == ["here"]


def test_agent_comes_from_the_environment(perdure: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERDURE_AGENT", "luna")
    perdure.json("remember", "hi")
    assert [row["id"] for row in perdure.json("agents")["agents"]] == ["luna"]


def test_a_text_alone_is_kept_by_the_type_that_its_words_say(perdure: Command) -> None:
    (told,) = outcomes(perdure.json("remember", "I am allergic to peanuts."))
    assert (told["outcome"], told["type"], told["expires_at"]) == ("stored", "profile", None)
    (told,) = outcomes(perdure.json("remember", "备用钥匙在安娜那里。"))
    assert (told["outcome"], told["type"], told["expires_at"]) == ("stored", "facts", None)
    answer = perdure("show", "peanuts")
    assert answer.code == 1
    assert "`profile:user`" in answer.err
    assert "备用钥匙" in perdure("show", "备用钥匙").err


def test_a_text_can_be_a_note(perdure: Command) -> None:
    (told,) = outcomes(perdure.json("remember", "备用钥匙在安娜那里。", "--type", "notes"))
    assert (told["outcome"], told["type"], told["expires_at"]) == ("stored", "notes", None)
    (item,) = perdure.json("items", "--type", "notes")["items"]
    assert item["value"] == {"text": "备用钥匙在安娜那里。"}
    assert [evidence["quote"] for evidence in item["evidence"]] == ["备用钥匙在安娜那里。"]


def test_every_field_of_a_conclusion_can_be_given(perdure: Command) -> None:
    words = ("--content", "Brief, please.", "--key", TONE, "--confidence", "0.7", "--importance", "0.8")
    perdure.json(*tone("brief"), *words, "--source", "relayed", "--keep", "7d")
    (item,) = perdure.json("items", "--key", TONE)["items"]
    assert (item["content"], item["confidence"], item["importance"]) == ("Brief, please.", 0.7, 0.8)
    assert item["source_type"] == "relayed"
    assert item["expires_at"] is not None


def test_pinned_items_are_kept_for_good(perdure: Command) -> None:
    perdure.json(*tone("brief"), "--keep", "24h", "--pin")
    assert perdure.json("items")["items"][0]["expires_at"] is None


def test_a_denied_fact_is_retracted(perdure: Command) -> None:
    perdure.json(*tone("brief"))
    assert outcomes(perdure.json(*tone("brief"), "--retract"))[0]["outcome"] == "retracted"
    assert perdure.json("items") == {"items": []}
    assert keys(perdure.json("items", "--status", "retracted")) == [TONE]


def test_receipts_say_in_words_what_happened(perdure: Command) -> None:
    first = perdure(*tone("brief"), "--keep", "7d")
    assert all(part in first.words for part in ("Remembered", "tone: brief", "why new", "scope main", "kept until 20"))
    second = perdure(*tone("long"), "--keep", "permanent")
    assert all(
        part in second.words for part in ("replaces an earlier version", "before tone: brief", "kept permanently")
    )
    weaker = perdure(*tone("none"), "--source", "relayed")
    assert all(part in weaker.words for part in ("review", "proposed tone: none", "held tone: long"))


def test_items_are_chosen_by_type_key_status_and_number(perdure: Command) -> None:
    for value in ("brief", "long"):
        perdure.json(*tone(value))
    perdure.json("remember", "a note")
    assert keys(perdure.json("items", "--type", "preferences")) == [TONE]
    assert keys(perdure.json("items", "--key", " PREF:other:Tone ")) == [TONE]
    assert keys(perdure.json("items", "--status", "superseded")) == [TONE]
    assert len(perdure.json("items", "--status", "all")["items"]) == 3
    assert len(perdure.json("items", "--limit", "1")["items"]) == 1


def test_no_items_is_said_with_what_to_do(perdure: Command) -> None:
    perdure.json("init")
    assert "nothing remembered here" in perdure("items").out


@pytest.mark.requirement("R332", "R005", "R337")
def test_a_person_sees_an_item_with_its_evidence_and_the_turn_it_comes_from(perdure: Command) -> None:
    perdure.json(*tone("简短"))
    (item,) = perdure.json("items")["items"]
    (evidence,) = item["evidence"]
    by_key, by_id = perdure.json("show", TONE), perdure.json("show", item["id"])
    assert by_key == by_id
    (record,) = by_key["records"]
    assert by_key["items"] == [item]
    assert record["id"] == evidence["record_id"]
    assert record["content"][evidence["start"] : evidence["end"]] == evidence["quote"] == "tone: 简短"
    shown = perdure("show", TONE).words
    for part in (item["id"], '"value": "简短"', "“tone: 简短”", f"turn {record['turn_id']} of", record["id"]):
        assert part in shown


def test_show_of_an_old_version_shows_that_version(perdure: Command) -> None:
    for value in ("brief", "long"):
        perdure.json(*tone(value))
    old = perdure.json("items", "--status", "superseded")["items"][0]
    assert perdure.json("show", old["id"])["items"] == [old]
    assert perdure.json("show", TONE)["items"][0]["content"] == "tone: long"


def test_history_tells_what_replaced_what_and_why(perdure: Command) -> None:
    for value in ("brief", "long"):
        perdure.json(*tone(value))
    told = perdure.json("history", TONE)
    assert told.keys() == {"key", "items", "changes"}
    assert [(change["action"], change["reason"]) for change in told["changes"]] == [
        ("stored", "new"),
        ("stored", "more recent"),
        ("superseded", "more recent"),
    ]
    shown = perdure("history", TONE).words
    order = [shown.index(part) for part in ("v1 superseded, replaced by v2", "“tone: brief”", "v2 active", "log")]
    assert order == sorted(order)


def test_search_says_how_well_and_why(perdure: Command) -> None:
    perdure.json("remember", "备用钥匙在安娜那里。")
    perdure.json("remember", "The spare wheel is in the garage.")
    (hit,) = perdure.json("search", "钥匙", "-k", "1")["items"]
    assert hit["score"] > 0
    assert "钥匙" in hit["why"]["words"]
    assert hit["why"]["arms"].keys() == {"words"}
    shown = perdure("search", "钥匙").words
    assert "备用钥匙在安娜那里。" in shown
    assert f"{hit['fit']:.2f}" in shown
    assert "nothing found" in perdure("search", "zebra").out


def test_an_explained_search_shows_every_arm_and_what_moved_a_hit(perdure: Command) -> None:
    perdure.json("remember", "备用钥匙在安娜那里。")
    shown = perdure("search", "钥匙", "--explain").words
    assert "words" in shown
    assert "confidence ×0.99" in shown
    assert perdure.json("search", "钥匙", "--explain") == perdure.json("search", "钥匙")


@pytest.mark.requirement("R352")
def test_what_was_said_is_found_word_for_word(perdure: Command) -> None:
    turns = '{"role": "user", "content": "We met Anna in Leeds."}\n{"role": "assistant", "content": "Noted."}\n'
    perdure.json("commit", "--session", "s1", stdin=turns)
    perdure.json("commit", "--session", "s2", stdin='{"role": "user", "content": "Anna moved to York."}\n')
    assert next(r["content"] for r in perdure.json("traces", "Leeds")["records"]) == "We met Anna in Leeds."
    (only,) = perdure.json("traces", "Anna", "--session", "s2")["records"]
    assert only["content"] == "Anna moved to York."
    assert "Anna moved to York." in perdure("traces", "Anna").words
    assert "nothing found" in perdure("traces", "zebra").out


@pytest.mark.requirement("R334")
@pytest.mark.parametrize("delete", [False, True])
@pytest.mark.parametrize("by", ["id", "key", "type", "query"])
def test_items_are_forgotten_by_id_key_type_and_query(perdure: Command, by: str, delete: bool) -> None:
    perdure.json(*tone("brief"))
    perdure.json("remember", "stays")
    (item,) = perdure.json("items", "--type", "preferences")["items"]
    target = {
        "id": [item["id"]],
        "key": [TONE],
        "type": ["--type", "preferences"],
        "query": ["--query", "tone brief"],
    }[by]
    how = ["--delete"] if delete else []
    assert [i["id"] for i in perdure.json("forget", *target, *how, "--dry-run")["items"]] == [item["id"]]
    assert len(perdure.json("items")["items"]) == 2
    assert [o["item_id"] for o in outcomes(perdure.json("forget", *target, *how, "--yes"))] == [item["id"]]
    assert [i["content"] for i in perdure.json("items")["items"]] == ["stays"]
    assert perdure.json("search", "brief") == {"items": []}
    assert [version["status"] for version in perdure.json("history", TONE)["items"]] == (
        [] if delete else ["retracted"]
    )


@pytest.mark.parametrize("words", [("--type", "notes"), ("--delete", TONE)])
def test_forgetting_much_with_nobody_to_ask_needs_yes(perdure: Command, words: tuple[str, ...]) -> None:
    perdure.json("remember", "one")
    answer = perdure("forget", *words, "--json")
    assert (answer.code, answer.error["code"]) == (2, "usage")
    assert "--yes" in answer.error["hint"]
    assert len(perdure.json("items")["items"]) == 1


def test_forgetting_what_nothing_matches_says_so(perdure: Command) -> None:
    perdure.json("init")
    answer = perdure("forget", "--query", "zebra", "--yes")
    assert (answer.code, "nothing was forgotten" in answer.out) == (1, True)


ALLERGIES = {
    "en": ("I'm allergic to peanuts.", "I'm allergic to shellfish.", "I live in Leeds.", "allergic", "where I live"),
    "zh": ("我对花生过敏。", "我对海鲜过敏。", "我住在杭州。", "过敏", "我住在哪里"),
    "mixed": ("我对 peanuts 过敏。", "I'm allergic to 海鲜。", "我住在 Leeds。", "过敏", "我住在哪里"),
}


@pytest.mark.parametrize("language", ALLERGIES)
def test_forgetting_by_words_takes_the_one_that_is_meant_or_lists_what_it_may_be(
    perdure: Command, language: str
) -> None:
    one, other, city, unclear, clear = ALLERGIES[language]
    turns = "\n\n".join(json.dumps({"role": "user", "content": said}) for said in (one, other, city))
    perdure.json("commit", "--session", "s", stdin=turns)
    before = perdure.json("items")
    answer = perdure("forget", "--query", unclear, "--json")
    assert answer.code == 1
    shown = answer.json["receipts"][0]["outcomes"]
    assert {outcome["outcome"] for outcome in shown} == {"refused"}
    assert perdure.json("items") == before
    listed = perdure("forget", unclear)
    assert listed.code == 1
    assert "profile:user#allergy=" in listed.words
    gone = perdure.json("forget", clear)["receipts"][0]["outcomes"]
    assert [outcome["outcome"] for outcome in gone] == ["retracted"]
    perdure.json("forget", shown[0]["key"])
    [profile] = perdure.json("items", "--type", "profile")["items"]
    assert len(profile["value"]["facts"]) == 1


def test_show_of_something_deleted_points_to_its_history(perdure: Command) -> None:
    perdure.json(*tone("brief"))
    perdure.json("forget", TONE, "--delete", "--yes")
    answer = perdure("show", TONE, "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")
    assert f"perdure history {TONE}" in answer.error["hint"]


def test_reading_makes_no_agent(perdure: Command) -> None:
    for words in (("items",), ("search", "x"), ("show", TONE), ("history", TONE), ("forget", TONE), ("doctor",)):
        assert perdure(*words).code == 1
    assert perdure.json("agents") == {"agents": []}


def test_a_note_is_read_from_stdin(perdure: Command) -> None:
    said = perdure("remember", "-", stdin="钥匙在花盆下面。\nThe spare key, too.\n")
    assert said.code == 0
    assert "钥匙在花盆下面" in perdure("search", "钥匙").out


def test_what_is_added_is_not_called_known(perdure: Command) -> None:
    for value in ('{"facts": [{"k": "city", "v": "York"}]}', '{"facts": [{"k": "pet", "v": "cat"}]}'):
        said = perdure("remember", "--type", "profile", "--value", value)
    assert "Merged into an existing item" in said.out
    again = perdure("remember", "--type", "profile", "--value", '{"facts": [{"k": "pet", "v": "cat"}]}')
    assert "already known" in again.out


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("The plumber who came on Friday was a certain Mr Olsen", "who was the plumber on Friday?"),
        ("上次来修空调的师傅姓周", "修空调的师傅姓什么"),
        ("the cabin 的 wifi 只在冰箱旁边有信号", "cabin 的 wifi 哪里有信号？"),
    ],
)
def test_a_search_that_finds_little_says_where_to_look(perdure: Command, said: str, asked: str) -> None:
    perdure.json("init")
    assert "hint" not in perdure.json("search", asked)
    perdure.json("commit", "--session", "s", stdin=lines([user(said)]))
    answer = perdure.json("search", asked)
    assert answer["elsewhere"] == 1
    command = f"perdure traces '{asked}'"
    assert answer["hint"] == f"1 record of the archive comes close to the question: `{command}` shows the words"
    assert command in perdure("search", asked).words
    [found] = perdure.json("traces", asked)["records"]
    assert found["content"] == said


@pytest.mark.parametrize(("said", "wish"), [("Please keep your replies short.", "short"), ("请用中文回答我", "中文")])
def test_a_wish_is_in_every_composed_context(perdure: Command, said: str, wish: str) -> None:
    perdure.json("init")
    perdure.json("commit", "--session", "s", stdin=lines([user(said), assistant("ok")]))
    pack = perdure.json("context", "what is the weather 今天?", "--budget", "1500")
    assert wish in pack["blocks"]["core_block"]["text"]
    assert not [word for word in ("&#", "set aside", "搁置") if word in pack["text"]]
