"""Identity, sessions and working memory on the command line, in JSON and in words."""

from __future__ import annotations

from tests.surfaces.command import Command, assistant, lines, user

TALK = lines([user("帮我写一份周报，我们决定用 Markdown 格式。"), assistant("周报写好了。")])


def test_who_the_agent_is_can_be_said_and_shown(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    perdure.json("init")
    assert perdure.json("identity") == {"identity": None}
    assert "no identity set" in perdure("identity").out
    persona = '{"tone": "warm"}'
    said = perdure.json("identity", "--name", "Luna", "--persona", persona, "--value", "safety", "--value", "quality")
    assert (said["identity"]["name"], said["identity"]["persona"]) == ("Luna", {"tone": "warm"})
    shown = perdure.json("identity", "--role", "陪伴者")["identity"]
    assert (shown["version"], shown["role"], shown["values"]) == (2, "陪伴者", ["safety", "quality"])
    assert perdure("identity").words.strip() == "Luna: 陪伴者 tone: warm safety > quality"
    assert perdure("identity", "--name", "Eve", "--scope", "group:g", "--json").error["code"] == "invalid_input"
    assert perdure("identity", "--persona", "{tone", "--json").code == 2


def test_a_session_from_start_to_end(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    assert perdure.json("session", "start", "s", "--kind", "chat")["session"]["kind"] == "chat"
    perdure.json("commit", "--session", "s", stdin=TALK)
    [held] = perdure.json("session", "list", "--open")["sessions"]
    assert (held["id"], held["turn_count"], held["total_tokens"] > 0) == ("s", 1, True)
    pad = perdure.json("working", "s")["scratchpad"]
    assert pad["current_focus"] == "帮我写一份周报，我们决定用 Markdown 格式"
    ended = perdure.json("session", "end", "s")
    assert ended["episode"]["value"]["outcome"] == "周报写好了"
    assert (len(ended["kept"]), ended["fewer_than_usual"]) == (1, True)
    assert "nothing else was worth keeping" in perdure("session", "end", "s").out
    assert perdure.json("session", "list", "--open") == {"sessions": []}
    assert "ended" in perdure("session", "list").out
    assert perdure("session", "end", "nobody", "--json").error["code"] == "not_found"


def test_the_task_in_hand(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    perdure.json("session", "start", "s")
    assert perdure("working", "s").out == "no task in progress\n"
    perdure.json("working", "s", "--start", "Fix the login page", "--step", "look", "--step", "mend")
    task = perdure.json("working", "s", "--advance")["working"]["currentTask"]
    assert (task["currentStep"], [step["completed"] for step in task["steps"]]) == (1, [True, False])
    perdure.json("working", "s", "--thought", "a null pointer")
    perdure.json("working", "s", "--focus", "the login page on Safari")
    assert "- [x] look" in perdure("working", "s").out
    perdure.json("working", "s", "--cleanup")
    done = perdure.json("working", "s", "--complete", "it works")
    assert done["working"]["currentTask"] is None
    assert [one["outcome"] for one in done["scratchpad"]["recently_completed"]] == ["it works"]
    assert [item["type"] for item in perdure.json("items")["items"]] == ["cases"]
    assert perdure("working", "s", "--advance", "--json").error["code"] == "not_found"
    assert perdure("working", "s", "--advance", "--cleanup").code == 2
    assert perdure("working", "s", "--step", "x").code == 2
    assert perdure("working", "s", "--scope", "peer:a", "--json").error["code"] == "invalid_input"


def test_memory_text_cannot_steer_the_terminal(perdure_anywhere: Command) -> None:
    perdure = perdure_anywhere
    perdure.json("session", "start", "s")
    perdure.json("working", "s", "--start", "evil \x1b[31m red")
    assert "\x1b" not in perdure("working", "s").out
    perdure.json("identity", "--name", "evil \x1b[31m red")
    assert "\x1b" not in perdure("identity").out
