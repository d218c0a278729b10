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

-- Two items may also say the same in other words (`alike`).
ALTER TABLE links RENAME TO links_before;
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
INSERT INTO links SELECT * FROM links_before;
DROP TABLE links_before;
CREATE INDEX links_by_other ON links (item_b);
CREATE INDEX links_open ON links (scope, sequence) WHERE settled_at IS NULL;

-- Of a record from which something was erased, the hash of what is left. The old one stays, for the chain.
ALTER TABLE archival_records ADD COLUMN rest_hash BLOB;

-- The log runs in one chain with the archive. What may be erased of an entry is in `body_hash`, under a salt of its own.
ALTER TABLE changes ADD COLUMN salt BLOB;
ALTER TABLE changes ADD COLUMN body_hash BLOB;
ALTER TABLE changes ADD COLUMN chain_hash BLOB;
-- Entries up to this number were written before there was a chain for them.
ALTER TABLE agents ADD COLUMN chained_from INTEGER NOT NULL DEFAULT 0;
UPDATE agents SET chained_from = sequence;

-- Kept, but neither recalled nor given to a model, since then.
ALTER TABLE memory_items ADD COLUMN restricted_at INTEGER;

-- Sums of what is derived, or may change: bytes that changed on disk are noticed there too.
ALTER TABLE memory_items ADD COLUMN state_sum BLOB;
ALTER TABLE vector_id_map ADD COLUMN checksum BLOB;

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

-- The log is asked what happened to an item, and what one write changed.
CREATE INDEX changes_by_item ON changes (item_id, sequence);
CREATE INDEX changes_by_revision ON changes (revision);

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

-- Vectors in two bytes a number instead of four. `half` is given to this connection by the code that runs the step.
UPDATE vector_id_map SET embedding = half(embedding);

-- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
ALTER TABLE index_totals ADD COLUMN complete_model TEXT;
ALTER TABLE index_totals ADD COLUMN complete_to INTEGER NOT NULL DEFAULT 0;
