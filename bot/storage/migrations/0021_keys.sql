-- The keys that a match had before a backup was put back, as a JSON list of lists: the first draw that does not come
-- from the key any more, the key in hexadecimal, the ply that had been announced last, and when the backup was made.
-- The column secret has the key that is in use.
ALTER TABLE matches ADD COLUMN earlier_keys TEXT NOT NULL DEFAULT '[]';
