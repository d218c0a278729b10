"""What says a thing in other words than the question: items, records and sessions that share its ideas."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from perdure import AgentMemory, Candidate, Event
from perdure.recall import archive_cache
from perdure.recall.fuse import fuse
from perdure.recall.ideas import IdeaTable, PieceIdeas, asked_ideas, held_ideas, shared_ideas
from perdure.recall.question.question import read
from perdure.segment import segment
from perdure.textcache import forget_texts

NOW = datetime(2026, 5, 7, 9, tzinfo=UTC)

IN_OTHER_WORDS = [
    ("Do I have any siblings?", "My sister Mei studies law", "The pump at the station failed"),
    ("What kitchen appliance did I buy?", "I bought a toaster at last", "I bought a bicycle at last"),
    ("我有什么家电？", "上周买了一台洗碗机", "上周去了一趟杭州"),
    ("我的兄弟姐妹是做什么的？", "我妹妹在银行上班", "窗外一直在下雨"),
]


def words(text: str) -> str:
    return " ".join(segment(text))


@pytest.mark.parametrize(("question", "told", "other"), IN_OTHER_WORDS)
def test_other_words_for_the_same_idea_are_shared(question: str, told: str, other: str) -> None:
    asked = asked_ideas(read(question, NOW))
    assert asked is not None
    near, far = shared_ideas(asked, [words(told), words(other)])
    assert near > far >= 0


@pytest.mark.parametrize("question", ["xyzzy plugh?", "什么时候？"])
def test_a_question_without_ideas_shares_none(question: str) -> None:
    assert asked_ideas(read(question, NOW)) is None


def test_words_for_asking_are_no_ideas() -> None:
    plain, wordy = (asked_ideas(read(text, NOW)) for text in ("siblings", "can you tell me about siblings?"))
    assert plain is not None
    assert plain == wordy


def test_what_few_texts_are_about_counts_more() -> None:
    asked = asked_ideas(read("appliances siblings", NOW))
    assert asked is not None
    texts = [words(text) for text in ("a kettle", "my brother", "my brother", "my brother")]
    rare, common, *_ = shared_ideas(asked, texts)
    assert rare > common > 0


def test_a_table_of_pieces_scores_like_single_texts() -> None:
    """Also in groups, and from several stretches."""
    import numpy as np

    asked = asked_ideas(read("siblings and kitchen appliances", NOW))
    assert asked is not None
    texts = [words(text) for text in ("my sister", "a toaster and a kettle", "我妹妹买了洗碗机", "", "rain")]
    table = IdeaTable.of([PieceIdeas.of(texts[:2]), PieceIdeas.of(texts[2:])], len(texts))
    assert table is not None
    assert table.shared(asked, np.arange(5), 5) == pytest.approx(shared_ideas(asked, texts))
    first, second = table.shared(asked, np.array([0, 0, 1, 1, 1]), 2)
    assert first > 0 < second
    assert IdeaTable.of([PieceIdeas.of(texts), None], len(texts)) is None
    assert not table.shared(asked, np.arange(5), 5)[3:].any()


def test_an_arm_that_joins_keeps_the_scale() -> None:
    fused = fuse({"words": {"a": 2.0, "b": 1.0}}, {"words": 0.4})
    joined = fused.joined("ideas", {"a": 0.0, "b": 3.0}, 0.1)
    assert joined.scores == pytest.approx({"a": 0.8, "b": 0.6})
    for name in "ab":
        shares, _ = joined.parts(name)
        assert sum(shares.values()) == pytest.approx(joined.scores[name], abs=1e-3)
    assert "ideas" not in joined.parts("a")[0]
    assert fused.joined("ideas", {"a": 0.0}, 0.1) is fused


def test_what_is_kept_of_texts_goes_when_something_is_erased() -> None:
    held_ideas(words("my sister"))
    assert held_ideas.cache_info().currsize  # type: ignore[attr-defined]
    forget_texts()
    assert not held_ideas.cache_info().currsize  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("Which pets were at the party?", "The hamster was at the party", ("The mayor was at the party",) * 2),
        ("聚会上有什么宠物？", "聚会上有一只仓鼠", ("聚会上有一位市长", "聚会上有一位老师")),
    ],
)
async def test_items_that_share_an_idea_come_first_and_say_so(
    luna: AgentMemory, question: str, told: str, others: tuple[str, ...]
) -> None:
    await luna.upsert_recall(Candidate("notes", {"text": told}))
    for n, text in enumerate(others):
        await luna.upsert_recall(Candidate("notes", {"text": f"{text} {n}"}))
    first, *rest = await luna.search_memory(question)
    assert first.item.value["text"] == told
    assert first.why.arms["ideas"] > 0
    assert "ideas" in str(first.why)
    assert all(hit.why.arms.get("ideas", 0) < first.why.arms["ideas"] for hit in rest)


@pytest.mark.parametrize("whole", [4_096, 0])
@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("Which pets were at the party?", "The hamster was at the party", "The mayor was at the party"),
        ("聚会上有什么宠物？", "聚会上有一只仓鼠", "聚会上有一位市长"),
    ],
)
async def test_sessions_about_the_same_idea_come_first(
    luna: AgentMemory, question: str, told: str, other: str, whole: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a small archive and in a large one; of two that were said at the same time."""
    monkeypatch.setattr(archive_cache, "WHOLE", whole)
    for name, said in (("a", other), ("b", told), ("c", other)):
        session = await luna.start_session(name)
        await luna.commit_turns(session, [[Event.user(said, timestamp=NOW)]], learn=False)
    first, *_ = await luna.retrieve_archival(question, by_session=True)
    assert first.record.session_id == "b"
    assert first.why.raw["theme"] > 0


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("Which pets were at the party?", "The hamster was at the party", "The mayor was at the party"),
        ("聚会上有什么宠物？", "聚会上有一只仓鼠", "聚会上有一位市长"),
    ],
)
async def test_records_about_the_same_idea_come_first_also_when_said_later(
    luna: AgentMemory, question: str, told: str, other: str
) -> None:
    session = await luna.start_session("s")
    await luna.commit_turns(session, [[Event.user(other, timestamp=NOW)]], learn=False)
    (found,) = await luna.retrieve_archival(question)
    before = found.why.raw.get("ideas", 0.0)
    await luna.commit_turns(
        session, [[Event.user(told, timestamp=NOW)], [Event.user(other, timestamp=NOW)]], learn=False
    )
    first, *_ = await luna.retrieve_archival(question)
    assert first.record.content == told
    assert first.why.raw["ideas"] > before
