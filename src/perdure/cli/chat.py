"""`perdure chat`: talk with memory on. Without a model an echo partner still shows what is remembered and recalled."""

from __future__ import annotations

import io
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import note
from perdure.cli.place import CommandPlace, UsageError
from perdure.messages import render, say

if TYPE_CHECKING:
    from perdure.agent import AgentMemory
    from perdure.models.contract import LLMClient, Message
    from perdure.store.queue import Job
    from perdure.values import Choice, Outcome, Receipt, Session

TURNS = 12
LAST_WORDS = 10.0
"""Seconds that the end of a conversation waits for what is still being learned from it."""
RECENT = 100
"""Changes among which those of a turn that was read late are looked for."""
HELP = """\
/memory         what is remembered                      /why WHAT     where a memory came from
/context        what the model was shown                /forget WHAT  forget it
/context TEXT   what it would be shown for this text    /undo         take back what the last turn changed
/help           this                                    /quit         leave (or Ctrl-D)"""


def chat(
    place: CommandPlace,
    budget: Annotated[int, typer.Option(help="Tokens of memory in each prompt.")] = 2_000,
) -> None:
    """Chat with memory. Commands inside: `/why`, `/forget`, `/undo`, `/context`, `/memory`.

    The model is the one that `perdure config` shows under `llm`; without one, a partner that only echoes shows what is
    remembered and what would be recalled.
    """
    if place.json:
        raise UsageError("a conversation has no `--json` form", hint=say("hint.commit_json"))
    import asyncio

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a byte that is no text must not end the conversation
    asyncio.run(_talk(place, budget))


async def _talk(place: CommandPlace, budget: int) -> None:
    import asyncio

    from perdure.errors import PerdureError
    from perdure.models.build import llm as build
    from perdure.runtime import Runtime

    chosen = place.settings
    model = build(chosen.llm)
    async with Runtime(place.address, config=chosen.config, embedder=chosen.embedding, llm=model) as runtime:
        agent = await runtime.agent(place.agent_id)
        if chosen.agent_name and await agent.identity.get() is None:
            await agent.identity.set(chosen.agent_name)
        session = await agent.start_session(scope=place.scope_name, kind="chat")
        talk = Talk(agent, session, model, budget)
        partner = "an echo (no model configured)" if model is None else model.name
        note(f"talking to {partner} as `{place.agent_id}`; /help lists what you can type")
        # Who types is slower than the reader loads; what comes through a pipe must not wait for it.
        warming = asyncio.create_task(runtime.warm()) if sys.stdin.isatty() else None
        try:
            while (line := await talk.listen()) is not None:
                if not line.strip():
                    continue
                try:
                    if not await talk.hear(line.strip()):
                        break
                except PerdureError as error:
                    hint = f"\nhint: {render(error.hint, surface='cli')}" if error.hint else ""
                    note(f"error: {error.message}{hint}")
            await talk.finish()
            await agent.end_session(session)
            talk.show_late()
        finally:
            if warming is not None:
                warming.cancel()
                await asyncio.gather(warming, return_exceptions=True)


def _read() -> str | None:
    """A line of the person's, or None at the end."""
    line = sys.stdin.readline()
    return line if line else None


def _prompt() -> None:
    """Shown to a terminal only."""
    if sys.stdin.isatty():
        print("you › ", end="", file=sys.stderr, flush=True)


