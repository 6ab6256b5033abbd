-- A log entry of a new kind: somebody has taken over a seat that was given up.

CREATE TABLE new_log (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The entry leads to this ply; the first one is 1.
    ply INTEGER NOT NULL CHECK (ply > 0),
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'chance', 'withdraw', 'takeover')),
    -- What was played; of a takeover the names of the old and the new player, as a JSON list.
    move TEXT NOT NULL,
    -- Number of the first draw that a deal or roll was made of.
    first_draw INTEGER CHECK ((kind = 'chance') = (first_draw IS NOT NULL)),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

INSERT INTO new_log SELECT match_id, ply, player, kind, move, first_draw, at FROM log;

DROP TABLE log;

ALTER TABLE new_log RENAME TO log;
