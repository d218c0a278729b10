"""A sheet for a person: what was kept of real conversations, judged row by row, and counted."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from perdure.bench.intake.sheet import COLUMNS, count_sheet
from perdure.errors import InvalidInput
from tests.surfaces.command import Command

ENGLISH = {"turns": [{"role": "user", "content": "I live in Leeds."}, {"role": "assistant", "content": "Nice!"}]}
CHINESE = {"dialogue": ["<BOD>\n", '<Bart>:"我对花生过敏。"\n', '<Assistant>:"好。"\n', '<Bart>:"今天几号？"\n']}


def write(path: Path, row: dict[str, Any]) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def judged(file: Path, verdicts: dict[str, str]) -> None:
    """Fill in the last column by what stands in the column before: the item or, of a turn, the words."""
    rows = list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines(keepends=True)))
    for row in rows:
        row["judgement"] = verdicts[row["what"] + " " + row["said"]]
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def test_conversations_become_a_sheet_and_a_judged_sheet_figures(perdure: Command, tmp_path: Path) -> None:
    write(tmp_path / "longmemeval_sessions.jsonl.gz", ENGLISH)
    write(tmp_path / "madial_zh_dialogue.jsonl.gz", CHINESE)
    file = tmp_path / "sheet.csv"
    made = perdure.json("bench", "intake", "--sheet", str(file), "--data", str(tmp_path))
    assert (made["conversations"], made["turns"], made["items"], made["rows"]) == (2, 3, 2, 5)
    unjudged = perdure.json("bench", "intake", "--judged", str(file))
    assert unjudged["groups"]["all"]["unjudged"] == 5
    verdicts = {"item I live in Leeds.": "right", "item 我对花生过敏。": "junk", "turn 今天几号？": "nothing"}
    judged(file, verdicts | {"turn I live in Leeds.": "found", "turn 我对花生过敏。": "missed"})
    counted = perdure.json("bench", "intake", "--judged", str(file))
    assert len(counted["sha256"]) == 64
    whole, zh = counted["groups"]["all"], counted["groups"]["zh"]
    assert (whole["items"], whole["precision"], whole["junk"], whole["found"]) == (2, 0.5, 0.5, 0.5)
    assert (zh["precision"], zh["found"], zh["turns"], zh["unjudged"]) == (0.0, 0.0, 2, 0)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", ",".join(COLUMNS) + "\n1,s,en,item,x,x,facts,sure,perhaps\n"])
def test_what_is_no_judged_sheet_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        count_sheet(file)
    assert "junk" in str(caught.value.hint)
