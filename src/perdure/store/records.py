"""The archive: turns appended to a session under the hash chain, and read back as they were said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from perdure.clock import to_micros
from perdure.store.attachments import FILE_ADD, AttachmentTable
from perdure.store.chain import content_hash, link
from perdure.store.contract import Row
from perdure.store.indexing import Index, RecordText
from perdure.store.rows import dumps, record_of
from perdure.store.sessions import SESSION_COUNT
from perdure.store.statements import RECORD_COLUMNS, VISIBLE_RECORD
from perdure.store.unit import ALL
from perdure.tokens import rough
from perdure.types.chunk import record_texts
from perdure.values import Event, Record, Role, Session

RECORD_ADD = (
    "INSERT INTO archival_records (id, session_id, scope, turn_id, sequence, role, content, timestamp, speaker, name,"
    " arguments_json, result_json, tags_json, content_ref, salt, content_hash, chain_hash, position,"
    " rest_hash)"
    " VALUES (:id, :session_id, :scope, :turn_id, :sequence, :role, :content, :timestamp, :speaker, :name,"
    " :arguments_json, :result_json, :tags_json, :content_ref, :salt, :content_hash, :chain_hash, :position,"
    " :rest_hash)"
)
RECORD = "SELECT " + RECORD_COLUMNS + " FROM archival_records r WHERE r.id = :id AND " + VISIBLE_RECORD
RECORDS_OF_SESSION = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.sequence > :after AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence LIMIT :limit"
)
RECORDS_SINCE = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.sequence > :after AND "
    + VISIBLE_RECORD
    + " AND r.role = 'user' ORDER BY r.sequence DESC LIMIT :limit"
)
RECORDS_AFTER = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.sequence > :after AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence"
)
RECORDS_OF_TURN = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.turn_id = :turn_id AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence"
)
RECORDS_BEFORE = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.turn_id < :turn_id AND "
    + VISIBLE_RECORD
    + " ORDER BY r.turn_id DESC, r.sequence DESC LIMIT :limit"
)
RECORDS_BETWEEN = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.position BETWEEN :first AND :last AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence"
)
RECORDS_BY_ID = "SELECT " + RECORD_COLUMNS + " FROM archival_records r WHERE r.id IN EACH(:ids) AND " + VISIBLE_RECORD


class RecordTable(AttachmentTable):
    """The records that a unit of work sees and appends."""

    index: Index

    def append(
        self, session: Session, turns: Sequence[Sequence[Event]], *, ids: Sequence[Sequence[str | None]] | None = None
    ) -> list[list[str]]:
        """Append turns to a session and extend the hash chain. Answers the record ids by turn.

        `ids` are those that the records have already, where they come from another memory.
        """
        records: list[dict[str, Any]] = []
        files: list[dict[str, Any]] = []
        named: list[list[str]] = []
        for number, turn in enumerate(turns):
            named.append([])
            for place, event in enumerate(turn):
                known = None if ids is None else ids[number][place]
                record_id = known or self.ids.new()
                self._add_record(session, session.turn_count + number + 1, event, record_id, records, files)
                named[-1].append(record_id)
        self._cursor.many(RECORD_ADD, records)
        events = [event for turn in turns for event in turn]
        self.index.add_records(
            [
                RecordText(row["id"], session.id, row["position"], record_texts(event))
                for row, event in zip(records, events, strict=True)
            ]
        )
        if files:
            self._cursor.many(FILE_ADD, files)
        self._cursor.later(
            SESSION_COUNT,
            self._params
            | {
                "id": session.id,
                "messages": len(records),
                "turn_count": session.turn_count + len(turns),
                "tokens": sum(rough(event.content) for event in events),
            },
        )
        return named

    def put_records(self, session: Session, known: Sequence[Record]) -> None:
        """Put records of an empty session back under their own ids, in order. The hash chain is made anew."""
        rows: list[dict[str, Any]] = []
        for record in known:
            event = Event(
                record.role,
                record.content or "",
                speaker=record.speaker,
                name=record.name,
                arguments=record.arguments,
                result=record.result,
                timestamp=record.timestamp,
                tags=record.tags,
                content_ref=record.content_ref,
            )
            self._add_record(replace(session, message_count=0), record.turn_id, event, record.id, rows, [])
        self._cursor.many(RECORD_ADD, rows)
        self.index.add_records(
            [
                RecordText(row["id"], session.id, row["position"], record_texts(record))
                for row, record in zip(rows, known, strict=True)
            ]
        )

    def _add_record(
        self,
        session: Session,
        turn_id: int,
        event: Event,
        record_id: str,
        records: list[dict[str, Any]],
        files: list[dict[str, Any]],
    ) -> None:
        salt, sequence = self.ids.salt(), self._next()
        sealed = [self._add_file(record_id, n, file, files) for n, file in enumerate(event.attachments)]
        content = content_hash(
            salt,
            content=event.content,
            speaker=event.speaker,
            name=event.name,
            arguments=event.arguments,
            result=event.result,
            tags=event.tags,
            content_ref=event.content_ref,
            files=sealed,
        )
        timestamp = to_micros(event.timestamp or self.now)
        self._head.chain = link(
            self._head.chain,
            sequence=sequence,
            record_id=record_id,
            session_id=session.id,
            scope=session.scope,
            turn_id=turn_id,
            role=Role(event.role).value,
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
                "role": Role(event.role).value,
                "content": event.content,
                "timestamp": timestamp,
                "speaker": event.speaker,
                "name": event.name,
                "arguments_json": None if event.arguments is None else dumps(event.arguments),
                "result_json": None if event.result is None else dumps(event.result),
                "tags_json": dumps(event.tags) if event.tags else None,
                "content_ref": event.content_ref,
                "salt": salt,
                "content_hash": content,
                "chain_hash": self._head.chain,
                "rest_hash": None,
                "position": session.message_count + len(records) + 1,
            }
        )

    def record(self, record_id: str) -> Record | None:
        found = self._records(RECORD, id=record_id)
        return found[0] if found else None

    def records(self, session_id: str, *, after: int = 0, limit: int = ALL) -> list[Record]:
        """A session's records in order; `after` is the sequence to go on from."""
        return self._records(RECORDS_OF_SESSION, session_id=session_id, after=after, limit=limit)

    def records_of_turn(self, session_id: str, turn_id: int) -> list[Record]:
        return self._records(RECORDS_OF_TURN, session_id=session_id, turn_id=turn_id)

    def records_before(self, session_id: str, turn_id: int, limit: int) -> list[Record]:
        """The last records of a session before a turn, in order; the turn itself need not be there yet."""
        found = self._records(RECORDS_BEFORE, session_id=session_id, turn_id=turn_id, limit=limit)
        return found[::-1]

    def records_between(self, session_id: str, first: int, last: int) -> list[Record]:
        """The records of a session from one place to another."""
        return self._records(RECORDS_BETWEEN, session_id=session_id, first=first, last=last)

    def records_after(self, sequence: int) -> list[Record]:
        """All that was said or done after a number, in order."""
        return self._records(RECORDS_AFTER, after=sequence)

    def said_since(self, after: int, limit: int) -> list[Record]:
        """What users said since a sequence, newest first."""
        return self._records(RECORDS_SINCE, after=after, limit=limit)

    def records_by_id(self, ids: Sequence[str]) -> dict[str, Record]:
        return {record.id: record for record in self._records(RECORDS_BY_ID, ids=dumps(ids))}

    def _records(self, statement: str, **params: Any) -> list[Record]:
        return self._records_of(self._cursor.all(statement, self._params | params))

    def _records_of(self, rows: Sequence[Row]) -> list[Record]:
        """Records of rows that begin with `RECORD_COLUMNS`, each with its attachments."""
        files = self._files_of([row[0] for row in rows])
        return [record_of(row, files.get(row[0], ())) for row in rows]
