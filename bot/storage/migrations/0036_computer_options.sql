-- What is agreed at a table about its computer players: whether they take their time, and whether they resign.
ALTER TABLE matches ADD COLUMN computers_take_time INTEGER NOT NULL DEFAULT 0 CHECK (computers_take_time IN (0, 1));
ALTER TABLE matches ADD COLUMN computers_resign INTEGER NOT NULL DEFAULT 0 CHECK (computers_resign IN (0, 1));
