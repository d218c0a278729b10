"""Where a server may be: checked once, when it is configured."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from perdure.errors import InvalidInput

_METADATA_HOSTS = frozenset({"metadata", "metadata.google.internal", "instance-data", "100.100.100.200"})


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
    if host in _METADATA_HOSTS or _is_link_local(host):
        raise _refused("points at a link-local or metadata address")
    return url.rstrip("/")


def _is_link_local(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_link_local or (mapped is not None and mapped.is_link_local)


def _refused(why: str) -> InvalidInput:
    # The value itself is not shown: whatever was put there by mistake may be a secret.
    return InvalidInput(f"`base_url` {why}", field="base_url", hint="for example `https://api.openai.com/v1`")
