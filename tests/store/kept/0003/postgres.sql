SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;


CREATE SCHEMA perdure;



CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;



CREATE FUNCTION perdure.index_new_words() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'perdure', 'pg_temp'
    AS $$
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



CREATE FUNCTION perdure.index_words() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'perdure', 'pg_temp'
    AS $$
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


SET default_tablespace = '';

SET default_table_access_method = heap;


CREATE TABLE perdure.agent_secrets (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    secret bytea NOT NULL
);

ALTER TABLE ONLY perdure.agent_secrets FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.agents (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    config_json json DEFAULT '{}'::json NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    chain_head bytea NOT NULL,
    clock_high bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    chained_from bigint DEFAULT 0 NOT NULL,
    CONSTRAINT agents_agent_id_check CHECK ((agent_id <> ''::text))
);

ALTER TABLE ONLY perdure.agents FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.ancestors (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    ordinal bigint NOT NULL,
    ancestor_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    revision bigint NOT NULL,
    happened_at bigint NOT NULL,
    CONSTRAINT ancestors_kind_check CHECK ((kind = ANY (ARRAY['fork'::text, 'merge'::text])))
);

ALTER TABLE ONLY perdure.ancestors FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.archival_records (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    turn_id bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    speaker text COLLATE pg_catalog."C",
    content text COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    arguments_json json,
    result_json json,
    "timestamp" bigint NOT NULL,
    tags_json json,
    content_ref text COLLATE pg_catalog."C",
    salt bytea,
    content_hash bytea NOT NULL,
    chain_hash bytea NOT NULL,
    "position" bigint NOT NULL,
    rest_hash bytea,
    CONSTRAINT archival_records_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'tool'::text, 'system'::text])))
);

ALTER TABLE ONLY perdure.archival_records FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.attachment_bytes (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    data bytea NOT NULL
);

ALTER TABLE ONLY perdure.attachment_bytes FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.attachments (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    ordinal integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    media_type text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint
);

ALTER TABLE ONLY perdure.attachments FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.changes (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    revision bigint NOT NULL,
    changed_at bigint NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    item_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    source_type text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    before_json json NOT NULL,
    after_json json NOT NULL,
    salt bytea,
    body_hash bytea,
    chain_hash bytea
);

ALTER TABLE ONLY perdure.changes FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.chunk_words (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    mem_type text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    chunk_id bigint NOT NULL,
    count integer NOT NULL,
    length integer NOT NULL,
    CONSTRAINT chunk_words_mem_type_check CHECK ((mem_type = ANY (ARRAY['recall'::text, 'archival'::text])))
);

ALTER TABLE ONLY perdure.chunk_words FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.entity_mentions (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    entity_key text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    mem_type text NOT NULL COLLATE pg_catalog."C",
    mem_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entity_mentions_mem_type_check CHECK ((mem_type = ANY (ARRAY['recall'::text, 'archival'::text])))
);

ALTER TABLE ONLY perdure.entity_mentions FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.erasures (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    asked_at bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    plan_json json NOT NULL,
    certificate_json json NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT erasures_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'removed'::text, 'done'::text])))
);

ALTER TABLE ONLY perdure.erasures FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.evidence (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    item_id text NOT NULL COLLATE pg_catalog."C",
    ordinal integer NOT NULL,
    record_id text COLLATE pg_catalog."C",
    span_start integer,
    span_end integer,
    document_id text COLLATE pg_catalog."C",
    section_id text COLLATE pg_catalog."C",
    url text COLLATE pg_catalog."C",
    CONSTRAINT evidence_check CHECK (((record_id IS NOT NULL) OR (document_id IS NOT NULL) OR (url IS NOT NULL)))
);

ALTER TABLE ONLY perdure.evidence FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.extraction_queue (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    turn_id bigint DEFAULT 0 NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    retry_count bigint DEFAULT 0 NOT NULL,
    max_retries bigint NOT NULL,
    not_before bigint NOT NULL,
    lease_owner text COLLATE pg_catalog."C",
    lease_until bigint,
    last_error text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT extraction_queue_kind_check CHECK ((kind = ANY (ARRAY['learn'::text, 'extract'::text, 'episode'::text, 'consolidate'::text]))),
    CONSTRAINT extraction_queue_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'leased'::text, 'done'::text, 'dead'::text])))
);

ALTER TABLE ONLY perdure.extraction_queue FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.index_totals (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    mem_type text NOT NULL COLLATE pg_catalog."C",
    chunks bigint NOT NULL,
    words bigint NOT NULL,
    rules integer NOT NULL,
    complete_model text COLLATE pg_catalog."C",
    complete_to bigint DEFAULT 0 NOT NULL,
    CONSTRAINT index_totals_mem_type_check CHECK ((mem_type = ANY (ARRAY['recall'::text, 'archival'::text])))
);

ALTER TABLE ONLY perdure.index_totals FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.injected_lines (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    line_hash bytea NOT NULL
);

ALTER TABLE ONLY perdure.injected_lines FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.links (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    item_a text NOT NULL COLLATE pg_catalog."C",
    item_b text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    settled_at bigint,
    sequence bigint NOT NULL,
    CONSTRAINT links_check CHECK ((item_a < item_b)),
    CONSTRAINT links_kind_check CHECK ((kind = ANY (ARRAY['doubtful'::text, 'alike'::text])))
);

ALTER TABLE ONLY perdure.links FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.lookups (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    looked_at bigint NOT NULL,
    scope text NOT NULL COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    hits bigint NOT NULL,
    CONSTRAINT lookups_reason_check CHECK ((reason = ANY (ARRAY['user_ask_evidence'::text, 'low_confidence'::text, 'recall_miss'::text, 'tool_call'::text, 'maintenance'::text])))
);

ALTER TABLE ONLY perdure.lookups FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.memory_chunks (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    item_id text NOT NULL COLLATE pg_catalog."C",
    ordinal integer NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    meta_json json NOT NULL
);

ALTER TABLE ONLY perdure.memory_chunks FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.memory_items (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    value_json json NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C",
    confidence double precision DEFAULT 0.5 NOT NULL,
    importance double precision DEFAULT 0.5 NOT NULL,
    priority text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    superseded_by text COLLATE pg_catalog."C",
    source_type text NOT NULL COLLATE pg_catalog."C",
    trust double precision NOT NULL,
    session_id text COLLATE pg_catalog."C",
    source_turn_id bigint,
    source_message_id text COLLATE pg_catalog."C",
    valid_from bigint,
    valid_to bigint,
    expires_at bigint,
    keep_for bigint,
    verified boolean DEFAULT false NOT NULL,
    verified_at bigint,
    pinned boolean DEFAULT false NOT NULL,
    use_count bigint DEFAULT 0 NOT NULL,
    last_used_at bigint,
    last_confirmed_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    checksum bytea NOT NULL,
    event_from bigint,
    event_to bigint,
    grade text DEFAULT 'sure'::text NOT NULL COLLATE pg_catalog."C",
    restricted_at bigint,
    state_sum bytea,
    CONSTRAINT memory_items_check CHECK (((valid_to IS NULL) OR (valid_from IS NULL) OR (valid_to >= valid_from))),
    CONSTRAINT memory_items_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT memory_items_grade_check CHECK ((grade = ANY (ARRAY['sure'::text, 'provisional'::text]))),
    CONSTRAINT memory_items_importance_check CHECK (((importance >= (0)::double precision) AND (importance <= (1)::double precision))),
    CONSTRAINT memory_items_priority_check CHECK ((priority = ANY (ARRAY['transient'::text, 'short_term'::text, 'long_term'::text, 'permanent'::text]))),
    CONSTRAINT memory_items_source_type_check CHECK ((source_type = ANY (ARRAY['user'::text, 'relayed'::text, 'tool'::text, 'observation'::text, 'inference'::text, 'outside'::text]))),
    CONSTRAINT memory_items_status_check CHECK ((status = ANY (ARRAY['active'::text, 'superseded'::text, 'retracted'::text, 'pending'::text]))),
    CONSTRAINT memory_items_trust_check CHECK (((trust >= (0)::double precision) AND (trust <= (1)::double precision)))
);

ALTER TABLE ONLY perdure.memory_items FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.model_calls (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    called_at bigint NOT NULL,
    scope text NOT NULL COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    provider text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    items_json json NOT NULL,
    records_json json NOT NULL
);

ALTER TABLE ONLY perdure.model_calls FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.patch_history (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    patch_id text NOT NULL COLLATE pg_catalog."C",
    patch_key text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    applied_at bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    feedback text COLLATE pg_catalog."C",
    CONSTRAINT patch_history_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'partial'::text, 'failed'::text])))
);

ALTER TABLE ONLY perdure.patch_history FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.receipts (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    idempotency_key text NOT NULL COLLATE pg_catalog."C",
    payload_hash bytea NOT NULL,
    receipt_json json NOT NULL,
    created_at bigint NOT NULL
);

ALTER TABLE ONLY perdure.receipts FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.record_chunks (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    ordinal integer NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY perdure.record_chunks FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.schema_version (
    one boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    CONSTRAINT schema_version_one_check CHECK (one)
);



CREATE TABLE perdure.sessions (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    started_at bigint NOT NULL,
    completed_at bigint,
    message_count bigint NOT NULL,
    turn_count bigint NOT NULL,
    total_tokens bigint NOT NULL,
    sequence bigint NOT NULL,
    alive_at bigint NOT NULL,
    watermark bigint DEFAULT 0 NOT NULL,
    compacted json
);

ALTER TABLE ONLY perdure.sessions FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.snapshots (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    revision bigint NOT NULL,
    created_at bigint NOT NULL
);

ALTER TABLE ONLY perdure.snapshots FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.tombstones (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    hash bytea NOT NULL,
    place bytea NOT NULL,
    length bigint NOT NULL,
    erased_at bigint NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT tombstones_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'record'::text, 'span'::text, 'text'::text, 'fact'::text])))
);

ALTER TABLE ONLY perdure.tombstones FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.upkeep_steps (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    changed bigint NOT NULL,
    problem text COLLATE pg_catalog."C",
    started_at bigint NOT NULL,
    finished_at bigint,
    CONSTRAINT upkeep_steps_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'unfinished'::text, 'failed'::text, 'skipped'::text])))
);

ALTER TABLE ONLY perdure.upkeep_steps FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.usage (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    calls bigint NOT NULL,
    failures bigint NOT NULL,
    tokens_in bigint NOT NULL,
    tokens_out bigint NOT NULL
);

ALTER TABLE ONLY perdure.usage FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.vector_id_map (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    faiss_id bigint NOT NULL,
    mem_type text NOT NULL COLLATE pg_catalog."C",
    mem_id bigint NOT NULL,
    is_deleted boolean DEFAULT false NOT NULL,
    model text NOT NULL COLLATE pg_catalog."C",
    embedding public.halfvec NOT NULL,
    checksum bytea,
    CONSTRAINT vector_id_map_mem_type_check CHECK ((mem_type = ANY (ARRAY['recall'::text, 'archival'::text])))
)
WITH (toast_tuple_target='8160');

ALTER TABLE ONLY perdure.vector_id_map FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.withheld (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    span_start bigint NOT NULL,
    span_end bigint NOT NULL,
    item_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT withheld_check CHECK ((span_end > span_start)),
    CONSTRAINT withheld_span_start_check CHECK ((span_start >= 0))
);

ALTER TABLE ONLY perdure.withheld FORCE ROW LEVEL SECURITY;



CREATE TABLE perdure.working_memory (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    current_task json,
    context json NOT NULL,
    temporary_files json NOT NULL,
    thought_chain json,
    temporary_state json NOT NULL,
    recently_completed json NOT NULL,
    last_updated bigint NOT NULL
);

ALTER TABLE ONLY perdure.working_memory FORCE ROW LEVEL SECURITY;



INSERT INTO perdure.agent_secrets VALUES ('luna 月亮', '\xf201c895e870c766a173c78cfd4a1ed24ac58c18e9d225cc7ed9053405363697');



INSERT INTO perdure.agents VALUES ('luna 月亮', NULL, NULL, '{}', 51, 178, '\x8e81fe5cd50767eb807a5a3d87940290ebaa29b3291d16bc68aa550186ab6bc3', 1767484800000000, 1767225600000000, 0);






