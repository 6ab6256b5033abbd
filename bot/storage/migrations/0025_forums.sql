-- Whether channel_id is a forum. Nothing but posts can be made there: thread_id is then the match's post, whose first
-- message shows the table.
ALTER TABLE matches ADD COLUMN forum INTEGER NOT NULL DEFAULT 0;
