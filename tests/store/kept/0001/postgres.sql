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


CREATE TABLE perdure.agents (
    agent_id text DEFAULT current_setting('perdure.agent_id'::text) NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    config_json json DEFAULT '{}'::json NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    chain_head bytea NOT NULL,
    clock_high bigint DEFAULT 0 NOT NULL,
    secret bytea NOT NULL,
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
    CONSTRAINT memory_items_check CHECK (((valid_to IS NULL) OR (valid_from IS NULL) OR (valid_to >= valid_from))),
    CONSTRAINT memory_items_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
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



INSERT INTO perdure.agents VALUES ('luna 月亮', NULL, NULL, '{}', 41, 144, '\xfff2f2b5fa2a0f6673391c002fb6078c20844e996723ce45b2fc91bd49d614d8', 1767484800000000, '\x5619215cd9f4080163a7256899a7d510d98e544e3d1e24d74348f923a2546d49', 1767225600000000);



INSERT INTO perdure.archival_records VALUES ('luna 月亮', 2, '019b76da-a800-7001-9e26-a6a7b2e137d2', 'chat 一', 'main', 1, 'user', '阿哲', '我叫阿哲，住在杭州，每天早上喝绿茶。', NULL, NULL, NULL, 1767225600000000, '["topic:me"]', NULL, '\x7f273d750182b829a8d7718ce49d8458', '\xb49673635cd0b886c5fe639b95074f7f8e028a9a27475e09c3e40d3f7ea8cdc3', '\x9d6eefcf31bd62fb3dc8a5ebe73b5a3cbed26f1315bedec06f078811d16e4bdc', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 3, '019b76da-a800-7002-a0f8-6b6cde4637ba', 'chat 一', 'main', 1, 'assistant', NULL, '记住了。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x2ba47384c4271711aa178ee7f69a0acc', '\x78a601f971ff40f65f865be40f3cfa6f8e77b9328d4e4a0851390892169e4fc0', '\x46d9f22253b68b68647ad6f2848028e62c8ee2647eb2dbc2fa5e422c0bc4c9f3', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 4, '019b76da-a800-7003-9157-31d0a085af2c', 'chat 一', 'main', 1, 'tool', NULL, '{"hits": ["龙井"]}', 'search', '{"q":"green tea"}', '{"hits":["龙井"]}', 1767225600000000, NULL, NULL, '\x6bf5b62aea8d218957150ea39ae32104', '\xd11abafd4fdb48cc35e002111e90da59ed9439c1671ce91c52d3ba1c0236aa97', '\x777661d55ecadb684f8f7ad125f8b341db5d5927c5994eab66e72269b8c44682', 3);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 5, '019b76da-a800-7004-9fe2-d022555b9a2c', 'chat 一', 'main', 1, 'user', NULL, 'see the file', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\xc6819ba59c0119d43326a80a5c72bedf', '\xaa3e25be8f1739b51309f4cd51794966283d4f7d64d340b6c4b81f2f952f997b', '\x2b000f726cd03c0989cb267fc5249d0aab08d6c4ba58eddc1d2ea85e90f69c22', 4);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 17, '019b76da-a800-7008-be63-f5eeb9aff1a5', 'chat 一', 'main', 2, 'user', NULL, 'Remember that I am allergic to penicillin.', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\x9a2674e066a4e32a6e77e80bcb978345', '\x07d077db3d9fb25373bc29099d3c1254ab845a88c37d30d617f0564528f252c9', '\xfd6d89a2ac85c9f23447de13f609c83ac15658de0e741b5673137aaa93de5482', 5);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 18, '019b76da-a800-7009-8b43-2095b781e4b9', 'chat 一', 'main', 2, 'assistant', NULL, 'ok', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\xa6bf63ed7ea88fc76c2c28e4d54997a8', '\x916ffda2e42271cf3179c20d6911e67afa737566255220c7efc9d6969e29ad3f', '\x19cb56079a6c847f315948491d1154a1ee285c5ee8f5d212708c6868be2b1ec9', 6);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 25, '019b76da-a800-700c-827b-3d8fc7f797c7', 'chat 一', 'main', 3, 'user', NULL, '我下周三要去 Berlin 出差，帮我记一下。', NULL, NULL, NULL, 1767225600000000, NULL, NULL, '\xdee00ddf46f8c10fd7f66006b7ab5cc4', '\x7704606bd64af8e995336480d959848f1647b0a6625ab1c1b2deec87d23dbae0', '\x40cff40d81596e582725ecb4cb787e804730b5e0639b216120cafd8d8974a286', 7);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 28, '019b7c01-0400-7000-a4f6-5cbd63d6afd0', 'chat 一', 'main', 4, 'user', NULL, 'city: Berlin', NULL, NULL, NULL, 1767312000000000, '["direct","facts"]', NULL, '\x31c412bec197649c555f2ba610888208', '\x14a7b2a293b4564a34291aaf383c7e8a7162011680bcb81e91403408d69cfd4a', '\x84bdd9fc66da160f3e35e86a368fe161cdbb55d5583134842e23960a17b91626', 8);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 33, '019b8127-6000-7000-92ce-cbaf665bbac5', 'chat 一', 'main', 5, 'user', NULL, 'city: Paris', NULL, NULL, NULL, 1767398400000000, '["direct","facts"]', NULL, '\x8efb475563e2fd1eae70e61865f37d3e', '\xfa756e78f9826172ce5dcfc3db1b2eddce4e06d56809abeb8c1d347d2002623a', '\x201b4db9b9dcef968aa1974b15d2139043a973b60800c7d8ba3235a933d6af44', 9);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 39, '019b864d-bc00-7000-8206-9fd249dce8f1', 'chat 一', 'main', 6, 'user', NULL, 'city: 杭州', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x24b54bcc1c465a9f06561365fab5cc59', '\x5a9a437e8b3ff2e4eed78bc09531c38ef5d075520c91662f3e7ea8f897a35ef3', '\x791a78b7ab4c34784837a6b850de31779a0588a54e182933cbe802f7d02b6864', 10);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 46, '019b864d-bc00-7002-b86a-c6264b2238c9', 'direct:main', 'main', 1, 'system', NULL, 'city: Rome', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x267e07753eddb0d0b0dfb790d62890bd', '\x33c179cb3a5af484d52b5b4de593c6e26e8d649b86736137695384153d6f2f78', '\x91ba38402621f22b5af7bb7e48f36c76a2308ee5bfb116254d9e8e740ad4c545', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 55, '019b864d-bc00-7005-b3bf-fb2cd5ab74f2', 'direct:main', 'main', 2, 'user', NULL, 'mood: happy', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xb82678b4de4e4722450103c629944206', '\xe291699c3408d204e9d6e70cf0971c2dbbe588bc9da0ab25d4006cace1eeae20', '\x3e1a8080d565307a6811979863c39ca6fadbd0e8221872c89e21a2fa32daf9fe', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 61, '019b864d-bc00-7007-9535-66e00e7bc3f8', 'direct:main', 'main', 3, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x01758af1dc48338b4d77ccf923cb4258', '\x01f65b1a7b8970acc84ededa4b3eb7c5610e9f05a05b6cb8972c522fc1984f2f', '\xefe61cb6719ba66bdc544b29e27693266e6186bb7f45ea140bf385e20efcbf58', 3);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 67, '019b864d-bc00-7009-8b63-b1164a9246eb', 'direct:main', 'main', 4, 'user', NULL, 'old job: baker', NULL, NULL, NULL, 1767484800000000, '["direct","facts","retract"]', NULL, '\x465291182f99cdbaea0be3f95188d414', '\xf14e8e1d7263e699ccf309852c10354617274f4ce08235273abcf0f103a7c311', '\xa77e00c7afa8f8f597aea6a2db113b78555bc60b88908d0726cf50f5f5f4448e', 4);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 70, '019b864d-bc00-700a-b25f-d44908d03370', 'direct:main', 'main', 5, 'user', NULL, 'gone: this was deleted', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xf3c83c428e2e3584b4e686020e9ac7f5', '\x4438c319dd1b841b3fb72c1a109e33116c6a2df8f7715bc44e7c06d6dffcb6b4', '\x273ea79cf82c17fd091d5b45f0955ae5f9c97f87c33fca913a1c3f5dc1b70bc9', 5);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 76, '019b864d-bc00-700c-911f-20897f23a0bd', 'direct:main', 'main', 6, 'user', NULL, 'weather: rain', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\xfd36f877a963cbbdef9f3161d5b7d39d', '\xd112cba52cef733e8ece0a932a4721364a7a076b9f39c01a51520ae8fe61f05b', '\xb2a88dc29ddf04e89dd15e28607cfdd0ce104e8a99eb7b83599070592c8ab50e', 6);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 82, '019b864d-bc00-700e-92a1-9508b415cd9f', 'direct:main', 'main', 7, 'user', NULL, 'Ann Lee (person, 安)', NULL, NULL, NULL, 1767484800000000, '["direct","entities"]', NULL, '\xcf7ab4bf42d49807c3b76a09dac3d97c', '\x2300280f7c99086605f4037de4a26d3ee9d1cbde88e9302cb9dd2ecf00ce5635', '\xf1e8192ff84b31248e52576fe0961c76fc019ae986eab7587b5da75af08d1c33', 7);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 88, '019b864d-bc00-7010-a521-c6fe0c719889', 'direct:shared', 'shared', 1, 'user', NULL, 'drink: green tea 绿茶', NULL, NULL, NULL, 1767484800000000, '["direct","preferences"]', NULL, '\x27b03ed754b06cd98fd2a480e4166420', '\x202c5463892d8b6941d83cbac5a90e415ce3c829c7e8b7ad85156b3edb4f0a97', '\x01dff9af02bc43379fb3c38b1380efbc6223ca2b681993b2b9870561ee6786a4', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 95, '019b864d-bc00-7012-9536-7eb7944af2ca', 'talk in peer:ann', 'peer:ann', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\x04bc41c99f5da3788c9ca1a5b32dc52f', '\xee4e36988d21972b913e0f38868511083e99b80dc5b20da4397f18a4363f40f1', '\x293f3cee6f135cf114670f9b93d8a048e567b90fe63093bb88dd24a487e0ce1c', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 101, '019b864d-bc00-7014-9dfc-ec0d5273a982', 'talk in peer:ann', 'peer:ann', 2, 'user', NULL, 'city: city of peer:ann', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x5a72e411f4dca06f53f25c1685b2e51b', '\x7d910c7dcc0cebdc7a55d6637dffe9cf83ce76d503574aff1654791c197e42b1', '\x82b690ffb599da7901dbe619eda9824bb5aa59cf61d54568e18db88aa50dd8bc', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 108, '019b864d-bc00-7016-ad79-711e043f96db', 'talk in group:team', 'group:team', 1, 'user', 'Bob', 'Ann Lee is our new designer. 她在上海。', NULL, NULL, NULL, 1767484800000000, NULL, NULL, '\x987fcc9c8c7548703974040f3c4dc311', '\xca7f907d2f4ea717f3a63deb0d4f12f9b1edcdb0b6e530d352b4afba9d61cc40', '\x5185c56c960876df42e1b5aafa19c42e97a6d29b1a2ff7928a56a653a9626ef3', 1);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 114, '019b864d-bc00-7018-8284-a3a6715ec30a', 'talk in group:team', 'group:team', 2, 'user', NULL, 'city: city of group:team', NULL, NULL, NULL, 1767484800000000, '["direct","facts"]', NULL, '\x19ede241da118d09848f3eb584a28a57', '\x10ce7e8cb9a82ad44654d3c56a3174e8b78143a6b80cc44aeed223f54a8a7314', '\x06290cb85f59c8ea57f7c8e8e925c99031fddc082526d0870f3c1ab55dc0625c', 2);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 120, '019b864d-bc00-701a-a886-4b1d889db942', 'direct:main', 'main', 8, 'user', NULL, 'Luna: a companion 伙伴', NULL, NULL, NULL, 1767484800000000, '["direct","identity"]', NULL, '\x4f9d4c1dd7af73441e678c2af19dab8c', '\xc14c5ee947631b0a45077684f4b3ace5fde4b575e3924d9e74339bd4c5ba46e6', '\x1386b55af5b0aa171913d82c97cdacc0767985b5c3e2b248157ebc34dbfe4eac', 8);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 126, '019b864d-bc00-701c-8ce7-74c4cab2acd1', 'direct:main', 'main', 9, 'user', NULL, '2025-10-07 Python 3.14 is out', NULL, NULL, NULL, 1767484800000000, '["direct","patches"]', NULL, '\xe86257a800cc24fba14c57b54127e0db', '\x882c1c3611249b81e5c25e99b7c2ea4bd1c861d617df86489030be9f63ff5b40', '\x04f7e44cacd5489c2ab1ed2b3cc685129a01e21d334dc112edbaee67c3fa5710', 9);
INSERT INTO perdure.archival_records VALUES ('luna 月亮', 131, '019b864d-bc00-701f-bea3-f431abc34c16', 'chat 一', 'main', 7, 'user', NULL, 'a note 一条笔记', NULL, NULL, NULL, 1767484800000000, '["direct","notes"]', NULL, '\x89b99f5e1953b8c0a7413dd01a73acfb', '\x6f1bbe57f531be5bcbf8486e7afc4a0b9b8605ef72943507092264d8656e2382', '\xfff2f2b5fa2a0f6673391c002fb6078c20844e996723ce45b2fc91bd49d614d8', 11);



