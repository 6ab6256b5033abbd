-- The match of a thread is found there also when it is over: /board, /match history, /match verify mean it.
DROP INDEX matches_by_thread;

CREATE INDEX matches_by_thread ON matches (thread_id) WHERE thread_id IS NOT NULL;
