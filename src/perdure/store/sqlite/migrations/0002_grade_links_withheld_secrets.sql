-- How sure a conclusion is. It stands beside `status`: what is provisional holds as long as it is kept.
ALTER TABLE memory_items ADD COLUMN grade TEXT NOT NULL DEFAULT 'sure' CHECK (grade IN ('sure', 'provisional'));

-- Two items that may disagree. One row for a pair, whichever was named first; open until somebody has settled it.
-- `scope` is the narrower of the two, so that who sees the link sees both. It goes with either item.
CREATE TABLE links (
    item_a     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    item_b     TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('doubtful')),
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

-- Apart from `agents`: on PostgreSQL that table is listed over all agents, and a secret is its agent's alone.
CREATE TABLE agent_secrets (
    agent_id TEXT NOT NULL PRIMARY KEY REFERENCES agents,
    secret   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO agent_secrets (agent_id, secret) SELECT agent_id, secret FROM agents;
ALTER TABLE agents DROP COLUMN secret;
