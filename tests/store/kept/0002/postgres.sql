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



CREATE FUNCTION perdure.index_words() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'perdure', 'pg_temp'
    AS $$
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
    CONSTRAINT agents_agent_id_check CHECK ((agent_id <> ''::text))
);

ALTER TABLE ONLY perdure.agents FORCE ROW LEVEL SECURITY;



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
    after_json json NOT NULL
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
    CONSTRAINT links_kind_check CHECK ((kind = 'doubtful'::text))
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
    embedding public.vector NOT NULL,
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



INSERT INTO perdure.agent_secrets VALUES ('luna 月亮', '\x98635cf69d9af2f365c4bb22cd202f76de7e2822dcc43d4c0b53665125edeb63');



INSERT INTO perdure.agents VALUES ('luna 月亮', NULL, NULL, '{}', 42, 150, '\x3a14b4446ead3a66eab92758c2b95fa019ff13d3ad890a32eac32f5b79e21bd7', 1767484800000000, 1767225600000000);



INSERT INTO perdure.archival_records VALUES ('luna 月亮', 2, '019b76da-a800-7001-beb6-6751b664f966', 'chat 一', 'main', 1, 'user', '阿哲', '我叫阿哲，住在杭州，每天早上喝绿茶。', NULL, NULL, NULL, 1767225600000000, '["topic:me"]', NULL, '\x6ee51189b81533bba46ba0100a2d73cc', '\x86480a88d0923b0db8b66d3e873f115adcca19a51685e87e7adf538bd3f0c4d6', '\x96ca196d16f6faf89286da89dca437bc80e38fb5d50d4d0e92ac9c01a599709d', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 3, '019b76da-a800-7002-a991-b1eef35a4de9', 'chat 一', 'main', 1, 'assistant', NULL, '记住了。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x6a52a2a5ca61c59e6445ea34ac69ee01', '\x02563b6276965eb2d0625f59f04adb99e355fa29f94f9d2b3ad882633914d099', '\x5ef471dac1efed70ee2dd06c18be9266b2af79058925131b6ccaecc8a52efd7f', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 4, '019b76da-a800-7003-a009-b6bf55cbcc96', 'chat 一', 'main', 1, 'tool', NULL, '{"hits": ["龙井"]}', 'search', '{"q":"green tea"}', '{"hits":["龙井"]}', 1767225600000000, NULL, NULL, '\x530e59e1e340a3c3a78a2eaa77f37b71', '\xfa4859c35c42dbc34d8ba786c31aec27c878d6fa1997b11c17d7c08333ff878b', '\x83e2065bdef8f3af54d7e9cd27f50c997241122c1b1cde4d208970de9ae46ba1', 3);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 5, '019b76da-a800-7004-b7e6-22176a00eec8', 'chat 一', 'main', 1, 'user', NULL, 'see the file', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\xf582fcd3f62b3dba3ebfcefd54317913', '\x107417795d9bf075f25db5321b8b5f0c2c3a57baa9e236c2a0128cd8f375aa00', '\x7d494b5c3a7214a5b98492fab564dce9dac1a47d71b1942d5dce0a0b65d4dbfc', 4);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 17, '019b76da-a800-7008-9430-721b9b63ba7c', 'chat 一', 'main', 2, 'user', NULL, 'Remember that I am allergic to penicillin.', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x0f01c138b8a11000f12953fbabf7b378', '\x5dfe6dcfb7ad012cfd03d7b466ddcf66cd9045daa316e5c9400149f643a3b589', '\x1cdf38380430f05bbad33075b3da7e073a5a11692cb99ff859eefc6b558f54e4', 5);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 18, '019b76da-a800-7009-841f-21454dad25f7', 'chat 一', 'main', 2, 'assistant', NULL, 'ok', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x95af673d715f953a05f4d758f030ec3d', '\x9e2ede2a792940ebbae895b28d97249a538d03dbc1cf17403639b33073028503', '\x81b21db30478140a06c79e5abe6c799188f352e921cbbcd07db2d3526deae7cc', 6);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 25, '019b76da-a800-700b-bdcd-d4ef92b4ed02', 'chat 一', 'main', 3, 'user', NULL, '我下周三要去 Berlin 出差，帮我记一下。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x48486b8c40d6b4659061aa1343be5ca1', '\x2fec82da3504056950b4e13a79179b89ae00f6034d3883cbdf80289483e640a2', '\x7697ba47de3bb623137fddee6f025cf05dd933931d22857f1702320ec494f139', 7);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 30, '019b7c01-0400-7000-8d49-d0b0183f226e', 'chat 一', 'main', 4, 'user', NULL, 'city: Berlin', NULL, NULL, NULL, 1767312000000000, '["direct","facts"]', NULL, '\x823b894f584cd0049ccdc040f8c7f50a', '\x42eb8f4c99a3771430d959e7b9afcd0cf94b1357008d84249ac7a96a29ccfaa5', '\xdd05665e95b80053dade84b962f582a9bbd0a91601cea0cda6b99f0d2379602c', 8);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 37, '019b8127-6000-7000-a66b-fb33e8577fa8', 'chat 一', 'main', 5, 'user', NULL, 'city: Paris', NULL, NULL, NULL, 1767398400000000, '["direct","facts"]', NULL, '\xe0cf69452fcec048300ac89bf9f5962d', '\x4bd4bc3f863c13d54c86ab81c6377d202a1682bdb4f92df51f762082eea97ba5', '\x0b47d335e3242af78b156d1991e1de81fcec8924ab12edaabe4cdf0185a4541f', 9);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 43, '019b864d-bc00-7000-9910-55d0b6457a50', 'chat 一', 'main', 6, 'user', NULL, 'city: 杭州', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xa80fe8080acee98708543fdead68cd24', '\xe36504466349feb14f6f829cd36b647d5e64cdd3681da4b5d057e1d5b3ce1855', '\xfa621937c865e6a44169463b8ed8efa05a3dd9821f000e459b2361602eaddd90', 10);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 50, '019b864d-bc00-7002-a621-08240f97e369', 'direct:main', 'main', 1, 'system', NULL, 'city: Rome', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xdca05c827dee8d6913f4713b408cb08f', '\xb61cb4f5b56319652b82f9c7751cdbdde6cfd036d50e2c4b126b607aed5943ed', '\xc540415286b44e6f3760f10044ed475f7e04f93d63c8ada2a0037ce5cbf2a8ae', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 59, '019b864d-bc00-7005-b346-8f365cd0c00c', 'direct:main', 'main', 2, 'user', NULL, 'mood: happy', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xcfb90dcd4e162719f42d68dbecaf1400', '\xf8146915dd5e0e22c3d203a5a24c5fa1a0b575c2714055163ca2fc212f3769a5', '\xcbc7124f9ebb3c36b2c345e4121f4524215148bca76411e6e0bb4fce43e11756', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 65, '019b864d-bc00-7007-beef-64b7b8f8dea4', 'direct:main', 'main', 3, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x46ed144b8c5a4f5a190f68390d89faeb', '\x4d521fce5ae8af7e3bbdecad073afd871f45181ddff123145ad9fe4c8144aeed', '\xd80c31618a72630798c5c231a07bb4a387384e49c2989aa37691a69243ed8bb8', 3);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 70, '019b864d-bc00-7009-b496-00e1db5f2f4b', 'direct:main', 'main', 4, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts","retract"]', NULL, '\x48cbf19479cb5bdbbb6b68d0f94222a1', '\xac345eeab67b7fdb042e870a184fbbd9c9de2317123dc219bf37ffd84540b017', '\x6b644db12428304fe8300dc85fcb4d6742d803ebfd00f2137ae29bf113957822', 4);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 74, '019b864d-bc00-700a-9adf-492362419316', 'direct:main', 'main', 5, 'user', NULL, 'gone: this was deleted', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x097f23c2df460febbfb0bd9d51269cbe', '\xf8f21b9fe8a27b1465ddce59eb63f53fc3e810870c79a239a10597190ba66dd2', '\xb1147074357807499cff8317c397a5c1428fae13c0124a2fc51aaf4b204067e8', 5);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 81, '019b864d-bc00-700c-b5cc-de49ac8531b9', 'direct:main', 'main', 6, 'user', NULL, 'weather: rain', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x4cf69c9b39b979fc1e07b20823524eef', '\xaab814bc2f37e7dc6b79a6e72bbf9cd6ca19830e683d0a45a841ab7014e25f78', '\x2b66e3d778d9be1e62bb48c0f5b1e390ce352d889fb1da3d6dd588dc2681beba', 6);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 88, '019b864d-bc00-700e-94fd-06cdafd0cdb5', 'direct:main', 'main', 7, 'user', NULL, 'Ann Lee (person, 安)', NULL, NULL, NULL, 1767484800000000, '["direct","entities"]', NULL, '\x89b3a885afe4a624d0d7f60c5cdc0514', '\xd831e20abb64e388c835038981f15e214b47855aefd74ca40379d6b6a8530f05', '\x69f9972965d7f87354ea444929bf29deec09f81906a7ac489cef657c2e3bcabb', 7);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 94, '019b864d-bc00-7010-987a-184bc1ea9272', 'direct:shared', 'shared', 1, 'user', NULL, 'drink: green tea 绿茶', NULL, NULL, NULL, 1767484800000000, '["direct","preferences"]', NULL, '\x2f3f1fd37cf970f2993814dc2f6f8d6c', '\xcaaf8f116e0b7e696505f1cceecb722edccce56803461d55c224429c66d1e67f', '\x83c9fa132e4951f8050d7fc225deb7ba7753ee5b42980fd60a125ebd243c3990', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 101, '019b864d-bc00-7012-a924-24803c1f6e88', 'talk in peer:ann', 'peer:ann', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\x5256c196a7a9da9de17363c9d71a645d', '\xe817cd5cb9bdd5d2e7e39c2c2d2298416bbcb71c0223ad370d8fa5c53f63d8e4', '\x1278e9d7517df570096a42cb17ef423872d1b0c40ed281595e884436d9a19b55', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 107, '019b864d-bc00-7014-ac33-4383c3704f7e', 'talk in peer:ann', 'peer:ann', 2, 'user', NULL, 'city: city of peer:ann', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xfd1cc1f74e24004b6cc708863787da14', '\xbf83a91665c515c9064fe5ea09074145ddcdd5d820dfb0c15cf576f6d86859ff', '\x0348901b84ee3b1ea798160c973dda7a3e3db9f17517e058ad86956c934f211b', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 114, '019b864d-bc00-7016-803d-1465a349d800', 'talk in group:team', 'group:team', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\xb9559878f1dfb295cb35a15878a9228f', '\xf42b7c030e2c2b784cc22a9e6d09c8ea13601e9baff9b736fb6526de35b10927', '\x311dec1157b1566c9c58b908a9b827c5fc82411e76a18097717546b9ad803bbe', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 120, '019b864d-bc00-7018-8fa2-afc262adf2e1', 'talk in group:team', 'group:team', 2, 'user', NULL, 'city: city of group:team', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xbd359eedeef4484cab6cebd819456073', '\xe1317d1aca1b36963daef4e10761dd5b3c96d64625b9f65806e7a9399a20f26f', '\x11d9356377699fe7830e2a15e68f2659d8464ed609b7ee8f24b46af632914d61', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 126, '019b864d-bc00-701a-ba35-2b30d13cbef0', 'direct:main', 'main', 8, 'user', NULL, 'Luna: a companion 伙伴', NULL, NULL, NULL, 1767484800000000, '["direct","identity"]', NULL, '\x9f7484d9778dd3a566dda6e289e0a06a', '\xe693d6b384593b8dfd31611d284fd77b8d17c8ef4b43cf16a5222923e0500626', '\x3be5d72d6c77f0172085d99b68abc152d3da0c405a1190f786d1f15c27dc00d8', 8);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 132, '019b864d-bc00-701c-a19c-eab4000de5b8', 'direct:main', 'main', 9, 'user', NULL, '2025-10-07 Python 3.14 is out', NULL, NULL, NULL, 1767484800000000, '["direct","patches"]', NULL, '\xc94ea47c68a55e007e2980bf2375b59b', '\x4f724f32cb19c30c700b1fc96e609b55e90f3fecc318b744d13bba2471b4c06b', '\xdcfb8c4ea00e70bcb6bd342682186488cce1316447ac0a1e7da7822cf248b974', 9);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 138, '019b864d-bc00-701f-8ef6-9595ef7f98ea', 'chat 一', 'main', 7, 'user', NULL, 'a note 一条笔记', NULL, NULL, NULL, 1767484800000000, '["direct","notes"]', NULL, '\x267f8559e026f43809e9c7788df6ab57', '\x6caf4fa319eeff62aca8e5c88d26d2b2b31217365e33c5962636c4aeff44642b', '\x3a14b4446ead3a66eab92758c2b95fa019ff13d3ad890a32eac32f5b79e21bd7', 11);



