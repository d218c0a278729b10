"""Embedders behind HTTP: any server that speaks OpenAI's `/embeddings`, and Ollama."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from perdure.models.address import check_base_url
from perdure.models.answer import unreadable
from perdure.models.backoff import retry_after
from perdure.models.extra import need
from perdure.models.fault import bad_answer, bad_status
from perdure.models.guard import Guard, Limits
from perdure.models.pace import GuardClock
from perdure.models.quiet import quiet
from perdure.models.vectors import checked, clear_blank, fit, join

if TYPE_CHECKING:
    import httpx2 as httpx

    from perdure.models.contract import Vectors

MAX_CHARACTERS = 8_000


class HTTPEmbedder(ABC):
    """What the two kinds share: batches, the guard, and distrust of what comes back."""

    path: str
    provider: str

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        dimension: int | None = None,
        batch: int = 64,
        proxy: str | None = None,
        limits: Limits | None = None,
        pace: GuardClock | None = None,
    ) -> None:
        need("httpx2", "llm")
        from perdure.models.wire import open_client

        self.name = f"{self.provider}:{model}"
        self.dimension = dimension
        self._asked_dimension = dimension
        self._model = model
        self._batch = batch
        self._url = check_base_url(base_url) + self.path
        self._guard = Guard(self.name, limits, pace=pace)
        self._client = open_client(self._url, self._guard.limits, proxy=proxy)
        if api_key:
            self._client.headers["Authorization"] = f"Bearer {api_key}"

    @property
    def patience(self) -> float:
        """Seconds that a search waits for the vector of its question."""
        return self._guard.limits.patience

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        until = self._guard.until()
        parts = [
            await self._guard.run(partial(self._ask, texts[at : at + self._batch]), until=until)
            for at in range(0, len(texts), self._batch)
        ]
        return await asyncio.to_thread(join, parts, self.dimension or 0)

    async def close(self) -> None:
        await self._client.aclose()

    async def _ask(self, texts: Sequence[str]) -> Vectors:
        body = self._question([fit(text, MAX_CHARACTERS) for text in texts])
        try:
            with quiet():
                response = await self._client.post(self._url, json=body)
        except Exception as error:  # noqa: BLE001 - whatever a socket or a proxy comes up with; its text is not safe
            from perdure.models.wire import fault_of

            fault = fault_of(error)
        else:
            if response.is_success:
                rows = await asyncio.to_thread(self._rows, response.content, texts)
                self.dimension = int(rows.shape[1])
                return rows
            after = retry_after(response.headers.get("Retry-After"), self._guard.pace.now())
            fault = bad_status(response.status_code, code=_code(response), retry_after=after)
        raise fault

    def _rows(self, content: bytes, texts: Sequence[str]) -> Vectors:
        try:
            rows = self._answer(content)
        except ValidationError as error:
            fault = unreadable(error)
        else:
            return clear_blank(checked(rows, count=len(texts), dimension=self.dimension), texts)
        raise fault

    @abstractmethod
    def _question(self, texts: Sequence[str]) -> Mapping[str, Any]: ...

    @abstractmethod
    def _answer(self, content: bytes) -> Sequence[Sequence[float]]: ...


class _Row(BaseModel):
    embedding: list[float]
    index: int | None = None


class _OpenAIAnswer(BaseModel):
    data: list[_Row]


class _OllamaAnswer(BaseModel):
    embeddings: list[list[float]]


class OpenAIEmbedder(HTTPEmbedder):
    """`POST {base_url}/embeddings`; `base_url` ends in `/v1` for most servers."""

    path = "/embeddings"
    provider = "openai"

    def _question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        asked = {"dimensions": self._asked_dimension} if self._asked_dimension else {}
        return {"model": self._model, "input": list(texts), "encoding_format": "float", **asked}

    def _answer(self, content: bytes) -> Sequence[Sequence[float]]:
        rows = _OpenAIAnswer.model_validate_json(content).data
        places = [at if row.index is None else row.index for at, row in enumerate(rows)]
        if sorted(places) != list(range(len(rows))):
            raise bad_answer("vectors that do not say which text they are for")
        return [row.embedding for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]


class OllamaEmbedder(HTTPEmbedder):
    """`POST {base_url}/api/embed`."""

    path = "/api/embed"
    provider = "ollama"

    def _question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        return {"model": self._model, "input": list(texts)}

    def _answer(self, content: bytes) -> Sequence[Sequence[float]]:
        return _OllamaAnswer.model_validate_json(content).embeddings


class _Error(BaseModel):
    code: str | None = None
    type: str | None = None


class _ErrorAnswer(BaseModel):
    error: _Error


def _code(response: httpx.Response) -> str | None:
    try:
        error = _ErrorAnswer.model_validate_json(response.content).error
    except ValidationError:
        return None
    return error.code or error.type