INSERT INTO perdure.archival_records VALUES ('luna 月亮', 2, '019b76da-a800-7001-a6ab-d0ade488ed21', 'chat 一', 'main', 1, 'user', '阿哲', '我叫阿哲，住在杭州，每天早上喝绿茶。', NULL, NULL, NULL, 1767225600000000, '["topic:me"]', NULL, '\xbafa5d0c14dc61836f272f7a5b5faeb3', '\xd4a8af3b9c1b1bbf9551e47bdbe64bef4761b174e107656b00394004c3146b4a', '\xb62c8c8b23bf976ce1e3041d8b3221e2cae17e0ed78539166c0b6947fc366ab9', 1, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 3, '019b76da-a800-7002-86cd-3cae2040580a', 'chat 一', 'main', 1, 'assistant', NULL, '记住了。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x3caf0d2f54bd405623477dc395d6d9d2', '\x5283718df28841eb8832db4dd26d62f34d73f00f7f02240eebeecb2bbb179951', '\x8e1f07edd5a57426d2cc0f6b1d526ebd5f934044b48e2a8e9c77ec210875bac2', 2, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 4, '019b76da-a800-7003-87f4-a016211118a4', 'chat 一', 'main', 1, 'tool', NULL, '{"hits": ["龙井"]}', 'search', '{"q":"green tea"}', '{"hits":["龙井"]}', 1767225600000000, NULL, NULL, '\x6f2062065eba6305b3303e785388b7fb', '\xeea2121b93df3195f2b95d4bf8254cb74ad1cad6dc9e0dc6e4c9f2bbc425c280', '\xbb019d3d2688525bf269c62def7c593bbd4b2e5362e3b830214c86d51d6a3456', 3, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 5, '019b76da-a800-7004-bea6-e0b3ecf32ce7', 'chat 一', 'main', 1, 'user', NULL, 'see the file', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x1c5e7edd99d5ab605da7b7e5219a6b99', '\xb7e633eb3bffbfc1e7080cbb8dd318a23bd72d05bf0bde63ab7b4e81bdf5071b', '\x0d1503d279dbaf4442a04b193ee268a8da77c8f67fc22e9cb8eb6e3a55d617f9', 4, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 18, '019b76da-a800-7008-9afb-c2616436a447', 'chat 一', 'main', 2, 'user', NULL, 'Remember that I am allergic to penicillin.', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\xecf72c3a9a93704f74ee5ba7040d3a10', '\xfb4afa03d590eb6c1be9a079f893f7f83eaa9318df77503696f887b5199c4d08', '\xe11ca9e8e557325ae21f6cb2cfcf391e51a06b914532d22f4a2083b26f5d3234', 5, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 19, '019b76da-a800-7009-8a25-482d14722897', 'chat 一', 'main', 2, 'assistant', NULL, 'ok', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x1e99e309762becc04492b02091976571', '\x0bbe174177602d0693b9b9bc335fb0d526e66012e5728edb2462ee3ef6383763', '\xa6c4c31e7a7283a0fa17369b3335e9d3206fb697d11a9dfef25545d523e94336', 6, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 27, '019b76da-a800-700b-8c42-0d292283b796', 'chat 一', 'main', 3, 'user', NULL, '我下周三要去 Berlin 出差，帮我记一下。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x114957d6fbbddbc35d8a7f8824b2994e', '\x341fea28b3245639748cfb8130b7ec9c07e342c52c2d870a75917868d7fbaebd', '\x31c9280d6d7d56bf3d37a7b824ce1f2ed6e2d97af83341215f0a014f22a790c2', 7, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 38, '019b7c01-0400-7000-b00d-8ec1ec78ec01', 'chat 一', 'main', 4, 'user', NULL, 'city: Berlin', NULL, NULL, NULL, 1767312000000000, '["direct","facts"]', NULL, '\x8c3448c8117a36dd12f729f28dc8a2dd', '\xfb2bf6495f42e78f4de28144941466d4abf093c8643f0b0a061349317eadbc4e', '\x26245952f55d1a40f00f1c58da94246da9a67b961661fdb01cef0bc81d2ef427', 8, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 45, '019b8127-6000-7000-843c-a8d716288291', 'chat 一', 'main', 5, 'user', NULL, 'city: Paris', NULL, NULL, NULL, 1767398400000000, '["direct","facts"]', NULL, '\xfda4a1f04a6101455b9eea297f01da50', '\x4051ff6f3f13911d706903283ad562e2b4ea6357114650c13fe50d30858da620', '\xd21d6553cf5d771ffcb0c090d0246e7b268030c3d67b737b055bcf61224ad947', 9, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 51, '019b864d-bc00-7000-9c8e-55c4a76081f8', 'chat 一', 'main', 6, 'user', NULL, 'city: 杭州', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xd132ed1c854cf8289fab39ed6d64afbc', '\xea805a0ee2662f7f908e560f56e89d83e86ad9e0537eeccf8d9858bdd0bdd5ab', '\xe1eaf0df215c51714647d59ee1309a59630a8b9929a4fa0493ade176863b31f3', 10, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 61, '019b864d-bc00-7002-9b53-3e25597f27f2', 'direct:main', 'main', 1, 'system', NULL, 'city: Rome', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x18a84f148fde3f750798b142c2e5b15b', '\xc483e089d543a9601456ddf6419307778ca3068963de3a7971e9f69f967405a5', '\x573921ad2249bb1ded5094ea638e7c81356e7ca81737907832269b5cab091433', 1, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 72, '019b864d-bc00-7005-ac96-f303b5ebe51d', 'direct:main', 'main', 2, 'user', NULL, 'mood: happy', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xd6c867e4e8859aa1399f61a05107a51b', '\xa53cf79c29fa353b122c2a6d79b209d103e4fd1ba9232e4b713c615da418ac0a', '\x532cb6b6495511e3363494c6c7bd6865f7b05d841349649d95c3ee0aaa593194', 2, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 77, '019b864d-bc00-7007-bd4a-bf21046ad46a', 'direct:main', 'main', 3, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x50c564d32ec2c2a446aea47d9f1fe631', '\xa30529b56904d68e672f24535251034daa094adccb3b4935470d6e46ef00626a', '\xe97cf720c97b04ac45690a3a8a7ab7e9ff7ac20510f4795587f1d7b619ee72f7', 3, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 84, '019b864d-bc00-7009-8e3e-b7f40ff7430b', 'direct:main', 'main', 4, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts","retract"]', NULL, '\x9acca44fbc9843481dc8d7a599c82b02', '\x2e1aeaeeca3e8699f012d780d475f99b3383f709085d0c21c851247b35bb20ff', '\x952e6b49376093b63eb0e42b4947e86219484be085db80591cf577457ef74191', 4, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 89, '019b864d-bc00-700a-bd9c-2113067425fb', 'direct:main', 'main', 5, 'user', NULL, 'gone: this was deleted', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x06a801a8b28aebd0790a8dfa2497bb86', '\xb134fea2989d9e9f1b45152d1eaae097e1a0dcc9c19baf7746707f3a73154f04', '\x9a433b15c406cf06574f94ae0d56bb345c2468f157b3e0531bff26530e308d52', 5, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 97, '019b864d-bc00-700c-8c99-1fd00b32622a', 'direct:main', 'main', 6, 'user', NULL, 'weather: rain', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xeea6d9f963d38bbb73be8e23db8bf954', '\xf808cf200a3e5e5d932377593682203752c79e70afab8052e403b30d41b3460e', '\xbc0a4c0e5ddac4b46b261d7ca018c6205763f7c48e979a4d0d8def8a3d6c876c', 6, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 106, '019b864d-bc00-700e-a2f0-9d8bb33f8d74', 'direct:main', 'main', 7, 'user', NULL, 'Ann Lee (person, 安)', NULL, NULL, NULL, 1767484800000000, '["direct","entities"]', NULL, '\xee0b759dc0297d1ae41970098b199905', '\x9f60593abad86e7fef39008529bd13b00224316b21ef04f586eca25d0d03d801', '\x5c09cc73a37389fdd21abe37166c977e05d6d789502a980310bd47bae3335957', 7, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 113, '019b864d-bc00-7010-9ff8-5eb3b5c64288', 'direct:shared', 'shared', 1, 'user', NULL, 'drink: green tea 绿茶', NULL, NULL, NULL, 1767484800000000, '["direct","preferences"]', NULL, '\xecc60ace3fc754da23854c8a7057d1de', '\x55778f3ecb05384118769403a7d14fe40a2e94ce6238c303becc710c9c01937d', '\x6c366b036e5556ec8462f806867fee9f1539c7381661ce4d3454a463a324be94', 1, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 123, '019b864d-bc00-7012-9734-fac1a05972da', 'talk in peer:ann', 'peer:ann', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\x4b3b10d326c82af7f1531d60c3baeab6', '\x686cdfbdf94953a0c804691ce782c390da753b81faafae8a44fb2ead86f919c8', '\xd0f06fa76d389588e6cb441a7384f6daef86aaad909b5c5d9bd54973f57af9ac', 1, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 128, '019b864d-bc00-7014-834d-d7553beb3b71', 'talk in peer:ann', 'peer:ann', 2, 'user', NULL, 'city: city of peer:ann', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xf223aaf7bfd6942ee5301e0beee6244f', '\xf91d97000bd8d44faa08c94ded542472a51891de4661f4daf90487aa3e519b99', '\x5935b118524812e0b599fbaba5cb8db99cdfcf4038faa319165ea2085d0f4d93', 2, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 138, '019b864d-bc00-7016-bdaa-6dbd61be153f', 'talk in group:team', 'group:team', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\x2a1068e2c4836c53247026765fa306fb', '\x66be77104fcb99589ff36f87add120f44b46fe0c35c0879a3f493c244228732d', '\x349d12a5b12d26f88b0de74dc42edd02678d40c60bd2acdd4c4d4ef3a53d8620', 1, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 143, '019b864d-bc00-7018-ae96-b768cb87bf74', 'talk in group:team', 'group:team', 2, 'user', NULL, 'city: city of group:team', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xb142957802a5202b70808028b0e0f7e9', '\x1905b4ecd64ed895da880dc242379461c9d6f519ad96a6ec45c221cc67e7dd43', '\xcfde679c5931cb987b09f442f4e85b5f141e33fccd39a119baa1d8858f178184', 2, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 149, '019b864d-bc00-701a-b69c-e3c385101074', 'direct:main', 'main', 8, 'user', NULL, 'Luna: a companion 伙伴', NULL, NULL, NULL, 1767484800000000, '["direct","identity"]', NULL, '\x3118c703ebb34b35fa099ff1edb1ca16', '\x2b14804f35ff2149dbfc9609e70e478105cb7577f7776cfaef1fc3a8cd588e26', '\x38a036307a9a42ff5c776c85cd3866c365fa9f476e10ebc0e18545ac770ee4d8', 8, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 156, '019b864d-bc00-701c-bdaa-6e6a04f06b8f', 'direct:main', 'main', 9, 'user', NULL, '2025-10-07 Python 3.14 is out', NULL, NULL, NULL, 1767484800000000, '["direct","patches"]', NULL, '\x37ca7487ab8c641ddada65ad9f0d5957', '\x0691422d559a8726cb9e8a2063cb3dc0e3876f7b225d2a9e7317e77d79f723b9', '\x7c6450c62cbd1db9e7d4a33ca239c1db885e32b2cffa3f696071161796a50542', 9, NULL);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 161, '019b864d-bc00-701f-9fea-4930b5c8f2af', 'chat 一', 'main', 7, 'user', NULL, 'a note 一条笔记', NULL, NULL, NULL, 1767484800000000, '["direct","notes"]', NULL, '\x6950c38fbeae7728aa424823cf264ecc', '\x1d44d4d566d994f29588bd80a38e96a7dd7dd4c8598fb131947e5423ddc5158d', '\x62bbbee890d769d1af893b546b54d714de2755493f91f2186553e8b102241158', 11, NULL);



INSERT INTO perdure.attachment_bytes VALUES ('luna 月亮', '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', '\xe9be99e4ba95e88cb6');



INSERT INTO perdure.attachments VALUES ('luna 月亮', '019b76da-a800-7005-b4cd-2a3616e1561a', '019b76da-a800-7004-bea6-e0b3ecf32ce7', 0, '笔记.txt', 'text/plain', 9, '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', NULL);



