"""What is restricted is kept, and is in no answer and in no prompt."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, Event, NotFound

SAID = [("I live in Ljubljana.", "Ljubljana"), ("我住在卢布尔雅那。", "卢布尔雅那")]


@pytest.mark.parametrize(("said", "word"), SAID)
async def test_a_restricted_item_is_kept_and_neither_found_nor_shown(luna: AgentMemory, said: str, word: str) -> None:
    session = await luna.start_session()
    await luna.commit_turn(session, [Event.user(said)])

    async def seen() -> str:
        packs = [
            await luna.compose(session, f"{word}?", budget=2_000),
            await luna.activate("where do I live 住", max_tokens=2_000),
        ]
        found = [
            await luna.items(),
            await luna.search_memory(word),
            await luna.search_memory(word, include_history=True),
            await luna.hot.items(),
        ]
        told = [await luna.retrieve_archival(word, reason="recall_miss")]
        return str([*(pack.text for pack in packs), *found, *told]).replace(f"{word}?", "")

    assert word in await seen()  # the control
    changed = await luna.erasure.restrict("profile:user")
    assert changed
    assert word not in await seen()
    assert word in str(await luna.items(status=None))
    assert all(finding.ok for finding in await luna.check())
    await luna.erasure.restrict("profile:user", lift=True)
    assert word in await seen()


async def test_restricting_what_is_not_there_says_so(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "tree", "value": "an oak"}))
    with pytest.raises(NotFound):
        await luna.erasure.restrict("fact:user:bush")
