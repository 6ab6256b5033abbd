-- How far users have come in each lesson.
CREATE TABLE lesson_progress (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    lesson TEXT NOT NULL,
    -- The step, from 0; the free play comes after the last step.
    step INTEGER NOT NULL DEFAULT 0,
    -- Increases with every change: controls of an older position carry an older number.
    revision INTEGER NOT NULL DEFAULT 0,
    -- Encoded moves that are planned, with a vertical line between them.
    plan TEXT NOT NULL DEFAULT '',
    -- What was played since the position of the step, as "seat move" with vertical lines between them.
    played TEXT NOT NULL DEFAULT '',
    -- Wrong attempts at the step.
    tries INTEGER NOT NULL DEFAULT 0,
    -- When the lesson was finished last.
    finished_at INTEGER,
    changed_at INTEGER NOT NULL,
    UNIQUE (user_id, lesson)
) STRICT;
