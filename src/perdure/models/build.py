"""From settings to a model. Each client's packages are imported only when it is the one that is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.models.guard import Limits
from perdure.models.presets import AT_HOME, PRESETS, Preset
from perdure.models.settings import ModelSettings

if TYPE_CHECKING:
    from perdure.models.contract import EmbeddingClient, LLMClient
    from perdure.models.pace import GuardClock

OLLAMA = "http://localhost:11434"


def embedder(settings: ModelSettings | None = None, *, pace: GuardClock | None = None) -> EmbeddingClient | None:
    """The embedder that `settings` name; by default the one on this machine. None for the provider `none`."""
    settings = settings or ModelSettings()
    plain = _embedder(settings, pace)
    if plain is None or settings.cached == 0:
        return plain
    from perdure.models.cache import CachedEmbedder

    return CachedEmbedder(plain, most=settings.cached)


def llm(settings: ModelSettings | None = None, *, pace: GuardClock | None = None) -> LLMClient | None:
    """The LLM that `settings` name; none by default. None for the provider `none`."""
    settings = settings or ModelSettings(provider="none")
    match settings.provider:
        case "none":
            return None
        case provider if provider in PRESETS:
            from perdure.models.openai import OpenAIClient

            preset = PRESETS[provider]
            return OpenAIClient(
                _llm_name(settings, preset),
                base_url=_address(settings, preset),
                api_key=settings.api_key if preset.is_local else _key(settings),
                proxy=settings.proxy,
                limits=_limits(settings, preset),
                pace=pace,
                provider=provider,
            )
        case "anthropic":
            from perdure.models.anthropic import BASE_URL, AnthropicClient

            return AnthropicClient(
                _model(settings),
                base_url=settings.base_url or BASE_URL,
                api_key=_key(settings) or "none",
                proxy=settings.proxy,
                limits=settings.limits,
                pace=pace,
            )
        case _:
            raise _unknown("LLM", "none", *PRESETS, "anthropic")


def _embedder(settings: ModelSettings, pace: GuardClock | None) -> EmbeddingClient | None:
    match settings.provider:
        case "none":
            return None
        case "local":
            from perdure.models.local import LocalEmbedder

            return LocalEmbedder()
        case "openai":
            from perdure.models.http import OpenAIEmbedder
            from perdure.models.openai import BASE_URL

            return OpenAIEmbedder(
                settings.base_url or BASE_URL,
                settings.model or "text-embedding-3-small",
                api_key=_key(settings),
                dimension=settings.dimension,
                batch=settings.batch,
                proxy=settings.proxy,
                limits=settings.limits,
                pace=pace,
            )
        case "ollama":
            from perdure.models.http import OllamaEmbedder

            return OllamaEmbedder(
                settings.base_url or OLLAMA,
                _model(settings),
                api_key=settings.api_key,
                dimension=settings.dimension,
                batch=settings.batch,
                proxy=settings.proxy,
                limits=settings.limits,
                pace=pace,
            )
        case _:
            raise _unknown("embedder", "local", "none", "openai", "ollama")


def _llm_name(settings: ModelSettings, preset: Preset) -> str | None:
    """The model; None leaves it to a server of one's own, which often has only one."""
    if settings.provider == "openai":
        return settings.model or "gpt-4.1-mini"
    return settings.model or None if preset.is_local else _model(settings)


def _address(settings: ModelSettings, preset: Preset) -> str:
    """Where the server is. People name Ollama by its root, all others by their `/v1`."""
    if settings.base_url is None:
        return preset.base_url
    base = settings.base_url.rstrip("/")
    return f"{base.removesuffix('/v1')}/v1" if settings.provider == "ollama" else base


def _limits(settings: ModelSettings, preset: Preset) -> Limits:
    return AT_HOME if preset.is_local and settings.limits == Limits() else settings.limits


def _model(settings: ModelSettings) -> str:
    if not settings.model:
        raise InvalidInput(f"the provider `{settings.provider}` needs a `model`", field="model")
    return settings.model


def _key(settings: ModelSettings) -> str | None:
    """A key is a must at the provider's own address; a server of one's own may do without."""
    if not settings.api_key and settings.base_url is None:
        raise InvalidInput(f"the provider `{settings.provider}` needs an `api_key`", field="api_key")
    return settings.api_key


def _unknown(what: str, *accepted: str) -> InvalidInput:
    names = [f"`{name}`" for name in accepted]
    return InvalidInput(
        f"there is no such provider of an {what}", field="provider", hint=say("hint.accepted", names=names)
    )
