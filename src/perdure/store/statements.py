"""Every statement that both engines share, written once (decision 0003).

`OWNED(x)` becomes `x.agent_id = <this agent>` on PostgreSQL, where row-level security stands behind it, and nothing on
SQLite, where the file is the agent. `EACH(:ids)` is the rows of a JSON array. `THEN JOIN` is a join that SQLite is to
make in that order. Parameters are bound by name; nothing is ever formatted into a statement.
"""

from __future__ import annotations

# The one visibility rule and the one meaning of "active". Every read of an item goes through both, or says why not.
VISIBLE_ITEM = "OWNED(i) AND i.scope IN (:scope, 'shared')"
ACTIVE_ITEM = (
    "i.status = 'active'"
    " AND (i.expires_at IS NULL OR i.expires_at > :now OR i.pinned)"
    " AND (i.valid_from IS NULL OR i.valid_from <= :now)"
    " AND (i.valid_to IS NULL OR i.valid_to > :now)"
)
# Own scope before `shared`: an item of the scope hides a shared one with its key.
NOT_HIDDEN = (
    "(i.scope = :scope OR NOT EXISTS (SELECT 1 FROM memory_items o WHERE OWNED(o) AND o.scope = :scope"
    " AND o.key = i.key AND o.status = 'active'"
    " AND (o.expires_at IS NULL OR o.expires_at > :now OR o.pinned)"
    " AND (o.valid_from IS NULL OR o.valid_from <= :now)"
    " AND (o.valid_to IS NULL OR o.valid_to > :now)))"
)
VISIBLE_RECORD = "OWNED(r) AND r.scope IN (:scope, 'shared')"
VISIBLE_SESSION = "OWNED(s) AND s.scope IN (:scope, 'shared')"

# agents

AGENT_HEAD = "SELECT a.revision, a.sequence, a.chain_head, a.clock_high FROM agents a WHERE OWNED(a)"
AGENT_MOVE = (
    "UPDATE agents AS a SET revision = :revision, sequence = :sequence, chain_head = :chain_head,"
    " clock_high = :clock_high WHERE OWNED(a)"
)
AGENT_SECRET = "SELECT a.secret FROM agents a WHERE OWNED(a)"
AGENT_ROW = "SELECT a.agent_id, a.name, a.created_at, a.revision FROM agents a WHERE OWNED(a)"

# sessions

SESSION_COLUMNS = (
    "s.id, s.scope, s.kind, s.started_at, s.completed_at, s.message_count, s.turn_count, s.total_tokens, s.watermark"
)
SESSION = "SELECT " + SESSION_COLUMNS + " FROM sessions s WHERE s.id = :id AND " + VISIBLE_SESSION
# Over all scopes: holding a session's id is what lets a caller act in its scope.
SESSION_SCOPE = "SELECT s.scope FROM sessions s WHERE OWNED(s) AND s.id = :id"
SESSIONS = (
    "SELECT " + SESSION_COLUMNS + " FROM sessions s WHERE " + VISIBLE_SESSION + " ORDER BY s.sequence DESC LIMIT :limit"
)
SESSION_ADD = (
    "INSERT INTO sessions (id, scope, kind, started_at, message_count, turn_count, total_tokens, sequence, alive_at)"
    " VALUES (:id, :scope, :kind, :started_at, 0, 0, 0, :sequence, :started_at)"
)
SESSION_COUNT = (
    "UPDATE sessions AS s SET message_count = s.message_count + :messages, turn_count = :turn_count,"
    " total_tokens = s.total_tokens + :tokens, alive_at = :now WHERE s.id = :id AND OWNED(s)"
)
SESSION_END = "UPDATE sessions AS s SET completed_at = :completed_at WHERE s.id = :id AND OWNED(s)"

# archive

