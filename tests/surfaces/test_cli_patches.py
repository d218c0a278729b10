"""`perdure patches`: tell what changed, see it as a model would, look into the log, read feeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surfaces.command import Command


def test_what_was_added_is_listed_and_shown_as_a_model_is_told(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    told = perdure(
        *("patches", "add", "Twitter 改名", "--kind", "event", "--update", "Twitter=X", "--date", "2023-07-23"),
        *("--domain", "web", "--url", "https://example.org", "--json"),
    )
    [receipt] = told.json["receipts"]
    assert [(o["outcome"], o["key"], o["scope"]) for o in receipt["outcomes"]] == [
        ("stored", "patch:event:twitter改名", "shared")
    ]
    [item] = perdure("patches", "list", "--json").json["items"]
    assert (item["confidence"], item["value"]["patch"]["update"]) == (1.0, [{"old": "Twitter", "new": "X"}])
    block = perdure("patches", "list", "--cutoff", "2023-01", "--language", "zh", "--json").json
    assert [line["text"] for line in block["lines"]] == ["2023-07-23 “Twitter” 现在是 “X”"]
    assert block["gap"]["cutoff"] == "2023-01-01"
    assert perdure("patches", "list", "--model", "gpt-4o", "--json").json["lines"] == []
    assert "Twitter" in perdure("patches", "list").words
    assert "“Twitter” is now “X”" in perdure("patches", "list", "--cutoff", "2023-01").words
    assert "nothing new for this model" in perdure("patches", "list", "--model", "gpt-4o").words
    assert perdure("patches", "list", "--kind", "policy", "--json").json == {"items": []}


def test_the_log_is_shown(perdure: Command) -> None:
    from perdure import Memory

    perdure("patches", "add", "a", "--date", "2025-01-01")
    assert "no patches applied yet" in perdure("patches", "history").words
    with Memory.open("default", perdure.home, embedder="none") as memory:
        memory.patches.apply_on_activate(model="gpt-4o")
    [one] = perdure("patches", "history", "--json").json["applications"]
    assert (one["key"], one["outcome"], one["model"]) == ("patch:technology:a", "success", "gpt-4o")
    assert "1 of 1 parts" in perdure("patches", "history", "patch:technology:a", "--limit", "1").words


def test_feeds_propose_and_review_decides(perdure: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = tmp_path / "CHANGELOG.md"
    feed.write_text("## 2.0.0 - 2025-11-02\n- Fast mode\n", encoding="utf-8")
    [report] = perdure("patches", "feeds", f"foo={feed}", "--json").json["feeds"]
    assert (report["proposed"], report["problem"]) == (["patch:technology:foo_2.0.0"], None)
    monkeypatch.setenv("PERDURE_FEEDS", f"foo={feed} gone={tmp_path}/none")
    words = perdure("patches", "feeds").words
    assert "1 known already" in words
    assert "cannot be read" in words
    [waiting] = perdure("patches", "list", "--waiting", "--json").json["items"]
    perdure("review", "--accept", waiting["id"])
    assert [item["key"] for item in perdure("patches", "list", "--json").json["items"]] == [waiting["key"]]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("patches", "add", "x", "--update", "one side"), 2),
        (("patches", "feeds", "no-equals"), 2),
        (("patches", "feeds"), 2),
        (("patches", "list", "--model", "gpt-4o", "--waiting"), 2),
        (("patches", "list", "--model", "nobody-knows"), 1),
        (("patches", "add", "x", "--kind", "rumour"), 1),
        (("patches", "add", "x", "--date", "soon"), 1),
        (("patches", "feeds", "x=ftp://e.org/"), 1),
    ],
)
def test_mistakes_are_explained(perdure: Command, words: tuple[str, ...], code: int) -> None:
    perdure("init")
    answer = perdure(*words, "--json")
    assert (answer.code, bool(answer.error["message"])) == (code, True)
