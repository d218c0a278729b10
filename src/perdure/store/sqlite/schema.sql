-- The schema as all migrations leave it, to be read in one piece; a test compares the two.

-- One file is one agent: `agents` has exactly one row, and no other table needs to say whose it is.
-- Times are microseconds since 1970 in UTC. `sequence` is the agent's one number line: it orders everything.

-- `chained_from`: entries of the log up to this number were written before there was a chain for them.
CREATE TABLE agents (
    agent_id    TEXT NOT NULL PRIMARY KEY,
    name        TEXT,
    parent_id   TEXT,
    config_json TEXT NOT NULL DEFAULT '{}',
    revision    INTEGER NOT NULL DEFAULT 0,
    sequence    INTEGER NOT NULL DEFAULT 0,
    chain_head  BLOB NOT NULL,
    clock_high  INTEGER NOT NULL DEFAULT 0,
    created_at  INTEGER NOT NULL
    , chained_from INTEGER NOT NULL DEFAULT 0) STRICT;

-- Apart from `agents`: on PostgreSQL that table is listed over all agents, and a secret is its agent's alone.
CREATE TABLE agent_secrets (
    agent_id TEXT NOT NULL PRIMARY KEY REFERENCES agents,
    secret   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    id            TEXT NOT NULL PRIMARY KEY,
    scope         TEXT NOT NULL,
    kind          TEXT NOT NULL,
    started_at    INTEGER NOT NULL,
    completed_at  INTEGER,
    message_count INTEGER NOT NULL,
    turn_count    INTEGER NOT NULL,
    total_tokens  INTEGER NOT NULL,
    sequence      INTEGER NOT NULL,
    -- Its last sign of life: a write to it, or the word of a process that has it open.
    alive_at      INTEGER NOT NULL,
    -- Up to which position its past stands in `compacted`; it only grows.
    watermark     INTEGER NOT NULL DEFAULT 0,
    compacted     TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_start ON sessions (scope, sequence);
CREATE INDEX sessions_open ON sessions (scope, sequence) WHERE completed_at IS NULL;

-- `rest_hash`: of a record from which something was erased, the hash of what is left; the old one stays, for the chain.
CREATE TABLE archival_records (
    sequence       INTEGER NOT NULL PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    session_id     TEXT NOT NULL REFERENCES sessions (id),
    scope          TEXT NOT NULL,
    turn_id        INTEGER NOT NULL,
    role           TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'system')),
    speaker        TEXT,
    content        TEXT,
    name           TEXT,
    arguments_json TEXT,
    result_json    TEXT,
    timestamp      INTEGER NOT NULL,
    tags_json      TEXT,
    content_ref    TEXT,
    salt           BLOB,
    content_hash   BLOB NOT NULL,
    chain_hash     BLOB NOT NULL,
    -- The place in its session, so that its neighbours can be read with it.
    position       INTEGER NOT NULL
    , rest_hash BLOB) STRICT;

CREATE INDEX records_by_turn ON archival_records (session_id, turn_id);
CREATE INDEX records_by_time ON archival_records (timestamp);
CREATE INDEX records_by_place ON archival_records (session_id, position);

