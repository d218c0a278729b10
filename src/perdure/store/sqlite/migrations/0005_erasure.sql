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
