-- Tables that were never begun are deleted some time after they were closed.
CREATE INDEX matches_never_begun ON matches (ended_at) WHERE status = 'cancelled';
