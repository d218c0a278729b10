-- Finding: the words of records beside those of items, vectors, entities and the log of archive look-ups.

-- A record's place in its session, so that its neighbours can be read with it.
ALTER TABLE archival_records ADD COLUMN position INTEGER NOT NULL DEFAULT 0;

CREATE INDEX records_by_place ON archival_records (session_id, position);

-- When what an item speaks of happened or is due, where its value says so: what "last May" is compared with.
ALTER TABLE memory_items ADD COLUMN event_from INTEGER;
ALTER TABLE memory_items ADD COLUMN event_to INTEGER;

CREATE INDEX items_by_event ON memory_items (event_from) WHERE event_from IS NOT NULL;

CREATE TABLE record_chunks (
    id          INTEGER NOT NULL PRIMARY KEY,
    record_id   TEXT NOT NULL REFERENCES archival_records (id) ON DELETE CASCADE,
    session_id  TEXT NOT NULL,
    position    INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL,
    search_text TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX record_chunks_by_record ON record_chunks (record_id, ordinal);
CREATE INDEX record_chunks_by_place ON record_chunks (session_id, position);

CREATE VIRTUAL TABLE record_chunks_fts USING fts5 (
    search_text, content = 'record_chunks', content_rowid = 'id',
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO record_chunks_fts (record_chunks_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER record_chunks_added AFTER INSERT ON record_chunks BEGIN
    INSERT INTO record_chunks_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE TRIGGER record_chunks_removed AFTER DELETE ON record_chunks BEGIN
    INSERT INTO record_chunks_fts (record_chunks_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE VIRTUAL TABLE memory_words USING fts5vocab (memory_chunks_fts, row);
CREATE VIRTUAL TABLE record_words USING fts5vocab (record_chunks_fts, row);

-- Totals of each index, kept with every write, since counting a million rows for each question is too slow.
-- `rules` says how the words were cut (`segment.RULES`); an index made under other rules is made again.
CREATE TABLE index_totals (
    mem_type TEXT NOT NULL PRIMARY KEY CHECK (mem_type IN ('recall', 'archival')),
    chunks   INTEGER NOT NULL,
    words    INTEGER NOT NULL,
    rules    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which vector stands for which chunk. A tombstone (`is_deleted`) is no longer found and is dropped by compaction.
CREATE TABLE vector_id_map (
    faiss_id   INTEGER NOT NULL PRIMARY KEY,
    mem_type   TEXT NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    model      TEXT NOT NULL,
    embedding  BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX vectors_by_chunk ON vector_id_map (mem_type, mem_id);

CREATE TABLE entity_mentions (
    entity_key TEXT NOT NULL,
    scope      TEXT NOT NULL,
    mem_type   TEXT NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     TEXT NOT NULL,
    PRIMARY KEY (entity_key, scope, mem_type, mem_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_owner ON entity_mentions (mem_type, mem_id);

-- Looks into the archive: when and why, never what was asked.
CREATE TABLE lookups (
    sequence   INTEGER NOT NULL PRIMARY KEY,
    looked_at  INTEGER NOT NULL,
    scope      TEXT NOT NULL,
    session_id TEXT,
    reason     TEXT NOT NULL
        CHECK (reason IN ('user_ask_evidence', 'low_confidence', 'recall_miss', 'tool_call', 'maintenance')),
    hits       INTEGER NOT NULL
) STRICT;
