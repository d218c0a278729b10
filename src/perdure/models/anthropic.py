"""LLMs behind Anthropic's messages. Structure comes from a tool that the model must call.

The SDK offers no temperature, so a prompt's is not sent.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, cast

from pydantic import BaseModel, Field, ValidationError

from perdure.models.address import check_base_url
from perdure.models.answer import ModelAnswer, guessed_tokens, in_words, settle, unreadable
from perdure.models.backoff import retry_after
from perdure.models.contract import Prompt, Reply
from perdure.models.extra import need
from perdure.models.fault import bad_status
from perdure.models.guard import Guard, Limits
from perdure.models.pace import GuardClock
from perdure.models.quiet import quiet
from perdure.models.schema import json_schema
from perdure.models.streaming import follow, whole
from perdure.models.thoughts import ThoughtHabit

BASE_URL = "https://api.anthropic.com"
_TOOL = "answer"
_CUT = {"max_tokens": "cut off at `max_tokens`", "refusal": "the model declined"}


class AnthropicClient:
    """An LLM through the official SDK, whose own retries and tracing are off: the guard tries."""

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str = BASE_URL,
        proxy: str | None = None,
        limits: Limits | None = None,
        pace: GuardClock | None = None,
    ) -> None:
        need("anthropic", "llm")
        from anthropic import AsyncAnthropic

        from perdure.models.wire import open_client

        base_url = check_base_url(base_url)
        self.name = f"anthropic:{model}"
        self._model = model
        self._with_tool = True
        self._guard = Guard(self.name, limits, pace=pace)
        self._habit = ThoughtHabit()
        self._sdk = AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=0,
            timeout=0.9 * self._guard.limits.timeout,
            open_telemetry=False,
            http_client=open_client(base_url, self._guard.limits, proxy=proxy),
        )
        # Here, because the SDK imports what this needs when it is first touched: over a second, in the event loop.
        self._messages = self._sdk.messages.with_raw_response

    def __repr__(self) -> str:
        return f"AnthropicClient({self.name!r})"

    async def generate(self, prompt: Prompt) -> Reply:
        return await settle(self._guard, prompt, self._ask, until=self._guard.until())

    async def stream(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        """The answer, told piece by piece as it comes. A server that does not stream is asked for the whole."""
        said = await self._guard.run(partial(self._streamed, prompt, tell))
        return said or await whole(self.generate(prompt), tell)

    async def _streamed(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        from anthropic import APIStatusError

        return await follow(self._pieces(prompt), tell, APIStatusError, self._habit)

    async def _pieces(self, prompt: Prompt) -> AsyncIterator[str]:
        create = cast(Any, self._sdk.messages.create)
        async for event in await create(**self._request(prompt, with_tool=False), stream=True):
            if event.type == "content_block_delta" and event.delta.type == "text_delta":
                yield event.delta.text

    async def close(self) -> None:
        await self._sdk.close()

    async def _ask(self, prompt: Prompt, until: float) -> ModelAnswer:
        with_tool = self._with_tool and prompt.schema is not None
        said = await self._guard.run(partial(self._send, prompt, with_tool=with_tool), until=until)
        if said is None:  # some models refuse to be forced to a tool: ask for JSON in words
            said = await self._guard.run(partial(self._send, prompt, with_tool=False), until=until)
            self._with_tool = said is None
        assert said is not None  # only a request with a tool is given up for one without
        return said

    async def _send(self, prompt: Prompt, *, with_tool: bool) -> ModelAnswer | None:
        from anthropic import APIStatusError

        from perdure.models.wire import fault_of

        try:
            with quiet():
                raw = await self._messages.create(**self._request(prompt, with_tool))
                content = await raw.http_response.aread()
        except APIStatusError as error:
            if error.status_code in (400, 422) and with_tool:
                return None
            after = retry_after(error.response.headers.get("Retry-After"), self._guard.pace.now())
            fault = bad_status(error.status_code, code=_code(error.body), retry_after=after)
        except Exception as error:  # noqa: BLE001 - whatever a socket or the SDK comes up with; its text is not safe
            fault = fault_of(error)
        else:
            return self._read(content, prompt)
        raise fault

    def _request(self, prompt: Prompt, with_tool: bool) -> dict[str, Any]:
        system, tool = prompt.system, {}
        if prompt.schema is not None:
            schema, _ = json_schema(prompt.schema)
            if with_tool:
                tool = {
                    "tools": [{"name": _TOOL, "description": "Give the answer.", "input_schema": schema}],
                    "tool_choice": {"type": "tool", "name": _TOOL},
                }
            else:
                system = f"{system}\n\n{in_words(schema)}".strip()
        return {
            "model": self._model,
            "max_tokens": prompt.max_tokens,
            "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            **({"system": system} if system else {}),
            **tool,
        }

    def _read(self, content: bytes, prompt: Prompt) -> ModelAnswer:
        try:
            got = _Message.model_validate_json(content)
        except ValidationError as error:
            fault = unreadable(error)
        else:
            calls = [block.input for block in got.content if block.type == "tool_use"]
            words = "".join(block.text or "" for block in got.content if block.type == "text")
            text = json.dumps(calls[0], ensure_ascii=False) if calls else words
            return ModelAnswer(
                text,
                tokens_in=got.usage.input_tokens if got.usage else guessed_tokens(str(prompt)),
                tokens_out=got.usage.output_tokens if got.usage else guessed_tokens(text),
                model=got.model or self._model,
                cut=_CUT.get(got.stop_reason or ""),
            )
        raise fault


class _Block(BaseModel):
    type: str
    text: str | None = None
    input: Any = None


class _AnthropicUsage(BaseModel):
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)


class _Message(BaseModel):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _AnthropicUsage | None = None
    model: str | None = None


def _code(body: object) -> str | None:
    error = body.get("error") if isinstance(body, dict) else None
    code = error.get("type") if isinstance(error, dict) else None
    return code if isinstance(code, str) else None
