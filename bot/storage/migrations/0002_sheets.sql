-- Private sheets: the message that somebody has got of a match directly, and how somebody wants to get them.

CREATE TABLE letters (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    -- The only message of the match that its player has in direct messages; NULL when there is none.
    message_id INTEGER,
    -- Whether the player could not be reached, and has been told so.
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    PRIMARY KEY (match_id, player)
) STRICT, WITHOUT ROWID;

ALTER TABLE players ADD COLUMN sheets TEXT NOT NULL DEFAULT 'dm' CHECK (sheets IN ('dm', 'button'));

-- What a player wants to be called in one match; NULL: by the display name.
ALTER TABLE seats ADD COLUMN alias TEXT;
