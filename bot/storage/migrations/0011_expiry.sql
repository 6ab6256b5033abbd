-- Reminders, what is decided about somebody whose time has run out, seats that are offered.

-- Reminders that stand in a match, one for each player who was reminded since the turn was called.
CREATE TABLE reminders (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- The message in the match; NULL before it is posted, and where the player is told directly.
    message_id INTEGER,
    -- Whether a direct message tells of it.
    direct INTEGER NOT NULL DEFAULT 0 CHECK (direct IN (0, 1)),
    PRIMARY KEY (match_id, player)
) STRICT, WITHOUT ROWID;

-- The only reminder that somebody has got directly.
CREATE TABLE nudges (
    user_id INTEGER PRIMARY KEY,
    message_id INTEGER,
    -- The matches that it tells of, as a JSON list.
    matches TEXT NOT NULL DEFAULT '[]',
    -- Whether the user could not be reached, and has been told so.
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1))
) STRICT;

-- A match in which somebody's time has run out.
CREATE TABLE expiries (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    stage TEXT NOT NULL CHECK (stage IN ('asked', 'waiting', 'extended', 'offered', 'deserted')),
    -- Whose time has run out, as a JSON list of seats.
    seats TEXT NOT NULL,
    -- What the others want, as a JSON object: by seat an object with a choice, and of an offer the user that it is for.
    votes TEXT NOT NULL DEFAULT '{}',
    -- When it is gone on with if nobody does anything.
    until INTEGER NOT NULL,
    -- How often in a row nobody has decided.
    rounds INTEGER NOT NULL DEFAULT 0,
    -- The question with its buttons.
    message_id INTEGER
) STRICT;

-- Seats that somebody else may take.
CREATE TABLE seat_offers (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- NULL: anybody.
    to_user INTEGER,
    -- Whether its holder offers it; else the others do, because the holder's time has run out.
    own INTEGER NOT NULL CHECK (own IN (0, 1)),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, player)
) STRICT, WITHOUT ROWID;

-- Whoever is awaited in a match that runs already is reminded from now on.
INSERT INTO due (key, at, kind, match_id, args)
SELECT 'remind:' || m.id || ':' || awaited.value, CAST(strftime('%s', 'now') AS INTEGER) + 86400, 'remind', m.id,
    json_object('who', awaited.value, 'count', 0, 'warning', json('false'), 'deadline', NULL)
FROM matches AS m, json_each(m.to_move) AS awaited
WHERE m.status = 'running' AND awaited.value >= 0;
