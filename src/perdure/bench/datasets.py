"""The data sets as conversations, items and questions: gzipped JSON lines, or as the authors of two publish them."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from perdure.errors import InvalidInput
from perdure.values import Candidate, Role

Level = Literal["turns", "sessions", "items"]

LONG_AGO = datetime(1990, 1, 1, tzinfo=UTC)
_CLOCK = "%I:%M %p on %d %B, %Y"
_LINE = re.compile(r'^<(?P<who>[^>]+)>:\s*"?(?P<said>.*?)"?\s*$', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DatasetTurn:
    """A record to be: who said what, in which session, when."""

    id: str
    session: str
    text: str
    at: datetime
    role: Role = Role.USER
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A question, when it is asked, and what answers it."""

    text: str
    now: datetime
    category: str
    gold: Mapping[Level, frozenset[str]]
    until: datetime | None = None
    """Only what was said before counts."""
    number: int = 0
    """Which question of its agent this is."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The memory of one agent, and what is asked of it."""

    name: str
    queries: tuple[Query, ...]
    records: tuple[DatasetTurn, ...] = ()
    items: tuple[tuple[str, Candidate], ...] = ()


@dataclass(frozen=True, slots=True)
class Dataset:
    """One set of agents. `load` gives them one after the other, since a large set need not be in memory at once."""

    name: str
    title: str
    levels: tuple[Level, ...]
    load: Callable[[Path], Iterable[Corpus]]
    files: tuple[tuple[str, ...], ...]
    """The file names that it is read from; any one group is enough."""

    def is_in(self, folder: Path) -> bool:
        return any(all((folder / name).is_file() for name in group) for group in self.files)


def lines(path: Path) -> Iterator[Any]:
    """The JSON values of a gzipped file, one per line."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)
    except (OSError, EOFError, ValueError) as error:
        raise InvalidInput(f"`{path.name}` cannot be read: {type(error).__name__}", field="data") from None


def moment(text: str, form: str) -> datetime:
    return datetime.strptime(text, form).replace(tzinfo=UTC)


def day_and_time(text: str) -> datetime:
    """`2023/05/28 (Sun) 06:47`."""
    return moment(re.sub(r" \(\w+\)", "", text), "%Y/%m/%d %H:%M")


def by_sessions(ids: Iterable[str]) -> frozenset[str]:
    """`D3:7` stands in session 3."""
    return frozenset(name[1:].split(":")[0] for name in ids)


def _locomo(folder: Path) -> Iterator[Corpus]:
    if not (folder / "locomo_turns.jsonl.gz").is_file():
        from perdure.bench.official import locomo

        yield from locomo(folder / "locomo10.json")
        return
    said: dict[str, list[DatasetTurn]] = defaultdict(list)
    for row in lines(folder / "locomo_turns.jsonl.gz"):
        at = moment(row["session_datetime"], _CLOCK)
        said[row["conversation_id"]].append(
            DatasetTurn(row["dia_id"], str(row["session"]), row["text"], at, speaker=row["speaker"])
        )
    asked: dict[str, list[Query]] = defaultdict(list)
    for row in lines(folder / "locomo_qa.jsonl.gz"):
        if row["category"] != 5 and row["evidence"]:
            now = said[row["conversation_id"]][-1].at
            asked[row["conversation_id"]].append(
                Query(row["question"], now, str(row["category"]), {"turns": frozenset(row["evidence"])})
            )
    for name, records in said.items():
        yield Corpus(name, tuple(asked[name]), tuple(records))


def _longmemeval(folder: Path) -> Iterator[Corpus]:
    if not (folder / "longmemeval_questions.jsonl.gz").is_file():
        from perdure.bench.official import longmemeval

        yield from longmemeval(folder / "longmemeval_s.json")
        return
    sessions = {row["id"]: row["turns"] for row in lines(folder / "longmemeval_sessions.jsonl.gz")}
    for row in lines(folder / "longmemeval_questions.jsonl.gz"):
        if not row["abstention"]:
            places = sorted((day_and_time(place["date"]), place["id"]) for place in row["haystack"])
            yield haystack(
                row["question_id"],
                [(at, name, sessions[name]) for at, name in places],
                Query(
                    row["question"],
                    day_and_time(row["question_date"]),
                    row["question_type"],
                    {
                        "sessions": frozenset(row["answer_session_ids"]),
                        "turns": frozenset(f"{name}#{n}" for name, n in row["answer_turns"]),
                    },
                ),
            )


def haystack(name: str, sessions: Iterable[tuple[datetime, str, list[dict[str, Any]]]], query: Query) -> Corpus:
    """One question over the sessions it is hidden in."""
    records = [
        DatasetTurn(f"{session}#{n}", session, turn["content"], at, role=Role(turn["role"]))
        for at, session, turns in sessions
        for n, turn in enumerate(turns)
    ]
    return Corpus(name, (query,), tuple(records))


def _lifebench(folder: Path) -> Iterator[Corpus]:
    """A session is a day, in the order of its hours; the question is asked at its `ask_time`."""
    said: dict[str, list[DatasetTurn]] = defaultdict(list)
    for row in lines(folder / "lifebench_zh_docs.jsonl.gz"):
        when = row["datetime"]
        at = LONG_AGO if not when else datetime.fromisoformat(when).replace(tzinfo=UTC)
        session = at.date().isoformat() if when else f"undated {row['type']}"
        said[row["user"]].append(DatasetTurn(row["doc_id"], session, row["text"], at, speaker=row["type"]))
    asked: dict[str, list[Query]] = defaultdict(list)
    for row in lines(folder / "lifebench_zh_qa.jsonl.gz"):
        if row["evidence_resolved"]:
            day = row["ask_time"] if len(row["ask_time"]) > 7 else row["ask_time"] + "-28"
            asked[row["user"]].append(
                Query(
                    row["question"],
                    moment(day[:10], "%Y-%m-%d"),
                    row["question_type"],
                    {"turns": frozenset(row["evidence_resolved"])},
                )
            )
    for name, records in said.items():
        yield Corpus(name, tuple(asked[name]), tuple(sorted(records, key=lambda record: record.at)))


def _realmem(folder: Path) -> Iterator[Corpus]:
    """Only sessions before the one in which the question comes up are searched."""
    said: dict[str, list[DatasetTurn]] = defaultdict(list)
    starts: dict[tuple[str, int], datetime] = {}
    for row in lines(folder / "realmem_sessions.jsonl.gz"):
        # Several sessions share a day; their order is that of their numbers.
        at = moment(row["time"][:10], "%Y-%m-%d") + timedelta(seconds=int(row["session"]))
        starts[row["person"], row["session"]] = at
        for n, turn in enumerate(row["turns"]):
            name = row["session_uuid"]
            said[row["person"]].append(
                DatasetTurn(f"{name}#{n}", name, turn["content"], at, role=Role(turn["role"].lower()))
            )
    asked: dict[str, list[Query]] = defaultdict(list)
    for row in lines(folder / "realmem_queries.jsonl.gz"):
        at = starts[row["person"], row["session"]]
        gold: Mapping[Level, frozenset[str]] = {"sessions": frozenset(row["evidence_session_uuids"])}
        asked[row["person"]].append(Query(row["query"], at, row["category"], gold, until=at))
    for name, records in said.items():
        yield Corpus(name, tuple(asked[name]), tuple(records))


def _madial(language: str) -> Callable[[Path], Iterator[Corpus]]:
    def load(folder: Path) -> Iterator[Corpus]:
        memories = list(lines(folder / f"madial_{language}_memory.jsonl.gz"))
        items = [(str(row["id"]), Candidate("notes", {"text": row["event"], "id": str(row["id"])})) for row in memories]
        known = {name for name, _ in items}
        now = max(datetime.fromisoformat(row["time"]).replace(tzinfo=UTC) for row in memories if row["time"])
        queries = []
        for row in lines(folder / f"madial_{language}_dialogue.jsonl.gz"):
            gold = frozenset(map(str, row["relevant-id"])) & known
            before = row["dialogue"][1 : row["test-turn"][0]]
            if gold and before:
                text = "\n".join(_LINE.sub(r"\g<who>: \g<said>", line) for line in before)
                queries.append(Query(text, now, f"person {row['user-id']}", {"items": gold}))
        yield Corpus(language, tuple(queries), items=tuple(items))

    return load


def _facts(folder: Path) -> Iterator[Corpus]:
    """Single-hop questions. The slots are the data set's own: to find them is for learning, not for recall."""
    for row in lines(folder / "factconsolidation.jsonl.gz"):
        if "_sh_" not in row["subset"]:
            continue
        items = []
        for n, (fact, slot, thing) in enumerate(zip(row["facts"], row["slots"], row["objects"], strict=True)):
            relation, _, subject = slot.partition("|")
            value = {"subject": subject, "predicate": f"relation {relation}", "value": thing}
            items.append((str(n), Candidate("facts", value, content=fact)))
        size = row["subset"].rpartition("_")[2]
        queries = [
            Query(q["question"], LONG_AGO, size, {"items": frozenset(map(str, q["gold_fact"]))})
            for q in row["questions"]
            if q["gold_fact"]
        ]
        yield Corpus(row["subset"], tuple(queries), items=tuple(items))


