"""What the statements of both engines are made of, written once (decision 0003): who sees what, and what is active.

The statements themselves stand above the code that uses them.

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

RECORD_COLUMNS = (
    "r.id, r.session_id, r.scope, r.turn_id, r.sequence, r.role, r.content, r.timestamp, r.speaker, r.name,"
    " r.arguments_json, r.result_json, r.tags_json, r.content_ref, r.salt, r.content_hash"
)
ITEM_COLUMNS = (
    "i.id, i.type, i.key, i.scope, i.value_json, i.content, i.confidence, i.importance, i.priority, i.status,"
    " i.version, i.source_type, i.trust, i.created_at, i.updated_at, i.sequence, i.valid_from, i.valid_to,"
    " i.expires_at, i.keep_for, i.superseded_by, i.session_id, i.source_turn_id, i.source_message_id, i.verified,"
    " i.verified_at, i.pinned,"
    " i.use_count, i.last_used_at, i.last_confirmed_at, i.checksum, (" + ACTIVE_ITEM + ") AS is_active"
)
