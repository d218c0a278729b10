"""Commands for who the agent is, its sessions, and the current task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.messages import say
from perdure.parsing import read_json
from perdure.values import JSON, Candidate, Session

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.mind.identity import AgentIdentity

SessionId = Annotated[str, typer.Argument(metavar="SESSION", help="The session's id.", show_default=False)]


# identity


def identity(
    place: CommandPlace,
    name: Annotated[str | None, typer.Option(help="Name.", show_default=False)] = None,
    role: Annotated[str | None, typer.Option(help="Role.", show_default=False)] = None,
    persona: Annotated[
        str | None, typer.Option(help="Persona: text, or a JSON object of traits.", show_default=False)
    ] = None,
    goal: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Goal (repeatable).", show_default=False)
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Value, most important first (repeatable).", show_default=False),
    ] = None,
) -> None:
    """Show or set the agent's identity. Only you can change it."""
    given: dict[str, Any] = {
        "name": name,
        "role": role,
        "persona": _persona(persona),
        "goals": goal or None,
        "values": value or None,
    }
    is_set = any(part is not None for part in given.values())
    with place.memory(create=is_set, first=lambda: _check(place, given)) as memory:
        if is_set:
            memory.identity.set(**given, scope=place.scope)
        found = memory.identity.get(scope=place.scope)
    shape = {"identity": None if found is None else found.as_json()}
    said = "no identity set; use `perdure identity --name …`" if found is None else _who(found)
    answer(place, shape, _shown(said))


def _check(place: CommandPlace, given: dict[str, Any]) -> None:
    from perdure.cli.writing import check
    from perdure.mind.identity import changed, check_place

    check_place(place.scope_name)
    check(place, Candidate("identity", changed(None, given)))


def _persona(text: str | None) -> JSON:
    if text is None or not text.lstrip().startswith("{"):
        return text
    try:
        return read_json(text)
    except ValueError:
        raise UsageError("`--persona` is not JSON", hint=say("hint.persona_form")) from None


def _who(found: AgentIdentity) -> str:
    from perdure.types.wording import plain

    lines = [found.name if not found.role else f"{found.name}: {found.role}"]
    lines += [f"  {trait}: {plain(text)}" for trait, text in found.persona.items()]
    lines += [f"  - {goal}" for goal in found.goals]
    lines += [f"  {' > '.join(found.values)}"] if found.values else []
    return "\n".join(lines)


# sessions


def session_start(
    place: CommandPlace,
    session: Annotated[
        str | None, typer.Argument(metavar="SESSION", help="Session id (default: a new one).", show_default=False)
    ] = None,
    kind: Annotated[str, typer.Option(help="Kind of session.")] = "conversation",
) -> None:
    """Start a session, or resume an open one.

    Abandoned sessions of the same scope are closed.
    """
    from perdure.cli.writing import check_session

    with place.memory(create=True, first=lambda: check_session(place, session, kind)) as memory:
        begun = memory.start_session(session, scope=place.scope_name, kind=kind)
    from perdure.cli.show import clean

    answer(place, {"session": begun.as_json()}, clean(begun.id))


def session_end(place: CommandPlace, session: SessionId) -> None:
    """End a session: write its episode and keep what matters."""
    from perdure.mind.consolidation import FEWEST

    with place.memory() as memory:
        memory.items(limit=1, session=session, scope=place.scope)  # a scope that is not the session's is refused
        with Progress("writing the episode"):
            ended = memory.end_session(session)
            told = memory.items("episodes", key=None, session=session)
            kept = memory.consolidate_recall(session)
    episode = next((item for item in told if item.value.get("session_id") == ended.id), None)
    shape = {
        "session": ended.as_json(),
        "episode": None if episode is None else episode.as_json(),
        "kept": kept,
        "fewer_than_usual": len(kept) < FEWEST,
    }
    lines = [f"{ended.id} ended: {_size(ended)}"]
    lines += [episode.content] if episode else ["nothing to summarise"]
    few = " (fewer than 3: nothing else was worth keeping)" if len(kept) < FEWEST else ""
    answer(place, shape, _shown("\n".join([*lines, f"kept: {len(kept)}{few}"])))


def session_list(
    place: CommandPlace,
    open_only: Annotated[bool, typer.Option("--open", help="Only open sessions.")] = False,
    limit: Annotated[int, typer.Option(help="Maximum results, newest first.")] = 100,
) -> None:
    """List the sessions of a scope, newest first."""
    with place.memory() as memory:
        found = memory.archive.sessions(limit=limit, scope=place.scope_name)
    shown = [one for one in found if one.is_open or not open_only]
    answer(place, {"sessions": [one.as_json() for one in shown]}, lambda: _sessions(shown))


def _sessions(shown: list[Session]) -> Iterator[RenderableType]:
    from rich.text import Text

    from perdure.cli.show import clean, table_of, when

    if not shown:
        yield "no sessions"
        return
    table = table_of("session", "kind", "state", "turns", "begun")
    for one in shown:
        state = "open" if one.is_open else "ended"
        table.add_row(Text(clean(one.id)), Text(clean(one.kind)), state, f"{one.turn_count:,}", when(one.started_at))
    yield table


def _size(session: Session) -> str:
    from perdure.types.wording import several

    turns, messages = several(session.turn_count, "turn"), several(session.message_count, "message")
    return f"{turns}, {messages}, about {several(session.total_tokens, 'token')}"


# working memory


def working(
    place: CommandPlace,
    session: SessionId,
    start: Annotated[str | None, typer.Option(metavar="GOAL", help="Start a task.", show_default=False)] = None,
    step: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Step of the new task (repeatable).", show_default=False)
    ] = None,
    advance: Annotated[bool, typer.Option("--advance", help="Mark the current step as done.")] = False,
    focus: Annotated[str | None, typer.Option(help="Set the current focus.", show_default=False)] = None,
    thought: Annotated[str | None, typer.Option(help="Add a thought.", show_default=False)] = None,
    complete: Annotated[
        str | None, typer.Option(metavar="OUTCOME", help="Complete the task with this outcome.", show_default=False)
    ] = None,
    cleanup: Annotated[bool, typer.Option("--cleanup", help="Remove expired values and their files.")] = False,
) -> None:
    """Show or update the current task."""
    acts = [start is not None, advance, focus is not None, thought is not None, complete is not None, cleanup]
    if sum(acts) > 1 or (step and start is None):
        raise UsageError(
            "give one of `--start` (with `--step`), `--advance`, `--focus`, `--thought`, `--complete`, `--cleanup`",
            hint=say("hint.one_option"),
        )
    with place.memory() as memory:
        memory.items(limit=1, session=session, scope=place.scope)  # a scope that is not the session's is refused
        if start is not None:
            memory.working.start_task(session, start, step or ())
        elif advance:
            memory.working.advance(session)
        elif focus is not None:
            memory.working.focus(session, focus)
        elif thought is not None:
            memory.working.note_thought(session, thought)
        elif complete is not None:
            memory.working.complete(session, complete)
        elif cleanup:
            memory.working.cleanup(session)
        held, pad = memory.working.show(session), memory.working.scratchpad(session)
    shape = {"working": held.as_json(), "scratchpad": pad.as_json()}
    answer(place, shape, _shown(pad.to_markdown() or "no task in progress"))


def _shown(text: str) -> Callable[[], list[RenderableType]]:
    """Memory text, which cannot steer the terminal and is broken where it ends."""

    def picture() -> list[RenderableType]:
        from rich.text import Text

        from perdure.cli.show import clean

        return [Text(clean(text))]

    return picture
