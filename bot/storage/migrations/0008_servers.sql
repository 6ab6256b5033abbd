-- What managers of servers have set and done, matches without a place, spectators.

CREATE TABLE server_settings (
    guild_id INTEGER PRIMARY KEY,
    -- Channels and categories in which tables may be opened, as a JSON list of ids; empty: everywhere.
    channels TEXT NOT NULL DEFAULT '[]',
    threads INTEGER NOT NULL DEFAULT 1 CHECK (threads IN (0, 1)),
    -- none, relaxed, daily, live, or bank+credit such as 3d+24h.
    pace TEXT NOT NULL DEFAULT 'none',
    -- A language of the catalogue; NULL: the one that the server has on Discord.
    language TEXT,
    openers TEXT NOT NULL DEFAULT 'everybody' CHECK (openers IN ('everybody', 'role', 'managers')),
    opener_role INTEGER CHECK ((openers = 'role') = (opener_role IS NOT NULL)),
    -- Most open tables and running matches of one player.
    open_tables INTEGER NOT NULL CHECK (open_tables > 0),
    running_matches INTEGER NOT NULL CHECK (running_matches > 0)
) STRICT;

-- What managers have done, for other managers to read.
CREATE TABLE manager_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    -- The sentence as serialised text.
    act TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX manager_acts_by_guild ON manager_acts (guild_id, id);
CREATE INDEX manager_acts_by_time ON manager_acts (at);

-- Since when nothing can be posted where the match is played; NULL: it can, as far as is known.
ALTER TABLE matches ADD COLUMN lost_at INTEGER;

CREATE INDEX matches_by_guild ON matches (guild_id, id) WHERE status IN ('open', 'running') AND guild_id IS NOT NULL;
CREATE INDEX matches_by_opener ON matches (opener_id) WHERE status = 'open';
CREATE INDEX matches_under_channel ON matches (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX matches_lost ON matches (guild_id) WHERE lost_at IS NOT NULL;

-- Who gets the board of somebody else's match by direct message.
CREATE TABLE watchers (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    -- The only message there is; NULL before the first one.
    message_id INTEGER,
    -- Whether direct messages turned out to be closed, which the watcher has not been told yet.
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_user ON watchers (user_id, match_id);
