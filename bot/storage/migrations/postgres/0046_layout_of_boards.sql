-- Whether a player wants boards upright or in landscape, in the games that have both.
ALTER TABLE players
    ADD COLUMN layout TEXT COLLATE "C" NOT NULL DEFAULT 'upright' CHECK (layout IN ('upright', 'landscape'));
