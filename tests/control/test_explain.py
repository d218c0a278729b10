"""Why something is remembered: the exact words, who said them and when, what changed it, and when it was used."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock, NotFound
from perdure.control.explain import told
from perdure.errors import InvalidInput
from perdure.values import Evidence, Target

LIFE = {
    "en": ("I like jazz.", "How do you know that I like jazz?", "I moved to Porto.", "I live in Leeds."),
    "zh": ("我喜欢爵士乐。", "你怎么知道我喜欢爵士乐？", "我搬到深圳了。", "我住在杭州。"),
    "mixed": ("我喜欢听 jazz。", "你怎么知道我喜欢听 jazz？", "我搬到 Porto 了。", "I live in 杭州."),
}


@pytest.mark.requirement("R332", "R337", "R338")
@pytest.mark.parametrize("language", LIFE)
async def test_a_question_is_answered_with_the_words_who_said_them_and_when(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    said, asked, *_ = LIFE[language]
    session = await luna.start_session("monday")
    receipt = await luna.commit_turn(session, [Event.user(f"Hm. {said}", speaker="阿哲")])
    [item] = await luna.items("preferences")
    for what in (asked, item, item.id, item.key, Target(id=item.id), Target(query=asked)):
        found = await luna.history.explain(what)
        assert found.item == item
    [quote] = found.quotes
    assert (quote.text, quote.said_by, quote.at, quote.session_id) == (said, "阿哲", clock.now(), "monday")
    assert (quote.is_exact, quote.is_forgotten, quote.evidence.record_id) == (True, False, receipt.records[0])
    tongue = "en" if language == "en" else "zh"
    lines = told(found, tongue)
    assert any(said in line and "阿哲" in line and receipt.records[0] in line for line in lines[2:])
    assert found.as_json()["quotes"][0]["quote"] == said


@pytest.mark.requirement("R371")
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_one_session_learned_is_known_and_explained_in_the_next(luna: AgentMemory, language: str) -> None:
    said, asked, *_ = LIFE[language]
    await luna.commit_turn(await luna.start_session("monday"), [Event.user(said)])
    await luna.end_session("monday")
    tuesday = await luna.start_session("tuesday")
    assert said in (await luna.compose(tuesday, asked, budget=2_000)).text
    assert (await luna.history.explain(asked, session=tuesday)).quotes[0].session_id == "monday"


@pytest.mark.parametrize("language", LIFE)
async def test_what_it_replaced_and_by_whom_is_told(luna: AgentMemory, clock: ManualClock, language: str) -> None:
    *_, moved, lived = LIFE[language]
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(lived)])
    clock.advance(timedelta(days=1))
    await luna.commit_turn(session, [Event.user(moved)])
    found = await luna.history.explain("profile:user#city")
    assert [one.content for one in found.replaces] == [lived]
    assert [version.status.value for version in found.history.versions] == ["superseded", "active"]
    old = await luna.history.explain(found.replaces[0])
    assert old.replaced_by is not None
    assert old.replaced_by.id == found.item.id
    assert [change.action for change in old.changes] == ["stored", "superseded"]
    assert all(change.reason and change.source.value == "user" for change in old.changes)


async def test_where_it_was_used_and_what_may_disagree_is_told(luna: AgentMemory, clock: ManualClock) -> None:
    one = await luna.upsert_recall(Candidate("facts", {"subject": "Kest", "predicate": "size", "value": "big"}))
    two = await luna.upsert_recall(Candidate("facts", {"subject": "Kest", "predicate": "width", "value": "small"}))
    first, second = (receipt.outcomes[0].item_id or "" for receipt in (one, two))
    await luna.port.write("main", lambda tx: tx.links.add(first, second))
    for name in ("monday", "tuesday"):
        session = await luna.start_session(name)
        await luna.compose(session, "Kest size", budget=2_000)
        clock.advance(timedelta(hours=1))
        await luna.end_session(session)
    found = await luna.history.explain(first)
    assert [(one.item.id, one.is_settled) for one in found.beside] == [(second, False)]
    assert [use.session_id for use in found.uses] == ["tuesday", "monday"]
    assert found.item.use_count == 2
    assert any("tuesday" in line for line in told(found))
    assert any("may disagree" in line for line in told(found))


async def test_words_that_were_forgotten_are_marked(luna: AgentMemory) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user("I like jazz.")])
    [item] = await luna.items("preferences")
    await luna.forget_recall(item.id)
    [quote] = (await luna.history.explain(item.id)).quotes
    assert quote.is_forgotten
    assert "forgotten since" in "\n".join(told(await luna.history.explain(item.id)))


async def test_evidence_of_another_scope_or_a_document_is_named_and_not_shown(luna: AgentMemory) -> None:
    session = await luna.start_session(scope="peer:a")
    record = (await luna.commit_turn(session, [Event.user("Kest has 12 towers.")], learn=False)).records[0]
    fact = {"subject": "Kest", "predicate": "towers", "value": "12"}
    proofs = (Evidence(record), Evidence(url="https://example.net/kest"), Evidence(document_id="d1"))
    await luna.upsert_recall(Candidate("facts", fact, evidence=proofs), session=session)
    [item] = await luna.items("facts", scope="peer:a")
    assert len((await luna.history.explain(item, scope="peer:a")).quotes) == 3
    with pytest.raises(NotFound):
        await luna.history.explain(item)


async def test_nothing_is_explained_by_words_that_mean_nothing_here(luna: AgentMemory) -> None:
    with pytest.raises(NotFound):
        await luna.history.explain("the colour of the moon")
    with pytest.raises(InvalidInput):
        await luna.history.explain(Target(type="facts"))
