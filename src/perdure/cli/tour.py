"""`perdure tour`: the guided minute, in English or Chinese, on a real memory. Every step checks what it claims."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace
from perdure.cli.progress import Progress
from perdure.values import Event, Item, Receipt, Status

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.blocking import Memory
    from perdure.cli.tales import Tale

SESSION = "tour"
BUDGET = 800
PERSON, REPLIES = "profile:user", "pref:writing:reply_length"


class Language(StrEnum):
    """What the tour is told in."""

    EN = "en"
    ZH = "zh"


@dataclass(frozen=True, slots=True)
class TourStep:
    """Something the tour claims, whether it was seen, what was seen, and the command that does the same."""

    claim: str
    ok: bool
    seen: Sequence[tuple[str, str]]
    by_hand: str

    def as_json(self) -> dict[str, Any]:
        return {"claim": self.claim, "ok": self.ok, "seen": [list(row) for row in self.seen], "by_hand": self.by_hand}


def tour(
    place: CommandPlace,
    lang: Annotated[Language | None, typer.Option(help="Language (default: from $LANG).", show_default=False)] = None,
) -> None:
    """See a memory at work, in a minute.

    Runs in a temporary home that is deleted afterwards, or, with `--home`, as a separate agent there.
    Every step is executed and verified; at a terminal it waits for Enter.
    """
    from perdure.cli import scenes
    from perdure.cli.tales import TALES
    from perdure.config import default_language

    tale = TALES[lang.value if lang else default_language()]
    steps: list[TourStep] = []
    with _stage(place) as stage:
        played = _noted(steps, _play(stage, tale))
        if place.json:
            list(played)
        else:
            answer(place, {}, lambda: _told(played, tale))
        is_well = all(step.ok for step in steps)
        shape = {
            "language": tale.language,
            "steps": [step.as_json() for step in steps],
            "ok": is_well,
            "home": stage.shown if place.home is not None else None,
            "agent": stage.agent_id,
        }
        answer(place, shape, lambda: [scenes.curtain(is_well, tale, stage if place.home is not None else None)])
    if not is_well:
        raise typer.Exit(1)


@contextmanager
def _stage(place: CommandPlace) -> Iterator[CommandPlace]:
    """Where it plays: a home of its own, or an agent of its own in the home that was given."""
    import tempfile

    from perdure.ids import Ids

    if place.home is not None:
        yield CommandPlace(place.address, place.agent or f"tour-{Ids().new()}", config=place.config)
        return
    with tempfile.TemporaryDirectory(prefix="perdure-tour-") as folder:
        yield CommandPlace(folder, place.agent or "tour", config=place.config)


def _play(stage: CommandPlace, tale: Tale) -> Iterator[TourStep]:
    """The first half writes and closes the memory; the second opens it again and has only what is on disk."""
    halves: tuple[tuple[Callable[[Memory, Tale], TourStep], ...], ...] = (
        (_remember, _change),
        (_search, _compose, _explain, _forget),
    )
    for half in halves:
        with stage.memory(create=half is halves[0]) as memory:
            for act in half:
                step = act(memory, tale)
                yield step
                if not step.ok:
                    return


def _remember(memory: Memory, tale: Tale) -> TourStep:
    session = memory.start_session(SESSION)
    receipts = [memory.commit_turn(session, _turn(*pair)) for pair in tale.talk]
    kept = [record.content for record in memory.archive.records(session)] == [words for p in tale.talk for words in p]
    keys = {outcome.key for receipt in receipts for outcome in receipt.outcomes}
    seen = [
        row
        for (said, _), receipt in zip(tale.talk, receipts, strict=True)
        for row in ((tale.you, said), *_outcomes(receipt, tale))
    ]
    return TourStep(tale.remember, kept and keys == {PERSON, REPLIES}, seen, "perdure commit")


def _change(memory: Memory, tale: Tale) -> TourStep:
    receipt = memory.commit_turn(memory.start_session(SESSION), _turn(*tale.change))
    now = memory.items(key=PERSON)
    ok = [o.outcome for o in receipt.outcomes] == ["superseded"] and [tale.new in item.content for item in now] == [
        True
    ]
    seen = [(tale.you, tale.change[0]), *_outcomes(receipt, tale), *((tale.now, item.content) for item in now)]
    return TourStep(tale.superseded, ok and tale.old not in now[0].content, seen, "perdure items")


def _search(memory: Memory, tale: Tale) -> TourStep:
    with Progress("computing vectors") as progress:
        memory.index.catch_up(report=progress.advance)
    hits = memory.search_memory(tale.question, k=1)
    seen = [(tale.you, tale.question), *((f"{hit.score:.2f}", f"{hit.item.content}\n{hit.why}") for hit in hits)]
    ok = [tale.new in hit.item.content for hit in hits] == [True]
    return TourStep(tale.found, ok, seen, f'perdure search "{tale.question}" --explain')


def _compose(memory: Memory, tale: Tale) -> TourStep:
    pack = memory.compose(None, tale.message, budget=BUDGET)
    blocks = [(name, block.text) for name, block in pack.blocks.items() if name != "memory_guide"]
    seen = [(tale.you, tale.message), *blocks, (tale.tokens, f"{pack.tokens:,} / {BUDGET:,}")]
    ok = pack.tokens <= BUDGET and any(tale.needed in text for _, text in blocks) and bool(pack.citations)
    return TourStep(tale.composed, ok, seen, f'perdure context "{tale.message}"')


def _explain(memory: Memory, tale: Tale) -> TourStep:
    before, after = memory.history.of(PERSON).versions[-2:]
    seen = [
        (f"v{item.version} {item.status.value}", f"{item.content}\n{tale.because(_last_words(item))}")
        for item in (before, after)
    ]
    ok = (before.status, after.status) == (Status.SUPERSEDED, Status.ACTIVE) and _last_words(after) in tale.change[0]
    return TourStep(tale.explained, ok, seen, f"perdure history {PERSON}")


def _forget(memory: Memory, tale: Tale) -> TourStep:
    def found() -> list[str]:
        return [hit.item.key for hit in memory.search_memory(tale.replies)]

    before = found()
    memory.forget_recall(REPLIES)
    after = found()
    past = memory.history.of(REPLIES).versions[-1]
    archived = memory.archive.record(past.evidence[0].record_id or "").content or ""
    ok = (REPLIES in before, REPLIES in after, past.status) == (True, False, Status.RETRACTED)
    seen = [
        (tale.searched, tale.counted(len(before), len(after))),
        (tale.history, f"{past.content} ({past.status.value})"),
        (tale.archive, archived),
    ]
    return TourStep(tale.forgotten, ok and archived == tale.talk[-1][0], seen, f"perdure forget {REPLIES}")


def _turn(said: str, answered: str) -> list[Event]:
    return [Event.user(said), Event.assistant(answered)]


def _outcomes(receipt: Receipt, tale: Tale) -> list[tuple[str, str]]:
    return [(tale.outcomes.get(o.outcome, o.outcome), f"{o.key}\n{o.reason}") for o in receipt.outcomes]


def _last_words(item: Item) -> str:
    return item.evidence[-1].quote or ""


def _noted(steps: list[TourStep], played: Iterable[TourStep]) -> Iterator[TourStep]:
    for step in played:
        steps.append(step)
        yield step


def _told(steps: Iterable[TourStep], tale: Tale) -> Iterator[RenderableType]:
    """Step after step; a person at a terminal says when to go on."""
    from perdure.cli import scenes

    is_watched = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    yield tale.opening
    for number, step in enumerate(steps, 1):
        yield scenes.step(number, step, tale)
        if is_watched:
            note(f"\n{tale.go_on}")
            sys.stdin.readline()
