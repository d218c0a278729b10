"""`perdure bench recall`, on conversations made up here, small enough to know the figures beforehand."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from perdure.bench.measure import Figures, mean, measure
from tests.surfaces.command import Command

ONE_DAY = "1:56 pm on 8 May, 2023"
NEXT_DAY = "2:10 pm on 9 May, 2023"
TURNS = [
    ("D1:1", 1, ONE_DAY, "Ada", "I planted tulips behind the shed."),
    ("D1:2", 1, ONE_DAY, "Ben", "My bicycle needs a new chain."),
    ("D2:1", 2, NEXT_DAY, "Ada", "The dentist moved my appointment."),
    ("D2:2", 2, NEXT_DAY, "Ben", "We baked rye bread with walnuts."),
]
QUESTIONS = [
    ("Where are the tulips?", 4, ["D1:1"]),
    ("Which bread has walnuts?", 1, ["D2:2"]),
    ("Whose zeppelin exploded?", 1, ["D1:2"]),  # nothing was said about it: found by nobody
    ("Is this unanswerable?", 5, ["D1:2"]),  # category 5 does not count
]


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERDURE_EMBEDDER", "none")


def write(path: Path, rows: Sequence[Any]) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    write(
        folder / "locomo_turns.jsonl.gz",
        [
            {"conversation_id": "a", "session": n, "session_datetime": at, "dia_id": name, "speaker": who, "text": text}
            for name, n, at, who, text in TURNS
        ],
    )
    write(
        folder / "locomo_qa.jsonl.gz",
        [
            {"conversation_id": "a", "question": text, "category": category, "evidence": evidence}
            for text, category, evidence in QUESTIONS
        ],
    )
    return folder


def test_figures_are_those_counted_by_hand() -> None:
    gold = {"b", "d"}
    ideal = 1 + 1 / math.log2(3)
    assert measure(["a", "b", "c", "d"], gold) == Figures(0, 1, 1, 1 / 2, (1 / math.log2(3) + 1 / math.log2(5)) / ideal)
    assert measure(["b"], gold) == Figures(0.5, 0.5, 0.5, 1, 1 / ideal)
    assert measure([*"acefghijkl", "b"], gold) == Figures(0, 0, 0, 0, 0)
    assert mean([Figures(1, 1, 1, 1, 1), Figures(0, 0, 1, 0.5, 0.25)]) == Figures(0.5, 0.5, 1, 0.75, 0.625)


def test_a_run_answers_recall_by_category_with_bm25_beside_it(perdure: Command, locomo: Path) -> None:
    found = perdure.json("bench", "recall", "--data", str(locomo))
    (result,) = found["results"]
    assert (found["embedder"], result["dataset"], result["level"]) == ("none", "locomo", "turns")
    categories = result["categories"]
    assert {name: row["questions"] for name, row in categories.items()} == {"all": 3, "1": 2, "4": 1}
    all_found = {"recall_1": 1.0, "recall_5": 1.0, "recall_10": 1.0, "mrr": 1.0, "ndcg_10": 1.0}
    half = dict.fromkeys(all_found, 0.5)
    assert categories["4"] == {"questions": 1, "bm25": all_found, "default": all_found}
    assert categories["1"] == {"questions": 2, "bm25": half, "default": half}
    assert categories["all"]["default"]["recall_5"] == round(2 / 3, 4)


def test_a_chart_is_drawn_and_a_table_printed(perdure: Command, locomo: Path, tmp_path: Path) -> None:
    picture = tmp_path / "recall.svg"
    answer = perdure("bench", "recall", "--data", str(locomo), "--chart", str(picture))
    assert answer.code == 0
    assert "LoCoMo, turns" in answer.words
    assert "0.667" in answer.words
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    said = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert said == ["LoCoMo turns, bm25: 0.667", "LoCoMo turns, default: 0.667"]


def test_fewer_questions_can_be_asked(perdure: Command, locomo: Path) -> None:
    words = ("bench", "recall", "--data", str(locomo), "--sample", "1")
    (result,) = perdure.json(*words)["results"]
    assert result["categories"]["all"]["questions"] == 1
    assert result["categories"]["all"]["default"]["recall_1"] == 1.0
    (other,) = perdure.json(*words, "--seed", "2")["results"]
    assert other["categories"]["all"]["default"]["recall_1"] == 0.0


def test_words_and_vectors_alone_stand_beside_the_mix_in_one_run(
    perdure: Command, locomo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERDURE_EMBEDDER", "local")
    vectors = tmp_path / "vectors"
    words = ("bench", "recall", "--data", str(locomo), "--cache", str(vectors))
    first = perdure.json(*words)
    (result,) = first["results"]
    ways = {"bm25", "vectors", "words", "default"}
    assert all(ways <= row.keys() for row in result["categories"].values())
    figures = {"recall_1", "recall_5", "recall_10", "mrr", "ndcg_10"}
    assert all(row[way].keys() == figures for row in result["categories"].values() for way in ways)
    assert result["categories"]["4"]["vectors"]["recall_5"] == 1.0
    size = vectors.stat().st_size
    assert perdure.json(*words) == first
    assert vectors.stat().st_size == size


def test_a_stopped_run_goes_on_where_it_was(perdure: Command, locomo: Path, tmp_path: Path) -> None:
    kept = tmp_path / "answers"
    words = ("bench", "recall", "--data", str(locomo), "--answers", str(kept))
    whole = perdure.json(*words)
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 3
    # What is known is not asked again: an answer that was made worse stays so. The last one is missing, and is asked.
    worse = lines[1].replace('"D1:1"', '"D9:9"')
    kept.write_text(lines[0] + worse + lines[2] + lines[3][:10], encoding="utf-8")
    (result,) = perdure.json(*words)["results"]
    assert result["categories"]["4"]["default"]["recall_1"] == 0.0
    assert result["categories"]["1"] == whole["results"][0]["categories"]["1"]
    assert kept.read_text(encoding="utf-8") == lines[0] + worse + lines[2] + lines[3]


def test_a_file_that_is_no_file_of_vectors_is_refused(
    perdure: Command, locomo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERDURE_EMBEDDER", "local")
    answer = perdure("bench", "recall", "--data", str(locomo), "--cache", str(locomo / "locomo_qa.jsonl.gz"), "--json")
    assert answer.code == 1
    assert "holds no vectors" in answer.error["message"]
    assert answer.error["hint"] == "choose another file"


def test_the_form_in_which_locomo_is_published_is_read_too(perdure: Command, tmp_path: Path) -> None:
    talk: dict[str, Any] = {"speaker_a": "Ada", "speaker_b": "Ben"}
    for name, n, at, who, text in TURNS:
        talk[f"session_{n}_date_time"] = at
        talk.setdefault(f"session_{n}", []).append({"speaker": who, "dia_id": name, "text": text})
    qa = [{"question": text, "category": category, "evidence": gold} for text, category, gold in QUESTIONS]
    (tmp_path / "locomo10.json").write_text(json.dumps([{"sample_id": "a", "conversation": talk, "qa": qa}]))
    (result,) = perdure.json("bench", "recall", "--data", str(tmp_path))["results"]
    assert result["categories"]["all"]["questions"] == 3
    assert result["categories"]["all"]["default"]["recall_1"] == round(2 / 3, 4)


def test_the_form_in_which_longmemeval_is_published_is_read_too(perdure: Command, tmp_path: Path) -> None:
    def session(*texts: str) -> list[dict[str, Any]]:
        return [{"role": "user", "content": text, "has_answer": "tulips" in text} for text in texts]

    row = {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Where did I plant tulips?",
        "question_date": "2023/05/28 (Sun) 06:47",
        "haystack_dates": ["2023/05/09 (Tue) 10:00", "2023/05/08 (Mon) 10:00"],
        "haystack_session_ids": ["s2", "s1"],
        "haystack_sessions": [session("The dentist moved my appointment."), session("Hello.", "I planted tulips.")],
        "answer_session_ids": ["s1"],
    }
    (tmp_path / "longmemeval_s.json").write_text(json.dumps([row, {**row, "question_id": "q2_abs"}]))
    results = perdure.json("bench", "recall", "--data", str(tmp_path))["results"]
    assert [(r["level"], r["categories"]["all"]["questions"]) for r in results] == [("sessions", 1), ("turns", 1)]
    assert [r["categories"]["all"]["default"]["recall_1"] for r in results] == [1.0, 1.0]


def test_items_are_measured_through_search(perdure: Command, tmp_path: Path) -> None:
    memories = [
        {"id": "1", "time": "2023-12-25", "event": "Bart在圣诞节晚会上跳舞。"},
        {"id": "2", "time": "2023-12-26", "event": "Bart的自行车坏了。"},
    ]
    talk = {
        "dialogue": ["<BOD>\n", '<Bart>:"今年的圣诞节晚会我又要跳舞！"\n', '<Assistant>:"太棒了！"\n'],
        "test-turn": [2],
        "relevant-id": [1],
        "user-id": 1,
    }
    write(tmp_path / "madial_zh_memory.jsonl.gz", memories)
    write(tmp_path / "madial_zh_dialogue.jsonl.gz", [talk])
    (result,) = perdure.json("bench", "recall", "--data", str(tmp_path), "--only", "madial_zh")["results"]
    assert result["categories"]["all"]["default"]["recall_1"] == 1.0


def test_a_newer_fact_is_found_in_the_place_of_the_older(perdure: Command, tmp_path: Path) -> None:
    row = {
        "subset": "factconsolidation_sh_6k",
        "facts": ["Ada lives in Leeds.", "Ben plays the flute.", "Ada lives in York."],
        "slots": ["3|Ada", "5|Ben", "3|Ada"],
        "objects": ["Leeds", "the flute", "York"],
        "questions": [{"question": "Where does Ada live?", "gold_fact": [2], "stale_facts": [0]}],
    }
    write(tmp_path / "factconsolidation.jsonl.gz", [row])
    (result,) = perdure.json("bench", "recall", "--data", str(tmp_path))["results"]
    assert result["categories"]["all"]["default"]["recall_1"] == 1.0


def test_only_earlier_sessions_are_searched_where_the_data_says_so(perdure: Command, tmp_path: Path) -> None:
    def session(n: int, name: str, text: str) -> dict[str, Any]:
        turns = [{"role": "User", "content": text}]
        return {"person": "p", "session": n, "session_uuid": name, "time": "2025-12-15 (Monday)", "turns": turns}

    sessions = [session(0, "early", "Tulips grow behind the shed."), session(1, "late", "Tulips, tulips, tulips.")]
    query = {"person": "p", "session": 1, "query": "tulips", "category": "c", "evidence_session_uuids": ["early"]}
    write(tmp_path / "realmem_sessions.jsonl.gz", sessions)
    write(tmp_path / "realmem_queries.jsonl.gz", [query])
    (result,) = perdure.json("bench", "recall", "--data", str(tmp_path))["results"]
    assert result["categories"]["all"]["default"]["recall_1"] == 1.0


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--data", "{}/nowhere"], "`--data` must be a folder", "pass the folder that contains the files"),
        (["--data", "{}"], "contains no known data set", "for example `locomo10.json`"),
        (["--data", "{}", "--only", "lokomo"], "no data set `lokomo`", "there are `locomo`"),
        (["--data", "{}", "--only", "realmem"], "does not hold `realmem`", "it is read from `realmem_sessions"),
    ],
)
def test_what_is_not_there_is_said_clearly(
    perdure: Command, tmp_path: Path, words: list[str], message: str, hint: str
) -> None:
    answer = perdure("bench", "recall", *(word.replace("{}", str(tmp_path)) for word in words), "--json")
    assert answer.code == 2
    assert message in answer.error["message"]
    assert hint in answer.error["hint"]


def test_a_damaged_file_is_named(perdure: Command, locomo: Path) -> None:
    (locomo / "locomo_qa.jsonl.gz").write_bytes(b"not gzip")
    answer = perdure("bench", "recall", "--data", str(locomo), "--json")
    assert answer.code == 1
    assert "`locomo_qa.jsonl.gz` cannot be read" in answer.error["message"]
