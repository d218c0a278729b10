"""What rests on what was erased goes with it; what has other sources stays without it."""

from __future__ import annotations

import os
import random

import pytest

from perdure import AgentMemory, Candidate, ErasureTarget, Event, Evidence, NotFound, Source
from perdure.control.erasure.remove import moved

GRAPHS = int(os.environ.get("PERDURE_ERASE_GRAPHS", "4"))
WORDS = ["amber", "birch", "cedar", "dahlia", "elder", "fern", "ginkgo", "hazel", "iris", "juniper", "kelp", "larch"]


@pytest.mark.parametrize(
    ("cuts", "span", "now"),
    [
        ([(3, 6)], (0, 3), (0, 3)),
        ([(3, 6)], (6, 9), (4, 7)),
        ([(3, 6)], (4, 9), (4, 7)),
        ([(3, 6)], (0, 5), (0, 3)),
        ([(3, 6)], (3, 6), None),
        ([(0, 2), (4, 6)], (6, 8), (4, 6)),
        ([(0, 4)], (0, 4), None),
    ],
)
def test_what_stands_beside_a_cut_is_found_where_it_stands_now(cuts: list, span: tuple, now: tuple | None) -> None:
    assert moved(cuts, *span) == now


@pytest.mark.parametrize(
    ("first", "second", "gone"),
    [("I live in York.", "My dog is called Rex.", "york"), ("我住在杭州。", "我养了一只猫叫团团。", "杭州")],
)
async def test_the_rest_of_a_record_stays_evidence_for_others(
    luna: AgentMemory, first: str, second: str, gone: str
) -> None:
    session = await luna.start_session()
    receipt = await luna.commit_turn(session, [Event.user(f"{first} {second}")])
    await luna.erase(ErasureTarget(key="profile:user#city"))
    record = await luna.archive.record(receipt.records[0])
    assert (record.content or "").strip("… ") == second
    [item] = await luna.items("profile")
    assert [proof.quote for proof in item.evidence] == [second]
    assert gone not in str(await luna.items(status=None)).casefold()
    assert all(finding.ok for finding in await luna.check())


async def test_what_was_derived_has_no_source_left_or_one_that_stands(luna: AgentMemory) -> None:
    """Random graphs: records, statements on them, and conclusions drawn from several of them."""
    for graph in range(GRAPHS):
        rng = random.Random(graph)
        session = await luna.start_session(f"graph {graph}")
        said = [f"{WORDS[n]} number {graph} was seen at the {WORDS[-n - 1]} gate" for n in range(6)]
        receipt = await luna.commit_turn(session, [Event.user(f"{text}.") for text in said], learn=False)
        derived: dict[str, set[int]] = {}
        for n in range(8):
            sources = set(rng.sample(range(6), rng.randint(1, 4)))
            repeats = rng.random() < 0.3
            content = said[min(sources)] if repeats else f"conclusion {n} of graph {graph} zz{graph}q{n}"
            outcome = await luna.upsert_recall(
                Candidate(
                    "facts",
                    {"subject": f"graph {graph}", "predicate": f"p{n}", "value": content},
                    content=content,
                    source=rng.choice((Source.USER, Source.INFERENCE)),
                    evidence=[Evidence(receipt.records[k], quote=said[k]) for k in sorted(sources)],
                ),
                session=session,
            )
            derived[outcome.outcomes[0].item_id or ""] = sources
        going = set(rng.sample(range(6), rng.randint(1, 5)))
        for n in going:
            await luna.erase(ErasureTarget(id=receipt.records[n]))
        left = {item.id: item for item in await luna.items(status=None, limit=10_000) if item.id in derived}
        for name, sources in derived.items():
            assert name not in left or sources - going, "a derived item survived its last source"
            if name in left:
                assert {proof.record_id for proof in left[name].evidence} == {
                    receipt.records[n] for n in sources - going
                }
                assert not any(said[n] in left[name].content for n in going - (sources - going))
            elif sources.isdisjoint(going):
                raise AssertionError("an item went that did not rest on what was erased")
    assert all(finding.ok for finding in await luna.check())


async def test_a_conclusion_that_has_another_source_stays(luna: AgentMemory) -> None:
    session = await luna.start_session()
    receipt = await luna.commit_turn(session, [Event.user("Tea at nine."), Event.user("Tea at ten.")], learn=False)
    drawn = Candidate(
        "patterns",
        {"domain": "tea", "name": "often", "rule": "boil water first"},
        source=Source.INFERENCE,
        evidence=[Evidence(one) for one in receipt.records],
    )
    await luna.upsert_recall(drawn, session=session)
    await luna.erase(ErasureTarget(id=receipt.records[0]))
    [kept] = await luna.items("patterns")
    assert [proof.record_id for proof in kept.evidence] == [receipt.records[1]]
    await luna.erase(ErasureTarget(id=receipt.records[1]))
    assert await luna.items("patterns") == []


async def test_an_old_version_goes_alone_and_the_newest_with_all(luna: AgentMemory) -> None:
    for city in ("Berlin", "Paris", "Rome"):
        await luna.upsert_recall(Candidate("facts", {"predicate": "city", "value": city}))
    versions = (await luna.history.of("fact:user:city")).versions
    await luna.erase(ErasureTarget(id=versions[0].id))
    assert [item.value["value"] for item in (await luna.history.of("fact:user:city")).versions] == ["Paris", "Rome"]
    await luna.erase(ErasureTarget(id=versions[2].id))
    with pytest.raises(NotFound):
        await luna.history.of("fact:user:city")


async def test_only_what_is_of_this_scope_goes(luna: AgentMemory) -> None:
    for scope in ("main", "peer:ann"):
        session = await luna.start_session(scope=scope)
        await luna.commit_turn(session, [Event.user("I live in Zagreb.")])
    await luna.erase(ErasureTarget(query="I live in Zagreb"), everywhere=True)
    assert await luna.items() == []
    assert len(await luna.items(scope="peer:ann")) == 1


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("seat on long trains", "I prefer the window when I travel", "I prefer the aisle these days"),
        ("坐高铁的时候选哪个座位好", "我出门喜欢靠窗", "我出门喜欢靠过道"),
    ],
)
async def test_what_may_disagree_with_it_is_not_listed_as_the_same_words(
    luna: AgentMemory, name: str, first: str, second: str
) -> None:
    session = await luna.start_session("s")
    for text in (first, second):
        value = {"scope": "other", "name": name, "value": text}
        candidate = Candidate("preferences", value, content=text, replaces=False)
        await luna.upsert_recall(candidate, session=session)
    older, newer = sorted(await luna.items("preferences"), key=lambda item: item.sequence)
    [entry] = await luna.review.list()
    assert entry.doubtful
    target = ErasureTarget(id=newer.id)
    assert (await luna.erasure.preview(target)).elsewhere == ()
    certificate = await luna.erase(target, everywhere=True)
    assert certificate.elsewhere == ()
    assert [item.id for item in await luna.items("preferences")] == [older.id]
    assert [one.item.id for one in await luna.review.list()] == []
