"""Lines that memory put into a prompt are known again, in the session they were put into and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Runtime
from perdure.store.transaction import Transaction

LINES = ["- The user likes oolong tea. [m1]", "用户喜欢乌龙茶。", "***"]


def seen(tx: Transaction, session_id: str, line: str) -> bool:
    return tx.injected.hash_of(line) in tx.injected.of(session_id)


@pytest.mark.parametrize("line", ["The user likes  OOLONG tea (m1)", "「用户喜欢乌龙茶」"])
async def test_a_line_is_known_again_whatever_its_bullets_width_and_case(tmp_path: Path, line: str) -> None:
    async with Runtime(tmp_path) as runtime:
        luna, nova = await runtime.agent("luna"), await runtime.agent("nova")
        await luna.port.write("main", lambda tx: tx.injected.add("s1", LINES))
        await luna.port.write("main", lambda tx: tx.injected.add("s1", LINES))  # again is no conflict
        assert await luna.port.read("main", lambda tx: seen(tx, "s1", line))
        assert not await luna.port.read("main", lambda tx: seen(tx, "s2", line))
        assert len(await luna.port.read("main", lambda tx: tx.injected.of("s1"))) == 3  # with the sentence
        asked = [line, "The user likes coffee.", "用户喜欢咖啡。"]
        assert await luna.port.read("main", lambda tx: tx.injected.among("s1", asked)) == {line}
        assert not await luna.port.read("main", lambda tx: tx.injected.among("s2", asked))
        assert not await luna.port.read("main", lambda tx: tx.injected.among("s1", []))
        ours = await luna.port.read("main", lambda tx: tx.injected.hash_of(line))
        assert ours != await nova.port.read("main", lambda tx: tx.injected.hash_of(line))
