"""Everything that came from one source can be undone, as if it had never been heard."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from perdure import AgentMemory, Candidate, Event, InvalidInput, ManualClock, Runtime
from perdure.values import Evidence, Source

State = dict[tuple[str, str], object]


async def state(memory: AgentMemory) -> State:
    """What holds and what waits: keys, values and statuses."""
    held = [*await memory.items(limit=100_000), *await memory.items(status="pending", limit=100_000)]
    return {(item.key, item.status.value): _plain(item.value) for item in held}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return sorted((_plain(v) for v in value), key=str)
    return value


async def tell(memory: AgentMemory, session: str, *texts: str) -> None:
    await memory.start_session(session)
    for text in texts:
        await memory.commit_turn(session, [Event.user(text)])


EN = ("I live in Leeds.", "I love tea.", "My sister Ann is a doctor.", "Never book flights without asking me.")
ZH = ("我住在杭州。", "我喜欢喝茶。", "我妹妹叫小琪。", "以后不要用表情符号。")
BAD_EN = ("I moved to Porto.", "I hate tea.", "I work for Acme.", "My sister's name is Ann.", "I'm allergic to nuts.")
BAD_ZH = ("我搬到深圳了。", "我不喜欢喝茶。", "我在腾讯上班。", "我妹妹叫小琪。", "我对花生过敏。")
LATER_EN = ("I love jazz.", "I'm a nurse.", "I speak Polish.")
LATER_ZH = ("我喜欢爬山。", "我是护士。", "我会说粤语。")


@pytest.mark.parametrize(("before", "bad", "after"), [(EN, BAD_EN, LATER_EN), (ZH, BAD_ZH, LATER_ZH)], ids=["en", "zh"])
async def test_undoing_a_session_leaves_what_there_would_be_without_it(
    luna: AgentMemory, runtime: Runtime, before: Sequence[str], bad: Sequence[str], after: Sequence[str]
) -> None:
    clean = await runtime.agent(f"{luna.id}-clean")
    for memory in (luna, clean):
        await tell(memory, "good", *before)
    await tell(luna, "bad", *bad)
    for memory in (luna, clean):
        await tell(memory, "good", *after)
    assert await state(luna) != await state(clean)
    shown = await luna.review.undo_source("session:bad")
    assert shown.gone
    assert shown.back
    assert await state(luna) != await state(clean)  # it was only shown
    assert (await luna.review.undo_source("session:bad", dry_run=False)).as_json() == shown.as_json()
    assert await state(luna) == await state(clean)
    assert not await luna.review.undo_source("session:bad")  # nothing is left to undo


async def test_what_was_denied_by_the_source_holds_again(luna: AgentMemory) -> None:
    await tell(luna, "good", "I like jazz.", "My favourite colour is green.")
    before = await state(luna)
    await tell(luna, "bad", "Forget that I like jazz.", "My favourite colour is grey.")
    assert await state(luna) != before
    await luna.review.undo_source("session:bad", dry_run=False)
    assert await state(luna) == before


async def test_what_a_later_word_replaced_stays_replaced(luna: AgentMemory) -> None:
    await tell(luna, "good", "My favourite colour is green.")
    await tell(luna, "bad", "My favourite colour is grey.")
    await tell(luna, "good", "My favourite colour is blue.")
    await luna.review.undo_source("session:bad", dry_run=False)
    versions = await luna.items(key="pref:other:favourite_colour", status=None)
    assert {item.value["value"]: item.status.value for item in versions} == {
        "green": "superseded",
        "grey": "retracted",
        "blue": "active",
    }


async def test_a_confirmation_by_the_source_is_taken_back(luna: AgentMemory) -> None:
    await tell(luna, "good", "I like jazz.")
    [before] = await luna.items("preferences")
    await tell(luna, "bad", "I like jazz.")
    await luna.review.undo_source("session:bad", dry_run=False)
    [after] = await luna.items("preferences")
    assert (after.confidence, len(after.evidence)) == (before.confidence, len(before.evidence))


@pytest.mark.parametrize("kind", ["url", "document", "source", "tool", "record"])
async def test_a_source_may_be_a_document_an_address_a_tool_a_record_or_a_kind(luna: AgentMemory, kind: str) -> None:
    good = Candidate("facts", {"subject": "Kest", "predicate": "capital", "value": "Dunmo"}, source=Source.TOOL)
    await luna.upsert_recall(good)
    before = await state(luna)
    session = await luna.start_session("web")
    tool = Event.tool("web_fetch", {"url": "https://example.net"}, {"text": "The capital of Kest is Zorr."})
    record = (await luna.commit_turn(session, [tool], learn=False)).records[0]
    evidence = {
        "url": Evidence(url="https://example.net"),
        "document": Evidence(document_id="d1"),
        "source": Evidence(record_id=record),
        "tool": Evidence(record_id=record),
        "record": Evidence(record_id=record),
    }[kind]
    source = Source.OUTSIDE if kind == "source" else Source.TOOL
    for subject in ("Kest", "Orra"):
        value = {"subject": subject, "predicate": "capital", "value": "Zorr"}
        await luna.upsert_recall(Candidate("facts", value, source=source, evidence=(evidence,)))
    names = {"url": "https://example.net", "document": "d1", "source": "outside", "tool": "web_fetch", "record": record}
    assert await state(luna) != before
    await luna.review.undo_source(f"{kind}:{names[kind]}", dry_run=False)
    assert await state(luna) == before


async def test_only_what_came_since_then(luna: AgentMemory, clock: ManualClock) -> None:
    from datetime import timedelta

    await tell(luna, "s", "I like jazz.")
    clock.advance(timedelta(days=1))
    noon = clock.now()
    await tell(luna, "s", "I like tea.")
    await luna.review.undo_source("session:s", since=noon, dry_run=False)
    assert [item.key for item in await luna.items("preferences")] == ["pref:other:jazz"]


async def test_one_percent_of_poison_leaves_no_trace(sqlite_runtime: Runtime) -> None:
    """1,000 items of many sessions, 1 % of them from one source that also contradicts the others."""
    random.seed(4)
    poisoned, clean = await sqlite_runtime.agent("poisoned"), await sqlite_runtime.agent("clean")
    statements = [f"The capital of Country{n} is City{n}." for n in range(990)]
    bad = [f"The capital of Country{n} is Trap{n}." for n in random.sample(range(990), 5)]
    bad += [f"The capital of Nowhere{n} is Trap{n}." for n in range(5)]
    for memory in (poisoned, clean):
        session = await memory.start_session("good")
        turns = [[Event.user(text)] for text in statements]
        if memory is poisoned:
            await memory.commit_turns(session, turns[:500])
            await memory.commit_turns(await memory.start_session("bad"), [[Event.user(text)] for text in bad])
            await memory.commit_turns(session, turns[500:])
        else:
            await memory.commit_turns(session, turns)
    undone = await poisoned.review.undo_source("session:bad", dry_run=False)
    assert len(undone.gone) >= 9
    assert await state(poisoned) == await state(clean)
    assert not [finding for finding in await poisoned.check() if not finding.ok]


async def test_what_holds_again_is_found_again(luna: AgentMemory) -> None:
    await tell(luna, "good", "My favourite colour is green.")
    await tell(luna, "bad", "My favourite colour is grey.")
    await luna.review.undo_source("session:bad", dry_run=False)
    [hit, *_] = await luna.search_memory("what is my favourite colour")
    assert hit.item.value["value"] == "green"


@pytest.mark.parametrize("source", ["", "web", "tool:", "source:nobody", "agent:x"])
async def test_a_source_that_is_none_is_refused(luna: AgentMemory, source: str) -> None:
    with pytest.raises(InvalidInput):
        await luna.review.undo_source(source)


def test_the_command_shows_first_and_does_it_when_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from perdure import Memory
    from perdure.cli.main import main

    home = str(tmp_path / "home")
    with Memory.open("luna", home, embedder="none") as memory:
        memory.commit_turn(memory.start_session("good"), [Event.user("我住在杭州。")])
        memory.commit_turn(memory.start_session("bad"), [Event.user("我搬到深圳了。")])
    for yes, city in (([], "深圳"), (["--yes"], "杭州")):
        assert main(["undo", "--source", "session:bad", "--json", "--home", home, "--agent", "luna", *yes]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["dry_run"] is not bool(yes)
        assert len(told["gone"]) == len(told["back"]) == 1
        with Memory.open("luna", home, embedder="none") as memory:
            [profile] = memory.items("profile")
            assert [fact["v"] for fact in profile.value["facts"]] == [city]
