-- What computer players decided and why, for the sentence under a board and for questions about it.
CREATE TABLE computer_decisions (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The ply of the decision's first move.
    ply INTEGER NOT NULL,
    player INTEGER NOT NULL,
    level INTEGER NOT NULL,
    -- The version of the computer player.
    version INTEGER NOT NULL,
    value REAL NOT NULL,
    proven INTEGER NOT NULL,
    reason TEXT NOT NULL,
    -- The reason against the best decision of another kind, and its value.
    alternative TEXT,
    alternative_value REAL CHECK ((alternative_value IS NULL) = (alternative IS NULL)),
    PRIMARY KEY (match_id, ply, player)
) STRICT, WITHOUT ROWID;

-- Why computer players cannot decide at the moment; empty while they can.
ALTER TABLE matches ADD COLUMN computers_wait TEXT NOT NULL DEFAULT '';
