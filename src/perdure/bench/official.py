"""LoCoMo (`locomo10.json`) and LongMemEval (`longmemeval_s.json`) as their authors publish them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perdure.bench.datasets import Corpus, DatasetTurn, Query, day_and_time, haystack, moment
from perdure.errors import InvalidInput


def locomo(path: Path) -> Iterator[Corpus]:
    """Ten conversations; a photo counts with its caption."""
    for row in _read(path):
        talk = row["conversation"]
        records = []
        for n in range(1, 1_000):
            if not talk.get(f"session_{n}"):
                if f"session_{n}_date_time" not in talk:
                    break
                continue
            at = moment(talk[f"session_{n}_date_time"], "%I:%M %p on %d %B, %Y")
            for turn in talk[f"session_{n}"]:
                caption = turn.get("blip_caption")
                text = f"{turn['text']} [shares {caption}]" if caption else turn["text"]
                records.append(DatasetTurn(turn["dia_id"], str(n), text, at, speaker=turn["speaker"]))
        known = {record.id for record in records}
        queries = []
        for asked in row["qa"]:
            gold = frozenset(asked.get("evidence", ())) & known
            if asked["category"] != 5 and gold:
                queries.append(Query(asked["question"], records[-1].at, str(asked["category"]), {"turns": gold}))
        yield Corpus(str(row["sample_id"]), tuple(queries), tuple(records))


def longmemeval(path: Path) -> Iterator[Corpus]:
    """Each question with its own haystack; those that cannot be answered are left out."""
    for row in _read(path):
        if row["question_id"].endswith("_abs"):
            continue
        places = sorted(
            zip(
                map(day_and_time, row["haystack_dates"]),
                row["haystack_session_ids"],
                row["haystack_sessions"],
                strict=True,
            ),
            key=lambda place: place[:2],
        )
        answering = frozenset(
            f"{name}#{n}" for _, name, turns in places for n, turn in enumerate(turns) if turn.get("has_answer")
        )
        yield haystack(
            row["question_id"],
            places,
            Query(
                row["question"],
                day_and_time(row["question_date"]),
                row["question_type"],
                {"sessions": frozenset(row["answer_session_ids"]), "turns": answering},
            ),
        )


def _read(path: Path) -> list[Any]:
    try:
        rows: list[Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"`{path.name}` cannot be read: {type(error).__name__}", field="data") from None
    return rows
