-- What a decision needs to be made once more, and a chain over all of them.
ALTER TABLE decisions ADD COLUMN recipe TEXT REFERENCES objects (digest);
ALTER TABLE decisions ADD COLUMN engine TEXT;
ALTER TABLE decisions ADD COLUMN chain TEXT;
