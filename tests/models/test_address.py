"""Where a server may be: in whatever way an address is written, and whatever a name resolves to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import httpx2 as httpx
import pytest

from perdure.errors import InvalidInput
from perdure.mind.feeds import check_feeds
from perdure.models.address import check_base_url, is_forbidden
from perdure.models.fault import Fault
from perdure.models.guard import Limits
from perdure.models.wire import open_client
from tests.models.server import Server, replies, running

METADATA = [
    "169.254.169.254",
    "2852039166",  # decimal
    "0xa9fea9fe",
    "0xA9.0xFE.0xA9.0xFE",
    "0251.0376.0251.0376",  # octal
    "169.254.43518",
    "169.16689662",
    "169.254.169.254.",
    "１６９.２５４.１６９.２５４",  # full width
    "169。254。169。254",  # ideographic full stops
    "169.254.170.2",  # of containers
    "100.100.100.200",
    "1684301000",  # the same, decimal
    "192.0.0.192",
    "168.63.129.16",
    "metadata.google.internal",
    "METADATA.google.internal.",
    "metadata",
    "instance-data.ec2.internal",
    "[fe80::1]",
    "[fe80::1%25eth0]",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[::ffff:169.254.169.254]",  # mapped
    "[::ffff:a9fe:a9fe]",
    "[::169.254.169.254]",  # compatible
    "[64:ff9b::a9fe:a9fe]",  # NAT64
    "[64:ff9b::169.254.169.254]",
    "[64:ff9b:1:a9fe:a9:fe00::]",  # NAT64 in a network of one's own
    "[2002:a9fe:a9fe::1]",  # 6to4
]
ALLOWED = [
    "localhost",
    "127.0.0.1",
    "2130706433",  # 127.0.0.1 too
    "[::1]",
    "10.1.2.3",
    "192.168.1.20",
    "[fd12:3456::1]",
    "[64:ff9b::c000:201]",
    "api.openai.com",
    "模型.example",
    "metadata.example.com",
]


@pytest.mark.parametrize("host", METADATA)
def test_a_metadata_address_is_refused_however_it_is_written(host: str) -> None:
    for url in (f"http://{host}/latest", f"https://{host}:8443/", f"HTTP://{host}"):
        with pytest.raises(InvalidInput) as caught:
            check_base_url(url)
        assert f"/{host}" not in caught.value.message
    with pytest.raises(InvalidInput) as caught:
        check_feeds({"x": f"http://{host}/feed?a=1"})
    assert caught.value.field == "feeds"


@pytest.mark.parametrize("host", ALLOWED)
def test_other_addresses_may_be_asked(host: str) -> None:
    assert check_base_url(f"http://{host}/v1/") == f"http://{host}/v1"


class Names:
    """A name server: each question gets the next answer; the last one is repeated."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return list(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as started:
        started.plays(replies(200, {"ok": True}))
        yield started


def client_of(server: Server, names: Names) -> httpx.AsyncClient:
    return open_client(f"http://news.example:{server.port}", Limits(), resolve=names)


@pytest.mark.parametrize("address", ["169.254.169.254", "fe80::1", "::ffff:a9fe:a9fe", "64:ff9b::a9fe:a9fe"])
async def test_a_name_that_resolves_to_a_metadata_address_is_not_asked(server: Server, address: str) -> None:
    for answer in ([address], ["127.0.0.1", address]):
        names = Names(answer)
        async with client_of(server, names) as client:
            with pytest.raises(Fault, match="link-local or metadata"):
                await client.get(f"http://news.example:{server.port}/")
    assert server.requests == []


async def test_what_was_judged_is_what_is_asked(server: Server) -> None:
    """A name server that changes its mind between the look and the connection gains nothing."""
    names = Names(["127.0.0.1"], ["169.254.169.254"])
    async with client_of(server, names) as client:
        response = await client.get(f"http://news.example:{server.port}/x")
        assert response.json() == {"ok": True}
        assert names.asked == ["news.example"]
        assert server.requests[0].headers["host"] == f"news.example:{server.port}"
        with pytest.raises(Fault, match="link-local or metadata"):
            await client.get(f"http://news.example:{server.port}/x")
    assert len(server.requests) == 1


async def test_the_next_address_is_tried_when_one_is_dead(server: Server) -> None:
    async with client_of(server, Names(["::1", "127.0.0.1"])) as client:  # the server listens on IPv4 alone
        response = await client.get(f"http://news.example:{server.port}/")
    assert response.json() == {"ok": True}


async def test_a_name_that_nobody_knows_is_a_reason_and_no_crash() -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    async with open_client("http://news.example", Limits(), resolve=unknown) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("http://news.example/")


async def test_the_machine_s_own_resolver_is_asked_by_default(server: Server) -> None:
    async with open_client(f"http://localhost:{server.port}", Limits()) as client:
        response = await client.get(f"http://localhost:{server.port}/")
    assert response.json() == {"ok": True}
    assert await asyncio.get_running_loop().getaddrinfo("localhost", server.port)


def test_what_is_no_address_is_not_judged() -> None:
    assert not is_forbidden("example.org")
    assert not is_forbidden("")
