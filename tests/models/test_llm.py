"""LLM clients against a real server that behaves badly."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from perdure import ModelUnavailable
from perdure.models import Limits, LLMClient, ManualPace, Message, Prompt, SystemPace
from perdure.models.answer import parse
from perdure.models.anthropic import AnthropicClient
from perdure.models.openai import OpenAIClient
from perdure.models.schema import json_schema
from tests.models.server import (
    Behaviour,
    Request,
    Server,
    black_hole,
    broken_off,
    drip,
    free_port,
    pours,
    replies,
    running,
    truncated,
)

KEY = "sk-canary-0123456789"
SECRET = "my canary lives in Leeds"
QUICK = Limits(deadline=30, timeout=0.3, tries=3, backoff=0.1, failures=100)
"""For servers that never answer."""
PATIENT = replace(QUICK, timeout=10)
Open = Callable[..., LLMClient]


class Place(BaseModel):
    """A structured answer."""

    city: str
    since: int | None = None


ASK = Prompt("You read text.", (Message("user", SECRET),), Place, max_tokens=100)


def said_openai(text: str, **more: Any) -> Behaviour:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"} | more
    usage = {"prompt_tokens": 11, "completion_tokens": 5}
    return replies(200, {"id": "x", "model": "m-1", "choices": [choice], "usage": usage})


def said_anthropic(text: str, **more: Any) -> Behaviour:
    try:
        block: dict[str, Any] = {"type": "tool_use", "id": "t", "name": "answer", "input": json.loads(text)}
    except ValueError:
        block = {"type": "text", "text": text}
    usage = {"input_tokens": 11, "output_tokens": 5}
    shape = {"type": "message", "role": "assistant", "stop_reason": "end_turn", "model": "m-1"}
    return replies(200, {"id": "x", "content": [block], "usage": usage} | shape | more)


KINDS: dict[str, tuple[Any, Callable[..., Behaviour]]] = {
    "openai": (lambda url, **more: OpenAIClient("m", base_url=f"{url}/v1", **more), said_openai),
    "anthropic": (lambda url, **more: AnthropicClient("m", base_url=url, **more), said_anthropic),
}


@pytest.fixture(params=sorted(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def opened(kind: str, pace: ManualPace) -> AsyncIterator[Open]:
    made: list[LLMClient] = []

    def make(url: str, **more: Any) -> LLMClient:
        made.append(KINDS[kind][0](url, **({"api_key": KEY, "limits": PATIENT, "pace": pace} | more)))
        return made[-1]

    yield make
    for client in made:
        await client.close()
        await client.close()


@pytest.fixture
def said(kind: str) -> Callable[..., Behaviour]:
    return KINDS[kind][1]


Said = Callable[..., Behaviour]


@pytest.mark.requirement("R328")
def test_generate_is_async_only_and_there_is_no_other_way() -> None:
    for kind in (LLMClient, OpenAIClient, AnthropicClient):
        public = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
        assert public - {"stream"} == {"generate", "close"}
        assert all(inspect.iscoroutinefunction(getattr(kind, name)) for name in public)


@pytest.mark.requirement("R328")
async def test_a_healthy_server_answers(server: Server, opened: Open, said: Said, kind: str) -> None:
    server.plays(said("你好!"))
    reply = await opened(server.url).generate(Prompt.ask("hello", system="Be kind."))
    assert (reply.text, reply.parsed, reply.tokens_in, reply.tokens_out, reply.model) == ("你好!", None, 11, 5, "m-1")
    (request,) = server.requests
    assert request.path == {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}[kind]
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert not {"openai-organization", "openai-project"} & request.headers.keys()


async def test_a_structured_answer_is_parsed(server: Server, opened: Open, said: Said, kind: str) -> None:
    server.plays(said('{"city": "Leeds", "since": 2024}'))
    reply = await opened(server.url).generate(ASK)
    assert reply.parsed == Place(city="Leeds", since=2024)
    sent = server.requests[0].json
    if kind == "openai":
        assert sent["response_format"]["json_schema"]["strict"] is True
    else:
        assert sent["tool_choice"] == {"type": "tool", "name": "answer"}


async def test_a_wrong_answer_is_mended_once(server: Server, opened: Open, said: Said) -> None:
    server.plays(said('{"town": "Leeds"}'), said('{"city": "Leeds"}'))
    reply = await opened(server.url).generate(ASK)
    assert (reply.parsed, reply.tokens_in, reply.tokens_out) == (Place(city="Leeds"), 22, 10)
    first, second = (request.json["messages"] for request in server.requests)
    assert second[: len(first)] == first
    assert [message["role"] for message in second[len(first) :]] == ["assistant", "user"]
    assert "city: Field required" in second[-1]["content"]


@pytest.mark.requirement("R330")
async def test_an_answer_that_is_wrong_twice_is_given_up_with_the_reason(
    server: Server, opened: Open, said: Said
) -> None:
    server.plays(said(json.dumps({"town": SECRET})))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).generate(ASK)
    assert caught.value.reason == "bad answer: does not fit the schema, also when asked again: `missing` x 1"
    assert (caught.value.tokens_in, caught.value.tokens_out) == (22, 10)
    assert len(server.requests) == 2
    assert "canary" not in repr(caught.value)


async def test_words_where_json_was_asked_for_are_a_wrong_answer(server: Server, opened: Open, said: Said) -> None:
    server.plays(said("I would rather not."))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).generate(ASK)
    assert caught.value.reason == "bad answer: does not fit the schema, also when asked again: `json_invalid` x 1"


async def test_an_answer_that_was_cut_is_not_asked_for_again(
    server: Server, opened: Open, said: Said, kind: str
) -> None:
    cut = {"openai": {"finish_reason": "length"}, "anthropic": {"stop_reason": "max_tokens"}}[kind]
    server.plays(said('{"city": "Lee', **cut))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).generate(ASK)
    assert (caught.value.reason, caught.value.tokens_out) == ("bad answer: cut off at `max_tokens`", 5)
    assert len(server.requests) == 1


@pytest.mark.requirement("R330")
async def test_a_server_that_recovers_is_forgiven(server: Server, opened: Open, said: Said, pace: ManualPace) -> None:
    for bad in (replies(500), replies(429, Retry_After="3"), truncated, broken_off, replies(529)):
        server.plays(bad, said('{"city": "Leeds"}'))
        assert (await opened(server.url).generate(ASK)).parsed == Place(city="Leeds")
    assert len(pace.slept) == 5
    assert 3 <= pace.slept[1] <= 3.1


@pytest.mark.requirement("R330")
@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (replies(401, {"error": {"type": "authentication_error", "code": "invalid_api_key"}}), "answered 401 (`"),
        (replies(500), "the server answered 500"),
        (truncated, "bad answer: not whole JSON"),
        (replies(200, b"hello", Content_Type="text/plain"), "bad answer: not whole JSON"),
        (replies(200, b"[" * 100_000), "bad answer: not whole JSON"),
        (replies(200, {}), "bad answer: not in the expected shape"),
        (replies(200, {"choices": [], "content": None}), "bad answer: not in the expected shape"),
        (broken_off, "no connection (`RemoteProtocolError`)"),
        (black_hole, "no whole answer within 0.3 s|no connection (`ReadTimeout`)"),
        (drip, "no whole answer within 0.3 s|no connection (`ReadTimeout`)"),
    ],
)
async def test_the_reason_of_a_failure_is_kept(server: Server, opened: Open, behaviour: Any, reason: str) -> None:
    server.plays(behaviour)
    began = time.monotonic()
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url, limits=QUICK).generate(ASK)
    assert any(part in caught.value.reason for part in reason.split("|"))
    assert time.monotonic() - began < 3 * 0.3 + 10  # and not the deadline of 30


async def test_nobody_listens(opened: Open) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        await opened(f"http://127.0.0.1:{free_port()}").generate(ASK)
    assert caught.value.reason == "no connection (`ConnectError`)"


@pytest.mark.requirement("R330")
async def test_the_deadline_holds_over_tries_and_repair(server: Server, opened: Open, said: Said) -> None:
    limits = Limits(deadline=0.6, timeout=0.4, tries=1000, backoff=0.01, failures=1000, per_second=1e6)
    for script in ([black_hole], [said('{"town": 1}'), black_hole], [replies(500)], [drip]):
        server.plays(*script)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable):
            await opened(server.url, limits=limits, pace=SystemPace()).generate(ASK)
        assert time.monotonic() - began < 0.6 + 10


@pytest.mark.parametrize("total", [100_000_000, None])
async def test_a_reply_without_measure_is_cut_at_the_cap(server: Server, opened: Open, total: int | None) -> None:
    server.plays(pours(server, total))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url, limits=Limits(max_reply_bytes=1 << 20)).generate(ASK)
    assert caught.value.reason == "bad answer: larger than 1,048,576 bytes"
    assert server.sent < 32 << 20
    assert len(server.requests) == 1


async def test_a_redirect_to_another_host_is_not_followed(server: Server, opened: Open, said: Said) -> None:
    async with running() as other:
        other.plays(said("hello"))
        server.plays(replies(307, Location=f"{other.url}/v1/chat/completions"))
        with pytest.raises(ModelUnavailable) as caught:
            await opened(server.url).generate(ASK)
        assert caught.value.reason == "the server redirects to another host"
        assert other.requests == []


async def test_a_server_without_structured_output_is_asked_in_a_simpler_way(
    server: Server, opened: Open, kind: str, said: Said
) -> None:
    def deny(request: Request) -> Behaviour:
        sent = request.json
        unknown = sent.get("response_format") or sent.get("tools")
        return replies(400, {"error": {"message": "unknown field"}}) if unknown else said('{"city": "Leeds"}')

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        await deny(request)(request, writer)

    server.plays(behave)
    client = opened(server.url)
    for _ in range(2):
        assert (await client.generate(ASK)).parsed == Place(city="Leeds")
    last = server.requests[-1].json
    assert "JSON schema" in (last["messages"][0]["content"] if kind == "openai" else last["system"])
    assert len(server.requests) == {"openai": 4, "anthropic": 3}[kind]  # learnt once, then remembered


@pytest.mark.parametrize("kind", ["openai"])
async def test_a_model_with_its_own_parameter_names_is_obeyed(server: Server, opened: Open, said: Said) -> None:
    def complain(param: str) -> Behaviour:
        return replies(400, {"error": {"message": "no", "param": param, "code": "unsupported_parameter"}})

    server.plays(complain("max_tokens"), complain("temperature"), said("ok"))
    await opened(server.url).generate(Prompt.ask("hello"))
    sent = server.requests[-1].json
    assert sent.keys() == {"model", "messages", "max_completion_tokens"}


async def test_a_refusal_for_another_reason_is_no_cause_to_ask_differently(server: Server, opened: Open) -> None:
    server.plays(replies(400, {"error": {"message": "no", "type": "invalid_request_error", "param": "messages"}}))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).generate(Prompt.ask("hello"))
    assert caught.value.reason == "the server answered 400 (`invalid_request_error`)"
    assert len(server.requests) == 1


async def test_tokens_are_guessed_where_a_server_does_not_count(
    server: Server, opened: Open, said: Said, kind: str
) -> None:
    body = {"content": [{"type": "text", "text": "abcdef"}]} if kind == "anthropic" else {}
    server.plays(replies(200, {"choices": [{"message": {"content": "abcdef"}}], **body}))
    reply = await opened(server.url).generate(Prompt.ask("hello"))
    assert (reply.tokens_out, reply.model) == (2, "m")
    assert reply.tokens_in > 0


async def test_the_key_and_the_prompt_are_in_no_error_repr_or_log(
    server: Server, opened: Open, said: Said, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    echo = {"error": {"message": f"{KEY} {SECRET}", "code": KEY, "type": SECRET, "param": SECRET}}
    client = opened(server.url, limits=QUICK)
    shown = [repr(client)]
    for behaviour in (
        *(replies(status, echo) for status in (400, 401, 429, 500)),
        replies(200, echo),
        replies(302, Location=f"http://{KEY}:x@127.0.0.1/{KEY}"),
        broken_off,
        black_hole,
        said(json.dumps({"canary": KEY})),
        said(json.dumps({"city": "Leeds"})),
    ):
        server.plays(behaviour)
        try:
            await client.generate(ASK)
        except ModelUnavailable as error:
            shown += [repr(error.__context__), repr(error.__cause__)]
            shown += [repr(error), str(error), error.reason, str(error.as_json())]
    shown += [record.getMessage() + repr(record.args) for record in caplog.records]
    assert len(shown) > 20
    assert [text for text in shown if KEY in text or "canary" in text] == []


async def test_cancellation_passes_through(server: Server, opened: Open) -> None:
    server.plays(black_hole)
    task = asyncio.create_task(opened(server.url, limits=Limits()).generate(ASK))
    await server.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize(
    "text",
    [
        '{"city": "Leeds"}',
        '```json\n{"city": "Leeds"}\n```',
        '<think>Is it {Leeds}?</think>\nSure! {"city": "Leeds"} Anything else?',
    ],
)
def test_json_is_found_in_what_models_put_around_it(text: str) -> None:
    assert parse(text, Place) == Place(city="Leeds")


def test_a_schema_is_closed_where_it_can_be() -> None:
    class Inner(BaseModel):
        name: str = "x"

    class Outer(BaseModel):
        inner: Inner
        many: list[Inner] = []
        maybe: Inner | None = None

    class Free(BaseModel):
        value: dict[str, Any]

    schema, strict = json_schema(Outer)
    assert strict
    assert schema["required"] == ["inner", "many", "maybe"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Inner"]["required"] == ["name"]
    assert "default" not in json.dumps(schema)
    assert json_schema(Free) == (Free.model_json_schema(), False)
