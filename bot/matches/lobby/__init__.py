"""Tables before a match, and limits per player."""