INSERT INTO perdure.attachment_bytes VALUES ('luna 月亮', '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', '\xe9be99e4ba95e88cb6');



INSERT INTO perdure.attachments VALUES ('luna 月亮', '019b76da-a800-7005-96ca-f93af39bb75c', '019b76da-a800-7004-9fe2-d022555b9a2c', 0, '笔记.txt', 'text/plain', 9, '553518df894651a65d02af1bc2601bd8db9e0a1156bd66e408a78ca105cb85a5', NULL);



INSERT INTO perdure.changes VALUES ('luna 月亮', 12, 2, 1767225600000000, 'stored', '019b76da-a800-7006-b58b-982dc990fe11', 'profile:user', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 15, 2, 1767225600000000, 'stored', '019b76da-a800-7007-9e46-ad0c812c07ec', 'profile:user', 'main', 'user', 'added to what was known', '{}', '{"status":"active","version":2}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 16, 2, 1767225600000000, 'superseded', '019b76da-a800-7006-b58b-982dc990fe11', 'profile:user', 'main', 'user', 'added to what was known', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-7007-9e46-ad0c812c07ec","by":"019b76da-a800-7001-9e26-a6a7b2e137d2"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 23, 3, 1767225600000000, 'stored', '019b76da-a800-700a-a13b-c33e6a961e33', 'profile:user', 'main', 'user', 'added to what was known', '{}', '{"status":"active","version":3}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 24, 3, 1767225600000000, 'superseded', '019b76da-a800-7007-9e46-ad0c812c07ec', 'profile:user', 'main', 'user', 'added to what was known', '{"status":"active","valid_to":null,"superseded_by":null}', '{"status":"superseded","valid_to":1767225600000000,"superseded_by":"019b76da-a800-700a-a13b-c33e6a961e33","by":"019b76da-a800-7008-be63-f5eeb9aff1a5"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 32, 6, 1767312000000000, 'stored', '019b7c01-0400-7001-9c23-bfd59d680d16', 'fact:user:city', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 37, 7, 1767398400000000, 'stored', '019b8127-6000-7001-86b8-a70ffdb8a6f8', 'fact:user:city', 'main', 'user', 'the later word', '{}', '{"status":"active","version":2}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 38, 7, 1767398400000000, 'superseded', '019b7c01-0400-7001-9c23-bfd59d680d16', 'fact:user:city', 'main', 'user', 'the later word', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767312000000000}', '{"status":"superseded","valid_to":1767398400000000,"superseded_by":"019b8127-6000-7001-86b8-a70ffdb8a6f8","updated_at":1767398400000000,"by":"019b8127-6000-7000-92ce-cbaf665bbac5"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 43, 8, 1767484800000000, 'stored', '019b864d-bc00-7001-acec-9873f5383ce1', 'fact:user:city', 'main', 'user', 'the later word', '{}', '{"status":"active","version":3}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 44, 8, 1767484800000000, 'superseded', '019b8127-6000-7001-86b8-a70ffdb8a6f8', 'fact:user:city', 'main', 'user', 'the later word', '{"status":"active","valid_to":null,"superseded_by":null,"updated_at":1767398400000000}', '{"status":"superseded","valid_to":1767484800000000,"superseded_by":"019b864d-bc00-7001-acec-9873f5383ce1","updated_at":1767484800000000,"by":"019b864d-bc00-7000-8206-9fd249dce8f1"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 50, 9, 1767484800000000, 'pending', '019b864d-bc00-7003-9b59-0df0ec7c1952', 'fact:user:city', 'main', 'inference', '`inference` contradicts what `user` said', '{}', '{"status":"pending","version":0}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 54, 11, 1767484800000000, 'stored', '019b864d-bc00-7004-ba13-81e0f485e64b', 'fact:user:tea', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 59, 12, 1767484800000000, 'stored', '019b864d-bc00-7006-a9be-299656131fd5', 'fact:user:mood', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 65, 14, 1767484800000000, 'stored', '019b864d-bc00-7008-9404-ebe72ac99450', 'fact:user:old_job', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 69, 16, 1767484800000000, 'retracted', '019b864d-bc00-7008-9404-ebe72ac99450', 'fact:user:old_job', 'main', 'user', 'denied by `user`', '{"status":"active","valid_to":null}', '{"status":"retracted","valid_to":1767484800000000,"by":"019b864d-bc00-7009-8b63-b1164a9246eb"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 74, 17, 1767484800000000, 'stored', '019b864d-bc00-700b-be2d-fb22365819c1', 'fact:user:gone', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 75, 18, 1767484800000000, 'deleted', '019b864d-bc00-700b-be2d-fb22365819c1', 'fact:user:gone', 'main', 'user', 'deleted on request', '{"versions":1}', '{}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 80, 19, 1767484800000000, 'stored', '019b864d-bc00-700d-8bef-2c432a493ad8', 'fact:user:weather', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 81, 20, 1767484800000000, 'forgotten', '019b864d-bc00-700d-8bef-2c432a493ad8', 'fact:user:weather', 'main', 'user', 'forgotten on request', '{"status":"active"}', '{"status":"retracted"}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 86, 21, 1767484800000000, 'stored', '019b864d-bc00-700f-bb80-d567b67c340e', 'entity:person:ann_lee', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 92, 22, 1767484800000000, 'stored', '019b864d-bc00-7011-a037-2ffb19a24527', 'pref:other:drink', 'shared', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 99, 25, 1767484800000000, 'stored', '019b864d-bc00-7013-b69a-cdae62d0007e', 'rel:user:ann_lee', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 105, 27, 1767484800000000, 'stored', '019b864d-bc00-7015-be08-f0d55675ebef', 'fact:user:city', 'peer:ann', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 112, 30, 1767484800000000, 'stored', '019b864d-bc00-7017-8074-1831cd7f4871', 'rel:bob:ann_lee', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 118, 32, 1767484800000000, 'stored', '019b864d-bc00-7019-a128-b87f4a9b6eef', 'fact:user:city', 'group:team', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 124, 34, 1767484800000000, 'stored', '019b864d-bc00-701b-93c1-ff3e51c8257f', 'identity:luna~5caa114825af', 'shared', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 130, 36, 1767484800000000, 'stored', '019b864d-bc00-701d-8f4a-46fbeb57f976', 'patch:event:python_3.14_is_out', 'shared', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 135, 37, 1767484800000000, 'stored', '019b864d-bc00-7020-ada9-61ebbad07559', 'note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac', 'main', 'user', 'new', '{}', '{"status":"active","version":1}');
INSERT INTO perdure.changes VALUES ('luna 月亮', 141, 40, 1767484800000000, 'stored', '019b864d-bc00-7022-a119-6efa4cf46142', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', 'inference', 'new', '{}', '{"status":"active","version":1}');



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
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '户的', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 11, 2, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '用户', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 11, 2, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 11, 2, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '用', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字是', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '是阿', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '的', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 11, 2, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 11, 2, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '字', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '户', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '的名', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名字', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '是', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '名', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 11, 1, 29);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 14, 2, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 14, 2, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 14, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 14, 1, 18);
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
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profil', 22, 2, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'penicillin', 22, 2, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'name', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 22, 2, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'profile:profile:user', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '阿哲', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'allergi', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '哲', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-01', 22, 1, 21);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'pari', 34, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 34, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 34, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 36, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-03', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pari', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 36, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '03', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 36, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 53, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:tea', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 53, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 53, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 62, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 62, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 62, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 62, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'baker', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old', 64, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'old_job', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:old_job', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 64, 1, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 64, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'job', 64, 2, 16);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'person', 83, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 83, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '安', 83, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 83, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 83, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '安', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entities:entity:person:ann_lee', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'person', 85, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 85, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'entiti', 85, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 85, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 85, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'luna', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙伴', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'companion', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伴', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '伙', 121, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'luna', 123, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '5caa114825af', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙伴', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'companion', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ident', 123, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伴', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '伙', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 123, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'identity:identity:luna', 123, 1, 17);
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
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'berlin', 29, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 29, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 29, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '02', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 31, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-02', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'berlin', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 31, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 31, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 40, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭州', 40, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '杭', 40, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 40, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '州', 40, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 42, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 42, 2, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭州', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '杭', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '州', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 42, 1, 15);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rome', 47, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 47, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'system', 47, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rome', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 49, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 49, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 49, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'happi', 56, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'mood', 56, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 56, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 58, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:mood', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'happi', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'mood', 58, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 58, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'baker', 68, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'old', 68, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'job', 68, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 68, 1, 4);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'delet', 71, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 71, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'gone', 71, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'was', 71, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'this', 71, 1, 5);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'weather', 77, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 77, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'rain', 77, 1, 3);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:weather', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 102, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 102, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer', 102, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 102, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 102, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'peer:ann', 102, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 104, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rain', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 79, 1, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'weather', 79, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 79, 2, 13);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'green', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'tea', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿茶', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '茶', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '绿', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'drink', 89, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'preferences:pref:other:drink', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'drink', 91, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '绿茶', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '茶', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'green', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'prefer', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'pref', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'tea', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'other', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 91, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 96, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'the', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 98, 2, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 98, 2, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:user:ann_lee', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 98, 1, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 98, 2, 19);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group:team', 115, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'citi', 115, 2, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'team', 115, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 115, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'of', 115, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'group', 115, 1, 7);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group:team', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'team', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'citi', 117, 3, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'facts:fact:user:city', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'group', 117, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 117, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'a', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一条', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '记', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '一', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔记', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'note', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条笔', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '笔', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '条', 132, 1, 10);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'notes:note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '81a2', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 134, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '00', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'e', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔记', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 134, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 134, 2, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '笔', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '701e', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bc00', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '019b864d-bc00-701e-81a2-debf62ec22ac', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'a', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一条', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'user', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'of', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer:ann', 104, 1, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'fact', 104, 2, 17);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她在', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在上', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'our', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'lee', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '上海', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '海', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '她', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'design', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '在', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'ann', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'bob', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'new', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 109, 1, 14);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'rel', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationships:rel:bob:ann_lee', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 111, 2, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'relationship', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann_lee', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 111, 1, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 111, 2, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'bob', 111, 2, 18);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'python', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'is', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '3.14', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '07', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '2025-10-07', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', '10', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'user', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'archival', 'out', 127, 1, 9);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3.14', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '10', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patches:patch:event:python_3.14_is_out', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'event', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python', 129, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '14', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 129, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '07', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2025-10-07', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '3', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'python_3.14_is_out', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'out', 129, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 129, 1, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'patch', 129, 2, 24);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '01', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'design', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '04', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'new', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'is', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'in', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'talk-in-peer-ann', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她在', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '在上', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episodes:episode:talk-in-peer-ann', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'episod', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'updat', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'our', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'lee', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'at', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '上海', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '海', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '她', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'peer', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 140, 2, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'ann', 140, 3, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '0531173d972f', 140, 1, 38);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '记', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '一', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'debf62ec22ac', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', 'note', 134, 3, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '条笔', 134, 1, 33);
INSERT INTO perdure.chunk_words VALUES ('luna 月亮', 'recall', '2026-01-04', 134, 3, 33);