CREATE TABLE attachments (
    id         TEXT NOT NULL PRIMARY KEY,
    record_id  TEXT NOT NULL REFERENCES archival_records (id),
    ordinal    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size       INTEGER NOT NULL,
    sha256     TEXT NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX attachments_by_record ON attachments (record_id, ordinal);

CREATE TABLE receipts (
    session_id      TEXT NOT NULL REFERENCES sessions (id),
    idempotency_key TEXT NOT NULL,
    payload_hash    BLOB NOT NULL,
    receipt_json    TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    PRIMARY KEY (session_id, idempotency_key)
) STRICT, WITHOUT ROWID;

-- `restricted_at`: kept, but neither recalled nor given to a model, since then. `state_sum`: of what may change.
CREATE TABLE memory_items (
    sequence          INTEGER NOT NULL PRIMARY KEY,
    id                TEXT NOT NULL UNIQUE,
    type              TEXT NOT NULL,
    key               TEXT NOT NULL,
    scope             TEXT NOT NULL,
    value_json        TEXT NOT NULL,
    content           TEXT NOT NULL,
    confidence        REAL NOT NULL DEFAULT 0.5 CHECK (confidence BETWEEN 0 AND 1),
    importance        REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
    priority          TEXT NOT NULL CHECK (priority IN ('transient', 'short_term', 'long_term', 'permanent')),
    status            TEXT NOT NULL CHECK (status IN ('active', 'superseded', 'retracted', 'pending')),
    version           INTEGER NOT NULL,
    superseded_by     TEXT,
    source_type       TEXT NOT NULL
        CHECK (source_type IN ('user', 'relayed', 'tool', 'observation', 'inference', 'outside')),
    trust             REAL NOT NULL CHECK (trust BETWEEN 0 AND 1),
    session_id        TEXT,
    source_turn_id    INTEGER,
    source_message_id TEXT,
    valid_from        INTEGER,
    valid_to          INTEGER,
    expires_at        INTEGER,
    keep_for          INTEGER,
    verified          INTEGER NOT NULL DEFAULT 0,
    verified_at       INTEGER,
    pinned            INTEGER NOT NULL DEFAULT 0,
    use_count         INTEGER NOT NULL DEFAULT 0,
    last_used_at      INTEGER,
    last_confirmed_at INTEGER,
    created_at        INTEGER NOT NULL,
    updated_at        INTEGER NOT NULL,
    checksum          BLOB NOT NULL,
    -- When what it speaks of happened or is due, where the value says so: what "last May" is compared with.
    event_from        INTEGER,
    event_to          INTEGER,
    grade             TEXT NOT NULL DEFAULT 'sure' CHECK (grade IN ('sure', 'provisional')),
    restricted_at INTEGER, state_sum BLOB,
    CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to >= valid_from)
) STRICT;