RECORD_COLUMNS = (
    "r.id, r.session_id, r.scope, r.turn_id, r.sequence, r.role, r.content, r.timestamp, r.speaker, r.name,"
    " r.arguments_json, r.result_json, r.tags_json, r.content_ref, r.salt, r.content_hash"
)
RECORD_ADD = (
    "INSERT INTO archival_records (id, session_id, scope, turn_id, sequence, role, content, timestamp, speaker, name,"
    " arguments_json, result_json, tags_json, content_ref, salt, content_hash, chain_hash, position)"
    " VALUES (:id, :session_id, :scope, :turn_id, :sequence, :role, :content, :timestamp, :speaker, :name,"
    " :arguments_json, :result_json, :tags_json, :content_ref, :salt, :content_hash, :chain_hash, :position)"
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
# Doctor reads the whole chain, over all scopes, and shows none of it.
CHAIN = (
    "SELECT r.sequence, r.id, r.session_id, r.scope, r.turn_id, r.role, r.timestamp, r.content, r.speaker, r.name,"
    " r.arguments_json, r.result_json, r.tags_json, r.content_ref, r.salt, r.content_hash, r.chain_hash"
    " FROM archival_records r WHERE OWNED(r) ORDER BY r.sequence"
)

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
FILES = "SELECT " + FILE_COLUMNS + " FROM attachments f WHERE OWNED(f) ORDER BY f.record_id, f.ordinal"

# receipts

RECEIPT = (
    "SELECT p.payload_hash, p.receipt_json FROM receipts p"
    " WHERE OWNED(p) AND p.session_id = :session_id AND p.idempotency_key = :idempotency_key"
)
RECEIPT_ADD = (
    "INSERT INTO receipts (session_id, idempotency_key, payload_hash, receipt_json, created_at)"
    " VALUES (:session_id, :idempotency_key, :payload_hash, :receipt_json, :created_at)"
)

# items

ITEM_COLUMNS = (
    "i.id, i.type, i.key, i.scope, i.value_json, i.content, i.confidence, i.importance, i.priority, i.status,"
    " i.version, i.source_type, i.trust, i.created_at, i.updated_at, i.sequence, i.valid_from, i.valid_to,"
    " i.expires_at, i.keep_for, i.superseded_by, i.session_id, i.source_turn_id, i.source_message_id, i.verified,"
    " i.verified_at, i.pinned,"
    " i.use_count, i.last_used_at, i.last_confirmed_at, i.checksum, (" + ACTIVE_ITEM + ") AS is_active"
)
ITEM_ADD = (
    "INSERT INTO memory_items (id, type, key, scope, value_json, content, confidence, importance, priority, status,"
    " version, source_type, trust, created_at, updated_at, sequence, valid_from, valid_to, expires_at, keep_for,"
    " superseded_by, session_id, source_turn_id, source_message_id, verified, verified_at, pinned, use_count,"
    " last_used_at, last_confirmed_at, checksum, event_from, event_to)"
    " VALUES (:id, :type, :key, :scope, :value_json, :content, :confidence, :importance, :priority, :status,"
    " :version, :source_type, :trust, :created_at, :updated_at, :sequence, :valid_from, :valid_to, :expires_at,"
    " :keep_for, :superseded_by, :session_id, :source_turn_id, :source_message_id, :verified, :verified_at,"
    " :pinned, :use_count, :last_used_at, :last_confirmed_at, :checksum, :event_from, :event_to)"
)
ITEM_CHANGE = (
    "UPDATE memory_items AS i SET confidence = :confidence, importance = :importance, priority = :priority,"
    " status = :status, valid_to = :valid_to, expires_at = :expires_at, keep_for = :keep_for,"
    " superseded_by = :superseded_by, verified = :verified, verified_at = :verified_at, pinned = :pinned,"
    " use_count = :use_count, last_used_at = :last_used_at, last_confirmed_at = :last_confirmed_at,"
    " updated_at = :updated_at WHERE i.id = :id AND OWNED(i)"
)
ITEM = "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE i.id = :id AND " + VISIBLE_ITEM
ITEMS_BY_ID = "SELECT " + ITEM_COLUMNS + " FROM memory_items i WHERE i.id IN EACH(:ids) AND " + VISIBLE_ITEM
# The versions a candidate meets: of exactly one scope, not yet decided against, whether or not they hold right now.
ITEMS_HELD = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key AND i.status = 'active'"
    " ORDER BY i.sequence"
)
ITEMS_WAITING = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key AND i.status = 'pending'"
    " ORDER BY i.sequence"
)
LAST_VERSION = "SELECT MAX(i.version) FROM memory_items i WHERE OWNED(i) AND i.scope = :own AND i.key = :key"
ITEMS_ACTIVE = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " AND (CAST(:type AS TEXT) IS NULL OR i.type = :type) AND (CAST(:key AS TEXT) IS NULL OR i.key = :key)"
    " ORDER BY i.importance DESC, i.sequence DESC LIMIT :limit"
)
# Of one type: found by it first, and then sorted. Ordering by `-x` says that the index on `x` is not the way in.
ITEMS_ACTIVE_OF_TYPE = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.type = :type AND "
    + ACTIVE_ITEM
    + " AND "
    + NOT_HIDDEN
    + " AND (CAST(:key AS TEXT) IS NULL OR i.key = :key) ORDER BY -i.importance, -i.sequence LIMIT :limit"
)
# What a model with a cutoff cannot know: what happened after it, what has no day, and every correction.
PATCHES_AFTER = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE i.type = 'patches' AND "
    + VISIBLE_ITEM
    + " AND "
    + ACTIVE_ITEM
    + " AND (i.event_from IS NULL OR i.event_from > :after OR SUBSTR(i.key, 1, 17) = 'patch:correction:')"
    + " ORDER BY i.sequence DESC LIMIT :limit"
)
ITEMS_BY_STATUS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND (CAST(:status AS TEXT) IS NULL OR i.status = :status)"
    " AND (CAST(:type AS TEXT) IS NULL OR i.type = :type) AND (CAST(:key AS TEXT) IS NULL OR i.key = :key)"
    " ORDER BY i.sequence DESC LIMIT :limit"
)
VERSIONS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.scope = :own AND i.key = :key ORDER BY i.sequence"
)
KEY_DELETE = "DELETE FROM memory_items AS i WHERE OWNED(i) AND i.scope = :own AND i.key = :key"
TRANSIENT_OF_SESSION = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.session_id = :session_id AND i.priority = 'transient'"
    " AND i.status = 'active' AND NOT i.pinned AND (i.expires_at IS NULL OR i.expires_at > :now) ORDER BY i.sequence"
)
ITEM_COUNT = "SELECT COUNT(*) FROM memory_items i WHERE " + VISIBLE_ITEM + " AND " + ACTIVE_ITEM
ALL_ITEMS = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE OWNED(i) AND i.sequence > :after ORDER BY i.sequence LIMIT :limit"
)

