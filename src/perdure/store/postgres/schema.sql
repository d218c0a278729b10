-- The schema as all migrations leave it, to be read in one piece; a test compares the two. The role `perdure_app`,
-- which belongs to the whole server, must exist before this is run.

CREATE EXTENSION IF NOT EXISTS vector;
CREATE SCHEMA perdure;
SET search_path = perdure, public, pg_temp;

-- All agents share these tables: `agent_id` leads every key and index, and comes from the transaction's setting
-- `perdure.agent_id`, which row-level security compares it with. Row-level security is forced: the owner obeys it too.
-- Times are microseconds since 1970 in UTC. `sequence` is the agent's one number line: it orders everything.
-- Text sorts by code point (COLLATE "C"), as on SQLite. `json`, not `jsonb`: the text comes back as it was written.

CREATE TABLE schema_version (
    one     BOOLEAN NOT NULL DEFAULT TRUE PRIMARY KEY CHECK (one),
    version INTEGER NOT NULL
);
INSERT INTO schema_version (version) VALUES (5);

CREATE TABLE agents (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') PRIMARY KEY CHECK (agent_id <> ''),
    name        TEXT COLLATE "C",
    parent_id   TEXT COLLATE "C",
    config_json JSON NOT NULL DEFAULT '{}',
    revision    BIGINT NOT NULL DEFAULT 0,
    sequence    BIGINT NOT NULL DEFAULT 0,
    chain_head  BYTEA NOT NULL,
    clock_high  BIGINT NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    -- Entries of the log up to this number were written before there was a chain for them.
    chained_from BIGINT NOT NULL DEFAULT 0
);

-- Apart from `agents`: that table is listed over all agents, and a secret is its agent's alone.
CREATE TABLE agent_secrets (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') PRIMARY KEY REFERENCES agents,
    secret   BYTEA NOT NULL
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
    -- Its last sign of life: a write to it, or the word of a process that has it open.
    alive_at      BIGINT NOT NULL,
    -- Up to which position its past stands in `compacted`; it only grows.
    watermark     BIGINT NOT NULL DEFAULT 0,
    compacted     JSON,
    PRIMARY KEY (agent_id, id)
);

CREATE INDEX sessions_by_start ON sessions (agent_id, scope, sequence);
CREATE INDEX sessions_open ON sessions (agent_id, scope, sequence) WHERE completed_at IS NULL;

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
    position       BIGINT NOT NULL,
    -- Of a record from which something was erased, the hash of what is left. The old one stays, for the chain.
    rest_hash      BYTEA,
    PRIMARY KEY (agent_id, sequence),
    UNIQUE (agent_id, id),
    FOREIGN KEY (agent_id, session_id) REFERENCES sessions (agent_id, id)
);

CREATE INDEX records_by_turn ON archival_records (agent_id, session_id, turn_id);
CREATE INDEX records_by_time ON archival_records (agent_id, timestamp);
CREATE INDEX records_by_place ON archival_records (agent_id, session_id, position);

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
    event_from        BIGINT,
    event_to          BIGINT,
    grade             TEXT COLLATE "C" NOT NULL DEFAULT 'sure' CHECK (grade IN ('sure', 'provisional')),
    -- Kept, but neither recalled nor given to a model, since then.
    restricted_at     BIGINT,
    -- A sum of what may change.
    state_sum         BYTEA,
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
CREATE INDEX items_by_start ON memory_items (agent_id, valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX items_by_event ON memory_items (agent_id, status, event_from) WHERE event_from IS NOT NULL;

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
    -- The log runs in one chain with the archive. What may be erased of an entry is in `body_hash`, under a salt.
    salt        BYTEA,
    body_hash   BYTEA,
    chain_hash  BYTEA,
    PRIMARY KEY (agent_id, sequence)
);

CREATE INDEX changes_by_key ON changes (agent_id, scope, key);
CREATE INDEX changes_by_item ON changes (agent_id, item_id, sequence);
CREATE INDEX changes_by_revision ON changes (agent_id, revision);

