"""Standing wishes: how to answer and what to leave alone is told in every later pack, whatever is asked."""

from __future__ import annotations

import pytest

from perdure import AgentMemory, Candidate, ContextPack, Event
from perdure.types.core import is_standing

SAID = [
    ("Please keep your replies short.", "short"),
    ("From now on answer in English.", "English"),
    ("请用中文回答我", "中文"),
    ("回复请简短一点", "简短"),
    ("don't bring up my ex", "my ex"),
    ("以后别提我前任", "前任"),
    ("Call me Ace from now on", "Ace"),
    ("以后叫我 Ace", "Ace"),
]
ASKED = ["What is the weather in Bergen?", "帮我写一首关于秋天的诗", "修一下 login 页面 please", ""]


def core(pack: ContextPack) -> str:
    return pack.blocks["core_block"].text if "core_block" in pack.blocks else ""


@pytest.mark.parametrize(("said", "wish"), SAID)
@pytest.mark.parametrize("scope", ["main", "peer:ann"])
async def test_a_wish_is_in_every_later_pack_of_its_scope(luna: AgentMemory, scope: str, said: str, wish: str) -> None:
    first = await luna.start_session(scope=scope)
    await luna.commit_turn(first, [Event.user(said), Event.assistant("ok")])
    await luna.end_session(first)
    later = await luna.start_session(scope=scope)
    for asked in ASKED:
        assert wish in core(await luna.compose(later, asked, budget=1_500))
    assert wish in core(await luna.compose(later, "hello", budget=1_500, mode="on_demand"))
    assert wish in core(await luna.compose(later, "hello", budget=1_500, mode="strategy"))


@pytest.mark.parametrize(
    ("said", "wish"),
    [("Please keep your replies short.", "short"), ("请用中文回答我", "中文"), ("Call me Ace from now on", "Ace")],
)
async def test_each_speaker_of_a_group_has_wishes_there(luna: AgentMemory, said: str, wish: str) -> None:
    group = await luna.start_session(scope="group:team")
    await luna.commit_turn(group, [Event("user", said, speaker="小林")])
    pack = await luna.compose(await luna.start_session(scope="group:team"), "下周 plan?", budget=1_500)
    assert wish in core(pack)
    assert wish not in (await luna.compose(await luna.start_session(), "下周 plan?", budget=1_500)).text


@pytest.mark.parametrize("area", ["writing", "other"])
@pytest.mark.parametrize("name", ["reply_language", "tone", "format", "回复长度", "称呼"])
async def test_how_to_answer_belongs_to_core_memory_however_unimportant(
    luna: AgentMemory, area: str, name: str
) -> None:
    wish = Candidate("preferences", {"scope": area, "name": name, "value": "as 我 say"}, importance=0.1)
    await luna.upsert_recall(wish)
    await luna.upsert_recall(Candidate("preferences", {"name": "tea", "value": "oolong"}, importance=0.6))
    pack = await luna.compose(await luna.start_session(), "今天 weather?", budget=1_500)
    assert "as 我 say" in core(pack)
    assert "oolong" not in core(pack)


@pytest.mark.parametrize("scope", ["peer:a", "group:g"])
async def test_a_shared_wish_holds_in_other_scopes_and_other_preferences_stay_out(
    luna: AgentMemory, scope: str
) -> None:
    await luna.upsert_recall(
        Candidate("preferences", {"scope": "writing", "name": "length", "value": "brief 简短"}), scope="shared"
    )
    await luna.upsert_recall(Candidate("preferences", {"name": "tea", "value": "oolong"}, importance=0.9), scope=scope)
    await luna.upsert_recall(Candidate("preferences", {"scope": "writing", "name": "tone", "value": "dry"}))
    pack = await luna.compose(await luna.start_session(scope=scope), "hello", budget=1_500)
    assert "brief 简短" in core(pack)
    assert "oolong" not in core(pack)
    assert "dry" not in pack.text  # of another scope


async def test_wishes_come_before_whatever_else_always_holds(luna: AgentMemory) -> None:
    await luna.upsert_recall(
        Candidate("preferences", {"scope": "writing", "name": "reply language", "value": "用中文"}, importance=0.3)
    )
    for n in range(70):
        value = {"name": f"thing {n}", "value": f"liked very much, number {n}"}
        await luna.upsert_recall(Candidate("preferences", value, importance=0.95))
    for budget in (500, 1_500, 6_000):
        pack = await luna.compose(await luna.start_session(), "hello", budget=budget)
        assert "用中文" in core(pack).split("\n")[1]


async def test_what_holds_for_one_task_is_no_standing_wish(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("rules", {"rule": "translate into French", "kind": "task"}))
    await luna.upsert_recall(Candidate("rules", {"rule": "不要用表情"}))
    for item in await luna.items("rules"):
        assert is_standing(item) == (item.value["kind"] != "task")
    pack = await luna.compose(await luna.start_session(), "hello", budget=1_500)
    assert "不要用表情" in core(pack)
    assert "French" not in core(pack)


@pytest.mark.parametrize(("said", "guide"), [("answer in English", "how the user wants"), ("用中文回答", "请照做")])
async def test_the_guide_says_that_wishes_are_to_be_kept_to(luna: AgentMemory, said: str, guide: str) -> None:
    await luna.upsert_recall(Candidate("rules", {"rule": said}))
    pack = await luna.compose(await luna.start_session(), said, budget=1_500)
    assert guide in pack.blocks["memory_guide"].text
