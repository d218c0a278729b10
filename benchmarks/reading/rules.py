"""What each rule is worth: where it fires, how often rightly, and what would be lost without it.

    python -m benchmarks.reading.rules             # a line for each rule, the least right first
    python -m benchmarks.reading.rules --json

Three kinds of text are read. `corpus`: the labelled sentences in `training/intake`; the packaged reader has learned
them, so only other rules count as what else finds a statement there. `development`: the sets of cases in this folder,
but for those that are still locked (LOCKED.md); there the packaged reader counts too. `labelled`: the turns of `perdure
bench intake`, whose rules were written with them in view: they only show that a rule fires at all.

Each text that a rule fires on is read again without that rule. `lost` is what is to be kept and then found by nothing;
`won` is what is not to be kept and then stored by nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.reading.blind import BEGIN, FOLDER, LIKE
from perdure import Event
from perdure.bench.intake import labelled
from perdure.intake.extract import Finding, Turn, extract, run
from perdure.intake.read_ahead import TurnReader
from perdure.language import Span
from perdure.regex import regex
from training import corpus

LOCKED = frozenset({"ninth", "thirteenth"})
NEVER = regex(r"(?!)")


@dataclass(frozen=True, slots=True)
class Case:
    """A text with what is to be kept of it: where, and as what types."""

    text: str
    kept: tuple[tuple[Span, frozenset[str]], ...] = ()
    before: str = ""


@dataclass(slots=True)
class Counted:
    """What came of a rule on one kind of text."""

    fires: int = 0
    kept: int = 0
    typed: int = 0
    lost: int = 0
    won: int = 0


@dataclass(slots=True)
class Worth:
    """A rule's counts."""

    corpus: Counted = field(default_factory=Counted)
    development: Counted = field(default_factory=Counted)
    labelled: int = 0

    @property
    def fires(self) -> int:
        return self.corpus.fires + self.development.fires

    @property
    def precision(self) -> float | None:
        """The share of what it found that is to be kept."""
        return (self.corpus.kept + self.development.kept) / self.fires if self.fires else None


def corpus_cases() -> list[Case]:
    """The labelled sentences, each once; those that answer a question are left out: rules see no question."""
    found = {one.text: one for one in corpus.said_again(corpus.sentences()) if not one.prev}
    return [Case(one.text, (((0, len(one.text)), _like(one.type)),) if one.keep else ()) for one in found.values()]


def development_cases(folder: Path = FOLDER) -> list[Case]:
    """The turns of all sets that are no longer locked."""
    files = [path for path in sorted(folder.rglob("reading.jsonl")) if path.parent.name not in LOCKED]
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [Case(row["text"], tuple(_wanted(row)), row["before"] or "") for row in rows]


def _wanted(row: dict[str, Any]) -> Iterator[tuple[Span, frozenset[str]]]:
    for quote in row["keep"]:
        at = row["text"].index(quote["quote"])
        labels = [quote["type"], quote.get("also") or quote["type"]]
        yield (at, at + len(quote["quote"])), _like(labels[0]) | _like(labels[1])


def _like(label: str) -> frozenset[str]:
    return frozenset(LIKE.get(label, {label}))


@contextmanager
def without(name: str) -> Iterator[None]:
    """The rules, but for one."""
    rules = run.RULES
    run.RULES = tuple(replace(rule, pattern=NEVER) if rule.name == name else rule for rule in rules)
    try:
        yield
    finally:
        run.RULES = rules


def found_in(text: str) -> list[Finding]:
    """What rules state of a text. Names of things are no statements, and what is taken back is none either."""
    found = extract(Turn((Event.user(text),), BEGIN.date()))
    return [one for one in found if one.candidate.type != "entities" and not one.candidate.retract]


def _is_in(span: Span, others: Sequence[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)


def count(cases: Sequence[Case], kind: str, worths: dict[str, Worth], read: Sequence[Sequence[Span]] | None) -> None:
    """Count what the rules make of some cases; `read` is what the reader keeps of each, where it may be asked."""
    for number, case in enumerate(cases):
        found = found_in(case.text)
        for name in {one.rule for one in found}:
            tally: Counted = getattr(worths.setdefault(name, Worth()), kind)
            with without(name):
                others = [(one.start, one.end) for one in found_in(case.text)]
            others += read[number] if read is not None else ()
            for one in found:
                if one.rule != name:
                    continue
                span = (one.start, one.end)
                labels = [types for place, types in case.kept if _is_in(span, [place])]
                tally.fires += 1
                tally.kept += bool(labels)
                tally.typed += any(one.candidate.type in types for types in labels)
                is_found = _is_in(span, others)
                tally.lost += bool(labels) and not is_found
                tally.won += not labels and not is_found


def readings(cases: Sequence[Case]) -> list[list[Span]]:
    """What the packaged reader keeps of each case."""
    import asyncio

    async def read() -> list[list[Span]]:
        with ThreadPoolExecutor(1) as executor:
            reader = TurnReader(executor, None)
            await reader.wait()
            read = [await reader.read([Event.user(case.text)], case.before) for case in cases]
            return [[(one.start, one.end) for one in some.clauses if one.grade is not None] for some in read]

    return asyncio.run(read())


def measure(limit: int | None = None) -> dict[str, Worth]:
    """The worth of every rule, by all cases or by the first ones of each kind."""
    worths = {rule.name: Worth() for rule in run.RULES}
    count(corpus_cases()[:limit], "corpus", worths, None)
    development = development_cases()[:limit]
    count(development, "development", worths, readings(development))
    for shape in labelled.shapes()[:limit]:
        for said in (event["content"] for event in shape["events"] if event["role"] == "user"):
            for name in {one.rule for one in extract(Turn((Event.user(said),), BEGIN.date()))}:
                worths.setdefault(name, Worth()).labelled += 1
    return worths


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--limit", type=int, help="only so many cases of each kind")
    options = parser.parse_args(words)
    worths = measure(options.limit)
    if options.json:
        json.dump({name: {**asdict(worth), "precision": worth.precision} for name, worth in worths.items()}, sys.stdout)
        return
    print(f"{'rule':32} {'right':>6} {'corpus: fires kept typed lost won':>36} {'development':>26} {'labelled':>9}")
    for name, worth in sorted(worths.items(), key=lambda one: (one[1].precision is not None, one[1].precision or 0)):
        right = "" if worth.precision is None else f"{worth.precision:.2f}"
        shown = [" ".join(f"{n:5}" for n in asdict(part).values()) for part in (worth.corpus, worth.development)]
        print(f"{name:32} {right:>6} {shown[0]:>36} {shown[1]:>30} {worth.labelled:6}")


if __name__ == "__main__":
    main()
