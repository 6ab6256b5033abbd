-- What is to be done at a certain time: deadlines, reminders, tables that lapse.

CREATE TABLE due (
    -- What it is about, so that it is there once: its kind, and the match and whoever else it concerns.
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    match_id INTEGER REFERENCES matches (id) ON DELETE CASCADE,
    -- A JSON object, by kind.
    args TEXT NOT NULL DEFAULT '{}',
    -- How often it has been tried in vain.
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX due_by_time ON due (at, key);
CREATE INDEX due_by_match ON due (match_id) WHERE match_id IS NOT NULL;
