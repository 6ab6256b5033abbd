-- Seats that computer players hold, under negative user ids.
ALTER TABLE seats ADD COLUMN level INTEGER CHECK (level BETWEEN 1 AND 5);
-- The version of the computer player that decided last; 0 before its first decision.
ALTER TABLE seats ADD COLUMN player_version INTEGER CHECK ((player_version IS NULL) = (level IS NULL));
