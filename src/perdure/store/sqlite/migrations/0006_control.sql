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
