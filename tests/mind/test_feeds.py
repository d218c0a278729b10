"""Feeds are read the same way every time, propose and never decide, and are fetched only where they were named."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import AgentMemory, Config, InvalidInput, ManualClock, Runtime, Source
from perdure.mind.feeds import MAX_BYTES, MAX_LINE, check_feeds, parse
from tests.homes import fresh_id, refused
from tests.models.server import Server, replies, running

CHANGELOG = """# Changelog

## [Unreleased]
- not yet

## [2.1.0](https://example.org) - 2025-12-05
### Added
- Fast mode
### Removed
- `old_call()`

## 2.0.0 (2025-11-02)
- 支持中文
"""
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<item><title>Foo 3 is out</title><link>https://example.org/foo</link><pubDate>Mon, 05 Jan 2026 10:00:00 +0800</pubDate>
<description>&lt;p&gt;It is &lt;b&gt;fast&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>v1.2</title><updated>2026-01-06T00:00:00Z</updated>
<link href="https://example.org/v1.2"/><summary>修复了问题</summary></entry></feed>"""
RELEASES = json.dumps(
    [
        {
            "tag_name": "v1.0",
            "published_at": "2026-01-07T00:00:00Z",
            "body": "x\n- one\n* two",
            "html_url": "https://e.org/1",
        },
        {"tag_name": "v1.1rc1", "published_at": "2026-01-08T00:00:00Z", "prerelease": True},
    ]
)
NVD = json.dumps(
    {
        "vulnerabilities": [
            {"cve": {"id": "CVE-2026-1", "published": "2026-01-09T00:00:00",
                     "descriptions": [{"lang": "es", "value": "malo"}, {"lang": "en", "value": "Foo leaks."}]}}
        ]
    }
)  # fmt: skip
CVE5 = json.dumps(
    {
        "cveMetadata": {"cveId": "CVE-2026-2", "datePublished": "2026-01-10T00:00:00Z"},
        "containers": {"cna": {"title": "Bar breaks"}},
    }
)
KEV = json.dumps(
    {
        "vulnerabilities": [
            {"cveID": "CVE-2026-3", "product": "Baz", "dateAdded": "2026-01-11", "shortDescription": "Baz runs code."}
        ]
    }
)
JSON_FEED = json.dumps(
    {"items": [{"title": "A law", "date_published": "2026-01-12T00:00:00Z", "url": "https://e.org/l"}]}
)
PATCHES = json.dumps(
    {
        "patches": [
            {
                "type": "policy",
                "description": "GDPR 修正",
                "eventDate": "2026-01-13",
                "patch": {"update": [{"old": "a", "new": "b"}]},
            }
        ]
    }
)

READ = {
    "changelog": (CHANGELOG, [
        ("foo 2.1.0", date(2025, 12, 5), ("foo 2.1.0: Added: Fast mode", "foo 2.1.0: Removed: `old_call()`"), None),
        ("foo 2.0.0", date(2025, 11, 2), ("foo 2.0.0: 支持中文",), None),
    ]),
    "rss": (RSS, [("Foo 3 is out", date(2026, 1, 5), ("Foo 3 is out: It is fast .",), "https://example.org/foo")]),
    "atom": (ATOM, [("v1.2", date(2026, 1, 6), ("v1.2: 修复了问题",), "https://example.org/v1.2")]),
    "releases": (RELEASES, [("foo v1.0", date(2026, 1, 7), ("foo v1.0: one", "foo v1.0: two"), "https://e.org/1")]),
    "nvd": (NVD, [("CVE-2026-1", date(2026, 1, 9), ("CVE-2026-1: Foo leaks.",), None)]),
    "cve": (CVE5, [("CVE-2026-2", date(2026, 1, 10), ("CVE-2026-2: Bar breaks",), None)]),
    "kev": (KEV, [("CVE-2026-3", date(2026, 1, 11), ("CVE-2026-3: Baz runs code.",), None)]),
    "json feed": (JSON_FEED, [("A law", date(2026, 1, 12), ("A law",), "https://e.org/l")]),
    "patches": (PATCHES, [("GDPR 修正", date(2026, 1, 13), (), None)]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), READ.values(), ids=READ.keys())
