"""LLMs behind OpenAI's chat completions, or any server that speaks them (vLLM, llama.cpp, Ollama, LM Studio)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, cast

from pydantic import BaseModel, Field, ValidationError

from perdure.messages import say
from perdure.models.address import check_base_url
from perdure.models.answer import ModelAnswer, guessed_tokens, in_words, settle, unreadable
from perdure.models.backoff import retry_after
from perdure.models.contract import Prompt, Reply
from perdure.models.extra import need
from perdure.models.fault import Fault, bad_answer, bad_status
from perdure.models.guard import Guard, Limits
from perdure.models.pace import GuardClock
from perdure.models.quiet import quiet
from perdure.models.schema import json_schema
from perdure.models.streaming import follow, whole
from perdure.models.thoughts import ThoughtHabit

BASE_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server understands. It starts with the most exact and learns from refusals."""

    structure: Literal["schema", "json", "words"] = "schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


_STRUCTURE = ("grammar", "schema", "response_format", "guided")
"""Words by which servers say that they cannot make the structure that is asked for."""


def simpler(
    dialect: Dialect, status: int, param: str | None, *, structured: bool, blamed: bool = False
) -> Dialect | None:
    """What to try after a refusal; None if the dialect is not to blame. `blamed`: the server says the structure is."""
    if status not in (400, 422, 501) and not (status == 500 and blamed):
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
        model: str | None,
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
        self.name = f"{provider}:{model or 'its own'}"
        self._model = model  # None: the one that the server has
        self._dialect = Dialect()
        self._guard = Guard(self.name, limits, pace=pace)
        self._habit = ThoughtHabit()
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
        return said or await whole(self.generate(prompt), tell)

    async def _streamed(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        from openai import APIStatusError

        return await follow(self._pieces(prompt), tell, APIStatusError, self._habit)

    async def _pieces(self, prompt: Prompt) -> AsyncIterator[str]:
        create = cast(Any, self._sdk.chat.completions.create)
        request = self._request(prompt, self._dialect, await self._chosen())
        async for piece in await create(**request, stream=True):
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
                raw = await self._completions.create(**self._request(prompt, dialect, await self._chosen()))
        except APIStatusError as error:
            is_structured, blamed = prompt.schema is not None, _blames_structure(error.body)
            other = simpler(dialect, error.status_code, error.param, structured=is_structured, blamed=blamed)
            if other is not None:
                return other
            after = retry_after(error.response.headers.get("Retry-After"), self._guard.pace.now())
            # Some give the status once more as the code, and only the type says what it is.
            code = next((one for one in (error.code, error.type) if isinstance(one, str)), None)
            fault = bad_status(error.status_code, code=code, retry_after=after)
        except Fault as found:
            fault = found
        except Exception as error:  # noqa: BLE001 - whatever a socket or the SDK comes up with; its text is not safe
            fault = fault_of(error)
        else:
            return self._read(raw.content, prompt)
        raise fault

    async def _chosen(self) -> str:
        """The model: the one that was named, else the only one that the server has to talk with."""
        if self._model is None:
            raw = await self._sdk.models.with_raw_response.list()
            try:
                listed = _Models.model_validate_json(raw.content).data or []
            except ValidationError:
                raise bad_answer("not a list of models") from None
            names = [one.id for one in listed if "embed" not in one.id.lower()]
            if len(names) != 1:
                told = "several models" if names else "no model"
                raise Fault(f"the server has {told}", hint=say("hint.name_model"))
            self._model = names[0]
        return self._model

    def _request(self, prompt: Prompt, dialect: Dialect, model: str) -> dict[str, Any]:
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
            "model": model,
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
            # Some put a structured answer where a model's thoughts go.
            text = said.content or (said.reasoning_content or said.reasoning or "" if prompt.schema else "")
            return ModelAnswer(
                text,
                tokens_in=got.usage.prompt_tokens if got.usage else guessed_tokens(str(prompt)),
                tokens_out=got.usage.completion_tokens if got.usage else guessed_tokens(text),
                model=got.model or self._model or self.name,
                cut="the model declined" if said.refusal else _CUT.get(got.choices[0].finish_reason or ""),
            )
        raise fault


_CUT = {"length": "cut off at `max_tokens`", "content_filter": "withheld by the server's content filter"}


def _blames_structure(body: object) -> bool:
    """Whether a server's refusal speaks of the structure that was asked for. What it says goes no further."""
    told = str(body).lower()
    return any(word in told for word in _STRUCTURE)


class _Model(BaseModel):
    id: str


class _Models(BaseModel):
    data: list[_Model] | None = None


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


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
