"""Where the words of what goes stand by their own right: in records and items that were not chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from perdure.control.erasure.certificate import Elsewhere
from perdure.control.erasure.closure import Closure
from perdure.control.erasure.patterns import SHORTEST, TextMatcher
from perdure.intake.telling import said_in
from perdure.language import sentences
from perdure.regex import regex
from perdure.spans import Span, merged, without_spans
from perdure.store.transaction import Transaction
from perdure.values import Item, Record

DISTINCT = 8
"""Bytes that a text has at least before it is looked for elsewhere: "yes" stands everywhere."""
RARE = 7
"""Letters of a word that is looked for by itself."""
MOST = 500
_WORD = regex(r"[A-Za-z0-9][A-Za-z0-9_'-]{5,}[A-Za-z0-9]")
RECORDS, ITEMS = "records", "items"
LABELS = ("name", "subject", "predicate", "scope", "project")
"""Of a value what says which thing it is of. Two that may disagree have these alike, and each says its own of it."""


@dataclass(slots=True)
class Survey:
    """Where the words of what goes stand besides."""

    elsewhere: list[Elsewhere] = field(default_factory=list)
    standing: set[str] = field(default_factory=set)
    """Texts that stand in some row: that their bytes are found proves nothing."""
    rare: list[str] = field(default_factory=list)
    """Words that stand in no row, and so must stand in no byte of the database."""


def told_besides(tx: Transaction, closure: Closure) -> dict[str, set[Span]]:
    """Sentences that tell what was chosen in records that are not touched there."""
    told: dict[str, set[Span]] = defaultdict(set)
    for one in {one.statements: one for one in closure.told}.values():
        for record_id, start, end in said_in(tx, one):
            if not _is_cut(closure, record_id, start, end):
                told[record_id].add((start, end))
    return told


def survey(tx: Transaction, closure: Closure, told: Mapping[str, set[Span]], *, is_removed: bool = False) -> Survey:
    """Go through all rows once, before or after what goes was removed from them."""
    texts = closure.texts()
    words = [] if not is_removed else _words(texts)
    matcher = TextMatcher([text for text in texts if len(text.encode()) >= SHORTEST], words)
    held: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, found in matcher.holders(_rows(tx, closure, is_removed)):
        held[name] |= found
    own = {name: {t for t in found if len(t.encode()) >= DISTINCT} for name, found in held.items()}
    own = {name: found for name, found in own.items() if found and name[0] in (RECORDS, ITEMS)}
    records = tx.records_by_id(sorted({name for table, name in own if table == RECORDS} | told.keys()))
    items = tx.items_by_id([name for table, name in own if table == ITEMS])
    labelled = {name for name, item in items.items() if own[ITEMS, name] <= _shared_labels(item, closure)}
    cuts = Closure() if is_removed else closure
    places = [
        _in_record(r, cuts, own.get((RECORDS, name), set()), told.get(name, set())) for name, r in records.items()
    ]
    places += [Elsewhere(name, "item", item.content) for name, item in items.items() if name not in labelled]
    if any(name not in records and name not in items for _, name in own):
        places.append(Elsewhere("", "another scope"))
    standing = {text for found in held.values() for text in found}
    rare = [word for word in words if word.casefold() not in matcher.met]
    return Survey(places[:MOST], standing, rare)


def _shared_labels(item: Item, closure: Closure) -> set[str]:
    """The labels that an item shares with what goes, and that it does not say in its own words."""
    own = {(name, str(item.value.get(name))) for name in LABELS if item.value.get(name)}
    gone = {(name, str(other.value.get(name))) for other in closure.gone.values() for name in LABELS}
    return {text for _, text in own & gone if text not in item.content}


def _rows(tx: Transaction, closure: Closure, is_removed: bool) -> Iterator[tuple[tuple[str, str], str]]:
    blank = set(closure.blank)
    for table, row in tx.texts(*(() if is_removed else (RECORDS, ITEMS))):
        name = str(row[0])
        if not is_removed and (name in closure.gone or name in blank):
            continue
        text = str(row[1] or "")
        if not is_removed and table == RECORDS and name in closure.cuts:
            text = without_spans(text, closure.cuts[name])
        yield (table, name), "\n".join([text, *(str(part) for part in row[2:] if part is not None)])


def _in_record(record: Record, closure: Closure, texts: set[str], told: set[Span]) -> Elsewhere:
    """The sentences of a record that hold one of the texts, or tell the same."""
    content = record.content or ""
    spans = set(told)
    for text in texts:
        at = content.find(text)
        while at >= 0:
            if not _is_cut(closure, record.id, at, at + len(text)):
                spans.add((at, at + len(text)))
            at = content.find(text, at + 1)
    whole = [
        (start, end + len(mark.split("\n")[0].rstrip()))
        for start, end, mark in sentences(content, 0, len(content))
        if any(a < end and start < b for a, b in spans)
    ]
    found = tuple(merged([*spans, *whole]))
    quote = " … ".join(content[start:end] for start, end in found) or None
    return Elsewhere(record.id, "record", quote, found)


def _is_cut(closure: Closure, record_id: str, start: int, end: int) -> bool:
    return any(a < end and start < b for a, b in closure.cuts.get(record_id, ()))


def _words(texts: Iterable[str]) -> list[str]:
    words = {word for text in texts for word in _WORD.findall(text) if sum(map(str.isalpha, word)) >= RARE}
    return sorted({*words, *(word.casefold() for word in words)} - _schema_words())


@cache
def _schema_words() -> frozenset[str]:
    """Words of the schema itself: they stand in every file."""
    folder = files("perdure.store") / "sqlite"
    scripts = [entry for entry in (folder / "migrations").iterdir() if entry.name.endswith(".sql")]
    text = "\n".join(entry.read_text(encoding="utf-8") for entry in (*scripts, folder / "schema.sql"))
    found = set(_WORD.findall(text))
    return frozenset(found | {word.casefold() for word in found})
