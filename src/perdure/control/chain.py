"""Walking the hash chain over archive and log: whether every entry is the one that was written, and none is missing."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field

from perdure.store.chain import GENESIS, body_hash, change_link, content_hash, link
from perdure.store.contract import Diagnosis, Row
from perdure.store.erasing import ERASED
from perdure.store.rows import blob, seal
from perdure.store.transaction import Transaction
from perdure.types.wording import several
from perdure.values import JSON

BACKUP = "restore the store from a backup; `perdure history` shows what can still be read"


def check_chain(tx: Transaction) -> Diagnosis:
    """Follow the chain from its beginning to its head."""
    walk = _ChainWalk(tx)
    try:
        for kind, row in tx.chain():
            if not walk.follow(kind, row):
                what = f"record `{row[1]}`" if kind == "record" else f"entry {row[0]} of the log"
                return Diagnosis("hash chain", False, f"{what} is not what was written", BACKUP)
    except (TypeError, ValueError):  # a column is not even of its kind any more
        return Diagnosis("hash chain", False, "an entry is not what was written", BACKUP)
    if walk.head != tx.chain_head:
        return Diagnosis("hash chain", False, f"entries are missing after the {walk.records + walk.changes}th", BACKUP)
    if undeclared := walk.undeclared():
        return Diagnosis("hash chain", False, f"record `{undeclared}` was changed without a word in the log", BACKUP)
    said = f"{several(walk.records, 'record')} and {several(walk.changes, 'change')} verified"
    return Diagnosis("hash chain", True, said)


@dataclass(slots=True)
class _ChainWalk:
    """How far the chain was followed, and what was seen of erasing on the way."""

    tx: Transaction
    head: bytes = GENESIS
    records: int = 0
    changes: int = 0
    since: int = 0
    files: dict[str, list[list[JSON]]] = field(default_factory=lambda: defaultdict(list))
    left: dict[str, str | None] = field(default_factory=dict)
    """Of records that were cut, the hash of what is left of them; None where nothing is."""
    declared: dict[str, str | None] = field(default_factory=dict)
    """The same, as the log has it."""

    def __post_init__(self) -> None:
        self.since = self.tx.chained_from()
        for file in self.tx.files():
            self.files[file.record_id].append(seal(file))

    def follow(self, kind: str, row: Row) -> bool:
        """Take the next link. False where it is not the one that was made."""
        return self._record(row) if kind == "record" else self._change(row)

    def undeclared(self) -> str | None:
        """A record that was cut, and the log does not say so, or says otherwise."""
        return next((name for name, rest in self.left.items() if self.declared.get(name, "") != rest), None)

    def _record(self, row: Row) -> bool:
        self.records += 1
        self.head = link(
            self.head,
            sequence=row[0],
            record_id=row[1],
            session_id=row[2],
            scope=row[3],
            turn_id=row[4],
            role=row[5],
            timestamp=row[6],
            content=blob(row[15]),
        )
        return self.head == row[16] and self._content_holds(row)

    def _content_holds(self, row: Row) -> bool:
        if row[7] is None and row[14] is None:  # erased: text and salt are gone, the hash stays for the chain
            self.left[row[1]] = None
            return row[17] is None
        if row[17] is not None:
            self.left[row[1]] = blob(row[17]).hex()
        body = content_hash(
            blob(row[14]),
            content=row[7],
            speaker=row[8],
            name=row[9],
            arguments=_loads(row[10]),
            result=_loads(row[11]),
            tags=_loads(row[12]) or (),
            content_ref=row[13],
            files=self.files[row[1]],
        )
        return body == blob(row[17] if row[17] is not None else row[15])

    def _change(self, row: Row) -> bool:
        sequence, revision, changed_at, action, item_id, scope, source_type, key, reason, before, after, *sums = row
        if sequence <= self.since:
            return True
        self.changes += 1
        salt, sealed, linked = sums
        self.head = change_link(
            self.head,
            sequence=sequence,
            revision=revision,
            changed_at=changed_at,
            action=action,
            item_id=item_id,
            scope=scope,
            source_type=source_type,
            body=blob(sealed),
        )
        if self.head != linked:
            return False
        if salt is not None and body_hash(blob(salt), key=key, reason=reason, before=before, after=after) != sealed:
            return False
        if action == ERASED and salt is not None:
            self.declared[item_id] = json.loads(after).get("rest")
        return True


def _loads(text: str | None) -> JSON:
    return None if text is None else json.loads(text)
