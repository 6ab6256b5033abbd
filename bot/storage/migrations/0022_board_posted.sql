-- When the newest board was posted: of a match alone, not when it was edited. NULL for boards of older versions.
ALTER TABLE matches ADD COLUMN board_posted_at INTEGER;
