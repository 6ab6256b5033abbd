-- Seats for which the game has decided because their time had run out, and that nobody has played on since.
CREATE TABLE stand_ins (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- How many turns in a row.
    turns INTEGER NOT NULL CHECK (turns > 0),
    PRIMARY KEY (match_id, player)
) STRICT, WITHOUT ROWID;
