-- Vectors in two bytes a number instead of four: twice as many to a page, and a search reads them all.
ALTER TABLE vector_id_map ALTER COLUMN embedding TYPE HALFVEC USING CAST(embedding AS HALFVEC);

-- The sums were of the longer ones. Without an agent even the owner sees no row, so that its security is lifted for it.
ALTER TABLE vector_id_map NO FORCE ROW LEVEL SECURITY;
UPDATE vector_id_map SET checksum = NULL;
ALTER TABLE vector_id_map FORCE ROW LEVEL SECURITY;

-- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
ALTER TABLE index_totals ADD COLUMN complete_model TEXT COLLATE "C";
ALTER TABLE index_totals ADD COLUMN complete_to BIGINT NOT NULL DEFAULT 0;
