-- Users who want a direct message when a table of a game opens on a server.
CREATE TABLE table_alerts (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    -- When the last of these messages was sent. NULL before the first.
    sent_at INTEGER,
    -- Whether Discord refused the last of them, as it does when the user accepts no direct messages.
    dm_blocked INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_alerts_by_user ON table_alerts (user_id);
