-- What left a window, element by element: the entries of the rehydration index. They count once their pass is committed.
CREATE TABLE evictions (
    entry INTEGER PRIMARY KEY,
    pass INTEGER NOT NULL REFERENCES passes (sequence),
    element TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- null: it is no call and no result
    tool TEXT,
    chain TEXT NOT NULL,
    is_anchor INTEGER NOT NULL CHECK (is_anchor IN (0, 1)),
    -- The object in the archive that holds what the model read of it, before the compaction. No foreign key, since its
    -- index would be larger than the table; `store gc` keeps what entries of passes name that did not fail.
    text TEXT NOT NULL
) STRICT;
CREATE INDEX evictions_by_pass ON evictions (pass, chain);

-- The parts of those texts that are searched, in bytes of the text.
CREATE TABLE passages (
    passage INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES evictions (entry),
    first_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL CHECK (end_byte >= first_byte)
) STRICT;

-- The words of each passage, with a blank between them; its rowid is that of the passage. The text is in the archive, so
-- only the index is kept here, and of it only which passage holds which word.
CREATE VIRTUAL TABLE passage_words USING fts5 (
    words, content = '', detail = none, columnsize = 0, tokenize = "porter ascii tokenchars '_-./@#+~='"
);

-- The questions that the index was asked, and what it answered. They are only ever added.
CREATE TABLE questions (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    -- null: it was asked of all sessions
    session TEXT,
    question TEXT NOT NULL,
    -- The pass that it is about; null: nobody knows
    about INTEGER,
    -- The newest committed pass of the session when it was asked; 0: there was none
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX questions_by_session ON questions (session, since);
CREATE TABLE answers (
    question INTEGER NOT NULL REFERENCES questions (sequence),
    place INTEGER NOT NULL,
    entry INTEGER NOT NULL REFERENCES evictions (entry),
    PRIMARY KEY (question, place)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER questions_stay BEFORE DELETE ON questions
    BEGIN SELECT RAISE(ABORT, 'a question is never deleted'); END;
CREATE TRIGGER questions_do_not_change BEFORE UPDATE ON questions
    BEGIN SELECT RAISE(ABORT, 'a question is never changed'); END;
