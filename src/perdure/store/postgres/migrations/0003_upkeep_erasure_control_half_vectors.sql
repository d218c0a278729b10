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
ALTER TABLE upkeep_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON upkeep_steps
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));

-- Two items may also say the same in other words (`alike`).
ALTER TABLE links DROP CONSTRAINT links_kind_check;
ALTER TABLE links ADD CONSTRAINT links_kind_check CHECK (kind IN ('doubtful', 'alike'));

-- Of a record from which something was erased, the hash of what is left. The old one stays, for the chain.
ALTER TABLE archival_records ADD COLUMN rest_hash BYTEA;

-- The log runs in one chain with the archive. What may be erased of an entry is in `body_hash`, under a salt of its own.
ALTER TABLE changes ADD COLUMN salt BYTEA;
ALTER TABLE changes ADD COLUMN body_hash BYTEA;
ALTER TABLE changes ADD COLUMN chain_hash BYTEA;
-- Entries up to this number were written before there was a chain for them.
ALTER TABLE agents ADD COLUMN chained_from BIGINT NOT NULL DEFAULT 0;
-- Without an agent even the owner sees no row.
ALTER TABLE agents NO FORCE ROW LEVEL SECURITY;
UPDATE agents SET chained_from = sequence;
ALTER TABLE agents FORCE ROW LEVEL SECURITY;

-- Kept, but neither recalled nor given to a model, since then.
ALTER TABLE memory_items ADD COLUMN restricted_at BIGINT;

-- Sums of what is derived, or may change: bytes that changed on disk are noticed there too.
ALTER TABLE memory_items ADD COLUMN state_sum BYTEA;
ALTER TABLE vector_id_map ADD COLUMN checksum BYTEA;

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

-- The log is asked what happened to an item, and what one write changed.
CREATE INDEX changes_by_item ON changes (agent_id, item_id, sequence);
CREATE INDEX changes_by_revision ON changes (agent_id, revision);

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

ALTER TABLE snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON snapshots
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE ancestors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ancestors
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));

-- Vectors in two bytes a number instead of four: twice as many to a page, and a search reads them all.
ALTER TABLE vector_id_map ALTER COLUMN embedding TYPE HALFVEC USING CAST(embedding AS HALFVEC);

-- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
ALTER TABLE index_totals ADD COLUMN complete_model TEXT COLLATE "C";
ALTER TABLE index_totals ADD COLUMN complete_to BIGINT NOT NULL DEFAULT 0;
