"""Erases something in a process of its own, to be killed: python -m tests.control.erasure.killed HOME KEY"""

from __future__ import annotations

import asyncio
import sys

from perdure import ErasureTarget, Runtime


async def main(home: str, key: str) -> None:
    async with Runtime(home, embedder="none") as runtime:
        luna = await runtime.agent("luna", create=False)
        _tell("ready")
        await luna.erase(ErasureTarget(key=key))
        _tell("erased")


def _tell(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
