"""Before a match: tables and how many a player may have."""
