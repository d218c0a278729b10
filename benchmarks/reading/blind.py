"""What memory makes of what people say, counted on cases by a hand that has seen neither rules nor corpus.

    python -m benchmarks.reading.blind                      # all three sets
    python -m benchmarks.reading.blind --only changes       # reading, changes or decisions
    python -m benchmarks.reading.blind --rules              # without the reader
    python -m benchmarks.reading.blind --errors             # and what went wrong: from then on it is development data

`reading`: a statement counts as found where an item rests on at least half of its words. `changes`: each pair is said
to an agent that holds sixty other things; a pair whose older statement was never stored is counted apart.
`decisions`: what was asked to be remembered is there in full, what was asked to be forgotten is gone, and what was no
request changed nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from perdure import AgentMemory, Candidate, Config, Event, Item, ManualClock, Receipt, Runtime
from perdure.intake.extract.dates import find_day
from perdure.values import Grade, Outcome

FOLDER = Path(__file__).parent
SETS = ("reading", "changes", "decisions")
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = timedelta(days=5)
MASKED_LEAVES = 4
"""Characters that are left at least of what is to be remembered, beside the secret in it."""
OTHERS = 60
LIKE = {
    "habits": {"preferences", "facts", "profile", "events"},
    "boundaries": {"rules", "preferences"},
    "rules": {"rules", "preferences"},
    "preferences": {"preferences", "rules"},
    "relationships": {"relationships", "facts", "profile"},
    "lessons": {"lessons", "facts"},
    "identity": {"identity", "rules"},
    "note": {"notes", "facts"},
}
"""Types that people do not tell apart, or that are kept as another: a label is right as any of these.

The guide to the labels itself says of a standing wish about answers `rules/preferences`.
"""
TOLD = ("episodes", "entities")

Row = dict[str, Any]
Open = Callable[[str], Awaitable[AgentMemory]]


class Tally:
    """Counts by language, and what went wrong."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        self.errors: list[str] = []

    def add(self, lang: str, name: str, is_so: bool) -> None:
        for group in ("all", lang):
            self.counts[name][group][0] += is_so
            self.counts[name][group][1] += 1

    def lines(self) -> Iterator[str]:
        for name, groups in self.counts.items():
            shown = [f"{group} {n}/{of} = {n / of:.3f}" for group, (n, of) in groups.items() if of]
            yield f"{name:24} {'   '.join(shown)}"


async def reading(row: Row, agent: AgentMemory, tally: Tally) -> None:
    """One turn: which of its statements are kept, and what else is."""
    session = await agent.start_session()
    if row["before"]:
        await agent.commit_turn(session, [Event.assistant(row["before"])])
    receipt = await agent.commit_turn(session, [Event.user(row["text"])])
    items = [item for item in await agent.items(limit=1_000) if item.type not in TOLD]
    spans = {item.id: _spans(item, receipt.records[0], len(row["text"])) for item in items}
    wanted = [(quote, _place(row["text"], quote["quote"])) for quote in row["keep"]]
    if not wanted:
        tally.add(row["lang"], "silent turns clean", not items)
        if items:
            tally.errors.append(f"kept for nothing: {row['text']} -> {[item.content for item in items]}")
    for quote, place in wanted:
        found = [item for item in items if any(_shares(span, place) for span in spans[item.id])]
        tally.add(row["lang"], "found", bool(found))
        tally.add(row["lang"], "found, idiom" if quote["idiom"] else "found, plain", bool(found))
        if found:
            is_right = any(has_right_type(item, quote) for item in found)
            tally.add(row["lang"], "type right", is_right)
            if not is_right:
                tally.errors.append(f"{quote['type']} as {[item.type for item in found]}: {quote['quote']}")
        else:
            tally.errors.append(f"missed: {row['text']} [{quote['quote']}]")
    for item in items:
        # An item holds the sentence, and a label may be a clause of it: either may be the longer one.
        pairs = [(place, span) for _, place in wanted for span in spans[item.id]]
        is_right = any(_shares(place, span) or _shares(span, place) for place, span in pairs)
        tally.add(row["lang"], "precision, all", is_right)
        if item.grade.value == "sure":
            tally.add(row["lang"], "precision, sure", is_right)


