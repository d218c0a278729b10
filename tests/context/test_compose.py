"""The composer is a function: within the budget, the same bytes each time, the steady part first, every line cited."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from perdure.context.compose import AUTO, EVERY, EVIDENCE_MOST, ON_DEMAND, Plan, compose, with_steps
from perdure.context.inputs import Inputs
from perdure.context.lines import of_item
from perdure.context.pack import BLOCKS, ContextPack
from perdure.context.render import parse
from perdure.errors import OverBudget
from perdure.tokens import estimate
from perdure.values import Session, Source, Trace, Why
from tests.context.made import NOW, hit, inputs, item, keyed, record

PLANS = [AUTO, ON_DEMAND, Plan("smart", EVERY, experiences=5, relevance=0.7, compress=True, messages=20)]
MAIN = Session("s", "main", "chat", NOW, None, 9, 4)


def made(given: Inputs, budget: int = 4_000, plan: Plan = AUTO, **more: object) -> ContextPack:
    return compose(given, plan, budget=budget, count=estimate, keyed=keyed, **more)  # type: ignore[arg-type]


def rich(**more: object) -> Inputs:
    return inputs(random.Random(7), **{"session": MAIN, **more})


def test_three_thousand_packs_stay_within_their_budget() -> None:
    chance = random.Random(20_260_302)
    refused = 0
    for n in range(3_000):
        given, budget, plan = inputs(chance), chance.choice([200, 300, 450, 700, 1_200, 3_000]), chance.choice(PLANS)
        try:
            pack = made(given, budget, plan)
        except OverBudget:
            refused += 1
            continue
        assert pack.tokens == estimate(pack.text) <= budget, n
        assert {"memory_guide", "persona_block" if given.identity else "memory_guide"} <= pack.blocks.keys()
        assert [*pack.blocks] == [name for name in BLOCKS if name in pack.blocks]
        assert pack.text == "\n".join(block.text for block in pack.blocks.values())
        if n % 20 == 0:
            assert_readable(pack)
    assert 0 < refused < 5_000


def assert_readable(pack: ContextPack) -> None:
    """Each line is cited once, and comes back as it went in."""
    read = parse(pack.text, keyed)
    assert [block.name for block in read] == [*pack.blocks]
    ids = [(line.id, block.name) for block in read for line in block.lines if line.id]
    assert ids == [(citation.id, citation.block) for citation in pack.citations]
    assert max(Counter(short for short, _ in ids).values(), default=1) == 1


def test_a_counter_that_counts_the_whole_higher_than_its_parts_is_obeyed() -> None:
    def harsh(text: str) -> int:
        return estimate(text) + text.count("\n") ** 2 // 4

    for budget in (600, 900, 1_500, 4_000):
        pack = compose(rich(), AUTO, budget=budget, count=harsh, keyed=keyed)
        assert harsh(pack.text) == pack.tokens <= budget
    with pytest.raises(OverBudget):
        compose(rich(), AUTO, budget=50, count=lambda text: 51, keyed=keyed)


@pytest.mark.requirement("R053")
def test_a_budget_too_small_for_guide_and_identity_is_an_error_that_says_how_much_is_needed() -> None:
    given = rich(identity=item(1, "Luna: an assistant", type="identity"))
    with pytest.raises(OverBudget) as caught:
        made(given, 1)
    needed = int("".join(char for char in str(caught.value.hint).split(",")[0] if char.isdigit()))
    with pytest.raises(OverBudget):
        made(given, needed - 1)
    assert made(given, needed).blocks.keys() == {"memory_guide", "persona_block"}


def test_the_same_inputs_give_the_same_bytes() -> None:
    for seed in range(50):
        assert made(inputs(random.Random(seed))) == made(inputs(random.Random(seed)))


@pytest.mark.parametrize("budget", [700, 1_500, 6_000])
def test_what_does_not_depend_on_the_message_does_not_change_with_it(budget: int) -> None:
    steady = ("memory_guide", "persona_block", "patch_block", "core_block", "notes_block")
    for seed in range(40):
        one = inputs(random.Random(seed), session=MAIN, identity=item(1, "Luna", type="identity"))
        other = replace(
            one,
            message="完全不同的问题，换一种语言",
            hits=[hit(900 + n, "something else entirely " * 5) for n in range(16)],
            traces=[],
            turns=[record(50 + n, "新的一轮对话") for n in range(12)],
        )
        first, second = made(one, budget), made(other, budget)
        prefix = "\n".join(first.blocks[name].text for name in steady if name in first.blocks)
        assert first.text.startswith(prefix)
        assert second.text.startswith(prefix)


@pytest.mark.parametrize("words", ["a library was renamed and its defaults changed ", "某个库改了名字，默认值也变了。"])
def test_nothing_is_dropped_for_want_of_room_while_there_is_room(words: str) -> None:
    patch = of_item(item(100, words * 12, type="patches"))
    given = Inputs(session=MAIN, message="x", now=NOW, patches=[patch])
    assert "patch_block" in made(given, 1_000).blocks  # more than its share, and nobody else needs any
    given = replace(given, core=[item(200 + n, words * 4, type="rules") for n in range(9)])
    for budget in range(400, 2_400, 50):
        pack = made(given, budget)
        frame = 80  # of a block that was not there yet; and the parts of a text count more than the whole
        assert [d for d in pack.dropped if pack.tokens + d.tokens + frame <= budget] == [], budget
    assert {c.block for c in made(given, 4_000).citations} == {"patch_block", "core_block"}


def test_what_a_steady_block_had_no_room_for_is_told_after_the_hits_if_room_is_left() -> None:
    core = [item(200 + n, f"规则 number {n}: " + "words " * 20, type="rules") for n in range(12)]
    given = Inputs(session=MAIN, message="x", now=NOW, core=core, hits=[hit(1, "a hit")])
    quiet = made(given, 900)
    late = [c.item_id for c in quiet.citations if c.block == "recall_block"]
    early = [c.item_id for c in quiet.citations if c.block == "core_block"]
    assert late[0] == hit(1, "a hit").item.id
    assert (early + late[1:])[: len(core)] == [one.id for one in core][: len(early + late[1:])]
    assert len(late) > 1
    busy = made(replace(given, hits=[hit(n, "many more words " * 9) for n in range(1, 20)]), 900)
    assert busy.blocks["core_block"] == quiet.blocks["core_block"]


def test_late_patches_are_counted_as_patches() -> None:
    patches = [of_item(item(100 + n, "news of the world " * 10, type="patches")) for n in range(12)]
    plan = replace(AUTO, blocks=AUTO.blocks | {"task_block"})
    pack = with_steps(made(Inputs(session=MAIN, message="x", now=NOW, patches=patches, task="go"), 1_000, plan))
    shown = [c for c in pack.citations if c.type == "patches"]
    assert {c.block for c in shown} == {"patch_block", "recall_block"}
    assert {step.name: step.loaded for step in pack.steps}["patches"] == len(shown)


@pytest.mark.requirement("R201", "R300")
def test_of_several_versions_the_newest_is_shown_then_the_surest() -> None:
    old = hit(1, "tone: formal", key="pref:writing:tone", created_at=NOW - timedelta(days=9))
    new = hit(2, "tone: casual", key="pref:writing:tone", created_at=NOW - timedelta(days=1), confidence=0.6)
    unsure = hit(3, "tone: odd", key="pref:writing:tone", created_at=NOW - timedelta(days=1), confidence=0.3)
    pack = made(Inputs(session=MAIN, message="x", now=NOW, hits=[old, unsure, new]))
    assert [citation.item_id for citation in pack.citations] == [new.item.id]
    assert {(dropped.ref, dropped.reason) for dropped in pack.dropped} == {
        (old.item.id, "an older version of the same key"),
        (unsure.item.id, "an older version of the same key"),
    }


@pytest.mark.requirement("R268")
@pytest.mark.parametrize("scope", ["group:g", "peer:a", "shared"])
def test_core_memory_is_for_main_sessions_only(scope: str) -> None:
    given = rich(core=[item(5, "a secret of the owner", type="profile")], hits=[])
    assert "a secret of the owner" in made(given).text
    elsewhere = made(replace(given, session=replace(MAIN, scope=scope)))
    assert "core_block" not in elsewhere.blocks
    assert "a secret of the owner" not in elsewhere.text
    assert "MEMORY.md" not in str(elsewhere.citations)


@pytest.mark.requirement("R264")
def test_each_line_is_cited_with_what_it_rests_on_and_tells_source_date_and_trust() -> None:
    web = hit(3, "the shop opens at nine", source=Source.OUTSIDE)
    said = Trace(record(9, "I said the shop opens at nine", session="old"), 0.9, Why())
    pack = made(Inputs(session=MAIN, message="x", now=NOW, hits=[web], traces=[said], lookup="user_ask_evidence"))
    first, second = pack.citations
    assert (first.item_id, first.key, first.source, first.trust, first.date) == (
        web.item.id,
        web.item.key,
        "outside",
        0.1,
        web.item.updated_at,
    )
    assert first.evidence == web.item.evidence
    assert second.record_id == said.record.id
    assert f"[{first.id}] {web.item.updated_at:%Y-%m-%d} outside 0.1: the shop opens at nine" in pack.text
    assert pack.as_json()["citations"][0]["evidence"] == [web.item.evidence[0].as_json()]
    assert (pack.lookup, [*pack.blocks]) == (
        "user_ask_evidence",
        ["memory_guide", "recall_block", "archival_evidence_block"],
    )


def test_words_from_the_archive_are_strictly_capped() -> None:
    traces = [Trace(record(n, "a very long passage " * 200, session="old"), 0.9, Why()) for n in range(3)]
    for budget in (500, 2_000, 50_000):
        pack = made(Inputs(session=MAIN, message="x", now=NOW, traces=traces), budget)
        block = pack.blocks.get("archival_evidence_block")
        assert block is None or block.tokens <= min(EVIDENCE_MOST, 0.15 * budget)
    assert block is not None


@pytest.mark.requirement("R267")
def test_the_slots_stand_from_the_steadiest_to_the_newest() -> None:
    order = [*made(rich(turns=[record(1, "hello")]), 20_000, PLANS[2]).blocks]
    assert order == [name for name in BLOCKS if name in order]
    assert order.index("core_block") < order.index("recall_block") < order.index("short_term_block")


def test_what_is_already_shown_is_not_shown_twice() -> None:
    rule = item(5, "never call before ten", type="rules")
    pack = made(Inputs(session=MAIN, message="x", now=NOW, core=[rule], hits=[hit(5, rule.content, id=rule.id)]))
    assert pack.text.count("never call before ten") == 1
    assert [(d.ref, d.reason) for d in pack.dropped] == [(rule.id, "already shown in another block")]


def test_the_last_turns_come_first_and_without_a_gap() -> None:
    turns = [record(n, f"turn number {n} " * 12) for n in range(1, 13)]
    pack = made(Inputs(session=MAIN, message="x", now=NOW, turns=turns), 800)
    shown = [c.record_id for c in pack.citations if c.block == "short_term_block"]
    assert 1 < len(shown) < 12
    assert shown == [turn.id for turn in turns[-len(shown) :]]


def test_a_long_turn_is_cut_and_does_not_push_out_the_others() -> None:
    turns = [record(1, "short before"), record(2, "很长的一段话" * 5_000), record(3, "short after")]
    pack = made(Inputs(session=MAIN, message="x", now=NOW, turns=turns), 1_000)
    assert "short before" in pack.text
    assert "short after" in pack.text
    assert "…" in pack.text


@pytest.mark.requirement("R251", "R265")
def test_on_demand_carries_guide_identity_core_and_scratchpad_only() -> None:
    given = rich(scratchpad=["task: move the office"], identity=item(1, "Luna", type="identity"))
    pack = made(given, 8_000, ON_DEMAND)
    assert [*pack.blocks] == ["memory_guide", "persona_block", "core_block", "working_block"]
    for tool in ("search_memory", "search_conversation_traces"):
        assert tool in pack.blocks["memory_guide"].text


@pytest.mark.parametrize(
    ("identity", "language", "word"), [("露娜：生活助理", "zh", "你是谁"), ("Luna", "en", "who you are")]
)
def test_our_own_words_are_in_the_language_of_the_identity(identity: str, language: str, word: str) -> None:
    for message in ("good evening", "晚上好"):
        pack = made(Inputs(session=MAIN, message=message, now=NOW, identity=item(1, identity, type="identity")))
        assert (pack.language, word in pack.text) == (language, True)


def test_with_nothing_else_the_message_decides_the_language() -> None:
    assert made(Inputs(session=MAIN, message="晚上好", now=NOW)).language == "zh"
    assert made(Inputs(session=MAIN, message="good evening", now=NOW)).language == "en"


def test_short_ids_are_the_same_from_pack_to_pack_and_unique_in_each() -> None:
    alike = [hit(n, f"text {n}", id=f"01970000-0000-7000-8000-{n:02x}00000abcde") for n in range(1, 20)]
    pack = made(Inputs(session=MAIN, message="x", now=NOW, hits=alike), 9_000)
    ids = [citation.id for citation in pack.citations]
    assert len(set(ids)) == len(ids) == 19
    again = made(Inputs(session=MAIN, message="y", now=NOW, hits=alike[:5]), 9_000)
    assert [citation.id for citation in again.citations] == ids[:5]


def test_the_pack_tells_which_lines_came_from_memory() -> None:
    given = Inputs(
        session=MAIN,
        message="x",
        now=NOW,
        patches=[of_item(item(2, "3.14 is out", type="patches"))],
        hits=[hit(3, "likes tea\nand milk")],
        turns=[record(4, "my own words")],
        traces=[Trace(record(5, "said long ago", session="old"), 0.9, Why())],
    )
    lines = made(given).lines
    assert {"3.14 is out", "likes tea", "and milk"} <= set(lines)
    assert any(line.endswith("said long ago") for line in lines)
    # What a person says in this conversation, or said before, may be said again and meant.
    assert not {"my own words", "said long ago"} & set(lines)
    assert not any("my own words" in line for line in lines)
