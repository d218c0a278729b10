"""Looks into the archive, written down shortly after they were answered and several at once.

A look is a read: nobody who reads waits for the disk. What is still waiting is written when somebody asks for the log
and when the agent is closed; a process that dies loses at most what the last `PAUSE` added.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import NamedTuple

from perdure.errors import PerdureError
from perdure.port import Place, Port
from perdure.store.transaction import Transaction
from perdure.values import MAIN

PAUSE = 0.25
"""Seconds that looks wait for others to be written with."""


class UnloggedLook(NamedTuple):
    """One look that is not written down yet."""

    place: Place
    reason: str
    hits: int
    at: datetime


class LookupLog:
    """What is to be written down of looks into one agent's archive."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._waiting: list[UnloggedLook] = []
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, looked: UnloggedLook) -> None:
        """Have it written down soon."""
        self._waiting.append(looked)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._begin)

    async def settle(self) -> None:
        """Write down what is waiting, now."""
        some, self._waiting = self._waiting, []
        if not some:
            return
        try:
            await self._port.note(MAIN, lambda tx: _write(tx, some))
        except BaseException:
            self._waiting = some + self._waiting
            raise

    async def close(self) -> None:
        """Nothing is left waiting."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await self._task
        await self._settle_or_warn()

    def _begin(self) -> None:
        self._timer = None
        self._task = asyncio.get_running_loop().create_task(self._settle_or_warn())

    async def _settle_or_warn(self) -> None:
        try:
            await self.settle()
        except PerdureError as failure:  # they wait on; the next look, or closing, tries again
            logging.getLogger(__name__).warning("looks into the archive are not written down yet: %s", failure)


def _write(tx: Transaction, looks: list[UnloggedLook]) -> None:
    for look in looks:
        tx.within(look.place.scope).add_lookup(look.place.session, look.reason, look.hits, at=look.at)