INSERT INTO perdure.attachment_bytes VALUES ('luna 月亮', '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', '\xe9be99e4ba95e88cb6');



INSERT INTO perdure.attachments VALUES ('luna 月亮', '019b76da-a800-7005-9ad1-35811101ba4d', '019b76da-a800-7004-b7e6-22176a00eec8', 0, '笔记.txt', 'text/plain', 9, '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', NULL);



INSERT INTO perdure.changes VALUES ('luna 月亮', 12, 2, 1767225600000000, 'stored', '019b76da-a800-7006-926f-106a62ad6825', 'profile:user', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 15, 2, 1767225600000000, 'stored', '019b76da-a800-7007-a90e-3149fa7e3827', 'profile:user', 'main', 'user', 'added to the existing item', '{}', '{"status":"active","version":2,"reason":{"code":"write.added","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 16, 2, 1767225600000000, 'superseded', '019b76da-a800-7006-926f-106a62ad6825', 'profile:user', 'main', 'user', 'added to the existing item', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-7007-a90e-3149fa7e3827","by":"019b76da-a800-7001-beb6-6751b664f966","reason":{"code":"write.added","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 23, 3, 1767225600000000, 'stored', '019b76da-a800-700a-b3e2-781455c35d21', 'profile:user', 'main', 'user', 'added to the existing item', '{}', '{"status":"active","version":3,"reason":{"code":"write.added","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 24, 3, 1767225600000000, 'superseded', '019b76da-a800-7007-a90e-3149fa7e3827', 'profile:user', 'main', 'user', 'added to the existing item', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-700a-b3e2-781455c35d21","by":"019b76da-a800-7008-9430-721b9b63ba7c","reason":{"code":"write.added","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 29, 4, 1767225600000000, 'stored', '019b76da-a800-700c-9785-7b29a6683754', 'fact:user:我下周三要去berlin出差', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 34, 5, 1767312000000000, 'stored', '019b7c01-0400-7001-997f-b79d142f4b6b', 'fact:user:city', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 41, 7, 1767398400000000, 'stored', '019b8127-6000-7001-977c-48ea1556af65', 'fact:user:city', 'main', 'user', 'more recent', '{}', '{"status":"active","version":2,"reason":{"code":"write.later_word","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 42, 7, 1767398400000000, 'superseded', '019b7c01-0400-7001-997f-b79d142f4b6b', 'fact:user:city', 'main', 'user', 'more recent', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767312000000000}', '{"status":"superseded","valid_to":1767398400000000,"superseded_by":"019b8127-6000-7001-977c-48ea1556af65","updated_at":1767398400000000,"by":"019b8127-6000-7000-a66b-fb33e8577fa8","reason":{"code":"write.later_word","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 47, 8, 1767484800000000, 'stored', '019b864d-bc00-7001-824e-77defca3e174', 'fact:user:city', 'main', 'user', 'more recent', '{}', '{"status":"active","version":3,"reason":{"code":"write.later_word","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 48, 8, 1767484800000000, 'superseded', '019b8127-6000-7001-977c-48ea1556af65', 'fact:user:city', 'main', 'user', 'more recent', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767398400000000}', '{"status":"superseded","valid_to":1767484800000000,"superseded_by":"019b864d-bc00-7001-824e-77defca3e174","updated_at":1767484800000000,"by":"019b864d-bc00-7000-9910-55d0b6457a50","reason":{"code":"write.later_word","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 54, 9, 1767484800000000, 'pending', '019b864d-bc00-7003-a2c9-9d9b1ff6c652', 'fact:user:city', 'main', 'inference', '`inference` contradicts what `user` said', '{}', '{"status":"pending","version":0,"reason":{"code":"write.contradicts","params":{"source":"inference","held":"user"},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 58, 11, 1767484800000000, 'stored', '019b864d-bc00-7004-965a-907f9d6dff84', 'fact:user:tea', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 63, 12, 1767484800000000, 'stored', '019b864d-bc00-7006-8033-50a778353445', 'fact:user:mood', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 69, 14, 1767484800000000, 'stored', '019b864d-bc00-7008-a17a-d07dbf4dc077', 'fact:user:old_job', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 72, 15, 1767484800000000, 'retracted', '019b864d-bc00-7008-a17a-d07dbf4dc077', 'fact:user:old_job', 'main', 'user', 'denied by `user`', '{"status":"active","valid_to":null}', '{"status":"retracted","valid_to":1767484800000000,"by":"019b864d-bc00-7009-b496-00e1db5f2f4b","reason":{"code":"write.denied","params":{"source":"user"},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 78, 17, 1767484800000000, 'stored', '019b864d-bc00-700b-8af6-9ed46a39e6c5', 'fact:user:gone', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 79, 18, 1767484800000000, 'deleted', '019b864d-bc00-700b-8af6-9ed46a39e6c5', 'fact:user:gone', 'main', 'user', 'deleted on request', '{"versions":1}', '{"reason":{"code":"forget.asked_to_delete","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 85, 19, 1767484800000000, 'stored', '019b864d-bc00-700d-a27c-8e9b166d4b1c', 'fact:user:weather', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 86, 20, 1767484800000000, 'forgotten', '019b864d-bc00-700d-a27c-8e9b166d4b1c', 'fact:user:weather', 'main', 'user', 'forgotten on request', '{"status":"active"}', '{"status":"retracted","reason":{"code":"forget.asked","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 92, 21, 1767484800000000, 'stored', '019b864d-bc00-700f-a922-74aa9d4c4504', 'entity:person:ann_lee', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 98, 22, 1767484800000000, 'stored', '019b864d-bc00-7011-aadf-b708712c7678', 'pref:other:drink', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 105, 25, 1767484800000000, 'stored', '019b864d-bc00-7013-ad50-3d440e39c76a', 'rel:user:ann_lee', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 111, 27, 1767484800000000, 'stored', '019b864d-bc00-7015-b33e-02b69d32559b', 'fact:user:city', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 118, 30, 1767484800000000, 'stored', '019b864d-bc00-7017-b8bf-aa058508f60c', 'rel:bob:ann_lee', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 124, 32, 1767484800000000, 'stored', '019b864d-bc00-7019-94bb-cf32491d8c47', 'fact:user:city', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 130, 34, 1767484800000000, 'stored', '019b864d-bc00-701b-8c9e-73f59c86a286', 'identity:luna~5caa114825af', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 136, 36, 1767484800000000, 'stored', '019b864d-bc00-701d-ba2c-a9794ee99004', 'patch:event:python_3.14_is_out', 'shared', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 142, 38, 1767484800000000, 'stored', '019b864d-bc00-7020-bd0f-a8aab4359d89', 'note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318', 'main', 'user', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 147, 41, 1767484800000000, 'stored', '019b864d-bc00-7022-a861-eb5efa3958de', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', 'inference', 'new', '{}', '{"status":"active","version":1,"reason":{"code":"write.new","params":{},"language":"en"}}');



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
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '住', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'assist', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记住', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '了', 7, 1, 6);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tool', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '龙', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'green', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tea', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'q', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '井', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'search', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '龙井', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'hit', 8, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'file', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'the', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'see', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 9, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 11, 2, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 11, 1, 30);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'town', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住', 14, 4, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住址', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城市', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '址', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '市', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在杭', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '搬', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住在', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地址', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'home', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'address', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 14, 1, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 14, 2, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'live', 14, 4, 63);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'am', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'penicillin', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'to', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'that', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'i', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rememb', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'allerg', 19, 1, 8);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'assist', 20, 1, 2);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ok', 20, 1, 2);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'live', 22, 4, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'allerg', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '敏原', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'penicillin', 22, 3, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'town', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我叫', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住', 22, 4, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住址', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '忌', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '城市', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '址', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '市', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过敏', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'allergi', 22, 3, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '原', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '忌口', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在杭', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '搬', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '住在', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '地址', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'am', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '叫阿', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'to', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'i', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '过敏原', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '敏', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'home', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '姓名', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'address', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '口', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'call', 22, 1, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 22, 2, 86);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '州', 44, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 44, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭州', 44, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭', 44, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 44, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 46, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 46, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 46, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'gone', 75, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'delet', 75, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'was', 75, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'this', 75, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 75, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'weather', 82, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 82, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rain', 82, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:weather', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rain', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我', 26, 2, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'berlin', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '下', 26, 2, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '帮', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记一', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '下周', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '周三', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '要去', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '要', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我记', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '出', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '出差', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一下', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '去', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '差', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '帮我', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '三', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '我下', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '三要', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '周', 26, 1, 25);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'berlin', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '下', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '周三', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '要去', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '要', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '出', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '去', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '周', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '下周', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '出差', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '差', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '三', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '我下', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 28, 1, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '三要', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 28, 2, 40);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'berlin', 31, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 31, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 31, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '02', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 33, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-02', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'berlin', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 33, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 33, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'pari', 38, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 38, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 38, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 40, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-03', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pari', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 40, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '03', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 40, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rome', 51, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 51, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'system', 51, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rome', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 53, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 53, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 53, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 57, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:tea', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 57, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 57, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'happi', 60, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'mood', 60, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 60, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 62, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:mood', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'happi', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'mood', 62, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 62, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 71, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 71, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 71, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 71, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'drink', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿茶', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '茶', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'green', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tea', 95, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'preferences:pref:other:drink', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'drink', 97, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'green', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'prefer', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pref', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'other', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 97, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 108, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 108, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer', 108, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 108, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 108, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer:ann', 108, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 110, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer:ann', 110, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 110, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'luna', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙伴', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'companion', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伴', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙', 127, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'luna', 129, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '5caa114825af', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙伴', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'companion', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ident', 129, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伴', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'identity:identity:luna', 129, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 66, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 66, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 66, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 66, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'baker', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old', 68, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old_job', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:old_job', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 68, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 68, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'job', 68, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group:team', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 121, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'team', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group:team', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'team', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 123, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 123, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一条', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔记', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'note', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条笔', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条', 139, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 141, 2, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701e', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc00', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一条', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '记', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'notes:note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'note', 141, 3, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'c', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条笔', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 141, 2, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '00', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'e', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔记', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '99a709a53318', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 141, 2, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '871', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d-bc00-701e-871c-99a709a53318', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '871c', 141, 1, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 141, 3, 35);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 84, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'weather', 84, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 84, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 89, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '安', 89, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 89, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'person', 89, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 89, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '安', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entities:entity:person:ann_lee', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'person', 91, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 91, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entiti', 91, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 91, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 102, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 104, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 104, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 104, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:user:ann_lee', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 104, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 104, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 115, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 117, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:bob:ann_lee', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 117, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 117, 1, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 117, 3, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bob', 117, 2, 23);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'python', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '3.14', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '07', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025-10-07', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '10', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'out', 133, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3.14', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '10', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patches:patch:event:python_3.14_is_out', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'event', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python', 135, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '14', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 135, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '07', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025-10-07', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python_3.14_is_out', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'out', 135, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 135, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patch', 135, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'in', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk-in-peer-ann', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她在', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在上', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episodes:episode:talk-in-peer-ann', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episod', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上海', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '海', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 146, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 146, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 146, 3, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '0531173d972f', 146, 1, 38);



