"""Knowledge: how sure it is by its source, what was checked and by whom, and where it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Event, Evidence, InvalidInput, Item, ManualClock, NotFound, Source
from perdure.mind.verify import Grounds
from perdure.types.registry import builtin
from tests.homes import refused


def seat(value: str, **more: Any) -> Candidate:
    return Candidate("facts", {"subject": "Acme", "predicate": "seat", "value": value}, **more)


@pytest.mark.requirement("R107", "R108", "R109")
async def test_confidence_follows_the_source(luna: AgentMemory) -> None:
    session = await luna.start_session()
    told = await luna.commit_turn(session, [Event.user("Acme sits in Rome", speaker="Ann")], learn=False)
    cases = {
        Source.USER: Candidate("facts", {"subject": "Acme", "predicate": "seat", "value": "Rome"},
                               evidence=[Evidence(told.records[0], quote="Rome")]),
        Source.INFERENCE: Candidate("preferences", {"name": "tone", "value": "brief"}, source=Source.INFERENCE),
        Source.OBSERVATION: Candidate("patterns", {"rule": "retry slow calls"}, source=Source.OBSERVATION),
    }  # fmt: skip
    for candidate in cases.values():
        await luna.upsert_recall(candidate)
    items = {item.source: item for item in await luna.items(status=None)}
    assert {source: item.confidence for source, item in items.items()} == {
        Source.USER: 0.9,
        Source.INFERENCE: 0.5,
        Source.OBSERVATION: 0.7,
    }
    assert [(await luna.knowledge.sources(items[source])).as_json() for source in cases] == [
        {"type": "user", "user": "Ann"},
        {"type": "inference"},
        {"type": "observation"},
    ]


@pytest.mark.requirement("R105")
async def test_knowledge_has_the_documented_kinds_and_columns(luna: AgentMemory) -> None:
    kinds = {kind: builtin().get(kind).name for kind in ("fact", "procedure", "preference", "correction")}
    assert kinds == {"fact": "facts", "procedure": "patterns", "preference": "preferences", "correction": "patches"}
    await luna.upsert_recall(seat("Rome"))
    [item] = await luna.items()
    assert (item.content, item.confidence, item.source.value) == ("Acme / seat: Rome", 0.9, "user")
    assert (item.verified, item.verified_at, item.expires_at) == (False, None, None)
    assert (item.created_at, item.updated_at) == (item.created_at, item.created_at)


@pytest.mark.requirement("R206", "R210")
async def test_an_update_is_weighed_stored_and_checked(luna: AgentMemory, clock: ManualClock) -> None:
    # New, and nobody can vouch for it.
    new = await luna.knowledge.process_update(seat("Rome"))
    assert ([o.outcome for o in new.receipt.outcomes], [one.verified for one in new.verified]) == (["stored"], [False])
    # Said again by the user: verified.
    again = await luna.knowledge.process_update(seat("rome"))
    [checked] = again.verified
    assert (checked.verified, checked.verified_at, checked.by) == (True, clock.now(), ("confirmed_by_user",))
    [item] = await luna.items()
    assert (item.verified, item.verified_at) == (True, clock.now())
    # A conflict is resolved by authority; what waits for review is not checked.
    weaker = await luna.knowledge.process_update(seat("Oslo", source=Source.TOOL))
    assert ([o.outcome for o in weaker.receipt.outcomes], weaker.verified) == (["pending"], ())
    # The user's later word replaces it, and the new version is not verified.
    later = await luna.knowledge.process_update(seat("Bern"))
    assert ([o.outcome for o in later.receipt.outcomes], later.verified[0].verified) == (["superseded"], False)
    assert [(v.value["value"], v.verified) for v in (await luna.history.of("fact:acme:seat")).versions] == [
        ("Rome", True),
        ("Oslo", False),
        ("Bern", False),
    ]


@pytest.mark.requirement("R210")
@pytest.mark.parametrize(
    ("words", "value", "by"),
    [
        ("Acme has its seat in Rome.", "Rome", ("seen_in_evidence",)),
        ("Acme 的总部在罗马。", "罗马", ("seen_in_evidence",)),
        ("Acme moved south.", "Rome", ()),
    ],
)
async def test_what_stands_in_the_evidence_is_verified(
    luna: AgentMemory, words: str, value: str, by: tuple[str, ...]
) -> None:
    session = await luna.start_session()
    told = await luna.commit_turn(session, [Event.user(words)], learn=False)
    await luna.upsert_recall(seat(value, evidence=[Evidence(told.records[0])], source=Source.INFERENCE))
    checked = await luna.knowledge.verify("fact:acme:seat")
    assert (checked.verified, checked.by, checked.denied_by) == (bool(by), by, () if by else ("seen_in_evidence",))
    [item] = await luna.items("facts")
    assert item.verified is bool(by)
    actions = [change.action for change in (await luna.history.of(item)).changes]
    assert actions == ["stored", "verified"] if by else actions == ["stored"]


async def test_a_direct_write_does_not_vouch_for_itself(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome", source=Source.TOOL))
    assert not (await luna.knowledge.verify("fact:acme:seat")).verified


class Oracle:
    """A verifier of one's own."""

    name = "oracle"

    def __init__(self, answer: bool | None) -> None:
        self.answer = answer
        self.asked: list[tuple[Item, Grounds]] = []

    async def verify(self, item: Item, grounds: Grounds) -> bool | None:
        self.asked.append((item, grounds))
        return self.answer


