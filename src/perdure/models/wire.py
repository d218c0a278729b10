"""The HTTP client under every remote model: one host, no redirects, no compression, a cap on every reply."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import httpx2 as httpx

from perdure.messages import say
from perdure.models.address import FORBIDDEN, is_forbidden
from perdure.models.fault import Fault, bad_answer, unreachable
from perdure.models.guard import Limits

_Origin: TypeAlias = "tuple[str, str, int | None]"
Resolve: TypeAlias = "Callable[[str, int], Awaitable[list[str]]]"
"""A host and a port to the addresses of the host."""


async def resolved(host: str, port: int) -> list[str]:
    """The addresses of a host, as this machine sees them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


def open_client(
    base_url: str, limits: Limits, *, proxy: str | None = None, resolve: Resolve = resolved
) -> httpx.AsyncClient:
    """A client that can reach the host of `base_url` and nothing else. The environment has no say."""
    origin = _origin(httpx.URL(base_url))
    inner: httpx.AsyncBaseTransport = httpx.AsyncHTTPTransport(proxy=proxy, trust_env=False)
    if proxy is None:  # which would resolve the name itself
        inner = _Judged(inner, resolve)
    return httpx.AsyncClient(
        transport=_OneHost(inner, origin, limits.max_reply_bytes),
        # A little before the guard's: a TLS handshake that is cancelled leaves its socket to the garbage collector.
        timeout=0.9 * limits.timeout,
        follow_redirects=False,
        trust_env=False,
    )


def fault_of(error: Exception) -> Fault:
    """Why a request failed. Looks at the kind of an error, never at its text, which may hold an address."""
    cause: BaseException | None = error
    while cause is not None:  # an SDK wraps what the transport raised
        if isinstance(cause, Fault):
            return cause
        if isinstance(cause, httpx.HTTPError | OSError):
            return unreachable(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    return unreachable(type(error).__name__)


class _Judged(httpx.AsyncBaseTransport):
    """Resolves a name, judges the address, and asks that very one: the name may mean another a moment later."""

    def __init__(self, inner: httpx.AsyncBaseTransport, resolve: Resolve) -> None:
        self._inner = inner
        self._resolve = resolve

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url, host = request.url, request.url.host
        try:
            addresses = await self._resolve(host, url.port or (443 if url.scheme == "https" else 80))
        except (OSError, UnicodeError):
            raise httpx.ConnectError("the name cannot be resolved", request=request) from None
        if any(map(is_forbidden, addresses)):
            raise Fault(f"the server's name {FORBIDDEN}")
        failure: httpx.ConnectError | httpx.ConnectTimeout | None = None
        for address in addresses:
            request.url = url.copy_with(host=address)
            request.extensions = {**request.extensions, "sni_hostname": host}  # whose certificate is expected
            try:
                return await self._inner.handle_async_request(request)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error
            finally:
                request.url = url
        raise failure or httpx.ConnectError("the name has no address", request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class _OneHost(httpx.AsyncBaseTransport):
    def __init__(self, inner: httpx.AsyncBaseTransport, origin: _Origin, max_bytes: int) -> None:
        self._inner = inner
        self._origin = origin
        self._max_bytes = max_bytes

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if _origin(request.url) != self._origin:
            raise Fault("a request to a host that is not configured was stopped")
        # A few compressed bytes can be gigabytes when they are unpacked.
        request.headers["Accept-Encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        fault = self._objection(request, response)
        if fault is not None:
            await response.aclose()
            raise fault
        assert isinstance(response.stream, httpx.AsyncByteStream)
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            stream=_Capped(response.stream, self._max_bytes),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _objection(self, request: httpx.Request, response: httpx.Response) -> Fault | None:
        if response.is_redirect:
            target = request.url.join(response.headers["Location"])
            where = "another host" if _origin(target) != self._origin else "another path"
            return Fault(f"the server redirects to {where}", hint=say("hint.final_address"))
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            return bad_answer("compressed, although that was declined")
        length = response.headers.get("Content-Length", "")
        if length.isdigit() and int(length) > self._max_bytes:
            return _too_large(self._max_bytes)
        return None


class _Capped(httpx.AsyncByteStream):
    def __init__(self, inner: httpx.AsyncByteStream, max_bytes: int) -> None:
        self._inner = inner
        self._max_bytes = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        seen = 0
        async for part in self._inner:
            seen += len(part)
            if seen > self._max_bytes:
                raise _too_large(self._max_bytes)
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


def _origin(url: httpx.URL) -> _Origin:
    return url.scheme, url.host, url.port


def _too_large(max_bytes: int) -> Fault:
    return bad_answer(f"larger than {max_bytes:,} bytes")
