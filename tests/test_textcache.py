"""What a process keeps of texts goes when something is erased."""

from __future__ import annotations

import gc
from pathlib import Path

from perdure import Config, ErasureTarget, Event, Runtime
from perdure.textcache import cached_texts, forget_texts, on_forgetting

SECRET = "quillonberry"


def in_memory(word: str) -> list[str]:
    """The places of this process that hold a text with a word: dictionaries and sets, and what caches hold."""
    found: list[str] = []
    for one in gc.get_objects():
        if isinstance(one, dict):
            found += [key for key in list(one) if isinstance(key, str) and word in key]
        elif isinstance(one, (set, frozenset)):
            found += [each for each in list(one) if isinstance(each, str) and word in each]
    return found


def test_a_cache_is_emptied() -> None:
    calls: list[str] = []

    @cached_texts(8)
    def looked(text: str) -> str:
        calls.append(text)
        return text

    looked("a"), looked("a")
    assert calls == ["a"]
    forget_texts()
    looked("a")
    assert calls == ["a", "a"]


def test_an_object_is_told_while_it_lives() -> None:
    told: list[int] = []

    class Keeper:
        def __init__(self) -> None:
            on_forgetting(self.forget)

        def forget(self) -> None:
            told.append(1)

    keeper = Keeper()
    forget_texts()
    assert told == [1]
    del keeper
    gc.collect()
    forget_texts()
    assert told == [1]


async def test_what_was_erased_is_in_no_cache_of_the_reader(tmp_path: Path) -> None:
    async with Runtime(tmp_path, config=Config(reader=True), embedder="none") as runtime:
        await runtime.warm()
        agent = await runtime.agent("luna")
        session = await agent.start_session()
        await agent.commit_turn(session, [Event.user(f"I'm allergic to {SECRET}.")])
        await agent.commit_turn(session, [Event.user("I live in Leeds."), Event.assistant("Noted.")])
        assert await agent.items()
        assert in_memory(SECRET)  # the control: caches do hold it
        await agent.erase(ErasureTarget(query=SECRET))
        gc.collect()
        assert not in_memory(SECRET)
