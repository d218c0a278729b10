"""Embedders against a real server that behaves badly."""

from __future__ import annotations

import asyncio
import inspect
import json
import math
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from perdure import InvalidInput, ModelUnavailable
from perdure.models import EmbeddingClient, Limits, ManualPace, SystemPace
from perdure.models.http import HTTPEmbedder, OllamaEmbedder, OpenAIEmbedder
from tests.models.server import (
    Request,
    Server,
    black_hole,
    broken_off,
    drip,
    free_port,
    hangs_up,
    makes,
    pours,
    replies,
    running,
    truncated,
)

KEY = "sk-canary-0123456789"
QUICK = Limits(deadline=30, timeout=0.3, tries=3, backoff=0.1, failures=100)
"""For servers that do not answer. An answer may take longer than this on a busy machine, and a call that is broken off
leaves its socket to the garbage collector."""
PATIENT = replace(QUICK, timeout=10)
Open = Callable[..., HTTPEmbedder]


def vector(text: str) -> list[float]:
    return [float(len(text)), 3.0, 4.0]


def openai_shape(request: Request) -> object:
    rows = [{"index": i, "embedding": vector(text)} for i, text in enumerate(request.json["input"])]
    return {"object": "list", "data": rows[::-1], "model": "m"}


def ollama_shape(request: Request) -> object:
    return {"model": "m", "embeddings": [vector(text) for text in request.json["input"]]}


def data(*rows: object) -> dict[str, Any]:
    return {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}


@pytest.fixture
async def opened(pace: ManualPace) -> AsyncIterator[Open]:
    """Opens OpenAI embedders and closes them at the end."""
    made: list[HTTPEmbedder] = []

    def make(url: str, **more: Any) -> HTTPEmbedder:
        given = {"api_key": KEY, "limits": PATIENT, "pace": pace} | more
        made.append(OpenAIEmbedder(f"{url}/v1", "m", **given))
        return made[-1]

    yield make
    for client in made:
        await client.close()


@pytest.mark.requirement("R329")
async def test_embed_is_async_only_and_there_is_no_other_way() -> None:
    for kind in (EmbeddingClient, OpenAIEmbedder, OllamaEmbedder):
        public = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
        assert public == {"embed", "close"}
        assert all(inspect.iscoroutinefunction(getattr(kind, name)) for name in public)


async def test_a_healthy_server_gives_unit_vectors_in_order(server: Server, opened: Open) -> None:
    server.plays(makes(openai_shape))
    client = opened(server.url, batch=2)
    assert client.dimension is None
    rows = await client.embed(["a", "bbb", "", "cc", "  "])
    assert (rows.shape, rows.dtype, client.dimension, client.name) == ((5, 3), np.float32, 3, "openai:m")
    want = [np.array(vector(t)) / np.linalg.norm(vector(t)) for t in ("a", "bbb", "cc")]
    assert np.allclose(rows[[0, 1, 3]], want, atol=1e-6)
    assert not rows[[2, 4]].any()  # blank text is like nothing
    assert [request.path for request in server.requests] == ["/v1/embeddings"] * 3
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.requests[0].json == {"model": "m", "input": ["a", "bbb"], "encoding_format": "float"}


async def test_ollama_is_spoken_too(server: Server, pace: ManualPace) -> None:
    server.plays(makes(ollama_shape))
    client = OllamaEmbedder(server.url, "nomic-embed-text", limits=PATIENT, pace=pace)
    rows = await client.embed(["你好", "cat"])
    await client.close()
    await client.close()
    assert (rows.shape, client.name) == ((2, 3), "ollama:nomic-embed-text")
    assert server.requests[0].path == "/api/embed"
    assert "authorization" not in server.requests[0].headers


async def test_no_texts_need_no_server(opened: Open) -> None:
    assert (await opened(f"http://127.0.0.1:{free_port()}").embed([])).shape == (0, 0)


async def test_long_and_broken_text_is_sent_in_a_form_servers_take(server: Server, opened: Open) -> None:
    server.plays(makes(openai_shape))
    await opened(server.url).embed(["word " * 10_000, "x\ud800y"])
    long, broken = server.requests[0].json["input"]
    assert len(long) <= 8_000
    assert long.endswith("word")
    assert broken == "x?y"


async def test_a_shorter_dimension_is_asked_for_and_demanded(server: Server, opened: Open) -> None:
    server.plays(makes(openai_shape))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url, dimension=2).embed(["a"])
    assert server.requests[0].json["dimensions"] == 2
    assert caught.value.reason == "bad answer: vectors of 3 numbers where 2 were expected"


@pytest.mark.requirement("R330")
async def test_nobody_listens(opened: Open, pace: ManualPace) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        await opened(f"http://127.0.0.1:{free_port()}").embed(["a"])
    assert caught.value.reason == "no connection (`ConnectError`)"
    assert len(pace.slept) == 2


