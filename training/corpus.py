"""The labelled sentences, turns and pairs in `training/intake/`, read and checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perdure.simplified import simplified

FOLDER = Path(__file__).parent / "intake"
LANGUAGES = ("en", "zh", "mixed")
TYPES = (
    *("profile", "preferences", "facts", "relationships", "goals", "tasks"),
    *("decisions", "events", "rules", "lessons", "identity", "note"),
)
ACTS = ("state", "update", "correct", "retract", "done", "blocked", "confirm")
WHOSE = ("user", "agent", "other", "group", "world")
SUBS = (
    *("question", "request", "hypo", "quote", "sarcasm", "joke", "past", "other"),
    *("generic", "code", "chitchat", "mood", "meta", "fiction", "command", "hard"),
)
TOLD_OF = ("The user", "用户")
"""How a host tells of its user; nobody speaks so."""
RELATIONS = ("same", "replaces", "ends", "adds", "unrelated")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One labelled thing that a person typed. What nobody has labelled (type, act, whose) is empty."""

    hand: str
    lang: str
    keep: bool
    type: str
    act: str
    whose: str
    text: str
    prev: str = ""
    sub: str = ""
    turn: int | None = None
    talk: str = ""
    """The conversation that its turn belongs to."""
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """What memory holds, what is said now, and how the two stand to each other."""

    hand: str
    lang: str
    relation: str
    old: str
    new: str
    single: bool | None = None
    is_talk: bool = False
    """Both were said in one conversation, as it came: nobody wrote them as a pair."""


@dataclass(frozen=True, slots=True)
class SpokenRequest:
    """A line that asks something of memory itself, or only looks like it; `what` is what is to be kept or dropped."""

    hand: str
    lang: str
    request: str
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Things that were said, and a request to forget some of them: their numbers, or none where one has to ask."""

    hand: str
    lang: str
    earlier: tuple[str, ...]
    text: str
    gone: tuple[int, ...]


def rows(name: str) -> Iterator[dict[str, object]]:
    """The lines of one file of the corpus."""
    with (FOLDER / name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(simplified(line))  # as the reader sees it


def sentences() -> list[Sentence]:
    """All labelled sentences; those of whole turns come last, one by one."""
    found = [_sentence(row) for name in files("sentences") for row in rows(name)]
    for number, turn in enumerate(turns()):
        for clause in turn["clauses"]:  # type: ignore[attr-defined]
            text = str(turn["text"])[clause["start"] : clause["end"]]
            shared = {name: turn.get(name, "") for name in ("hand", "lang", "talk")}
            found.append(_sentence({**clause, **shared, "text": text}, number))
    return found


def types() -> dict[str, str]:
    """The types of statements as they were said again, all by one guide; each hand has a habit of its own."""
    return {str(row["text"]): str(row["type"]) for row in rows("types.jsonl")}


def said_again(found: Iterable[Sentence]) -> list[Sentence]:
    """Sentences with the types by which they are learned."""
    again = types()
    return [replace(one, type=again.get(one.text, one.type)) if one.keep else one for one in found]


def turns() -> list[dict[str, object]]:
    """Whole turns, each with its clauses; those of one conversation have its name as `talk`."""
    return [row for name in files("turns") for row in rows(name)]


def files(folder: str) -> list[str]:
    """The files of a folder of the corpus, one for each hand."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in (FOLDER / folder).iterdir())


def _sentence(row: dict[str, object], turn: int | None = None) -> Sentence:
    names = ("hand", "lang", "type", "act", "whose", "text", "prev", "sub", "talk")
    text = {name: str(row.get(name, "")) for name in names}
    return Sentence(**text, keep=bool(row["keep"]), turn=turn)  # type: ignore[arg-type]


def pairs() -> list[Pair]:
    """All labelled pairs."""
    return [
        Pair(
            *(str(row[name]) for name in ("hand", "lang", "relation", "old", "new")),
            single=None if row.get("single") is None else bool(row["single"]),
        )
        for row in rows("pairs.jsonl")
    ]


