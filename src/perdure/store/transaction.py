"""One unit of work, the same on both engines. It sees one scope and `shared`; whatever changes an item also logs it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from perdure.clock import from_micros, to_micros
from perdure.errors import Conflict, StoreDamaged
from perdure.ids import Ids
from perdure.messages import CodedText, coded
from perdure.store import statements as sql
from perdure.store.carried import Carried
from perdure.store.chain import content_hash, link
from perdure.store.contract import Blobs, Cursor, Draft, Found, Row
from perdure.store.finding import LOOKUP_ADD, Finder, Totals
from perdure.store.indexing import Index, RecordText
from perdure.store.injected import Injected
from perdure.store.past import Past
from perdure.store.patching import Patching
from perdure.store.queue import Queue
from perdure.store.rows import (
    REASON_CODE,
    blob,
    change_of,
    dumps,
    file_of,
    forget_rows,
    intact,
    item_of,
    item_params,
    micros,
    mutable_params,
    receipt_of,
    record_of,
    restored,
    seal,
    session_of,
)
from perdure.store.settings import Settings
from perdure.store.usage import Ledger
from perdure.store.working import Working
from perdure.tokens import rough
from perdure.types.chunk import record_texts
from perdure.values import (
    JSON,
    Attachment,
    Change,
    Evidence,
    Item,
    Receipt,
    Record,
    Session,
    Source,
    Status,
    StoredFile,
)

ALL = 1 << 31
"""A limit that is none."""
LAST = (1 << 63) - 1
"""The largest sequence there can be."""


@dataclass(slots=True)
class Head:
    """The agent's counters, read when the transaction begins and written back when it ends."""

    revision: int
    sequence: int
    chain: bytes
    clock_high: int


@intact
def agent_of(row: Row) -> Head:
    revision, sequence, chain, clock_high = row
    return Head(int(revision), int(sequence), blob(chain), int(clock_high))


