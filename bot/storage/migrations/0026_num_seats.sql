-- How many seats a table has; its match starts by itself when they are taken. 0 where the match began before tables had
-- a number of seats.
ALTER TABLE matches ADD COLUMN num_seats INTEGER NOT NULL DEFAULT 0;

-- Everybody could join the open tables, as long as the game allowed more players.
UPDATE matches SET num_seats = CASE game WHEN 'iye' THEN 2 WHEN 'totem' THEN 4 WHEN 'awethi' THEN 5 ELSE 8 END
    WHERE status = 'open';
