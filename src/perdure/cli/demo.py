"""`perdure demo`: a memory at work across real processes. Every step checks what it claims."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer
from perdure.cli.place import Place
from perdure.values import Candidate, Event, Evidence, Item, Status

if TYPE_CHECKING:
    from rich.console import RenderableType

    from perdure.blocking import Memory

SESSION = "demo"
TALK = (
    ("以后叫我阿哲，别再叫全名。", "好的，阿哲。"),
    ("I work at Northwind in Hangzhou, on the search team.", "Noted: Northwind, the search team."),
    ("回答尽量简短，先给结论。", "明白：先结论，后细节。"),
    ("I am on a diet until May: no sugar, please.", "No sugar until May. Good luck!"),
)
CHANGE = ("I left Northwind: since Monday I am at Contoso.", "Congratulations! Contoso it is.")

NAME, WORK, DIET = "profile:user", "fact:user:employer", "fact:user:diet"
# What is concluded from which turn, and the words that show it.
CONCLUSIONS: tuple[tuple[int, str, Candidate], ...] = (
    (0, "叫我阿哲", Candidate("profile", {"facts": [{"k": "称呼", "v": "阿哲"}]})),
    (1, "I work at Northwind", Candidate("facts", {"predicate": "employer", "value": "Northwind"})),
    (2, "先给结论", Candidate("preferences", {"scope": "writing", "name": "style", "value": "简短，先给结论"})),
    (3, "no sugar", Candidate("facts", {"predicate": "diet", "value": "no sugar until May"})),
)


class Act(StrEnum):
    """The two halves, each in a process of its own."""

    TALK = "talk"
    RECALL = "recall"


@dataclass(frozen=True, slots=True)
class Step:
    """Something the demo claims, whether it was seen, and what was seen."""

    claim: str
    ok: bool
    seen: Sequence[tuple[str, str]]
    process: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"claim": self.claim, "ok": self.ok, "process": self.process, "seen": [list(pair) for pair in self.seen]}


def demo(
    place: Place,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the memory behind and say where.")] = False,
    act: Annotated[Act | None, typer.Option(hidden=True)] = None,
) -> None:
    """See it at work: two processes, one memory. In a temporary home unless `--home` is given."""
    if act is not None:
        with place.memory(create=act is Act.TALK) as memory:
            played = list(_ACTS[act](memory))
        answer(place, {"steps": [step.as_json() for step in played]}, lambda: _told(played))
        return
    from perdure.cli import scenes

    stays = keep or place.home is not None
    with _stage(place, keep) as stage:
        steps: list[Step] = []
        if place.json:
            steps += _play(stage)
        else:
            answer(place, {}, lambda: _told(_noted(steps, _play(stage))))
        is_well = _is_well(steps)
        shape = {
            "steps": [step.as_json() for step in steps],
            "ok": is_well,
            "home": stage.shown if stays else None,
            "agent": stage.agent_id,
        }
        answer(place, shape, lambda: [scenes.curtain(is_well, stage, stays)])
    if not is_well:
        raise typer.Exit(1)


def _play(stage: Place) -> Iterator[Step]:
    """Act after act, each in a process that has ended before the next begins."""
    for act in Act:
        steps = _in_a_process(stage, act)
        yield from steps
        if not all(step.ok for step in steps):
            return


def _noted(steps: list[Step], played: Iterable[Step]) -> Iterator[Step]:
    for step in played:
        steps.append(step)
        yield step


def _is_well(steps: Sequence[Step]) -> bool:
    """Everything was seen, in as many processes as there are acts, none of them this one."""
    return all(step.ok for step in steps) and len({step.process for step in steps} - {os.getpid()}) == len(Act)


@contextmanager
def _stage(place: Place, keep: bool) -> Iterator[Place]:
    """Where it plays: a home of its own, or an agent of its own in the home that was given."""
    import tempfile

    from perdure.ids import Ids

    with ExitStack() as after:
        if place.home is not None:
            yield Place(place.address, place.agent or f"demo-{Ids().new()}", json=True)
        elif keep:
            yield Place(tempfile.mkdtemp(prefix="perdure-demo-"), place.agent or "demo", json=True)
        else:
            folder = after.enter_context(tempfile.TemporaryDirectory(prefix="perdure-demo-"))
            yield Place(folder, place.agent or "demo", json=True)


def _in_a_process(stage: Place, act: Act) -> list[Step]:
    """One act in a Python of its own, which has ended when this returns."""
    where = ["--home", stage.address, "--agent", stage.agent_id, "--json"]
    command = [sys.executable, "-P", "-m", "perdure", *where, "demo", "--act", act.value]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", errors="replace")
    try:
        told = json.loads(done.stdout)
    except ValueError:
        told = {"error": {"message": f"the process ended with {done.returncode}: {done.stderr.strip()[-500:]}"}}
    if "steps" not in told:
        return [Step(f"the process for `{act.value}` runs", False, [("error", told["error"]["message"])])]
    return [
        Step(step["claim"], step["ok"], [(name, said) for name, said in step["seen"]], step["process"])
        for step in told["steps"]
    ]


# The first process


def _talk(memory: Memory) -> Iterator[Step]:
    session = memory.start_session(SESSION)
    receipts = memory.commit_turns(session, [_turn(*pair) for pair in TALK])
    spoken = [("user", said) for said, _ in TALK]
    records = [record.content for record in memory.archive.records(session)]
    kept = records == [words for pair in TALK for words in pair]
    yield _step(f"A conversation is kept word for word: {len(receipts)} turns, {len(records)} records", kept, spoken)

    concluded = []
    is_right = True
    for turn, quote, candidate in CONCLUSIONS:
        evidence = (Evidence(receipts[turn].records[0], quote=quote),)
        receipt = memory.upsert_recall(replace(candidate, evidence=evidence), session=session)
        for outcome in receipt.outcomes:
            item = memory.item(outcome.item_id or "")
            concluded.append((item.content, f"because you said {_quotes(item)}"))
            is_right &= item.is_active and quote in _quotes(item)
    yield _step("Conclusions are drawn from it, each with its evidence", is_right, concluded)


# The second process


def _recall(memory: Memory) -> Iterator[Step]:
    for question, key, quote in (("你该怎么称呼我？", NAME, "叫我阿哲"), ("Who is my employer?", WORK, "Northwind")):
        found = [hit.item for hit in memory.retrieve_recall(question, k=1)]
        is_right = [item.key for item in found] == [key] and quote in _quotes(found[0])
        seen = [(item.content, f"because you said {_quotes(item)}") for item in found]
        yield _step(f"A new process is asked: {question}", is_right, seen)

    session = memory.start_session(SESSION)
    record = memory.commit_turn(session, _turn(*CHANGE)).records[0]
    news = Candidate(
        "facts", {"predicate": "employer", "value": "Contoso"}, evidence=[Evidence(record, quote="I am at Contoso")]
    )
    memory.upsert_recall(news, session=session)
    current = memory.items(key=WORK)
    is_right = ["Contoso" in item.content for item in current] == [True]
    seen = [("user", CHANGE[0]), *((item.content, "is what holds now") for item in current)]
    yield _step("A fact changes: the new version takes the place of the old", is_right, seen)

    versions = memory.history.of(WORK).versions
    states = [version.status for version in versions][-2:]
    seen = [(f"v{v.version} {v.status.value}", f"{v.content}, because you said {_quotes(v)}") for v in versions]
    yield _step(
        "Its history says what was believed before, and why", states == [Status.SUPERSEDED, Status.ACTIVE], seen
    )

    yield _forgetting(memory)
    findings = memory.check()
    bad = [(finding.check, finding.detail) for finding in findings if not finding.ok]
    seen = bad or [("checked", ", ".join(finding.check for finding in findings))]
    yield _step("The memory is sound", not bad, seen)


def _forgetting(memory: Memory) -> Step:
    question = "diet, sugar"
    found = [hit.item for hit in memory.retrieve_recall(question)]
    memory.forget_recall(DIET)
    after = [hit.item.key for hit in memory.retrieve_recall(question)]
    past = memory.history.of(DIET).versions
    archived = memory.archive.record(past[-1].evidence[0].record_id or "").content
    is_right = (
        DIET in [item.key for item in found]
        and DIET not in after
        and [version.status for version in past] == [Status.RETRACTED]
        and archived == TALK[3][0]
    )
    seen = [
        ("search", f"found {len(found)} before, {len(after)} now"),
        ("history", f"{past[-1].content}, {past[-1].status.value}"),
        ("archive", f"still has your words: {archived}"),
    ]
    return _step("Something is forgotten: gone from search, not from the archive", is_right, seen)


_ACTS: dict[Act, Callable[[Memory], Iterator[Step]]] = {Act.TALK: _talk, Act.RECALL: _recall}


def _turn(said: str, answered: str) -> list[Event]:
    return [Event.user(said), Event.assistant(answered)]


def _quotes(item: Item) -> str:
    return ", ".join(f"“{evidence.quote}”" for evidence in item.evidence)


def _step(claim: str, ok: bool, seen: Sequence[tuple[str, str]]) -> Step:
    return Step(claim, ok, seen, os.getpid())


# What a person sees


def _told(steps: Iterable[Step]) -> Iterator[RenderableType]:
    from perdure.cli import scenes

    process = None
    for number, step in enumerate(steps, 1):
        if step.process != process:
            yield scenes.act(step.process, is_first=process is None)
            process = step.process
        yield scenes.step(number, step.claim, step.ok, step.seen)
