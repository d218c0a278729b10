"""What was erased must not come back: hashes that only this store can make, and never a word of it.

An item and a record are known by their ids, a statement by its text, a conclusion by what it says, and a stretch of a
record by its length and the record, so that it can be found again in an older copy of the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from perdure.store.chain import canonical
from perdure.store.contract import Cursor, Row
from perdure.store.injected import plain
from perdure.store.rows import blob, intact
from perdure.values import JSON

TOMBSTONE_ADD = (
    "INSERT INTO tombstones (kind, hash, place, length, erased_at, sequence)"
    " VALUES (:kind, :hash, :place, :length, :erased_at, :sequence) ON CONFLICT DO NOTHING"
)
ANY_TOMBSTONE = "SELECT t.kind FROM tombstones t WHERE OWNED(t) LIMIT 1"
TOMBSTONE = "SELECT MAX(t.sequence) FROM tombstones t WHERE OWNED(t) AND t.kind = :kind AND t.hash = :hash"
TOMBSTONES = (
    "SELECT t.kind, t.hash, t.place, t.length, t.erased_at, t.sequence FROM tombstones t WHERE OWNED(t)"
    " ORDER BY t.sequence, t.kind, t.hash, t.place"
)
NOWHERE = b""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One thing that was erased. `place` is the record of a span, as a hash too."""

    kind: str
    hash: bytes
    place: bytes = NOWHERE
    length: int = 0
    erased_at: int = 0
    sequence: int = 0

    def as_json(self) -> dict[str, JSON]:
        return {
            "kind": self.kind,
            "hash": self.hash.hex(),
            "place": self.place.hex(),
            "length": self.length,
            "erased_at": self.erased_at,
            "sequence": self.sequence,
        }

    @classmethod
    def parse(cls, shape: Mapping[str, Any]) -> Tombstone:
        return cls(
            str(shape["kind"]),
            bytes.fromhex(shape["hash"]),
            bytes.fromhex(shape["place"]),
            int(shape["length"]),
            int(shape["erased_at"]),
            int(shape["sequence"]),
        )


@intact
def tombstone_of(row: Row) -> Tombstone:
    return Tombstone(str(row[0]), blob(row[1]), blob(row[2]), int(row[3]), int(row[4]), int(row[5]))


def named_parts(value: JSON) -> list[dict[str, JSON]]:
    """The fields of a profile, by name and value alone."""
    facts = value.get("facts") if isinstance(value, Mapping) else None
    return [{"k": fact.get("k"), "v": fact.get("v")} for fact in facts or () if isinstance(fact, Mapping)]


class Tombstones:
    """The tombstones of an agent."""

    def __init__(
        self,
        cursor: Cursor,
        params: Mapping[str, Any],
        keyed: Callable[[str, bytes], bytes],
        next_number: Callable[[], int],
    ) -> None:
        self._cursor = cursor
        self._params = params
        self._keyed = keyed
        self._next = next_number
        self._any: bool | None = None

    # the hashes

    def of_item(self, item_id: str, *, in_part: bool = False) -> Tombstone:
        """`in_part`: only some of it was erased, and the rest is written anew under another id."""
        return Tombstone("item", self._keyed("erased item", item_id.encode()), length=int(in_part))

    def of_record(self, record_id: str) -> Tombstone:
        return Tombstone("record", self._keyed("erased record", record_id.encode()))

    def of_span(self, record_id: str, text: str) -> Tombstone:
        place = self._keyed("erased record", record_id.encode())
        return Tombstone("span", self._keyed("erased span", text.encode()), place, len(text))

    def of_text(self, text: str) -> Tombstone:
        """However it is written: width, case, spaces and marks make no difference."""
        return Tombstone("text", self._keyed("erased text", plain(text).encode()))

    def of_fact(self, scope: str, type: str, key: str, value: JSON) -> Tombstone:
        return Tombstone("fact", self._keyed("erased fact", canonical([scope, type, key, value])))

    # keeping and asking

    def add(self, stones: Iterable[Tombstone]) -> None:
        """Keep tombstones. One that is there already stays as it is."""
        given = list(dict.fromkeys(stones))
        if given:
            number = self._next()
            self._cursor.many(TOMBSTONE_ADD, [self._row(stone, number) for stone in given])
            self._any = None

    def _row(self, stone: Tombstone, number: int) -> dict[str, Any]:
        return {
            "kind": stone.kind,
            "hash": stone.hash,
            "place": stone.place,
            "length": stone.length,
            "erased_at": stone.erased_at or self._params["now"],
            "sequence": number,
        }

    def erased_at(self, stone: Tombstone) -> int:
        """The number at which it was last erased; 0 if it never was."""
        if not self.exist():
            return 0
        found = self._cursor.all(TOMBSTONE, {**self._params, "kind": stone.kind, "hash": stone.hash})
        return int(found[0][0] or 0)

    def blocks(self, *, item_id: str | None = None, record_id: str | None = None, text: str | None = None) -> bool:
        """Whether an item or a record was erased, or exactly this text was, however it is written.

        To be asked by whoever brings back what was written before: an import, a sync, a restore. What somebody says
        anew is never asked about.
        """
        if not self.exist():
            return False
        stones: list[Tombstone] = []
        stones += [self.of_item(item_id)] if item_id is not None else []
        stones += [self.of_record(record_id)] if record_id is not None else []
        stones += [self.of_text(text)] if text is not None and plain(text) else []
        return any(map(self.erased_at, stones))

    def blocks_fact(self, scope: str, type: str, key: str, value: JSON, content: str) -> int:
        """The number at which this conclusion, or a statement in these words, was last erased; 0 if never."""
        if not self.exist():
            return 0
        stones = [self.of_fact(scope, type, key, value), self.of_text(content)]
        stones += [self.of_fact(scope, type, key, part) for part in named_parts(value)]
        return max(map(self.erased_at, stones))

    def exist(self) -> bool:
        """Whether anything was ever erased here."""
        if self._any is None:
            self._any = bool(self._cursor.all(ANY_TOMBSTONE, self._params))
        return self._any

    def all(self) -> list[Tombstone]:
        """Every tombstone, the oldest first."""
        return [tombstone_of(row) for row in self._cursor.all(TOMBSTONES, self._params)]
