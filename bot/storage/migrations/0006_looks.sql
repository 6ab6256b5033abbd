-- How far each player has seen a match that is not posted to them alone.

CREATE TABLE looks (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    -- The newest ply that the player was shown in private.
    ply INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;
