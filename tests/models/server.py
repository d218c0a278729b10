"""A real HTTP server on loopback that behaves as it is told, well or badly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Behaviour = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    """Each request meets the next behaviour of the script; the last one is repeated."""

    port: int = 0
    script: list[Behaviour] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    sent: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def plays(self, *script: Behaviour) -> None:
        self.script = list(script)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in head[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            request = Request(method, path, headers, body)
            self.requests.append(request)
            self.asked.set()
            behave = self.script.pop(0) if len(self.script) > 1 else self.script[0]
            await behave(request, writer)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def running() -> AsyncIterator[Server]:
    server = Server()
    tasks: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        writers.append(writer)
        try:
            await server.handle(reader, writer)
        except asyncio.CancelledError:
            pass
        finally:
            tasks.discard(task)

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        await asyncio.sleep(0)  # who has just been let in is served, so that it is known here
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.transport.abort()  # also where nobody has read all that was sent
        await asyncio.sleep(0)
        await listener.wait_closed()


def free_port() -> int:
    """A port where nobody listens."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def replies(status: int, body: bytes | object = b"", **headers: str) -> Behaviour:
    """A whole reply. A body that is not bytes is sent as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        lines = {"Content-Type": "application/json", "Content-Length": str(len(content)), "Connection": "close"}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        writer.write(_head(status, lines) + content)

    return behave


def makes(reply: Callable[[Request], object]) -> Behaviour:
    """A reply made from the request."""

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        await replies(200, reply(request))(request, writer)

    return behave


async def black_hole(request: Request, writer: asyncio.StreamWriter) -> None:
    """Takes the request and never says a word."""
    await asyncio.Event().wait()


async def drip(request: Request, writer: asyncio.StreamWriter) -> None:
    """One byte a second."""
    writer.write(_head(200, {"Content-Type": "application/json", "Content-Length": "1000"}))
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(1)


async def truncated(request: Request, writer: asyncio.StreamWriter) -> None:
    """Half a JSON text, with a length that matches."""
    await replies(200, b'{"data": [{"index": 0, "embedding": [0.1, 0.')(request, writer)


async def broken_off(request: Request, writer: asyncio.StreamWriter) -> None:
    """Fewer bytes than promised."""
    writer.write(_head(200, {"Content-Type": "application/json", "Content-Length": "1000"}) + b'{"data": [')


async def hangs_up(request: Request, writer: asyncio.StreamWriter) -> None:
    """Closes without a word."""


def pours(server: Server, total: int | None, *, declared: bool = False) -> Behaviour:
    """A body of `total` bytes, or without end."""

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        length = {"Content-Length": str(total)} if declared else {}
        writer.write(_head(200, {"Content-Type": "application/json", "Connection": "close", **length}))
        block = b" " * 65536
        while total is None or server.sent < total:
            writer.write(block)
            await writer.drain()
            server.sent += len(block)
            await asyncio.sleep(0)

    return behave


def _head(status: int, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} Scripted", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
