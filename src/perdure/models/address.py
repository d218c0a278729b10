"""Where a server may be: looked at when it is configured, and again when its name is resolved."""

from __future__ import annotations

import socket
import unicodedata
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from perdure.errors import InvalidInput
from perdure.messages import say

FORBIDDEN = "points at a link-local or metadata address"

_METADATA_HOSTS = frozenset({"metadata", "metadata.google.internal", "instance-data", "instance-data.ec2.internal"})
_METADATA = frozenset(
    map(ip_address, ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"))
)
"""Where clouds tell a machine its keys, beside the link-local addresses."""
_NAT64, _OWN_NAT64 = ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48")
_COMPATIBLE = ip_network("::/96")


def check_base_url(url: str) -> str:
    """The URL without its last slash. HTTP only, nothing secret in it, and not the machine's metadata service."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise _refused("is not a URL") from None
    if parts.scheme not in ("http", "https") or not host:
        raise _refused("must begin with `http://` or `https://` and name a host")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise _refused("must hold no user, password, query or fragment; the key goes to `api_key`")
    if is_forbidden(host):
        raise _refused(FORBIDDEN)
    return url.rstrip("/")


def is_forbidden(host: str) -> bool:
    """Whether a host, or an address that a name resolved to, is one where a machine keeps its secrets."""
    plain = unicodedata.normalize("NFKC", host).replace("。", ".").lower().strip("[]").rstrip(".")
    if plain in _METADATA_HOSTS:
        return True
    address = _read(plain)
    return address is not None and any(one.is_link_local or one in _METADATA for one in _meant(address))


def _read(host: str) -> IPv4Address | IPv6Address | None:
    """An address in any notation that a resolver takes for one: `2852039166` is `169.254.169.254`."""
    try:
        return ip_address(host.replace("%25", "%"))
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host)) if host[:1].isdigit() else None
    except OSError:
        return None


def _meant(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """An address, and the IPv4 address that is written into it: mapped, translated or tunnelled."""
    yield address
    if isinstance(address, IPv4Address):
        return
    number = int(address)
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
    if address in _NAT64 or address in _COMPATIBLE:
        yield IPv4Address(number & 0xFFFFFFFF)
    if address in _OWN_NAT64:  # sixteen bits before the ninth byte, which is left out, and sixteen after it
        yield IPv4Address((number >> 64 & 0xFFFF) << 16 | (number >> 40 & 0xFFFF))


def _refused(why: str) -> InvalidInput:
    # The value itself is not shown: whatever was put there by mistake may be a secret.
    return InvalidInput(f"`base_url` {why}", field="base_url", hint=say("hint.example_base_url"))