-- A version number is given once. A pending candidate has none (0) until it is accepted.
CREATE UNIQUE INDEX items_by_version ON memory_items (scope, key, version) WHERE version > 0;
CREATE INDEX items_by_key ON memory_items (scope, key, status);
CREATE INDEX items_by_type ON memory_items (scope, type, status);
CREATE INDEX items_by_worth ON memory_items (status, importance DESC, sequence DESC);
CREATE INDEX items_by_use ON memory_items (last_used_at DESC);
CREATE INDEX items_by_session ON memory_items (session_id);
CREATE INDEX items_by_expiry ON memory_items (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX items_by_start ON memory_items (valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX items_by_event ON memory_items (status, event_from) WHERE event_from IS NOT NULL;

CREATE TABLE evidence (
    item_id     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL,
    record_id   TEXT,
    span_start  INTEGER,
    span_end    INTEGER,
    document_id TEXT,
    section_id  TEXT,
    url         TEXT,
    PRIMARY KEY (item_id, ordinal),
    CHECK (record_id IS NOT NULL OR document_id IS NOT NULL OR url IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX evidence_by_record ON evidence (record_id) WHERE record_id IS NOT NULL;

CREATE TABLE memory_chunks (
    id          INTEGER NOT NULL PRIMARY KEY,
    item_id     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL,
    text        TEXT NOT NULL,
    search_text TEXT NOT NULL,
    meta_json   TEXT NOT NULL,
    UNIQUE (item_id, ordinal)
) STRICT;

-- Words are cut by `segment()` before they come here, so the tokenizer may split at spaces only. External content:
-- a contentless index would keep the words of deleted text, and `secure-delete` wipes them from the index pages.
CREATE VIRTUAL TABLE memory_chunks_fts USING fts5 (
    search_text, content = 'memory_chunks', content_rowid = 'id',
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO memory_chunks_fts (memory_chunks_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER memory_chunks_added AFTER INSERT ON memory_chunks BEGIN
    INSERT INTO memory_chunks_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE TRIGGER memory_chunks_removed AFTER DELETE ON memory_chunks BEGIN
    INSERT INTO memory_chunks_fts (memory_chunks_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE TRIGGER memory_chunks_changed AFTER UPDATE ON memory_chunks BEGIN
    INSERT INTO memory_chunks_fts (memory_chunks_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO memory_chunks_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

-- In one chain with the archive. What may be erased of an entry is in `body_hash`, under a salt of its own.
CREATE TABLE changes (
    sequence    INTEGER NOT NULL PRIMARY KEY,
    revision    INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    action      TEXT NOT NULL,
    item_id     TEXT NOT NULL,
    key         TEXT NOT NULL,
    scope       TEXT NOT NULL,
    source_type TEXT NOT NULL,
    reason      TEXT NOT NULL,
    before_json TEXT NOT NULL,
    after_json  TEXT NOT NULL
    , salt BLOB, body_hash BLOB, chain_hash BLOB) STRICT;

CREATE INDEX changes_by_key ON changes (scope, key);
CREATE INDEX changes_by_item ON changes (item_id, sequence);
CREATE INDEX changes_by_revision ON changes (revision);

CREATE TABLE record_chunks (
    id          INTEGER NOT NULL PRIMARY KEY,
    record_id   TEXT NOT NULL REFERENCES archival_records (id) ON DELETE CASCADE,
    session_id  TEXT NOT NULL,
    position    INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL,
    search_text TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX record_chunks_by_record ON record_chunks (record_id, ordinal);
CREATE INDEX record_chunks_by_place ON record_chunks (session_id, position);

CREATE VIRTUAL TABLE record_chunks_fts USING fts5 (
    search_text, content = 'record_chunks', content_rowid = 'id',
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO record_chunks_fts (record_chunks_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER record_chunks_added AFTER INSERT ON record_chunks BEGIN
    INSERT INTO record_chunks_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE TRIGGER record_chunks_removed AFTER DELETE ON record_chunks BEGIN
    INSERT INTO record_chunks_fts (record_chunks_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE VIRTUAL TABLE memory_words USING fts5vocab (memory_chunks_fts, row);
CREATE VIRTUAL TABLE record_words USING fts5vocab (record_chunks_fts, row);
CREATE VIRTUAL TABLE memory_places USING fts5vocab (memory_chunks_fts, instance);
CREATE VIRTUAL TABLE record_places USING fts5vocab (record_chunks_fts, instance);

-- Totals of each index, kept with every write, since counting a million rows for each question is too slow.
-- `rules` says how the words were cut (`segment.RULES`); an index made under other rules is made again.
CREATE TABLE index_totals (
    mem_type TEXT NOT NULL PRIMARY KEY CHECK (mem_type IN ('recall', 'archival')),
    chunks   INTEGER NOT NULL,
    words    INTEGER NOT NULL,
    rules    INTEGER NOT NULL
, complete_model TEXT, complete_to INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

-- Which vector stands for which chunk. A tombstone (`is_deleted`) is no longer found and is dropped by compaction.
CREATE TABLE vector_id_map (
    faiss_id   INTEGER NOT NULL PRIMARY KEY,
    mem_type   TEXT NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    model      TEXT NOT NULL,
    embedding  BLOB NOT NULL
    , checksum BLOB) STRICT;

CREATE UNIQUE INDEX vectors_by_chunk ON vector_id_map (mem_type, mem_id);
-- They are counted and read in order after every write, and a row is too long to be read for that.
CREATE INDEX vectors_by_model ON vector_id_map (mem_type, model, is_deleted);

CREATE TABLE entity_mentions (
    entity_key TEXT NOT NULL,
    scope      TEXT NOT NULL,
    mem_type   TEXT NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     TEXT NOT NULL,
    PRIMARY KEY (entity_key, scope, mem_type, mem_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_owner ON entity_mentions (mem_type, mem_id);

-- How the names of entities begin, folded: which of them a text can hold is looked up by the words that stand in it.
CREATE TABLE name_starts (
    start   TEXT NOT NULL,
    item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    PRIMARY KEY (start, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_starts_by_item ON name_starts (item_id);

-- Looks into the archive: when and why, never what was asked.
CREATE TABLE lookups (
    sequence   INTEGER NOT NULL PRIMARY KEY,
    looked_at  INTEGER NOT NULL,
    scope      TEXT NOT NULL,
    session_id TEXT,
    reason     TEXT NOT NULL
        CHECK (reason IN ('user_ask_evidence', 'low_confidence', 'recall_miss', 'tool_call', 'maintenance')),
    hits       INTEGER NOT NULL
) STRICT;

-- Work that a model does later, each piece once: `turn_id` 0 stands for the session as a whole. A worker holds a lease;
-- what failed for good stays with its reason (`dead`). It carries no text: the worker reads the archive.
CREATE TABLE extraction_queue (
    sequence    INTEGER NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('learn', 'extract', 'episode', 'consolidate')),
    session_id  TEXT NOT NULL,
    scope       TEXT NOT NULL,
    turn_id     INTEGER NOT NULL DEFAULT 0,
    status      TEXT NOT NULL CHECK (status IN ('waiting', 'leased', 'done', 'dead')),
    retry_count INTEGER NOT NULL DEFAULT 0,
    max_retries INTEGER NOT NULL,
    not_before  INTEGER NOT NULL,
    lease_owner TEXT,
    lease_until INTEGER,
    last_error  TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX queue_by_turn ON extraction_queue (kind, session_id, turn_id);
CREATE INDEX queue_by_state ON extraction_queue (status, not_before);

-- Tokens and calls per day, purpose, model and session ('' outside any): for statistics and the spending cap.
CREATE TABLE usage (
    day        TEXT NOT NULL,
    purpose    TEXT NOT NULL,
    model      TEXT NOT NULL,
    session_id TEXT NOT NULL,
    scope      TEXT NOT NULL,
    calls      INTEGER NOT NULL,
    failures   INTEGER NOT NULL,
    tokens_in  INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    PRIMARY KEY (day, purpose, model, session_id)
) STRICT, WITHOUT ROWID;

-- The state of the task in hand, per session. Secrets never come here.
CREATE TABLE working_memory (
    session_id         TEXT NOT NULL,
    scope              TEXT NOT NULL,
    current_task       TEXT,
    context            TEXT NOT NULL,
    temporary_files    TEXT NOT NULL,
    thought_chain      TEXT,
    temporary_state    TEXT NOT NULL,
    recently_completed TEXT NOT NULL,
    last_updated       INTEGER NOT NULL,
    PRIMARY KEY (session_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX working_by_update ON working_memory (scope, last_updated);

-- Each application of a patch, and what came of it.
CREATE TABLE patch_history (
    sequence   INTEGER NOT NULL PRIMARY KEY,
    patch_id   TEXT NOT NULL,
    patch_key  TEXT NOT NULL,
    scope      TEXT NOT NULL,
    session_id TEXT,
    model      TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    outcome    TEXT NOT NULL CHECK (outcome IN ('success', 'partial', 'failed')),
    feedback   TEXT
) STRICT;

CREATE INDEX patch_history_by_patch ON patch_history (patch_key, sequence);

-- Keyed hashes of the lines that memory put into a session's prompt: what comes back in them is never learned.
CREATE TABLE injected_lines (
    session_id TEXT NOT NULL,
    line_hash  BLOB NOT NULL,
    PRIMARY KEY (session_id, line_hash)
) STRICT, WITHOUT ROWID;

-- Two items that may disagree (`doubtful`), or say the same in other words (`alike`). One row for a pair, whichever was named first; open until somebody has settled it.
-- `scope` is the narrower of the two, so that who sees the link sees both. It goes with either item.
CREATE TABLE links (
    item_a     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    item_b     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('doubtful', 'alike')),
    scope      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    sequence   INTEGER NOT NULL,
    PRIMARY KEY (item_a, item_b, kind),
    CHECK (item_a < item_b)
) STRICT, WITHOUT ROWID;

CREATE INDEX links_by_other ON links (item_b);
CREATE INDEX links_open ON links (scope, sequence) WHERE settled_at IS NULL;

-- Spans of records that forgetting hides from every pack, and which item was forgotten ('' if none): no reference,
-- because the span stays hidden when the item is deleted. Characters, as in `evidence`.
CREATE TABLE withheld (
    record_id  TEXT NOT NULL REFERENCES archival_records (id) ON DELETE CASCADE,
    span_start INTEGER NOT NULL CHECK (span_start >= 0),
    span_end   INTEGER NOT NULL,
    item_id    TEXT NOT NULL,
    scope      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    sequence   INTEGER NOT NULL,
    PRIMARY KEY (record_id, span_start, span_end, item_id),
    CHECK (span_end > span_start)
) STRICT, WITHOUT ROWID;

CREATE INDEX withheld_by_item ON withheld (item_id);

-- What became of each step of the daily run, by local day. Counts and codes: no text of an item ever comes here.
CREATE TABLE upkeep_steps (
    day         TEXT NOT NULL,
    step        TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('running', 'done', 'unfinished', 'failed', 'skipped')),
    changed     INTEGER NOT NULL,
    problem     TEXT,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    PRIMARY KEY (day, step)
) STRICT, WITHOUT ROWID;

-- What was erased and when, without a word of it. `plan_json` names items and spans by their ids until all is gone.
CREATE TABLE erasures (
    id               TEXT NOT NULL PRIMARY KEY,
    scope            TEXT NOT NULL,
    asked_at         INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('asked', 'removed', 'done')),
    plan_json        TEXT NOT NULL,
    certificate_json TEXT NOT NULL,
    sequence         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX erasures_open ON erasures (sequence) WHERE state <> 'done';

-- What must not come back, as hashes that only this store can make. Of a span also its record and how long it was.
CREATE TABLE tombstones (
    kind      TEXT NOT NULL CHECK (kind IN ('item', 'record', 'span', 'text', 'fact')),
    hash      BLOB NOT NULL,
    place     BLOB NOT NULL,
    length    INTEGER NOT NULL,
    erased_at INTEGER NOT NULL,
    sequence  INTEGER NOT NULL,
    PRIMARY KEY (kind, hash, place)
) STRICT, WITHOUT ROWID;

-- Every call of a model: when, for what, whose model, and which items and records it was shown; never what they say.
CREATE TABLE model_calls (
    sequence     INTEGER NOT NULL PRIMARY KEY,
    called_at    INTEGER NOT NULL,
    scope        TEXT NOT NULL,
    session_id   TEXT,
    purpose      TEXT NOT NULL,
    provider     TEXT NOT NULL,
    model        TEXT NOT NULL,
    outcome      TEXT NOT NULL,
    items_json   TEXT NOT NULL,
    records_json TEXT NOT NULL
) STRICT;

-- Points in the log that somebody gave a name.
CREATE TABLE snapshots (
    scope      TEXT NOT NULL,
    name       TEXT NOT NULL,
    sequence   INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (scope, name)
) STRICT, WITHOUT ROWID;

-- Where this memory came from: the agents that it was forked from or that were merged into it, up to which change.
CREATE TABLE ancestors (
    ordinal     INTEGER NOT NULL PRIMARY KEY,
    ancestor_id TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('fork', 'merge')),
    sequence    INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    happened_at INTEGER NOT NULL
) STRICT;
