-- When a row was first tried in vain: the time after which it is given up counts from then. Rows that have been tried
-- by an older version count from their next attempt.
ALTER TABLE outbox ADD COLUMN tried_at INTEGER;
