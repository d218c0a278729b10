"""Stores that install from PyPI and run without a service, given the same turns and vectors in one run.

    python -m benchmarks.peers.compare --data DIR                # all of them: half an hour, most of it pip's
    python -m benchmarks.peers.compare --data DIR --only perdure,chroma --json

Each runs in an environment of its own (`.peers`), in a process of its own, with telemetry off. The turns are those of
LoCoMo conversations as `Speaker: text`; the vectors come from the embedder that Perdure brings, and are made before.
What a store cannot do is in the table with the error that it gave.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.measure import Asked, Bench, PeerTalk, Sizes, written
from benchmarks.peers.peers import RIVALS, NotInstalled, Rival, install
from benchmarks.peers.process import Said
from benchmarks.peers.table import table
from perdure.bench.datasets import DATASETS, Corpus
from perdure.bench.run import model_of
from perdure.recall.question import strip
from perdure.types.chunk import record_texts
from perdure.values import Event

DIMENSION = 512
CACHE = Path(__file__).parents[2] / ".peers"


async def with_vectors(corpora: Sequence[Corpus], vectors: Path, sizes: Sizes, embedder: str) -> list[PeerTalk]:
    """The conversations with a vector for every turn and question; the file has them by the hash of their text."""
    model = model_of(embedder, vectors)

    async def of(texts: Sequence[str]) -> list[bytes]:
        if model is None:
            return [bytes(4 * DIMENSION) for _ in texts]
        return [row.astype("<f4").tobytes() for row in await model.embed(texts)]

    made = []
    for corpus in corpora:
        lines = await of([f"{turn.speaker}: {turn.text}" for turn in corpus.records])
        questions = await of([query.text for query in corpus.queries])
        # Perdure keeps a long turn in pieces, and asks with the question and with what its answer would begin with.
        await of([piece for turn in corpus.records for piece in pieces(turn.text, turn.speaker)])
        await of([strip.as_statement(query.text) for query in corpus.queries])
        turns = tuple(
            Said(turn.id, turn.text, turn.speaker or "user", turn.session, turn.at.isoformat(), vector)
            for turn, vector in zip(corpus.records, lines, strict=True)
        )
        asked = tuple(
            Asked(query.text, vector, query.gold["turns"])
            for query, vector in zip(corpus.queries, questions, strict=True)
        )
        made.append(PeerTalk(corpus.name, turns, asked))
    await of([piece for turn in written(made, sizes) for piece in pieces(turn.text, turn.speaker)])
    return made


def pieces(text: str, speaker: str | None) -> tuple[str, ...]:
    return record_texts(Event.user(text, speaker=speaker))


def run(
    rivals: Sequence[Rival], conversations: Sequence[PeerTalk], folder: Path, vectors: Path | None, sizes: Sizes
) -> list[dict[str, Any]]:
    """A row of figures for each; one that cannot be installed has the reason instead."""
    rows = []
    for rival in rivals:
        print(f"{rival.name} …", file=sys.stderr, flush=True)
        row: dict[str, Any] = {"name": rival.name, "note": rival.note}
        try:
            peer = install(rival, folder)
            figures = Bench(peer, conversations, vectors if rival.is_ours else None, sizes).run()
            rows.append({**row, "version": peer.version, **figures})
        except NotInstalled as failure:
            rows.append({**row, "error": f"not installed: {failure}"})
    return rows


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("PERDURE_BENCH_DATA"), help="the folder of LoCoMo")
    parser.add_argument("--conversations", type=int, default=2, help="how many of them (2)")
    parser.add_argument("--only", default="", help="names or their beginnings, with commas between")
    parser.add_argument("--folder", type=Path, default=CACHE, help="where the environments are")
    parser.add_argument("--writes", type=int, default=Sizes.writes)
    parser.add_argument("--kills", type=int, default=Sizes.kills)
    parser.add_argument("--each", type=int, default=Sizes.each, help="turns of each of two writers")
    parser.add_argument("--embedder", default="local", help="`none`: words alone, and vectors that say nothing")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    if given.data is None:
        parser.error("--data DIR, or $PERDURE_BENCH_DATA: the folder that `perdure bench recall` reads LoCoMo from")
    wanted = [word.strip().lower() for word in given.only.split(",") if word.strip()]
    rivals = [one for one in RIVALS if not wanted or any(one.name.lower().startswith(word) for word in wanted)]
    corpora = list(DATASETS["locomo"].load(Path(given.data)))[: given.conversations]
    sizes = Sizes(given.writes, given.kills, given.each)
    with tempfile.TemporaryDirectory(prefix="perdure-peers-") as name:
        vectors = Path(name) / "vectors"
        conversations = asyncio.run(with_vectors(corpora, vectors, sizes, given.embedder))
        rows = run(rivals, conversations, given.folder, vectors if vectors.exists() else None, sizes)
    told = {
        "conversations": [conversation.name for conversation in conversations],
        "turns": sum(len(conversation.turns) for conversation in conversations),
        "peers": rows,
    }
    print(json.dumps(told, ensure_ascii=False) if given.json else table(told))


if __name__ == "__main__":
    main()
