"""History, replays and verification of a match."""
