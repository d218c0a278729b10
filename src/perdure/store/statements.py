"""What the statements of both engines are made of, written once (decision 0003): who sees what, and what is active.

The statements themselves stand above the code that uses them.

`OWNED(x)` becomes `x.agent_id = <this agent>` on PostgreSQL, where row-level security stands behind it, and nothing on
SQLite, where the file is the agent. `EACH(:ids)` is the rows of a JSON array, `HASHES(:ids)` those of one of bytes in
hexadecimal. `THEN JOIN` is a join that SQLite is to make in that order. Parameters are bound by name; nothing is ever
formatted into a statement.
"""

from __future__ import annotations

# The one visibility rule and the one meaning of "active". Every read of an item goes through both, or says why not.
VISIBLE_ITEM = "OWNED(i) AND i.scope IN (:scope, 'shared')"
# `Item.is_kept_at`, `Item.is_valid_at` and `Item.holds_at` say the same of an item in hand; a test compares them.
_KEPT = "x.status = 'active' AND (x.expires_at IS NULL OR x.expires_at > :now OR x.pinned)"
_VALID = "(x.valid_from IS NULL OR x.valid_from <= :now) AND (x.valid_to IS NULL OR x.valid_to > :now)"
_ACTIVE = _KEPT + " AND " + _VALID + " AND x.restricted_at IS NULL"
KEPT_ITEM = _KEPT.replace("x.", "i.")
VALID_ITEM = _VALID.replace("x.", "i.")
ACTIVE_ITEM = _ACTIVE.replace("x.", "i.")
# Own scope before `shared`: an item of the scope hides a shared one with its key.
NOT_HIDDEN = (
    "(i.scope = :scope OR NOT EXISTS (SELECT 1 FROM memory_items o WHERE OWNED(o) AND o.scope = :scope"
    " AND o.key = i.key AND " + _ACTIVE.replace("x.", "o.") + "))"
)
# What a scope holds now.
CURRENT_ITEM = VISIBLE_ITEM + " AND " + ACTIVE_ITEM + " AND " + NOT_HIDDEN
EVER, NEVER = -(1 << 62), 1 << 62
"""Before and after every moment, in microseconds since 1970."""
# Of something that a scope holds now: from when until when time alone changes nothing of that. What is shared is hidden
# as soon as the scope has something of its own under the same key, so that of it nothing is promised.
HOLDS_BETWEEN = (
    f"COALESCE(i.valid_from, {EVER}), CASE WHEN i.scope <> :scope THEN {EVER}"
    f" WHEN i.expires_at IS NULL OR i.pinned THEN COALESCE(i.valid_to, {NEVER})"
    " WHEN i.valid_to < i.expires_at THEN i.valid_to ELSE i.expires_at END"
)
VISIBLE_RECORD = "OWNED(r) AND r.scope IN (:scope, 'shared')"
VISIBLE_SESSION = "OWNED(s) AND s.scope IN (:scope, 'shared')"

RECORD_COLUMNS = (
    "r.id, r.session_id, r.scope, r.turn_id, r.sequence, r.role, r.content, r.timestamp, r.speaker, r.name,"
    " r.arguments_json, r.result_json, r.tags_json, r.content_ref, r.salt, COALESCE(r.rest_hash, r.content_hash)"
)
ITEM_COLUMNS = (
    "i.id, i.type, i.key, i.scope, i.value_json, i.content, i.confidence, i.importance, i.priority, i.status,"
    " i.version, i.source_type, i.trust, i.created_at, i.updated_at, i.sequence, i.valid_from, i.valid_to,"
    " i.expires_at, i.keep_for, i.superseded_by, i.session_id, i.source_turn_id, i.source_message_id, i.verified,"
    " i.verified_at, i.pinned,"
    " i.use_count, i.last_used_at, i.last_confirmed_at, i.checksum, (" + ACTIVE_ITEM + ") AS is_active, i.grade,"
    " i.restricted_at, i.state_sum"
)
