"""Which memory a command speaks to, and how it answers: the options that stand before or after any command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec, cast

import typer

from perdure.errors import InvalidInput, NotFound, PerdureError
from perdure.messages import say
from perdure.urls import check_home, is_server, shown_url
from perdure.values import MAIN

if TYPE_CHECKING:
    from perdure.blocking import Memory
    from perdure.settings import Settings

P = ParamSpec("P")
HURRIED = 20.0
"""Seconds that a command waits for vectors that are still missing; then it goes by words."""


class UsageError(PerdureError):
    """The command was not written as it should be. Exit code 2."""

    code = "usage"


@dataclass(frozen=True)
class CommandPlace:
    """A memory, as the options name it. What was not said is None."""

    home: str | None = None
    agent: str | None = None
    scope: str | None = None
    json: bool = False
    config: str | None = None

    def within(self, outer: CommandPlace) -> CommandPlace:
        """What was said after the command goes before what was said ahead of it."""
        return CommandPlace(
            home=self.home if self.home is not None else outer.home,
            agent=self.agent if self.agent is not None else outer.agent,
            scope=self.scope if self.scope is not None else outer.scope,
            json=self.json or outer.json,
            config=self.config if self.config is not None else outer.config,
        )

    @cached_property
    def settings(self) -> Settings:
        """Everything that is set, by these options, the environment, the configuration file or by default."""
        from perdure.settings import load

        return load(self.config, home=self.home, agent=self.agent)

    @property
    def address(self) -> str:
        """The home to open: a folder or a PostgreSQL URL."""
        try:
            return check_home(self.settings.home if self.home is None else self.home)
        except InvalidInput as bad:
            raise UsageError(
                bad.message.replace("`home`", "`--home`"), hint=say("hint.for_example", example="--home ~/.perdure")
            ) from None

    @property
    def shown(self) -> str:
        """The home as it may be printed: a URL without the user's name and password."""
        return shown_url(self.address)

    @property
    def is_empty(self) -> bool:
        """Whether nobody has remembered anything here yet. A server is not asked: that may take long."""
        return not is_server(self.address) and not any(Path(self.address).expanduser().glob("*/memory.db"))

    @property
    def agent_id(self) -> str:
        return self.settings.agent if self.agent is None else self.agent

    @property
    def scope_name(self) -> str:
        return MAIN if self.scope is None else self.scope

    @contextmanager
    def memory(
        self,
        *,
        create: bool = False,
        meaning: bool = False,
        reading: bool = False,
        rereading: bool = False,
        hurried: bool = True,
        first: Callable[[], object] = lambda: None,
        is_named: bool = True,
    ) -> Iterator[Memory]:
        """The agent's memory. One that does not exist is made only by commands that write, and once `first` has passed.

        Only commands that search need `meaning`: they make the vectors of what the others wrote. So the others are
        over before a model would be loaded. Those that keep turns are `reading` them: with the reader, if there is one.
        Those that do what waits are `rereading`: they load the reader if a turn waits for it, and not before.
        Somebody waits for them, so a server that does not answer is asked once.
        With `is_named` off, an agent that has no identity is not given the one that the settings name.
        """
        opened = partial(self._open, meaning=meaning, reading=reading, rereading=rereading, hurried=hurried)
        try:
            memory = opened(create=False)
        except NotFound:
            if not create:
                raise self.no_agent() from None
            first()
            memory = opened(create=True)
        with memory:
            if create and is_named and (name := self.settings.agent_name) and memory.identity.get() is None:
                memory.identity.set(name)
            yield memory

    def _open(self, *, create: bool, meaning: bool, reading: bool, rereading: bool, hurried: bool) -> Memory:
        from perdure.blocking import Memory

        chosen = self.settings
        embedding = chosen.embedding
        if embedding is not None and hurried:
            once = replace(embedding.limits, deadline=HURRIED, timeout=HURRIED, tries=1, failures=1)
            embedding = replace(embedding, limits=once)
        return Memory.open(
            self.agent_id,
            self.address,
            create=create,
            # A command is over too soon to work in the background: jobs wait for `perdure jobs run` or a server.
            config=replace(chosen.config, background=False, reader=(reading or rereading) and self._has_reader),
            embedder=embedding if meaning else "none",
            llm=chosen.llm,
            warm=reading,
        )

    @property
    def _has_reader(self) -> bool:
        """Whether turns are read by the reader: as it is set, else where a model is to be used at all."""
        if self.settings.config.reader is not None:
            return self.settings.config.reader
        from perdure.config import default_embedder

        embedding = self.settings.embedding
        return (default_embedder() if embedding is None else embedding.provider) != "none"

    def no_agent(self) -> NotFound:
        """That there is no such agent here, with the names that come near."""
        from difflib import get_close_matches

        try:
            known = [row.id for row in agent_rows(self.address)]
        except PerdureError:
            known = []
        folded = {name.casefold(): name for name in known}
        near = get_close_matches(self.agent_id.casefold(), folded, n=1)
        if near:
            hint = say("hint.near_agent", name=folded[near[0]])
        elif known:
            hint = say("hint.list_or_init")
        else:
            hint = say("hint.init_agent")
        return NotFound(f"no agent `{self.agent_id}` in `{self.shown}`", hint=hint)


def agent_rows(home: str) -> list[Any]:
    """The agents of a home."""
    import asyncio

    from perdure.runtime import Runtime

    async def rows() -> list[Any]:
        async with Runtime(home) as runtime:
            return [*await runtime.agents()]

    return asyncio.run(rows())


def place(
    home: Annotated[
        str | None,
        typer.Option(
            help="Folder or postgresql:// URL where memories are stored (default: $PERDURE_HOME, then ~/.perdure).",
            show_default=False,
        ),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(help="Agent (default: $PERDURE_AGENT, then `default`).", show_default=False),
    ] = None,
    scope: Annotated[
        str | None,
        typer.Option(
            help="Scope: main, shared, peer:<id> or group:<id> (default: main).",
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = False,
    config: Annotated[
        str | None,
        typer.Option(
            help="Configuration file (default: $PERDURE_CONFIG, then config.toml or config.json in the home).",
            show_default=False,
        ),
    ] = None,
) -> CommandPlace:
    """The options themselves. Their only declaration: `with_place` copies them from here."""
    return CommandPlace(home, agent, scope, json, config)


def with_place(work: Callable[Concatenate[CommandPlace, P], None]) -> Callable[..., None]:
    """A command that takes a `Place` first, as one that takes the options of `place` last."""
    own = dict(list(inspect.signature(work, eval_str=True).parameters.items())[1:])
    wants_context = own.pop("ctx", None) is not None

    def call(ctx: typer.Context, **given: Any) -> None:
        said = place(**{name: given.pop(name) for name in _OPTIONS})
        ctx.obj = said.within(ctx.obj or CommandPlace())
        cast(Callable[..., None], work)(ctx.obj, **given, **({"ctx": ctx} if wants_context else {}))

    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    options = [part.replace(kind=inspect.Parameter.KEYWORD_ONLY) for part in (*own.values(), *_OPTIONS.values())]
    call.__name__, call.__doc__ = work.__name__, work.__doc__
    call.__signature__ = inspect.Signature([context, *options])  # type: ignore[attr-defined]  # what typer reads
    call.__annotations__ = {part.name: part.annotation for part in (context, *options)}
    return call


_OPTIONS = dict(inspect.signature(place, eval_str=True).parameters)