INSERT INTO perdure.changes VALUES ('luna 月亮', 13, 2, 1767225600000000, 'stored', '019b76da-a800-7006-823d-b1c710928f68', 'profile:user', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x054cafdf440279b699080bb8e7c5f6ff', '\xec57ff501d36c2d0d28db484854d71d27c5c00a3368888c0f7384cce6ea466fa', '\x6efabc9d0e7b231b8b9b2a1876c9b8dcc37c3a2b7aa31edf3b9f27bdc4ac6ef3');
INSERT INTO perdure.changes VALUES ('luna 月亮', 16, 2, 1767225600000000, 'stored', '019b76da-a800-7007-b966-0e5606414d06', 'profile:user', 'main', 'user', 'added to the existing item', '{}', '{"status":"active","version":2,"reason":{"code":"write.added","params":{},"language":"en"}}', '\x85b10148b192c7481d24ce53bcbbe26f', '\x658b4548377da211765e53f0a903bd289154cec515bc6cff411c7d5536f4d0c8', '\x8522d3b1af181176b9152ee906dce44744f385df2212829b1f12ccb822260b88');
INSERT INTO perdure.changes VALUES ('luna 月亮', 17, 2, 1767225600000000, 'superseded', '019b76da-a800-7006-823d-b1c710928f68', 'profile:user', 'main', 'user', 'added to the existing item', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-7007-b966-0e5606414d06","by":"019b76da-a800-7001-a6ab-d0ade488ed21","reason":{"code":"write.added","params":{},"language":"en"}}', '\xdb7d48b2e73f98e8668b5a7836191462', '\xc08d86049bbc9c5ad9c7bfc0129ceee1ef0a777e5779a28f66ae071c2b69f157', '\x99bf73713e123d34dceecb50aba46b97dd72e51180ee74f232dce66d9938ed32');
INSERT INTO perdure.changes VALUES ('luna 月亮', 25, 3, 1767225600000000, 'stored', '019b76da-a800-700a-afe4-9549e2a7b2c6', 'profile:user', 'main', 'user', 'added to the existing item', '{}', '{"status":"active","version":3,"reason":{"code":"write.added","params":{},"language":"en"}}', '\xfced03ebdedd6a8ff6b2726552543b8a', '\x6a2042204b2831270ebe33eeb0252cdd24ad3f96eed786900061f104661167a0', '\x16e5ae401cabed59246924377a9e0642123b27e6d20c036646b80bcae30c73a0');
INSERT INTO perdure.changes VALUES ('luna 月亮', 26, 3, 1767225600000000, 'superseded', '019b76da-a800-7007-b966-0e5606414d06', 'profile:user', 'main', 'user', 'added to the existing item', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-700a-afe4-9549e2a7b2c6","by":"019b76da-a800-7008-9afb-c2616436a447","reason":{"code":"write.added","params":{},"language":"en"}}', '\xcc34280bb1528427c77c756f4355672a', '\x9aedb12ce86b1fc9bee913b9153420ad6def374bf85673572ce4bbf670b68c39', '\x5519d63c9f5aa27b1cac20f9802b4b628974461e64a30631f438b556321e4ed7');
INSERT INTO perdure.changes VALUES ('luna 月亮', 31, 4, 1767225600000000, 'stored', '019b76da-a800-700c-857d-f6bc3028915a', 'fact:user:我下周三要去berlin出差', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\xa3eb88cb018ffaab36b0d8c90e020d9b', '\xef4fe60dbad10ed948bbed67a232ea0c282e5763d4a9bda233482f29ce22899c', '\x87fff4d2025c332a14c9105151ccdc8a2857e754f94d18deec4043d3d47f07cf');
INSERT INTO perdure.changes VALUES ('luna 月亮', 42, 6, 1767312000000000, 'stored', '019b7c01-0400-7001-9700-83d0ff283a24', 'fact:user:city', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x0874b073905f81237a63ba7ec2bec481', '\xc6d9e1859927cbd726d888aec54d7b35acf74963b4b1bf106dcb821b2c9800c5', '\xc066a7886dbb1736087ff573e945e0b62fb1bc668e4e02e7af9db9de1692f64f');
INSERT INTO perdure.changes VALUES ('luna 月亮', 49, 8, 1767398400000000, 'stored', '019b8127-6000-7001-838d-ebf22d43eb46', 'fact:user:city', 'main', 'user', 'more recent', '{}', '{"status":"active","version":2,"reason":{"code":"write.later_word","params":{},"language":"en"}}', '\x068b8dc6891003c72ff1e22b19c95226', '\xc06b3b6b6936c0fbb7ab89b589afaa920cc0d48a6e4fbbd8fcfed9099cdfa888', '\x5780b2bed071d8e8844e4af8ea47bcf29d3cb2eba6eec4fe7cfe265882078ffc');
INSERT INTO perdure.changes VALUES ('luna 月亮', 50, 8, 1767398400000000, 'superseded', '019b7c01-0400-7001-9700-83d0ff283a24', 'fact:user:city', 'main', 'user', 'more recent', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767312000000000}', '{"status":"superseded","valid_to":1767398400000000,"superseded_by":"019b8127-6000-7001-838d-ebf22d43eb46","updated_at":1767398400000000,"by":"019b8127-6000-7000-843c-a8d716288291","reason":{"code":"write.later_word","params":{},"language":"en"}}', '\x2885caebd76de7f0559f78869d0778fe', '\x4641ad3b06a554be2255e4f361c9a8b73cd2a60179f277d33b4d3b57c540a7c4', '\xa1db6363314b1939bce91eddda9a783ca2bcad1783b421d6e1ac463c0116aaa5');
INSERT INTO perdure.changes VALUES ('luna 月亮', 55, 9, 1767484800000000, 'stored', '019b864d-bc00-7001-b353-91aa21aaa24d', 'fact:user:city', 'main', 'user', 'more recent', '{}', '{"status":"active","version":3,"reason":{"code":"write.later_word","params":{},"language":"en"}}', '\x8406a3d5dd73a1ac1cdc6213f6195e51', '\x29a6ea60d1d0443eece4fd996dea54b9baa9dceb90853e9c22991c281c5affb5', '\x6ba9b87d194b0d552376078315560f6a69831ee4ade00e93ee8d4942a672a0c5');
INSERT INTO perdure.changes VALUES ('luna 月亮', 56, 9, 1767484800000000, 'superseded', '019b8127-6000-7001-838d-ebf22d43eb46', 'fact:user:city', 'main', 'user', 'more recent', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767398400000000}', '{"status":"superseded","valid_to":1767484800000000,"superseded_by":"019b864d-bc00-7001-b353-91aa21aaa24d","updated_at":1767484800000000,"by":"019b864d-bc00-7000-9c8e-55c4a76081f8","reason":{"code":"write.later_word","params":{},"language":"en"}}', '\x793196e354a2690c40e6642fb478ea08', '\xf08bd83946efd0fdb4204400a9e7d97acdeb9baff14da9312669758e3f11209f', '\x2c9a73fb95cb7c1c3b212183bcd3725b3e04dfdb49ca3d0ebdcfea187ae3e0a0');
INSERT INTO perdure.changes VALUES ('luna 月亮', 65, 11, 1767484800000000, 'pending', '019b864d-bc00-7003-8843-cce4a3b6e238', 'fact:user:city', 'main', 'inference', '`inference` contradicts what `user` said', '{}', '{"status":"pending","version":0,"reason":{"code":"write.contradicts","params":{"source":"inference","held":"user"},"language":"en"}}', '\x998e1a967c5e9ab8b8ff0b5487ea302b', '\x22d9b2bb9871848541d843f2e780cb1a59f622c9f2951e78822aa3a655532611', '\x44a4581360fa20334ba85d16b512717aa62c0202842c852aa51c4950f56e54e0');
INSERT INTO perdure.changes VALUES ('luna 月亮', 69, 13, 1767484800000000, 'stored', '019b864d-bc00-7004-8bc6-20c64aca056d', 'fact:user:tea', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x6c7ed1b7a83069f3c41c2c5c2961b46b', '\x0ee1631a7523d0b680deb0cabf0399cdfd69a005e54d4252817b63c638934066', '\x517475106b86e0519ba1f1c0cea86e85c226cf059f9f53242537a90c7f21abf2');
INSERT INTO perdure.changes VALUES ('luna 月亮', 76, 15, 1767484800000000, 'stored', '019b864d-bc00-7006-96bb-2bb671629038', 'fact:user:mood', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x484f3bed5f73bafc27c7fe167c9d3b80', '\xfac14f81714d226ca7b309131d4488fc514392ea816dd91236820d78aa914133', '\x887855869de97c1c69e59065c069b7e2534939f5c20e7d40b2129c950f2b5edf');
INSERT INTO perdure.changes VALUES ('luna 月亮', 81, 16, 1767484800000000, 'stored', '019b864d-bc00-7008-a26d-3cba5492af81', 'fact:user:old_job', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x47c07170e7a8abff1138b05a7b2876b1', '\x5c0a66f35018da21cb6beff398f75ecec831264ee91213876a169c8092a47c5b', '\x56857a5e194a3a33f41854ae2dd16eb9796821235704f29d3c5a2e17fcadfcd6');
INSERT INTO perdure.changes VALUES ('luna 月亮', 86, 18, 1767484800000000, 'retracted', '019b864d-bc00-7008-a26d-3cba5492af81', 'fact:user:old_job', 'main', 'user', 'denied by `user`', '{"status":"active","valid_to":null}', '{"status":"retracted","valid_to":1767484800000000,"by":"019b864d-bc00-7009-8e3e-b7f40ff7430b","reason":{"code":"write.denied","params":{"source":"user"},"language":"en"}}', '\xf9b1d9f27c3e3806d6460fca05264fb9', '\xa2c82f23a699433248a0661d8d1904bb11151d7796ce55d61d628df57d27cdf1', '\xb54de32aa8962446dcc566de1163c8e6ea13a887ad93e7d4ff1945e9f81c58fc');
INSERT INTO perdure.changes VALUES ('luna 月亮', 93, 20, 1767484800000000, 'stored', '019b864d-bc00-700b-b6ef-f187d9d713e2', 'fact:user:gone', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x02244c8809b19f22c86f60da61faa9d5', '\x431552fe53de6b4dd887568cfd7c7282bd4a99dd785fd13e033bb5ae3cf29720', '\x49793a5f47df2ad3cef82b133de1098c52a016d9c1691d5c9ef7afc75a0ffd4a');
INSERT INTO perdure.changes VALUES ('luna 月亮', 95, 22, 1767484800000000, 'deleted', '019b864d-bc00-700b-b6ef-f187d9d713e2', 'fact:user:gone', 'main', 'user', 'deleted on request', '{"versions":1}', '{"reason":{"code":"forget.asked_to_delete","params":{},"language":"en"}}', '\xfc663a127126b7b520523607d41f2b7f', '\x460dbe16353d7d74e912203221377310438726f008ac9bda1d0afd9020b51e6b', '\x30e1e85c99c27a41a1a250e2ccaeab0e21a6d1144cdfe9691a8e5b08584e141a');
INSERT INTO perdure.changes VALUES ('luna 月亮', 101, 23, 1767484800000000, 'stored', '019b864d-bc00-700d-86ce-cdbc75723244', 'fact:user:weather', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\xd4daf169e92a7ed7ce0752c6adaee42b', '\xbf795196e16b48b7c5f0362ec37ee78fd5bc099a485d710f6574bf5036a353ec', '\xe7aa92c159d1e2b13d9b40ffcef5ad41514d3ba69a1316f8158b079af57266d8');
INSERT INTO perdure.changes VALUES ('luna 月亮', 103, 25, 1767484800000000, 'forgotten', '019b864d-bc00-700d-86ce-cdbc75723244', 'fact:user:weather', 'main', 'user', 'forgotten on request', '{"status":"active"}', '{"status":"retracted","reason":{"code":"forget.asked","params":{},"language":"en"}}', '\xd14946041ea00ec2bf8654d9d93c55f4', '\x3f57c01a16b2fd7cedfa14c611bf57d43ec0b12a2a514a99b0df50d32f7303d9', '\xb1e57f3f50e48060984803fcd795e3304a7492b9e5999e5415224d7812228e6c');
INSERT INTO perdure.changes VALUES ('luna 月亮', 105, 25, 1767484800000000, 'hidden', '019b864d-bc00-700d-86ce-cdbc75723244', 'fact:user:weather', 'main', 'user', '', '{}', '{"span":["019b864d-bc00-700c-8c99-1fd00b32622a",0,13]}', '\xbb07831269800e8d6713f093aeb9f35f', '\xff8218685e4ca1cda3e8ced5c68b40c6ea1850e17f7b0af7236cd53b18c2f17d', '\xf1bb60be393af8dd2067bae4bf37c569e48ad0a3c60ca103acef01a1e3affc44');
INSERT INTO perdure.changes VALUES ('luna 月亮', 110, 26, 1767484800000000, 'stored', '019b864d-bc00-700f-9a32-a78ef180a2da', 'entity:person:ann_lee', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x87162fe60e23d03206ffe2298e58b7aa', '\xc6903393a95141f428ab6f1a96621c68ba1cd2cc1f292917c5f548c057b61230', '\xff2c3dffd628ae90994d7edc058bdec086604c878a00f191ca94fa1d40f39b90');
INSERT INTO perdure.changes VALUES ('luna 月亮', 153, 42, 1767484800000000, 'stored', '019b864d-bc00-701b-b96a-c8ac0cf9deac', 'identity:luna~5caa114825af', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x18dabb6b4348ea6236b093382d6c7afe', '\xe00c5fb530f0db609a780cbd9d52e9d807dbe440b89115fd591cf83e219d95f8', '\xc2d250890cefd9df6aa70d3c903605245ba192c133821796b6de5163f521d6f1');
INSERT INTO perdure.changes VALUES ('luna 月亮', 117, 28, 1767484800000000, 'stored', '019b864d-bc00-7011-a196-a649b399961d', 'pref:other:drink', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\xead31d0908e96cb45817885a6d20ba34', '\x29326a8e889d86373343f03a1cb5527d5126075c1dd3e85b73f154f94117f01f', '\x9eaf39155a8b7512723765b859d30ee88dcb225ce72aaffdc11968ad3013b789');
INSERT INTO perdure.changes VALUES ('luna 月亮', 132, 34, 1767484800000000, 'stored', '019b864d-bc00-7015-84d6-9227dac8b16a', 'fact:user:city', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\xd215bcaca50abf14f5a777d324abcfb8', '\x896548659d20e97b6056a23454c9ae863061583fd86b7116314c68be6158f26d', '\x0efa0ee16cfd6d972051c4ad0ac446d374795484a83fbe0d394978d00812f013');
INSERT INTO perdure.changes VALUES ('luna 月亮', 147, 40, 1767484800000000, 'stored', '019b864d-bc00-7019-9253-db8d92425536', 'fact:user:city', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x223a929f8b36bfe53da86366ef1dcce6', '\x9a2f32dac18556bc80523e34a4b06c85c0308d5f53da90977c0ca099e8dd9f6e', '\x10c55a1e2f70d2a8e248e79537cfefe990060b240f91397e16ca8be60dab0a8c');
INSERT INTO perdure.changes VALUES ('luna 月亮', 177, 50, 1767484800000000, 'stored', '019b864d-bc00-7022-9b6d-36d2f98b0dad', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', 'inference', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x603ffb749fa4e07eb812b1efd3f432bf', '\x0e26b96e0e5ea5d94931b9abdf3d0bf28304c77bdc84d3719a97ddd6fcea7ec7', '\x8e81fe5cd50767eb807a5a3d87940290ebaa29b3291d16bc68aa550186ab6bc3');
INSERT INTO perdure.changes VALUES ('luna 月亮', 127, 33, 1767484800000000, 'stored', '019b864d-bc00-7013-8012-c8d7e9b3c3e7', 'rel:user:ann_lee', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x788ca37c3e180366ebf8dbeaeac33144', '\x36d85b788e955731006106682608fbae3c996022058247436e30e4313a285556', '\xaea14091fce860add7ebf12ab96c3f45ee453a7bf96013bc1fb62034fe4127d9');
INSERT INTO perdure.changes VALUES ('luna 月亮', 142, 39, 1767484800000000, 'stored', '019b864d-bc00-7017-bb24-54d8ec7a87ab', 'rel:bob:ann_lee', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x4c99e62625988345c020a37ebec55f05', '\x73ab264375338c658b0d3fed5972327d44394435ce6c2702b5d702ea1c0a1813', '\x851cd5d0eaf833c2895d285990478b12c65b66d9ed710cf3cea8110f8ab81664');
INSERT INTO perdure.changes VALUES ('luna 月亮', 160, 44, 1767484800000000, 'stored', '019b864d-bc00-701d-917e-97d4ca62fb32', 'patch:event:python_3.14_is_out', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x6343166318543793966be68aa34d6053', '\x75e0476a3c04dafef515eed46d18ed30d04383dc4d857717226a13b1c082673b', '\x72175946173577d64d7294026a1d906619600c32f053bacecc80e7282de656a7');
INSERT INTO perdure.changes VALUES ('luna 月亮', 165, 45, 1767484800000000, 'stored', '019b864d-bc00-7020-be8c-81f8d0d10082', 'note:2026-01-04:019b864d-bc00-701e-b985-d044df608665', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}', '\x30bca97713ec1db4a5e479451ea6d00d', '\xb9901ebd7a6636ce48c40c0140cb1665a132d2bd99fc58c992124a40bb34c124', '\x8e6f2f6925b5a7e27798420597a2b75f670190e607038e1640807ebc313ffc8c');



INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在杭', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '天', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '天早', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '每', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭州', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿茶', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '茶', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '阿', 6, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上喝', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '喝', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '每天', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '住在', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我叫', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '州', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '早上', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '住', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '早', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '阿哲', 6, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '叫', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '哲', 6, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '叫阿', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '喝绿', 6, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '住了', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'assist', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '了', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '住', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记住', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'green', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'q', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '龙井', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'hit', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tool', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '龙', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tea', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '井', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'search', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'the', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'file', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'see', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 12, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 12, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'town', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住在', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地址', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住', 15, 4, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'home', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住址', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城市', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '址', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '市', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'address', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在杭', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 15, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '搬', 15, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'live', 15, 4, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'am', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'penicillin', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'to', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'that', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'i', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rememb', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'allerg', 20, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'assist', 21, 1, 2);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ok', 21, 1, 2);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '禁', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'live', 24, 4, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '能吃', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'allerg', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '敏原', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '能', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '食', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'penicillin', 24, 3, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'town', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '饮食', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '不能', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住', 24, 4, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'eat', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'restrict', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住址', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '忌', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城市', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '址', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '市', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过敏', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'allergi', 24, 3, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '饮', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '禁忌', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '吃', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '不', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '原', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '忌口', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'food', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在杭', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '搬', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住在', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地址', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'am', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'to', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'i', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过敏原', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '敏', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'home', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'avoid', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 24, 2, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'address', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '口', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 24, 1, 102);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我', 28, 2, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'berlin', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '下', 28, 2, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '帮', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记一', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '下周', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '周三', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '要去', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '要', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我记', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '出', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '出差', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一下', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '去', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '差', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '帮我', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '三', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我下', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '三要', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '周', 28, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'berlin', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '下', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '下周', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '周三', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '要去', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '要', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '出', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '出差', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '去', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '差', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '三', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我下', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 30, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '三要', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '周', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 30, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'berlin', 39, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 39, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 39, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '02', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 41, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-02', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'berlin', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 41, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 41, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'pari', 46, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 46, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 46, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 48, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-03', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pari', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 48, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '03', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 48, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rome', 62, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 62, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'system', 62, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rome', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 64, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 64, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 64, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 68, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:tea', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 68, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 68, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 78, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 78, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 78, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 78, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'baker', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old', 80, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old_job', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:old_job', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 80, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 80, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'job', 80, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 85, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 85, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 85, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 85, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'drink', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿茶', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '茶', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'green', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tea', 114, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'preferences:pref:other:drink', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'drink', 116, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'green', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'prefer', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pref', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'other', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 52, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭州', 52, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭', 52, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 52, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '州', 52, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 54, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 54, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 54, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'happi', 73, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'mood', 73, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 73, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 75, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:mood', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'happi', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'mood', 75, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 75, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'delet', 90, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 90, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'was', 90, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'go', 90, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'this', 90, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 98, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rain', 98, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'weather', 98, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:weather', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rain', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 100, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'weather', 100, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 100, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 107, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '安', 107, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 107, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'person', 107, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 107, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 109, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '安', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entiti', 109, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entities:entity:person:ann_lee', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'person', 109, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 109, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 109, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 124, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 126, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 126, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 126, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:user:ann_lee', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 116, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 129, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 129, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer', 129, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 129, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 129, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer:ann', 129, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 131, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer:ann', 131, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 131, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group:team', 144, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 144, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'team', 144, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 144, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 144, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group', 144, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 146, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group:team', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 146, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'team', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 146, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'in', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk-in-peer-ann', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她在', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在上', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episodes:episode:talk-in-peer-ann', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episod', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上海', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '海', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 176, 2, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '0531173d972f', 176, 1, 32);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 126, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 126, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 139, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 141, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:bob:ann_lee', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 141, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 141, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 141, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bob', 141, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'python', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '3.14', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '07', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025-10-07', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '10', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'out', 157, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3.14', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '10', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patches:patch:event:python_3.14_is_out', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'event', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python', 159, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '14', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 159, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '07', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025-10-07', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python_3.14_is_out', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'out', 159, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 159, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patch', 159, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'luna', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙伴', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'companion', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伴', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙', 150, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'luna', 152, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '5caa114825af', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙伴', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'companion', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ident', 152, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伴', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'identity:identity:luna', 152, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一条', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔记', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'note', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条笔', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条', 162, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 164, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '00', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'e', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔记', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d-bc00-701e-b985-d044df608665', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 164, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 164, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701e', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc00', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一条', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '记', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'notes:note:2026-01-04:019b864d-bc00-701e-b985-d044df608665', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'b985', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'note', 164, 3, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条笔', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 164, 3, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'd044df608665', 164, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条', 164, 1, 33);



INSERT INTO perdure.entity_mentions VALUES ('luna 月亮', 'entity:person:ann_lee', 'main', 'archival', '019b864d-bc00-700e-a2f0-9d8bb33f8d74');






INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7006-823d-b1c710928f68', 0, '019b76da-a800-7001-a6ab-d0ade488ed21', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-b966-0e5606414d06', 0, '019b76da-a800-7001-a6ab-d0ade488ed21', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-b966-0e5606414d06', 1, '019b76da-a800-7001-a6ab-d0ade488ed21', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-afe4-9549e2a7b2c6', 0, '019b76da-a800-7001-a6ab-d0ade488ed21', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-afe4-9549e2a7b2c6', 1, '019b76da-a800-7001-a6ab-d0ade488ed21', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-afe4-9549e2a7b2c6', 2, '019b76da-a800-7008-9afb-c2616436a447', 14, 41, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700c-857d-f6bc3028915a', 0, '019b76da-a800-700b-8c42-0d292283b796', 0, 16, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b7c01-0400-7001-9700-83d0ff283a24', 0, '019b7c01-0400-7000-b00d-8ec1ec78ec01', 0, 12, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b8127-6000-7001-838d-ebf22d43eb46', 0, '019b8127-6000-7000-843c-a8d716288291', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7001-b353-91aa21aaa24d', 0, '019b864d-bc00-7000-9c8e-55c4a76081f8', 0, 8, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7003-8843-cce4a3b6e238', 0, '019b864d-bc00-7002-9b53-3e25597f27f2', 0, 10, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7004-8bc6-20c64aca056d', 0, '019b76da-a800-7001-a6ab-d0ade488ed21', 15, 17, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7006-96bb-2bb671629038', 0, '019b864d-bc00-7005-ac96-f303b5ebe51d', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7008-a26d-3cba5492af81', 0, '019b864d-bc00-7007-bd4a-bf21046ad46a', 0, 14, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700d-86ce-cdbc75723244', 0, '019b864d-bc00-700c-8c99-1fd00b32622a', 0, 13, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700f-9a32-a78ef180a2da', 0, '019b864d-bc00-700e-a2f0-9d8bb33f8d74', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7011-a196-a649b399961d', 0, '019b864d-bc00-7010-9ff8-5eb3b5c64288', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7013-8012-c8d7e9b3c3e7', 0, '019b864d-bc00-7012-9734-fac1a05972da', 0, 28, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7015-84d6-9227dac8b16a', 0, '019b864d-bc00-7014-834d-d7553beb3b71', 0, 22, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7017-bb24-54d8ec7a87ab', 0, '019b864d-bc00-7016-bdaa-6dbd61be153f', 0, 28, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7019-9253-db8d92425536', 0, '019b864d-bc00-7018-ae96-b768cb87bf74', 0, 24, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701b-b96a-c8ac0cf9deac', 0, '019b864d-bc00-701a-b69c-e3c385101074', 0, 20, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701d-917e-97d4ca62fb32', 0, '019b864d-bc00-701c-bdaa-6e6a04f06b8f', 0, 29, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7020-be8c-81f8d0d10082', 0, '019b864d-bc00-701f-9fea-4930b5c8f2af', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7022-9b6d-36d2f98b0dad', 0, '019b864d-bc00-7012-9734-fac1a05972da', 0, 34, NULL, NULL, NULL);



INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 10, 'learn', 'chat 一', 'main', 1, 'done', 0, 2, 1767225600000000, NULL, NULL, NULL, 1767225600000000, 1767312000000000);
INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 22, 'learn', 'chat 一', 'main', 2, 'done', 0, 2, 1767225600000000, NULL, NULL, NULL, 1767225600000000, 1767398400000000);
INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 173, 'episode', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 8, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);
INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 174, 'consolidate', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 8, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);



INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'archival', 25, 197, 3, NULL, 0);
INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'recall', 22, 566, 3, NULL, 0);












INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 12, '019b76da-a800-7006-823d-b1c710928f68', 0, '[profile:profile:user]
我叫阿哲
name: 阿哲 name called 名字 姓名 叫
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 15, '019b76da-a800-7007-b966-0e5606414d06', 0, '[profile:profile:user]
- 我叫阿哲
- 住在杭州
name: 阿哲 name called 名字 姓名 叫
city: 杭州 live lives living lived address home city town 住 住址 地址 城市 住在 搬
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 citi 杭 州 杭州 live live live live address home citi town 住 住 址 住址 地 址 地址 城 市 城市 住 在 住在 搬 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 24, '019b76da-a800-700a-afe4-9549e2a7b2c6', 0, '[profile:profile:user]
- 我叫阿哲
- 住在杭州
- I am allergic to penicillin
name: 阿哲 name called 名字 姓名 叫
city: 杭州 live lives living lived address home city town 住 住址 地址 城市 住在 搬
allergy (penicillin): penicillin allergy allergic allergies eat food avoid restrictions 过敏 过敏原 忌口 不能吃 吃 饮食 禁忌
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 i am allerg to penicillin name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 citi 杭 州 杭州 live live live live address home citi town 住 住 址 住址 地 址 地址 城 市 城市 住 在 住在 搬 allergi penicillin penicillin allergi allerg allergi eat food avoid restrict 过 敏 过敏 过 敏 原 过敏 敏原 过敏原 忌 口 忌口 不 能 吃 不能 能吃 吃 饮 食 饮食 禁 忌 禁忌 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 30, '019b76da-a800-700c-857d-f6bc3028915a', 0, '[facts:fact:user:我下周三要去berlin出差]
我下周三要去 Berlin 出差
Updated at: 2026-01-01', 'facts:fact:user fact fact user 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 updat at 2026-01-01 2026 01 01', '{"type":"facts","key":"fact:user:我下周三要去berlin出差","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 41, '019b7c01-0400-7001-9700-83d0ff283a24', 0, '[facts:fact:user:city]
city: Berlin
Updated at: 2026-01-02', 'facts:fact:user:city fact fact user citi citi berlin updat at 2026-01-02 2026 01 02', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 48, '019b8127-6000-7001-838d-ebf22d43eb46', 0, '[facts:fact:user:city]
city: Paris
Updated at: 2026-01-03', 'facts:fact:user:city fact fact user citi citi pari updat at 2026-01-03 2026 01 03', '{"type":"facts","key":"fact:user:city","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 54, '019b864d-bc00-7001-b353-91aa21aaa24d', 0, '[facts:fact:user:city]
city: 杭州
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi 杭 州 杭州 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 64, '019b864d-bc00-7003-8843-cce4a3b6e238', 0, '[facts:fact:user:city]
city: Rome
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi rome updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":0}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 68, '019b864d-bc00-7004-8bc6-20c64aca056d', 0, '[facts:fact:user:tea]
tea: 绿茶
Updated at: 2026-01-04', 'facts:fact:user:tea fact fact user tea tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:tea","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 75, '019b864d-bc00-7006-96bb-2bb671629038', 0, '[facts:fact:user:mood]
mood: happy
Updated at: 2026-01-04', 'facts:fact:user:mood fact fact user mood mood happi updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:mood","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 80, '019b864d-bc00-7008-a26d-3cba5492af81', 0, '[facts:fact:user:old_job]
old job: baker
Updated at: 2026-01-04', 'facts:fact:user:old_job fact fact user old_job old job old job baker updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:old_job","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 100, '019b864d-bc00-700d-86ce-cdbc75723244', 0, '[facts:fact:user:weather]
weather: rain
Updated at: 2026-01-04', 'facts:fact:user:weather fact fact user weather weather rain updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:weather","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 109, '019b864d-bc00-700f-9a32-a78ef180a2da', 0, '[entities:entity:person:ann_lee]
Ann Lee (person, 安)
Updated at: 2026-01-04', 'entities:entity:person:ann_lee entiti entiti person ann_lee ann lee ann lee person 安 updat at 2026-01-04 2026 01 04', '{"type":"entities","key":"entity:person:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 116, '019b864d-bc00-7011-a196-a649b399961d', 0, '[preferences:pref:other:drink]
drink: green tea 绿茶
Updated at: 2026-01-04', 'preferences:pref:other:drink prefer pref other drink drink green tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"preferences","key":"pref:other:drink","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 126, '019b864d-bc00-7013-8012-c8d7e9b3c3e7', 0, '[relationships:rel:user:ann_lee]
Ann Lee is our new designer.
user / Ann Lee: designer
Updated at: 2026-01-04', 'relationships:rel:user:ann_lee relationship rel user ann_lee ann lee ann lee is our new design user ann lee design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:user:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 131, '019b864d-bc00-7015-84d6-9227dac8b16a', 0, '[facts:fact:user:city]
city: city of peer:ann
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of peer:ann peer ann updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 141, '019b864d-bc00-7017-bb24-54d8ec7a87ab', 0, '[relationships:rel:bob:ann_lee]
Ann Lee is our new designer.
Bob / Ann Lee: designer
Updated at: 2026-01-04', 'relationships:rel:bob:ann_lee relationship rel bob ann_lee ann lee ann lee is our new design bob ann lee design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:bob:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 146, '019b864d-bc00-7019-9253-db8d92425536', 0, '[facts:fact:user:city]
city: city of group:team
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of group:team group team updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 152, '019b864d-bc00-701b-b96a-c8ac0cf9deac', 0, '[identity:identity:luna~5caa114825af]
Luna: a companion 伙伴
Updated at: 2026-01-04', 'identity:identity:luna ident ident luna 5caa114825af luna a companion 伙 伴 伙伴 updat at 2026-01-04 2026 01 04', '{"type":"identity","key":"identity:luna~5caa114825af","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 159, '019b864d-bc00-701d-917e-97d4ca62fb32', 0, '[patches:patch:event:python_3.14_is_out]
2025-10-07 Python 3.14 is out
Updated at: 2026-01-04', 'patches:patch:event:python_3.14_is_out patch patch event python_3.14_is_out python 3 14 is out 2025-10-07 2025 10 07 python 3.14 is out updat at 2026-01-04 2026 01 04', '{"type":"patches","key":"patch:event:python_3.14_is_out","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 164, '019b864d-bc00-7020-be8c-81f8d0d10082', 0, '[notes:note:2026-01-04:019b864d-bc00-701e-b985-d044df608665]
a note 一条笔记
Updated at: 2026-01-04', 'notes:note:2026-01-04:019b864d-bc00-701e-b985-d044df608665 note note 2026-01-04 2026-01-04 2026 01 04 019b864d-bc00-701e-b985-d044df608665 019b864d bc00 bc 00 701e 701 e b985 d044df608665 a note 一 条 笔 记 一条 条笔 笔记 updat at 2026-01-04 2026 01 04', '{"type":"notes","key":"note:2026-01-04:019b864d-bc00-701e-b985-d044df608665","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 176, '019b864d-bc00-7022-9b6d-36d2f98b0dad', 0, '[episodes:episode:talk-in-peer-ann~0531173d972f]
2026-01-04 Ann Lee is our new designer; 她在上海
Updated at: 2026-01-04', 'episodes:episode:talk-in-peer-ann episod episod talk-in-peer-ann talk in peer ann 0531173d972f 2026-01-04 2026 01 04 ann lee is our new design 她 在 上 海 她在 在上 上海 updat at 2026-01-04 2026 01 04', '{"type":"episodes","key":"episode:talk-in-peer-ann~0531173d972f","version":1}');



INSERT INTO perdure.memory_items VALUES ('luna 月亮', 11, '019b76da-a800-7006-823d-b1c710928f68', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"}]}', '我叫阿哲', 0.9, 0.9, 'permanent', 'superseded', 1, '019b76da-a800-7007-b966-0e5606414d06', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-a6ab-d0ade488ed21', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\x42826a234cf4f2b25026e9b126af6ff3', NULL, NULL, 'sure', NULL, '\x1a11fb160d1c2af2');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 23, '019b76da-a800-700a-afe4-9549e2a7b2c6', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"},{"k":"city","v":"杭州","source":"user","said":"住在杭州"},{"k":"allergy (penicillin)","v":"penicillin","source":"user","many":true,"said":"I am allergic to penicillin"}]}', '- 我叫阿哲
- 住在杭州
- I am allergic to penicillin', 0.9, 1, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 2, '019b76da-a800-7008-9afb-c2616436a447', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xb1a718d32eb58abf8e109daba504986d', NULL, NULL, 'sure', NULL, '\x92d0f1dca86c1d06');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 14, '019b76da-a800-7007-b966-0e5606414d06', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"},{"k":"city","v":"杭州","source":"user","said":"住在杭州"}]}', '- 我叫阿哲
- 住在杭州', 0.9, 1, 'permanent', 'superseded', 2, '019b76da-a800-700a-afe4-9549e2a7b2c6', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-a6ab-d0ade488ed21', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\x3459197d281c3c392dd7e2ff499809f4', NULL, NULL, 'sure', NULL, '\x1ec53607b480fb8b');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 29, '019b76da-a800-700c-857d-f6bc3028915a', 'facts', 'fact:user:我下周三要去berlin出差', 'main', '{"subject":"user","predicate":"我下周三要去 Berlin 出差","value":"我下周三要去 Berlin 出差"}', '我下周三要去 Berlin 出差', 0.9, 0.85, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 3, '019b76da-a800-700b-8c42-0d292283b796', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xc0059a3955212e6e73af2368367852bc', NULL, NULL, 'sure', NULL, '\xe8713bd9b670e902');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 40, '019b7c01-0400-7001-9700-83d0ff283a24', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Berlin"}', 'city: Berlin', 0.9, 0.5, 'permanent', 'superseded', 1, '019b8127-6000-7001-838d-ebf22d43eb46', 'user', 1, 'chat 一', 4, '019b7c01-0400-7000-b00d-8ec1ec78ec01', NULL, 1767398400000000, NULL, NULL, false, NULL, false, 0, NULL, 1767312000000000, 1767312000000000, 1767398400000000, '\xe5255694b00079cb61afa37c65bcc3f0', NULL, NULL, 'sure', NULL, '\x5d0b3cd13918bd78');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 53, '019b864d-bc00-7001-b353-91aa21aaa24d', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"杭州"}', 'city: 杭州', 0.9, 0.7, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 6, '019b864d-bc00-7000-9c8e-55c4a76081f8', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x745ad5610fc7fc06f7e2782d82543654', NULL, NULL, 'sure', NULL, '\x48fe3ee355cd45a1');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 47, '019b8127-6000-7001-838d-ebf22d43eb46', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Paris"}', 'city: Paris', 0.9, 0.6, 'permanent', 'superseded', 2, '019b864d-bc00-7001-b353-91aa21aaa24d', 'user', 1, 'chat 一', 5, '019b8127-6000-7000-843c-a8d716288291', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767398400000000, 1767398400000000, 1767484800000000, '\x582ef4f6e65c604384daf4637814453c', NULL, NULL, 'sure', NULL, '\x7c82d1fa7bb36812');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 63, '019b864d-bc00-7003-8843-cce4a3b6e238', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Rome"}', 'city: Rome', 0.5, 0.5, 'permanent', 'pending', 0, NULL, 'inference', 0.3, 'direct:main', 1, '019b864d-bc00-7002-9b53-3e25597f27f2', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xfa52b8e8bb19d11da0db271212132d77', NULL, NULL, 'sure', NULL, '\x175e12b2fc1cbf49');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 67, '019b864d-bc00-7004-8bc6-20c64aca056d', 'facts', 'fact:user:tea', 'main', '{"subject":"user","predicate":"tea","value":"绿茶"}', 'tea: 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 1, '019b76da-a800-7001-a6ab-d0ade488ed21', NULL, NULL, NULL, NULL, false, NULL, true, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x1d1cd7f76591b013b9883b637cf91ac3', NULL, NULL, 'sure', NULL, '\x764a7613b5ce7904');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 74, '019b864d-bc00-7006-96bb-2bb671629038', 'facts', 'fact:user:mood', 'main', '{"subject":"user","predicate":"mood","value":"happy"}', 'mood: happy', 0.9, 0.5, 'short_term', 'active', 1, NULL, 'user', 1, 'direct:main', 2, '019b864d-bc00-7005-ac96-f303b5ebe51d', NULL, NULL, 1767571200000000, 86400000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xa0497912b1bd0310b225ea3a1dae4230', NULL, NULL, 'sure', NULL, '\x37916ff8662c634a');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 79, '019b864d-bc00-7008-a26d-3cba5492af81', 'facts', 'fact:user:old_job', 'main', '{"subject":"user","predicate":"old job","value":"baker"}', 'old job: baker', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 3, '019b864d-bc00-7007-bd4a-bf21046ad46a', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xf843f504622f55b5cee2554520bf25bc', NULL, NULL, 'sure', NULL, '\x72c0565e19491093');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 99, '019b864d-bc00-700d-86ce-cdbc75723244', 'facts', 'fact:user:weather', 'main', '{"subject":"user","predicate":"weather","value":"rain"}', 'weather: rain', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 6, '019b864d-bc00-700c-8c99-1fd00b32622a', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x394dbec1ab84cb8df09a4773b1102f4c', NULL, NULL, 'sure', NULL, '\x29260394bfbdad6c');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 108, '019b864d-bc00-700f-9a32-a78ef180a2da', 'entities', 'entity:person:ann_lee', 'main', '{"kind":"person","canonical":"Ann Lee","aliases":["安"],"attrs":{}}', 'Ann Lee (person, 安)', 0.9, 0.5, 'long_term', 'active', 1, NULL, 'user', 1, 'direct:main', 7, '019b864d-bc00-700e-a2f0-9d8bb33f8d74', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xedbb84608cce217ac332f4607ee30f03', NULL, NULL, 'sure', NULL, '\x0f0d2fc50cea9ad5');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 115, '019b864d-bc00-7011-a196-a649b399961d', 'preferences', 'pref:other:drink', 'shared', '{"scope":"other","name":"drink","value":"green tea 绿茶","subject":"user"}', 'drink: green tea 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:shared', 1, '019b864d-bc00-7010-9ff8-5eb3b5c64288', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x33cda7ceb38f0d6acf252b091ebcb173', NULL, NULL, 'sure', NULL, '\x57e4bcd82041640c');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 125, '019b864d-bc00-7013-8012-c8d7e9b3c3e7', 'relationships', 'rel:user:ann_lee', 'peer:ann', '{"subject":"user","object":"Ann Lee","relation":"designer"}', 'Ann Lee is our new designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 1, '019b864d-bc00-7012-9734-fac1a05972da', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x6a9a21ecacb272f7c16811cb60c17e73', NULL, NULL, 'sure', NULL, '\x48fe3ee355cd45a1');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 130, '019b864d-bc00-7015-84d6-9227dac8b16a', 'facts', 'fact:user:city', 'peer:ann', '{"subject":"user","predicate":"city","value":"city of peer:ann"}', 'city: city of peer:ann', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 2, '019b864d-bc00-7014-834d-d7553beb3b71', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x9d6d5fc6627e9474f99158d35183f12d', NULL, NULL, 'sure', NULL, '\x57e4bcd82041640c');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 140, '019b864d-bc00-7017-bb24-54d8ec7a87ab', 'relationships', 'rel:bob:ann_lee', 'group:team', '{"subject":"Bob","object":"Ann Lee","relation":"designer"}', 'Ann Lee is our new designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 1, '019b864d-bc00-7016-bdaa-6dbd61be153f', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x851dff17932e9d649886f68ae8ff799f', NULL, NULL, 'sure', NULL, '\x48fe3ee355cd45a1');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 145, '019b864d-bc00-7019-9253-db8d92425536', 'facts', 'fact:user:city', 'group:team', '{"subject":"user","predicate":"city","value":"city of group:team"}', 'city: city of group:team', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 2, '019b864d-bc00-7018-ae96-b768cb87bf74', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xab00d7cd548218ce60e97d33a6350fe4', NULL, NULL, 'sure', NULL, '\x57e4bcd82041640c');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 151, '019b864d-bc00-701b-b96a-c8ac0cf9deac', 'identity', 'identity:luna~5caa114825af', 'shared', '{"name":"Luna","role":"a companion 伙伴","persona":{},"goals":[],"values":[]}', 'Luna: a companion 伙伴', 0.9, 1, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 8, '019b864d-bc00-701a-b69c-e3c385101074', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x85221bef3f672058145b62aca6c7df28', NULL, NULL, 'sure', NULL, '\x29c17ef8670a5deb');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 158, '019b864d-bc00-701d-917e-97d4ca62fb32', 'patches', 'patch:event:python_3.14_is_out', 'shared', '{"type":"event","description":"Python 3.14 is out","event_date":"2025-10-07","affected_domains":[],"patch":{"remove":[],"add":[],"update":[]},"confidence":1.0,"source":{"type":"user"},"applied":true}', '2025-10-07 Python 3.14 is out', 1, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 9, '019b864d-bc00-701c-bdaa-6e6a04f06b8f', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xc552b9f68c95a1778f4ec5a372b0aad7', 1759795200000000, 1759881600000000, 'sure', NULL, '\xc6e5615beb125bb3');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 163, '019b864d-bc00-7020-be8c-81f8d0d10082', 'notes', 'note:2026-01-04:019b864d-bc00-701e-b985-d044df608665', 'main', '{"text":"a note 一条笔记"}', 'a note 一条笔记', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 7, '019b864d-bc00-701f-9fea-4930b5c8f2af', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xa8f3bff141a5e1fd5c480adde5419d2a', NULL, NULL, 'sure', NULL, '\x57e4bcd82041640c');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 175, '019b864d-bc00-7022-9b6d-36d2f98b0dad', 'episodes', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', '{"session_id":"talk in peer:ann","summary":"Ann Lee is our new designer; 她在上海","goal":"Ann Lee is our new designer","entities":[],"tools_used":[],"started_at":"2026-01-04T00:00:00Z","ended_at":"2026-01-04T00:00:00Z","made_by":"extract"}', '2026-01-04 Ann Lee is our new designer; 她在上海', 0.5, 0.4, 'long_term', 'active', 1, NULL, 'inference', 0.3, 'talk in peer:ann', 1, '019b864d-bc00-7012-9734-fac1a05972da', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x991d5d1f4b5bf2600c24029a45a76ab9', NULL, NULL, 'sure', NULL, '\x7678b914c1ead3aa');



INSERT INTO perdure.model_calls VALUES ('luna 月亮', 1, 1767225600000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b76da-a800-7007-b966-0e5606414d06"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 2, 1767225600000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b76da-a800-7001-a6ab-d0ade488ed21","019b76da-a800-7002-86cd-3cae2040580a","019b76da-a800-7003-87f4-a016211118a4","019b76da-a800-7004-bea6-e0b3ecf32ce7","019b76da-a800-7008-9afb-c2616436a447","019b76da-a800-7009-8a25-482d14722897"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 3, 1767398400000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b76da-a800-700a-afe4-9549e2a7b2c6","019b76da-a800-700c-857d-f6bc3028915a"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 4, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b76da-a800-700b-8c42-0d292283b796","019b7c01-0400-7000-b00d-8ec1ec78ec01","019b8127-6000-7000-843c-a8d716288291"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 5, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7001-b353-91aa21aaa24d"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 6, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7000-9c8e-55c4a76081f8","019b864d-bc00-7002-9b53-3e25597f27f2"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 7, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7004-8bc6-20c64aca056d","019b864d-bc00-7006-96bb-2bb671629038"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 8, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7005-ac96-f303b5ebe51d","019b864d-bc00-7007-bd4a-bf21046ad46a"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 9, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7009-8e3e-b7f40ff7430b"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 10, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-700a-bd9c-2113067425fb"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 11, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-700d-86ce-cdbc75723244"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 12, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-700c-8c99-1fd00b32622a"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 13, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-700f-9a32-a78ef180a2da"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 14, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-700e-a2f0-9d8bb33f8d74"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 15, 1767484800000000, 'shared', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7010-9ff8-5eb3b5c64288"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 16, 1767484800000000, 'shared', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7011-a196-a649b399961d"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 17, 1767484800000000, 'peer:ann', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7012-9734-fac1a05972da"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 18, 1767484800000000, 'peer:ann', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7013-8012-c8d7e9b3c3e7","019b864d-bc00-7015-84d6-9227dac8b16a"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 19, 1767484800000000, 'peer:ann', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7014-834d-d7553beb3b71"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 20, 1767484800000000, 'group:team', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7017-bb24-54d8ec7a87ab"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 21, 1767484800000000, 'group:team', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-7016-bdaa-6dbd61be153f","019b864d-bc00-7018-ae96-b768cb87bf74"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 22, 1767484800000000, 'group:team', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7019-9253-db8d92425536"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 23, 1767484800000000, 'shared', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-701b-b96a-c8ac0cf9deac"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 24, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '[]', '["019b864d-bc00-701a-b69c-e3c385101074","019b864d-bc00-701c-bdaa-6e6a04f06b8f","019b864d-bc00-701f-9fea-4930b5c8f2af"]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 25, 1767484800000000, 'main', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7020-be8c-81f8d0d10082"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 26, 1767484800000000, 'shared', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-701d-917e-97d4ca62fb32"]', '[]');
INSERT INTO perdure.model_calls VALUES ('luna 月亮', 27, 1767484800000000, 'peer:ann', NULL, 'embed', 'fake', '1', 'answered', '["019b864d-bc00-7022-9b6d-36d2f98b0dad"]', '[]');






INSERT INTO perdure.receipts VALUES ('luna 月亮', 'chat 一', 'first', '\x40de5c452b0e6b3370244c5591f644e04de2b7d239ce07ef3431285cb0da299d', '{"session":"chat 一","turn_id":1,"replayed":false,"records":["019b76da-a800-7001-a6ab-d0ade488ed21","019b76da-a800-7002-86cd-3cae2040580a","019b76da-a800-7003-87f4-a016211118a4","019b76da-a800-7004-bea6-e0b3ecf32ce7"],"notices":[],"notice_codes":[],"outcomes":[{"outcome":"stored","item_id":"019b76da-a800-7006-823d-b1c710928f68","type":"profile","key":"profile:user","replaces":null,"reason":"说明了名字：“我叫阿哲”（新内容）","code":"write.heard","params":{"heard":{"text":"说明了名字：“我叫阿哲”","code":"heard.in_words","params":{"what":{"text":"说明了名字","code":"heard.name","params":{},"language":"zh"},"words":"我叫阿哲"},"language":"zh"},"decided":{"text":"new","code":"write.new","params":{},"language":"en"}},"language":"zh","scope":"main","expires_at":null},{"outcome":"merged","item_id":"019b76da-a800-7007-b966-0e5606414d06","type":"profile","key":"profile:user","replaces":"019b76da-a800-7006-823d-b1c710928f68","reason":"说明了个人情况：“住在杭州”（补充了已有内容）","code":"write.heard","params":{"heard":{"text":"说明了个人情况：“住在杭州”","code":"heard.in_words","params":{"what":{"text":"说明了个人情况","code":"heard.person","params":{},"language":"zh"},"words":"住在杭州"},"language":"zh"},"decided":{"text":"added to the existing item","code":"write.added","params":{},"language":"en"}},"language":"zh","scope":"main","expires_at":null}]}', 1767225600000000);



INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 6, '019b76da-a800-7001-a6ab-d0ade488ed21', 'chat 一', 1, 0, '阿 哲 阿哲 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 每 天 早 上 喝 绿 茶 每天 天早 早上 上喝 喝绿 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 7, '019b76da-a800-7002-86cd-3cae2040580a', 'chat 一', 2, 0, 'assist 记 住 了 记住 住了');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 8, '019b76da-a800-7003-87f4-a016211118a4', 'chat 一', 3, 0, 'tool hit 龙 井 龙井 search q green tea');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 9, '019b76da-a800-7004-bea6-e0b3ecf32ce7', 'chat 一', 4, 0, 'user see the file');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 20, '019b76da-a800-7008-9afb-c2616436a447', 'chat 一', 5, 0, 'user rememb that i am allerg to penicillin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 21, '019b76da-a800-7009-8a25-482d14722897', 'chat 一', 6, 0, 'assist ok');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 28, '019b76da-a800-700b-8c42-0d292283b796', 'chat 一', 7, 0, 'user 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 帮 我 记 一 下 帮我 我记 记一 一下');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 39, '019b7c01-0400-7000-b00d-8ec1ec78ec01', 'chat 一', 8, 0, 'user citi berlin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 46, '019b8127-6000-7000-843c-a8d716288291', 'chat 一', 9, 0, 'user citi pari');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 52, '019b864d-bc00-7000-9c8e-55c4a76081f8', 'chat 一', 10, 0, 'user citi 杭 州 杭州');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 62, '019b864d-bc00-7002-9b53-3e25597f27f2', 'direct:main', 1, 0, 'system citi rome');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 73, '019b864d-bc00-7005-ac96-f303b5ebe51d', 'direct:main', 2, 0, 'user mood happi');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 78, '019b864d-bc00-7007-bd4a-bf21046ad46a', 'direct:main', 3, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 85, '019b864d-bc00-7009-8e3e-b7f40ff7430b', 'direct:main', 4, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 90, '019b864d-bc00-700a-bd9c-2113067425fb', 'direct:main', 5, 0, 'user go this was delet');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 98, '019b864d-bc00-700c-8c99-1fd00b32622a', 'direct:main', 6, 0, 'user weather rain');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 107, '019b864d-bc00-700e-a2f0-9d8bb33f8d74', 'direct:main', 7, 0, 'user ann lee person 安');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 114, '019b864d-bc00-7010-9ff8-5eb3b5c64288', 'direct:shared', 1, 0, 'user drink green tea 绿 茶 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 124, '019b864d-bc00-7012-9734-fac1a05972da', 'talk in peer:ann', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 129, '019b864d-bc00-7014-834d-d7553beb3b71', 'talk in peer:ann', 2, 0, 'user citi citi of peer:ann peer ann');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 139, '019b864d-bc00-7016-bdaa-6dbd61be153f', 'talk in group:team', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 144, '019b864d-bc00-7018-ae96-b768cb87bf74', 'talk in group:team', 2, 0, 'user citi citi of group:team group team');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 150, '019b864d-bc00-701a-b69c-e3c385101074', 'direct:main', 8, 0, 'user luna a companion 伙 伴 伙伴');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 157, '019b864d-bc00-701c-bdaa-6e6a04f06b8f', 'direct:main', 9, 0, 'user 2025-10-07 2025 10 07 python 3.14 is out');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 162, '019b864d-bc00-701f-9fea-4930b5c8f2af', 'chat 一', 11, 0, 'user a note 一 条 笔 记 一条 条笔 笔记');



