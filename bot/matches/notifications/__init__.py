"""What players and spectators are told, and in which way."""
