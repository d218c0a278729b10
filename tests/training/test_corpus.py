"""The labelled lines are what their card says they are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from training import corpus
from training.corpus import ACTS, LANGUAGES, RELATIONS, TYPES, Sentence

SENTENCES = corpus.sentences()
PAIRS = corpus.pairs()


def test_every_line_is_labelled_by_the_rules() -> None:
    assert [(s.text, corpus.faults(s)) for s in SENTENCES if corpus.faults(s)] == []


def test_wrong_labels_are_noticed() -> None:
    right = Sentence("a", "en", True, "facts", "state", "user", "I have a boat")
    assert corpus.faults(right) == []
    assert corpus.faults(Sentence("a", "en", True, "", "", "", "I have a boat")) == []
    assert corpus.faults(Sentence("a", "en", True, "none", "", "", "I have a boat"))
    assert corpus.faults(Sentence("a", "en", True, "facts", "state", "user", "I have a boat", sub="mood"))
    assert corpus.faults(Sentence("a", "en", False, "facts", "none", "none", "hm", sub="mood"))
    assert corpus.faults(Sentence("a", "en", False, "none", "none", "none", "hm"))
    assert corpus.faults(Sentence("a", "de", True, "facts", "state", "user", "hm"))
    assert corpus.faults(Sentence("a", "en", True, "things", "state", "user", "hm"))


def test_spans_of_values_lie_in_their_text() -> None:
    for name in corpus.files("sentences"):
        for row in corpus.rows(name):
            if "value" in row:
                start, end = row["value"]  # type: ignore[misc]
                value = str(row["text"])[start:end]
                assert value, row
                assert value == value.strip(), row


def test_clauses_of_turns_cover_the_turn_in_order() -> None:
    for turn in corpus.turns():
        text, at = str(turn["text"]), 0
        for clause in turn["clauses"]:  # type: ignore[attr-defined]
            assert text[at : clause["start"]].strip() == ""
            at = clause["end"]
        assert text[at:].strip() == ""


def test_there_is_enough_of_every_kind() -> None:
    acts = Counter(s.act for s in SENTENCES)
    hands = {s.hand for s in SENTENCES}
    assert len(SENTENCES) >= 10_000
    assert len(hands) >= 8
    assert {act: acts[act] for act in ACTS if acts[act] < 400 and act != "confirm"} == {}
    assert {s.type for s in SENTENCES if s.keep and s.type} == set(TYPES)
    alone, spoken = ([s.keep for s in SENTENCES if (s.talk != "") is in_talk] for in_talk in (False, True))
    assert 0.4 <= sum(alone) / len(alone) <= 0.5
    assert 0.12 <= sum(spoken) / len(spoken) <= 0.3  # as in life: of real chats that we labelled, .28
    langs = Counter(s.lang for s in SENTENCES)
    assert min(langs[lang] for lang in LANGUAGES) >= 0.085 * len(SENTENCES)
    assert abs(langs["en"] - langs["zh"]) <= 0.06 * len(SENTENCES)


def test_there_are_enough_pairs_of_every_relation() -> None:
    relations = Counter(pair.relation for pair in PAIRS)
    assert len(PAIRS) >= 2_000
    assert set(relations) == set(RELATIONS)
    assert min(relations.values()) >= 250


def test_no_more_than_two_in_a_hundred_look_alike() -> None:
    assert corpus.look_alikes(s.text for s in SENTENCES) <= 0.02
    assert corpus.look_alikes(f"{pair.old} {pair.new}" for pair in PAIRS) <= 0.02


def test_look_alikes_are_noticed() -> None:
    planted = ["I live in Leeds", "I live in York", "我有3只猫", "我有5只猫", "my boss is strict"]
    assert corpus.look_alikes(planted) == pytest.approx(2 / 5)


def test_no_line_stands_there_twice() -> None:
    twice = [key for key, count in Counter((s.text, s.prev, s.turn) for s in SENTENCES).items() if count > 1]
    assert twice == []


def test_a_tenth_is_labelled_twice() -> None:
    first = {(s.hand, s.text, s.prev): s for s in SENTENCES if s.hand != "j"}
    second = [
        (row, first[str(row["hand"]), str(row["text"]), str(row.get("prev", ""))])
        for row in corpus.rows("second.jsonl")
    ]
    assert len(second) >= 0.1 * len(SENTENCES)
    assert sum(bool(row["keep"]) == one.keep for row, one in second) / len(second) >= 0.95


def test_look_alikes_and_what_is_linked_share_a_group() -> None:
    texts = ["I live in Leeds", "I live in York", "cats are nice", "dogs are nice", "a far cry"]
    vectors = np.eye(5, dtype=np.float32)
    groups = corpus.groups(texts, vectors, [None, None, 1, 1, None])
    assert groups[0] == groups[1]
    assert groups[2] == groups[3]
    assert len(set(groups.tolist())) == 3
    vectors[4] = vectors[2]
    assert len(set(corpus.groups(texts, vectors, [None, None, 1, 1, None]).tolist())) == 2
