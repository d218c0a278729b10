"""Files that came with records: their rows here, their bytes wherever the engine keeps bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from perdure.errors import StoreDamaged
from perdure.messages import say
from perdure.store.rows import file_of, micros, seal
from perdure.store.statements import VISIBLE_RECORD
from perdure.store.unit import Unit
from perdure.values import JSON, Attachment, StoredFile

FILE_COLUMNS = "f.id, f.record_id, f.name, f.media_type, f.size, f.sha256, f.expires_at"
FILE_ADD = (
    "INSERT INTO attachments (id, record_id, ordinal, name, media_type, size, sha256, expires_at)"
    " VALUES (:id, :record_id, :ordinal, :name, :media_type, :size, :sha256, :expires_at)"
)
FILES_OF_RECORDS = (
    "SELECT "
    + FILE_COLUMNS
    + " FROM attachments f WHERE f.record_id IN EACH(:ids) AND OWNED(f) ORDER BY f.record_id, f.ordinal"
)
FILE = (
    "SELECT "
    + FILE_COLUMNS
    + " FROM attachments f JOIN archival_records r ON r.id = f.record_id"
    + " WHERE f.id = :id AND OWNED(f) AND (f.expires_at IS NULL OR f.expires_at > :now) AND "
    + VISIBLE_RECORD
)


class AttachmentTable(Unit):
    """The attachments that a unit of work sees and writes."""

    def file(self, file_id: str) -> tuple[StoredFile, bytes] | None:
        """An attachment with its bytes, which are checked against the hash taken when they came in."""
        rows = self._cursor.all(FILE, self._params | {"id": file_id})
        if not rows:
            return None
        file = file_of(rows[0])
        data = self._blobs.get(file.sha256)
        if data is None or hashlib.sha256(data).hexdigest() != file.sha256:
            raise StoreDamaged(
                f"the bytes of attachment `{file_id}` are {'missing' if data is None else 'not what was stored'}",
                hint=say("hint.restore_attachments"),
            )
        return file, data

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

    def _files_of(self, record_ids: Sequence[str]) -> dict[str, tuple[StoredFile, ...]]:
        """The attachments of records, by record."""
        rows = self._by_owner(FILES_OF_RECORDS, record_ids, owner=1)
        return {record_id: tuple(map(file_of, own)) for record_id, own in rows.items()}
