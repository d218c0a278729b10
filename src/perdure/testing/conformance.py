"""What every home must do, as a pytest class over the public verbs. Point `home` at yours and run it:

    from perdure.testing.conformance import Conformance

    class TestMine(Conformance):
        @pytest.fixture
        def home(self, tmp_path):
            return str(tmp_path)          # a folder, or a PostgreSQL URL

Each test uses an agent of its own, so a home may be shared between tests and may hold other agents.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from perdure import (
    Attachment,
    Candidate,
    Conflict,
    Event,
    Evidence,
    InvalidInput,
    ManualClock,
    Memory,
    NotFound,
    PerdureError,
    Role,
    Runtime,
    Session,
    Source,
    Status,
    Target,
)
from perdure.testing.transcript import Transcript

try:
    import pytest
except ImportError as missing:
    raise ImportError("the conformance suite runs under pytest: run `pip install pytest`") from missing

DAY = timedelta(days=1)
TRICKY = (
    "plain",
    "  spaces kept  ",
    "two\nlines\r\nand\ttabs",
    "中文和 English 混排，全角：ＡＢＣ",
    "emoji 👩‍👩‍👧 and é (combining e\u0301)",
    "right to left: שלום",
    "quotes ' \" ` \\ % _ * ; -- /* :name $1 ?",
    "\ufeff\ufffd\u0001\u007f",
    "x" * 100_000,
)

_RUN = secrets.token_hex(4)
_numbers = count(1)


def fact(predicate: str, value: str, **more: Any) -> Candidate:
    """A candidate of the plainest type."""
    return Candidate("facts", {"predicate": predicate, "value": value}, **more)


class Conformance:
    """The promises of a memory, each tested through the verbs a caller has."""

    @pytest.fixture
    def home(self) -> str:
        """Override this: where memory is to live."""
        raise NotImplementedError("override the fixture `home`")

    @pytest.fixture
    def clock(self) -> ManualClock:
        return ManualClock()

    @pytest.fixture
    def open(self, home: str, clock: ManualClock) -> Iterator[Callable[..., Memory]]:
        """Opens agents by name; the same name is the same agent. All are closed when the test ends."""
        run = f"{_RUN}-{next(_numbers)}"
        with ExitStack() as opened:
            yield lambda name="luna": opened.enter_context(Memory.open(f"{name} {run}", home, clock=clock))

    @pytest.fixture
    def luna(self, open: Callable[..., Memory]) -> Memory:
        return open()

    # the archive

    def test_a_turn_comes_back_word_for_word(self, luna: Memory, clock: ManualClock) -> None:
        session = luna.start_session("s", kind="chat")
        said = datetime(2020, 2, 29, 12, 30, 15, 123456, tzinfo=UTC)
        image = Attachment("a/b.png", b"\x00\xff" * 500, "image/png", expires_at=clock.now() + DAY)
        receipt = luna.commit_turn(
            session,
            [
                Event.user("hello", speaker="Ann", tags=["topic:x", "重要"], timestamp=said),
                Event.assistant("hi"),
                Event.tool("search", {"q": "猫", "n": [1, 2.5, None, True]}, {"hits": {"a": "\x01"}}),
                Event.tool("quiet"),
                Event.system("be brief", content_ref="file:///log#1"),
                Event.user("", attachments=[image, Attachment("empty", b"")]),
            ],
        )
        records = luna.archive.records("s")
        assert [record.id for record in records] == list(receipt.records)
        assert [record.sequence for record in records] == sorted({record.sequence for record in records})
        assert [(r.role, r.content, r.turn_id, r.session_id, r.scope) for r in records] == [
            (Role.USER, "hello", 1, "s", "main"),
            (Role.ASSISTANT, "hi", 1, "s", "main"),
            (Role.TOOL, '{"hits": {"a": "\\u0001"}}', 1, "s", "main"),
            (Role.TOOL, "", 1, "s", "main"),
            (Role.SYSTEM, "be brief", 1, "s", "main"),
            (Role.USER, "", 1, "s", "main"),
        ]
        assert [r.timestamp for r in records] == [said, *[clock.now()] * 5]
        assert (records[0].speaker, records[0].tags) == ("Ann", ("topic:x", "重要"))
        assert (records[2].name, records[2].arguments, records[2].result) == (
            "search",
            {"q": "猫", "n": [1, 2.5, None, True]},
            {"hits": {"a": "\x01"}},
        )
        assert records[4].content_ref == "file:///log#1"
        assert [(f.name, f.media_type, f.size, f.expires_at) for f in records[5].attachments] == [
            ("a/b.png", "image/png", 1000, clock.now() + DAY),
            ("empty", "application/octet-stream", 0, None),
        ]
        assert [luna.archive.attachment(f.id) for f in records[5].attachments] == [
            (records[5].attachments[0], image.data),
            (records[5].attachments[1], b""),
        ]
        assert luna.archive.record(records[0].id) == records[0]

    def test_any_text_is_kept_exactly(self, luna: Memory) -> None:
        luna.start_session("s")
        luna.commit_turns("s", [[Event.user(text)] for text in TRICKY])
        assert [record.content for record in luna.archive.records("s")] == list(TRICKY)
        for text in TRICKY:
            luna.upsert_recall(Candidate("notes", {"text": text}, content=text))
        assert [item.content for item in luna.items()][::-1] == [text.strip() for text in TRICKY]

    def test_records_are_read_on_from_the_last_one_seen(self, luna: Memory) -> None:
        luna.start_session("s")
        luna.commit_turns("s", [[Event.user(str(n))] for n in range(7)])
        seen: list[str | None] = []
        after = 0
        while page := luna.archive.records("s", after=after, limit=3):
            seen += [record.content for record in page]
            after = page[-1].sequence
        assert seen == ["0", "1", "2", "3", "4", "5", "6"]

    def test_order_is_the_order_of_writing_whatever_the_clock_says(self, luna: Memory, clock: ManualClock) -> None:
        luna.start_session("s")
        for text in ("first", "second", "third"):
            luna.commit_turn("s", [Event.user(text)])
            clock.advance(-DAY)
        assert [record.content for record in luna.archive.records("s")] == ["first", "second", "third"]
        assert all(finding.ok for finding in luna.check())

    def test_many_turns_are_kept_together_or_not_at_all(self, luna: Memory) -> None:
        luna.start_session("s")
        with pytest.raises(InvalidInput):
            luna.commit_turns("s", [[Event.user("good")], [Event.user(" ")]])
        assert luna.archive.records("s") == []
        receipts = luna.commit_turns("s", [[Event.user("a"), Event.user("b")], [Event.user("c")]])
        assert [(receipt.turn_id, len(receipt.records)) for receipt in receipts] == [(1, 2), (2, 1)]

    def test_an_attachment_lapses_when_it_says_so(self, luna: Memory, clock: ManualClock) -> None:
        luna.start_session("s")
        luna.commit_turn("s", [Event.user("x", attachments=[Attachment("a", b"1", expires_at=clock.now() + DAY)])])
        [file] = luna.archive.records("s")[0].attachments
        clock.advance(DAY)
        with pytest.raises(NotFound):
            luna.archive.attachment(file.id)

    # sessions

    def test_a_session_is_counted_taken_up_again_and_ended_once(self, luna: Memory, clock: ManualClock) -> None:
        begun = luna.start_session("s", scope="peer:a", kind="chat")
        assert begun == Session("s", "peer:a", "chat", clock.now())
        luna.commit_turn(begun, [Event.user("a"), Event.assistant("b")])
        started = clock.now()
        clock.advance(DAY)
        assert luna.start_session("s", scope="peer:a") == Session("s", "peer:a", "chat", started, None, 2, 1, 2)
        ended = luna.end_session("s")
        assert ended == Session("s", "peer:a", "chat", started, clock.now(), 2, 1, 2)
        clock.advance(DAY)
        assert luna.end_session("s") == ended
        assert luna.archive.sessions(scope="peer:a") == [ended]
        with pytest.raises(Conflict):
            luna.commit_turn("s", [Event.user("c")])

    def test_sessions_are_listed_newest_first(self, luna: Memory) -> None:
        for name in ("b", "a", "c"):
            luna.start_session(name)
        assert [session.id for session in luna.archive.sessions(limit=2)] == ["c", "a"]

    # items

    def test_an_item_says_where_it_came_from(self, luna: Memory) -> None:
        luna.start_session("s")
        [record] = luna.commit_turn("s", [Event.user("以后叫我阿哲，别再叫全名。")], learn=False).records
        luna.upsert_recall(fact("name", "阿哲", evidence=[Evidence(record, quote="叫我阿哲")]), session="s")
        luna.upsert_recall(fact("city", "Berlin"))
        direct, quoted = luna.items()
        assert quoted.evidence == (Evidence(record, 2, 6, "叫我阿哲"),)
        assert (quoted.session_id, quoted.source_turn_id, quoted.source_message_id) == ("s", 1, record)
        statement = luna.archive.record(direct.evidence[0].record_id or "")
        assert direct.evidence == (Evidence(statement.id, 0, 12, "city: Berlin"),)
        assert (statement.role, statement.content) == (Role.USER, "city: Berlin")

    def test_the_later_word_replaces_the_earlier_and_history_keeps_both(self, luna: Memory, clock: ManualClock) -> None:
        luna.upsert_recall(fact("city", "Berlin", importance=0.6))
        clock.advance(DAY)
        luna.upsert_recall(fact("city", "Paris"))
        [paris] = luna.items()
        history = luna.history.of("fact:user:city")
        berlin, current = history.versions
        assert current == paris
        assert (paris.content, paris.version, paris.importance) == ("city: Paris", 2, 0.7)
        assert (berlin.status, berlin.version, berlin.valid_to, berlin.superseded_by, berlin.is_active) == (
            Status.SUPERSEDED,
            1,
            clock.now(),
            paris.id,
            False,
        )
        assert [(change.action, change.item_id) for change in history.changes] == [
            ("stored", berlin.id),
            ("stored", paris.id),
            ("superseded", berlin.id),
        ]
        assert luna.history.of(paris) == luna.history.of(berlin.id) == history

    def test_saying_it_again_confirms_and_does_not_double(self, luna: Memory) -> None:
        for _ in range(3):
            luna.upsert_recall(fact("city", "Berlin"))
        [item] = luna.items(status=None)
        assert (item.version, item.confidence, len(item.evidence)) == (1, 1.0, 3)

    def test_a_lower_source_waits_for_review(self, luna: Memory) -> None:
        luna.upsert_recall(fact("city", "Berlin"))
        [outcome] = luna.upsert_recall(fact("city", "Rome", source=Source.INFERENCE)).outcomes
        assert (outcome.outcome, outcome.as_json()["held"], outcome.as_json()["proposed"]) == (
            "pending",
            "city: Berlin",
            "city: Rome",
        )
        assert [item.content for item in luna.items()] == ["city: Berlin"]
        assert [item.id for item in luna.items(status="pending")] == [outcome.item_id]

    def test_a_denial_retracts(self, luna: Memory) -> None:
        luna.upsert_recall(fact("city", "Berlin"))
        [outcome] = luna.upsert_recall(fact("city", "Berlin", retract=True)).outcomes
        assert outcome.outcome == "retracted"
        assert luna.items() == []
        assert [item.status for item in luna.history.of("fact:user:city").versions] == [Status.RETRACTED]

    def test_what_is_kept_for_a_time_lapses_then(self, luna: Memory, clock: ManualClock) -> None:
        luna.start_session("s")
        kept: dict[str, dict[str, Any]] = {
            "wish": {"keep": 2 * DAY},
            "day": {"duration": "24h"},
            "class": {"priority": "short_term"},
            "session": {"duration": "session"},
            "pinned": {"keep": DAY, "pinned": True},
            "good": {},
        }
        for name, more in kept.items():
            luna.upsert_recall(fact(name, "x", **more), session="s")
        left: list[set[str]] = []
        luna.end_session("s")
        for _ in range(4):
            left.append({str(item.value["predicate"]) for item in luna.items()})
            clock.advance(DAY)
        assert left == [
            {"wish", "day", "class", "pinned", "good"},
            {"wish", "class", "pinned", "good"},
            {"class", "pinned", "good"},
            {"pinned", "good"},
        ]

    def test_each_version_holds_in_its_own_time(self, luna: Memory, clock: ManualClock) -> None:
        start = clock.now()
        luna.upsert_recall(fact("city", "Berlin", valid_from=start - DAY))
        luna.upsert_recall(fact("city", "Paris", valid_from=start + DAY, valid_to=start + 2 * DAY))
        held: list[list[str]] = []
        for _ in range(3):
            held.append([item.content for item in luna.items()])
            clock.advance(DAY)
        assert held == [["city: Berlin"], ["city: Paris"], []]
        assert all(finding.ok for finding in luna.check())

    # scopes

    def test_a_scope_sees_itself_and_shared_and_its_own_comes_first(self, luna: Memory) -> None:
        for scope in ("main", "peer:a", "peer:b", "group:a", "shared"):
            luna.upsert_recall(fact("city", scope), scope=scope)
            luna.upsert_recall(fact(f"only {scope}", scope), scope=scope)
        scopes = ("main", "peer:a", "peer:c")
        assert {scope: sorted(item.content for item in luna.items(scope=scope)) for scope in scopes} == {
            "main": ["city: main", "only main: main", "only shared: shared"],
            "peer:a": ["city: peer:a", "only peer:a: peer:a", "only shared: shared"],
            "peer:c": ["city: shared", "only shared: shared"],
        }
        assert [hit.item.content for hit in luna.retrieve_recall("city", scope="peer:c")] == ["city: shared"]

    def test_a_session_acts_in_its_own_scope(self, luna: Memory) -> None:
        luna.start_session("s", scope="group:g")
        luna.upsert_recall(fact("city", "Berlin"), session="s")
        assert luna.items() == []
        assert [item.scope for item in luna.items(session="s")] == ["group:g"]
        with pytest.raises(InvalidInput):
            luna.items(session="s", scope="main")

    def test_other_agents_are_as_if_they_were_not_there(self, open: Callable[..., Memory]) -> None:
        luna, vega = open("luna"), open("vega")
        luna.start_session("s")
        [record] = luna.commit_turn("s", [Event.user("secret")]).records
        luna.upsert_recall(fact("city", "Berlin"))
        [item] = luna.items()
        assert [vega.items(status=None), vega.archive.sessions(), vega.retrieve_recall("Berlin")] == [[], [], []]
        for call in (
            lambda: vega.item(item.id),
            lambda: vega.history.of(item),
            lambda: vega.archive.record(record),
            lambda: vega.archive.records("s"),
            lambda: vega.forget_recall(item.id),
            lambda: vega.upsert_recall(fact("a", "b", evidence=[Evidence(record)])),
        ):
            with pytest.raises(NotFound):
                call()

    # searching

    def test_words_find_items_in_chinese_and_english(self, luna: Memory) -> None:
        luna.upsert_recall(fact("drink", "每天早上喝绿茶"))
        luna.upsert_recall(fact("tool", "SQLite with FTS5"))
        for query, found in {
            "绿茶": ["drink"],
            "她喜欢喝什么绿茶？": ["drink"],
            "sqlite": ["tool"],
            "ＳＱＬＩＴＥ 茶": ["drink", "tool"],
            "红酒": [],
            'NEAR("a" AND) OR *': [],
        }.items():
            # Which of two comes first hangs on more than words: 茶 is an idea that both question and text have.
            assert sorted(str(hit.item.value["predicate"]) for hit in luna.retrieve_recall(query)) == found, query

    def test_what_no_longer_holds_is_not_found(self, luna: Memory, clock: ManualClock) -> None:
        luna.upsert_recall(fact("city", "Berlin"))
        luna.upsert_recall(fact("city", "Paris"))
        luna.upsert_recall(fact("mood", "sunny Paris", keep=DAY))
        assert luna.retrieve_recall("Berlin") == []
        assert len(luna.retrieve_recall("Paris")) == 2
        assert len(luna.retrieve_recall("Paris", k=1)) == 1
        clock.advance(DAY)
        assert len(luna.retrieve_recall("Paris")) == 1

    # forgetting

    def test_what_is_deactivated_can_be_read_in_its_history(self, luna: Memory) -> None:
        luna.upsert_recall(fact("city", "Berlin"))
        luna.forget_recall("fact:user:city")
        assert [luna.items(), luna.retrieve_recall("Berlin")] == [[], []]
        assert [item.content for item in luna.history.of("fact:user:city").versions] == ["city: Berlin"]

    def test_what_is_deleted_leaves_only_the_archive(self, luna: Memory) -> None:
        luna.upsert_recall(fact("city", "Rome"))
        luna.upsert_recall(fact("city", "Berlin"))
        luna.forget_recall(Target(query="berlin"), mode="delete")
        assert luna.items(status=None) == []
        assert luna.history.of("fact:user:city").versions == ()
        assert [r.content for r in luna.archive.records("direct:main")] == ["city: Rome", "city: Berlin"]
        assert all(finding.ok for finding in luna.check())

    # keeping its word

    def test_a_retried_write_changes_nothing(self, luna: Memory) -> None:
        luna.start_session("s")
        first = luna.commit_turn("s", [Event.user("yes")], idempotency_key="k")
        assert luna.commit_turn("s", [Event.user("yes")], idempotency_key="k") == replace(first, replayed=True)
        with pytest.raises(Conflict):
            luna.commit_turn("s", [Event.user("no")], idempotency_key="k")
        assert [record.content for record in luna.archive.records("s")] == ["yes"]

    def test_what_was_acknowledged_is_there_after_reopening(self, home: str, clock: ManualClock) -> None:
        name = f"reopened {_RUN}-{next(_numbers)}"
        turn = [Event.user("hello", attachments=[Attachment("a", b"1")])]
        with Memory.open(name, home, clock=clock) as luna:
            luna.start_session("s", scope="peer:a")
            luna.commit_turn("s", turn, idempotency_key="k")
            luna.upsert_recall(fact("city", "Berlin"), session="s")
            before = _all(luna)
        with Memory.open(name, home, clock=clock, create=False) as luna:
            assert _all(luna) == before
            assert luna.commit_turn("s", turn, idempotency_key="k").replayed

    def test_two_who_open_the_same_agent_see_each_others_writes(self, open: Callable[..., Memory]) -> None:
        one, other = open(), open()
        one.start_session("s")
        for n in range(3):
            one.commit_turn("s", [Event.user(f"one {n}")])
            other.commit_turn("s", [Event.user(f"other {n}")])
        one.upsert_recall(fact("city", "Berlin"))
        other.upsert_recall(fact("city", "Paris"))
        assert [item.content for item in one.items()] == ["city: Paris"]
        told = [f"{who} {n}" for n in range(3) for who in ("one", "other")]
        assert [record.content for record in one.archive.records("s")] == told
        assert all(finding.ok for finding in one.check())

    def test_what_is_derived_can_be_made_again(self, luna: Memory) -> None:
        for n in range(5):
            luna.upsert_recall(fact(f"f{n}", f"绿茶 tea {n} " * 300))
        before = luna.retrieve_recall("tea 绿茶")
        assert luna.rebuild_index() == 5
        assert luna.retrieve_recall("tea 绿茶") == before
        assert all(finding.ok for finding in luna.check())

    def test_a_refused_call_changes_nothing(self, luna: Memory) -> None:
        luna.start_session("s")
        luna.upsert_recall(fact("city", "Berlin"))
        before = _all(luna)
        for call in (
            lambda: luna.commit_turn("s", [Event.user("\x00")]),
            lambda: luna.commit_turn("nobody", [Event.user("x")]),
            lambda: luna.upsert_recall(Candidate("wishes", {})),
            lambda: luna.upsert_recall(fact("city", "x", confidence=2)),
            lambda: luna.forget_recall("fact:user:nothing"),
            lambda: luna.retrieve_recall("?"),
            lambda: luna.start_session(scope="anywhere"),
        ):
            with pytest.raises(PerdureError):
                call()
        assert _all(luna) == before

    def test_a_runtime_lists_its_agents_by_their_exact_ids(self, home: str, clock: ManualClock) -> None:
        run = f"{_RUN}-{next(_numbers)}"
        ids = sorted(f"{run} {name}" for name in ("a", "A", "é", "e\u0301", "../b", "c/d", "e.", "f ", "%", "王", "😀"))

        async def listed() -> list[str]:
            async with Runtime(home, clock=clock) as runtime:
                for agent_id in ids:
                    memory = await runtime.agent(agent_id)
                    await memory.upsert_recall(fact("me", agent_id))
                for agent_id in ids:
                    found = await (await runtime.agent(agent_id)).items()
                    assert [item.value["value"] for item in found] == [agent_id.strip()]
                with pytest.raises(NotFound):
                    await runtime.agent(f"{run} nobody", create=False)
                return [row.id for row in await runtime.agents() if row.id.startswith(run)]

        assert asyncio.run(listed()) == ids


def _all(memory: Memory) -> str:
    """Everything a memory holds, as comparable text."""
    seen = Transcript()
    for scope in ("main", "peer:a", "shared"):
        seen.note("items", memory.items(status=None, scope=scope))
        for session in memory.archive.sessions(scope=scope):
            seen.note("session", session)
            seen.note("records", memory.archive.records(session))
    return str(seen)
