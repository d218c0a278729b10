"""Rows to values and back. The column order is that of `statements`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from perdure.clock import from_micros, to_micros
from perdure.errors import InvalidInput, StoreDamaged
from perdure.messages import read, say
from perdure.store.chain import canonical, content_hash
from perdure.store.contract import Row
from perdure.store.statements import ITEM_COLUMNS
from perdure.types.naming import folded_names
from perdure.types.when import when
from perdure.values import (
    JSON,
    OUTCOMES,
    Change,
    Evidence,
    Grade,
    Item,
    Outcome,
    Pending,
    Priority,
    Receipt,
    Record,
    Role,
    Session,
    Source,
    Status,
    StoredFile,
)

P = ParamSpec("P")
T = TypeVar("T")

REASON_CODE = "reason"
"""Where the log keeps the code of its reason, among what was after the change. Old entries have none."""


dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""JSON text as it is stored."""


def _time(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)


def micros(moment: datetime | None) -> int | None:
    """A time as it is stored."""
    return None if moment is None else to_micros(moment)


LONGEST_HELD = 4_000
"""Characters of a record that stays in memory once it was read."""


def _loads(text: str | None) -> JSON:
    return None if text is None else json.loads(text)


def blob(value: object) -> bytes:
    """Bytes as they are stored. Whatever else stands there is no longer what was stored."""
    if not isinstance(value, bytes):
        raise TypeError(f"bytes expected: got {type(value).__name__}")
    return value


