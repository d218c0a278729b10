"""Settings from a file, the environment and options, each with its source; and `perdure config`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perdure import InvalidInput
from perdure.settings import load
from tests.surfaces.command import Command

# As the third document gives it (section 16).
DOCUMENT: dict[str, Any] = {
    "agent": {"id": "luna_001", "name": "Luna"},
    "storage": {"db_path": "agents.db", "faiss_dir": "faiss/"},
    "memory": {
        "short_term_limit": 12,
        "recall_load_on_start": "all",
        "recall_max_items": 200,
        "recall_top_k": 16,
        "archival_enabled": True,
        "archival_default_write": True,
        "archival_lookup_triggers": ["user_ask_evidence", "low_confidence", "recall_miss"],
    },
    "llm": {"provider": "OpenAI", "model": "gpt-4.1-mini"},
    "embedding": {"provider": "OpenAI", "model": "text-embedding-3-small"},
}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERDURE_HOME", "PERDURE_AGENT", "PERDURE_CONFIG", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def written(tmp_path: Path, content: object, name: str = "config.json") -> Path:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.requirement("R339", "R340", "R341", "R342", "R343", "R344", "R345", "R346")
def test_the_document_s_file_loads_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-mine")
    settings = load(written(tmp_path, DOCUMENT))
    assert (settings.agent, settings.agent_name) == ("luna_001", "Luna")
    assert settings.home == str(tmp_path / "agents")  # a folder with one file per agent, where it had one file for all
    config = settings.config
    assert (config.short_term_limit, config.recall_max_items, config.recall_top_k) == (12, 200, 16)
    assert config.archival_default_write is True
    assert set(config.archival_lookup_triggers) == {"user_ask_evidence", "low_confidence", "recall_miss"}
    assert settings.llm is not None
    assert (settings.llm.provider, settings.llm.model, settings.llm.api_key) == ("openai", "gpt-4.1-mini", "sk-of-mine")
    assert settings.embedding is not None
    assert settings.embedding.model == "text-embedding-3-small"
    assert "sk-of-mine" not in repr(settings)


@pytest.mark.requirement("R339")
def test_the_name_is_the_first_identity_and_never_the_last_word(perdure: Command) -> None:
    Path(perdure.home).mkdir(exist_ok=True)
    written(Path(perdure.home), {"agent": {"id": "luna_001", "name": "Luna"}})
    assert perdure("items").code == 1  # reading makes no agent
    perdure.json("remember", "known")
    assert perdure.json("identity")["identity"]["name"] == "Luna"
    perdure.json("identity", "--name", "Nova")
    perdure.json("remember", "more")
    assert perdure.json("identity")["identity"]["name"] == "Nova"
    perdure.json("remember", "known", "--agent", "somebody else")
    assert perdure.json("identity", "--agent", "somebody else")["identity"] is None


def test_toml_says_the_same(tmp_path: Path) -> None:
    text = (
        '[memory]\nrecall_top_k = 5\npii = { email = "store" }\nconfidence = { tool = 0.4 }\n[llm]\nprovider = "none"\n'
    )
    config = load(written(tmp_path, text, "config.toml")).config
    assert config.recall_top_k == 5
    assert config.pii == {"email": "store"}
    assert config.confidence["tool"] == 0.4  # type: ignore[index]  # a StrEnum is its text
    assert config.confidence["user"] == 0.9  # type: ignore[index]  # what is not named keeps its default


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        ({"memory": {"recal_top_k": 3}}, "`memory.recal_top_k`", "did you mean `memory.recall_top_k`?"),
        ({"memmory": {}}, "`memmory`", "did you mean `memory`?"),
        ({"memory": {"recall_top_k": "many"}}, "must be a whole number, not str", None),
        ({"memory": {"recall_top_k": True}}, "must be a whole number, not bool", None),
        ({"memory": {"policy": "mine"}}, "`memory.policy`", None),  # code, which a file cannot hold
        ({"memory": 5}, "must be a section", None),
        ({"memory": {"archival_enabled": False}}, "must be true", "leave it out"),
        ({"llm": {"provider": 3}}, "must be a text", None),
        ("{", "is not well formed", None),
        ("[]", "must contain sections", None),
    ],
)
def test_what_is_not_a_setting_is_refused_with_the_nearest_name(
    tmp_path: Path, content: object, message: str, hint: str | None
) -> None:
    with pytest.raises(InvalidInput) as caught:
        load(written(tmp_path, content))
    assert message in caught.value.message
    if hint is not None:
        assert hint in (caught.value.hint or "")


def test_an_option_goes_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, DOCUMENT)
    monkeypatch.setenv("PERDURE_MEMORY_RECALL_TOP_K", "7")
    monkeypatch.setenv("PERDURE_AGENT", "nova")
    sources = {value.name: value for value in load(path, home="/elsewhere").values}
    assert (sources["storage.home"].value, sources["storage.home"].source) == ("/elsewhere", "option")
    assert (sources["agent.id"].value, sources["agent.id"].source) == ("nova", "$PERDURE_AGENT")
    assert (sources["memory.recall_top_k"].value, sources["memory.recall_top_k"].source) == (
        7,
        "$PERDURE_MEMORY_RECALL_TOP_K",
    )
    assert sources["memory.recall_max_items"].source == str(path)
    assert sources["memory.pool_size"].source == "default"
    monkeypatch.setenv("PERDURE_MEMORY_RECALL_TOP_K", "seven")
    with pytest.raises(InvalidInput, match="PERDURE_MEMORY_RECALL_TOP_K"):
        load(path)


def test_the_home_s_own_file_is_found_and_used(perdure: Command, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    written(
        home, {"agent": {"id": "luna"}, "memory": {"recall_top_k": 1}, "llm": {"provider": "none", "api_key": "k-1"}}
    )
    for fact in ("I like oolong tea.", "I like green tea."):
        perdure("commit", stdin=json.dumps({"role": "user", "content": fact}) + "\n")
    assert len(perdure("search", "tea", "--json").json["items"]) == 1
    assert [row["id"] for row in perdure("agents", "--json").json["agents"]] == ["luna"]
    rows = {row["name"]: row for row in perdure("config", "--json").json["settings"]}
    assert rows["memory.recall_top_k"] == {
        "name": "memory.recall_top_k",
        "value": 1,
        "source": str(home / "config.json"),
    }
    assert rows["llm.api_key"]["value"] == "***"
    assert "k-1" not in perdure("config").out
    assert "recall_top_k" in perdure("config").out
    assert "pool_size" in perdure("config", "--all").out


def test_a_file_that_is_not_there_is_an_error(perdure: Command, tmp_path: Path) -> None:
    answer = perdure("--config", str(tmp_path / "none.toml"), "config", "--json")
    assert answer.code == 1
    assert "none.toml" in answer.error["message"]
