"""What a process keeps of texts as the reader sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from perdure import Event
from perdure.intake.read.match import Described
from perdure.intake.read.reader import Reader
from perdure.intake.read_ahead import LINES, TurnReader
from perdure.textcache import forget_texts

REQUEST = "forget what I said about the cello lessons"
OTHER = "I moved my cello lessons to Fridays"
LINE = "my cello lessons are on Mondays"


def test_a_line_that_was_known_is_found_also_when_there_is_no_room_for_the_new_ones(cache: Path) -> None:
    async def named() -> int | None:
        with ThreadPoolExecutor(1) as executor:
            reader = TurnReader(executor, cache)
            assert await reader.wait()
            await reader.prepare((), (), [LINE, *(str(number) for number in range(LINES - 2))])
            lines = ["the gate code is 4411", "旧手机卖掉了", LINE, "lunch is at one"]
            await reader.prepare((), [REQUEST], lines)
            found = reader.named(REQUEST, lines)
            return None if found is None else found.one

    assert asyncio.run(named()) == 2


def test_what_is_erased_while_it_is_described_is_not_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    describe = Reader.describe

    def erased_meanwhile(self: Reader, texts: Sequence[str]) -> list[Described]:
        forget_texts()
        return describe(self, texts)

    async def kept() -> tuple[bool, bool]:
        with ThreadPoolExecutor(1) as executor:
            reader = TurnReader(executor, cache)
            assert await reader.wait()
            await reader.prepare([LINE, OTHER])
            is_known = bool(reader.nearest(LINE, [OTHER]))
            forget_texts()
            monkeypatch.setattr(Reader, "describe", erased_meanwhile)
            await reader.prepare([LINE, OTHER])
            return is_known, bool(reader.nearest(LINE, [OTHER]))

    assert asyncio.run(kept()) == (True, False)


def test_the_end_of_a_long_message_is_no_message_of_its_own(cache: Path) -> None:
    """A message is read in pieces: where a piece begins must not matter to what is asked behind it."""
    tail = "I was let go from Acme in March. Should never have told you."

    async def found(lines: int) -> list[tuple[str, bool, str]]:
        text = "\n".join([*(f"Is tower {n} in the wind?" for n in range(lines)), tail])
        with ThreadPoolExecutor(1) as executor:
            reader = TurnReader(executor, cache)
            assert await reader.wait()
            readings = await reader.read([Event.user(text)], is_whole=True)
            return [(r.kind, r.is_sure, text[r.start : r.end]) for r in readings.requests if r.kind != "none"]

    each = [asyncio.run(found(lines)) for lines in (20, 31, 32, 33)]
    assert each[1:] == each[:-1]