@pytest.mark.requirement("R330")
@pytest.mark.parametrize("behaviour", [black_hole, drip])
async def test_silence_and_slowness_end_at_the_timeout(
    server: Server, opened: Open, pace: ManualPace, behaviour: Any
) -> None:
    server.plays(behaviour)
    began = time.monotonic()
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url, limits=QUICK).embed(["a"])
    assert caught.value.reason in ("no whole answer within 0.3 s", "no connection (`ReadTimeout`)")
    assert time.monotonic() - began < 3 * 0.3 + 10


@pytest.mark.requirement("R330")
async def test_the_deadline_holds_whatever_the_server_does(server: Server, opened: Open) -> None:
    limits = Limits(deadline=0.5, timeout=0.2, tries=1000, backoff=0.01, failures=1000, per_second=1e6)
    for behaviour in (black_hole, drip, pours(server, None), replies(500), replies(429, Retry_After="1"), truncated):
        server.plays(behaviour)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable):
            await opened(server.url, limits=limits, pace=SystemPace()).embed(["a"])
        assert time.monotonic() - began < 0.5 + 10


@pytest.mark.requirement("R330")
async def test_too_many_requests_waits_as_long_as_asked(server: Server, opened: Open) -> None:
    pace = ManualPace(start=datetime(2026, 1, 1, tzinfo=UTC))
    server.plays(
        replies(429, Retry_After="2"),
        replies(503, Retry_After="Thu, 01 Jan 2026 00:00:09 GMT"),
        makes(openai_shape),
    )
    await opened(server.url, pace=pace).embed(["a"])
    assert 2 <= pace.slept[0] <= 2.1
    assert 9 <= sum(pace.slept) <= 9.1


@pytest.mark.requirement("R330")
@pytest.mark.parametrize("bad", [replies(500), replies(503, b"<html>"), truncated, broken_off, hangs_up])
async def test_a_server_that_recovers_is_forgiven(server: Server, opened: Open, bad: Any) -> None:
    server.plays(bad, bad, makes(openai_shape))
    assert (await opened(server.url).embed(["a"])).shape == (1, 3)
    assert len(server.requests) == 3


NAN = b'{"data": [{"index": 0, "embedding": [NaN, 1, 2]}]}'
INFINITE = b'{"data": [{"index": 0, "embedding": [1e999, 1, 2]}]}'


@pytest.mark.requirement("R330")
@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (truncated, "not whole JSON"),
        (replies(200, b""), "not whole JSON"),
        (replies(200, b"[" * 100_000), "not whole JSON"),
        (replies(200, {"error": "x"}), "not in the expected shape"),
        (replies(200, data()), "0 vectors for 2 texts"),
        (replies(200, data([1, 2])), "1 vectors for 2 texts"),
        (replies(200, data([1, 2], [1, 2], [1, 2])), "3 vectors for 2 texts"),
        (replies(200, data([1, 2], [1, 2, 3])), "vectors of different sizes"),
        (replies(200, data([], [])), "vectors of 0 numbers where more were expected"),
        (replies(200, data([0, 0], [1, 2])), "a vector is zero"),
        (replies(200, data([math.nan, 1], [1, 2])), "a vector holds something that is not a finite number"),
        (replies(200, NAN.replace(b"}]", b'},{"index":1,"embedding":[1,2,3]}]')), "a vector holds something"),
        (replies(200, INFINITE.replace(b"}]", b'},{"index":1,"embedding":[1,2,3]}]')), "a vector holds something"),
        (replies(200, data(["a", "b"], [1, 2])), "not in the expected shape"),
        (replies(200, data(None, [1, 2])), "not in the expected shape"),
        (
            replies(200, {"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
            "vectors that do not say which text they are for",
        ),
    ],
)
async def test_an_answer_that_is_no_set_of_vectors_is_refused_with_the_reason(
    server: Server, opened: Open, behaviour: Any, reason: str
) -> None:
    server.plays(behaviour)
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).embed(["a", "b"])
    assert caught.value.reason.startswith(f"bad answer: {reason}")


async def test_a_server_that_changes_its_dimension_is_refused(server: Server, opened: Open) -> None:
    server.plays(replies(200, data([1, 2, 3])), replies(200, data([1, 2, 3, 4])))
    client = opened(server.url)
    await client.embed(["a"])
    with pytest.raises(ModelUnavailable) as caught:
        await client.embed(["b"])
    assert caught.value.reason == "bad answer: vectors of 4 numbers where 3 were expected"
    assert client.dimension == 3


async def test_huge_and_tiny_numbers_become_unit_vectors(server: Server, opened: Open) -> None:
    server.plays(replies(200, data([1e300, 1e300], [1e-300, 0])))
    rows = await opened(server.url).embed(["a", "b"])
    assert np.allclose(rows, [[0.5**0.5, 0.5**0.5], [1, 0]])


