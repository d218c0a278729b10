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
