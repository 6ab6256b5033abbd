-- Times are unix seconds. Ids of users, guilds, channels, threads and messages are Discord's.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE guilds (
    guild_id INTEGER PRIMARY KEY,
    greeted_at INTEGER
) STRICT;

CREATE TABLE players (
    user_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL DEFAULT 'dark',
    palette TEXT NOT NULL DEFAULT 'standard',
    size INTEGER NOT NULL DEFAULT 1000,
    text_board INTEGER NOT NULL DEFAULT 0 CHECK (text_board IN (0, 1)),
    locale TEXT
) STRICT;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'aborted', 'cancelled')),
    options TEXT NOT NULL,
    opener_id INTEGER NOT NULL,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    table_message_id INTEGER,
    board_message_id INTEGER,
    -- Number of log entries; compared and swapped by every move.
    ply INTEGER NOT NULL DEFAULT 0,
    -- The position after that entry, as the game writes it; NULL until the match starts.
    state TEXT,
    -- Where the turn shown as the last one began.
    trail_ply INTEGER NOT NULL DEFAULT 0,
    trail_state TEXT,
    -- The ply whose position was announced last.
    turn_ply INTEGER NOT NULL DEFAULT 0,
    -- Seats that are awaited, as a JSON list.
    to_move TEXT NOT NULL DEFAULT '[]',
    -- The key that all luck comes from, and how many draws were made.
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    draws INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    moved_at INTEGER,
    ended_at INTEGER,
    -- How it ended: a machine name, and the sentence as serialised text.
    termination TEXT,
    result TEXT,
    rematch_id INTEGER REFERENCES matches (id)
) STRICT;

CREATE INDEX matches_by_channel ON matches (channel_id) WHERE status IN ('open', 'running') AND thread_id IS NULL;
CREATE INDEX matches_by_thread ON matches (thread_id) WHERE status IN ('open', 'running');
CREATE INDEX matches_by_rematch ON matches (rematch_id) WHERE rematch_id IS NOT NULL;

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    standing TEXT NOT NULL CHECK (standing IN ('invited', 'seated', 'withdrawn')),
    PRIMARY KEY (match_id, player),
    UNIQUE (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id, match_id);

CREATE TABLE log (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The entry leads to this ply; the first one is 1.
    ply INTEGER NOT NULL CHECK (ply > 0),
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'chance', 'withdraw')),
    move TEXT NOT NULL,
    -- Number of the first draw that a deal or roll was made of.
    first_draw INTEGER CHECK ((kind = 'chance') = (first_draw IS NOT NULL)),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    moves TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('draw', 'abort', 'rematch')),
    player INTEGER NOT NULL,
    -- Seats that have agreed, as a JSON list.
    accepted TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lane TEXT NOT NULL,
    match_id INTEGER REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    args TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- Why it was given up; such rows are kept for whoever runs the bot.
    failed TEXT,
    failed_at INTEGER
) STRICT;

CREATE INDEX outbox_waiting ON outbox (lane, id) WHERE failed IS NULL;
CREATE INDEX outbox_by_match ON outbox (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed IS NOT NULL;