INSERT INTO perdure.entity_mentions VALUES ('luna 月亮', 'entity:person:ann_lee', 'main', 'archival', '019b864d-bc00-700e-94fd-06cdafd0cdb5');



INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7006-926f-106a62ad6825', 0, '019b76da-a800-7001-beb6-6751b664f966', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-a90e-3149fa7e3827', 0, '019b76da-a800-7001-beb6-6751b664f966', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-a90e-3149fa7e3827', 1, '019b76da-a800-7001-beb6-6751b664f966', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-b3e2-781455c35d21', 0, '019b76da-a800-7001-beb6-6751b664f966', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-b3e2-781455c35d21', 1, '019b76da-a800-7001-beb6-6751b664f966', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-b3e2-781455c35d21', 2, '019b76da-a800-7008-9430-721b9b63ba7c', 14, 41, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700c-9785-7b29a6683754', 0, '019b76da-a800-700b-bdcd-d4ef92b4ed02', 0, 16, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b7c01-0400-7001-997f-b79d142f4b6b', 0, '019b7c01-0400-7000-8d49-d0b0183f226e', 0, 12, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b8127-6000-7001-977c-48ea1556af65', 0, '019b8127-6000-7000-a66b-fb33e8577fa8', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7001-824e-77defca3e174', 0, '019b864d-bc00-7000-9910-55d0b6457a50', 0, 8, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7003-a2c9-9d9b1ff6c652', 0, '019b864d-bc00-7002-a621-08240f97e369', 0, 10, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7004-965a-907f9d6dff84', 0, '019b76da-a800-7001-beb6-6751b664f966', 15, 17, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7006-8033-50a778353445', 0, '019b864d-bc00-7005-b346-8f365cd0c00c', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7008-a17a-d07dbf4dc077', 0, '019b864d-bc00-7007-beef-64b7b8f8dea4', 0, 14, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700d-a27c-8e9b166d4b1c', 0, '019b864d-bc00-700c-b5cc-de49ac8531b9', 0, 13, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700f-a922-74aa9d4c4504', 0, '019b864d-bc00-700e-94fd-06cdafd0cdb5', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7011-aadf-b708712c7678', 0, '019b864d-bc00-7010-987a-184bc1ea9272', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7013-ad50-3d440e39c76a', 0, '019b864d-bc00-7012-a924-24803c1f6e88', 0, 28, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7015-b33e-02b69d32559b', 0, '019b864d-bc00-7014-ac33-4383c3704f7e', 0, 22, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7017-b8bf-aa058508f60c', 0, '019b864d-bc00-7016-803d-1465a349d800', 0, 28, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7019-94bb-cf32491d8c47', 0, '019b864d-bc00-7018-8fa2-afc262adf2e1', 0, 24, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701b-8c9e-73f59c86a286', 0, '019b864d-bc00-701a-ba35-2b30d13cbef0', 0, 20, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701d-ba2c-a9794ee99004', 0, '019b864d-bc00-701c-a19c-eab4000de5b8', 0, 29, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7020-bd0f-a8aab4359d89', 0, '019b864d-bc00-701f-8ef6-9595ef7f98ea', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7022-a861-eb5efa3958de', 0, '019b864d-bc00-7012-a924-24803c1f6e88', 0, 34, NULL, NULL, NULL);



INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 148, 'episode', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 0, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);
INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 149, 'consolidate', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 0, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);



INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'archival', 25, 197, 2);
INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'recall', 22, 558, 2);












INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 11, '019b76da-a800-7006-926f-106a62ad6825', 0, '[profile:profile:user]
我叫阿哲
name: 阿哲 name called 名字 姓名 叫
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 14, '019b76da-a800-7007-a90e-3149fa7e3827', 0, '[profile:profile:user]
- 我叫阿哲
- 住在杭州
name: 阿哲 name called 名字 姓名 叫
city: 杭州 live lives living lived address home city town 住 住址 地址 城市 住在 搬
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 citi 杭 州 杭州 live live live live address home citi town 住 住 址 住址 地 址 地址 城 市 城市 住 在 住在 搬 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 22, '019b76da-a800-700a-b3e2-781455c35d21', 0, '[profile:profile:user]
- 我叫阿哲
- 住在杭州
- I am allergic to penicillin
name: 阿哲 name called 名字 姓名 叫
city: 杭州 live lives living lived address home city town 住 住址 地址 城市 住在 搬
allergy (penicillin): penicillin allergy allergic allergies 过敏 过敏原 忌口
Updated at: 2026-01-01', 'profile:profile:user profil profil user 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 i am allerg to penicillin name 阿 哲 阿哲 name call 名 字 名字 姓 名 姓名 叫 citi 杭 州 杭州 live live live live address home citi town 住 住 址 住址 地 址 地址 城 市 城市 住 在 住在 搬 allergi penicillin penicillin allergi allerg allergi 过 敏 过敏 过 敏 原 过敏 敏原 过敏原 忌 口 忌口 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 28, '019b76da-a800-700c-9785-7b29a6683754', 0, '[facts:fact:user:我下周三要去berlin出差]
我下周三要去 Berlin 出差
Updated at: 2026-01-01', 'facts:fact:user fact fact user 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 updat at 2026-01-01 2026 01 01', '{"type":"facts","key":"fact:user:我下周三要去berlin出差","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 33, '019b7c01-0400-7001-997f-b79d142f4b6b', 0, '[facts:fact:user:city]
city: Berlin
Updated at: 2026-01-02', 'facts:fact:user:city fact fact user citi citi berlin updat at 2026-01-02 2026 01 02', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 40, '019b8127-6000-7001-977c-48ea1556af65', 0, '[facts:fact:user:city]
city: Paris
Updated at: 2026-01-03', 'facts:fact:user:city fact fact user citi citi pari updat at 2026-01-03 2026 01 03', '{"type":"facts","key":"fact:user:city","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 46, '019b864d-bc00-7001-824e-77defca3e174', 0, '[facts:fact:user:city]
city: 杭州
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi 杭 州 杭州 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 53, '019b864d-bc00-7003-a2c9-9d9b1ff6c652', 0, '[facts:fact:user:city]
city: Rome
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi rome updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":0}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 57, '019b864d-bc00-7004-965a-907f9d6dff84', 0, '[facts:fact:user:tea]
tea: 绿茶
Updated at: 2026-01-04', 'facts:fact:user:tea fact fact user tea tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:tea","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 62, '019b864d-bc00-7006-8033-50a778353445', 0, '[facts:fact:user:mood]
mood: happy
Updated at: 2026-01-04', 'facts:fact:user:mood fact fact user mood mood happi updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:mood","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 68, '019b864d-bc00-7008-a17a-d07dbf4dc077', 0, '[facts:fact:user:old_job]
old job: baker
Updated at: 2026-01-04', 'facts:fact:user:old_job fact fact user old_job old job old job baker updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:old_job","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 84, '019b864d-bc00-700d-a27c-8e9b166d4b1c', 0, '[facts:fact:user:weather]
weather: rain
Updated at: 2026-01-04', 'facts:fact:user:weather fact fact user weather weather rain updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:weather","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 91, '019b864d-bc00-700f-a922-74aa9d4c4504', 0, '[entities:entity:person:ann_lee]
Ann Lee (person, 安)
Updated at: 2026-01-04', 'entities:entity:person:ann_lee entiti entiti person ann_lee ann lee ann lee person 安 updat at 2026-01-04 2026 01 04', '{"type":"entities","key":"entity:person:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 97, '019b864d-bc00-7011-aadf-b708712c7678', 0, '[preferences:pref:other:drink]
drink: green tea 绿茶
Updated at: 2026-01-04', 'preferences:pref:other:drink prefer pref other drink drink green tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"preferences","key":"pref:other:drink","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 104, '019b864d-bc00-7013-ad50-3d440e39c76a', 0, '[relationships:rel:user:ann_lee]
Ann Lee is our new designer.
user / Ann Lee: designer
Updated at: 2026-01-04', 'relationships:rel:user:ann_lee relationship rel user ann_lee ann lee ann lee is our new design user ann lee design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:user:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 110, '019b864d-bc00-7015-b33e-02b69d32559b', 0, '[facts:fact:user:city]
city: city of peer:ann
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of peer:ann peer ann updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 117, '019b864d-bc00-7017-b8bf-aa058508f60c', 0, '[relationships:rel:bob:ann_lee]
Ann Lee is our new designer.
Bob / Ann Lee: designer
Updated at: 2026-01-04', 'relationships:rel:bob:ann_lee relationship rel bob ann_lee ann lee ann lee is our new design bob ann lee design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:bob:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 123, '019b864d-bc00-7019-94bb-cf32491d8c47', 0, '[facts:fact:user:city]
city: city of group:team
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of group:team group team updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 129, '019b864d-bc00-701b-8c9e-73f59c86a286', 0, '[identity:identity:luna~5caa114825af]
Luna: a companion 伙伴
Updated at: 2026-01-04', 'identity:identity:luna ident ident luna 5caa114825af luna a companion 伙 伴 伙伴 updat at 2026-01-04 2026 01 04', '{"type":"identity","key":"identity:luna~5caa114825af","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 135, '019b864d-bc00-701d-ba2c-a9794ee99004', 0, '[patches:patch:event:python_3.14_is_out]
2025-10-07 Python 3.14 is out
Updated at: 2026-01-04', 'patches:patch:event:python_3.14_is_out patch patch event python_3.14_is_out python 3 14 is out 2025-10-07 2025 10 07 python 3.14 is out updat at 2026-01-04 2026 01 04', '{"type":"patches","key":"patch:event:python_3.14_is_out","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 141, '019b864d-bc00-7020-bd0f-a8aab4359d89', 0, '[notes:note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318]
a note 一条笔记
Updated at: 2026-01-04', 'notes:note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318 note note 2026-01-04 2026-01-04 2026 01 04 019b864d-bc00-701e-871c-99a709a53318 019b864d bc00 bc 00 701e 701 e 871c 871 c 99a709a53318 a note 一 条 笔 记 一条 条笔 笔记 updat at 2026-01-04 2026 01 04', '{"type":"notes","key":"note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 146, '019b864d-bc00-7022-a861-eb5efa3958de', 0, '[episodes:episode:talk-in-peer-ann~0531173d972f]
2026-01-04 Ann Lee is our new designer; 她在上海
Ann Lee is our new designer
Updated at: 2026-01-04', 'episodes:episode:talk-in-peer-ann episod episod talk-in-peer-ann talk in peer ann 0531173d972f 2026-01-04 2026 01 04 ann lee is our new design 她 在 上 海 她在 在上 上海 ann lee is our new design updat at 2026-01-04 2026 01 04', '{"type":"episodes","key":"episode:talk-in-peer-ann~0531173d972f","version":1}');



INSERT INTO perdure.memory_items VALUES ('luna 月亮', 10, '019b76da-a800-7006-926f-106a62ad6825', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"}]}', '我叫阿哲', 0.9, 0.9, 'permanent', 'superseded', 1, '019b76da-a800-7007-a90e-3149fa7e3827', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-beb6-6751b664f966', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xfc8b83bd9e7ee8c4ea5266c009d484a7', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 21, '019b76da-a800-700a-b3e2-781455c35d21', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"},{"k":"city","v":"杭州","source":"user","said":"住在杭州"},{"k":"allergy (penicillin)","v":"penicillin","source":"user","many":true,"said":"I am allergic to penicillin"}]}', '- 我叫阿哲
- 住在杭州
- I am allergic to penicillin', 0.9, 1, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 2, '019b76da-a800-7008-9430-721b9b63ba7c', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xa689c8a3481fdac37190a574b6fee04b', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 13, '019b76da-a800-7007-a90e-3149fa7e3827', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user","said":"我叫阿哲"},{"k":"city","v":"杭州","source":"user","said":"住在杭州"}]}', '- 我叫阿哲
- 住在杭州', 0.9, 1, 'permanent', 'superseded', 2, '019b76da-a800-700a-b3e2-781455c35d21', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-beb6-6751b664f966', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xb58b87876009b08bdfd129171778a950', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 27, '019b76da-a800-700c-9785-7b29a6683754', 'facts', 'fact:user:我下周三要去berlin出差', 'main', '{"subject":"user","predicate":"我下周三要去 Berlin 出差","value":"我下周三要去 Berlin 出差"}', '我下周三要去 Berlin 出差', 0.9, 0.85, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 3, '019b76da-a800-700b-bdcd-d4ef92b4ed02', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xe34c75661bf4289f7e59fc69b69afc22', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 32, '019b7c01-0400-7001-997f-b79d142f4b6b', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Berlin"}', 'city: Berlin', 0.9, 0.5, 'permanent', 'superseded', 1, '019b8127-6000-7001-977c-48ea1556af65', 'user', 1, 'chat 一', 4, '019b7c01-0400-7000-8d49-d0b0183f226e', NULL, 1767398400000000, NULL, NULL, false, NULL, false, 0, NULL, 1767312000000000, 1767312000000000, 1767398400000000, '\xde96dfdf633bd8d2c3c290b0baff7a0e', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 45, '019b864d-bc00-7001-824e-77defca3e174', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"杭州"}', 'city: 杭州', 0.9, 0.7, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 6, '019b864d-bc00-7000-9910-55d0b6457a50', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x3f075d324be583da9d1ef389fd4b152a', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 39, '019b8127-6000-7001-977c-48ea1556af65', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Paris"}', 'city: Paris', 0.9, 0.6, 'permanent', 'superseded', 2, '019b864d-bc00-7001-824e-77defca3e174', 'user', 1, 'chat 一', 5, '019b8127-6000-7000-a66b-fb33e8577fa8', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767398400000000, 1767398400000000, 1767484800000000, '\x7ccc81c20ba152298d6258f7b5a35fa1', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 52, '019b864d-bc00-7003-a2c9-9d9b1ff6c652', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Rome"}', 'city: Rome', 0.5, 0.5, 'permanent', 'pending', 0, NULL, 'inference', 0.3, 'direct:main', 1, '019b864d-bc00-7002-a621-08240f97e369', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x53bf709b8e3e397ba7ec60fb95059feb', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 56, '019b864d-bc00-7004-965a-907f9d6dff84', 'facts', 'fact:user:tea', 'main', '{"subject":"user","predicate":"tea","value":"绿茶"}', 'tea: 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 1, '019b76da-a800-7001-beb6-6751b664f966', NULL, NULL, NULL, NULL, false, NULL, true, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x8e28af15ca701f24ed69fec0a4e9c368', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 61, '019b864d-bc00-7006-8033-50a778353445', 'facts', 'fact:user:mood', 'main', '{"subject":"user","predicate":"mood","value":"happy"}', 'mood: happy', 0.9, 0.5, 'short_term', 'active', 1, NULL, 'user', 1, 'direct:main', 2, '019b864d-bc00-7005-b346-8f365cd0c00c', NULL, NULL, 1767571200000000, 86400000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x3008f52a5b8100e2f4fdbdece3c44bc6', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 67, '019b864d-bc00-7008-a17a-d07dbf4dc077', 'facts', 'fact:user:old_job', 'main', '{"subject":"user","predicate":"old job","value":"baker"}', 'old job: baker', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 3, '019b864d-bc00-7007-beef-64b7b8f8dea4', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xfbeaab1e92b50fef0558b6a4b5e8092c', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 83, '019b864d-bc00-700d-a27c-8e9b166d4b1c', 'facts', 'fact:user:weather', 'main', '{"subject":"user","predicate":"weather","value":"rain"}', 'weather: rain', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 6, '019b864d-bc00-700c-b5cc-de49ac8531b9', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x95f4f118246c80ed0528952568e75015', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 90, '019b864d-bc00-700f-a922-74aa9d4c4504', 'entities', 'entity:person:ann_lee', 'main', '{"kind":"person","canonical":"Ann Lee","aliases":["安"],"attrs":{}}', 'Ann Lee (person, 安)', 0.9, 0.5, 'long_term', 'active', 1, NULL, 'user', 1, 'direct:main', 7, '019b864d-bc00-700e-94fd-06cdafd0cdb5', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x43923bdc2726eeba9944a321ded5a1d5', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 96, '019b864d-bc00-7011-aadf-b708712c7678', 'preferences', 'pref:other:drink', 'shared', '{"scope":"other","name":"drink","value":"green tea 绿茶","subject":"user"}', 'drink: green tea 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:shared', 1, '019b864d-bc00-7010-987a-184bc1ea9272', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x5ad4da5aac61d520230356e6d9fc51c1', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 103, '019b864d-bc00-7013-ad50-3d440e39c76a', 'relationships', 'rel:user:ann_lee', 'peer:ann', '{"subject":"user","object":"Ann Lee","relation":"designer"}', 'Ann Lee is our new designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 1, '019b864d-bc00-7012-a924-24803c1f6e88', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xf0946fc63d0ee5cde5aa8e3f12c59a6e', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 109, '019b864d-bc00-7015-b33e-02b69d32559b', 'facts', 'fact:user:city', 'peer:ann', '{"subject":"user","predicate":"city","value":"city of peer:ann"}', 'city: city of peer:ann', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 2, '019b864d-bc00-7014-ac33-4383c3704f7e', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xe5547bcb787c604dea5fc481fc561b84', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 116, '019b864d-bc00-7017-b8bf-aa058508f60c', 'relationships', 'rel:bob:ann_lee', 'group:team', '{"subject":"Bob","object":"Ann Lee","relation":"designer"}', 'Ann Lee is our new designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 1, '019b864d-bc00-7016-803d-1465a349d800', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x84fc921d1e2db8b95a6be12a8ce774aa', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 122, '019b864d-bc00-7019-94bb-cf32491d8c47', 'facts', 'fact:user:city', 'group:team', '{"subject":"user","predicate":"city","value":"city of group:team"}', 'city: city of group:team', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 2, '019b864d-bc00-7018-8fa2-afc262adf2e1', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x0833f144c80624ae15a09ab625c4c416', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 128, '019b864d-bc00-701b-8c9e-73f59c86a286', 'identity', 'identity:luna~5caa114825af', 'shared', '{"name":"Luna","role":"a companion 伙伴","persona":{},"goals":[],"values":[]}', 'Luna: a companion 伙伴', 0.9, 1, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 8, '019b864d-bc00-701a-ba35-2b30d13cbef0', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xdcda791ff9f2a909452b9d2e4758799b', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 134, '019b864d-bc00-701d-ba2c-a9794ee99004', 'patches', 'patch:event:python_3.14_is_out', 'shared', '{"type":"event","description":"Python 3.14 is out","event_date":"2025-10-07","affected_domains":[],"patch":{"remove":[],"add":[],"update":[]},"confidence":1.0,"source":{"type":"user"},"applied":true}', '2025-10-07 Python 3.14 is out', 1, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 9, '019b864d-bc00-701c-a19c-eab4000de5b8', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x5bb6b8f08ab4916159f191a3dd805393', 1759795200000000, 1759881600000000, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 145, '019b864d-bc00-7022-a861-eb5efa3958de', 'episodes', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', '{"session_id":"talk in peer:ann","summary":"Ann Lee is our new designer; 她在上海","goal":"Ann Lee is our new designer","entities":[],"tools_used":[],"started_at":"2026-01-04T00:00:00Z","ended_at":"2026-01-04T00:00:00Z","made_by":"extract"}', '2026-01-04 Ann Lee is our new designer; 她在上海
Ann Lee is our new designer', 0.5, 0.4, 'long_term', 'active', 1, NULL, 'inference', 0.3, 'talk in peer:ann', 1, '019b864d-bc00-7012-a924-24803c1f6e88', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x3ed572e45755c821a76c34c3bf94cb08', NULL, NULL, 'sure');
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 140, '019b864d-bc00-7020-bd0f-a8aab4359d89', 'notes', 'note:2026-01-04:019b864d-bc00-701e-871c-99a709a53318', 'main', '{"text":"a note 一条笔记"}', 'a note 一条笔记', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 7, '019b864d-bc00-701f-8ef6-9595ef7f98ea', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x07f4265421db1f52c22df0133aec7370', NULL, NULL, 'sure');






INSERT INTO perdure.receipts VALUES ('luna 月亮', 'chat 一', 'first', '\x40de5c452b0e6b3370244c5591f644e04de2b7d239ce07ef3431285cb0da299d', '{"session":"chat 一","turn_id":1,"replayed":false,"records":["019b76da-a800-7001-beb6-6751b664f966","019b76da-a800-7002-a991-b1eef35a4de9","019b76da-a800-7003-a009-b6bf55cbcc96","019b76da-a800-7004-b7e6-22176a00eec8"],"notices":[],"notice_codes":[],"outcomes":[{"outcome":"stored","item_id":"019b76da-a800-7006-926f-106a62ad6825","type":"profile","key":"profile:user","replaces":null,"reason":"说明了名字：“我叫阿哲”（新内容）","code":"write.heard","params":{"heard":{"text":"说明了名字：“我叫阿哲”","code":"heard.in_words","params":{"what":{"text":"说明了名字","code":"heard.name","params":{},"language":"zh"},"words":"我叫阿哲"},"language":"zh"},"decided":{"text":"new","code":"write.new","params":{},"language":"en"}},"language":"zh","scope":"main","expires_at":null},{"outcome":"merged","item_id":"019b76da-a800-7007-a90e-3149fa7e3827","type":"profile","key":"profile:user","replaces":"019b76da-a800-7006-926f-106a62ad6825","reason":"说明了个人情况：“住在杭州”（补充了已有内容）","code":"write.heard","params":{"heard":{"text":"说明了个人情况：“住在杭州”","code":"heard.in_words","params":{"what":{"text":"说明了个人情况","code":"heard.person","params":{},"language":"zh"},"words":"住在杭州"},"language":"zh"},"decided":{"text":"added to the existing item","code":"write.added","params":{},"language":"en"}},"language":"zh","scope":"main","expires_at":null}]}', 1767225600000000);



INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 6, '019b76da-a800-7001-beb6-6751b664f966', 'chat 一', 1, 0, '阿 哲 阿哲 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 每 天 早 上 喝 绿 茶 每天 天早 早上 上喝 喝绿 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 7, '019b76da-a800-7002-a991-b1eef35a4de9', 'chat 一', 2, 0, 'assist 记 住 了 记住 住了');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 8, '019b76da-a800-7003-a009-b6bf55cbcc96', 'chat 一', 3, 0, 'tool hit 龙 井 龙井 search q green tea');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 9, '019b76da-a800-7004-b7e6-22176a00eec8', 'chat 一', 4, 0, 'user see the file');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 19, '019b76da-a800-7008-9430-721b9b63ba7c', 'chat 一', 5, 0, 'user rememb that i am allerg to penicillin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 20, '019b76da-a800-7009-841f-21454dad25f7', 'chat 一', 6, 0, 'assist ok');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 26, '019b76da-a800-700b-bdcd-d4ef92b4ed02', 'chat 一', 7, 0, 'user 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 帮 我 记 一 下 帮我 我记 记一 一下');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 31, '019b7c01-0400-7000-8d49-d0b0183f226e', 'chat 一', 8, 0, 'user citi berlin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 38, '019b8127-6000-7000-a66b-fb33e8577fa8', 'chat 一', 9, 0, 'user citi pari');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 44, '019b864d-bc00-7000-9910-55d0b6457a50', 'chat 一', 10, 0, 'user citi 杭 州 杭州');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 51, '019b864d-bc00-7002-a621-08240f97e369', 'direct:main', 1, 0, 'system citi rome');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 60, '019b864d-bc00-7005-b346-8f365cd0c00c', 'direct:main', 2, 0, 'user mood happi');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 66, '019b864d-bc00-7007-beef-64b7b8f8dea4', 'direct:main', 3, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 71, '019b864d-bc00-7009-b496-00e1db5f2f4b', 'direct:main', 4, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 75, '019b864d-bc00-700a-9adf-492362419316', 'direct:main', 5, 0, 'user gone this was delet');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 82, '019b864d-bc00-700c-b5cc-de49ac8531b9', 'direct:main', 6, 0, 'user weather rain');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 89, '019b864d-bc00-700e-94fd-06cdafd0cdb5', 'direct:main', 7, 0, 'user ann lee person 安');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 95, '019b864d-bc00-7010-987a-184bc1ea9272', 'direct:shared', 1, 0, 'user drink green tea 绿 茶 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 102, '019b864d-bc00-7012-a924-24803c1f6e88', 'talk in peer:ann', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 108, '019b864d-bc00-7014-ac33-4383c3704f7e', 'talk in peer:ann', 2, 0, 'user citi citi of peer:ann peer ann');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 115, '019b864d-bc00-7016-803d-1465a349d800', 'talk in group:team', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 121, '019b864d-bc00-7018-8fa2-afc262adf2e1', 'talk in group:team', 2, 0, 'user citi citi of group:team group team');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 127, '019b864d-bc00-701a-ba35-2b30d13cbef0', 'direct:main', 8, 0, 'user luna a companion 伙 伴 伙伴');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 133, '019b864d-bc00-701c-a19c-eab4000de5b8', 'direct:main', 9, 0, 'user 2025-10-07 2025 10 07 python 3.14 is out');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 139, '019b864d-bc00-701f-8ef6-9595ef7f98ea', 'chat 一', 11, 0, 'user a note 一 条 笔 记 一条 条笔 笔记');



