"""`luna.usage`: what models cost, and the one way in which this agent asks an LLM."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from perdure.errors import ModelUnavailable, Unsupported
from perdure.messages import say
from perdure.models.contract import Prompt, Reply
from perdure.port import NotNow, Place, Port
from perdure.store.transaction import ALL, Transaction
from perdure.store.usage import Spent, Usage
from perdure.values import MAIN, Session, check_count


class UsageFront:
    """`luna.usage`: the ledger of tokens, and the cap that it enforces."""

    def __init__(self, port: Port) -> None:
        self._port = port

    async def today(self) -> Spent:
        """What this agent has spent today (UTC), in all scopes together."""
        return await self._port.read(MAIN, lambda tx: tx.usage.today())

    async def list(
        self, *, limit: int = 1_000, session: Session | str | None = None, scope: str | None = None
    ) -> list[Usage]:
        """The entries of a scope by day, purpose, model and session, the latest day first."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.usage.rows(limit))

    async def ask(self, prompt: Prompt, *, purpose: str, place: Place) -> Reply:
        """Ask the LLM and write down what it cost, answer or not. Over the daily cap: `NotNow`, until tomorrow."""
        llm = self._port.llm
        if llm is None:
            raise Unsupported("no LLM is configured", hint=say("hint.give_llm"))
        cap = self._port.config.daily_tokens
        spent, now = await self._port.read(MAIN, lambda tx: (tx.usage.today(), tx.now))
        if spent.tokens >= cap:
            raise NotNow(f"the daily cap of {cap:,} tokens is reached", _tomorrow(now))
        name = llm.name
        try:
            reply = await llm.generate(prompt)
        except ModelUnavailable as failure:
            tokens = failure.tokens_in, failure.tokens_out
            await self._note(place, purpose, name, tokens, failed=True)
            raise
        await self._note(place, purpose, name, (reply.tokens_in, reply.tokens_out), failed=False)
        return reply

    async def _note(self, place: Place, purpose: str, model: str, tokens: tuple[int, int], *, failed: bool) -> None:
        def work(tx: Transaction) -> None:
            tx.usage.add(purpose, model, place.session_id, tokens_in=tokens[0], tokens_out=tokens[1], failed=failed)

        await self._port.note(place.scope, work)


def _tomorrow(now: datetime) -> datetime:
    return datetime.combine(now.date() + timedelta(days=1), time(), UTC)
