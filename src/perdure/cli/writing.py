"""Commands that write: each answers with the receipt of what happened."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace, UsageError, agent_rows
from perdure.cli.progress import Progress
from perdure.errors import InvalidInput, PerdureError
from perdure.messages import say
from perdure.parsing import read_json
from perdure.values import Candidate, Item, Receipt, Refused, Target, check_name, check_scope, check_source, check_text

if TYPE_CHECKING:
    from perdure.blocking import Memory

Key = Annotated[
    str | None,
    typer.Option("--idempotency-key", help="Sending the same key twice stores it once.", show_default=False),
]

Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow", metavar="CLASS", help="Store this class of private data unmasked, e.g. email.", show_default=False
    ),
]
MAX_SHOWN = 40
"""Of how many items a receipt shows the words; the rest are named by their keys."""

_KEEP = re.compile(r"(\d{1,6})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def init(
    place: CommandPlace,
    workspace: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Folder for MEMORY.md, USER.md and notes.", show_default=False),
    ] = None,
    language: Annotated[
        str | None, typer.Option("--lang", help="Language of the files: en or zh.", show_default=False)
    ] = None,
) -> None:
    """Create a home, an agent and its workspace. Running it again changes nothing.

    The workspace holds files that you can read and edit; `perdure sync` keeps them and memory in step.
    """
    from perdure.cli import scenes
    from perdure.config import default_language

    with place.memory(create=True) as memory:
        is_known = memory.identity.get() is not None or bool(memory.items(limit=1))
        spoken = language or (None if is_known else default_language())
        chosen = None if workspace is None else str(Path(workspace).expanduser().absolute())
        memory.files.prepare(chosen, language=spoken)
        memory.files.write_generated()
        folder = memory.files.folder()
    rows = [row for row in agent_rows(place.address) if row.id == place.agent_id]
    shape = {"agents": [row.as_json() for row in rows], "home": place.shown, "workspace": folder}
    answer(place, shape, lambda: [scenes.ready(place, folder)])


def commit(
    place: CommandPlace,
    session: Annotated[
        str | None,
        typer.Option(help="Session id; created if new (default: a new session).", show_default=False),
    ] = None,
    idempotency_key: Key = None,
    learn: Annotated[bool, typer.Option("--learn/--no-learn", help="Learn from it, or only archive it.")] = True,
    allow: Allow = None,
) -> None:
    """Store a conversation read from stdin, and learn from it.

    One event per line, as a JSON object: {"role": "user", "content": "Call me Ada."}

    An empty line ends a turn.
    """
    if idempotency_key is not None and session is None:
        raise UsageError("`--idempotency-key` needs `--session`", hint=say("hint.key_in_session"))
    from perdure.cli import receipts as told

    send = Send(session, idempotency_key, learn, tuple(allow or ()))
    receipts, learned = _commit(place, send)
    answer(place, {"receipts": [r.as_json() for r in receipts]}, lambda: told.committed(receipts, place, learned))


@dataclass(frozen=True, slots=True)
class Send:
    """How a conversation is to be kept."""

    session: str | None
    key: str | None
    learn: bool
    allow: tuple[str, ...]


def _commit(place: CommandPlace, send: Send) -> tuple[list[Receipt], dict[str, Item]]:
    """Batch after batch. The agent is opened only once there is something good to keep."""
    from perdure.cli.lines import EXAMPLE, batches, size, turns
    from perdure.config import Config
    from perdure.types.wording import several

    if sys.stdin is None:
        raise UsageError("stdin is closed", hint=say("hint.pipe_events", example=EXAMPLE))
    if sys.stdin.isatty():
        note(f"type one event per line, like {EXAMPLE}\nan empty line ends a turn, Ctrl-D ends the conversation")
    receipts: list[Receipt] = []
    try:
        portions = batches(turns(sys.stdin.buffer, Config()))
        first = next(portions, None)
        if first is None:
            raise InvalidInput("no events on stdin", hint=say("hint.write_lines", example=EXAMPLE))
        with (
            place.memory(create=True, reading=send.learn, first=lambda: check_session(place, send.session)) as memory,
            Progress("storing", size(sys.stdin.buffer)) as progress,
        ):
            held = memory.start_session(send.session, scope=place.scope_name)
            for number, batch in enumerate(chain([first], portions)):
                # The first batch has the key as it was given, so that a short conversation can be sent by other means.
                part = f"{send.key}+{number}" if send.key is not None and number else send.key
                receipts += memory.commit_turns(
                    held,
                    [turn.events for turn in batch],
                    idempotency_key=part,
                    allow=send.allow,
                    learn=send.learn,
                )
                progress.reached(batch[-1].offset, title=f"storing, {several(len(receipts), 'turn')}")
            learned = {} if place.json else _learned(memory, receipts, place.scope)
    except PerdureError as error:
        error.message = f"{error.message}; {_kept(receipts, is_all=isinstance(error, InvalidInput))}"
        raise
    except KeyboardInterrupt:
        note(_kept(receipts, is_all=False))
        raise
    return receipts, learned


def _learned(memory: Memory, receipts: list[Receipt], scope: str | None) -> dict[str, Item]:
    """The items of the outcomes that will be shown."""
    shown: dict[str, Item] = {}
    for receipt in receipts:
        if len(shown) < MAX_SHOWN:
            shown |= _contents(memory, receipt, scope)
    return shown


def _kept(receipts: list[Receipt], *, is_all: bool) -> str:
    """What is safe already, for somebody who has to send the rest again. A write cut short may have arrived."""
    if not receipts:
        return "nothing was stored" if is_all else "no receipt was returned"
    stored = "the first turn is" if len(receipts) == 1 else f"the first {len(receipts):,} turns are"
    kept = f"{stored} stored in session `{receipts[0].session}`"
    return f"{kept}, nothing after that" if is_all else f"{kept}, for what comes after that no receipt was returned"


def remember(
    place: CommandPlace,
    text: Annotated[str | None, typer.Argument(help="Text to remember; - reads stdin.", show_default=False)] = None,
    type: Annotated[
        str | None, typer.Option(help="Memory type (default: what the words say).", show_default=False)
    ] = None,
    value: Annotated[
        str | None, typer.Option(help='Value as JSON, e.g. {"name":"tone","value":"brief"}.', show_default=False)
    ] = None,
    key: Annotated[str | None, typer.Option(help="Key (default: derived from the value).", show_default=False)] = None,
    content: Annotated[
        str | None, typer.Option(help="Display text (default: derived from the value).", show_default=False)
    ] = None,
    source: Annotated[
        str, typer.Option(help="Source: user, relayed, tool, observation, inference or outside.")
    ] = "user",
    confidence: Annotated[float | None, typer.Option(help="Confidence, 0 to 1.", show_default=False)] = None,
    importance: Annotated[float | None, typer.Option(help="Importance, 0 to 1.", show_default=False)] = None,
    keep: Annotated[
        str | None,
        typer.Option(help="Retention: 30m, 24h, 7d, 4w or permanent (default: set by the type).", show_default=False),
    ] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Never expire.")] = False,
    retract: Annotated[bool, typer.Option("--retract", help="Retract it: it is no longer true.")] = False,
    session: Annotated[str | None, typer.Option(help="Open session it belongs to.", show_default=False)] = None,
    idempotency_key: Key = None,
    allow: Allow = None,
) -> None:
    """Remember a text, or an item of any type.

    A text is kept by the type that its words say, and else word for word. `--type notes` makes it a plain note.
    """
    from perdure.cli import receipts as told

    given = (type, value, key, content, confidence, importance, keep)
    if all(option is None for option in given) and not (pin or retract):
        words = str(_value(text, "notes", None)["text"])
        with place.memory(
            create=session is None, reading=True, first=lambda: _check_words(place, words, source)
        ) as memory:
            receipt = memory.remember(
                words,
                source=source,
                session=session,
                scope=place.scope,
                idempotency_key=idempotency_key,
                allow=allow or (),
            )
            contents = {} if place.json else _contents(memory, receipt, place.scope)
        return answer(place, {"receipts": [receipt.as_json()]}, lambda: told.receipt(receipt, contents))
    candidate = Candidate(
        type=type or "notes",
        value=_value(text, type or "notes", value),
        key=key,
        content=content,
        source=source,
        confidence=confidence,
        importance=importance,
        keep=_keep(keep),
        pinned=pin,
        retract=retract,
    )
    # A session that is named is there already, and so is its agent.
    with place.memory(create=session is None, first=lambda: check(place, candidate)) as memory:
        receipt = memory.upsert_recall(
            candidate, session=session, scope=place.scope, idempotency_key=idempotency_key, allow=allow or ()
        )
        contents = {} if place.json else _contents(memory, receipt, place.scope)
    return answer(place, {"receipts": [receipt.as_json()]}, lambda: told.receipt(receipt, contents))


def check(place: CommandPlace, candidate: Candidate) -> None:
    """Refuse what would be refused anyway, before an agent is made for it."""
    from perdure.clock import SystemClock
    from perdure.ids import Ids
    from perdure.intake.admit import admit
    from perdure.types.base import KeyContext
    from perdure.types.registry import load

    check_scope(place.scope_name)
    now = SystemClock().now()
    context = KeyContext(place.agent_id, "", now.date(), Ids().new)
    config = place.settings.config
    admit(candidate, registry=load(), config=config, scope=place.scope_name, context=context, now=now)


def _check_words(place: CommandPlace, words: str, source: str) -> None:
    """The same for a text."""
    check_scope(place.scope_name)
    check_source(source)
    check_text(words, "text", max_bytes=place.settings.config.max_content_bytes)


def check_session(place: CommandPlace, session: str | None, kind: str = "conversation") -> None:
    """The same for a session that is to be started."""
    check_scope(place.scope_name)
    check_name(kind, "kind")
    if session is not None:
        check_name(session, "session_id")


def _value(text: str | None, type: str, value: str | None) -> dict[str, Any]:
    if text == "-" and sys.stdin is not None:
        text = sys.stdin.read()
    if (text is None) == (value is None):
        raise UsageError(
            "give either a text or `--value`" if text is not None else "there is nothing to remember",
            hint=say("hint.for_example", example='perdure remember "The spare key is with Ann."'),
        )
    if value is None:
        from perdure.types.registry import load

        kind = load().get(type)
        if kind.name != "notes":
            raise UsageError(
                f"plain text becomes a note; `{kind.name}` needs `--value`",
                hint=say("hint.value_fields", fields=list(kind.value.model_fields)),
            )
        return {"text": text}
    try:
        shape = read_json(value)
    except ValueError:
        shape = None
    if not isinstance(shape, dict):
        raise UsageError(
            "`--value` is not a JSON object",
            hint=say("hint.quote_value"),
        )
    return shape


def _keep(text: str | None) -> timedelta | Literal["permanent"] | None:
    if text is None:
        return None
    if text == "permanent":
        return "permanent"
    found = _KEEP.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError("`--keep` is not a length of time", hint=say("hint.keep_form"))
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _contents(memory: Memory, receipt: Receipt, scope: str | None) -> dict[str, Item]:
    """The items that a receipt speaks of, so that a person sees words and not ids."""
    ids = [o.item_id for o in receipt.outcomes] + [o.replaces for o in receipt.outcomes]
    return {item_id: memory.item(item_id, scope=scope) for item_id in ids if item_id is not None}


def forget(
    place: CommandPlace,
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT", help="An id, a key (one field: profile:user#city) or words.", show_default=False
        ),
    ] = None,
    type: Annotated[str | None, typer.Option(help="All items of this type.", show_default=False)] = None,
    query: Annotated[str | None, typer.Option(help="The one item that these words mean.", show_default=False)] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete all versions, not only the current one.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be forgotten.")] = False,
) -> None:
    """Forget items. The archive is kept.

    Words that may mean several things change nothing: what they may mean is listed.
    """
    if sum(part is not None for part in (target, type, query)) != 1:
        raise UsageError("give exactly one of WHAT, `--type` and `--query`", hint=say("hint.list_ids"))
    chosen = _named(target) if target is not None else Target(type=type, query=query)
    mode = "delete" if delete else "deactivate"
    is_asked = not yes and not dry_run and sys.stdin is not None and sys.stdin.isatty()
    if not (yes or dry_run or is_asked) and (delete or type is not None):
        raise UsageError(
            "this may forget more than intended, and there is no terminal to ask for confirmation",
            hint=say("hint.confirm_or_preview"),
        )
    from perdure.cli import receipts as told
    from perdure.cli import show as view

    with place.memory() as memory:
        going = memory.preview_forget(chosen, mode=mode, scope=place.scope) if dry_run or is_asked else []
        if dry_run:
            answer(place, {"items": [item.as_json() for item in going]}, lambda: view.would_go(going))
            return
        if is_asked and (len(going) > 1 or (going and delete)):
            _agree(going, delete)
        receipt = memory.forget_recall(chosen, mode=mode, scope=place.scope)
    answer(place, {"receipts": [receipt.as_json()]}, lambda: told.forgotten(receipt))
    if receipt.outcomes and all(isinstance(outcome, Refused) for outcome in receipt.outcomes):
        raise typer.Exit(1)


def _named(what: str) -> Target:
    """An id or a key; what has no colon is neither, but words."""
    from perdure.intake.choose import as_target

    target = as_target(what)
    return target if target.key is None or ":" in target.key else Target(query=target.key)


def _agree(going: list[Item], delete: bool) -> None:
    from perdure.cli import show as view

    paper = view.screen(sys.stderr)
    for part in view.would_go(going):
        paper.print(part)
    question = "Delete them with all versions?" if delete else "Forget them?"
    if not typer.confirm(question, err=True):
        note("nothing was forgotten")
        raise typer.Exit(1)
