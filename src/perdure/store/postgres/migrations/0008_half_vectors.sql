-- Vectors in two bytes a number instead of four: twice as many to a page, and a search reads them all.
ALTER TABLE vector_id_map ALTER COLUMN embedding TYPE HALFVEC USING CAST(embedding AS HALFVEC);

-- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
ALTER TABLE index_totals ADD COLUMN complete_model TEXT COLLATE "C";
ALTER TABLE index_totals ADD COLUMN complete_to BIGINT NOT NULL DEFAULT 0;
