-- Results, ratings and best scores, for each server and game.

-- Whether the players want the match to count for their ratings.
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));

-- The how-manieth result of all this is; NULL as long as it has not been entered. Ratings are computed in this order.
ALTER TABLE matches ADD COLUMN settled INTEGER;

CREATE UNIQUE INDEX matches_by_settled ON matches (settled) WHERE settled IS NOT NULL;

CREATE INDEX matches_unsettled ON matches (ended_at, id) WHERE settled IS NULL AND status IN ('finished', 'aborted');

-- Whether its holder sat down when the match was running.
ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));

UPDATE seats SET late = 1 WHERE EXISTS (
    SELECT 1 FROM log AS l WHERE l.match_id = seats.match_id AND l.player = seats.player AND l.kind = 'takeover'
);

-- Who has gone from a running match, and how, even when somebody else sits there now.
CREATE TABLE departures (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- 0: somebody whose data has been deleted.
    user_id INTEGER NOT NULL,
    how TEXT NOT NULL CHECK (how IN ('resigned', 'left', 'replaced'))
) STRICT;

CREATE INDEX departures_by_match ON departures (match_id);

CREATE UNIQUE INDEX departures_once ON departures (match_id, user_id) WHERE user_id > 0;

CREATE INDEX departures_by_user ON departures (user_id) WHERE user_id > 0;

INSERT INTO departures (match_id, player, user_id, how)
SELECT match_id, player, user_id, 'resigned' FROM seats WHERE standing = 'withdrawn' ORDER BY match_id, player;

-- What an ended match was for everybody who took part.
CREATE TABLE results (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The seat; for those whose seat somebody else has now, numbers after the last seat.
    number INTEGER NOT NULL CHECK (number >= 0),
    player INTEGER NOT NULL CHECK (player >= 0),
    -- 0: somebody whose data has been deleted.
    user_id INTEGER NOT NULL,
    -- 1 is first; several share a place. NULL: played alone.
    place INTEGER CHECK (place > 0),
    verdict TEXT CHECK (verdict IN ('won', 'drawn', 'lost')),
    departed TEXT CHECK (departed IN ('resigned', 'left')),
    -- What the player was, in games whose seats are not alike.
    role TEXT,
    -- What was reached by somebody who played alone to the end.
    score INTEGER,
    -- The options that change what a score is worth, such as cards=on.
    variant TEXT,
    -- The rating before and after; NULL where the match did not count for it.
    mu_before REAL,
    sigma_before REAL,
    mu_after REAL,
    sigma_after REAL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_user ON results (user_id, match_id) WHERE user_id > 0;

-- Follows from the results; `python -m bot recompute` makes it anew.
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    mu REAL NOT NULL,
    sigma REAL NOT NULL CHECK (sigma > 0),
    ordinal REAL NOT NULL GENERATED ALWAYS AS (mu - 3.0 * sigma) STORED,
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

CREATE INDEX ratings_by_rank ON ratings (guild_id, game, ordinal DESC, user_id) WHERE rated > 0;

CREATE INDEX ratings_by_user ON ratings (user_id);

-- Everybody's best score alone, by what scores are worth. Follows from the results like the ratings.
CREATE TABLE best_scores (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    score INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    reached_at INTEGER NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, variant, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX best_scores_by_rank ON best_scores (guild_id, game, variant, score DESC, reached_at, user_id);

CREATE INDEX best_scores_by_user ON best_scores (user_id);

CREATE INDEX best_scores_by_match ON best_scores (match_id);
