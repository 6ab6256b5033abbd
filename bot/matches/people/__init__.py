"""What is kept of a player."""
