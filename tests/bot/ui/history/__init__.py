"""History and replays of matches."""