def intact(of: Callable[Concatenate[Row, P], T]) -> Callable[Concatenate[Row, P], T]:
    """Reads a row, and says so when it is not even of the right kind: then its bytes changed on disk."""

    @wraps(of)
    def read(row: Row, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return of(row, *args, **kwargs)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # Not chained and not named: what stands there now may be anybody's text.
            what = of.__name__.removesuffix("_of").replace("_", " ")
            raise StoreDamaged(f"a {what} is not what was stored", hint=say("hint.doctor_or_backup")) from None

    return read


@intact
def session_of(row: Row) -> Session:
    return Session(row[0], row[1], row[2], from_micros(row[3]), _time(row[4]), *row[5:9])


@intact
def record_of(row: Row, files: tuple[StoredFile, ...] = ()) -> Record:
    """A record, checked against the hash taken when it was written: bytes that changed on disk are never served."""
    # What holds more than text is for whoever holds it to change; what is long would take up too much room.
    is_plain = row[10] is None and row[11] is None and not files and len(row[6] or "") <= LONGEST_HELD
    return _held_record(row) if is_plain else _checked_record(row, files)


@lru_cache(maxsize=1 << 12)
def _held_record(row: Row) -> Record:
    """The same row, column for column, says the same and is as sound."""
    return _checked_record(row, ())


def _checked_record(row: Row, files: tuple[StoredFile, ...]) -> Record:
    record = _record(row, files)
    if record.content is not None or row[14] is not None:  # erasing takes both, the text and its salt
        body = content_hash(
            blob(row[14]),
            content=record.content,
            speaker=record.speaker,
            name=record.name,
            arguments=record.arguments,
            result=record.result,
            tags=record.tags,
            content_ref=record.content_ref,
            files=[seal(file) for file in files],
        )
        if body != blob(row[15]):
            raise _damaged("record", record.id)
    return record


def _damaged(what: str, name: str) -> StoreDamaged:
    return StoreDamaged(f"{what} `{name}` is not what was stored", hint=say("hint.doctor_or_backup"))


def _record(row: Row, files: tuple[StoredFile, ...]) -> Record:
    return Record(
        id=row[0],
        session_id=row[1],
        scope=row[2],
        turn_id=row[3],
        sequence=row[4],
        role=Role(row[5]),
        content=row[6],
        timestamp=from_micros(row[7]),
        speaker=row[8],
        name=row[9],
        arguments=_loads(row[10]),
        result=_loads(row[11]),
        tags=tuple(_loads(row[12]) or ()),
        content_ref=row[13],
        attachments=files,
    )


@intact
def file_of(row: Row) -> StoredFile:
    return StoredFile(row[0], row[1], row[2], row[3], row[4], row[5], _time(row[6]))


def seal(file: StoredFile) -> list[JSON]:
    """What a record's hash covers of an attachment: everything, and through `sha256` its bytes."""
    return [file.id, file.name, file.media_type, file.size, file.sha256, micros(file.expires_at)]


@intact
def evidence_of(row: Row) -> Evidence:
    return Evidence(row[1], row[2], row[3], row[4], row[5], row[6], row[7])


@intact
def item_of(row: Row, evidence: tuple[Row, ...] = ()) -> Item:
    """A version, checked against the sum taken when it was written."""
    before, after = _parts(row, evidence)
    fields: tuple[Any, ...] = (*before, _loads(row[4]), *after)  # whoever holds a value can change it: to each its own
    return Item(*fields)


@lru_cache(maxsize=1 << 12)
def _parts(row: Row, evidence: tuple[Row, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What stands before and after the value. The same row, column for column, says the same and is as sound."""
    fields = _fields(row, tuple(map(evidence_of, evidence)))
    value = fields[_VALUE]
    if _row_sum(row, value) != blob(row[30]) or (row[34] is not None and state_sum(_state(row)) != blob(row[34])):
        raise _damaged("item", row[0])
    return fields[:_VALUE], fields[_VALUE + 1 :]


@lru_cache(maxsize=1 << 14)
def names_of(value_json: str) -> tuple[str, ...]:
    """The names that the value of an entity gives it: the same ones are asked for again and again."""
    return folded_names(json.loads(value_json))


def forget_rows() -> None:
    """What was deleted does not stay in memory either."""
    names_of.cache_clear()
    _parts.cache_clear()
    _held_record.cache_clear()


_VALUE = [field.name for field in dataclass_fields(Item)].index("value")


def checksum(item: Item) -> bytes:
    """A sum over what never changes of a version."""
    said = [item.id, item.type, item.key, item.scope, item.value, item.content, item.version, item.source.value]
    origin = [item.session_id, item.source_turn_id, item.source_message_id]
    return _version_sum(
        [*said, *origin, item.trust, item.sequence, to_micros(item.created_at), micros(item.valid_from)]
    )


def _row_sum(row: Row, value: JSON) -> bytes:
    """The same of a row: what a search reads for the first time is not made into an item only to take it apart."""
    return _version_sum([*row[:4], value, row[5], *row[10:12], *row[21:24], row[12], row[15], row[13], row[16]])


def _version_sum(body: list[Any]) -> bytes:
    return hashlib.blake2b(canonical(body), digest_size=16).digest()


def _fields(row: Row, evidence: tuple[Evidence, ...]) -> tuple[Any, ...]:
    """What an item is made of, in the order of its fields."""
    return (
        row[0],
        row[1],
        row[2],
        row[3],
        _loads(row[4]),
        row[5],
        row[6],
        row[7],
        Priority(row[8]),
        Status(row[9]),
        row[10],
        Source(row[11]),
        row[12],
        from_micros(row[13]),
        from_micros(row[14]),
        row[15],
        _time(row[16]),
        _time(row[17]),
        _time(row[18]),
        None if row[19] is None else timedelta(microseconds=row[19]),
        row[20],
        row[21],
        row[22],
        row[23],
        bool(row[24]),
        _time(row[25]),
        bool(row[26]),
        row[27],
        _time(row[28]),
        _time(row[29]),
        bool(row[31]),
        Grade(row[32]),
        _time(row[33]),
        evidence,
    )


def item_of_columns(columns: Mapping[str, Any]) -> Item:
    """A version from its columns by name, without evidence: what is derived (`checksum`) need not be there."""
    row = [columns.get(name) for name in _COLUMNS]
    try:
        return Item(*_fields(tuple(row), ()))
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise InvalidInput("`memory_items`: a value is none of those that its column takes") from None


_COLUMNS = (*re.findall(r"\bi\.(\w+)(?=,|$)", ITEM_COLUMNS.partition(", (")[0]), "is_active", "grade", "restricted_at")


def item_params(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "type": item.type,
        "key": item.key,
        "scope": item.scope,
        "value_json": dumps(item.value),
        "content": item.content,
        "confidence": item.confidence,
        "importance": item.importance,
        "version": item.version,
        "source_type": item.source.value,
        "trust": item.trust,
        "created_at": to_micros(item.created_at),
        "sequence": item.sequence,
        "valid_from": micros(item.valid_from),
        "session_id": item.session_id,
        "source_turn_id": item.source_turn_id,
        "source_message_id": item.source_message_id,
        "checksum": checksum(item),
        **dict(zip(("event_from", "event_to"), map(micros, when(item)), strict=True)),
        **mutable_params(item),
        "state_sum": state_sum(mutable_params(item)),
    }


def state_sum(columns: Mapping[str, Any]) -> bytes:
    """A sum over what may change of a version, made whenever it does."""
    return hashlib.blake2b(canonical(dict(columns)), digest_size=8).digest()


def mutable_params(item: Item) -> dict[str, Any]:
    """The columns that may change after a version is written. Its value and content never do."""
    return {
        "confidence": item.confidence,
        "importance": item.importance,
        "priority": item.priority.value,
        "status": item.status.value,
        "grade": item.grade.value,
        "restricted_at": micros(item.restricted_at),
        "valid_to": micros(item.valid_to),
        "expires_at": micros(item.expires_at),
        "keep_for": None if item.keep_for is None else item.keep_for // timedelta(microseconds=1),
        "superseded_by": item.superseded_by,
        "verified": item.verified,
        "verified_at": micros(item.verified_at),
        "pinned": item.pinned,
        "use_count": item.use_count,
        "last_used_at": micros(item.last_used_at),
        "last_confirmed_at": micros(item.last_confirmed_at),
        "updated_at": to_micros(item.updated_at),
    }


def _state(row: Row) -> dict[str, Any]:
    """The same of a row."""
    return {
        "confidence": row[6],
        "importance": row[7],
        "priority": row[8],
        "status": row[9],
        "grade": row[32],
        "restricted_at": row[33],
        "valid_to": row[17],
        "expires_at": row[18],
        "keep_for": row[19],
        "superseded_by": row[20],
        "verified": bool(row[24]),
        "verified_at": row[25],
        "pinned": bool(row[26]),
        "use_count": row[27],
        "last_used_at": row[28],
        "last_confirmed_at": row[29],
        "updated_at": row[14],
    }


def restored(item: Item, params: Mapping[str, Any]) -> Item:
    """The item with some of its columns as `mutable_params` wrote them before."""
    read: dict[str, Callable[[Any], Any]] = {
        "priority": Priority,
        "status": Status,
        "grade": Grade,
        "updated_at": from_micros,
        "keep_for": lambda kept: None if kept is None else timedelta(microseconds=kept),
        **dict.fromkeys(
            ("valid_to", "expires_at", "verified_at", "last_used_at", "last_confirmed_at", "restricted_at"), _time
        ),
    }
    given = {name: value for name, value in params.items() if name in mutable_params(item)}
    return replace(item, **{name: read.get(name, lambda same: same)(value) for name, value in given.items()})


@intact
def change_of(row: Row) -> Change:
    after = dict(_loads(row[10]) or {})
    return Change(
        sequence=row[0],
        revision=row[1],
        at=from_micros(row[2]),
        action=row[3],
        item_id=row[4],
        key=row[5],
        scope=row[6],
        source=Source(row[7]),
        reason=read(row[8], after.pop(REASON_CODE, None)),
        before=_loads(row[9]) or {},
        after=after,
    )


@intact
def receipt_of(row: Row) -> tuple[bytes, Receipt]:
    """What a stored receipt stands for, and the receipt as it was given the first time."""
    shape: Mapping[str, Any] = json.loads(row[1])
    return blob(row[0]), Receipt(
        session=shape["session"],
        turn_id=shape["turn_id"],
        records=tuple(shape["records"]),
        outcomes=tuple(_outcome(o) for o in shape["outcomes"]),
        notices=tuple(map(read, shape["notices"], shape.get("notice_codes") or [None] * len(shape["notices"]))),
        replayed=True,
    )


def _outcome(shape: Mapping[str, Any]) -> Outcome:
    kind = OUTCOMES[shape["outcome"]]
    more = {"held": shape["held"], "proposed": shape["proposed"]} if kind is Pending else {}
    expires = shape["expires_at"]
    return kind(
        type=shape["type"],
        key=shape["key"],
        reason=read(shape["reason"], shape),
        scope=shape["scope"],
        item_id=shape["item_id"],
        replaces=shape["replaces"],
        expires_at=None if expires is None else datetime.fromisoformat(expires),
        **more,
    )
