"""What was forgotten does not come back by any path, in whatever order things happen; a new statement is free."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from itertools import permutations

import pytest

from perdure import AgentMemory, Candidate, Event, ManualClock, Retracted, Runtime, Target
from perdure.testing import ScriptedLLM
from tests.homes import fresh_id

TALK: Mapping[str, Mapping[str, object]] = {
    "en": {
        "said": "I live in Leeds.",
        "value": "Leeds",
        "echo": "Noted: you live in Leeds.",
        "again": "As I told you, I live in Leeds.",
        "asks": "Forget that I live in Leeds.",
        "question": "Where do I live?",
        "others": (
            "We decided to use Kafka for the events of the shop.",
            "Please plan the launch party for the tenth of May.",
            "The budget must not be more than 900 euros.",
            "My sister lives in Rome and works as a nurse.",
        ),
    },
    "zh": {
        "said": "我住在杭州。",
        "value": "杭州",
        "echo": "好的，你住在杭州，我记下了。",
        "again": "我说过，我住在杭州。",
        "asks": "忘掉我住在杭州。",
        "question": "我住在哪里？",
        "others": (
            "我们决定用 Kafka 处理商店的事件。",
            "请帮我规划五月十号的发布会。",
            "预算必须控制在九百欧元以内。",
            "我妹妹住在罗马，是一名护士。",
        ),
    },
    "mixed": {
        "said": "我住在 Leeds。",
        "value": "Leeds",
        "echo": "OK，你住在 Leeds。",
        "again": "我说过，我住在 Leeds。",
        "asks": "忘掉我住在 Leeds。",
        "question": "我住在哪里？",
        "others": (
            "我们决定用 Kafka 处理 shop 的事件。",
            "Please 帮我规划五月十号的 launch party。",
            "The budget 必须控制在九百欧元以内。",
            "我妹妹住在 Rome，是一名护士。",
        ),
    },
}


async def talked(luna: AgentMemory, language: str, session: str = "s") -> None:
    talk = TALK[language]
    others = [str(text) for text in talk["others"]]  # type: ignore[attr-defined]
    await luna.start_session(session)
    await luna.commit_turn(session, [Event.user(str(talk["said"])), Event.assistant(str(talk["echo"]))])
    for text in others[:2]:
        await luna.commit_turn(session, [Event.user(text), Event.assistant("OK.")])
    await luna.commit_turn(session, [Event.user(str(talk["again"])), Event.assistant("Yes.")])
    for text in others[2:]:
        await luna.commit_turn(session, [Event.user(text), Event.assistant("OK.")])


async def telling(
    luna: AgentMemory, language: str, clock: ManualClock, session: str = "s", thing: str = "city"
) -> dict[str, str]:
    """Every place that still tells it, with what it tells."""
    talk = TALK[language]
    value, question = str(talk["value"]), str(talk["question"])
    if thing == "decision":
        value, question = "Kafka", "What did we decide? 我们决定了什么？"
    fresh = await luna.start_session()
    again = await luna.compact(session, keep_turns=1)
    places: dict[str, object] = {
        "items": [item.content for item in await luna.items()],
        "values": [str(item.value) for item in await luna.items()],
        "search": [hit.as_json() for hit in await luna.search_memory(question)],
        "search by value": [hit.as_json() for hit in await luna.search_memory(value)],
        "notes": [line.text for line in await luna.files.notes(clock.now().date())],
        "memory": await luna.files.memory(),
        "note file": _file(luna, clock),
        "compaction": [again.text, again.as_json()],
        "low confidence": [t.as_json() for t in await luna.retrieve_archival(value, reason="low_confidence")],
        "working": (await luna.working.scratchpad(fresh)).to_markdown(),
        "working of it": (await luna.working.show(session)).as_json(),
    }
    for message in (question, f"When did I say {value}? {value} 什么时候说过", value):
        shown = message.replace(value, "") if value in message else message
        for mode in ("auto", "strategy"):
            for where in (session, fresh):
                pack = await luna.compose(where, shown or question, budget=4_000, mode=mode)
                places[f"pack {mode} {shown}"] = json.dumps(pack.as_json(), ensure_ascii=False)
    await luna.end_session(fresh)
    return {name: str(told) for name, told in places.items() if value in str(told)}


def _file(luna: AgentMemory, clock: ManualClock) -> str:
    folder = luna.port.workspace
    path = None if folder is None else folder / "memory" / f"{clock.now().date().isoformat()}.md"
    return path.read_text(encoding="utf-8") if path is not None and path.exists() else ""


async def forget_by_key(luna: AgentMemory, language: str) -> None:
    await luna.forget_recall("profile:user#city")


async def forget_the_decision(luna: AgentMemory, language: str) -> None:
    receipt = await luna.forget_recall(Target(query="Kafka"))
    assert isinstance(receipt.outcomes[0], Retracted), receipt


async def forget_by_words(luna: AgentMemory, language: str) -> None:
    assert (await luna.forget_recall(Target(query=str(TALK[language]["said"])))).outcomes


async def forget_in_a_turn(luna: AgentMemory, language: str) -> None:
    """In another session: the one that was talked in may have ended."""
    session = await luna.start_session()
    asked = [Event.user(str(TALK[language]["asks"])), Event.assistant(f"OK. {TALK[language]['echo']}")]
    receipt = await luna.commit_turn(session, asked)
    assert any(isinstance(outcome, Retracted) for outcome in receipt.outcomes), receipt
    await luna.end_session(session)


Step = Callable[[AgentMemory, str], Awaitable[object]]
FORGET: dict[str, Step] = {"city": forget_by_key, "decision": forget_the_decision}
STEPS: dict[str, Step] = {
    "forget": forget_by_key,
    "end": lambda luna, _: luna.end_session("s"),
    "episode": lambda luna, _: luna.generate_episode("s"),
    "compact": lambda luna, _: luna.compact("s", keep_turns=1),
}


@pytest.mark.parametrize("order", list(permutations(STEPS)), ids="-".join)
@pytest.mark.parametrize("thing", FORGET)
@pytest.mark.parametrize("language", TALK)
async def test_in_whatever_order_things_happen_nothing_tells_it_again(
    luna: AgentMemory, clock: ManualClock, language: str, thing: str, order: tuple[str, ...]
) -> None:
    await talked(luna, language)
    for step in order:
        await (FORGET[thing] if step == "forget" else STEPS[step])(luna, language)
    assert await telling(luna, language, clock, thing=thing) == {}


async def test_before_it_is_forgotten_it_is_told_in_many_places(luna: AgentMemory, clock: ManualClock) -> None:
    """The red control: what looks for it finds it where it is."""
    await talked(luna, "en")
    await luna.compact("s", keep_turns=1)
    await luna.generate_episode("s")
    told = {thing: await telling(luna, "en", clock, thing=thing) for thing in FORGET}
    for thing in FORGET:
        assert {"items", "search", "low confidence"} <= told[thing].keys()
        assert any(name.startswith("pack") for name in told[thing])
    assert {"compaction", *(("notes", "note file") if luna.port.workspace else ())} <= told["decision"].keys()


@pytest.mark.parametrize("way", [forget_by_words, forget_in_a_turn])
@pytest.mark.parametrize("language", TALK)
async def test_however_it_is_asked_nothing_tells_it_again(
    luna: AgentMemory, clock: ManualClock, language: str, way: Step
) -> None:
    await talked(luna, language)
    await luna.generate_episode("s")
    await luna.compact("s", keep_turns=1)
    await way(luna, language)
    await luna.end_session("s")
    await luna.relearn.apply()
    assert await telling(luna, language, clock) == {}


@pytest.mark.parametrize("language", TALK)
async def test_what_else_was_said_is_still_told(luna: AgentMemory, language: str) -> None:
    await talked(luna, language)
    await luna.forget_recall("profile:user#city")
    await luna.end_session("s")
    [episode] = await luna.items("episodes")
    assert "Kafka" in episode.content
    assert "Kafka" in (await luna.compose(None, "Kafka?", budget=4_000)).text


@pytest.mark.parametrize("language", TALK)
async def test_who_looks_for_the_words_themselves_is_shown_them_marked(luna: AgentMemory, language: str) -> None:
    await talked(luna, language)
    value, said = str(TALK[language]["value"]), str(TALK[language]["said"])
    [item] = await luna.items("profile")
    await luna.forget_recall("profile:user#city")
    found = await luna.search_conversation_traces(value)
    assert said in {trace.record.content for trace in found}
    assert all(trace.withheld[trace.record.id] for trace in found if value in (trace.record.content or ""))
    assert value in str(await luna.history.of(item))
    assert [finding for finding in await luna.check() if not finding.ok] == []


@pytest.mark.parametrize("language", TALK)
async def test_a_new_statement_is_free(luna: AgentMemory, language: str) -> None:
    await talked(luna, language)
    await luna.forget_recall("profile:user#city")
    await luna.commit_turn("s", [Event.user(str(TALK[language]["said"]))])
    assert str(TALK[language]["value"]) in (await luna.compose("s", "?", budget=4_000)).text


@pytest.mark.parametrize("target", ["profile:user#city", "profile:user"])
@pytest.mark.parametrize("language", TALK)
async def test_undoing_a_forget_shows_it_again(luna: AgentMemory, language: str, target: str) -> None:
    await talked(luna, language)
    value, question = str(TALK[language]["value"]), str(TALK[language]["question"])
    before = (await luna.compose("s", question, budget=4_000)).text
    assert value in before
    await luna.forget_recall(target)
    history = await luna.history.of("profile:user")
    assert value not in (await luna.compose("s", question, budget=4_000)).text
    await luna.relearn.undo(history.changes[-1].revision)
    found = await luna.search_conversation_traces(value)
    assert [trace for trace in found if trace.withheld] == []
    assert value in (await luna.compose("s", question, budget=4_000)).text


async def test_working_memory_lets_go_of_what_was_forgotten_and_of_nothing_else(luna: AgentMemory) -> None:
    await talked(luna, "en")
    await luna.start_session("t")
    await luna.working.start_task("t", "Find a plumber", ["I live in Leeds, so ask there", "call them"])
    await luna.working.note_thought("t", "The user said: I live in Leeds.")
    await luna.working.set("t", "home", "I live in Leeds")
    await luna.working.set("t", "budget", "900")
    await luna.forget_recall("profile:user#city")
    held = await luna.working.show("t")
    assert "Leeds" not in str(held)
    assert (held.current_task and held.current_task.goal, held.context["budget"].value) == ("Find a plumber", "900")


@pytest.mark.parametrize("asks", ["Please forget that I live in Leeds.", "请忘掉我住在 Leeds 这件事。"])
async def test_a_request_to_forget_is_no_task(luna: AgentMemory, asks: str) -> None:
    await talked(luna, "en")
    await luna.start_session("t")
    await luna.commit_turn("t", [Event.user(asks), Event.assistant("OK.")])
    assert "Leeds" not in str(await luna.working.show("t"))


async def test_a_note_that_is_forgotten_leaves_the_file_and_what_was_written_by_hand_stays(
    sqlite_runtime: Runtime, clock: ManualClock
) -> None:
    luna = await sqlite_runtime.agent(fresh_id())
    await luna.memory_append("The spare key is with Ann.\nShe lives next door.")
    await luna.memory_append("The bins go out on Monday.")
    folder = luna.port.workspace
    assert folder is not None
    path = folder / "memory" / f"{clock.now().date().isoformat()}.md"
    path.write_text(path.read_text(encoding="utf-8") + "- by hand\n", encoding="utf-8")
    await luna.forget_recall(Target(query="the spare key"))
    assert "Ann" not in path.read_text(encoding="utf-8")
    assert "next door" not in path.read_text(encoding="utf-8")
    assert [line.text[-26:] for line in await luna.files.notes(clock.now().date())] == [
        "The bins go out on Monday.",
        "by hand",
    ]


async def test_the_generated_region_of_the_memory_file_lets_go_of_it(sqlite_runtime: Runtime) -> None:
    luna = await sqlite_runtime.agent(fresh_id())
    await talked(luna, "en")
    await luna.files.generate()
    assert "Leeds" in str(await luna.files.memory())
    await luna.forget_recall("profile:user#city")
    assert "Leeds" not in str(await luna.files.memory())


async def test_a_model_is_not_shown_what_was_forgotten(busy_home: str) -> None:
    llm = ScriptedLLM({"candidates": []})
    async with Runtime(busy_home, llm=llm) as runtime:
        luna = await runtime.agent(fresh_id())
        await talked(luna, "en")
        await luna.jobs.run_pending()
        await luna.forget_recall("profile:user#city")
        seen = len(llm.asked)
        await luna.relearn.preview("llm")
        assert len(llm.asked) > seen
        assert not any("Leeds" in str(prompt) for prompt in llm.asked[seen:])


# cases


@pytest.mark.parametrize("count", [1, 2])
async def test_what_was_drawn_only_from_deleted_cases_goes_with_them(luna: AgentMemory, count: int) -> None:
    for n in range(2):
        await luna.experience.record(
            {"type": "coding", "description": f"deploy number {n}", "domain": ["ops"]},
            {},
            {"success": False},
            {"mistakes": ["pushed without running the tests"], "lessons_learned": ["run the tests first"]},
        )
    assert await luna.items("lessons")
    assert await luna.items("patterns")
    for case in (await luna.items("cases"))[:count]:
        await luna.forget_recall(case.id, mode="delete")
    left = [*await luna.items("lessons"), *await luna.items("patterns")]
    assert bool(left) == (count == 1)


# a session always ends


@pytest.mark.parametrize("text", ["x" * 900 + " word word word word word", "字" * 900, "？！。" * 50 + "a b c d e f"])
async def test_a_session_ends_also_when_nothing_can_be_summed_up(luna: AgentMemory, text: str) -> None:
    await luna.start_session("s")
    await luna.commit_turn("s", [Event.user(text), Event.assistant(text)])
    assert (await luna.end_session("s")).completed_at is not None
    await luna.generate_episode("s")


async def test_what_was_written_directly_is_hidden_as_well(luna: AgentMemory) -> None:
    await luna.upsert_recall(Candidate("facts", {"predicate": "office", "value": "York"}))
    await luna.forget_recall("fact:user:office")
    found = await luna.search_conversation_traces("York")
    assert all(trace.withheld for trace in found)
