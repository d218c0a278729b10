"""What a person decided becomes lines that the reader can learn from; what is gone gives none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure import AgentMemory, ErasureTarget, ManualClock, Target
from perdure.control.training_lines import LEARNED, OPEN, TrainingLines, as_lines
from perdure.intake.read_ahead import ReadClause
from perdure.intake.reader_statements import kind_of
from perdure.store.links import LinkKind
from perdure.values import Candidate, Event, Evidence, Grade, Source
from tests.intake.test_doubtful import PAIRS, two
from tests.likely import SAID, hear
from training import corpus

NOT = {"en": "my boss is basically a volcano", "zh": "这天热得我都要化了"}
OTHERWISE = {"en": "I order the pistachio", "zh": "下雨天我只想吃牛油火锅"}


async def texts(luna: AgentMemory) -> list[object]:
    lines = await luna.review.training_lines()
    return [line["text"] for line in lines.sentences] + [
        part for pair in lines.pairs for part in (pair["old"], pair["new"])
    ]


@pytest.mark.parametrize("language", SAID)
async def test_what_was_accepted_put_otherwise_or_rejected_becomes_a_sentence(luna: AgentMemory, language: str) -> None:
    said, type = SAID[language]
    accepted, rejected = await hear(luna, said, type), await hear(luna, NOT[language])
    edited = await hear(luna, f"{said} 333", type)
    await hear(luna, f"{said} 444", type)  # nobody decides on this one
    await luna.review.accept(accepted.id)
    await luna.review.reject(rejected.id)
    await luna.review.edit(edited.id, OTHERWISE[language])
    lines = await luna.review.training_lines(hand="ann")
    kept = {"hand": "ann", "lang": language, "keep": 1, "type": "", "act": "", "whose": ""}
    left = {"keep": 0, "type": "none", "act": "none", "whose": "none", "sub": "hard"}
    assert lines == TrainingLines(
        (
            {**kept, "text": said},
            {"hand": "ann", "lang": language, **left, "text": NOT[language]},
            {**kept, "text": OTHERWISE[language]},
        ),
        (),
    )
    assert await luna.review.training_lines(scope="peer:a") == TrainingLines((), ())


KEPT_AS = {"goals": "goals", "tasks": "tasks", "decisions": "decisions", "facts": "", "preferences": "", "profile": ""}
"""What a line says of the type that a statement was heard as: it must not be that of the place where it is kept."""


@pytest.mark.parametrize("heard", KEPT_AS)
async def test_a_line_has_the_type_that_was_heard_where_that_is_known(luna: AgentMemory, heard: str) -> None:
    accepted = await hear(luna, "two sugars and I am happy", heard)
    edited = await hear(luna, "nights are when I come alive", heard)
    await luna.review.accept(accepted.id)
    await luna.review.edit(edited.id, "Nights are when I am at my best")
    lines = (await luna.review.training_lines()).sentences
    assert [(line["keep"], line["type"]) for line in lines] == [(1, KEPT_AS[heard])] * 2
    assert [one for one in map(corpus._sentence, lines) if corpus.faults(one)] == []


def test_a_type_is_known_where_only_what_was_heard_as_such_is_kept_under_it() -> None:
    heard_as: dict[str, set[str]] = {}
    for name in corpus.TYPES:
        clause = ReadClause(0, 0, 5, {name: 1.0}, "state", "user", Grade.PROVISIONAL, "I do.")
        for has_day in (False, True):
            heard_as.setdefault(kind_of(clause, has_day=has_day, in_group=False), set()).add(name)
    assert {kind for kind, names in heard_as.items() if len(names) > 1} == OPEN
    assert all({LEARNED[kind]} == names for kind, names in heard_as.items() if kind not in OPEN)


@pytest.mark.parametrize("language", PAIRS)
async def test_one_of_a_doubtful_pair_that_is_rejected_is_a_sentence_to_leave(
    luna: AgentMemory, clock: ManualClock, language: str
) -> None:
    _, newer = await two(luna, clock, language)  # both are sure
    await luna.review.reject(newer.id)
    [line] = (await luna.review.training_lines()).sentences
    assert (line["text"], line["keep"], line["type"]) == (newer.content, 0, "none")


async def test_what_goes_because_it_is_known_already_is_no_sentence_to_leave(luna: AgentMemory) -> None:
    first, second = await hear(luna, "two sugars and I am happy"), await hear(luna, "happy once it has two sugars")
    await luna.review.accept(first.id, second.id)
    await luna.port.write("main", lambda tx: tx.links.add(first.id, second.id, LinkKind.ALIKE))
    await luna.review.reject(second.id)
    assert [(line["text"], line["keep"]) for line in (await luna.review.training_lines()).sentences] == [
        (first.content, 1)
    ]


@pytest.mark.parametrize("is_at_once", [False, True])
async def test_what_is_likely_and_doubtful_is_a_sentence_to_leave_once_rejected(
    luna: AgentMemory, is_at_once: bool
) -> None:
    [held] = (await luna.remember("My bike is blue.")).outcomes
    likely = await hear(luna, "the bicycle is a green one these days")
    await luna.port.write("main", lambda tx: tx.links.add(held.item_id or "", likely.id))
    await (luna.review.reject_provisional() if is_at_once else luna.review.reject(likely.id))
    [line] = (await luna.review.training_lines()).sentences
    assert (line["text"], line["keep"]) == (likely.content, 0)


async def test_other_words_make_a_pair_once_the_question_is_settled(luna: AgentMemory) -> None:
    [held] = (await luna.remember("My bike is blue.")).outcomes
    likely = await hear(luna, "the bicycle is a green one these days")
    await luna.port.write("main", lambda tx: tx.links.add(held.item_id or "", likely.id))
    await luna.review.edit(likely.id, "My bike is green now.")
    assert (await luna.review.training_lines()).pairs == ()
    [entry] = await luna.review.list()
    await luna.review.accept(entry.item.id)
    [pair] = (await luna.review.training_lines()).pairs
    assert (pair["relation"], pair["old"], pair["new"]) == ("replaces", "My bike is blue.", "My bike is green now")


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize(("decision", "relation"), [("accept", "replaces"), ("keep_both", "adds"), ("reject", None)])
async def test_a_doubtful_pair_that_was_settled_becomes_a_pair(
    luna: AgentMemory, clock: ManualClock, language: str, decision: str, relation: str | None
) -> None:
    older, newer = await two(luna, clock, language)
    assert (await luna.review.training_lines()).pairs == ()
    await getattr(luna.review, decision)(newer.id)
    pair = {"hand": "user", "lang": language, "relation": relation, "old": older.content, "new": newer.content}
    assert (await luna.review.training_lines()).pairs == ((pair,) if relation else ())


async def test_proposals_of_others_and_the_words_of_tools_teach_nothing(luna: AgentMemory) -> None:
    waits = Candidate("rules", {"rule": "no emoji"}, source=Source.TOOL)
    [outcome] = (await luna.upsert_recall(waits)).outcomes
    await luna.review.accept(outcome.item_id or "")
    session = await luna.start_session("s")
    kept = await luna.commit_turn(session, [Event.tool("search", result="the ferry leaves at nine")], learn=False)
    proof = [Evidence(kept.records[0], quote="the ferry leaves at nine")]
    value = {"subject": "ferry", "predicate": "leaves", "value": "nine"}
    likely = Candidate("facts", value, evidence=proof, grade=Grade.PROVISIONAL, source=Source.TOOL)
    [outcome] = (await luna.upsert_recall(likely)).outcomes
    await luna.review.accept(outcome.item_id or "")
    assert await texts(luna) == []


@pytest.mark.parametrize("language", SAID)
async def test_what_was_forgotten_denied_restricted_or_erased_gives_no_line(luna: AgentMemory, language: str) -> None:
    said, type = SAID[language]
    ways = {
        "forgotten": lambda item: luna.forget_recall(Target(id=item.id)),
        "deleted": lambda item: luna.forget_recall(Target(id=item.id), mode="delete"),
        "denied": lambda item: luna.upsert_recall(Candidate(item.type, item.value, key=item.key, retract=True)),
        "restricted": lambda item: luna.erasure.restrict(Target(id=item.id)),
        "erased": lambda item: luna.erase(ErasureTarget(id=item.id)),
    }
    for number, (way, take) in enumerate(ways.items()):
        item = await hear(luna, f"{said} {number}{number}{number}", type, session=way)
        await luna.review.accept(item.id)
        assert await texts(luna) == [item.content], way
        await take(item)
        assert await texts(luna) == [], way


@pytest.mark.parametrize("language", NOT)
async def test_what_was_rejected_and_is_erased_or_forgotten_gives_no_line(luna: AgentMemory, language: str) -> None:
    said = NOT[language]
    first = await hear(luna, said)
    await luna.review.reject(first.id)
    assert await texts(luna) == [said]
    again = await hear(luna, said, session="t")
    await luna.forget_recall(Target(id=again.id))  # and with it wherever the same is said
    assert await texts(luna) == []
    other = await hear(luna, f"{said} 777", session="u")
    await luna.review.reject(other.id)
    assert await texts(luna) == [f"{said} 777"]
    await luna.erase(ErasureTarget(id=other.id))
    assert await texts(luna) == []


async def test_of_a_pair_nothing_comes_out_once_one_of_them_is_forgotten(luna: AgentMemory, clock: ManualClock) -> None:
    _, newer = await two(luna, clock, "en")
    await luna.review.keep_both(newer.id)
    await luna.forget_recall(Target(id=newer.id))
    assert await texts(luna) == []


async def test_a_decision_that_was_undone_teaches_nothing_and_the_last_word_counts(luna: AgentMemory) -> None:
    said, type = SAID["en"]
    item = await hear(luna, said, type)
    await luna.review.reject(item.id)
    await luna.history.undo((await luna.history.changes())[0].revision, dry_run=False)
    assert await texts(luna) == []
    await luna.review.reject(item.id)
    again = await hear(luna, said, type, session="t")
    await luna.review.accept(again.id)
    [line] = (await luna.review.training_lines()).sentences
    assert (line["text"], line["keep"]) == (said, 1)


async def test_an_answer_comes_out_with_its_question(luna: AgentMemory) -> None:
    item = await hear(luna, "tuesdays and fridays", asked="Which nights do you work?")
    await luna.review.accept(item.id)
    [line] = (await luna.review.training_lines()).sentences
    assert (line["prev"], line["text"]) == ("Which nights do you work?", "tuesdays and fridays")


async def test_private_text_comes_out_as_it_was_masked(luna: AgentMemory) -> None:
    await luna.review.accept((await hear(luna, "my second mail is bob@example.com")).id)
    [text] = await texts(luna)
    assert "bob@example.com" not in str(text)
    assert str(text).startswith("my second mail is")


async def test_the_files_are_what_the_corpus_reads(
    luna: AgentMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, (said, type) in SAID.items():
        await luna.review.accept((await hear(luna, said, type)).id)
        await luna.review.reject((await hear(luna, NOT[language])).id)
    await luna.review.accept((await hear(luna, "周末想去 Costco 囤货")).id)
    for language in ("en", "zh"):
        await settle_pair(luna, language)
    lines = await luna.review.training_lines()
    (tmp_path / "sentences").mkdir()
    (tmp_path / "turns").mkdir()
    (tmp_path / "sentences" / "user.jsonl").write_text(as_lines(lines.sentences), encoding="utf-8")
    (tmp_path / "pairs.jsonl").write_text(as_lines(lines.pairs), encoding="utf-8")
    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    read = corpus.sentences()
    assert [(one.text, corpus.faults(one)) for one in read if corpus.faults(one)] == []
    assert {(one.lang, one.keep) for one in read} == {
        *(("en", True), ("en", False), ("zh", True), ("zh", False), ("mixed", True))
    }
    assert {pair.relation for pair in corpus.pairs()} <= set(corpus.RELATIONS)
    assert [(pair.hand, pair.lang) for pair in corpus.pairs()] == [("user", "en"), ("user", "zh")]
    assert corpus.faults(corpus._sentence({**json.loads(as_lines(lines.sentences).split("\n")[0]), "type": "fact"}))


async def settle_pair(luna: AgentMemory, language: str) -> None:
    first, second, _ = PAIRS[language]
    older, newer = await hear(luna, first, "preferences"), await hear(luna, second, "preferences")
    await luna.port.write("main", lambda tx: tx.links.add(older.id, newer.id))
    await luna.review.accept(newer.id)