INSERT INTO perdure.schema_version VALUES (true, 4);



INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:shared', 'shared', 'direct', 1767484800000000, NULL, 1, 1, 9, 112, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in group:team', 'group:team', 'conversation', 1767484800000000, NULL, 2, 2, 22, 134, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:main', 'main', 'direct', 1767484800000000, NULL, 9, 9, 60, 60, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'chat 一', 'main', 'chat', 1767225600000000, NULL, 11, 7, 105, 1, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in peer:ann', 'peer:ann', 'conversation', 1767484800000000, 1767484800000000, 2, 2, 22, 119, 1767484800000000, 0, NULL);















INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 32, 'archival', 6, false, 'fake:1', '[0,0,0,0,0.14428711,0,0.14428711,0,0.14428711,0.14428711,0,0.14428711,0,0,0,0.14428711,0,0,0.14428711,0,0,0,0.14428711,0.14428711,0.14428711,0.14428711,0,0.14428711,0,0,0,0,0,0,0,0.28857422,0,0,0,0.14428711,0.14428711,0.14428711,0,0,0,0,0.14428711,0.57714844,0,0,0,0.28857422,0,0.14428711,0.14428711,0.28857422,0,0,0,0,0,0.14428711,0.14428711,0]', '\x2f03a914ddda14d3');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 33, 'archival', 7, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.40820312,0,0.40820312,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.40820312,0,0,0,0,0,0,0.40820312,0.40820312,0.40820312,0,0,0,0]', '\x41a2134f0dbaa1c5');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 34, 'archival', 8, false, 'fake:1', '[0,0.30151367,0,0,0,0,0,0,0,0,0,0,0,0,0.30151367,0,0,0.30151367,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.30151367,0.30151367,0,0,0,0,0.30151367,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.60302734,0,0.30151367,0,0,0]', '\x4a8e527edaedfef0');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 35, 'archival', 9, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0.5,0,0,0,0]', '\xeb6e6cc3948e2f19');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 36, 'archival', 20, false, 'fake:1', '[0,0,0,0,0.35351562,0,0,0,0,0,0,0,0.35351562,0,0.35351562,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0]', '\x29f2517cc58c91cc');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 37, 'archival', 21, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.70703125,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.70703125,0,0,0,0]', '\xdbe7bc17c785a472');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 43, 'recall', 24, false, 'fake:1', '[0,0.12219238,0.12219238,0.06109619,0,0.06109619,0.06109619,0,0.18322754,0,0,0.24438477,0.12219238,0,0.06109619,0.06109619,0.18322754,0.18322754,0.12219238,0.06109619,0,0,0.06109619,0.12219238,0.06109619,0,0,0,0,0.06109619,0.12219238,0,0.12219238,0,0.18322754,0.24438477,0.24438477,0.06109619,0.06109619,0.06109619,0.12219238,0.12219238,0.12219238,0.18322754,0.06109619,0.06109619,0,0.30541992,0.06109619,0,0.06109619,0.24438477,0.24438477,0.18322754,0.12219238,0.36645508,0,0,0,0,0,0.12219238,0.18322754,0]', '\x1c71a56b6d6b3b01');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 44, 'recall', 30, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0.24255371,0,0,0,0,0,0.48510742,0,0,0,0.24255371,0,0.24255371,0,0,0.24255371,0,0.24255371,0,0,0,0,0,0.24255371,0,0,0,0,0.24255371,0,0,0,0.24255371,0,0,0,0,0,0,0,0,0,0.24255371,0,0,0,0.24255371,0.24255371,0,0.24255371,0.24255371]', '\x43cf1d18cfa2637f');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 57, 'archival', 28, false, 'fake:1', '[0,0.16442871,0,0,0.16442871,0,0,0,0,0,0,0.16442871,0,0.16442871,0,0,0,0.32885742,0,0.49316406,0,0,0.16442871,0.16442871,0,0.16442871,0,0,0.16442871,0,0.16442871,0,0,0,0,0,0.16442871,0,0,0,0,0.32885742,0,0,0,0.16442871,0,0,0,0,0,0,0,0,0,0.32885742,0,0,0.16442871,0.16442871,0.16442871,0,0.16442871,0.16442871]', '\x32609489fdc2c2dc');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 58, 'archival', 39, false, 'fake:1', '[0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0]', '\x5a7a9d48e5a019ea');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 59, 'archival', 46, false, 'fake:1', '[0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0]', '\x0ff2a39e044f3b5e');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 66, 'recall', 54, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.40820312,0,0.40820312,0,0,0,0,0,0,0,0,0.81640625,0,0,0,0,0,0,0,0,0,0,0,0]', '\x40203f4051cf49ab');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 70, 'archival', 52, false, 'fake:1', '[0,0,0,0,0.3779297,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.3779297,0,0.3779297,0,0,0,0,0,0,0,0,0.7558594,0,0,0,0,0,0,0,0,0,0,0,0]', '\xe0d498ab78e6833a');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 71, 'archival', 62, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0]', '\x4fc2fcba21cbb85c');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 82, 'recall', 68, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0]', '\xbe1ef402724b0b47');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 83, 'recall', 75, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0.70703125,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.70703125,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\xba5f7612c5f2e670');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 87, 'archival', 73, false, 'fake:1', '[0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x67c45087c3203271');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 88, 'archival', 78, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x7d1a641d505a66a4');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 94, 'archival', 85, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x7d1a641d505a66a4');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 102, 'archival', 90, false, 'fake:1', '[0,0,0,0,0.44726562,0,0,0,0,0,0,0,0.44726562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.44726562,0,0,0.44726562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.44726562,0,0,0,0,0,0,0,0,0]', '\x5adaea3f15ae4044');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 111, 'archival', 98, false, 'fake:1', '[0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0.57714844,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x81ca5573ddf756fd');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 118, 'recall', 109, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0,0,0,0,0,0,0]', '\xbbb239b33ff7e9b7');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 120, 'archival', 107, false, 'fake:1', '[0,0,0,0,0.44726562,0,0,0,0,0.44726562,0,0,0,0,0,0,0,0,0,0,0,0.44726562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.44726562,0.44726562,0,0,0,0,0,0,0]', '\x2d8be573a1a8b3b6');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 121, 'archival', 114, false, 'fake:1', '[0,0,0,0,0.6665039,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.33325195,0,0,0.33325195,0.33325195,0]', '\xcf80b372b9053b81');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 122, 'recall', 116, false, 'fake:1', '[0,0,0,0,0.40820312,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.40820312,0,0,0,0,0,0,0,0.40820312,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.40820312,0,0,0.40820312,0.40820312,0]', '\x5fce2defa912387f');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 133, 'archival', 124, false, 'fake:1', '[0,0.25,0,0,0.25,0,0,0,0,0.5,0.25,0,0,0,0,0,0,0.25,0.25,0,0,0.25,0,0,0,0,0,0.25,0,0.25,0,0,0,0,0,0,0,0,0.25,0.25,0,0,0.25,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]', '\xe75b2649c33e40d0');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 135, 'recall', 126, false, 'fake:1', '[0,0,0,0,0.25,0,0,0,0,0.5,0,0,0,0,0,0,0,0.25,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]', '\x498f56be4525e269');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 136, 'recall', 131, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35351562,0,0.70703125,0,0,0,0,0.35351562,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0]', '\x41dc9197f5ea9a69');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 137, 'archival', 129, false, 'fake:1', '[0,0,0,0,0.33325195,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.33325195,0,0.6665039,0,0,0,0,0.33325195,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0]', '\xb7ef8c561556bf94');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 148, 'recall', 141, false, 'fake:1', '[0,0.25,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0.25,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]', '\x4b2335962e16fa8b');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 154, 'archival', 139, false, 'fake:1', '[0,0.25,0,0,0.25,0,0,0,0,0.5,0.25,0,0,0,0,0,0,0.25,0.25,0,0,0.25,0,0,0,0,0,0.25,0,0.25,0,0,0,0,0,0,0,0,0.25,0.25,0,0,0.25,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]', '\xe75b2649c33e40d0');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 155, 'archival', 144, false, 'fake:1', '[0,0,0,0,0.33325195,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.33325195,0,0.6665039,0,0,0.33325195,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x899fdfb203d9a007');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 166, 'recall', 146, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35351562,0,0.70703125,0,0,0.35351562,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]', '\x92c993e44c74dc35');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 167, 'recall', 152, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.40820312,0.40820312,0,0,0,0,0,0,0,0,0,0,0.40820312,0,0.40820312,0,0,0,0,0,0,0,0,0,0.40820312,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.40820312]', '\x725c26927a641eec');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 168, 'archival', 150, false, 'fake:1', '[0,0,0,0,0.3779297,0,0,0,0,0.3779297,0.3779297,0,0,0,0,0,0,0,0,0,0,0.3779297,0,0.3779297,0,0,0,0,0,0,0,0,0,0.3779297,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.3779297]', '\x33fd15010dd8494b');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 169, 'archival', 157, false, 'fake:1', '[0,0,0,0,0.33325195,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0.33325195,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.33325195,0,0,0,0.33325195,0,0,0,0.33325195,0,0,0,0.33325195,0,0,0,0.33325195,0]', '\xc193abdb92693924');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 170, 'archival', 162, false, 'fake:1', '[0,0,0,0,0.26733398,0,0,0,0,0,0.26733398,0,0,0,0,0,0,0.26733398,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.26733398,0,0,0.26733398,0,0.26733398,0,0,0,0,0.53466797,0,0,0.53466797,0,0,0,0,0]', '\x02cf7e688cdcc92c');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 171, 'recall', 159, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0.35351562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35351562,0,0,0,0.35351562,0,0,0,0.35351562,0,0,0,0.35351562,0,0,0,0.35351562,0]', '\xcfd11244f373ed42');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 172, 'recall', 164, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.27734375,0,0,0,0,0,0,0.27734375,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.27734375,0,0,0.27734375,0,0.27734375,0,0,0,0,0.5546875,0,0,0.5546875,0,0,0,0,0]', '\xbd2f5d88e4ffd701');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 178, 'recall', 176, false, 'fake:1', '[0,0,0,0,0.21826172,0,0,0,0,0.43652344,0.21826172,0,0,0,0,0,0,0.21826172,0.21826172,0.21826172,0,0.43652344,0,0,0,0,0,0.21826172,0,0.21826172,0,0,0,0,0,0,0,0,0.21826172,0.21826172,0,0,0.21826172,0,0.21826172,0,0,0,0,0,0,0,0,0.21826172,0,0,0,0,0.21826172,0,0,0,0,0]', '\x9537ce21208a9ec2');



