-- How the names of entities begin, folded: which of them a text can hold is looked up by the words that stand in it.
CREATE TABLE name_starts (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    start    TEXT COLLATE "C" NOT NULL,
    item_id  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, start, item_id),
    FOREIGN KEY (agent_id, item_id) REFERENCES memory_items (agent_id, id) ON DELETE CASCADE
);

CREATE INDEX name_starts_by_item ON name_starts (agent_id, item_id);

ALTER TABLE name_starts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON name_starts
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
-- The rows are made right after this script, by `names.fill`: how a name is folded is not the server's to say.
