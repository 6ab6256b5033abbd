"""Totem: pieces run in company, and a touched totem falls."""