INSERT INTO perdure.schema_version VALUES (true, 2);



INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:shared', 'shared', 'direct', 1767484800000000, NULL, 1, 1, 9, 93, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in group:team', 'group:team', 'conversation', 1767484800000000, NULL, 2, 2, 22, 113, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:main', 'main', 'direct', 1767484800000000, NULL, 9, 9, 60, 49, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'chat 一', 'main', 'chat', 1767225600000000, NULL, 11, 7, 105, 1, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in peer:ann', 'peer:ann', 'conversation', 1767484800000000, 1767484800000000, 2, 2, 22, 100, 1767484800000000, 0, NULL);






INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 35, 'recall', 22, false, 'fake:1', '[0,0,0.13671719,0.06835859,0,0.06835859,0.06835859,0,0.06835859,0,0,0.27343437,0.13671719,0,0.06835859,0,0.20507579,0.20507579,0.13671719,0.06835859,0,0,0.06835859,0.13671719,0.06835859,0,0,0,0,0.06835859,0.06835859,0,0.13671719,0,0.13671719,0.27343437,0.27343437,0,0.06835859,0.06835859,0.13671719,0.13671719,0.13671719,0.13671719,0,0.06835859,0,0.27343437,0,0,0,0.27343437,0.20507579,0.20507579,0.13671719,0.41015157,0,0,0,0,0,0.06835859,0.13671719,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 36, 'recall', 28, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0.24253562,0,0,0,0,0,0.48507124,0,0,0,0.24253562,0,0.24253562,0,0,0.24253562,0,0.24253562,0,0,0,0,0,0.24253562,0,0,0,0,0.24253562,0,0,0,0.24253562,0,0,0,0,0,0,0,0,0,0.24253562,0,0,0,0.24253562,0.24253562,0,0.24253562,0.24253562]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 55, 'recall', 46, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0.4082483,0,0,0,0,0,0,0,0,0.8164966,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 64, 'recall', 57, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 73, 'recall', 62, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0.70710677,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.70710677,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 99, 'recall', 91, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 106, 'recall', 97, false, 'fake:1', '[0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0.4082483,0.4082483,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 112, 'recall', 104, false, 'fake:1', '[0,0,0,0,0.25,0,0,0,0,0.5,0,0,0,0,0,0,0,0.25,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 119, 'recall', 110, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0.70710677,0,0,0,0,0.35355338,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 125, 'recall', 117, false, 'fake:1', '[0,0.25,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0.25,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.25,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 131, 'recall', 123, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0.70710677,0,0,0.35355338,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 137, 'recall', 129, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.4082483,0.4082483,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0.4082483,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 143, 'recall', 135, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 144, 'recall', 141, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.2773501,0,0,0,0,0,0,0.2773501,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.2773501,0,0,0.2773501,0,0.2773501,0,0,0,0,0.5547002,0,0,0.5547002,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 150, 'recall', 146, false, 'fake:1', '[0,0,0,0,0.15249857,0,0,0,0,0.45749572,0.15249857,0,0,0,0,0,0,0.30499715,0.15249857,0.15249857,0,0.45749572,0,0,0,0,0,0.15249857,0,0.15249857,0,0,0,0,0,0,0,0,0.30499715,0.30499715,0,0,0.15249857,0,0.15249857,0,0,0,0,0,0,0,0,0.15249857,0,0,0,0,0.30499715,0,0,0,0,0]');



INSERT INTO perdure.withheld VALUES ('luna 月亮', '019b864d-bc00-700a-9adf-492362419316', 0, 22, '019b864d-bc00-700b-8af6-9ed46a39e6c5', 'main', 1767484800000000, 80);
INSERT INTO perdure.withheld VALUES ('luna 月亮', '019b864d-bc00-700c-b5cc-de49ac8531b9', 0, 13, '019b864d-bc00-700d-a27c-8e9b166d4b1c', 'main', 1767484800000000, 87);



INSERT INTO perdure.working_memory VALUES ('luna 月亮', 'chat 一', 'main', '{"id":"019b864d-bc00-7021-8176-00378cfcb4e1","goal":"write the report 写报告","steps":[{"description":"outline","completed":false},{"description":"text","completed":false}],"currentStep":0,"startedAt":"2026-01-04T00:00:00Z","focus":null,"synced":false}', '{}', '[]', NULL, '{}', '[]', 1767484800000000);



ALTER TABLE ONLY perdure.agent_secrets
    ADD CONSTRAINT agent_secrets_pkey PRIMARY KEY (agent_id);



ALTER TABLE ONLY perdure.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (agent_id);



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
    ADD CONSTRAINT chunk_words_pkey PRIMARY KEY (agent_id, mem_type, word, chunk_id);



ALTER TABLE ONLY perdure.entity_mentions
    ADD CONSTRAINT entity_mentions_pkey PRIMARY KEY (agent_id, entity_key, scope, mem_type, mem_id);



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



ALTER TABLE ONLY perdure.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (agent_id, day, purpose, model, session_id);



ALTER TABLE ONLY perdure.vector_id_map
    ADD CONSTRAINT vector_id_map_pkey PRIMARY KEY (agent_id, faiss_id);



ALTER TABLE ONLY perdure.withheld
    ADD CONSTRAINT withheld_pkey PRIMARY KEY (agent_id, record_id, span_start, span_end, item_id);



ALTER TABLE ONLY perdure.working_memory
    ADD CONSTRAINT working_memory_pkey PRIMARY KEY (agent_id, session_id);



CREATE INDEX attachments_by_record ON perdure.attachments USING btree (agent_id, record_id, ordinal);



CREATE INDEX changes_by_key ON perdure.changes USING btree (agent_id, scope, key);



CREATE INDEX chunk_words_by_chunk ON perdure.chunk_words USING btree (agent_id, chunk_id, mem_type);



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



CREATE TRIGGER memory_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON perdure.memory_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('recall');



CREATE TRIGGER record_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON perdure.record_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('archival');



ALTER TABLE ONLY perdure.agent_secrets
    ADD CONSTRAINT agent_secrets_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.archival_records
    ADD CONSTRAINT archival_records_agent_id_session_id_fkey FOREIGN KEY (agent_id, session_id) REFERENCES perdure.sessions(agent_id, id);



ALTER TABLE ONLY perdure.attachment_bytes
    ADD CONSTRAINT attachment_bytes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.attachments
    ADD CONSTRAINT attachments_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id);



