"""What follows when the time of a player has run out."""
