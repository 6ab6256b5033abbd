-- Messages whose buttons answer what stands in a match: an offer, or a seat that may be taken over.
CREATE TABLE answerable (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- The kind of the offer, or 'seat:' with the number of the seat.
    about TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    -- Where it was posted: a match can go on elsewhere.
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, about)
) STRICT, WITHOUT ROWID;
