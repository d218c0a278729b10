"""`perdure export`, `import` and `move`: an agent into a file, a file into an agent, and an agent to another home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.files import import_markdown, is_markdown
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.errors import Conflict, InvalidInput, StoreDamaged
from perdure.messages import render, say
from perdure.urls import check_home, shown_url

if TYPE_CHECKING:
    from perdure.blocking import Memory
    from perdure.control.fronts import ExportReport, ImportReport


class Format(StrEnum):
    """Programs whose files are read."""

    PERDURE = "perdure"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    LETTA = "letta"
    MEM0 = "mem0"
    LANGGRAPH = "langgraph"
    JSONL = "jsonl"


ExportFileName = Annotated[str, typer.Argument(metavar="FILE", help="The file to write, for example luna.zip.")]
ImportFileName = Annotated[str, typer.Argument(metavar="FILE", help="The file to read, or a folder of Markdown.")]
MAX_TOLD = 10
Files = Annotated[bool, typer.Option("--files/--no-files", help="Also bring in notes and MEMORY.md.")]


def export(
    place: CommandPlace,
    file: ExportFileName,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write everything an agent has into one file.

    Conversations, all versions of all items, changes, notes, attachments and settings, in an open format. API keys of
    providers are not in it; all that was said is, so keep it as safe as the memory itself.
    """
    with place.memory() as memory, Progress("exporting") as progress:
        done = memory.export_agent(file, force=force, report=progress.reached)
    answer(place, {"export": done.as_json()}, _exported(done))


def import_(
    place: CommandPlace,
    file: ImportFileName,
    format: Annotated[
        Format | None,
        typer.Option("--from", help="The program it comes from (default: by its content).", show_default=False),
    ] = None,
    as_mine: Annotated[bool, typer.Option("--as-mine", help="These are my own words: learn from them.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would come in.")] = False,
    files: Files = True,
) -> None:
    """Bring a file into an agent: an export, or another memory's.

    An export of Perdure becomes the agent of its name, or the one that --agent names; an agent that holds something
    gets what is new to it. Files of mem0, LangGraph, Letta, ChatGPT, Claude and JSON lines are read too: nothing is
    learned from their conversations until --as-mine says that they are yours.

    A Markdown file or a folder of them is read too: MEMORY.md, CLAUDE.md, AGENTS.md and the like line by line, other
    pages as notes, a section each.
    """
    if format is None and is_markdown(file):
        import_markdown(place, file, as_mine=as_mine, dry_run=dry_run)
        return
    kind = None if format is None else format.value
    chosen = _named(place, file, kind)
    with _into(chosen, file, kind) as memory, Progress("importing") as progress:
        done = memory.import_agent(
            file,
            format=kind,
            as_mine=as_mine,
            dry_run=dry_run,
            files=files,
            scope=place.scope,
            report=progress.reached,
        )
    answer(place, {"import": done.as_json()}, _imported(done))


def move(
    place: CommandPlace,
    to: Annotated[str, typer.Argument(metavar="HOME", help="Folder or postgresql:// URL to move to.")],
    as_: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Its name there (default: the same).", show_default=False)
    ] = None,
    files: Files = True,
) -> None:
    """Copy an agent to another home, and compare the two.

    From SQLite to PostgreSQL, back, or between two homes of a kind. The old one stays as it is.
    """
    try:
        target = replace(place, home=check_home(to), agent=as_ or place.agent_id, config=place.config)
    except InvalidInput as bad:
        raise UsageError(
            bad.message.replace("`home`", "`HOME`"), hint=say("hint.for_example", example="~/.perdure")
        ) from None
    if (target.address, target.agent_id) == (place.address, place.agent_id):
        raise UsageError("the agent is there already", hint=say("hint.other_home"))
    with _private_file() as file:
        with place.memory() as memory, Progress("exporting") as progress:
            left = memory.export_agent(file, report=progress.reached)
        with _into(target, str(file)) as memory, Progress("importing") as progress:
            if memory.items(status=None, limit=1) or memory.archive.sessions(limit=1):
                raise Conflict(
                    f"there is an agent `{target.agent_id}` in `{target.shown}` that holds something already",
                    hint=say("hint.other_name_or_merge"),
                )
            come = memory.import_agent(file, files=files, report=progress.reached)
            arrived = memory.export_agent(file.with_name("arrived.zip"), report=progress.reached)
    _compare(left, arrived)
    shape = {"agent": target.agent_id, "home": shown_url(target.address), "import": come.as_json()}
    answer(place, {"move": shape}, _moved(come, target))


