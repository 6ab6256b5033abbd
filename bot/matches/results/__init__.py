"""How matches end, and what that is worth."""