CREATE TABLE record_chunks (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    id          BIGINT NOT NULL,
    record_id   TEXT COLLATE "C" NOT NULL,
    session_id  TEXT COLLATE "C" NOT NULL,
    position    BIGINT NOT NULL,
    ordinal     INTEGER NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, id),
    FOREIGN KEY (agent_id, record_id) REFERENCES archival_records (agent_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX record_chunks_by_record ON record_chunks (agent_id, record_id, ordinal);
CREATE INDEX record_chunks_by_place ON record_chunks (agent_id, session_id, position);

-- The word index. Behind row-level security only leakproof operators may use an index, and those of GIN are not
-- (array and text search); equality of text is, so an ordinary index by agent and word is what the planner can take.
CREATE TABLE chunk_words (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    mem_type TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    word     TEXT COLLATE "C" NOT NULL,
    chunk_id BIGINT NOT NULL,
    count    INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    -- All that a search needs is in the index: in the table the rows of one word lie far apart.
    PRIMARY KEY (agent_id, mem_type, word, chunk_id) INCLUDE (count, length)
);

-- Kept by triggers, as FTS5 is on SQLite, so that the shared statements need not know of it. Chunks that come together
-- are taken together. A chunk that goes names its words itself, so that no index by chunk is needed.
CREATE FUNCTION index_new_words() RETURNS trigger LANGUAGE plpgsql SET search_path = perdure, pg_temp AS $$
BEGIN
    INSERT INTO chunk_words (agent_id, mem_type, word, chunk_id, count, length)
    SELECT n.agent_id, TG_ARGV[0], t.word, n.id, t.count, t.length
    FROM added n CROSS JOIN LATERAL (
        SELECT u.word, count(*) AS count, sum(count(*)) OVER () AS length
        FROM unnest(string_to_array(n.search_text, ' ')) AS u (word) WHERE u.word <> '' GROUP BY u.word
    ) t;
    RETURN NULL;
END
$$;

CREATE FUNCTION index_words() RETURNS trigger LANGUAGE plpgsql SET search_path = perdure, pg_temp AS $$
BEGIN
    DELETE FROM chunk_words w
    WHERE w.agent_id = old.agent_id AND w.mem_type = TG_ARGV[0] AND w.chunk_id = old.id
        AND w.word = ANY (string_to_array(old.search_text, ' '));
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO chunk_words (agent_id, mem_type, word, chunk_id, count, length)
        SELECT new.agent_id, TG_ARGV[0], t.word, new.id, count(*), sum(count(*)) OVER ()
        FROM unnest(string_to_array(new.search_text, ' ')) AS t (word) WHERE t.word <> '' GROUP BY t.word;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_chunks_new_words AFTER INSERT ON memory_chunks REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION index_new_words('recall');
CREATE TRIGGER record_chunks_new_words AFTER INSERT ON record_chunks REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION index_new_words('archival');
CREATE TRIGGER memory_chunks_words AFTER DELETE OR UPDATE OF search_text ON memory_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('recall');
CREATE TRIGGER record_chunks_words AFTER DELETE OR UPDATE OF search_text ON record_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('archival');

-- Totals of each index, kept with every write, since counting a million rows for each question is too slow.
-- `rules` says how the words were cut (`segment.RULES`); an index made under other rules is made again.
CREATE TABLE index_totals (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    mem_type TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    chunks   BIGINT NOT NULL,
    words    BIGINT NOT NULL,
    rules    INTEGER NOT NULL,
    -- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
    complete_model TEXT COLLATE "C",
    complete_to    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (agent_id, mem_type)
);

-- Which vector stands for which chunk. A tombstone (`is_deleted`) is no longer found and is dropped by compaction.
-- Vectors are scanned within the agent: an approximate index over all agents would let one push out another's results.
CREATE TABLE vector_id_map (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    faiss_id   BIGINT NOT NULL,
    mem_type   TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     BIGINT NOT NULL,
    is_deleted BOOLEAN NOT NULL DEFAULT FALSE,
    model      TEXT COLLATE "C" NOT NULL,
    embedding  HALFVEC NOT NULL,
    checksum   BYTEA,
    PRIMARY KEY (agent_id, faiss_id)
) WITH (toast_tuple_target = 8160);  -- in the row: a search reads them all, and beside it that took three times as long

CREATE UNIQUE INDEX vectors_by_chunk ON vector_id_map (agent_id, mem_type, mem_id);
CREATE INDEX vectors_by_model ON vector_id_map (agent_id, mem_type, model, is_deleted);

CREATE TABLE entity_mentions (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    entity_key TEXT COLLATE "C" NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    mem_type   TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, entity_key, scope, mem_type, mem_id)
);

CREATE INDEX mentions_by_owner ON entity_mentions (agent_id, mem_type, mem_id);

-- How the names of entities begin, folded: which of them a text can hold is looked up by the words that stand in it.
CREATE TABLE name_starts (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    start    TEXT COLLATE "C" NOT NULL,
    item_id  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, start, item_id),
    FOREIGN KEY (agent_id, item_id) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE
);

CREATE INDEX name_starts_by_item ON name_starts (agent_id, item_id);

