"""Writing in this process until the store fails, for stores whose client lives on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from perdure.agent import AgentMemory
from tests.faults.ledger import Ledger
from tests.faults.workload import Operation, Stream, is_trouble, perform

PATIENCE = 60.0


async def write_until_trouble(
    agent: AgentMemory, stream: Stream, ledger: Ledger, is_enough: Callable[[], bool] = lambda: False
) -> list[Operation]:
    """Write until the store fails, or it is enough. Answers what nobody knows the outcome of; other errors are bugs."""
    deadline = time.monotonic() + PATIENCE
    for batch in stream:
        answers = await asyncio.gather(*(perform(agent, op) for op in batch), return_exceptions=True)
        unknown: list[Operation] = []
        for op, answer in zip(batch, answers, strict=True):
            if isinstance(answer, BaseException):
                if not is_trouble(answer):
                    raise answer
                unknown.append(op)
            else:
                ledger.acknowledge(op, answer)
        if unknown or is_enough():
            return unknown
        assert time.monotonic() < deadline, "nothing failed"
    raise AssertionError("a stream does not end")
