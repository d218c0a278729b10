-- All agents share these tables: `agent_id` leads every key and index, and comes from the transaction's setting
-- `perdure.agent_id`, which row-level security compares it with. Row-level security is forced: the owner obeys it too.
-- Times are microseconds since 1970 in UTC. `sequence` is the agent's one number line: it orders everything.
-- Text sorts by code point (COLLATE "C"), as on SQLite. `json`, not `jsonb`: the text comes back as it was written.

CREATE TABLE schema_version (
    one     BOOLEAN NOT NULL DEFAULT TRUE PRIMARY KEY CHECK (one),
    version INTEGER NOT NULL
);
INSERT INTO schema_version (version) VALUES (0);

CREATE TABLE agents (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') PRIMARY KEY CHECK (agent_id <> ''),
    name        TEXT COLLATE "C",
    parent_id   TEXT COLLATE "C",
    config_json JSON NOT NULL DEFAULT '{}',
    revision    BIGINT NOT NULL DEFAULT 0,
    sequence    BIGINT NOT NULL DEFAULT 0,
    chain_head  BYTEA NOT NULL,
    clock_high  BIGINT NOT NULL DEFAULT 0,
    secret      BYTEA NOT NULL,
    created_at  BIGINT NOT NULL
);

CREATE TABLE sessions (
    agent_id      TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    id            TEXT COLLATE "C" NOT NULL,
    scope         TEXT COLLATE "C" NOT NULL,
    kind          TEXT COLLATE "C" NOT NULL,
    started_at    BIGINT NOT NULL,
    completed_at  BIGINT,
    message_count BIGINT NOT NULL,
    turn_count    BIGINT NOT NULL,
    total_tokens  BIGINT NOT NULL,
    sequence      BIGINT NOT NULL,
    PRIMARY KEY (agent_id, id)
);

CREATE INDEX sessions_by_start ON sessions (agent_id, scope, sequence);

CREATE TABLE archival_records (
    agent_id       TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    sequence       BIGINT NOT NULL,
    id             TEXT COLLATE "C" NOT NULL,
    session_id     TEXT COLLATE "C" NOT NULL,
    scope          TEXT COLLATE "C" NOT NULL,
    turn_id        BIGINT NOT NULL,
    role           TEXT COLLATE "C" NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'system')),
    speaker        TEXT COLLATE "C",
    content        TEXT COLLATE "C",
    name           TEXT COLLATE "C",
    arguments_json JSON,
    result_json    JSON,
    timestamp      BIGINT NOT NULL,
    tags_json      JSON,
    content_ref    TEXT COLLATE "C",
    salt           BYTEA,
    content_hash   BYTEA NOT NULL,
    chain_hash     BYTEA NOT NULL,
    PRIMARY KEY (agent_id, sequence),
    UNIQUE (agent_id, id),
    FOREIGN KEY (agent_id, session_id) REFERENCES sessions (agent_id, id)
);

CREATE INDEX records_by_turn ON archival_records (agent_id, session_id, turn_id);
CREATE INDEX records_by_time ON archival_records (agent_id, timestamp);

CREATE TABLE attachments (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    id         TEXT COLLATE "C" NOT NULL,
    record_id  TEXT COLLATE "C" NOT NULL,
    ordinal    INTEGER NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    media_type TEXT COLLATE "C" NOT NULL,
    size       BIGINT NOT NULL,
    sha256     TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (agent_id, id),
    FOREIGN KEY (agent_id, record_id) REFERENCES archival_records (agent_id, id)
);

CREATE INDEX attachments_by_record ON attachments (agent_id, record_id, ordinal);

-- What lies in files beside the database on SQLite.
CREATE TABLE attachment_bytes (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    sha256   TEXT COLLATE "C" NOT NULL,
    data     BYTEA NOT NULL,
    PRIMARY KEY (agent_id, sha256)
);

CREATE TABLE receipts (
    agent_id        TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    session_id      TEXT COLLATE "C" NOT NULL,
    idempotency_key TEXT COLLATE "C" NOT NULL,
    payload_hash    BYTEA NOT NULL,
    receipt_json    JSON NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (agent_id, session_id, idempotency_key),
    FOREIGN KEY (agent_id, session_id) REFERENCES sessions (agent_id, id)
);