class Transaction:
    """What a unit of work can read and write. Made by an engine, never kept beyond the unit."""

    def __init__(self, cursor: Cursor, blobs: Blobs, ids: Ids, *, scope: str, now: datetime, writing: bool) -> None:
        self._cursor = cursor
        self._blobs = blobs
        self.ids = ids
        self.scope = scope
        self.now = now
        self._params: dict[str, Any] = {"scope": scope, "now": to_micros(now)}
        self._writing = writing
        rows = cursor.all(sql.AGENT_HEAD, self._params)
        if not rows:
            raise StoreDamaged("the agent's own row is missing from its store", hint="restore the store from a backup")
        self._head = agent_of(rows[0])
        self._touched = False
        self._secret: bytes | None = None
        self.finder = Finder(cursor, self._params)
        self.index = Index(cursor, self._params, self._next)
        self.settings = Settings(cursor, self._params, self._next)
        self.injected = Injected(cursor, self._params, self.keyed)
        self.carried = Carried(self._items, self._records)
        self.patching = Patching(cursor, self._params, self._next)
        self.queue = Queue(cursor, self._params, self._next)
        self.working = Working(cursor, self._params)
        self.usage = Ledger(cursor, self._params)
        self.past = Past(cursor, self._params)

    # the agent

    def at(self, moment: datetime) -> Transaction:
        """The same snapshot read as if it were another moment."""
        return Transaction(self._cursor, self._blobs, self.ids, scope=self.scope, now=moment, writing=False)

    @property
    def revision(self) -> int:
        """The revision this transaction reads, or is going to write."""
        return self._head.revision + self._touched

    @property
    def sequence(self) -> int:
        """The last number given out on the agent's number line."""
        return self._head.sequence

    @property
    def clock_went_back_by(self) -> float:
        """Seconds by which the clock is behind the latest write; 0.0 when it runs forward."""
        return max(0, self._head.clock_high - to_micros(self.now)) / 1e6

    def keyed(self, purpose: str, data: bytes) -> bytes:
        """A hash of data that only this store can make: different for each purpose."""
        if self._secret is None:
            self._secret = blob(self._cursor.all(sql.AGENT_SECRET, self._params)[0][0])
        return hmac.new(self._secret, purpose.encode() + b"\0" + data, "sha256").digest()

    def _next(self) -> int:
        self._touched = True
        self._head.sequence += 1
        return self._head.sequence

    def finish(self) -> None:
        """Write the counters back. The engine calls this just before it commits."""
        if self._touched:
            self._cursor.run(
                sql.AGENT_MOVE,
                self._params
                | {
                    "revision": self._head.revision + 1,
                    "sequence": self._head.sequence,
                    "chain_head": self._head.chain,
                    "clock_high": max(self._head.clock_high, to_micros(self.now)),
                },
            )

    # sessions

    def session(self, session_id: str) -> Session | None:
        rows = self._cursor.all(sql.SESSION, self._params | {"id": session_id})
        return session_of(rows[0]) if rows else None

    def scope_of(self, session_id: str) -> str | None:
        """The scope in which a session was started: whoever holds its id may act there."""
        rows = self._cursor.all(sql.SESSION_SCOPE, self._params | {"id": session_id})
        return str(rows[0][0]) if rows else None

    def sessions(self, limit: int) -> list[Session]:
        return [session_of(row) for row in self._cursor.all(sql.SESSIONS, self._params | {"limit": limit})]

    def add_session(self, session_id: str, kind: str) -> Session:
        """Open a session in this transaction's scope."""
        session = Session(session_id, self.scope, kind, self.now)
        self._cursor.run(
            sql.SESSION_ADD,
            {
                "id": session_id,
                "scope": self.scope,
                "kind": kind,
                "started_at": to_micros(self.now),
                "sequence": self._next(),
            },
        )
        return session

    def end_session(self, session: Session) -> Session:
        self._touched = True
        self._cursor.run(sql.SESSION_END, self._params | {"id": session.id, "completed_at": to_micros(self.now)})
        return replace(session, completed_at=self.now)

    # archive

    def append(self, session: Session, turns: Sequence[Sequence[Draft]]) -> list[list[str]]:
        """Append turns to a session and extend the hash chain. Answers the record ids by turn."""
        records: list[dict[str, Any]] = []
        files: list[dict[str, Any]] = []
        ids = [
            [self._add_record(session, session.turn_count + number, draft, records, files) for draft in turn]
            for number, turn in enumerate(turns, start=1)
        ]
        self._cursor.many(sql.RECORD_ADD, records)
        drafts = [draft for turn in turns for draft in turn]
        self.index.add_records(
            [
                RecordText(row["id"], session.id, row["position"], record_texts(draft))
                for row, draft in zip(records, drafts, strict=True)
            ]
        )
        if files:
            self._cursor.many(sql.FILE_ADD, files)
        self._cursor.run(
            sql.SESSION_COUNT,
            self._params
            | {
                "id": session.id,
                "messages": len(records),
                "turn_count": session.turn_count + len(turns),
                "tokens": sum(rough(draft.content) for draft in drafts),
            },
        )
        return ids

    def _add_record(
        self, session: Session, turn_id: int, draft: Draft, records: list[dict[str, Any]], files: list[dict[str, Any]]
    ) -> str:
        record_id, salt, sequence = self.ids.new(), self.ids.salt(), self._next()
        sealed = [self._add_file(record_id, n, file, files) for n, file in enumerate(draft.attachments)]
        content = content_hash(
            salt,
            content=draft.content,
            speaker=draft.speaker,
            name=draft.name,
            arguments=draft.arguments,
            result=draft.result,
            tags=draft.tags,
            content_ref=draft.content_ref,
            files=sealed,
        )
        timestamp = to_micros(draft.timestamp or self.now)
        self._head.chain = link(
            self._head.chain,
            sequence=sequence,
            record_id=record_id,
            session_id=session.id,
            scope=session.scope,
            turn_id=turn_id,
            role=draft.role.value,
            timestamp=timestamp,
            content=content,
        )
        records.append(
            {
                "id": record_id,
                "session_id": session.id,
                "scope": session.scope,
                "turn_id": turn_id,
                "sequence": sequence,
                "role": draft.role.value,
                "content": draft.content,
                "timestamp": timestamp,
                "speaker": draft.speaker,
                "name": draft.name,
                "arguments_json": None if draft.arguments is None else dumps(draft.arguments),
                "result_json": None if draft.result is None else dumps(draft.result),
                "tags_json": dumps(draft.tags) if draft.tags else None,
                "content_ref": draft.content_ref,
                "salt": salt,
                "content_hash": content,
                "chain_hash": self._head.chain,
                "position": session.message_count + len(records) + 1,
            }
        )
        return record_id

    def _add_file(self, record_id: str, ordinal: int, file: Attachment, files: list[dict[str, Any]]) -> list[JSON]:
        sha256 = hashlib.sha256(file.data).hexdigest()
        self._blobs.put(sha256, file.data)
        kept = StoredFile(
            self.ids.new(), record_id, file.name, file.media_type, len(file.data), sha256, file.expires_at
        )
        files.append(
            {
                "id": kept.id,
                "record_id": record_id,
                "ordinal": ordinal,
                "name": kept.name,
                "media_type": kept.media_type,
                "size": kept.size,
                "sha256": sha256,
                "expires_at": micros(kept.expires_at),
            }
        )
        return seal(kept)

    def record(self, record_id: str) -> Record | None:
        found = self._records(sql.RECORD, id=record_id)
        return found[0] if found else None

    def records(self, session_id: str, *, after: int = 0, limit: int = ALL) -> list[Record]:
        """A session's records in order; `after` is the sequence to go on from."""
        return self._records(sql.RECORDS_OF_SESSION, session_id=session_id, after=after, limit=limit)

    def records_of_turn(self, session_id: str, turn_id: int) -> list[Record]:
        return self._records(sql.RECORDS_OF_TURN, session_id=session_id, turn_id=turn_id)

    def records_between(self, session_id: str, first: int, last: int) -> list[Record]:
        """The records of a session from one place to another."""
        return self._records(sql.RECORDS_BETWEEN, session_id=session_id, first=first, last=last)

    def said_since(self, after: int, limit: int) -> list[Record]:
        """What users said since a sequence, newest first."""
        return self._records(sql.RECORDS_SINCE, after=after, limit=limit)

    def records_by_id(self, ids: Sequence[str]) -> dict[str, Record]:
        return {record.id: record for record in self._records(sql.RECORDS_BY_ID, ids=dumps(ids))}

    def _records(self, statement: str, **params: Any) -> list[Record]:
        rows = self._cursor.all(statement, self._params | params)
        files = self._by_owner(sql.FILES_OF_RECORDS, [row[0] for row in rows], owner=1)
        return [record_of(row, tuple(map(file_of, files.get(row[0], ())))) for row in rows]

    def _by_owner(self, statement: str, owners: Sequence[str], *, owner: int) -> dict[str, list[Row]]:
        """Rows that belong to any of the owners, in one query, gathered by owner."""
        gathered: dict[str, list[Row]] = {}
        if not all(isinstance(name, str) for name in owners):
            raise StoreDamaged("the id of a row is not what was stored", hint="run `perdure doctor`")
        if owners:
            for row in self._cursor.all(statement, self._params | {"ids": dumps(owners)}):
                gathered.setdefault(row[owner], []).append(row)
        return gathered

    def file(self, file_id: str) -> tuple[StoredFile, bytes] | None:
        """An attachment with its bytes, which are checked against the hash taken when they came in."""
        rows = self._cursor.all(sql.FILE, self._params | {"id": file_id})
        if not rows:
            return None
        file = file_of(rows[0])
        data = self._blobs.get(file.sha256)
        if data is None or hashlib.sha256(data).hexdigest() != file.sha256:
            raise StoreDamaged(
                f"the bytes of attachment `{file_id}` are {'missing' if data is None else 'not what was stored'}",
                hint="restore the attachments from a backup; everything else is unaffected",
            )
        return file, data

    # receipts

    def receipt(self, session_id: str, key: str) -> tuple[bytes, Receipt] | None:
        rows = self._cursor.all(sql.RECEIPT, self._params | {"session_id": session_id, "idempotency_key": key})
        return receipt_of(rows[0]) if rows else None

    def add_receipt(self, session_id: str, key: str, payload: bytes, receipt: Receipt) -> None:
        self._touched = True
        self._cursor.run(
            sql.RECEIPT_ADD,
            {
                "session_id": session_id,
                "idempotency_key": key,
                "payload_hash": payload,
                "receipt_json": dumps(receipt.as_json()),
                "created_at": to_micros(self.now),
            },
        )

    # items

    def item(self, item_id: str) -> Item | None:
        return self._one(sql.ITEM, id=item_id)

    def items_by_id(self, ids: Sequence[str]) -> dict[str, Item]:
        return {item.id: item for item in self._items(sql.ITEMS_BY_ID, ids=dumps(ids))}

    def held(self, scope: str, key: str) -> list[Item]:
        """The versions of a key that a candidate has to be weighed against."""
        return self._items(sql.ITEMS_HELD, own=scope, key=key)

    def waiting(self, scope: str, key: str) -> list[Item]:
        """Candidates for a key that wait for review."""
        return self._items(sql.ITEMS_WAITING, own=scope, key=key)

    def next_version(self, scope: str, key: str) -> int:
        return int(self._cursor.all(sql.LAST_VERSION, self._params | {"own": scope, "key": key})[0][0] or 0) + 1

    def items(self, *, type: str | None, key: str | None, status: Status | None, limit: int) -> list[Item]:
        """Items by status. `active` means what holds now, own scope before `shared`; None means every version."""
        if status is Status.ACTIVE:
            statement = sql.ITEMS_ACTIVE if type is None else sql.ITEMS_ACTIVE_OF_TYPE
            return self._items(statement, type=type, key=key, limit=limit)
        return self.decided(type=type, key=key, status=status, limit=limit)

    def patches_after(self, cutoff: datetime | None, limit: int) -> list[Item]:
        """Patches that hold, of what happened after a moment, newest first; corrections whenever it was."""
        return self._items(sql.PATCHES_AFTER, after=-LAST if cutoff is None else to_micros(cutoff), limit=limit)

    def decided(self, *, type: str | None, key: str | None, status: Status | None, limit: int = ALL) -> list[Item]:
        """Versions of which this was decided, whether or not they hold at this moment; None means every version."""
        word = None if status is None else status.value
        return self._items(sql.ITEMS_BY_STATUS, type=type, key=key, status=word, limit=limit)

    def versions(self, scope: str, key: str) -> list[Item]:
        return self._items(sql.VERSIONS, own=scope, key=key)

    def transient_of(self, session_id: str) -> list[Item]:
        """What was to be kept for the length of a session only."""
        return self._items(sql.TRANSIENT_OF_SESSION, session_id=session_id)

    def newest_items(self, limit: int) -> list[Item]:
        """The versions decided on last, newest first."""
        return self._items(sql.ITEMS_NEWEST, limit=limit)

    def next_start(self) -> datetime | None:
        """When the next item begins to hold, in whichever scope."""
        moment = self._cursor.all(sql.NEXT_START, self._params)[0][0]
        return None if moment is None else from_micros(moment)

    def count_active(self) -> int:
        return int(self._cursor.all(sql.ITEM_COUNT, self._params)[0][0])

    def add_item(self, item: Item, chunks: Sequence[str], *, action: str, reason: str, embed: bool = True) -> Item:
        """Insert a version with its evidence, chunks and log entry."""
        stored = replace(item, sequence=self._next())
        self._cursor.run(sql.ITEM_ADD, item_params(stored))
        self.add_evidence(stored.id, stored.evidence, first=0)
        self.index.add_item(stored, chunks, embed=embed)
        self._log(stored, action, reason, before={}, after={"status": stored.status.value, "version": stored.version})
        return stored

    def change_item(
        self,
        before: Item,
        after: Item,
        *,
        action: str,
        reason: str,
        source: Source,
        evidence: Sequence[Evidence] = (),
        by: str | None = None,
    ) -> None:
        """Change what may change of a version, add evidence to it, and log the difference and the record behind it."""
        old, new = mutable_params(before), mutable_params(after)
        changed = [name for name in new if new[name] != old[name]]
        if not changed and not evidence:
            return
        self._cursor.run(sql.ITEM_CHANGE, self._params | new | {"id": after.id})
        held = len(before.evidence)
        grown = ({"evidence": held}, {"evidence": held + len(evidence)}) if evidence else ({}, {})
        self.add_evidence(after.id, evidence, first=held)
        self._log(
            replace(after, source=source),
            action,
            reason,
            before={name: old[name] for name in changed} | grown[0],
            after={name: new[name] for name in changed} | grown[1] | ({} if by is None else {"by": by}),
        )
        if before.status is Status.ACTIVE and after.status is not Status.ACTIVE:
            self.index.bury(after.id)
        elif after.status is Status.ACTIVE and before.status is not Status.ACTIVE:
            self.index.unbury(after.id)

    def put_back(self, change: Change, *, reason: str) -> None:
        """Undo one entry of the log: a version as it was before it. A version that came with it is retracted."""
        item = self.item(change.item_id)
        if item is None:
            raise Conflict("what this changed is gone", hint="what was deleted cannot be put back")
        if change.before:
            was = restored(item, change.before)
        else:
            was = replace(item, status=Status.RETRACTED, updated_at=self.now)
        if "evidence" in change.before:
            self._cursor.run(sql.EVIDENCE_CUT, self._params | {"item_id": item.id, "first": change.before["evidence"]})
        self.change_item(item, was, action="undone", reason=reason, source=Source.USER)

    def restore_item(
        self,
        item: Item,
        fields: Mapping[str, Any],
        evidence: Sequence[Evidence],
        undid: Sequence[int],
        *,
        action: str,
        reason: str,
        source: Source,
    ) -> None:
        """Put the fields of a version, as the log holds them, and its evidence back; `undid` are the changes undone."""
        old = mutable_params(item)
        new = old | dict(fields) | {"updated_at": to_micros(self.now)}
        changed = [name for name in new if new[name] != old[name]]
        self._cursor.run(sql.ITEM_CHANGE, self._params | new | {"id": item.id})
        if len(evidence) < len(item.evidence):
            self.past.drop_evidence(item)
            self.add_evidence(item.id, evidence, first=0)
        self._log(
            replace(item, source=source),
            action,
            reason,
            before={name: old[name] for name in changed},
            after={name: new[name] for name in changed} | {"undid": list(undid)},
        )
        was, now = old["status"] == Status.ACTIVE, new["status"] == Status.ACTIVE
        if was and not now:
            self.index.bury(item.id)
        elif now and not was:
            self.past.raise_vectors(item)

    def delete_key(self, scope: str, key: str, *, like: Item, reason: str) -> int:
        """Delete every version of a key with evidence and chunks; the log keeps that it happened, not what it said."""
        self.index.drop_key(scope, key)
        versions = self._cursor.run(sql.KEY_DELETE, self._params | {"own": scope, "key": key})
        forget_rows()
        self._log(like, "deleted", reason, before={"versions": versions}, after={})
        return versions

    def add_evidence(self, item_id: str, evidence: Sequence[Evidence], *, first: int) -> None:
        self._touched = True
        self._cursor.many(
            sql.EVIDENCE_ADD,
            [
                {
                    "item_id": item_id,
                    "ordinal": ordinal,
                    "record_id": e.record_id,
                    "span_start": e.start,
                    "span_end": e.end,
                    "document_id": e.document_id,
                    "section_id": e.section_id,
                    "url": e.url,
                }
                for ordinal, e in enumerate(evidence, start=first)
            ],
        )

    def _log(self, item: Item, action: str, reason: str, *, before: dict[str, Any], after: dict[str, Any]) -> None:
        sequence = self._next()
        self._cursor.run(
            sql.CHANGE_ADD,
            {
                "sequence": sequence,
                "revision": self.revision,
                "changed_at": to_micros(self.now),
                "action": action,
                "item_id": item.id,
                "key": item.key,
                "scope": item.scope,
                "source_type": item.source.value,
                "reason": str(reason),
                "before_json": dumps(before),
                "after_json": dumps(after | ({REASON_CODE: coded(reason)} if isinstance(reason, CodedText) else {})),
            },
        )

    def changes(self, scope: str, key: str) -> list[Change]:
        rows = self._cursor.all(sql.CHANGES_OF_KEY, self._params | {"own": scope, "key": key})
        return [change_of(row) for row in rows]

    def changes_of_revision(self, revision: int) -> list[Change]:
        """What one write changed in this scope, in order."""
        return [
            change_of(row) for row in self._cursor.all(sql.CHANGES_OF_REVISION, self._params | {"revision": revision})
        ]

    def keys_changed_since(self, after: int, limit: int) -> list[tuple[str, str]]:
        """(scope, key) of everything that changed since a sequence."""
        rows = self._cursor.all(sql.KEYS_CHANGED_SINCE, self._params | {"after": after, "limit": limit})
        return [(row[0], row[1]) for row in rows]

    def _one(self, statement: str, **params: Any) -> Item | None:
        found = self._items(statement, **params)
        return found[0] if found else None

    def _items(self, statement: str, **params: Any) -> list[Item]:
        rows = self._cursor.all(statement, self._params | params)
        evidence = self._by_owner(sql.EVIDENCE, [row[0] for row in rows], owner=0)
        return [item_of(row, tuple(evidence.get(row[0], ()))) for row in rows]

    # search

    def add_lookup(self, session_id: str | None, reason: str, hits: int) -> None:
        """Log a look into the archive: when and why, never what was asked."""
        self._cursor.run(
            LOOKUP_ADD,
            {
                "sequence": self._next(),
                "looked_at": to_micros(self.now),
                "scope": self.scope,
                "session_id": session_id,
                "reason": reason,
                "hits": hits,
            },
        )

    def find(self, words: Sequence[str], *, every: bool, limit: int) -> list[Found]:
        """Chunks of items that hold now and contain any (or every) of the words, newest first."""
        rows = self._cursor.find(words, every=every, params=self._params, limit=limit)
        return [Found(row[0], row[1]) for row in rows]

    # upkeep: these look at everything the agent has, over all scopes, and their answers carry no text

    def all_items(self, *, after: int, limit: int) -> list[Item]:
        """Items of every scope, in order, for rebuilding and checking what is derived from them."""
        items = self._items(sql.ALL_ITEMS, after=after, limit=limit)
        _check_order(after, [item.sequence for item in items])
        return items

    def texts_of_records(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The texts of records of any scope as search sees them, for embedding only."""
        rows = self._cursor.all(sql.RECORDS_OF_ANY_SCOPE, self._params | {"ids": dumps(ids)})
        files = self._by_owner(sql.FILES_OF_RECORDS, [row[0] for row in rows], owner=1)
        return {row[0]: record_texts(record_of(row, tuple(map(file_of, files.get(row[0], ()))))) for row in rows}

    def all_records(self, *, after: int, limit: int) -> list[tuple[int, Record]]:
        """(place in its session, record) of every scope, in order, for rebuilding what is derived from them."""
        rows = self._cursor.all(sql.ALL_RECORDS, self._params | {"after": after, "limit": limit})
        files = self._by_owner(sql.FILES_OF_RECORDS, [row[0] for row in rows], owner=1)
        records = [(row[16], record_of(row[:16], tuple(map(file_of, files.get(row[0], ()))))) for row in rows]
        _check_order(after, [record.sequence for _, record in records])
        return records

    def record_chunks_of(self, record_id: str) -> list[str]:
        rows = self._cursor.all(sql.RECORD_CHUNKS_OF, self._params | {"record_id": record_id})
        return [row[0] for row in rows]

    def chunks_of(self, item_id: str) -> list[tuple[str, str]]:
        rows = self._cursor.all(sql.CHUNKS_OF_ITEM, self._params | {"item_id": item_id})
        return [(row[1], row[2]) for row in rows]

    def counted(self, mem_type: str) -> Totals:
        """The size of a word index, counted anew."""
        return Totals(*self._cursor.all(sql.COUNTED[mem_type], self._params)[0])

    def lost_chunks(self) -> int:
        """Chunks that belong to no item."""
        return int(self._cursor.all(sql.CHUNKS_LOST, self._params)[0][0])

    def chain(self) -> Iterator[Row]:
        """The archive as the hash chain sees it."""
        return self._cursor.stream(sql.CHAIN, self._params)

    def files(self) -> list[StoredFile]:
        """Every attachment, without its bytes."""
        return [file_of(row) for row in self._cursor.all(sql.FILES, self._params)]

    def has_bytes(self, sha256: str) -> bool:
        data = self._blobs.get(sha256)
        return data is not None and hashlib.sha256(data).hexdigest() == sha256

    @property
    def chain_head(self) -> bytes:
        """The last link, as the agent's row remembers it."""
        return self._head.chain

    @property
    def clock_high(self) -> datetime:
        """The latest time at which anything was written."""
        return from_micros(self._head.clock_high)


def _check_order(after: int, sequences: Sequence[int]) -> None:
    """Pages follow one another. In a damaged tree they may not, and whoever turns them would never come to an end."""
    if any(one >= other for one, other in pairwise([after, *sequences])):
        raise StoreDamaged("rows are out of order", hint="run `perdure doctor`; restore the store from a backup")
