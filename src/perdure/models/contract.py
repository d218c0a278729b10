"""What an embedder and an LLM promise. Whatever may wait for a model is async; there is no blocking form.

Neither raises anything but `ModelUnavailable` for what is the model's fault, and neither swallows a cancellation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel

# A string, so that nobody pays for numpy by naming the type.
Vectors: TypeAlias = "NDArray[np.float32]"
"""Shape (texts, dimension). Each row has length 1, except that of a blank text: it is zero, and so like nothing."""


class EmbeddingClient(Protocol):
    """Turns texts into vectors whose dot product says how alike they are.

    It may have a `patience`, in seconds: how long a search waits for the vector of its question before it goes on by
    words alone. One that is handed in without gets 20.
    """

    @property
    def name(self) -> str:
        """Provider and model, kept with each vector: vectors of different names are never compared."""
        ...

    @property
    def dimension(self) -> int | None:
        """Numbers per vector; None for as long as a server has not shown it."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order. What is too long is cut."""
        ...

    async def close(self) -> None:
        """Let go of connections. Closing twice is harmless."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One side's words in a prompt."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What an LLM is asked. With a `schema` the answer is JSON that fits it."""

    system: str
    messages: tuple[Message, ...]
    schema: type[BaseModel] | None = None
    max_tokens: int = 2048
    temperature: float = 0.0
    items: tuple[str, ...] = ()
    """Ids of the items that it shows, for the log of calls; they are not sent."""
    records: tuple[str, ...] = ()
    """The same of records."""

    @classmethod
    def ask(cls, question: str, *, system: str = "", schema: type[BaseModel] | None = None) -> Prompt:
        """A prompt of one message."""
        return cls(system, (Message("user", question),), schema)


@dataclass(frozen=True, slots=True)
class Reply:
    """What an LLM answered. Tokens are the sum over all tries that got an answer; guessed where none were counted."""

    text: str
    parsed: BaseModel | None
    tokens_in: int
    tokens_out: int
    model: str


class LLMClient(Protocol):
    """Answers prompts."""

    @property
    def name(self) -> str:
        """Provider and model."""
        ...

    async def generate(self, prompt: Prompt) -> Reply:
        """The answer; with a schema, `parsed` fits it."""
        ...

    async def close(self) -> None:
        """Let go of connections. Closing twice is harmless."""
        ...


@runtime_checkable
class StreamingClient(Protocol):
    """An LLM that can tell its answer while it is being made."""

    async def stream(self, prompt: Prompt, tell: Callable[[str], None]) -> str:
        """The answer, told piece by piece as it comes."""
        ...
