"""A server's settings, matches and leaderboards."""
