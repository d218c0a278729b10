"""Every benchmark runs to its end on a handful of items, so that none can rot. The figures mean nothing here."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
SMOKE: dict[str, tuple[str, ...]] = {
    "branches": ("--items", "20", "--without-vectors", "--json"),
    "commands": ("items --json",),
    "archive": ("--sessions", "2", "--questions", "2", "--embedder", "none"),
    "compose": ("--items", "20", "--questions", "3"),
    "export": ("--records", "20"),
    "growth": (),
    "injection.evaluate": ("--errors",),
    "mcp": ("--starts", "1", "--sizes", "10", "--queries", "2", "--embedder", "none", "--json"),
    "reading.blind": ("--folder", str(Path(__file__).parent / "reading"), "--rules", "--limit", "2", "--errors"),
    "reading.rules": ("--limit", "40"),
    "reading.talk": (str(Path(__file__).parent / "reading" / "talk.jsonl"), "--show"),
    "pii.blind": ("--errors", "1"),
    "pii.evaluate": ("--each", "1", "--negatives", "20", "--errors", "1"),
    "postgres": ("--turns", "1", "--learned", "1", "--records", "4", "--json"),
    "scale": ("--sizes", "20", "--queries", "2", "--json"),
    "store": ("--turns", "2", "--records", "4", "--items", "5", "--rounds", "1", "--json"),
}

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A benchmark with its smallest sizes, and what it prints."""
    monkeypatch.setenv("PERDURE_EMBEDDER", "none")

    def smoke(name: str, *words: str) -> str:
        import_module(f"benchmarks.{name}").main([*SMOKE[name], *words])
        return capsys.readouterr().out

    return smoke


def numbers(shape: Any) -> list[float]:
    """Every number in a JSON value."""
    if isinstance(shape, dict | list):
        return [n for part in (shape.values() if isinstance(shape, dict) else shape) for n in numbers(part)]
    return [shape] if isinstance(shape, int | float) else []


def test_every_program_among_the_benchmarks_has_a_run_here() -> None:
    made = {"readme_figures.py", "terminal_picture.py"}  # they write files of the project, which the docs tests compare
    apart = {"compare.py"}  # tests/bench/test_peers.py
    found = [path for path in FOLDER.rglob("*.py") if path.name not in made | apart]
    programs = [path for path in found if '__name__ == "__main__"' in path.read_text(encoding="utf-8")]
    assert {".".join(path.relative_to(FOLDER).with_suffix("").parts) for path in programs} == set(SMOKE)


def test_the_store_is_measured_beside_a_bare_loop(run: Run) -> None:
    result = json.loads(run("store"))
    assert {"single_ours", "single_bare", "bulk_ours", "bulk_bare", "open_few", "open_many"} <= set(result)
    assert min(numbers(result)) > 0
    table = import_module("benchmarks.store").table(result)
    assert "5 items" in table
    assert len({line.count("|") for line in table.splitlines()}) == 1


def test_compose_is_measured_beside_a_search(run: Run) -> None:
    head, *rows = run("compose").splitlines()
    assert head.startswith("20 items, 3 questions")
    assert [row.split()[0] for row in rows] == ["search", "compose", "on_demand"]


def test_reading_changes_and_decisions_are_counted(run: Run) -> None:
    told = run("reading.blind")
    assert [line.split(":")[0] for line in told.splitlines() if " cases, " in line] == [
        "reading",
        "changes",
        "decisions",
    ]
    assert "forget obeyed            all 1/1" in told
    assert "old one stored" in told


def test_what_talk_takes_away_is_counted_and_said_again_it_takes_no_more(run: Run) -> None:
    told = run("reading.talk", "--twice")
    assert "3 messages, 60 to an agent" in told
    assert "taken away                   1" in told, "the request in it is the control"
    assert "taken away, said again       1" in told
    assert "replaced" not in told


def test_forks_and_merges_are_measured(run: Run) -> None:
    assert min(numbers(json.loads(run("branches")))) >= 0


def test_exports_are_measured(run: Run) -> None:
    assert [line.split()[0] for line in run("export").splitlines()] == ["fill", "export", "load", "file"]


def test_commands_are_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERDURE_STANDBY", "0")
    monkeypatch.setattr("benchmarks.commands.RUNS", 1)
    rows = [line.split() for line in run("commands").splitlines()]
    assert rows
    assert all(float(row[-1]) > 0 for row in rows)


def test_a_look_into_the_archive_is_measured_beside_a_bare_index(run: Run) -> None:
    result = json.loads(run("archive"))
    assert result["questions"] == 2
    assert min(numbers(result)) > 0


def test_growth_is_measured_and_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "growth.svg"
    (row,) = json.loads(run("scale", "--chart", str(picture)))["rows"]
    assert row["items"] == 20
    assert min(row["cpu_p50_ms"], row["compose_cpu_ms"], row["write_cpu_ms"]) > 0
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


def test_turns_that_are_learned_from_are_measured(run: Run) -> None:
    (row,) = json.loads(run("scale", "--learn"))["rows"]
    assert (row["items"], row["turns"]) == (20, 2)
    assert row["learn_cpu_p95_ms"] >= row["learn_cpu_p50_ms"] > 0


def test_growth_on_both_engines_is_drawn(run: Run, tmp_path: Path) -> None:
    row = {"items": 20, "search_cpu_ms": 1.5, "compose_cpu_ms": 4.0, "write_cpu_ms": 2.0}
    files = [tmp_path / "sqlite.json", tmp_path / "postgres.json"]
    for file in files:
        runs = [{"rows": [row]}, {"rows": [row | {"items": 2_000}]}]
        file.write_text("\n".join(json.dumps(one) for one in runs), encoding="utf-8")
    picture = tmp_path / "growth.svg"
    run("growth", *map(str, files), "--out", str(picture))
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert sum(part.tag.endswith("circle") for part in drawn) == 12


def test_postgres_is_measured_beside_a_bare_loop(run: Run, postgres_server: str) -> None:
    found = json.loads(run("postgres", "--url", postgres_server))
    assert {"turns", "turns_at_once", "learned", "bulk", "bare_turns", "bare_bulk"} <= set(found)
    table = import_module("benchmarks.postgres").table(found)
    assert len({line.count("|") for line in table.splitlines()}) == 1
    assert "turn: " in run("postgres", "--url", postgres_server, "--statements")
    assert json.loads(run("postgres", "--url", postgres_server, "--crowd", "2"))[-1]["agents"] == 2


def test_many_agents_are_measured(run: Run) -> None:
    many = json.loads(run("scale", "--agents", "2", "--each", "3"))["many"]
    assert (many["agents"], many["items_each"]) == (2, 3)


def test_the_mcp_server_is_measured_beside_a_bare_one(run: Run) -> None:
    result = json.loads(run("mcp"))
    assert set(result["start"]) == {"perdure", "bare SDK"}
    (row,) = result["rows"]
    assert set(row["calls"]) == {
        "perdure, over stdio",
        "verb in process",
        "bare SDK, an answer as long",
        "bare SDK, echo",
    }


def test_private_text_is_measured(run: Run) -> None:
    assert "false positives: 0 of 20" in run("pii.evaluate")
    assert "promised: " in run("pii.blind")


def test_the_wording_of_attacks_is_measured(run: Run) -> None:
    assert "recall zh" in run("injection.evaluate")
