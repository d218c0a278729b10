"""What is indexed is found by any of its words, in any language, as item and as record, on both engines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perdure import Candidate, Event, Memory
from perdure.segment import segment
from tests.homes import fresh_id

PIECES = st.one_of(
    st.sampled_from(
        [
            "brain_runtime_mvp", "D:\\code\\src", "v3.12", "2026-02-20", "1,000", "C++", "camelCase", "user@example",
            "北京大学", "绿茶", "上海市浦东新区", "我喜欢喝咖啡", "Straße", "Überweisung", "naïve", "running",
            "universities", "привет", "こんにちは", "안녕하세요", "👩‍👩‍👧", "O'Reilly", "state-of-the-art",
            "hello世界", "第3章",
        ]
    ),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=6),
    st.from_regex(r"[a-zA-Z]{2,9}", fullmatch=True),
)  # fmt: skip
TEXTS = st.lists(PIECES, min_size=1, max_size=8).map(" ".join)


@pytest.fixture(params=["sqlite", "postgres"])
def memory(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    sqlite = request.param == "sqlite"
    home = str(tmp_path_factory.mktemp("words")) if sqlite else str(request.getfixturevalue("busy_database"))
    with Memory.open(fresh_id(), home) as opened:
        yield opened


@pytest.mark.requirement("R241", "R242", "R244")
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXTS, min_size=1, max_size=3), data=st.data())
def test_what_is_indexed_is_found_by_any_of_its_words(memory: Memory, texts: list[str], data: st.DataObject) -> None:
    session = memory.start_session()
    for text in texts:
        receipt = memory.commit_turn(session, [Event.user(text)], learn=False)
        stored = memory.upsert_recall(Candidate("notes", {"text": text}))
        if not segment(text):
            continue
        asked = data.draw(st.sampled_from([piece for piece in text.split() if segment(piece)]))
        words = set(segment(asked))
        hits = memory.search_memory(asked, k=1_000)
        assert stored.outcomes[0].item_id in {hit.item.id for hit in hits}, (text, asked, words)
        traces = memory.retrieve_archival(asked, k=1_000)
        assert receipt.records[0] in {trace.record.id for trace in traces}, (text, asked, words)


def test_two_characters_are_always_found(memory: Memory) -> None:
    text = "上海市浦东新区的朋友喜欢喝龙井绿茶"
    stored = memory.upsert_recall(Candidate("notes", {"text": text}))
    for at in range(len(text) - 1):
        pair = text[at : at + 2]
        assert [hit.item.id for hit in memory.search_memory(pair)] == [stored.outcomes[0].item_id], pair


def test_nothing_is_found_by_a_word_that_is_not_there(memory: Memory) -> None:
    """The control."""
    memory.upsert_recall(Candidate("notes", {"text": "green tea"}))
    assert memory.search_memory("zanzibar") == []
