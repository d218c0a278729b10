"""What a host sends. Every message is answered, also one that the SDK cannot read: the host would wait for ever."""

from __future__ import annotations

import json
import re
from contextvars import Context
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from anyio import EndOfStream
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from perdure.parsing import read_json

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream, WriteStream

_SURROGATE = re.compile("[\ud800-\udfff]")
_ID = re.compile(r'"id"\s*:\s*(?P<id>-?\d{1,18}|"(?:[^"\\]|\\.){0,200}")')
_LOOKED_AT = 2_000
"""Characters of a message that is no JSON in which its id is looked for."""


class Incoming:
    """The messages of a host, in their order. What is no message is answered here, and not handed on."""

    def __init__(self, inner: ReadStream[SessionMessage | Exception], outgoing: WriteStream[SessionMessage]) -> None:
        self._inner = inner
        self._outgoing = outgoing

    @property
    def last_context(self) -> Context | None:
        """The context in which the last message came, as the SDK keeps it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while True:
            item = await self._inner.receive()
            if not isinstance(item, ValidationError):
                return item
            found = understood(item)
            if isinstance(found, SessionMessage):
                return found
            if found is not None:
                await self._outgoing.send(SessionMessage(found))

    async def aclose(self) -> None:
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def understood(error: ValidationError) -> SessionMessage | JSONRPCError | None:
    """A message that could not be read: without its broken characters, or the answer to it. None to a blank line.

    A text that was cut in the middle of an emoji has half of it left. To lose the rest for that would be worse.
    """
    inputs = [problem["input"] for problem in error.errors(include_url=False)]
    # A message as a whole, where only a part of it is wrong: some form of message misses something in it.
    given = next((one for one in inputs if isinstance(one, dict) and "jsonrpc" in one), inputs[0])
    try:
        shape = _whole(read_json(given) if isinstance(given, str) else given)
    except ValueError:
        return None if not str(given).strip() else _refusal(_id_in(str(given)), PARSE_ERROR, "the message is not JSON")
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(json.dumps(shape), by_name=False))
    except ValidationError:
        return _refusal(_id_of(shape), INVALID_REQUEST, "the message is not one of JSON-RPC 2.0")


def _whole(value: Any) -> Any:
    """A value in which every text can be written."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_whole(name): _whole(inner) for name, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value


def _refusal(id: int | str | None, code: int, what: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=what))


def _id_of(shape: Any) -> int | str | None:
    given = shape.get("id") if isinstance(shape, dict) else None
    return given if isinstance(given, int | str) and not isinstance(given, bool) else None


def _id_in(text: str) -> int | str | None:
    """The id in a text that is no JSON, if there is one near its beginning."""
    found = _ID.search(text[:_LOOKED_AT])
    try:
        return None if found is None else _id_of({"id": _whole(json.loads(found["id"]))})
    except ValueError:
        return None
