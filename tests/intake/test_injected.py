"""What memory put into a prompt comes back in many forms, and is never learned from, counted or taken for evidence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from perdure import AgentMemory, Event

LINES = {
    "en": ["- The user lives in Leeds. I love tea.", "I work for Acme."],
    "zh": ["- 用户住在上海。我喜欢喝茶。", "我在腾讯上班。"],
}
BACK = {
    "en": {
        "the lines": "- The user lives in Leeds. I love tea.\nI work for Acme.\nso, any plans?",
        "numbered": "1. The user lives in Leeds. I love tea.\n2) I work for Acme.\nWhat now?",
        "quoted": "> The user lives in Leeds. I love tea.\n> I work for Acme.\nIs that right?",
        "one sentence": "You wrote: I love tea. And what else?",
        "led in": "Known about you: I work for Acme.\nanything new?",
        "other width and case": "* i LOVE tea!\nok?",
    },
    "zh": {
        "the lines": "- 用户住在上海。我喜欢喝茶。\n我在腾讯上班。\n今天聊点什么",
        "numbered": "1、用户住在上海。我喜欢喝茶。\n2、我在腾讯上班。\n然后呢？",
        "quoted": "> 用户住在上海。我喜欢喝茶。\n> 我在腾讯上班。\n对吗？",
        "one sentence": "你刚才写：我喜欢喝茶。还有吗？",
        "led in": "已知：我在腾讯上班。\n还有别的吗？",
        "other width and case": "* 我喜欢喝茶！\n好吗？",
    },
}


async def inject(luna: AgentMemory, session: str, lines: Sequence[str]) -> None:
    await luna.start_session(session)
    await luna.port.write("main", lambda tx: tx.injected.add(session, lines))


@pytest.mark.parametrize(("language", "how"), [(language, how) for language in BACK for how in BACK[language]])
async def test_nothing_is_learned_from_what_memory_said(luna: AgentMemory, language: str, how: str) -> None:
    await inject(luna, "s", LINES[language])
    receipt = await luna.commit_turn("s", [Event.user(BACK[language][how]), Event.assistant(LINES[language][0])])
    assert receipt.outcomes == ()
    assert await luna.items() == []


@pytest.mark.parametrize(
    ("language", "said", "key"),
    [
        ("en", "- I love tea. I love jazz.", "pref:other:jazz"),
        ("zh", "- 我喜欢喝茶。我喜欢爬山。", "pref:other:爬山"),
    ],
)
async def test_what_stands_beside_it_is_learned(luna: AgentMemory, language: str, said: str, key: str) -> None:
    await inject(luna, "s", LINES[language])
    await luna.commit_turn("s", [Event.user(said)])
    assert [item.key for item in await luna.items()] == [key]


@pytest.mark.parametrize(("language", "said"), [("en", "I love tea."), ("zh", "我喜欢喝茶。")])
async def test_a_person_may_say_it_again(luna: AgentMemory, language: str, said: str) -> None:
    await inject(luna, "s", LINES[language])
    assert [o.outcome for o in (await luna.commit_turn("s", [Event.user(said)])).outcomes] == ["stored"]


@pytest.mark.parametrize(("language", "said"), [("en", "I love tea."), ("zh", "我喜欢喝茶。")])
async def test_it_is_no_further_evidence(luna: AgentMemory, language: str, said: str) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user(said)])
    [before] = await luna.items()
    await inject(luna, "s", [f"- {said}"])
    await luna.commit_turn("s", [Event.user(f"- {said}\n- {said}\nok?"), Event.assistant(said)])
    [after] = await luna.items()
    assert (after.confidence, after.evidence) == (before.confidence, before.evidence)


async def test_another_session_does_not_know_the_lines(luna: AgentMemory) -> None:
    await inject(luna, "s", LINES["en"])
    await luna.start_session("t")
    assert (await luna.commit_turn("t", [Event.user("- I work for Acme.\nok?")])).outcomes


async def test_names_in_it_become_no_entities(luna: AgentMemory) -> None:
    await inject(luna, "s", ["- Zephyr is a project of Ann."])
    for _ in range(3):
        await luna.commit_turn("s", [Event.user("- Zephyr is a project of Ann.\nhm?")])
    assert await luna.items("entities") == []