ITEMS_NEWEST = (
    "SELECT "
    + ITEM_COLUMNS
    + " FROM memory_items i WHERE "
    + VISIBLE_ITEM
    + " AND i.status = 'active' ORDER BY i.sequence DESC LIMIT :limit"
)

# Over all scopes: only a moment comes of it, at which it is time to look again.
NEXT_START = "SELECT MIN(i.valid_from) FROM memory_items i WHERE OWNED(i) AND i.valid_from > :now"

# evidence

EVIDENCE_ADD = (
    "INSERT INTO evidence (item_id, ordinal, record_id, span_start, span_end, document_id, section_id, url)"
    " VALUES (:item_id, :ordinal, :record_id, :span_start, :span_end, :document_id, :section_id, :url)"
)
EVIDENCE_CUT = "DELETE FROM evidence AS e WHERE OWNED(e) AND e.item_id = :item_id AND e.ordinal >= :first"
# The quote is read from the record, never kept twice; it is shown only where the record itself may be seen.
EVIDENCE = (
    "SELECT e.item_id, e.record_id, e.span_start, e.span_end,"
    " CASE WHEN e.span_start IS NULL THEN NULL ELSE SUBSTR(r.content, e.span_start + 1, e.span_end - e.span_start) END,"
    " e.document_id, e.section_id, e.url"
    " FROM evidence e LEFT JOIN archival_records r ON r.id = e.record_id AND " + VISIBLE_RECORD + " WHERE OWNED(e)"
    " AND e.item_id IN EACH(:ids) ORDER BY e.item_id, e.ordinal"
)

# chunks

CHUNKS_OF_ITEM = (
    "SELECT c.ordinal, c.text, c.search_text FROM memory_chunks c"
    " WHERE OWNED(c) AND c.item_id = :item_id ORDER BY c.ordinal"
)
ALL_RECORDS = (
    "SELECT "
    + RECORD_COLUMNS
    + ", r.position FROM archival_records r WHERE OWNED(r) AND r.sequence > :after ORDER BY r.sequence LIMIT :limit"
)
RECORDS_OF_TURN = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.turn_id = :turn_id AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence"
)
RECORDS_BETWEEN = (
    "SELECT "
    + RECORD_COLUMNS
    + " FROM archival_records r WHERE r.session_id = :session_id AND r.position BETWEEN :first AND :last AND "
    + VISIBLE_RECORD
    + " ORDER BY r.sequence"
)
# For embedding only, over all scopes: what comes of it is a vector, and that belongs to the record's own chunk.
RECORDS_OF_ANY_SCOPE = "SELECT " + RECORD_COLUMNS + " FROM archival_records r WHERE OWNED(r) AND r.id IN EACH(:ids)"
RECORDS_BY_ID = "SELECT " + RECORD_COLUMNS + " FROM archival_records r WHERE r.id IN EACH(:ids) AND " + VISIBLE_RECORD
RECORD_CHUNKS_OF = (
    "SELECT c.search_text FROM record_chunks c WHERE OWNED(c) AND c.record_id = :record_id ORDER BY c.ordinal"
)
_COUNTED = "SELECT COUNT(*), COALESCE(SUM(LENGTH(c.search_text) - LENGTH(REPLACE(c.search_text, ' ', '')) + 1), 0)"
COUNTED = {
    "recall": _COUNTED + " FROM memory_chunks c WHERE OWNED(c)",
    "archival": _COUNTED + " FROM record_chunks c WHERE OWNED(c)",
}
CHUNKS_LOST = (
    "SELECT COUNT(*) FROM memory_chunks c WHERE OWNED(c)"
    " AND NOT EXISTS (SELECT 1 FROM memory_items i WHERE i.id = c.item_id AND OWNED(i))"
)

# change log

CHANGE_ADD = (
    "INSERT INTO changes (sequence, revision, changed_at, action, item_id, key, scope, source_type, reason,"
    " before_json, after_json)"
    " VALUES (:sequence, :revision, :changed_at, :action, :item_id, :key, :scope, :source_type, :reason,"
    " :before_json, :after_json)"
)
CHANGES_OF_KEY = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.scope = :own AND c.key = :key ORDER BY c.sequence"
)
CHANGES_OF_REVISION = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.revision = :revision ORDER BY c.sequence"
)
KEYS_CHANGED_SINCE = (
    "SELECT DISTINCT c.scope, c.key FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.sequence > :after LIMIT :limit"
)
