"""`luna.hot`: what matters most, in memory from the moment an agent is opened."""

from __future__ import annotations

import asyncio

from perdure.errors import PerdureError
from perdure.port import Port
from perdure.store.hot import HotSet, follow
from perdure.store.scope_cache import ScopeCache
from perdure.values import MAIN, Item, Session


class HotFront:
    """`luna.hot`: the most important and newest items of a scope, never behind the store."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._sets: ScopeCache[HotSet] = ScopeCache()
        self._warming: asyncio.Task[None] | None = None

    async def items(self, *, session: Session | str | None = None, scope: str | None = None) -> list[Item]:
        """At most `Config.recall_max_items`, best first: exactly what the store holds now, whoever wrote last."""
        place = await self._port.place(session, scope)
        return [*(await self._follow(place.scope)).items]

    async def warm(self) -> None:
        """Read the hot set of `main`. Waits for it no longer than `Config.recall_load_budget`."""
        config = self._port.config
        if config.recall_load_on_start == "all":
            self._warming = asyncio.get_running_loop().create_task(self._warm())
            await asyncio.wait([self._warming], timeout=config.recall_load_budget)

    async def close(self) -> None:
        """Wait for what is being read: it cannot be stopped, only awaited."""
        if self._warming is not None:
            await asyncio.gather(self._warming)

    async def _warm(self) -> None:
        try:
            await self._follow(MAIN)
        except PerdureError:
            return  # a store in trouble still opens, so that `check` can say so; whoever asks for items hears of it

    async def _follow(self, scope: str) -> HotSet:
        held, limit = self._sets.get(scope), self._port.config.recall_max_items
        found = await self._port.read(scope, lambda tx: follow(tx, held, limit))
        self._sets.keep(scope, found)
        return found
