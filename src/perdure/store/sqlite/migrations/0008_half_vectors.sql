-- Vectors in two bytes a number instead of four. `half` is given to this connection by the code that runs the step.
UPDATE vector_id_map SET embedding = half(embedding), checksum = NULL;  -- the sums were of the longer ones

-- Up to which number of the agent's line no vector of a model is missing: what is older need not be looked through.
ALTER TABLE index_totals ADD COLUMN complete_model TEXT;
ALTER TABLE index_totals ADD COLUMN complete_to INTEGER NOT NULL DEFAULT 0;
