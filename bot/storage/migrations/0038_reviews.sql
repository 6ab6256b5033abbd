-- The moments that decided a match, found once by the computer players.
CREATE TABLE reviews (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    moments TEXT NOT NULL
) STRICT;
