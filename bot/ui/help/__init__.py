"""Rules of the games."""
