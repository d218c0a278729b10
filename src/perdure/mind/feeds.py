"""News of the world from files and addresses that the user configured: changelogs, release notes, CVE lists, RSS.

Read by rules, the same way every time. What comes of it is only proposed: a person decides. Nothing is fetched that was
not named.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from xml.etree import ElementTree

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.mind.cutoffs import as_day
from perdure.parsing import read_json
from perdure.types.patches import TYPE
from perdure.urls import shown_url
from perdure.values import JSON, Candidate, Evidence, Source, check_count, check_name

MAX_BYTES = 4 << 20
MAX_NEWS = 200
"""Of one feed, the newest."""
MAX_LINES, MAX_LINE = 8, 300
TIMEOUT = 20.0
"""Seconds for all of a feed, however it comes."""
KINDS = ("technology", "policy", "event", "correction")

_HEADING = re.compile(r"^#{1,3}\s*\[?v?(?P<version>\d+(?:\.\d+)+[\w.+-]*)\]?(?:\([^)\s]*\))?(?P<rest>[^\n]*)$")
_SUBHEADING = re.compile(r"^#{2,4}\s*(?P<name>[^\n\d]{2,40})$")
_BULLET = re.compile(r"^\s{0,3}[-*+]\s+(?P<text>\S[^\n]*)$")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_TAG = re.compile(r"<[^<>]{0,500}>")
_ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True, slots=True)
class News:
    """One thing that a feed tells."""

    title: str
    day: date | None
    lines: tuple[str, ...]
    url: str | None = None
    kind: str = "technology"
    domains: tuple[str, ...] = ()
    edit: Mapping[str, JSON] | None = None
    """Where the feed holds patches in our own form: what they change."""


@dataclass(frozen=True, slots=True)
class FeedReport:
    """What came of one feed: how much it told, what was proposed, and what kept us from reading it, if anything did."""

    name: str
    told: int = 0
    proposed: tuple[str, ...] = ()
    known: int = 0
    problem: str | None = None

    def as_json(self) -> dict[str, JSON]:
        return {
            "name": self.name,
            "told": self.told,
            "proposed": list(self.proposed),
            "known": self.known,
            "problem": self.problem,
        }


def check_feeds(feeds: Mapping[str, Any]) -> dict[str, str]:
    """Names and places as they may be read: a file, or an address that our rules for servers allow."""
    if not isinstance(feeds, Mapping):
        raise InvalidInput(f"`feeds` must be names with places: got {type(feeds).__name__}", field="feeds")
    checked: dict[str, str] = {}
    for name, place in feeds.items():
        check_name(name, "feeds")
        if not isinstance(place, str) or not place.strip():
            raise InvalidInput("a feed needs a file or an address", field="feeds", hint='{"python": "CHANGELOG.md"}')
        if is_address(place):
            _check_address(place)
        elif "://" in place:
            raise InvalidInput("a feed is a file, or begins with `http://` or `https://`", field="feeds")
        checked[name] = place.strip()
    return checked


def check_reading(feeds: Mapping[str, str], since: date | str | None, limit: int) -> tuple[dict[str, str], date | None]:
    """What is asked of the feeds: which of them, and since when. Of each at most so many."""
    check_count(limit, "limit", MAX_NEWS)
    return check_feeds(feeds), None if since is None else as_day(since, "since")


def is_address(place: str) -> bool:
    return place.strip().lower().startswith(("http://", "https://"))


def _check_address(place: str) -> None:
    from perdure.models.address import check_base_url

    try:
        parts = urlsplit(place)
    except ValueError:
        raise InvalidInput("a feed's address is not a URL", field="feeds") from None
    try:
        check_base_url(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")))
    except InvalidInput as bad:
        raise InvalidInput(bad.message.replace("`base_url`", "a feed's address"), field="feeds") from None


async def read_feed(place: str) -> bytes:
    """The bytes of a feed. Raises `InvalidInput` with what is wrong, without the address."""
    if is_address(place):
        return await _fetch(place)
    return await asyncio.to_thread(_read_file, place)


def _read_file(place: str) -> bytes:
    try:
        # Without waiting: to open a pipe that nobody writes to would last for ever.
        handle = os.open(Path(place).expanduser(), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise InvalidInput("the file cannot be read: it is not a regular file", field="feeds")
            data = file.read(MAX_BYTES + 1)
    except (OSError, RuntimeError, ValueError) as error:  # no such file, no home folder behind `~`, or no name at all
        raise InvalidInput(f"the file cannot be read (`{type(error).__name__}`)", field="feeds") from None
    if len(data) > MAX_BYTES:
        raise InvalidInput(f"the file is larger than {MAX_BYTES:,} bytes", field="feeds")
    return data


async def _fetch(url: str) -> bytes:
    """One request, no redirects, nothing but the host that was named."""
    from perdure.models.extra import need

    need("httpx2", "llm")
    from perdure.models.fault import Fault, bad_status
    from perdure.models.guard import Limits
    from perdure.models.quiet import quiet
    from perdure.models.wire import fault_of, open_client

    _check_address(url)
    client = open_client(url, Limits(max_reply_bytes=MAX_BYTES))
    fault: Fault | None = None
    try:
        with quiet():
            async with asyncio.timeout(TIMEOUT):
                response = await client.get(url)
            if response.is_success:
                return response.content
            fault = bad_status(response.status_code)
    except TimeoutError:
        fault = Fault(f"no whole answer within {TIMEOUT:.3g} s")
    except Exception as error:  # noqa: BLE001 - whatever a socket comes up with; its text may hold the address
        fault = fault_of(error)
    finally:
        await client.aclose()
    raise InvalidInput(f"the feed cannot be read: {fault.reason}", field="feeds")


def parse(data: bytes, name: str) -> list[News]:
    """What a feed tells, the newest first. `name` stands for the product where the feed does not name it."""
    text = data.decode("utf-8-sig", errors="replace").lstrip()
    if text.startswith(("{", "[")) and not _HEADING.match(text):
        found = list(_from_json(text, name))
    elif text.startswith("<"):
        found = list(_from_xml(text, name))
    else:
        found = list(_from_changelog(text, name))
    if not found:
        raise InvalidInput(
            "the feed has no readable entries",
            field="feeds",
            hint=say("hint.feed_formats"),
        )
    return sorted(found, key=lambda news: news.day or date.min, reverse=True)[:MAX_NEWS]


def candidate(news: News, name: str, place: str) -> Candidate:
    """A patch to be proposed. It comes from outside, so it waits for a person."""
    where = news.url or (shown_url(place) if is_address(place) else None)  # what opens it is nobody's evidence
    value: dict[str, JSON] = {
        "type": news.kind,
        "description": news.title,
        "event_date": None if news.day is None else news.day.isoformat(),
        "affected_domains": list(news.domains or (name,)),
        "patch": news.edit or {"add": list(news.lines or (news.title,))},
        "source": {"type": "api", "url": where, "provided_by": name},
    }
    evidence = Evidence(url=where) if where else Evidence(document_id=f"feed:{name}")
    return Candidate(TYPE.name, value, source=Source.OUTSIDE, evidence=(evidence,))


# JSON


def _from_json(text: str, name: str) -> Iterator[News]:
    try:
        shape = read_json(text)
    except ValueError:
        raise InvalidInput("the feed is not valid JSON", field="feeds") from None
    for key in ("patches", "vulnerabilities", "items", "releases"):
        shape = _several(_mapping(shape).get(key)) or shape
    for one in shape if isinstance(shape, list) else [shape]:
        news = _one(_mapping(one), name)
        if news is not None:
            yield news


def _one(one: Mapping[str, Any], name: str) -> News | None:
    """One entry, by the fields that only its form has."""
    if "tag_name" in one:
        return _release(one, name)
    if "cveMetadata" in one or "cve" in one or "cveID" in one:
        return _vulnerability(one)
    kind = one.get("type", one.get("kind"))
    if kind in KINDS and one.get("description"):
        edit = one.get("patch")
        return News(
            title=_short(one["description"]),
            day=_day(one.get("event_date", one.get("eventDate"))),
            lines=(),
            url=_text(one.get("url")) or None,
            kind=kind,
            domains=tuple(map(_short, _several(one.get("affected_domains") or one.get("affectedDomains")))),
            edit=edit if isinstance(edit, Mapping) else None,
        )
    if one.get("title"):
        said = _text(one.get("summary") or one.get("content_text") or one.get("content_html"))
        return _titled(_text(one["title"]), said, _day(one.get("date_published")), _text(one.get("url")))
    return None


def _release(one: Mapping[str, Any], name: str) -> News | None:
    if one.get("draft") or one.get("prerelease"):
        return None
    version = _short(one["tag_name"])
    bullets = [m["text"] for line in str(one.get("body") or "").splitlines() if (m := _BULLET.match(line))]
    return News(
        title=f"{name} {version}",
        day=_day(one.get("published_at")),
        lines=_lines(f"{name} {version}", bullets),
        url=_text(one.get("html_url")) or None,
    )


def _vulnerability(one: Mapping[str, Any]) -> News | None:
    """Of the CVE programme, the NVD, or the list of those that are exploited."""
    about = _mapping(one.get("cve")) or one
    meta, container = _mapping(about.get("cveMetadata")), _mapping(_mapping(about.get("containers")).get("cna"))
    number = _text(about.get("id") or about.get("cveID") or meta.get("cveId"))
    texts = map(_mapping, _several(about.get("descriptions") or container.get("descriptions")))
    said = next((_text(t.get("value")) for t in texts if str(t.get("lang", "en")).startswith("en")), "")
    said = said or _text(about.get("shortDescription") or container.get("title"))
    day = _day(about.get("published") or about.get("dateAdded") or meta.get("datePublished"))
    product = _short(about.get("product") or "")
    return _titled(number, said, day, "", ("security", *((product,) if product else ()))) if number else None


# XML


def _from_xml(text: str, name: str) -> Iterator[News]:
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise InvalidInput("the feed declares entities of its own, which are not read", field="feeds")
    try:
        root = ElementTree.fromstring(text)  # without a DOCTYPE there is nothing to expand
    except ElementTree.ParseError:
        raise InvalidInput("the feed is not valid XML", field="feeds") from None
    for item in (*root.iter("item"), *root.iter(f"{_ATOM}entry")):
        link = item.find(f"{_ATOM}link")
        title = _child(item, "title")
        if title:
            yield _titled(
                title,
                _child(item, "description") or _child(item, "summary"),
                _day(_child(item, "pubDate") or _child(item, "published") or _child(item, "updated")),
                _child(item, "link") or ("" if link is None else link.get("href", "")),
            )


def _child(item: ElementTree.Element, name: str) -> str:
    found = item.find(name)
    found = item.find(_ATOM + name) if found is None else found
    return "" if found is None else _text("".join(found.itertext()))


# Markdown


def _from_changelog(text: str, name: str) -> Iterator[News]:
    """Sections of a version with a date, and the bullets under them; a heading such as `Removed` goes with its own."""
    version, day, bullets, under = "", None, list[str](), ""
    for line in [*text.splitlines(), "# 0.0"]:
        if heading := _HEADING.match(line):
            if version and bullets:
                yield News(f"{name} {version}", day, _lines(f"{name} {version}", bullets))
            version, bullets, under = heading["version"], [], ""
            found = _DAY.search(heading["rest"])
            day = _day(found.group()) if found else None
        elif sub := _SUBHEADING.match(line):
            under = sub["name"].strip()
        elif version and (bullet := _BULLET.match(line)):
            bullets.append(f"{under}: {bullet['text']}" if under else bullet["text"])


# what they share


def _titled(title: str, said: str, day: date | None, url: str, domains: tuple[str, ...] = ()) -> News:
    line = title if not said or said == title else f"{title}: {said}"
    return News(_short(title), day, (_short(line),), url or None, domains=domains)


def _lines(title: str, bullets: Sequence[str]) -> tuple[str, ...]:
    return tuple(_short(f"{title}: {bullet}") for bullet in bullets[:MAX_LINES]) or (title,)


def _mapping(given: object) -> Mapping[str, Any]:
    return given if isinstance(given, Mapping) else {}


def _several(given: object) -> Sequence[Any]:
    return given if isinstance(given, list) else ()


def _short(text: object) -> str:
    plain = _text(text)
    return plain if len(plain) <= MAX_LINE else plain[: MAX_LINE - 1].rstrip() + "…"


def _text(given: object) -> str:
    """Plain text on one line: no tags, no entities, nothing that cannot be kept."""
    if not isinstance(given, str | int | float):
        return ""
    return " ".join(html.unescape(_TAG.sub(" ", str(given).replace("\x00", " "))).split())


def _day(given: object) -> date | None:
    text = _text(given)
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(text).astimezone(UTC).date()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None  # a day that cannot be read is a day that is not known
