"""What a process keeps of texts as the reader sees them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from perdure.intake.read_ahead import LINES, TurnReader

REQUEST = "forget what I said about the cello lessons"
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
