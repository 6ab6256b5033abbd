-- Copies of ended matches, which one person plays on: how many entries of the log, and how many whole turns of them,
-- are given from the other match. Both are 0 for all other matches.
ALTER TABLE matches ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN given_turns INTEGER NOT NULL DEFAULT 0;
