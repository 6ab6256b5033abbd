"""Taking turns: how a match is read, moved on and written."""
