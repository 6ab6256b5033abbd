-- Ranks are counted and pages are found in the index alone. SQLite takes no index with a generated column for that, so
-- what ratings are ordered by is written like any other column.
CREATE TABLE ratings_ordered (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    mu REAL NOT NULL,
    sigma REAL NOT NULL CHECK (sigma > 0),
    -- mu - 3 sigma.
    ordinal REAL NOT NULL,
    -- How many matches the rating was computed from.
    rated INTEGER NOT NULL,
    -- How many matches came to a result, rated or not, and which.
    finished INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    -- How many were left unfinished.
    abandoned INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO ratings_ordered
    (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost, abandoned, changed_at)
SELECT guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost, abandoned, changed_at
FROM ratings;

DROP TABLE ratings;

ALTER TABLE ratings_ordered RENAME TO ratings;

CREATE INDEX ratings_by_rank ON ratings (guild_id, game, ordinal DESC, user_id, rated) WHERE rated > 0;

CREATE INDEX ratings_by_user ON ratings (user_id);
