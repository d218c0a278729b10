"""Stand-ins for models, shipped for tests: small, deterministic and honest about what they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perdure.errors import ModelUnavailable
from perdure.segment import segment

if TYPE_CHECKING:
    from perdure.models.contract import Prompt, Reply, Vectors


class FakeEmbedder:
    """Texts that share words, or words that `same` calls alike, get vectors that are near each other.

    `same` maps a word to another, so that a test can say that "cat" and "猫" mean the same. `fails` makes every call
    fail, as an unavailable model does.
    """

    def __init__(self, name: str = "fake:1", dimension: int = 64, same: dict[str, str] | None = None) -> None:
        self.name = name
        self.dimension = dimension
        self.fails = False
        self.asked: list[str] = []
        self._same = {word: to for text, to in (same or {}).items() for word in segment(text)}

    async def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        if self.fails:
            raise ModelUnavailable("the fake model is unavailable", reason="told to fail")
        self.asked.extend(texts)
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in segment(text):
                digest = hashlib.sha256(self._same.get(word, word).encode()).digest()
                row[digest[0] % self.dimension] += 1.0
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
        return unit

    async def close(self) -> None:
        """Nothing to let go of."""


class ScriptedLLM:
    """Answers from a script, one after the other; the last one is repeated. `asked` holds every prompt.

    An answer is the JSON object of a structured reply, a text, or an error to raise.
    """

    def __init__(self, *script: object, name: str = "scripted:1", tokens: tuple[int, int] = (100, 10)) -> None:
        self.name = name
        self.script = list(script)
        self.asked: list[Prompt] = []
        self._tokens = tokens

    async def generate(self, prompt: Prompt) -> Reply:
        from perdure.models.contract import Reply

        self.asked.append(prompt)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, BaseException):
            raise answer
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        parsed = None if prompt.schema is None else prompt.schema.model_validate_json(text)
        return Reply(text, parsed, *self._tokens, self.name)

    async def close(self) -> None:
        """Nothing to let go of."""
