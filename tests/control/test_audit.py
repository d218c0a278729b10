"""The health of a memory: each thing wrong with it is found once, with the command that fixes it."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock
from perdure.control.audit import CHECKS
from perdure.control.audit_page import as_page
from perdure.testing.stores import add_item, add_record
from perdure.values import Evidence, Grade

OLD = timedelta(days=200)


def note(text: str, **more: object) -> Candidate:
    return Candidate("notes", {"text": text}, **more)


async def _sick(luna: AgentMemory, clock: ManualClock) -> None:
    """A memory with one thing wrong of each kind, and some that is well."""
    await luna.upsert_recall(note("The boiler was serviced."))
    clock.advance(OLD)
    await luna.upsert_recall(note("haha 好的"))
    for text in ("The spare key is with Ann.", "备用钥匙在小安那里。", "the SPARE key is with Ann"):
        await luna.upsert_recall(note(text))
    ids = [(await luna.upsert_recall(note(f"Tower {n} stands."))).outcomes[0].item_id or "" for n in (1, 2)]
    await luna.port.write("main", lambda tx: tx.links.add(*ids))
    fact = {"subject": "Kest", "predicate": "capital", "value": "Dunmo"}
    await luna.upsert_recall(Candidate("facts", fact))
    await luna.upsert_recall(Candidate("facts", {**fact, "value": "Zorr"}, source="tool"))
    await luna.upsert_recall(Candidate("facts", {**fact, "predicate": "story", "value": "long " * 300}))
    session = await luna.start_session("loop")

    def plant(tx: object) -> None:
        tx.past.drop_evidence(add_item(tx, "note:x:1", "nothing behind it"))  # type: ignore[arg-type,attr-defined]
        add_item(tx, "note:x:2", "the password is hunter2hunter2", [Evidence(add_record(tx, "x"), 0, 1)])  # type: ignore[arg-type]
        add_item(tx, "note:x:3", "likely so", [Evidence(add_record(tx, "y"), 0, 1)], grade=Grade.PROVISIONAL)  # type: ignore[arg-type]
        tx.injected.add("loop", ["Ann likes the sea."])  # type: ignore[attr-defined]

    await luna.port.write("main", plant)
    said = await luna.commit_turn(session, [Event.assistant("Ann likes the sea.")], learn=False)
    proof = Evidence(said.records[0], 0, len("Ann likes the sea."))
    await luna.upsert_recall(note("Ann likes the sea.", source="inference", evidence=[proof]))


async def test_each_kind_of_trouble_is_found_with_the_command_that_fixes_it(
    luna: AgentMemory, clock: ManualClock
) -> None:
    await _sick(luna, clock)
    report = await luna.audit.report()
    assert report.counts == dict.fromkeys(CHECKS, 1), report.as_json()["findings"]
    assert 0 < report.sound < 1
    by_check = {finding.check: finding for finding in report.findings}
    assert [finding.check for finding in report.findings] == list(CHECKS)
    assert "hunter2" not in str(report.as_json())
    assert by_check["duplicate"].items[-1].content in ("The spare key is with Ann.", "the SPARE key is with Ann")
    assert all(finding.fix.startswith("perdure ") and finding.detail for finding in report.findings)
    assert sum(report.figures["type"].values()) == report.active
    assert (await luna.audit.report(scope="peer:a")).active == 0


async def test_a_sound_memory_has_no_findings(luna: AgentMemory) -> None:
    session = await luna.start_session()
    for said in ("I live in Leeds.", "我喜欢喝茶。", "Never book flights without asking me."):
        await luna.commit_turn(session, [Event.user(said)])
    report = await luna.audit.report()
    assert (report.findings, report.sound) == ((), 1.0)
    assert "Nothing was found" in as_page(report)


class _Page(HTMLParser):
    """Every tag and every address of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "data", "action")]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_page_has_charts_and_commands_and_loads_nothing(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    await _sick(luna, clock)
    await luna.upsert_recall(note("<script>alert(1)</script> 好的"))
    await luna.upsert_recall(note("<script>alert(1)</script>  好的"))
    page = _Page()
    text = as_page(await luna.audit.report(), language)
    page.feed(text)
    assert page.tags.count("svg") >= 5
    assert "script" not in page.tags
    assert page.links == []
    assert not re.search(r"https?://|url\(|@import", text)
    assert "default-src 'none'" in text
    assert "hunter2" not in text
    assert ("健康" in text) == (language == "zh")