INSERT INTO perdure.withheld VALUES ('luna 月亮', '019b864d-bc00-700a-bd9c-2113067425fb', 0, 22, '019b864d-bc00-700b-b6ef-f187d9d713e2', 'main', 1767484800000000, 96);
INSERT INTO perdure.withheld VALUES ('luna 月亮', '019b864d-bc00-700c-8c99-1fd00b32622a', 0, 13, '019b864d-bc00-700d-86ce-cdbc75723244', 'main', 1767484800000000, 104);



INSERT INTO perdure.working_memory VALUES ('luna 月亮', 'chat 一', 'main', '{"id":"019b864d-bc00-7021-aeb2-a151e17b0aab","goal":"write the report 写报告","steps":[{"description":"outline","completed":false},{"description":"text","completed":false}],"currentStep":0,"startedAt":"2026-01-04T00:00:00Z","focus":null,"synced":false}', '{}', '[]', NULL, '{}', '[]', 1767484800000000);



ALTER TABLE ONLY perdure.agent_secrets
    ADD CONSTRAINT agent_secrets_pkey PRIMARY KEY (agent_id);



ALTER TABLE ONLY perdure.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (agent_id);



ALTER TABLE ONLY perdure.ancestors
    ADD CONSTRAINT ancestors_pkey PRIMARY KEY (agent_id, ordinal);



