"""Actions in a match besides moves."""
