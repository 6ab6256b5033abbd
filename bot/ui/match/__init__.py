"""What can be done in a match beside its board."""