def test_each_form_is_read(text: str, wanted: list[tuple[object, ...]]) -> None:
    assert [(news.title, news.day, news.lines, news.url) for news in parse(text.encode(), "foo")] == wanted


def test_where_a_feed_names_domains_and_edits_they_are_taken_over() -> None:
    [vulnerability], [patch] = parse(KEV.encode(), "cisa"), parse(PATCHES.encode(), "law")
    assert (vulnerability.domains, vulnerability.kind) == (("security", "Baz"), "technology")
    assert (patch.kind, patch.edit) == ("policy", {"update": [{"old": "a", "new": "b"}]})


@pytest.mark.parametrize(
    "bad",
    [
        "", "just words", "{", "[]", "{}", "[1, 2]", "<a>", "<rss/>", "# Changelog\n\nnothing",
        '{"vulnerabilities": [{"cve": 3}]}',
        '<!DOCTYPE x [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(bad: str) -> None:
    with pytest.raises(InvalidInput):
        parse(bad.encode(), "foo")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with suppress(InvalidInput):
        assert parse(data, "foo")


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["cve", "id", "tag_name", "type", "kind", "description", "descriptions", "title", "items", "body"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSONS)
def test_no_json_breaks_the_reader(shape: object) -> None:
    with suppress(InvalidInput):
        for news in parse(json.dumps(shape).encode(), "foo"):
            assert all(len(line) <= MAX_LINE for line in news.lines)


@pytest.mark.parametrize(
    "place",
    [
        "ftp://e.org/x", "http://169.254.169.254/latest", "http://metadata.google.internal/", "https://u:p@e.org/",
        "https://", " ", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_places_that_must_not_be_asked_are_refused(place: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        check_feeds({"x": place})
    assert "p@e" not in bad.value.message


async def test_news_wait_for_a_person_and_are_proposed_once(luna: AgentMemory, tmp_path: Path) -> None:
    file = tmp_path / "CHANGELOG.md"
    file.write_text(CHANGELOG, encoding="utf-8")
    [report] = await luna.patches.read_feeds({"foo": str(file)})
    assert (report.told, report.proposed, report.known, report.problem) == (
        2,
        ("patch:technology:foo_2.1.0", "patch:technology:foo_2.0.0"),
        0,
        None,
    )
    assert await luna.patches.list() == []
    assert (await luna.patches.preview(cutoff="2020")).lines == ()
    waiting = {entry.item.key: entry.item for entry in await luna.review.list()}
    new = waiting["patch:technology:foo_2.1.0"]
    assert (new.source, new.confidence, new.value["source"]) == (
        Source.OUTSIDE,
        0.3,
        {"type": "api", "provided_by": "foo"},
    )
    assert new.evidence[0].document_id == "feed:foo"
    await luna.review.accept(new.id)
    await luna.review.reject(waiting["patch:technology:foo_2.0.0"].id)
    assert [line.text for line in (await luna.patches.preview(cutoff="2025")).lines] == [
        "2025-12-05 foo 2.1.0: Added: Fast mode",
        "2025-12-05 foo 2.1.0: Removed: `old_call()`",
    ]
    # Whatever was decided, it is not proposed again; news are.
    [again] = await luna.patches.read_feeds({"foo": str(file)})
    assert (again.proposed, again.known) == ((), 2)
    file.write_text(CHANGELOG + "\n## 3.0.0 - 2025-12-30\n- New\n", encoding="utf-8")
    [more] = await luna.patches.read_feeds({"foo": str(file)}, since="2025-11-02")
    assert (more.told, more.proposed, more.known) == (3, ("patch:technology:foo_3.0.0",), 1)
    [few] = await luna.patches.read_feeds({"foo": str(file)}, limit=1)
    assert (few.proposed, few.known) == ((), 1)


async def test_private_text_in_a_feed_is_masked(luna: AgentMemory, tmp_path: Path) -> None:
    (tmp_path / "f.md").write_text("## 1.0 - 2026-01-01\n- Write to ann@example.com\n", encoding="utf-8")
    await luna.patches.read_feeds({"foo": str(tmp_path / "f.md")})
    [entry] = await luna.review.list()
    assert "ann@example.com" not in f"{entry.item.content}{entry.item.value}"


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as started:
        yield started


async def test_an_address_is_fetched_and_a_dead_feed_stops_no_other(
    busy_home: str, clock: ManualClock, server: Server, tmp_path: Path
) -> None:
    server.plays(replies(200, RSS.encode()))
    feeds = {"gone": str(tmp_path / "no such file"), "web": f"{server.url}/feed.xml?page=1"}
    async with Runtime(busy_home, clock=clock, config=Config(feeds=feeds)) as runtime:
        luna = await runtime.agent(fresh_id())
        assert server.requests == []  # nothing is fetched by opening an agent
        gone, web = await luna.patches.read_feeds()
        assert (gone.problem, web.proposed) == (
            "the file cannot be read (`FileNotFoundError`)",
            ("patch:technology:foo_3_is_out",),
        )
        assert [(request.method, request.path) for request in server.requests] == [("GET", "/feed.xml?page=1")]
        [entry] = await luna.review.list()
        assert entry.item.evidence[0].url == "https://example.org/foo"


@pytest.mark.parametrize("status", [404, 500, 302])
async def test_a_server_that_answers_badly_is_reported_without_its_address(
    luna: AgentMemory, server: Server, status: int
) -> None:
    server.plays(replies(status, b"secret", Location="http://127.0.0.1:9/elsewhere"))
    [report] = await luna.patches.read_feeds({"web": f"{server.url}/x"})
    assert report.problem is not None
    assert "127.0.0.1" not in report.problem
    assert "secret" not in report.problem
    assert report.proposed == ()
    assert len(server.requests) == 1


async def test_a_feed_that_is_too_large_is_not_read(luna: AgentMemory, server: Server, tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * (MAX_BYTES + 1))
    server.plays(replies(200, b"x" * (MAX_BYTES + 1)))
    reports = await luna.patches.read_feeds({"file": str(tmp_path / "big"), "web": server.url})
    assert ["larger" in (report.problem or "") for report in reports] == [True, True]


async def test_only_regular_files_are_read(luna: AgentMemory, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "good").write_text(CHANGELOG, encoding="utf-8")
    (tmp_path / "to good").symlink_to(tmp_path / "good")
    places = [
        *(str(tmp_path / name) for name in ("pipe", "folder", "link")),
        "/dev/zero",
        "/dev/tty",
        "a\0b",
        "x" * 9_999,
    ]
    reports = await luna.patches.read_feeds({f"f{n}": place for n, place in enumerate(places)})
    assert [(report.problem or "").startswith("the file cannot be read") for report in reports] == [True] * len(places)
    assert [report.problem for report in reports[:1]] == ["the file cannot be read: it is not a regular file"]
    [report] = await luna.patches.read_feeds({"good": str(tmp_path / "to good")})
    assert report.told == 2


async def test_what_opens_a_feed_is_not_kept_as_its_evidence(luna: AgentMemory, server: Server) -> None:
    server.plays(replies(200, CHANGELOG.encode()))
    await luna.patches.read_feeds({"web": f"{server.url}/CHANGES?token=s3cret-t0ken"})
    kept = [f"{entry.item.value}{entry.item.evidence}" for entry in await luna.review.list()]
    assert kept
    assert all("/CHANGES" in text and "s3cret" not in text for text in kept)


async def test_bad_requests_are_refused(luna: AgentMemory) -> None:
    for call in (
        luna.patches.read_feeds({"x": "ftp://e.org"}),
        luna.patches.read_feeds({"": "x"}),
        luna.patches.read_feeds({}, since="soon"),
        luna.patches.read_feeds({}, limit=0),
    ):
        assert isinstance(await refused(luna, call), InvalidInput)


async def test_without_configuration_nothing_is_read(luna: AgentMemory) -> None:
    assert await luna.patches.read_feeds() == []