def conversations() -> list[list[Sentence]]:
    """What is kept of each conversation, in the order in which it was said."""
    talks: dict[tuple[str, str], list[Sentence]] = {}
    for sentence in sentences():
        if sentence.talk and sentence.keep:
            talks.setdefault((sentence.hand, sentence.talk), []).append(sentence)
    return [talk for talk in talks.values() if len(talk) > 1]


def held() -> list[Sentence]:
    """What pairs and requests to forget take to be held: short statements, worth keeping, of no labelled kind."""
    said: dict[str, tuple[str, str]] = {}
    for pair in pairs():
        said.setdefault(pair.old, (pair.hand, pair.lang))
    for forget in forgets():
        for text in forget.earlier:
            said.setdefault(text, (forget.hand, forget.lang))
    return [
        Sentence(hand, lang, keep=True, type="", act="", whose="", text=text)
        for text, (hand, lang) in said.items()
        if not text.startswith(TOLD_OF)
    ]


def requests() -> list[SpokenRequest]:
    """All lines that are, or look like, requests to memory."""
    names = ("hand", "lang", "request", "text", "what")
    return [SpokenRequest(*(str(row[name]) for name in names)) for row in rows("requests.jsonl")]


def forgets() -> list[Forget]:
    """All requests to forget with what was said before them."""
    return [
        Forget(str(row["hand"]), str(row["lang"]), tuple(row["earlier"]), str(row["text"]), tuple(row["gone"]))  # type: ignore[arg-type]
        for row in rows("forgets.jsonl")
    ]


def faults(sentence: Sentence) -> list[str]:
    """What is wrong with the labels of a sentence; nothing, if all is well."""
    wrong = []
    if sentence.lang not in LANGUAGES or not sentence.hand or not sentence.text.strip():
        wrong.append("hand, lang or text")
    named = ((sentence.type, TYPES), (sentence.act, ACTS), (sentence.whose, WHOSE))
    if sentence.keep and (sentence.sub or any(label and label not in known for label, known in named)):
        wrong.append("of a kept sentence type, act and whose are known ones or empty, and it has no sub")
    if not sentence.keep and (sentence.type, sentence.act, sentence.whose) != ("none", "none", "none"):
        wrong.append("a sentence that is not kept has neither type, act nor whose")
    if not sentence.keep and sentence.sub not in SUBS:
        wrong.append("sub")
    return wrong


_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*|[零一二两三四五六七八九十百千万]+")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z]\w+|\b[A-Z]{2,}\b")


def masked(text: str) -> str:
    """A text with names and numbers made alike, and without what only looks different."""
    return re.sub(r"[\W_]+", "", _NAME.sub("N", _NUMBER.sub("0", text)).casefold())


def look_alikes(texts: Iterable[str]) -> float:
    """The share of texts that are equal to an earlier one once names and numbers are masked."""
    counts = Counter(masked(text) for text in texts)
    return sum(count - 1 for count in counts.values()) / max(1, counts.total())


def groups(texts: Sequence[str], vectors: NDArray[np.float32], linked: Sequence[object]) -> NDArray[np.int64]:
    """A group for each text, so that look-alikes, translations and what is linked (not None) fall into one fold."""
    parent = np.arange(len(texts))

    def top(at: int) -> int:
        while parent[at] != at:
            parent[at] = at = parent[parent[at]]
        return at

    first: dict[object, int] = {}
    for at, (text, link) in enumerate(zip(texts, linked, strict=True)):
        for key in (masked(text), link):
            if key is not None:
                parent[top(at)] = top(first.setdefault(key, at))
    for start in range(0, len(texts), 1000):
        near, other = np.nonzero(vectors[start : start + 1000] @ vectors.T > 0.86)
        for a, b in zip((near + start).tolist(), other.tolist(), strict=True):
            if a < b:
                parent[top(a)] = top(b)
    return np.array([top(at) for at in range(len(texts))])


def data_hash() -> str:
    """One hash over all files of the corpus."""
    total = sha256()
    for path in sorted(FOLDER.rglob("*.jsonl")):
        total.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