def right_types(quote: Row) -> set[str]:
    """The types of an item that are right for a label. An event needs a day: where none is told, it is a fact."""
    labels = [quote["type"], *([quote["also"]] if quote.get("also") else [])]
    right = set[str]().union(*(LIKE.get(label, {label}) for label in labels))
    return right | {"facts"} if "events" in labels and find_day(quote["quote"], BEGIN.date()) is None else right


def has_right_type(item: Item, quote: Row) -> bool:
    """Whether an item is of a type that its label allows. What is only likely enters no profile: then it is a fact."""
    right = right_types(quote)
    return item.type in right or (item.type == "facts" and item.grade is Grade.PROVISIONAL and "profile" in right)


async def changes(row: Row, agent: AgentMemory, tally: Tally, clock: ManualClock) -> None:
    """An old statement and a new one among sixty others: does the old one still stand, and is it marked?"""
    session = await agent.start_session()
    first = await agent.commit_turn(session, [Event.user(row["old"])])
    old = [item for item in await agent.items(limit=1_000) if item.id in _written(first.outcomes)]
    kept = {item.id: _about(item, first.records[0]) for item in old if item.type not in TOLD}
    tally.add(row["lang"], "old one stored", bool(kept))
    if not kept:
        return
    await agent.end_session(session)
    clock.advance(LATER)
    await agent.commit_turn(await agent.start_session(), [Event.user(row["new"])])
    now = {item.id: item for item in await agent.items(limit=1_000)}
    stands = [i for i in kept if i in now or _still(kept[i], now.values(), first.records[0])]
    entries = await agent.review.list()
    asked = {item.id for entry in entries for item in (entry.item, *entry.held)}
    asked |= {item.id for item in now.values() if item.key in {entry.item.key for entry in entries}}
    marked = any(i in asked or any(_still(kept[i], [n], first.records[0]) for n in now.values() if n.id in asked)
                 for i in stands)  # fmt: skip
    if row["relation"] in ("replaces", "ends"):
        tally.add(row["lang"], "replaced", not stands)
        tally.add(row["lang"], "replaced or doubtful", not stands or marked)
        tally.add(row["lang"], "standing unmarked", bool(stands) and not marked)
        if stands and not marked:
            tally.errors.append(f"stands: {row['old']} / {row['new']}")
    else:
        tally.add(row["lang"], "unlike replaced", not stands)
        tally.add(row["lang"], "unlike marked", bool(stands) and marked)
        if not stands:
            tally.errors.append(f"replaced, {row['relation']}: {row['old']} / {row['new']}")


async def decisions(row: Row, agent: AgentMemory, tally: Tally, clock: ManualClock) -> None:
    """A request, or what only looks like one."""
    session = await agent.start_session()
    said = [await agent.commit_turn(session, [Event.user(text)]) for text in row["earlier"]]
    before = {item.id: item for item in await agent.items(limit=1_000) if item.type not in TOLD}
    clock.advance(timedelta(hours=1))
    receipt = await agent.commit_turn(session, [Event.user(row["turn"])])
    after = {item.id: item for item in await agent.items(limit=1_000) if item.type not in TOLD}

    def holds(number: int, items: dict[str, Item]) -> bool:
        return any(e.record_id in said[number].records for item in items.values() for e in item.evidence)

    def wrong(name: str, is_so: bool) -> None:
        tally.add(row["lang"], name, is_so)
        if is_so:
            tally.errors.append(f"{name}: {row['earlier']} / {row['turn']}")

    asked = any(o.outcome in ("refused", "pending") for o in receipt.outcomes)
    if row["expect"] == "remember":
        texts = " ".join(_text(item) for item in after.values()).casefold()
        record = await agent.archive.record(receipt.records[0])
        wrong("lost", not all(is_kept_whole(words, texts, record.content or "", receipt) for words in row["kept"]))
    elif row["expect"] == "forget":
        stored = [n for n in row["gone"] if holds(n, before)]
        if row["ask_ok"]:
            tally.add(row["lang"], "unclear: asked", asked and before.keys() <= after.keys())
        for n in stored:
            tally.add(row["lang"], "forget obeyed", not holds(n, after))
            wrong("forget neither obeyed nor asked", holds(n, after) and not asked)
        wrong("wrong forget", any(holds(n, before) and not holds(n, after) for n in row["stays"]))
    else:
        gone = before.keys() - after.keys()
        new = [i for i in after.values() if i.id not in before and (i.keep_for is None or i.priority == "permanent")]
        wrong("false command", bool(gone) or any("request" in o.reason for o in receipt.outcomes) or _noted(new))


