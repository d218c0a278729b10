"""Embedders and LLMs: one contract each, and one guard for all that is behind a network.

Importing this costs nothing: numpy, the local model and the SDKs are loaded by whoever first needs them.
"""

from perdure.models.build import embedder, llm
from perdure.models.contract import EmbeddingClient, LLMClient, Message, Prompt, Reply, Vectors
from perdure.models.guard import Guard, Limits
from perdure.models.pace import GuardClock, ManualPace, SystemPace
from perdure.models.settings import ModelSettings

__all__ = [
    "EmbeddingClient",
    "Guard",
    "GuardClock",
    "LLMClient",
    "Limits",
    "ManualPace",
    "Message",
    "ModelSettings",
    "Prompt",
    "Reply",
    "SystemPace",
    "Vectors",
    "embedder",
    "llm",
]