ALTER TABLE ONLY perdure.archival_records
    ADD CONSTRAINT archival_records_agent_id_id_key UNIQUE (agent_id, id);



ALTER TABLE ONLY perdure.archival_records
    ADD CONSTRAINT archival_records_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.attachment_bytes
    ADD CONSTRAINT attachment_bytes_pkey PRIMARY KEY (agent_id, sha256);



ALTER TABLE ONLY perdure.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (agent_id, id);



ALTER TABLE ONLY perdure.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.chunk_words
    ADD CONSTRAINT chunk_words_pkey PRIMARY KEY (agent_id, mem_type, word, chunk_id) INCLUDE (count, length);



ALTER TABLE ONLY perdure.entity_mentions
    ADD CONSTRAINT entity_mentions_pkey PRIMARY KEY (agent_id, entity_key, scope, mem_type, mem_id);



ALTER TABLE ONLY perdure.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (agent_id, id);



ALTER TABLE ONLY perdure.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (agent_id, item_id, ordinal);



ALTER TABLE ONLY perdure.extraction_queue
    ADD CONSTRAINT extraction_queue_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.index_totals
    ADD CONSTRAINT index_totals_pkey PRIMARY KEY (agent_id, mem_type);



ALTER TABLE ONLY perdure.injected_lines
    ADD CONSTRAINT injected_lines_pkey PRIMARY KEY (agent_id, session_id, line_hash);