INSERT INTO perdure.entity_mentions VALUES ('luna 月亮', 'entity:person:ann_lee', 'main', 'archival', '019b864d-bc00-700e-92a1-9508b415cd9f');



INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7006-b58b-982dc990fe11', 0, '019b76da-a800-7001-9e26-a6a7b2e137d2', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-9e46-ad0c812c07ec', 0, '019b76da-a800-7001-9e26-a6a7b2e137d2', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-7007-9e46-ad0c812c07ec', 1, '019b76da-a800-7001-9e26-a6a7b2e137d2', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-a13b-c33e6a961e33', 0, '019b76da-a800-7001-9e26-a6a7b2e137d2', 0, 4, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-a13b-c33e6a961e33', 1, '019b76da-a800-7001-9e26-a6a7b2e137d2', 5, 9, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b76da-a800-700a-a13b-c33e6a961e33', 2, '019b76da-a800-7008-be63-f5eeb9aff1a5', 0, 41, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b7c01-0400-7001-9c23-bfd59d680d16', 0, '019b7c01-0400-7000-a4f6-5cbd63d6afd0', 0, 12, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b8127-6000-7001-86b8-a70ffdb8a6f8', 0, '019b8127-6000-7000-92ce-cbaf665bbac5', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7001-acec-9873f5383ce1', 0, '019b864d-bc00-7000-8206-9fd249dce8f1', 0, 8, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7003-9b59-0df0ec7c1952', 0, '019b864d-bc00-7002-b86a-c6264b2238c9', 0, 10, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7004-ba13-81e0f485e64b', 0, '019b76da-a800-7001-9e26-a6a7b2e137d2', 15, 17, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7006-a9be-299656131fd5', 0, '019b864d-bc00-7005-b3bf-fb2cd5ab74f2', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7008-9404-ebe72ac99450', 0, '019b864d-bc00-7007-9535-66e00e7bc3f8', 0, 14, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700d-8bef-2c432a493ad8', 0, '019b864d-bc00-700c-911f-20897f23a0bd', 0, 13, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-700f-bb80-d567b67c340e', 0, '019b864d-bc00-700e-92a1-9508b415cd9f', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7011-a037-2ffb19a24527', 0, '019b864d-bc00-7010-a521-c6fe0c719889', 0, 19, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7013-b69a-cdae62d0007e', 0, '019b864d-bc00-7012-9536-7eb7944af2ca', 0, 27, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7015-be08-f0d55675ebef', 0, '019b864d-bc00-7014-9dfc-ec0d5273a982', 0, 22, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7017-8074-1831cd7f4871', 0, '019b864d-bc00-7016-ad79-711e043f96db', 0, 27, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7019-a128-b87f4a9b6eef', 0, '019b864d-bc00-7018-8284-a3a6715ec30a', 0, 24, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701b-93c1-ff3e51c8257f', 0, '019b864d-bc00-701a-a886-4b1d889db942', 0, 20, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-701d-8f4a-46fbeb57f976', 0, '019b864d-bc00-701c-8ce7-74c4cab2acd1', 0, 29, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7020-ada9-61ebbad07559', 0, '019b864d-bc00-701f-bea3-f431abc34c16', 0, 11, NULL, NULL, NULL);
INSERT INTO perdure.evidence VALUES ('luna 月亮', '019b864d-bc00-7022-a119-6efa4cf46142', 0, '019b864d-bc00-7012-9536-7eb7944af2ca', 0, 34, NULL, NULL, NULL);



INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 142, 'episode', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 0, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);
INSERT INTO perdure.extraction_queue VALUES ('luna 月亮', 143, 'consolidate', 'talk in peer:ann', 'peer:ann', 0, 'done', 0, 0, 1767484800000000, NULL, NULL, NULL, 1767484800000000, 1767484800000000);



INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'archival', 25, 197, 2);
INSERT INTO perdure.index_totals VALUES ('luna 月亮', 'recall', 21, 396, 2);









INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 11, '019b76da-a800-7006-b58b-982dc990fe11', 0, '[profile:profile:user]
用户的名字是阿哲。
name: 阿哲
Updated at: 2026-01-01', 'profile:profile:user profil profil user 用 户 的 名 字 是 阿 哲 用户 户的 的名 名字 字是 是阿 阿哲 name 阿 哲 阿哲 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 14, '019b76da-a800-7007-9e46-ad0c812c07ec', 0, '[profile:profile:user]
- name: 阿哲
- city: 杭州
Updated at: 2026-01-01', 'profile:profile:user profil profil user name 阿 哲 阿哲 citi 杭 州 杭州 updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 22, '019b76da-a800-700a-a13b-c33e6a961e33', 0, '[profile:profile:user]
- name: 阿哲
- city: 杭州
- allergy (penicillin): penicillin
Updated at: 2026-01-01', 'profile:profile:user profil profil user name 阿 哲 阿哲 citi 杭 州 杭州 allergi penicillin penicillin updat at 2026-01-01 2026 01 01', '{"type":"profile","key":"profile:user","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 31, '019b7c01-0400-7001-9c23-bfd59d680d16', 0, '[facts:fact:user:city]
city: Berlin
Updated at: 2026-01-02', 'facts:fact:user:city fact fact user citi citi berlin updat at 2026-01-02 2026 01 02', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 36, '019b8127-6000-7001-86b8-a70ffdb8a6f8', 0, '[facts:fact:user:city]
city: Paris
Updated at: 2026-01-03', 'facts:fact:user:city fact fact user citi citi pari updat at 2026-01-03 2026 01 03', '{"type":"facts","key":"fact:user:city","version":2}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 42, '019b864d-bc00-7001-acec-9873f5383ce1', 0, '[facts:fact:user:city]
city: 杭州
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi 杭 州 杭州 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":3}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 49, '019b864d-bc00-7003-9b59-0df0ec7c1952', 0, '[facts:fact:user:city]
city: Rome
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi rome updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":0}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 53, '019b864d-bc00-7004-ba13-81e0f485e64b', 0, '[facts:fact:user:tea]
tea: 绿茶
Updated at: 2026-01-04', 'facts:fact:user:tea fact fact user tea tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:tea","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 58, '019b864d-bc00-7006-a9be-299656131fd5', 0, '[facts:fact:user:mood]
mood: happy
Updated at: 2026-01-04', 'facts:fact:user:mood fact fact user mood mood happi updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:mood","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 64, '019b864d-bc00-7008-9404-ebe72ac99450', 0, '[facts:fact:user:old_job]
old job: baker
Updated at: 2026-01-04', 'facts:fact:user:old_job fact fact user old_job old job old job baker updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:old_job","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 79, '019b864d-bc00-700d-8bef-2c432a493ad8', 0, '[facts:fact:user:weather]
weather: rain
Updated at: 2026-01-04', 'facts:fact:user:weather fact fact user weather weather rain updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:weather","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 85, '019b864d-bc00-700f-bb80-d567b67c340e', 0, '[entities:entity:person:ann_lee]
Ann Lee (person, 安)
Updated at: 2026-01-04', 'entities:entity:person:ann_lee entiti entiti person ann_lee ann lee ann lee person 安 updat at 2026-01-04 2026 01 04', '{"type":"entities","key":"entity:person:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 91, '019b864d-bc00-7011-a037-2ffb19a24527', 0, '[preferences:pref:other:drink]
drink: green tea 绿茶
Updated at: 2026-01-04', 'preferences:pref:other:drink prefer pref other drink drink green tea 绿 茶 绿茶 updat at 2026-01-04 2026 01 04', '{"type":"preferences","key":"pref:other:drink","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 98, '019b864d-bc00-7013-b69a-cdae62d0007e', 0, '[relationships:rel:user:ann_lee]
Ann Lee is the user''s designer.
Updated at: 2026-01-04', 'relationships:rel:user:ann_lee relationship rel user ann_lee ann lee ann lee is the user design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:user:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 104, '019b864d-bc00-7015-be08-f0d55675ebef', 0, '[facts:fact:user:city]
city: city of peer:ann
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of peer:ann peer ann updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 111, '019b864d-bc00-7017-8074-1831cd7f4871', 0, '[relationships:rel:bob:ann_lee]
Ann Lee is Bob''s designer.
Updated at: 2026-01-04', 'relationships:rel:bob:ann_lee relationship rel bob ann_lee ann lee ann lee is bob design updat at 2026-01-04 2026 01 04', '{"type":"relationships","key":"rel:bob:ann_lee","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 117, '019b864d-bc00-7019-a128-b87f4a9b6eef', 0, '[facts:fact:user:city]
city: city of group:team
Updated at: 2026-01-04', 'facts:fact:user:city fact fact user citi citi citi of group:team group team updat at 2026-01-04 2026 01 04', '{"type":"facts","key":"fact:user:city","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 123, '019b864d-bc00-701b-93c1-ff3e51c8257f', 0, '[identity:identity:luna~5caa114825af]
Luna: a companion 伙伴
Updated at: 2026-01-04', 'identity:identity:luna ident ident luna 5caa114825af luna a companion 伙 伴 伙伴 updat at 2026-01-04 2026 01 04', '{"type":"identity","key":"identity:luna~5caa114825af","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 129, '019b864d-bc00-701d-8f4a-46fbeb57f976', 0, '[patches:patch:event:python_3.14_is_out]
2025-10-07 Python 3.14 is out
Updated at: 2026-01-04', 'patches:patch:event:python_3.14_is_out patch patch event python_3.14_is_out python 3 14 is out 2025-10-07 2025 10 07 python 3.14 is out updat at 2026-01-04 2026 01 04', '{"type":"patches","key":"patch:event:python_3.14_is_out","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 134, '019b864d-bc00-7020-ada9-61ebbad07559', 0, '[notes:note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac]
a note 一条笔记
Updated at: 2026-01-04', 'notes:note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac note note 2026-01-04 2026-01-04 2026 01 04 019b864d-bc00-701e-81a2-debf62ec22ac 019b864d bc00 bc 00 701e 701 e 81a2 debf62ec22ac a note 一 条 笔 记 一条 条笔 笔记 updat at 2026-01-04 2026 01 04', '{"type":"notes","key":"note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac","version":1}');
INSERT INTO perdure.memory_chunks VALUES ('luna 月亮', 140, '019b864d-bc00-7022-a119-6efa4cf46142', 0, '[episodes:episode:talk-in-peer-ann~0531173d972f]
2026-01-04 Ann Lee is our new designer; 她在上海
Ann Lee is our new designer
Updated at: 2026-01-04', 'episodes:episode:talk-in-peer-ann episod episod talk-in-peer-ann talk in peer ann 0531173d972f 2026-01-04 2026 01 04 ann lee is our new design 她 在 上 海 她在 在上 上海 ann lee is our new design updat at 2026-01-04 2026 01 04', '{"type":"episodes","key":"episode:talk-in-peer-ann~0531173d972f","version":1}');



INSERT INTO perdure.memory_items VALUES ('luna 月亮', 10, '019b76da-a800-7006-b58b-982dc990fe11', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user"}]}', '用户的名字是阿哲。', 0.9, 0.9, 'permanent', 'superseded', 1, '019b76da-a800-7007-9e46-ad0c812c07ec', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-9e26-a6a7b2e137d2', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\x26767bb1cce789662ace66b4d0e6c421', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 21, '019b76da-a800-700a-a13b-c33e6a961e33', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user"},{"k":"city","v":"杭州","source":"user"},{"k":"allergy (penicillin)","v":"penicillin","source":"user"}]}', '- name: 阿哲
- city: 杭州
- allergy (penicillin): penicillin', 0.9, 1, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 2, '019b76da-a800-7008-be63-f5eeb9aff1a5', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xc961d2871630c44b36657d590451cb30', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 13, '019b76da-a800-7007-9e46-ad0c812c07ec', 'profile', 'profile:user', 'main', '{"subject":"user","facts":[{"k":"name","v":"阿哲","source":"user"},{"k":"city","v":"杭州","source":"user"}]}', '- name: 阿哲
- city: 杭州', 0.9, 1, 'permanent', 'superseded', 2, '019b76da-a800-700a-a13b-c33e6a961e33', 'user', 1, 'chat 一', 1, '019b76da-a800-7001-9e26-a6a7b2e137d2', NULL, 1767225600000000, NULL, NULL, false, NULL, false, 0, NULL, 1767225600000000, 1767225600000000, 1767225600000000, '\xa182edcbe6fd54c283d2ca04f962289f', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 30, '019b7c01-0400-7001-9c23-bfd59d680d16', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Berlin"}', 'city: Berlin', 0.9, 0.5, 'permanent', 'superseded', 1, '019b8127-6000-7001-86b8-a70ffdb8a6f8', 'user', 1, 'chat 一', 4, '019b7c01-0400-7000-a4f6-5cbd63d6afd0', NULL, 1767398400000000, NULL, NULL, false, NULL, false, 0, NULL, 1767312000000000, 1767312000000000, 1767398400000000, '\x2e5b5d436ce3183561b714d16d4628e9', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 41, '019b864d-bc00-7001-acec-9873f5383ce1', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"杭州"}', 'city: 杭州', 0.9, 0.7, 'permanent', 'active', 3, NULL, 'user', 1, 'chat 一', 6, '019b864d-bc00-7000-8206-9fd249dce8f1', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x6e6e41cc7de9714767b2c3b4b85c16b7', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 35, '019b8127-6000-7001-86b8-a70ffdb8a6f8', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Paris"}', 'city: Paris', 0.9, 0.6, 'permanent', 'superseded', 2, '019b864d-bc00-7001-acec-9873f5383ce1', 'user', 1, 'chat 一', 5, '019b8127-6000-7000-92ce-cbaf665bbac5', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767398400000000, 1767398400000000, 1767484800000000, '\x6d62318072b8e50a3e878ab45f2a45ce', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 48, '019b864d-bc00-7003-9b59-0df0ec7c1952', 'facts', 'fact:user:city', 'main', '{"subject":"user","predicate":"city","value":"Rome"}', 'city: Rome', 0.5, 0.5, 'permanent', 'pending', 0, NULL, 'inference', 0.3, 'direct:main', 1, '019b864d-bc00-7002-b86a-c6264b2238c9', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xf8fc531ba636769c652d6d3d52184f68', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 52, '019b864d-bc00-7004-ba13-81e0f485e64b', 'facts', 'fact:user:tea', 'main', '{"subject":"user","predicate":"tea","value":"绿茶"}', 'tea: 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 1, '019b76da-a800-7001-9e26-a6a7b2e137d2', NULL, NULL, NULL, NULL, false, NULL, true, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x26b0a93b38e3d9408d27da6680599f94', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 57, '019b864d-bc00-7006-a9be-299656131fd5', 'facts', 'fact:user:mood', 'main', '{"subject":"user","predicate":"mood","value":"happy"}', 'mood: happy', 0.9, 0.5, 'short_term', 'active', 1, NULL, 'user', 1, 'direct:main', 2, '019b864d-bc00-7005-b3bf-fb2cd5ab74f2', NULL, NULL, 1767571200000000, 86400000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xb0cae2c36f45b349283249614d109467', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 63, '019b864d-bc00-7008-9404-ebe72ac99450', 'facts', 'fact:user:old_job', 'main', '{"subject":"user","predicate":"old job","value":"baker"}', 'old job: baker', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 3, '019b864d-bc00-7007-9535-66e00e7bc3f8', NULL, 1767484800000000, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x46545275a2273dae95dafb61efc4fdfa', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 78, '019b864d-bc00-700d-8bef-2c432a493ad8', 'facts', 'fact:user:weather', 'main', '{"subject":"user","predicate":"weather","value":"rain"}', 'weather: rain', 0.9, 0.5, 'permanent', 'retracted', 1, NULL, 'user', 1, 'direct:main', 6, '019b864d-bc00-700c-911f-20897f23a0bd', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x883173c72187da521f03d3b7208cbfa6', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 84, '019b864d-bc00-700f-bb80-d567b67c340e', 'entities', 'entity:person:ann_lee', 'main', '{"kind":"person","canonical":"Ann Lee","aliases":["安"],"attrs":{}}', 'Ann Lee (person, 安)', 0.9, 0.5, 'long_term', 'active', 1, NULL, 'user', 1, 'direct:main', 7, '019b864d-bc00-700e-92a1-9508b415cd9f', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xcacad324dc6e3fba8e7aa1f0a34f0da4', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 90, '019b864d-bc00-7011-a037-2ffb19a24527', 'preferences', 'pref:other:drink', 'shared', '{"scope":"other","name":"drink","value":"green tea 绿茶","subject":"user"}', 'drink: green tea 绿茶', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:shared', 1, '019b864d-bc00-7010-a521-c6fe0c719889', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x762d377814fe251966b5eefa43fbcdcc', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 97, '019b864d-bc00-7013-b69a-cdae62d0007e', 'relationships', 'rel:user:ann_lee', 'peer:ann', '{"subject":"user","object":"Ann Lee","relation":"designer"}', 'Ann Lee is the user''s designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 1, '019b864d-bc00-7012-9536-7eb7944af2ca', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x601ff7c50d7d186916a35d3a14b665c1', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 103, '019b864d-bc00-7015-be08-f0d55675ebef', 'facts', 'fact:user:city', 'peer:ann', '{"subject":"user","predicate":"city","value":"city of peer:ann"}', 'city: city of peer:ann', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in peer:ann', 2, '019b864d-bc00-7014-9dfc-ec0d5273a982', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xe7de053e738e538e0b59a81b098fa21d', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 110, '019b864d-bc00-7017-8074-1831cd7f4871', 'relationships', 'rel:bob:ann_lee', 'group:team', '{"subject":"Bob","object":"Ann Lee","relation":"designer"}', 'Ann Lee is Bob''s designer.', 0.9, 0.7, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 1, '019b864d-bc00-7016-ad79-711e043f96db', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\xec20df2833f4952907f195bc6ea74fa9', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 116, '019b864d-bc00-7019-a128-b87f4a9b6eef', 'facts', 'fact:user:city', 'group:team', '{"subject":"user","predicate":"city","value":"city of group:team"}', 'city: city of group:team', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'talk in group:team', 2, '019b864d-bc00-7018-8284-a3a6715ec30a', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x26f9dce270d475c506bf796b9d6d9703', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 122, '019b864d-bc00-701b-93c1-ff3e51c8257f', 'identity', 'identity:luna~5caa114825af', 'shared', '{"name":"Luna","role":"a companion 伙伴","persona":{},"goals":[],"values":[]}', 'Luna: a companion 伙伴', 0.9, 1, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 8, '019b864d-bc00-701a-a886-4b1d889db942', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x06486d7f5ce2acf74d8e019d6498a619', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 133, '019b864d-bc00-7020-ada9-61ebbad07559', 'notes', 'note:2026-01-04:019b864d-bc00-701e-81a2-debf62ec22ac', 'main', '{"text":"a note 一条笔记"}', 'a note 一条笔记', 0.9, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'chat 一', 7, '019b864d-bc00-701f-bea3-f431abc34c16', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x5b17016653c9a7c37707b3ce88bda968', NULL, NULL);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 128, '019b864d-bc00-701d-8f4a-46fbeb57f976', 'patches', 'patch:event:python_3.14_is_out', 'shared', '{"type":"event","description":"Python 3.14 is out","event_date":"2025-10-07","affected_domains":[],"patch":{"remove":[],"add":[],"update":[]},"confidence":1.0,"source":{"type":"user"},"applied":true}', '2025-10-07 Python 3.14 is out', 1, 0.5, 'permanent', 'active', 1, NULL, 'user', 1, 'direct:main', 9, '019b864d-bc00-701c-8ce7-74c4cab2acd1', NULL, NULL, NULL, NULL, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x2cc88993f6d3cfe1457344ccd93d2941', 1759795200000000, 1759881600000000);
INSERT INTO perdure.memory_items VALUES ('luna 月亮', 139, '019b864d-bc00-7022-a119-6efa4cf46142', 'episodes', 'episode:talk-in-peer-ann~0531173d972f', 'peer:ann', '{"session_id":"talk in peer:ann","summary":"Ann Lee is our new designer; 她在上海","goal":"Ann Lee is our new designer","entities":[],"tools_used":[],"started_at":"2026-01-04T00:00:00Z","ended_at":"2026-01-04T00:00:00Z","made_by":"extract"}', '2026-01-04 Ann Lee is our new designer; 她在上海
Ann Lee is our new designer', 0.5, 0.4, 'long_term', 'active', 1, NULL, 'inference', 0.3, 'talk in peer:ann', 1, '019b864d-bc00-7012-9536-7eb7944af2ca', NULL, NULL, 1770076800000000, 2592000000000, false, NULL, false, 0, NULL, 1767484800000000, 1767484800000000, 1767484800000000, '\x55f251e3e66cc1d13d0e89bfc210f7fa', NULL, NULL);






INSERT INTO perdure.receipts VALUES ('luna 月亮', 'chat 一', 'first', '\x40de5c452b0e6b3370244c5591f644e04de2b7d239ce07ef3431285cb0da299d', '{"session":"chat 一","turn_id":1,"replayed":false,"records":["019b76da-a800-7001-9e26-a6a7b2e137d2","019b76da-a800-7002-a0f8-6b6cde4637ba","019b76da-a800-7003-9157-31d0a085af2c","019b76da-a800-7004-9fe2-d022555b9a2c"],"notices":["1 attachment was not checked: the contents are kept as they came."],"outcomes":[{"outcome":"stored","item_id":"019b76da-a800-7006-b58b-982dc990fe11","type":"profile","key":"profile:user","replaces":null,"reason":"说明了名字：“我叫阿哲”（新内容）","scope":"main","expires_at":null},{"outcome":"merged","item_id":"019b76da-a800-7007-9e46-ad0c812c07ec","type":"profile","key":"profile:user","replaces":"019b76da-a800-7006-b58b-982dc990fe11","reason":"说明了个人情况：“住在杭州”（补充了已有内容）","scope":"main","expires_at":null}]}', 1767225600000000);



INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 6, '019b76da-a800-7001-9e26-a6a7b2e137d2', 'chat 一', 1, 0, '阿 哲 阿哲 我 叫 阿 哲 我叫 叫阿 阿哲 住 在 杭 州 住在 在杭 杭州 每 天 早 上 喝 绿 茶 每天 天早 早上 上喝 喝绿 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 7, '019b76da-a800-7002-a0f8-6b6cde4637ba', 'chat 一', 2, 0, 'assist 记 住 了 记住 住了');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 8, '019b76da-a800-7003-9157-31d0a085af2c', 'chat 一', 3, 0, 'tool hit 龙 井 龙井 search q green tea');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 9, '019b76da-a800-7004-9fe2-d022555b9a2c', 'chat 一', 4, 0, 'user see the file');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 19, '019b76da-a800-7008-be63-f5eeb9aff1a5', 'chat 一', 5, 0, 'user rememb that i am allerg to penicillin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 20, '019b76da-a800-7009-8b43-2095b781e4b9', 'chat 一', 6, 0, 'assist ok');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 26, '019b76da-a800-700c-827b-3d8fc7f797c7', 'chat 一', 7, 0, 'user 我 下 周 三 要 去 我下 下周 周三 三要 要去 berlin 出 差 出差 帮 我 记 一 下 帮我 我记 记一 一下');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 29, '019b7c01-0400-7000-a4f6-5cbd63d6afd0', 'chat 一', 8, 0, 'user citi berlin');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 34, '019b8127-6000-7000-92ce-cbaf665bbac5', 'chat 一', 9, 0, 'user citi pari');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 40, '019b864d-bc00-7000-8206-9fd249dce8f1', 'chat 一', 10, 0, 'user citi 杭 州 杭州');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 47, '019b864d-bc00-7002-b86a-c6264b2238c9', 'direct:main', 1, 0, 'system citi rome');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 56, '019b864d-bc00-7005-b3bf-fb2cd5ab74f2', 'direct:main', 2, 0, 'user mood happi');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 62, '019b864d-bc00-7007-9535-66e00e7bc3f8', 'direct:main', 3, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 68, '019b864d-bc00-7009-8b63-b1164a9246eb', 'direct:main', 4, 0, 'user old job baker');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 71, '019b864d-bc00-700a-b25f-d44908d03370', 'direct:main', 5, 0, 'user gone this was delet');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 77, '019b864d-bc00-700c-911f-20897f23a0bd', 'direct:main', 6, 0, 'user weather rain');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 83, '019b864d-bc00-700e-92a1-9508b415cd9f', 'direct:main', 7, 0, 'user ann lee person 安');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 89, '019b864d-bc00-7010-a521-c6fe0c719889', 'direct:shared', 1, 0, 'user drink green tea 绿 茶 绿茶');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 96, '019b864d-bc00-7012-9536-7eb7944af2ca', 'talk in peer:ann', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 102, '019b864d-bc00-7014-9dfc-ec0d5273a982', 'talk in peer:ann', 2, 0, 'user citi citi of peer:ann peer ann');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 109, '019b864d-bc00-7016-ad79-711e043f96db', 'talk in group:team', 1, 0, 'bob ann lee is our new design 她 在 上 海 她在 在上 上海');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 115, '019b864d-bc00-7018-8284-a3a6715ec30a', 'talk in group:team', 2, 0, 'user citi citi of group:team group team');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 121, '019b864d-bc00-701a-a886-4b1d889db942', 'direct:main', 8, 0, 'user luna a companion 伙 伴 伙伴');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 127, '019b864d-bc00-701c-8ce7-74c4cab2acd1', 'direct:main', 9, 0, 'user 2025-10-07 2025 10 07 python 3.14 is out');
INSERT INTO perdure.record_chunks VALUES ('luna 月亮', 132, '019b864d-bc00-701f-bea3-f431abc34c16', 'chat 一', 11, 0, 'user a note 一 条 笔 记 一条 条笔 笔记');



