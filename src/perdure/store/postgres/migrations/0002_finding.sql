-- Finding: the words of records and items, vectors, entities and the log of archive look-ups.

ALTER TABLE archival_records ADD COLUMN position BIGINT NOT NULL DEFAULT 0;

CREATE INDEX records_by_place ON archival_records (agent_id, session_id, position);

-- When what an item speaks of happened or is due, where its value says so: what "last May" is compared with.
ALTER TABLE memory_items ADD COLUMN event_from BIGINT;
ALTER TABLE memory_items ADD COLUMN event_to BIGINT;

CREATE INDEX items_by_event ON memory_items (agent_id, event_from) WHERE event_from IS NOT NULL;

CREATE TABLE record_chunks (
    agent_id    TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    id          BIGINT NOT NULL,
    record_id   TEXT COLLATE "C" NOT NULL,
    session_id  TEXT COLLATE "C" NOT NULL,
    position    BIGINT NOT NULL,
    ordinal     INTEGER NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, id),
    FOREIGN KEY (agent_id, record_id) REFERENCES archival_records (agent_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX record_chunks_by_record ON record_chunks (agent_id, record_id, ordinal);
CREATE INDEX record_chunks_by_place ON record_chunks (agent_id, session_id, position);

-- The word index. Behind row-level security only leakproof operators may use an index, and those of GIN are not
-- (array and text search); equality of text is, so an ordinary index by agent and word is what the planner can take.
CREATE TABLE chunk_words (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    mem_type TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    word     TEXT COLLATE "C" NOT NULL,
    chunk_id BIGINT NOT NULL,
    count    INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    PRIMARY KEY (agent_id, mem_type, word, chunk_id)
);

CREATE INDEX chunk_words_by_chunk ON chunk_words (agent_id, mem_type, chunk_id);

-- Kept by triggers, as FTS5 is on SQLite, so that the shared statements need not know of it.
CREATE FUNCTION index_words() RETURNS trigger LANGUAGE plpgsql SET search_path = perdure, pg_temp AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM chunk_words w
        WHERE w.agent_id = old.agent_id AND w.mem_type = TG_ARGV[0] AND w.chunk_id = old.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO chunk_words (agent_id, mem_type, word, chunk_id, count, length)
        SELECT new.agent_id, TG_ARGV[0], t.word, new.id, count(*), sum(count(*)) OVER ()
        FROM unnest(string_to_array(new.search_text, ' ')) AS t (word) WHERE t.word <> '' GROUP BY t.word;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON memory_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('recall');
CREATE TRIGGER record_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON record_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('archival');

-- Totals of each index, kept with every write, since counting a million rows for each question is too slow.
-- `rules` says how the words were cut (`segment.RULES`); an index made under other rules is made again.
CREATE TABLE index_totals (
    agent_id TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    mem_type TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    chunks   BIGINT NOT NULL,
    words    BIGINT NOT NULL,
    rules    INTEGER NOT NULL,
    PRIMARY KEY (agent_id, mem_type)
);

-- Which vector stands for which chunk. A tombstone (`is_deleted`) is no longer found and is dropped by compaction.
-- Vectors are scanned within the agent: an approximate index over all agents would let one push out another's results.
CREATE TABLE vector_id_map (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    faiss_id   BIGINT NOT NULL,
    mem_type   TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     BIGINT NOT NULL,
    is_deleted BOOLEAN NOT NULL DEFAULT FALSE,
    model      TEXT COLLATE "C" NOT NULL,
    embedding  VECTOR NOT NULL,
    PRIMARY KEY (agent_id, faiss_id)
);

CREATE UNIQUE INDEX vectors_by_chunk ON vector_id_map (agent_id, mem_type, mem_id);

CREATE TABLE entity_mentions (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    entity_key TEXT COLLATE "C" NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    mem_type   TEXT COLLATE "C" NOT NULL CHECK (mem_type IN ('recall', 'archival')),
    mem_id     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (agent_id, entity_key, scope, mem_type, mem_id)
);

CREATE INDEX mentions_by_owner ON entity_mentions (agent_id, mem_type, mem_id);

-- Looks into the archive: when and why, never what was asked.
CREATE TABLE lookups (
    agent_id   TEXT COLLATE "C" NOT NULL DEFAULT current_setting('perdure.agent_id'),
    sequence   BIGINT NOT NULL,
    looked_at  BIGINT NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C",
    reason     TEXT COLLATE "C" NOT NULL
        CHECK (reason IN ('user_ask_evidence', 'low_confidence', 'recall_miss', 'tool_call', 'maintenance')),
    hits       BIGINT NOT NULL,
    PRIMARY KEY (agent_id, sequence)
);

ALTER TABLE record_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON record_chunks
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE chunk_words ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON chunk_words
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE index_totals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON index_totals
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE vector_id_map ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON vector_id_map
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE entity_mentions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON entity_mentions
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
ALTER TABLE lookups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON lookups
    USING (agent_id = current_setting('perdure.agent_id', true))
    WITH CHECK (agent_id = current_setting('perdure.agent_id', true));
