-- Whether hints are agreed at a table, and for how many positions the holder of a seat has asked for one.
ALTER TABLE matches ADD COLUMN allows_hints INTEGER NOT NULL DEFAULT 0 CHECK (allows_hints IN (0, 1));
ALTER TABLE seats ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0);
