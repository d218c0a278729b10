"""What the packaged weights read, and that no other file is taken for them."""

from __future__ import annotations

from dataclasses import astuple
from hashlib import sha256
from json import loads
from pathlib import Path

import numpy as np
import pytest

from perdure.errors import Unsupported
from perdure.intake.read.clauses import clauses
from perdure.intake.read.reader import ClauseReading, Reader
from perdure.intake.read.weights import FILE, VERSION, open_weights
from perdure.models.encoder import Encoder
from perdure.models.kept import keep

STATED = [
    "I'm allergic to penicillin, please remember that",
    "we moved the standup to Thursday at ten",
    "my sister Noor works at the harbour in Bergen",
    "我对青霉素过敏，记一下",
    "周会改到周四上午十点了",
    "我女儿叫小葵，今年上一年级",
    "我 manager 现在是 Priyanka 了",
]
SILENT = [
    "what's the capital of Peru?",
    "make this paragraph shorter please",
    "lol ok thanks",
    "今天好困啊",
    "帮我把这段翻译成英文",
    "为什么天是蓝的？",
    "这个 function 为什么 return None？",
]


def read(reader: Reader, turn: str, previous: str = "") -> list[ClauseReading]:
    return reader.read(clauses(turn), previous)


def test_plain_statements_are_found_and_small_talk_is_not(reader: Reader) -> None:
    assert [turn for turn in STATED if not read(reader, turn)[0].keep] == []
    assert [turn for turn in SILENT if any(reading.keep for reading in read(reader, turn))] == []


def test_kinds_of_plain_statements_are_right(reader: Reader) -> None:
    moved = read(reader, "we moved the standup to Thursday at ten")[0]
    paid = read(reader, "车险续好了，保单也寄到了")[0]
    stuck = read(reader, "passport renewal is stuck, they rejected my photo again")[0]
    assert (moved.act, paid.act, stuck.act) == ("update", "done", "blocked")
    assert (paid.type, stuck.type) == ("tasks", "tasks")


def test_a_reading_stands_where_its_clause_stands(reader: Reader) -> None:
    turn = "haha ok. my sister Noor works at the harbour in Bergen. 你呢？"
    readings = read(reader, turn)
    assert [turn[r.start : r.end] for r in readings] == [c.text for c in clauses(turn)]
    assert [r.keep for r in readings] == [False, True, False]


def test_the_grade_follows_how_sure_it_is(reader: Reader) -> None:
    grades = [reader.grade(step / 100) for step in range(101)]
    order = {"none": 0, "provisional": 1, "sure": 2}
    assert [order[grade] for grade in grades] == sorted(order[grade] for grade in grades)
    assert {grades[0], grades[-1]} == {"none", "sure"}


def test_probabilities_are_probabilities(reader: Reader) -> None:
    for reading in read(reader, " ".join([*STATED, *SILENT])):
        for share in (reading.sure, reading.type_sure, reading.act_sure, reading.whose_sure):
            assert 0 <= share <= 1


def test_a_turn_reads_the_same_alone_and_among_others(reader: Reader) -> None:
    alone = [read(reader, turn)[0] for turn in STATED]
    together = reader.read([clauses(turn)[0] for turn in STATED])
    for one, other in zip(alone, together, strict=True):
        assert (one.grade, one.type, one.act, one.whose) == (other.grade, other.type, other.act, other.whose)
        assert one.sure == pytest.approx(other.sure, abs=1e-4)


def test_the_line_before_counts_for_a_short_answer_alone(reader: Reader) -> None:
    asked, other = "Are you allergic to nuts?", "Shall I make the picture larger?"
    assert read(reader, "yes, both kinds", asked)[0].sure != read(reader, "yes, both kinds", other)[0].sure
    long = "I moved to the coast with my two brothers last spring and we all work at the harbour there now"
    assert read(reader, long, asked) == read(reader, long, other)


@pytest.mark.parametrize("turn", ["", "🎉🎉", "\x00\x01", "```\nx = 1\n```"])
def test_nothing_to_read_gives_no_readings(reader: Reader, turn: str) -> None:
    assert read(reader, turn, "hello") == []


def test_other_languages_are_read_without_failing(reader: Reader) -> None:
    for turn in ("Vivo en Cádiz con mi hermana.", "Я живу в Казани.", "京都に住んでいます。", "안녕하세요", "สวัสดี"):
        assert len(read(reader, turn)) == 1


def test_relations_of_plain_pairs_are_right(reader: Reader) -> None:
    held = ["The user lives in Leeds."]
    assert reader.relate("I moved to York last month, so I live in York now", held)[0].best == "replaces"
    assert reader.relate("what's the best recipe for soup?", held)[0].best == "unrelated"
    assert reader.relate("健身卡到期不续了", ["用户有健身房的年卡。"])[0].best == "ends"


def test_relations_add_up_and_have_one_row_per_held_item(reader: Reader) -> None:
    found = reader.relate("例会挪到周三下午了", ["例会在周一上午。", "我住在扬州。", "I like tea."])
    assert len(found) == 3
    assert [sum(astuple(relation)) for relation in found] == pytest.approx([1, 1, 1], abs=1e-5)
    assert found[0].changes > max(found[1].changes, found[2].changes)
    assert reader.relate("anything", []) == []


def test_weights_and_card_belong_together_and_are_small() -> None:
    card = loads(FILE.with_name("card.json").read_text(encoding="utf-8"))
    assert card["weights"] == {"sha256": sha256(FILE.read_bytes()).hexdigest(), "bytes": FILE.stat().st_size}
    assert card["version"] == VERSION
    assert FILE.stat().st_size <= 8_000_000


@pytest.mark.parametrize("at", [0, 25, 500, 100_000, 4_000_000])
def test_damaged_weights_are_refused(encoder: Encoder, tmp_path: Path, at: int) -> None:
    data = bytearray(FILE.read_bytes())
    data[at] ^= 0x55
    (tmp_path / "weights.bin").write_bytes(data)
    with pytest.raises(Unsupported, match=r"weights\.bin"):
        Reader(encoder, weights=tmp_path / "weights.bin")


@pytest.mark.parametrize("size", [0, 7, 40, 400_000])
def test_weights_that_were_cut_off_are_refused(encoder: Encoder, tmp_path: Path, size: int) -> None:
    (tmp_path / "weights.bin").write_bytes(FILE.read_bytes()[:size])
    with pytest.raises(Unsupported):
        Reader(encoder, weights=tmp_path / "weights.bin")


def test_missing_foreign_and_outdated_weights_are_refused(encoder: Encoder, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="cannot be opened"):
        open_weights(tmp_path / "weights.bin")
    (tmp_path / "weights.bin").write_bytes(b"PK\x03\x04" * 1000)
    with pytest.raises(Unsupported):
        open_weights(tmp_path / "weights.bin")
    keep(tmp_path / "weights.bin", source="perdure reader 0", parts={"near.middle": np.zeros(3, dtype=np.float32)})
    with pytest.raises(Unsupported, match="another source"):
        open_weights(tmp_path / "weights.bin")
    keep(tmp_path / "weights.bin", source=VERSION, parts={"near.middle": np.zeros(3, dtype=np.float32)})
    with pytest.raises(Unsupported):
        Reader(encoder, weights=tmp_path / "weights.bin")
