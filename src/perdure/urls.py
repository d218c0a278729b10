"""Addresses as they may be shown and written down: never with a password."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from perdure.errors import InvalidInput
from perdure.messages import say

SERVERS = ("postgresql://", "postgres://")
HIDDEN = "…"

_SHOWN_OPTIONS = ("host", "port", "dbname", "service")
"""Of a URL's options these are shown: they say which database it is."""
_ONE_HOST = r"(?:\[[0-9a-fA-F:.]+\]|[\w.-]*)(?::\d*)?"
_HOSTS = re.compile(rf"{_ONE_HOST}(?:,{_ONE_HOST})*")
_FIRST_HOST = re.compile(r"(\[[^\]]*\]|[^:,]*)(?::(\d*))?")
_PATH = re.compile(r"[^@:?#]*")
_MISTYPED = re.compile(r"postgres(?:ql)?(?:\+\w+)?(?::|//)|.*\bpassword\s*=|\w+\s*=.*\bdbname\s*=", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_CREDENTIALS = re.compile(r"((?:postgres(?:ql)?|https?)://)[^\"'\n]*@", re.IGNORECASE)
_PASSWORD_OPTION = re.compile(r"((?:ssl)?password\s*=\s*)[^&\s\"']+", re.IGNORECASE)


def is_server(home: str) -> bool:
    """Whether a home is a database on a server, and not a folder."""
    return home.startswith(SERVERS)


def check_home(home: str) -> str:
    """A home as it was given. A connection string that is none is refused: as a folder its name would be a password."""
    if "\0" in home or _SURROGATE.search(home):
        raise InvalidInput(
            "`home` holds a character that no path can have", field="home", hint=say("hint.rename_folder")
        )
    if is_server(home):
        return home
    if not home.strip() or "://" in home or _MISTYPED.match(home):
        raise InvalidInput(
            "`home` must be a folder or a `postgresql://` URL", field="home", hint=say("hint.example_home")
        )
    return home


def shown_url(url: str) -> str:
    """An address as it may be printed: scheme, host, path, and the options that name a database. A folder as it is."""
    if "://" not in url:
        return HIDDEN if _MISTYPED.match(url) else url
    scheme, _, rest = url.partition("://")
    # Up to the last `@`, wherever it stands: a password may hold a `/` or `?` that should have been written as `%2F`.
    place, _, options = rest.rpartition("@")[2].partition("?")
    hosts, slash, path = place.partition("#")[0].partition("/")
    if not (_HOSTS.fullmatch(hosts) and _PATH.fullmatch(path)) or ("@" in rest and "@" not in _netloc(rest)):
        return f"{scheme}://{HIDDEN}"
    kept = [pair for pair in options.split("&") if pair.partition("=")[0] in _SHOWN_OPTIONS]
    return f"{scheme}://{hosts}{slash}{path}" + (f"?{'&'.join(kept)}" if kept and is_server(url) else "")


def without_password(url: str) -> str:
    """A server's address without its password, to be written into a file. What cannot be taken apart is refused."""
    if HIDDEN in shown_url(url):
        raise InvalidInput(
            "the home is not a PostgreSQL URL that can be read",
            field="home",
            hint=say("hint.postgres_url_escaped"),
        )
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    options = [pair for pair in parts.query.split("&") if not _PASSWORD_OPTION.match(pair)]
    end = f"?{'&'.join(options)}" if any(options) else ""
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{hosts}{parts.path}{end}"


def password_line(url: str) -> str:
    """The line of PostgreSQL's password file for a server's address, with PASSWORD where the password goes."""
    parts = urlsplit(url)
    options = dict(pair.partition("=")[::2] for pair in parts.query.split("&"))
    user, _, hosts = parts.netloc.rpartition("@")
    host, port = _FIRST_HOST.match(hosts).groups("")  # type: ignore[union-attr]  # it matches whatever stands there
    named = (
        unquote(options.get("host") or host.strip("[]")) or "localhost",
        options.get("port") or port or "5432",
        unquote(options.get("dbname") or parts.path.strip("/")) or "*",
        unquote(options.get("user") or user.partition(":")[0]) or "*",
    )
    return ":".join([*(part.replace("\\", "\\\\").replace(":", "\\:") for part in named), "PASSWORD"])


def hide_passwords(text: str) -> str:
    """A text without the passwords of the connection strings in it."""
    return _PASSWORD_OPTION.sub(rf"\1{HIDDEN}", _CREDENTIALS.sub(r"\1", text))


def _netloc(rest: str) -> str:
    return re.split(r"[/?#]", rest, maxsplit=1)[0]