-- Looks into the archive: when and why, never what was asked.
CREATE TABLE lookups (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    sequence   BIGINT NOT NULL,
    looked_at  BIGINT NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C",
    reason     TEXT COLLATE "C" NOT NULL
        CHECK (reason IN ('user_ask_evidence', 'low_confidence', 'recall_miss', 'tool_call', 'maintenance')),
    hits       BIGINT NOT NULL,
    PRIMARY KEY (agent_id, sequence)
);

-- Work that a model does later, each piece once: `turn_id` 0 stands for the session as a whole. A worker holds a lease;
-- what failed for good stays with its reason (`dead`). It carries no text: the worker reads the archive.
CREATE TABLE extraction_queue (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    sequence    BIGINT NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL CHECK (kind IN ('learn', 'extract', 'episode', 'consolidate')),
    session_id  TEXT COLLATE "C" NOT NULL,
    scope       TEXT COLLATE "C" NOT NULL,
    turn_id     BIGINT NOT NULL DEFAULT 0,
    status      TEXT COLLATE "C" NOT NULL CHECK (status IN ('waiting', 'leased', 'done', 'dead')),
    retry_count BIGINT NOT NULL DEFAULT 0,
    max_retries BIGINT NOT NULL,
    not_before  BIGINT NOT NULL,
    lease_owner TEXT COLLATE "C",
    lease_until BIGINT,
    last_error  TEXT COLLATE "C",
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (agent_id, sequence)
);

CREATE UNIQUE INDEX queue_by_turn ON extraction_queue (agent_id, kind, session_id, turn_id);
CREATE INDEX queue_by_state ON extraction_queue (agent_id, status, not_before);

-- Tokens and calls per day, purpose, model and session ('' outside any): for statistics and the spending cap.
CREATE TABLE usage (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    day        TEXT COLLATE "C" NOT NULL,
    purpose    TEXT COLLATE "C" NOT NULL,
    model      TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    calls      BIGINT NOT NULL,
    failures   BIGINT NOT NULL,
    tokens_in  BIGINT NOT NULL,
    tokens_out BIGINT NOT NULL,
    PRIMARY KEY (agent_id, day, purpose, model, session_id)
);

-- The state of the task in hand, per session. Secrets never come here.
CREATE TABLE working_memory (
    agent_id           TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    session_id         TEXT COLLATE "C" NOT NULL,
    scope              TEXT COLLATE "C" NOT NULL,
    current_task       JSON,
    context            JSON NOT NULL,
    temporary_files    JSON NOT NULL,
    thought_chain      JSON,
    temporary_state    JSON NOT NULL,
    recently_completed JSON NOT NULL,
    last_updated       BIGINT NOT NULL,
    PRIMARY KEY (agent_id, session_id)
);

CREATE INDEX working_by_update ON working_memory (agent_id, scope, last_updated);

-- Each application of a patch, and what came of it.
CREATE TABLE patch_history (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    sequence   BIGINT NOT NULL,
    patch_id   TEXT COLLATE "C" NOT NULL,
    patch_key  TEXT COLLATE "C" NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C",
    model      TEXT COLLATE "C" NOT NULL,
    applied_at BIGINT NOT NULL,
    outcome    TEXT COLLATE "C" NOT NULL CHECK (outcome IN ('success', 'partial', 'failed')),
    feedback   TEXT COLLATE "C",
    PRIMARY KEY (agent_id, sequence)
);

CREATE INDEX patch_history_by_patch ON patch_history (agent_id, patch_key, sequence);

-- Keyed hashes of the lines that memory put into a session's prompt: what comes back in them is never learned.
CREATE TABLE injected_lines (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    session_id TEXT COLLATE "C" NOT NULL,
    line_hash  BYTEA NOT NULL,
    PRIMARY KEY (agent_id, session_id, line_hash)
);

-- Two items that may disagree (`doubtful`), or say the same in other words (`alike`). One row for a pair, whichever was named first; open until somebody has settled it.
-- `scope` is the narrower of the two, so that who sees the link sees both. It goes with either item.
CREATE TABLE links (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    item_a     TEXT COLLATE "C" NOT NULL,
    item_b     TEXT COLLATE "C" NOT NULL,
    kind       TEXT COLLATE "C" NOT NULL CHECK (kind IN ('doubtful', 'alike')),
    scope      TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    sequence   BIGINT NOT NULL,
    PRIMARY KEY (agent_id, item_a, item_b, kind),
    CHECK (item_a < item_b),
    FOREIGN KEY (agent_id, item_a) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE,
    FOREIGN KEY (agent_id, item_b) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE
);

CREATE INDEX links_by_other ON links (agent_id, item_b);
CREATE INDEX links_open ON links (agent_id, scope, sequence) WHERE settled_at IS NULL;

