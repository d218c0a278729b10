"""`perdure chat`: a conversation with memory on, with an echo and with a model behind an OpenAI-shaped server."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from perdure import Event, Memory
from tests.models.server import Behaviour, Request, Server, makes, running
from tests.surfaces.command import Command

TALK = """\
My name is Mia and I live in Leeds.
/memory
What is my name?
/context
/why name
/forget name
/nonsense
/help
/quit
never reached
"""


def test_the_echo_shows_what_is_remembered_and_recalled(perdure: Command, tmp_path: Path) -> None:
    answer = perdure("--agent", "luna", "chat", stdin=TALK)
    assert answer.code == 0
    assert "Mia" in answer.out
    assert "echo › I remember:" in answer.out
    assert "[stored]" in answer.err
    assert "<core_block" in answer.out  # /context shows what a model would see
    assert "My name is Mia" in answer.out  # /why quotes the words
    assert "[retracted]" in answer.err
    assert "there is no `/nonsense` here" in answer.err
    assert "/forget WHAT" in answer.out
    with Memory.open("luna", perdure.home) as luna:
        [session] = luna.archive.sessions()
        assert (session.turn_count, session.message_count, session.is_open) == (4, 4, False)
        assert not [item for item in luna.items() if "Mia" in item.content and item.type != "episodes"]


def test_the_echo_speaks_of_chinese_memories_too(perdure: Command) -> None:
    answer = perdure("chat", stdin="我喜欢喝乌龙茶。\n我喜欢喝什么茶？\n")
    assert "乌龙茶" in answer.out.split("echo ›")[2]


SLASHES = {
    "en": (
        "I'm allergic to seafood.\nMy mum's birthday is on May 4.\nI live in Leeds.\n",
        *("seafood allergy", "the dentist appointment"),
        *("seafood", "Leeds", "birthday"),
    ),
    "zh": (
        "我对海鲜过敏。\n记住我妈的生日是5月4日。\n我住在杭州。\n",
        *("海鲜过敏", "看牙医的预约"),
        *("海鲜", "杭州", "生日"),
    ),
}


@pytest.mark.parametrize("language", SLASHES)
def test_a_slash_means_one_memory_or_lists_what_it_may_mean_and_does_nothing(perdure: Command, language: str) -> None:
    talk, one, none, gone, stays, other = SLASHES[language]
    answer = perdure("--agent", "luna", "chat", stdin=f"{talk}/why {one}\n/forget {none}\n/forget {one}\n")
    assert "nothing in memory matches that" in answer.err
    assert f"profile:user#allergy={gone}: " in answer.out  # /why speaks of the field
    with Memory.open("luna", perdure.home) as luna:
        told = " ".join(item.content for item in luna.items() if item.type != "episodes")
        assert gone not in told
        assert stays in told
        assert other in told


def test_a_slash_that_may_mean_several_lists_them(perdure: Command) -> None:
    talk = "我对海鲜过敏。\n我对花生过敏。\n/forget 过敏\n/why 过敏\n"
    answer = perdure("--agent", "luna", "chat", stdin=talk)
    assert answer.out.count("profile:user#allergy=海鲜") == answer.out.count("profile:user#allergy=花生") == 2
    with Memory.open("luna", perdure.home) as luna:
        assert len(luna.items("profile")[0].value["facts"]) == 2


@pytest.fixture
def model() -> Iterator[Server]:
    """A server in a thread with a loop of its own: the command runs in this one."""
    held: list[tuple[Server, asyncio.AbstractEventLoop, asyncio.Event]] = []
    ready = threading.Event()

    async def live() -> None:
        async with running() as server:
            done = asyncio.Event()
            held.append((server, asyncio.get_running_loop(), done))
            ready.set()
            await done.wait()

    thread = threading.Thread(target=lambda: asyncio.run(live()))
    thread.start()
    assert ready.wait(10)
    server, loop, done = held[0]
    yield server
    loop.call_soon_threadsafe(done.set)
    thread.join(10)


def reply(request: Request) -> object:
    said = request.json["messages"]
    text = "Hello Mia!" if "Mia" in said[0]["content"] else "Who are you?"
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def test_a_model_is_shown_what_memory_holds(perdure: Command, model: Server, tmp_path: Path) -> None:
    model.plays(makes(reply))
    config = tmp_path / "c.json"
    config.write_text(json.dumps({"llm": {"provider": "openai", "model": "m", "base_url": model.url + "/v1"}}))
    first = perdure("--config", str(config), "chat", stdin="Hi\nCall me Mia.\n")
    assert first.out.splitlines()[0] == "model › Who are you?"
    second = perdure("--config", str(config), "chat", stdin="Hi again\n")  # another conversation, another process
    assert second.out.splitlines()[0] == "model › Hello Mia!"
    said = [request.json["messages"] for request in model.requests if request.path.endswith("/chat/completions")]
    assert said[0][-1] == {"role": "user", "content": "Hi"}


def test_a_model_that_is_out_of_reach_is_told_and_the_conversation_goes_on(perdure: Command, tmp_path: Path) -> None:
    config = tmp_path / "c.json"
    config.write_text(json.dumps({"llm": {"provider": "openai", "model": "m", "base_url": "http://127.0.0.1:9/v1"}}))
    answer = perdure("--config", str(config), "chat", stdin="Hi\n/memory\n")
    assert answer.code == 0
    assert "error:" in answer.err
    assert "nothing is remembered yet" in answer.out


@pytest.mark.parametrize(("said", "word"), [("I live in Leeds.", "Leeds"), ("我住在杭州。", "杭州")])
def test_what_was_said_is_kept_before_the_model_is_asked(
    perdure: Command, tmp_path: Path, said: str, word: str
) -> None:
    config = tmp_path / "c.json"
    config.write_text(json.dumps({"llm": {"provider": "openai", "model": "m", "base_url": "http://127.0.0.1:9/v1"}}))
    answer = perdure("--agent", "luna", "--config", str(config), "chat", stdin=f"{said}\n")
    assert "error:" in answer.err
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        assert word in luna.item("profile:user").content
        [session] = luna.archive.sessions()
        assert [record.content for record in luna.archive.records(session)] == [said]


def test_the_number_of_a_choice_settles_it_and_undo_takes_it_back(perdure: Command) -> None:
    talk = "我对海鲜过敏。\n我对花生过敏。\n/forget 过敏\n2\n/undo\n/undo\n/undo\n/undo\n"
    answer = perdure("--agent", "luna", "chat", stdin=talk)
    assert "which one?" in answer.out
    assert answer.err.count("[retracted]") == 1
    assert answer.out.count("taken back: ") >= 3
    assert "nothing was changed in this conversation" in answer.err
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        assert [item for item in luna.items() if item.type != "episodes"] == []


def test_the_context_of_a_text_can_be_seen_without_saying_it(perdure: Command) -> None:
    answer = perdure("--agent", "luna", "chat", stdin="I live in Leeds.\n/context Where do I live?\n")
    assert "Leeds" in answer.out.split("<core_block")[1]
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        [session] = luna.archive.sessions()
        assert session.message_count == 2


def test_what_waits_is_asked_once_and_settled_by_the_next_line(perdure: Command) -> None:
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        session = luna.start_session("s")
        luna.commit_turn(session, Event.user("我住在杭州。"))
        luna.remember("用户住在苏州。", source="relayed", session=session)
    shown = perdure("--agent", "luna", "chat", stdin="你好\n好的，就这样\n你好\n")
    assert shown.out.count("要用“用户住在苏州”取代“我住在杭州。”吗？") == 1
    assert "[superseded]" in shown.err
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        assert "苏州" in luna.item("profile:user").content
        assert luna.review.list() == []


@pytest.mark.parametrize(
    ("talk", "held"),
    [
        ("forget the tea\nthe black one\n", {"I like green tea"}),
        ("forget the tea\nyes\n第二个\n", {"I like green tea"}),
        ("forget the tea\n算了\nboth\n", {"I like green tea", "I like black tea"}),
    ],
)
def test_what_a_request_to_forget_may_mean_is_settled_by_the_next_line(
    perdure: Command, talk: str, held: set[str]
) -> None:
    told = "Please remember: I like green tea.\nPlease remember: I like black tea.\n"
    shown = perdure("--agent", "luna", "chat", stdin=told + talk)
    assert "say which" in shown.err
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        assert {item.content for item in luna.items() if item.type == "preferences"} == held


def openai_stream(*parts: str) -> str:
    chunks = [
        {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "delta": {"role": "assistant", "content": part}, "finish_reason": None}],
        }
        for part in parts
    ]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def anthropic_stream(*parts: str) -> str:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": []}
    events = [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": part}} for part in parts),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


STREAMS = {"openai": (openai_stream, "/v1"), "anthropic": (anthropic_stream, "")}


def streams(body: str) -> Behaviour:
    """A server that answers in pieces."""

    async def behave(_: Request, writer: asyncio.StreamWriter) -> None:
        head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
        writer.write(head.encode())
        for line in body.splitlines(keepends=True):  # piece by piece, as they come over a network
            writer.write(line.encode())
            await writer.drain()

    return behave


def model_at(server: Server, provider: str, path: Path) -> str:
    """A file of settings that names a server."""
    end = STREAMS[provider][1]
    llm = {"provider": provider, "model": "m", "base_url": server.url + end, "api_key": "k"}
    path.write_text(json.dumps({"llm": llm}))
    return str(path)


@pytest.mark.parametrize("provider", sorted(STREAMS))
def test_an_answer_is_shown_as_it_comes(perdure: Command, model: Server, tmp_path: Path, provider: str) -> None:
    model.plays(streams(STREAMS[provider][0]("Good ", "morning", "，早", "!")))
    config = model_at(model, provider, tmp_path / "c.json")
    answer = perdure("--agent", "luna", "--config", config, "chat", stdin="Hi\n")
    assert answer.out == "model › Good morning，早!\n"
    assert model.requests[0].json["stream"] is True
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        [session] = luna.archive.sessions()
        assert [record.content for record in luna.archive.records(session)] == ["Hi", "Good morning，早!"]


THOUGHTS = {
    "in one piece": ("<think>Mia lives in Rome.</think>\n\nHello ", "Mia!"),
    "split anywhere": (*"<think>\nMia lives in Rome.\n</think>\n\nHello Mia!",),
    "in two blocks": ("\n<thinking>Mia lives", " in Rome.</think", "ing><think></think>", "\n", "Hello Mia!"),
}


@pytest.mark.parametrize("provider", sorted(STREAMS))
@pytest.mark.parametrize("case", THOUGHTS)
def test_what_a_model_thinks_aloud_is_neither_shown_nor_kept(
    perdure: Command, model: Server, tmp_path: Path, provider: str, case: str
) -> None:
    model.plays(streams(STREAMS[provider][0](*THOUGHTS[case])))
    config = model_at(model, provider, tmp_path / "c.json")
    answer = perdure("--agent", "luna", "--config", config, "chat", stdin="Hi\n你好\n")
    assert answer.out == "model › Hello Mia!\n" * 2
    assert "Rome" not in str([request.json for request in model.requests])  # nor is it told to the model again
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        [session] = luna.archive.sessions()
        said = [record.content for record in luna.archive.records(session)]
        assert said == ["Hi", "Hello Mia!", "你好", "Hello Mia!"]


def test_thoughts_that_the_server_opens_are_not_kept_and_hidden_from_the_second_answer_on(
    perdure: Command, model: Server, tmp_path: Path
) -> None:
    model.plays(streams(openai_stream("他住在", "罗马。\n</thi", "nk>\n\n你好")), streams(openai_stream("一句", "话")))
    config = model_at(model, "openai", tmp_path / "c.json")
    model.script.insert(1, model.script[0])
    answer = perdure("--agent", "luna", "--config", config, "chat", stdin="Hi\nHi\nHi\n")
    assert answer.out == "model › 他住在罗马。\n</think>\n\n你好\nmodel › 你好\nmodel › 一句话\n"
    with Memory.open("luna", perdure.home, embedder="none") as luna:
        [session] = luna.archive.sessions()
        said = [record.content for record in luna.archive.records(session)][1::2]
        assert said == ["你好", "你好", "一句话"]


@pytest.mark.parametrize("parts", [("<think>It is", " Rome"), ("<think>It is Rome</think>", "\n")])
def test_thoughts_without_an_answer_are_told_as_such(
    perdure: Command, model: Server, tmp_path: Path, parts: tuple[str, ...]
) -> None:
    model.plays(streams(openai_stream(*parts)))
    answer = perdure("--config", model_at(model, "openai", tmp_path / "c.json"), "chat", stdin="Hi\n")
    assert answer.out.strip() == "model ›"
    assert "thoughts, and no answer after them" in answer.err
    assert len(model.requests) == 1


def test_an_answer_may_speak_of_the_tag(perdure: Command, model: Server, tmp_path: Path) -> None:
    told = "Close it with </think> as usual, opened by <think>."
    model.plays(streams(openai_stream(*told)))
    answer = perdure("--config", model_at(model, "openai", tmp_path / "c.json"), "chat", stdin="Hi\n")
    assert answer.out == f"model › {told}\n"


def test_an_answer_that_breaks_off_is_told_once_and_said_to_be_cut(
    perdure: Command, model: Server, tmp_path: Path
) -> None:
    whole, _, _ = anthropic_stream("Good ", "morning").partition("event: content_block_stop")
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "x"}}
    model.plays(streams(f"{whole}event: error\ndata: {json.dumps(error)}\n\n"))
    answer = perdure("--config", model_at(model, "anthropic", tmp_path / "c.json"), "chat", stdin="Hi\n")
    assert answer.out.strip() == "model › Good morning"
    assert "cut off in the middle" in answer.err
    assert len(model.requests) == 1


def test_a_conversation_has_no_json_form(perdure: Command) -> None:
    assert perdure("chat", "--json").code == 2