@pytest.mark.requirement("R370")
async def test_a_verifier_of_ones_own_decides_and_what_fails_is_marked(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome"))
    yes, no, silent = Oracle(True), Oracle(False), Oracle(None)
    assert (await luna.knowledge.verify("fact:acme:seat", verifiers=[yes, no])).verified
    gone = await luna.knowledge.verify("fact:acme:seat", verifiers=[no, silent])
    assert (gone.verified, gone.verified_at, gone.denied_by) == (False, None, ("oracle",))
    [item] = await luna.items()
    assert (item.verified, item.verified_at) == (False, None)
    [(asked, grounds)] = yes.asked
    assert (asked.key, [record.role.value for record in grounds.records]) == ("fact:acme:seat", ["user"])
    assert [change.action for change in (await luna.history.of(item)).changes] == ["stored", "verified", "unverified"]


async def test_what_changed_while_it_was_checked_is_not_marked(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome"))

    class Meddling(Oracle):
        async def verify(self, item: Item, grounds: Grounds) -> bool | None:
            await luna.upsert_recall(seat("Bern"))
            return True

    with pytest.raises(NotFound):
        await luna.knowledge.verify("fact:acme:seat", verifiers=[Meddling(True)])
    assert [item.verified for item in await luna.items(status=None)] == [False, False]


@pytest.mark.requirement("R209")
async def test_what_was_merged_is_as_sure_as_the_mean_and_names_both_sources(luna: AgentMemory) -> None:
    org = {"kind": "org", "canonical": "Acme"}
    await luna.upsert_recall(Candidate("entities", {**org, "attrs": {"seat": "Rome"}}, confidence=0.9))
    await luna.upsert_recall(Candidate("entities", {**org, "attrs": {"staff": 9}}, source=Source.TOOL, confidence=0.6))
    [item] = await luna.items("entities")
    assert (item.value["attrs"], item.confidence, item.trust) == ({"seat": "Rome", "staff": 9}, 0.75, 0.6)
    assert (await luna.knowledge.sources(item)).as_json() == {
        "type": "merged",
        "sources": [{"type": "user"}, {"type": "tool"}],
    }


async def test_what_replaced_another_has_one_source(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome", source=Source.TOOL))
    await luna.upsert_recall(seat("Bern"))
    assert (await luna.knowledge.sources("fact:acme:seat")).as_json() == {"type": "user"}


async def test_a_better_source_that_agrees_makes_it_surer(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome", source=Source.TOOL, confidence=0.85))
    await luna.upsert_recall(seat("rome", confidence=0.8))
    [item] = await luna.items()
    assert (item.source, round(item.confidence, 2)) == (Source.USER, 0.95)


@pytest.mark.parametrize(
    ("held", "asked"),
    [("Acme has moved its seat to Rome", "Acme moved its seat to Rome"), ("Acme 的总部在罗马", "Acme 总部在罗马")],
)
async def test_what_is_known_in_like_words_is_found(luna: AgentMemory, held: str, asked: str) -> None:
    await luna.upsert_recall(seat("x", content=held))
    found = await luna.knowledge.find_existing(asked)
    assert found is not None
    assert found.content == held
    assert await luna.knowledge.find_existing("what is the weather like") is None


async def test_bad_requests_are_refused(luna: AgentMemory) -> None:
    await luna.upsert_recall(seat("Rome"))
    await luna.upsert_recall(seat("Bern"))
    [old] = await luna.items(status="superseded")
    for call, kind in (
        (luna.knowledge.verify("fact:nobody:nothing"), NotFound),
        (luna.knowledge.verify("nonsense"), InvalidInput),
        (luna.knowledge.verify(old), InvalidInput),
        (luna.knowledge.sources(""), InvalidInput),
        (luna.knowledge.find_existing(" "), InvalidInput),
        (luna.knowledge.process_update(seat("")), InvalidInput),
    ):
        assert isinstance(await refused(luna, call), kind)