-- What became of each step of the daily run, by local day. Counts and codes: no text of an item ever comes here.
CREATE TABLE upkeep_steps (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    day         TEXT COLLATE "C" NOT NULL,
    step        TEXT COLLATE "C" NOT NULL,
    state       TEXT COLLATE "C" NOT NULL
        CHECK (state IN ('running', 'done', 'unfinished', 'failed', 'skipped')),
    changed     BIGINT NOT NULL,
    problem     TEXT COLLATE "C",
    started_at  BIGINT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (agent_id, day, step)
);

-- Spans of records that forgetting hides from every pack, and which item was forgotten ('' if none): no reference,
-- because the span stays hidden when the item is deleted. Characters, as in `evidence`.
CREATE TABLE withheld (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    record_id  TEXT COLLATE "C" NOT NULL,
    span_start BIGINT NOT NULL CHECK (span_start >= 0),
    span_end   BIGINT NOT NULL,
    item_id    TEXT COLLATE "C" NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    sequence   BIGINT NOT NULL,
    PRIMARY KEY (agent_id, record_id, span_start, span_end, item_id),
    CHECK (span_end > span_start),
    FOREIGN KEY (agent_id, record_id) REFERENCES archival_records (agent_id, id) ON DELETE CASCADE
);

CREATE INDEX withheld_by_item ON withheld (agent_id, item_id);

-- What was erased and when, without a word of it. `plan_json` names items and spans by their ids until all is gone.
CREATE TABLE erasures (
    agent_id         TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    id               TEXT COLLATE "C" NOT NULL,
    scope            TEXT COLLATE "C" NOT NULL,
    asked_at         BIGINT NOT NULL,
    state            TEXT COLLATE "C" NOT NULL CHECK (state IN ('asked', 'removed', 'done')),
    plan_json        JSON NOT NULL,
    certificate_json JSON NOT NULL,
    sequence         BIGINT NOT NULL,
    PRIMARY KEY (agent_id, id)
);

CREATE INDEX erasures_open ON erasures (agent_id, sequence) WHERE state <> 'done';

-- What must not come back, as hashes that only this store can make. Of a span also its record and how long it was.
CREATE TABLE tombstones (
    agent_id  TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    kind      TEXT COLLATE "C" NOT NULL CHECK (kind IN ('item', 'record', 'span', 'text', 'fact')),
    hash      BYTEA NOT NULL,
    place     BYTEA NOT NULL,
    length    BIGINT NOT NULL,
    erased_at BIGINT NOT NULL,
    sequence  BIGINT NOT NULL,
    PRIMARY KEY (agent_id, kind, hash, place)
);

-- Every call of a model: when, for what, whose model, and which items and records it was shown; never what they say.
CREATE TABLE model_calls (
    agent_id     TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    sequence     BIGINT NOT NULL,
    called_at    BIGINT NOT NULL,
    scope        TEXT COLLATE "C" NOT NULL,
    session_id   TEXT COLLATE "C",
    purpose      TEXT COLLATE "C" NOT NULL,
    provider     TEXT COLLATE "C" NOT NULL,
    model        TEXT COLLATE "C" NOT NULL,
    outcome      TEXT COLLATE "C" NOT NULL,
    items_json   JSON NOT NULL,
    records_json JSON NOT NULL,
    PRIMARY KEY (agent_id, sequence)
);

-- Points in the log that somebody gave a name.
CREATE TABLE snapshots (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    scope      TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    sequence   BIGINT NOT NULL,
    revision   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, scope, name)
);

-- Where this memory came from: the agents that it was forked from or that were merged into it, up to which change.
CREATE TABLE ancestors (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') REFERENCES agents,
    ordinal     BIGINT NOT NULL,
    ancestor_id TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL CHECK (kind IN ('fork', 'merge')),
    sequence    BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, ordinal)
);

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
ALTER TABLE record_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON record_chunks
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE chunk_words ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON chunk_words
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE index_totals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON index_totals
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE vector_id_map ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON vector_id_map
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE entity_mentions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON entity_mentions
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE name_starts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON name_starts
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE lookups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON lookups
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE extraction_queue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON extraction_queue
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON usage
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE working_memory ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON working_memory
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE patch_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON patch_history
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE injected_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON injected_lines
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON links
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON snapshots
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE ancestors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ancestors
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE withheld ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON withheld
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE agent_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_secrets
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE upkeep_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON upkeep_steps
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON erasures
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tombstones
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE model_calls ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON model_calls
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));

GRANT USAGE ON SCHEMA perdure TO perdure_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA perdure TO perdure_app;
REVOKE INSERT, UPDATE, DELETE ON schema_version FROM perdure_app;
