"""Servers that speak OpenAI's chat completions, by the name that a setting gives them: where they are, their key."""

from __future__ import annotations

from dataclasses import dataclass

from perdure.models.guard import Limits


@dataclass(frozen=True, slots=True)
class Preset:
    """Where a server is unless `base_url` says otherwise."""

    base_url: str
    key: str | None = None
    """The variable of the environment that holds its key."""
    is_local: bool = False
    """It runs on a machine of one's own: no key, a model that may be the only one, and answers that take their time."""


PRESETS = {
    # on one's own machine
    "ollama": Preset("http://localhost:11434/v1", is_local=True),
    "llamacpp": Preset("http://localhost:8080/v1", is_local=True),
    "lmstudio": Preset("http://localhost:1234/v1", is_local=True),
    "vllm": Preset("http://localhost:8000/v1", is_local=True),
    # hosted
    "openai": Preset("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "deepseek": Preset("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    "qwen": Preset("https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY"),
    "moonshot": Preset("https://api.moonshot.cn/v1", "MOONSHOT_API_KEY"),
    "zhipu": Preset("https://open.bigmodel.cn/api/paas/v4", "ZHIPUAI_API_KEY"),
    "siliconflow": Preset("https://api.siliconflow.cn/v1", "SILICONFLOW_API_KEY"),
    "openrouter": Preset("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "gemini": Preset("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
}
USUAL_KEYS = {
    "anthropic": "ANTHROPIC_API_KEY",
    **{name: preset.key for name, preset in PRESETS.items() if preset.key is not None},
}
"""Where the key of a provider is usually found; read only for one that the settings name."""
AT_HOME = Limits(deadline=240.0, timeout=110.0, tries=2, at_once=1)
"""A model on one's own machine answers one question at a time, and may have to be loaded first."""
