"""What a person decided in review, as lines that the reader can learn from: `training/intake` has the same form.

Only what still stands in the log is taken, in the words of the archive, as they were masked. What was withdrawn,
forgotten, restricted or erased since gives no line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from perdure.archive.withheld import quoted
from perdure.intake.carry_out import ACCEPTED, EDITED, REJECTED
from perdure.language import HAN
from perdure.regex import regex
from perdure.store.links import LinkKind
from perdure.store.past import taken_back
from perdure.store.transaction import Transaction
from perdure.values import JSON, Change, Grade, Item, Role, Status

USER = "user"
"""The hand of lines by nobody in particular: whoever labelled them, as the corpus calls it."""
LEARNED = {
    **{name: name for name in ("profile", "preferences", "facts", "relationships", "goals", "tasks", "decisions")},
    **{name: name for name in ("events", "rules", "lessons", "identity")},
    "notes": "note",
}
"""The types that the reader knows, and what the corpus calls them."""
OPEN = frozenset({"facts", "preferences"})
"""What is likely of several types is kept as one of these, so that nobody knows what it was heard as."""
_HAN, _WORD = regex(f"[{HAN}]"), regex("[A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class TrainingLines:
    """Sentences that are to be kept or not, and pairs of an older and a newer statement."""

    sentences: tuple[dict[str, JSON], ...]
    pairs: tuple[dict[str, JSON], ...]

    def as_json(self) -> dict[str, JSON]:
        return {"sentences": list(self.sentences), "pairs": list(self.pairs)}


def training_lines(tx: Transaction, hand: str) -> TrainingLines:
    """What was decided in this scope, in the order it was; of a sentence that was decided on twice the last word."""
    decided: dict[str, dict[str, JSON]] = {}
    for item, keep in _decisions(tx):
        text = _said(tx, item)
        if text is None or item.type not in LEARNED:
            continue
        decided.pop(text, None)
        decided[text] = _sentence(hand, text, _heard(item) if keep else None) | _question(item, text)
    return TrainingLines(tuple(decided.values()), tuple(_pairs(tx, hand)))


def _decisions(tx: Transaction) -> Iterator[tuple[Item, bool]]:
    """Every statement that a person accepted, put in their own words, or rejected, and whether it is to be kept."""
    log = tx.past.changes()
    undone = taken_back(log)
    for change in log:
        if change.action not in (ACCEPTED, EDITED, REJECTED) or change.sequence in undone:
            continue
        item = tx.item(change.item_id)
        if item is None or not (_was_provisional(item, change) or _was_doubtful(tx, item, change)):
            continue  # it is gone, or was a proposal of somebody else's
        match change.action:
            case "edited":
                yield from ((one, True) for one in _made_of(tx, change) if one.status is not Status.RETRACTED)
            case "accepted" if item.status is not Status.RETRACTED:
                yield item, True
            case "rejected" if item.status is Status.RETRACTED:
                yield item, False


def _was_provisional(item: Item, change: Change) -> bool:
    return item.grade is Grade.PROVISIONAL or change.before.get("grade") == Grade.PROVISIONAL


def _was_doubtful(tx: Transaction, item: Item, change: Change) -> bool:
    """Whether what was held was rejected for what it says: of two that say the same one goes for being known."""
    is_ended = change.action == REJECTED and change.before.get("status") == Status.ACTIVE
    return is_ended and not any(link.kind is LinkKind.ALIKE for link in tx.links.of(item.id))


def _made_of(tx: Transaction, change: Change) -> list[Item]:
    """What came of the words that took the place of a statement."""
    by = change.after.get("by")
    made = tx.items_resting_on([by]) if isinstance(by, str) else []
    return [item for item in tx.items_by_id([one.id for one in made]).values() if item.type != "entities"]


def _pairs(tx: Transaction, hand: str) -> Iterator[dict[str, JSON]]:
    """Pairs that may have disagreed and were settled: the later one took the place of the other, or both hold."""
    links = [one for one in tx.links.visible() if one.kind is LinkKind.DOUBTFUL and one.state == "settled"]
    items = tx.items_by_id(sorted({item_id for link in links for item_id in (link.item_a, link.item_b)}))
    for link in links:
        both = [items[item_id] for item_id in (link.item_a, link.item_b) if item_id in items]
        if len(both) < 2 or any(one.status is Status.RETRACTED for one in both):
            continue
        both.sort(key=lambda one: one.sequence)
        old, new = (_said(tx, item) for item in both)
        if old is not None and new is not None:
            relation = "replaces" if both[0].superseded_by == both[1].id else "adds"
            line: dict[str, JSON] = {"hand": hand, "lang": _language(old + new), "relation": relation}
            yield line | {"old": _whole(both[0], old), "new": _whole(both[1], new)}


def _said(tx: Transaction, item: Item) -> str | None:
    """The user's words that an item rests on first; None where any of its words are hidden or gone."""
    proofs = [proof for proof in item.evidence if proof.record_id is not None]
    if not proofs or not all(proof.quote for proof in quoted(tx, proofs)):
        return None
    record = tx.record(proofs[0].record_id or "")
    return proofs[0].quote if record is not None and record.role is Role.USER else None


def _question(item: Item, text: str) -> dict[str, JSON]:
    """The assistant's question that a statement stands with where it says too little by itself."""
    asked = item.content.removesuffix(text).strip()
    return {"prev": asked} if asked and item.content.endswith(f" {text}") else {}


def _whole(item: Item, text: str) -> str:
    """A statement as memory holds it: with its question where it has one."""
    return item.content if _question(item, text) else text


def _heard(item: Item) -> str:
    """What type a statement was heard as, in the words of the corpus; empty where that is not known."""
    return "" if item.type in OPEN else LEARNED[item.type]


def _sentence(hand: str, text: str, type: str | None) -> dict[str, JSON]:
    """A line as the corpus has it. Nobody has said what act it is, nor whose."""
    if type is None:
        labels: dict[str, JSON] = {"keep": 0, "type": "none", "act": "none", "whose": "none", "sub": "hard"}
    else:
        labels = {"keep": 1, "type": type, "act": "", "whose": ""}
    return {"hand": hand, "lang": _language(text), **labels, "text": text}


def _language(text: str) -> str:
    """The language as the corpus names it: Chinese with a word of English in it is mixed."""
    if not _HAN.search(text):
        return "en"
    return "mixed" if _WORD.search(text) else "zh"


def as_lines(lines: Sequence[dict[str, JSON]]) -> str:
    """Lines as a file has them, one JSON object each."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
