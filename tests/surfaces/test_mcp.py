"""The MCP server as a host meets it: the official client, a real process, restarts, and everything going wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ElicitResult

from perdure import Candidate, Event, Memory, Runtime
from perdure.serve.mcp import wording

TOOLS = {
    *("search_memory", "search_conversation_traces", "memory_append", "memory_search", "commit_turn"),
    *("compose_context", "remember", "forget", "explain_memory", "working_memory", "end_session", "proposals"),
}
ENV = {"PERDURE_EMBEDDER": "none", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}


def command(home: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "perdure", "mcp", "--home", str(home), "--agent", "luna", *more]


@asynccontextmanager
async def host(home: Path, *more: str, elicitation: Any = None) -> AsyncIterator[Client]:
    """A host that starts the server itself, as hosts do."""
    program, *arguments = command(home, *more)
    with open(os.devnull, "w") as nowhere:  # noqa: ASYNC230 - a null device does not block
        server = stdio_client(StdioServerParameters(command=program, args=arguments, env=ENV), errlog=nowhere)
        async with Client(server, elicitation_callback=elicitation) as client:
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    answer = await client.call_tool(tool, arguments)
    text = "\n".join(getattr(part, "text", "") for part in answer.content)
    assert not answer.is_error, text
    return text, dict(answer.structured_content or {})


async def wrong(client: Client, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return "\n".join(getattr(part, "text", "") for part in answer.content)


SCRIPTS = {
    "en": {
        "said": "I live in Leeds. My sister is called Ann.",
        "asked": "Where does the user live?",
        "found": "Leeds",
        "changed": "I moved to York.",
        "now": "York",
        "kept": "kept permanently",
        "words": "sister",
        "forgotten": "Forgot: ",
        "missing": "Nothing in memory matches",
    },
    "zh": {
        "said": "我住在杭州。我妹妹叫小雨。",
        "asked": "用户住在哪里？",
        "found": "杭州",
        "changed": "我搬到苏州了。",
        "now": "苏州",
        "kept": "长期保留",
        "words": "妹妹",
        "forgotten": "已忘记：",
        "missing": "没有找到相关记忆",
    },
}


@pytest.mark.requirement("R251", "R252", "R253", "R260", "R295", "R296", "R297", "R298", "R357", "R358")
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_conversation_over_several_restarts(tmp_path: Path, language: str) -> None:
    script = SCRIPTS[language]
    async with host(tmp_path) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        said, shape = await call(client, "commit_turn", user=script["said"], assistant="OK")
        assert script["kept"] in said
        assert {outcome["outcome"] for outcome in shape["outcomes"]} == {"stored"}
        await call(client, "end_session")
    async with host(tmp_path) as client:
        found, shape = await call(client, "search_memory", query=script["asked"])
        assert script["found"] in found
        assert shape["items"][0]["source_type"] == "relayed"  # what a host hands over is never the user's own voice
        alias = await call(client, "memory_search", query=script["asked"])
        assert alias == (found, shape)
        _, shape = await call(client, "commit_turn", user=script["changed"])
        assert "superseded" in {outcome["outcome"] for outcome in shape["outcomes"]}
    async with host(tmp_path) as client:
        found, shape = await call(client, "search_memory", query=script["asked"])
        assert script["now"] in found
        # The episode of the first session still tells what was said in it; no conclusion does.
        assert not [i for i in shape["items"] if i["type"] != "episodes" and script["found"] in i["content"]]
        traces, shape = await call(client, "search_conversation_traces", keyword=script["words"])
        assert script["words"] in traces
        assert shape["records"]
        pack, shape = await call(client, "compose_context", message=script["asked"], budget=1_000)
        assert script["now"] in pack
        assert shape["tokens"] <= 1_000
        story, shape = await call(client, "explain_memory", what=script["now"])
        assert script["changed"][:4] in story  # the very words it rests on
        assert shape["changes"]
        gone, _ = await call(client, "forget", what=shape["items"][-1]["id"])
        assert script["forgotten"] in gone
        _, shape = await call(client, "search_memory", query=script["now"])
        assert not [i for i in shape["items"] if i["type"] != "episodes" and script["now"] in i["content"]]


WORDS = {
    "en": {
        "notes": ("The spare key is with Ann.", "The bins go out on Monday."),
        "has": "spare key",
        "is near": "the neighbour who keeps our keys",
        "forgot": "Forgot: ",
        "not": "nothing was forgotten",
        "story": "relayed",
        "closed": "The session is closed: ",
        "none": "There was no open session",
    },
    "zh": {
        "notes": ("备用钥匙在小安那里。", "垃圾周一要拿出去。"),
        "has": "备用钥匙",
        "is near": "帮我们保管钥匙的邻居",
        "forgot": "已忘记：",
        "not": "没有忘记任何内容",
        "story": "转述",
        "closed": "会话已结束：",
        "none": "没有进行中的会话",
    },
}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_only_what_is_named_is_forgotten_and_every_answer_is_in_the_language_of_the_call(
    tmp_path: Path, language: str
) -> None:
    words = WORDS[language]
    async with host(tmp_path) as client:
        said = [(await call(client, "remember", content=note))[0] for note in words["notes"]]
        said.append((await call(client, "memory_append", text=words["notes"][1]))[0])
        assert str(words["closed"]) in (await call(client, "end_session"))[0]  # its episode tells of both
        assert str(words["none"]) in (await call(client, "end_session"))[0]
        before = (await call(client, "search_memory", query=words["notes"][0]))[1]["items"]
        answer, shape = await call(client, "forget", what=words["is near"])
        assert str(words["not"]) in answer
        assert shape["outcomes"] == []
        said.append((await call(client, "explain_memory", what=words["has"]))[0])
        assert str(words["story"]) in said[-1]
        said.append((await call(client, "forget", what=words["has"]))[0])
        assert said[-1].startswith(str(words["forgot"]))
        assert words["notes"][0][:4] in said[-1]
        left = {item["content"] for item in (await call(client, "search_memory", query=words["notes"][1]))[1]["items"]}
        assert before
        assert words["notes"][1] in left
    if language == "zh":
        for answer in said:
            assert not re.search(r"\b(new|stored|active|kept|the)\b", answer)


async def test_the_users_answer_to_what_may_be_meant_is_obeyed_as_relayed(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        for said in ("I like green tea.", "I like black tea."):
            await call(client, "commit_turn", user=f"Please remember: {said}")
        asked, _ = await call(client, "commit_turn", user="forget the tea")
        assert "say which" in asked
        await call(client, "commit_turn", user="the black one")
    with Memory.open("luna", tmp_path, embedder="none") as luna:
        assert [item.content for item in luna.items() if item.type == "preferences"] == ["I like green tea"]


async def test_an_id_of_a_composed_context_names_the_memory(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        await call(client, "commit_turn", user="I am allergic to peanuts.")
        pack, _ = await call(client, "compose_context", message="What shall I cook?", budget=1_000)
        cited = re.search(r"^\[(\w+)\].*peanuts", pack, re.MULTILINE)
        assert cited is not None
        story, _ = await call(client, "explain_memory", what=f"[{cited[1]}]")
        assert "I am allergic to peanuts" in story
        gone, _ = await call(client, "forget", what=cited[1])
        assert gone.startswith("Forgot: ")


async def test_what_was_masked_is_told_with_a_way_that_exists(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        said, _ = await call(client, "commit_turn", user="My mail is ada@example.com and I live in Leeds.")
        assert "the user can add it with `perdure remember --allow email`." in said
        said, _ = await call(client, "commit_turn", user="我的邮箱是 ada@example.com，我住在杭州。")
        assert "可由用户运行 `perdure remember --allow email` 加入。" in said


async def test_an_error_is_what_we_say_and_nothing_in_front(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        said = await wrong(client, "remember", content="x", type="prefs", value={"name": "a"})
        assert said.startswith("`type` is unknown: got `prefs`")
        assert said.endswith("Did you mean `preferences`?")


@pytest.mark.requirement("R339")
async def test_the_agent_of_the_settings_has_the_name_they_give_it(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"agent": {"id": "luna", "name": "Luna"}}', encoding="utf-8")
    async with host(tmp_path) as client:
        pack, _ = await call(client, "compose_context", message="Who are you?", budget=1_000)
    assert "Luna" in pack


async def test_a_home_that_cannot_be_opened_is_told_with_the_call_and_the_server_stays(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder", encoding="utf-8")
    async with host(tmp_path / "home") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        said = await wrong(client, "search_memory", query="anything")
        assert await wrong(client, "search_memory", query="anything") == said
        (tmp_path / "home").unlink()
        await call(client, "search_memory", query="anything")


@pytest.mark.requirement("R265")
async def test_instructions_explain_two_levels_and_the_order_of_trust(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        text = client.instructions or ""
        assert text.index("search_memory") < text.index("search_conversation_traces")
        assert "Order of trust" in text
        prompt = await client.get_prompt("use_memory")
        assert getattr(prompt.messages[0].content, "text", "") == text
        uris = {str(resource.uri) for resource in (await client.list_resources()).resources}
        assert uris == {"memory://MEMORY.md", "memory://USER.md"}
        await call(client, "remember", content="I like oolong tea.")
        await call(client, "memory_append", text="喝了乌龙茶")
        page = (await client.read_resource("memory://USER.md")).contents[0]
        assert "oolong" in getattr(page, "text", "")


async def test_a_rule_over_mcp_waits_for_the_user_and_the_answer_says_so(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        said, shape = await call(client, "commit_turn", user="From now on never use emoji in your answers.")
        assert {outcome["outcome"] for outcome in shape["outcomes"]} == {"pending"}
        assert "waiting for the user's confirmation" in said
        said, shape = await call(client, "remember", content="The user seems to like jazz.", from_user=False)
        assert shape["outcomes"][0]["outcome"] == "stored"
    with Memory.open("luna", tmp_path) as luna:
        assert [entry.item.source.value for entry in luna.review.list()] == ["relayed"]
        assert [item.source.value for item in luna.items("notes")] == ["inference"]


async def test_what_the_user_said_is_not_overturned_by_what_is_relayed(tmp_path: Path) -> None:
    with Memory.open("luna", tmp_path) as luna:
        session = luna.start_session()
        from perdure import Event

        luna.commit_turn(session, [Event.user("I live in Leeds.")])
    async with host(tmp_path) as client:
        _, shape = await call(client, "commit_turn", user="I moved to York.")
        assert "superseded" not in {outcome["outcome"] for outcome in shape["outcomes"]}
        found, _ = await call(client, "search_memory", query="Where does the user live?")
        assert "Leeds" in found


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("search_memory", {}, "`query`"),
    ("search_memory", {"query": ""}, "`query`"),
    ("search_memory", {"query": "x", "k": 0}, "`k`"),
    ("search_memory", {"query": "x", "k": 10**9}, "`k`"),
    ("search_memory", {"query": "?!…"}, "no word"),
    ("search_memory", {"query": "x" * (1 << 21)}, "`query`"),
    ("memory_search", {"query": 5}, "`query`"),
    ("search_conversation_traces", {"keyword": None}, "`keyword`"),
    ("commit_turn", {"user": ""}, "`user`"),
    ("commit_turn", {"user": ["a"]}, "`user`"),
    ("commit_turn", {"user": "x" * (2 << 20)}, "the limit is"),
    ("remember", {"content": "x", "type": "preferences"}, "together"),
    ("remember", {"content": "x", "type": "no such type", "value": {"a": 1}}, "no such type"),
    ("remember", {"content": "x", "type": "preferences", "value": {"nonsense": 1}}, "preferences"),
    ("memory_append", {"text": "  "}, "text"),
    ("compose_context", {"message": "hello", "budget": 1}, "`budget`"),
    ("compose_context", {"message": "hello", "mode": "always"}, "`mode`"),
    ("working_memory", {"action": "advance"}, "with the action `start` starts one"),
    ("forget", {}, "`what`"),
    ("explain_memory", {"what": ""}, "`what`"),
    ("no_such_tool", {}, "no_such_tool"),
]


async def test_every_wrong_call_is_answered_and_the_next_one_works(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        for tool, arguments, told in BAD:
            assert told.lower() in (await wrong(client, tool, **arguments)).lower(), (tool, arguments)
        assert (await call(client, "commit_turn", user="I like tea."))[1]["outcomes"]


async def test_no_call_can_name_another_agent_or_scope(tmp_path: Path) -> None:
    async with host(tmp_path, "--scope", "group:book-club") as client:
        for tool in (await client.list_tools()).tools:
            assert not {"agent", "agent_id", "scope", "session", "session_id"} & set(tool.input_schema["properties"])
        await call(client, "remember", content="The club meets on Mondays.")
        with pytest.raises(Exception, match="main scope"):
            await client.read_resource("memory://MEMORY.md")
    async with host(tmp_path) as client:
        found, _ = await call(client, "search_memory", query="When does the club meet?")
        assert "Mondays" not in found


async def test_two_servers_share_one_memory(tmp_path: Path) -> None:
    async with host(tmp_path) as one, host(tmp_path) as other:
        async with anyio.create_task_group() as tasks:
            for n in range(5):
                tasks.start_soon(lambda n=n: call(one, "remember", content=f"Box {n} holds item alpha{n}."))
                tasks.start_soon(lambda n=n: call(other, "remember", content=f"Crate {n} holds item beta{n}."))
        for client, word in ((one, "beta3"), (other, "alpha3")):
            found, _ = await call(client, "search_memory", query=word)
            assert word in found


def talk(process: subprocess.Popen[bytes], message: object) -> None:
    assert process.stdin is not None
    line = message if isinstance(message, bytes) else json.dumps(message).encode()
    process.stdin.write(line + b"\n")
    process.stdin.flush()


def hello(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert process.stdout is not None
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    talk(process, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    talk(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    return answer


def started(home: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **ENV},
    )


def test_malformed_requests_do_not_stop_it_and_stdout_holds_only_the_protocol(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        assert process.stdout is not None
        assert hello(process)["result"]["serverInfo"]["name"] == "perdure"
        for line in (
            b"",
            b"{",
            b"[]",
            b"null",
            b"\xff\xfe",
            b'{"jsonrpc":"2.0","id":{},"method":5}',
            b'{"id":7}',
            b"x" * 99999,
        ):
            talk(process, line)
        talk(process, {"jsonrpc": "2.0", "id": 2, "method": "no/such", "params": {}})
        talk(process, {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "search_memory"}})
        talk(process, {"jsonrpc": "2.0", "id": 9, "method": "tools/list", "params": {}})
        answers = []
        while not answers or answers[-1].get("id") != 9:
            answers.append(json.loads(process.stdout.readline()))
        assert all(answer["jsonrpc"] == "2.0" for answer in answers)
        assert len(answers[-1]["result"]["tools"]) == len(TOOLS)
        assert process.stdin is not None
        process.stdin.close()  # the host goes away
        assert process.wait(timeout=30) == 0
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in process.stdout.read().splitlines())


def test_a_kill_in_the_middle_of_a_call_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged = []
    for cycle in range(4):
        with started(tmp_path) as process:
            assert process.stdout is not None
            hello(process)
            for n in range(6):
                words = {"user": f"The code of door {cycle}-{n} is blue{cycle}{n}."}
                call_id = 10 + n
                talk(process, {"jsonrpc": "2.0", "id": call_id, "method": "tools/call",
                               "params": {"name": "commit_turn", "arguments": words}})  # fmt: skip
                if n == 5:
                    break  # killed before, while or after it is kept: that one may or may not be there
                while json.loads(process.stdout.readline()).get("id") != call_id:
                    pass
                acknowledged.append(f"blue{cycle}{n}")
            process.send_signal(signal.SIGKILL)
            process.wait()
    with Memory.open("luna", tmp_path) as luna:
        assert all(finding.ok for finding in luna.check())
        kept = [record.content or "" for s in luna.archive.sessions() for record in luna.archive.records(s)]
    assert all(sum(word in text for text in kept) == 1 for word in acknowledged)


@pytest.mark.parametrize(
    ("said", "asked", "hint"),
    [
        (
            "The plumber who came on Friday was a certain Mr Olsen",
            "who was the plumber on Friday?",
            "1 record of the archive comes close: search_conversation_traces shows the exact words.",
        ),
        (
            "上次来修空调的师傅姓周",
            "修空调的师傅姓什么",
            "原始对话中有 1 条相近的记录，可用 search_conversation_traces 查看原话。",
        ),
    ],
)
async def test_a_search_that_finds_little_says_where_to_look(tmp_path: Path, said: str, asked: str, hint: str) -> None:
    async with host(tmp_path) as client:
        text, shape = await call(client, "search_memory", query=asked)
        assert shape == {"items": []}
        await call(client, "commit_turn", user=said)
        text, shape = await call(client, "search_memory", query=asked)
        assert text.endswith(hint)
        assert (shape["elsewhere"], shape["hint"]) == (1, hint)
        words, _ = await call(client, "search_conversation_traces", keyword=asked)
        assert said in words


@pytest.mark.parametrize(("filler", "words"), [("The pump runs. ", "the heron left"), ("水泵正常运行。", "白鹭飞走了")])
async def test_of_a_very_long_record_the_model_sees_the_part_it_asked_for(
    tmp_path: Path, filler: str, words: str
) -> None:
    text = filler * (300_000 // len(filler.encode()))
    with Memory.open("luna", tmp_path, embedder="none") as memory:
        memory.commit_turn(memory.start_session("s"), [Event.user("?"), Event.assistant(f"{text}{words}{text}")])
    async with host(tmp_path) as client:
        shown, shape = await call(client, "search_conversation_traces", keyword=words)
        assert words in shown
        assert len(shown) < 2 * wording.PASSAGE
        record = next(record for record in shape["records"] if record["role"] == "assistant")
        assert words in record["content"]
        assert record["cut"] is True
        assert len(json.dumps(shape, ensure_ascii=False)) < 4 * wording.PASSAGE
        assert [("cut" in beside, beside["content"]) for beside in record["around"]] == [(False, "?")]


PROBE = {
    "en": ("I live in Leeds.", "I live in Moscow.", "Leeds", "where I live"),
    "zh": ("我住在杭州。", "我住在莫斯科。", "杭州", "我住在杭州"),
}


@pytest.mark.parametrize("language", PROBE)
async def test_a_host_cannot_put_its_own_word_in_the_place_of_the_users(tmp_path: Path, language: str) -> None:
    said, other, value, words = PROBE[language]
    async with Runtime(tmp_path) as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session()
        await luna.commit_turn(session, [Event.user(said)])
    async with host(tmp_path) as client:
        for what in ("profile:user", "profile:user#city", words):
            _, shape = await call(client, "forget", what=what)
            assert [outcome["outcome"] for outcome in shape["outcomes"]] == ["pending"]
        await call(client, "remember", content=other)
    async with Runtime(tmp_path) as runtime:
        luna = await runtime.agent("luna")
        [profile] = await luna.items("profile")
        assert [fact["v"] for fact in profile.value["facts"]] == [value]


async def test_a_host_is_shown_what_its_words_may_mean_by_names_that_it_can_use(tmp_path: Path) -> None:
    async with host(tmp_path) as client:
        await call(client, "commit_turn", user="I'm allergic to peanuts.")
        await call(client, "commit_turn", user="我对海鲜过敏。")
        text, shape = await call(client, "forget", what="过敏")
        assert shape["outcomes"] == []
        targets = [item["target"] for item in shape["items"]]
        assert targets == ["profile:user#allergy=peanuts", "profile:user#allergy=海鲜"]
        assert all(f"[{target}]" in text for target in targets)
        gone, shape = await call(client, "forget", what="profile:user#allergy=海鲜")
        assert [outcome["outcome"] for outcome in shape["outcomes"]] == ["retracted"]
        assert "海鲜" in gone


@pytest.mark.parametrize(
    ("known", "new", "asked"),
    [
        ("I live in Leeds.", "The user lives in York.", "where does the user live?"),
        ("我住在杭州。", "用户住在苏州。", "用户住在哪里？"),
    ],
)
async def test_the_user_settles_a_proposal_and_the_model_cannot(
    tmp_path: Path, known: str, new: str, asked: str
) -> None:
    with Memory.open("luna", tmp_path, embedder="none") as luna:
        luna.commit_turn(luna.start_session("s"), Event.user(known))
    questions: list[str] = []

    async def user(_: Any, params: Any) -> ElicitResult:
        questions.append(params.message)
        return ElicitResult(action="accept", content={"decision": "accept"})

    async with host(tmp_path) as client:
        await call(client, "remember", content=new)
        _, shape = await call(client, "proposals")
        [waiting] = shape["reviews"]
        name = waiting["item"]["id"][-8:]
        _, shape = await call(client, "proposals", settle=name, said="accept")
        assert [outcome["outcome"] for outcome in shape["outcomes"]] == ["pending"]
        assert "proposal" in await wrong(client, "proposals", settle="0000")
    async with host(tmp_path, elicitation=user) as client:
        _, shape = await call(client, "proposals", settle=name)
        assert [outcome["outcome"] for outcome in shape["outcomes"]] == ["superseded"]
        assert new.rstrip(".。") in questions[0]
        found, _ = await call(client, "search_memory", query=asked)
        assert new.rstrip(".。") in found
        _, shape = await call(client, "proposals")
        assert shape["reviews"] == []


async def test_the_model_settles_no_pair_that_may_disagree(tmp_path: Path) -> None:
    """Said once more as relayed the later one would be known already, and then be rejected as settled."""
    first, later = "My bike is blue.", "My bike is green now."
    with Memory.open("luna", tmp_path, embedder="none") as luna:
        for text, rivals in ((first, ()), (later, ("fact:bike:colour",))):
            value = {"subject": "bike", "predicate": "colour" if not rivals else "colour now", "value": text}
            luna.upsert_recall(Candidate("facts", value, content=text, rivals=rivals))
        assert [entry.doubtful for entry in luna.review.list()] == [True]
    async with host(tmp_path) as client:
        _, shape = await call(client, "proposals")
        [waiting] = shape["reviews"]
        told = await wrong(client, "proposals", settle=waiting["item"]["id"][-8:], said="accept")
        assert "user" in told
    with Memory.open("luna", tmp_path, embedder="none") as luna:
        assert {item.content for item in luna.items("facts")} == {first, later}


async def test_where_hooks_keep_the_turns_the_model_is_not_asked_to(tmp_path: Path) -> None:
    async with host(tmp_path, "--hooked") as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == TOOLS - {"commit_turn", "end_session"}
        assert "commit_turn" not in (client.instructions or "")
        _, shape = await call(client, "remember", content="The user is allergic to shrimp")
        assert [(o["type"], o["outcome"]) for o in shape["outcomes"]] == [("profile", "stored")]
        pack, _ = await call(client, "compose_context", message="suggest a dinner")
        assert "shrimp" in pack
