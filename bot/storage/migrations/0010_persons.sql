-- When players play and how they want to be told, holidays, and who held seats that others have now.

-- IANA name.
ALTER TABLE players ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';

-- Minutes of the local day; NULL: no quiet hours.
ALTER TABLE players ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE players ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439);

-- Days of the week without play, as digits: 0 is Monday.
ALTER TABLE players ADD COLUMN days_off TEXT NOT NULL DEFAULT '';

-- Seconds between reminders; 0: none.
ALTER TABLE players ADD COLUMN remind_every INTEGER NOT NULL DEFAULT 86400 CHECK (remind_every >= 0);

ALTER TABLE players ADD COLUMN tell TEXT NOT NULL DEFAULT 'mention' CHECK (tell IN ('mention', 'dm', 'both'));

-- Whether the own seat is at the bottom of boards, or they are drawn as spectators see them.
ALTER TABLE players ADD COLUMN orientation TEXT NOT NULL DEFAULT 'own' CHECK (orientation IN ('own', 'fixed'));

CREATE TABLE holidays (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    -- When its player is back.
    ends INTEGER NOT NULL CHECK (ends >= begins),
    -- Until when clocks stand still: earlier than the end if the allowance does not last.
    rests_until INTEGER NOT NULL CHECK (rests_until BETWEEN begins AND ends),
    -- Whether a deadline would have run out without it, so that it counts against the allowance.
    needed INTEGER NOT NULL DEFAULT 0 CHECK (needed IN (0, 1))
) STRICT;

CREATE INDEX holidays_by_user ON holidays (user_id, ends);

-- Who held a seat that somebody else has taken over: the log has only the name.
CREATE TABLE former_seats (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL
) STRICT;

CREATE INDEX former_seats_by_user ON former_seats (user_id);
CREATE INDEX former_seats_by_match ON former_seats (match_id);