def is_kept_whole(words: str, texts: str, said: str, receipt: Receipt) -> bool:
    """Whether all that was asked for is kept; of what holds a secret, which is masked and told of, all but that."""
    words = words.rstrip(" .。!！")  # a full stop says nothing
    if words.casefold() in texts or words in said:
        return words.casefold() in texts
    front = next((words[:at] for at in range(len(words), 0, -1) if words[:at] in said), "")
    back = next((words[at:] for at in range(len(words)) if words[at:] in said), "")
    is_told = bool(receipt.notices) and len(front) + len(back) >= MASKED_LEAVES
    return is_told and front.strip().casefold() in texts and back.strip().casefold() in texts


def _noted(items: list[Item]) -> bool:
    """Whether something was kept as somebody's wish: for good, and as a note."""
    return any(item.type == "notes" for item in items)


def _text(item: Item) -> str:
    facts = item.value.get("facts") or ()
    return " ".join([item.content, *(f"{fact.get('v')} {fact.get('said', '')}" for fact in facts)])


def _written(outcomes: tuple[Outcome, ...]) -> set[str]:
    return {outcome.item_id for outcome in outcomes if outcome.item_id}


def _about(item: Item, record: str) -> list[tuple[str, str]]:
    """What one record says in an item: of a profile the fields that it said."""
    facts = item.value.get("facts")
    if not facts:
        return []
    quotes = " ".join(e.quote or "" for e in item.evidence if e.record_id == record)
    return [(str(f.get("k")), str(f.get("v"))) for f in facts if str(f.get("said") or f.get("v")) in quotes]


def _still(fields: list[tuple[str, str]], items: Any, record: str) -> bool:
    """Whether a field of a profile is in a later version of it."""
    held = [(str(f.get("k")), str(f.get("v"))) for item in items for f in item.value.get("facts") or ()]
    return any(field in held for field in fields)


def _spans(item: Item, record: str, length: int) -> list[tuple[int, int]]:
    found = [e for e in item.evidence if e.record_id == record]
    return [(e.start or 0, length if e.end is None else e.end) for e in found]


def _place(text: str, quote: str) -> tuple[int, int]:
    at = text.index(quote)
    return at, at + len(quote)


def _shares(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether one span covers at least half of the other."""
    both = min(span[1], other[1]) - max(span[0], other[0])
    return both > 0 and both >= 0.5 * (other[1] - other[0])


async def others(home: Path, reader: bool) -> None:
    """An agent that holds sixty things: statements of the corpus, kept as they are."""
    lines = [json.loads(line) for path in sorted((FOLDER.parents[1] / "training/intake/sentences").iterdir())
             for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    held = [row["text"] for row in lines if row["keep"] and row["act"] == "state" and row["whose"] == "user"]
    async with Runtime(home, config=Config(reader=reader), clock=ManualClock(BEGIN), embedder="none") as runtime:
        agent = await runtime.agent("luna")
        for text in random.Random(11).sample(held, OTHERS):
            value = {"subject": "user", "predicate": text, "value": text}
            await agent.upsert_recall(Candidate("facts", value, content=text))


async def count(name: str, rows: list[Row], *, reader: bool) -> Tally:
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="perdure-blind-") as folder:
        await others(Path(folder) / "base", reader)
        for number, row in enumerate(rows):
            home = Path(folder) / str(number)
            if name == "changes":
                shutil.copytree(Path(folder) / "base", home)
            clock = ManualClock(BEGIN)
            async with Runtime(home, config=Config(reader=reader), clock=clock, embedder="none") as runtime:
                if reader:
                    await runtime.warm()
                agent = await runtime.agent("luna")
                if name == "reading":
                    await reading(row, agent, tally)
                else:
                    await {"changes": changes, "decisions": decisions}[name](row, agent, tally, clock)
            shutil.rmtree(home)
    return tally


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", choices=SETS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--rules", action="store_true", help="without the reader")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args(words)
    for name in SETS if options.only is None else (options.only,):
        lines = (options.folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines if line.strip()][: options.limit]
        tally = asyncio.run(count(name, rows, reader=not options.rules))
        print(f"{name}: {len(rows)} cases, {dict(Counter(row['lang'] for row in rows))}")
        for line in (*tally.lines(), *(tally.errors if options.errors else ())):
            print(f"  {line}")


if __name__ == "__main__":
    main()
