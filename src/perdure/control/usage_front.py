"""`luna.usage`: what models cost, and the one way in which this agent asks an LLM."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta

from perdure.errors import ModelUnavailable, StoreUnavailable, Unsupported
from perdure.messages import say
from perdure.models.contract import LLMClient, Prompt, Reply
from perdure.port import NotNow, Place, Port
from perdure.store.model_calls import ModelCall
from perdure.store.transaction import ALL, Transaction
from perdure.store.usage import Spent, Usage
from perdure.values import MAIN, Session, check_count

LONGEST = timedelta(minutes=15)
"""After how long what was set aside for a call counts no more: the process that made it is gone."""
UNDER_WAY = timedelta(seconds=5)
"""After how long a call is tried again that had to wait for others."""


class UsageFront:
    """`luna.usage`: the ledger of tokens, and the cap that it enforces."""

    def __init__(self, port: Port) -> None:
        self._port = port

    async def today(self) -> Spent:
        """What this agent has spent today (UTC), in all scopes together."""
        return await self._port.read(MAIN, lambda tx: tx.usage.today())

    async def calls(
        self, *, limit: int = 1_000, session: Session | str | None = None, scope: str | None = None
    ) -> list[ModelCall]:
        """Which items and records of a scope were shown to which model, when and for what; the latest first."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.calls.list(limit))

    async def list(
        self, *, limit: int = 1_000, session: Session | str | None = None, scope: str | None = None
    ) -> list[Usage]:
        """The entries of a scope by day, purpose, model and session, the latest day first."""
        check_count(limit, "limit", ALL)
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: tx.usage.rows(limit))

    async def ask(self, prompt: Prompt, *, purpose: str, place: Place, llm: LLMClient | None = None) -> Reply:
        """Ask the LLM and write down what it cost, answer or not. Over the daily cap: `NotNow`, until tomorrow."""
        llm = llm or self._port.llm
        if llm is None:
            raise Unsupported("no LLM is configured", hint=say("hint.give_llm"))
        reserved = await self._reserve(prompt)
        try:
            reply = await llm.generate(prompt)
        except ModelUnavailable as failure:
            tokens = failure.tokens_in, failure.tokens_out
            await self._settle(reserved, prompt, place, purpose, llm.name, tokens, failed=True)
            raise
        except BaseException:
            with suppress(StoreUnavailable):  # closed meanwhile: then it lapses by itself
                await asyncio.shield(self._port.note(MAIN, lambda tx: tx.usage.settle(reserved)))
            raise
        await self._settle(
            reserved, prompt, place, purpose, llm.name, (reply.tokens_in, reply.tokens_out), failed=False
        )
        return reply

    async def _reserve(self, prompt: Prompt) -> str:
        """Set aside what a call may cost, so that calls at the same time do not overrun the cap together.

        It is set aside in the store, and so for every process. One call may still go beyond the cap, because nobody
        knows the length of an answer beforehand. Answers the name of what was set aside.
        """
        cap, name = self._port.config.daily_tokens, self._port.ids.new()
        texts = (prompt.system, *(message.content for message in prompt.messages))
        expected = await self._port.run(lambda: sum(map(self._port.config.tokens, texts)) + prompt.max_tokens)

        def work(tx: Transaction) -> None:
            spent = tx.usage.today().tokens
            if spent >= cap:
                raise NotNow(f"the daily cap of {cap:,} tokens is reached", _tomorrow(tx.now))
            if spent + tx.usage.reserved() >= cap:
                raise NotNow(f"calls under way may use up the daily cap of {cap:,} tokens", tx.now + UNDER_WAY)
            tx.usage.reserve(name, expected, tx.now + LONGEST)

        await self._port.note(MAIN, work)
        return name

    async def _settle(
        self,
        name: str,
        prompt: Prompt,
        place: Place,
        purpose: str,
        model: str,
        tokens: tuple[int, int],
        *,
        failed: bool,
    ) -> None:
        """A call is over: what it cost takes the place of what was set aside for it."""

        def work(tx: Transaction) -> None:
            tx.usage.settle(name)
            tx.usage.add(purpose, model, place.session_id, tokens_in=tokens[0], tokens_out=tokens[1], failed=failed)
            session = place.session
            tx.calls.add(purpose, model, session_id=session, items=prompt.items, records=prompt.records, failed=failed)

        await self._port.note(place.scope, work)


def _tomorrow(now: datetime) -> datetime:
    return datetime.combine(now.date() + timedelta(days=1), time(), UTC)
