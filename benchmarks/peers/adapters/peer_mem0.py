"""mem0 with `infer=False`: no LLM, each turn is one memory. Qdrant on disk in this process, which is its default."""

from __future__ import annotations

from collections.abc import Sequence

from mem0 import Memory
from mem0.configs.base import MemoryConfig
from wire import GivenVectors, Turn, serve

WHO = "user"
ALL = 1_000_000


class Mem0:
    def __init__(self) -> None:
        self._vectors = GivenVectors()

    def open(self, folder: str) -> None:
        unused = {"provider": "openai", "config": {"api_key": "unused"}}  # it must have one; it is never asked
        store = {"path": f"{folder}/qdrant", "on_disk": True, "embedding_model_dims": 512, "collection_name": "turns"}
        config = {
            "embedder": unused,
            "llm": unused,
            "vector_store": {"provider": "qdrant", "config": store},
            "history_db_path": f"{folder}/history.db",
        }
        self._memory = Memory(MemoryConfig(**config))
        self._memory.embedding_model = self

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._vectors.of([text])[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        return self._vectors.of(texts)

    def add(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self._vectors.take(turn.line, turn.vector)
            said = [{"role": "user", "content": turn.line}]
            self._memory.add(said, user_id=WHO, metadata={"turn": turn.id, "at": turn.at}, infer=False)

    def finish(self) -> None:
        """Nothing is left for later."""

    def search(self, question: str, vector: list[float], k: int) -> list[str]:
        self._vectors.take(question.strip(), vector)
        found = self._memory.search(question, top_k=k, filters={"user_id": WHO})
        return [memory["metadata"]["turn"] for memory in found["results"]]

    def held(self) -> list[str]:
        found = self._memory.get_all(filters={"user_id": WHO}, top_k=ALL)
        return [memory["metadata"]["turn"] for memory in found["results"]]

    def close(self) -> None:
        self._memory.close()


serve(Mem0)
