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
