"""A server that trickles holds nobody up: a search answers in words and says so, a feed and a model are given up.

The servers are real and on loopback. They send a byte every tenth of a second, without end: how long somebody was held
is counted in bytes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from perdure import AgentMemory, Config, Event, ModelUnavailable, Runtime
from perdure.mind import feeds
from perdure.models import Limits, ModelSettings, Prompt, llm
from perdure.models.guard import within
from tests.homes import fresh_id
from tests.models.server import Behaviour, Request, Server, makes, running
from tests.surfaces.command import Command

STEP = 0.1
PATIENCE = 0.5
A_MOMENT = 40
"""Bytes: four seconds, on a machine that has much else to do."""
SAID = {"en": ("I like oolong tea.", "Which tea do I like?"), "zh": ("我喜欢喝乌龙茶。", "我喜欢喝什么茶？")}


def trickles(server: Server) -> Behaviour:
    """Bytes of a reply, one at a time, for ever."""

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
        while True:
            writer.write(b" ")
            await writer.drain()
            server.sent += 1
            await asyncio.sleep(STEP)

    return behave


def vectors(request: Request) -> object:
    rows = [{"index": n, "embedding": [1.0, float(len(text))]} for n, text in enumerate(request.json["input"])]
    return {"data": rows}


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as started:
        yield started


def embedding(server: Server, **limits: Any) -> ModelSettings:
    return ModelSettings(
        "openai", model="m", base_url=server.url, cached=0, limits=Limits(**{"patience": PATIENCE, **limits})
    )


ITEMS_ALONE = Config(record_vectors=False, reader=False)
"""One text asks for one vector, so that requests can be counted."""


async def told(runtime: Runtime, said: str) -> AgentMemory:
    luna = await runtime.agent(fresh_id())
    await luna.commit_turn(await luna.start_session("s"), [Event.user(said)])
    await luna.index.catch_up()
    return luna


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_search_goes_on_by_words_and_says_so(tmp_path: Path, server: Server, language: str) -> None:
    said, asked = SAID[language]
    server.plays(makes(vectors))
    async with Runtime(tmp_path, embedder=embedding(server), config=ITEMS_ALONE) as runtime:
        luna = await told(runtime, said)
        [hit] = await luna.search_memory(asked)
        assert hit.why.missing == ()
        server.plays(trickles(server))
        [hit] = await luna.search_memory(asked)
        assert server.sent <= A_MOMENT
        assert hit.why.missing == ("meaning",)
        assert "meaning was not asked" in str(hit.why)
        progress = await luna.index.progress()
        assert "no whole answer within 0." in (progress.problem or "")
        server.sent = 0
        pack = await luna.compose(await luna.start_session("s"), asked, budget=1_000)
        assert server.sent <= A_MOMENT
        assert said[:5] in pack.text


async def test_a_server_that_trickles_is_left_alone_after_a_while(tmp_path: Path, server: Server) -> None:
    said, asked = SAID["en"]
    server.plays(makes(vectors))
    async with Runtime(tmp_path, embedder=embedding(server, patience=0.2, failures=2), config=ITEMS_ALONE) as runtime:
        luna = await told(runtime, said)
        server.plays(trickles(server))
        for _ in range(5):
            assert [hit.why.missing for hit in await luna.search_memory(asked)] == [("meaning",)]
        assert len(server.requests) == 1 + 2  # one made the vector of the item; two tries were enough


async def test_vectors_in_the_background_have_all_the_time_a_call_may_take(tmp_path: Path, server: Server) -> None:
    """The red control: what is not a question is not cut short."""
    server.plays(trickles(server))
    limits = Limits(patience=0.1, timeout=1.5, deadline=1.5, tries=1)
    settings = ModelSettings("openai", model="m", base_url=server.url, limits=limits)
    async with Runtime(tmp_path, embedder=settings) as runtime:
        luna = await told(runtime, SAID["en"][0])
        assert "no whole answer within 1." in ((await luna.index.progress()).problem or "")


async def test_an_embedder_of_your_own_is_given_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from perdure.models import checked

    class Silent:
        name, dimension = "mine:1", 2

        async def embed(self, texts: object) -> Any:
            await asyncio.Event().wait()

        async def close(self) -> None:
            """Nothing to let go of."""

    monkeypatch.setattr(checked, "PATIENCE", 0.2)
    monkeypatch.setattr(checked, "DEADLINE", 0.4)
    async with Runtime(tmp_path, embedder=Silent()) as runtime:
        luna = await told(runtime, SAID["en"][0])
        assert "no answer within 0.4 s" in ((await luna.index.progress()).problem or "")
        [hit] = await luna.search_memory(SAID["en"][1])
        assert hit.why.missing == ("meaning",)
        assert "no answer within 0.2 s" in ((await luna.index.progress()).problem or "")


def test_the_default_is_a_matter_of_seconds() -> None:
    assert Limits().patience <= 5
    assert feeds.TIMEOUT <= 20


async def test_a_feed_that_trickles_is_given_up(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "TIMEOUT", PATIENCE)
    server.plays(trickles(server))
    file = tmp_path / "CHANGES.md"
    file.write_text("# 2.0 (2026-01-02)\n- New parser\n")
    async with Runtime(tmp_path / "home", embedder="none") as runtime:
        luna = await runtime.agent("luna")
        slow, good = await luna.patches.read_feeds({"slow": f"{server.url}/feed.xml", "good": str(file)})
    assert slow.problem == "the feed cannot be read: no whole answer within 0.5 s"
    assert good.told == 1
    assert server.sent <= A_MOMENT


async def test_a_model_that_trickles_is_given_up(server: Server) -> None:
    server.plays(trickles(server))
    limits = Limits(deadline=1, timeout=PATIENCE, tries=10)
    for provider in ("openai", "anthropic"):
        server.sent = 0
        client = llm(ModelSettings(provider, model="m", base_url=server.url, api_key="k", limits=limits))
        assert client is not None
        with pytest.raises(ModelUnavailable):
            await client.generate(Prompt.ask("hello"))
        assert server.sent <= A_MOMENT
        await client.close()


async def test_a_shorter_time_can_be_set_for_a_call_and_never_a_longer_one(server: Server) -> None:
    server.plays(trickles(server))
    client = llm(ModelSettings("openai", model="m", base_url=server.url, limits=Limits(deadline=0.3, tries=1)))
    assert client is not None
    with within(100.0), pytest.raises(ModelUnavailable, match=r"within 0\.\d+ s|deadline"):
        await client.generate(Prompt.ask("hello"))
    await client.close()


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_command_line_searches_by_words_and_says_so(
    tmp_path: Path,
    server: Server,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from perdure.cli import place

    monkeypatch.setattr(place, "HURRIED", 0.5)
    said, asked = SAID[language]
    home = tmp_path / "home"
    home.mkdir()
    shape = {"embedding": {"provider": "openai", "model": "m", "base_url": server.url, "api_key": "k"}}
    (home / "config.json").write_text(json.dumps(shape))
    perdure = Command(str(home), monkeypatch, capsys)
    server.plays(trickles(server))
    done = await asyncio.to_thread(perdure, "commit", stdin=json.dumps({"role": "user", "content": said}))
    assert done.code == 0
    answer = await asyncio.to_thread(perdure, "search", asked)
    assert answer.code == 0
    assert {"en": "oolong", "zh": "乌龙茶"}[language] in answer.words
    assert "searched by words alone" in answer.err
    assert server.sent <= A_MOMENT
    assert len(server.requests) == 1  # given up once, it is not asked again
