"""The command line about the past: why, changes, undo, rollback, snapshots, timelines, forks, merges and the audit."""

from __future__ import annotations

import json
import shlex
from datetime import datetime
from pathlib import Path

from tests.surfaces.command import Command, lines, user


def test_why_changes_undo_and_rollback(perdure: Command, tmp_path: Path) -> None:
    for said in ("I live in Leeds.", "I moved to Porto.", "我喜欢爵士乐。"):
        perdure.json("commit", "--session", "s", stdin=lines([user(said)]))
    why = perdure.json("why", "你怎么知道我喜欢爵士乐？")
    assert [quote["quote"] for quote in why["quotes"]] == ["我喜欢爵士乐。"]
    assert "“我喜欢爵士乐。”" in perdure("why", "你怎么知道我喜欢爵士乐？").out
    assert "Leeds" in perdure("why", "profile:user#city").out
    sets = perdure.json("changes")["change_sets"]
    assert [one["actions"] for one in sets] == [{"stored": 1}, {"stored": 1, "superseded": 1}, {"stored": 1}]
    jazz, moved, _ = (one["revision"] for one in sets)
    assert "undo one: perdure undo NUMBER" in perdure("changes", str(moved)).out
    perdure.json("snapshot", "before")
    assert "add `--yes` to apply" in perdure("undo", str(moved)).out
    undone = perdure.json("undo", str(moved), "--yes")["change_set"]
    assert "Leeds" in perdure("show", "profile:user").out
    assert perdure.json("diff", "before")["counts"] == {"added": 0, "removed": 0, "changed": 1}
    assert "+ I live in Leeds." in perdure("diff", "before").out
    back = perdure.json("rollback", "before", "--yes")
    assert back["revision"] == undone["revision"] + 1
    assert "Porto" in perdure("show", "profile:user").out
    assert "Leeds" in perdure("show", "profile:user", "--as-of", str(moved - 1)).out
    assert perdure.json("items", "--as-of", str(moved - 1))["items"][0]["content"] == "I live in Leeds."
    then = ("--as-of", str(moved - 1))
    assert perdure.json("why", "profile:user#city", *then)["item"]["content"] == "I live in Leeds."
    assert "Porto" not in perdure("why", "profile:user#city", *then).out
    assert perdure("why", "你怎么知道我喜欢爵士乐？", *then).code == 1
    pack = perdure("context", "Where do I live? 我喜欢什么？", "--text", "--session", "s", *then).out
    assert ["Leeds" in pack, "Porto" in pack, "爵士乐" in pack] == [True, False, False]
    assert perdure("context", "hm", "--as-of", "no such snapshot").code == 1
    picture = tmp_path / "life.svg"
    assert "(rolled_back)" in perdure("timeline", "profile:user", "--svg", str(picture)).out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert perdure.json("snapshot")["snapshots"][0]["name"] == "before"
    assert perdure("snapshot", "--drop", "before").code == 0
    assert perdure("rollback", "before").code == 1
    assert [perdure(*wrong).code for wrong in (("undo",), ("diff",), ("snapshot", "--drop", "x"))] == [2, 2, 2]
    assert jazz


def test_fork_compare_and_merge(perdure: Command) -> None:
    perdure.json("commit", stdin=lines([user("I live in Leeds.")]))
    assert perdure.json("fork", "nova")["parent"] == "default"
    assert perdure("diff", "--with", "nova").out == "no differences\n"
    perdure.json("commit", "--agent", "nova", stdin=lines([user("我喜欢爵士乐。")]))
    assert perdure.json("diff", "--with", "nova")["counts"]["added"] == 1
    assert perdure.json("merge", "nova")["dry_run"] is True
    assert perdure.json("items")["items"][0]["content"] == "I live in Leeds."
    merged = perdure.json("merge", "nova", "--yes")
    assert [item["content"] for item in merged["taken"]] == ["我喜欢爵士乐。"]
    assert "there was nothing to merge" in perdure("merge", "nova", "--yes").out
    assert perdure.json("fork")["ancestors"][0]["agent"] == "nova"
    assert perdure("undo", str(merged["revision"]), "--yes").code == 0
    assert len(perdure.json("items")["items"]) == 1
    assert perdure("merge", "nobody").code == 1
    assert perdure("fork", "nova").code == 1


def test_the_commands_of_an_audit_can_be_run(perdure: Command, tmp_path: Path) -> None:
    for name in ("key", "place"):
        value = json.dumps({"subject": "spare key", "predicate": name, "value": "Ann"})
        perdure.json("remember", "--type", "facts", "--value", value, "--content", "The spare key is with Ann.")
    page = tmp_path / "audit.html"
    assert "without findings" in perdure("audit", "--html", str(page)).out
    found = perdure.json("audit")["findings"]
    assert found
    while found:
        _, *words = shlex.split(found[0]["fix"])
        assert perdure(*words, "--yes").code == 0
        left = perdure.json("audit")["findings"]
        assert len(left) < len(found)
        found = left
    assert "<svg" in page.read_text(encoding="utf-8")


def test_times_without_a_zone_are_local_and_a_date_is_that_day(perdure: Command, shanghai: None) -> None:
    said = [
        {"role": "user", "content": "I live in Leeds.", "timestamp": "2026-02-19T23:59:59"},
        {"role": "user", "content": "我对花生过敏。", "timestamp": "2026-02-20"},
    ]
    perdure.json("commit", stdin="\n\n".join(map(json.dumps, said)))
    [second] = perdure.json("erase", "--dry-run", "--since", "2026-02-20", "--until", "2026-02-20")["spans"]
    assert second["record_id"] == perdure.json("traces", "花生")["records"][0]["id"]
    both = perdure.json("erase", "--dry-run", "--since", "2026-02-19 23:00", "--until", "2026-02-20")["spans"]
    assert len(both) == 2
    assert perdure.json("items", "--as-of", "2026-02-28")["items"] == []  # nothing was known before today
    today = f"{datetime.now():%Y-%m-%d}"  # noqa: DTZ005 - where this machine stands
    assert len(perdure.json("items", "--as-of", today, "--valid-at", today)["items"]) == 1
    assert len(perdure.json("timeline", "--since", today, "--until", today)["timeline"]) >= 1
    assert perdure.json("undo", "--source", "source:user", "--since", today)["dry_run"] is True
    wrong = perdure("timeline", "--since", "gestern")
    assert (wrong.code, "2026-02-20" in wrong.err) == (1, True)
