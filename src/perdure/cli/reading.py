"""Commands that look: they change nothing, and make no agent."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace, agent_rows
from perdure.cli.progress import Progress, tell_if_by_words
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.values import JSON, History, Item, Record, Status

if TYPE_CHECKING:
    from perdure.blocking import Memory

AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of", metavar="POINT", help="As believed then: a time, change set or snapshot.", show_default=False
    ),
]
ValidAt = Annotated[
    str | None, typer.Option("--valid-at", metavar="TIME", help="What was true then.", show_default=False)
]
IdOrKey = Annotated[str, typer.Argument(metavar="ID_OR_KEY", help="An item's id or key.", show_default=False)]


class Wanted(StrEnum):
    """A status, or all of them."""

    ACTIVE = Status.ACTIVE
    SUPERSEDED = Status.SUPERSEDED
    RETRACTED = Status.RETRACTED
    PENDING = Status.PENDING
    ALL = "all"


def _moment(text: str | None) -> datetime | None:
    from perdure.clock import given_time

    return None if text is None else given_time(text, "valid_at")


def agents(place: CommandPlace) -> None:
    """List the agents in this home."""
    from perdure.cli import show as view

    rows = agent_rows(place.address)
    answer(place, {"agents": [row.as_json() for row in rows]}, lambda: view.agents(rows, place.shown))


def items(
    place: CommandPlace,
    type: Annotated[str | None, typer.Option(help="Only this type, e.g. preferences.", show_default=False)] = None,
    key: Annotated[str | None, typer.Option(help="Only this key.", show_default=False)] = None,
    status: Annotated[Wanted, typer.Option(help="Status (active: in force now).")] = Wanted.ACTIVE,
    limit: Annotated[int, typer.Option(help="Maximum results, newest first.")] = 1_000,
    as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:
    """List what is remembered."""
    from perdure.cli import show as view

    wanted = None if status is Wanted.ALL else status.value
    with place.memory() as memory:
        found = memory.items(type, key, wanted, limit=limit, as_of=as_of, valid_at=_moment(valid_at), scope=place.scope)
        doubtful = frozenset[str]() if place.json or as_of is not None else _doubtful(memory, place.scope)
    shape = {"items": [item.as_json() for item in found]}
    answer(place, shape, lambda: view.items(found, place, status.value, doubtful))


def _doubtful(memory: Memory, scope: str | None) -> frozenset[str]:
    """The items that may disagree with another, where nobody has decided yet."""
    pairs = [entry for entry in memory.review.list(scope=scope) if entry.doubtful]
    return frozenset(item.id for entry in pairs for item in (entry.item, *entry.held))


def search(
    place: CommandPlace,
    query: Annotated[str, typer.Argument(help="Question or keywords.", show_default=False)],
    k: Annotated[int | None, typer.Option("-k", help="Maximum results (default 16).", show_default=False)] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each hit was scored.")] = False,
    words: Annotated[bool, typer.Option("--words", help="Keyword search only; do not load the model.")] = False,
    history: Annotated[bool, typer.Option("--history", help="Include versions that are no longer in force.")] = False,
    as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:
    """Search memory, best match first, with reasons."""
    from perdure.cli import show as view

    with place.memory(meaning=not words) as memory:
        with Progress("computing vectors") as progress:
            memory.index.catch_up(items_only=True, report=progress.advance)
        hits = memory.search_memory(
            query, k=k, include_history=history, as_of=as_of, valid_at=_moment(valid_at), scope=place.scope
        )
        if not hits or hits[0].why.missing:
            tell_if_by_words(memory)
    where = hits.pointing(f"perdure traces {shlex.quote(query)}") if hits.elsewhere else None
    shape: dict[str, JSON] = {"items": [hit.as_json() for hit in hits]}
    if hits and not hits.is_answered:
        shape |= {"answered": False}
    if where is not None:
        shape |= {"elsewhere": hits.elsewhere, "hint": where}
    answer(place, shape, lambda: (view.reasons if explain else view.hits)(hits, where))


def traces(
    place: CommandPlace,
    query: Annotated[str, typer.Argument(help="Keywords or a question.", show_default=False)],
    k: Annotated[int, typer.Option("-k", help="Maximum results.")] = 10,
    in_session: Annotated[str | None, typer.Option("--session", help="Only this session.", show_default=False)] = None,
    role: Annotated[str | None, typer.Option(help="Only user, assistant, tool or system.", show_default=False)] = None,
    tool: Annotated[str | None, typer.Option(help="Only calls of this tool.", show_default=False)] = None,
    as_of: AsOf = None,
) -> None:
    """Search the archive: what was said or done, word for word.

    Each hit is shown with its context. Archive lookups are logged.
    """
    from perdure.cli import show as view

    with place.memory(meaning=True) as memory:
        found = memory.retrieve_archival(
            query,
            reason="user_ask_evidence",
            k=k,
            scope=place.scope,
            in_session=in_session,
            role=role,
            tool=tool,
            as_of=as_of,
        )
    answer(place, {"records": [trace.as_json() for trace in found]}, lambda: view.traces(found))


def show(place: CommandPlace, target: IdOrKey, as_of: AsOf = None) -> None:
    """Show one item in full, with its evidence."""
    from perdure.cli import show as view

    with place.memory() as memory:
        with _suggesting(memory, target, place.scope):
            item = _chosen(memory.history.of(target, as_of=as_of, scope=place.scope), target)
        records = _records(memory, [item], place.scope)
    answer(
        place,
        {"items": [item.as_json()], "records": [record.as_json() for record in records.values()]},
        lambda: view.item(item, records),
    )


def history(place: CommandPlace, target: IdOrKey, as_of: AsOf = None) -> None:
    """Show every version of an item, and what replaced what."""
    from perdure.cli import show as view

    with place.memory() as memory:
        with _suggesting(memory, target, place.scope):
            found = memory.history.of(target, as_of=as_of, scope=place.scope)
        records = {} if place.json else _records(memory, found.versions, place.scope)
    answer(place, found.as_json(), lambda: view.history(found, records))


@contextmanager
def _suggesting(memory: Memory, target: str, scope: str | None) -> Iterator[None]:
    """Where nothing has that name, say what comes near it."""
    try:
        yield
    except (NotFound, InvalidInput) as missing:
        if near := _near(memory, target.strip(), scope):
            raise NotFound(
                f"nothing is called `{target.strip()}`",
                hint=say("hint.near_items", names=[f"`{key}`" for key in near]),
            ) from missing
        if ":" not in target:  # a word, not a key: the forms of keys would not help
            raise NotFound(f"nothing is called `{target.strip()}`", hint=say("hint.list_items")) from missing
        raise


def _near(memory: Memory, words: str, scope: str | None) -> list[str]:
    """The keys that hold these words, then those of what the words may mean."""
    named = [item.key for item in memory.items(scope=scope) if words.casefold() in item.key.casefold()]
    meant = [] if named or not words else [choice.item.key for choice in memory.which(words, scope=scope).found]
    return list(dict.fromkeys([*named, *meant]))[:3]


def _chosen(found: History, target: str) -> Item:
    """The version with that id; for a key the one that holds now, else the last."""
    by_id = [item for item in found.versions if item.id == target.strip()]
    current = [item for item in found.versions if item.is_active]
    for versions in (by_id, current, found.versions):
        if versions:
            return versions[-1]
    raise NotFound(f"`{found.key}` was deleted", hint=say("hint.history_when", key=found.key))


def _records(memory: Memory, items: list[Item] | tuple[Item, ...], scope: str | None) -> dict[str, Record]:
    """The records that items rest on, as far as this scope may see them."""
    records: dict[str, Record] = {}
    for record_id in dict.fromkeys(e.record_id for item in items for e in item.evidence if e.record_id):
        try:
            records[record_id] = memory.archive.record(record_id, scope=scope)
        except NotFound:
            continue  # an item of `shared` may rest on words from a scope that is not ours to read
    return records
