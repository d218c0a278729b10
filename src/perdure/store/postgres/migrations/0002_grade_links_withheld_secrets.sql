-- How sure a conclusion is. It stands beside `status`: what is provisional holds as long as it is kept.
ALTER TABLE memory_items ADD COLUMN grade TEXT COLLATE "C" NOT NULL DEFAULT 'sure' CHECK (grade IN ('sure', 'provisional'));

-- Two items that may disagree. One row for a pair, whichever was named first; open until somebody has settled it.
-- `scope` is the narrower of the two, so that who sees the link sees both. It goes with either item.
CREATE TABLE links (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    item_a     TEXT COLLATE "C" NOT NULL,
    item_b     TEXT COLLATE "C" NOT NULL,
    kind       TEXT COLLATE "C" NOT NULL CHECK (kind IN ('doubtful')),
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

-- Apart from `agents`: that table is listed over all agents, and a secret is its agent's alone.
CREATE TABLE agent_secrets (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id') PRIMARY KEY REFERENCES agents,
    secret   BYTEA NOT NULL
);

-- Without an agent even the owner sees no row, so that its security is lifted for the move. The lock holds until commit.
ALTER TABLE agents NO FORCE ROW LEVEL SECURITY;
INSERT INTO agent_secrets (agent_id, secret) SELECT agent_id, secret FROM agents;
ALTER TABLE agents FORCE ROW LEVEL SECURITY;
ALTER TABLE agents DROP COLUMN secret;

ALTER TABLE links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON links
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
