-- Words of chunks that come together are taken together. A chunk that goes names its words itself: no index by chunk.
DROP TRIGGER memory_chunks_words ON memory_chunks;
DROP TRIGGER record_chunks_words ON record_chunks;
DROP INDEX chunk_words_by_chunk;
-- All that a search needs is in the index: in the table the rows of one word lie far apart.
ALTER TABLE chunk_words DROP CONSTRAINT chunk_words_pkey;
ALTER TABLE chunk_words ADD PRIMARY KEY (agent_id, mem_type, word, chunk_id) INCLUDE (count, length);
CREATE FUNCTION index_new_words() RETURNS trigger LANGUAGE plpgsql SET search_path = perdure, pg_temp AS $$
BEGIN
    INSERT INTO chunk_words (agent_id, mem_type, word, chunk_id, count, length)
    SELECT n.agent_id, TG_ARGV[0], t.word, n.id, t.count, t.length
    FROM added n CROSS JOIN LATERAL (
        SELECT u.word, count(*) AS count, sum(count(*)) OVER () AS length
        FROM unnest(string_to_array(n.search_text, ' ')) AS u (word) WHERE u.word <> '' GROUP BY u.word
    ) t;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION index_words() RETURNS trigger LANGUAGE plpgsql SET search_path = perdure, pg_temp AS $$
BEGIN
    DELETE FROM chunk_words w
    WHERE w.agent_id = old.agent_id AND w.mem_type = TG_ARGV[0] AND w.chunk_id = old.id
        AND w.word = ANY (string_to_array(old.search_text, ' '));
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO chunk_words (agent_id, mem_type, word, chunk_id, count, length)
        SELECT new.agent_id, TG_ARGV[0], t.word, new.id, count(*), sum(count(*)) OVER ()
        FROM unnest(string_to_array(new.search_text, ' ')) AS t (word) WHERE t.word <> '' GROUP BY t.word;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_chunks_new_words AFTER INSERT ON memory_chunks REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION index_new_words('recall');
CREATE TRIGGER record_chunks_new_words AFTER INSERT ON record_chunks REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION index_new_words('archival');
CREATE TRIGGER memory_chunks_words AFTER DELETE OR UPDATE OF search_text ON memory_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('recall');
CREATE TRIGGER record_chunks_words AFTER DELETE OR UPDATE OF search_text ON record_chunks
    FOR EACH ROW EXECUTE FUNCTION index_words('archival');
