-- The time that players have: what was agreed at the table, each seat's clock, pauses.

-- "none", or the seconds of the bank and of each turn's credit: "259200+86400".
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';
-- Whether clocks stand still during holidays.
ALTER TABLE matches ADD COLUMN holidays INTEGER NOT NULL DEFAULT 1 CHECK (holidays IN (0, 1));
-- What happens after a deadline has passed if nobody decides.
ALTER TABLE matches ADD COLUMN on_expiry TEXT NOT NULL DEFAULT 'conduct'
    CHECK (on_expiry IN ('wait', 'extend', 'offer', 'conduct', 'end'));
ALTER TABLE matches ADD COLUMN paused_at INTEGER;
-- When a paused match goes on by itself.
ALTER TABLE matches ADD COLUMN resumes_at INTEGER;
-- Seconds for which clocks stood still while the bot was away, until the players are told.
ALTER TABLE matches ADD COLUMN outage INTEGER NOT NULL DEFAULT 0;

CREATE TABLE clocks (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- Seconds that were left when the clock began to run; while it stands still, those that are left.
    bank INTEGER NOT NULL CHECK (bank >= 0),
    credit INTEGER NOT NULL CHECK (credit >= 0),
    -- From when on it runs, and when the time is used up; NULL while it stands still.
    since INTEGER,
    deadline INTEGER CHECK ((since IS NULL) = (deadline IS NULL)),
    -- The player's rest that the deadline was computed with, as JSON; NULL where there is none.
    rhythm TEXT,
    -- When the deadline was found to have passed.
    expired_at INTEGER,
    PRIMARY KEY (match_id, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX clocks_running ON clocks (match_id, player) WHERE since IS NOT NULL;

-- Offers of any kind, with whatever belongs to them as a JSON object.
CREATE TABLE new_offers (match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, kind TEXT NOT NULL, player INTEGER NOT NULL, accepted TEXT NOT NULL, args TEXT NOT NULL DEFAULT '{}', made_at INTEGER NOT NULL, PRIMARY KEY (match_id, kind)) STRICT, WITHOUT ROWID;

INSERT INTO new_offers (match_id, kind, player, accepted, made_at) SELECT match_id, kind, player, accepted, made_at FROM offers;

DROP TABLE offers;

ALTER TABLE new_offers RENAME TO offers;

-- Tables and matches that nobody touches any more end at some time; those that are there count from now on.
INSERT INTO due (key, at, kind, match_id)
    SELECT 'lapse:' || id, CAST(strftime('%s', 'now') AS INTEGER) + 7 * 86400, 'lapse', id
    FROM matches WHERE status = 'open';

INSERT INTO due (key, at, kind, match_id)
    SELECT 'stall:' || id, CAST(strftime('%s', 'now') AS INTEGER) + 46 * 86400, 'stall', id
    FROM matches WHERE status = 'running';