ALTER TABLE ONLY perdure.changes
    ADD CONSTRAINT changes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



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



ALTER TABLE ONLY perdure.receipts
    ADD CONSTRAINT receipts_agent_id_session_id_fkey FOREIGN KEY (agent_id, session_id) REFERENCES perdure.sessions(agent_id, id);



ALTER TABLE ONLY perdure.record_chunks
    ADD CONSTRAINT record_chunks_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id) ON DELETE CASCADE;



ALTER TABLE ONLY perdure.sessions
    ADD CONSTRAINT sessions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES perdure.agents(agent_id);



ALTER TABLE ONLY perdure.withheld
    ADD CONSTRAINT withheld_agent_id_record_id_fkey FOREIGN KEY (agent_id, record_id) REFERENCES perdure.archival_records(agent_id, id) ON DELETE CASCADE;



ALTER TABLE perdure.agent_secrets ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.agents ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.archival_records ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.attachment_bytes ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.attachments ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.changes ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.chunk_words ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.entity_mentions ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.evidence ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.extraction_queue ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.index_totals ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.injected_lines ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.links ENABLE ROW LEVEL SECURITY;


CREATE POLICY listing ON perdure.agents FOR SELECT USING ((current_setting('perdure.listing'::text, true) = 'on'::text));



