-- What the digest of an ended match has of its players' names, so that it stays the same when a name is deleted:
-- the SHA-256 of a random salt and the name. NULL while the match runs, and where it ended before this was kept.
ALTER TABLE seats ADD COLUMN seal TEXT;

-- Deleted with the name, so that the seal says nothing about it any more.
ALTER TABLE seats ADD COLUMN salt TEXT;