ALTER TABLE ONLY perdure.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (agent_id, item_a, item_b, kind);



ALTER TABLE ONLY perdure.lookups
    ADD CONSTRAINT lookups_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.memory_chunks
    ADD CONSTRAINT memory_chunks_agent_id_item_id_ordinal_key UNIQUE (agent_id, item_id, ordinal);



ALTER TABLE ONLY perdure.memory_chunks
    ADD CONSTRAINT memory_chunks_pkey PRIMARY KEY (agent_id, id);



ALTER TABLE ONLY perdure.memory_items
    ADD CONSTRAINT memory_items_agent_id_id_key UNIQUE (agent_id, id);



ALTER TABLE ONLY perdure.memory_items
    ADD CONSTRAINT memory_items_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.patch_history
    ADD CONSTRAINT patch_history_pkey PRIMARY KEY (agent_id, sequence);



ALTER TABLE ONLY perdure.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (agent_id, session_id, idempotency_key);



ALTER TABLE ONLY perdure.record_chunks
    ADD CONSTRAINT record_chunks_pkey PRIMARY KEY (agent_id, id);



ALTER TABLE ONLY perdure.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (one);



ALTER TABLE ONLY perdure.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (agent_id, id);



ALTER TABLE ONLY perdure.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (agent_id, scope, name);