CREATE TABLE memory_items (
    agent_id          TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    sequence          BIGINT NOT NULL,
    id                TEXT COLLATE "C" NOT NULL,
    type              TEXT COLLATE "C" NOT NULL,
    key               TEXT COLLATE "C" NOT NULL,
    scope             TEXT COLLATE "C" NOT NULL,
    value_json        JSON NOT NULL,
    content           TEXT COLLATE "C" NOT NULL,
    confidence        DOUBLE PRECISION NOT NULL DEFAULT 0.5 CHECK (confidence BETWEEN 0 AND 1),
    importance        DOUBLE PRECISION NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
    priority          TEXT COLLATE "C" NOT NULL
        CHECK (priority IN ('transient', 'short_term', 'long_term', 'permanent')),
    status            TEXT COLLATE "C" NOT NULL CHECK (status IN ('active', 'superseded', 'retracted', 'pending')),
    version           BIGINT NOT NULL,
    superseded_by     TEXT COLLATE "C",
    source_type       TEXT COLLATE "C" NOT NULL
        CHECK (source_type IN ('user', 'relayed', 'tool', 'observation', 'inference', 'outside')),
    trust             DOUBLE PRECISION NOT NULL CHECK (trust BETWEEN 0 AND 1),
    session_id        TEXT COLLATE "C",
    source_turn_id    BIGINT,
    source_message_id TEXT COLLATE "C",
    valid_from        BIGINT,
    valid_to          BIGINT,
    expires_at        BIGINT,
    keep_for          BIGINT,
    verified          BOOLEAN NOT NULL DEFAULT FALSE,
    verified_at       BIGINT,
    pinned            BOOLEAN NOT NULL DEFAULT FALSE,
    use_count         BIGINT NOT NULL DEFAULT 0,
    last_used_at      BIGINT,
    last_confirmed_at BIGINT,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    checksum          BYTEA NOT NULL,
    PRIMARY KEY (agent_id, sequence),
    UNIQUE (agent_id, id),
    CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to >= valid_from)
);

-- A version number is given once. A pending candidate has none (0) until it is accepted.
CREATE UNIQUE INDEX items_by_version ON memory_items (agent_id, scope, key, version) WHERE version > 0;
CREATE INDEX items_by_key ON memory_items (agent_id, scope, key, status);
CREATE INDEX items_by_type ON memory_items (agent_id, scope, type, status);
CREATE INDEX items_by_worth ON memory_items (agent_id, status, importance DESC, sequence DESC);
CREATE INDEX items_by_use ON memory_items (agent_id, last_used_at DESC);
CREATE INDEX items_by_session ON memory_items (agent_id, session_id);
CREATE INDEX items_by_expiry ON memory_items (agent_id, expires_at) WHERE expires_at IS NOT NULL;

-- Spans are INTEGER because SUBSTR takes no wider number.
CREATE TABLE evidence (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    item_id     TEXT COLLATE "C" NOT NULL,
    ordinal     INTEGER NOT NULL,
    record_id   TEXT COLLATE "C",
    span_start  INTEGER,
    span_end    INTEGER,
    document_id TEXT COLLATE "C",
    section_id  TEXT COLLATE "C",
    url         TEXT COLLATE "C",
    PRIMARY KEY (agent_id, item_id, ordinal),
    FOREIGN KEY (agent_id, item_id) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE,
    CHECK (record_id IS NOT NULL OR document_id IS NOT NULL OR url IS NOT NULL)
);

CREATE INDEX evidence_by_record ON evidence (agent_id, record_id) WHERE record_id IS NOT NULL;

CREATE TABLE memory_chunks (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    id          BIGINT NOT NULL,
    item_id     TEXT COLLATE "C" NOT NULL,
    ordinal     INTEGER NOT NULL,
    text        TEXT COLLATE "C" NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL,
    meta_json   JSON NOT NULL,
    PRIMARY KEY (agent_id, id),
    UNIQUE (agent_id, item_id, ordinal),
    FOREIGN KEY (agent_id, item_id) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE
);

CREATE TABLE changes (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    sequence    BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    changed_at  BIGINT NOT NULL,
    action      TEXT COLLATE "C" NOT NULL,
    item_id     TEXT COLLATE "C" NOT NULL,
    key         TEXT COLLATE "C" NOT NULL,
    scope       TEXT COLLATE "C" NOT NULL,
    source_type TEXT COLLATE "C" NOT NULL,
    reason      TEXT COLLATE "C" NOT NULL,
    before_json JSON NOT NULL,
    after_json  JSON NOT NULL,
    PRIMARY KEY (agent_id, sequence)
);

CREATE INDEX changes_by_key ON changes (agent_id, scope, key);

-- An unset agent is NULL or '', and no row has that: whoever forgets to say who they are sees nothing.
ALTER TABLE agents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agents
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
CREATE POLICY listing ON agents FOR SELECT USING (current_setting('perdure.listing', true) = 'on');
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sessions
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE archival_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON archival_records
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE attachments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON attachments
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE attachment_bytes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON attachment_bytes
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipts
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE memory_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_items
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE evidence ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON evidence
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE memory_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_chunks
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON changes
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
