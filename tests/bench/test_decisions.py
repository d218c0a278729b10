"""`perdure bench intake --cases`: a file of cases, each run in an agent of its own at the times it names."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from perdure.bench.intake.cases import DecisionCase, read_cases
from perdure.bench.intake.decisions import run_case
from perdure.bench.intake.verdicts import MEASURES
from perdure.errors import InvalidInput
from tests.surfaces.command import Command

DEV = Path(__file__).with_name("decisions_dev.jsonl")
MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)


def case(*turns: tuple[datetime, str], look: datetime) -> DecisionCase:
    said = [{"at": at, "user": text} for at, text in turns]
    return DecisionCase.model_validate({"id": "x", "lang": "en", "measure": "lost", "turns": said, "look": look})


async def test_a_case_is_looked_at_around_each_turn_and_at_its_end(tmp_path: Path) -> None:
    later = MORNING + timedelta(days=300)
    seen = await run_case(case((MORNING, "TODO: buy milk"), (MORNING, "请记住：我的猫叫咪咪"), look=later), tmp_path)
    texts = [[item.content for item in look.items] for look in (*seen.before, *seen.after)]
    milk, cat = "TODO: buy milk", "我的猫叫咪咪"
    assert [[text for text in (milk, cat) if text in "\n".join(held)] for held in texts] == [
        [],
        [milk],
        [milk],
        [milk, cat],
    ]
    assert [len(receipt.outcomes) for receipt in seen.receipts] == [1, 1]
    ended = [item for item in seen.end.items if item.type != "episodes"]
    assert [cat in item.content for item in ended] == [True], "a task lapses in ten months, a wish does not"


async def test_a_pause_of_half_a_day_ends_the_conversation(tmp_path: Path) -> None:
    days = [MORNING + timedelta(days=n) for n in range(3)]
    seen = await run_case(
        case(*((at, f"Remember: the code of day {at.day} is blue") for at in days), look=days[-1]), tmp_path
    )
    assert len({receipt.session for receipt in seen.receipts}) == 3


def test_the_command_counts_by_measure_and_language(perdure: Command) -> None:
    cases = read_cases(DEV)
    answer = perdure.json("bench", "intake", "--cases", str(DEV), "--embedder", "none")["decisions"]
    assert answer["embedder"] == "none"
    groups = answer["groups"]
    assert {name: group["cases"] for name, group in groups.items()} == {
        "all": len(cases),
        **Counter(case.lang for case in cases),
    }
    for name in MEASURES:
        of = groups["all"][name]
        assert 0 <= of["n"] <= of["of"]
        assert of == {part: sum(groups[lang][name][part] for lang in ("en", "zh", "mixed")) for part in ("n", "of")}, (
            "the languages add up to all"
        )
    assert "errors" not in answer
    assert groups["all"]["wrong_forget"]["of"] == sum(case.measure == "forget" for case in cases)
    assert groups["all"]["lost"]["of"] == sum(len(case.holds) for case in cases if case.measure == "lost")


def test_the_errors_are_listed_when_asked_for(perdure: Command, tmp_path: Path) -> None:
    wrong = json.loads(DEV.read_text(encoding="utf-8").splitlines()[0])
    wrong |= {"measure": "lost", "holds": [["milk"], ["zeppelin"]]}
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(wrong) + "\n\n", encoding="utf-8")
    words = perdure("bench", "intake", "--cases", str(path), "--embedder", "none", "--errors").words
    assert "lost" in words
    assert "1/2" in words
    assert "not kept: zeppelin" in words
    assert "TODO: buy milk / TODO: buy bread" in words
    answer = perdure.json("bench", "intake", "--cases", str(path), "--embedder", "none", "--errors")["decisions"]
    assert [error["errors"] for error in answer["errors"]] == [[{"measure": "lost", "why": "not kept: zeppelin"}]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a diary", "line 1 of .* is no case"),
        ('\n{"id": "a", "lang": "en", "measure": "luck", "turns": []}', "line 2 of .* is no case: measure"),
        (
            '{"id":"a","lang":"en","measure":"lost","turns":[{"at":"2026-03-02","user":"x"}],"holds":[[]]}',
            "is no case: holds.0",
        ),
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput, match=message):
        read_cases(path)


def test_a_file_that_is_not_there_is_said_so(perdure: Command, tmp_path: Path) -> None:
    answer = perdure("bench", "intake", "--cases", str(tmp_path / "none.jsonl"))
    assert answer.code != 0
    assert "cannot be read" in answer.err