ALTER TABLE perdure.lookups ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_items ENABLE ROW LEVEL SECURITY;


CREATE POLICY own_rows ON perdure.agent_secrets USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.agents USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.archival_records USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.attachment_bytes USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.attachments USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.changes USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.chunk_words USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.entity_mentions USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.evidence USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.extraction_queue USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.index_totals USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.injected_lines USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.links USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.lookups USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_items USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.patch_history USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.receipts USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.record_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.sessions USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.usage USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.vector_id_map USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.withheld USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.working_memory USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



ALTER TABLE perdure.patch_history ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.receipts ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.record_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.sessions ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.usage ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.vector_id_map ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.withheld ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.working_memory ENABLE ROW LEVEL SECURITY;


GRANT USAGE ON SCHEMA perdure TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.agent_secrets TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.agents TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.archival_records TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.attachment_bytes TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.attachments TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.changes TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.chunk_words TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.entity_mentions TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.evidence TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.extraction_queue TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.index_totals TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.injected_lines TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.links TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.lookups TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.memory_chunks TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.memory_items TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.patch_history TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.receipts TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.record_chunks TO perdure_app;



GRANT SELECT ON TABLE perdure.schema_version TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.sessions TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.usage TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.vector_id_map TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.withheld TO perdure_app;



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.working_memory TO perdure_app;
