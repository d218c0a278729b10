"""`luna.usage`: what models cost, and the one way in which this agent asks an LLM."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from perdure.errors import ModelUnavailable, Unsupported
from perdure.models.contract import Prompt, Reply
from perdure.parts.jobs import NotNow
from perdure.store.transaction import ALL, Transaction
from perdure.store.usage import Spent, Usage
from perdure.values import MAIN, Session, check_count

if TYPE_CHECKING:
    from perdure.agent import AgentMemory


class UsagePart:
    """`luna.usage`: the ledger of tokens, and the cap that it enforces."""

    def __init__(self, agent: AgentMemory) -> None:
        self._agent = agent

    async def today(self) -> Spent:
        """What this agent has spent today (UTC), in all scopes together."""
        return await self._agent._read(MAIN, lambda tx: tx.usage.today())

    async def list(
        self, *, limit: int = 1_000, session: Session | str | None = None, scope: str | None = None
    ) -> list[Usage]:
        """The entries of a scope by day, purpose, model and session, the latest day first."""
        check_count(limit, "limit", ALL)
        _, where = await self._agent._place(session, scope)
        return await self._agent._read(where, lambda tx: tx.usage.rows(limit))

    async def _ask(self, prompt: Prompt, *, purpose: str, session_id: str, scope: str) -> Reply:
        """Ask the LLM and write down what it cost, answer or not. Over the daily cap: `NotNow`, until tomorrow."""
        agent = self._agent
        if agent._llm is None:
            raise Unsupported("no LLM is configured", hint="give `Runtime(llm=…)` one")
        cap = agent._config.daily_tokens
        spent, now = await agent._read(MAIN, lambda tx: (tx.usage.today(), tx.now))
        if spent.tokens >= cap:
            raise NotNow(f"the daily cap of {cap:,} tokens is reached", _tomorrow(now))
        name = agent._llm.name
        try:
            reply = await agent._llm.generate(prompt)
        except ModelUnavailable as failure:
            tokens = failure.tokens_in, failure.tokens_out
            await self._note(scope, purpose, name, session_id, tokens, failed=True)
            raise
        await self._note(scope, purpose, name, session_id, (reply.tokens_in, reply.tokens_out), failed=False)
        return reply

    async def _note(
        self, scope: str, purpose: str, model: str, session_id: str, tokens: tuple[int, int], *, failed: bool
    ) -> None:
        def work(tx: Transaction) -> None:
            tx.usage.add(purpose, model, session_id, tokens_in=tokens[0], tokens_out=tokens[1], failed=failed)

        await asyncio.wrap_future(self._agent._store.submit(scope, work))


def _tomorrow(now: datetime) -> datetime:
    return datetime.combine(now.date() + timedelta(days=1), time(), UTC)