def _files(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}.jsonl.gz" for name in names)


DATASETS = {
    dataset.name: dataset
    for dataset in (
        Dataset("locomo", "LoCoMo", ("turns",), _locomo, (_files("locomo_turns", "locomo_qa"), ("locomo10.json",))),
        Dataset(
            "longmemeval",
            "LongMemEval",
            ("sessions", "turns"),
            _longmemeval,
            (_files("longmemeval_questions", "longmemeval_sessions"), ("longmemeval_s.json",)),
        ),
        Dataset("lifebench", "LifeBench", ("turns",), _lifebench, (_files("lifebench_zh_docs", "lifebench_zh_qa"),)),
        Dataset("realmem", "RealMem", ("sessions",), _realmem, (_files("realmem_sessions", "realmem_queries"),)),
        Dataset(
            "madial_zh", "MADial zh", ("items",), _madial("zh"), (_files("madial_zh_memory", "madial_zh_dialogue"),)
        ),
        Dataset(
            "madial_en", "MADial en", ("items",), _madial("en"), (_files("madial_en_memory", "madial_en_dialogue"),)
        ),
        Dataset("factconsolidation", "FactConsolidation", ("items",), _facts, (_files("factconsolidation"),)),
    )
}


def sampled(corpora: Iterable[Corpus], size: int | None = None, seed: int = 0) -> Iterator[Corpus]:
    """So many questions, spread evenly; another seed takes others. Agents that are asked nothing are left out."""
    if size is None:
        chosen = None
    else:
        corpora = list(corpora)
        total = sum(len(corpus.queries) for corpus in corpora)
        chosen = {(n * total // size + seed) % total for n in range(size)} if size < total else set(range(total))
    at = 0
    for corpus in corpora:
        numbered = [replace(query, number=n) for n, query in enumerate(corpus.queries)]
        kept = tuple(query for query in numbered if chosen is None or at + query.number in chosen)
        at += len(corpus.queries)
        if kept:
            yield replace(corpus, queries=kept)
