"""An older copy of the database does not bring back what was erased since: tombstones lie beside it in a file, too.

They are hashes under the store's own key. What the copy holds under one of them is erased again when it is opened.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from perdure.control.erasure.choose import WHOLE, Chosen
from perdure.folders import atomic_write
from perdure.store.tombstones import Tombstone
from perdure.store.transaction import Transaction

NAME = "tombstones"
PAGE = 500


def write_beside(folder: Path, stones: Iterable[Tombstone]) -> None:
    """Keep the tombstones beside the database, all of them, so that a copy of it can be compared."""
    lines = [json.dumps(stone.as_json(), separators=(",", ":")) for stone in stones]
    atomic_write(folder / NAME, "".join(f"{line}\n" for line in lines).encode())


def read_beside(folder: Path) -> list[Tombstone]:
    """The tombstones of the file; none where there is no file. A line that cannot be read is left out."""
    try:
        text = (folder / NAME).read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return []
    found = []
    for line in text.splitlines():
        try:
            found.append(Tombstone.parse(json.loads(line)))
        except (KeyError, TypeError, ValueError):
            continue
    return found


def unknown_to(tx: Transaction, beside: Iterable[Tombstone]) -> list[Tombstone]:
    """Those that this store does not have: it is a copy from before them."""
    known = {(stone.kind, stone.hash, stone.place) for stone in tx.tombstones.all()}
    return [stone for stone in beside if (stone.kind, stone.hash, stone.place) not in known]


def under(tx: Transaction, stones: Iterable[Tombstone]) -> Chosen:
    """What this store holds under tombstones: items and records by their ids, stretches of records by their text."""
    by_kind: dict[str, set[bytes]] = defaultdict(set)
    spans: dict[bytes, list[Tombstone]] = defaultdict(list)
    for stone in stones:
        if stone.kind == "span":
            spans[stone.place].append(stone)
        elif stone.kind != "item" or not stone.length:  # of an item that went in part, the spans say which
            by_kind[stone.kind].add(stone.hash)
    chosen = Chosen()
    after = 0
    while items := tx.all_items(after=after, limit=PAGE):
        after = items[-1].sequence
        chosen.items |= {item.id for item in items if tx.tombstones.of_item(item.id).hash in by_kind["item"]}
    after = 0
    while page := tx.all_records(after=after, limit=PAGE):
        after = page[-1][1].sequence
        for _, record in page:
            name = tx.tombstones.of_record(record.id).hash
            if name in by_kind["record"] and record.content is not None:
                chosen.spans.add((record.id, 0, WHOLE))
            elif name in spans:
                chosen.spans |= set(_stretches(tx, record.id, record.content or "", spans[name]))
    return chosen


def _stretches(
    tx: Transaction, record_id: str, text: str, stones: Iterable[Tombstone]
) -> Iterable[tuple[str, int, int]]:
    """Where in a text something of this length stands that has this hash."""
    for stone in stones:
        for start in range(len(text) - stone.length + 1):
            if tx.tombstones.of_span(record_id, text[start : start + stone.length]).hash == stone.hash:
                yield record_id, start, start + stone.length
