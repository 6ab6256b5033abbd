-- Interactions that have been carried out, so that of several processes on one database one carries each out.
CREATE TABLE acted (
    interaction_id INTEGER PRIMARY KEY,
    -- A number that the process has chosen for itself.
    process INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