class Talk:
    """One conversation: what was said, what was shown to the model, and the words that begin with a slash."""

    def __init__(self, agent: AgentMemory, session: Session, model: LLMClient | None, budget: int) -> None:
        self._agent = agent
        self._session = session
        self._model = model
        self._budget = budget
        self._past: list[Message] = []
        self._shown = ""
        self._asked: set[str] = set()
        """What the person was asked about in this conversation."""
        self._revisions: list[int] = []
        """What the turns of this conversation changed, the latest last."""
        self._choices: Sequence[Choice] = ()
        self._chosen: Callable[[Choice], Awaitable[None]] | None = None
        """What to do with the one of several that the person names by its number."""
        self._late: list[Receipt] = []
        """What came of turns that were read later than they were said, and is not told yet."""
        self._late_items: set[str] = set()
        """What was learned so in this conversation, and `/undo` does not know of yet."""
        self._told: set[tuple[str, str | None, str]] = set()
        """What was told already: the reader comes to much that rules came to before it."""
        self._is_idle = False
        """Whether it is the person's turn to say something."""
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "/memory": self._memory,
            "/context": self._context,
            "/why": self._why,
            "/forget": self._forget,
            "/undo": self._undo,
            "/help": self._help,
        }
        agent.jobs.listen(self._hear_late)

    async def listen(self) -> str | None:
        """The next line of the person's, or None at the end. What is learned meanwhile is told at once."""
        import asyncio

        self.show_late()
        _prompt()
        self._is_idle = True
        try:
            return await asyncio.to_thread(_read)
        finally:
            self._is_idle = False

    async def finish(self) -> None:
        """Before the end, tell what is learned from what was said last: for that it waits a little."""
        from perdure.intake.llm_queue import LEARN

        is_all = await self._agent.jobs.finish(LEARN, within=LAST_WORDS)
        self.show_late()
        if not is_all:
            note(f"  [notice] {render(say('notice.unread'), surface='cli')}")

    def _hear_late(self, job: Job, receipt: Receipt) -> None:
        if job.scope != self._session.scope:
            return
        news = tuple(outcome for outcome in receipt.outcomes if self._is_news(outcome))
        if not news and not receipt.notices:
            return
        self._late.append(replace(receipt, outcomes=news))
        if self._is_idle and sys.stdin.isatty():
            note("")
            self.show_late()
            _prompt()

    def _is_news(self, outcome: Outcome) -> bool:
        """Whether the reader came to more than rules did, who had read the turn when it was said."""
        is_known = outcome.outcome == "merged" and outcome.replaces is None
        return not is_known and (outcome.outcome, outcome.key, outcome.reason) not in self._told

    def show_late(self) -> None:
        """Tell what was learned from turns that were read late."""
        late, self._late = self._late, []
        for receipt in late:
            note(f"  {render(say('notice.learned_late'), surface='cli')}")
            self._tell(receipt)
            if receipt.session == self._session.id:
                self._late_items |= {outcome.item_id for outcome in receipt.outcomes if outcome.item_id is not None}

    async def _note_late(self) -> None:
        """`/undo` takes back what was learned late as well: for each thing the change that touched it last."""
        if not self._late_items:
            return
        items, self._late_items = self._late_items, set()
        for change_set in await self._agent.history.changes(limit=RECENT, session=self._session):
            touched = items & {change.item_id for change, _ in change_set.changes}
            if touched:
                self._revisions = sorted({*self._revisions, change_set.revision})
                items -= touched

    async def hear(self, line: str) -> bool:
        """Answer one line. False when the person wants to leave."""
        chosen, self._chosen = self._chosen, None
        if chosen is not None and line.isascii() and line.isdigit() and 1 <= int(line) <= len(self._choices):
            await chosen(self._choices[int(line) - 1])
            return True
        name, _, rest = line.partition(" ")
        if name in ("/quit", "/exit"):
            return False
        if name.startswith("/"):
            command = self._commands.get(name)
            if command is None:
                raise UsageError(f"there is no `{name}` here", hint=say("hint.chat_help"))
            await command(rest.strip())
            return True
        await self._answer(line)
        return True

    async def _answer(self, line: str) -> None:
        from perdure.models.contract import Message
        from perdure.values import Event

        pack = await self._agent.compose(self._session, line, budget=self._budget)
        self._shown = pack.text
        # What the person said is safe before a model is asked: it may be out of reach.
        before = await self._last_change()
        receipt = await self._agent.commit_turn(self._session, Event.user(line))
        print("model › " if self._model is not None else "echo › ", end="", flush=True)
        try:
            said = await self._say(line)
        finally:
            print(flush=True)
            self._tell(receipt)
            await self._note_change(before)
        if question := await self._question(receipt):
            print(question)
            said = f"{said}\n{question}"
        self._past = [*self._past, Message("user", line), Message("assistant", said)][-2 * TURNS :]
        if said.strip():
            await self._agent.commit_turn(self._session, Event.assistant(said))

    async def _question(self, receipt: Receipt) -> str | None:
        """What waits for the person's word, where it is one thing alone, and once: the next line may answer it."""
        touched = {outcome.item_id for outcome in receipt.outcomes}
        waiting = await self._agent.review.list(session=self._session)
        waiting = [entry for entry in waiting if entry.item.id in touched] or waiting
        if len(waiting) != 1 or waiting[0].item.id in self._asked:
            return None
        self._asked.add(waiting[0].item.id)
        return waiting[0].question

    async def _say(self, line: str) -> str:
        """The answer, shown while it comes."""
        from perdure.models.contract import Message, Prompt, StreamingClient

        if self._model is not None:
            prompt = Prompt(self._shown, (*self._past, Message("user", line)))
            if isinstance(self._model, StreamingClient):
                return (await self._model.stream(prompt, _print)).strip()
            said = (await self._model.generate(prompt)).text.strip()
        else:
            hits = await self._agent.search_memory(line, k=3, session=self._session)
            told = "; ".join(" ".join(hit.item.content.split()) for hit in hits)
            said = f"I remember: {told}" if hits else "(nothing in memory about this yet)"
        _print(said)
        return said

    async def _last_change(self) -> int:
        last = await self._agent.history.changes(limit=1, session=self._session)
        return last[0].revision if last else 0

    async def _note_change(self, before: int) -> None:
        if (now := await self._last_change()) != before:
            self._revisions.append(now)

    async def _undo(self, _: str) -> None:
        await self._note_late()
        if not self._revisions:
            raise UsageError("nothing was changed in this conversation", hint=say("hint.undo_further"))
        undone = await self._agent.history.undo(self._revisions.pop(), keep_later=True, session=self._session)
        changed = {} if undone is None else {item.id: item for _, item in undone.changes if item is not None}
        for item in changed.values():
            print(f"taken back: {item.key}  {' '.join(item.content.split())} ({item.status.value})")
        if not changed:
            print("nothing was left to take back")

    def _tell(self, receipt: Receipt) -> None:
        for outcome in receipt.outcomes:
            self._told.add((outcome.outcome, outcome.key, outcome.reason))
            note(f"  [{outcome.outcome}] {outcome.key or outcome.type}: {outcome.reason}")
        for notice in receipt.notices:
            note(f"  [notice] {render(notice, surface='cli')}")

    async def _memory(self, _: str) -> None:
        items = await self._agent.items(session=self._session, limit=50)
        for item in items:
            print(f"{item.key}  {' '.join(item.content.split())}")
        if not items:
            print("nothing is remembered yet")

    async def _context(self, text: str) -> None:
        if text:
            pack = await self._agent.compose(None, text, budget=self._budget, scope=self._session.scope)
            print(pack.text)
            return
        print(self._shown or "no context yet: say something first")

    async def _why(self, what: str) -> None:
        await self._meant(what, self._explain)

    async def _explain(self, choice: Choice) -> None:
        if choice.field is not None:
            print(f"{choice.target}: {choice.said}")
        history = await self._agent.history.of(choice.item, session=self._session)
        for item in history.versions:
            print(f"v{item.version} {item.status.value}: {' '.join(item.content.split())}")
            for proof in item.evidence:
                at = f"{item.created_at:%Y-%m-%d %H:%M} UTC"
                print(f"   {item.source.value}, {at}: {proof.quote or proof.url or ''}")

    async def _forget(self, what: str) -> None:
        await self._meant(what, self._drop)

    async def _drop(self, choice: Choice) -> None:
        before = await self._last_change()
        self._tell(await self._agent.forget_recall(choice.target, session=self._session))
        await self._note_change(before)

    async def _meant(self, what: str, do: Callable[[Choice], Awaitable[None]]) -> None:
        """Do it with what is meant. Where that is not clear, ask which by number, and do nothing yet."""
        if not what:
            raise UsageError("name a memory", hint=say("hint.chat_name_memory"))
        choices = await self._agent.which(what, session=self._session)
        if not choices.found:
            raise UsageError("nothing in memory matches that", hint=say("hint.chat_memory"))
        if choices.is_clear:
            for choice in choices.found:
                await do(choice)
            if not choices.near:
                return
        self._choices, self._chosen = (choices.near if choices.is_clear else choices.found), do
        print(f"{'this one too' if choices.is_clear else 'which one'}? type its number, or anything else to leave it")
        for number, choice in enumerate(self._choices, start=1):
            print(f"  {number}  {choice.target}  {' '.join(choice.said.split())}")

    async def _help(self, _: str) -> None:
        print(HELP)


def _print(text: str) -> None:
    print(text, end="", flush=True)
