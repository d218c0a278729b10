"""A host that lets its model be asked: over stdio, with the official client, in the protocol that hosts speak today."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CreateMessageResult, ErrorData, TextContent

from perdure import Memory, Source
from tests.surfaces.test_mcp import ENV, call, command

SAID = {
    "en": ("Between us, the greenhouse has been my whole life lately, tomatoes and all.", "the greenhouse"),
    "zh": ("说起来最近我整个人都扑在那间小温室上了，番茄什么的都种起来了。", "小温室"),
}


@asynccontextmanager
async def host(home: Path, *more: str, model: Any = None) -> AsyncIterator[Client]:
    program, *arguments = command(home, *more)
    with open(os.devnull, "w") as nowhere:  # noqa: ASYNC230 - a null device does not block
        server = stdio_client(StdioServerParameters(command=program, args=arguments, env=ENV), errlog=nowhere)
        async with Client(server, sampling_callback=model, mode="legacy") as client:
            yield client


class Model:
    """The model of a host, which proposes one fact with a quote; without one the host's user declines."""

    def __init__(self) -> None:
        self.quote: str | None = None
        self.asked: list[Any] = []

    async def __call__(self, _: Any, params: Any) -> CreateMessageResult | ErrorData:
        self.asked.append(params)
        if self.quote is None:
            return ErrorData(code=-1, message="the user declined")
        fact = {"subject": "user", "predicate": f"hobby {len(self.asked)}", "value": self.quote}
        found = {"type": "facts", "value": fact, "message": 0, "quote": self.quote, "confidence": 0.9}
        answer = TextContent(type="text", text="Here it is: " + json.dumps({"candidates": [found]}, ensure_ascii=False))
        return CreateMessageResult(role="assistant", content=answer, model="host-1")


async def test_the_hosts_model_is_asked_what_to_keep_of_a_turn(tmp_path: Path) -> None:
    model = Model()
    async with host(tmp_path, "--sampling", model=model) as client:
        for said, quote in SAID.values():
            model.quote = quote
            _, shape = await call(client, "commit_turn", user=said, assistant="OK")
            asked = model.asked[-1]
            assert said in asked.messages[0].content.text
            assert "JSON schema" in asked.system_prompt
            [stored] = [outcome for outcome in shape["outcomes"] if "hobby" in (outcome["key"] or "")]
            assert stored["outcome"] == "stored"
        model.quote = "the user's bank account"  # which nobody said
        _, shape = await call(client, "commit_turn", user="The cat knocked a pot off the shelf again this morning.")
        assert [o["outcome"] for o in shape["outcomes"] if o["key"] is None] == ["refused"]
        model.quote = None
        told, shape = await call(client, "commit_turn", user="Nothing much besides that today. I live in Leeds.")
        assert "the host did not let its model answer" in told
        assert shape["records"]
        assert len(model.asked) == 4
        await call(client, "commit_turn", user="ok thanks")
        assert len(model.asked) == 4
    with Memory.open("luna", tmp_path, embedder="none") as luna:
        found = [item for item in luna.items("facts") if "hobby" in item.key]
        assert {item.evidence[0].quote for item in found} == {quote for _, quote in SAID.values()}
        assert all(item.source.trust < Source.USER.trust for item in found)  # a host relays, at the most
        assert "Leeds" in luna.item("profile:user").content
        assert {(call.purpose, call.model) for call in luna.usage.calls()} == {("extract", "host")}


async def test_without_the_option_nobody_is_asked(tmp_path: Path) -> None:
    model = Model()
    async with host(tmp_path, model=model) as client:
        await call(client, "commit_turn", user=SAID["en"][0])
    assert model.asked == []
