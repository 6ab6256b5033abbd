-- The plies of the boards that the newest posted board tells with its own, because computer players moved at once.
ALTER TABLE matches ADD COLUMN board_told TEXT NOT NULL DEFAULT '[]';