@pytest.mark.requirement("R330")
@pytest.mark.parametrize(("total", "declared"), [(100_000_000, True), (100_000_000, False), (None, False)])
async def test_a_reply_without_measure_is_cut_at_the_cap(
    server: Server, opened: Open, total: int | None, declared: bool
) -> None:
    server.plays(pours(server, total, declared=declared))
    limits = Limits(timeout=20, tries=3, max_reply_bytes=1 << 20)
    client = opened(server.url, limits=limits)
    tracemalloc.start()
    with pytest.raises(ModelUnavailable) as caught:
        await client.embed(["a"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert caught.value.reason == "bad answer: larger than 1,048,576 bytes"
    assert peak < 16 << 20
    assert server.sent < 32 << 20  # what the sockets' buffers held, not 100 MB
    assert len(server.requests) == 1


async def test_a_compressed_reply_is_refused_because_it_could_be_a_bomb(server: Server, opened: Open) -> None:
    import gzip

    server.plays(replies(200, gzip.compress(b" " * 50_000_000), Content_Encoding="gzip"))
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url).embed(["a"])
    assert caught.value.reason == "bad answer: compressed, although that was declined"
    assert server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_another_host_is_not_followed(server: Server, opened: Open, status: int) -> None:
    async with running() as other:
        other.plays(makes(openai_shape))
        server.plays(replies(status, Location=f"{other.url}/v1/embeddings?key=x"))
        with pytest.raises(ModelUnavailable) as caught:
            await opened(server.url).embed(["a"])
        assert caught.value.reason == "the server redirects to another host"
        assert (len(server.requests), other.requests) == (1, [])


async def test_the_breaker_opens_on_a_sick_server_and_closes_when_it_is_well(
    server: Server, opened: Open, pace: ManualPace
) -> None:
    server.plays(replies(500))
    client = opened(server.url, limits=Limits(tries=1, failures=3, pause=30))
    for _ in range(6):
        with pytest.raises(ModelUnavailable):
            await client.embed(["a"])
    assert len(server.requests) == 3
    server.plays(makes(openai_shape))
    pace.advance(31)
    await client.embed(["a"])
    await client.embed(["a"])
    assert len(server.requests) == 5


async def test_the_key_and_the_text_are_in_no_error_repr_or_log(
    server: Server, opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    secret = "my canary lives in Leeds"
    echo = {"error": {"message": f"{KEY} {secret}", "code": KEY, "type": secret}}
    client = opened(server.url, limits=QUICK)
    shown = [repr(client), repr(client.__dict__["_client"])]
    for behaviour in (
        replies(401, echo),
        replies(400, echo),
        replies(500, echo),
        replies(200, echo),
        replies(302, Location=f"http://{KEY}:x@127.0.0.1/{KEY}"),
        broken_off,
        black_hole,
        makes(openai_shape),
    ):
        server.plays(behaviour)
        try:
            await client.embed([secret])
        except ModelUnavailable as error:
            shown += [repr(error.__context__), repr(error.__cause__)]
            shown += [repr(error), str(error), error.reason, json.dumps(error.as_json())]
    shown += [record.getMessage() + repr(record.args) for record in caplog.records]
    assert len(shown) > 20
    assert [text for text in shown if KEY in text or "canary" in text] == []


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com",
        "file:///etc/passwd",
        "example.com/v1",
        "http://",
        "http://[::1",
        "http://user:pass@example.com",
        f"http://example.com/v1?key={KEY}",
        "http://example.com/#x",
        "http://169.254.169.254/latest",
        "http://[fe80::1]/",
        "http://[::ffff:169.254.169.254]/",
        "http://metadata.google.internal/v1",
        "http://127.0.0.1:99999/",
    ],
)
def test_an_address_that_must_not_be_asked_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        OpenAIEmbedder(url, "m")
    assert caught.value.field == "base_url"
    assert KEY not in caught.value.message


async def test_a_cancelled_call_ends_at_once_and_frees_its_place(server: Server, opened: Open) -> None:
    server.plays(black_hole)
    client = opened(server.url, limits=Limits(at_once=1))
    task = asyncio.create_task(client.embed(["a"]))
    await server.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    server.plays(makes(openai_shape))
    assert (await client.embed(["a"])).shape == (1, 3)


async def test_a_server_that_does_not_speak_tls_is_a_reason(opened: Open) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.com ready\r\n")
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as listener:
        port = listener.sockets[0].getsockname()[1]
        with pytest.raises(ModelUnavailable) as caught:
            await opened(f"https://127.0.0.1:{port}").embed(["a"])
    assert caught.value.reason == "no connection (`ConnectError`)"


async def test_a_tls_handshake_that_never_ends_is_ended(server: Server, opened: Open) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        await opened(server.url.replace("http:", "https:"), limits=QUICK).embed(["a"])
    # On a busy machine the deadline of the whole call may be noticed first.
    assert caught.value.reason in ("no connection (`ConnectTimeout`)", "no whole answer within 0.3 s")
