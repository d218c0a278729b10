"""LLMs behind OpenAI's chat completions, or any server that speaks them (vLLM, llama.cpp, Ollama, LM Studio)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, cast

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
from perdure.models.streaming import follow

BASE_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server understands. It starts with the most exact and learns from refusals."""

    structure: Literal["schema", "json", "words"] = "schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


def simpler(dialect: Dialect, status: int, param: str | None, *, structured: bool) -> Dialect | None:
    """What to try after a refusal; None if the dialect is not to blame."""
    if status not in (400, 422, 501):
        return None
    match param:
        case "max_tokens" if dialect.limit == "max_tokens":
            return replace(dialect, limit="max_completion_tokens")
        case "temperature" if dialect.temperature:
            return replace(dialect, temperature=False)
        case None | "response_format" if structured and dialect.structure != "words":
            return replace(dialect, structure="json" if dialect.structure == "schema" else "words")
        case _:
            return None


class OpenAIClient:
    """An LLM through the official SDK, whose own retries are off: the guard tries."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = BASE_URL,
        api_key: str | None = None,
        proxy: str | None = None,
        limits: Limits | None = None,
        pace: GuardClock | None = None,
        provider: str = "openai",
    ) -> None:
        need("openai", "llm")
        from openai import AsyncOpenAI, Omit

        from perdure.models.wire import open_client

        base_url = check_base_url(base_url)
        self.name = f"{provider}:{model}"
        self._model = model
        self._dialect = Dialect()
        self._guard = Guard(self.name, limits, pace=pace)
        not_from_the_environment = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}
        self._sdk = AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            max_retries=0,
            timeout=0.9 * self._guard.limits.timeout,
            default_headers=cast(Any, not_from_the_environment),
            http_client=open_client(base_url, self._guard.limits, proxy=proxy),
        )
        # Here, because the SDK imports what this needs when it is first touched: over a second, in the event loop.
        self._completions = self._sdk.chat.completions.with_raw_response

    def __repr__(self) -> str:
        return f"OpenAIClient({self.name!r})"

    async def generate(self, prompt: Prompt) -> Reply:
        return await settle(self._guard, prompt, self._ask, until=self._guard.until())

    async def stream(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        """The answer, told piece by piece as it comes. A server that does not stream is asked for the whole."""
        said = await self._guard.run(partial(self._streamed, prompt, tell))
        if not said:
            said = (await self.generate(prompt)).text
            tell(said)
        return said

    async def _streamed(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        from openai import APIStatusError

        return await follow(self._pieces(prompt), tell, APIStatusError)

    async def _pieces(self, prompt: Prompt) -> AsyncIterator[str]:
        create = cast(Any, self._sdk.chat.completions.create)
        async for piece in await create(**self._request(prompt, self._dialect), stream=True):
            if piece.choices and (text := piece.choices[0].delta.content):
                yield text

    async def close(self) -> None:
        await self._sdk.close()

    async def _ask(self, prompt: Prompt, until: float) -> ModelAnswer:
        dialect = self._dialect
        while True:
            said = await self._guard.run(partial(self._send, prompt, dialect), until=until)
            if isinstance(said, ModelAnswer):
                self._dialect = dialect
                return said
            dialect = said

    async def _send(self, prompt: Prompt, dialect: Dialect) -> ModelAnswer | Dialect:
        from openai import APIStatusError

        from perdure.models.wire import fault_of

        try:
            with quiet():
                raw = await self._completions.create(**self._request(prompt, dialect))
        except APIStatusError as error:
            other = simpler(dialect, error.status_code, error.param, structured=prompt.schema is not None)
            if other is not None:
                return other
            after = retry_after(error.response.headers.get("Retry-After"), self._guard.pace.now())
            fault = bad_status(error.status_code, code=error.code or error.type, retry_after=after)
        except Exception as error:  # noqa: BLE001 - whatever a socket or the SDK comes up with; its text is not safe
            fault = fault_of(error)
        else:
            return self._read(raw.content, prompt)
        raise fault

    def _request(self, prompt: Prompt, dialect: Dialect) -> dict[str, Any]:
        system, structure = prompt.system, {}
        if prompt.schema is not None:
            schema, strict = json_schema(prompt.schema)
            if dialect.structure == "schema":
                wanted = {"name": "answer", "schema": schema, "strict": strict}
                structure = {"response_format": {"type": "json_schema", "json_schema": wanted}}
            else:
                system = f"{system}\n\n{in_words(schema)}".strip()
            if dialect.structure == "json":
                structure = {"response_format": {"type": "json_object"}}
        messages = [{"role": "system", "content": system}] if system else []
        messages += [{"role": message.role, "content": message.content} for message in prompt.messages]
        return {
            "model": self._model,
            "messages": messages,
            dialect.limit: prompt.max_tokens,
            **({"temperature": prompt.temperature} if dialect.temperature else {}),
            **structure,
        }

    def _read(self, content: bytes, prompt: Prompt) -> ModelAnswer:
        try:
            got = _Completion.model_validate_json(content)
        except ValidationError as error:
            fault = unreadable(error)
        else:
            said = got.choices[0].message
            text = said.content or ""
            return ModelAnswer(
                text,
                tokens_in=got.usage.prompt_tokens if got.usage else guessed_tokens(str(prompt)),
                tokens_out=got.usage.completion_tokens if got.usage else guessed_tokens(text),
                model=got.model or self._model,
                cut="the model declined" if said.refusal else _CUT.get(got.choices[0].finish_reason or ""),
            )
        raise fault


_CUT = {"length": "cut off at `max_tokens`", "content_filter": "withheld by the server's content filter"}


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _OpenAIUsage(BaseModel):
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _OpenAIUsage | None = None
    model: str | None = None
