-- A log entry of a new kind: a turn that was taken back. And offers that say more than their kind does.

CREATE TABLE new_log (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The entry leads to this ply; the first one is 1.
    ply INTEGER NOT NULL CHECK (ply > 0),
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'chance', 'withdraw', 'takeover', 'undo')),
    -- What was played; of a takeover the names of the old and the new player, as a JSON list; of an undo the ply whose
    -- position it brings back.
    move TEXT NOT NULL,
    -- Number of the first draw that a deal or roll was made of.
    first_draw INTEGER CHECK ((kind = 'chance') = (first_draw IS NOT NULL)),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

INSERT INTO new_log SELECT match_id, ply, player, kind, move, first_draw, at FROM log;

DROP TABLE log;

ALTER TABLE new_log RENAME TO log;

CREATE TABLE new_offers (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL,
    -- Seats that have agreed, as a JSON list.
    accepted TEXT NOT NULL,
    -- What exactly is offered, as a JSON object.
    args TEXT NOT NULL DEFAULT '{}',
    made_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO new_offers (match_id, kind, player, accepted, made_at)
    SELECT match_id, kind, player, accepted, made_at FROM offers;

DROP TABLE offers;

ALTER TABLE new_offers RENAME TO offers;
