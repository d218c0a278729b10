"""Makes the file of the thesaurus from its words: `python -m training.thesaurus`.

A line of `training/thesaurus/*.txt` is `idea < broader, broader: word, word, …`. An idea may stand in several files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from perdure.models.kept import keep as write_parts
from perdure.models.kept import open_kept
from perdure.models.thesaurus import FILE, VERSION, Thesaurus, entry
from training import corpus

FOLDER = Path(__file__).parent / "thesaurus"
EVERY = 3
"""Of so many statements one is looked at to see how often people speak of an idea."""
SELDOM = 3
"""What no more statements than this are about tells most."""


def lines() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Every idea with those that are broader, and its words."""
    for file in sorted(FOLDER.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            front, _, words = line.partition(": ")
            idea, _, broader = front.partition(" < ")
            yield idea, _split(broader), _split(words)


def make(out: Path = FILE) -> Thesaurus:
    """Write the file, and once more when it is known how often people speak of each idea."""
    parts = _parts()
    count = len(parts["telling"])
    write_parts(out, source=VERSION, parts=parts)
    thesaurus = Thesaurus(open_kept(out, source=VERSION))
    said = [sentence.text for sentence in corpus.sentences() if sentence.keep][::EVERY]
    often = Counter(idea for text in said for idea in thesaurus.ideas(text).own)
    seen = np.array([often[idea] for idea in range(count)])
    telling = np.log(len(said) / (SELDOM + seen)) / np.log(len(said) / SELDOM)
    parts["telling"] = np.round(np.clip(telling, 0, 1) * 255).astype(np.uint8)
    write_parts(out, source=VERSION, parts=parts)
    out.chmod(0o644)
    return Thesaurus(open_kept(out, source=VERSION))


def _parts() -> dict[str, Any]:
    numbers: dict[str, int] = {}
    pointed: dict[str, set[int]] = defaultdict(set)
    broader: dict[int, set[int]] = defaultdict(set)
    for idea, above, words in lines():
        number = numbers.setdefault(idea, len(numbers))
        broader[number] |= {numbers.setdefault(one, len(numbers)) for one in above}
        for word in filter(None, map(entry, words)):
            pointed[word].add(number)
    # `dog` stands under dogs and under pets: it is one of the pets, and no other word for them.
    own = {word: ideas - set().union(*(broader[idea] for idea in ideas)) for word, ideas in pointed.items()}
    by_key = sorted((crc32(word.encode()), sorted(own[word] or ideas)) for word, ideas in pointed.items())
    return {
        "keys": np.array([key for key, _ in by_key], dtype=np.uint32),
        "starts": np.cumsum([0, *(len(ideas) for _, ideas in by_key)]).astype(np.uint32),
        "ideas": np.array([idea for _, ideas in by_key for idea in ideas], dtype=np.uint16),
        "broader": {str(one): sorted(above) for one, above in sorted(broader.items()) if above},
        "telling": np.full(len(numbers), 255, dtype=np.uint8),
    }


def _split(words: str) -> tuple[str, ...]:
    return tuple(word for word in words.split(", ") if word)


if __name__ == "__main__":
    make()