ALTER TABLE ONLY perdure.tombstones
    ADD CONSTRAINT tombstones_pkey PRIMARY KEY (agent_id, kind, hash, place);



ALTER TABLE ONLY perdure.upkeep_steps
    ADD CONSTRAINT upkeep_steps_pkey PRIMARY KEY (agent_id, day, step);



ALTER TABLE ONLY perdure.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (agent_id, day, purpose, model, session_id);



ALTER TABLE ONLY perdure.vector_id_map
    ADD CONSTRAINT vector_id_map_pkey PRIMARY KEY (agent_id, faiss_id);



ALTER TABLE ONLY perdure.withheld
    ADD CONSTRAINT withheld_pkey PRIMARY KEY (agent_id, record_id, span_start, span_end, item_id);



ALTER TABLE ONLY perdure.working_memory
    ADD CONSTRAINT working_memory_pkey PRIMARY KEY (agent_id, session_id);



CREATE INDEX attachments_by_record ON perdure.attachments USING btree (agent_id, record_id, ordinal);



CREATE INDEX changes_by_item ON perdure.changes USING btree (agent_id, item_id, sequence);



CREATE INDEX changes_by_key ON perdure.changes USING btree (agent_id, scope, key);



CREATE INDEX changes_by_revision ON perdure.changes USING btree (agent_id, revision);



CREATE INDEX erasures_open ON perdure.erasures USING btree (agent_id, sequence) WHERE (state <> 'done'::text);



CREATE INDEX evidence_by_record ON perdure.evidence USING btree (agent_id, record_id) WHERE (record_id IS NOT NULL);



CREATE INDEX items_by_event ON perdure.memory_items USING btree (agent_id, status, event_from) WHERE (event_from IS NOT NULL);



CREATE INDEX items_by_expiry ON perdure.memory_items USING btree (agent_id, expires_at) WHERE (expires_at IS NOT NULL);



CREATE INDEX items_by_key ON perdure.memory_items USING btree (agent_id, scope, key, status);



CREATE INDEX items_by_session ON perdure.memory_items USING btree (agent_id, session_id);



CREATE INDEX items_by_start ON perdure.memory_items USING btree (agent_id, valid_from) WHERE (valid_from IS NOT NULL);



CREATE INDEX items_by_type ON perdure.memory_items USING btree (agent_id, scope, type, status);



CREATE INDEX items_by_use ON perdure.memory_items USING btree (agent_id, last_used_at DESC);



CREATE UNIQUE INDEX items_by_version ON perdure.memory_items USING btree (agent_id, scope, key, version) WHERE (version > 0);



CREATE INDEX items_by_worth ON perdure.memory_items USING btree (agent_id, status, importance DESC, sequence DESC);



CREATE INDEX links_by_other ON perdure.links USING btree (agent_id, item_b);



CREATE INDEX links_open ON perdure.links USING btree (agent_id, scope, sequence) WHERE (settled_at IS NULL);



CREATE INDEX mentions_by_owner ON perdure.entity_mentions USING btree (agent_id, mem_type, mem_id);



CREATE INDEX patch_history_by_patch ON perdure.patch_history USING btree (agent_id, patch_key, sequence);



CREATE INDEX queue_by_state ON perdure.extraction_queue USING btree (agent_id, status, not_before);



CREATE UNIQUE INDEX queue_by_turn ON perdure.extraction_queue USING btree (agent_id, kind, session_id, turn_id);



CREATE INDEX record_chunks_by_place ON perdure.record_chunks USING btree (agent_id, session_id, "position");



CREATE UNIQUE INDEX record_chunks_by_record ON perdure.record_chunks USING btree (agent_id, record_id, ordinal);



CREATE INDEX records_by_place ON perdure.archival_records USING btree (agent_id, session_id, "position");



CREATE INDEX records_by_time ON perdure.archival_records USING btree (agent_id, "timestamp");



CREATE INDEX records_by_turn ON perdure.archival_records USING btree (agent_id, session_id, turn_id);



CREATE INDEX sessions_by_start ON perdure.sessions USING btree (agent_id, scope, sequence);



CREATE INDEX sessions_open ON perdure.sessions USING btree (agent_id, scope, sequence) WHERE (completed_at IS NULL);



CREATE UNIQUE INDEX vectors_by_chunk ON perdure.vector_id_map USING btree (agent_id, mem_type, mem_id);



CREATE INDEX vectors_by_model ON perdure.vector_id_map USING btree (agent_id, mem_type, model, is_deleted);



CREATE INDEX withheld_by_item ON perdure.withheld USING btree (agent_id, item_id);



CREATE INDEX working_by_update ON perdure.working_memory USING btree (agent_id, scope, last_updated);



CREATE TRIGGER memory_chunks_new_words AFTER INSERT ON perdure.memory_chunks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION perdure.index_new_words('recall');



CREATE TRIGGER memory_chunks_words AFTER DELETE OR UPDATE OF search_text ON perdure.memory_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('recall');



CREATE TRIGGER record_chunks_new_words AFTER INSERT ON perdure.record_chunks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION perdure.index_new_words('archival');



CREATE TRIGGER record_chunks_words AFTER DELETE OR UPDATE OF search_text ON perdure.record_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('archival');



ALTER TABLE ONLY perdure.agent_secrets
    ADD CONSTRAINT agent_secrets_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.ancestors
    ADD CONSTRAINT ancestors_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.archival_records
    ADD CONSTRAINT archival_records_agent_id_session_id_fkey FOREIGN KEY (agent_id, session_id) REFERENCES perdure.sessions(agent_id, id);



ALTER TABLE ONLY perdure.attachment_bytes
    ADD CONSTRAINT attachment_bytes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.attachments
    ADD CONSTRAINT attachments_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id);



ALTER TABLE ONLY perdure.changes
    ADD CONSTRAINT changes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.erasures
    ADD CONSTRAINT erasures_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.evidence
    ADD CONSTRAINT evidence_agent_id_item_id_fkey FOREIGN KEY (agent_id, item_id) REFERENCES perdure.memory_items(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.links
    ADD CONSTRAINT links_agent_id_item_a_fkey FOREIGN KEY (agent_id, item_a) REFERENCES perdure.memory_items(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.links
    ADD CONSTRAINT links_agent_id_item_b_fkey FOREIGN KEY (agent_id, item_b) REFERENCES perdure.memory_items(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.memory_chunks
    ADD CONSTRAINT memory_chunks_agent_id_item_id_fkey FOREIGN KEY (agent_id, item_id) REFERENCES perdure.memory_items(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.memory_items
    ADD CONSTRAINT memory_items_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.model_calls
    ADD CONSTRAINT model_calls_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.receipts
    ADD CONSTRAINT receipts_agent_id_session_id_fkey FOREIGN KEY (agent_id, session_id) REFERENCES perdure.sessions(agent_id, id);



ALTER TABLE ONLY perdure.record_chunks
    ADD CONSTRAINT record_chunks_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.sessions
    ADD CONSTRAINT sessions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.snapshots
    ADD CONSTRAINT snapshots_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.tombstones
    ADD CONSTRAINT tombstones_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.withheld
    ADD CONSTRAINT withheld_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id) ON DELETE CASCADE;



ALTER TABLE perdure.agent_secrets ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.agents ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.ancestors ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.archival_records ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.attachment_bytes ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.attachments ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.changes ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.chunk_words ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.entity_mentions ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.erasures ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.evidence ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.extraction_queue ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.index_totals ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.injected_lines ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.links ENABLE ROW LEVEL SECURITY;


CREATE POLICY listing ON perdure.agents FOR SELECT USING ((current_setting('perdure.listing'::text, true) = 'on'::text));



ALTER TABLE perdure.lookups ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_items ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.model_calls ENABLE ROW LEVEL SECURITY;


CREATE POLICY own_rows ON perdure.agent_secrets USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.agents USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.ancestors USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.archival_records USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.attachment_bytes USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.attachments USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.changes USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.chunk_words USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.entity_mentions USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.erasures USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.evidence USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.extraction_queue USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.index_totals USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.injected_lines USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.links USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.lookups USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_items USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.model_calls USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.patch_history USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.receipts USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.record_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.sessions USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.snapshots USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.tombstones USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.upkeep_steps USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.usage USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.vector_id_map USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.withheld USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.working_memory USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



ALTER TABLE perdure.patch_history ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.receipts ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.record_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.sessions ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.snapshots ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.tombstones ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.upkeep_steps ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.usage ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.vector_id_map ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.withheld ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.working_memory ENABLE ROW LEVEL SECURITY;


GRANT USAGE ON SCHEMA perdure TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.agent_secrets TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.agents TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.ancestors TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.archival_records TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.attachment_bytes TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.attachments TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.changes TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.chunk_words TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.entity_mentions TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.erasures TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.evidence TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.extraction_queue TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.index_totals TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.injected_lines TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.links TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.lookups TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.memory_chunks TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.memory_items TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.model_calls TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.patch_history TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.receipts TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.record_chunks TO perdure_app;



GRANT SELECT ON TABLE perdure.schema_version TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.sessions TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.snapshots TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.tombstones TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.upkeep_steps TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.usage TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.vector_id_map TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.withheld TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.working_memory TO perdure_app;
