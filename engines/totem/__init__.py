"""Totem: pieces run next to each other, and a touched totem falls."""
