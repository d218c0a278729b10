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
