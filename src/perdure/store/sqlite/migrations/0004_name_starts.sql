-- How the names of entities begin, folded: which of them a text can hold is looked up by the words that stand in it.
CREATE TABLE name_starts (
    start   TEXT NOT NULL,
    item_id TEXT NOT NULL REFERENCES memory_items (id) ON DELETE CASCADE,
    PRIMARY KEY (start, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_starts_by_item ON name_starts (item_id);

INSERT INTO name_starts (start, item_id)
SELECT s.value, i.id FROM memory_items i JOIN json_each(starts_of(i.value_json)) s WHERE i.type = 'entities';
