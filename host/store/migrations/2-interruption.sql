-- What the next start must know of a pass whose process was killed: where it read and where it was to write.
ALTER TABLE passes ADD COLUMN transcript TEXT;
ALTER TABLE passes ADD COLUMN out TEXT;
ALTER TABLE passes ADD COLUMN out_before TEXT;
-- The text that a summarizer gave; its bytes are in the archive.
ALTER TABLE passes ADD COLUMN summary TEXT;
-- So that passes without an end are found among any number of others.
CREATE INDEX passes_under_way ON passes (sequence) WHERE ended_at_ms IS NULL;
