"""Taking rows out for good, over all scopes: versions, spans of records, and every copy that other rows hold of them.

What is decided elsewhere is carried out here. Nothing of it shows a text; `texts` is for looking where one stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from perdure.store.all_scopes import RECORDS_OF_ANY_SCOPE, AllScopes
from perdure.store.attachments import FILES_OF_RECORDS
from perdure.store.chain import content_hash
from perdure.store.changes import ChangeTable
from perdure.store.chunks import ARCHIVAL, RECALL
from perdure.store.contract import Row
from perdure.store.held_chunks import forget_chunks
from perdure.store.indexing import TOTALS_ADD, RecordText
from perdure.store.rows import blob, dumps, file_of, forget_rows, seal
from perdure.store.statements import ITEM_COLUMNS
from perdure.store.withheld import SPAN_ADD
from perdure.types.chunk import record_texts
from perdure.values import Evidence, Item, Record

ITEMS_RESTING = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.id IN"
    + " (SELECT e.item_id FROM evidence e WHERE OWNED(e) AND e.record_id IN EACH(:ids)) ORDER BY i.sequence"
)
ITEMS_ANYWHERE = "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE OWNED(i) AND i.id IN EACH(:ids)"
_WORDS = "COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
WORDS_OF_ITEMS = "SELECT " + _WORDS + " FROM memory_chunks c WHERE OWNED(c) AND c.item_id IN EACH(:ids)"
WORDS_OF_RECORD = "SELECT " + _WORDS + " FROM record_chunks c WHERE OWNED(c) AND c.record_id = :record_id"
ITEM_VECTORS = (
    "SELECT v.embedding FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id IN EACH(:ids))"
)
RECORD_VECTORS = (
    "SELECT v.embedding FROM vector_id_map v WHERE OWNED(v) AND v.mem_type = 'archival' AND v.mem_id IN"
    " (SELECT c.id FROM record_chunks c WHERE OWNED(c) AND c.record_id IN EACH(:ids))"
)
ITEM_VECTORS_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'recall' AND v.mem_id IN"
    " (SELECT c.id FROM memory_chunks c WHERE OWNED(c) AND c.item_id IN EACH(:ids))"
)
RECORD_VECTORS_DROP = (
    "DELETE FROM vector_id_map AS v WHERE OWNED(v) AND v.mem_type = 'archival' AND v.mem_id IN"
    " (SELECT c.id FROM record_chunks c WHERE OWNED(c) AND c.record_id = :record_id)"
)
MENTIONS_BY_OWNER_DROP = (
    "DELETE FROM entity_mentions AS m WHERE OWNED(m) AND m.mem_type = :mem_type AND m.mem_id IN EACH(:ids)"
)
# A name that no entity has any more is nobody's, and its key is made of words.
MENTIONS_OF_NOBODY_DROP = (
    "DELETE FROM entity_mentions AS m WHERE OWNED(m) AND m.entity_key IN EACH(:ids) AND NOT EXISTS"
    " (SELECT 1 FROM memory_items i WHERE OWNED(i) AND i.key = m.entity_key)"
)
VERSIONS_DROP = "DELETE FROM memory_items AS i WHERE OWNED(i) AND i.id IN EACH(:ids)"
PATCH_LOG_DROP = "DELETE FROM patch_history AS h WHERE OWNED(h) AND h.patch_id IN EACH(:ids)"
# The entry stays in the chain; its body and the salt that would let somebody guess it are gone.
CHANGES_BLANK = (
    "UPDATE changes AS c SET key = c.item_id, reason = '', before_json = '{}', after_json = '{}', salt = NULL"
    " WHERE OWNED(c) AND c.item_id IN EACH(:ids)"
)
CHANGE_BODY = (
    "UPDATE changes AS c SET key = :key, reason = :reason, before_json = :before_json, after_json = :after_json,"
    " salt = NULL WHERE OWNED(c) AND c.sequence = :sequence"
)
RECORD_CUT = (
    "UPDATE archival_records AS r SET content = :content, speaker = :speaker, name = :name,"
    " arguments_json = :arguments_json, result_json = :result_json, tags_json = :tags_json,"
    " content_ref = :content_ref, salt = :salt, rest_hash = :rest_hash WHERE OWNED(r) AND r.id = :record_id"
)
RECORD_PLACE = "SELECT r.position FROM archival_records r WHERE OWNED(r) AND r.id = :record_id"
RECORD_CHUNKS_GONE = "DELETE FROM record_chunks AS c WHERE OWNED(c) AND c.record_id = :record_id"
FILES_GONE = "DELETE FROM attachments AS f WHERE OWNED(f) AND f.record_id = :record_id"
FILE_USED = "SELECT f.id FROM attachments f WHERE OWNED(f) AND f.sha256 = :sha256 LIMIT 1"
RECORDS_CUT = (
    "SELECT r.id, r.scope, r.rest_hash FROM archival_records r"
    " WHERE OWNED(r) AND (r.salt IS NULL OR r.rest_hash IS NOT NULL) ORDER BY r.sequence"
)
ERASED = "erased"
"""The entry of the log that says what is left of a record, or that an item is gone."""
WITHHELD = (
    "SELECT w.span_start, w.span_end, w.item_id, w.scope, w.created_at, w.sequence FROM withheld w"
    " WHERE OWNED(w) AND w.record_id = :record_id"
)
WITHHELD_DROP = "DELETE FROM withheld AS w WHERE OWNED(w) AND w.record_id = :record_id"
RECEIPT_BLANK = (
    "UPDATE receipts AS p SET idempotency_key = :new_key, payload_hash = :payload_hash, receipt_json = :receipt_json"
    " WHERE OWNED(p) AND p.session_id = :session_id AND p.idempotency_key = :idempotency_key"
)
COMPACTED_THERE = "SELECT s.id FROM sessions s WHERE OWNED(s) AND s.id = :session_id AND s.compacted IS NOT NULL"
COMPACTED_DROP = "UPDATE sessions AS s SET watermark = 0, compacted = NULL WHERE OWNED(s) AND s.id = :session_id"
WORKING_KEEP = (
    "UPDATE working_memory AS w SET current_task = :current_task, context = :context,"
    " temporary_files = :temporary_files, thought_chain = :thought_chain, temporary_state = :temporary_state,"
    " recently_completed = :recently_completed WHERE OWNED(w) AND w.session_id = :session_id"
)
FEEDBACK_DROP = "UPDATE patch_history AS h SET feedback = NULL WHERE OWNED(h) AND h.sequence = :sequence"
JOB_SILENCE = "UPDATE extraction_queue AS q SET last_error = NULL WHERE OWNED(q) AND q.sequence = :sequence"
JOBS_OF_TURN_DROP = (
    "DELETE FROM extraction_queue AS q WHERE OWNED(q) AND q.session_id = :session_id AND q.turn_id = :turn_id"
)
TURN_SAYS = (
    "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.session_id = :session_id AND r.turn_id = :turn_id"
    " AND r.salt IS NOT NULL LIMIT 1"
)
RECORD_IDS_OF_SPEAKER = (
    "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.scope = :scope AND r.speaker = :speaker"
)
RECORD_IDS_OF_TIME = (
    "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.scope = :scope AND r.timestamp >= :since"
    " AND r.timestamp < :until"
)
RECORD_IDS_OF_SESSION = "SELECT r.id FROM archival_records r WHERE OWNED(r) AND r.session_id = :session_id"

# Where words stand, table by table: the name of a row, then its texts.
TEXTS = {
    "records": "SELECT r.id, r.content, r.speaker, r.name, r.arguments_json, r.result_json, r.tags_json, r.content_ref"
    " FROM archival_records r WHERE OWNED(r)",
    "items": "SELECT i.id, i.content, i.value_json, i.key FROM memory_items i WHERE OWNED(i)",
    "changes": "SELECT c.sequence, c.key, c.reason, c.before_json, c.after_json FROM changes c WHERE OWNED(c)",
    "receipts": "SELECT p.session_id, p.idempotency_key, p.receipt_json FROM receipts p WHERE OWNED(p)",
    "sessions": "SELECT s.id, s.compacted FROM sessions s WHERE OWNED(s)",
    "working memory": "SELECT w.session_id, w.current_task, w.context, w.temporary_files, w.thought_chain,"
    " w.temporary_state, w.recently_completed FROM working_memory w WHERE OWNED(w)",
    "patch history": "SELECT h.sequence, h.feedback, h.patch_key FROM patch_history h WHERE OWNED(h)",
    "jobs": "SELECT q.sequence, q.last_error FROM extraction_queue q WHERE OWNED(q)",
    "attachments": "SELECT f.id, f.name, f.media_type FROM attachments f WHERE OWNED(f)",
    "mentions": "SELECT m.mem_id, m.entity_key FROM entity_mentions m WHERE OWNED(m)",
    # Only to know which words stand somewhere: what is derived, and names that are nobody's words.
    "chunks": "SELECT c.item_id, c.text FROM memory_chunks c WHERE OWNED(c)",
    "name starts": "SELECT n.item_id, n.start FROM name_starts n WHERE OWNED(n)",
    "labels": "SELECT '', c.action FROM changes c WHERE OWNED(c) UNION SELECT '', u.purpose FROM usage u WHERE OWNED(u)"
    " UNION SELECT '', u.model FROM usage u WHERE OWNED(u) UNION SELECT '', s.kind FROM sessions s WHERE OWNED(s)"
    " UNION SELECT '', s.scope FROM sessions s WHERE OWNED(s) UNION SELECT '', s.id FROM sessions s WHERE OWNED(s)"
    " UNION SELECT '', i.type FROM memory_items i WHERE OWNED(i)",
    "agent": "SELECT a.agent_id, a.name, a.config_json FROM agents a WHERE OWNED(a)",
}


@dataclass(frozen=True, slots=True)
class RecordRemainder:
    """What is left of a record: everything it says from now on. With nothing left, the record is blank."""

    record: Record
    is_blank: bool = False


class ErasingTable(AllScopes, ChangeTable):
    """What erasing reads and takes out."""

    # reading

    def items_resting_on(self, record_ids: Sequence[str]) -> list[Item]:
        """Versions of any scope that rest on one of these records, in order. Their quotes may be missing."""
        return self._items(ITEMS_RESTING, ids=dumps(list(record_ids)))

    def items_anywhere(self, ids: Sequence[str]) -> dict[str, Item]:
        return {item.id: item for item in self._items(ITEMS_ANYWHERE, ids=dumps(list(ids)))}

    def records_anywhere(self, ids: Sequence[str]) -> dict[str, Record]:
        rows = self._cursor.all(RECORDS_OF_ANY_SCOPE, self._params | {"ids": dumps(list(ids))})
        return {record.id: record for record in self._records_of(rows)}

    def record_ids_of(self, **which: Any) -> list[str]:
        """Records of a session, of a speaker in this scope, or of a time in this scope."""
        statement = next(
            text
            for name, text in (
                ("session_id", RECORD_IDS_OF_SESSION),
                ("speaker", RECORD_IDS_OF_SPEAKER),
                ("since", RECORD_IDS_OF_TIME),
            )
            if name in which
        )
        return [row[0] for row in self._cursor.all(statement, self._params | which)]

    def texts(self, *tables: str) -> Iterator[tuple[str, Row]]:
        """(table, row) of all that holds words, or of some tables: first what names the row, then its texts."""
        for table in tables or TEXTS:
            for row in self._cursor.all(TEXTS[table], self._params):
                yield table, row

    def vectors_of(self, item_ids: Sequence[str], record_ids: Sequence[str]) -> list[Any]:
        """The vectors of items and records, as the engine keeps them."""
        items = self._cursor.all(ITEM_VECTORS, self._params | {"ids": dumps(list(item_ids))})
        records = self._cursor.all(RECORD_VECTORS, self._params | {"ids": dumps(list(record_ids))})
        return [row[0] for row in (*items, *records)]

    # items

    def drop_versions(self, items: Sequence[Item]) -> None:
        """Versions with their evidence, chunks, vectors, links and mentions; the log keeps that there was something."""
        if not items:
            return
        self._next()
        which = self._params | {"ids": dumps([item.id for item in items])}
        chunks, words = self._cursor.all(WORDS_OF_ITEMS, which)[0]
        self._cursor.run(TOTALS_ADD, self._params | {"mem_type": RECALL, "chunks": -chunks, "words": -words})
        self._cursor.run(MENTIONS_BY_OWNER_DROP, which | {"mem_type": RECALL})
        for statement in (ITEM_VECTORS_DROP, VERSIONS_DROP, PATCH_LOG_DROP, CHANGES_BLANK):
            self._cursor.run(statement, which)
        keys = [item.key for item in items if item.type == "entities"]
        self._cursor.run(MENTIONS_OF_NOBODY_DROP, self._params | {"ids": dumps(keys)})
        forget_rows()
        forget_chunks()

    def set_evidence(self, item: Item, evidence: Sequence[Evidence]) -> None:
        """What an item rests on from now on."""
        self._cut_evidence(item.id, 0)
        self.add_evidence(item.id, evidence, first=0)

    # records

    def set_rest(self, left: RecordRemainder, session_id: str) -> bytes | None:
        """Keep of a record only what is left, under a salt of its own. Answers its hash; None if it is blank."""
        record = left.record
        salt = None if left.is_blank else self.ids.salt()
        files = [] if left.is_blank else self._cursor.all(FILES_OF_RECORDS, self._params | {"ids": dumps([record.id])})
        rest = None
        if salt is not None:
            rest = content_hash(
                salt,
                content=record.content,
                speaker=record.speaker,
                name=record.name,
                arguments=record.arguments,
                result=record.result,
                tags=record.tags,
                content_ref=record.content_ref,
                files=[seal(file_of(row)) for row in files],
            )
        self._cursor.run(
            RECORD_CUT,
            self._params
            | {
                "record_id": record.id,
                "content": None if left.is_blank else record.content,
                "speaker": record.speaker,
                "name": record.name,
                "arguments_json": None if record.arguments is None else dumps(record.arguments),
                "result_json": None if record.result is None else dumps(record.result),
                "tags_json": dumps(record.tags) if record.tags else None,
                "content_ref": record.content_ref,
                "salt": salt,
                "rest_hash": rest,
            },
        )
        if left.is_blank:
            self._cursor.run(FILES_GONE, self._params | {"record_id": record.id})
        self._index_again(left, session_id)
        return rest

    def _index_again(self, left: RecordRemainder, session_id: str) -> None:
        which = self._params | {"record_id": left.record.id}
        chunks, words = self._cursor.all(WORDS_OF_RECORD, which)[0]
        self._cursor.run(TOTALS_ADD, self._params | {"mem_type": ARCHIVAL, "chunks": -chunks, "words": -words})
        self._cursor.run(RECORD_VECTORS_DROP, which)
        self._cursor.run(RECORD_CHUNKS_GONE, which)
        self._cursor.run(MENTIONS_BY_OWNER_DROP, self._params | {"mem_type": ARCHIVAL, "ids": dumps([left.record.id])})
        if not left.is_blank:
            place = int(self._cursor.all(RECORD_PLACE, which)[0][0])
            self.index.add_records([RecordText(left.record.id, session_id, place, record_texts(left.record))])

    def withheld_in(self, record_id: str) -> list[Row]:
        """(start, end, item, scope, created, number) of what is hidden in a record."""
        return self._cursor.all(WITHHELD, self._params | {"record_id": record_id})

    def set_withheld(self, record_id: str, rows: Sequence[Row]) -> None:
        """The same, where it stands now."""
        self._cursor.run(WITHHELD_DROP, self._params | {"record_id": record_id})
        for start, end, item_id, scope, created_at, sequence in dict.fromkeys(rows):
            self._cursor.run(
                SPAN_ADD,
                {
                    **self._params,
                    "record_id": record_id,
                    "span_start": start,
                    "span_end": end,
                    "item_id": item_id,
                    "own": scope,
                    "now": created_at,
                    "sequence": sequence,
                },
            )

    def drop_bytes(self, sha256s: Sequence[str]) -> int:
        """Drop the bytes of attachments that no record has any more. Answers how many."""
        unused = [s for s in sha256s if not self._cursor.all(FILE_USED, self._params | {"sha256": s})]
        for sha256 in unused:
            self._blobs.drop(sha256)
        return len(unused)

    def declare_erased(self) -> None:
        """Log anew of which records something is missing: in a copy that begins before it was erased."""
        for record_id, scope, rest in self._cursor.all(RECORDS_CUT, self._params):
            self.log_erased_record(record_id, scope, None if rest is None else blob(rest))

    def log_erased_record(self, record_id: str, scope: str, rest: bytes | None) -> None:
        """Log what is left of a record, by its hash: without that entry nothing of it may be missing."""
        after = dumps({"rest": None if rest is None else rest.hex()})
        body = {"key": record_id, "reason": "", "before": "{}", "after": after}
        self.log_change(action=ERASED, item_id=record_id, scope=scope, source_type="user", body=body)

    # copies in other rows

    def change_body(self, sequence: int, key: str, reason: str, before: str, after: str) -> None:
        """Give an entry of the log another body. It stays in the chain, and nobody can say any more what it was."""
        given = {"sequence": sequence, "key": key, "reason": reason, "before_json": before, "after_json": after}
        self._cursor.run(CHANGE_BODY, self._params | given)

    def blank_receipt(self, session_id: str, key: str, new_key: str, payload: bytes, receipt: str) -> None:
        given = {"session_id": session_id, "idempotency_key": key, "new_key": new_key}
        self._cursor.run(RECEIPT_BLANK, self._params | given | {"payload_hash": payload, "receipt_json": receipt})

    def has_compacted(self, session_id: str) -> bool:
        """Whether a session's past, or some of it, is summed up."""
        return bool(self._cursor.all(COMPACTED_THERE, self._params | {"session_id": session_id}))

    def drop_compacted(self, session_id: str) -> None:
        """A session's summed up past goes; it is summed up again from what is left, when it is time."""
        self._cursor.run(COMPACTED_DROP, self._params | {"session_id": session_id})

    def keep_working(self, session_id: str, columns: Sequence[str | None]) -> None:
        names = ("current_task", "context", "temporary_files", "thought_chain", "temporary_state", "recently_completed")
        given = dict(zip(names, columns, strict=True))
        self._cursor.run(WORKING_KEEP, self._params | {"session_id": session_id} | given)

    def drop_feedback(self, sequence: int) -> None:
        self._cursor.run(FEEDBACK_DROP, self._params | {"sequence": sequence})

    def silence_job(self, sequence: int) -> None:
        self._cursor.run(JOB_SILENCE, self._params | {"sequence": sequence})

    def drop_jobs_of_blank_turn(self, session_id: str, turn_id: int) -> None:
        """Where a turn says nothing any more, nobody is to read it."""
        which = self._params | {"session_id": session_id, "turn_id": turn_id}
        if not self._cursor.all(TURN_SAYS, which):
            self._cursor.run(JOBS_OF_TURN_DROP, which)