@contextmanager
def _into(place: CommandPlace, file: str, kind: str | None = None) -> Iterator[Memory]:
    """The agent that something comes into; made where there is none, once the file has been looked at."""
    from perdure.control.portable_front import look_at

    def first() -> None:
        look_at(file, place.settings.config, kind)

    with place.memory(create=True, first=first, is_named=False) as memory:
        yield memory


def _named(place: CommandPlace, file: str, kind: str | None) -> CommandPlace:
    """Without `--agent`, an export comes in under the name that it has."""
    from perdure.control.portable_front import agent_in

    if place.agent is not None or kind not in (None, Format.PERDURE):
        return place
    own = agent_in(file, place.settings.config)
    return place if own is None else replace(place, agent=own)


@contextmanager
def _private_file() -> Iterator[Path]:
    """A name for a file that nobody else can read, gone afterwards."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="perdure-") as folder:
        yield Path(folder, "agent.zip")


def _compare(left: ExportReport, arrived: ExportReport) -> None:
    """Refuse to call it moved unless it is the same. Under another name its identity has another key."""
    same_name = left.agent == arrived.agent
    parts = [name for name in left.parts if name.startswith("data/")] if same_name else []
    differing = [name for name in parts if left.parts[name] != arrived.parts.get(name)]
    if differing or left.counts != arrived.counts or left.attachments != arrived.attachments:
        what = f"`{differing[0]}`" if differing else "the number of rows"
        raise StoreDamaged(f"what arrived is not what left: {what} differs", hint=say("hint.old_unchanged"))


def _exported(done: ExportReport) -> str:
    from perdure.types.wording import several

    lines = [f"wrote `{done.path}` ({done.size:,} bytes): {_rows(done.counts)}"]
    if done.attachments or done.files:
        lines.append(f"with {several(done.attachments, 'attachment')} and {several(done.files, 'file')}")
    if done.missing:
        lines.append(f"missing in the store: {several(len(done.missing), 'attachment')}")
    lines.append(f"sha256 {done.sha256}")
    return "\n".join(lines)


def _imported(done: ImportReport) -> str:
    head = "would import" if done.dry_run else "imported"
    what = _rows(done.counts) if done.mode == "load" else _others(done.counts)
    told = [f"{one.get('where', '')}: {one.get('reason', '')}" for one in done.details[:MAX_TOLD]]
    more = len(done.details) - len(told)
    rest = [f"and {more:,} more; `--json` shows them"] if more > 0 else []
    return "\n".join([f"{head} into `{done.agent}`: {what}", *told, *rest, *_notices(done)])


def _notices(done: ImportReport) -> list[str]:
    return [render(notice, surface="cli") for notice in done.notices]


def _others(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items()) or "nothing new"


def _moved(done: ImportReport, target: CommandPlace) -> str:
    lines = [f"`{done.agent}` is now in `{target.shown}`: {_rows(done.counts)}; compared, nothing differs"]
    return "\n".join([*lines, *_notices(done), "the old one is as it was: delete it when you no longer need it"])


_SHOWN = {"sessions": "session", "archival_records": "record", "memory_items": "item version", "changes": "change"}


def _rows(counts: Mapping[str, int]) -> str:
    from perdure.types.wording import several

    return ", ".join(several(counts.get(name, 0), word) for name, word in _SHOWN.items())
