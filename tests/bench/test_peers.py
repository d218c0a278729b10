"""The comparison with other stores: the baseline and Perdure on a dozen turns, and a store that must be caught."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.peers.compare import main, run
from benchmarks.peers.measure import Asked, Bench, PeerTalk, Sizes
from benchmarks.peers.peers import RIVALS, Rival, install
from benchmarks.peers.process import Said
from benchmarks.peers.table import table

SAID = ("I bought a red bicycle.", "My sister plays the cello.", "We went to Lisbon in May.", "The cat is called Momo.")
VECTOR = bytes(4 * 512)
FEW = Sizes(writes=2, kills=1, each=2, syncs=False)


def talk() -> PeerTalk:
    turns = tuple(
        Said(f"D{n}:1", f"{text} ({n})", "Ann", str(n // 4), f"2023-05-{n + 1:02}T10:00:00+00:00", VECTOR)
        for n, text in enumerate(SAID * 3)
    )
    gold = frozenset(turn.id for turn in turns if "cello" in turn.text)
    return PeerTalk("talk", turns, (Asked("Who plays the cello?", VECTOR, gold),))


def test_perdure_is_measured_and_loses_nothing(tmp_path: Path) -> None:
    (ours,) = [one for one in RIVALS if one.name == "Perdure (kept only)"]
    bench = Bench(install(ours, tmp_path), [talk()], None, FEW)
    recall, kills = bench.recall(), bench.kills()
    assert recall["r5"] == 1
    assert recall["query_ms_p50"] > 0
    assert kills["acknowledged"] >= 5
    assert kills["lost"] == 0


def test_a_store_that_loses_writes_is_caught(tmp_path: Path) -> None:
    forgetful = Rival("forgetful", Path(__file__).with_name("forgetful_peer.py"))
    rows = run([forgetful], [talk()], tmp_path / "environments", None, FEW)
    assert rows[0]["kills"]["lost"] == rows[0]["kills"]["acknowledged"] >= 5
    assert rows[0]["two_writers"]["lost"] == 4
    assert "| 4, 0 of 4 |" in table({"conversations": ["talk"], "turns": 12, "peers": rows})


def test_what_is_not_installed_or_fails_is_in_the_table_with_its_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("PIP_NO_INDEX", "1"), ("PIP_CONFIG_FILE", "/dev/null"), ("PIP_FIND_LINKS", "")):
        monkeypatch.setenv(name, value)
    broken = tmp_path / "broken.py"
    broken.write_text("raise ImportError('no model without a network')", encoding="utf-8")
    missing = Rival("missing", broken, ("perdure-has-no-such-rival",))
    rows = run([missing, Rival("broken", broken)], [talk()], tmp_path / "environments", None, FEW)
    shown = table({"conversations": ["talk"], "turns": 12, "peers": rows})
    assert "- broken, kills: ended with 1: ImportError: no model without a network" in shown
    assert "| missing | not installed |" in shown
    assert "- missing: not installed: ERROR: No matching distribution found for perdure-has-no-such-rival" in shown


def test_the_program_reads_the_conversations_and_prints_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [
        {"conversation_id": "c", "dia_id": turn.id, "session": turn.session, "text": turn.text, "speaker": turn.speaker}
        | {"session_datetime": "1:56 pm on 8 May, 2023"}
        for turn in talk().turns
    ]
    asked = [{"conversation_id": "c", "question": "Who plays the cello?", "category": 1, "evidence": ["D1:1"]}]
    for name, rows in (("turns", said), ("qa", asked)):
        with gzip.open(tmp_path / f"locomo_{name}.jsonl.gz", "wt", encoding="utf-8") as stream:
            stream.write("\n".join(map(json.dumps, rows)))
    small = ["--writes", "1", "--kills", "1", "--each", "1", "--embedder", "none", "--folder", str(tmp_path)]
    main(["--data", str(tmp_path), "--only", "sqlite", *small])
    head, _, columns, _, row = capsys.readouterr().out.splitlines()
    assert head == "c: 12 turns, 1 questions"
    assert columns.count("|") == row.count("|")
    assert row.startswith("| SQLite FTS5 ")