INSERT INTO perdure.schema_version VALUES (true, 1);



INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:shared', 'shared', 'direct', 1767484800000000, NULL, 1, 1, 9, 87, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in group:team', 'group:team', 'conversation', 1767484800000000, NULL, 2, 2, 22, 107, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'direct:main', 'main', 'direct', 1767484800000000, NULL, 9, 9, 60, 45, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'chat 一', 'main', 'chat', 1767225600000000, NULL, 11, 7, 105, 1, 1767484800000000, 0, NULL);
INSERT INTO perdure.sessions VALUES ('luna 月亮', 'talk in peer:ann', 'peer:ann', 'conversation', 1767484800000000, 1767484800000000, 2, 2, 22, 94, 1767484800000000, 0, NULL);






INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 27, 'recall', 22, false, 'fake:1', '[0,0,0.24253562,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.24253562,0,0,0,0,0.24253562,0,0.24253562,0,0,0,0,0.48507124,0,0,0,0.48507124,0.48507124,0.24253562,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 51, 'recall', 42, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0.4082483,0,0,0,0,0,0,0,0,0.8164966,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 60, 'recall', 53, false, 'fake:1', '[0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 66, 'recall', 58, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0,0,0,0.70710677,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.70710677,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 93, 'recall', 85, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0.5,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 100, 'recall', 91, false, 'fake:1', '[0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0.4082483,0.4082483,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 106, 'recall', 98, false, 'fake:1', '[0,0,0,0,0.4082483,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483,0.4082483,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 113, 'recall', 104, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0.70710677,0,0,0,0,0.35355338,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 119, 'recall', 111, false, 'fake:1', '[0,0.4472136,0,0,0,0,0,0,0,0.4472136,0,0,0,0,0,0,0,0,0,0,0,0.4472136,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4472136,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4472136,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 125, 'recall', 117, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0.70710677,0,0,0.35355338,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 136, 'recall', 123, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0.4082483,0.4082483,0,0,0,0,0,0,0,0,0,0,0.4082483,0,0.4082483,0,0,0,0,0,0,0,0,0,0.4082483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.4082483]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 137, 'recall', 129, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0.35355338,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0,0,0,0.35355338,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 138, 'recall', 134, false, 'fake:1', '[0,0,0,0,0,0,0,0,0,0,0.2773501,0,0,0,0,0,0,0.2773501,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.2773501,0,0,0.2773501,0,0.2773501,0,0,0,0,0.5547002,0,0,0.5547002,0,0,0,0,0]');
INSERT INTO perdure.vector_id_map VALUES ('luna 月亮', 144, 'recall', 140, false, 'fake:1', '[0,0,0,0,0.15249857,0,0,0,0,0.45749572,0.15249857,0,0,0,0,0,0,0.30499715,0.15249857,0.15249857,0,0.45749572,0,0,0,0,0,0.15249857,0,0.15249857,0,0,0,0,0,0,0,0,0.30499715,0.30499715,0,0,0.15249857,0,0.15249857,0,0,0,0,0,0,0,0,0.15249857,0,0,0,0,0.30499715,0,0,0,0,0]');



INSERT INTO perdure.working_memory VALUES ('luna 月亮', 'chat 一', 'main', '{"id":"019b864d-bc00-7021-b70b-e52df1286ce1","goal":"write the report 写报告","steps":[{"description":"outline","completed":false},{"description":"text","completed":false}],"currentStep":0,"startedAt":"2026-01-04T00:00:00Z","focus":null,"synced":false}', '{}', '[]', NULL, '{}', '[{"goal":"我下周三要去 Berlin 出差，帮我记一下","at":"2026-01-04T00:00:00Z","outcome":null,"done":false}]', 1767484800000000);



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



CREATE INDEX working_by_update ON perdure.working_memory USING btree (agent_id, scope, last_updated);



CREATE TRIGGER memory_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON perdure.memory_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('recall');



CREATE TRIGGER record_chunks_words AFTER INSERT OR DELETE OR UPDATE OF search_text ON perdure.record_chunks FOR EACH ROW EXECUTE FUNCTION perdure.index_words('archival');



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


CREATE POLICY listing ON perdure.agents FOR SELECT USING ((current_setting('perdure.listing'::text, true) = 'on'::text));



ALTER TABLE perdure.lookups ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.memory_items ENABLE ROW LEVEL SECURITY;


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



CREATE POLICY own_rows ON perdure.lookups USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.memory_items USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.patch_history USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.receipts USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.record_chunks USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.sessions USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.usage USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.vector_id_map USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



CREATE POLICY own_rows ON perdure.working_memory USING ((agent_id = current_setting('perdure.agent_id'::text, true))) WITH CHECK ((agent_id = current_setting('perdure.agent_id'::text, true)));



ALTER TABLE perdure.patch_history ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.receipts ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.record_chunks ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.sessions ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.usage ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.vector_id_map ENABLE ROW LEVEL SECURITY;


ALTER TABLE perdure.working_memory ENABLE ROW LEVEL SECURITY;


GRANT USAGE ON SCHEMA perdure TO perdure_app;



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



GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE perdure.working_memory TO perdure_app;
