"""Each kind of server as it speaks: its list of models, what it refuses and how, its thoughts, and missing usage."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from perdure import Config, Event, ModelUnavailable, Runtime
from perdure.intake.extract.llm import ExtractionAnswer
from perdure.models import LLMClient, ManualPace, ModelSettings, Prompt, llm
from perdure.models.contract import Message
from perdure.models.presets import PRESETS
from perdure.settings import load
from tests.models.server import Request, Server, replies

SAID = "我平时 only 喝 oolong 茶。"
FOUND = {
    "candidates": [
        {"type": "preferences", "value": {"name": "drink", "value": "oolong"}, "message": 0, "quote": SAID[:-1]}
        | {"duration": "365d", "confidence": 0.9}
    ]
}
ANSWER = json.dumps(FOUND, ensure_ascii=False)
ASK = Prompt("You read.", (Message("user", SAID),), ExtractionAnswer)
Reply = tuple[int, object]
USAGE = {"prompt_tokens": 50, "completion_tokens": 9, "total_tokens": 59}


def completion(content: str | None, *, usage: object = USAGE, **message: Any) -> Reply:
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": "stop"}
    return 200, {"id": "c", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage}


def models(*names: str) -> Reply:
    return 200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]}


def wanted(request: Request) -> str:
    """The structure that a request asks for."""
    return str((request.json.get("response_format") or {}).get("type", "words"))


def ollama(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("qwen3:8b", "nomic-embed-text:latest")
    return completion(f"<think>Is it {{tea}}? 应该是。</think>\n\n{ANSWER}")


def old_ollama(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("qwen2:7b")
    if wanted(request) == "json_schema":
        return 500, {"error": {"message": "error parsing grammar: undefined rule", "type": "api_error"}}
    return completion(ANSWER)


def llamacpp(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("models/qwen3-4b-q4_k_m.gguf")
    if nth == 1:
        return 503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}
    if wanted(request) == "json_schema":
        return 400, {"error": {"code": 400, "message": "failed to parse grammar", "type": "invalid_request_error"}}
    return completion(ANSWER, usage=None)


def lmstudio(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("qwen/qwen3-4b", "text-embedding-nomic-embed-text-v1.5")
    if wanted(request) == "json_schema":
        return 400, {"error": "this engine does not support structured output"}
    if wanted(request) == "json_object":
        return 400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}
    # The template of the model opens its thoughts: only their end is in the answer.
    return completion(f"The user likes {{something}}.\n</think>\n```json\n{ANSWER}\n```", usage={})


def vllm(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("Qwen/Qwen3-32B")
    assert wanted(request) == "json_schema"
    return completion(None, reasoning_content=ANSWER)


def old_vllm(request: Request, nth: int) -> Reply:
    if request.method == "GET":
        return models("Qwen/Qwen2.5-7B-Instruct")
    if wanted(request) == "json_schema":
        wrong = {"object": "error", "message": "guided decoding: not supported", "type": "BadRequestError"}
        return 400, wrong | {"param": None, "code": 400}
    return completion(ANSWER)


def hosted(request: Request, nth: int) -> Reply:
    """One that knows `json_object` and no schema, as several do."""
    assert request.headers["authorization"] == "Bearer k"
    if wanted(request) == "json_schema":
        return 400, {"error": {"message": "This response_format type is unavailable now", "param": None}}
    assert "JSON" in request.json["messages"][0]["content"]
    return completion(ANSWER)


Dialect = Callable[[Request, int], Reply]
CASES: list[tuple[str, Dialect, int]] = [
    ("ollama", ollama, 1),
    ("ollama", old_ollama, 2),
    ("llamacpp", llamacpp, 3),
    ("lmstudio", lmstudio, 3),
    ("vllm", vllm, 1),
    ("vllm", old_vllm, 2),
    ("deepseek", hosted, 2),
]
"""Who speaks, how, and how many questions the first answer takes."""


def speaks(server: Server, dialect: Dialect) -> None:
    asked = 0

    def behave(request: Request, writer: asyncio.StreamWriter) -> Awaitable[None]:
        nonlocal asked
        asked += request.method == "POST"
        status, body = dialect(request, asked)
        return replies(status, body)(request, writer)

    server.plays(behave)


def settings(provider: str, server: Server) -> dict[str, Any]:
    root = server.url if provider == "ollama" else f"{server.url}/v1"
    own = {} if PRESETS[provider].is_local else {"model": "m", "api_key": "k"}
    return {"provider": provider, "base_url": root, **own}


def opened(given: dict[str, Any], pace: ManualPace) -> LLMClient:
    client = llm(ModelSettings.of(given), pace=pace)
    assert client is not None
    return client


@pytest.mark.parametrize(("provider", "dialect", "questions"), CASES)
async def test_each_server_is_understood_and_its_dialect_learned_once(
    server: Server, pace: ManualPace, provider: str, dialect: Dialect, questions: int
) -> None:
    speaks(server, dialect)
    client = opened(settings(provider, server), pace)
    for n in (1, 2):
        reply = await client.generate(ASK)
        assert reply.parsed == ExtractionAnswer.model_validate(FOUND)
        assert reply.tokens_in >= 0
        assert len([one for one in server.requests if one.method == "POST"]) == questions + n - 1
    assert {request.path for request in server.requests} <= {"/v1/models", "/v1/chat/completions"}
    assert len([one for one in server.requests if one.method == "GET"]) == PRESETS[provider].is_local
    if PRESETS[provider].is_local:
        assert "embed" not in server.requests[-1].json["model"]
    await client.close()


async def test_thoughts_are_no_part_of_an_answer_in_words(server: Server, pace: ManualPace) -> None:
    speaks(server, lambda request, nth: completion("<think>Hm.</think>\n\n你好！"))
    client = opened({**settings("vllm", server), "model": "m"}, pace)
    assert (await client.generate(Prompt.ask("hello"))).text == "你好！"
    speaks(server, lambda request, nth: completion("<think>Hm, is it tea"))
    with pytest.raises(ModelUnavailable, match="thoughts, and no answer after them"):
        await client.generate(Prompt.ask("hello"))
    await client.close()


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        (models("a", "b"), "the server has several models"),
        ((200, {"object": "list", "data": None}), "the server has no model"),
        ((200, ["m"]), "bad answer: not a list of models"),
        ((404, {"error": "no"}), "the server answered 404"),
    ],
)
async def test_where_a_model_must_be_named_that_is_said(
    server: Server, pace: ManualPace, listed: Reply, reason: str
) -> None:
    speaks(server, lambda request, nth: listed)
    client = opened(settings("lmstudio", server), pace)
    with pytest.raises(ModelUnavailable) as caught:
        await client.generate(ASK)
    assert caught.value.reason == reason
    if "models" in reason and "bad" not in reason:
        assert "`model`" in str(caught.value.hint)
    await client.close()


def test_a_preset_knows_where_its_server_is_and_which_variable_holds_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-canary")
    for provider, key in (("deepseek", "sk-canary"), ("LMStudio", None)):
        (tmp_path / "config.toml").write_text(f'[llm]\nprovider = "{provider}"\nmodel = "m"\n')
        found = load(home=str(tmp_path))
        assert found.llm is not None
        assert (found.llm.provider, found.llm.api_key) == (provider.lower(), key)
        shown = json.dumps([value.as_json() for value in found.values])
        assert "canary" not in shown
    for name, preset in PRESETS.items():
        assert preset.base_url.startswith("http://localhost:" if preset.is_local else "https://"), name
        assert (preset.key is None) == preset.is_local


async def test_a_turn_is_read_through_a_server_at_home(tmp_path: Path, server: Server) -> None:
    speaks(server, lmstudio)
    given = ModelSettings.of(settings("lmstudio", server))
    async with Runtime(tmp_path, llm=given, config=Config(background=False), embedder="none") as runtime:
        luna = await runtime.agent("luna")
        await luna.start_session("s")
        await luna.commit_turn("s", [Event.user(SAID)])
        await luna.jobs.run_pending()
        [kept] = await luna.items("preferences")
        assert (kept.value["value"], kept.evidence[0].quote) == ("oolong", SAID[:-1])
        [spent] = await luna.usage.list()
        assert spent.calls == 1
