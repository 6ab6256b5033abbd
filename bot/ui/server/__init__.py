"""What belongs to a server: settings, matches, leaderboards."""
