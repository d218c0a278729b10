"""`perdure index`: how far the vectors are, and bringing them up to date."""

from __future__ import annotations

import pytest

from perdure.testing import FakeEmbedder
from tests.surfaces.command import Command


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    """What the command line would build from the environment."""
    import perdure.runtime

    fake = FakeEmbedder()
    monkeypatch.setenv("PERDURE_EMBEDDER", "fake")
    monkeypatch.setattr(perdure.runtime, "build", lambda settings: None if settings.provider == "none" else fake)
    return fake


@pytest.mark.requirement("R311")
def test_it_is_brought_up_to_date_and_made_again(perdure: Command, embedder: FakeEmbedder) -> None:
    embedder.fails = True
    for n in range(3):
        perdure.json("remember", f"note {n} 绿茶")
    said = perdure("index")
    assert said.code == 1
    assert "unavailable" in said.out
    assert "6 pending" in said.out  # what was told, and the items
    embedder.fails = False
    state = perdure.json("index")
    assert state == {
        "model": "fake:1", "vectors": 6, "dead": 0, "missing": 0, "problem": None, "record_vectors": True,
    }  # fmt: skip
    assert "fake:1: 6 vectors of items and records" in perdure("index", "--status").out
    assert perdure.json("index", "--records", "off")["vectors"] == 3
    assert perdure.json("index", "--records", "on")["vectors"] == 6
    rebuilt = perdure.json("index", "--rebuild", "--compact")
    assert (rebuilt["rebuilt"], rebuilt["dropped"], rebuilt["vectors"], rebuilt["record_vectors"]) == (3, 0, 6, True)
    assert "rebuilt from 3 items" in perdure("index", "--rebuild").out
    assert perdure.json("index", "--records", "off")["vectors"] == 3
    assert perdure.json("index", "--records", "default")["record_vectors"] is True


def test_a_new_model_begins_when_it_is_asked_for(perdure: Command, embedder: FakeEmbedder) -> None:
    perdure.json("remember", "我喜欢绿茶")
    assert perdure.json("index")["missing"] == 0
    embedder.name, embedder.dimension = "fake:2", 32
    state = perdure.json("index")
    assert (state["model"], state["vectors"], state["missing"]) == ("fake:2", 2, 0)


def test_without_an_embedder_it_says_so(perdure: Command) -> None:
    perdure.json("remember", "tea")
    assert "keyword search only" in perdure("index").out
    assert perdure.json("index")["model"] is None


def test_wrong_use_is_told(perdure: Command) -> None:
    assert perdure("index", "--json").error["code"] == "not_found"
    assert perdure("index", "--records", "maybe", "--json").code == 2
